package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// escapes reads the shell text that programs run which are no wrappers: what a debugger's shell or
// an editor's ! runs, what a variable or an option of ssh configures.
func (r *reader) escapes(inv *invocation, l *Leaf) {
	if len(l.Env) > 0 {
		r.commandVariables(inv, l)
	}
	switch l.Program {
	case "vim", "vi", "nvim", "ex", "view", "gvim", "vimdiff", "nvi", "elvis":
		r.eachCommand(inv, l, "+", []string{"-c", "--cmd"}, r.vimCommand)
	case "gdb", "lldb", "cgdb", "rust-gdb":
		r.eachCommand(inv, l, "", []string{"-ex", "--ex", "-eval-command", "--eval-command", "-iex", "--init-eval-command", "-o", "-O", "--one-line"}, r.debuggerCommand)
	case "sqlite3", "litecli", "duckdb":
		r.dotCommands(inv, l)
	case "ed", "red":
		r.stdinLines(func(line string) {
			if i := strings.IndexByte(line, '!'); i >= 0 && strings.Trim(line[:i], "0123456789,.$ rw") == "" {
				r.escaped(line[i+1:], "ed !", inv)
			}
		})
	case "man", "apropos", "perldoc", "info":
		r.environmentCommands(inv, l)
	case "m4", "gm4":
		if text, ok := r.stdinText(); ok {
			r.foreignCode(text, "m4", inv)
		}
	case "sed", "gsed":
		r.sedFlags(l, inv)
	case "adb", "gcloud", "multipass", "aws":
		r.elsewhere(inv, l)
	case "ssh", "scp", "sftp", "autossh":
		for i := range l.Parsed.Options {
			if o := &l.Parsed.Options[i]; o.Name == "o" && o.HasValue {
				r.sshOption(o.Value, inv)
			}
		}
	}
}

// escaped reads text that a program hands to a shell.
func (r *reader) escaped(text, by string, inv *invocation) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	r.escapedWord(value.Lit(text), by, inv)
}

func (r *reader) escapedWord(w value.Word, by string, inv *invocation) {
	saved := r.via
	r.via = append(r.via[:len(r.via):len(r.via)], by)
	r.childShell(w, by, "sh", nil, &invocation{args: inv.args, pos: inv.pos, end: inv.end})
	r.via = saved
}

func (r *reader) stdinText() (string, bool) {
	if r.stdin == nil {
		return "", false
	}
	return r.stdin.Known()
}

func (r *reader) stdinLines(f func(line string)) {
	text, ok := r.stdinText()
	if !ok {
		return
	}
	for n := 0; text != "" && n < maxIterations; n++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		f(strings.TrimSpace(line))
	}
}

// commandVariables reads variables whose value configures what a program runs.
func (r *reader) commandVariables(inv *invocation, l *Leaf) {
	next := &invocation{args: inv.args, pos: inv.pos, end: inv.end}
	for i := range l.Env {
		a := &l.Env[i]
		switch a.Name {
		case "PROMPT_COMMAND":
			if l.Program == "bash" {
				r.escapedWord(a.Value, a.Name, next)
			}
		case "ENV":
			if readable(l.Program) == "sh" {
				r.runPath(a.Value, "ENV", "sh", nil, next)
			}
		case "RSYNC_RSH":
			if l.Program == "rsync" {
				r.escapedWord(a.Value, a.Name, next)
			}
		case "GIT_CONFIG_COUNT":
			if l.Program == "git" {
				r.gitConfigVariables(inv, l)
			}
		}
	}
}

// gitConfigVariables reads configuration that git takes from GIT_CONFIG_KEY_0 and its like.
func (r *reader) gitConfigVariables(inv *invocation, l *Leaf) {
	for i := range l.Env {
		number, ok := strings.CutPrefix(l.Env[i].Name, "GIT_CONFIG_KEY_")
		key, known := l.Env[i].Value.Known()
		if !ok || !known {
			continue
		}
		for k := range l.Env {
			if l.Env[k].Name != "GIT_CONFIG_VALUE_"+number {
				continue
			}
			key = strings.ToLower(key)
			r.gitConfig(key, l.Env[k].Value, inv, l.Parsed)
			if name, ok := strings.CutPrefix(key, "alias."); ok && name == strings.ToLower(l.Parsed.Sub) {
				r.gitAlias(l.Env[k].Value, inv, l.Parsed)
			}
		}
	}
}

// eachCommand calls f with the arguments of options that hold commands of the program's own, and
// with words that begin with a mark.
func (r *reader) eachCommand(inv *invocation, l *Leaf, mark string, options []string, f func(text string, inv *invocation)) {
	for i := range l.Args {
		s, ok := l.Args[i].Known()
		if !ok {
			continue
		}
		if mark != "" && len(s) > len(mark) && strings.HasPrefix(s, mark) {
			f(s[len(mark):], inv)
			continue
		}
		for _, o := range options {
			if s == o && i+1 < len(l.Args) {
				if text, ok := l.Args[i+1].Known(); ok {
					f(text, inv)
				}
			} else if rest, ok := strings.CutPrefix(s, o); ok && rest != "" && (rest[0] == '=' || len(o) == 2 && mark != "") {
				f(strings.TrimPrefix(rest, "="), inv)
			}
		}
	}
}

// vimCommand reads a command of vi: :!cmd, :r !cmd, :w !cmd, :call system('cmd').
func (r *reader) vimCommand(text string, inv *invocation) {
	s := strings.TrimLeft(text, ": 0123456789,.$%'")
	for _, word := range [...]string{"silent! ", "silent ", "sil ", "exe ", "execute "} {
		s = strings.TrimLeft(strings.TrimPrefix(s, word), "\"' ")
	}
	for _, word := range [...]string{"r", "read", "w", "write"} {
		if rest, ok := strings.CutPrefix(s, word); ok && strings.HasPrefix(strings.TrimLeft(rest, " "), "!") && rest != "!" {
			s = strings.TrimLeft(rest, " ")
		}
	}
	switch {
	case strings.HasPrefix(s, "!"):
		r.escaped(s[1:], "vim !", inv)
	case strings.HasPrefix(s, "terminal "), strings.HasPrefix(s, "te "), strings.HasPrefix(s, "term "):
		r.escaped(s[strings.IndexByte(s, ' '):], "vim :terminal", inv)
	default:
		r.foreignCode(s, "vim", inv)
	}
}

// debuggerCommand reads a command of gdb or lldb.
func (r *reader) debuggerCommand(text string, inv *invocation) {
	s := strings.TrimSpace(text)
	for _, word := range [...]string{"!", "shell ", "platform shell ", "make ", "pipe "} {
		if rest, ok := strings.CutPrefix(s, word); ok {
			if i := strings.LastIndexByte(rest, '|'); word == "pipe " && i >= 0 {
				rest = rest[i+1:]
			}
			r.escaped(rest, "gdb shell", inv)
			return
		}
	}
	if strings.HasPrefix(s, "python") || strings.HasPrefix(s, "py ") || strings.HasPrefix(s, "script ") {
		r.foreignCode(s, "gdb", inv)
	}
}

// dotCommands reads .shell and .system of sqlite3.
func (r *reader) dotCommands(inv *invocation, l *Leaf) {
	read := func(s string) {
		for _, word := range [...]string{".shell ", ".system ", ".sh "} {
			if rest, ok := strings.CutPrefix(s, word); ok {
				r.escaped(rest, "sqlite3 .shell", inv)
			}
		}
	}
	for i := range l.Args {
		if s, ok := l.Args[i].Known(); ok && strings.HasPrefix(s, ".s") {
			read(s)
		}
	}
	r.stdinLines(read)
}

// sshOption reads the options of ssh that name a command which runs here: ProxyCommand and its like.
func (r *reader) sshOption(w value.Word, inv *invocation) {
	text, ok := w.Known()
	if !ok {
		return
	}
	i := strings.IndexAny(text, "= ")
	if i < 0 {
		return
	}
	switch strings.ToLower(text[:i]) {
	case "proxycommand", "localcommand", "knownhostscommand":
		r.escaped(strings.TrimLeft(text[i:], "= "), "ssh -o "+text[:i], inv)
	}
}

// sedFlags reads the e flag of GNU sed's command s, which runs what the replacement makes.
func (r *reader) sedFlags(l *Leaf, inv *invocation) {
	p := l.Parsed
	own := false
	for i := range p.Options {
		if o := &p.Options[i]; o.Role == 'e' && o.HasValue {
			own = true
			r.sedScript(&o.Value, inv)
		}
	}
	if !own && len(p.Operands) > 0 {
		r.sedScript(&p.Operands[0], inv)
	}
}

func (r *reader) sedScript(w *value.Word, inv *invocation) {
	script, ok := w.Known()
	if !ok || !strings.Contains(script, "e") {
		return
	}
	for n := 0; script != "" && n < maxIterations; n++ {
		var line string
		line, script, _ = strings.Cut(script, "\n")
		// s/x/y/e runs the line after the replacement: what the replacement begins with.
		for _, part := range strings.Split(line, ";") {
			part = strings.TrimLeft(part, " \t{0123456789,$!")
			if len(part) > 3 && part[0] == 's' && part[1] < 0x80 && !isNameByte(part[1]) {
				fields := strings.Split(part[2:], part[1:2])
				if len(fields) == 3 && strings.Contains(fields[2], "e") && strings.Trim(fields[2], "egpIiMm0123456789 }") == "" {
					r.escaped(fields[1], "sed s///e", inv)
				}
			}
		}
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// runners are functions by which languages that are not read here run shell text.
var runners = [...]string{
	"system", "systemlist", "system2", "exec", "spawn", "shell", "run", "popen", "syscmd", "esyscmd", "shell-command", "shell-command-to-string", "call-process", "os:cmd", "termopen", "jobstart", "execute", "sh", "Command", "startProcess", "callCommand", "readProcess",
}

// foreignCode looks for shell text in code of a language that is not read here: a literal behind
// the name of a function that runs programs.
func (r *reader) foreignCode(code, by string, inv *invocation) {
	for n, i := 0, 0; i < len(code) && n < maxIterations; {
		if !isNameByte(code[i]) || i > 0 && (isNameByte(code[i-1]) || code[i-1] == '-') {
			i++
			continue
		}
		name := ""
		for _, f := range runners {
			if len(f) > len(name) && strings.HasPrefix(code[i:], f) && (i+len(f) == len(code) || !isNameByte(code[i+len(f)]) && code[i+len(f)] != '-') {
				name = f
			}
		}
		if name == "" {
			i++
			continue
		}
		i += len(name)
		n++
		rest := strings.TrimLeft(code[i:], " \t([")
		if strings.HasPrefix(rest, "sh -c ") || strings.HasPrefix(rest, "bash -c ") || by == "tclsh" || by == "expect" {
			line, _, _ := strings.Cut(rest, "\n")
			line = strings.TrimRight(line, "] \t")
			if open := strings.IndexByte(line, '{'); open >= 0 && strings.HasSuffix(line, "}") { // Tcl's quotes
				line = line[:open] + quote(line[open+1:len(line)-1])
			}
			r.escaped(line, by+" "+name, inv)
			if end := strings.IndexByte(code[i:], '\n'); end >= 0 {
				i += end
				continue
			}
			return
		}
		if text, ok := literal(rest); ok {
			r.escaped(text, by+" "+name, inv)
			i += len(code[i:]) - len(rest) + len(text)
		}
	}
}

// literal reads the text literal that code begins with.
func literal(code string) (string, bool) {
	if code == "" {
		return "", false
	}
	end := code[0]
	switch end {
	case '"', '\'', '`':
	case '{':
		end = '}'
	default: // m4: no quotes at all
		if at := strings.IndexByte(code, ')'); at > 0 && strings.IndexByte(code[:at], ' ') > 0 && !strings.ContainsAny(code[:at], "\"'`") {
			return code[:at], true
		}
		return "", false
	}
	var b strings.Builder
	for i := 1; i < len(code); i++ {
		switch c := code[i]; {
		case c == end, end == '`' && c == '\'':
			return b.String(), true
		case c == '\\' && i+1 < len(code) && end == '"':
			i++
			b.WriteByte(code[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// elsewhere reads the text that adb shell, gcloud compute ssh, multipass exec and aws ssm run on
// another machine.
func (r *reader) elsewhere(inv *invocation, l *Leaf) {
	var text value.Word
	for i := range l.Args {
		s, _ := l.Args[i].Prefix()
		next := l.Args[min(i+1, len(l.Args)):]
		switch {
		case l.Program == "adb" && s == "shell" && len(next) > 0:
			for k := range next {
				if k > 0 {
					text.AppendText(" ")
				}
				text.AppendWord(next[k])
			}
		case l.Program == "gcloud" && s == "--command" && len(next) > 0:
			text = next[0]
		case l.Program == "gcloud" && strings.HasPrefix(s, "--command="), l.Program == "aws" && strings.HasPrefix(s, "commands="):
			_, text = cutWord(l.Args[i])
		case l.Program == "multipass" && s == "--" && len(next) > 0:
			text = r.argvText(next)
		}
		if !text.IsEmpty() {
			break
		}
	}
	if text.IsEmpty() {
		return
	}
	remote, cwd := r.remote, r.st.cwd
	r.goRemote(l.Parsed)
	r.escapedWord(text, l.Program, inv)
	r.remote = remote
	r.st.set(itemCwd, "", cwd)
}

// multiCall runs coreutils --coreutils-prog=NAME, one binary for many programs.
func (r *reader) multiCall(inv *invocation) bool {
	if len(inv.args) < 2 {
		return false
	}
	s, ok := inv.args[1].Known()
	if !ok {
		return false
	}
	for _, option := range [...]string{"--coreutils-prog=", "--coreutils-prog-shebang="} {
		if name, ok := strings.CutPrefix(s, option); ok && name != "" {
			next := *inv
			next.args = append([]value.Word{value.Lit(name)}, inv.args[2:]...)
			next.external = true
			r.run(&next)
			return true
		}
	}
	return false
}
