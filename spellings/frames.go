package spellings

import (
	"iter"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// frame is shell text around a command. @ stands for the command between blanks and with an end,
// " rm -rf x; ", as lists in braces and branches take it, and % for the command as it is, put into
// braces when it is more than one.
type frame struct {
	text string
	// status says that the frame exits as the command does, and input that the command gets the
	// frame's standard input: what a command in the middle of others needs.
	status, input bool
	// list says that the frame is more than one command, so that it goes around a whole text only.
	list bool
}

// frames writes the text around the whole source, and then around each call of a program in it.
func frames(list ...frame) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			if s.enclosable() {
				for i := range list {
					if !yield(list[i].around(s.enclosed())) {
						return
					}
				}
			}
			if s.single() && !s.File.Stmts[0].Negated {
				return
			}
			places := s.places()
			for i := range list {
				for _, p := range places {
					f := &list[i]
					if f.list || p.status && !f.status || p.input && !f.input || !p.movable() {
						continue
					}
					command := s.Text[p.start():p.end()]
					if strings.Contains(command, "\n") {
						continue
					}
					if !yield(s.patched(patch{p.start(), p.end(), f.around(" "+command+"; ", command)})) {
						return
					}
				}
			}
		}
	})
}

func (f *frame) around(enclosed, bare string) string {
	i := strings.IndexAny(f.text, "@%")
	command := enclosed
	if f.text[i] == '%' {
		command = bare
	}
	return f.text[:i] + command + f.text[i+1:]
}

// enclosable says that the text may stand inside another command. Bash reads a whole command before it
// runs it, so that an alias or an option made in it would come too late.
func (s *Source) enclosable() bool {
	for _, c := range s.calls {
		if c.Name == "alias" || c.Name == "shopt" {
			return false
		}
	}
	return len(s.File.Stmts) > 0 && !strings.HasSuffix(s.Text, `\`)
}

// enclosed is the whole text as frames take it: between blanks or line ends, and bare.
func (s *Source) enclosed() (enclosed, bare string) {
	stmts := s.File.Stmts
	last := stmts[len(stmts)-1]
	if strings.Contains(s.Text, "\n") || len(s.File.Last) > 0 || hasComments(s.File) || last.Semicolon.IsValid() {
		enclosed = "\n" + s.Text + "\n"
		return enclosed, "{" + enclosed + "}"
	}
	enclosed = " " + s.Text + "; "
	if len(stmts) > 1 || last.Background || last.Negated {
		return enclosed, "{" + enclosed + "}"
	}
	switch cmd := last.Cmd.(type) {
	case *syntax.BinaryCmd, *syntax.CoprocClause, *syntax.TimeClause, *syntax.FuncDecl:
		return enclosed, "{" + enclosed + "}"
	case *syntax.CallExpr:
		if len(cmd.Args) == 0 {
			return enclosed, "{" + enclosed + "}"
		}
	}
	return enclosed, s.Text
}

func hasComments(file *syntax.File) bool {
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.Comment); ok {
			found = true
		}
		return !found
	})
	return found
}

// inFront puts texts in front of programs' calls, before their assignments and redirects.
func inFront(list ...string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			places := s.places()
			for _, text := range list {
				for _, p := range places {
					if !p.coproc && !yield(s.patched(patch{p.start(), p.start(), text + " "})) {
						return
					}
				}
			}
		}
	})
}

// afterName puts texts after the names of programs.
func afterName(list ...string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			places := s.places()
			for _, text := range list {
				for _, p := range places {
					at := p.Node.Args[0].End().Offset()
					if !p.coproc && !yield(s.patched(patch{at, at, " " + text})) {
						return
					}
				}
			}
		}
	})
}

// withFunction gives the words of a program's call to a function that calls it.
func withFunction(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, p := range s.places() {
				if !s.contiguous(p.Call) || len(p.Node.Assigns) > 0 || !s.enclosable() || s.exportsFunctions() {
					continue
				}
				name := p.Node.Args[0]
				from, to := name.Pos().Offset(), name.End().Offset()
				for _, text := range []string{
					"zwa() { " + s.Slice(name) + ` "$@"; }; ` + s.patched(patch{from, to, "zwa"}),
					`function zwa { local zwn=$1; shift; "$zwn" "$@"; }; ` + s.patched(patch{from, from, "zwa "}),
				} {
					if !yield(text) {
						return
					}
				}
			}
		}
	})(s)
}

// withAlias makes an alias of the whole text, or of the name of its only call. Bash knows an alias from
// the next line on.
func withAlias(s *Source) iter.Seq[string] {
	if !s.enclosable() || strings.ContainsAny(s.Text, "\n#") || strings.Contains(s.Text, "<<") {
		return none
	}
	return func(yield func(string) bool) {
		const on = "shopt -s expand_aliases\n"
		if !yield(on+"alias zwl="+Quote(s.Text)+"\nzwl") || !yield(on+"alias zwm='zwl' zwl="+Quote(s.Text)+"\nzwm") || !s.single() {
			return
		}
		places := s.places()
		if len(places) == 0 {
			return
		}
		if name := places[0].Node.Args[0]; places[0].start() == name.Pos().Offset() {
			yield(on + "alias zwl=" + Quote(s.Slice(name)) + "\n" + s.patched(patch{name.Pos().Offset(), name.End().Offset(), "zwl"}))
		}
	}
}

// quotedFrames is frames for a word that is written in single quotes and expanded later: @ in the
// text is that word, around which word stands.
func quotedFrames(before, after string, list ...string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		if !s.enclosable() {
			return none
		}
		enclosed, _ := s.enclosed()
		word := Quote(before + enclosed + after)
		return func(yield func(string) bool) {
			for _, text := range list {
				if !yield(strings.Replace(text, "@", word, 1)) {
					return
				}
			}
		}
	})
}

// withoutHeredocs holds back texts with a here-document: inside another one, or where bash writes a
// text anew before it runs it, as in a process substitution, the body gets lost.
func withoutHeredocs(rewrite func(s *Source) iter.Seq[string]) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		if strings.Contains(s.Text, "<<") {
			return none
		}
		return rewrite(s)
	}
}
