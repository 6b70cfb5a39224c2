package fold

import (
	"strings"
	"unicode/utf8"
)

type sedParser struct {
	s        string
	i        int
	extended bool
}

func (p *sedParser) peek() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

func (p *sedParser) blanks() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
		p.i++
	}
}

func (p *sedParser) parse() ([]*sedCommand, bool) {
	var out []*sedCommand
	for {
		for p.i < len(p.s) && strings.IndexByte(" \t\n;", p.s[p.i]) >= 0 {
			p.i++
		}
		if p.i == len(p.s) {
			return out, true
		}
		cmd, ok := p.command()
		if !ok || len(out) == maxCommands {
			return nil, false
		}
		out = append(out, cmd)
		p.blanks()
		if p.i < len(p.s) && p.s[p.i] != ';' && p.s[p.i] != '\n' {
			return nil, false
		}
	}
}

func (p *sedParser) command() (*sedCommand, bool) {
	cmd := &sedCommand{}
	var ok bool
	if cmd.from, ok = p.address(); !ok {
		return nil, false
	}
	p.blanks()
	if cmd.from != nil && p.peek() == ',' {
		p.i++
		p.blanks()
		if cmd.to, ok = p.address(); !ok || cmd.to == nil {
			return nil, false
		}
		p.blanks()
	}
	if p.peek() == '!' {
		cmd.not = true
		p.i++
		p.blanks()
	}
	if p.i == len(p.s) {
		return nil, false
	}
	cmd.name = p.s[p.i]
	p.i++
	switch cmd.name {
	case 'd', 'p':
		return cmd, true
	case 'q':
		return cmd, cmd.to == nil
	case 's':
		return cmd, p.substitution(cmd)
	case 'y':
		return cmd, p.transliteration(cmd)
	}
	return nil, false
}

func (p *sedParser) address() (*sedAddress, bool) {
	switch ch := p.peek(); {
	case ch == '$':
		p.i++
		return &sedAddress{last: true}, true
	case '0' <= ch && ch <= '9':
		start := p.i
		for '0' <= p.peek() && p.peek() <= '9' {
			p.i++
		}
		n, ok := number(p.s[start:p.i])
		return &sedAddress{line: n}, ok && n > 0 && p.peek() != '~'
	case ch == '/' || ch == '\\':
		p.i++
		delimiter := byte('/')
		if ch == '\\' {
			delimiter = p.peek()
			p.i++
		}
		pattern, ok := p.until(delimiter, true)
		if !ok || pattern == "" {
			return nil, false
		}
		flags := ""
		if p.peek() == 'I' {
			flags = "(?i)"
			p.i++
		}
		re, _, ok := translateRegexp(pattern, p.extended, flags)
		return &sedAddress{re: re}, ok
	}
	return nil, true
}

// until returns the text up to an unescaped delimiter and steps over that. An escaped
// delimiter loses its backslash; in a pattern, one that has a meaning there is not understood.
func (p *sedParser) until(delimiter byte, pattern bool) (string, bool) {
	if delimiter == '\\' || delimiter == '\n' || delimiter == 0 || delimiter >= utf8.RuneSelf {
		return "", false
	}
	var b strings.Builder
	inBrackets := false
	for p.i < len(p.s) {
		ch := p.s[p.i]
		switch {
		case ch == '\\' && p.i+1 < len(p.s) && !inBrackets:
			next := p.s[p.i+1]
			p.i += 2
			if next == delimiter {
				if pattern && strings.IndexByte("/,_:;#@!%~=-", delimiter) < 0 || !pattern && delimiter == '&' {
					return "", false
				}
				b.WriteByte(delimiter)
				continue
			}
			b.WriteByte('\\')
			b.WriteByte(next)
			continue
		case ch == '[' && pattern && !inBrackets && delimiter != '[':
			// A delimiter in a bracket expression is part of it in GNU sed.
			end := bracketEnd(p.s[p.i:])
			if end < 0 {
				return "", false
			}
			part := p.s[p.i : p.i+end]
			if strings.IndexByte(part, delimiter) >= 0 || strings.Contains(part, "\n") {
				return "", false
			}
			b.WriteString(part)
			p.i += end
			continue
		case ch == delimiter:
			p.i++
			return b.String(), true
		case ch == '\n' && pattern:
			return "", false
		}
		b.WriteByte(ch)
		p.i++
	}
	return "", false
}

// bracketEnd returns the length of the bracket expression that s begins with, -1 without an end.
func bracketEnd(s string) int {
	i := 1
	if i < len(s) && s[i] == '^' {
		i++
	}
	if i < len(s) && s[i] == ']' {
		i++
	}
	for i < len(s) {
		if s[i] == ']' {
			return i + 1
		}
		if s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0 {
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return -1
			}
			i += 2 + end + 2
			continue
		}
		i++
	}
	return -1
}

func (p *sedParser) substitution(cmd *sedCommand) bool {
	delimiter := p.peek()
	p.i++
	pattern, ok := p.until(delimiter, true)
	if !ok || pattern == "" {
		return false
	}
	replacement, ok := p.until(delimiter, false)
	if !ok {
		return false
	}
	flags := ""
flags:
	for p.i < len(p.s) {
		switch ch := p.s[p.i]; {
		case ch == 'g':
			cmd.global = true
		case ch == 'p':
			cmd.print = true
		case ch == 'I' || ch == 'i':
			flags = "(?i)"
		case '1' <= ch && ch <= '9' && cmd.nth == 0:
			start := p.i
			for p.i+1 < len(p.s) && '0' <= p.s[p.i+1] && p.s[p.i+1] <= '9' {
				p.i++
			}
			if cmd.nth, ok = number(p.s[start : p.i+1]); !ok {
				return false
			}
		default:
			break flags
		}
		p.i++
	}
	var loose bool
	if cmd.re, loose, ok = translateRegexp(pattern, p.extended, flags); !ok {
		return false
	}
	cmd.replacement, ok = parseReplacement(replacement, cmd.re.NumSubexp(), loose)
	return ok
}

// parseReplacement reads a replacement. loose says that what the groups hold is not certain.
func parseReplacement(s string, groups int, loose bool) ([]sedPart, bool) {
	var out []sedPart
	text := func(t string) {
		if n := len(out); n > 0 && out[n-1].group < 0 && out[n-1].fold == 0 {
			out[n-1].text += t
			return
		}
		out = append(out, sedPart{text: t, group: -1})
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '&':
			out = append(out, sedPart{})
		case s[i] != '\\':
			text(s[i : i+1])
		case i+1 == len(s):
			return nil, false
		default:
			i++
			switch ch := s[i]; {
			case '0' <= ch && ch <= '9':
				g := int(ch - '0')
				if g > groups || g > 0 && loose {
					return nil, false
				}
				out = append(out, sedPart{group: g})
			case strings.IndexByte("ULulE", ch) >= 0:
				out = append(out, sedPart{group: -1, fold: ch})
			case ch == 'n':
				text("\n")
			case ch == 't':
				text("\t")
			case 'a' <= ch && ch <= 'z' || 'A' <= ch && ch <= 'Z':
				return nil, false
			default:
				text(s[i : i+1])
			}
		}
	}
	return out, true
}

func (p *sedParser) transliteration(cmd *sedCommand) bool {
	delimiter := p.peek()
	p.i++
	from, ok := p.until(delimiter, false)
	if !ok {
		return false
	}
	to, ok := p.until(delimiter, false)
	if !ok || len(from) != len(to) || strings.ContainsAny(from+to, "\\\n") || !isASCII(from+to) {
		return false
	}
	for i := range cmd.table {
		cmd.table[i] = byte(i)
	}
	for i := range from {
		if strings.IndexByte(from[:i], from[i]) >= 0 {
			return false
		}
		cmd.table[from[i]] = to[i]
	}
	return true
}
