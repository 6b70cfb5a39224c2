package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// percentFormat is "..." % x for %s and %d.
func (p *parser) percentFormat(f, x val) val {
	if len(f.alts) != 1 {
		return unknownOf("...", "", f.origin()|x.origin())
	}
	args := []val{x}
	if x.kind == vList {
		args = x.items
	}
	out := text("")
	pieces := f.alts[0].Pieces
	if pieces == nil {
		pieces = []value.Piece{{Text: f.alts[0].Lit}}
	}
	for _, piece := range pieces {
		if piece.Kind != value.Text {
			out = p.concat(out, pieceVal(piece))
			continue
		}
		s := piece.Text
		for s != "" {
			i := strings.IndexByte(s, '%')
			if i < 0 || i+1 >= len(s) {
				out = p.concat(out, text(s))
				break
			}
			out = p.concat(out, text(s[:i]))
			switch {
			case s[i+1] == '%':
				out = p.concat(out, text("%"))
				s = s[i+2:]
				continue
			case s[i+1] == '(' && x.kind == vDict:
				n := strings.IndexByte(s[i:], ')')
				if n < 0 || i+n+1 >= len(s) {
					return unknownOf("...", "", f.origin()|x.origin())
				}
				w := unknownOf(s[i:i+n+1], "", x.origin())
				if v := x.get(s[i+2 : i+n]); v != nil {
					w = *v
				}
				out = p.concat(out, w)
				s = s[i+n+2:]
				continue
			case strings.IndexByte("sdriu", s[i+1]) >= 0 && len(args) > 0:
				out = p.concat(out, args[0])
			case s[i+1] == 'c' && len(args) > 0:
				out = p.concat(out, p.chr(args[0]))
			default:
				return unknownOf("...", "", f.origin()|x.origin())
			}
			args = args[1:]
			s = s[i+2:]
		}
	}
	return out
}

// braceFormat is str.format.
func (p *parser) braceFormat(f val, a *arguments) val {
	s, ok := f.known()
	if !ok {
		return unknownOf("...", "", f.origin())
	}
	out := text("")
	next := 0
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			return p.concat(out, text(s))
		}
		out = p.concat(out, text(s[:i]))
		if i+1 < len(s) && s[i+1] == s[i] {
			out = p.concat(out, text(s[i:i+1]))
			s = s[i+2:]
			continue
		}
		n := strings.IndexByte(s[i:], '}')
		if n < 0 || s[i] == '}' {
			return p.concat(out, text(s[i:]))
		}
		field := s[i+1 : i+n]
		s = s[i+n+1:]
		if c := strings.IndexAny(field, ":!.["); c >= 0 {
			field = field[:c]
		}
		v, found := val{}, false
		switch {
		case field == "":
			v, found = a.arg(next)
			next++
		case '0' <= field[0] && field[0] <= '9':
			v, found = a.arg(int(field[0] - '0'))
		default:
			v, found = a.arg(-1, field)
		}
		if !found {
			v = unknownOf("{"+field+"}", field, 0)
		}
		out = p.concat(out, v)
	}
	return out
}

// chr is the character of a code.
func (p *parser) chr(v val) val {
	return p.mapText(v, func(s string) (string, bool) {
		n, ok := integer(s)
		if !ok || n < 0 || n > 0x10ffff {
			return "", false
		}
		return string(rune(n)), true
	}, false)
}

// integer reads a number literal.
func integer(s string) (int, bool) {
	base, digits := 10, s
	if len(s) > 2 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			base, digits = 16, s[2:]
		case 'o':
			base, digits = 8, s[2:]
		case 'b':
			base, digits = 2, s[2:]
		}
	}
	n := 0
	for _, c := range []byte(digits) {
		d := int(digitOf(c))
		if d >= base || n > 1<<40 {
			return 0, false
		}
		n = n*base + d
	}
	return n, digits != ""
}
