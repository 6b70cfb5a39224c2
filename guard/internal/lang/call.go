package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// invoke calls v.
func (p *parser) invoke(v val, from int, a arguments) val {
	a.from = from
	if a.to < a.from {
		a.to = int(p.toks[max(p.i-1, 0)].end)
	}
	var out val
	ok := false
	switch {
	case v.kind == vRef && v.self != nil:
		out, ok = p.method(*v.self, v.ref, &a)
	case v.kind == vRef:
		out, ok = p.function(v.ref, &a)
	}
	if !ok {
		var o value.Origin
		if v.self != nil {
			o = v.self.origin()
		} else {
			o = v.origin()
		}
		for i := range a.pos {
			o |= a.pos[i].origin()
		}
		out = unknownOf("...", v.ref, o)
		if v.kind == vRef && v.self == nil {
			out.class = v.ref
		}
		if v.self != nil {
			out.class = v.self.class
		}
	}
	return out
}

// function calls a named function of the language.
func (p *parser) function(name string, a *arguments) (val, bool) {
	switch p.lang {
	case python:
		return p.pythonCall(name, a)
	case javascript:
		return p.jsCall(name, a)
	case perl:
		return p.perlCall(name, a)
	case ruby:
		return p.rubyCall(name, a)
	case php:
		return p.phpCall(name, a)
	case lua:
		return p.luaCall(name, a)
	case awk:
		return p.awkCall(name, a)
	}
	return val{}, false
}

// method calls a method of a value. Those of texts and lists are much the same in all languages.
func (p *parser) method(self val, name string, a *arguments) (val, bool) {
	switch p.lang {
	case python:
		if v, ok := p.pythonMethod(self, name, a); ok {
			return v, true
		}
	case javascript:
		if v, ok := p.jsMethod(self, name, a); ok {
			return v, true
		}
	case ruby:
		if v, ok := p.rubyMethod(self, name, a); ok {
			return v, true
		}
	case perl:
		if v, ok := p.perlMethod(self, name, a); ok {
			return v, true
		}
	case lua:
		if v, ok := p.luaMethod(self, name, a); ok {
			return v, true
		}
	}
	switch name {
	case "execute", "executescript", "executemany", "query", "exec_query", "do", "multi_query", "exec", "raw", "prepare", "selectall_arrayref":
		// A database handle; what is not a statement gives nothing when it is read as one.
		if q, ok := a.arg(0); ok && (q.kind == vText || q.kind == vUnknown) && (self.class != "" || len(q.alts) > 0 && q.kind == vText) && self.class != "regex" {
			p.emit(Call{Kind: Query, Name: name}, a.from, a.to, q)
		}
		return val{}, false
	}
	return p.textMethod(self, name, a)
}

// textMethod folds methods of texts and lists.
func (p *parser) textMethod(self val, name string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	switch name {
	case "join":
		if self.kind == vList || self.class == "glob" || p.lang != python {
			sep := text(",")
			if p.lang == ruby {
				sep = text("")
			}
			if has {
				sep = first
			}
			return p.join(self, sep), true
		}
		if has {
			return p.join(first, self), true
		}
	case "concat":
		if self.kind == vUnknown && self.class != "" && p.lang == python {
			return val{}, false
		}
		out := self
		for _, x := range a.pos {
			if out.kind == vList && x.kind != vList {
				x = val{kind: vList, items: []val{x}}
			}
			out = p.concat(out, x)
		}
		return out, true
	case "format":
		if p.lang == python {
			return p.braceFormat(self, a), true
		}
	case "lower", "toLowerCase", "downcase":
		return p.mapText(self, func(s string) (string, bool) { return strings.ToLower(s), true }, true), true
	case "upper", "toUpperCase", "upcase":
		return p.mapText(self, func(s string) (string, bool) { return strings.ToUpper(s), true }, true), true
	case "strip", "trim", "chomp", "rstrip", "lstrip", "trimEnd", "trimStart", "strip!", "chomp!":
		if !has {
			return p.mapText(self, func(s string) (string, bool) { return strings.TrimSpace(s), true }, false), true
		}
	case "replace", "replaceAll", "gsub", "sub", "tr":
		old, ok := first.known()
		second, ok2 := a.arg(1)
		repl, ok3 := second.known()
		if ok && ok2 && ok3 && first.kind == vText && name != "tr" {
			n := -1
			if p.lang == javascript && name == "replace" || name == "sub" {
				n = 1
			}
			if old == "" {
				return val{}, false
			}
			return p.mapText(self, func(s string) (string, bool) {
				if len(repl) > 0 && strings.Count(s, old)*len(repl) > maxValue {
					return "", false
				}
				return strings.Replace(s, old, repl, n), true
			}, true), true
		}
	case "split":
		s, ok := self.known()
		if !ok {
			return val{}, false
		}
		sep, hasSep := first.known()
		switch {
		case !has && p.lang != javascript:
			return p.list(strings.Fields(s)), true
		case has && hasSep && first.kind == vText && len(s) <= maxItems:
			return p.list(strings.Split(s, sep)), true
		}
	case "reverse", "reverse!":
		if self.kind == vList {
			out := val{kind: vList}
			for i := len(self.items) - 1; i >= 0; i-- {
				out.items = append(out.items, self.items[i])
			}
			return out, true
		}
		if p.lang == ruby {
			return p.mapText(self, func(s string) (string, bool) { return reverse(s), true }, false), true
		}
	case "toString", "to_s", "str", "decode", "encode", "to_path", "valueOf", "freeze", "dup", "flatten", "sort", "uniq", "to_a", "compact", "force_encoding", "toPath", "as_posix", "expanduser", "resolve", "absolute", "fspath":
		if self.kind != vRef {
			if name == "expanduser" {
				return p.tilde(self), true
			}
			return self, true
		}
	case "each", "forEach", "select", "filter", "reject", "each_with_index", "each_entry":
		return self, true
	case "map", "flatMap", "collect":
		// The function was read with its parameter bound to an element.
		if has && first.kind == vRef && first.self == nil && self.kind == vList {
			out := val{kind: vList}
			for _, x := range self.items {
				b := arguments{pos: []val{x}, from: a.from, to: a.to}
				v, ok := p.function(first.ref, &b)
				if !ok {
					v = unknownOf("...", "", x.origin())
				}
				out.items = append(out.items, v)
			}
			return out, true
		}
		if has && first.class == "lambda" {
			first.class = "glob"
			return first, true
		}
	case "then":
		if has && first.kind == vRef && first.self == nil {
			e := self
			e.class = ""
			b := arguments{pos: []val{e}, from: a.from, to: a.to}
			if v, ok := p.function(first.ref, &b); ok {
				return v, true
			}
		}
		if has && first.class == "lambda" {
			first.class = ""
			return first, true
		}
		return self, true
	case "charAt", "slice", "substring", "substr":
		s, ok := self.known()
		from, ok2 := first.known()
		if ok && ok2 && first.kind == vText {
			i, ok := integer(from)
			if ok && i <= len(s) {
				end := len(s)
				if name == "charAt" {
					end = min(i+1, len(s))
				} else if second, has := a.arg(1); has {
					t, _ := second.known()
					n, ok := integer(t)
					if !ok {
						return val{}, false
					}
					if name == "substr" || p.lang == ruby {
						n += i
					}
					end = max(min(n, len(s)), i)
				}
				return text(s[i:end]), true
			}
		}
	case "pack":
		return p.pack(self, first)
	case "chr":
		return p.chr(self), true
	case "unpack", "unpack1":
		return val{}, false
	}
	return val{}, false
}

// pack is ruby's [..].pack and perl's pack with the directives that make texts.
func (p *parser) pack(list, format val) (val, bool) {
	f, ok := format.known()
	if !ok {
		return val{}, false
	}
	items := list.items
	if list.kind != vList {
		items = []val{list}
	}
	switch {
	case strings.HasPrefix(f, "C") || strings.HasPrefix(f, "c") || strings.HasPrefix(f, "U") || strings.HasPrefix(f, "W"):
		out := val{kind: vList}
		for _, x := range items {
			out.items = append(out.items, p.chr(x))
		}
		return p.join(out, text("")), true
	case strings.HasPrefix(f, "H") && len(items) > 0:
		return p.decodeHex(items[0]), true
	case strings.HasPrefix(f, "a") && len(items) > 0, strings.HasPrefix(f, "A") && len(items) > 0:
		return items[0], true
	}
	return val{}, false
}

// property reads an attribute that is not called.
func (p *parser) property(self val, name string, a arguments) val {
	if p.lang == ruby || p.lang == perl {
		if v, ok := p.method(self, name, &a); ok {
			return v
		}
	}
	switch name {
	case "text", "content", "body", "data", "raw", "stdout", "read", "url", "href", "value", "result", "name", "path":
		if self.kind == vFile || self.kind == vText && (name == "name" || name == "path") {
			return words(self.alts...)
		}
		self.class = ""
		return unknownOf("...", "", self.origin())
	case "parent":
		if self.kind == vText {
			return p.mapTextKeep(p.parent(self))
		}
	case "stem", "suffix", "length", "size":
		return unknownOf("...", "", 0)
	}
	v := unknownOf("...", name, self.origin())
	v.class = self.class
	return v
}

func (p *parser) mapTextKeep(v val) val {
	v.class = "path"
	return v
}

// parent is the directory of a path.
func (p *parser) parent(v val) val {
	return p.mapText(v, func(s string) (string, bool) {
		i := strings.LastIndexByte(strings.TrimRight(s, "/"), '/')
		switch {
		case i > 0:
			return s[:i], true
		case i == 0:
			return "/", true
		}
		return ".", true
	}, false)
}

// tilde replaces a leading ~ by the home directory.
func (p *parser) tilde(v val) val {
	as := p.alternatives(&v)
	out := make([]value.Word, 0, len(as))
	for i := range as {
		first, _ := as[i].Prefix()
		if first != "~" && !strings.HasPrefix(first, "~/") {
			out = append(out, as[i])
			continue
		}
		w := value.Of(homePiece("~"))
		w.AppendText(first[1:])
		for j := 1; j < len(as[i].Pieces); j++ {
			w.Append(as[i].Pieces[j])
		}
		out = append(out, w)
	}
	return val{kind: vText, alts: out, class: "path"}
}

func homePiece(written string) value.Piece { return envPiece(written, "HOME") }

func envPiece(written, name string) value.Piece {
	return value.Piece{Text: written, Name: name, Kind: value.Unknown, Origin: value.Env, Quoted: true}
}

func (p *parser) env(written, name string) val {
	v := pieceVal(envPiece(shorten(written), name))
	v.kind = vText
	return v
}

// tempPath is the path that a program makes below the temporary directory.
func tempPath(written string) val {
	v := words(value.Of(value.Piece{Text: "/tmp/"}, value.Piece{
		Text: shorten(written), Name: "mktemp", Kind: value.Unknown, Origin: value.Random, Quoted: true, NonEmpty: true, Simple: true,
	}))
	v.class = "path"
	return v
}

// fileContent is what reading a file gives.
func (p *parser) fileContent(path val, written string) val {
	v := unknownOf(written, "", value.File)
	if s, ok := path.known(); ok {
		v.alts[0].Pieces[0].Path = s
	}
	return v
}

// eval executes text of the same language: known text is read in place.
func (p *parser) eval(v val, a *arguments, name string) {
	as := p.alternatives(&v)
	for i := range as {
		s, known := as[i].Known()
		if !known {
			p.emit(Call{Kind: Eval, Name: name}, a.from, a.to, words(as[i]))
			continue
		}
		if p.rescan >= maxRescan || !p.budget(len(s)) {
			p.overflow = true
			return
		}
		if !interesting(p.lang, s) {
			continue
		}
		start, end := p.evalStart, p.evalEnd
		if p.base >= 0 {
			p.evalStart, p.evalEnd = p.src.offset(p.base+a.from), p.src.offset(p.base+a.to)
		}
		p.scan(strings.ReplaceAll(s, "\x00", " "), -1, p.rescan+1)
		p.evalStart, p.evalEnd = start, end
	}
}

// run reports a program that is started with an argv or a text for a shell.
func (p *parser) run(name string, v val, shell bool, a *arguments) val {
	switch {
	case v.kind == vList && shell && len(v.items) > 0:
		p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, v.items[0])
	case v.kind == vList:
		p.exec(name, v.items, a)
	case (v.kind == vUnknown || v.kind == vRef) && !shell:
		p.exec(name, []val{spread(p, v)}, a)
	default:
		p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, v)
	}
	return unknownOf("...", name, value.Output)
}

func (p *parser) exec(name string, argv []val, a *arguments) {
	if len(argv) > 0 {
		p.emit(Call{Kind: Exec, Name: name}, a.from, a.to, argv...)
	}
}

// paths reports a call for each path, lists taken apart.
func (p *parser) paths(c Call, a *arguments, vs ...val) {
	for _, v := range vs {
		if v.kind == vList {
			p.paths(c, a, v.items...)
			continue
		}
		p.emit(c, a.from, a.to, v)
	}
}

// send reports data that leaves for a destination.
func (p *parser) send(name string, to val, a *arguments, data ...val) val {
	args := []val{to}
	var flat func(v val, depth int)
	flat = func(v val, depth int) {
		switch {
		case depth > 8 || len(args) > 64:
		case v.kind == vList:
			for _, x := range v.items {
				flat(x, depth+1)
			}
		case v.kind == vDict:
			for _, x := range v.pairs {
				flat(x.val, depth+1)
			}
		case v.kind == vFile:
			args = append(args, p.fileContent(v, p.written(&v)))
		case v.kind == vText || v.kind == vUnknown:
			args = append(args, v)
		case v.kind == vRef:
			args = append(args, v)
		}
	}
	for _, d := range data {
		flat(d, 0)
	}
	p.emit(Call{Kind: Send, Name: name}, a.from, a.to, args...)
	u := unknownOf("...", name, value.Network)
	u.class = "response"
	return u
}

func (p *parser) fetch(name string, url val, a *arguments) val {
	p.emit(Call{Kind: Fetch, Name: name}, a.from, a.to, url)
	u := unknownOf("...", name, value.Network)
	u.class = "response"
	return u
}

// open reports the opening of a file by its mode and gives the file.
func (p *parser) open(name string, path val, mode string, a *arguments) val {
	kind := Read
	switch {
	case strings.ContainsAny(mode, "wxc"):
		kind = Write
	case strings.ContainsAny(mode, "a"):
		kind = Append
	case strings.ContainsAny(mode, "+"):
		kind = Write
	}
	if s, ok := path.known(); ok && s != "" && strings.Trim(s, "0123456789") == "" {
		// A file descriptor.
		return unknownOf(name+"("+s+")", "stdin", value.Stdin)
	}
	if path.kind == vText && path.class != "fd" || path.kind == vUnknown || path.kind == vRef || path.kind == vFile {
		p.emit(Call{Kind: kind, Name: name}, a.from, a.to, path)
	}
	return val{kind: vFile, alts: p.alternatives(&path)}
}
