package lang

// interesting tells whether some word of the text can lead to a call that Scan knows. Most code is
// harmless and ends here, so it is one pass over the bytes without allocation.
func interesting(l language, s string) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c == ' ' || c == '\n' {
			i++
			continue
		}
		if !isWordStart(c) {
			switch {
			case c == '`' && l != python && l != lua && l != awk:
				// Shell text in perl, ruby and php, a template in javascript: only a tagged one runs.
				if l != javascript {
					return true
				}
			case c == '$' && l == javascript && i+1 < len(s) && s[i+1] == '`':
				return true
			case c == '%' && l == ruby && i+1 < len(s) && s[i+1] == 'x':
				return true
			case c == '|' && l == awk && i+1 < len(s) && s[i+1] != '|':
				// print | "cmd" and "cmd" | getline, not a ||.
				if i == 0 || s[i-1] != '|' {
					return true
				}
			case c == '>' && l == awk:
				return true
			case c == '<' && l == perl:
				return true
			}
			i++
			continue
		}
		start := i
		for i++; i < len(s) && isWordByte(s[i]); i++ {
		}
		if w := s[start:i]; len(w) >= 2 && len(w) <= 24 && (l != python || pythonLetter(c)) && trigger(l, w) {
			return true
		}
	}
	return false
}

func isWordStart(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

func isWordByte(c byte) bool { return isWordStart(c) || '0' <= c && c <= '9' || c >= 0x80 }

// pythonLetter tells whether a word of interest in python may begin with c, so that most words cost
// no comparison.
func pythonLetter(c byte) bool {
	const letters = 1<<('_'-'A') | 1<<('P'-'A') | 1<<('a'-'A') | 1<<('b'-'A') | 1<<('c'-'A') | 1<<('d'-'A') | 1<<('e'-'A') | 1<<('f'-'A') | 1<<('g'-'A') |
		1<<('h'-'A') | 1<<('i'-'A') | 1<<('l'-'A') | 1<<('m'-'A') | 1<<('n'-'A') | 1<<('o'-'A') | 1<<('p'-'A') | 1<<('r'-'A') | 1<<('s'-'A') | 1<<('t'-'A') | 1<<('u'-'A') |
		1<<('v'-'A') | 1<<('w'-'A') | 1<<('z'-'A')
	return c >= 'A' && letters>>(c-'A')&1 != 0
}

func trigger(l language, w string) bool {
	switch l {
	case python:
		switch w {
		case "os", "posix", "nt", "shutil", "subprocess", "pathlib", "Path", "PosixPath", "PurePath", "glob", "open", "eval", "exec", "execfile", "compile",
			"getattr", "__import__", "importlib", "globals", "locals", "vars", "builtins", "__builtins__", "runpy", "import_module",
			"requests", "httpx", "urllib", "urllib2", "urllib3", "urlopen", "urlretrieve", "http", "ftplib", "smtplib", "aiohttp",
			"socket", "pty", "commands", "popen2", "ctypes", "pickle", "marshal", "sh", "plumbum", "fabric", "invoke",
			"rmtree", "unlink", "system", "popen", "execute", "executescript", "executemany", "asyncio", "tempfile", "io", "codecs",
			"write_text", "write_bytes", "read_text", "read_bytes", "create_subprocess_shell", "create_subprocess_exec", "distutils", "fileinput", "__subclasses__", "zipfile", "tarfile", "sqlite3", "environ", "code":
			return true
		}
	case javascript:
		switch w {
		case "require", "import", "fs", "fsp", "fse", "child_process", "eval", "Function", "constructor", "vm", "process", "fetch", "axios", "got",
			"XMLHttpRequest", "WebSocket", "net", "http", "https", "tls", "dgram", "Deno", "Bun", "rimraf", "del", "execSync", "exec", "spawn", "spawnSync",
			"execFile", "execFileSync", "globalThis", "global", "module", "unlinkSync", "rmSync", "$", "shell", "shelljs", "zx", "execa", "query", "createRequire", "os", "doShellScript":
			return true
		}
		return false
	case perl:
		switch w {
		case "system", "exec", "unlink", "rmdir", "rmtree", "remove_tree", "open", "sysopen", "qx", "eval", "rename", "move", "copy", "chmod", "chown",
			"truncate", "opendir", "kill", "socket", "Socket", "INET", "IPC", "LWP", "HTTP", "Tiny", "get", "getstore", "getprint", "do", "require", "slurp", "spew", "read_file", "write_file", "ENV",
			"Path", "path", "symlink", "link", "utime", "readpipe", "syscall", "fork", "capture", "run", "open2", "open3":
			return true
		}
	case ruby:
		switch w {
		case "system", "exec", "spawn", "popen", "popen2", "popen3", "capture2", "capture2e", "capture3", "Open3", "File", "FileUtils", "Dir", "IO", "Pathname", "Kernel",
			"eval", "instance_eval", "class_eval", "module_eval", "send", "__send__", "public_send", "method", "open", "URI", "Net", "HTTP", "TCPSocket", "UDPSocket", "Socket", "Process",
			"rm_rf", "rm_r", "rm", "ENV", "Tempfile", "load", "require", "HTTParty", "Faraday", "RestClient", "fork", "PTY", "write", "execute", "sh", "const_get":
			return true
		}
	case php:
		switch w {
		case "system", "exec", "passthru", "shell_exec", "popen", "proc_open", "pcntl_exec", "eval", "assert", "create_function", "unlink", "rmdir", "rename", "copy",
			"file_put_contents", "file_get_contents", "fopen", "file", "readfile", "chmod", "chown", "chgrp", "touch", "symlink", "link", "fsockopen", "pfsockopen", "stream_socket_client", "socket_connect",
			"curl_exec", "curl_init", "curl_setopt", "include", "include_once", "require", "require_once", "call_user_func", "call_user_func_array", "array_map", "array_walk", "getenv", "_ENV",
			"mail", "parse_ini_file", "show_source", "highlight_file", "posix_kill", "mysqli_query", "query", "base64_decode", "ftruncate", "move_uploaded_file", "preg_replace", "usort":
			return true
		}
	case awk:
		switch w {
		case "system", "getline", "inet", "printf", "close", "ENVIRON":
			return w == "system" || w == "getline" || w == "inet" || w == "ENVIRON"
		}
	case lua:
		switch w {
		case "os", "io", "load", "loadstring", "dofile", "loadfile", "require", "lfs", "_G", "_ENV", "vim", "posix":
			return true
		}
	case applescript:
		switch w {
		case "shell", "delete", "script", "doShellScript", "remove", "empty", "eval", "do":
			return w != "do"
		}
	}
	return false
}
