package spellings

import "slices"

// inRepository says that the seed's world has git and a repository.
func inRepository(s *Source) bool {
	return s.Seed.World != nil && slices.Contains(s.Seed.World.Needs, "git")
}

// pushFamilies make a branch of the remote something else, whatever is there.
func pushFamilies() []Family {
	list := []Family{
		other("push-refspec", ForcePush, "a plus before the refspec",
			"git push origin +@T", "git push origin +@T:@T", "git push origin +refs/heads/@T:refs/heads/@T", "git push origin +HEAD:@T", "git push -q origin +refs/heads/@T", "git push origin '+refs/heads/@T*:refs/heads/@T*'"),
		other("push-delete", ForcePush, "the branch is deleted",
			"git push origin :@T", "git push --delete origin @T", "git push -d origin @T", "git push origin :refs/heads/@T", "git push origin :@T && git push origin @T"),
		other("push-all", ForcePush, "all branches at once",
			"git push --mirror origin", "git push --force --all origin", "git push -f --prune origin 'refs/heads/*'", "git push origin '+refs/heads/*:refs/heads/*'", "git push --mirror", "git push -f origin 'refs/heads/*'").
			where(harmful),
		other("push-upstream", ForcePush, "without a name of a branch", "git push -f", "git push --force", "git push -f origin", "git push -f origin HEAD", "git push -uf origin @T").where(harmful),
		other("push-config", ForcePush, "the configuration says what to push",
			"git -c remote.origin.push=+refs/heads/@T:refs/heads/@T push origin", "git config remote.origin.push +@T:@T && git push", "git config --add remote.origin.push +refs/heads/@T; git push origin"),
		other("push-mirror-config", ForcePush, "the configuration says that the remote is a mirror",
			"git -c remote.origin.mirror=true push origin", "git config remote.origin.mirror true; git push").where(harmful),
		other("push-alias", ForcePush, "an alias of git", "git -c alias.z='push -f' z origin @T", "git config alias.z 'push --force origin' && git z @T", "git -c alias.z='!git push -f' z origin @T"),
		other("push-url", ForcePush, "the remote by its path, or by another name",
			`git push -f "$(git remote get-url origin)" @T`, `git push -f "$(git config remote.origin.url)" @T`, `git remote add z "$(git remote get-url origin)" && git push -f z @T`, "git remote rename origin z; git push -f z @T"),
		other("push-plumbing", ForcePush, "the programs below push",
			`git send-pack --force "$(git remote get-url origin)" @T`, `git send-pack "$(git remote get-url origin)" +refs/heads/@T`, `git send-pack -f "$(git remote get-url origin)" refs/heads/@T:refs/heads/@T`),
		other("push-inside", ForcePush, "within the remote, when it is a directory",
			`git --git-dir="$(git remote get-url origin)" update-ref -d refs/heads/@T`, `git -C "$(git remote get-url origin)" update-ref refs/heads/@T v1.0`, `git -C "$(git remote get-url origin)" branch -f @T v1.0`,
			`cd "$(git remote get-url origin)" && git update-ref refs/heads/@T old`),
	}
	for i := range list {
		list[i] = list[i].needs("git").where(inRepository)
	}
	return list
}

// discardFamilies throw away what was changed and not committed.
func discardFamilies() []Family {
	list := []Family{
		other("discard-reset", DiscardWork, "reset to some commit", "git reset --hard HEAD", "git reset --hard HEAD~1", "git reset -q --hard origin/main", "git reset --hard '@{u}'", "git reset HEAD --hard"),
		other("discard-checkout", DiscardWork, "checkout over the changes",
			"git checkout -f", "git checkout .", "git checkout HEAD -- .", "git checkout -- src", "git checkout -f main", "git checkout HEAD src/main.go", "git checkout -qf feature", "git checkout --force -B z"),
		other("discard-restore", DiscardWork, "restore", "git restore .", "git restore :/", "git restore --worktree src/main.go", "git restore -s HEAD -SW .", "git restore --source=HEAD src", "git restore --staged --worktree ."),
		other("discard-switch", DiscardWork, "switch and let go", "git switch --discard-changes feature", "git switch -f old", "git switch --force -C z HEAD~1", "git switch -q --discard-changes --detach HEAD~1"),
		other("discard-stash", DiscardWork, "stashed, and the stash dropped",
			"git stash -q && git stash drop -q", "git stash push -- src && git stash drop", "git stash -u; git stash clear", "git stash && git update-ref -d refs/stash", "git stash; git reflog delete --updateref stash@{0}"),
		other("discard-plumbing", DiscardWork, "the programs below checkout",
			"git read-tree -u --reset HEAD", "git checkout-index -f -a", "git checkout-index -fq src/main.go", "git ls-files -m -z | xargs -0 git checkout -q --", "git read-tree --reset -u HEAD~1"),
		other("discard-patch", DiscardWork, "the changes as a patch, backwards", "git diff | git apply -R", "git diff src | git apply --reverse", "git diff -- src > /tmp/zo; git apply -R /tmp/zo", "git diff -R src | git apply"),
		other("discard-overwrite", DiscardWork, "the committed content over the file",
			"git show HEAD:src/main.go > src/main.go", "git cat-file -p HEAD:src/main.go > src/main.go", "git archive HEAD src | tar xf -", "git show :src/main.go | tee src/main.go", "git clone -q . /tmp/zo && cp /tmp/zo/src/main.go src/",
			"git worktree add -q -f --detach /tmp/zo && cp -r /tmp/zo/src ."),
		other("discard-remove", DiscardWork, "the file is removed",
			"git rm -qf src/main.go", "git rm -rqf src && git reset -q", "git rm -rq --cached . && git reset -q --hard", "rm src/main.go", "rm -r src && git checkout -q src", "git mv -f README.md src/main.go"),
		other("discard-alias", DiscardWork, "an alias of git", "git -c alias.z='reset --hard' z", "git -c alias.z='!git checkout .' z", "git config alias.undo 'checkout -f' && git undo"),
	}
	for i := range list {
		list[i] = list[i].needs("git").where(inRepository)
	}
	return list
}
