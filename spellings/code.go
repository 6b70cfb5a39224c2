package spellings

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// form is a way to run a command that is given as text to another program.
type form struct {
	// text is the command line, with @ for the text that is passed, quoted.
	text string
	// code is the text that is passed, in the other program's language, with @ for the command as a
	// literal of lit. Empty is the command itself, and lit quotes for nothing.
	code string
	lit  func(text string) string
	// status says that it exits as the command does, and input that the command gets its standard
	// input: what a command in the middle of others needs.
	status, input bool
	// line says that the command must be of one line, mute that what it prints goes to standard error.
	line, mute bool
}

// write is the form with a command, or "" when it cannot take it.
func (f *form) write(command string) string {
	if f.line && strings.Contains(command, "\n") || !utf8.ValidString(command) {
		return ""
	}
	text := command
	if f.code != "" {
		lit := command
		if f.lit != nil {
			lit = f.lit(command)
		}
		text = strings.Replace(f.code, "@", lit, 1)
	}
	return strings.Replace(f.text, "@", Quote(text), 1)
}

// codes gives the whole text, and then each call of a program in it, to other programs.
func codes(forms ...form) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			if command := s.command(); command != "" {
				for i := range forms {
					if text := forms[i].write(command); text != "" && !yield(text) {
						return
					}
				}
			}
			if s.single() || s.exportsFunctions() || s.opensFiles() {
				return // they would not be passed on
			}
			places := s.places()
			for i := range forms {
				f := &forms[i]
				for _, p := range places {
					words, ok := s.posixWords(p.Call)
					if !ok || p.status && !f.status || p.input && !f.input || p.output && f.mute || len(p.Node.Assigns) > 0 || p.coproc {
						continue
					}
					if text := f.write(words); text != "" && !yield(s.argv(p.Call, text)) {
						return
					}
				}
			}
		}
	})
}

// exportsFunctions says that a child shell may run functions of the text.
func (s *Source) exportsFunctions() bool {
	return strings.Contains(s.Text, "export -f") || strings.Contains(s.Text, " -fx ")
}

// opensFiles says that a call may read a descriptor that the text opened. Many programs pass on only
// the first three.
func (s *Source) opensFiles() bool {
	return strings.Contains(s.Text, "/dev/fd") || strings.Contains(s.Text, "<(") || strings.Contains(s.Text, ">(")
}

// single says that the source is one simple command.
func (s *Source) single() bool {
	if len(s.File.Stmts) != 1 || len(s.File.Last) > 0 {
		return false
	}
	_, ok := s.File.Stmts[0].Cmd.(*syntax.CallExpr)
	return ok
}

// command is the source as text that any POSIX shell runs: as it is, or given to bash.
func (s *Source) command() string {
	if len(s.File.Stmts) == 0 {
		return ""
	}
	if portable(s.File) {
		last := s.File.Stmts[len(s.File.Stmts)-1]
		end := last.End().Offset()
		if last.Semicolon.IsValid() {
			end = last.Semicolon.Offset()
		}
		return s.Text[s.File.Stmts[0].Pos().Offset():end]
	}
	return "bash -c " + Quote(s.Text)
}

// posixWords are the words of a program's call as text for any POSIX shell, when it can be told.
func (s *Source) posixWords(c Call) (string, bool) {
	if !s.contiguous(c) {
		return "", false
	}
	var words []string
	for _, w := range c.Node.Args {
		if _, ok := Plain(w); ok && !portableWord(w) {
			v, _ := Plain(w)
			words = append(words, Quote(v))
			continue
		}
		if !portableWord(w) || hasParams(w) {
			return "", false
		}
		words = append(words, s.Slice(w))
	}
	return strings.Join(words, " "), true
}

func hasParams(w *syntax.Word) bool {
	found := false
	syntax.Walk(w, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.ParamExp); ok {
			found = true
		}
		return !found
	})
	return found
}

// portable says that a text is the same to every POSIX shell. It errs on the side of no.
func portable(file *syntax.File) bool {
	ok := len(file.Last) == 0
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case nil:
		case *syntax.File, *syntax.BinaryCmd, *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause:
			if b, is := n.(*syntax.BinaryCmd); is && b.Op == syntax.PipeAll {
				ok = false
			}
		case *syntax.Stmt:
			ok = ok && len(n.Comments) == 0 && !n.Background && !n.Coprocess && !n.Disown
		case *syntax.CallExpr:
			ok = ok && portableCall(n)
		case *syntax.Assign:
			ok = ok && !n.Append && !n.Naked && n.Index == nil && n.Array == nil && n.Value != nil
		case *syntax.Redirect:
			ok = ok && portableRedirect(n)
		case *syntax.Word:
			ok = ok && portableWord(n)
			return false
		case *syntax.Lit:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

func portableCall(c *syntax.CallExpr) bool {
	if len(c.Args) == 0 {
		return len(c.Assigns) > 0
	}
	name, ok := Plain(c.Args[0])
	if !ok || name == "" || slices.Contains([]string{"time", "coproc", "function", "select", "[["}, name) {
		return false
	}
	return !slices.Contains(builtins, name) || slices.Contains([]string{"cd", "true", "false", ":", "exit"}, name)
}

func portableRedirect(r *syntax.Redirect) bool {
	if r.N != nil && (len(r.N.Value) != 1 || r.N.Value[0] < '0' || r.N.Value[0] > '9') {
		return false
	}
	switch r.Op {
	case syntax.RdrOut, syntax.AppOut, syntax.RdrIn, syntax.RdrClob:
		return true
	case syntax.DplOut, syntax.DplIn:
		v, ok := Plain(r.Word)
		return ok && len(v) == 1 && v[0] >= '0' && v[0] <= '9'
	}
	return false
}

// portableWord says that a word is the same to every POSIX shell: no brace or tilde of bash's own, no
// expansion but of a variable that every shell has.
func portableWord(w *syntax.Word) bool {
	ok := true
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n := n.(type) {
		case nil, *syntax.Word:
		case *syntax.Lit:
			ok = ok && !strings.ContainsAny(n.Value, "{}^\n\r") && !strings.Contains(n.Value, "~+") && !strings.Contains(n.Value, "~-")
		case *syntax.SglQuoted:
			ok = ok && !n.Dollar
			return false
		case *syntax.DblQuoted:
			ok = ok && !n.Dollar
			for _, part := range n.Parts {
				switch part := part.(type) {
				case *syntax.Lit:
				case *syntax.ParamExp:
					ok = ok && portableParam(part)
				default:
					ok = false
				}
			}
			return false
		case *syntax.ParamExp:
			ok = ok && portableParam(n)
			return false
		default:
			ok = false
		}
		return ok
	})
	return ok
}

func portableParam(p *syntax.ParamExp) bool {
	return p.Param != nil && slices.Contains([]string{"HOME", "PATH", "PWD", "USER"}, p.Param.Value) &&
		!p.Excl && !p.Length && !p.Width && p.Index == nil && p.Slice == nil && p.Repl == nil && p.Names == 0 && p.Exp == nil
}

// plainArgv are the values of a call whose words are all plain, for lists in other languages.
func plainArgv(s *Source, c Call) ([]string, bool) {
	values, ok := plainCall(s, c)
	for _, v := range values {
		ok = ok && utf8.ValidString(v)
	}
	return values, ok
}

// literal writes a text in double quotes, as python, perl, node, awk and others read it.
func literal(text, special string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\\' || c == '"' || strings.IndexByte(special, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func pythonText(text string) string { return literal(text, "") }
func perlText(text string) string   { return literal(shellText(text), "$@") }
func rubyText(text string) string   { return literal(shellText(text), "#") }

// perlWord is a word of a list, which perl gives to no shell.
func perlWord(text string) string { return literal(text, "$@") }

// shellText gives a command a sign by which perl and ruby see that it needs a shell. They run what
// has none themselves.
func shellText(text string) string {
	if strings.HasPrefix(text, "! ") {
		return "{ " + text + "; }"
	}
	return text
}

// nodeText has no octal escapes, which strict code forbids: control characters are moved out of the
// way and written in hex.
func nodeText(text string) string {
	lit := literal(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7f {
			return r + 0xe000
		}
		return r
	}, text), "")
	var b strings.Builder
	for _, r := range lit {
		if r >= 0xe000 && r <= 0xe07f {
			fmt.Fprintf(&b, `\x%02x`, r-0xe000)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// list writes texts as elements of a list.
func list(values []string, lit func(string) string) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = lit(v)
	}
	return strings.Join(parts, ",")
}
