package spellings

import "iter"

// Group is the kind of place in which a family hides a command.
type Group string

// The groups, in the order in which they are printed.
const (
	Quoting      Group = "quoting"
	Empty        Group = "empty expansion"
	Whitespace   Group = "white space"
	Variables    Group = "variables"
	Globs        Group = "globs"
	Substitution Group = "substitution"
	Code         Group = "code in strings"
	Encoded      Group = "encoded"
	Wrappers     Group = "wrappers"
	Interpreters Group = "interpreters"
	Grammar      Group = "grammar"
	Options      Group = "options and operands"
	Identity     Group = "names of programs"
	TwoStep      Group = "two steps"
	OtherWays    Group = "other ways"
	Unicode      Group = "characters"
)

// Family is one way to write a command differently. It is a literal that carries its own example.
type Family struct {
	// ID names it: "quote/single".
	ID    string
	Group Group
	// Title is one line that says what it does.
	Title string
	// From and To are an example: Rewrite of From yields To among others.
	From, To string
	// Techniques are the rows of the public list that it covers: "A01".
	Techniques []string
	// Needs names the programs, beside the shell and those of the seed, that a proof of it needs.
	Needs []string
	// Effect ties a family of other ways to the seeds with that effect; empty is every seed.
	Effect Effect
	// Stub is a program of the seed's world that the family runs the command through: "sudo". Worlds
	// without such a stub have no such spelling.
	Stub string
	// WorldOnly says that the words of the call change, as with another option or path for the same
	// thing: only a world can tell that nothing else does.
	WorldOnly bool
	// Rewrite yields variants of s, lazily and always in the same order. Yielding nothing means that
	// the family has no way to write s.
	Rewrite func(s *Source) iter.Seq[string]
}
