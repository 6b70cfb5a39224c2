package spellings

import (
	"iter"
	"slices"
	"strings"
)

// around is what goes before and after the words of a program's call.
type around struct {
	before, after string
	// status says that it exits as the program does, and input that the program gets its standard
	// input: what a call in the middle of others needs.
	status, input bool
	// bare says that the words begin the command, with no assignments or redirects in front.
	bare bool
	// bad are characters that the words must not have.
	bad string
}

// fits says that a call may be surrounded so.
func (a *around) fits(s *Source, p *place) bool {
	if p.status && !a.status || p.input && !a.input || p.coproc && strings.Contains(a.before, "|") {
		return false
	}
	if a.bare && (p.start() != p.Node.Args[0].Pos().Offset() || !s.contiguous(p.Call)) {
		return false
	}
	words := s.Between(p.Node.Args[0], p.Node.Args[len(p.Node.Args)-1])
	return !strings.ContainsAny(words, a.bad)
}

// surround puts texts around the words of programs' calls.
func surround(list ...around) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			places := s.places()
			for i := range list {
				a := &list[i]
				for j := range places {
					p := &places[j]
					if !a.fits(s, p) {
						continue
					}
					from, to := p.Node.Args[0].Pos().Offset(), p.Node.Args[len(p.Node.Args)-1].End().Offset()
					if !yield(s.patched(patch{from, from, a.before}, patch{to, to, a.after})) {
						return
					}
				}
			}
		}
	})
}

// replaceWords yields what write makes of the words of one program's call after the other. Nothing may
// look at the status or come from standard input.
func replaceWords(s *Source, write func(p *place, words []string) []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		places, n := s.places(), 0
		for i := range places {
			p := &places[i]
			if p.status || p.input || p.coproc || len(p.Node.Assigns) > 0 || !s.contiguous(p.Call) {
				continue
			}
			for _, text := range write(p, texts(s, p.Node.Args)) {
				if n++; n > maxVariants || !yield(s.argv(p.Call, text)) {
					return
				}
			}
		}
	}
}

// startStop needs the program's path.
func startStop(s *Source) iter.Seq[string] {
	return replaceWords(s, func(p *place, words []string) []string {
		// It closes all descriptors but the first three.
		if strings.Contains(p.Name, "/") || !simple(p.Name) || s.opensFiles() {
			return nil
		}
		end := " /usr/bin/" + p.Name + " -- " + strings.Join(words[1:], " ")
		return []string{"start-stop-daemon -S -p /tmp/zwpid -d . -a" + end, "start-stop-daemon --start --pidfile /tmp/zwpid --chdir . --startas" + end}
	})
}

// xargsWords puts the words into xargs's standard input.
func xargsWords(s *Source) iter.Seq[string] {
	return replaceWords(s, func(p *place, words []string) []string {
		if len(words) < 2 || p.start() != p.Node.Args[0].Pos().Offset() || !p.movable() {
			return nil
		}
		rest := strings.Join(words[1:], " ")
		n := len(words) - 1
		out := []string{
			`printf '%s\0' ` + rest + " | xargs -0 " + words[0], `xargs -0 -a <(printf '%s\0' ` + rest + ") " + words[0],
			`printf '%s\n' ` + rest + ` | xargs -d '\n' -- ` + words[0], `printf '%s\0' ` + rest + " | xargs -0 nice -n 1 " + words[0],
		}
		if simple(words[n]) && words[n][0] != '-' && !strings.ContainsAny(strings.Join(words, ""), "{}%") {
			front := strings.Join(words[:n], " ")
			out = append(out, "echo "+words[n]+" | xargs -I{} "+front+" {}", "xargs -I % "+front+" % <<< "+words[n])
		}
		return out
	})
}

// renamed runs a program under another name, where it does not ask for its name.
func renamed(s *Source) iter.Seq[string] {
	return replaceWords(s, func(p *place, words []string) []string {
		if w := s.Seed.World; w != nil && w.Programs[p.Name] != "" || asksName(base(p.Name)) {
			return nil
		}
		all := strings.Join(words, " ")
		return []string{"( exec -a zwname " + all + " )", "bash -c 'exec -a zwname \"$@\"' _ " + all}
	})
}

// asksName says that a program does other things under another name.
func asksName(name string) bool {
	return slices.Contains([]string{
		"busybox", "toybox", "setarch", "bunzip2", "bzcat", "unxz", "xzcat", "unlzma", "linux32", "linux64", "i386", "x86_64", "ex", "view", "rview", "vi", "bash", "sh", "python3", "python",
		"awk", "dir", "vdir", "egrep", "fgrep", "gunzip", "zcat", "zsh", "vim",
	}, name)
}

// makes writes the command for make, which reads $ in its own way.
func makes(s *Source) iter.Seq[string] {
	command := s.command()
	if command == "" || strings.ContainsAny(command, "\n\\#") || strings.Contains(command, "ZWM") {
		return none
	}
	command = strings.ReplaceAll(command, "$", "$$")
	return func(yield func(string) bool) {
		for _, text := range []string{
			"make -s -f - <<'ZWM'\na:\n\t@" + command + "\nZWM", "make -s --eval " + Quote("a:\n\t@"+command), "make -sf <(printf 'a:\\n\\t@%s\\n' " + Quote(command) + ")",
			"make -s -f - <<'ZWM'\nX != { " + command + "; } >&2\na:;@:\nZWM",
		} {
			if !yield(text) {
				return
			}
		}
	}
}

// parallelWords gives the last word to parallel apart.
func parallelWords(s *Source) iter.Seq[string] {
	return replaceWords(s, func(p *place, words []string) []string {
		n := len(words) - 1
		for _, w := range p.Node.Args {
			if v, ok := Plain(w); !ok || !simple(v) {
				return nil
			}
		}
		if n < 1 || p.start() != p.Node.Args[0].Pos().Offset() {
			return nil
		}
		front := strings.Join(words[:n], " ")
		return []string{"parallel " + front + " ::: " + words[n], "parallel " + front + " {} ::: " + words[n], "echo " + words[n] + " | parallel -j1 " + front}
	})
}

// busyboxRuns is surround for programs that busybox has no own version of: it would run that.
func busyboxRuns(list ...around) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			places := s.places()
			for i := range list {
				for j := range places {
					a, p := &list[i], &places[j]
					if !a.fits(s, p) || strings.Contains(p.Name, "/") || !s.asBusybox(p.Call) {
						continue
					}
					from, to := p.Node.Args[0].Pos().Offset(), p.Node.Args[len(p.Node.Args)-1].End().Offset()
					if !yield(s.patched(patch{from, from, a.before}, patch{to, to, a.after})) {
						return
					}
				}
			}
		}
	})
}

// asBusybox says that busybox runs a program as the text does: it has no own program of that name, or
// one that does the same.
func (s *Source) asBusybox(c Call) bool {
	name := base(c.Name)
	return !slices.Contains(busyboxApplets(), name) || s.Seed.World != nil && s.real(name) && busyboxAlike(s, c)
}

// busyboxApplets are the programs that Debian's busybox runs itself, whatever lies on the search path.
func busyboxApplets() []string {
	return strings.Fields(`[ [[ acpid adjtimex ar arch arp arping ascii ash awk base64 basename bc blkdiscard blockdev brctl bunzip2 busybox
		bzcat bzip2 cal cat chgrp chmod chown chroot chvt clear cmp cp cpio crc32 crond crontab cttyhack cut date dc dd deallocvt depmod devmem
		df diff dirname dmesg dnsdomainname dos2unix dpkg dpkg-deb du dumpkmap dumpleases echo ed egrep env expand expr factor fallocate false
		fatattr fdisk fgrep find findfs fold free freeramdisk fsfreeze fstrim ftpget ftpput getopt getty grep groups gunzip gzip halt head
		hexdump hostid hostname httpd hwclock i2cdetect id ifconfig ifdown ifup init insmod ionice ip ipcalc kill killall klogd last less link
		linux32 linux64 ln loadfont loadkmap logger login logname logread losetup ls lsmod lsscsi lzcat lzma lzop md5sum mdev microcom mkdir
		mkdosfs mke2fs mkfifo mknod mkpasswd mkswap mktemp modinfo modprobe more mount mt mv nameif nc netstat nl nologin nproc nsenter nslookup
		nuke od openvt partprobe passwd paste patch pidof ping ping6 pivot_root poweroff printf ps pwd rdate readlink realpath reboot renice
		reset resume rev rm rmdir rmmod route rpm rpm2cpio run-init run-parts sed seq setkeycodes setpriv setsid sh sha1sum sha256sum sha3sum
		sha512sum shred shuf sleep sort ssl_client start-stop-daemon stat strings stty su sulogin svc svok swapoff swapon switch_root sync sysctl
		syslogd tac tail tar taskset tc tee telnet telnetd test tftp time timeout top touch tr traceroute true truncate ts tty tunctl udhcpc
		umount uname uncompress unexpand uniq unix2dos unlink unlzma unshare unxz unzip uptime usleep uudecode uuencode vconfig vi w watch
		watchdog wc wget which who whoami xargs xxd xz xzcat yes zcat`)
}
