package program

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// curlEffects: -o and its like write, data options send a text or, after @, a file.
func curlEffects(p *Parsed) []Effect {
	var list []Effect
	get := p.Has("G")
	remoteName := false
	var dir *value.Word
	if o := p.Option("output-dir"); o != nil && o.HasValue {
		dir = &o.Value
	}
	for i := range p.Options {
		o := &p.Options[i]
		switch o.Name {
		case "O", "remote-name-all":
			remoteName = !o.Negated
		}
		if !o.HasValue {
			continue
		}
		switch o.Name {
		case "d", "data-binary", "json", "data-urlencode", "url-query", "H", "b":
			list = append(list, curlData(o, get)...)
		case "data-raw", "form-string", "A", "e", "u":
			list = append(list, Effect{Kind: Send, Word: o.Value, Text: true, Via: o.Name})
		case "F":
			list = append(list, curlForm(o))
		case "T":
			if !isStdio(&o.Value) {
				list = append(list, Effect{Kind: Send, Word: o.Value, Via: "-T"})
			}
		case "o":
			if !isStdio(&o.Value) {
				list = append(list, Effect{Kind: Write, Word: inside(dir, &o.Value), Via: "-o"})
			}
		default:
			if kind, _ := roleKind(o.Role); kind != 0 && !isStdio(&o.Value) {
				list = append(list, Effect{Kind: kind, Word: o.Value, Via: o.Name})
			}
		}
	}
	for i := range p.Operands {
		list = p.url(list, &p.Operands[i], remoteName, dir)
	}
	if o := p.Option("url"); o != nil {
		list = p.url(list, &o.Value, remoteName, dir)
	}
	return list
}

// url adds that a URL that is not wholly known, or has a query, sends its own text, and the file
// that -O makes of its last part. A file: URL reads.
func (p *Parsed) url(list []Effect, w *value.Word, remoteName bool, dir *value.Word) []Effect {
	text, all := w.Prefix()
	if path, ok := strings.CutPrefix(text, "file://"); ok {
		skip := len(text) - len(path)
		return append(list, Effect{Kind: Read, Word: after(w, skip), Via: "file:"})
	}
	if !all || strings.IndexByte(text, '?') >= 0 {
		list = append(list, Effect{Kind: Send, Word: *w, Text: true, Via: "URL"})
	}
	if remoteName {
		if name := lastPart(w); !name.IsEmpty() {
			list = append(list, Effect{Kind: Write, Word: inside(dir, &name), Via: "-O"})
		}
	}
	return list
}

// inside is a path below a directory, if there is one.
func inside(dir, w *value.Word) value.Word {
	if dir == nil {
		return *w
	}
	return below(dir, w)
}

// lastPart is the file name that a URL ends with.
func lastPart(w *value.Word) value.Word {
	text, all := w.Known()
	if !all {
		suffix := w.Suffix()
		if i := strings.LastIndexByte(suffix, '/'); i >= 0 && i+1 < len(suffix) {
			return value.Word{Lit: suffix[i+1:], Pos: w.Pos, End: w.End}
		}
		return value.Word{
			Pieces: []value.Piece{{Text: w.String(), Kind: value.Unknown, Origin: w.Origin(), Quoted: true, NonEmpty: true, Simple: true}},
			Pos:    w.Pos, End: w.End,
		}
	}
	if i := strings.IndexAny(text, "?#"); i >= 0 {
		text = text[:i]
	}
	if i := strings.Index(text, "://"); i >= 0 {
		text = text[i+3:]
	}
	i := strings.LastIndexByte(text, '/')
	if i < 0 {
		return value.Word{}
	}
	return value.Word{Lit: text[i+1:], Pos: w.Pos, End: w.End}
}

// curlData reads the argument of a data option: @file is a file, for --data-urlencode name@file
// too. With -G it goes into the URL.
func curlData(o *Option, get bool) []Effect {
	text, _ := o.Value.Prefix()
	via := o.Name
	at := -1
	switch {
	case strings.HasPrefix(text, "@"):
		at = 0
	case o.Name == "data-urlencode" || o.Name == "url-query":
		if i := strings.IndexByte(text, '@'); i >= 0 && strings.IndexByte(text[:i], '=') < 0 {
			at = i
		}
	case o.Name == "b":
		// -b FILE reads cookies from a file unless the argument has a =.
		if t, known := o.Value.Known(); known && strings.IndexByte(t, '=') < 0 {
			return []Effect{{Kind: Read, Word: o.Value, Via: via}}
		}
	}
	if at >= 0 {
		file := after(&o.Value, at+1)
		if isStdio(&file) {
			return nil
		}
		return []Effect{{Kind: Send, Word: file, Via: via}}
	}
	return []Effect{{Kind: Send, Word: o.Value, Text: true, Via: via}}
}

// curlForm reads -F name=content: @file and <file name files.
func curlForm(o *Option) Effect {
	text, _ := o.Value.Prefix()
	if i := strings.IndexByte(text, '='); i >= 0 && i+1 < len(text) && (text[i+1] == '@' || text[i+1] == '<') {
		file := after(&o.Value, i+2)
		if name, known := file.Known(); known {
			if j := strings.IndexAny(name, ";,"); j >= 0 {
				file.Lit = name[:j]
			}
			file.Lit = strings.Trim(file.Lit, `"`)
		}
		return Effect{Kind: Send, Word: file, Via: "-F"}
	}
	return Effect{Kind: Send, Word: o.Value, Text: true, Via: "-F"}
}

// wgetEffects: without -O each URL's last part is written into -P or the working directory.
func wgetEffects(p *Parsed) []Effect {
	list := p.optionEffects(nil)
	for i := range list {
		if list[i].Via == "O" && isStdio(&list[i].Word) {
			list = append(list[:i], list[i+1:]...)
			break
		}
	}
	named := !p.Has("O", "spider", "delete-after")
	dir := p.dirOption("P")
	for i := range p.Operands {
		list = p.url(list, &p.Operands[i], named, dir)
	}
	return list
}

// dirOption is the argument of an option that names the directory to write into, nil without one.
func (p *Parsed) dirOption(name string) *value.Word {
	if o := p.Option(name); o != nil && o.HasValue {
		return &o.Value
	}
	return nil
}

// downloaderEffects is for programs that write what a URL serves below -d or the working directory,
// under the name that -o gives or that the URL ends with.
func downloaderEffects(p *Parsed) []Effect {
	dir := p.dirOption("d")
	list := p.optionEffects(nil)
	named := true
	for i := range list {
		if e := &list[i]; e.Via == "o" && e.Kind == Write {
			e.Word, named = inside(dir, &e.Word), false
		}
	}
	for i := range p.Operands {
		list = p.url(list, &p.Operands[i], named, dir)
	}
	return list
}

// fetchEffects is for FreeBSD's fetch, which writes to -o, a file or a directory.
func fetchEffects(p *Parsed) []Effect {
	var list []Effect
	o := p.Option("o")
	if o != nil && o.HasValue && !isStdio(&o.Value) {
		list = append(list, Effect{Kind: Write, Word: o.Value, Via: "-o"})
	}
	for i := range p.Operands {
		list = p.url(list, &p.Operands[i], o == nil, nil)
	}
	return list
}
