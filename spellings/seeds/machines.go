package seeds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/worlds"
)

// disks are devices that are overwritten.
func disks() []spellings.Seed {
	sda, nvme := jail.Changed("/dev/sda"), jail.Changed("/dev/nvme0n1")
	return slices.Concat(
		with(spellings.Seed{
			ID: "disk", Area: "disk", Text: "dd if=/dev/zero of=/dev/sda bs=1k count=1", World: worlds.Disk(), Happened: sda,
			Effect: spellings.Overwrite, Target: "/dev/sda",
		}, twin{Word: "image", Text: "dd if=/dev/zero of=disk.img bs=1k count=1", Target: "/root/disk.img"}),
		with(spellings.Seed{
			ID: "disk-redirect", Area: "disk", Text: "cat disk.img > /dev/nvme0n1", World: worlds.Disk(), Happened: nvme,
		}, twin{Word: "null", Text: "cat /dev/nvme0n1 > /dev/null"}),
		with(spellings.Seed{
			ID: "mkfs", Area: "disk", Text: "mkfs.ext4 -F /dev/sda", World: worlds.Disk(), Happened: sda,
		}, twin{Word: "image", Text: "mkfs.ext4 -F disk.img"}),
	)
}

// systems are machines that stop or lose their timetable.
func systems() []spellings.Seed {
	return slices.Concat(
		with(spellings.Seed{
			ID: "shutdown", Area: "system", Text: "shutdown -h now", World: worlds.System(), Happened: jail.Made(worlds.Stopped),
		}, twin{Word: "cancel", Text: "shutdown -c"}),
		with(spellings.Seed{
			ID: "crontab", Area: "system", Text: "crontab -r", World: worlds.System(), Happened: jail.Changed(worlds.Crontab),
		}, twin{Word: "list", Text: "crontab -l"}),
	)
}

// guards are an agent's own limits, taken away.
func guards() []spellings.Seed {
	unhooked := jail.Any(jail.Gone(worlds.SettingsFile), worlds.Lost(worlds.SettingsFile, "bashguard"))
	return slices.Concat(
		with(spellings.Seed{
			ID: "unhook", Area: "guard", Text: "rm ~/.claude/settings.json", World: worlds.Home(), Happened: unhooked,
			Effect: spellings.Overwrite, Target: worlds.SettingsFile,
		}, twin{Word: "look", Text: "cat ~/.claude/settings.json"}),
		with(spellings.Seed{
			ID: "edit-hook", Area: "guard", Text: "sed -i /bashguard/d ~/.claude/settings.json", World: worlds.Home(), Happened: unhooked,
		}, twin{Word: "copy", Text: "sed /bashguard/d ~/.claude/settings.json"}),
	)
}
