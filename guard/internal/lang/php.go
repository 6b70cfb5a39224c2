package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// phpCall calls a function by its name, which has no case.
func (p *parser) phpCall(name string, a *arguments) (val, bool) {
	name = strings.ToLower(strings.TrimPrefix(name, "\\"))
	first, has := a.arg(0)
	second, hasSecond := a.arg(1)
	nothing := val{kind: vBool}
	if strings.HasPrefix(name, "$") {
		i := strings.IndexByte(name, '.')
		if i < 0 {
			return val{}, false
		}
		return p.method(p.classed(unknownOf(name[:i], name[:i], 0), name[:i]), name[i+1:], a)
	}
	switch name {
	case "system", "exec", "passthru", "shell_exec", "popen":
		if !has {
			return val{}, false
		}
		p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, first)
		return unknownOf(name+"()", name, value.Output), true
	case "proc_open":
		return p.run(name, first, first.kind != vList, a), has
	case "pcntl_exec":
		argv := []val{first}
		if hasSecond && second.kind == vList {
			argv = append(argv, second.items...)
		} else if hasSecond {
			argv = append(argv, spread(p, second))
		}
		p.exec(name, argv, a)
	case "eval", "assert", "create_function":
		v := first
		if name == "create_function" {
			v = second
		}
		if v.kind == vText || v.kind == vUnknown && name != "assert" {
			p.eval(v, a, name)
		}
		return unknownOf(name, name, v.origin()), true
	case "call_user_func", "call_user_func_array", "array_map", "array_walk", "array_filter", "usort":
		return p.phpIndirect(name, a)
	case "unlink", "rmdir":
		p.paths(Call{Kind: Delete, Name: name}, a, first)
	case "file_put_contents":
		kind := Write
		if third, ok := a.arg(2); ok && strings.Contains(p.written(&third), "FILE_APPEND") {
			kind = Append
		}
		p.paths(Call{Kind: kind, Name: name}, a, first)
	case "touch", "ftruncate":
		if name == "touch" {
			p.paths(Call{Kind: Write, Name: name}, a, first)
		}
	case "fopen":
		mode, known := second.known()
		if !known && hasSecond {
			mode = "w"
		}
		if s, _ := first.alternativesPrefix(); strings.Contains(s, "://") {
			if strings.HasPrefix(s, "php://") {
				return unknownOf(name, "stdin", value.Stdin), true
			}
			return p.fetch(name, first, a), true
		}
		return p.open(name, first, mode, a), has
	case "file_get_contents", "file", "readfile", "show_source", "highlight_file", "parse_ini_file", "simplexml_load_file":
		if s, _ := first.alternativesPrefix(); strings.Contains(s, "://") {
			if strings.HasPrefix(s, "php://") {
				return unknownOf(name, "stdin", value.Stdin), true
			}
			if third, ok := a.arg(2); ok && third.class == "post" {
				return p.send(name, first, a, third), true
			}
			return p.fetch(name, first, a), true
		}
		p.paths(Call{Kind: Read, Name: name}, a, first)
		return p.fileContent(first, name+"()"), has
	case "include", "include_once", "require", "require_once":
		s, known := first.known()
		if strings.Contains(s, "://") {
			u := p.fetch(name, first, a)
			p.emit(Call{Kind: Eval, Name: name}, a.from, a.to, u)
		} else if !known && first.origin()&value.Network != 0 {
			p.emit(Call{Kind: Eval, Name: name}, a.from, a.to, first)
		}
	case "rename", "move_uploaded_file":
		p.emit(Call{Kind: Move, Name: name}, a.from, a.to, first, second)
	case "copy":
		if s, _ := first.alternativesPrefix(); strings.Contains(s, "://") {
			p.emit(Call{Kind: Fetch, Name: name}, a.from, a.to, first)
		} else {
			p.paths(Call{Kind: Read, Name: name}, a, first)
		}
		p.paths(Call{Kind: Write, Name: name}, a, second)
	case "symlink", "link":
		p.paths(Call{Kind: Write, Name: name}, a, second)
	case "chmod", "chown", "chgrp", "lchown":
		p.paths(Call{Kind: Attr, Name: name}, a, first)
	case "glob":
		return p.glob(first), has
	case "scandir":
		return p.names(first, false), has
	case "tempnam", "sys_get_temp_dir":
		if name == "tempnam" {
			return tempPath(name + "()"), true
		}
		return text("/tmp"), true
	case "getcwd":
		return text("."), true
	case "dirname":
		return p.parent(first), has
	case "realpath", "trim", "strval", "escapeshellarg", "escapeshellcmd", "rtrim", "ltrim", "array_values", "stripslashes":
		return first, has
	case "getenv":
		if s, ok := first.known(); ok {
			return p.env("getenv("+s+")", s), true
		}
		if !has {
			p.emit(Call{Kind: ReadEnv, Name: name}, a.from, a.to)
		}
		return unknownOf("getenv()", "environ", value.Env), true
	case "print_r", "var_dump", "json_encode", "var_export", "implode", "join":
		if has && first.kind == vRef && (first.ref == "$_ENV" || first.ref == "$_SERVER") {
			p.emit(Call{Kind: ReadEnv, Name: first.ref}, a.from, a.to)
			return unknownOf(first.ref, "environ", value.Env), true
		}
		if name == "implode" || name == "join" {
			if !hasSecond {
				return p.join(first, text("")), true
			}
			return p.join(second, first), true
		}
		return unknownOf(name, name, first.origin()), true
	case "base64_decode":
		return p.decodeBase64(first), has
	case "hex2bin":
		return p.decodeHex(first), has
	case "chr":
		return p.chr(first), has
	case "strrev":
		return p.mapText(first, func(s string) (string, bool) { return reverse(s), true }, false), true
	case "str_rot13":
		return p.rot13(first), true
	case "urldecode", "rawurldecode":
		return p.decodeURL(first), true
	case "strtolower":
		return p.textMethod(first, "toLowerCase", a)
	case "strtoupper":
		return p.textMethod(first, "toUpperCase", a)
	case "str_replace":
		if third, ok := a.arg(2); ok {
			b := arguments{pos: []val{first, second}, from: a.from, to: a.to}
			return p.textMethod(third, "replaceAll", &b)
		}
	case "sprintf":
		if has {
			return p.percentFormat(first, val{kind: vList, items: a.pos[1:]}), true
		}
	case "array":
		return val{kind: vList, items: a.pos}, true
	case "explode":
		b := arguments{pos: []val{first}, from: a.from, to: a.to}
		return p.textMethod(second, "split", &b)
	case "fsockopen", "pfsockopen", "stream_socket_client", "socket_connect":
		p.emit(Call{Kind: Socket, Name: name}, a.from, a.to, a.pos[:min(2, len(a.pos))]...)
		return p.classed(unknownOf(name, name, value.Network), "socket"), true
	case "curl_init":
		v := first
		if !has {
			v = unknownOf("curl", "", 0)
		}
		return p.classed(v, "curl"), true
	case "curl_setopt":
		if len(a.pos) > 2 {
			opt := p.written(&a.pos[1])
			switch {
			case strings.Contains(opt, "POSTFIELDS"):
				p.send("curl_exec", first, a, a.pos[2])
			}
		}
	case "curl_exec":
		return p.fetch(name, first, a), true
	case "stream_context_create":
		return p.classed(first, "post"), has
	case "mail":
		return p.send(name, first, a, a.pos[min(1, len(a.pos)):]...), true
	case "posix_kill":
		if s, ok := first.known(); ok && s == "-1" {
			p.emit(Call{Kind: KillAll, Name: name}, a.from, a.to)
		}
	case "mysqli_query", "pg_query", "mysql_query", "sqlite_exec":
		if hasSecond {
			p.emit(Call{Kind: Query, Name: name}, a.from, a.to, second)
		}
	case "stream_get_contents", "fread", "fgets", "fgetc":
		if first.kind == vFile {
			return p.fileContent(val{kind: vText, alts: first.alts}, name+"()"), true
		}
		return unknownOf(name+"()", name, first.origin()), true
	default:
		return val{}, false
	}
	return nothing, has
}

// phpIndirect calls a function whose name is a text for each element of a list.
func (p *parser) phpIndirect(name string, a *arguments) (val, bool) {
	if len(a.pos) < 2 {
		return val{}, false
	}
	fn, list := a.pos[0], a.pos[1]
	if name == "array_filter" || name == "array_walk" || name == "usort" {
		fn, list = list, fn
	}
	s, ok := fn.known()
	if !ok {
		if name == "array_filter" {
			return list, true
		}
		return val{}, false
	}
	b := arguments{from: a.from, to: a.to}
	switch {
	case name == "call_user_func":
		b.pos = a.pos[1:]
	case name == "call_user_func_array" && list.kind == vList:
		b.pos = list.items
	case list.kind == vList:
		for _, x := range list.items {
			b.pos = []val{x}
			p.phpCall(s, &b)
		}
		return unknownOf("...", "", 0), true
	default:
		b.pos = []val{p.element(list)}
	}
	return p.phpCall(s, &b)
}
