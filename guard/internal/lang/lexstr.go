package lang

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// style says what a string literal's text means.
type style uint8

const (
	sRaw      style = iota // as it stands
	sSingle                // \\ and the escaped quote only
	sEscape                // C escapes
	sFormat                // python's f"": escapes and {x}
	sRawF                  // python's rf""
	sTemplate              // javascript's `${x}`
	sRuby                  // "#{x}"
	sPerl                  // "$x @x @{[ x ]}"
	sPHP                   // "$x {$x}"
)

// interpolated is the style of a language's double-quoted strings.
func (p *parser) interpolated() style {
	switch p.lang {
	case ruby:
		return sRuby
	case perl:
		return sPerl
	case php:
		return sPHP
	}
	return sEscape
}

// plain is the style of a language's single-quoted strings.
func (p *parser) plain() style {
	switch p.lang {
	case ruby, perl, php:
		return sSingle
	}
	return sEscape
}

// quoted reads a string whose quote stands at i and returns its end.
func (p *parser) quoted(t *tok, i int, quote byte) int {
	st := p.plain()
	kind := tStr
	switch {
	case quote == '"':
		st = p.interpolated()
	case quote == '`' && p.lang == javascript:
		st = sTemplate
	case quote == '`':
		st, kind = p.interpolated(), tCmd
	}
	end := p.close(i+1, quote, st)
	p.string(t, p.parts(i+1, end, st, quote))
	t.kind = kind
	return min(end+1, len(p.text))
}

// close returns the offset of the closing quote of a string whose text begins at i.
func (p *parser) close(i int, quote byte, st style) int {
	s := p.text
	for i < len(s) {
		switch c := s[i]; {
		case c == hole:
			i += holeSize
			continue
		case c == '\\' && st != sRaw:
			i++
		case c == quote:
			return i
		case c == '\n' && quote != '`' && (p.lang == python || p.lang == javascript || p.lang == awk || p.lang == lua):
			return i
		case c == '$' && st == sTemplate && i+1 < len(s) && s[i+1] == '{', c == '#' && st == sRuby && i+1 < len(s) && s[i+1] == '{':
			i = braces(s, i+1)
			continue
		}
		i++
	}
	return len(s)
}

// braces returns the offset after the brace that matches the one at i, quotes respected.
func braces(s string, i int) int {
	depth := 0
	for i < len(s) {
		switch c := s[i]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\\':
			i++
		case '"', '\'', '`':
			n := i + 1
			for n < len(s) && s[n] != c && s[n] != '\n' {
				if s[n] == '\\' {
					n++
				}
				n++
			}
			if n < len(s) && s[n] == c {
				i = n
			}
		}
		i++
	}
	return len(s)
}

// parts decodes the text between two offsets.
func (p *parser) parts(from, to int, st style, quote byte) []part {
	s := p.text
	to = min(to, len(s))
	if strings.IndexByte(s[from:to], '\\') < 0 && strings.IndexByte(s[from:to], hole) < 0 && !interpolates(s[from:to], st) {
		return []part{{text: s[from:to]}}
	}
	var out []part
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, part{text: b.String()})
			b.Reset()
		}
	}
	expr := func(from, to int) {
		flush()
		out = append(out, part{from: from, to: max(to, from)})
	}
	for i := from; i < to; {
		c := s[i]
		next := byte(0)
		if i+1 < to {
			next = s[i+1]
		}
		switch {
		case c == hole:
			flush()
			out = append(out, part{hole: i + 1})
			i = min(i+holeSize, to)
		case c == '\\' && (st == sRaw || st == sRawF) || c == '\\' && i+1 >= to:
			b.WriteByte(c)
			i++
		case c == '\\' && st == sSingle:
			if next == '\\' || next == quote {
				b.WriteByte(next)
				i += 2
				continue
			}
			b.WriteByte(c)
			i++
		case c == '\\':
			i += unescape(&b, s[i:to])
		case (st == sFormat || st == sRawF) && (c == '{' || c == '}') && next == c:
			b.WriteByte(c)
			i += 2
		case (st == sFormat || st == sRawF) && c == '{':
			end := braces(s[:to], i)
			inner := formatExpr(s[i+1 : max(end-1, i+1)])
			expr(i+1, i+1+inner)
			i = end
		case st == sTemplate && c == '$' && next == '{', st == sRuby && c == '#' && next == '{':
			end := braces(s[:to], i+1)
			expr(i+2, max(end-1, i+2))
			i = end
		case st == sPHP && c == '{' && next == '$':
			end := braces(s[:to], i)
			expr(i+1, max(end-1, i+1))
			i = end
		case (st == sPerl || st == sPHP) && c == '$' && (isWordStart(next) || next == '{' || st == sPerl && ('0' <= next && next <= '9' || next == '$' && i+2 < to && isWordStart(s[i+2]) || next == '&')),
			st == sPerl && c == '@' && (isWordStart(next) || next == '{' || next == '$'):
			end := p.variableEnd(i, to)
			if next == '{' && c == '@' {
				// @{[ expression ]}
				inner := s[i+2 : max(end-1, i+2)]
				expr(i+2, i+2+len(inner))
			} else {
				expr(i, end)
			}
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	flush()
	return out
}

func interpolates(s string, st style) bool {
	switch st {
	case sFormat, sRawF:
		return strings.IndexByte(s, '{') >= 0 || strings.IndexByte(s, '}') >= 0
	case sTemplate:
		return strings.Contains(s, "${")
	case sRuby:
		return strings.Contains(s, "#{")
	case sPerl:
		return strings.ContainsAny(s, "$@")
	case sPHP:
		return strings.IndexByte(s, '$') >= 0
	}
	return false
}

// formatExpr returns the length of the expression in an f-string's braces, without !r, = and :format.
func formatExpr(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'':
			if n := strings.IndexByte(s[i+1:], s[i]); n >= 0 {
				i += n + 1
			}
		case ':':
			if depth == 0 {
				return i
			}
		case '!':
			if depth == 0 && (i+1 == len(s) || s[i+1] != '=') {
				return i
			}
		}
	}
	return len(s)
}

// variableEnd returns the end of an interpolated variable with its subscripts.
func (p *parser) variableEnd(i, to int) int {
	s := p.text
	for i++; i < to && s[i] == '$'; i++ {
	}
	if i < to && s[i] == '{' {
		i = braces(s[:to], i)
	} else if i < to && s[i] == '&' {
		i++
	} else {
		for i < to && isWordByte(s[i]) {
			i++
		}
	}
	for i < to {
		j := i
		if j+2 < to && s[j] == '-' && s[j+1] == '>' {
			j += 2
			if p.lang == php && isWordStart(s[j]) {
				for i = j; i < to && isWordByte(s[i]); i++ {
				}
				continue
			}
		}
		switch {
		case s[j] == '[' && j+1 < to && (s[j+1] == '$' || s[j+1] == '-' || s[j+1] == '\'' || isWordByte(s[j+1])):
			n := strings.IndexByte(s[j:min(j+200, to)], ']')
			if n < 0 {
				return i
			}
			i = j + n + 1
		case s[j] == '{' && p.lang == perl:
			i = braces(s[:to], j)
		default:
			return i
		}
	}
	return i
}

// unescape writes what a C-like escape stands for and returns its length.
func unescape(b *strings.Builder, s string) int {
	hex := func(from, most int) (uint64, int) {
		n := from
		for n < len(s) && n-from < most && digitOf(s[n]) < 16 {
			n++
		}
		v, err := strconv.ParseUint(s[from:n], 16, 32)
		if err != nil {
			return 0, 0
		}
		return v, n - from
	}
	switch c := s[1]; c {
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case 'a':
		b.WriteByte('\a')
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'v':
		b.WriteByte('\v')
	case 'e':
		b.WriteByte(0x1b)
	case '\n':
	case 'x', 'u', 'U':
		braced := len(s) > 2 && s[2] == '{'
		from, most := 2, 2
		switch {
		case braced:
			from, most = 3, 8
		case c == 'u':
			most = 4
		case c == 'U':
			most = 8
		}
		v, n := hex(from, most)
		if n == 0 {
			b.WriteString(s[:2])
			return 2
		}
		if c == 'x' && !braced {
			b.WriteByte(byte(v))
		} else {
			b.WriteRune(rune(min(v, utf8.MaxRune)))
		}
		n += from
		if braced && n < len(s) && s[n] == '}' {
			n++
		}
		return n
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := 1
		v := 0
		for n < len(s) && n < 4 && '0' <= s[n] && s[n] <= '7' {
			v = v*8 + int(s[n]-'0')
			n++
		}
		b.WriteByte(byte(v))
		return n
	default:
		b.WriteByte(c)
	}
	return 2
}

func digitOf(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

// prefixed reads strings that begin with letters: python's r"", perl's q() and its kin.
// It returns 0 when none begins at i.
func (p *parser) prefixed(t *tok, i int) int {
	s := p.text
	n := i
	for n < len(s) && n-i < 3 && isWordStart(s[n]) {
		n++
	}
	if n == len(s) || n-i > 2 {
		return p.pythonString(t, i, n, "")
	}
	word := s[i:n]
	switch p.lang {
	case python:
		return p.pythonString(t, i, n, word)
	case perl:
		return p.perlQuote(t, i, n, word)
	}
	return 0
}

func (p *parser) pythonString(t *tok, i, n int, prefix string) int {
	s := p.text
	if p.lang != python || n >= len(s) || s[n] != '"' && s[n] != '\'' || len(prefix) == 0 {
		return 0
	}
	raw, format := false, false
	for _, c := range []byte(prefix) {
		switch c | 0x20 {
		case 'r':
			raw = true
		case 'f', 't':
			format = true
		case 'b', 'u':
		default:
			return 0
		}
	}
	st := sEscape
	switch {
	case raw && format:
		st = sRawF
	case raw:
		st = sRaw
	case format:
		st = sFormat
	}
	return p.pythonBody(t, n, st)
}

// pythonBody reads a python string whose quote stands at i.
func (p *parser) pythonBody(t *tok, i int, st style) int {
	s := p.text
	quote := s[i]
	triple := s[i : i+1]
	triple = triple + triple + triple
	closeStyle := st
	if st == sRaw || st == sRawF {
		// A backslash keeps the quote after it from closing, and stays.
		closeStyle = sEscape
	}
	if strings.HasPrefix(s[i:], triple) {
		j := i + 3
		for j < len(s) && !strings.HasPrefix(s[j:], triple) {
			if s[j] == '\\' {
				j++
			}
			j++
		}
		j = min(j, len(s))
		p.string(t, p.parts(i+3, j, st, quote))
		return min(j+3, len(s))
	}
	end := p.close(i+1, quote, closeStyle)
	p.string(t, p.parts(i+1, end, st, quote))
	return min(end+1, len(s))
}
