package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// matchGitDeleteRef reports calls that delete a branch, a tag or a work tree.
func matchGitDeleteRef(c *Context, l *shell.Leaf) {
	p := l.Parsed
	switch p.Sub {
	case "branch":
		if p.Has("delete", "D") && !p.Has("remotes") && !c.inFreshRepo(l) {
			c.Report(l, "git branch -d deletes "+names(p.Operands, "a branch"))
		}
	case "tag":
		if p.Has("delete") && !c.inFreshRepo(l) {
			c.askInstead(l, "git tag -d deletes "+names(p.Operands, "a tag"), "`git tag -n1` shows what it names")
		}
	case "worktree remove":
		c.askInstead(l, "git worktree remove deletes "+names(p.Operands, "a work tree"), "`git worktree list` shows them")
	case "update-ref":
		switch {
		case p.Has("d"):
			c.Report(l, "git update-ref -d deletes "+names(p.Operands, "a ref"))
		case p.Has("stdin") && deletions(l) != 0:
			c.Report(l, "git update-ref --stdin deletes refs")
		}
	case "symbolic-ref":
		if p.Has("delete") {
			c.Report(l, "git symbolic-ref -d deletes "+names(p.Operands, "a ref"))
		}
	case "delete-branch", "delete-tag", "delete-merged-branches", "delete-squashed-branches", "delete-submodule", "obliterate":
		c.Report(l, "git "+p.Sub+" deletes "+names(p.Operands, "refs")) // git-extras
	}
}

// inFreshRepo tells whether a call runs in a directory that the command itself makes.
func (c *Context) inFreshRepo(l *shell.Leaf) bool {
	g := c.gitCall(l)
	g.locate()
	return g.fresh
}

// names lists operands for a message.
func names(words []value.Word, none string) string {
	if len(words) == 0 {
		return none
	}
	name := shown(&words[0])
	if n := len(words) - 1; n > 0 {
		return name + " and " + plural(n, "more", "more")
	}
	return name
}

// shown is a word in a message: what a program prints has no text to show.
func shown(w *value.Word) string {
	if w.Origin()&(value.Output|value.Names|value.Stdin|value.File) != 0 {
		return "what a program prints"
	}
	return w.String()
}

// deletions counts the refs that update-ref --stdin deletes: -1 when that is not known.
func deletions(l *shell.Leaf) int {
	if l.Stdin == nil {
		return -1
	}
	text, known := l.Stdin.Known()
	if !known {
		return -1
	}
	n := 0
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == 0 }) {
		if strings.HasPrefix(strings.TrimSpace(line), "delete ") {
			n++
		}
	}
	return n
}

// listed tells whether operands are the output of a program that lists many: what xargs adds,
// $(git branch), the variable of a loop over it.
func (g *gitCall) listed(words []value.Word) bool {
	for i := range words {
		w := &words[i]
		if w.Origin()&(value.Output|value.Names|value.Stdin|value.File) != 0 && !g.isCurrent(w) {
			return true
		}
	}
	return false
}
