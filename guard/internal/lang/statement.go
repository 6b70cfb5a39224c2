package lang

// statement reads one statement, or one word of what it does not understand.
func (p *parser) statement() {
	if !p.spend() {
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	t := p.cur()
	if t.kind == tIdent {
		if p.keyword(p.tokText(t)) {
			return
		}
	}
	if t.kind == tOp && p.tokText(t) == "{" && p.lang != python && p.lang != lua {
		p.next()
		p.block()
		return
	}
	start, mark := p.i, len(p.calls)
	p.expression()
	switch {
	case p.lang == python && p.isOp(":") && p.i == start+1:
		p.next()
		p.ternary()
		if p.takeOp("=") {
			p.assign(start, start+1, p.expression())
		}
	case p.lang == perl && (p.isWord("for") || p.isWord("foreach")):
		p.again(start, mark, "$_")
	}
}

// again reads the list of a perl statement modifier and then the statement once more with the
// loop's variable known.
func (p *parser) again(start, mark int, name string) {
	p.next()
	list := p.expression()
	for p.takeOp(",") {
		list = p.concat(val{kind: vList, items: []val{list}}, val{kind: vList, items: []val{p.expression()}})
	}
	after := p.i
	p.calls = p.calls[:mark]
	p.set(name, p.element(list))
	p.i = start
	p.expression()
	p.i = after
}

// keyword handles statements with a grammar of their own; false says that w begins an expression.
func (p *parser) keyword(w string) bool {
	switch p.lang {
	case python:
		return p.pythonKeyword(w)
	case javascript:
		return p.jsKeyword(w)
	}
	switch w {
	case "if", "elsif", "elif", "else", "unless", "while", "until", "end", "begin", "then", "rescue", "ensure", "local", "case", "when", "elseif", "try", "catch", "endif", "endforeach", "my", "our", "let", "const", "BEGIN", "END", "echo", "tell", "set", "repeat", "return":
		if w == "set" && p.lang == applescript {
			p.next()
			at := p.i
			p.name()
			if p.takeWord("to") {
				p.assign(at, at+1, p.expression())
			}
			return true
		}
		p.next()
		return true
	case "for", "foreach":
		p.next()
		switch p.lang {
		case perl:
			p.takeWord("my")
			p.takeWord("our")
			name := "$_"
			if p.cur().kind == tIdent {
				name = p.tokText(p.cur())
				p.next()
			}
			if p.isOp("(") {
				list := p.primary()
				p.bindLoop([]string{name}, list)
			}
		case php:
			if p.takeOp("(") {
				list := p.expression()
				if p.takeWord("as") {
					name := p.tokText(p.cur())
					p.next()
					if p.takeOp("=>") {
						name = p.tokText(p.cur())
						p.next()
					}
					p.bindLoop([]string{name}, list)
				}
				p.takeOp(")")
			}
		case ruby, lua:
			saved := p.loop
			p.loop = true
			names, list := p.loopHead()
			p.loop = saved
			p.bindLoop(names, list)
		}
		return true
	case "sub", "def", "function":
		if p.lang == php || p.lang == lua || p.lang == awk {
			p.next()
			for p.cur().kind == tIdent || p.isOp(".") || p.isOp(":") || p.isOp("&") {
				p.next()
			}
			if p.isOp("(") {
				p.skipParens()
			}
			return true
		}
		p.next()
		for p.cur().kind == tIdent && !p.cur().newline || p.isOp(".") {
			p.next()
		}
		if p.isOp("(") {
			p.skipParens()
		}
		return true
	case "use", "no", "package", "namespace":
		if p.lang == perl || p.lang == php {
			for !p.atEnd() && !p.isOp(";") && !p.isOp("{") {
				p.next()
			}
			return true
		}
	case "print", "printf":
		if p.lang == awk {
			p.awkPrint()
			return true
		}
	case "getline":
		if p.lang == awk {
			p.next()
			if p.cur().kind == tIdent {
				p.next()
			}
			if p.takeOp("<") {
				from := int(p.cur().pos)
				v := p.unary()
				p.awkFile(Read, v, from)
			}
			return true
		}
	}
	return false
}

func (p *parser) pythonKeyword(w string) bool {
	switch w {
	case "import":
		p.next()
		p.pythonImport()
	case "from":
		p.next()
		p.pythonFrom()
	case "for":
		p.next()
		saved := p.loop
		p.loop = true
		names, list := p.loopHead()
		p.loop = saved
		p.bindLoop(names, list)
	case "with":
		p.next()
		paren := p.takeOp("(")
		for !p.atEnd() {
			v := p.ternary()
			if p.takeWord("as") {
				at := p.i
				p.primary()
				p.assign(at, p.i, v)
			}
			if !p.takeOp(",") {
				break
			}
		}
		if paren {
			p.takeOp(")")
		}
	case "def":
		p.next()
		p.next()
		if p.isOp("(") {
			p.parameters()
		}
		if p.takeOp("->") {
			p.ternary()
		}
	case "class":
		p.next()
		p.next()
	case "if", "elif", "else", "while", "try", "finally", "except", "del", "assert", "raise", "return", "pass", "break", "continue", "global", "nonlocal", "async", "await", "print", "yield":
		if w == "print" && p.peek(1).kind == tOp && p.tokText(p.peek(1)) == "(" {
			return false
		}
		p.next()
	default:
		return false
	}
	return true
}

// parameters steps over the parameters of a function. A variable of the same name is not what
// the body means.
func (p *parser) parameters() {
	start := p.i
	p.skipParens()
	for i := start; i < p.i; i++ {
		t := &p.toks[i]
		if t.kind != tIdent {
			continue
		}
		name := p.tokText(t)
		if _, ok := p.lookup(name); !ok {
			continue
		}
		if before := &p.toks[i-1]; before.kind == tOp {
			switch p.tokText(before) {
			case "(", ",", "*", "**":
				p.set(name, unknownOf(name, name, 0))
			}
		}
	}
}

func (p *parser) jsKeyword(w string) bool {
	switch w {
	case "import":
		if n := p.peek(1); n.kind == tOp && (p.tokText(n) == "(" || p.tokText(n) == ".") {
			return false
		}
		p.next()
		p.jsImport()
	case "const", "let", "var":
		p.next()
		if p.isOp("{") {
			p.jsPattern()
		}
	case "for":
		p.next()
		p.takeWord("await")
		if !p.isOp("(") {
			return true
		}
		save := p.i
		p.next()
		for n := 0; n < 8; n++ {
			if t := p.peek(n); t.kind == tIdent && (p.tokText(t) == "of" || p.tokText(t) == "in") {
				names, list := p.loopHead()
				p.bindLoop(names, list)
				p.takeOp(")")
				return true
			}
		}
		p.i = save + 1
	case "function":
		p.next()
		p.functionLiteral()
	case "if", "else", "while", "do", "switch", "try", "catch", "finally", "return", "throw", "export", "default", "case", "async", "class":
		p.next()
		if w == "class" {
			for !p.atEnd() && !p.isOp("{") && !p.isOp(";") {
				p.next()
			}
		}
	default:
		return false
	}
	return true
}
