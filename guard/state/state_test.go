package state_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/internal/testrepo"
	"github.com/bashguard/bashguard/guard/state"
)

func TestMain(m *testing.M) {
	code := m.Run()
	testrepo.Cleanup()
	os.Exit(code)
}

// stage returns a State of the staged machine.
func stage(t *testing.T, dirty bool) (guard.State, string) {
	base := testrepo.Stage(t, dirty)
	return state.New(state.Base(base), state.Home(testrepo.HomeDir)), base
}

func write(t *testing.T, path, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
}

func TestFiles(t *testing.T) {
	s, base := stage(t, true)
	require.NoError(t, os.Symlink("/home/dev/app/src", base+"/home/dev/link"))

	for path, kind := range map[string]guard.FileKind{
		"/home/dev/app":             guard.FileDir,
		"/home/dev/app/README.md":   guard.FileRegular,
		"/home/dev/link":            guard.FileSymlink,
		"/home/dev/nowhere":         guard.FileMissing,
		"/home/dev/app/README.md/x": guard.FileMissing,
		"relative":                  guard.FileUnknown,
		"":                          guard.FileUnknown,
	} {
		assert.Equal(t, kind, s.Stat(path), path)
	}
	target, ok := s.Readlink("/home/dev/link")
	assert.True(t, ok)
	assert.Equal(t, "/home/dev/app/src", target)
	_, ok = s.Readlink("/home/dev/app")
	assert.False(t, ok)

	content, ok := s.ReadFile("/home/dev/link/util/util.go", 100)
	assert.True(t, ok, "a link is followed below the base")
	assert.Equal(t, "package util\n", string(content))
	for _, path := range []string{"/home/dev/app", "/home/dev/nowhere"} {
		_, ok = s.ReadFile(path, 100)
		assert.False(t, ok, path)
	}
	_, ok = s.ReadFile("/home/dev/app/src/main.go", 5)
	assert.False(t, ok, "larger than the limit")
}

func TestGlob(t *testing.T) {
	s, _ := stage(t, true)
	for _, c := range []struct {
		pattern string
		limit   int
		want    []string
		ok      bool
	}{
		{"/home/dev/app/*.md", 10, []string{"/home/dev/app/README.md"}, true},
		{"/home/dev/app/*.none", 10, nil, true},
		{"/home/dev/app/.e*", 10, []string{"/home/dev/app/.env", "/home/dev/app/.env.example"}, true},
		{"/home/dev/app/*/*.go", 10, []string{"/home/dev/app/src/feature.go", "/home/dev/app/src/main.go", "/home/dev/app/tests/app_test.go"}, true},
		{"/home/dev/app/src/[mx]ain.go", 10, []string{"/home/dev/app/src/main.go"}, true},
		{"/home/dev/app/*", 3, nil, false},
		{"*.md", 3, nil, false},
		{"/home/dev/app/*/no/such", 10, nil, true},
	} {
		got, ok := s.Glob(c.pattern, c.limit)
		assert.Equal(t, c.ok, ok, c.pattern)
		assert.Equal(t, c.want, got, c.pattern)
	}
}

func TestRepoIsFoundAsGitFindsIt(t *testing.T) {
	s, base := stage(t, true)
	testrepo.Git(t, base, testrepo.App, "worktree", "add", "-q", "../wt", "feature/y")
	require.NoError(t, os.Symlink("/home/dev/app/src", base+"/home/dev/link"))

	for _, c := range []struct{ dir, gitDir, root, git, common string }{
		{"/home/dev/app", "", "/home/dev/app", "/home/dev/app/.git", "/home/dev/app/.git"},
		{"/home/dev/app/src/util", "", "/home/dev/app", "/home/dev/app/.git", "/home/dev/app/.git"},
		{"/home/dev/app/not/there", "", "/home/dev/app", "/home/dev/app/.git", "/home/dev/app/.git"},
		{"/home/dev/link/util", "", "/home/dev/app", "/home/dev/app/.git", "/home/dev/app/.git"},
		{"/home/dev/wt", "", "/home/dev/wt", "/home/dev/app/.git/worktrees/wt", "/home/dev/app/.git"},
		{"/srv/app.git", "", "", "/srv/app.git", "/srv/app.git"},
		{"/home/dev/app/.git", "", "", "/home/dev/app/.git", "/home/dev/app/.git"},
		{"/home/dev/app", ".git", "/home/dev/app", "/home/dev/app/.git", "/home/dev/app/.git"},
		{"/home/dev", "app/.git", "/home/dev", "/home/dev/app/.git", "/home/dev/app/.git"},
		{"/home/dev", "/srv/app.git", "", "/srv/app.git", "/srv/app.git"},
	} {
		r := s.Repo(c.dir, c.gitDir)
		if !assert.NotNil(t, r, c.dir) {
			continue
		}
		assert.Equal(t, c.root, r.Root(), c.dir)
		assert.Equal(t, c.git, r.GitDir(), c.dir)
		assert.Equal(t, c.common, r.CommonDir(), c.dir)
	}
	for _, c := range [][2]string{{"/home/dev", ""}, {"/tmp", ""}, {"/nowhere/at/all", ""}, {"relative", ""}, {"/home/dev/app", "src"}} {
		assert.Nil(t, s.Repo(c[0], c[1]), c[0])
	}
	assert.Same(t, s.Repo("/home/dev/app", ""), s.Repo("/home/dev/app/src", ""), "one repository, one answer")
}

func TestBranchesAndCommits(t *testing.T) {
	s, base := stage(t, true)
	testrepo.Git(t, base, testrepo.App, "pack-refs", "--all")
	r := s.Repo("/home/dev/app", "")

	branch, ok := r.Branch()
	assert.True(t, ok)
	assert.Equal(t, "feature/x", branch)
	for _, remote := range []string{"origin", ""} {
		name, ok := r.DefaultBranch(remote)
		assert.True(t, ok)
		assert.Equal(t, "main", name)
	}
	target, ok := r.PushTarget()
	assert.True(t, ok)
	assert.Equal(t, "feature/x", target)

	for name, want := range map[string]bool{
		"main": true, "feature/y": true, "-": true, "@{-1}": true, "v1.0": false, "src": false, "src/main.go": false,
		"HEAD": false, ".": false, "": false, "../../HEAD": false, "refs/heads/main": true, "origin/main": false,
	} {
		assert.Equal(t, want, r.IsBranch(name).IsYes(), "branch %q", name)
	}
	for name, want := range map[string]bool{
		"main": true, "v1.0": true, "HEAD": true, "@": true, "HEAD~1": true, "HEAD^": true, "origin/main": true, "origin": true,
		"HEAD~99": false, "src": false, "README.md": false, "deadbeef": false, "-x": false, ".": false, "main^{commit}": true,
		"v1.0-3-gdeadbeef": false,
	} {
		assert.Equal(t, want, r.IsCommit(name).IsYes(), "commit %q", name)
		assert.Equal(t, !want, r.IsCommit(name).IsNo(), "commit %q", name)
	}
}

func TestDetachedHead(t *testing.T) {
	s, base := stage(t, true)
	testrepo.Git(t, base, testrepo.App, "checkout", "-q", "--detach")
	r := s.Repo("/home/dev/app", "")
	_, ok := r.Branch()
	assert.False(t, ok)
	_, ok = r.PushTarget()
	assert.False(t, ok)
}

func TestDefaultBranchWithoutRemoteHead(t *testing.T) {
	s, base := stage(t, false)
	testrepo.Git(t, base, testrepo.App, "remote", "set-head", "origin", "--delete")
	name, ok := s.Repo("/home/dev/app", "").DefaultBranch("origin")
	assert.True(t, ok)
	assert.Equal(t, "main", name, "the only one of main and master")

	s, base = stage(t, false)
	testrepo.Git(t, base, testrepo.App, "remote", "remove", "origin")
	testrepo.Git(t, base, testrepo.App, "branch", "master")
	_, ok = s.Repo("/home/dev/app", "").DefaultBranch("origin")
	assert.False(t, ok, "main and master both")
}

func TestPushTarget(t *testing.T) {
	for _, c := range []struct {
		name   string
		config []string
		want   string
		ok     bool
	}{
		{"nothing set", nil, "feature/x", true},
		{"simple", []string{"push.default", "simple"}, "feature/x", true},
		{"current", []string{"push.default", "current"}, "feature/x", true},
		{"matching", []string{"push.default", "matching"}, "", false},
		{"upstream without one", []string{"push.default", "upstream"}, "", false},
		{"upstream", []string{"push.default", "upstream", "branch.feature/x.remote", "origin", "branch.feature/x.merge", "refs/heads/main"}, "main", true},
		{"refspec", []string{"remote.origin.push", "+HEAD:refs/heads/main"}, "main", true},
		{"refspec of all", []string{"remote.origin.push", "refs/heads/*:refs/heads/*"}, "", false},
		{"mirror", []string{"remote.origin.mirror", "true"}, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, base := stage(t, false)
			for i := 0; i < len(c.config); i += 2 {
				testrepo.Git(t, base, testrepo.App, "config", c.config[i], c.config[i+1])
			}
			got, ok := s.Repo("/home/dev/app", "").PushTarget()
			assert.Equal(t, c.ok, ok)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestWorkTree(t *testing.T) {
	const app = "/home/dev/app"
	s, _ := stage(t, true)
	r := s.Repo(app, "")
	yes, no := guard.Yes, guard.No

	for _, c := range []struct {
		path                               string
		dirty, untracked, ignored, tracked guard.Answer
	}{
		{app, yes, yes, no, yes},
		{"/home/dev", yes, yes, no, yes},
		{app + "/src/main.go", yes, no, no, yes},
		{app + "/src", yes, no, no, yes},
		{app + "/src/util", no, no, no, yes},
		{app + "/tests", no, no, no, yes},
		{app + "/docs/journeys", no, yes, no, no},
		{app + "/docs/journeys/a.md", no, yes, no, no},
		{app + "/docs", no, yes, no, yes},
		{app + "/node_modules", no, no, yes, no},
		{app + "/node_modules/left-pad/index.js", no, no, yes, no},
		{app + "/build/sub", no, no, yes, no},
		{app + "/.env", no, no, yes, no},
		{app + "/src/__pycache__", no, no, yes, no},
		{app + "/dist/not/yet", no, no, yes, no},
		{app + "/nowhere", no, no, no, no},
		{app + "/src/../src/main.go", yes, no, no, yes},
	} {
		assert.Equal(t, c.dirty.String(), r.Dirty(c.path).String(), "dirty %s", c.path)
		assert.Equal(t, c.untracked.String(), r.Untracked(c.path).String(), "untracked %s", c.path)
		assert.Equal(t, c.ignored.String(), r.Ignored(c.path).String(), "ignored %s", c.path)
		assert.Equal(t, c.tracked.String(), r.Tracked(c.path).String(), "tracked %s", c.path)
	}
	assert.True(t, r.Dirty().IsYes())
	assert.True(t, r.Untracked().IsYes())
	assert.True(t, r.Dirty("/etc/passwd").IsMaybe(), "outside")
	assert.NotEmpty(t, r.Dirty("/etc/passwd").Why())

	clean, _ := stage(t, false)
	r = clean.Repo(app, "")
	assert.True(t, r.Dirty().IsNo())
	assert.True(t, r.Untracked().IsNo())
	assert.True(t, r.Ignored(app+"/target").IsYes())
}

func TestChanges(t *testing.T) {
	const app = "/home/dev/app"
	s, base := stage(t, true)
	all := guard.Staged | guard.Unstaged | guard.Unmerged | guard.UntrackedNew | guard.IgnoredNew
	write(t, base+app+"/new.go", "package x\n")
	testrepo.Git(t, base, app, "add", "new.go")
	require.NoError(t, os.Remove(base+app+"/docs/index.md"))
	testrepo.Git(t, base, app, "rm", "-q", "--cached", "package.json")
	testrepo.Git(t, base, app, "rm", "-q", "Makefile")
	write(t, base+app+"/tests/app_test.go", "package staged\n")
	testrepo.Git(t, base, app, "add", "tests")
	write(t, base+app+"/tests/app_test.go", "package both\n")

	list, ok := s.Repo(app, "").Changes(all)
	require.True(t, ok)
	got := map[string]guard.ChangeKind{}
	for _, c := range list {
		got[c.Path[len(app)+1:]] |= c.Kind
	}
	assert.Equal(t, map[string]guard.ChangeKind{
		"src/main.go":       guard.Unstaged,
		"README.md":         guard.Unstaged,
		"new.go":            guard.Staged,
		"package.json":      guard.Staged | guard.Unstaged | guard.UntrackedNew,
		"tests/app_test.go": guard.Staged | guard.Unstaged,
		"docs/journeys/":    guard.UntrackedNew,
		"notes.txt":         guard.UntrackedNew,
		"build/":            guard.IgnoredNew,
		"dist/":             guard.IgnoredNew,
		"node_modules/":     guard.IgnoredNew,
		"target/":           guard.IgnoredNew,
		"src/__pycache__/":  guard.IgnoredNew,
		"debug.log":         guard.IgnoredNew,
		".env":              guard.IgnoredNew,
	}, got, "a deleted file is no loss, unless it was only taken out of the index")

	list, ok = s.Repo(app, "").Changes(guard.Staged, app+"/tests", app+"/src")
	require.True(t, ok)
	assert.Equal(t, []guard.Uncommitted{{Path: app + "/tests/app_test.go", Kind: guard.Staged}}, list)
}

func TestOddNames(t *testing.T) {
	const app = "/home/dev/app"
	s, base := stage(t, false)
	for _, name := range []string{"a b.txt", "new\nline", ":(top)x", "*.go", "ünï.txt", "-f"} {
		write(t, base+app+"/odd/"+name, "x\n")
	}
	testrepo.Git(t, base, app, "add", "odd")
	testrepo.Git(t, base, app, "commit", "-qm", "odd")
	for _, name := range []string{"a b.txt", "new\nline", ":(top)x", "*.go", "ünï.txt", "-f"} {
		write(t, base+app+"/odd/"+name, "changed\n")
		assert.True(t, state.New(state.Base(base)).Repo(app, "").Dirty(app+"/odd/"+name).IsYes(), name)
	}
	assert.True(t, s.Repo(app, "").Dirty(app+"/odd/*.rs").IsNo(), "names are taken as they are")
}

func TestConfig(t *testing.T) {
	s, base := stage(t, false)
	write(t, base+"/home/dev/.gitconfig", `[user]
	name = "Dev \"D\" Eloper" ; a comment
	email = dev@example.com # another
[alias]
	Nuke = reset --hard
	long = one \
two
	empty =
	yes
[Core "x Y.z"]
	Key = v
[branch.Old]
	merge = refs/heads/old
[include]
	path = more.inc
`)
	write(t, base+"/home/dev/more.inc", "[alias]\n\tfrom = include\n\tnuke = reset --soft\n[include]\n\tpath = more.inc\n")
	r := s.Repo("/home/dev/app", "")
	for key, want := range map[string]string{
		"user.name":                    `Dev "D" Eloper`,
		"USER.Email":                   "dev@example.com",
		"alias.nuke":                   "reset --soft",
		"alias.long":                   "one two",
		"alias.empty":                  "",
		"alias.yes":                    "true",
		"alias.from":                   "include",
		"core.x Y.z.key":               "v",
		"branch.old.merge":             "refs/heads/old",
		"remote.origin.fetch":          "+refs/heads/*:refs/remotes/origin/*",
		"branch.main.merge":            "refs/heads/main",
		"core.repositoryformatversion": "0",
	} {
		got, ok := r.Config(key)
		assert.True(t, ok, key)
		assert.Equal(t, want, got, key)
	}
	_, ok := r.Config("core.X Y.z.key")
	assert.False(t, ok, "a subsection keeps its case")
	_, ok = r.Config("alias.none")
	assert.False(t, ok)
}

func TestConditionalIncludeIsLeftToGit(t *testing.T) {
	s, base := stage(t, false)
	write(t, base+"/home/dev/.gitconfig", "[includeIf \"onbranch:feature/**\"]\n\tpath = yes.inc\n[includeIf \"onbranch:release\"]\n\tpath = no.inc\n")
	write(t, base+"/home/dev/yes.inc", "[alias]\n\tx = yes\n")
	write(t, base+"/home/dev/no.inc", "[alias]\n\tx = no\n")
	got, ok := s.Repo("/home/dev/app", "").Config("alias.x")
	assert.True(t, ok)
	assert.Equal(t, "yes", got)
}

// Nothing that a repository's configuration names may run while it is looked at.
func TestConfiguredProgramsDoNotRun(t *testing.T) {
	const app = "/home/dev/app"
	_, base := stage(t, true)
	canary := filepath.Join(base, "canary")
	script := base + "/evil.sh"
	write(t, script, "#!/bin/sh\necho \"$0 $*\" >>"+canary+"\ncat\n")
	require.NoError(t, os.Chmod(script, 0o755))
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout", "pre-commit"} {
		write(t, base+app+"/.git/hooks/"+hook, "#!/bin/sh\necho hook >>"+canary+"\n")
		require.NoError(t, os.Chmod(base+app+"/.git/hooks/"+hook, 0o755))
		write(t, base+"/hooks/"+hook, "#!/bin/sh\necho hook >>"+canary+"\n")
		require.NoError(t, os.Chmod(base+"/hooks/"+hook, 0o755))
	}
	// A submodule with a configuration of its own.
	testrepo.Git(t, base, app, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", base+testrepo.Remote, "sub")
	testrepo.Git(t, base, app, "commit", "-qm", "submodule")
	sub := base + app + "/.git/modules/sub"
	write(t, base+app+"/sub/README.md", "changed\n")
	write(t, base+app+"/.gitattributes", "* filter=evil diff=evil\nREADME.md filter=Other\n")
	testrepo.Git(t, base, app, "add", ".gitattributes")
	for _, dir := range []string{app, app + "/sub"} {
		for _, kv := range [][2]string{
			{"core.fsmonitor", script},
			{"core.hooksPath", base + "/hooks"},
			{"core.pager", script},
			{"core.editor", script},
			{"core.sshCommand", script},
			{"core.askPass", script},
			{"core.gitProxy", script},
			{"core.untrackedCache", "true"},
			{"filter.evil.clean", script},
			{"filter.evil.smudge", script},
			{"filter.evil.required", "true"},
			{"filter.Other.process", script},
			{"diff.evil.textconv", script},
			{"diff.evil.command", script},
			{"diff.external", script},
			{"pager.status", script},
			{"pager.config", script},
			{"alias.status", "!" + script},
			{"alias.config", "!" + script},
			{"credential.helper", script},
			{"gpg.program", script},
			{"core.alternateRefsCommand", script},
			{"status.submoduleSummary", "true"},
			{"diff.ignoreSubmodules", "none"},
			{"submodule.recurse", "true"},
		} {
			testrepo.Git(t, base, dir, "config", kv[0], kv[1])
		}
	}
	require.DirExists(t, sub)
	// The files' times make git look at their contents.
	later := time.Now().Add(time.Hour)
	for _, name := range []string{"/README.md", "/src/util/util.go", "/tests/app_test.go", "/sub/README.md"} {
		require.NoError(t, os.Chtimes(base+app+name, later, later))
	}
	require.NoError(t, os.RemoveAll(canary))

	// The programs that the process inherits are no more to be trusted.
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
	t.Setenv("GIT_CONFIG_VALUE_0", script)
	t.Setenv("GIT_EXTERNAL_DIFF", script)
	t.Setenv("GIT_PAGER", script)
	write(t, base+"/path/git", "#!/bin/sh\necho git >>"+canary+"\n")
	require.NoError(t, os.Chmod(base+"/path/git", 0o755))
	t.Setenv("PATH", base+"/path:"+os.Getenv("PATH"))

	index, err := os.ReadFile(base + app + "/.git/index")
	require.NoError(t, err)
	for _, gitDir := range []string{"", ".git"} {
		r := state.New(state.Base(base), state.Home(testrepo.HomeDir)).Repo(app, gitDir)
		require.NotNil(t, r)
		assert.True(t, r.Dirty().IsYes(), "%s", r.Dirty().Why())
		assert.True(t, r.Dirty(app+"/tests").IsNo(), "touched, but not changed")
		assert.True(t, r.Untracked().IsYes())
		assert.True(t, r.Ignored(app+"/build").IsYes())
		assert.True(t, r.Ignored(app+"/dist/none").IsYes())
		assert.True(t, r.Tracked(app+"/README.md").IsYes())
		assert.True(t, r.IsCommit("HEAD~1").IsYes())
		assert.True(t, r.IsBranch("main").IsYes())
		_, _ = r.Config("alias.status")
		_, _ = r.PushTarget()
		_, _ = r.DefaultBranch("origin")
	}
	said, _ := os.ReadFile(canary)
	assert.Empty(t, string(said), "a configured program ran")
	after, err := os.ReadFile(base + app + "/.git/index")
	require.NoError(t, err)
	assert.Equal(t, index, after, "the index was written")
}

// A partial clone fetches what it lacks; the guard must not go to the network, nor run what
// the configuration calls a transport.
func TestPartialCloneIsNotFetched(t *testing.T) {
	const app = "/home/dev/app"
	_, base := stage(t, true)
	canary := filepath.Join(base, "canary")
	testrepo.Git(t, base, app, "config", "remote.origin.url", "ext::sh -c touch% "+canary)
	testrepo.Git(t, base, app, "config", "remote.origin.promisor", "true")
	testrepo.Git(t, base, app, "config", "protocol.ext.allow", "always")
	testrepo.Git(t, base, app, "config", "protocol.allow", "always")
	testrepo.Git(t, base, app, "config", "extensions.partialClone", "origin")
	objects, err := filepath.Glob(base + app + "/.git/objects/??")
	require.NoError(t, err)
	require.NotEmpty(t, objects)
	for _, dir := range objects {
		require.NoError(t, os.RemoveAll(dir))
	}
	r := state.New(state.Base(base)).Repo(app, "")
	assert.True(t, r.Dirty().IsMaybe(), "nothing can be told without objects")
	assert.NotEmpty(t, r.Dirty().Why())
	_ = r.IsCommit("HEAD~1")
	assert.NoFileExists(t, canary)
}

func TestBrokenRepositoriesAreMaybe(t *testing.T) {
	const app = "/home/dev/app"
	t.Run("index", func(t *testing.T) {
		s, base := stage(t, true)
		write(t, base+app+"/.git/index", "garbage")
		a := s.Repo(app, "").Dirty()
		assert.True(t, a.IsMaybe())
		assert.Contains(t, a.Why(), "git failed")
	})
	t.Run("config", func(t *testing.T) {
		s, base := stage(t, true)
		write(t, base+app+"/.git/config", "[core\n")
		assert.True(t, s.Repo(app, "").Dirty().IsMaybe())
		assert.True(t, s.Repo(app, "").Ignored(app+"/build").IsMaybe())
	})
	t.Run("bare", func(t *testing.T) {
		s, _ := stage(t, true)
		assert.True(t, s.Repo("/srv/app.git", "").Dirty().IsMaybe())
	})
	t.Run("dangling git file", func(t *testing.T) {
		s, base := stage(t, true)
		write(t, base+app+"/sub/.git", "gitdir: ../nowhere\n")
		assert.Nil(t, s.Repo(app+"/sub", ""))
	})
	t.Run("owner", func(t *testing.T) {
		s, base := stage(t, true)
		if os.Getuid() != 0 {
			t.Skip("only root can give files away")
		}
		require.NoError(t, os.Lchown(base+app, 12345, 12345))
		require.NoError(t, os.Lchown(base+app+"/.git", 12345, 12345))
		a := s.Repo(app, "").Dirty()
		assert.True(t, a.IsMaybe(), "git does not trust it")
		assert.Contains(t, a.Why(), "ownership")
	})
}
