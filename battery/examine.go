package battery

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bashguard/bashguard/guard"
)

// ExamineOptions say how a target is examined. The zero value is the default.
type ExamineOptions struct {
	// Policy is what the user wants of a guard that cannot judge: closed, unless it is FailOpen.
	Policy guard.FailurePolicy
	// Probes are Probes() when nil, Faults are Faults().
	Probes []Probe
	Faults []Fault
	// Workers is how many calls are made at once; as many as there are processors when 0.
	Workers int
}

// Examination is what was found out about a target.
type Examination struct {
	Probes   []ProbeResult
	Faults   []FaultResult
	Findings []Finding // the gravest first
	// Untried says why the faults were not tried, "" when they were.
	Untried string
}

// ProbeResult is what a target said of a disaster and of its harmless neighbour.
type ProbeResult struct {
	Probe
	OfDisaster, OfHarmless Answer
}

// maxHung is how many disasters may go unanswered before the rest is left out: each costs a timeout.
const maxHung = 2

// Examine puts the probes to a target, and what it refuses of them under each fault.
func Examine(ctx context.Context, t Target, o ExamineOptions) *Examination {
	if o.Probes == nil {
		o.Probes = Probes()
	}
	if o.Faults == nil {
		o.Faults = Faults()
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	x := &Examination{Probes: make([]ProbeResult, len(o.Probes))}
	var hung atomic.Int32
	each(o.Workers, len(o.Probes), func(i int) {
		r := &x.Probes[i]
		r.Probe = o.Probes[i]
		if hung.Load() >= maxHung {
			r.OfDisaster, r.OfHarmless = skipped("others hung"), skipped("others hung")
			return
		}
		if r.OfDisaster = t.Judge(ctx, Event{Command: r.Disaster}); r.OfDisaster.TimedOut {
			hung.Add(1)
		}
		r.OfHarmless = t.Judge(ctx, Event{Command: r.Harmless})
	})
	disaster, harmless := x.pair()
	if disaster == "" {
		x.Untried = "it refuses no disaster: what breaks it cannot be seen before that is mended"
	} else {
		x.Faults = make([]FaultResult, len(o.Faults))
		each(o.Workers, len(o.Faults), func(i int) {
			x.Faults[i] = Break(ctx, t, &o.Faults[i], disaster, harmless, o.Policy)
		})
	}
	x.diagnose(ctx, t)
	return x
}

// each calls do for 0 to n-1, several at once.
func each(workers, n int, do func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	wg.Wait()
}

// pair is a disaster that the target refuses and a harmless command that it passes, both plain.
func (x *Examination) pair() (disaster, harmless string) {
	for i := range x.Probes {
		r := &x.Probes[i]
		if disaster == "" && r.OfDisaster.Refused() {
			disaster = r.Disaster
		}
		if harmless == "" && r.Flaw == FlawHarmless && !r.OfHarmless.Refused() && r.OfHarmless.Skipped == "" {
			harmless = r.Harmless
		}
	}
	return disaster, harmless
}

// Stopped counts the disasters that were refused, and Wrong the harmless commands that were.
func (x *Examination) Stopped() (n int) {
	for i := range x.Probes {
		if x.Probes[i].OfDisaster.Refused() {
			n++
		}
	}
	return n
}

// Wrong counts the harmless commands that were refused.
func (x *Examination) Wrong() (n int) {
	for i := range x.Probes {
		if x.Probes[i].OfHarmless.Refused() {
			n++
		}
	}
	return n
}

// diagnose names the flaws that explain the answers.
func (x *Examination) diagnose(ctx context.Context, t Target) {
	cases := map[FlawID][]string{}
	add := func(id FlawID, format string, args ...any) {
		cases[id] = append(cases[id], fmt.Sprintf(format, args...))
	}
	x.unheard(add)
	for i := range x.Probes {
		r := &x.Probes[i]
		switch a := &r.OfHarmless; {
		case a.Refused():
			add(r.Flaw, "`%s` is refused: %s", r.Harmless, firstLine([]byte(a.Reason)))
		case a.Verdict == guard.Allow && len(a.Stdout) > 0:
			add(FlawAllows, "`%s` gets %s", r.Harmless, a.How)
		}
	}
	if x.Stopped() == 0 && len(cases) == 0 {
		if name := readsVariable(ctx, t, x.Probes); name != "" {
			add(FlawEnv, "it refuses `%s` only when $%s has it", x.Probes[0].Disaster, name)
		} else {
			add(FlawDeaf, "none of %d plain disasters is refused; of `%s` it says: %s", len(x.Probes), x.Probes[0].Disaster, x.Probes[0].OfDisaster.Why)
		}
	}
	for i := range x.Faults {
		if r := &x.Faults[i]; !r.OK {
			flaw := x.flawOf(r)
			add(flaw, "%s (%s): %s: %s", r.Fault.Title, r.Fault.ID, r.said(), r.Why)
		}
	}
	for _, f := range Flaws() {
		if found := cases[f.ID]; found != nil {
			x.Findings = append(x.Findings, Finding{Flaw: f, Cases: found})
		}
	}
}

// said is the outcome in words.
func (r *FaultResult) said() string {
	if r.Wrong && r.Outcome == Refused {
		return "everything is refused"
	}
	return "a disaster is " + r.Outcome.String()
}

// unheard finds the refusals that the host does not hear: what a guard says of disasters and not of all else.
func (x *Examination) unheard(add func(FlawID, string, ...any)) {
	for i := range x.Probes {
		r := &x.Probes[i]
		a := &r.OfDisaster
		if a.Refused() || a.Slip == "" {
			continue
		}
		same := 0
		for j := range x.Probes {
			if x.Probes[j].OfHarmless.Slip == a.Slip {
				same++
			}
		}
		id := FlawID(a.Slip)
		if same == len(x.Probes) {
			switch a.Slip {
			case SlipPlainText, SlipWordsError:
				continue // it talks, whatever it is asked
			case SlipExitCode:
				id = FlawFails
			}
		}
		add(id, "`%s`: %s", r.Disaster, a.Why)
	}
}

// flawOf is the flaw that explains why a target failed under a fault.
func (x *Examination) flawOf(r *FaultResult) FlawID {
	if r.Outcome == Hung {
		return FlawHangs
	}
	failed := func(id string) bool {
		return slices.ContainsFunc(x.Faults, func(o FaultResult) bool { return o.Fault.ID == id && !o.OK })
	}
	// Pretty-printing has line breaks and blanks: who stumbles over blanks alone does not read lines.
	if r.Fault.Flaw == FlawLines && r.Fault.Style.Indent && failed("spaced") {
		return FlawField
	}
	return r.Fault.Flaw
}

// variables are names under which guards look for the event or the command. No host sets them.
var variables = [...]string{
	"CLAUDE_TOOL_INPUT", "TOOL_INPUT", "CLAUDE_HOOK_INPUT", "HOOK_INPUT", "CLAUDE_TOOL_ARGS", "TOOL_ARGS", "CLAUDE_EVENT", "HOOK_EVENT",
	"CLAUDE_TOOL_INPUT_COMMAND", "CLAUDE_TOOL_INPUT_command", "TOOL_INPUT_COMMAND", "TOOL_INPUT_command", "CLAUDE_COMMAND", "CLAUDE_BASH_COMMAND",
	"CLAUDE_TOOL_COMMAND", "TOOL_COMMAND", "HOOK_COMMAND", "BASH_CMD", "COMMAND", "CMD", "ARGUMENTS",
}

// readsVariable finds the environment variable in which a target looks for the command, "" when there is none.
func readsVariable(ctx context.Context, t Target, probes []ProbeResult) string {
	hooks, ok := t.(*Hooks)
	if !ok {
		return ""
	}
	for i := range probes {
		command := probes[i].Disaster
		for _, value := range [...]string{command, string(jsonStyle{}.encode(obj("command", command)))} {
			all := make([]string, len(variables))
			for j, name := range variables {
				all[j] = name + "=" + value
			}
			if a := hooks.Judge(ctx, Event{Command: command, env: all}); !a.Refused() {
				continue
			}
			for j, name := range variables {
				if a := hooks.Judge(ctx, Event{Command: command, env: all[j : j+1]}); a.Refused() {
					return name
				}
			}
		}
	}
	return ""
}
