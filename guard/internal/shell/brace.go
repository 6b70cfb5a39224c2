package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// hasBrace tells whether a word may hold a brace expansion.
func hasBrace(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.IndexByte(l.Value, '{') >= 0 {
			return true
		}
	}
	return false
}

// braceCount counts the words that a split word expands to, no further than limit+1.
func braceCount(w *syntax.Word, limit int) int {
	n := 1
	for _, part := range w.Parts {
		b, ok := part.(*syntax.BraceExp)
		if !ok {
			continue
		}
		sum := 0
		if b.Sequence {
			sum = len(sequence(b, limit))
		} else {
			for _, e := range b.Elems {
				sum += braceCount(e, limit)
				if sum > limit {
					return limit + 1
				}
			}
		}
		n *= max(sum, 1)
		if n > limit {
			return limit + 1
		}
	}
	return n
}

// braceWords expands the braces of a split word, in bash's order. braceCount has bounded it.
func braceWords(w *syntax.Word) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, part := range w.Parts {
		b, ok := part.(*syntax.BraceExp)
		if !ok {
			for i := range out {
				out[i] = append(out[i], part)
			}
			continue
		}
		var alts [][]syntax.WordPart
		if b.Sequence {
			for _, s := range sequence(b, 1<<20) {
				alts = append(alts, []syntax.WordPart{&syntax.Lit{ValuePos: b.Pos(), ValueEnd: b.End(), Value: s}})
			}
		} else {
			for _, e := range b.Elems {
				alts = append(alts, braceWords(e)...)
			}
		}
		next := make([][]syntax.WordPart, 0, len(out)*len(alts))
		for _, head := range out {
			for _, alt := range alts {
				next = append(next, append(append([]syntax.WordPart(nil), head...), alt...))
			}
		}
		out = next
	}
	for i := range out {
		out[i] = longerNames(out[i])
	}
	return out
}

// longerNames puts what braces made right after $x into its name: $x{a,b} is $xa $xb.
func longerNames(parts []syntax.WordPart) []syntax.WordPart {
	for i := 0; i+1 < len(parts); i++ {
		p, ok := parts[i].(*syntax.ParamExp)
		if !ok || !p.Short || p.Param == nil || !isName(p.Param.Value) {
			continue
		}
		lit, ok := parts[i+1].(*syntax.Lit)
		if !ok {
			continue
		}
		n := 0
		for n < len(lit.Value) && isName("_"+lit.Value[n:n+1]) {
			n++
		}
		if n == 0 {
			continue
		}
		long, name, rest := *p, *p.Param, *lit
		name.Value += lit.Value[:n]
		rest.Value = lit.Value[n:]
		long.Param = &name
		parts[i] = &long
		if rest.Value == "" {
			parts = append(parts[:i+1], parts[i+2:]...)
			i--
		} else {
			parts[i+1] = &rest
		}
	}
	return parts
}

// sequence is {1..5}, {a..e}, {01..10..2}; no more than limit+1 items.
func sequence(b *syntax.BraceExp, limit int) []string {
	if len(b.Elems) < 2 {
		return nil
	}
	from, to := b.Elems[0].Lit(), b.Elems[1].Lit()
	step := 1
	if len(b.Elems) > 2 {
		step, _ = strconv.Atoi(b.Elems[2].Lit())
		step = max(step, -step)
	}
	if step == 0 {
		step = 1
	}
	x, errX := strconv.Atoi(from)
	y, errY := strconv.Atoi(to)
	char := errX != nil || errY != nil
	if char {
		if len(from) != 1 || len(to) != 1 {
			return []string{"{" + from + ".." + to + "}"}
		}
		x, y = int(from[0]), int(to[0])
	}
	width := 0
	if !char && (padded(from) || padded(to)) {
		width = max(len(from), len(to))
	}
	if x > y {
		step = -step
	}
	var out []string
	for v := x; step > 0 && v <= y || step < 0 && v >= y; v += step {
		s := string(rune(v))
		if !char {
			s = strconv.Itoa(v)
			for len(s) < width {
				if s[0] == '-' {
					s = "-0" + s[1:]
				} else {
					s = "0" + s
				}
			}
		}
		if out = append(out, s); len(out) > limit {
			break
		}
	}
	return out
}

func padded(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return len(s) > 1 && s[0] == '0'
}
