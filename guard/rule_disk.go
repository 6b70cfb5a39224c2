package guard

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// diskRules are about block devices and volumes.
var diskRules = []Rule{
	{
		ID: "disk/wipe", Severity: Deny,
		Title:    "write to, format, repartition, wipe or detach a block device or a volume",
		Why:      "a device is overwritten below all file systems: what was on it is gone, and the wrong letter is the wrong disk",
		Instead:  "work on an image file (`truncate -s 1G disk.img`, `mkfs.ext4 disk.img`), look with `lsblk -f`, and let a human write to devices",
		Programs: "dmsetup pvcreate vgcreate lvresize btrfs ddrescue dd_rescue asr gpart diskpart ceph-volume rpi-imager wipe partclone.restore partclone.ext4 partclone.dd format.com drbdadm geli",
		Kinds:    program.Device | program.Write | program.Append | program.Edit | program.Delete | program.Move,
		Match:    matchWipe,
		Matches: []string{
			"dd if=/dev/zero of=/dev/sda", "dd if=x.img of=/dev/disk2 bs=1m", "dd if=/dev/zero of=/dev/sda 2>>/var/log/blkid.log", "mkfs.ext4 -L df /dev/sdb1", "mkfs -t ext4 /dev/nvme0n1p1",
			"mkswap /dev/sda2", "wipefs -a /dev/sdb -o /tmp/df.bak", "blkdiscard /dev/sdb", "shred /dev/sda", "tee /dev/sda < /tmp/disk.img", "cat x > /dev/nvme0n1", "cp /dev/zero /dev/sda",
			"cp x /dev/mapper/vg-root", "pv < x > /dev/vda", "sudo parted /dev/sda mklabel gpt", "sgdisk -Z /dev/sda", "sfdisk /dev/sda < layout", "cryptsetup luksFormat /dev/sda1",
			"mdadm --zero-superblock /dev/sdb --config /etc/blkid.conf", "lvremove -f vg/data", "vgremove vg", "zfs destroy -r pool/data", "zpool destroy pool", "btrfs device delete /dev/sdb /mnt",
			"diskutil eraseDisk JHFS+ X disk2", "hdparm --security-erase p /dev/sda", "nvme format /dev/nvme0n1", "echo x > /dev/disk/by-id/ata-x", "badblocks -w /dev/sdb", ": > /dev/mmcblk0p1",
			"rm /dev/sda", "pvcreate /dev/sdb", "sudo btrfs subvolume delete /mnt/x", "sudo btrfs su d x", "dd if=/dev/zero of=/dev/$DISK", "cat x > /dev/sd$D", "mkfs.xfs -f /dev/dm-0",
			"diskutil apfs deleteContainer disk1", "lvresize -L -5G vg/data",
		},
		Passes: []string{
			"dd if=/dev/zero of=/dev/null bs=1M count=10", "dd if=d.img of=/dev/stdout count=1", "dd if=/dev/sda of=disk.img", "mkfs.ext4 disk.img", "lsblk -f", "wipefs /dev/sdb", "fdisk -l",
			"parted -l", "parted /dev/sda print", "sgdisk -p /dev/sda", "cat /dev/sda > disk.img", "echo x > /dev/null", "echo x > /dev/ttyUSB0", "echo x > /dev/tcp/localhost/80", "cryptsetup status x",
			"cryptsetup open /dev/sda1 x", "mount /dev/sda1 /mnt", "zfs list", "zfs destroy -n pool/data", "lvs", "diskutil list", "diskutil apfs list", "rg 'mkfs|dd if=' docs", "echo mkfs /dev/sda", "cp x dev/sda",
			"btrfs subvolume list /", "dd if=/dev/urandom of=key.bin count=1", "mkfs.ext4 --help", "shred notes.txt", "partclone.ext4 -c -s /dev/sda1 -o backup.img",
		},
	},
}

func matchWipe(c *Context, l *shell.Leaf) {
	if what, sev := wipesByWords(l); what != "" {
		c.report(l, sev, what, "")
		return
	}
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&(program.Device|program.Write|program.Append|program.Edit|program.Delete|program.Move) == 0 || !e.Word.HasUnknown() && e.Kind&program.Device == 0 && !mayBeDevice(c, l, e) {
			continue
		}
		if e.Kind&program.Device == 0 {
			if path, place := c.Locate(l, &e.Word); place.Has(PlaceDevice) {
				verb := "writes over"
				if e.Kind&(program.Delete|program.Move) != 0 {
					verb = "removes"
				}
				c.Report(l, fmt.Sprintf("this %s %s, a block device", verb, path.String()))
				return
			}
			continue
		}
		if c.wipes(l, e) {
			return
		}
	}
}

// mayBeDevice is a quick look that spares most paths a resolution.
func mayBeDevice(c *Context, l *shell.Leaf, e *program.Effect) bool {
	text, _ := e.Word.Prefix()
	switch {
	case strings.HasPrefix(text, "/dev/"), strings.Contains(text, "/../"), strings.HasPrefix(text, ".."), strings.HasPrefix(text, "//"), strings.HasPrefix(text, "/."):
		return true
	case e.Word.Pieces != nil && (text == "" || text == "/"):
		return true // /d?v/sda
	}
	return c.Command.cfg.state != nil || l.Cwd.Path == "/" || strings.HasPrefix(l.Cwd.Path, "/dev")
}

// wipes reports an effect on a device, or on something that is none by its name but is taken as one.
func (c *Context) wipes(l *shell.Leaf, e *program.Effect) bool {
	canonical := l.Parsed.Canonical()
	path, place := c.Locate(l, &e.Word)
	name := e.Word.String()
	sev := Deny
	switch canonical {
	case "lvremove", "zfs", "zpool", "diskutil", "dmsetup", "hdiutil", "nvme", "btrfs":
		// Their operands are names of volumes, not paths.
		if l.Program == "pvmove" || l.Program == "vgreduce" {
			sev = Ask
		}
		if canonical == "diskutil" && len(l.Args) > 1 && l.Args[0].Lit == "apfs" && !apfsDestroys(l.Args[1].Lit) {
			return false
		}
	case "mkfs":
		// Options that one kind of file system takes with an argument are flags of another, so
		// every operand is looked at.
		for i := range l.Parsed.Operands {
			if p, pl := c.Locate(l, &l.Parsed.Operands[i]); pl.Has(PlaceDevice) {
				path, place, name = p, pl, p.String()
			}
		}
		fallthrough
	default:
		switch {
		case place.Has(PlaceDevice):
		case path.Anywhere, !path.Known:
			sev = Ask // an image or a device: what is done to it is known
		default:
			return false // an image file
		}
	}
	if interactive(l, canonical) {
		sev = Ask
	}
	c.report(l, sev, fmt.Sprintf("%s changes %s below its file system", l.Program, name), "")
	return true
}

func apfsDestroys(verb string) bool {
	verb = strings.ToLower(verb)
	return strings.HasPrefix(verb, "delete") || strings.HasPrefix(verb, "erase") || strings.HasPrefix(verb, "resize") || strings.HasPrefix(verb, "create")
}

// interactive tells whether a partition editor is only opened: nothing is told to it.
func interactive(l *shell.Leaf, canonical string) bool {
	return (canonical == "fdisk" || canonical == "parted") && len(l.Parsed.Operands) == 1 && l.Stdin == nil && len(l.Redirects) == 0
}

// wipesByWords is for programs whose words say more than their effects.
func wipesByWords(l *shell.Leaf) (what string, sev Severity) {
	p := l.Parsed
	switch l.Program {
	case "btrfs":
		k := readCall(l)
		switch {
		case k.n > 1 && abbreviates(k.words[0], "subvolume", 2) && abbreviates(k.words[1], "delete", 1):
			return "this deletes a subvolume with all that it holds", Deny
		case k.n > 1 && abbreviates(k.words[0], "device", 1) && (abbreviates(k.words[1], "delete", 2) || abbreviates(k.words[1], "remove", 2)):
			return "this takes a device out of the file system", Deny
		}
		return "", None
	case "dmsetup":
		if k := readCall(l); k.n > 0 && k.words[0] == "remove_all" {
			return "this takes every mapped device away", Deny
		}
		return "", None
	case "lvresize":
		for i := range l.Args {
			text, _ := l.Args[i].Prefix()
			sized := strings.HasPrefix(text, "-L-") || strings.HasPrefix(text, "-l-") || strings.HasPrefix(text, "--size=-") || strings.HasPrefix(text, "--extents=-")
			if len(text) > 1 && text[0] == '-' && text[1] >= '0' && text[1] <= '9' || sized {
				return "this makes a volume smaller than what it may hold", Deny
			}
		}
		return "", None
	case "ceph-volume":
		k := readCall(l)
		if k.n > 1 && k.words[1] == "zap" {
			return "this wipes the device of a volume", Deny
		}
		return "", None
	case "gpart", "geli", "drbdadm":
		k := readCall(l)
		if k.n > 0 && oneOf(k.words[0], "destroy delete create kill init wipe-md create-md") {
			return "this repartitions or wipes a disk", Deny
		}
		return "", None
	case "diskpart", "format.com":
		return "this repartitions or formats a disk", Ask
	case "partclone.restore", "partclone.ext4", "partclone.dd":
		for i := range l.Args {
			text, _ := l.Args[i].Prefix()
			if before := i > 0 && oneOf(l.Args[i-1].Lit, "-o -O --output --overwrite"); before && systemPlace(text).Has(PlaceDevice) {
				return fmt.Sprintf("%s writes over %s, a block device", l.Program, l.Args[i].String()), Deny
			}
		}
	case "pvcreate", "vgcreate", "ddrescue", "dd_rescue", "asr", "rpi-imager", "wipe":
		for i := len(p.Operands) - 1; i >= 0; i-- {
			if text, _ := p.Operands[i].Prefix(); strings.HasPrefix(text, "/dev/") && systemPlace(text).Has(PlaceDevice) {
				return fmt.Sprintf("%s writes over %s, a block device", l.Program, p.Operands[i].String()), Deny
			}
			if strings.HasPrefix(l.Program, "dd") {
				break // only the last operand is written
			}
		}
	}
	return "", None
}

// abbreviates tells whether a word is the beginning of another, at least so many bytes long.
func abbreviates(word, full string, least int) bool {
	return len(word) >= least && strings.HasPrefix(full, word)
}
