package lang

import (
	"strings"
)

func closer(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return c
}

// delimited returns the offsets of the text between the delimiter at i and its match.
func (p *parser) delimited(i int) (from, to int) {
	s := p.text
	open, end := s[i], closer(s[i])
	depth := 0
	for j := i + 1; j < len(s); j++ {
		switch c := s[j]; {
		case c == hole:
			j += holeSize - 1
		case c == '\\':
			j++
		case c == end && depth == 0:
			return i + 1, j
		case c == end:
			depth--
		case c == open:
			depth++
		}
	}
	return i + 1, len(s)
}

// perlQuote reads q() qq() qw() qx() m() qr() s()() tr()() y()().
func (p *parser) perlQuote(t *tok, i, n int, word string) int {
	s := p.text
	switch word {
	case "q", "qq", "qw", "qx", "m", "qr", "s", "tr", "y":
	default:
		return 0
	}
	d := n
	for d < len(s) && (s[d] == ' ' || s[d] == '\t') {
		d++
	}
	if d == len(s) || isWordByte(s[d]) || s[d] == ',' || s[d] == ';' || s[d] == ')' || s[d] == '\n' || s[d] == '\r' || s[d] == '=' && (d > n || d+1 < len(s) && (s[d+1] == '>' || s[d+1] == '=')) || d > n && s[d] == '#' {
		return 0
	}
	if i > 0 && (s[i-1] == '$' || s[i-1] == '@' || s[i-1] == '%' || s[i-1] == '>' || s[i-1] == '{' && closesAt(s, n)) {
		return 0
	}
	from, to := p.delimited(d)
	end := min(to+1, len(s))
	switch word {
	case "q":
		p.string(t, p.parts(from, to, sSingle, s[d]))
	case "qq":
		p.string(t, p.parts(from, to, sPerl, s[d]))
	case "qw":
		p.string(t, []part{{text: s[from:to]}})
		t.kind = tWords
	case "qx":
		st := sPerl
		if s[d] == '\'' {
			st = sRaw
		}
		p.string(t, p.parts(from, to, st, s[d]))
		t.kind = tCmd
	default:
		if word != "m" && word != "qr" {
			second := to
			if closer(s[d]) != s[d] {
				for second = end; second < len(s) && (s[second] == ' ' || s[second] == '\n' || s[second] == '\t'); second++ {
				}
			}
			if second < len(s) {
				_, to = p.delimited(second)
				end = min(to+1, len(s))
			}
		}
		for end < len(s) && 'a' <= s[end] && s[end] <= 'z' {
			end++
		}
		t.kind = tRegex
	}
	return end
}

func closesAt(s string, i int) bool { return i < len(s) && s[i] == '}' }

// percent reads ruby's %w[] %q() %Q() %x() %(); 0 when none begins at i.
func (p *parser) percent(t *tok, i int) int {
	s := p.text
	d := i + 1
	kind := byte('Q')
	if d < len(s) && isWordStart(s[d]) {
		kind = s[d]
		d++
	}
	if d >= len(s) || isWordByte(s[d]) || s[d] == ' ' || s[d] == '\n' || s[d] == '=' || s[d] == hole {
		return 0
	}
	from, to := p.delimited(d)
	switch kind {
	case 'w', 'W', 'i', 'I':
		p.string(t, []part{{text: s[from:to]}})
		t.kind = tWords
	case 'q', 's':
		p.string(t, p.parts(from, to, sSingle, s[d]))
	case 'Q':
		p.string(t, p.parts(from, to, sRuby, s[d]))
	case 'x':
		p.string(t, p.parts(from, to, sRuby, s[d]))
		t.kind = tCmd
	case 'r':
		t.kind = tRegex
	default:
		return 0
	}
	return min(to+1, len(s))
}

// heredoc is one whose body begins on the next line.
type heredoc struct {
	str    int
	mark   string
	st     style
	indent bool
}

// angle reads heredocs and perl's <FH>; 0 when none begins at i.
func (p *parser) angle(t *tok, i int) int {
	s := p.text
	start := "<<"
	if p.lang == php {
		start = "<<<"
	}
	if !strings.HasPrefix(s[i:], start) {
		if p.lang == perl {
			if n := strings.IndexByte(s[i:min(i+80, len(s))], '>'); n > 0 && strings.IndexByte(s[i:i+n], '\n') < 0 && strings.IndexByte(s[i:i+n], ';') < 0 {
				p.string(t, p.parts(i+1, i+n, sPerl, '>'))
				t.kind = tRead
				return i + n + 1
			}
		}
		return 0
	}
	j := i + len(start)
	h := heredoc{st: p.interpolated()}
	for j < len(s) && (s[j] == '~' || s[j] == '-' && p.lang == ruby || s[j] == ' ' && p.lang == php) {
		h.indent = h.indent || s[j] == '~'
		j++
	}
	switch {
	case j < len(s) && (s[j] == '"' || s[j] == '\''):
		n := strings.IndexByte(s[j+1:min(j+80, len(s))], s[j])
		if n < 0 {
			return 0
		}
		if s[j] == '\'' {
			h.st = sRaw
		}
		h.mark = s[j+1 : j+1+n]
		j += n + 2
	default:
		from := j
		for j < len(s) && isWordByte(s[j]) {
			j++
		}
		h.mark = s[from:j]
	}
	if h.mark == "" || strings.IndexByte(h.mark, '\n') >= 0 {
		return 0
	}
	p.string(t, nil)
	h.str = int(t.str)
	p.pending = append(p.pending, h)
	return j
}

// heredocs reads the bodies of the pending heredocs, of which the first begins at i.
func (p *parser) heredocs(i int) int {
	s := p.text
	for _, h := range p.pending {
		from, at := i, i
		for {
			end := len(s)
			if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
				end = at + n
			}
			line := strings.TrimLeft(s[at:end], " \t")
			if line == h.mark || p.lang == php && (strings.HasPrefix(line, h.mark) && (len(line) == len(h.mark) || !isWordByte(line[len(h.mark)]))) {
				p.strs[h.str] = p.parts(from, at, h.st, 0)
				i = end
				if p.lang == php && line != h.mark {
					i = at + strings.Index(s[at:end], h.mark) + len(h.mark)
				}
				break
			}
			if end == len(s) {
				p.strs[h.str] = p.parts(from, end, h.st, 0)
				i = end
				break
			}
			at = end + 1
		}
		if h.indent {
			p.strs[h.str] = dedent(p.strs[h.str])
		}
	}
	p.pending = nil
	return i
}

// dedent takes blanks off the beginning of lines: what they mean to a shell is nothing.
func dedent(parts []part) []part {
	for i := range parts {
		if parts[i].to > 0 || parts[i].hole > 0 {
			continue
		}
		ls := strings.Split(parts[i].text, "\n")
		for j := range ls {
			if j > 0 || i == 0 {
				ls[j] = strings.TrimLeft(ls[j], " \t")
			}
		}
		parts[i].text = strings.Join(ls, "\n")
	}
	return parts
}
