package guard

import (
	"sync"
	"time"
)

// Mode is whether verdicts are enforced.
type Mode uint8

// The modes. The zero value enforces.
const (
	Enforce Mode = iota
	Observe      // record what would have been refused, let all through
	Off
)

var modeNames = [...]string{"enforce", "observe", "off"}

// String returns enforce, observe or off.
func (m Mode) String() string { return modeNames[m] }

// FailurePolicy is what becomes of a call that the guard could not judge.
type FailurePolicy uint8

// The failure policies. The zero value is closed.
const (
	FailClosed FailurePolicy = iota // refuse, with the reason
	FailOpen                        // let it through, and record that it was open
)

// Policy is what rules go by: the effective policy after all layers were put together. The
// zero value is not usable; DefaultPolicy returns the built-in one, package guard/policy reads
// files into one. A Policy must not be changed after its first use by Check.
type Policy struct {
	Mode    Mode
	OnError FailurePolicy
	// UnseenAsk is what becomes of ask where no human sees it (bypass, headless, auto): Deny by default.
	UnseenAsk Verdict
	// OnLimit is the verdict when a limit was hit: Ask by default, or Deny.
	OnLimit Verdict
	// AllowUnmatched is the verdict for a command in which no rule matched: None, or Allow by the user's wish.
	AllowUnmatched Verdict

	// Severities overrides the severity of a rule ("git/force-push") or an area ("git").
	Severities map[string]Severity
	// ProtectedBranches are branch names or patterns (path.Match) beside the default branch.
	ProtectedBranches []string
	// TempDirs and TrustedDirs are absolute directories in which deletes are ordinary. ~ is the home.
	TempDirs, TrustedDirs []string
	// TrustedHosts are host names from which downloads may be run; *.example.com matches subdomains.
	TrustedHosts []string
	// SecretPaths and ProtectedPaths are patterns beside the built-in ones: absolute, ~/..., or
	// relative to the project root; ** crosses directories. A leading ! takes one out.
	SecretPaths, ProtectedPaths []string
	// GuardDirs are absolute directories where bashguard keeps its own policy, trust and log, when the
	// environment puts them elsewhere than usual. No layer can take one out.
	GuardDirs []string
	// OwnFile is asked for the absolute path of the guard's own program, "" when it is not known, once a
	// path is to be judged; nil when there is none.
	OwnFile func() string
	// Scope is the write scope of the file gate.
	Scope Scope
	// FileGate is a command that is asked about each path that a command writes, "" for none.
	FileGate FileGate
	// Limits bound the work. Zero fields take the defaults of DefaultLimits.
	Limits Limits
	// Rules are the user's own.
	Rules []Rule

	once     sync.Once
	compiled *compiled // built on first use
}

// Scope says where files may be written. Entries are directories or patterns: absolute, ~/...,
// or relative to the project root; compared by path components; ** crosses directories.
// Deny wins. An empty Allow allows everything that Deny does not name.
type Scope struct {
	Allow, Deny []string
	// Severity of a write outside: Deny by default.
	Severity Severity
}

// FileGate is a user's own gate for file writes.
type FileGate struct {
	Command string
	Timeout time.Duration
}

// Limits bound the work on one command. Every one has its reason in limits.go.
type Limits struct {
	SourceBytes int           // size of the source text
	Nesting     int           // depth of nested syntax
	Steps       int           // nodes evaluated
	Depth       int           // executed text read again inside executed text
	WordBytes   int           // size of one expanded word or captured output
	Words       int           // words made by one brace or glob expansion
	ScriptBytes int           // size of a script read from disk
	Time        time.Duration // wall clock of one check
}
