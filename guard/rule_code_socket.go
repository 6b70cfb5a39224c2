package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// sockets are what the leaves of a command open that leads to another machine.
type sockets struct {
	fds   [4]string // descriptors opened on /dev/tcp, by exec or otherwise
	nfds  int
	fifos [4]string // named pipes that are made
	nf    int
	fed   bool // a network program writes into one of them
	ztcp  bool
}

// matchReverseShell finds shells that are tied to a socket.
func matchReverseShell(c *Context) {
	var s sockets
	for _, l := range c.Command.leaves {
		s.note(l)
	}
	for i, l := range c.Command.leaves {
		c.leaf = i
		switch {
		case isShellName(l.Program) || isScript(l.Program) || l.Program == "":
			if c.tiedByRedirect(l, &s) {
				continue
			}
			c.socketCode(l)
		case isAwk(l.Program):
			c.socketCode(l)
		case l.Program == "nc", l.Program == "ncat", l.Program == "netcat", l.Program == "nc.traditional", l.Program == "nc.openbsd":
			c.netcatExec(l)
		case l.Program == "socat":
			c.socatExec(l)
		}
	}
	if s.nf > 0 && s.fed {
		c.fifoShell()
	}
}

// note records what a leaf opens.
func (s *sockets) note(l *shell.Leaf) {
	for i := range l.Redirects {
		d := &l.Redirects[i]
		if text, _ := d.Word.Prefix(); strings.HasPrefix(text, "/dev/tcp/") || strings.HasPrefix(text, "/dev/udp/") {
			if s.nfds < len(s.fds) && d.Fd > 2 {
				s.fds[s.nfds] = itoa(d.Fd)
				s.nfds++
			}
		}
	}
	switch l.Program {
	case "mkfifo", "mknod":
		for i := range l.Parsed.Operands {
			if s.nf < len(s.fifos) {
				s.fifos[s.nf] = l.Parsed.Operands[i].String()
				s.nf++
			}
		}
	case "nc", "ncat", "netcat", "telnet", "openssl", "socat", "curl", "nc.traditional", "nc.openbsd":
		for i := range l.Redirects {
			if d := &l.Redirects[i]; d.Op == ">" || d.Op == ">>" || d.Op == ">|" || d.Op == "&>" {
				s.fed = s.fed || s.isFifo(d.Word.String())
			}
		}
	case "tee":
		for i := range l.Parsed.Operands {
			s.fed = s.fed || s.isFifo(l.Parsed.Operands[i].String())
		}
	case "ztcp":
		s.ztcp = true
	}
}

func (s *sockets) isFifo(name string) bool {
	for _, f := range s.fifos[:s.nf] {
		if f == name && f != "" {
			return true
		}
	}
	return false
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// redirectsOf are the redirects of a leaf, or those of the wrapper that runs it: nohup bash -i >& socket.
func (c *Context) redirectsOf(l *shell.Leaf) []shell.Redirect {
	if len(l.Redirects) > 0 || len(l.Via) == 0 {
		return l.Redirects
	}
	for i := c.leaf - 1; i >= 0; i-- {
		outer := c.Command.leaves[i]
		if outer.Pos != l.Pos || outer.End != l.End || len(outer.Via) >= len(l.Via) {
			return nil
		}
		if len(outer.Redirects) > 0 {
			return outer.Redirects
		}
	}
	return nil
}

// tiedByRedirect finds a shell whose streams are a socket: bash -i >& /dev/tcp/..., bash <&5 >&5.
func (c *Context) tiedByRedirect(l *shell.Leaf, s *sockets) bool {
	redirects := c.redirectsOf(l)
	if len(redirects) == 0 {
		return false
	}
	in, out := false, false
	for i := range redirects {
		d := &redirects[i]
		text, _ := d.Word.Prefix()
		socket := strings.HasPrefix(text, "/dev/tcp/") || strings.HasPrefix(text, "/dev/udp/")
		if !socket && (d.Op == "<&" || d.Op == ">&") {
			for _, fd := range s.fds[:s.nfds] {
				socket = socket || fd == text
			}
			socket = socket || s.ztcp && d.Word.HasUnknown()
		}
		if !socket {
			continue
		}
		switch {
		case d.Op == "<" || d.Op == "<&" || d.Fd == 0:
			in = true
		case d.Op == "<>":
			in, out = in || d.Fd <= 0, true
		default:
			out = true
		}
	}
	// A shell that only writes to the socket is no reverse shell unless its input follows: 0>&1, 0<&1,
	// or it is interactive.
	for i := range redirects {
		if d := &redirects[i]; d.Fd == 0 && (d.Op == ">&" || d.Op == "<&") {
			in = true
		}
	}
	interactive := l.Program != "" && l.Parsed.Has("i")
	silent := isScript(l.Program) && len(l.Parsed.Operands) == 0 && len(l.Code) == 0
	if in && (isShellName(l.Program) && bareShell(l) || silent) || out && interactive || l.Program == "" && l.Name.HasUnknown() && (in || out) {
		c.Report(l, "`"+or(l.Program, l.Name.String())+"` is tied to a socket by its redirects")
		return true
	}
	return false
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// isShellName tells whether a program is a shell.
func isShellName(name string) bool {
	switch name {
	case "bash", "sh", "zsh", "dash", "ksh", "ash", "fish", "csh", "tcsh", "mksh", "rbash", "pwsh", "powershell", "cmd":
		return true
	}
	return false
}

func isAwk(name string) bool {
	switch name {
	case "awk", "gawk", "mawk", "nawk", "original-awk":
		return true
	}
	return false
}

// netcatExec finds nc -e and its like.
func (c *Context) netcatExec(l *shell.Leaf) {
	p := l.Parsed
	for i := range l.Args {
		text, all := l.Args[i].Prefix()
		if !all || len(text) < 2 || text[0] != '-' {
			continue
		}
		name, attached, has := strings.Cut(text, "=")
		switch {
		case name == "--exec", name == "--sh-exec", name == "--lua-exec":
		case text[1] != '-' && (text[len(text)-1] == 'e' || text[len(text)-1] == 'c') && !p.Has("help"):
			// -e and -c, alone or at the end of a cluster (-lvpe is read so too); with -c the
			// argument tells, since it asks for TLS elsewhere.
		default:
			continue
		}
		if !has && i+1 < len(l.Args) {
			attached = l.Args[i+1].String()
			if l.Args[i+1].HasUnknown() && text[len(text)-1] == 'e' {
				c.ReportAsk(l, "`"+l.Program+"` runs "+attached+" for whoever is at the other end")
				return
			}
		}
		word, _, _ := strings.Cut(strings.TrimSpace(attached), " ")
		switch base := baseName(word); {
		case isShellName(base), isScript(base), base == "busybox", strings.EqualFold(base, "cmd.exe"), strings.EqualFold(base, "powershell.exe"):
			c.Report(l, "`"+l.Program+"` gives a shell to whoever is at the other end")
			return
		case (name == "--exec" || name == "--sh-exec" || text[len(text)-1] == 'e') && strings.Contains(word, "/"):
			c.ReportAsk(l, "`"+l.Program+"` runs "+word+" for whoever is at the other end")
			return
		}
	}
}

// socatExec finds socat with a program at one end.
func (c *Context) socatExec(l *shell.Leaf) {
	exec, net := "", false
	for i := range l.Parsed.Operands {
		text := l.Parsed.Operands[i].String()
		kind, rest, _ := strings.Cut(text, ":")
		kind, _, _ = strings.Cut(kind, ",")
		switch kind = strings.ToUpper(kind); {
		case kind == "EXEC", kind == "SYSTEM", kind == "SHELL":
			exec = strings.Trim(or(rest, "sh"), `"'`)
		case strings.HasPrefix(kind, "TCP"), strings.HasPrefix(kind, "UDP"), strings.HasPrefix(kind, "OPENSSL"), strings.HasPrefix(kind, "SSL"),
			strings.HasPrefix(kind, "SCTP"), strings.HasPrefix(kind, "SOCKS"), kind == "PROXY", strings.HasPrefix(kind, "WS"), strings.HasPrefix(kind, "VSOCK"), strings.HasPrefix(kind, "DTLS"):
			net = true
		}
	}
	if exec == "" || !net {
		return
	}
	word, _, _ := strings.Cut(exec, " ")
	word, _, _ = strings.Cut(word, ",")
	if base := baseName(word); isShellName(base) || isScript(base) || base == "login" || base == "su" {
		c.Report(l, "`socat` gives a shell to whoever is at the other end")
		return
	}
	c.ReportAsk(l, "`socat` runs "+word+" for whoever is at the other end")
}

// fifoShell finds the shell that reads from a named pipe into which a network program writes.
func (c *Context) fifoShell() {
	for i, l := range c.Command.leaves {
		if c.leaf = i; isShellName(l.Program) && bareShell(l) {
			c.Report(l, "`"+l.Program+"` reads what a network program writes into a named pipe")
			return
		}
	}
}

// socketCode finds code in another language that opens a socket and runs a shell on it.
func (c *Context) socketCode(l *shell.Leaf) {
	for i := range l.Code {
		text := l.Code[i].String()
		if !mentionsSocket(text) {
			continue
		}
		socket, run := opensSocket(text), false
		for j := range l.Calls {
			switch call := &l.Calls[j]; call.Kind {
			case "socket":
				socket = true
			case "exec", "shell":
				run = run || len(call.Args) == 0 || startsShell(&call.Args[0])
			}
		}
		if isAwk(l.Program) && strings.Contains(text, "/inet/") && strings.Contains(text, "getline") {
			socket, run = true, strings.Contains(text, "|&") && (strings.Count(text, "getline") > 1 || run || strings.Contains(text, "system("))
		}
		if socket && run {
			c.Report(l, "`"+l.Program+"` runs a shell on a socket")
			return
		}
	}
}

// mentionsSocket is a cheap look before the calls are.
func mentionsSocket(text string) bool {
	return strings.Contains(text, "ocket") || strings.Contains(text, "SOCK") || strings.Contains(text, "sockopen") || strings.Contains(text, "net") ||
		strings.Contains(text, "/inet/") || strings.Contains(text, "INET")
}

// opensSocket finds the usual words for opening a socket in any language.
func opensSocket(text string) bool {
	for _, word := range [...]string{
		"sockaddr_in", "fsockopen", "stream_socket_client", "TCPSocket", "socket.tcp", "socket.socket", "net.Socket", "net.connect",
		"createConnection", "/inet/tcp", "INET->new", "IO::Socket", "Deno.connect", "socket(",
	} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// startsShell tells whether a command begins with a shell, or cannot be known.
func startsShell(w *value.Word) bool {
	text, _ := w.Prefix()
	if text == "" {
		return w.HasUnknown()
	}
	text = strings.TrimLeft(text, " \t")
	if rest, ok := strings.CutPrefix(text, "exec "); ok {
		text = rest
	}
	word, _, _ := strings.Cut(text, " ")
	base := strings.ToLower(baseName(word))
	return isShellName(base) || base == "cmd.exe" || base == "powershell.exe"
}

// languageOf is the language that an interpreter reads, as package lang names it.
func languageOf(program string) string {
	switch name := strings.TrimRight(program, "0123456789.-"); name {
	case "python", "pypy", "ipython":
		return "python"
	case "node", "nodejs", "bun", "deno", "tsx", "ts-node":
		return "javascript"
	case "perl", "ruby", "php", "lua", "luajit":
		return strings.TrimSuffix(name, "jit")
	case "irb":
		return "ruby"
	case "osascript":
		return "applescript"
	default:
		if isAwk(name) {
			return "awk"
		}
	}
	return ""
}
