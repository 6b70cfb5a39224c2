package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
)

// matchOtherDiscard reports the same in other version control systems, whose state is not looked
// at: a human looks.
func matchOtherDiscard(c *Context, l *shell.Leaf) {
	p := l.Parsed
	first := ""
	if len(p.Operands) > 0 {
		first, _ = p.Operands[0].Known()
	}
	if p.Sub != "" {
		first, _, _ = strings.Cut(p.Sub, " ")
	}
	switch l.Program {
	case "hg", "chg", "sl":
		dry := p.Given("-n") == 1 || p.Given("--dry-run") == 1
		switch first {
		case "update", "up", "checkout", "co", "goto":
			if p.Given("-C") == 1 || p.Given("--clean") == 1 {
				c.askInstead(l, l.Program+" update --clean throws uncommitted changes away", "`"+l.Program+" shelve` keeps them")
			}
		case "revert":
			if !dry && (p.Given("-a") == 1 || p.Given("--all") == 1) {
				c.askInstead(l, l.Program+" revert --all takes all uncommitted changes back", "`"+l.Program+" shelve` keeps them")
			}
		case "purge", "clean":
			if p.Given("-p") != 1 && p.Given("--print") != 1 && !dry {
				c.askInstead(l, l.Program+" purge deletes files that are not tracked", "`"+l.Program+" purge --print` lists them")
			}
		case "strip":
			c.askInstead(l, l.Program+" strip removes commits", "`"+l.Program+" bookmark kept` keeps a name on them")
		}
	case "svn":
		switch {
		case first == "revert" && (p.Given("-R") == 1 || p.Given("--recursive") == 1 || p.Given("--depth") == 1):
			c.askInstead(l, "svn revert takes all uncommitted changes back", "`svn diff > changes.patch` keeps them")
		case first == "cleanup" && (p.Given("--remove-unversioned") == 1 || p.Given("--remove-ignored") == 1):
			c.askInstead(l, "svn cleanup deletes files that are not tracked", "`svn status` shows them")
		}
	case "jj":
		if first == "abandon" {
			c.askInstead(l, "jj abandon drops changes", "`jj log` shows them")
		}
	case "fossil", "bzr", "brz", "p4":
		if first == "revert" {
			c.askInstead(l, l.Program+" revert takes uncommitted changes back", "`"+l.Program+" diff` shows them")
		}
	}
}
