package fold

import "strings"

// awkDepth bounds how deep expressions nest.
const awkDepth = 32

type awkParser struct {
	s     string
	i     int
	depth int
}

// space steps over blanks and comments, and over newlines when asked.
func (p *awkParser) space(newlines bool) {
	for p.i < len(p.s) {
		switch ch := p.s[p.i]; {
		case ch == ' ' || ch == '\t', newlines && (ch == '\n' || ch == ';'):
			p.i++
		case ch == '\\' && strings.HasPrefix(p.s[p.i:], "\\\n"):
			p.i += 2
		case ch == '#':
			for p.i < len(p.s) && p.s[p.i] != '\n' {
				p.i++
			}
		default:
			return
		}
	}
}

func (p *awkParser) take(s string) bool {
	if strings.HasPrefix(p.s[p.i:], s) {
		p.i += len(s)
		return true
	}
	return false
}

func (p *awkParser) peek() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

func (p *awkParser) word() string {
	start := p.i
	for p.i < len(p.s) {
		ch := p.s[p.i]
		if ch == '_' || 'a' <= ch && ch <= 'z' || 'A' <= ch && ch <= 'Z' || p.i > start && '0' <= ch && ch <= '9' {
			p.i++
			continue
		}
		break
	}
	return p.s[start:p.i]
}

func (p *awkParser) rules() ([]awkRule, bool) {
	var out []awkRule
	for {
		p.space(true)
		if p.i == len(p.s) {
			return out, len(out) > 0
		}
		var r awkRule
		switch w := p.word(); w {
		case "":
		case "BEGIN", "END":
			r.when = w
		case "NR":
			p.space(false)
			if !p.take("==") {
				return nil, false
			}
			p.space(false)
			start := p.i
			for '0' <= p.peek() && p.peek() <= '9' {
				p.i++
			}
			var ok bool
			if r.nr, ok = number(p.s[start:p.i]); !ok || r.nr == 0 {
				return nil, false
			}
		default:
			return nil, false
		}
		p.space(false)
		switch {
		case p.take("{"):
			var ok bool
			if r.body, ok = p.body(); !ok {
				return nil, false
			}
		case r.nr > 0 && (p.i == len(p.s) || p.peek() == '\n' || p.peek() == ';'):
			r.body = []awkStatement{{verb: "print"}}
		default:
			return nil, false
		}
		if len(out) == maxCommands {
			return nil, false
		}
		out = append(out, r)
	}
}

func (p *awkParser) body() ([]awkStatement, bool) {
	var out []awkStatement
	for {
		p.space(true)
		if p.take("}") {
			return out, true
		}
		name := p.word()
		st := awkStatement{verb: name}
		p.space(false)
		var ok bool
		switch name {
		case "":
			return nil, false
		case "print", "printf":
			if st.args, ok = p.list(); !ok {
				return nil, false
			}
			if len(st.args) == 1 && st.args[0].op == ',' {
				st.args = st.args[0].args
			}
			for _, e := range st.args {
				if e.op == ',' {
					return nil, false
				}
			}
		default:
			if !p.take("=") || p.peek() == '=' || strings.ToUpper(name) == name {
				return nil, false
			}
			e, ok := p.expression()
			if !ok || e.op == ',' {
				return nil, false
			}
			st.args = []*awkExpr{e}
		}
		p.space(false)
		if ch := p.peek(); ch != ';' && ch != '\n' && ch != '}' || len(out) == maxCommands {
			return nil, false
		}
		out = append(out, st)
	}
}

// list reads expressions between commas, none at the end of a statement.
func (p *awkParser) list() ([]*awkExpr, bool) {
	var out []*awkExpr
	p.space(false)
	if ch := p.peek(); ch == ';' || ch == '\n' || ch == '}' {
		return nil, true
	}
	for {
		e, ok := p.expression()
		if !ok {
			return nil, false
		}
		out = append(out, e)
		p.space(false)
		if !p.take(",") {
			return out, true
		}
		p.space(true)
	}
}

// expression reads one or more primaries; several are concatenated.
func (p *awkParser) expression() (*awkExpr, bool) {
	if p.depth++; p.depth > awkDepth {
		return nil, false
	}
	defer func() { p.depth-- }()
	var parts []*awkExpr
	for {
		p.space(false)
		switch ch := p.peek(); ch {
		case 0, ';', '\n', '}', ',', ')':
			switch len(parts) {
			case 0:
				return nil, false
			case 1:
				return parts[0], true
			}
			for _, e := range parts {
				if e.op == ',' {
					return nil, false
				}
			}
			return &awkExpr{op: '+', args: parts}, true
		}
		e, ok := p.primary()
		if !ok {
			return nil, false
		}
		parts = append(parts, e)
	}
}

func (p *awkParser) primary() (*awkExpr, bool) {
	switch ch := p.peek(); {
	case ch == '"':
		s, ok := p.text()
		return &awkExpr{value: awkValue{s: s}}, ok
	case '0' <= ch && ch <= '9':
		start := p.i
		for '0' <= p.peek() && p.peek() <= '9' {
			p.i++
		}
		s := p.s[start:p.i]
		_, ok := number(s)
		next := p.peek()
		if !ok || len(s) > 1 && s[0] == '0' || next == '.' || next == 'e' || next == 'E' || next == 'x' {
			return nil, false
		}
		return &awkExpr{value: awkValue{s: s, number: true}}, true
	case ch == '$':
		p.i++
		if p.depth++; p.depth > awkDepth {
			return nil, false
		}
		e, ok := p.primary()
		p.depth--
		if !ok || e.op == ',' {
			return nil, false
		}
		return &awkExpr{op: '$', args: []*awkExpr{e}}, true
	case ch == '(':
		p.i++
		list, ok := p.list()
		if !ok || len(list) == 0 || !p.take(")") {
			return nil, false
		}
		if len(list) == 1 {
			return list[0], true
		}
		return &awkExpr{op: ',', args: list}, true
	}
	name := p.word()
	switch name {
	case "", "getline", "in", "if", "while", "for", "do", "next", "exit", "function", "func", "delete", "print", "printf", "return":
		return nil, false
	}
	if !p.take("(") {
		return &awkExpr{op: 'v', name: name}, true
	}
	p.space(false)
	e := &awkExpr{op: 'f', name: name}
	if p.take(")") {
		return nil, false
	}
	var ok bool
	if e.args, ok = p.list(); !ok || !p.take(")") {
		return nil, false
	}
	for _, x := range e.args {
		if x.op == ',' {
			return nil, false
		}
	}
	return e, true
}

// text reads a string literal.
func (p *awkParser) text() (string, bool) {
	var b strings.Builder
	for p.i++; p.i < len(p.s); p.i++ {
		switch ch := p.s[p.i]; ch {
		case '"':
			p.i++
			return b.String(), true
		case '\n':
			return "", false
		case '\\':
			if p.i++; p.i == len(p.s) {
				return "", false
			}
			switch e := p.s[p.i]; {
			case e == '"' || e == '\\' || e == '/':
				b.WriteByte(e)
			case '0' <= e && e <= '7':
				n, used := digits(p.s[p.i:], 3, 8)
				if n > 127 || n == 0 {
					return "", false
				}
				b.WriteByte(byte(n))
				p.i += used - 1
			case e == 'x':
				n, used := digits(p.s[p.i+1:], 3, 16)
				if used == 0 || used > 2 || n > 127 || n == 0 {
					return "", false
				}
				b.WriteByte(byte(n))
				p.i += used
			case strings.IndexByte("abfnrtv", e) >= 0:
				escape(&b, p.s[p.i-1:], inEcho)
			default:
				return "", false
			}
		default:
			b.WriteByte(ch)
		}
	}
	return "", false
}
