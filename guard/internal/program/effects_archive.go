package program

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// tarEffects: the mode decides whether -f is written or read and what the operands are.
func tarEffects(p *Parsed) []Effect {
	var list []Effect
	archive := p.Option("f")
	local := archive != nil && archive.HasValue && !isStdio(&archive.Value)
	var dir *value.Word
	if o := p.Option("C"); o != nil && o.HasValue {
		dir = &o.Value
	}
	for i := range p.Options {
		o := &p.Options[i]
		switch o.Name {
		case "T", "X", "g", "index-file":
			if kind, _ := roleKind(o.Role); kind != 0 && o.HasValue && !isStdio(&o.Value) {
				list = append(list, Effect{Kind: kind, Word: o.Value, Via: o.Name})
			}
		}
	}
	switch {
	case p.Has("c", "r", "u", "A"):
		if local {
			kind := Write
			if !p.Has("c") {
				kind = Edit
			}
			list = append(list, Effect{Kind: kind, Word: archive.Value, Via: "-f"})
		}
		for i := range p.Operands {
			w := p.Operands[i]
			if dir != nil {
				w = below(dir, &w)
			}
			list = append(list, Effect{Kind: Read, Word: w, Recursive: !p.Has("no-recursion")})
			if p.Has("remove-files") {
				list = append(list, Effect{Kind: Delete, Word: w, Recursive: true, Via: "--remove-files"})
			}
		}
	case p.Has("x"):
		if local {
			list = append(list, Effect{Kind: Read, Word: archive.Value, Via: "-f"})
		}
		if p.Has("O", "to-command") {
			break
		}
		e := Effect{Kind: Write, Word: value.Lit("."), Recursive: true, Contents: true, Via: "-x"}
		if dir != nil {
			e.Word, e.Via = *dir, "-C"
		}
		list = append(list, e)
		if p.Has("recursive-unlink") {
			e.Kind, e.Via = Delete, "--recursive-unlink"
			list = append(list, e)
		}
	case p.Has("delete"):
		if local {
			list = append(list, Effect{Kind: Edit, Word: archive.Value, Via: "-f"})
		}
	case local:
		list = append(list, Effect{Kind: Read, Word: archive.Value, Via: "-f"})
	}
	return list
}

// below is a path seen from a directory that the program changes to.
func below(dir, w *value.Word) value.Word {
	if text, _ := w.Prefix(); strings.HasPrefix(text, "/") || text == "" && w.Pieces != nil {
		return *w
	}
	joined := value.Word{Pos: w.Pos, End: w.End}
	joined.AppendWord(*dir)
	if !strings.HasSuffix(dir.Suffix(), "/") {
		joined.AppendText("/")
	}
	joined.AppendWord(*w)
	return joined
}
