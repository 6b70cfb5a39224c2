package battery

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// directory makes a directory of programs once for each key.
func (s *scratch) directory(key string, fill func(dir string) error) (string, error) {
	s.mu.Lock()
	dir, ok := s.paths[key]
	s.mu.Unlock()
	if ok {
		return dir, nil
	}
	dir, err := s.fresh("path")
	if err != nil {
		return "", err
	}
	if err := fill(dir); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if made, ok := s.paths[key]; ok {
		return made, nil
	}
	s.paths[key] = dir
	return dir, nil
}

// pathWithout is a directory of links to every program on PATH but one, and its other names.
func (s *scratch) pathWithout(program, path string) (string, error) {
	return s.directory("without "+program+" "+path, func(dir string) error {
		for _, d := range filepath.SplitList(path) {
			if !filepath.IsAbs(d) {
				continue
			}
			entries, _ := os.ReadDir(d)
			for _, e := range entries {
				if name := e.Name(); !isProgram(name, program) && !e.IsDir() {
					_ = os.Symlink(filepath.Join(d, name), filepath.Join(dir, name)) // the first on PATH stays
				}
			}
		}
		return nil
	})
}

// isProgram tells whether a name is that of a program: python3 is also python and python3.11, node is nodejs.
func isProgram(name, program string) bool {
	switch program {
	case "python3":
		return strings.HasPrefix(name, "python")
	case "node":
		return name == "node" || name == "nodejs" || name == "bun" || name == "deno"
	}
	return name == program
}

// killers is a directory of programs that are killed as they begin. The ones that start the guard are not in it.
func (s *scratch) killers(started []string) (string, error) {
	return s.directory("killers", func(dir string) error {
		for _, name := range children {
			if slices.Contains(started, name) {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\nkill -KILL $$\n"), 0o700); err != nil {
				return err
			}
		}
		return nil
	})
}

// pathOf is a directory in which one program is a given file.
func (s *scratch) pathOf(name, file string) (string, error) {
	return s.directory(name+" "+file, func(dir string) error { return os.Symlink(file, filepath.Join(dir, name)) })
}

// oldBash finds a bash of version 3.2, "" when there is none.
func oldBash(path string) string {
	for _, dir := range append([]string{"/bin"}, filepath.SplitList(path)...) {
		for _, name := range [...]string{"bash", "bash-3.2", "bash3"} {
			file := filepath.Join(dir, name)
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
				continue
			}
			out, err := exec.Command(file, "--norc", "--noprofile", "-c", "printf %s $BASH_VERSION").Output()
			if err == nil && strings.HasPrefix(string(out), "3.2") {
				return file
			}
		}
	}
	return ""
}

// fixedHome wraps a command so that nothing can be written in the home: by a read-only mount where bubblewrap can
// make one, else by taking the right to write away, which does not bind root.
func (s *scratch) fixedHome(argv []string) (wrapped []string, undo func(), why string) {
	if bwrap, err := exec.LookPath("bwrap"); err == nil && s.canBind(bwrap) {
		return append([]string{bwrap, "--dev-bind", "/", "/", "--ro-bind", s.home, s.home, "--die-with-parent", "--"}, argv...), func() {}, ""
	}
	if os.Getuid() == 0 {
		return nil, nil, "root writes everywhere, and bubblewrap cannot mount the home read-only here"
	}
	home, err := s.fresh("home")
	if err != nil {
		return nil, nil, "the fault could not be set up: " + err.Error()
	}
	newCopier("/nowhere").copy(s.home, home)
	mode := func(bits os.FileMode) {
		_ = filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				_ = os.Chmod(path, bits)
			}
			return nil
		})
	}
	mode(0o500)
	return append([]string{"/usr/bin/env", "HOME=" + home}, argv...), func() { mode(0o700); _ = os.RemoveAll(home) }, ""
}

// canBind tells whether bubblewrap works here: containers often keep it from making namespaces.
func (s *scratch) canBind(bwrap string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	const key = "can bind"
	if _, ok := s.paths[key]; !ok {
		cmd := exec.Command(bwrap, "--dev-bind", "/", "/", "--ro-bind", s.home, s.home, "--die-with-parent", "--", "/bin/true")
		cmd.WaitDelay = time.Second
		s.paths[key] = ""
		if cmd.Run() == nil {
			s.paths[key] = "yes"
		}
	}
	return s.paths[key] != ""
}
