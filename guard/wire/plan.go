package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bashguard/bashguard/guard/hook"
)

// Place is where the hook is put: whose home, which project, and the program that is to run.
type Place struct {
	Home, Project string
	Scope         Scope
	Program       string // absolute
	Env           func(string) string
	// Version is the version of an agent's client, "" when it cannot be told. It may be nil.
	Version func(*Agent) string

	disk disk
}

// Change is one file before and after. Nil is a file that is not there.
type Change struct {
	Agent         *Agent
	Path          string // as the agent names it
	Before, After []byte
	// Notes are what the user should know beside.
	Notes []string

	real string      // where it really is
	mode fs.FileMode // of a new file
}

// Same tells whether there is nothing to do.
func (c *Change) Same() bool {
	return (c.Before == nil) == (c.After == nil) && bytes.Equal(c.Before, c.After)
}

// Install plans to put an agent's hook into its settings. It writes nothing.
func (p *Place) Install(a *Agent) (*Change, error) {
	c, err := p.open(a)
	if err != nil || c == nil {
		return nil, err
	}
	var hooks []entry
	hooks, c.Notes = p.known(a)
	if c.After, err = p.install(a, hooks, c.Path, c.Before); err != nil {
		return nil, err
	}
	if a.Agent != hook.Claude {
		return c, nil
	}
	if p.Scope == Project {
		c.Notes = append(c.Notes, "Claude Code reads this file only in sessions that start in "+p.Project)
	}
	settings, failure := hook.ParseSettings(c.After)
	if failure != nil {
		return nil, &Fault{Path: c.Path, What: "Claude Code would ignore the whole file: " + failure.Detail}
	}
	if settings.Disabled {
		c.Notes = append(c.Notes, "this file sets disableAllHooks: no hook runs until that is gone")
	}
	return c, nil
}

// Uninstall plans to take the hook out. Where the backup is what the file was before the hook came,
// and nothing else has changed since, that is what it becomes.
func (p *Place) Uninstall(a *Agent) (*Change, error) {
	c, err := p.open(a)
	if err != nil || c == nil {
		return nil, err
	}
	if c.Before == nil {
		return c, nil
	}
	backup, err := os.ReadFile(c.real + BackupSuffix)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	hooks, _ := p.known(a)
	for _, candidate := range [...][]entry{hooks, a.hooks, p.oldest(a)} {
		if backup == nil {
			break
		}
		if again, err := p.install(a, candidate, c.Path, backup); err == nil && bytes.Equal(again, c.Before) {
			c.After = backup
			return c, nil
		}
	}
	c.After, err = p.uninstall(a, c.Path, c.Before, backup == nil)
	return c, err
}

func (p *Place) open(a *Agent) (*Change, error) {
	path := a.File(p.Scope, p.Home, p.Project, p.Env)
	if path == "" {
		return nil, nil
	}
	real, data, err := read(path)
	if err != nil {
		return nil, err
	}
	mode := fs.FileMode(0o600)
	if p.Scope == Project {
		mode = 0o644
	}
	return &Change{Agent: a, Path: path, Before: data, real: real, mode: mode}, nil
}

// install is a file's text with the hooks in it.
func (p *Place) install(a *Agent, hooks []entry, path string, data []byte) ([]byte, error) {
	switch a.format {
	case pluginFile:
		if len(data) > 0 && !bytes.HasPrefix(data, []byte(openCodeMark)) {
			return nil, &Fault{Path: path, What: "this file is somebody else's: rename it"}
		}
		return []byte(OpenCodePlugin(p.Program)), nil
	case tomlFile:
		return installTOML(path, data, &hooks[0], p.Program)
	}
	fresh := len(bytes.TrimSpace(bytes.TrimPrefix(data, []byte(byteOrderMark)))) == 0
	if fresh {
		data = []byte("{}\n")
	}
	d, err := openDocument(path, data)
	if err != nil {
		return nil, err
	}
	if err := d.install(a, hooks, p.Program); err != nil {
		return nil, err
	}
	return d.data, nil
}

// uninstall is a file's text without the hook, nil when nothing is left of a file that was ours.
func (p *Place) uninstall(a *Agent, path string, data []byte, ours bool) ([]byte, error) {
	switch a.format {
	case pluginFile:
		if bytes.HasPrefix(data, []byte(openCodeMark)) {
			return nil, nil
		}
		return data, nil
	case tomlFile:
		out, err := uninstallTOML(path, data, &a.hooks[0], p.Program)
		if err == nil && ours && !bytes.Equal(out, data) && len(bytes.TrimSpace(out)) == 0 {
			out = nil
		}
		return out, err
	}
	d, err := openDocument(path, data)
	if err != nil {
		return nil, err
	}
	d.uninstall(p.Program)
	if ours && d.bare() && !bytes.Equal(d.data, data) {
		return nil, nil
	}
	return d.data, nil
}

// known are the hooks that the installed client knows.
func (p *Place) known(a *Agent) (hooks []entry, notes []string) {
	version := ""
	for i := range a.hooks {
		e := &a.hooks[i]
		if e.since != "" && version == "" && p.Version != nil {
			version = p.Version(a)
		}
		switch {
		case e.since == "":
		case version == "":
			notes = append(notes, fmt.Sprintf("%s is for version %s and later; an older one shows a dialog about it at start", e.path[len(e.path)-1], e.since))
		case older(version, e.since):
			notes = append(notes, fmt.Sprintf("%s is left out: it is for version %s and later, and this is %s. Run init again after an update", e.path[len(e.path)-1], e.since, version))
			continue
		}
		hooks = append(hooks, *e)
	}
	return hooks, notes
}

// oldest are the hooks that every client knows.
func (p *Place) oldest(a *Agent) []entry {
	return slices.DeleteFunc(slices.Clone(a.hooks), func(e entry) bool { return e.since != "" })
}

// older tells whether a version comes before another.
func older(version, than string) bool {
	a, b := strings.Split(version, "."), strings.Split(than, ".")
	for i := range b {
		var x, y int
		if i < len(a) {
			_, _ = fmt.Sscanf(a[i], "%d", &x)
		}
		_, _ = fmt.Sscanf(b[i], "%d", &y)
		if x != y {
			return x < y
		}
	}
	return false
}

// Apply writes a change, and before it, where that is not yet done, the backup of a file that was
// without the hook.
func (p *Place) Apply(c *Change) error {
	if c.Same() {
		return nil
	}
	_, now, err := read(c.Path)
	if err != nil {
		return err
	}
	if (now == nil) != (c.Before == nil) || !bytes.Equal(now, c.Before) {
		return &Fault{Path: c.Path, What: "it has changed since it was read: run this again"}
	}
	if c.Before != nil && c.After != nil && !p.wired(c) {
		mode := c.mode
		if info, err := os.Stat(c.real); err == nil {
			mode = info.Mode().Perm()
		}
		if err := p.disk.write(c.real+BackupSuffix, c.Before, mode); err != nil {
			return fmt.Errorf("the backup could not be written, so nothing was changed: %w", err)
		}
	}
	if c.After == nil {
		if err := p.disk.remove(c.real); err != nil {
			return err
		}
		p.removeEmpty(filepath.Dir(c.real))
		return nil
	}
	return p.disk.write(c.real, c.After, c.mode)
}

// removeEmpty takes the directories away that were made for a file, as long as they are empty.
func (p *Place) removeEmpty(dir string) {
	for _, base := range [...]string{p.Home, p.Project} {
		for at := dir; base != "" && strings.HasPrefix(at, base+"/") && os.Remove(at) == nil; at = filepath.Dir(at) {
		}
	}
}

// wired tells whether the guard was in a file before the change.
func (p *Place) wired(c *Change) bool {
	without, err := p.uninstall(c.Agent, c.Path, c.Before, false)
	return err == nil && !bytes.Equal(without, c.Before)
}
