package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// jsModule is the name under which a module's functions are known here.
func jsModule(s string) string {
	s = strings.TrimPrefix(s, "node:")
	switch s {
	case "fs/promises", "fs-extra", "graceful-fs", "memfs", "fsp":
		return "fs"
	case "os", "path", "vm", "net", "child_process", "http", "https":
		return s
	case "path/posix":
		return "path"
	case "zx", "zx/globals":
		return "globalThis"
	}
	return s
}

// jsName normalises a dotted name.
func jsName(name string) string {
	for _, prefix := range [...]string{"globalThis.", "global.", "window.", "self."} {
		name = strings.TrimPrefix(name, prefix)
	}
	switch {
	case strings.HasPrefix(name, "fs."), strings.HasPrefix(name, "fsPromises."), strings.HasPrefix(name, "fsp."), strings.HasPrefix(name, "fse."):
		_, rest, _ := strings.Cut(name, ".")
		return "fs." + strings.TrimPrefix(strings.TrimPrefix(rest, "promises."), "default.")
	case strings.HasPrefix(name, "cp."):
		return "child_process." + name[len("cp."):]
	}
	return strings.Replace(name, ".default.", ".", 1)
}

// jsCall calls a function by its dotted name.
func (p *parser) jsCall(name string, a *arguments) (val, bool) {
	name = jsName(name)
	if module, fn, ok := strings.Cut(name, "."); ok {
		switch module {
		case "fs":
			return p.jsFS(fn, a)
		case "child_process":
			return p.jsProcess(name, fn, a)
		case "Deno", "Bun":
			return p.jsDeno(name, a)
		case "shelljs", "shell":
			return p.shellJS(name, fn, a)
		}
	}
	first, has := a.arg(0)
	switch name {
	case "require", "import", "process.getBuiltinModule", "module.require", "process.mainModule.require", "createRequire":
		if s, ok := first.known(); ok {
			return val{kind: vRef, ref: jsModule(s)}, true
		}
		return unknownOf(name+"()", "", first.origin()), true
	case "eval", "vm.runInThisContext", "vm.runInNewContext", "vm.runInContext", "vm.Script", "Function", "setTimeout", "setInterval":
		if name == "Function" && len(a.pos) > 0 {
			first = a.pos[len(a.pos)-1]
		}
		if has && (first.kind == vText && first.class != "lambda" || first.kind == vUnknown && name != "setTimeout" && name != "setInterval") {
			p.eval(first, a, name)
		}
		return unknownOf(name+"()", name, first.origin()), true
	case "$`", "execa`", "execaCommand", "execaCommandSync", "Bun.$`", "zx.$`":
		p.emit(Call{Kind: Shell, Name: strings.TrimSuffix(name, "`")}, a.from, a.to, first)
		return unknownOf(name, name, value.Output), true
	case "execa", "execa.sync", "execaSync", "execa.execa", "execa.execaSync", "cross-spawn", "cross-spawn.sync", "node-pty.spawn":
		return p.spawn(name, a), true
	case "execa.execaCommand", "execa.command":
		return p.run(name, first, true, a), true
	case "rimraf", "rimraf.sync", "rimraf.rimraf", "rimraf.rimrafSync", "del", "del.sync", "del.deleteAsync", "del.deleteSync", "trash":
		vs := first
		if strings.HasPrefix(name, "del") {
			vs = p.globs(first)
		}
		p.paths(Call{Kind: Delete, Name: name, Recursive: true}, a, vs)
		return val{kind: vBool}, has
	case "path.join", "path.posix.join", "join":
		if name == "join" {
			return val{}, false
		}
		return p.pathJoin(false, a.pos...), true
	case "path.resolve", "path.posix.resolve":
		return p.pathJoin(true, a.pos...), len(a.pos) > 0
	case "path.dirname":
		return p.parent(first), true
	case "path.normalize":
		return first, true
	case "os.homedir":
		return p.env(name+"()", "HOME"), true
	case "os.tmpdir":
		return text("/tmp"), true
	case "Date.now", "Math.random", "Math.floor", "Math.round", "crypto.randomUUID", "parseInt", "Number":
		return simple(name+"()", name, value.Random), true
	case "process.cwd":
		return text("."), true
	case "String.fromCharCode", "String.fromCodePoint":
		out := text("")
		for _, x := range a.pos {
			out = p.concat(out, p.chr(x))
		}
		return out, true
	case "String", "String.raw`":
		return first, has
	case "Buffer.from", "Buffer":
		second, _ := a.arg(1)
		switch s, _ := second.known(); s {
		case "base64", "base64url":
			return p.decodeBase64(first), true
		case "hex":
			return p.decodeHex(first), true
		}
		if first.kind == vList {
			return p.pack(first, text("C"))
		}
		return first, has
	case "atob":
		return p.decodeBase64(first), true
	case "decodeURIComponent", "unescape", "decodeURI":
		return p.decodeURL(first), true
	case "process.kill":
		if s, ok := first.known(); ok && s == "-1" {
			p.emit(Call{Kind: KillAll, Name: name}, a.from, a.to)
		}
		return val{kind: vBool}, true
	case "fetch", "axios", "got", "undici.fetch", "node-fetch", "undici.request", "https.request", "http.request", "got.stream":
		method, _ := a.arg(-1, "method")
		m, _ := method.known()
		url := first
		if u := a.keyword("url"); u != nil && first.kind == vDict {
			url = *u
		}
		data := p.rest(a, len(a.pos), "body", "data", "json", "form")
		if len(data) > 0 || strings.EqualFold(m, "post") || strings.EqualFold(m, "put") {
			return p.send(name, url, a, data...), true
		}
		return p.fetch(name, url, a), true
	case "axios.post", "axios.put", "axios.patch", "got.post", "got.put", "navigator.sendBeacon", "superagent.post":
		return p.send(name, first, a, p.rest(a, 1)...), true
	case "axios.get", "got.get", "https.get", "http.get", "axios.request":
		out := p.fetch(name, first, a)
		return out, true
	case "net.connect", "net.createConnection", "tls.connect", "net.Socket.connect":
		host, port := p.at(a, 1, "host"), p.at(a, 0, "port")
		p.emit(Call{Kind: Socket, Name: name}, a.from, a.to, host, port)
		return p.classed(unknownOf(name+"()", name, value.Network), "socket"), true
	case "net.Socket", "WebSocket":
		if name == "WebSocket" && has {
			p.emit(Call{Kind: Socket, Name: name}, a.from, a.to, first)
		}
		return p.classed(unknownOf(name+"()", name, value.Network), "socket"), true
	case "console.log", "console.error", "console.dir", "JSON.stringify", "Object.entries", "Object.values", "console.table", "Object.assign":
		for i := range a.pos {
			if a.pos[i].kind == vRef && jsName(a.pos[i].ref) == "process.env" {
				p.emit(Call{Kind: ReadEnv, Name: "process.env"}, a.from, a.to)
				return unknownOf("process.env", "environ", value.Env), true
			}
		}
		if name == "JSON.stringify" && has {
			u := unknownOf("...", name, first.origin())
			return u, true
		}
		return val{kind: vBool}, strings.HasPrefix(name, "console.")
	case "glob", "glob.sync", "glob.globSync", "fast-glob.sync", "fast-glob", "globby", "globby.sync":
		return p.globs(first), true
	case "doShellScript":
		return p.run(name, first, true, a), true
	}
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return val{}, false
	}
	if out, ok := strings.CutSuffix(name, ".call"); ok && len(a.pos) > 0 {
		b := *a
		b.pos = a.pos[1:]
		return p.jsCall(out, &b)
	}
	if out, ok := strings.CutSuffix(name, ".apply"); ok && len(a.pos) > 1 && a.pos[1].kind == vList {
		b := *a
		b.pos = a.pos[1].items
		return p.jsCall(out, &b)
	}
	self := unknownOf(name[:i], name[:i], 0)
	self.class = name[:i]
	switch name[:i] {
	case "process.stdin", "console", "Math", "JSON", "Object", "Array", "Promise", "process.stdout":
		return val{}, false
	}
	return p.method(self, name[i+1:], a)
}

// globs takes the texts of a value as patterns.
func (p *parser) globs(v val) val {
	if v.kind != vList {
		return p.glob(v)
	}
	out := val{kind: vList}
	for _, x := range v.items {
		out.items = append(out.items, p.glob(x))
	}
	return out
}

// jsFS calls a function of fs, fs.promises or fs-extra.
func (p *parser) jsFS(fn string, a *arguments) (val, bool) {
	name := "fs." + fn
	first, has := a.arg(0)
	second, hasSecond := a.arg(1)
	nothing := val{kind: vBool}
	if !has {
		return val{}, false
	}
	switch strings.TrimSuffix(fn, "Sync") {
	case "unlink", "rm", "rmdir", "remove", "rimraf", "emptyDir", "emptydir", "delete":
		c := Call{Kind: Delete, Name: name, Recursive: a.is("recursive")}
		switch {
		case strings.HasPrefix(fn, "remove"), fn == "rimraf":
			c.Recursive = true
		case strings.HasPrefix(strings.ToLower(fn), "emptydir"):
			c.Recursive, c.Contents = true, true
		case !c.Recursive && hasSecond && second.kind == vUnknown:
			c.Recursive = true
		}
		p.paths(c, a, first)
	case "writeFile", "createWriteStream", "truncate", "outputFile", "outputJson", "writeJson", "writeJSON", "outputJSON", "ensureFile":
		kind := Write
		if flags := a.keyword("flags"); flags != nil {
			if s, _ := flags.known(); strings.HasPrefix(s, "a") {
				kind = Append
			}
		}
		if flags := a.keyword("flag"); flags != nil {
			if s, _ := flags.known(); strings.HasPrefix(s, "a") {
				kind = Append
			}
		}
		p.paths(Call{Kind: kind, Name: name}, a, first)
	case "appendFile":
		p.paths(Call{Kind: Append, Name: name}, a, first)
	case "readFile", "createReadStream", "readJson", "readJSON":
		if s, ok := first.known(); ok && (s == "0" || s == "/dev/stdin") {
			return unknownOf(name+"("+s+")", "stdin", value.Stdin), true
		}
		p.paths(Call{Kind: Read, Name: name}, a, first)
		return p.fileContent(first, p.text[a.from:min(a.to, len(p.text))]), true
	case "open":
		mode := "r"
		if hasSecond {
			if s, ok := second.known(); ok {
				mode = s
			} else if second.class != "lambda" {
				mode = "w"
			}
		}
		return p.open(name, first, mode, a), true
	case "copyFile", "cp", "copy":
		p.paths(Call{Kind: Read, Name: name, Recursive: a.is("recursive")}, a, first)
		p.paths(Call{Kind: Write, Name: name}, a, second)
	case "link", "symlink":
		p.paths(Call{Kind: Write, Name: name}, a, second)
	case "rename", "move":
		p.emit(Call{Kind: Move, Name: name}, a.from, a.to, first, second)
	case "chmod", "chown", "lchown", "lchmod", "utimes":
		p.paths(Call{Kind: Attr, Name: name}, a, first)
	case "readdir", "opendir":
		return p.names(first, false), true
	case "glob":
		return p.glob(first), true
	case "realpath":
		return first, true
	case "mkdtemp":
		return tempPath(name + "()"), true
	default:
		return val{}, false
	}
	return nothing, true
}

// jsProcess calls a function of child_process.
func (p *parser) jsProcess(name, fn string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	if !has {
		return val{}, false
	}
	switch fn {
	case "exec", "execSync":
		p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, first)
	case "spawn", "spawnSync", "execFile", "execFileSync":
		return p.spawn(name, a), true
	case "fork":
		p.exec(name, []val{text("node"), first}, a)
	default:
		return val{}, false
	}
	return unknownOf(name+"()", name, value.Output), true
}

// spawn is f(program, [args], {shell}).
func (p *parser) spawn(name string, a *arguments) val {
	argv := []val{p.at(a, 0)}
	if second, ok := a.arg(1); ok {
		switch {
		case second.kind == vList:
			argv = append(argv, second.items...)
		case second.kind != vDict && second.class != "lambda":
			argv = append(argv, spread(p, second))
		}
	}
	if a.is("shell") {
		line := val{kind: vList, items: argv}
		p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, p.join(line, text(" ")))
	} else {
		p.exec(name, argv, a)
	}
	return unknownOf(name+"()", name, value.Output)
}

func (p *parser) jsDeno(name string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	switch name {
	case "Deno.remove", "Deno.removeSync":
		p.paths(Call{Kind: Delete, Name: name, Recursive: a.is("recursive")}, a, first)
	case "Deno.writeTextFile", "Deno.writeTextFileSync", "Deno.writeFile", "Deno.writeFileSync", "Bun.write", "Deno.truncate", "Deno.create":
		kind := Write
		if a.is("append") {
			kind = Append
		}
		p.paths(Call{Kind: kind, Name: name}, a, first)
	case "Deno.readTextFile", "Deno.readTextFileSync", "Deno.readFile", "Deno.readFileSync", "Bun.file":
		p.paths(Call{Kind: Read, Name: name}, a, first)
		return p.fileContent(first, name+"()"), true
	case "Deno.rename", "Deno.renameSync":
		p.emit(Call{Kind: Move, Name: name}, a.from, a.to, first, p.at(a, 1))
	case "Deno.copyFile", "Deno.copyFileSync":
		p.paths(Call{Kind: Read, Name: name}, a, first)
		p.paths(Call{Kind: Write, Name: name}, a, p.at(a, 1))
	case "Deno.chmod", "Deno.chown", "Deno.chmodSync":
		p.paths(Call{Kind: Attr, Name: name}, a, first)
	case "Deno.Command":
		argv := []val{first}
		if v := a.keyword("args"); v != nil {
			if v.kind == vList {
				argv = append(argv, v.items...)
			} else {
				argv = append(argv, spread(p, *v))
			}
		}
		p.exec(name, argv, a)
		return unknownOf(name, name, value.Output), true
	case "Deno.run":
		if v := a.keyword("cmd"); v != nil && v.kind == vList {
			p.exec(name, v.items, a)
		}
		return unknownOf(name, name, value.Output), true
	case "Bun.spawn", "Bun.spawnSync":
		if first.kind == vDict {
			if v := a.keyword("cmd"); v != nil {
				first = *v
			}
		}
		if first.kind == vList {
			p.exec(name, first.items, a)
		} else if has {
			p.exec(name, []val{spread(p, first)}, a)
		}
		return unknownOf(name, name, value.Output), true
	case "Deno.env.get":
		if s, ok := first.known(); ok {
			return p.env(name, s), true
		}
		return unknownOf(name, "", value.Env), true
	case "Deno.env.toObject":
		p.emit(Call{Kind: ReadEnv, Name: name}, a.from, a.to)
		return unknownOf(name, "environ", value.Env), true
	case "Deno.connect":
		p.emit(Call{Kind: Socket, Name: name}, a.from, a.to, p.at(a, 0, "hostname"), p.at(a, 1, "port"))
		return p.classed(unknownOf(name, name, value.Network), "socket"), true
	case "Bun.$`":
		p.emit(Call{Kind: Shell, Name: "Bun.$"}, a.from, a.to, first)
		return unknownOf(name, name, value.Output), true
	default:
		return val{}, false
	}
	return val{kind: vBool}, has
}

// shellJS calls a function of the shelljs module, which are named as the programs.
func (p *parser) shellJS(name, fn string, a *arguments) (val, bool) {
	switch fn {
	case "exec":
		p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, p.at(a, 0))
	case "rm", "mv", "cp", "chmod", "mkdir", "ln", "touch":
		argv := []val{text(fn)}
		for _, x := range a.pos {
			if x.kind == vList {
				argv = append(argv, p.globs(x).items...)
				continue
			}
			if s, ok := x.known(); ok && strings.HasPrefix(s, "-") {
				argv = append(argv, x)
				continue
			}
			argv = append(argv, p.glob(x))
		}
		p.exec(name, argv, a)
	default:
		return val{}, false
	}
	return unknownOf(name, name, value.Output), true
}

// jsMethod calls a method of a value.
func (p *parser) jsMethod(self val, name string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	switch name {
	case "require", "import":
		if has {
			return p.jsCall("require", a)
		}
	case "constructor":
		// "".constructor.constructor("...")() makes a function of a text.
		if has && first.kind == vText {
			p.eval(first, a, "Function")
			return unknownOf("...", "", 0), true
		}
	case "text", "json", "arrayBuffer", "blob", "toString", "trim", "body", "pipe":
		if self.kind == vUnknown {
			u := unknownOf(p.text[a.from:min(a.to, len(p.text))], "", self.origin())
			u.class = ""
			return u, true
		}
	case "connect":
		if self.class == "socket" {
			p.emit(Call{Kind: Socket, Name: "net.Socket.connect"}, a.from, a.to, p.at(a, 1, "host"), p.at(a, 0, "port"))
			return self, true
		}
	case "write", "end", "send":
		if (self.class == "socket" || self.class == "response") && has && first.class != "lambda" {
			p.send(self.class+"."+name, unknownOf("...", "", 0), a, a.pos...)
			return self, true
		}
	case "doShellScript":
		return p.run(name, first, true, a), has
	case "then":
		return val{}, false
	case "bind":
		return self, true
	case "push":
		return val{}, false
	}
	return val{}, false
}
