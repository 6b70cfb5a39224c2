package guard

// DefaultPolicy is the built-in policy, the lowest layer. Every call returns a fresh one.
//
// An ask that nobody sees is refused (an unanswered question is no guard), the failure policy
// is closed, an allow is never said, and writes are in scope everywhere: which directories an
// agent may write is a matter of taste, which are a disaster to write is a matter of rules.
func DefaultPolicy() *Policy {
	return &Policy{
		Mode:           Enforce,
		OnError:        FailClosed,
		UnseenAsk:      Deny,
		OnLimit:        Ask,
		AllowUnmatched: None,
		// The default branch of the repository at hand is protected beside these. Both names are
		// here because of clones that do not know their remote's default branch.
		ProtectedBranches: []string{"main", "master"},
		// Where programs put what may be lost: the standard directories of Linux and macOS, and
		// the RAM disk. /private is where macOS keeps what its links of the same names lead to, and
		// below var/folders each user's TMPDIR.
		TempDirs: []string{"/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/tmp", "/private/var/folders", "/var/folders"},
		Scope:    Scope{Severity: Deny},
		FileGate: FileGate{Timeout: DefaultFileGateTimeout},
		Limits:   DefaultLimits(),
	}
}
