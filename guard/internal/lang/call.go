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
