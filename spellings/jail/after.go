package jail

import "time"

// Outcome says how a run ended.
type Outcome int8

const (
	// Unproven: nothing was run, or nothing can be said of it. Result.Reason says why.
	Unproven Outcome = iota
	// Ended: the text ran to its end.
	Ended
	// TimedOut: the deadline passed, or the world grew beyond its limit, and the process tree was killed.
	// What happened until then counts.
	TimedOut
)

// Result is what a run left.
type Result struct {
	Outcome Outcome
	// Reason says why a run is unproven (no bubblewrap, no such shell, a needed program missing), or what
	// it was stopped for.
	Reason string
	// Status is the shell's exit status, 128+n for a signal.
	Status int
	// Stdout and Stderr are cut at Limits.Output bytes.
	Stdout, Stderr string
	// Calls are the recorded calls of stubs, in order.
	Calls []Call
	// Took is the wall-clock time of the run, the making and removing of its world included.
	Took time.Duration
	// Happened holds what each check of the run said, in the order given.
	Happened []bool
}
