package guard

import (
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// gitCall is a leaf that runs git, with the directories in which it may run.
type gitCall struct {
	c *Context
	l *shell.Leaf
	p *program.Parsed
	// dirs are the directories it may run in, mostly one; none when that is not known. With
	// --work-tree that is the directory, and what --git-dir is relative to stands in bases.
	dirs, bases []string
	room, spare [2]string
	// fresh: it runs in a directory that the command itself makes, which holds nobody's work.
	fresh bool
}

// theWorkTree are the kinds of change that git reset --hard throws away.
const theWorkTree = Staged | Unstaged | Unmerged

// gitCall takes a leaf for a call of git. It looks at no disk yet. The rules share it.
func (c *Context) gitCall(l *shell.Leaf) *gitCall {
	if c.git == nil || c.git.l != l {
		c.git = &gitCall{c: c, l: l, p: l.Parsed}
	}
	return c.git
}

// leafEnv returns the value that the text gives a variable of the leaf's environment.
func leafEnv(l *shell.Leaf, name string) (value.Word, bool) {
	for i := len(l.Env) - 1; i >= 0; i-- {
		if l.Env[i].Name == name {
			return l.Env[i].Value, true
		}
	}
	return value.Word{}, false
}

// locate finds the directories of the call, once.
func (g *gitCall) locate() {
	if g.dirs != nil || g.fresh {
		return
	}
	g.dirs, g.bases = g.room[:0], g.spare[:0]
	l := g.l
	if l.Remote {
		return // another machine's
	}
	if !l.Cwd.Known {
		g.fresh = isNewDir(&l.Cwd.Word)
		return
	}
	st := g.c.Command.cfg.state
	if dir, ok := g.enter(l.Cwd.Path); ok {
		if st != nil && st.Stat(dir) == FileMissing && g.madeHere() {
			g.dirs, g.fresh = g.dirs[:0], true
		}
	}
	if l.Cwd.Else == "" || st != nil && st.Stat(l.Cwd.Path) == FileDir {
		return // the cd does not fail
	}
	if !g.fresh {
		g.enter(l.Cwd.Else)
	}
}

// isNewDir tells whether a word is below what mktemp made: nothing was there before.
func isNewDir(w *value.Word) bool {
	for i := range w.Pieces {
		if p := &w.Pieces[i]; p.Kind == value.Unknown {
			return p.Name == "mktemp"
		}
	}
	return false
}

// enter adds a directory that the call may run in, by -C and --work-tree.
func (g *gitCall) enter(dir string) (string, bool) {
	dir = g.c.physical(g.c.Command.cfg.state, dir)
	for i := range g.p.Global {
		o := &g.p.Global[i]
		if o.Name != "C" {
			continue
		}
		to, known := o.Value.Known()
		if !known {
			g.fresh = isNewDir(&o.Value)
			return "", false
		}
		if to != "" { // as git takes it
			dir, _ = g.c.walk(g.l, dir, to)
		}
	}
	base := dir
	tree, given := leafEnv(g.l, "GIT_WORK_TREE")
	if o := g.p.Option("work-tree"); o != nil && o.HasValue {
		tree, given = o.Value, true
	}
	if given {
		to, known := tree.Known()
		if !known {
			return "", false
		}
		dir, _ = g.c.walk(g.l, dir, to)
	}
	g.dirs, g.bases = append(g.dirs, dir), append(g.bases, base)
	return dir, true
}

// madeHere tells whether an earlier leaf makes a repository: then a directory that is missing
// now is a new one.
func (g *gitCall) madeHere() bool {
	for _, before := range g.c.Command.leaves[:max(g.c.leaf, 0)] {
		p := before.Parsed
		switch p.Canonical() {
		case "git":
			if p.Sub == "clone" || p.Sub == "init" || p.Sub == "worktree add" || p.Sub == "submodule add" {
				return true
			}
		case "gh":
			if hasWord(before.Args, "repo") && (hasWord(before.Args, "clone") || hasWord(before.Args, "fork") || hasWord(before.Args, "create")) {
				return true
			}
		}
	}
	return false
}

// repos are the repositories of the call; known is false when one cannot be told.
func (g *gitCall) repos() (list []Repo, known bool) {
	g.locate()
	if g.fresh {
		return nil, true
	}
	for i := range g.dirs {
		r := g.repoAt(i)
		if r == nil {
			return nil, false
		}
		list = append(list, r)
	}
	return list, len(list) > 0
}

// repo is the repository of the call, nil when it cannot be told.
func (g *gitCall) repo() Repo {
	g.locate()
	if len(g.dirs) == 0 {
		return nil
	}
	return g.repoAt(0)
}

// dir is the directory of the call, "" when it is not known.
func (g *gitCall) dir() string {
	g.locate()
	if len(g.dirs) == 0 {
		return ""
	}
	return g.dirs[0]
}

// repoAt is the repository of the call in one of its directories.
func (g *gitCall) repoAt(i int) Repo {
	dir, base := g.dirs[i], g.bases[i]
	st := g.c.Command.cfg.state
	if st == nil {
		return nil
	}
	name, given := leafEnv(g.l, "GIT_DIR")
	if o := g.p.Option("git-dir"); o != nil && o.HasValue {
		name, given = o.Value, true
	}
	gitDir := ""
	if given {
		text, known := name.Known()
		if !known {
			return nil
		}
		gitDir, _ = g.c.walk(g.l, base, text)
	} else if dir != base {
		// The git directory is found from where it runs, the work tree is another.
		found := st.Repo(base, "")
		if found == nil {
			return nil
		}
		gitDir = found.GitDir()
	}
	return st.Repo(dir, gitDir)
}

// stake is what a call would throw away.
type stake struct {
	list  []Uncommitted
	known bool
}

// changes lists what is not committed at or below absolute paths, or in the whole work tree.
func (g *gitCall) changes(what ChangeKind, paths ...string) stake {
	repos, known := g.repos()
	s := stake{known: known}
	for _, r := range repos {
		list, ok := r.Changes(what, paths...)
		if !ok {
			return stake{}
		}
		s.list = append(s.list, list...)
	}
	return s
}

// config returns a setting that the call would see: -c, the environment, or the files.
func (g *gitCall) config(key string) (string, bool) {
	if v, ok := g.override(key); ok {
		text, known := v.Known()
		return text, known
	}
	if r := g.repo(); r != nil {
		return r.Config(key)
	}
	return "", false
}

// override returns the value that -c or the environment gives a setting.
func (g *gitCall) override(key string) (value.Word, bool) {
	for i := len(g.p.Global) - 1; i >= 0; i-- {
		o := &g.p.Global[i]
		if o.Name != "c" && o.Name != "config-env" {
			continue
		}
		text, all := o.Value.Prefix()
		name, val, eq := strings.Cut(text, "=")
		if !strings.EqualFold(name, key) {
			continue
		}
		switch {
		case o.Name == "config-env":
			return value.Of(value.Piece{Kind: value.Unknown, Text: "$" + val, Name: val, Origin: value.Env, Quoted: true}), true
		case !eq && all:
			return value.Lit("true"), true
		case all:
			return value.Lit(val), true
		case eq:
			w := value.Lit(val)
			for j := range o.Value.Pieces[1:] {
				w.Append(o.Value.Pieces[j+1])
			}
			return w, true
		}
	}
	for i := range g.l.Env {
		number, ok := strings.CutPrefix(g.l.Env[i].Name, "GIT_CONFIG_KEY_")
		if !ok {
			continue
		}
		if name, known := g.l.Env[i].Value.Known(); known && strings.EqualFold(name, key) {
			v, _ := leafEnv(g.l, "GIT_CONFIG_VALUE_"+number)
			return v, true
		}
	}
	return value.Word{}, false
}

// samples names the first changes for a message: "src/main.go and 3 more".
func (s *stake) samples(root string) string {
	if len(s.list) == 0 {
		return ""
	}
	name := strings.TrimPrefix(strings.TrimPrefix(s.list[0].Path, root), "/")
	if n := len(s.list) - 1; n > 0 {
		return name + " and " + plural(n, "more file", "more files")
	}
	return name
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
