package program

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

func rmEffects(p *Parsed) []Effect { return p.each(Delete, 0, p.Has("r"), "") }

func shredEffects(p *Parsed) []Effect {
	list := p.each(Write, 0, false, "")
	if p.Has("u", "remove") {
		for i, n := 0, len(list); i < n; i++ {
			e := list[i]
			e.Kind = Delete
			list = append(list, e)
		}
	}
	return list
}

// copyEffects is for cp, mv, install and ln: sources and a destination, which -t names first.
func copyEffects(p *Parsed) []Effect {
	name := p.Spec.Name
	source, recursive := Read, false
	switch name {
	case "mv":
		source = Move
	case "cp":
		recursive = p.Has("r", "a")
		if p.Has("l", "s") {
			source = Name
		}
	case "ln":
		source = Name
	case "install":
		if p.Has("d") {
			return p.each(Write, 0, false, "")
		}
	}
	n := p.own()
	list := make([]Effect, 0, n+1)
	sources := n
	target := p.Option("t")
	if target == nil && n > 1 {
		sources = n - 1
	}
	for i := range sources {
		list = append(list, Effect{Kind: source, Word: p.Operands[i], Recursive: recursive})
	}
	switch {
	case target != nil && target.HasValue:
		list = append(list, Effect{Kind: Write, Word: target.Value, Via: "t", Recursive: recursive})
	case sources < n:
		list = append(list, Effect{Kind: Write, Word: p.Operands[n-1], Recursive: recursive})
	}
	if p.Has("remove-destination") || name == "ln" && p.Has("f") {
		list[len(list)-1].Via = "f"
	}
	return list
}

func teeEffects(p *Parsed) []Effect {
	kind := Write
	if p.Has("a") {
		kind = Append
	}
	return p.each(kind, 0, false, "")
}

// ddEffects reads the operands of dd: if=FILE of=FILE.
func ddEffects(p *Parsed) []Effect {
	var list []Effect
	for i := range p.Operands {
		w := &p.Operands[i]
		text, _ := w.Prefix()
		switch {
		case strings.HasPrefix(text, "if="):
			list = append(list, Effect{Kind: Read, Word: after(w, 3), Via: "if="})
		case strings.HasPrefix(text, "of="):
			list = append(list, Effect{Kind: Write, Word: after(w, 3), Via: "of="})
		}
	}
	return list
}

// modeEffects is for chmod, chown and chgrp: the first operand is no file unless --reference
// takes its place. A mode that begins with a dash (chmod -x f) was read as options.
func modeEffects(p *Parsed) []Effect {
	from := 1
	if p.Has("reference") || p.Spec.Name == "chmod" && p.dashMode() {
		from = 0
	}
	return p.each(Attr, from, p.recursive(), "")
}

// dashMode tells whether an option of chmod is a mode: -x, -rw, -w+x.
func (p *Parsed) dashMode() bool {
	for i := range p.Options {
		switch p.Options[i].Name {
		case "x", "r", "w", "X", "s", "t", "u", "g", "o", "a":
			return true
		}
	}
	return false
}

func chattrEffects(p *Parsed) []Effect {
	from := 1
	for i := range p.Options {
		if !strings.Contains("RVfvp", p.Options[i].Name) {
			from = 0
		}
	}
	return p.each(Attr, from, p.recursive(), "")
}

// findEffects: start directories are named, and with -delete deleted in; -fprint and -fls write.
func findEffects(p *Parsed) []Effect {
	first := len(p.Args)
	for i := range p.Options {
		switch p.Options[i].Name {
		case "H", "L", "P", "O", "D":
			continue
		}
		first = p.Options[i].Index
		break
	}
	list := make([]Effect, 0, 2)
	del := p.Option("delete")
	e := Effect{Kind: Name, Recursive: true}
	if del != nil {
		e.Kind, e.Via = Delete, "-delete"
		e.Filtered = p.findTests(del.Index)
		if o := p.Option("mindepth"); o != nil {
			if text, ok := o.Value.Known(); !ok || text != "0" {
				e.Contents = true
			}
		}
	}
	n := 0
	for i := range p.Operands {
		if p.OperandIndex[i] >= first {
			break
		}
		n++
		e.Word = p.Operands[i]
		list = append(list, e)
	}
	if n == 0 {
		e.Word = value.Lit(".")
		list = append(list, e)
	}
	return p.optionEffects(list)
}

// findTests tells whether a test stands before a position of a find expression. A -mindepth or
// -xdev is none.
func (p *Parsed) findTests(before int) bool {
	for i := range p.Options {
		o := &p.Options[i]
		if o.Index >= before {
			break
		}
		switch o.Name {
		case "amin", "anewer", "atime", "cmin", "cnewer", "ctime", "empty", "executable", "false", "fstype", "gid", "group",
			"ilname", "iname", "inum", "ipath", "iregex", "iwholename", "links", "lname", "mmin", "mtime", "name", "newer",
			"newerXY", "newermt", "newerct", "newerat", "newermm", "nogroup", "nouser", "path", "perm", "readable", "regex",
			"samefile", "size", "type", "uid", "used", "user", "wholename", "writable", "xtype", "context":
			if o.Name == "name" || o.Name == "path" || o.Name == "iname" {
				if text, ok := o.Value.Known(); ok && (text == "*" || text == "") {
					continue
				}
			}
			return true
		}
	}
	return false
}

func fdEffects(p *Parsed) []Effect {
	list := p.each(Name, 1, true, "")
	if o := p.Option("search-path"); o != nil {
		list = append(list, Effect{Kind: Name, Word: o.Value, Recursive: true})
	}
	if len(list) == 0 {
		list = append(list, Effect{Kind: Name, Word: value.Lit("."), Recursive: true})
	}
	return list
}

func scriptEffects(p *Parsed) []Effect {
	return p.optionEffects(p.each(Write, 0, false, ""))
}

func crontabEffects(p *Parsed) []Effect {
	return p.each(Run, 0, false, "")
}

// gitRmEffects: git rm deletes from the working tree unless --cached.
func gitRmEffects(p *Parsed) []Effect {
	if p.Has("cached") {
		return p.each(Name, 0, p.Has("r"), "")
	}
	return p.each(Delete, 0, p.Has("r"), "")
}

// gitDiffEffects: --no-index compares files, whatever they are.
func gitDiffEffects(p *Parsed) []Effect {
	list := p.optionEffects(nil)
	if p.Has("no-index") {
		list = append(list, p.each(Read, 0, true, "")...)
	}
	return list
}

// rimrafEffects: rimraf deletes trees, with -g those that a pattern matches.
func rimrafEffects(p *Parsed) []Effect {
	if p.Has("d") {
		return nil
	}
	return p.each(Delete, 0, true, "")
}

// dpkgEffects: package files are read when they are installed or unpacked; other operands are
// names of packages.
func dpkgEffects(p *Parsed) []Effect {
	if p.Has("i", "unpack", "U", "F", "c", "x", "I") {
		return p.each(Read, 0, false, "")
	}
	return nil
}

// sqliteEffects: the database is read and, unless it is opened read-only, written.
func sqliteEffects(p *Parsed) []Effect {
	list := p.optionEffects(nil)
	if p.own() == 0 {
		return list
	}
	if text, known := p.Operands[0].Known(); known && text == ":memory:" {
		return list
	}
	kind := Read | Edit
	if p.Has("readonly") {
		kind = Read
	}
	return append(list, Effect{Kind: kind, Word: p.Operands[0]})
}

// basenameEffects: the second operand is a suffix unless -a or -s makes all operands names.
func basenameEffects(p *Parsed) []Effect {
	list := p.each(Name, 0, false, "")
	if len(list) > 1 && !p.Has("a", "s") {
		list = list[:1]
	}
	return list
}
