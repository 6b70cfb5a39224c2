package program

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// Effects returns what the program does to files and what it sends, from its grammar's roles or
// its row's own function. A program that is not in the table has none that are known.
func Effects(p *Parsed) []Effect {
	s := p.Spec
	if s == nil {
		return nil
	}
	if s.Effects != nil {
		return s.Effects(p)
	}
	if (s.Wrap == WrapShell || s.Wrap == WrapInterp) && strings.HasPrefix(s.Args, "x") {
		return interpEffects(p)
	}
	n := p.own()
	if n == 0 && len(p.Options) == 0 {
		return nil
	}
	return p.operandEffects(p.optionEffects(make([]Effect, 0, n+1)), s.Args, 0, n)
}

// own is the number of operands that are the program's own, not a wrapped command's.
func (p *Parsed) own() int {
	n := len(p.Operands)
	if p.Rest >= 0 {
		for n > 0 && p.OperandIndex[n-1] >= p.Rest {
			n--
		}
	}
	return n
}

// recursive tells whether an option was given that makes the program work on whole trees.
func (p *Parsed) recursive() bool {
	if p.Spec == nil || len(p.Options) == 0 {
		return false
	}
	for names := p.Spec.Recursive; names != ""; {
		var name string
		name, names, _ = strings.Cut(names, " ")
		if p.Has(name) {
			return true
		}
	}
	return false
}

// optionEffects adds the effects of the options' arguments by their roles.
func (p *Parsed) optionEffects(list []Effect) []Effect {
	for i := range p.Options {
		o := &p.Options[i]
		if o.Role == 0 || !o.HasValue || o.Negated {
			continue
		}
		if kind, recursive := roleKind(o.Role); kind != 0 {
			list = append(list, Effect{Kind: kind, Word: o.Value, Recursive: recursive, Text: o.Role == 'S', Via: o.Name})
		}
	}
	return list
}

// operandEffects adds the effects of operands from up to to, by their roles.
func (p *Parsed) operandEffects(list []Effect, args string, from, to int) []Effect {
	recursive := p.recursive()
	n := to - from
	for i := range n {
		role := operandRole(args, i, n)
		kind, all := roleKind(role)
		if kind == 0 {
			continue
		}
		w := &p.Operands[from+i]
		if isStdio(w) {
			continue
		}
		list = append(list, Effect{Kind: kind, Word: *w, Recursive: recursive || all, Text: role == 'S'})
	}
	return list
}

// isStdio tells whether an operand is "-", which stands for standard input or output.
func isStdio(w *value.Word) bool {
	text, known := w.Known()
	return known && text == "-"
}

// roleKind is the kind of effect of a role; recursive for roles that are about whole trees.
func roleKind(role byte) (kind Kind, recursive bool) {
	switch role {
	case 'r':
		return Read, false
	case 'w', 'W':
		return Write, false
	case 'a':
		return Append, false
	case 'd':
		return Delete, false
	case 'D':
		return Delete, true
	case 'm':
		return Attr, false
	case 'v':
		return Move, false
	case 's':
		return Send, false
	case 'S':
		return Send, false
	case 'x':
		return Run, false
	case 'k':
		return Edit, false
	case 'b':
		return Device, false
	case 'n':
		return Name, false
	}
	return 0, false
}

// noEffects is for programs whose operands are no files.
func noEffects(*Parsed) []Effect { return nil }

func (p *Parsed) each(kind Kind, from int, recursive bool, via string) []Effect {
	n := p.own()
	if n <= from {
		return nil
	}
	list := make([]Effect, 0, n-from)
	for i := from; i < n; i++ {
		if !isStdio(&p.Operands[i]) {
			list = append(list, Effect{Kind: kind, Word: p.Operands[i], Recursive: recursive, Via: via})
		}
	}
	return list
}
