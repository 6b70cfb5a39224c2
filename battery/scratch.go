package battery

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// scratch is the copy of a user's world in which a guard is tested: a home, a project, a directory for
// temporary files. What the guard changes, it changes there.
type scratch struct {
	dir, home, project, temp string
	realHome, realProject    string
	notes                    []string

	mu    sync.Mutex
	paths map[string]string // directories of programs that stand for PATH, by what is different in them
	count int
}

// copiedOfHome and copiedOfProject are what a guard may read beside the files that its command names: its
// own directory, and what decides how its interpreter reads it. All of ~/.claude/hooks is in it, nothing that logs in.
var (
	copiedOfHome = [...]string{
		".claude", ".config/bashguard", ".config/mise", ".tool-versions", ".codex/hooks", ".codex/hooks.json", ".gemini/settings.json",
		".gemini/hooks", ".cursor/hooks", ".cursor/hooks.json", ".copilot/hooks",
	}
	copiedOfProject = [...]string{
		".claude", ".bashguard", ".codex", ".gemini", ".cursor", ".github/hooks", "package.json", "pyproject.toml",
		".tool-versions", "mise.toml", ".python-version", ".node-version", ".nvmrc",
	}
)

// newScratch makes a scratch world. project and home are the user's own, "" for none.
func newScratch(project, home string) (*scratch, error) {
	dir, err := os.MkdirTemp("", "bashguard-battery-")
	if err != nil {
		return nil, fmt.Errorf("making a scratch directory: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	name := filepath.Base(project) // with its blanks: an unquoted $CLAUDE_PROJECT_DIR breaks at them
	if project == "" || name == "/" || name == "." || name == "home" || name == "tmp" {
		name = "project"
	}
	s := &scratch{
		dir: dir, home: filepath.Join(dir, "home"), project: filepath.Join(dir, name), temp: filepath.Join(dir, "tmp"),
		realHome: home, realProject: project, paths: map[string]string{},
	}
	for _, d := range [...]string{s.home, s.project, s.temp} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return nil, s.failed(err)
		}
	}
	c := newCopier(s.dir)
	if home != "" {
		for _, name := range copiedOfHome {
			c.copy(filepath.Join(home, name), filepath.Join(s.home, name))
		}
	}
	if project != "" {
		for _, name := range copiedOfProject {
			c.copy(filepath.Join(project, name), filepath.Join(s.project, name))
		}
		c.repository(filepath.Join(project, ".git"), filepath.Join(s.project, ".git"))
	}
	s.notes = append(s.notes, c.notes...)
	return s, nil
}

func (s *scratch) failed(err error) error {
	_ = s.close()
	return fmt.Errorf("making a scratch copy: %w", err)
}

// close removes it all, also what a fault made read-only.
func (s *scratch) close() error {
	_ = filepath.WalkDir(s.dir, func(path string, d os.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(s.dir)
}

// fresh is a new empty directory in the scratch world.
func (s *scratch) fresh(name string) (string, error) {
	s.mu.Lock()
	s.count++
	dir := filepath.Join(s.dir, fmt.Sprintf("%s-%d", name, s.count))
	s.mu.Unlock()
	return dir, os.Mkdir(dir, 0o700)
}
