package spellings

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Source is a command to write differently, with its syntax tree.
type Source struct {
	Text string
	File *syntax.File
	// Seed is where the text comes from. It is never nil; a text without a seed has one of its own.
	Seed  *Seed
	calls []Call
}

// Call is one simple command of a source that has a name.
type Call struct {
	Stmt *syntax.Stmt
	Node *syntax.CallExpr
	// Name is the command word's value when it is plain text, else empty.
	Name string
	// Program says that Name is a program on the search path or a path: neither a builtin, a
	// keyword's look-alike, an alias nor a function of the text.
	Program bool
	// Params says that there may be positional parameters here: it is the body of a function, or the
	// text sets some.
	Params bool
	// Piped says that its standard input is a pipe from the command before.
	Piped bool
}

// Parse reads a text as bash does.
func Parse(text string) (*Source, error) {
	return parseSeed(text, &Seed{Text: text})
}

func parseSeed(text string, seed *Seed) (*Source, error) {
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true))
	file, err := parser.Parse(strings.NewReader(text), "")
	if err != nil {
		return nil, fmt.Errorf("bash cannot read it: %w", err)
	}
	s := &Source{Text: text, File: file, Seed: seed}
	s.collect()
	return s, nil
}

// collect finds the calls in the order of the text, and the functions that the text defines.
func (s *Source) collect() {
	functions := map[string]bool{}
	var bodies []*syntax.FuncDecl
	syntax.Walk(s.File, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.FuncDecl); ok {
			functions[f.Name.Value] = true
			bodies = append(bodies, f)
		}
		return true
	})
	sets := false
	var readers []*syntax.Stmt
	syntax.Walk(s.File, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
			readers = append(readers, b.Y)
		}
		return true
	})
	syntax.Walk(s.File, func(n syntax.Node) bool {
		stmt, ok := n.(*syntax.Stmt)
		if !ok {
			return true
		}
		node, ok := stmt.Cmd.(*syntax.CallExpr)
		if !ok || len(node.Args) == 0 {
			return true
		}
		call := Call{Stmt: stmt, Node: node}
		call.Piped = slices.ContainsFunc(readers, func(r *syntax.Stmt) bool {
			return r.Pos().Offset() <= stmt.Pos().Offset() && stmt.End().Offset() <= r.End().Offset()
		})
		call.Params = slices.ContainsFunc(bodies, func(f *syntax.FuncDecl) bool {
			return f.Pos().Offset() <= stmt.Pos().Offset() && stmt.End().Offset() <= f.End().Offset()
		})
		if name, ok := Plain(node.Args[0]); ok {
			if strings.HasPrefix(name, "-") {
				return true // `time -- a`: an option of the keyword, which the parser takes for a command
			}
			call.Name = name
			call.Program = name != "" && name[0] != '-' && !functions[name] && !slices.Contains(builtins, name) && !strings.HasPrefix(name, madeName)
			sets = sets || name == "set" || name == "shift"
		}
		s.calls = append(s.calls, call)
		return true
	})
	made := s.madeNames()
	for i := range s.calls {
		s.calls[i].Params = s.calls[i].Params || sets
		s.calls[i].Program = s.calls[i].Program && !made[s.calls[i].Name]
	}
}

// madeName begins the names of functions, aliases and variables that families make: such a name may be
// defined where no syntax tree shows it, in a file or a string.
const madeName = "zw"

// madeNames are the names that the text itself makes, as aliases or in the table of hashed paths: no
// other program can run them.
func (s *Source) madeNames() map[string]bool {
	made := map[string]bool{}
	for _, c := range s.calls {
		if c.Name != "alias" && (c.Name != "hash" || len(c.Node.Args) < 4) { // hash -p PATH NAME
			continue
		}
		for _, w := range c.Node.Args[1:] {
			name, _, _ := strings.Cut(s.Slice(w), "=")
			made[name] = true
		}
	}
	return made
}

// Calls returns the simple commands, in the order of the text, those inside groups, substitutions
// and functions included.
func (s *Source) Calls() []Call { return s.calls }

// Programs returns the calls of programs by a plain name.
func (s *Source) Programs() []Call {
	var list []Call
	for _, c := range s.calls {
		if c.Program {
			list = append(list, c)
		}
	}
	return list
}

// Slice is the text of a node, as it stands in the source.
func (s *Source) Slice(n syntax.Node) string {
	return s.Text[n.Pos().Offset():n.End().Offset()]
}

// Between is the text from the start of one node to the end of another.
func (s *Source) Between(from, to syntax.Node) string {
	return s.Text[from.Pos().Offset():to.End().Offset()]
}

// Edit is a node and what is to stand in its place.
type Edit struct {
	Node syntax.Node
	Text string
	// To makes the edit reach from the start of Node to the end of To; nil is Node alone.
	To syntax.Node
}

// Edit returns the text with nodes replaced. All else, heredocs and comments too, stays as it was.
// Edits must not overlap.
func (s *Source) Edit(edits ...Edit) string {
	sorted := slices.SortedFunc(slices.Values(edits), func(a, b Edit) int {
		return int(a.Node.Pos().Offset()) - int(b.Node.Pos().Offset())
	})
	var b strings.Builder
	at := uint(0)
	for _, e := range sorted {
		to := e.To
		if to == nil {
			to = e.Node
		}
		b.WriteString(s.Text[at:e.Node.Pos().Offset()])
		b.WriteString(e.Text)
		at = to.End().Offset()
	}
	b.WriteString(s.Text[at:])
	return b.String()
}

// Plain returns the value of a word that has no expansion of any kind, so that it may be quoted
// at will: literal text and quoted text, no tilde, glob, brace or variable.
func Plain(w *syntax.Word) (string, bool) {
	var b strings.Builder
	for i, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(part.Value, "*?[{") || i == 0 && strings.HasPrefix(part.Value, "~") {
				return "", false
			}
			unescape(&b, part.Value, "")
		case *syntax.SglQuoted:
			if part.Dollar {
				return "", false
			}
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok {
					return "", false
				}
				unescape(&b, lit.Value, "$`\"\\\n")
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// unescape takes away the backslashes that bash takes away: before any character outside quotes,
// before one of special inside double quotes.
func unescape(b *strings.Builder, text, special string) {
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (special == "" || strings.IndexByte(special, text[i+1]) >= 0) {
			i++
			if text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
}

// Quote writes a text in single quotes.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// builtins are the commands that bash runs itself, so that a wrapper program cannot run them.
// [bash 5.2: compgen -b]
var builtins = []string{
	".", ":", "[", "alias", "bg", "bind", "break", "builtin", "caller", "cd", "command", "compgen", "complete",
	"compopt", "continue", "declare", "dirs", "disown", "echo", "enable", "eval", "exec", "exit", "export", "false",
	"fc", "fg", "getopts", "hash", "help", "history", "jobs", "kill", "let", "local", "logout", "mapfile", "popd",
	"printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "set", "shift", "shopt", "source",
	"suspend", "test", "times", "trap", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "wait",
}
