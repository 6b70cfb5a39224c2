package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// Rule is one thing that the guard refuses or asks about. A rule is a literal that carries
// its proof: examples that must match and near ones that must not, run by a test.
type Rule struct {
	ID       string   // area/what
	Severity Severity // Ask or Deny; a matcher may ask for less, never for more
	Title    string   // what it refuses, lower case, without a full stop
	Why      string   // why that is a disaster
	Instead  string   // what to write instead: words an agent can act on
	// Programs lists the base names of programs whose leaves the rule looks at, blank separated;
	// Kinds the effects. A rule with neither sees every leaf.
	Programs string
	Kinds    program.Kind
	// Match looks at one leaf and reports findings. It reads facts only: no parsing, no disk but
	// through the context's state.
	Match func(c *Context, l *shell.Leaf)
	// MatchCommand looks at the whole command, once, for rules whose facts stand in several leaves
	// or in none. A rule has Match or MatchCommand.
	MatchCommand func(c *Context)
	// Matches must be found by this rule (with its own severity), Passes must not be found by it. A leading "clean: "
	// runs the example in a clean repository instead of a dirty one (the context is that of the
	// handed cases: home /home/dev, cwd and project root /home/dev/app, branch feature/x, default main).
	// "ask: " says that the rule must find it with severity ask, "scoped: " that the policy has a write
	// scope: src and /tmp, but not src/generated.
	Matches, Passes []string
}

// Area is the part of the id before the slash.
func (r *Rule) Area() string {
	area, _, _ := strings.Cut(r.ID, "/")
	return area
}

// Span is a part of the source text in bytes, [Start, End).
type Span struct{ Start, End int }

// Finding is a rule that matched.
type Finding struct {
	Rule     *Rule
	Severity Severity
	// Message says what was found, in one sentence that names the thing.
	Message string
	// Instead is what to write instead; the rule's own unless the finding knows better.
	Instead string
	Span    Span
	Leaf    int // index of the leaf in Command.Leaves, -1 when none
}
