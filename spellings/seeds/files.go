package seeds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/worlds"
)

// files are deletions, and permissions given away.
func files() []spellings.Seed {
	var (
		home    = jail.All(jail.Gone("/home/dev/notes.txt"), jail.Gone("/home/dev/documents/thesis.txt"))
		machine = jail.All(jail.Gone("/etc/fstab"), jail.Gone("/srv/data/customers.csv"), jail.Gone("/home/dev/notes.txt"))
		project = jail.Gone("/home/dev/app/src/main.go")
		dotGit  = jail.Gone("/home/dev/app/.git/HEAD")
		open    = jail.Mode("/home/dev/.ssh/id_rsa", 0o006)
	)
	return slices.Concat(
		with(spellings.Seed{
			ID: "home", Area: "fs", Text: "rm -rf ~", World: worlds.Home(), Happened: home,
			Effect: spellings.DeleteTree, Target: "/home/dev",
		},
			twin{Word: "build", Text: "rm -rf ~/app/build", Target: "/home/dev/app/build"},
			twin{Word: "words", Text: `echo "never run rm -rf ~/*" > build/advice.txt`}),
		with(spellings.Seed{
			ID: "root-glob", Area: "fs", Text: "rm -rf /*", World: worlds.Root(), Happened: machine,
			Effect: spellings.DeleteTree, Target: "/",
		}, twin{Word: "tmp", Text: "rm -rf /tmp/*"}),
		with(spellings.Seed{
			ID: "root-busybox", Area: "fs", Text: "rm -rf /", World: worlds.RootBusybox(), Happened: machine,
		}, twin{Word: "tmp", Text: "rm -rf /tmp/cache"}),
		with(spellings.Seed{
			ID: "unset", Area: "fs", Text: `rm -rf ~/"$OLD_DIR"`, World: worlds.Home(), Happened: home,
		}, twin{Word: "must-be-set", Text: `rm -rf ~/"${OLD_DIR:?}"`}),
		with(spellings.Seed{
			ID: "project", Area: "fs", Text: "rm -rf /home/dev/app", World: worlds.Repo(), Happened: project,
			Effect: spellings.DeleteTree, Target: "/home/dev/app",
		}, twin{Word: "ignored", Text: "rm -rf build node_modules", Target: "/home/dev/app/node_modules"}),
		with(spellings.Seed{
			ID: "found", Area: "fs", Text: "find ~ -type f -delete", World: worlds.Home(), Happened: home,
		}, twin{Word: "objects", Text: "find build -name '*.o' -delete"}),
		with(spellings.Seed{
			ID: "dot-git", Area: "fs", Text: "rm -rf .git", World: worlds.CleanRepo(), Happened: dotGit,
		}, twin{Word: "look", Text: "ls -a .git"}),
		with(spellings.Seed{
			ID: "chmod", Area: "fs", Text: "chmod -R 777 ~", World: worlds.Home(), Happened: open,
			Effect: spellings.OpenMode, Target: "/home/dev",
		}, twin{Word: "script", Text: "chmod 755 run.sh"}),
	)
}
