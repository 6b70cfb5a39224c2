package guard_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/internal/testrepo"
	"github.com/bashguard/bashguard/guard/state"
)

// gitCase is a text and what the git rules say of it.
type gitCase struct {
	text string
	want guard.Verdict
}

// judgeGit checks texts on a staged machine that setup has changed.
func judgeGit(t *testing.T, dirty bool, policy *guard.Policy, setup func(base string), cases []gitCase) {
	t.Helper()
	base := testrepo.Stage(t, dirty)
	if setup != nil {
		setup(base)
	}
	if policy == nil {
		policy = guard.DefaultPolicy()
	}
	for _, c := range cases {
		st := state.New(state.Base(base), state.Home(testrepo.HomeDir))
		cmd := guard.Parse(c.text, guard.In(testrepo.App), guard.Home(testrepo.HomeDir), guard.Root(testrepo.App), guard.With(st))
		res := guard.Check(cmd, policy)
		got := guard.None
		for _, f := range res.Findings {
			if f.Rule.Area() == "git" {
				got = guard.Worse(got, f.Severity)
			}
		}
		assert.Equal(t, c.want.String(), got.String(), "%s\n%s", c.text, describe(res))
	}
}

func put(t *testing.T, name, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(content), 0o755))
}

func TestStagedWorkIsLostByWhatTouchesTheIndex(t *testing.T) {
	judgeGit(t, false, nil, func(base string) {
		put(t, base+testrepo.App+"/src/main.go", "package staged\n")
		put(t, base+testrepo.App+"/README.md", "staged\n")
		testrepo.Git(t, base, testrepo.App, "add", "-A")
	}, []gitCase{
		{"git checkout .", guard.None},
		{"git restore .", guard.None},
		{"git checkout-index -fa", guard.None},
		{"git diff --quiet && git reset --hard", guard.Deny},
		{"git reset --hard", guard.Deny},
		{"git reset --merge", guard.Deny},
		{"git checkout HEAD -- .", guard.Deny},
		{"git restore -SW .", guard.Deny},
		{"git checkout -f", guard.Deny},
		{"git commit -m x && git reset --hard", guard.None},
	})
}

func TestDeletedFilesAreNoLoss(t *testing.T) {
	judgeGit(t, false, nil, func(base string) {
		require.NoError(t, os.Remove(base+testrepo.App+"/src/main.go"))
	}, []gitCase{
		{"git checkout .", guard.None},
		{"git reset --hard", guard.None},
		{"git checkout -- src/main.go", guard.None},
		{"git checkout src/main.go", guard.None},
	})
}

func TestOneSideOfAConflict(t *testing.T) {
	judgeGit(t, false, nil, func(base string) {
		app := testrepo.App
		put(t, base+app+"/README.md", "ours\n")
		testrepo.Git(t, base, app, "commit", "-qam", "ours")
		testrepo.Git(t, base, app, "checkout", "-q", "feature/y")
		put(t, base+app+"/README.md", "theirs\n")
		testrepo.Git(t, base, app, "commit", "-qam", "theirs")
		testrepo.Git(t, base, app, "checkout", "-q", "feature/x")
		testrepo.GitFails(t, base, app, "merge", "-q", "feature/y")
	}, []gitCase{
		{"git checkout --theirs README.md", guard.None},
		{"git checkout --ours .", guard.None},
		{"git merge --abort", guard.None},
		{"git reset --hard", guard.Deny},
		{"git reset --merge", guard.Deny},
		{"git checkout HEAD -- README.md", guard.Ask},
	})
}

func TestOnlyUntrackedFiles(t *testing.T) {
	judgeGit(t, false, nil, func(base string) {
		put(t, base+testrepo.App+"/new.txt", "new\n")
	}, []gitCase{
		{"git reset --hard", guard.None},
		{"git checkout .", guard.None},
		{"git clean -fd", guard.Deny},
		{"git clean -fd new.txt", guard.Ask},
		{"git clean -fd src", guard.None},
		{"git stash && git clean -fd", guard.Deny},
		{"git stash -u && git clean -fd", guard.None},
		{"git clean -fdX build dist", guard.None},
	})
}

func TestProtectedBranches(t *testing.T) {
	policy := guard.DefaultPolicy()
	policy.ProtectedBranches = append(policy.ProtectedBranches, "release/*", "prod")
	judgeGit(t, false, policy, nil, []gitCase{
		{"git push -f origin release/1.0", guard.Deny},
		{"git push origin +HEAD:release/1.0", guard.Deny},
		{"git push -f origin prod", guard.Deny},
		{"git push --delete origin release/1.0", guard.Deny},
		{"git push -f origin 'release/*'", guard.Deny},
		{`git push -f origin "release/$V"`, guard.Deny},
		{"git push -f origin releases/1.0", guard.Ask},
		{"git push origin release/1.0", guard.None},
		{"git push --force-with-lease origin release/1.0", guard.Ask},
	})
}

func TestDefaultBranchOfTheRemote(t *testing.T) {
	judgeGit(t, false, nil, func(base string) {
		app := testrepo.App
		testrepo.Git(t, base, app, "push", "-q", "origin", "main:trunk")
		testrepo.Git(t, base, app, "remote", "set-head", "origin", "trunk")
	}, []gitCase{
		{"git push -f origin trunk", guard.Deny},
		{"git push -f origin HEAD:trunk", guard.Deny},
		{"git push --force git@example.com:o/r.git trunk", guard.Deny},
		{"git push -f origin main", guard.Deny},
		{"git push -f origin feature/x", guard.Ask},
	})
}

func TestPushWithoutRefspecGoesWhereTheConfigurationSays(t *testing.T) {
	for _, c := range []struct {
		name   string
		config []string
		want   guard.Verdict
		plain  guard.Verdict
	}{
		{"nothing set", nil, guard.Ask, guard.None},
		{"upstream", []string{"push.default", "upstream", "branch.feature/x.remote", "origin", "branch.feature/x.merge", "refs/heads/main"}, guard.Deny, guard.None},
		{"matching", []string{"push.default", "matching"}, guard.Deny, guard.None},
		{"refspec", []string{"remote.origin.push", "HEAD:refs/heads/main"}, guard.Deny, guard.None},
		{"forced refspec", []string{"remote.origin.push", "+HEAD:refs/heads/main"}, guard.Deny, guard.Deny},
		{"forced refspec to a branch", []string{"remote.origin.push", "+HEAD:refs/heads/feature/x"}, guard.Ask, guard.Ask},
		{"mirror", []string{"remote.origin.mirror", "true"}, guard.Deny, guard.Deny},
	} {
		t.Run(c.name, func(t *testing.T) {
			judgeGit(t, false, nil, func(base string) {
				for i := 0; i < len(c.config); i += 2 {
					testrepo.Git(t, base, testrepo.App, "config", c.config[i], c.config[i+1])
				}
			}, []gitCase{{"git push -f", c.want}, {"git push --force origin", c.want}, {"git push", c.plain}, {"git -c push.default=current push -f", guard.Ask}})
		})
	}
}

func TestPushOfTheCheckedOutBranch(t *testing.T) {
	judgeGit(t, false, nil, func(base string) { testrepo.Git(t, base, testrepo.App, "checkout", "-q", "main") }, []gitCase{
		{"git push --force", guard.Deny},
		{"git push -f origin HEAD", guard.Deny},
		{`git push -f origin "$(git rev-parse --abbrev-ref HEAD)"`, guard.Deny},
		{"git push --force-with-lease", guard.Ask},
		{"git checkout feature/y && git push -f", guard.Ask},
		{"git checkout -- README.md && git push -f", guard.Deny},
		{"git push", guard.None},
	})
	judgeGit(t, false, nil, func(base string) { testrepo.Git(t, base, testrepo.App, "checkout", "-q", "--detach") }, []gitCase{
		{"git push --force", guard.Deny},
		{"git push -f origin HEAD", guard.Deny},
		{"git push -f origin HEAD:feature/x", guard.Ask},
		{"git push --force-with-lease origin HEAD:feature/x", guard.None},
	})
}

func TestHooksPath(t *testing.T) {
	judgeGit(t, false, nil, func(base string) { put(t, base+testrepo.App+"/.githooks/pre-commit", "#!/bin/sh\n") }, []gitCase{
		{"git config core.hooksPath .githooks", guard.None},
		{"cd src && git config core.hooksPath .githooks", guard.None},
		{"git -c core.hooksPath=.githooks commit -m x", guard.None},
		{"git config core.hooksPath src", guard.Deny},
		{"git config --unset core.hooksPath", guard.None},
	})
	judgeGit(t, false, nil, func(base string) {
		put(t, base+testrepo.App+"/.githooks/pre-commit", "#!/bin/sh\n")
		testrepo.Git(t, base, testrepo.App, "config", "core.hooksPath", ".githooks")
	}, []gitCase{
		{"git config --unset core.hooksPath", guard.Deny},
		{"git config unset core.hooksPath", guard.Deny},
		{"git config --remove-section core", guard.Deny},
		{"git config --get core.hooksPath", guard.None},
	})
	judgeGit(t, false, nil, func(base string) {
		testrepo.Git(t, base, testrepo.App, "config", "core.hooksPath", "/dev/null")
	}, []gitCase{{"git config --unset core.hooksPath", guard.None}})
}

func TestWorktrees(t *testing.T) {
	judgeGit(t, false, nil, func(base string) {
		testrepo.Git(t, base, testrepo.App, "worktree", "add", "-q", "../clean", "feature/y")
		testrepo.Git(t, base, testrepo.App, "worktree", "add", "-q", "../dirty", "main")
		put(t, base+"/home/dev/dirty/new.txt", "x\n")
		require.NoError(t, os.Symlink("/home/dev/dirty/src", base+"/home/dev/link"))
		put(t, base+"/home/dev/dirty/src/main.go", "changed\n")
	}, []gitCase{
		{"git worktree remove ../clean", guard.Ask},
		{"git worktree remove --force ../clean", guard.Ask},
		{"git worktree remove --force ../dirty", guard.Deny},
		{"git reset --hard", guard.None},
		{"git -C ../dirty reset --hard", guard.Deny},
		{"git -C ../clean reset --hard", guard.None},
		{"cd ../link && git reset --hard", guard.Deny},
		{"cd ../link && git checkout -- main.go", guard.Ask},
		{"cd ../link && git checkout -- .", guard.Deny},
		{"cd ../link/.. && git checkout src/main.go", guard.Ask},
	})
}

// Without a state all is unknown, and unknown is the bad case; but the meaning of words stays.
func TestWithoutState(t *testing.T) {
	for _, c := range []gitCase{
		{"git reset --hard", guard.Deny},
		{"git checkout .", guard.Deny},
		{"git checkout -- :/", guard.Deny},
		{"git clean -fd", guard.Deny},
		{"git restore .", guard.Deny},
		{"git checkout -f main", guard.Deny},
		{"git push -f", guard.Deny},
		{"git push -f origin main", guard.Deny},
		{"git push -f origin trunk", guard.Deny},
		{"git push -f origin feature/y", guard.Ask},
		{"git checkout -- src/main.go", guard.Ask},
		{"git checkout README.md", guard.Ask},
		{"git checkout main", guard.None},
		{"git checkout v1.2.3", guard.None},
		{"git restore --staged .", guard.None},
		{"git push", guard.None},
		{"git stash && git reset --hard", guard.None},
		{"git config core.hooksPath .githooks", guard.Deny},
	} {
		res := guard.Check(guard.Parse(c.text, guard.In("/home/dev/app")), nil)
		got := guard.None
		for _, f := range res.Findings {
			if f.Rule.Area() == "git" {
				got = guard.Worse(got, f.Severity)
			}
		}
		assert.Equal(t, c.want.String(), got.String(), "%s\n%s", c.text, describe(res))
	}
}
