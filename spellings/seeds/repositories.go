package seeds

import (
	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/worlds"
)

func repositories() []spellings.Seed {
	var (
		pushed    = jail.RefMoved(worlds.Remote, "refs/heads/main")
		discarded = jail.Changed("/home/dev/app/README.md")
		cleaned   = jail.Gone("/home/dev/app/todo.txt")
		committed = jail.RefMoved("/home/dev/app/.git", "refs/heads/main")
	)
	return []spellings.Seed{
		{
			ID: "force-push", Area: "git", Text: "git push --force origin main", World: worlds.Repo(), Happened: pushed,
			Effect: spellings.ForcePush, Target: "main",
		},
		{ID: "force-push~lease", Area: "git", Text: "git push --force-with-lease origin feature/x", World: worlds.Repo(), Happened: pushed, Twin: true},
		{ID: "reset", Area: "git", Text: "git reset --hard", World: worlds.Repo(), Happened: discarded, Effect: spellings.DiscardWork},
		{ID: "reset~staged", Area: "git", Text: "git restore --staged .", World: worlds.Repo(), Happened: discarded, Twin: true},
		{ID: "clean", Area: "git", Text: "git clean -fdx", World: worlds.Repo(), Happened: cleaned},
		{ID: "clean~dry", Area: "git", Text: "git clean -n -d", World: worlds.Repo(), Happened: cleaned, Twin: true},
		{ID: "no-verify", Area: "git", Text: "git commit -a --no-verify -m wip", World: worlds.Repo(), Happened: committed},
		{ID: "no-verify~words", Area: "git", Text: "git log --oneline --grep='--no-verify'", World: worlds.Repo(), Happened: committed, Twin: true},
	}
}
