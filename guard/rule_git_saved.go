package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// allKinds are all kinds of change.
const allKinds = Staged | Unstaged | Unmerged | UntrackedNew | IgnoredNew

// saved tells whether the command itself puts the changes of the kinds away before this call:
// git stash -u && ..., git add -A && git commit -m x && .... Only && counts: after ; or a newline
// the call is run when the saving failed, too.
func (g *gitCall) saved(what ChangeKind) bool {
	left := what
	committed := false
	ok := g.chain(func(before *gitCall, other *shell.Leaf) bool {
		if before == nil {
			return other.Kinds&program.Move == 0
		}
		p := before.p
		switch p.Sub {
		case "stash", "stash push", "stash save":
			if before.whole() && !p.Has("staged", "patch") && (p.Sub == "stash save" || len(p.Operands) == 0) {
				left &^= theWorkTree // of a conflict it saves nothing, but then it fails
				if p.Has("include-untracked") {
					left &^= UntrackedNew
				}
				if p.Has("all") {
					left &^= UntrackedNew | IgnoredNew
				}
			}
		case "commit":
			if before.whole() && len(p.Operands) == 0 && !p.Has("dry-run", "patch", "interactive", "only", "include") {
				committed = true
				left &^= Staged
				if p.Has("all") {
					left &^= theWorkTree
				}
			}
		case "add", "stage":
			if !committed || !before.whole() || p.Has("dry-run", "patch", "interactive", "edit", "intent-to-add", "refresh") {
				break
			}
			switch all := before.takesAll(); {
			case all && p.Has("force"):
				left = 0
			case all:
				left &^= theWorkTree | UntrackedNew
			case p.Has("update") && len(p.Operands) == 0:
				left &^= theWorkTree
			}
		case "fetch", "pull", "push", "status", "log", "diff", "show", "checkout", "switch", "branch", "remote", "rev-parse",
			"merge", "rebase", "tag", "config", "describe", "ls-files", "reflog", "remote update", "remote -v":
			// Nothing that was put away comes back by these.
		default:
			return false
		}
		return left != 0
	})
	return ok && left == 0
}

// chain calls visit for the leaves before this one that are joined to it by &&, the nearest
// first, until it returns false; other calls of git in the same repository come as such, the
// rest as leaves. It is false when visit met something that ends the chain badly.
func (g *gitCall) chain(visit func(before *gitCall, other *shell.Leaf) bool) bool {
	c := g.c
	for i := c.leaf; i > 0; i-- {
		now, before := c.Command.leaves[i], c.Command.leaves[i-1]
		if !c.joined(before, now) {
			return true
		}
		if before.Parsed.Canonical() != "git" {
			if !visit(nil, before) {
				return false
			}
			continue
		}
		b := &gitCall{c: c, l: before, p: before.Parsed}
		if b.dir() != g.dir() {
			if r, s := b.repo(), g.repo(); r == nil || s == nil || r != s {
				continue // another repository's
			}
		}
		if !visit(b, before) {
			return true
		}
	}
	return true
}

// joined tells whether two leaves stand in the text with nothing but && between them.
func (c *Context) joined(a, b *shell.Leaf) bool {
	src := c.Command.Source
	if a.End > b.Pos || b.Pos > len(src) || a.Pos < 0 || a.Maybe || len(a.Via) != len(b.Via) {
		return false
	}
	between := strings.Trim(src[a.End:b.Pos], " \t\r\n\\")
	return between == "&&" && !strings.HasSuffix(strings.TrimRight(src[:a.Pos], " \t"), "!")
}

// whole tells whether the words of the call are all known.
func (g *gitCall) whole() bool { return !g.p.Unsure && g.p.Option("pathspec-from-file") == nil }

// takesAll tells whether git add takes everything in the work tree.
func (g *gitCall) takesAll() bool {
	if len(g.p.Operands) == 0 {
		return g.p.Has("all")
	}
	r := g.repo()
	if r == nil {
		return false
	}
	specs, known := g.pathspecs(g.p.Operands)
	all := false
	for i := range specs {
		if specs[i].exclude {
			return false
		}
		all = all || specs[i].tree && atOrBelow(r.Root(), specs[i].path)
	}
	return known && all
}
