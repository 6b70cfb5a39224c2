// Package testrepo stages the machine in which the cases of the tests are meant to run: a home
// /home/dev with a project /home/dev/app that is a git repository on branch feature/x with
// default branch main, as a directory tree below a scratch directory.
package testrepo

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// The places of the staged machine, to be looked up below what Stage returns.
const (
	HomeDir = "/home/dev"
	App     = "/home/dev/app"
	Other   = "/home/dev/projects/other"
	Remote  = "/srv/app.git"
)

// committed are the files of the first commit of the project.
var committed = []string{
	"src/main.go", "package main\n\nfunc main() {}\n",
	"src/util/util.go", "package util\n",
	"docs/index.md", "# App\n",
	"README.md", "# App\n\nAn app.\n",
	"package.json", "{\"name\": \"app\", \"version\": \"1.0.0\"}\n",
	"Makefile", "all:\n\techo built\n",
	".gitignore", "build/\ndist/\nnode_modules/\ntarget/\n__pycache__/\n*.log\n.env\n.claude/settings.local.json\n",
	".env.example", "TOKEN=\n",
	".claude/settings.json", "{}\n",
	"tests/app_test.go", "package tests\n",
}

// ignored are files of the project that git ignores.
var ignored = []string{
	"build/app.o", "o\n",
	"build/sub/b.o", "o\n",
	"dist/app.js", "js\n",
	"node_modules/left-pad/index.js", "js\n",
	"target/debug/app", "bin\n",
	"src/__pycache__/x.pyc", "pyc\n",
	"debug.log", "log\n",
	".env", "TOKEN=not-a-real-token\n",
}

// untracked and changed are what makes the tree dirty.
var (
	untracked = []string{"docs/journeys/a.md", "# A\n", "notes.txt", "notes\n"}
	changed   = []string{"src/main.go", "package main\n\nfunc main() { println(1) }\n", "README.md", "# App\n\nA better app.\n"}
)

// home are dummy files of the home directory and the system. None of them is a real secret.
var home = []string{
	"/home/dev/.ssh/id_rsa", "dummy text, not a key\n",
	"/home/dev/.ssh/id_rsa.pub", "dummy text\n",
	"/home/dev/.ssh/id_ed25519", "dummy text, not a key\n",
	"/home/dev/.ssh/config", "Host *\n",
	"/home/dev/.ssh/known_hosts", "\n",
	"/home/dev/.ssh/authorized_keys", "\n",
	"/home/dev/.aws/credentials", "[default]\n",
	"/home/dev/.aws/config", "[default]\n",
	"/home/dev/.bashrc", "# bashrc\n",
	"/home/dev/.profile", "# profile\n",
	"/home/dev/.gitconfig", "[user]\n\tname = Dev\n\temail = dev@example.com\n",
	"/home/dev/.claude/settings.json", "{}\n",
	"/home/dev/.kube/config", "apiVersion: v1\n",
	"/home/dev/.npmrc", "//registry.example.com/:_authToken=dummy\n",
	"/home/dev/notes.txt", "notes\n",
	"/home/dev/docs/a.txt", "a\n",
	"/home/dev/Downloads/a.zip", "zip\n",
	"/etc/passwd", "root:x:0:0:root:/root:/bin/bash\n",
	"/etc/shadow", "root:*:1::::::\n",
	"/etc/hosts", "127.0.0.1 localhost\n",
	"/root/.bashrc", "# bashrc\n",
	"/usr/bin/env", "\n",
	"/var/log/syslog", "\n",
	"/var/lib/dpkg/status", "\n",
	"/tmp/scratch.txt", "scratch\n",
}

var stages struct {
	sync.Mutex
	dirs [2]string // clean, dirty
	root string
}

// Stage returns the scratch directory with a copy of the staged machine, for state.Base. With
// dirty, the project has changed and untracked files. The copy is the test's own and goes with it.
func Stage(t testing.TB, dirty bool) (base string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git to stage a repository with")
	}
	from, err := master(dirty)
	if err != nil {
		t.Fatalf("stage a repository: %v", err)
	}
	base = t.TempDir()
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	if err := os.CopyFS(base, os.DirFS(from)); err != nil {
		t.Fatalf("copy the staged machine: %v", err)
	}
	return base
}

// Shared is Stage without a copy of its own: all tests of a process get the same directory,
// which they must not change. It stays until Cleanup.
func Shared(t testing.TB, dirty bool) (base string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git to stage a repository with")
	}
	base, err := master(dirty)
	if err != nil {
		t.Fatalf("stage a repository: %v", err)
	}
	return base
}

// Cleanup removes what Stage and Shared keep for the process. TestMain may call it at the end.
func Cleanup() {
	stages.Lock()
	defer stages.Unlock()
	if stages.root != "" {
		os.RemoveAll(stages.root)
	}
	stages.root, stages.dirs = "", [2]string{}
}

func master(dirty bool) (string, error) {
	stages.Lock()
	defer stages.Unlock()
	if stages.root == "" {
		root, err := os.MkdirTemp("", "bashguard-stage-")
		if err != nil {
			return "", err
		}
		if root, err = filepath.EvalSymlinks(root); err != nil {
			return "", err
		}
		stages.root = root
	}
	at := 0
	if dirty {
		at = 1
	}
	if stages.dirs[at] == "" {
		dir := filepath.Join(stages.root, [...]string{"clean", "dirty"}[at])
		if err := build(dir, dirty); err != nil {
			return "", err
		}
		stages.dirs[at] = dir
	}
	return stages.dirs[at], nil
}

// build makes the machine in base.
func build(base string, dirty bool) error {
	if err := write(base, home); err != nil {
		return err
	}
	for _, dir := range []string{"/srv", "/opt", "/usr/lib", "/usr/local/bin", "/boot", "/lib", "/bin", "/sbin", "/dev", "/proc", "/mnt", "/home/other"} {
		if err := os.MkdirAll(base+dir, 0o755); err != nil {
			return err
		}
	}
	app, other, remote := base+App, base+Other, base+Remote
	if err := write(app, committed); err != nil {
		return err
	}
	if err := write(other, []string{"main.py", "print(1)\n"}); err != nil {
		return err
	}
	steps := []struct{ dir, args string }{
		{base + "/srv", "init -q --template= --bare -b main " + remote},
		{app, "init -q --template= -b main"},
		{app, "add -A"},
		{app, "commit -q -m first"},
		{app, "remote add origin " + remote},
		{app, "push -q -u origin main"},
		{app, "branch feature/y"},
		{app, "tag v1.0"},
		{app, "remote set-head origin main"},
		{app, "checkout -q -b feature/x"},
		{other, "init -q --template= -b main"},
		{other, "add -A"},
		{other, "commit -q -m first"},
	}
	for _, s := range steps {
		if err := git(base, s.dir, strings.Fields(s.args)...); err != nil {
			return err
		}
	}
	if err := write(app, []string{"src/feature.go", "package main\n"}); err != nil {
		return err
	}
	for _, args := range []string{"add -A", "commit -q -m feature"} {
		if err := git(base, app, strings.Fields(args)...); err != nil {
			return err
		}
	}
	if err := write(app, ignored); err != nil {
		return err
	}
	if err := write(app, []string{".git/hooks/pre-commit", "#!/bin/sh\nexit 0\n"}); err != nil {
		return err
	}
	if !dirty {
		return nil
	}
	if err := write(other, []string{"main.py", "print(2)\n"}); err != nil {
		return err
	}
	return write(app, append(append([]string(nil), untracked...), changed...))
}

// write writes pairs of names and contents.
func write(dir string, files []string) error {
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if strings.Contains(name, "/.ssh/id_") {
			mode = 0o600
		}
		if strings.Contains(name, "/hooks/") {
			mode = 0o755
		}
		if err := os.WriteFile(name, []byte(files[i+1]), mode); err != nil {
			return err
		}
	}
	return nil
}

// git runs git in dir, on nothing but the staged files.
func git(base, dir string, args ...string) error {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + base + HomeDir, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z",
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s in %s: %w: %s", strings.Join(args, " "), dir, err, out)
	}
	return nil
}

// Git runs git in a directory of the staged machine, to change it further.
func Git(t testing.TB, base, dir string, args ...string) {
	t.Helper()
	if err := git(base, base+dir, args...); err != nil {
		t.Fatal(err)
	}
}

// GitFails runs git like Git, for what is meant to fail: a merge with a conflict.
func GitFails(t testing.TB, base, dir string, args ...string) {
	t.Helper()
	if err := git(base, base+dir, args...); err == nil {
		t.Fatalf("git %s did not fail", strings.Join(args, " "))
	}
}
