package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// primary reads an operand with all that is attached to it.
func (p *parser) primary() val {
	if !p.spend() {
		return val{}
	}
	p.depth++
	defer func() { p.depth-- }()
	t := p.cur()
	from := int(t.pos)
	var v val
	switch t.kind {
	case tStr:
		v = p.stringVal(t)
		p.next()
		for (p.lang == python || p.lang == ruby) && p.cur().kind == tStr && (p.inArgs > 0 || !p.cur().newline) && !(p.lang == ruby && p.text[p.cur().pos] == ':') && p.spend() {
			v = p.concat(v, p.stringVal(p.cur()))
			p.next()
		}
	case tCmd:
		v = p.stringVal(t)
		p.next()
		p.emit(Call{Kind: Shell, Name: "``"}, from, int(t.end), v)
		v = unknownOf(p.render(shorten(p.text[t.pos:t.end])), "", value.Output)
	case tWords:
		v = p.list(strings.Fields(p.rawString(t)))
		p.next()
	case tNum:
		v = text(strings.ReplaceAll(p.tokText(t), "_", ""))
		p.next()
	case tRead:
		v = p.perlRead(t)
		p.next()
	case tHole:
		v = val{kind: vUnknown, alts: []value.Word{{Pieces: []value.Piece{p.src.piece(p.text, from)}}}}
		p.next()
	case tIdent:
		v = p.name()
	case tOp:
		switch p.tokText(t) {
		case "(":
			v = p.paren()
		case "[":
			v = p.bracket()
		case "{":
			v = p.brace()
		case ")", "]", "}", ",", ";", ":":
			return unknownOf("...", "", 0)
		case "$":
			p.next()
			inner := p.primary()
			p.place(&inner, from)
			return unknownOf(p.render(p.text[from:max(inner.to, from)]), "", inner.origin())
		default:
			p.next()
			return unknownOf("...", "", 0)
		}
	default:
		p.next()
		v = p.classed(unknownOf(p.render(shorten(p.text[t.pos:t.end])), "", 0), "regex")
	}
	return p.postfix(v, from)
}

// rawString is the text of a string token that has no parts but one.
func (p *parser) rawString(t *tok) string {
	v := p.stringVal(t)
	s, _ := v.known()
	return s
}

func (p *parser) list(items []string) val {
	v := val{kind: vList}
	for _, s := range items {
		if len(v.items) == maxItems {
			break
		}
		v.items = append(v.items, text(s))
	}
	return v
}

// paren reads ( ... ): an expression in brackets, a tuple or list, or the parameters of an arrow function.
func (p *parser) paren() val {
	open := p.i
	p.next()
	p.inArgs++
	items, commas := p.items(")")
	p.inArgs--
	p.takeOp(")")
	if p.lang == javascript && p.isOp("=>") {
		name := ""
		if t := &p.toks[min(open+1, len(p.toks)-1)]; t.kind == tIdent {
			name = p.tokText(t)
		}
		return p.arrow(name)
	}
	if len(items) == 1 && (!commas || p.lang == perl) && !(p.lang == perl && items[0].kind != vList && p.isOp("=")) {
		return items[0]
	}
	return val{kind: vList, items: items}
}

// items reads expressions between commas up to a closing bracket, which is not taken.
func (p *parser) items(end string) (items []val, commas bool) {
	for !p.atEnd() && !p.isOp(end) && p.spend() {
		start := p.i
		mark := len(p.calls)
		v := p.expression()
		if p.lang == python && (p.isWord("for") || p.isWord("async")) {
			v = p.comprehension(start, mark, end)
			if v.kind == vList {
				items = append(items, v.items...)
			} else {
				v.class = "glob"
				items = append(items, v)
			}
			return items, true
		}
		if p.isOp("=>") || p.isOp(":") {
			p.next()
			w := p.expression()
			if p.lang == perl {
				items = append(items, v)
			}
			v = w
		}
		if len(items) < maxItems {
			items = append(items, v)
		}
		switch {
		case p.takeOp(","):
			commas = true
		case p.isOp(end):
		case p.i == start:
			if p.isOp(")") || p.isOp("]") || p.isOp("}") {
				return items, commas
			}
			p.next()
		case p.isOp(";") && end == ")":
			p.next()
		case p.isOp(")") || p.isOp("]") || p.isOp("}"):
			return items, commas
		}
	}
	return items, commas
}

// comprehension evaluates "x for n in list if c" again with n known: start is the token where x
// begins, mark the number of calls before it was read without n.
func (p *parser) comprehension(start, mark int, end string) val {
	p.takeWord("async")
	p.next()
	p.calls = p.calls[:mark]
	names, list := p.loopHead()
	for p.isWord("if") || p.isWord("for") {
		if p.takeWord("if") {
			p.or()
			continue
		}
		p.next()
		more, l := p.loopHead()
		p.bindLoop(more, l)
	}
	after := p.i
	if list.kind == vList && len(list.items) > 0 && len(list.items) <= 256 && len(names) == 1 {
		out := val{kind: vList}
		for _, x := range list.items {
			if p.stop {
				break
			}
			p.i = start
			p.set(names[0], x)
			out.items = append(out.items, p.expression())
		}
		p.i = after
		return out
	}
	p.bindLoop(names, list)
	p.i = start
	v := p.expression()
	p.i = after
	v.class = "glob"
	return v
}

// loopHead reads "a, b in list".
func (p *parser) loopHead() (names []string, list val) {
	for !p.atEnd() && !p.isWord("in") && !p.isWord("of") {
		t := p.cur()
		if t.kind == tOp {
			switch p.tokText(t) {
			case "(", ")", ",", "*", "[", "]":
			default:
				return names, val{}
			}
		}
		if t.kind == tIdent && !isDeclarator(p.tokText(t)) {
			names = append(names, p.tokText(t))
		}
		p.next()
	}
	p.next()
	return names, p.or()
}

func (p *parser) bindLoop(names []string, list val) {
	e := p.element(list)
	for i, n := range names {
		switch {
		case len(names) == 1:
			p.set(n, e)
		case e.kind == vList && i < len(e.items):
			p.set(n, e.items[i])
		default:
			p.set(n, unknownOf(n, n, list.origin()))
		}
	}
}

func (p *parser) bracket() val {
	p.next()
	p.inArgs++
	items, _ := p.items("]")
	p.inArgs--
	p.takeOp("]")
	if len(items) == 1 && items[0].class == "glob" && items[0].kind != vList && p.lang == python {
		return items[0]
	}
	return val{kind: vList, items: items}
}

// name reads an identifier: a keyword with a body, a variable, a literal, or a reference.
func (p *parser) name() val {
	t := p.cur()
	s := p.tokText(t)
	switch p.lang {
	case perl, php:
		s = strings.TrimSuffix(strings.Replace(s, "${", "$", 1), "}")
	}
	p.next()
	if p.lang == applescript {
		if v, ok := p.appleScript(s, int(t.pos)); ok {
			return v
		}
	}
	if p.lang == awk && s == "getline" {
		if p.cur().kind == tIdent {
			p.next()
		}
		if p.takeOp("<") {
			p.awkFile(Read, p.unary(), int(t.pos))
		}
		return unknownOf("getline", "getline", value.File)
	}
	if p.lang == perl && p.isOp("{") {
		switch s {
		case "map", "grep", "sort", "first", "any":
			return p.perlBlock(s)
		case "eval", "do":
			p.next()
			p.block()
			return unknownOf(s, "", 0)
		}
	}
	switch s {
	case "True", "true", "TRUE":
		return val{kind: vBool, yes: true}
	case "False", "false", "FALSE", "None", "null", "nil", "undefined", "NULL":
		return val{kind: vBool}
	case "lambda":
		if p.lang == python {
			first := ""
			for !p.atEnd() && !p.isOp(":") && !p.cur().newline {
				if first == "" && p.cur().kind == tIdent {
					first = p.tokText(p.cur())
				}
				p.next()
			}
			p.takeOp(":")
			if p.bind != nil && first != "" {
				p.set(first, *p.bind)
			}
			p.bind = nil
			return p.expression()
		}
	case "function", "fn", "sub":
		if p.lang != python && p.lang != ruby {
			return p.functionLiteral()
		}
	case "class":
		if p.lang == javascript && p.cur().kind == tIdent {
			p.next()
		}
	}
	if p.lang == javascript && p.isOp("=>") {
		return p.arrow(s)
	}
	if v, ok := p.lookup(s); ok {
		return v
	}
	if p.lang == php && strings.HasPrefix(s, "\\") {
		s = s[1:]
	}
	return val{kind: vRef, ref: s, from: int(t.pos), to: int(t.end)}
}
