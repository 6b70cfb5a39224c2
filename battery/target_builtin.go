package battery

import (
	"context"
	"sync"
	"time"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
	"github.com/bashguard/bashguard/guard/state"
)

// Builtin is this project's own gate, in process.
type Builtin struct {
	// Policy is guard.DefaultPolicy() when nil.
	Policy *guard.Policy
	// State is what verdicts may look up; the real machine, seen from Home, when nil.
	State guard.State
	// Home, Root and Cwd are where events happen that say nothing of it: /home/dev, /home/dev/app and that again when "".
	Home, Root, Cwd string
	// Agent is whose events it is given, Claude Code's when 0.
	Agent hook.Agent

	once sync.Once
}

func (b *Builtin) complete() {
	b.once.Do(func() {
		if b.Policy == nil {
			b.Policy = guard.DefaultPolicy()
		}
		if b.Home == "" {
			b.Home = "/home/dev"
		}
		if b.Root == "" {
			b.Root = b.Home + "/app"
		}
		if b.Cwd == "" {
			b.Cwd = b.Root
		}
		if b.State == nil {
			b.State = state.New(state.Home(b.Home))
		}
		if b.Agent == hook.UnknownAgent {
			b.Agent = hook.Claude
		}
	})
}

// String names the target.
func (b *Builtin) String() string { return "the built-in gate" }

// Judge judges the event. One whose JSON is damaged goes through the decoder, as in `bashguard hook`.
func (b *Builtin) Judge(_ context.Context, e Event) Answer {
	b.complete()
	start := time.Now()
	if e.Cwd == "" {
		e.Cwd = b.Cwd
	}
	command, cwd := e.Command, e.Cwd
	if f := e.fault; f != nil {
		if f.Broken != (Broken{}) {
			return skipped("in process there is no environment to break")
		}
		if f.sends() {
			event, failure := hook.Decode(deliver(b.Agent, &e, b.Home).text())
			if failure != nil {
				return b.failed(failure, start)
			}
			if event.Kind != hook.ShellCommand {
				return none("", "not an event about a shell command")
			}
			command, cwd = event.Command, event.Cwd
		}
	}
	cmd := guard.Parse(command, guard.In(cwd), guard.Home(b.Home), guard.Root(b.Root), guard.With(b.State), guard.Limit(b.Policy.Limits))
	result := guard.Check(cmd, b.Policy)
	a := Answer{Verdict: result.Verdict, How: "the gate's verdict", Exit: -1}
	if len(result.Findings) > 0 {
		f := &result.Findings[0]
		a.Reason = f.Message + " [" + f.Rule.ID + "]"
	}
	switch {
	case b.Policy.Mode != guard.Enforce:
		a.Verdict, a.Why = guard.None, "the policy's mode is "+b.Policy.Mode.String()
	case a.Verdict == guard.Ask && !hook.ModeAsks(e.Mode):
		a.Verdict = b.Policy.UnseenAsk
	}
	if a.Took = time.Since(start); !a.Refused() && a.Why == "" {
		a.Why = "no rule matched"
	}
	return a
}

// failed is the answer to what cannot be judged, by the failure policy.
func (b *Builtin) failed(failure *hook.Failure, start time.Time) Answer {
	a := deny("failure policy", failure.Error())
	if b.Policy.OnError == guard.FailOpen {
		a = none("", "the failure policy is open: "+failure.Error())
	}
	a.Exit, a.Took = -1, time.Since(start)
	return a
}
