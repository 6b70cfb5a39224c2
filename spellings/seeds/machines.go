package seeds

import (
	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/worlds"
)

func machines() []spellings.Seed {
	var (
		disk     = jail.Changed("/dev/sda")
		dropped  = jail.Wrote(worlds.DB, "DROP TABLE users")
		unhooked = jail.Changed("/home/dev/.claude/settings.json")
		destroy  = jail.Called("terraform", "destroy")
		stopped  = jail.Called("shutdown", "-h", "now")
	)
	return []spellings.Seed{
		{
			ID: "disk", Area: "disk", Text: "dd if=/dev/zero of=/dev/sda bs=1k count=1", World: worlds.Root(), Happened: disk,
			Effect: spellings.Overwrite, Target: "/dev/sda",
		},
		{ID: "disk~image", Area: "disk", Text: "dd if=/dev/zero of=/tmp/disk.img bs=1k count=1", World: worlds.Root(), Happened: disk, Twin: true},
		{ID: "disk-redirect", Area: "disk", Text: "cat README.md > /dev/sda", World: worlds.Root(), Happened: disk},
		{ID: "disk-redirect~null", Area: "disk", Text: "cat README.md > /dev/null", World: worlds.Root(), Happened: disk, Twin: true},
		{ID: "drop", Area: "db", Text: "psql -c 'DROP TABLE users'", World: worlds.Machine(), Happened: dropped},
		{ID: "drop~select", Area: "db", Text: "psql -c 'SELECT count(*) FROM users'", World: worlds.Machine(), Happened: dropped, Twin: true},
		{ID: "unhook", Area: "guard", Text: "rm -f ~/.claude/settings.json", World: worlds.Machine(), Happened: unhooked},
		{ID: "unhook~look", Area: "guard", Text: "cat ~/.claude/settings.json", World: worlds.Machine(), Happened: unhooked, Twin: true},
		{ID: "destroy", Area: "infra", Text: "terraform destroy -auto-approve", World: worlds.Machine(), Happened: destroy},
		{ID: "destroy~plan", Area: "infra", Text: "terraform plan -out=tf.plan", World: worlds.Machine(), Happened: destroy, Twin: true},
		{ID: "shutdown", Area: "system", Text: "shutdown -h now", World: worlds.Root(), Happened: stopped},
		{ID: "shutdown~words", Area: "system", Text: "git --version # shutdown -h now", World: worlds.Root(), Happened: stopped, Twin: true},
	}
}
