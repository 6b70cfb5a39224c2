package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// embedded reads the shell text that stands in a program's own language or in its environment and
// is a command line of its own: sed's e, vim's !, make's recipes, GIT_PAGER. See escapes for the rest.
func (r *reader) embedded(inv *invocation, l *Leaf) {
	switch l.Parsed.Canonical() {
	case "sed":
		for i := range l.Code {
			r.sedCommands(&l.Code[i], inv)
		}
	case "vim":
		for i := range l.Code {
			r.vimShell(&l.Code[i], inv)
		}
	case "make":
		r.recipes(inv, l)
	case "git", "man", "less", "psql", "systemctl", "journalctl", "gh", "aws", "bat", "crontab", "visudo", "sudoedit", "kubectl":
		r.environmentCommands(inv, l)
	}
}

// environmentCommands reads the variables of a leaf's environment whose values are commands. A
// lone word is a program without arguments and does nothing that its name does not say.
func (r *reader) environmentCommands(inv *invocation, l *Leaf) {
	for i := range l.Env {
		a := &l.Env[i]
		switch a.Name {
		case "GIT_SSH_COMMAND", "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_PROXY_COMMAND", "PAGER", "EDITOR", "VISUAL",
			"MANPAGER", "LESSOPEN", "LESSCLOSE", "GH_PAGER", "AWS_PAGER", "SYSTEMD_PAGER", "BAT_PAGER", "KUBE_EDITOR", "SUDO_EDITOR", "PSQL_EDITOR", "PSQL_PAGER":
		default:
			continue
		}
		if s, ok := a.Value.Known(); ok && !strings.ContainsAny(s, " ;|&$`") {
			continue
		}
		w := a.Value
		if s, ok := w.Known(); ok {
			w = value.Lit(strings.TrimPrefix(s, "|")) // LESSOPEN
		}
		r.escapedWord(w, a.Name, inv)
	}
}

// sedCommands reads GNU sed's command e, which runs the rest of its line.
func (r *reader) sedCommands(code *value.Word, inv *invocation) {
	text, ok := code.Known()
	if !ok || strings.IndexByte(text, 'e') < 0 {
		return
	}
	for line := range strings.Lines(text) {
		rest := afterAddress(strings.TrimRight(line, "\n"))
		if cmd, ok := strings.CutPrefix(rest, "e "); ok {
			r.escaped(cmd, "sed e", inv)
		}
	}
}

// afterAddress is a line of sed behind its address.
func afterAddress(s string) string {
	for s != "" {
		switch c := s[0]; {
		case strings.IndexByte("0123456789$,!~+{; \t", c) >= 0:
			s = s[1:]
		case c == '/':
			i := 1
			for i < len(s) && s[i] != '/' {
				if s[i] == '\\' {
					i++
				}
				i++
			}
			s = s[min(i+1, len(s)):]
		default:
			return s
		}
	}
	return s
}

// vimShell reads a command line of vim that runs a shell command: :!cmd, :silent !cmd.
func (r *reader) vimShell(code *value.Word, inv *invocation) {
	text, ok := code.Known()
	if !ok {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(line, ": \t")
		for _, word := range [...]string{"silent!", "silent", "sil!", "sil"} {
			if rest, ok := strings.CutPrefix(line, word); ok && strings.HasPrefix(strings.TrimLeft(rest, " "), "!") {
				line = strings.TrimLeft(rest, " ")
				break
			}
		}
		if cmd, ok := strings.CutPrefix(line, "!"); ok {
			r.escaped(cmd, "vim !", inv)
		}
	}
}
