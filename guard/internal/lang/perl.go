package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// perlCall calls a function by its name, without its package where that says nothing.
func (p *parser) perlCall(name string, a *arguments) (val, bool) {
	full := name
	name = strings.TrimPrefix(strings.TrimPrefix(name, "&"), "CORE::")
	name = strings.TrimPrefix(name, "GLOBAL::")
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	pos := flatten(a.pos)
	topic := func() []val {
		if len(pos) > 0 {
			return pos
		}
		if v, ok := p.lookup("$_"); ok {
			return []val{v}
		}
		return []val{unknownOf("$_", "$_", 0)}
	}
	var first val
	if len(pos) > 0 {
		first = pos[0]
	}
	nothing := val{kind: vBool}
	switch name {
	case "unlink":
		p.paths(Call{Kind: Delete, Name: full}, a, topic()...)
	case "rmdir":
		p.paths(Call{Kind: Delete, Name: full}, a, topic()...)
	case "rmtree", "remove_tree", "pathrmdir", "pathempty":
		for _, v := range pos {
			if v.kind == vDict || v.kind == vNumber(v) {
				continue
			}
			p.paths(Call{Kind: Delete, Name: full, Recursive: true, Contents: name == "pathempty" || keepRoot(a)}, a, v)
		}
	case "system", "exec", "readpipe":
		switch {
		case len(pos) == 0:
			return val{}, false
		case len(pos) == 1 && first.class != "spread" && !isArray(p, &first):
			p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, first)
		default:
			p.exec(name, pos, a)
		}
		return unknownOf(name, name, value.Output), true
	case "eval":
		for _, v := range topic() {
			if v.kind == vText || v.kind == vUnknown || v.kind == vRef {
				p.eval(v, a, name)
			}
		}
		return unknownOf("eval", "eval", first.origin()), true
	case "open", "sysopen":
		return p.perlOpen(name, a, pos)
	case "opendir", "readdir", "glob", "bsd_glob":
		if name == "readdir" {
			if d, ok := p.lookup(first.ref); ok {
				return d, true
			}
			return first, len(pos) > 0
		}
		if name == "opendir" {
			if len(pos) > 1 && len(a.pos) > 0 {
				p.bindHandle(a, p.names(pos[1], false))
			}
			return nothing, true
		}
		return p.glob(first), len(pos) > 0
	case "rename", "move", "mv":
		if len(pos) > 1 {
			p.emit(Call{Kind: Move, Name: full}, a.from, a.to, pos[0], pos[1])
		}
	case "copy", "cp", "rcopy", "dircopy":
		if len(pos) > 1 {
			p.paths(Call{Kind: Read, Name: full}, a, pos[0])
			p.paths(Call{Kind: Write, Name: full}, a, pos[1])
		}
	case "chmod", "chown":
		n := 1
		if name == "chown" {
			n = 2
		}
		if len(pos) > n {
			p.paths(Call{Kind: Attr, Name: name}, a, pos[n:]...)
		}
	case "truncate":
		if first.kind == vText {
			p.paths(Call{Kind: Write, Name: name}, a, first)
		}
	case "symlink", "link":
		if len(pos) > 1 {
			p.paths(Call{Kind: Write, Name: name}, a, pos[1])
		}
	case "write_file", "spew", "append_file":
		kind := Write
		if name == "append_file" {
			kind = Append
		}
		if len(pos) > 0 {
			p.paths(Call{Kind: kind, Name: full}, a, first)
		}
	case "read_file", "slurp":
		if len(pos) > 0 {
			p.paths(Call{Kind: Read, Name: full}, a, first)
			return p.fileContent(first, name), true
		}
	case "kill":
		for _, v := range pos[min(1, len(pos)):] {
			if s, ok := v.known(); ok && s == "-1" {
				p.emit(Call{Kind: KillAll, Name: name}, a.from, a.to)
			}
		}
	case "get", "getprint", "getstore", "head":
		if len(pos) == 0 || first.kind == vRef {
			return val{}, false
		}
		out := p.fetch(full, first, a)
		if name == "getstore" && len(pos) > 1 {
			p.paths(Call{Kind: Write, Name: full}, a, pos[1])
		}
		return out, true
	case "decode_base64":
		return p.decodeBase64(first), true
	case "chr":
		return p.chr(first), true
	case "pack":
		if len(pos) > 1 {
			return p.pack(val{kind: vList, items: pos[1:]}, first)
		}
	case "join":
		if len(pos) > 0 {
			return p.join(val{kind: vList, items: pos[1:]}, first), true
		}
	case "reverse":
		if len(pos) == 1 && first.kind == vText {
			return p.mapText(first, func(s string) (string, bool) { return reverse(s), true }, false), true
		}
		out := val{kind: vList}
		for i := len(pos) - 1; i >= 0; i-- {
			out.items = append(out.items, pos[i])
		}
		return out, true
	case "lc", "uc":
		f := strings.ToLower
		if name == "uc" {
			f = strings.ToUpper
		}
		return p.mapText(first, func(s string) (string, bool) { return f(s), true }, true), true
	case "scalar", "sort", "grep", "map", "shift", "uniq", "abs_path", "realpath", "canonpath", "rel2abs":
		if len(pos) == 0 {
			return unknownOf(name, "", value.Positional), true
		}
		return pos[len(pos)-1], true
	case "catfile", "catdir":
		return p.pathJoin(false, pos...), len(pos) > 0
	case "path":
		return p.classed(p.pathJoin(true, pos...), "path"), len(pos) > 0
	case "cwd", "getcwd":
		return text("."), true
	case "tempdir", "tempfile":
		return tempPath(name), true
	case "do", "require":
		if s, ok := first.known(); ok && strings.ContainsAny(s, "/.") {
			p.paths(Call{Kind: Read, Name: name}, a, first)
		}
		return val{}, false
	case "print", "say", "printf":
		for i := range pos {
			if pos[i].kind == vFile {
				return nothing, true
			}
		}
		return nothing, true
	case "capture", "capturex", "run", "open3", "open2", "systemx":
		if !strings.Contains(full, "::") && name != "open3" && name != "open2" {
			return val{}, false
		}
		p.exec(full, pos, a)
		return unknownOf(name, name, value.Output), true
	default:
		return val{}, false
	}
	return nothing, true
}

// vNumber gives the kind of a value that is a plain number, so that rmtree's old flags are no paths.
func vNumber(v val) valKind {
	if s, ok := v.known(); ok && (s == "0" || s == "1") {
		return v.kind
	}
	return vBool
}

func keepRoot(a *arguments) bool { return a.is("keep_root") }

func flatten(vs []val) []val {
	out := make([]val, 0, len(vs))
	for _, v := range vs {
		if v.kind == vList {
			out = append(out, v.items...)
			continue
		}
		out = append(out, v)
	}
	return out
}

func isArray(p *parser, v *val) bool {
	return v.to > v.from && v.from < len(p.text) && p.text[v.from] == '@' || strings.HasPrefix(v.ref, "@")
}

// bindHandle gives the handle that is a call's first argument a value.
func (p *parser) bindHandle(a *arguments, v val) {
	h := a.pos[0]
	switch {
	case h.kind == vRef:
		p.set(h.ref, v)
	case h.to > h.from && h.to <= len(p.text):
		name := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(p.text[h.from:h.to]), "my "))
		p.set(name, v)
	}
}

// perlOpen is open FH, "mode", "file"; open FH, "<mode>file"; or a pipe.
func (p *parser) perlOpen(name string, a *arguments, pos []val) (val, bool) {
	if len(pos) < 2 {
		return val{}, false
	}
	mode, known := pos[1].known()
	prefix, _ := pos[1].alternativesPrefix()
	if name == "sysopen" {
		flags := "r"
		if len(pos) > 2 {
			if w := p.written(&pos[2]); strings.Contains(w, "WR") || strings.Contains(w, "CREAT") || strings.Contains(w, "TRUNC") {
				flags = "w"
			}
		}
		f := p.open(name, pos[1], flags, a)
		p.bindHandle(a, f)
		return f, true
	}
	if len(pos) > 2 && known {
		mode = strings.TrimSpace(mode)
		if i := strings.IndexByte(mode, ':'); i >= 0 {
			mode = strings.TrimSpace(mode[:i])
		}
		switch mode {
		case "-|", "|-":
			if len(pos) == 3 {
				p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, pos[2])
			} else {
				p.exec(name, pos[2:], a)
			}
			p.bindHandle(a, unknownOf(name, name, value.Output))
			return val{kind: vBool, yes: true}, true
		}
		f := p.open(name, pos[2], perlMode(mode), a)
		p.bindHandle(a, f)
		return f, true
	}
	// Two arguments: the mode stands in the text, and a bar at an end is a pipe.
	spec := strings.TrimSpace(prefix)
	rest := pos[1]
	switch {
	case strings.HasPrefix(spec, "|"), known && strings.HasSuffix(strings.TrimSpace(mode), "|"), strings.HasSuffix(strings.TrimSpace(suffixOf(&pos[1])), "|"):
		cmd := p.mapText(rest, func(s string) (string, bool) {
			return strings.Trim(strings.TrimSpace(s), "|"), true
		}, true)
		p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, cmd)
		p.bindHandle(a, unknownOf(name, name, value.Output))
		return val{kind: vBool, yes: true}, true
	}
	m := ""
	for len(m) < len(spec) && strings.IndexByte("<>+", spec[len(m)]) >= 0 {
		m = spec[:len(m)+1]
	}
	first := true
	path := p.mapText(rest, func(s string) (string, bool) {
		if first {
			s = strings.TrimLeft(strings.TrimSpace(s), "<>+ ")
		}
		first = false
		return s, true
	}, true)
	f := p.open(name, path, perlMode(m), a)
	p.bindHandle(a, f)
	return f, true
}

func perlMode(m string) string {
	switch {
	case strings.Contains(m, ">>"):
		return "a"
	case strings.Contains(m, ">"), strings.Contains(m, "+"):
		return "w"
	}
	return "r"
}

func (v *val) alternativesPrefix() (string, bool) {
	if len(v.alts) == 0 {
		return "", false
	}
	return v.alts[0].Prefix()
}

func suffixOf(v *val) string {
	if len(v.alts) == 0 {
		return ""
	}
	return v.alts[0].Suffix()
}

// perlMethod calls a method; classes are names that the text does not define.
func (p *parser) perlMethod(self val, name string, a *arguments) (val, bool) {
	first, _ := a.arg(0)
	switch name {
	case "get", "post", "put", "request", "mirror":
		if strings.HasPrefix(self.class, "LWP") || strings.HasPrefix(self.class, "HTTP") {
			if name == "post" || name == "put" {
				return p.send(self.class+"->"+name, first, a, a.pos[min(1, len(a.pos)):]...), true
			}
			return p.fetch(self.class+"->"+name, first, a), true
		}
	case "remove_tree", "remove", "spew", "spew_utf8", "append", "slurp", "slurp_utf8", "lines":
		if self.class != "path" {
			return val{}, false
		}
		switch name {
		case "remove_tree", "remove":
			p.paths(Call{Kind: Delete, Name: "Path::Tiny->" + name, Recursive: name == "remove_tree"}, a, self)
		case "append":
			p.paths(Call{Kind: Append, Name: "Path::Tiny->" + name}, a, self)
		case "spew", "spew_utf8":
			p.paths(Call{Kind: Write, Name: "Path::Tiny->" + name}, a, self)
		default:
			p.paths(Call{Kind: Read, Name: "Path::Tiny->" + name}, a, self)
			return p.fileContent(self, name), true
		}
		return val{kind: vBool}, true
	case "child":
		if self.class == "path" {
			return p.pathJoin(true, append([]val{self}, a.pos...)...), true
		}
	case "content", "decoded_content":
		return unknownOf(name, name, self.origin()), true
	}
	return val{}, false
}
