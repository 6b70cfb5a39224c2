package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// unsaved takes out of the kinds of change what the command itself puts away before this call, or
// makes sure that there is none: git stash -u && ..., git add -A && git commit -m x && ...,
// git diff --quiet && .... Only && counts: after ; or a newline the call is run when that failed, too.
func (g *gitCall) unsaved(what ChangeKind) ChangeKind {
	left := what
	committed := false
	g.chain(func(before *gitCall, other *shell.Leaf) bool {
		if before == nil {
			if g.asksForClean(other) {
				left &^= theWorkTree | UntrackedNew
			}
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
		case "diff", "diff-index", "diff-files":
			if !p.Has("quiet", "exit-code") || !before.whole() || p.DashDash >= 0 && p.DashDash < len(p.Operands) {
				break
			}
			switch first := operand(p, 0); {
			case len(p.Operands) > 1, p.Has("cached", "staged"):
			case first == "HEAD":
				left &^= theWorkTree
			case first == "":
				left &^= Unstaged | Unmerged
			}
		case "fetch", "pull", "push", "status", "log", "show", "checkout", "switch", "branch", "remote", "rev-parse",
			"merge", "rebase", "tag", "config", "describe", "ls-files", "reflog", "remote update", "remote -v":
			// Nothing that was put away comes back by these.
		default:
			return false
		}
		return left != 0
	})
	return left
}

// asksForClean tells whether a leaf is test -z "$(git status --porcelain)".
func (g *gitCall) asksForClean(l *shell.Leaf) bool {
	if l.Program != "test" && l.Program != "[" || len(l.Args) < 2 {
		return false
	}
	if text, _ := l.Args[0].Known(); text != "-z" || len(l.Args[1].Pieces) != 1 || l.Args[1].Pieces[0].Name != "git" {
		return false
	}
	for _, before := range g.c.Command.leaves[:g.c.leaf] {
		if before.Pos > l.Pos && before.End < l.End {
			return before.Parsed.Sub == "status" && before.Parsed.Has("porcelain", "short") && len(before.Parsed.Operands) == 0
		}
	}
	return false
}

// chain calls visit for the leaves before this one that are joined to it by &&, the nearest
// first, until it returns false; other calls of git in the same repository come as such, the
// rest as leaves.
func (g *gitCall) chain(visit func(before *gitCall, other *shell.Leaf) bool) {
	c := g.c
	for i := c.leaf; i > 0; i-- {
		now, before := c.Command.leaves[i], c.Command.leaves[i-1]
		if !c.joined(before, now) {
			return
		}
		if before.Parsed.Canonical() != "git" {
			if !visit(nil, before) {
				return
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
			return
		}
	}
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
