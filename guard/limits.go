package guard

import (
	"time"

	"github.com/bashguard/bashguard/guard/internal/shell"
)

// The default limits. The reasons stand beside the values in package shell, which keeps to
// them; here they have names for those who set others.
const (
	DefaultSourceBytes = shell.DefaultSourceBytes // bytes of source text
	DefaultNesting     = shell.DefaultNesting     // levels of nested syntax
	DefaultSteps       = shell.DefaultSteps       // nodes evaluated
	DefaultDepth       = shell.DefaultDepth       // levels of executed text in executed text
	DefaultWordBytes   = shell.DefaultWordBytes   // bytes of one expanded word
	DefaultWords       = shell.DefaultWords       // words made by one expansion
	DefaultScriptBytes = shell.DefaultScriptBytes // bytes of a script on disk
	DefaultTime        = shell.DefaultTime        // wall clock of one reading
)

// DefaultFileGateTimeout bounds one call of a user's own file gate. Hosts give a hook from 30
// seconds to 10 minutes; a gate that needs longer than this for one path is stuck.
const DefaultFileGateTimeout = 10 * time.Second

// DefaultLimits are the limits that hold where a policy sets none.
func DefaultLimits() Limits {
	return Limits{
		SourceBytes: DefaultSourceBytes,
		Nesting:     DefaultNesting,
		Steps:       DefaultSteps,
		Depth:       DefaultDepth,
		WordBytes:   DefaultWordBytes,
		Words:       DefaultWords,
		ScriptBytes: DefaultScriptBytes,
		Time:        DefaultTime,
	}
}
