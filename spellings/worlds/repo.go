package worlds

import "github.com/bashguard/bashguard/spellings/jail"

// Remote is the bare repository that the projects push to.
const Remote = "/srv/git/app.git"

// Repo is a project in a git repository: README.md has changes that are not committed, todo.txt is not
// tracked, build/ is ignored, main has a commit that the remote lacks and lacks one that the remote
// has, feature/x is pushed, there is a stash, and the pre-commit hook refuses.
func Repo() *jail.World { return repo }

var repo = &jail.World{
	ID: "repo", Home: "/home/dev", Cwd: "/home/dev/app", Needs: []string{"git"},
	Files: []jail.File{
		{Path: "/home/dev/notes.txt", Text: "what nobody else has\n"},
		{Path: "/home/dev/.gitconfig", Text: "[user]\n\tname = Dev\n\temail = dev@x.example\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n[gc]\n\tauto = 0\n"},
		{Path: "/srv/git/"},
	},
	Stubs: stubs,
	Setup: `
mkdir -p /srv/git && git init -q --bare --template= ` + Remote + `
git -C ` + Remote + ` config receive.denyDeleteCurrent ignore
git init -q --template= .
git remote add origin ` + Remote + `
printf 'build/\n*.log\n' >.gitignore
printf '# app\n' >README.md
mkdir src build && printf 'package main\n' >src/main.go && printf 'object\n' >build/out.o
git add . && git commit -qm first
git push -q -u origin main
git checkout -q -b feature/x && printf 'feature\n' >feature.txt && git add . && git commit -qm feature && git push -q -u origin feature/x
git checkout -q main
printf 'theirs\n' >theirs.txt && git add . && git commit -qm theirs && git push -q origin main && git reset -q --hard HEAD~1
printf 'ours\n' >ours.txt && git add . && git commit -qm ours
printf 'stashed\n' >>src/main.go && git stash -q
printf 'an hour of work\n' >>README.md
printf 'todo\n' >todo.txt
git gc -q
git -C ` + Remote + ` gc -q
mkdir -p .git/hooks && printf '#!/bin/sh\necho refused >&2\nexit 1\n' >.git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
rm -f .git/COMMIT_EDITMSG .git/objects/info/commit-graph
`,
}
