package battery

import (
	"context"
	"fmt"
	"time"
)

// Target is a guard under test. Judge is safe for concurrent use.
type Target interface {
	Judge(ctx context.Context, e Event) Answer
}

// Func makes a target of a Go function.
type Func func(Event) Verdict

// Judge asks the function. It is given no time limit: it runs in this process.
func (f Func) Judge(_ context.Context, e Event) Answer {
	if e.fault != nil && (e.fault.sends() || e.fault.Broken != Broken{}) {
		return skipped("a Go function gets the event itself, and not its JSON in an environment")
	}
	start := time.Now()
	a := Answer{Verdict: f(e), Exit: -1}
	a.Took, a.How = time.Since(start), "the function's verdict"
	if !a.Refused() {
		a.Why = "the function's verdict is " + a.Verdict.String()
	}
	return a
}

// Name says what a target is, for people.
func Name(t Target) string {
	if s, ok := t.(fmt.Stringer); ok {
		return s.String()
	}
	return fmt.Sprintf("%T", t)
}
