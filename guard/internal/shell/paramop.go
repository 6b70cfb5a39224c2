package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// sideEffects runs f for the leaves in it only.
func (r *reader) sideEffects(f func()) {
	r.st.enter()
	defer r.st.leave()
	mark := r.st.mark()
	f()
	r.st.rollback(mark)
}

func notEmpty(w value.Word) value.Word {
	out := value.Word{Pos: w.Pos, End: w.End}
	if w.Pieces == nil {
		return w
	}
	for _, p := range w.Pieces {
		if p.Kind == value.Unknown {
			p.NonEmpty = true
		}
		out.Append(p)
	}
	return out
}

// atOperator is ${x@P} and its kin.
func (r *reader) atOperator(w *value.Word, op, name string) value.Word {
	switch op {
	case "P": // expanded as a prompt: it runs what it holds (SHELL H17)
		return r.document(w)
	case "E":
		if s, ok := w.Known(); ok {
			return value.Lit(ansiC(s))
		}
	case "U", "u", "L":
		sop := map[string]syntax.ParExpOperator{"U": syntax.UpperAll, "u": syntax.UpperFirst, "L": syntax.LowerAll}[op]
		return changeCase(w, sop)
	case "Q":
		if s, ok := w.Known(); ok {
			return value.Lit("'" + strings.ReplaceAll(s, "'", `'\''`) + "'")
		}
	case "A", "K", "k", "a":
	}
	return unknown(w.Origin(), name, "${"+name+"@"+op+"}")
}

func changeCase(w *value.Word, op syntax.ParExpOperator) value.Word {
	s, ok := w.Known()
	if !ok {
		return *w
	}
	switch op {
	case syntax.UpperAll:
		return value.Lit(strings.ToUpper(s))
	case syntax.LowerAll:
		return value.Lit(strings.ToLower(s))
	}
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return *w
	}
	if op == syntax.UpperFirst {
		first = unicode.ToUpper(first)
	} else {
		first = unicode.ToLower(first)
	}
	return value.Lit(string(first) + s[n:])
}

// slice is ${x:offset:length}. A known prefix can be sliced although the rest is unknown.
func (r *reader) slice(p *syntax.ParamExp, w *value.Word) value.Word {
	from, okF := r.arithmetic(p.Slice.Offset)
	length, okL := int64(-1), true
	if p.Slice.Length != nil {
		length, okL = r.arithmetic(p.Slice.Length)
	}
	if !okF || !okL {
		return unknown(w.Origin(), "", "${...:...}")
	}
	text, all := w.Prefix()
	runes := []rune(text)
	n := int64(len(runes))
	if from < 0 {
		if !all {
			return unknown(w.Origin(), "", "${...:...}")
		}
		from += n
		if from < 0 {
			return value.Word{}
		}
	}
	end := from + length
	if p.Slice.Length == nil {
		end = n
		if !all {
			if from > n {
				return unknown(w.Origin(), "", "${...:...}")
			}
			out := value.Lit(string(runes[from:]))
			for i := 1; i < len(w.Pieces); i++ {
				out.Append(w.Pieces[i])
			}
			return out
		}
	} else if length < 0 {
		if !all {
			return unknown(w.Origin(), "", "${...:...}")
		}
		end = n + length
	}
	if end > n {
		if !all {
			return unknown(w.Origin(), "", "${...:...}")
		}
		end = n
	}
	if from >= end {
		return value.Word{}
	}
	return value.Lit(string(runes[from:end]))
}

// mapParam applies an operator to each word of a list.
func (r *reader) mapParam(p *syntax.ParamExp, words []value.Word, quoted bool) []value.Word {
	switch {
	case p.Slice != nil:
		from, ok := r.arithmetic(p.Slice.Offset)
		n := int64(len(words))
		if p.Index == nil && ok { // positional parameters count from one, zero is before them
			if from <= 0 {
				zero, _ := r.positionalAt("0")
				words, n = append([]value.Word{zero}, words...), n+1
			} else {
				from--
			}
		}
		length := n
		if p.Slice.Length != nil {
			var okL bool
			length, okL = r.arithmetic(p.Slice.Length)
			ok = ok && okL
		}
		for i := range words {
			if words[i].Splits() {
				ok = false
			}
		}
		if !ok {
			return []value.Word{unknown(0, "", "${...[@]:...}")}
		}
		if from < 0 {
			if from += n; from < 0 {
				return nil
			}
		}
		from = min(from, n)
		return words[from:min(from+max(length, 0), n)]
	case p.Exp != nil && len(words) == 0:
		w := r.expansion(p, "@", value.Word{}, false, quoted)
		if w.IsEmpty() {
			return nil
		}
		return []value.Word{w}
	case p.Exp != nil || p.Repl != nil:
		out := make([]value.Word, len(words))
		for i := range words {
			out[i] = r.operate(p, "@", words[i], true, quoted)
		}
		return out
	}
	return words
}

// zshFlags runs what ${(e)x} runs: it expands the value again.
func (r *reader) zshFlags(p *syntax.ParamExp, w *value.Word) {
	if p.Flags != nil && strings.ContainsRune(p.Flags.Value, 'e') {
		r.document(w)
	}
}
