package program

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// firstDevice is for programs that make anew what their first operand names.
func firstDevice(p *Parsed) []Effect {
	if p.own() == 0 || p.Spec.Name == "mkfs" && p.Has("n") && strings.HasPrefix(p.Program, "mkfs.ext") {
		return nil
	}
	return p.optionEffects([]Effect{{Kind: Device, Word: p.Operands[0]}})
}

// losetupEffects: -d takes a loop device from its file; what else is there shows or attaches.
func losetupEffects(p *Parsed) []Effect {
	o := p.Option("d")
	if o == nil {
		return nil
	}
	list := p.each(Device, 0, false, "-d")
	if o.HasValue {
		list = append(list, Effect{Kind: Device, Word: o.Value, Via: "-d"})
	}
	return list
}

// dryDevice is for programs whose -n only shows.
func dryDevice(p *Parsed) []Effect {
	if p.Has("n") {
		return nil
	}
	return p.operandEffects(nil, p.Spec.Args, 0, p.own())
}

func wipefsEffects(p *Parsed) []Effect {
	if p.Has("n") || !p.Has("a", "o") {
		return p.each(Name, 0, false, "")
	}
	return p.each(Device, 0, false, "-a")
}

// fdiskEffects is for partition editors; options that only show make nothing of it.
func fdiskEffects(p *Parsed) []Effect {
	kind := Device
	switch p.Spec.Name {
	case "fdisk":
		if p.Has("l", "x", "s", "r", "V", "h") {
			kind = Name
		}
	case "sfdisk":
		if p.Has("d", "J", "g", "l", "F", "s", "T", "V", "n", "v", "h") {
			kind = Name
		}
	case "sgdisk":
		if p.Has("P") || !p.Has("A", "B", "c", "C", "d", "e", "g", "G", "h", "j", "l", "m", "n", "N", "o", "r", "R", "s", "S", "t", "T",
			"u", "U", "z", "Z") {
			kind = Name
		}
	}
	return p.optionEffects(p.each(kind, 0, false, ""))
}

// partedEffects: parted DEVICE COMMAND; print and its like only show. Without a command it is
// interactive.
func partedEffects(p *Parsed) []Effect {
	n := p.own()
	if n == 0 || p.Has("l", "h", "v") {
		return nil
	}
	kind := Name
	for i := 1; i < n; i++ {
		switch text, known := p.Operands[i].Known(); {
		case !known, text == "mklabel", text == "mktable", text == "mkpart", text == "rm", text == "resizepart", text == "rescue",
			text == "name", text == "set", text == "toggle", text == "disk_set", text == "resize", text == "mkpartfs", text == "mkfs":
			kind = Device
		}
	}
	if n == 1 {
		kind = Device
	}
	return []Effect{{Kind: kind, Word: p.Operands[0]}}
}

func badblocksEffects(p *Parsed) []Effect {
	n := p.own()
	if n == 0 {
		return nil
	}
	kind := Read
	if p.Has("w") {
		kind = Device
	}
	return p.optionEffects([]Effect{{Kind: kind, Word: p.Operands[0], Via: "-w"}})
}

func mdadmEffects(p *Parsed) []Effect {
	if !p.Has("zero-superblock", "C", "S", "r", "f", "kill-subarray", "G") {
		return nil
	}
	return p.each(Device, 0, false, "")
}

func lvmEffects(p *Parsed) []Effect {
	if p.Has("t") {
		return nil
	}
	return p.each(Device, 0, false, "")
}

func hdparmEffects(p *Parsed) []Effect {
	for i := range p.Options {
		switch p.Options[i].Name {
		case "security-erase", "security-erase-enhanced", "security-set-pass", "trim-sector-ranges", "trim-sector-ranges-stdin",
			"write-sector", "repair-sector", "make-bad-sector", "sanitize-crypto-scramble", "sanitize-block-erase",
			"sanitize-overwrite", "fwdownload", "dco-restore":
			return p.each(Device, 0, false, p.Options[i].Name)
		}
	}
	return p.each(Name, 0, false, "")
}

// ncEffects: nc sends its standard input; with -e or -c a program talks to the other end.
func ncEffects(p *Parsed) []Effect { return p.optionEffects(nil) }

// socatEffects reads addresses: OPEN:f, CREATE:f, GOPEN:f, FILE:f and a bare path are files.
func socatEffects(p *Parsed) []Effect {
	var list []Effect
	for i := range p.Operands {
		w := &p.Operands[i]
		text, _ := w.Prefix()
		kind, rest, ok := strings.Cut(text, ":")
		if !ok {
			continue
		}
		file := after(w, len(text)-len(rest))
		if name, known := file.Known(); known {
			name, _, _ = strings.Cut(name, ",")
			file.Lit = name
		}
		switch strings.ToUpper(kind) {
		case "OPEN", "FILE", "GOPEN":
			list = append(list, Effect{Kind: Read | Write, Word: file, Via: kind})
		case "CREATE", "CREAT":
			list = append(list, Effect{Kind: Write, Word: file, Via: kind})
		}
	}
	return p.optionEffects(list)
}

// SocatCommand returns the command of an EXEC: or SYSTEM: address of socat and whether a shell
// reads it; ok is false for other addresses.
func SocatCommand(address *value.Word) (command value.Word, shell, ok bool) {
	text, _ := address.Prefix()
	kind, rest, cut := strings.Cut(text, ":")
	if !cut {
		return value.Word{}, false, false
	}
	switch strings.ToUpper(kind) {
	case "EXEC":
	case "SYSTEM", "SHELL":
		shell = true
	default:
		return value.Word{}, false, false
	}
	command = after(address, len(text)-len(rest))
	if name, known := command.Known(); known {
		if i := strings.IndexByte(name, ','); i >= 0 {
			command.Lit = strings.Trim(name[:i], `"'`)
		} else {
			command.Lit = strings.Trim(name, `"'`)
		}
	}
	return command, shell, true
}

// httpieEffects reads items: name=value and name:=json send text, name@file and name=@file files.
func httpieEffects(p *Parsed) []Effect {
	list := p.optionEffects(nil)
	seenURL := false
	for i := range p.Operands {
		w := &p.Operands[i]
		text, _ := w.Prefix()
		if !seenURL {
			switch text {
			case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "get", "post", "put", "patch", "delete", "head":
				continue
			}
			seenURL = true
			list = p.url(list, w, false, nil)
			continue
		}
		at := strings.IndexByte(text, '@')
		eq := strings.IndexByte(text, '=')
		switch {
		case at == 0:
			list = append(list, Effect{Kind: Send, Word: after(w, 1), Via: "@"})
		case at > 0 && (eq < 0 || at == eq+1 || at < eq):
			list = append(list, Effect{Kind: Send, Word: after(w, at+1), Via: "@"})
		case eq > 0:
			list = append(list, Effect{Kind: Send, Word: after(w, eq+1), Text: true, Via: text[:eq]})
		}
	}
	return list
}
