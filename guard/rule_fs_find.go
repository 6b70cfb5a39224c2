package guard

import (
	"slices"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// findBefore is the find that starts at a directory and hands what it finds to a leaf.
func (c *Context) findBefore(l *shell.Leaf, dir string) *shell.Leaf {
	if !slices.Contains(l.Via, "find") && !slices.Contains(l.Via, "xargs") && len(c.Command.leaves) > 8 {
		return nil
	}
	for _, find := range c.Command.leaves {
		if find == l {
			return nil
		}
		if find.Parsed.Canonical() != "find" {
			continue
		}
		for i := range find.Effects {
			if find.Effects[i].Kind == program.Name && c.resolve(find, &find.Effects[i].Word).Abs == dir {
				return find
			}
		}
	}
	return nil
}

// execFilters tells whether a find runs a program before -delete that decides what is deleted:
// find . -exec grep -q x {} ; -delete.
func execFilters(l *shell.Leaf) bool {
	del := l.Parsed.Option("delete")
	if del == nil {
		return false
	}
	for i := range l.Parsed.Options {
		o := &l.Parsed.Options[i]
		switch o.Name {
		case "exec", "execdir", "ok", "okdir":
			if o.Index < del.Index && o.Index+1 < len(l.Args) {
				return oneOf(baseName(l.Args[o.Index+1].Lit), "grep egrep fgrep test [ sh bash file cmp diff")
			}
		}
	}
	return false
}

// fromNames tells whether a word ends in names that find or ls found.
func fromNames(w *value.Word) bool {
	for i := range w.Pieces {
		if p := &w.Pieces[i]; p.Kind == value.Unknown && p.Origin&value.Names != 0 {
			return true
		}
	}
	return false
}

// wideFind tells whether the tests of a find spare next to nothing: -type f, ! -name keep.
func wideFind(l *shell.Leaf) bool {
	if l.Parsed.Canonical() != "find" {
		return false
	}
	not := func(index int) bool {
		if index <= 0 || index > len(l.Args) {
			return false
		}
		before, _ := l.Args[index-1].Known()
		return before == "!" || before == "-not"
	}
	for i := range l.Parsed.Options {
		o := &l.Parsed.Options[i]
		switch o.Name {
		case "name", "iname", "path", "ipath", "wholename", "iwholename", "regex", "iregex", "lname", "ilname", "newer", "newermt",
			"mtime", "atime", "ctime", "mmin", "amin", "cmin", "size", "empty", "perm", "user", "group", "uid", "gid", "links",
			"inum", "samefile", "nouser", "nogroup", "xtype", "anewer", "cnewer", "used", "false", "context", "fstype":
			if s, ok := o.Value.Known(); ok && (s == "*" || s == "**") && o.HasValue {
				continue
			}
			if !not(o.Index) {
				return false
			}
		case "type":
			if s, _ := o.Value.Known(); s != "f" && s != "d" && s != "f,d" && s != "d,f" {
				return false
			}
		}
	}
	return true
}

// shallowFind tells whether a find takes plain files and leaves the directories: -maxdepth 1
// -type f.
func shallowFind(l *shell.Leaf) bool {
	if l.Parsed.Canonical() != "find" {
		return false
	}
	kind, depth := l.Parsed.Option("type"), l.Parsed.Option("maxdepth")
	return kind != nil && depth != nil && kind.Value.Lit == "f" && depth.Value.Lit == "1"
}
