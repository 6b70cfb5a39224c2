package guard

import (
	"fmt"
	"path"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
)

// UserRule is a rule of a user's own policy: what a Rule is, with conditions in place of a
// matcher. It carries its proof too: CheckExamples runs it.
type UserRule struct {
	ID                  string   // area/what, as of built-in rules
	Severity            Severity // Deny, Ask or None (off)
	Title, Why, Instead string
	When                Condition
	// Matches must be found by the rule, Passes must not be; see Rule for the prefixes and the
	// context in which they are read.
	Matches, Passes []string
}

// Condition is what a rule asks of one leaf. Every field that is set must hold; an empty
// Condition is refused. What cannot be decided is maybe, see Compile.
type Condition struct {
	// Runs: the leaf runs one of these: a program, or a program and its subcommand ("git push").
	Runs []string
	// Flags must all be given, AnyFlags at least one, NotFlags none. They are compared by
	// meaning: --force is also -f, -uf and --forc.
	Flags, AnyFlags, NotFlags []string
	// Operands are patterns of which each must match an operand, AnyOperands of which one must.
	// * stands for any text, ? for one character.
	Operands, AnyOperands []string
	// Branch: the branch that git pushes to, switches to, makes, moves or deletes, and else the one that is
	// checked out, is one of these names or patterns (path.Match).
	Branch []string
	// Touches (reads or names), WritesTo (creates or changes), Deletes (removes or moves away): one of these
	// paths or what is below it. Absolute, ~/..., or relative to the project root; * stays in
	// one directory, ** crosses them.
	Touches, WritesTo, Deletes []string
	// Sends: it sends something away from the machine.
	Sends bool
	// PipesToShell: the command that the leaf is in runs text that comes from the network, or that
	// is not known: curl piped to a shell.
	PipesToShell bool
	// Any: one of these must hold; All: each; Not: it must not.
	Any, All []Condition
	Not      *Condition
}

// Bounds of a user's rules. An untrusted project may add rules, and a hook that answers late
// is a hook that some hosts ignore.
const (
	MaxRuleExamples = 16      // examples of one rule
	MaxExampleBytes = 1 << 10 // length of one example
	maxConditions   = 64      // conditions in one rule, nested ones included
)

// RuleError is what is wrong with a user's rule.
type RuleError struct {
	Rule    string // the rule's id
	Culprit string // the text in the rule that is at fault, "" for the rule as a whole
	Message string
}

// Error returns the message with the rule's id.
func (e *RuleError) Error() string { return "rule `" + e.Rule + "`: " + e.Message }

// Compile makes a Rule of it. The rule speaks with its own severity when every condition is
// certain. When some cannot be decided it asks, provided none is false and at least one is
// certain: `git push origin $BRANCH` asks under a rule on pushes to main, `$X` alone does not.
func (u *UserRule) Compile() (Rule, error) {
	if err := u.validate(); err != nil {
		return Rule{}, err
	}
	rule := Rule{
		ID: u.ID, Severity: u.Severity, Title: u.Title, Why: u.Why, Instead: u.Instead,
		Matches: u.Matches, Passes: u.Passes,
	}
	when, title := u.When, u.Title
	if when.onlyPipes() {
		rule.MatchCommand = func(c *Context) { c.reportPipes(title) }
		return rule, nil
	}
	rule.Match = func(c *Context, l *shell.Leaf) {
		switch t := when.eval(c, l); {
		case t.no > 0:
		case t.maybe == 0:
			c.Report(l, title)
		case t.yes > 0:
			c.ReportAsk(l, "it may be: "+title)
		}
	}
	return rule, nil
}

// onlyPipes tells whether the rule is about the command as a whole and no leaf of it.
func (when *Condition) onlyPipes() bool {
	rest := *when
	rest.PipesToShell = false
	return when.PipesToShell && rest.IsEmpty()
}

func (u *UserRule) validate() error {
	fault := func(culprit, format string, args ...any) error {
		return &RuleError{Rule: u.ID, Culprit: culprit, Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case !validRuleID(u.ID):
		return fault(u.ID, "an id must be area/what in lower case letters, digits and dashes")
	case u.Severity == Allow:
		return fault("allow", "severity must be deny, ask or none")
	case strings.TrimSpace(u.Title) == "":
		return fault("", "title is missing: say what it refuses")
	case len(u.Matches) == 0:
		return fault("", "matches is missing: a rule that was never seen to match may never fire")
	case len(u.Matches)+len(u.Passes) > MaxRuleExamples:
		return fault("", "more than %d examples", MaxRuleExamples)
	}
	for _, list := range [...][]string{u.Matches, u.Passes} {
		for _, example := range list {
			if len(example) > MaxExampleBytes {
				return fault(example, "an example is longer than %d bytes", MaxExampleBytes)
			}
		}
	}
	count := 0
	if culprit, message := u.When.validate(&count); message != "" {
		return fault(culprit, "%s", message)
	}
	return nil
}

// validRuleID tells whether an id is area/what.
func validRuleID(id string) bool {
	area, what, ok := strings.Cut(id, "/")
	return ok && validIDPart(area) && validIDPart(what)
}

func validIDPart(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' && i > 0 {
			continue
		}
		return false
	}
	return s != ""
}

// validate returns what is wrong and the text at fault.
func (when *Condition) validate(count *int) (culprit, message string) {
	if *count++; *count > maxConditions {
		return "", fmt.Sprintf("more than %d conditions", maxConditions)
	}
	if when.IsEmpty() {
		return "", "a condition is empty: it would hold for every command"
	}
	check := func(list []string, fault func(string) string) {
		for _, text := range list {
			if message == "" {
				culprit, message = text, fault(text)
			}
		}
	}
	check(when.Runs, runsFault)
	check(when.Flags, flagFault)
	check(when.AnyFlags, flagFault)
	check(when.NotFlags, flagFault)
	check(when.Branch, patternFault)
	check(when.Touches, patternFault)
	check(when.WritesTo, patternFault)
	check(when.Deletes, patternFault)
	for i := 0; i < len(when.Any) && message == ""; i++ {
		culprit, message = when.Any[i].validate(count)
	}
	for i := 0; i < len(when.All) && message == ""; i++ {
		culprit, message = when.All[i].validate(count)
	}
	if when.Not != nil && message == "" {
		culprit, message = when.Not.validate(count)
	}
	return culprit, message
}

// IsEmpty tells whether no condition is set.
func (when *Condition) IsEmpty() bool {
	return len(when.Runs) == 0 && len(when.Flags) == 0 && len(when.AnyFlags) == 0 && len(when.NotFlags) == 0 &&
		len(when.Operands) == 0 && len(when.AnyOperands) == 0 && len(when.Branch) == 0 &&
		len(when.Touches) == 0 && len(when.WritesTo) == 0 && len(when.Deletes) == 0 &&
		!when.Sends && !when.PipesToShell && len(when.Any) == 0 && len(when.All) == 0 && when.Not == nil
}

func runsFault(name string) string {
	for i, word := range strings.Fields(name) {
		switch {
		case strings.HasPrefix(word, "-"):
			return fmt.Sprintf("runs `%s` holds the flag `%s`: put it in flags", name, word)
		case i == 0 && strings.Contains(word, "/"):
			return fmt.Sprintf("runs `%s` is a path: write the program's base name, `%s`", word, path.Base(word))
		}
	}
	return ""
}

func flagFault(flag string) string {
	switch {
	case strings.Trim(flag, "-+") == "" || flag[0] != '-' && flag[0] != '+':
		return fmt.Sprintf("flag `%s` must be written as it is given: --force, -f", flag)
	case strings.ContainsAny(flag, " \t\n"):
		return fmt.Sprintf("flag `%s` holds a blank: what stands after the flag is an operand", flag)
	}
	return ""
}

func patternFault(pattern string) string {
	if _, err := path.Match(pattern, ""); err != nil {
		return fmt.Sprintf("pattern `%s` has a bracket that is not closed: write \\[ for one that is meant as such", pattern)
	}
	return ""
}
