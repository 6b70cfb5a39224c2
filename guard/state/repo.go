package state

import (
	"path/filepath"
	"strings"

	"github.com/bashguard/bashguard/guard"
)

// repo is one git repository with one work tree. Its exported methods hold the machine's lock.
type repo struct {
	m *machine
	// root is the top of the work tree, "" without one. gitDir is the git directory, commonDir
	// the one that linked work trees share.
	root, gitDir, commonDir string
	// explicit: the git directory was named, not found.
	explicit bool
	// reftable: refs are not in files that are read here.
	reftable bool

	own        settings // of the repository
	all        settings // of the system and the user too
	allRead    bool
	packed     map[string]bool // names in packed-refs
	packedRead bool

	options    []string // see quiet
	optionsWhy string
	listings   []*listing
}

func (m *machine) exists(path string) bool {
	kind := m.Stat(path)
	return kind != guard.FileMissing && kind != guard.FileUnknown
}

// discover finds the repository as git does: gitDir when it is named, else the first .git on
// the way up, or a directory on that way which is a git directory itself.
func (m *machine) discover(dir, gitDir string) *repo {
	if gitDir != "" {
		if !filepath.IsAbs(gitDir) {
			gitDir = filepath.Join(dir, gitDir)
		}
		gitDir = m.realpath(gitDir)
		if m.Stat(gitDir) == guard.FileRegular {
			gitDir = m.gitFile(gitDir)
		}
		if !m.isGitDir(gitDir) {
			return nil
		}
		return m.open(gitDir, dir, true)
	}
	for {
		dot := m.realpath(filepath.Join(dir, ".git"))
		switch m.Stat(dot) {
		case guard.FileDir:
			if m.isGitDir(dot) {
				return m.open(dot, dir, false)
			}
		case guard.FileRegular:
			// A .git file that leads nowhere is an error to git: it looks no further.
			if g := m.gitFile(dot); g != "" && m.isGitDir(g) {
				return m.open(g, dir, false)
			}
			return nil
		case guard.FileUnknown:
			return nil
		}
		if m.isGitDir(dir) {
			return m.open(dir, "", false)
		}
		if dir == "/" {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// gitFile reads where a .git file points, "" when it does not say.
func (m *machine) gitFile(path string) string {
	content, ok := m.ReadFile(path, 4096)
	if !ok {
		return ""
	}
	target, ok := strings.CutPrefix(strings.TrimRight(string(content), "\r\n"), "gitdir: ")
	if !ok {
		return ""
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(path), target)
	} else if m.base != "" {
		target = strings.TrimPrefix(target, m.base) // git wrote the real path
	}
	return m.realpath(target)
}

// isGitDir tells whether a directory is a git directory, by what git looks for.
func (m *machine) isGitDir(dir string) bool {
	if dir == "" || !m.exists(filepath.Join(dir, "HEAD")) {
		return false
	}
	common := m.common(dir)
	return m.exists(filepath.Join(common, "objects")) && m.exists(filepath.Join(common, "refs"))
}

// common returns the directory that a git directory shares with others.
func (m *machine) common(gitDir string) string {
	content, ok := m.ReadFile(filepath.Join(gitDir, "commondir"), 4096)
	if !ok {
		return gitDir
	}
	target := strings.TrimRight(string(content), "\r\n")
	if !filepath.IsAbs(target) {
		target = filepath.Join(gitDir, target)
	} else if m.base != "" {
		target = strings.TrimPrefix(target, m.base)
	}
	return m.realpath(target)
}

func (m *machine) open(gitDir, root string, explicit bool) *repo {
	r := &repo{m: m, gitDir: gitDir, commonDir: m.common(gitDir), root: root, explicit: explicit}
	r.own.read(m, filepath.Join(r.commonDir, "config"), 0)
	if v, _ := r.own.last("extensions.worktreeconfig"); v != "" {
		if is, _ := truth(v); is {
			r.own.read(m, filepath.Join(gitDir, "config.worktree"), 0)
		}
	}
	if v, ok := r.own.last("core.bare"); ok {
		if bare, _ := truth(v); bare && gitDir == r.commonDir {
			r.root = ""
		}
	}
	if v, ok := r.own.last("core.worktree"); ok {
		if !filepath.IsAbs(v) {
			v = filepath.Join(gitDir, v)
		} else if m.base != "" {
			v = strings.TrimPrefix(v, m.base)
		}
		r.root = m.realpath(v)
	}
	format, _ := r.own.last("extensions.refstorage")
	r.reftable = format != "" && format != "files"
	return r
}

// Root is the top of the work tree.
func (r *repo) Root() string { return r.root }

// GitDir is the git directory.
func (r *repo) GitDir() string { return r.gitDir }

// CommonDir is the git directory that linked work trees share.
func (r *repo) CommonDir() string { return r.commonDir }

// Config returns the last value of a key.
func (r *repo) Config(key string) (string, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.config(key)
}

func (r *repo) config(key string) (string, bool) {
	r.readAll()
	return r.all.last(normalKey(key))
}

// readAll reads the files of the system, the user and the repository, or has git do it when they
// hold what only git can decide.
func (r *repo) readAll() {
	if r.allRead {
		return
	}
	r.allRead = true
	m := r.m
	s := &r.all
	s.read(m, "/etc/gitconfig", 0)
	if m.home != "" {
		xdg := m.xdg
		if xdg == "" {
			xdg = filepath.Join(m.home, ".config")
		}
		s.read(m, filepath.Join(xdg, "git/config"), 0)
		s.read(m, filepath.Join(m.home, ".gitconfig"), 0)
	}
	s.list = append(s.list, r.own.list...)
	if !s.conditional && !r.own.conditional && !s.broken && !r.own.broken {
		return
	}
	o := r.run("--no-pager", "config", "--null", "--list")
	if o.why != "" || o.cut {
		return // what was read is the best there is
	}
	s.list = s.list[:0]
	for line := range strings.SplitSeq(o.text, "\x00") {
		if key, value, ok := strings.Cut(line, "\n"); ok {
			s.list = append(s.list, setting{key, value})
		} else if key != "" {
			s.list = append(s.list, setting{key, "true"})
		}
	}
}

// values returns all values of a normalised key.
func (r *repo) values(key string) []string {
	r.readAll()
	var all []string
	for i := range r.all.list {
		if r.all.list[i].key == key {
			all = append(all, r.all.list[i].value)
		}
	}
	return all
}
