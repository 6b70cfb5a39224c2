package main

import "github.com/bashguard/bashguard/guard"

// The exit codes. They tell a verdict from a mistake in the call and from a fault of the
// program itself. Those of the hook verb are the host's: 0 and 2 only. docs/check.md lists them.
const (
	exitNone     = 0  // no opinion, or an explicit allow
	exitAsk      = 1  // a human should look
	exitDeny     = 2  // refused; hosts read 2 as "block", so it is the same for every verb
	exitUsage    = 64 // the call is wrong: unknown verb, flag or rule id (EX_USAGE)
	exitInput    = 66 // an input file cannot be read (EX_NOINPUT)
	exitInternal = 70 // a fault of bashguard itself (EX_SOFTWARE)
	exitConfig   = 78 // a policy file cannot be read or is wrong (EX_CONFIG)
)

// verdictExit is the exit code that says a verdict.
func verdictExit(v guard.Verdict) int {
	switch v {
	case guard.Deny:
		return exitDeny
	case guard.None, guard.Allow:
		return exitNone
	}
	return exitAsk
}

// failure is an error that knows its exit code. Errors without one are mistakes in the call:
// that is what cobra returns for an unknown flag or a missing operand.
type failure struct {
	code int
	err  error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// fail gives an error an exit code; nil stays nil.
func fail(code int, err error) error {
	if err == nil {
		return nil
	}
	return &failure{code, err}
}
