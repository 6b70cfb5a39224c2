package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// rubyCall calls a function by its dotted name; a bare name is one of Kernel or of FileUtils.
func (p *parser) rubyCall(name string, a *arguments) (val, bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "Kernel."), "self.")
	first, has := a.arg(0)
	nothing := val{kind: vBool}
	full := name
	if !strings.Contains(name, ".") {
		switch name {
		case "rm", "rm_f", "rm_r", "rm_rf", "rmtree", "remove_dir", "remove_entry", "remove_entry_secure", "remove_file", "mv", "cp", "cp_r", "chmod_R", "chown_R":
			full = "FileUtils." + name
		}
	}
	switch full {
	case "system", "exec", "spawn", "sh", "Process.spawn", "PTY.spawn", "Process.exec":
		return p.rubyRun(full, a), has
	case "`":
		p.emit(Call{Kind: Shell, Name: full}, a.from, a.to, first)
		return unknownOf(name, name, value.Output), true
	case "IO.popen", "popen":
		if !has {
			return val{}, false
		}
		return p.run(full, first, first.kind == vText, a), true
	case "Open3.capture2", "Open3.capture2e", "Open3.capture3", "Open3.popen2", "Open3.popen2e", "Open3.popen3", "Open3.pipeline", "capture2", "capture2e", "capture3", "popen3":
		return p.rubyRun(full, a), has
	case "eval", "instance_eval", "class_eval", "module_eval", "RubyVM.InstructionSequence.compile", "TOPLEVEL_BINDING.eval", "binding.eval":
		if has {
			p.eval(first, a, name)
		}
		return unknownOf(name, name, first.origin()), has
	case "send", "__send__", "public_send", "method", "Object.send", "Object.const_get", "const_get":
		if s, ok := first.known(); ok {
			if strings.HasSuffix(full, "const_get") {
				return val{kind: vRef, ref: s}, true
			}
			b := *a
			b.pos = a.pos[1:]
			if name == "method" {
				return val{kind: vRef, ref: s}, true
			}
			return p.rubyCall(s, &b)
		}
	case "File.delete", "File.unlink", "Dir.delete", "Dir.rmdir", "Dir.unlink", "FileUtils.rm", "FileUtils.rm_f", "FileUtils.remove", "FileUtils.remove_file", "FileUtils.safe_unlink", "FileUtils.rmdir":
		p.paths(Call{Kind: Delete, Name: full}, a, a.pos...)
		return nothing, true
	case "FileUtils.rm_rf", "FileUtils.rm_r", "FileUtils.rmtree", "FileUtils.remove_dir", "FileUtils.remove_entry", "FileUtils.remove_entry_secure":
		p.paths(Call{Kind: Delete, Name: full, Recursive: true}, a, a.pos...)
		return nothing, true
	case "FileUtils.mv", "File.rename", "FileUtils.move":
		if second, ok := a.arg(1); ok {
			for _, x := range flatten([]val{first}) {
				p.emit(Call{Kind: Move, Name: full}, a.from, a.to, x, second)
			}
		}
		return nothing, true
	case "FileUtils.cp", "FileUtils.cp_r", "FileUtils.copy", "FileUtils.copy_file", "FileUtils.install", "IO.copy_stream", "FileUtils.copy_entry":
		if second, ok := a.arg(1); ok {
			p.paths(Call{Kind: Read, Name: full, Recursive: full == "FileUtils.cp_r"}, a, first)
			p.paths(Call{Kind: Write, Name: full}, a, second)
		}
		return nothing, true
	case "File.write", "IO.write", "File.binwrite", "IO.binwrite", "File.truncate", "FileUtils.touch":
		kind := Write
		if m := a.keyword("mode"); m != nil {
			if s, _ := m.known(); strings.Contains(s, "a") {
				kind = Append
			}
		}
		p.paths(Call{Kind: kind, Name: full}, a, first)
		return nothing, true
	case "File.symlink", "File.link", "FileUtils.ln_s", "FileUtils.ln_sf", "FileUtils.ln":
		if second, ok := a.arg(1); ok {
			p.paths(Call{Kind: Write, Name: full}, a, second)
		}
		return nothing, true
	case "File.chmod", "FileUtils.chmod", "FileUtils.chmod_R", "File.lchmod":
		if len(a.pos) > 1 {
			p.paths(Call{Kind: Attr, Name: full, Recursive: strings.HasSuffix(full, "_R")}, a, a.pos[1:]...)
		}
		return nothing, true
	case "File.chown", "FileUtils.chown", "FileUtils.chown_R":
		if len(a.pos) > 2 {
			p.paths(Call{Kind: Attr, Name: full, Recursive: strings.HasSuffix(full, "_R")}, a, a.pos[2:]...)
		}
		return nothing, true
	case "File.read", "IO.read", "File.readlines", "IO.readlines", "File.binread", "IO.binread", "File.foreach", "IO.foreach":
		if s, ok := first.known(); ok && strings.HasPrefix(s, "|") && strings.HasPrefix(full, "IO.") {
			p.emit(Call{Kind: Shell, Name: full}, a.from, a.to, text(s[1:]))
			return unknownOf(full, full, value.Output), true
		}
		p.paths(Call{Kind: Read, Name: full}, a, first)
		return p.fileContent(first, full), true
	case "File.open", "File.new", "open", "IO.sysopen", "Kernel.open":
		if !has {
			return val{}, false
		}
		if s, _ := first.alternativesPrefix(); full == "open" && strings.HasPrefix(s, "|") {
			p.emit(Call{Kind: Shell, Name: full}, a.from, a.to, p.mapText(first, func(s string) (string, bool) { return strings.TrimPrefix(s, "|"), true }, true))
			return unknownOf(full, full, value.Output), true
		}
		if s, _ := first.alternativesPrefix(); full == "open" && strings.Contains(s, "://") {
			return p.fetch(full, first, a), true
		}
		mode, _ := a.arg(1, "mode")
		s, known := mode.known()
		if !known && mode.kind != 0 && mode.kind != vBool {
			s = "w"
		}
		return p.open(full, first, s, a), true
	case "load", "require", "require_relative":
		if full == "load" && has {
			p.paths(Call{Kind: Read, Name: full}, a, first)
		}
		return nothing, true
	case "URI.open", "OpenURI.open_uri", "URI.read":
		return p.fetch(full, first, a), true
	case "URI", "URI.parse", "URI.join", "String", "Array", "Shellwords.escape", "Shellwords.split", "Shellwords.shellescape":
		return first, has
	case "Net.HTTP.get", "Net.HTTP.get_response", "HTTParty.get", "Faraday.get", "RestClient.get", "Net.HTTP.get_print":
		return p.fetch(full, first, a), true
	case "Net.HTTP.post", "Net.HTTP.post_form", "HTTParty.post", "Faraday.post", "RestClient.post", "HTTParty.put", "RestClient.put":
		return p.send(full, first, a, p.rest(a, 1, "body", "payload")...), true
	case "TCPSocket.new", "TCPSocket.open", "UDPSocket.new", "Socket.tcp", "Net.HTTP.new", "Net.HTTP.start":
		if strings.HasPrefix(full, "Net.") {
			return p.classed(first, "connection"), has
		}
		p.emit(Call{Kind: Socket, Name: full}, a.from, a.to, a.pos...)
		return p.classed(unknownOf(full, full, value.Network), "socket"), true
	case "Process.kill":
		for _, v := range a.pos[min(1, len(a.pos)):] {
			if s, ok := v.known(); ok && s == "-1" {
				p.emit(Call{Kind: KillAll, Name: full}, a.from, a.to)
			}
		}
		return nothing, true
	case "Dir.home":
		return p.env(full, "HOME"), true
	case "Dir.pwd", "Dir.getwd", "Pathname.pwd":
		return p.classed(text("."), "path"), true
	case "Dir.tmpdir":
		return text("/tmp"), true
	case "Dir.mktmpdir", "Tempfile.new", "Tempfile.create":
		return tempPath(full), true
	case "Dir.glob", "Pathname.glob":
		return p.globs(first), has
	case "Dir.children", "Dir.entries", "Dir.each_child", "Dir.foreach":
		return p.names(first, false), has
	case "File.join":
		return p.pathJoin(false, a.pos...), len(a.pos) > 0
	case "File.expand_path", "File.absolute_path", "File.realpath":
		v := p.tilde(first)
		if second, ok := a.arg(1); ok {
			v = p.pathJoin(true, p.tilde(second), v)
		}
		return v, has
	case "File.dirname":
		return p.parent(first), has
	case "Pathname.new", "Pathname":
		return p.classed(first, "path"), has
	case "Pathname.home":
		return p.classed(p.env(full, "HOME"), "path"), true
	case "ENV.fetch", "ENV.dig":
		if s, ok := first.known(); ok {
			return p.env(full, s), true
		}
	case "ENV.to_h", "ENV.to_a", "ENV.inspect", "ENV.map", "ENV.each":
		p.emit(Call{Kind: ReadEnv, Name: full}, a.from, a.to)
		return unknownOf(full, "environ", value.Env), true
	case "puts", "p", "pp", "print", "JSON.generate":
		if has && full != "puts" && full != "print" && first.kind == vRef && first.ref == "ENV" {
			p.emit(Call{Kind: ReadEnv, Name: "ENV"}, a.from, a.to)
		}
		return nothing, true
	case "Base64.decode64", "Base64.strict_decode64", "Base64.urlsafe_decode64":
		return p.decodeBase64(first), has
	case "gets", "STDIN.read", "$stdin.read", "ARGF.read":
		return unknownOf(full, "stdin", value.Stdin), true
	}
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || a.bare {
		return val{}, false
	}
	self := unknownOf(name[:i], name[:i], 0)
	self.class = name[:i]
	return p.method(self, name[i+1:], a)
}

// rubyRun is system and its kin: one text is for a shell, several are an argv; a first hash is
// the environment.
func (p *parser) rubyRun(name string, a *arguments) val {
	pos := a.pos
	if len(pos) > 0 && pos[0].kind == vDict {
		pos = pos[1:]
	}
	for len(pos) > 0 && pos[len(pos)-1].kind == vDict {
		pos = pos[:len(pos)-1]
	}
	switch {
	case len(pos) == 0:
	case len(pos) == 1 && pos[0].class == "spread":
		p.exec(name, pos, a)
	case len(pos) == 1 && pos[0].kind == vList:
		p.exec(name, pos[0].items, a)
	case len(pos) == 1:
		p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, pos[0])
	default:
		argv := append([]val(nil), pos...)
		if argv[0].kind == vList && len(argv[0].items) > 0 {
			argv[0] = argv[0].items[0]
		}
		p.exec(name, argv, a)
	}
	return unknownOf(name, name, value.Output)
}

// rubyMethod calls a method of a value.
func (p *parser) rubyMethod(self val, name string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	nothing := val{kind: vBool}
	isPath := self.class == "path"
	switch name {
	case "unlink", "rmtree", "rmdir", "delete":
		if isPath || name == "rmtree" {
			p.paths(Call{Kind: Delete, Name: "Pathname#" + name, Recursive: name == "rmtree"}, a, self)
			return nothing, true
		}
	case "write", "binwrite":
		if isPath {
			p.paths(Call{Kind: Write, Name: "Pathname#" + name}, a, self)
			return nothing, true
		}
		if self.class == "socket" && has {
			p.send("socket.write", unknownOf("socket", "", 0), a, first)
			return nothing, true
		}
	case "read", "binread", "readlines", "gets", "each_line", "body", "string":
		switch {
		case isPath:
			p.paths(Call{Kind: Read, Name: "Pathname#" + name}, a, self)
			return p.fileContent(self, name), true
		case self.kind == vFile:
			return p.fileContent(val{kind: vText, alts: self.alts}, name), true
		}
		return unknownOf(p.text[a.from:min(a.to, len(p.text))], name, self.origin()), true
	case "children", "each_child", "entries", "glob":
		if isPath {
			if has {
				return p.glob(p.pathJoin(true, self, first)), true
			}
			return p.names(self, true), true
		}
	case "join":
		if isPath {
			return p.pathJoin(true, append([]val{self}, a.pos...)...), true
		}
	case "expand_path", "realpath", "cleanpath":
		if isPath || self.kind == vText {
			return p.tilde(self), true
		}
	case "parent", "dirname":
		return p.mapTextKeep(p.parent(self)), true
	case "rename":
		if isPath && has {
			p.emit(Call{Kind: Move, Name: "Pathname#rename"}, a.from, a.to, self, first)
			return nothing, true
		}
	case "puts", "print", "<<":
		if self.class == "socket" && has {
			p.send("socket.puts", unknownOf("socket", "", 0), a, first)
			return nothing, true
		}
	case "open":
		if isPath {
			s, _ := first.known()
			return p.open("Pathname#open", self, s, a), true
		}
	case "call", "()":
		return val{}, false
	case "post", "request_post":
		if self.class == "connection" {
			return p.send("Net::HTTP#post", self, a, a.pos[min(1, len(a.pos)):]...), true
		}
	case "get", "request_get":
		if self.class == "connection" {
			return p.fetch("Net::HTTP#get", self, a), true
		}
	case "unpack1":
		if s, ok := first.known(); ok && strings.HasPrefix(s, "m") {
			return p.decodeBase64(self), true
		}
	case "first", "last", "sample":
		if self.class == "glob" {
			return self, true
		}
	case "instance_eval", "eval", "class_eval":
		if has {
			p.eval(first, a, name)
			return nothing, true
		}
	}
	return val{}, false
}
