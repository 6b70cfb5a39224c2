package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// ternary reads c ? a : b, a if c else b, and what binds tighter.
func (p *parser) ternary() val {
	v := p.or()
	switch {
	case p.isOp("?") && p.lang != python && p.lang != lua && p.lang != applescript:
		p.next()
		a := p.expression()
		if p.takeOp(":") {
			return p.either(a, p.expression())
		}
		return a
	case p.lang == python && p.isWord("if") && !p.cur().newline:
		save := p.i
		p.next()
		p.or()
		if p.takeWord("else") {
			return p.either(v, p.expression())
		}
		if p.inArgs == 0 {
			p.i = save
		}
	}
	return v
}

// or reads what and, or and comparisons join.
func (p *parser) or() val {
	v := p.sum()
	for !p.atEnd() {
		t := p.cur()
		op := p.tokText(t)
		if t.newline && p.inArgs == 0 && p.lang != javascript && p.lang != perl && p.lang != php || t.kind != tOp && t.kind != tIdent {
			return v
		}
		switch op {
		case "or", "and", "not", "is", "xor":
			// In perl, ruby and php these bind less than a list or an assignment: they end the expression.
			if t.kind == tIdent && p.lang != python && p.lang != lua && p.lang != applescript {
				return v
			}
			p.next()
			r := p.sum()
			if op == "or" {
				v = p.either(v, r)
			} else {
				v = r
			}
		case "||", "??", "//":
			p.next()
			r := p.sum()
			if r.ref != "die" && r.class != "die" {
				v = p.either(v, r)
			}
		case "&&":
			p.next()
			v = p.sum()
		case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "<=>", "=~", "!~", "in", "instanceof", "eq", "ne", "lt", "gt", "le", "ge", "~=":
			if p.lang == python && op == "in" && p.inArgs == 0 {
				// "for x in": the loop reads it.
				if p.loop {
					return v
				}
			}
			if t.kind == tIdent && p.lang != python && p.lang != perl && op != "instanceof" && op != "in" {
				return v
			}
			if op == "in" && p.loop || p.lang == awk && op == ">" {
				return v
			}
			p.next()
			r := p.sum()
			v = unknownOf("...", "", v.origin()|r.origin())
			v.class = "bool"
		default:
			return v
		}
	}
	return v
}

// sum reads concatenation and arithmetic, which differ by language.
func (p *parser) sum() val {
	start := p.i
	v := p.unary()
	for !p.atEnd() {
		t := p.cur()
		if t.newline && p.inArgs == 0 && p.lang != javascript && p.lang != perl && p.lang != php {
			return v
		}
		if p.lang == awk && p.startsOperand(t) {
			v = p.concat(v, p.unary())
			continue
		}
		if t.kind != tOp && !(p.lang == perl && t.kind == tIdent) {
			return v
		}
		op := p.tokText(t)
		if p.lang == perl && t.kind == tIdent && op != "x" {
			return v
		}
		switch op {
		case "+":
			p.next()
			r := p.unary()
			if p.lang == perl || p.lang == php || p.lang == lua || p.lang == awk {
				v = unknownOf("...", "", 0)
				continue
			}
			v = p.concat(v, r)
		case ".":
			p.next()
			v = p.concat(v, p.unary())
		case "..":
			p.next()
			r := p.unary()
			if p.lang == lua {
				v = p.concat(v, r)
			} else {
				v = unknownOf("...", "", 0)
			}
		case "&":
			p.next()
			r := p.unary()
			if p.lang == applescript {
				v = p.concat(v, r)
			} else {
				v = unknownOf("...", "", 0)
			}
		case "<<":
			if p.lang == ruby {
				p.next()
				v = p.concat(v, p.unary())
				continue
			}
			p.next()
			p.unary()
			v = unknownOf("...", "", 0)
		case "%":
			p.next()
			r := p.unary()
			if (p.lang == python || p.lang == ruby) && (v.kind == vText || v.kind == vUnknown) {
				v = p.percentFormat(v, r)
			} else {
				v = unknownOf("...", "", 0)
			}
		case "/":
			p.next()
			r := p.unary()
			if (p.lang == python || p.lang == ruby) && (v.class == "path" || r.class == "path" || v.kind == vText) {
				v = p.pathJoin(true, v, r)
			} else {
				v = unknownOf("...", "", v.origin()|r.origin())
			}
		case "*", "x":
			p.next()
			r := p.unary()
			v = p.repeat(v, r)
		case "-", "**", "^", ">>", ">>>":
			if p.lang == awk && op == ">>" {
				return v
			}
			p.next()
			p.unary()
			v = unknownOf("...", "", 0)
		case "//":
			if p.lang != python {
				return v
			}
			p.next()
			p.unary()
			v = unknownOf("...", "", 0)
		case "|", "|&":
			if p.lang == awk && p.peek(1).kind == tIdent && p.tokText(p.peek(1)) == "getline" {
				p.next()
				p.next()
				p.awkCommand(v, int(p.toks[start].pos))
				if p.cur().kind == tIdent && !p.cur().newline {
					p.set(p.tokText(p.cur()), unknownOf(p.tokText(p.cur()), p.tokText(p.cur()), value.Output))
					p.next()
				}
				v = unknownOf("getline", "getline", value.Output)
				continue
			}
			if p.lang == awk || p.loop || op == "|&" {
				return v
			}
			p.next()
			r := p.unary()
			v = p.either(v, r)
		default:
			return v
		}
	}
	return v
}

func (p *parser) repeat(v, n val) val {
	s, ok := v.known()
	c, ok2 := n.known()
	if !ok || !ok2 || v.kind != vText {
		return unknownOf("...", "", v.origin())
	}
	count := 0
	for _, d := range []byte(c) {
		if d < '0' || d > '9' || count > maxValue {
			return unknownOf("...", "", 0)
		}
		count = count*10 + int(d-'0')
	}
	if !p.budget(count * len(s)) {
		return p.limited()
	}
	return text(strings.Repeat(s, count))
}

func (p *parser) startsOperand(t *tok) bool {
	switch t.kind {
	case tStr, tNum, tHole:
		return true
	case tIdent:
		switch p.tokText(t) {
		case "in", "getline", "if", "else", "while", "for", "do", "print", "printf", "next", "exit":
			return false
		}
		return true
	case tOp:
		op := p.tokText(t)
		return op == "$" || op == "("
	}
	return false
}

// unary steps over what stands before an operand.
func (p *parser) unary() val {
	for !p.atEnd() {
		t := p.cur()
		w := p.tokText(t)
		switch t.kind {
		case tOp:
			switch w {
			case "-", "!", "~", "*", "**", "&", "+", "\\", "@", "...", "++", "--", "^":
				if !p.spend() {
					return val{}
				}
				from := p.i
				p.next()
				if w == "-" && p.cur().kind == tNum && from >= 0 {
					n := p.primary()
					return p.concat(text("-"), n)
				}
				if w == "!" || w == "~" {
					v := p.unary2()
					return unknownOf("...", "", v.origin())
				}
				continue
			}
		case tIdent:
			switch w {
			case "not", "await", "new", "typeof", "void", "delete", "yield", "return", "throw", "raise", "else", "then", "do", "my", "our", "local", "let", "const", "var", "async", "clone", "echo", "global", "defined":
				if w == "delete" && p.lang == applescript || w == "do" && (p.lang == applescript || p.lang == ruby || p.lang == perl) || p.isCallable(w) {
					return p.primary()
				}
				p.next()
				continue
			}
		}
		break
	}
	return p.primary()
}

func (p *parser) unary2() val {
	p.depth++
	defer func() { p.depth-- }()
	if !p.spend() {
		return val{}
	}
	return p.unary()
}

// isCallable tells whether a word that is a keyword elsewhere is a function of this language.
func (p *parser) isCallable(w string) bool {
	return (w == "do" || w == "delete") && p.lang == lua
}
