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

// zipEffects: the archive is written, the rest read; -m deletes what was added, -d entries of it.
func zipEffects(p *Parsed) []Effect {
	n := p.own()
	if n == 0 {
		return nil
	}
	list := make([]Effect, 0, n)
	if out := p.Option("O"); out != nil && out.HasValue {
		list = append(list, Effect{Kind: Write, Word: out.Value, Via: "-O"}, Effect{Kind: Read, Word: p.Operands[0]})
	} else if !isStdio(&p.Operands[0]) {
		kind := Write
		if p.Has("d", "A", "T", "F", "FF") {
			kind = Edit
		}
		list = append(list, Effect{Kind: kind, Word: p.Operands[0]})
	}
	if p.Has("d") {
		return list
	}
	move := p.Has("m")
	for i := 1; i < n; i++ {
		if isStdio(&p.Operands[i]) {
			continue
		}
		list = append(list, Effect{Kind: Read, Word: p.Operands[i], Recursive: p.Has("r", "R")})
		if move {
			list = append(list, Effect{Kind: Delete, Word: p.Operands[i], Recursive: p.Has("r", "R"), Via: "-m"})
		}
	}
	return list
}

// unzipEffects: extracts into -d or the working directory unless it only lists or prints.
func unzipEffects(p *Parsed) []Effect {
	if p.own() == 0 {
		return nil
	}
	list := []Effect{{Kind: Read, Word: p.Operands[0]}}
	if p.Has("l", "p", "c", "t", "v", "z", "Z") || p.Program == "zipinfo" {
		return list
	}
	e := Effect{Kind: Write, Word: value.Lit("."), Recursive: true, Contents: true, Via: "unzip"}
	if o := p.Option("d"); o != nil && o.HasValue {
		e.Word, e.Via = o.Value, "-d"
	}
	return append(list, e)
}

func sevenZipEffects(p *Parsed) []Effect {
	n := p.own()
	list := p.operandEffects(make([]Effect, 0, n), p.Spec.Args, 0, n)
	for i := range list {
		list[i].Recursive = i > 0
	}
	if p.Has("sdel") {
		for i := 1; i < n; i++ {
			list = append(list, Effect{Kind: Delete, Word: p.Operands[i], Recursive: true, Via: "-sdel"})
		}
	}
	return list
}

// gzipEffects: each file is replaced by another name unless -c or -k leaves it.
func gzipEffects(p *Parsed) []Effect {
	kind := Move
	// zstd, brotli and lz4 keep their input by default.
	keeps := p.Program == "zstd" || p.Program == "unzstd" || p.Program == "brotli" || p.Program == "lz4" || p.Program == "unlz4" || p.Program == "pzstd"
	if keeps && !p.Has("rm") || p.Has("c", "k", "l", "t") {
		kind = Read
	}
	return p.optionEffects(p.each(kind, 0, p.Has("r"), ""))
}

func cpioEffects(p *Parsed) []Effect {
	var list []Effect
	file := p.Option("F")
	out := p.Has("o")
	if file != nil && file.HasValue && !isStdio(&file.Value) {
		kind := Read
		if out {
			kind = Write
		}
		list = append(list, Effect{Kind: kind, Word: file.Value, Via: "-F"})
	}
	switch {
	case p.Has("p"):
		list = append(list, p.each(Write, 0, true, "-p")...)
	case p.Has("i") && !p.Has("t", "to-stdout"):
		e := Effect{Kind: Write, Word: value.Lit("."), Recursive: true, Contents: true, Via: "-i"}
		if o := p.Option("D"); o != nil && o.HasValue {
			e.Word = o.Value
		}
		list = append(list, e)
	}
	return p.optionEffects(list)
}

// splitEffects: the second operand is the beginning of the names of the parts.
func splitEffects(p *Parsed) []Effect {
	n := p.own()
	list := p.operandEffects(nil, "r", 0, min(n, 1))
	switch {
	case p.Has("filter"):
	case n > 1:
		w := p.Operands[1]
		w.Append(value.Piece{Text: "*", Kind: value.Glob})
		list = append(list, Effect{Kind: Write, Word: w})
	default:
		list = append(list, Effect{Kind: Write, Word: value.Lit("."), Contents: true, Via: "split"})
	}
	return list
}

// gpgEffects: --export-secret-keys and its like print secrets, the delete options take away keys.
func gpgEffects(p *Parsed) []Effect {
	list := p.optionEffects(nil)
	if p.Has("export", "export-secret-keys", "export-secret-subkeys", "export-ssh-key", "send-keys", "receive-keys",
		"search-keys", "edit-key", "delete-keys", "delete-secret-keys", "delete-secret-and-public-key", "k", "K",
		"fingerprint", "sign-key", "lsign-key", "generate-key", "quick-generate-key") {
		return list
	}
	return append(list, p.each(Read, 0, false, "")...)
}

// sshKeygenEffects: -f is written when a key is made, edited with -p and -c, and read otherwise.
func sshKeygenEffects(p *Parsed) []Effect {
	list := p.optionEffects(nil)
	o := p.Option("f")
	if o == nil || !o.HasValue {
		return list
	}
	kind := Write
	switch {
	case p.Has("p", "c", "R", "H"):
		kind = Edit
	case p.Has("y", "e", "i", "l", "B", "F", "Y", "L", "Q", "k", "r"):
		kind = Read
	}
	return append(list, Effect{Kind: kind, Word: o.Value, Via: "-f"})
}
