package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// pythonName takes the names of builtins' and equal modules off.
func pythonName(name string) string {
	for _, prefix := range [...]string{"builtins.", "__builtins__.", "__builtin__."} {
		name = strings.TrimPrefix(name, prefix)
	}
	switch {
	case strings.HasPrefix(name, "posix."), strings.HasPrefix(name, "nt."):
		_, rest, _ := strings.Cut(name, ".")
		return "os." + rest
	case strings.HasPrefix(name, "pathlib."):
		return name[len("pathlib."):]
	case strings.HasPrefix(name, "posixpath."):
		return "os.path." + name[len("posixpath."):]
	}
	// from .compat import shutil
	for _, module := range [...]string{".shutil.", ".os.", ".subprocess."} {
		if i := strings.Index(name, module); i >= 0 {
			return name[i+1:]
		}
	}
	return name
}

// simple is a value that holds no slash, blank or shell syntax: a number, a fresh name.
func simple(written, name string, origin value.Origin) val {
	v := unknownOf(written, name, origin)
	v.alts[0].Pieces[0].Simple, v.alts[0].Pieces[0].NonEmpty = true, true
	return v
}

// pythonCall calls a function by its dotted name.
func (p *parser) pythonCall(name string, a *arguments) (val, bool) {
	name = pythonName(name)
	if v, ok := p.pythonKnown(name, a); ok {
		return v, true
	}
	if !strings.Contains(name, ".") {
		for _, m := range p.stars {
			if v, ok := p.pythonKnown(pythonName(m+"."+name), a); ok {
				return v, true
			}
		}
		return val{}, false
	}
	// A method of a name that the text does not define.
	i := strings.LastIndexByte(name, '.')
	self := unknownOf(name[:i], name[:i], 0)
	self.class = name[:i]
	switch name[:i] {
	case "sys.stdin", "sys.stdin.buffer":
		self = unknownOf(name[:i], "stdin", value.Stdin)
	case "io", "re", "json", "self", "super", "str", "string", "random", "time", "math", "itertools":
		return val{}, false
	}
	return p.method(self, name[i+1:], a)
}

func (p *parser) pythonKnown(name string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	nothing := val{kind: vBool}
	switch name {
	// Names by text.
	case "__import__", "importlib.import_module", "import_module":
		if s, ok := first.known(); ok {
			if i := strings.IndexByte(s, '.'); i > 0 && name == "__import__" {
				s = s[:i]
			}
			return val{kind: vRef, ref: s}, true
		}
		return unknownOf("...", "", first.origin()), true
	case "getattr":
		if second, ok := a.arg(1); ok {
			if s, ok := second.known(); ok {
				return p.attr(first, s), true
			}
		}
		return val{}, false
	case "globals", "locals", "vars":
		return val{kind: vRef, ref: "globals"}, true
	case "functools.partial", "partial":
		return first, true
	case "map":
		second, ok := a.arg(1)
		if ok && first.kind == vRef {
			e := second
			if e.kind != vList {
				e = val{kind: vList, items: []val{p.element(second)}}
			}
			return p.textMethod(e, "map", &arguments{pos: []val{first}, from: a.from, to: a.to})
		}
		return val{}, false
	case "list", "tuple", "sorted", "set", "reversed", "iter", "filter", "enumerate", "str", "bytes", "bytearray", "os.fspath", "os.fsencode", "os.fsdecode", "memoryview", "shlex.quote":
		if name == "filter" {
			first, has = a.arg(1)
		}
		if !has || name == "enumerate" {
			return val{}, false
		}
		if (name == "bytes" || name == "bytearray") && first.kind == vList {
			return p.pack(first, text("C"))
		}
		return first, true
	case "shlex.split":
		return first, true
	case "shlex.join":
		return p.join(first, text(" ")), true

	case "os.getpid", "os.getppid", "os.getuid", "len", "time.time", "time.time_ns", "id", "round", "abs", "sum", "hash", "ord":
		return simple(name+"()", name, value.Time), true
	case "uuid.uuid4", "uuid.uuid1", "secrets.token_hex", "random.randint", "random.random", "random.randrange":
		return simple(name+"()", name, value.Random), true
	case "int":
		if s, ok := first.known(); ok {
			return text(s), true
		}
		return simple(name+"()", name, first.origin()), true

	// Texts.
	case "chr", "unichr":
		return p.chr(first), true
	case "base64.b64decode", "base64.standard_b64decode", "base64.urlsafe_b64decode", "base64.decodebytes", "binascii.a2b_base64":
		return p.decodeBase64(first), true
	case "base64.b32decode":
		return p.decodeBase32(first), true
	case "bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify", "binascii.a2b_hex", "base64.b16decode":
		return p.decodeHex(first), true
	case "codecs.decode":
		second, _ := a.arg(1, "encoding")
		switch s, _ := second.known(); s {
		case "rot13", "rot_13", "rot-13":
			return p.rot13(first), true
		case "hex", "hex_codec":
			return p.decodeHex(first), true
		case "base64", "base64_codec":
			return p.decodeBase64(first), true
		}
		return first, true
	case "urllib.parse.unquote":
		return p.decodeURL(first), true

	// Paths.
	case "os.path.expanduser":
		return p.tilde(first), true
	case "os.path.join":
		return p.pathJoin(true, a.pos...), len(a.pos) > 0
	case "os.path.abspath", "os.path.realpath", "os.path.normpath":
		return first, has
	case "os.path.dirname":
		return p.parent(first), true
	case "os.path.expandvars":
		return p.expandVars(first), true
	case "Path", "PosixPath", "PurePath", "PurePosixPath":
		v := text(".")
		if len(a.pos) > 0 {
			v = p.pathJoin(true, a.pos...)
		}
		v.class = "path"
		return v, true
	case "Path.home", "PosixPath.home":
		return p.classed(p.env("Path.home()", "HOME"), "path"), true
	case "Path.cwd", "os.getcwd":
		return p.classed(text("."), "path"), true
	case "os.getenv", "os.environ.get", "os.environ.pop", "os.environ.setdefault", "os.environb.get":
		if s, ok := first.known(); ok {
			return p.env(name+"("+s+")", s), true
		}
		return unknownOf(name+"()", "", value.Env), true
	case "os.environ.copy", "os.environ.items", "os.environ.values":
		p.emit(Call{Kind: ReadEnv, Name: name}, a.from, a.to)
		return unknownOf(name+"()", "environ", value.Env), true
	case "glob.glob", "glob.iglob":
		return p.glob(first), true
	case "os.listdir", "os.scandir":
		if !has {
			first = text(".")
		}
		return p.names(first, name == "os.scandir"), true
	case "os.walk", "os.fwalk":
		return p.walk(first, name), true
	case "tempfile.mkdtemp", "tempfile.mktemp", "tempfile.mkstemp", "tempfile.TemporaryDirectory", "tempfile.NamedTemporaryFile", "tempfile.TemporaryFile", "tempfile.gettempdir":
		if name == "tempfile.gettempdir" {
			return p.classed(text("/tmp"), "path"), true
		}
		return tempPath(name + "()"), true
	case "input", "raw_input", "sys.stdin.read", "sys.stdin.readline", "sys.stdin.readlines", "sys.stdin.buffer.read":
		return unknownOf(name+"()", "stdin", value.Stdin), true

	// Files.
	case "os.remove", "os.unlink", "os.rmdir", "os.removedirs", "shutil.rmtree", "send2trash.send2trash", "distutils.dir_util.remove_tree":
		if p, ok := a.arg(0, "path"); ok {
			first, has = p, true
		}
		if has {
			p.paths(Call{Kind: Delete, Name: name, Recursive: name == "shutil.rmtree" || strings.HasSuffix(name, "remove_tree")}, a, first)
		}
		return nothing, true
	case "open", "io.open", "codecs.open", "os.fdopen", "gzip.open", "bz2.open", "lzma.open", "aiofiles.open":
		mode, _ := a.arg(1, "mode")
		s, known := mode.known()
		if !known && mode.kind != 0 {
			s = "w"
		}
		path, has := a.arg(0, "file", "filename")
		if !has {
			return val{}, false
		}
		return p.open(name, path, s, a), true
	case "os.open":
		mode := "r"
		if len(a.pos) > 1 {
			switch w := p.written(&a.pos[1]); {
			case strings.Contains(w, "APPEND"):
				mode = "a"
			case strings.Contains(w, "WRONLY"), strings.Contains(w, "RDWR"), strings.Contains(w, "CREAT"), strings.Contains(w, "TRUNC"):
				mode = "w"
			}
		}
		return p.open(name, first, mode, a), true
	case "os.truncate":
		p.paths(Call{Kind: Write, Name: name}, a, first)
		return nothing, true
	case "shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree", "os.link", "os.symlink", "distutils.dir_util.copy_tree":
		second, _ := a.arg(1, "dst")
		tree := strings.HasSuffix(name, "tree")
		if strings.HasPrefix(name, "os.") {
			p.paths(Call{Kind: Write, Name: name}, a, second)
			return nothing, true
		}
		p.paths(Call{Kind: Read, Name: name, Recursive: tree}, a, first)
		p.paths(Call{Kind: Write, Name: name, Recursive: tree}, a, second)
		return nothing, true
	case "shutil.move", "os.rename", "os.replace", "os.renames":
		second, _ := a.arg(1, "dst")
		p.emit(Call{Kind: Move, Name: name}, a.from, a.to, first, second)
		return second, true
	case "os.chmod", "os.chown", "os.lchown", "os.lchmod", "os.chflags", "shutil.chown":
		p.paths(Call{Kind: Attr, Name: name}, a, first)
		return nothing, true
	case "shutil.make_archive":
		if root, ok := a.arg(2, "root_dir"); ok {
			p.paths(Call{Kind: Read, Name: name, Recursive: true}, a, root)
		}
		p.paths(Call{Kind: Write, Name: name}, a, first)
		return first, true

	// Programs.
	case "os.system", "os.popen", "os.popen2", "os.popen3", "subprocess.getoutput", "subprocess.getstatusoutput", "commands.getoutput", "commands.getstatusoutput", "asyncio.create_subprocess_shell", "pexpect.run":
		if v, ok := a.arg(0, "command", "cmd"); ok {
			p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, v)
		}
		return unknownOf(name+"()", name, value.Output), true
	case "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output", "subprocess.Popen":
		v, ok := a.arg(0, "args")
		if !ok {
			return val{}, false
		}
		out := p.run(name, v, a.is("shell"), a)
		if in, ok := a.arg(-1, "input"); ok && v.kind == vList && len(v.items) == 1 {
			if s, _ := v.items[0].known(); s == "sh" || s == "bash" || strings.HasSuffix(s, "/sh") || strings.HasSuffix(s, "/bash") {
				p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, in)
			}
		}
		return out, true
	case "asyncio.create_subprocess_exec", "pexpect.spawn":
		if name == "pexpect.spawn" && len(a.pos) == 1 {
			return p.run(name, first, true, a), true
		}
		p.exec(name, a.pos, a)
		return unknownOf(name+"()", name, value.Output), true
	case "os.execv", "os.execve", "os.execvp", "os.execvpe", "os.posix_spawn", "os.posix_spawnp":
		if argv, ok := a.arg(1); ok && argv.kind == vList && len(argv.items) > 0 {
			p.exec(name, append([]val{first}, argv.items[1:]...), a)
		} else if ok {
			p.exec(name, []val{first, spread(p, argv)}, a)
		}
		return nothing, true
	case "os.execl", "os.execle", "os.execlp", "os.execlpe":
		if len(a.pos) > 1 {
			p.exec(name, append([]val{first}, a.pos[2:]...), a)
		}
		return nothing, true
	case "os.spawnl", "os.spawnle", "os.spawnlp", "os.spawnlpe":
		if len(a.pos) > 2 {
			p.exec(name, append([]val{a.pos[1]}, a.pos[3:]...), a)
		}
		return nothing, true
	case "os.spawnv", "os.spawnve", "os.spawnvp", "os.spawnvpe":
		if argv, ok := a.arg(2); ok && argv.kind == vList && len(argv.items) > 0 {
			p.exec(name, append([]val{a.pos[1]}, argv.items[1:]...), a)
		}
		return nothing, true
	case "pty.spawn":
		if first.kind == vList {
			p.exec(name, first.items, a)
		} else if has {
			p.exec(name, []val{first}, a)
		}
		return nothing, true
	case "os.kill", "os.killpg":
		if s, ok := first.known(); ok && s == "-1" {
			p.emit(Call{Kind: KillAll, Name: name}, a.from, a.to)
		}
		return nothing, true
	case "eval", "exec", "compile", "code.InteractiveInterpreter.runcode":
		if has {
			if name == "compile" {
				return first, true
			}
			p.eval(first, a, name)
		}
		return unknownOf(name+"()", name, first.origin()), true
	case "pickle.loads", "pickle.load", "marshal.loads", "dill.loads":
		if first.origin()&value.Network != 0 {
			p.emit(Call{Kind: Eval, Name: name}, a.from, a.to, first)
		}
		return unknownOf(name+"()", name, first.origin()), true
	case "runpy.run_path", "execfile":
		p.paths(Call{Kind: Read, Name: name}, a, first)
		p.emit(Call{Kind: Eval, Name: name}, a.from, a.to, p.fileContent(first, name+"()"))
		return nothing, true

	// The network.
	case "requests.post", "requests.put", "requests.patch", "httpx.post", "httpx.put", "httpx.patch":
		return p.send(name, p.at(a, 0, "url"), a, p.rest(a, 1, "data", "json", "files", "content")...), true
	case "requests.get", "requests.head", "requests.options", "requests.delete", "httpx.get", "httpx.head", "urllib2.urlopen", "urllib.urlopen", "urllib.request.urlopen", "urllib.request.urlretrieve", "urllib.urlretrieve", "urlopen":
		url := p.at(a, 0, "url")
		if req := url; req.class == "request" && len(req.items) > 1 {
			return p.send(name, req.items[0], a, req.items[1:]...), true
		}
		if strings.HasSuffix(name, "urlopen") {
			if data, ok := a.arg(1, "data"); ok && !data.falsy() {
				return p.send(name, url, a, data), true
			}
		} else if data, ok := a.arg(-1, "data", "json"); ok {
			return p.send(name, url, a, data), true
		}
		if params, ok := a.arg(-1, "params"); ok {
			return p.send(name, url, a, params), true
		}
		out := p.fetch(name, url, a)
		if strings.HasSuffix(name, "urlretrieve") && len(a.pos) > 1 {
			p.paths(Call{Kind: Write, Name: name}, a, a.pos[1])
		}
		return out, true
	case "requests.request", "httpx.request":
		data := p.rest(a, 2, "data", "json", "files", "content")
		if len(data) > 0 {
			return p.send(name, p.at(a, 1, "url"), a, data...), true
		}
		return p.fetch(name, p.at(a, 1, "url"), a), true
	case "urllib.request.Request", "urllib2.Request":
		if data, ok := a.arg(1, "data"); ok && !data.falsy() {
			return val{kind: vList, items: []val{first, data}, class: "request"}, true
		}
		return first, has
	case "http.client.HTTPConnection", "http.client.HTTPSConnection", "smtplib.SMTP", "smtplib.SMTP_SSL", "ftplib.FTP":
		v := first
		if !has {
			v = unknownOf(name+"()", "", 0)
		}
		v.class = "connection"
		return v, true
	case "socket.create_connection":
		if first.kind == vList {
			p.emit(Call{Kind: Socket, Name: name}, a.from, a.to, first.items...)
		} else {
			p.emit(Call{Kind: Socket, Name: name}, a.from, a.to, first)
		}
		return p.classed(unknownOf(name+"()", name, value.Network), "socket"), true
	case "socket.socket":
		return p.classed(unknownOf(name+"()", name, value.Network), "socket"), true
	case "print", "pprint", "pprint.pprint", "json.dumps", "dict", "repr":
		if has && first.kind == vRef && pythonName(first.ref) == "os.environ" {
			p.emit(Call{Kind: ReadEnv, Name: "os.environ"}, a.from, a.to)
			return unknownOf("os.environ", "environ", value.Env), true
		}
		if name == "json.dumps" || name == "repr" {
			o := first.origin()
			u := unknownOf(name+"()", "", o)
			if len(first.alts) > 0 || o == 0 {
				return u, true
			}
			return u, true
		}
		if name == "dict" {
			return val{kind: vDict, pairs: a.kw}, true
		}
		return nothing, name != "dict"
	}
	if mod, fn, ok := strings.Cut(name, "."); ok && mod == "sh" && !strings.Contains(fn, ".") {
		p.exec(name, append([]val{text(fn)}, a.pos...), a)
		return unknownOf(name+"()", name, value.Output), true
	}
	return val{}, false
}

func (p *parser) classed(v val, class string) val {
	v.class = class
	return v
}

// at is an argument that a call must have; unknown when it is not there.
func (p *parser) at(a *arguments, n int, names ...string) val {
	if v, ok := a.arg(n, names...); ok {
		return v
	}
	return unknownOf("...", "", 0)
}

// rest are the keyword arguments of these names and the positional ones from n.
func (p *parser) rest(a *arguments, n int, names ...string) []val {
	var out []val
	for _, name := range names {
		if v := a.keyword(name); v != nil && !v.falsy() {
			out = append(out, *v)
		}
	}
	if n < len(a.pos) {
		out = append(out, a.pos[n:]...)
	}
	for i := range out {
		if out[i].kind == vRef && pythonName(out[i].ref) == "os.environ" || out[i].kind == vRef && out[i].ref == "process.env" || out[i].kind == vRef && out[i].ref == "ENV" {
			name := out[i].ref
			p.emit(Call{Kind: ReadEnv, Name: name}, a.from, a.to)
			out[i] = unknownOf(name, "environ", value.Env)
		}
	}
	return out
}
