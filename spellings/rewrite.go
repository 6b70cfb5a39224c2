package spellings

import (
	"iter"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxVariants is how many variants one family makes of one source: a handful shows what it does.
const maxVariants = 8

// none is the yield of a family that has no way to write a source.
func none(func(string) bool) {}

// patch is a stretch of a text, given by offsets, and what is to stand in its place.
type patch struct {
	from, to uint
	text     string
}

// patched returns the text with stretches replaced. They must not overlap.
func (s *Source) patched(list ...patch) string {
	slices.SortStableFunc(list, func(a, b patch) int { return int(a.from) - int(b.from) })
	var b strings.Builder
	at := uint(0)
	for _, p := range list {
		b.WriteString(s.Text[at:p.from])
		b.WriteString(p.text)
		at = p.to
	}
	b.WriteString(s.Text[at:])
	return b.String()
}

// place is a program's call and what surrounds it.
type place struct {
	Call
	// input says that it may get something on its standard input: from a pipe, a redirect of its own
	// or of what it stands in, a function's caller.
	input bool
	// status says that something may look at its exit status.
	status bool
	// output says that what it prints is for something else: a pipe, a redirect, a word.
	output bool
	// coproc says that it is the simple command of a coproc, which takes no list.
	coproc bool
}

// places returns the calls of programs with what surrounds them.
func (s *Source) places() []place {
	var list []place
	errexit := false
	for _, c := range s.calls {
		errexit = errexit || c.Name == "set" || c.Name == "trap" || c.Name == "shopt"
	}
	var above []syntax.Node
	syntax.Walk(s.File, func(n syntax.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		if node, ok := n.(*syntax.CallExpr); ok {
			i := slices.IndexFunc(s.calls, func(c Call) bool { return c.Node == node })
			if i >= 0 && s.calls[i].Program {
				p := place{Call: s.calls[i], status: errexit}
				p.look(append(above, n))
				list = append(list, p)
			}
		}
		above = append(above, n)
		return true
	})
	return list
}

// look goes up from the call through all that it stands in.
func (p *place) look(path []syntax.Node) {
	for i := len(path) - 2; i >= 0; i-- {
		child := path[i+1]
		switch n := path[i].(type) {
		case *syntax.Stmt:
			for _, r := range n.Redirs {
				switch r.Op {
				case syntax.RdrIn, syntax.RdrInOut, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn:
					p.input = true
				default:
					p.output = true
				}
			}
		case *syntax.BinaryCmd:
			left := child == syntax.Node(n.X)
			switch n.Op {
			case syntax.AndStmt, syntax.OrStmt:
				p.status = p.status || left
			default:
				p.input, p.output = p.input || !left, p.output || left
			}
		case *syntax.IfClause:
			p.status = p.status || slices.ContainsFunc(n.Cond, func(s *syntax.Stmt) bool { return child == syntax.Node(s) })
		case *syntax.WhileClause:
			p.status = p.status || slices.ContainsFunc(n.Cond, func(s *syntax.Stmt) bool { return child == syntax.Node(s) })
		case *syntax.CmdSubst:
			p.status, p.output = true, true
		case *syntax.ProcSubst:
			p.input, p.output = true, true
		case *syntax.FuncDecl:
			p.status, p.input, p.output = true, true, true
		case *syntax.CoprocClause:
			p.input, p.output = true, true
			p.coproc = p.coproc || i+2 == len(path)-1
		}
	}
}

// start is where the command begins, after what negates it.
func (p *place) start() uint {
	at := p.Node.Pos().Offset()
	for _, r := range p.Stmt.Redirs {
		at = min(at, r.Pos().Offset())
	}
	return at
}

// end is where the command ends, its redirects included. It has none with a body elsewhere, see whole.
func (p *place) end() uint {
	at := p.Node.End().Offset()
	for _, r := range p.Stmt.Redirs {
		at = max(at, r.End().Offset())
	}
	return at
}

// movable says that the command, with its assignments and redirects, may stand inside another one:
// it has no here-document, whose body lies elsewhere, and sets nothing in the shell that runs it.
func (p *place) movable() bool {
	if p.coproc {
		return false
	}
	for _, r := range p.Stmt.Redirs {
		if r.Hdoc != nil || r.N != nil && strings.HasPrefix(r.N.Value, "{") {
			return false
		}
	}
	pure := true
	syntax.Walk(p.Node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false // their own shells
		case *syntax.ArithmExp:
			pure = false
		case *syntax.ParamExp:
			pure = pure && (n.Exp == nil || n.Exp.Op != syntax.AssignUnset && n.Exp.Op != syntax.AssignUnsetOrNull) && n.Index == nil
		}
		return pure
	})
	return pure
}

// upTo passes on no more than most texts.
func upTo(most int, rewrite func(s *Source) iter.Seq[string]) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			n := 0
			for text := range rewrite(s) {
				if n++; n > most || !yield(text) {
					return
				}
			}
		}
	}
}

// real says that a program is the host's own for this seed: neither a stub of its world nor one of the
// programs that are recorded. Without a world the programs of the seed's text are.
func (s *Source) real(program string) bool {
	if w := s.Seed.World; w != nil {
		for i := range w.Stubs {
			if base(w.Stubs[i].Name) == program {
				return false
			}
		}
		return true
	}
	return !slices.Contains(recorded(s.Seed.Text), program)
}
