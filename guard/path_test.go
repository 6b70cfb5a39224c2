package guard

import (
	"path"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// fakeState is a file system in a map: a path ending in / is a directory, "->" a symlink. The
// directories above each path exist.
type fakeState struct {
	files map[string]string // path -> link target, "/" for a directory, "" for a file
	repo  *fakeRepo
}

func newFakeState(paths ...string) *fakeState {
	s := &fakeState{files: map[string]string{"/": "/"}}
	for _, p := range paths {
		p, target, link := strings.Cut(p, "->")
		kind := ""
		switch {
		case link:
			kind = target
		case strings.HasSuffix(p, "/"):
			p, kind = strings.TrimSuffix(p, "/"), "/"
		}
		s.files[p] = kind
		for d := path.Dir(p); d != "/"; d = path.Dir(d) {
			if _, ok := s.files[d]; !ok {
				s.files[d] = "/"
			}
		}
	}
	return s
}

func (s *fakeState) Stat(p string) FileKind {
	switch kind, ok := s.files[p]; {
	case !ok:
		return FileMissing
	case kind == "/":
		return FileDir
	case kind == "":
		return FileRegular
	}
	return FileSymlink
}

func (s *fakeState) Readlink(p string) (string, bool) {
	target := s.files[p]
	return target, target != "" && target != "/"
}

func (s *fakeState) ReadFile(string, int) ([]byte, bool) { return nil, false }

func (s *fakeState) Glob(pattern string, limit int) (found []string, ok bool) {
	for p := range s.files {
		if m, err := path.Match(pattern, p); err == nil && m {
			found = append(found, p)
		}
	}
	sort.Strings(found)
	return found, len(found) <= limit
}

func (s *fakeState) Repo(dir, _ string) Repo {
	if s.repo == nil || !atOrBelow(dir, s.repo.root) {
		return nil
	}
	return s.repo
}

// fakeRepo knows which paths are untracked, dirty, ignored; all else is tracked and clean.
type fakeRepo struct {
	root                      string
	untracked, dirty, ignored []string
}

func holds(paths []string, at ...string) Answer {
	for _, p := range paths {
		for _, a := range at {
			if atOrBelow(p, a) || atOrBelow(a, p) {
				return Yes
			}
		}
		if len(at) == 0 {
			return Yes
		}
	}
	return No
}

func (r *fakeRepo) Branch() (string, bool)                              { return "feature/x", true }
func (r *fakeRepo) DefaultBranch(string) (string, bool)                 { return "main", true }
func (r *fakeRepo) PushTarget() (string, bool)                          { return "feature/x", true }
func (r *fakeRepo) Config(string) (string, bool)                        { return "", false }
func (r *fakeRepo) IsBranch(string) Answer                              { return Maybe }
func (r *fakeRepo) IsCommit(string) Answer                              { return Maybe }
func (r *fakeRepo) Changes(ChangeKind, ...string) ([]Uncommitted, bool) { return nil, false }

func (r *fakeRepo) Root() string                  { return r.root }
func (r *fakeRepo) GitDir() string                { return r.root + "/.git" }
func (r *fakeRepo) CommonDir() string             { return r.root + "/.git" }
func (r *fakeRepo) Dirty(at ...string) Answer     { return holds(r.dirty, at...) }
func (r *fakeRepo) Untracked(at ...string) Answer { return holds(r.untracked, at...) }
func (r *fakeRepo) Ignored(p string) Answer {
	for _, i := range r.ignored {
		if atOrBelow(p, i) {
			return Yes
		}
	}
	return No
}

func (r *fakeRepo) Tracked(p string) Answer {
	if r.Ignored(p).IsYes() {
		return No
	}
	for _, u := range r.untracked {
		if atOrBelow(p, u) {
			return No
		}
	}
	return Yes
}

// word reads a word of a table: {X} is the unknown variable X, {X!} one that cannot be empty,
// {X.} one that is simple, {X q} a quoted one, and * ? [..] are patterns.
func word(s string) value.Word {
	var w value.Word
	for s != "" {
		i := strings.IndexAny(s, "{*?[")
		if i < 0 {
			w.AppendText(s)
			break
		}
		w.AppendText(s[:i])
		s = s[i:]
		switch s[0] {
		case '{':
			end := strings.IndexByte(s, '}')
			name := s[1:end]
			p := value.Piece{Kind: value.Unknown, Origin: value.Env, Quoted: true}
			if strings.HasPrefix(name, "$") {
				p.Name, p.Text, p.Origin = strings.Fields(strings.Trim(name, "$()"))[0], name, value.Output
			} else {
				p.NonEmpty, p.Simple, p.Quoted = strings.HasSuffix(name, "!"), strings.HasSuffix(name, "."), !strings.HasSuffix(name, "~")
				p.Name = strings.TrimRight(name, "!.~")
				p.Text = "$" + p.Name
			}
			w.Append(p)
			s = s[end+1:]
		case '[':
			end := strings.IndexByte(s, ']') + 1
			w.Append(value.Piece{Kind: value.Glob, Text: s[:end]})
			s = s[end:]
		default:
			w.Append(value.Piece{Kind: value.Glob, Text: s[:1]})
			s = s[1:]
		}
	}
	return w
}

func testContext(st State) *Context {
	c := &Context{Policy: DefaultPolicy(), Command: &Command{}}
	c.Command.cfg = config{cwd: "/home/dev/app", home: "/home/dev", root: "/home/dev/app"}
	if st != nil {
		c.Command.cfg.state = st
	}
	return c
}

func leafIn(cwd string) *shell.Leaf {
	l := &shell.Leaf{Cwd: shell.Dir{Path: cwd, Known: true}}
	if strings.HasPrefix(cwd, "{") {
		l.Cwd = shell.Dir{Word: word(cwd)}
	}
	return l
}

func TestResolveTakesAWordAsTheKernelWould(t *testing.T) {
	st := newFakeState("/home/dev/app/src/main.go", "/home/dev/app/up->..", "/home/dev/app/deep->/var/lib/x/y", "/var/lib/x/y/",
		"/home/dev/app/self->self", "/home/dev/app/rel->src/main.go", "/home/dev/app/link->/etc", "/etc/passwd", "/home/dev/work->/home/dev/app")
	for _, tc := range []struct{ cwd, word, want string }{
		{"", "a", "/home/dev/app/a"},
		{"", "./a/../b", "/home/dev/app/b"},
		{"", ".", "/home/dev/app"},
		{"", "..", "/home/dev"},
		{"", "../../dev", "/home/dev"},
		{"", "../../../../..", "/"},
		{"", "//", "/"},
		{"", "/.", "/"},
		{"", "/usr/..", "/"},
		{"", "/usr//lib/", "/usr/lib"},
		{"/", "etc", "/etc"},
		{"/tmp", "a/b", "/tmp/a/b"},
		{"", "link/passwd", "/etc/passwd"},
		{"", "link", "/etc"},
		{"", "link/", "/etc"},
		{"", "up", "/home/dev"},
		{"", "up/x", "/home/dev/x"},
		{"", "deep/..", "/var/lib/x"},
		{"", "deep/../../..", "/var"},
		{"", "rel", "/home/dev/app/src/main.go"},
		{"", "none/../a", "/home/dev/app/a"},
		{"/home/dev/work", "link", "/etc"},
		{"/home/dev/work", "a", "/home/dev/app/a"},
		{"", `C:\Users\dev`, "/c/Users/dev"},
		{"", "C:/", "/c"},
	} {
		c := testContext(st)
		if tc.cwd == "" {
			tc.cwd = "/home/dev/app"
		}
		w := value.Lit(tc.word)
		p := c.Resolve(leafIn(tc.cwd), &w)
		assert.Equal(t, tc.want, p.Abs, "%s in %s", tc.word, tc.cwd)
		assert.True(t, p.Known, tc.word)
	}
}

func TestResolveOfALinkItself(t *testing.T) {
	st := newFakeState("/home/dev/app/link->/etc", "/home/dev/app/dir->sub", "/home/dev/app/sub/l->/usr")
	for word, want := range map[string]string{
		"link": "/home/dev/app/link", "link/": "/etc", "dir/l": "/home/dev/app/sub/l", "dir": "/home/dev/app/dir", "sub": "/home/dev/app/sub",
	} {
		w := value.Lit(word)
		p := testContext(st).Resolve(leafIn("/home/dev/app"), &w).Unfollowed()
		assert.Equal(t, want, p.Abs, word)
	}
}

func TestResolveOfALinkThatTurnsInCirclesEnds(t *testing.T) {
	st := newFakeState("/a->b", "/b->a")
	w := value.Lit("/a/x")
	assert.NotEmpty(t, testContext(st).Resolve(leafIn("/"), &w).Abs)
}

func TestResolveOfWhatIsNotWhollyKnown(t *testing.T) {
	for _, tc := range []struct {
		cwd, word, abs, tail string
		glob, all, anywhere  bool
	}{
		{"", "*", "/home/dev/app", "*", true, true, false},
		{"", "./*", "/home/dev/app", "*", true, true, false},
		{"", "/*", "/", "*", true, true, false},
		{"", "../*", "/home/dev", "*", true, true, false},
		{"", ".[!.]*", "/home/dev/app", ".[!.]*", true, true, false},
		{"", "*.o", "/home/dev/app", "*.o", true, false, false},
		{"", "a/b/*.o", "/home/dev/app/a/b", "*.o", true, false, false},
		{"", "*/", "/home/dev/app", "*", true, true, false},
		{"", "*/..", "/home/dev/app", "", false, false, false},
		{"", "*/../..", "/home/dev", "", false, false, false},
		{"", "*/../x*", "/home/dev/app", "x*", true, false, false},
		{"", "/home/{USER}", "/home", "$USER", false, false, false},
		{"", "/home/{USER}/x", "/home", "$USER/x", false, false, false},
		{"", "{X}", "", "$X", false, false, true},
		{"", "{X}/*", "", "$X/*", false, false, true},
		{"", "{X.}/a", "/home/dev/app", "$X/a", false, false, false},
		{"", "a{X}", "/home/dev/app", "a$X", false, false, false},
		{"{W}", "*", "", "$W/*", false, false, true},
		{"{W}", "/*", "/", "*", true, true, false},
		{"{W}", "a", "", "$W/a", false, false, true},
		{"", "{$(git rev-parse --show-toplevel)}", "/home/dev/app", "", false, false, false},
		{"", "{$(git rev-parse --show-toplevel)}/*", "/home/dev/app", "*", true, true, false},
	} {
		c := testContext(nil)
		if tc.cwd == "" {
			tc.cwd = "/home/dev/app"
		}
		w := word(tc.word)
		p := c.Resolve(leafIn(tc.cwd), &w)
		name := tc.word + " in " + tc.cwd
		assert.Equal(t, tc.abs, p.Abs, name)
		assert.Equal(t, tc.tail, p.Tail, name)
		assert.Equal(t, tc.glob, p.Glob, "glob: %s", name)
		assert.Equal(t, tc.all, p.All, "all: %s", name)
		assert.Equal(t, tc.anywhere, p.Anywhere, "anywhere: %s", name)
		assert.Equal(t, tc.tail == "", p.Known, "known: %s", name)
	}
}

func TestResolveEmptyTakesUnsetVariablesAsEmpty(t *testing.T) {
	for _, tc := range []struct{ cwd, word, want string }{
		{"", "{DIR}/*", "/*"},
		{"", "{PREFIX}/", "/"},
		{"", "{DIR}", ""},
		{"", "{DIR!}/*", ""},
		{"", "/home/dev/{X}", "/home/dev"},
		{"", "{A}{B}/", "/"},
		{"", "{A!}{B}/", "$A/"},
		{"", "{A}*", "/home/dev/app/*"},
		{"", "{$(dirname x)}/*", ""},
		{"", "{$(brew --prefix)}/lib", "/lib"},
		{"", "/plain", ""},
		{"{W}", "*", "/home/dev/app/*"},
		{"{W~}", "*", "/home/dev/*"},
		{"{W!}", "*", ""},
		{"{W}", "{X}/*", "/*"},
		{"{W}/build", "*", "/build/*"},
	} {
		c := testContext(nil)
		if tc.cwd == "" {
			tc.cwd = "/home/dev/app"
		}
		w := word(tc.word)
		p, ok := c.ResolveEmpty(leafIn(tc.cwd), &w)
		name := tc.word + " in " + tc.cwd
		assert.Equal(t, tc.want != "", ok, name)
		if ok {
			assert.Equal(t, tc.want, p.String(), name)
			assert.NotEmpty(t, p.Unset, name)
		}
	}
}

func TestResolveElseIsWhereAFailedCdLeaves(t *testing.T) {
	l := leafIn("/home/dev/app/build")
	l.Cwd.Else = "/home/dev/app"
	w := word("*")
	p, ok := testContext(nil).ResolveElse(l, &w)
	require.True(t, ok)
	assert.Equal(t, "/home/dev/app/*", p.String())
	w = word("/x")
	_, ok = testContext(nil).ResolveElse(l, &w)
	assert.False(t, ok)
}

func TestPatternsMatchByComponents(t *testing.T) {
	for _, tc := range []struct {
		pat, path     string
		covers, holds bool
	}{
		{"src", "/home/dev/app/src", true, false},
		{"src", "/home/dev/app/src/a/b", true, false},
		{"src", "/home/dev/app/src-secret", false, false},
		{"./src", "/home/dev/app/src", true, false},
		{"/srv/x", "/srv/x/y", true, false},
		{"/srv/x", "/srv", false, true},
		{"~/keys/*.pem", "/home/dev/keys/a.pem", true, false},
		{"~/keys/*.pem", "/home/dev/keys", false, true},
		{"~/keys/*.pem", "/home/dev/keys/sub/a.pem", false, false},
		{"**/*.key", "/home/dev/app/a/b/c.key", true, false},
		{"**/*.key", "/home/dev/app/c.key", true, false},
		{"a/**/z", "/home/dev/app/a/z", true, false},
		{"a/**/z", "/home/dev/app/a/b/c/z/d", true, false},
		{"a/**/z", "/home/dev/app/b/z", false, false},
		{"~", "/home/dev/x", true, false},
		{".", "/home/dev/app/x", true, false},
		{"secret.txt", "/home/dev/app", false, true},
	} {
		covers, holds := patternMatches(tc.pat, tc.path, "/home/dev", "/home/dev/app")
		assert.Equal(t, tc.covers, covers, "%s covers %s", tc.pat, tc.path)
		assert.Equal(t, tc.holds, holds, "%s is held by %s", tc.pat, tc.path)
	}
}
