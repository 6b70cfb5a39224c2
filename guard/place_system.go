package guard

import "strings"

// cutFirst splits an absolute path, or a relative one, into its first component and the rest.
func cutFirst(p string) (first, rest string) {
	p = strings.TrimPrefix(p, "/")
	first, rest, _ = strings.Cut(p, "/")
	return first, rest
}

// systemPlace classifies by the layout of a system: Linux, macOS, Windows drives as WSL and
// Git's bash mount them.
func systemPlace(abs string) Place {
	first, rest := cutFirst(abs)
	switch first {
	case "home", "Users":
		switch name, more := cutFirst(rest); {
		case rest == "":
			return PlaceSystemDir | PlaceHomesParent
		case more == "" && name != "Shared":
			return PlaceHome
		}
		return 0
	case "root":
		if rest == "" {
			return PlaceHome
		}
		return 0
	case "private":
		if rest == "" {
			return PlaceSystemDir
		}
		if strings.HasPrefix(rest, "etc") || strings.HasPrefix(rest, "var") || strings.HasPrefix(rest, "tmp") {
			return systemPlace(abs[len("/private"):])
		}
		return PlaceInSystem
	case "etc":
		return etcPlace(rest)
	case "dev":
		return devPlace(rest)
	case "proc":
		return procPlace(rest)
	case "boot":
		if rest == "" {
			return PlaceSystemDir
		}
		return dirIf(oneOf(rest, "efi grub grub2 loader EFI")) | PlaceInSystem | PlaceSystemFile
	case "bin", "sbin":
		if rest == "" {
			return PlaceSystemDir
		}
		return PlaceInSystem | vitalProgram(rest)
	case "lib", "lib32", "lib64", "libx32":
		if rest == "" {
			return PlaceSystemDir
		}
		return PlaceInSystem | libPlace(rest)
	case "usr":
		return usrPlace(rest)
	case "var":
		return varPlace(rest)
	case "mnt":
		if drive, more := cutFirst(rest); len(drive) == 1 {
			return drivePlace(more)
		}
		return dirIf(rest == "")
	case "c":
		return drivePlace(rest)
	case "opt":
		return dirIf(rest == "" || rest == "homebrew" || rest == "local") | inIf(rest != "")
	case "srv", "media", "Volumes":
		return dirIf(rest == "")
	case "run", "sys", "snap", "cores":
		return dirIf(rest == "") | inIf(rest != "")
	case "nix":
		return dirIf(rest == "" || rest == "store" || rest == "var") | inIf(rest != "")
	case "System":
		return dirIf(rest == "" || oneOf(rest, "Library Volumes Applications")) | inIf(rest != "")
	case "Library":
		return dirIf(rest == "" || oneOf(rest, "LaunchDaemons LaunchAgents Extensions Frameworks Keychains Preferences")) | inIf(rest != "")
	case "Applications":
		return dirIf(rest == "" || rest == "Utilities") | inIf(rest != "")
	case "vmlinuz", "initrd.img", "vmlinuz.old", "initrd.img.old", "swapfile":
		if rest == "" {
			return PlaceSystemFile
		}
	}
	if len(first) == 1 && rest != "" {
		switch top, _ := cutFirst(rest); top { // /d/Users
		case "Users", "Windows", "Program Files":
			return drivePlace(rest)
		}
	}
	return 0
}

func dirIf(is bool) Place {
	if is {
		return PlaceSystemDir
	}
	return 0
}

func inIf(is bool) Place {
	if is {
		return PlaceInSystem
	}
	return 0
}

// oneOf tells whether a word is in a blank separated list.
func oneOf(word, list string) bool {
	for list != "" {
		var w string
		w, list, _ = strings.Cut(list, " ")
		if w == word {
			return true
		}
	}
	return false
}

func etcPlace(rest string) Place {
	if rest == "" {
		return PlaceSystemDir
	}
	first, more := cutFirst(rest)
	pl := PlaceInSystem
	switch first {
	case "passwd", "passwd-", "shadow", "shadow-", "gshadow", "gshadow-", "group", "group-", "master.passwd", "sudoers",
		"doas.conf", "fstab", "crypttab", "inittab", "pam.conf", "nsswitch.conf", "login.defs", "ld.so.preload", "ld.so.conf",
		"ld.so.cache", "securetty", "shells", "machine-id", "subuid", "subgid", "hosts", "resolv.conf", "sudo.conf":
		return pl | PlaceSystemFile
	case "sudoers.d", "pam.d", "security", "ld.so.conf.d", "selinux", "grub.d":
		return pl | PlaceSystemFile | dirIf(more == "")
	case "ssh":
		switch {
		case more == "":
			return pl | PlaceSystemDir
		case strings.HasPrefix(more, "sshd_config"):
			return pl | PlaceSystemFile
		}
	case "profile", "bash.bashrc", "bashrc", "bash.bash_logout", "zshrc", "zshenv", "zprofile", "zlogin", "csh.cshrc", "csh.login",
		"environment", "rc.local", "profile.d", "zsh", "fish":
		return pl | PlaceStartup | dirIf(more == "" && first == "profile.d")
	case "crontab", "anacrontab", "cron.d", "cron.hourly", "cron.daily", "cron.weekly", "cron.monthly", "cron.allow", "cron.deny":
		return pl | PlaceCron
	case "default":
		if more == "grub" {
			return pl | PlaceSystemFile
		}
	case "ssl", "pki", "systemd", "init.d", "apt", "alternatives", "network", "netplan", "NetworkManager", "kubernetes", "init",
		"rc0.d", "rc1.d", "rc2.d", "rc3.d", "rc5.d", "rc6.d", "X11", "dbus-1", "udev", "modprobe.d", "sysctl.d", "yum.repos.d":
		return pl | dirIf(more == "")
	}
	return pl
}

func usrPlace(rest string) Place {
	if rest == "" {
		return PlaceSystemDir
	}
	first, more := cutFirst(rest)
	pl := PlaceInSystem
	switch first {
	case "bin", "sbin":
		return pl | dirIf(more == "") | vitalProgram(more)
	case "lib", "lib32", "lib64", "libx32", "libexec":
		return pl | dirIf(more == "") | libPlace(more)
	case "share", "include", "src", "games":
		return pl | dirIf(more == "")
	case "local":
		return pl | dirIf(more == "" || oneOf(more, "bin sbin lib lib64 share etc include opt Cellar Homebrew"))
	}
	return pl
}

func libPlace(rest string) Place {
	if oneOf(rest, "x86_64-linux-gnu aarch64-linux-gnu i386-linux-gnu systemd modules firmware") {
		return PlaceSystemDir
	}
	base := baseName(rest)
	if base == "libc.so.6" || strings.HasPrefix(base, "ld-linux") || strings.HasPrefix(base, "ld-musl") {
		return PlaceSystemFile
	}
	return 0
}

// vitalProgram marks the programs without which nobody logs in or repairs anything.
func vitalProgram(name string) Place {
	if oneOf(name, "sh bash dash zsh su sudo login init systemd systemctl env ls cp mv rm cat mount umount chmod chown ln passwd ssh sshd") {
		return PlaceSystemFile
	}
	return 0
}

func varPlace(rest string) Place {
	if rest == "" {
		return PlaceSystemDir
	}
	first, more := cutFirst(rest)
	pl := PlaceInSystem
	switch first {
	case "lib":
		if more == "apt/lists" || strings.HasPrefix(more, "apt/lists/") {
			return PlaceArtifact
		}
		return pl | dirIf(more == "" || oneOf(more, "dpkg rpm pacman apt docker containerd mysql postgresql mongodb redis etcd kubelet systemd"))
	case "spool":
		if strings.HasPrefix(more, "cron") {
			return pl | PlaceCron
		}
		return pl | dirIf(more == "")
	case "at":
		if strings.HasPrefix(more, "tabs") {
			return pl | PlaceCron
		}
	case "cache":
		if more != "" {
			return PlaceArtifact
		}
	case "run", "db", "root", "backups", "mail":
		return pl | dirIf(more == "")
	case "www":
		return 0
	}
	return pl
}

// drivePlace classifies below a Windows drive.
func drivePlace(rest string) Place {
	if rest == "" {
		return PlaceSystemDir
	}
	first, more := cutFirst(rest)
	switch strings.ToLower(first) {
	case "users":
		switch name, deeper := cutFirst(more); {
		case more == "":
			return PlaceSystemDir | PlaceHomesParent
		case deeper == "" && name != "Public":
			return PlaceHome
		}
	case "windows":
		return PlaceInSystem | dirIf(more == "" || strings.EqualFold(more, "System32"))
	case "program files", "program files (x86)", "programdata":
		return PlaceInSystem | dirIf(more == "")
	}
	return 0
}

func procPlace(rest string) Place {
	first, more := cutFirst(rest)
	switch {
	case rest == "":
		return PlaceSystemDir
	case first == "sysrq-trigger":
		return PlaceSysrq | PlaceInSystem
	case first == "kcore" || first == "kmem":
		return PlaceProcEnv | PlaceInSystem
	}
	switch more {
	case "environ", "mem":
		return PlaceProcEnv | PlaceInSystem
	}
	if strings.HasPrefix(more, "task/") && strings.HasSuffix(more, "/environ") {
		return PlaceProcEnv | PlaceInSystem
	}
	return PlaceInSystem
}

// devPlace classifies names in /dev. What is not known there is no device: most of them are
// terminals, sound and the like.
func devPlace(rest string) Place {
	if rest == "" {
		return PlaceSystemDir
	}
	first, more := cutFirst(rest)
	switch first {
	case "null", "zero", "full", "stdin", "stdout", "stderr", "tty", "fd", "random", "urandom", "pts", "ptmx", "tcp", "udp", "console":
		return PlaceHarmlessDev
	case "shm":
		return PlaceInSystem
	case "disk", "mapper", "block":
		if more == "" {
			return PlaceSystemDir
		}
		if first == "mapper" && more == "control" {
			return PlaceInSystem
		}
		return PlaceDevice
	case "mem", "kmem", "port":
		return PlaceDevice
	}
	if more == "" && deviceName(first) {
		return PlaceDevice
	}
	if strings.HasPrefix(first, "tty") {
		return PlaceHarmlessDev
	}
	if first == "zvol" || first == "md" || strings.HasPrefix(first, "vg") || strings.HasPrefix(more, "lv") {
		return PlaceDevice // /dev/VOLUMEGROUP/VOLUME
	}
	return PlaceInSystem
}

// deviceName tells whether a name in /dev is that of a disk or a part of one, on Linux, macOS or
// a BSD. Placeholders such as sdX1 count.
func deviceName(s string) bool {
	for _, prefix := range [...]string{"sd", "hd", "vd", "xvd"} {
		if rest, ok := strings.CutPrefix(s, prefix); ok && rest != "" && len(rest) <= 4 {
			letters := strings.TrimRight(rest, "0123456789")
			return isAlpha(letters) || letters == "" // sda1, sdX; BSD: sd0
		}
	}
	for _, prefix := range [...]string{
		"nvme", "mmcblk", "loop", "dm-", "md", "nbd", "zd", "rbd", "drbd", "bcache", "pmem", "zram", "sr", "mtdblock", "mtd",
		"disk", "rdisk", "ada", "da", "nda", "nvd", "ad", "wd", "cd", "ld", "vtbd", "mfid", "dasd", "cciss",
	} {
		if rest, ok := strings.CutPrefix(s, prefix); ok && rest != "" && (rest[0] >= '0' && rest[0] <= '9' || rest[0] == 'X' || prefix == "dasd") {
			return true
		}
	}
	return false
}

func isAlpha(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		if b := s[i] | 0x20; b < 'a' || b > 'z' {
			return false
		}
	}
	return true
}
