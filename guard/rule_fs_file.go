package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

const guardedFiles = PlaceSystemFile | PlaceStartup | PlaceCron | PlaceAuthKeys | PlaceKey | PlaceSecretDir | PlaceProtected | PlaceHolds | PlaceHarmlessDev

// matchSystemFile looks at everything that changes a file.
func matchSystemFile(c *Context, l *shell.Leaf) {
	const changes = program.Write | program.Append | program.Edit | program.Delete | program.Move
	if l.Program == "crontab" {
		matchCrontab(c, l)
		return
	}
	if l.Kinds&changes == 0 {
		return
	}
	switch l.Program {
	case "touch", "mkdir", "visudo", "mount", "umount", "view", "rmdir":
		return // no content changes, or the program checks what it writes
	case "grub-mkconfig", "grub2-mkconfig", "update-grub", "mkinitcpio", "dracut", "update-initramfs", "grub-install":
		return // what /boot is written with
	case "ln":
		if !l.Parsed.Has("f") {
			return // without -f an existing file stays
		}
	}
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&changes == 0 {
			continue
		}
		path, place := c.Locate(l, &e.Word)
		if e.Kind&(program.Delete|program.Move) != 0 && path.Known && path.Literal != path.Abs && !path.Slash {
			path = path.Unfollowed()
			place = c.Classify(l, path)
		}
		if e.Kind&program.Write != 0 && !place.Has(guardedFiles&^PlaceSecretDir) {
			path, place = c.intoDirectory(l, path, place)
		}
		if place.Has(guardedFiles) && c.judgeFile(l, e, &path, place) {
			return
		}
	}
}

// intoDirectory is for a copy or a move into a directory: the file that it makes there, when
// that is the one that matters.
func (c *Context) intoDirectory(l *shell.Leaf, dir Path, place Place) (Path, Place) {
	if !dir.Known || !place.Has(PlaceSecretDir|PlaceHome|PlaceSystemDir) {
		return dir, place
	}
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&(program.Read|program.Move|program.Name) == 0 || e.Via == "<" {
			continue
		}
		text := e.Word.Suffix()
		if base := baseName(text); base != "" && base != "." && base != ".." && (e.Word.Pieces == nil || base != text) {
			abs := joinPath(dir.Abs, base)
			if pl := c.placeOf(l, abs); pl.Has(guardedFiles &^ PlaceSecretDir) {
				return Path{Abs: abs, Literal: abs, Known: true}, pl
			}
		}
	}
	return dir, place
}

// judgeFile reports a change to a file that matters, and says whether it did.
func (c *Context) judgeFile(l *shell.Leaf, e *program.Effect, path *Path, place Place) bool {
	taken := e.Kind&(program.Delete|program.Move) != 0
	sev := None
	switch {
	case place.Has(PlaceTemp) && !place.Has(PlaceProtected):
	case place.Has(PlaceHarmlessDev):
		if taken && e.Kind&program.Delete != 0 {
			sev = Deny
		}
	case place.Has(PlaceProtected):
		sev = Deny
	case place.Has(PlaceHolds) && taken && e.Recursive, place.Has(PlaceHolds) && e.Kind&program.Move != 0:
		sev = Deny
	case e.Contents && !taken:
	case place.Has(PlaceAuthKeys | PlaceCron):
		sev = Deny
	case place.Has(PlaceSystemFile):
		sev = systemFileSeverity(path.Abs, e.Kind)
	case place.Has(PlaceStartup):
		if e.Kind&(program.Append|program.Edit) == 0 {
			sev = Deny // fs/startup-file asks about the rest
		}
	case place.Has(PlaceKey):
		switch {
		case keyMaker(l.Program) && !taken && (l.Program != "ssh-keygen" || !strings.HasPrefix(e.Via, ">")):
		case e.Kind&program.Append != 0, place.Has(PlaceInProject) && taken:
			sev = Ask
		default:
			sev = Deny
		}
	case place.Has(PlaceSecretDir):
		if e.Kind&program.Move != 0 || e.Kind&program.Delete != 0 && e.Recursive {
			sev = Deny
			if place.Has(PlaceInProject) || e.Filtered {
				sev = Ask
			}
		}
	}
	if sev == None {
		return false
	}
	switch l.Parsed.Canonical() {
	case "vim", "nano":
		sev = Ask // an editor opens it; what it is told to do is not known
	}
	if l.Remote && (!taken || !path.Known) {
		sev = Ask
	}
	c.report(l, sev, fmt.Sprintf("this %s %s: %s", changeVerb(e.Kind), path.String(), place.describe()), "")
	return sev == Deny
}

// systemFileSeverity tells files whose loss or change locks everybody out from those that are
// edited in the course of ordinary administration.
func systemFileSeverity(abs string, kind program.Kind) Severity {
	if kind&(program.Delete|program.Move) != 0 {
		return Deny
	}
	first, rest := cutFirst(abs)
	if first == "private" {
		first, rest = cutFirst(rest)
	}
	if first == "etc" {
		name, _ := cutFirst(rest)
		switch name {
		case "hosts", "resolv.conf", "ssh", "default", "ld.so.conf", "ld.so.conf.d", "login.defs", "nsswitch.conf", "machine-id",
			"shells", "subuid", "subgid", "selinux", "grub.d", "security", "sudo.conf":
			if kind&program.Append != 0 {
				return None
			}
			return Ask
		case "fstab", "crypttab", "group", "inittab":
			if kind&program.Append != 0 {
				return Ask
			}
		}
	}
	return Deny
}

// keyMaker lists programs that make keys and ask before they overwrite one.
func keyMaker(name string) bool {
	return oneOf(name, "ssh-keygen openssl gpg gpg2 age-keygen keytool puttygen wg aws gcloud az kubectl docker npm gh")
}

func changeVerb(kind program.Kind) string {
	switch {
	case kind&program.Delete != 0:
		return "deletes"
	case kind&program.Move != 0:
		return "moves away"
	case kind&program.Append != 0:
		return "appends to"
	case kind&program.Edit != 0:
		return "edits"
	}
	return "overwrites"
}

// matchCrontab is for the table of scheduled jobs, which is no file that one names.
func matchCrontab(c *Context, l *shell.Leaf) {
	p := l.Parsed
	switch {
	case p.Has("r"):
		c.ReportInstead(l, "this deletes all of the user's scheduled jobs", "`crontab -l > jobs.txt`, edit that, and show the user the change")
	case len(p.Operands) > 0 && p.Operands[0].Lit == "/dev/null":
		c.ReportInstead(l, "this replaces all of the user's scheduled jobs by none", "`crontab -l > jobs.txt`, edit that, and show the user the change")
	case p.Has("l", "e", "V"), l.Stdin == nil && len(p.Operands) == 0:
	case len(p.Operands) > 0 || l.Stdin != nil:
		c.report(l, Ask, "this replaces the user's scheduled jobs", "show the user the lines to add")
	}
}

// matchPermissions looks at changes of mode, owner and attributes.
func matchPermissions(c *Context, l *shell.Leaf) {
	opens := l.Parsed.Canonical() == "chmod" && worldWritable(l)
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&program.Attr == 0 {
			continue
		}
		path, place := c.Locate(l, &e.Word)
		all := e.Recursive || path.All
		if find := c.findOf(l, &path, &e.Word); find != nil && wideFind(find) {
			all, place = true, c.placeOf(l, path.Abs)
		} else if fromNames(&e.Word) && !path.Known && !path.Anywhere {
			place = c.placeOf(l, path.Abs) // find DIR -exec chmod: some of what is below DIR
			if place.Has(PlaceRoot|PlaceSystemDir|PlaceHome|PlaceHomesParent) && opens {
				c.report(l, Ask, fmt.Sprintf("this makes files all over %s writable for everybody", path.Abs), "")
				return
			}
			continue
		}
		if path.Anywhere {
			if q, ok := c.ResolveEmpty(l, &e.Word); ok && all && !q.Anywhere {
				if pl := c.Classify(l, q); variableName(q.Unset[0]) != "" && pl.Has(PlaceRoot|PlaceSystemDir|PlaceHome|PlaceHomesParent) {
					c.report(l, Ask, fmt.Sprintf("when %s is empty this changes %s", q.Unset[0], q.String()), "")
				}
			}
			continue
		}
		const whole = PlaceRoot | PlaceSystemDir | PlaceHome | PlaceHomesParent
		switch {
		case place.Has(PlaceTemp|PlaceTrusted) && !place.Has(PlaceRoot|PlaceHome):
		case all && place.Has(whole):
			c.Report(l, fmt.Sprintf("this changes the permissions of everything in %s: %s", path.String(), place.describe()))
			return
		case all && opens && !place.Has(PlaceInProject|PlaceProject) && !(l.Remote && !place.Has(PlaceInSystem)):
			c.Report(l, fmt.Sprintf("this makes everything in %s writable for everybody", path.String()))
			return
		case place.Has(whole) && (opens || closes(l)) && !place.Has(PlaceProject):
			c.Report(l, fmt.Sprintf("this locks or opens %s: %s", path.String(), place.describe()))
			return
		case place.Has(PlaceSystemFile|PlaceKey|PlaceAuthKeys) && opens:
			c.Report(l, fmt.Sprintf("this makes %s writable for everybody: %s", path.String(), place.describe()))
			return
		}
	}
}

// findOf is the find whose names a word stands for, nil when there is none.
func (c *Context) findOf(l *shell.Leaf, path *Path, w *value.Word) *shell.Leaf {
	if path.Anywhere || !fromNames(w) && !slices.Contains(l.Via, "find") && !slices.Contains(l.Via, "xargs") {
		return nil
	}
	return c.findBefore(l, path.Abs)
}

// modeOf is the mode that chmod is given.
func modeOf(l *shell.Leaf) string {
	for i := range l.Parsed.Operands {
		return l.Parsed.Operands[i].Lit
	}
	return ""
}

// worldWritable tells whether a mode lets everybody write: 777, o+w, a=rwx, +w is not.
func worldWritable(l *shell.Leaf) bool {
	mode := modeOf(l)
	if mode == "" {
		return false
	}
	if mode[0] >= '0' && mode[0] <= '7' {
		last := mode[len(mode)-1]
		return last >= '0' && last <= '7' && (last-'0')&2 != 0
	}
	for i := 0; i < len(mode); {
		end := i
		for end < len(mode) && mode[end] != ',' {
			end++
		}
		who, op, perms := splitMode(mode[i:end])
		if (op == '+' || op == '=') && containsByte(perms, 'w') && (containsByte(who, 'o') || containsByte(who, 'a')) {
			return true
		}
		i = end + 1
	}
	return false
}

func splitMode(clause string) (who string, op byte, perms string) {
	for i := 0; i < len(clause); i++ {
		switch clause[i] {
		case '+', '-', '=':
			return clause[:i], clause[i], clause[i+1:]
		}
	}
	return clause, 0, ""
}

func containsByte(s string, b byte) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == b {
			return true
		}
	}
	return false
}

// closes tells whether a mode takes everything away: 000, a-rwx, a-x.
func closes(l *shell.Leaf) bool {
	switch modeOf(l) {
	case "0", "00", "000", "0000", "a-rwx", "a=", "-rwx", "a-x", "ugo-rwx", "ugo=", "u-x", "a-rx", "u=":
		return true
	}
	return false
}
