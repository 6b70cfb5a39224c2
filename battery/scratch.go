package battery

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// separators end a path in a command's text.
const separators = " \t\n\"'`;|&()<>{}"

// named copies the files that a hook's command names into the scratch world, with the directories that they
// are in, since a script reads what lies beside it.
func (s *scratch) named(text string) {
	c := newCopier(s.dir)
	variables := strings.NewReplacer("${CLAUDE_PROJECT_DIR}", s.realProject, "$CLAUDE_PROJECT_DIR", s.realProject, "${HOME}", s.realHome, "$HOME", s.realHome)
	unquoted := strings.NewReplacer(`"`, "", "'", "").Replace(text) // "$HOME"/x is one word
	for _, source := range [...]string{text, unquoted} {
		for _, word := range strings.FieldsFunc(variables.Replace(source), func(r rune) bool { return strings.ContainsRune(separators, r) }) {
			if rest, ok := strings.CutPrefix(word, "~/"); ok && s.realHome != "" {
				word = filepath.Join(s.realHome, rest)
			}
			if !filepath.IsAbs(word) && s.realProject != "" {
				word = filepath.Join(s.realProject, word)
			}
			for _, place := range [...][2]string{{s.realProject, s.project}, {s.realHome, s.home}} {
				rest, ok := strings.CutPrefix(word, place[0]+"/")
				if place[0] == "" || !ok || rest == "" {
					continue
				}
				if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
					c.beside(place[0], place[1], filepath.Clean(rest))
				}
				break
			}
		}
	}
	s.notes = append(s.notes, c.notes...)
}

// moved is a hook's command with the absolute paths of the user's own files replaced by those of their copies.
func (s *scratch) moved(text string) string {
	for _, place := range [...][2]string{{s.realProject, s.project}, {s.realHome, s.home}} {
		if place[0] == "" {
			continue
		}
		var b strings.Builder
		for {
			i := strings.Index(text, place[0]+"/")
			if i < 0 {
				break
			}
			rest := text[i+len(place[0]):]
			end := strings.IndexAny(rest, separators)
			if end < 0 {
				end = len(rest)
			}
			b.WriteString(text[:i])
			if _, err := os.Stat(place[1] + rest[:end]); err == nil && (i == 0 || strings.ContainsRune(separators+"=:", rune(text[i-1]))) {
				b.WriteString(place[1])
			} else {
				b.WriteString(place[0])
			}
			b.WriteString(rest[:end])
			text = rest[end:]
		}
		text = b.String() + text
	}
	return text
}
