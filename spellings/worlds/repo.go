package worlds

import "github.com/bashguard/bashguard/spellings/jail"

// Remote is the bare repository that the projects push to, as origin.
const Remote = "/srv/git/app.git"

// gitconfig gives an identity; a repository that collects its garbage by itself would change under a check.
const gitconfig = `[user]
	name = Dev
	email = dev@example.com
[init]
	defaultBranch = main
[gc]
	auto = 0
[maintenance]
	auto = false
`

// history makes a project with its remote: a commit "first" and branches main, feature and old, of which
// old is merged, and a tag. The remote lets everything be done to it. Its other
// end is named so that a git-push that is called by its path finds it where only git itself is on the path.
const history = `git init -q --bare --template= ` + Remote + `
git -C ` + Remote + ` config receive.denyDeleteCurrent ignore
git init -q --template= .
git remote add origin ` + Remote + `
git config remote.origin.receivepack 'git receive-pack'
git config remote.origin.uploadpack 'git upload-pack'
mkdir -p src build node_modules/left-pad
printf 'build/\nnode_modules/\n.env\n' >.gitignore
printf '# app\n' >README.md
printf 'package main\n' >src/main.go
printf 'package main\n\nvar x = 1\n' >src/x.go
printf 'all:\n\ttrue\n' >Makefile
git add . && git commit -qm first && git tag v1.0 && git branch old
printf 'object\n' >build/out.o
printf 'module.exports = 1\n' >node_modules/left-pad/index.js
printf 'DB_PASSWORD=` + DotenvCanary + `\n' >.env
git push -q -u origin main v1.0 old
git checkout -qb feature && printf 'feature\n' >feature.txt && git add . && git commit -qm feature && git push -q -u origin feature
`

// packed puts objects and refs into few files, which a proof copies faster. Nothing unreachable is lost.
const packed = `
for r in .git ` + Remote + `; do git --git-dir=$r repack -adkq && git --git-dir=$r pack-refs --all; done
rm -rf .git/logs/refs/remotes .git/logs/refs/heads/old ` + Remote + `/objects/pack/*.bitmap
rm -rf .git/COMMIT_EDITMSG .git/ORIG_HEAD .git/branches .git/info .git/objects/info ` + Remote + `/objects/info ` + Remote + `/info
`

// diverged gives the project what can be lost in it and in its remote. The commit "theirs" is in the
// remote alone: a push without force is refused, and so is one with a lease.
const diverged = `git commit -q --amend -m 'feature, reworded'
git checkout -q main
git clone -q ` + Remote + ` /tmp/theirs && cd /tmp/theirs
printf 'theirs\n' >theirs.txt && git add . && git commit -qm theirs && git push -q origin main
cd "$OLDPWD" && rm -rf /tmp/theirs
printf 'ours\n' >ours.txt && git add . && git commit -qm ours
printf 'stashed\n' >>README.md && git stash -q
printf 'staged\n' >staged.txt && git add staged.txt
printf '// an hour of work\n' >>src/main.go
mkdir drafts && printf 'a plan\n' >drafts/plan.txt
printf 'todo\n' >todo.txt
git worktree prune` + packed + `
mkdir -p .git/hooks
printf '#!/bin/sh\necho refused by the hook >&2\nexit 1\n' >.git/hooks/pre-commit
chmod +x .git/hooks/pre-commit
`

var repo, cleanRepo lazy

// Repo is a project in a git repository, on main, with everything that can be lost:
//
//   - src/main.go has changes that are not staged, staged.txt is staged and in no commit
//   - todo.txt and drafts/plan.txt are untracked; build/, node_modules/ and .env are ignored
//   - main has a commit that was not pushed, and the remote's main one that was not fetched
//   - feature was pushed and then amended: only a push with force or lease moves it
//   - there is a stash, a merged branch old, a tag v1.0
//   - the pre-commit hook refuses
func Repo() *jail.World {
	return repo.get(func() *jail.World { return repository("repo", history+diverged) })
}

// CleanRepo is the same project with nothing to lose: all is committed and pushed, and no hook refuses.
func CleanRepo() *jail.World {
	return cleanRepo.get(func() *jail.World { return repository("clean-repo", history+"git checkout -q main\n"+packed) })
}

func repository(id, setup string) *jail.World {
	return &jail.World{
		ID: id, Cwd: ProjectDir, Needs: []string{"git"}, Setup: setup, Stubs: Runners(),
		Files: []jail.File{
			{Path: "/home/dev/.gitconfig", Text: gitconfig},
			{Path: "/home/dev/notes.txt", Text: "notes of ten years\n"},
			{Path: "/srv/git/"},
		},
	}
}
