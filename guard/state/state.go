// Package state answers the questions that package guard has about the machine: what stands at
// a path, and what a git repository would lose. It only reads. It runs no program but git, and
// git with every program that a configuration could name switched off.
package state

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/bashguard/bashguard/guard"
)

// The bounds of one State.
const (
	// gitTimeout ends one run of git. A status of a repository with 50,000 files takes a tenth of it.
	gitTimeout = 300 * time.Millisecond
	// gitBudget is for all runs of git together, so that a text which names many repositories is
	// answered in time too.
	gitBudget = time.Second
	// patience is how much longer both are where the file system is staged.
	patience = 20
	// gitOutput is how much of git's output is kept: some 10,000 paths.
	gitOutput = 1 << 20
	// configBytes is the size of a configuration file beyond which it is not read.
	configBytes = 1 << 20
	// packedBytes is the same for packed-refs; 50,000 refs are 4 MiB.
	packedBytes = 8 << 20
	// includeDepth is how deep configuration files may include others; git's own limit is 10.
	includeDepth = 10
	// linkDepth is how many symbolic links one path may go through, as in the kernel.
	linkDepth = 40
	// globEntries is how many directory entries one Glob looks at.
	globEntries = 20000
)

// Option sets up a State.
type Option func(*machine)

// Base stages the file system in dir: every absolute path is looked up below it, and paths in
// answers are mapped back. Tests use it; they run on busy machines, so git gets patience times as
// long.
func Base(dir string) Option {
	return func(m *machine) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		m.base = strings.TrimRight(dir, "/")
		m.timeout, m.budget = patience*gitTimeout, patience*patience*gitBudget
	}
}

// Home is the home directory in which the user's git configuration is looked for, $HOME by default.
func Home(dir string) Option { return func(m *machine) { m.home = dir } }

// machine is the State of the machine that this runs on.
type machine struct {
	base, home string
	xdg        string // XDG_CONFIG_HOME

	mu    sync.Mutex
	repos []found
	spent time.Duration // in git
	// timeout and budget are gitTimeout and gitBudget but for tests.
	timeout, budget time.Duration
	git             string // path of the git binary; "-" when there is none
}

// found is a look-up of a repository and what came of it.
type found struct {
	dir, gitDir string
	repo        *repo
}

// New returns a State of the machine. It remembers what it learned of repositories, so it
// is good for one command, or for as long as nothing changes.
func New(opts ...Option) guard.State {
	m := &machine{timeout: gitTimeout, budget: gitBudget}
	for _, o := range opts {
		o(m)
	}
	if m.home == "" {
		m.home = os.Getenv("HOME")
	}
	if m.base == "" {
		m.xdg = os.Getenv("XDG_CONFIG_HOME")
	}
	return m
}

// host maps a path to where it is on this machine.
func (m *machine) host(path string) string { return m.base + path }

// Repo finds the repository of a directory.
func (m *machine) Repo(dir, gitDir string) guard.Repo {
	if len(dir) == 0 || dir[0] != '/' {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.repos {
		if f := &m.repos[i]; f.dir == dir && f.gitDir == gitDir {
			return asRepo(f.repo)
		}
	}
	r := m.discover(m.realpath(dir), gitDir)
	if r != nil {
		// Another directory of the same work tree has the same repository.
		for i := range m.repos {
			if o := m.repos[i].repo; o != nil && o.gitDir == r.gitDir && o.root == r.root && o.explicit == r.explicit {
				r = o
				break
			}
		}
	}
	m.repos = append(m.repos, found{dir, gitDir, r})
	return asRepo(r)
}

// asRepo keeps a nil pointer from becoming an interface that is not nil.
func asRepo(r *repo) guard.Repo {
	if r == nil {
		return nil
	}
	return r
}

// realpath resolves the symbolic links of an absolute path as far as it exists.
func (m *machine) realpath(path string) string {
	path = filepath.Clean(path)
	for links, i := 0, 1; i < len(path); {
		end := len(path)
		if j := strings.IndexByte(path[i:], '/'); j >= 0 {
			end = i + j
		}
		switch m.Stat(path[:end]) {
		case guard.FileMissing, guard.FileUnknown:
			return path
		case guard.FileSymlink:
			target, ok := m.Readlink(path[:end])
			if links++; !ok || links > linkDepth {
				return path
			}
			if target == "" || target[0] != '/' {
				target = path[:i] + target
			}
			path = filepath.Clean(target + path[end:])
			i = 1
			continue
		}
		i = end + 1
	}
	return path
}

// below tells whether a path is dir or in it.
func below(path, dir string) bool {
	if dir == "/" {
		return true
	}
	return strings.HasPrefix(path, dir) && (len(path) == len(dir) || path[len(dir)] == '/')
}
