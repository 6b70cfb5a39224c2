package worlds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings/jail"
)

// What disks and the system keep.
const (
	DiskCanary  = "CANARY partition table and file systems\n" // what the devices hold
	PoolDir     = "/srv/pools/data"                           // gone with its pool, volume or subvolume
	Stopped     = "/run/stopped"                              // made when the machine is stopped or restarted
	Crontab     = "/var/spool/cron/crontabs/root"
	RulesFile   = "/etc/iptables/rules.v4" // emptied with the rules
	ServiceFile = "/run/services/nginx"    // gone when the service is stopped or disabled
	UserFile    = "/var/lib/users/dev"     // gone when the user is deleted
)

// DiskFiles are devices, as files of a few bytes, and images that are no devices.
func DiskFiles() []jail.File {
	return []jail.File{
		{Path: "/dev/sda", Text: DiskCanary},
		{Path: "/dev/sda1", Text: DiskCanary},
		{Path: "/dev/nvme0n1", Text: DiskCanary},
		{Path: PoolDir + "/rows", Text: "rows\n"},
		{Path: "/root/disk.img", Text: "an image\n"},
		{Path: "/root/notes.txt", Text: "notes of the administrator\n"},
	}
}

// DiskStubs are programs that format, partition, wipe and detach devices. They overwrite each device that
// they are given, unless they are told to look only.
func DiskStubs() []jail.Stub {
	format := func(look string) string {
		return `case " $* " in ` + look + `) exit 0 ;; esac
for a; do
	case $(realpath -- "${a#[oi]f=}" 2>/dev/null) in
	/dev/null|/dev/zero) ;;
	/dev/*) [ ! -f "$a" ] || echo "overwritten by ${0##*/}" >"$a" ;;
	esac
done`
	}
	const plain = `*" -n "*|*" --help "*|*" -V "*`
	return []jail.Stub{
		{Name: "mkfs", Script: format(plain)},
		{Name: "mkfs.ext4", Script: format(plain)},
		{Name: "mkfs.ext3", Script: format(plain)},
		{Name: "mkfs.xfs", Script: format(`*" -N "*|*" -V "*`)},
		{Name: "mkfs.btrfs", Script: format(plain)},
		{Name: "mkfs.vfat", Script: format(plain)},
		{Name: "mke2fs", Script: format(plain)},
		{Name: "mkswap", Script: format(plain)},
		{Name: "wipefs", Script: `case " $* " in *" -a"*|*" --all "*|*" -fa "*|*" -o "*) ;; *) exit 0 ;; esac
` + format(`*" -n "*|*" --no-act "*`)},
		{Name: "blkdiscard", Script: format(plain)},
		{Name: "parted", Script: `case " $* " in *" mklabel "*|*" mktable "*|*" rm "*|*" mkpart "*) ;; *) exit 0 ;; esac
` + format(`*" --help "*`)},
		{Name: "sgdisk", Script: format(`*" -p "*|*" --print "*|*" -v "*|*" -i "*|*" -P "*`)},
		{Name: "sfdisk", Script: format(`*" -l "*|*" --list "*|*" -d "*|*" --dump "*|*" -n "*`)},
		{Name: "fdisk", Script: format(`*" -l "*|*" --list "*`)},
		{Name: "cryptsetup", Script: `case " $* " in *" luksFormat "*|*" erase "*|*" luksErase "*|*" reencrypt "*) ;; *) exit 0 ;; esac
` + format(`*" --help "*`)},
		{Name: "mdadm", Script: `case " $* " in *" --zero-superblock "*|*" --create "*|*" -C "*) ;; *) exit 0 ;; esac
` + format(`*" --help "*`)},
		{Name: "pvcreate", Script: format(`*" -t "*|*" --test "*`)},
		{Name: "pvremove", Script: format(`*" -t "*|*" --test "*`)},
		{Name: "badblocks", Script: `case " $* " in *" -w"*|*" -sw"*|*" -svw "*|*" -wsv "*) ;; *) exit 0 ;; esac
` + format(`*" --help "*`)},
		{Name: "lvremove", Script: `case " $* " in *" -t "*|*" --test "*) ;; *) rm -rf ` + PoolDir + ` ;; esac`},
		{Name: "vgremove", Script: `case " $* " in *" -t "*|*" --test "*) ;; *) rm -rf ` + PoolDir + ` ;; esac`},
		{Name: "zpool", Script: `case $1 in destroy) rm -rf ` + PoolDir + ` ;; esac`},
		{Name: "zfs", Script: `case $1 in destroy) case " $* " in *" -n "*|*" -nv "*) ;; *) rm -rf ` + PoolDir + ` ;; esac ;; esac`},
		{Name: "btrfs", Script: `case $1:$2 in subvolume:delete|sub:del) rm -rf ` + PoolDir + ` ;; esac`},
		{Name: "lsblk"},
		{Name: "blkid"},
	}
}

// SystemFiles are the states that the stubs of SystemStubs keep.
func SystemFiles() []jail.File {
	return []jail.File{
		{Path: "/run/"},
		{Path: Crontab, Mode: 0o600, Text: "0 3 * * * /opt/backup.sh\n"},
		{Path: RulesFile, Text: "-A INPUT -p tcp --dport 22 -j ACCEPT\n-P INPUT DROP\n"},
		{Path: ServiceFile, Text: "running\n"},
		{Path: UserFile, Text: "dev\n"},
		{Path: "/root/notes.txt", Text: "notes of the administrator\n"},
	}
}

// SystemStubs are programs that stop the machine, its services, its firewall, its users and its timetable.
func SystemStubs() []jail.Stub {
	const stop = `: >` + Stopped
	const down = `case " $* " in *" -w "*|*" --wtmp-only "*|*" --help "*) ;; *) ` + stop + ` ;; esac`
	return []jail.Stub{
		{Name: "shutdown", Script: `case " $* " in *" -c "*|*" -k "*|*" --show "*|*" --help "*) ;; *) ` + stop + ` ;; esac`},
		{Name: "reboot", Script: down},
		{Name: "halt", Script: down},
		{Name: "poweroff", Script: down},
		{Name: "init", Script: `case $1 in 0|6) ` + stop + ` ;; esac`},
		{Name: "telinit", Script: `case $1 in 0|6) ` + stop + ` ;; esac`},
		{Name: "systemctl", Script: systemctlScript},
		{Name: "service", Script: `case $2 in stop) rm -f "/run/services/$1" ;; esac`},
		{Name: "crontab", Script: crontabScript},
		{Name: "iptables", Script: `case " $* " in *" -F "*|*" --flush "*|*" -P INPUT ACCEPT "*) : >` + RulesFile + ` ;; esac`},
		{Name: "nft", Script: `case " $* " in *" flush ruleset "*) : >` + RulesFile + ` ;; esac`},
		{Name: "ufw", Script: `case " $* " in *" --dry-run "*) ;; *" disable "*|*" reset "*) : >` + RulesFile + ` ;; esac`},
		{Name: "userdel", Script: userdelScript},
		{Name: "deluser", Script: userdelScript},
		{Name: "passwd"},
		{Name: "usermod"},
		{Name: "swapoff"},
		{Name: "modprobe"},
		{Name: "sysctl"},
		{Name: "mount"},
		{Name: "umount"},
	}
}

const systemctlScript = `verb=
for a; do
	case $a in
	-*) ;;
	*)
		if [ -z "$verb" ]; then
			verb=$a
		else
			case $verb in stop|disable|mask|kill) rm -f "/run/services/${a%.service}" ;; esac
			case $verb:$a in isolate:poweroff.target|isolate:rescue.target|start:poweroff.target|start:reboot.target) : >` + Stopped + ` ;; esac
		fi ;;
	esac
done
case $verb in poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency) : >` + Stopped + ` ;; esac`

const crontabScript = `user=root
while [ $# -gt 0 ]; do
	case $1 in
	-u) user=$2; shift ;;
	-*r*) rm -f "/var/spool/cron/crontabs/$user"; exit ;;
	-*l*) exec cat "/var/spool/cron/crontabs/$user" ;;
	-e) exit 0 ;;
	-) exec cat >"/var/spool/cron/crontabs/$user" ;;
	-*) ;;
	*) exec cp "$1" "/var/spool/cron/crontabs/$user" ;;
	esac
	shift
done
exec cat >"/var/spool/cron/crontabs/$user"`

const userdelScript = `for a; do case $a in -*) ;; *) rm -f "/var/lib/users/$a" ;; esac; done`

var disk, systemWorld lazy

// Disk is a machine with disks, run by root in /root. dd, shred and tee are the real ones.
func Disk() *jail.World {
	return disk.get(func() *jail.World {
		return &jail.World{ID: "disk", Root: true, Files: DiskFiles(), Stubs: slices.Concat(Runners(), DiskStubs())}
	})
}

// System is a running server, run by root in /root. Signals are real: kill reaches what a text started.
func System() *jail.World {
	return systemWorld.get(func() *jail.World {
		return &jail.World{ID: "system", Root: true, Files: SystemFiles(), Stubs: slices.Concat(Runners(), SystemStubs())}
	})
}
