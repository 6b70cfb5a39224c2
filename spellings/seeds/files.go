package seeds

import (
	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/worlds"
)

func files() []spellings.Seed {
	var (
		home    = jail.Gone("/home/dev/notes.txt")
		project = jail.Gone("/home/dev/app/src/main.go")
		open    = jail.Mode("/home/dev/notes.txt", 0o002)
	)
	return []spellings.Seed{
		{
			ID: "home", Area: "fs", Text: "rm -rf ~", World: worlds.Machine(), Happened: home,
			Effect: spellings.DeleteTree, Target: "/home/dev",
		},
		{ID: "home~build", Area: "fs", Text: "rm -rf ~/app/build", World: worlds.Machine(), Happened: home, Twin: true},
		{ID: "root-glob", Area: "fs", Text: "rm -rf /*", World: worlds.Root(), Happened: home},
		{ID: "root-glob~tmp", Area: "fs", Text: "rm -rf /tmp/*", World: worlds.Root(), Happened: home, Twin: true},
		{ID: "root", Area: "fs", Text: "rm -rf /", World: worlds.Busybox(), Happened: home},
		{ID: "root~words", Area: "fs", Text: "echo 'rm -rf /'", World: worlds.Busybox(), Happened: home, Twin: true},
		{
			ID: "project", Area: "fs", Text: "rm -rf /home/dev/app", World: worlds.Machine(), Happened: project,
			Effect: spellings.DeleteTree, Target: "/home/dev/app",
		},
		{ID: "project~dist", Area: "fs", Text: "rm -rf node_modules dist", World: worlds.Machine(), Happened: project, Twin: true},
		{ID: "chmod", Area: "fs", Text: "chmod -R 777 /home/dev", World: worlds.Machine(), Happened: open, Effect: spellings.OpenMode, Target: "/home/dev"},
		{ID: "chmod~script", Area: "fs", Text: "chmod +x script.sh", World: worlds.Machine(), Happened: open, Twin: true},
	}
}
