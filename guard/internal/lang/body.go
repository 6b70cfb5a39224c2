package lang

// brace reads a dictionary, or a block where the language has them among expressions.
func (p *parser) brace() val {
	p.next()
	if p.lang == awk || p.lang == ruby && p.isOp("|") || !p.dictAhead() {
		p.rubyParams(nil)
		p.block()
		return unknownOf("...", "", 0)
	}
	p.inArgs++
	v := val{kind: vDict}
	for !p.atEnd() && !p.isOp("}") && p.spend() {
		start := p.i
		if p.takeOp("...") || p.takeOp("**") {
			x := p.expression()
			v.pairs = append(v.pairs, x.pairs...)
			p.takeOp(",")
			continue
		}
		key := p.dictKey()
		x := val{}
		if p.takeOp(":") || p.takeOp("=>") || p.takeOp("=") {
			x = p.expression()
		} else if p.isOp("(") {
			// A method: {run() { ... }}
			p.skipParens()
			if p.takeOp("{") {
				p.block()
			}
		} else if w, ok := p.lookup(key); ok {
			x = w
		} else {
			x = val{kind: vRef, ref: key}
		}
		if len(v.pairs) < maxItems {
			v.pairs = append(v.pairs, pair{key, x})
		}
		if p.lang == python && p.isWord("for") {
			p.next()
			p.bindLoop(p.loopHead())
		}
		if !p.takeOp(",") && !p.takeOp(";") && p.i == start {
			if p.isOp(")") || p.isOp("]") {
				break
			}
			p.next()
		}
	}
	p.inArgs--
	p.takeOp("}")
	return v
}

// dictAhead tells whether what follows a brace is a dictionary.
func (p *parser) dictAhead() bool {
	switch p.lang {
	case python, lua:
		return true
	case php:
		return false
	}
	t, after := p.cur(), p.peek(1)
	if p.isOp("}") || p.isOp("...") || p.isOp("[") && p.lang == javascript {
		return true
	}
	if t.kind != tIdent && t.kind != tStr && t.kind != tNum {
		return false
	}
	if after.kind != tOp {
		return false
	}
	switch p.tokText(after) {
	case ":", "=>", ",":
		return true
	case "}":
		return p.lang == javascript
	}
	return false
}

func (p *parser) dictKey() string {
	t := p.cur()
	switch t.kind {
	case tIdent, tNum:
		p.next()
		return p.tokText(t)
	case tStr:
		v := p.stringVal(t)
		s, _ := v.known()
		p.next()
		return s
	}
	if p.takeOp("[") {
		v := p.expression()
		p.takeOp("]")
		s, _ := v.known()
		return s
	}
	v := p.expression()
	s, _ := v.known()
	return s
}

// arrow reads the body of a javascript arrow function whose first parameter is name.
func (p *parser) arrow(name string) val {
	p.next()
	if p.bind != nil && name != "" {
		p.set(name, *p.bind)
	}
	p.bind = nil
	return p.body()
}

// body reads a block or an expression and gives what it returns, if that can be seen.
func (p *parser) body() val {
	if p.takeOp("{") {
		p.block()
		return unknownOf("...", "", 0)
	}
	v := p.expression()
	v.class = "lambda"
	return v
}

// perlBlock reads map { ... } list and its kin: the list comes last.
func (p *parser) perlBlock(name string) val {
	open := p.i
	p.skipParens()
	p.takeOp(",")
	a := arguments{}
	p.argumentList(&a, "")
	after := p.i
	list := val{kind: vList, items: flatten(a.pos)}
	if len(list.items) == 1 {
		list = list.items[0]
	}
	saved, had := p.lookup("$_")
	if name == "map" && list.kind == vList && len(list.items) <= 256 {
		out := val{kind: vList}
		for _, x := range list.items {
			p.set("$_", x)
			p.i = open + 1
			if v := p.expression(); v.kind == vList {
				out.items = append(out.items, v.items...)
			} else {
				out.items = append(out.items, v)
			}
			if p.stop || len(out.items) > maxItems {
				break
			}
		}
		p.i = after
		if had {
			p.set("$_", saved)
		}
		return out
	}
	p.set("$_", p.element(list))
	p.i = open + 1
	v := p.expression()
	if !p.isOp("}") {
		for !p.atEnd() && !p.isOp("}") && p.i < after {
			start := p.i
			p.statement()
			if p.i == start {
				p.next()
			}
		}
	}
	p.i = after
	if had {
		p.set("$_", saved)
	}
	if name == "map" {
		v.class = "glob"
		return v
	}
	return list
}

// functionLiteral reads function name(a, b) { ... }; the keyword is taken.
func (p *parser) functionLiteral() val {
	p.takeOp("*")
	for p.cur().kind == tIdent || p.isOp(".") || p.isOp(":") {
		if p.tokText(p.cur()) == "end" {
			break
		}
		p.next()
	}
	if p.isOp("(") {
		first, bind := p.peek(1), p.bind
		p.bind = nil
		p.parameters()
		if first.kind == tIdent && bind != nil {
			p.set(p.tokText(first), *bind)
		}
	}
	if p.lang == php && p.takeWord("use") && p.isOp("(") {
		p.skipParens()
	}
	if p.takeOp("=>") {
		return p.body()
	}
	if p.takeOp("{") {
		p.block()
	}
	return unknownOf("function", "", 0)
}
