package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// saveFirst is followed by the same call: the rule sees that the work was put away.
const saveFirst = "put the work away first, joined by &&: `git stash -u` or `git add -A && git commit -m wip`"

// matchGitDiscard reports calls that throw away what is not committed.
func matchGitDiscard(c *Context, l *shell.Leaf) {
	if l.Parsed.Canonical() != "git" {
		matchOtherDiscard(c, l)
		return
	}
	g := c.gitCall(l)
	p := g.p
	if onlyHelps(p) {
		return
	}
	switch p.Sub {
	case "reset":
		switch {
		case p.Has("hard"):
			g.loses(theWorkTree, "git reset --hard")
		case p.Has("merge"):
			g.loses(theWorkTree, "git reset --merge")
		}
	case "checkout":
		g.checkout()
	case "switch":
		if p.Has("discard-changes", "force") {
			g.loses(theWorkTree, "git switch --discard-changes")
		}
	case "restore":
		g.restore()
	case "clean":
		g.clean()
	case "stash clear":
		c.ReportInstead(l, "git stash clear throws all stashes away", "`git stash list` shows them; a human says which may go")
	case "stash drop":
		if g.listed(p.Operands) {
			c.ReportInstead(l, "this drops all stashes that a program lists", "`git stash list` shows them; a human says which may go")
			return
		}
		c.askInstead(l, "git stash drop throws away work that no branch has", "`git stash show -p` shows it, `git stash branch kept` keeps it on a branch")
	case "reflog delete":
		for i := range p.Operands {
			if text, _ := p.Operands[i].Prefix(); strings.HasPrefix(text, "stash") || strings.HasPrefix(text, "refs/stash") {
				c.ReportAsk(l, "git reflog delete throws a stash away")
			}
		}
	case "update-ref":
		if p.Has("d") && operand(p, 0) == "refs/stash" {
			c.Report(l, "git update-ref -d refs/stash throws all stashes away")
		}
	case "read-tree":
		if p.Has("reset") && p.Has("u") && !p.Has("dry-run") {
			g.loses(theWorkTree, "git read-tree --reset -u")
		}
	case "checkout-index":
		if !p.Has("force") || p.Has("prefix", "temp", "no-create") {
			return
		}
		if p.Has("all") {
			g.loses(Unstaged, "git checkout-index -f -a")
			return
		}
		g.losesPaths(Unstaged, p.Operands, "git checkout-index -f")
	case "rm":
		if p.Has("force") && !p.Has("cached", "dry-run") {
			g.losesPaths(theWorkTree, p.Operands, "git rm -f")
		}
	case "mv":
		// A directory takes the file in, a file is overwritten.
		if n := len(p.Operands); p.Has("force") && !p.Has("dry-run") && n == 2 && !g.isDir(&p.Operands[1]) {
			g.losesPaths(theWorkTree|UntrackedNew, p.Operands[1:], "git mv -f")
		}
	case "worktree remove":
		if p.Has("force") {
			g.worktreeRemove()
		}
	case "submodule deinit", "submodule update":
		g.submodule()
	case "apply":
		g.applyReverse()
	case "clear":
		// git-extras: git reset --hard and git clean -fdx.
		g.loses(theWorkTree|UntrackedNew, "git clear")
	case "undo":
		if p.Has("hard", "h") {
			g.loses(theWorkTree, "git undo --hard")
		}
	}
}

// onlyHelps tells whether git shows a manual page: git --help reset, git reset --help.
func onlyHelps(p *program.Parsed) bool {
	for i := range p.Global {
		if n := p.Global[i].Name; n == "h" || n == "v" {
			return true
		}
	}
	return len(p.Options) > 0 && p.Options[0].Name == "help" && p.Options[0].Index == 1
}

// askInstead is ReportAsk with advice of its own.
func (c *Context) askInstead(l *shell.Leaf, message, instead string) {
	c.report(l, Ask, message, instead)
}

// loses reports a call that throws away changes anywhere in the work tree.
func (g *gitCall) loses(what ChangeKind, call string) {
	if what = g.unsaved(what); what == 0 {
		return
	}
	s := g.changes(what)
	switch {
	case !s.known:
		g.c.report(g.l, g.c.rule.Severity, call+" throws uncommitted work away; whether there is any cannot be told", saveFirst)
	case len(s.list) > 0:
		g.c.report(g.l, g.c.rule.Severity, call+" throws uncommitted work away: "+s.samples(g.root()), saveFirst)
	case g.recurses():
		g.c.askInstead(g.l, call+" reaches into submodules, which were not looked at", saveFirst)
	}
}

func (g *gitCall) root() string {
	if r := g.repo(); r != nil {
		return r.Root()
	}
	return ""
}

// recurses tells whether the call works in submodules that exist.
func (g *gitCall) recurses() bool {
	if !g.p.Has("recurse-submodules") {
		return false
	}
	root := g.root()
	return root == "" || g.c.Command.cfg.state.Stat(root+"/.gitmodules") != FileMissing
}

// losesPaths reports a call that throws away changes at or below some paths. All of the work
// tree is refused, a part of it is for a human to look at.
func (g *gitCall) losesPaths(what ChangeKind, operands []value.Word, call string) {
	specs, known := g.pathspecs(operands)
	if g.p.Option("pathspec-from-file") != nil {
		known = false
	} else if len(specs) == 0 {
		return
	}
	if what = g.unsaved(what); what == 0 || !known && g.givenDeleted() {
		return
	}
	tree, positive := false, false
	for i := range specs {
		tree = tree || specs[i].tree && !specs[i].exclude
		positive = positive || !specs[i].exclude
	}
	tree = tree || !positive && len(specs) > 0 || !known && g.givenDirtyList()
	all := g.changes(what)
	if !all.known {
		switch {
		case tree:
			g.c.report(g.l, g.c.rule.Severity, call+" throws uncommitted work away; whether there is any cannot be told", saveFirst)
		default:
			g.c.askInstead(g.l, call+" may throw uncommitted work away; whether there is any cannot be told", saveFirst)
		}
		return
	}
	hit := stake{}
	for i := range all.list {
		if !known || matchAny(specs, all.list[i].Path, !positive) {
			hit.list = append(hit.list, all.list[i])
		}
	}
	switch {
	case len(hit.list) == 0:
	case !known && !tree:
		g.c.askInstead(g.l, call+" throws uncommitted work away in files that cannot be told", saveFirst)
	case tree, len(hit.list) > 1 && len(hit.list) == len(all.list):
		g.c.report(g.l, g.c.rule.Severity, call+" throws uncommitted work away: "+hit.samples(g.root()), saveFirst)
	default:
		g.c.askInstead(g.l, call+" throws the uncommitted changes in "+hit.samples(g.root())+" away", "`git diff` shows them, `git stash push` keeps them")
	}
}

// matchAny tells whether pathspecs take a path; all is what holds when only exclusions are given.
func matchAny(specs []pathspec, path string, all bool) bool {
	for i := range specs {
		if s := &specs[i]; s.path != "" && s.matches(path) {
			if s.exclude {
				return false
			}
			all = true
		} else if s.path == "" && s.tree {
			all = true
		}
	}
	return all
}

// checkout reports git checkout when it does not only switch to another commit.
func (g *gitCall) checkout() {
	p := g.p
	force := p.Has("force")
	if p.Has("b", "B", "orphan", "detach", "track") {
		if force {
			g.loses(theWorkTree, "git checkout -f")
		}
		return
	}
	if p.Has("patch") && g.l.Stdin == nil {
		return // a human answers
	}
	what := Unstaged
	if force {
		what |= Unmerged
	}
	if p.Has("2") || p.Has("3") {
		what = Unstaged // one side of a conflict is what it is for
	}
	paths := p.Operands
	switch n := len(p.Operands); {
	case p.DashDash >= 0:
		if paths = p.Operands[p.DashDash:]; p.DashDash > 0 {
			what = theWorkTree // from a commit: the index goes, too
		}
	case n == 0:
	case g.isRevision(&p.Operands[0], n):
		what = theWorkTree
		paths = paths[1:]
	}
	switch {
	case len(paths) > 0, p.Option("pathspec-from-file") != nil:
		g.losesPaths(what, paths, "git checkout of files")
	case force:
		g.loses(theWorkTree, "git checkout -f")
	}
}

// isRevision tells whether the first of n operands of git checkout is a commit and no path.
func (g *gitCall) isRevision(w *value.Word, n int) bool {
	text, known := w.Known()
	if !known {
		// Of several words the first is the commit. One that is not known is a branch as a rule;
		// a pattern is not.
		return w.HasUnknown() && !strings.Contains(w.String(), "/$") || n > 1 && !w.HasGlob()
	}
	if text == "" || text == "." || text == ".." || text[0] == ':' || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") || text[0] == '/' || text[len(text)-1] == '/' {
		return false
	}
	if r := g.repo(); r != nil {
		a := r.IsBranch(text).Or(r.IsCommit(text))
		if !a.IsMaybe() {
			// A branch that the command makes before is not there yet, but neither is such a file.
			return a.IsYes() || !g.exists(text) && !strings.ContainsAny(text, "*?[")
		}
	}
	if strings.ContainsAny(text, "*?[") {
		return false
	}
	return !g.exists(text) && !looksLikeFile(text)
}

// exists tells whether a file of that name is there.
func (g *gitCall) exists(name string) bool {
	st, dir := g.c.Command.cfg.state, g.dir()
	if st == nil || dir == "" {
		return false
	}
	_, at := g.c.walk(g.l, dir, name)
	kind := st.Stat(at)
	return kind != FileMissing && kind != FileUnknown
}

// isDir tells whether an operand is a directory, or is not known.
func (g *gitCall) isDir(w *value.Word) bool {
	st, dir := g.c.Command.cfg.state, g.dir()
	text, known := w.Known()
	if !known || st == nil || dir == "" {
		return true
	}
	at, _ := g.c.walk(g.l, dir, text)
	return st.Stat(at) == FileDir
}

// looksLikeFile tells whether a name has an extension that is no version number.
func looksLikeFile(name string) bool {
	name = baseName(name)
	i := strings.LastIndexByte(name, '.')
	return i > 0 && i+1 < len(name) && len(name)-i < 7 && (name[i+1] < '0' || name[i+1] > '9')
}

// restore reports git restore when it writes the work tree.
func (g *gitCall) restore() {
	p := g.p
	staged, tree := p.Has("staged"), p.Has("worktree")
	if staged && !tree || p.Has("patch") && g.l.Stdin == nil {
		return
	}
	what := Unstaged
	if staged {
		what = theWorkTree
	} else if p.Has("source") && !p.Has("2") && !p.Has("3") {
		what |= Unmerged
	}
	g.losesPaths(what, p.Operands, "git restore")
}

// worktreeRemove reports the forced removal of a work tree that is not clean.
func (g *gitCall) worktreeRemove() {
	specs, known := g.pathspecs(g.p.Operands)
	st := g.c.Command.cfg.state
	clean := known && st != nil && len(specs) > 0
	for i := range specs {
		if !clean || specs[i].path == "" || specs[i].pattern != "" {
			clean = false
			break
		}
		r := st.Repo(specs[i].path, "")
		if r == nil || r.Root() != specs[i].path {
			clean = false
			break
		}
		list, ok := r.Changes(theWorkTree | UntrackedNew)
		clean = ok && len(list) == 0
	}
	if !clean {
		g.c.ReportInstead(g.l, "git worktree remove --force throws away what is not committed there", "commit what is there: `git worktree list` shows where it is; without --force git refuses when work would be lost")
	}
}

// submodule reports what throws changes in submodules away. They are not looked into.
func (g *gitCall) submodule() {
	if !g.p.Has("force", "f") {
		return
	}
	if root := g.root(); root != "" && g.c.Command.cfg.state.Stat(root+"/.gitmodules") == FileMissing {
		return
	}
	g.c.ReportAsk(g.l, "git "+g.p.Sub+" --force throws uncommitted work in submodules away, if there is any")
}

// applyReverse reports git diff | git apply -R, which takes all changes back.
func (g *gitCall) applyReverse() {
	if !g.p.Has("reverse") || g.p.Has("check", "stat", "numstat", "summary", "cached") || g.l.Stdin == nil || g.c.leaf < 1 {
		return
	}
	from := g.c.Command.leaves[g.c.leaf-1]
	if from.Parsed.Canonical() != "git" || from.Parsed.Sub != "diff" || from.Parsed.Has("cached", "staged") {
		return
	}
	words := from.Parsed.Operands
	if len(words) == 1 && operand(from.Parsed, 0) == "HEAD" {
		g.loses(theWorkTree, "git diff HEAD | git apply -R")
		return
	}
	if at := from.Parsed.DashDash; at >= 0 {
		if at > 0 {
			return // between commits
		}
	} else if len(words) > 0 && g.isRevision(&words[0], 1) {
		return
	}
	if len(words) == 0 {
		g.loses(Unstaged, "git diff | git apply -R")
		return
	}
	g.losesPaths(Unstaged, words, "git diff | git apply -R")
}
