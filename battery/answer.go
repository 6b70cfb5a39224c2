package battery

import (
	"time"

	"github.com/bashguard/bashguard/guard"
)

// Verdict is what a guard's answer comes to: deny, ask, allow or none.
type Verdict = guard.Verdict

// Answer is what a guard said of an event, as its host reads it.
type Answer struct {
	Verdict Verdict
	// Reason is what the host shows for a deny or an ask.
	Reason string
	// How the guard said it: "exit 2", "JSON deny", "onFailure: block". "" when it said nothing.
	How string
	// Why says why it was not a refusal: "exit 1: only exit 2 refuses". "" for a refusal and an allow.
	Why string
	// Slip names the mistake that made an answer none, when there is one.
	Slip Slip
	// Rewritten is the command that the guard puts in place of the one it was asked about.
	Rewritten string

	// Exit is the guard's exit code, -1 when it has none: killed, not started, no process.
	Exit int
	Took time.Duration
	// TimedOut: there was no answer in time.
	TimedOut bool
	// Skipped says why the target was not asked at all: the event cannot be put to it. "" when it was.
	Skipped string
	// Stdout and Stderr are what a process wrote, bounded; of an HTTP hook, Stdout is the body.
	Stdout, Stderr []byte
}

// Refused tells whether the host keeps the command from running, or puts it to a human.
func (a *Answer) Refused() bool {
	return a.Skipped == "" && (a.Verdict == guard.Deny || a.Verdict == guard.Ask)
}

// Slip is a way to say no that the host does not hear.
type Slip string

// The slips.
const (
	SlipExitCode   Slip = "exit-code"    // an exit code that the host reads as a mere error
	SlipStderrJSON Slip = "deny-stderr"  // the decision is on standard error
	SlipTextBefore Slip = "text-before"  // other text before the JSON
	SlipTextAfter  Slip = "text-after"   // other text after the JSON
	SlipPlainText  Slip = "plain-text"   // words instead of JSON
	SlipBadJSON    Slip = "bad-json"     // begins as JSON and is none
	SlipEventName  Slip = "event-name"   // a wrong or no hookEventName
	SlipField      Slip = "wrong-field"  // a decision under a name that the host does not read
	SlipValue      Slip = "wrong-value"  // a decision of a value or type that the host does not know
	SlipNoReason   Slip = "no-reason"    // the host wants a reason and there is none
	SlipUnknownKey Slip = "unknown-key"  // the host refuses answers with keys that it does not know
	SlipContinue   Slip = "continue"     // continue:false alone does not stop the tool
	SlipBackground Slip = "background"   // the host does not wait for the answer
	SlipTimeout    Slip = "timeout"      // too late
	SlipNotStarted Slip = "not-started"  // there is no such program or it cannot be run
	SlipKilled     Slip = "killed"       // a signal ended it
	SlipHTTP       Slip = "http"         // a status or a connection that the host lets pass
	SlipAskIgnored Slip = "ask-is-run"   // the host runs what it is to ask about
	SlipRewrite    Slip = "rewrites"     // no refusal: the guard changes the command
	SlipIf         Slip = "if"           // its `if` lets the command by
	SlipWordsError Slip = "words-stderr" // words on standard error and exit code 0
)

// none is an answer that is no refusal.
func none(slip Slip, why string) Answer {
	return Answer{Verdict: guard.None, Slip: slip, Why: why, Exit: -1}
}

// skipped is the answer of a target that an event cannot be put to.
func skipped(why string) Answer {
	return Answer{Verdict: guard.None, Skipped: why, Why: "not asked: " + why, Exit: -1}
}

// strength orders answers of several hooks for one event: the host lets the strongest count.
func strength(v Verdict) int {
	switch v {
	case guard.Deny:
		return 3
	case guard.Ask:
		return 2
	case guard.Allow:
		return 1
	}
	return 0
}

// strongest is what a host makes of the answers of all hooks that it ran for an event at once: deny over
// ask over allow over none. Of equals, one that says why it was none is kept, so that it is not lost.
func strongest(answers []Answer) Answer {
	worst := none("", "no hook was run")
	took, late := time.Duration(0), false
	for i, a := range answers {
		took, late = max(took, a.Took), late || a.TimedOut
		s, w := strength(a.Verdict), strength(worst.Verdict)
		if i == 0 || s > w || s == w && worst.Slip == "" && a.Slip != "" {
			worst = a
		}
	}
	worst.Took = took
	worst.TimedOut = worst.TimedOut || late && worst.Verdict == guard.None
	return worst
}
