package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// walk is what os.walk gives: the directory, names of directories, names of files.
func (p *parser) walk(root val, name string) val {
	dir := p.concat(root, words(value.Of(value.Piece{Text: "/...", Name: name, Kind: value.Unknown, Origin: value.Names, Quoted: true})))
	entry := words(value.Of(value.Piece{Text: "...", Name: name, Kind: value.Unknown, Origin: value.Names, Quoted: true, NonEmpty: true, Simple: true}))
	entry.class = "glob"
	return val{kind: vList, items: []val{{kind: vList, items: []val{dir, entry, entry}}}}
}

// expandVars replaces $NAME and ${NAME}.
func (p *parser) expandVars(v val) val {
	s, ok := v.known()
	if !ok {
		return v
	}
	var w value.Word
	for s != "" {
		i := strings.IndexByte(s, '$')
		if i < 0 {
			break
		}
		w.AppendText(s[:i])
		s = s[i+1:]
		name := strings.TrimPrefix(s, "{")
		n := 0
		for n < len(name) && isWordByte(name[n]) {
			n++
		}
		if n == 0 {
			w.AppendText("$")
			continue
		}
		rest := name[n:]
		if name != s {
			rest = strings.TrimPrefix(rest, "}")
		}
		w.Append(envPiece("$"+name[:n], name[:n]))
		s = rest
	}
	w.AppendText(s)
	return words(w)
}

// pythonMethod calls a method of a value.
func (p *parser) pythonMethod(self val, name string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	nothing := val{kind: vBool}
	isPath := self.class == "path" || self.kind == vUnknown || self.kind == vText && self.class == "glob" || self.kind == vText && len(self.alts) > 0 && self.alts[0].Pieces != nil
	switch name {
	case "unlink", "rmdir", "rmtree", "remove_p", "rmtree_p", "removedirs":
		if has && name == "rmtree" && self.class != "path" {
			p.paths(Call{Kind: Delete, Name: name, Recursive: true}, a, first)
			return nothing, true
		}
		if isPath {
			p.paths(Call{Kind: Delete, Name: "Path." + name, Recursive: strings.HasPrefix(name, "rmtree")}, a, self)
			return nothing, true
		}
	case "write_text", "write_bytes", "touch", "symlink_to", "hardlink_to":
		if isPath || strings.HasPrefix(name, "write_") {
			p.paths(Call{Kind: Write, Name: "Path." + name}, a, self)
			return nothing, true
		}
	case "read_text", "read_bytes":
		p.paths(Call{Kind: Read, Name: "Path." + name}, a, self)
		return p.fileContent(self, p.text[a.from:min(a.to, len(p.text))]), true
	case "open":
		if self.class == "path" || self.class == "glob" {
			s, _ := first.known()
			if m := a.keyword("mode"); m != nil {
				s, _ = m.known()
			}
			return p.open("Path.open", self, s, a), true
		}
	case "rename", "replace":
		if self.class == "path" && has && len(a.pos) == 1 {
			p.emit(Call{Kind: Move, Name: "Path." + name}, a.from, a.to, self, first)
			return first, true
		}
	case "chmod", "lchmod":
		if self.class == "path" {
			p.paths(Call{Kind: Attr, Name: "Path." + name}, a, self)
			return nothing, true
		}
	case "joinpath":
		return p.pathJoin(true, append([]val{self}, a.pos...)...), true
	case "glob", "rglob":
		if self.class == "path" || self.kind == vUnknown {
			if s, ok := first.known(); ok && name == "rglob" {
				first = text("**/" + s)
			}
			return p.glob(p.pathJoin(true, self, first)), true
		}
	case "iterdir":
		return p.names(self, true), true
	case "walk":
		if self.class == "path" {
			return p.walk(self, "Path.walk"), true
		}
	case "with_name", "with_suffix", "relative_to":
		return p.classed(unknownOf("...", "", self.origin()), "path"), true
	case "read", "readlines", "readline", "recv", "getvalue":
		if self.kind == vFile {
			return p.fileContent(val{kind: vText, alts: self.alts}, p.text[a.from:min(a.to, len(p.text))]), true
		}
		return p.classed(unknownOf(p.text[a.from:min(a.to, len(p.text))], name, self.origin()), ""), true
	case "connect", "connect_ex":
		if self.class == "socket" || self.class == "s" || self.class == "sock" {
			if has && first.kind == vList {
				p.emit(Call{Kind: Socket, Name: "socket.connect"}, a.from, a.to, first.items...)
			} else if has {
				p.emit(Call{Kind: Socket, Name: "socket.connect"}, a.from, a.to, first)
			}
			return nothing, true
		}
	case "send", "sendall":
		if self.class == "socket" && has {
			p.send("socket."+name, unknownOf("socket", "", 0), a, a.pos...)
			return nothing, true
		}
	case "request":
		if self.class == "connection" {
			if data := p.rest(a, 2, "body"); len(data) > 0 {
				return p.send("HTTPConnection.request", self, a, data...), true
			}
			return p.fetch("HTTPConnection.request", self, a), true
		}
	case "sendmail", "storbinary", "storlines":
		if self.class == "connection" {
			return p.send(name, self, a, a.pos...), true
		}
	case "post", "put", "patch":
		if strings.HasSuffix(self.class, "Session") || strings.HasSuffix(self.class, "Client") || self.class == "session" || self.class == "client" {
			return p.send(self.class+"."+name, p.at(a, 0, "url"), a, p.rest(a, 1, "data", "json", "files", "content")...), true
		}
	case "get":
		switch {
		case strings.HasSuffix(self.class, "Session") || strings.HasSuffix(self.class, "Client") || self.class == "session":
			return p.fetch(self.class+"."+name, p.at(a, 0, "url"), a), true
		case self.kind == vDict && has:
			if s, ok := first.known(); ok {
				if v := self.get(s); v != nil {
					return *v, true
				}
			}
		}
	case "append", "extend", "add", "insert":
		// The list is no longer what it was; the name that holds it is not known here.
		return val{}, false
	}
	return val{}, false
}

// environment is os.environ["X"] and its kin.
func (p *parser) environment(ref, key string) (val, bool) {
	switch ref {
	case "os.environ", "os.environb", "process.env", "ENV", "Deno.env", "Bun.env", "import.meta.env", "$ENV", "$_ENV", "$_SERVER", "ENVIRON":
		return p.env(ref+"["+key+"]", key), true
	case "sys.argv", "process.argv", "ARGV", "$ARGV", "$argv", "arg", "Deno.args":
		return unknownOf(ref+"["+key+"]", ref, value.Positional), true
	}
	return val{}, false
}

// constant is what a name stands for that is not called.
func (p *parser) constant(ref string, a arguments) (val, bool) {
	switch p.lang {
	case python:
		switch pythonName(ref) {
		case "os.sep":
			return text("/"), true
		case "string.ascii_lowercase":
			return text("abcdefghijklmnopqrstuvwxyz"), true
		case "sys.argv":
			return unknownOf(ref, ref, value.Positional), false
		case "__file__":
			return unknownOf(ref, ref, 0), true
		}
	case javascript:
		if name, ok := strings.CutPrefix(ref, "process.env."); ok && !strings.Contains(name, ".") {
			return p.env(ref, name), true
		}
		switch ref {
		case "path.sep":
			return text("/"), true
		}
	case ruby:
		if !strings.Contains(ref, ".") && ref != "system" && ref != "exec" && ref != "fork" {
			return val{}, false
		}
		return p.rubyCall(ref, &a)
	case perl:
		switch ref {
		case "unlink", "rmdir", "eval", "chr", "lc", "uc":
			if v, ok := p.lookup("$_"); ok {
				a.pos = []val{v}
			}
			return p.perlCall(ref, &a)
		case "%ENV":
			p.emit(Call{Kind: ReadEnv, Name: ref}, a.from, a.to)
			return unknownOf(ref, "environ", value.Env), true
		case "@ARGV":
			return unknownOf(ref, ref, value.Positional), true
		}
	case php:
		switch ref {
		case "DIRECTORY_SEPARATOR":
			return text("/"), true
		}
	}
	return val{}, false
}
