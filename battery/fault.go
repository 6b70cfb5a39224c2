package battery

import (
	"context"
	"fmt"
	"os/exec"
	"slices"

	"github.com/bashguard/bashguard/guard"
)

// Fault is one way in which a guard's input or world can be broken.
type Fault struct {
	// ID is kept in baselines: "pretty", "no-jq".
	ID string
	// Title says what happens, in a few words.
	Title string
	// Expect is what a guard that works does then.
	Expect Expect
	// Flaw is the mistake that a guard has made which does not.
	Flaw FlawID

	// What is sent. Edit changes the event, Damage the text made of it; Style is how that is written.
	Edit      func(*payload)
	Damage    func(text []byte, p *payload) []byte
	Style     jsonStyle
	NoNewline bool
	// Pieces is the size of the pieces in which it is sent, in bytes; Pace the pause between them and Late the
	// one before the first.
	Pieces     int
	Pace, Late pause
	// Mode is the permission mode.
	Mode string
	// Broken is how the world is broken.
	Broken Broken
}

// Expect is what is expected of a guard under a fault.
type Expect uint8

// The expectations.
const (
	// Judged: nothing is wrong with the event. A disaster is refused and a harmless command is not.
	Judged Expect = iota
	// ByPolicy: it may be that the event cannot be judged. Under a closed policy a disaster is refused.
	ByPolicy
	// Answered: there is no right verdict, but there is to be one in time.
	Answered
)

var expectNames = [...]string{"judged as ever", "refused, if the policy is closed", "answered in time"}

// String says what is expected.
func (e Expect) String() string { return expectNames[e] }

// Outcome is what a guard did with a disaster under a fault.
type Outcome uint8

// The outcomes. The zero value is a fault that was not tried.
const (
	NotTried Outcome = iota
	Refused
	LetThrough
	Hung
)

var outcomeNames = [...]string{"not tried", "refused", "let through", "hung"}

// String names the outcome.
func (o Outcome) String() string { return outcomeNames[o] }

// FaultResult is what a guard did under a fault.
type FaultResult struct {
	Fault   *Fault
	Outcome Outcome
	// OK tells whether that is what the fault expects. A fault that was not tried is OK.
	OK bool
	// Why says what was wrong, or why the fault was not tried.
	Why string
	// Disaster and Harmless are the answers; Harmless is zero where only a disaster is put to the guard.
	Disaster, Harmless Answer
	// Wrong tells that the harmless command was refused.
	Wrong bool
}

// sends tells whether the fault changes what is sent.
func (f *Fault) sends() bool {
	return f.Edit != nil || f.Damage != nil || f.Style != (jsonStyle{}) || f.NoNewline || f.Pieces > 0 || f.Late > 0
}

// Break puts a target under a fault: a disaster that it refuses, and a harmless command that it passes, when nothing is
// broken. Under the policy FailOpen letting through what cannot be judged is as it should be.
func Break(ctx context.Context, t Target, f *Fault, disaster, harmless string, policy guard.FailurePolicy) FaultResult {
	r := FaultResult{Fault: f, OK: true}
	r.Disaster = t.Judge(ctx, Event{Command: disaster}.Under(f))
	a := &r.Disaster
	switch {
	case a.Skipped != "":
		r.Why = a.Skipped
		return r
	case a.TimedOut && !a.Refused():
		r.Outcome, r.OK, r.Why = Hung, false, a.Why
		return r
	case a.Refused():
		r.Outcome = Refused
	default:
		r.Outcome, r.Why = LetThrough, a.Why
		r.OK = f.Expect == Answered || f.Expect == ByPolicy && policy == guard.FailOpen
	}
	if f.Expect != Judged || harmless == "" {
		return r
	}
	r.Harmless = t.Judge(ctx, Event{Command: harmless}.Under(f))
	if h := &r.Harmless; h.Refused() {
		r.OK, r.Wrong = false, true
		if r.Outcome == Refused {
			r.Why = fmt.Sprintf("the harmless `%s` is refused as well: %s", harmless, firstLine([]byte(h.Reason)))
		}
	}
	return r
}

// Broken is how a guard's world is broken. The zero value is a world that is whole.
type Broken struct {
	Missing     string // this program is not on PATH
	Killed      bool   // the programs that it starts are killed as they begin
	NoHome      bool   // HOME is not set
	FixedHome   bool   // nothing can be written in the home
	NoCwd       bool   // the working directory was removed
	OldBash     bool   // bash is version 3.2, as macOS has it
	PlainLocale bool   // LC_ALL is C
}

// children are the programs that a guard starts to read its event or look at the command.
var children = [...]string{"jq", "python3", "python", "node", "perl", "ruby", "grep", "sed", "awk", "tr", "cut", "head"}

// breakWorld changes how a hook is run. why says what keeps the fault from being tried, undo what is to be
// done after.
func (h *Hooks) breakWorld(c *command, b *Broken) (why string, undo func()) {
	undo = func() {}
	fail := func(err error) (string, func()) { return "the fault could not be set up: " + err.Error(), undo }
	started := h.startedBy()
	if b.Missing != "" {
		if slices.Contains(started, b.Missing) {
			return "the hook itself is started by " + b.Missing + "; where that is missing the host lets commands run, unless the hook is wired with onFailure: block", undo
		}
		dir, err := h.scratch.pathWithout(b.Missing, lookup(c.env, "PATH"))
		if err != nil {
			return fail(err)
		}
		c.env = with(c.env, "PATH", dir)
	}
	if b.Killed {
		dir, err := h.scratch.killers(started)
		if err != nil {
			return fail(err)
		}
		c.env = with(c.env, "PATH", dir+":"+lookup(c.env, "PATH"))
	}
	if b.OldBash {
		bash := oldBash(lookup(c.env, "PATH"))
		if bash == "" {
			return "there is no bash 3.2 on this machine", undo
		}
		dir, err := h.scratch.pathOf("bash", bash)
		if err != nil {
			return fail(err)
		}
		c.env = with(c.env, "PATH", dir+":"+lookup(c.env, "PATH"))
	}
	if b.NoHome {
		c.env = without(c.env, "HOME")
	}
	if b.PlainLocale {
		c.env = with(without(c.env, "LANG"), "LC_ALL", "C")
	}
	if b.FixedHome {
		wrapped, restore, why := h.scratch.fixedHome(c.argv)
		if why != "" {
			return why, undo
		}
		c.argv, undo = wrapped, restore
	}
	if b.NoCwd {
		// The program is found by our PATH: in the guard's it may be missing, and the guard is not to blame for that.
		rmdir, err := exec.LookPath("rmdir")
		if err != nil {
			return fail(err)
		}
		dir, err := h.scratch.fresh("gone")
		if err != nil {
			return fail(err)
		}
		c.argv = append([]string{"/bin/sh", "-c", `cd "$1" && "$2" "$1" && shift 2 && exec "$@"`, "sh", dir, rmdir}, c.argv...)
	}
	return "", undo
}
