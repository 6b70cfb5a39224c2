package seeds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/worlds"
)

// repositories are what git can lose.
func repositories() []spellings.Seed {
	var (
		pushed    = jail.RefMoved(worlds.Remote, "refs/heads/main")
		deleted   = jail.RefMoved(worlds.Remote, "refs/heads/feature")
		discarded = worlds.Lost("/home/dev/app/src/main.go", "an hour of work")
		cleaned   = jail.All(jail.Gone("/home/dev/app/todo.txt"), jail.Gone("/home/dev/app/drafts/plan.txt"))
		committed = jail.RefMoved("/home/dev/app/.git", "refs/heads/main")
	)
	return slices.Concat(
		with(spellings.Seed{
			ID: "force-push", Area: "git", Text: "git push --force origin main", World: worlds.Repo(), Happened: pushed,
			Effect: spellings.ForcePush, Target: "main",
		}, twin{Word: "lease", Text: "git push --force-with-lease origin feature", Target: "feature"}),
		with(spellings.Seed{
			ID: "remote-delete", Area: "git", Text: "git push origin --delete feature", World: worlds.Repo(), Happened: deleted,
		}, twin{Word: "local", Text: "git branch -d old"}),
		with(spellings.Seed{
			ID: "reset", Area: "git", Text: "git reset --hard", World: worlds.Repo(), Happened: discarded, Effect: spellings.DiscardWork,
		}, twin{Word: "unstage", Text: "git reset -q staged.txt"}),
		with(spellings.Seed{
			ID: "checkout", Area: "git", Text: "git checkout -- .", World: worlds.Repo(), Happened: discarded,
		}, twin{Word: "branch", Text: "git checkout -q -b topic"}),
		with(spellings.Seed{
			ID: "clean", Area: "git", Text: "git clean -fdx", World: worlds.Repo(), Happened: cleaned,
		}, twin{Word: "dry", Text: "git clean -ndx"}),
		with(spellings.Seed{
			ID: "no-verify", Area: "git", Text: "git commit --no-verify -m wip", World: worlds.Repo(), Happened: committed,
		}, twin{Word: "words", Text: `git commit -m "never use --no-verify"`}),
	)
}
