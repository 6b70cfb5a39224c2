package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// arguments of a call.
type arguments struct {
	pos []val
	kw  []pair
	// from and to are the place of the whole call in the text.
	from, to int
	// bare: no argument list was written.
	bare bool
}

// arg returns an argument by position, or the keyword that stands for it.
func (a *arguments) arg(n int, names ...string) (val, bool) {
	for _, name := range names {
		if v := a.keyword(name); v != nil {
			return *v, true
		}
	}
	if n >= 0 && n < len(a.pos) {
		return a.pos[n], true
	}
	return val{}, false
}

// keyword finds a keyword argument, or an entry of a dictionary argument.
func (a *arguments) keyword(name string) *val {
	for i := range a.kw {
		if a.kw[i].key == name {
			return &a.kw[i].val
		}
	}
	for i := range a.pos {
		if a.pos[i].kind == vDict {
			if v := a.pos[i].get(name); v != nil {
				return v
			}
		}
	}
	return nil
}

// is tells whether a keyword is given and not surely false.
func (a *arguments) is(name string) bool {
	v := a.keyword(name)
	return v != nil && !v.falsy()
}

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
		if first := p.peek(1); first.kind == tIdent && p.bind != nil {
			p.set(p.tokText(first), *p.bind)
		}
		p.bind = nil
		p.skipParens()
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

// postfix reads what is attached to an operand: attributes, calls, subscripts.
func (p *parser) postfix(v val, from int) val {
	for !p.atEnd() && p.spend() {
		t := p.cur()
		free := t.newline && p.inArgs == 0
		op := ""
		if t.kind == tOp {
			op = p.tokText(t)
		}
		switch {
		case p.isAttr(op) && !(free && p.lang != javascript && p.lang != php && p.lang != perl && p.lang != ruby):
			p.next()
			n := p.cur()
			switch {
			case n.kind == tIdent:
				p.next()
				name := p.tokText(n)
				if p.lang == php || p.lang == perl {
					name = strings.TrimPrefix(name, "$")
				}
				v = p.attr(v, name)
			case n.kind == tOp && (p.tokText(n) == "(" || p.tokText(n) == "[" || p.tokText(n) == "{"):
				continue
			default:
				return p.settle(v, from)
			}
		case op == "(" && !free && !(t.space && (p.lang == ruby && v.kind != vRef || p.lang == awk)):
			v = p.invoke(v, from, p.callArgs(&v, from))
		case op == "[" && !free && !(t.space && p.lang == ruby):
			v = p.index(p.settle(v, from), "]", from)
		case op == "{" && p.lang == perl && !t.space && (strings.HasPrefix(v.ref, "$") || v.ref == "" && v.kind != vText):
			v = p.index(v, "}", from)
		case t.kind == tStr && p.lang == javascript && !t.space && p.text[t.pos] == '`' && v.kind == vRef:
			a := arguments{pos: []val{p.stringVal(t)}, from: from, to: int(t.end)}
			p.next()
			v = p.invoke(val{kind: vRef, ref: v.ref + "`", self: v.self}, from, a)
		case (t.kind == tStr || op == "{") && p.lang == lua && v.kind == vRef && !free:
			x := p.primary()
			v = p.invoke(v, from, arguments{pos: []val{x}})
		case p.lang == ruby && (op == "{" && !free && (v.kind == vRef || v.kind == vUnknown || len(v.alts) > 0 || v.kind == vList) && p.inTarget(from) || t.kind == tIdent && p.isWord("do") && !free && !p.loop):
			v = p.rubyBlock(p.settle(v, from), op == "{")
			if op != "{" {
				return v
			}
		case v.kind == vRef && p.commandCall(&v, t):
			v = p.invoke(v, from, p.commandArgs(from))
			return p.settle(v, from)
		default:
			return p.settle(v, from)
		}
		p.place(&v, from)
	}
	return p.settle(v, from)
}

// inTarget tells whether a brace after an operand is a block of the call, not of if or while.
func (p *parser) inTarget(from int) bool {
	return p.i > 0 && int(p.toks[p.i-1].pos) >= from
}

// place gives a value its place, where it has none of its own.
func (p *parser) place(v *val, from int) {
	to := from
	if p.i > 0 {
		to = int(p.toks[p.i-1].end)
	}
	v.from, v.to = from, max(to, from)
	if v.kind == vUnknown && len(v.alts) == 1 && len(v.alts[0].Pieces) == 1 && v.alts[0].Pieces[0].Text == "..." {
		v.alts[0].Pieces[0].Text = p.written(v)
	}
}

func (p *parser) isAttr(op string) bool {
	switch op {
	case ".":
		return p.lang != perl && p.lang != php && p.lang != awk && p.lang != applescript
	case "?.":
		return p.lang == javascript || p.lang == php
	case "->":
		return p.lang == perl || p.lang == php
	case "::":
		return p.lang == ruby || p.lang == php || p.lang == perl
	case ":":
		// lua's a:b(...)
		if p.lang == lua && p.peek(1).kind == tIdent {
			n := p.peek(2)
			return n.kind == tStr || n.kind == tOp && p.tokText(n) == "("
		}
	}
	return false
}

// attr is v.name.
func (p *parser) attr(v val, name string) val {
	if v.kind == vRef && v.self == nil && !(p.lang == javascript && name == "then") {
		ref := v.ref + "." + name
		if w, ok := p.lookup(ref); ok {
			return w
		}
		return val{kind: vRef, ref: ref, class: v.class}
	}
	if v.kind == vDict {
		if x := v.get(name); x != nil && x.kind != vRef {
			return *x
		}
	}
	self := p.settle(v, v.from)
	return val{kind: vRef, ref: name, self: &self}
}

// settle turns a method that is not called into the value of the property.
func (p *parser) settle(v val, from int) val {
	if v.kind != vRef {
		return v
	}
	a := arguments{from: from, to: from, bare: true}
	if p.i > 0 {
		a.to = max(int(p.toks[p.i-1].end), from)
	}
	if v.self != nil {
		out := p.property(*v.self, v.ref, a)
		p.place(&out, from)
		return out
	}
	if out, ok := p.constant(v.ref, a); ok {
		p.place(&out, from)
		return out
	}
	return v
}

// callArgs reads ( ... ) of a call of v.
func (p *parser) callArgs(v *val, from int) arguments {
	if v.self != nil {
		switch v.ref {
		case "forEach", "map", "filter", "each", "some", "every", "flatMap", "then", "reduce", "select", "for", "finally", "on":
			e := p.element(*v.self)
			if v.ref == "then" || v.ref == "on" {
				e = *v.self
				e.class = ""
			}
			saved := p.bind
			p.bind = &e
			defer func() { p.bind = saved }()
		}
	}
	p.next()
	p.inArgs++
	a := arguments{from: from}
	p.argumentList(&a, ")")
	p.inArgs--
	p.takeOp(")")
	a.to = int(p.toks[max(p.i-1, 0)].end)
	return a
}

// argumentList reads arguments up to a closing bracket, or up to the end of a statement when end is "".
func (p *parser) argumentList(a *arguments, end string) {
	loop := p.loop
	p.loop = false
	defer func() { p.loop = loop }()
	for !p.atEnd() && p.spend() {
		if end != "" && p.isOp(end) || end == "" && p.endsCommand() {
			return
		}
		start := p.i
		mark := len(p.calls)
		t := p.cur()
		if t.kind == tIdent || t.kind == tStr {
			if n := p.peek(1); n.kind == tOp {
				op := p.tokText(n)
				if op == "=" && p.lang == python || op == ":" && (p.lang == ruby || p.lang == php) && (t.kind == tIdent || p.lang == ruby) || op == "=>" && (p.lang == ruby || p.lang == perl) {
					key := p.tokText(t)
					if t.kind == tStr {
						key = p.rawString(t)
					}
					p.next()
					p.next()
					if op != ":" || !(p.isOp(",") || p.isOp(")")) {
						a.kw = append(a.kw, pair{key, p.expression()})
					}
					p.takeOp(",")
					continue
				}
			}
		}
		if p.lang == javascript && p.isOp("...") {
			p.next()
			v := p.expression()
			if v.kind == vList {
				a.pos = append(a.pos, v.items...)
			} else {
				a.pos = append(a.pos, spread(p, v))
			}
			p.takeOp(",")
			continue
		}
		star := (p.lang == python || p.lang == ruby) && p.isOp("*")
		if p.lang == python && p.isOp("**") {
			p.next()
			v := p.expression()
			a.kw = append(a.kw, v.pairs...)
			p.takeOp(",")
			continue
		}
		v := p.expression()
		if p.lang == python && (p.isWord("for") || p.isWord("async")) {
			v = p.comprehension(start, mark, end)
		}
		switch {
		case (star || p.lang == perl) && v.kind == vList:
			a.pos = append(a.pos, v.items...)
		case star:
			a.pos = append(a.pos, spread(p, v))
		case len(a.pos) < maxItems:
			a.pos = append(a.pos, v)
		}
		if p.takeOp(",") || p.lang == perl && p.takeOp("=>") {
			continue
		}
		if end == "" {
			return
		}
		if p.i == start {
			if p.isOp(")") || p.isOp("]") || p.isOp("}") {
				return
			}
			p.next()
		}
	}
}

// spread is an argument that stands for any number of them.
func spread(p *parser, v val) val {
	ws := p.alternatives(&v)
	w := value.Word{Pieces: append([]value.Piece(nil), ws[0].Pieces...), Lit: ws[0].Lit}
	for i := range w.Pieces {
		w.Pieces[i].Quoted = false
	}
	return val{kind: v.kind, alts: []value.Word{w}, class: "spread"}
}

func (p *parser) endsCommand() bool {
	t := p.cur()
	if t.kind == tEnd || t.newline && p.inArgs == 0 && p.lang != perl && p.lang != php {
		return true
	}
	switch t.kind {
	case tOp:
		switch p.tokText(t) {
		case ")", "]", "}", ";", "?", ":", "||", "&&", "=", "|", ">", ">>":
			return true
		}
	case tIdent:
		switch p.tokText(t) {
		case "if", "unless", "while", "until", "or", "and", "for", "foreach", "do", "then", "rescue", "end", "xor":
			return true
		}
	}
	return false
}

// index reads [x] or {x} after a value.
func (p *parser) index(v val, end string, from int) val {
	p.next()
	p.inArgs++
	if p.lang == python && (p.isOp(":") || p.isOp("::")) {
		return p.slice(v, end)
	}
	if end == "}" && p.cur().kind == tIdent && p.peek(1).kind == tOp && p.tokText(p.peek(1)) == "}" {
		key := p.tokText(p.cur())
		p.next()
		p.next()
		p.inArgs--
		return p.item(v, text(key))
	}
	items, _ := p.items(end)
	if p.lang == python && (p.isOp(":") || p.isOp("::")) {
		return p.slice(v, end)
	}
	p.inArgs--
	p.takeOp(end)
	if p.lang == ruby && v.kind == vRef && v.ref == "Dir" && len(items) > 0 {
		out := p.glob(items[0])
		for _, x := range items[1:] {
			out = p.either(out, p.glob(x))
		}
		out.class = "glob"
		return out
	}
	if len(items) != 1 {
		return unknownOf("...", "", v.origin())
	}
	_ = from
	return p.item(v, items[0])
}

// slice reads the rest of a python slice; only [::-1] is folded.
func (p *parser) slice(v val, end string) val {
	from := int(p.cur().pos)
	depth := 0
	for !p.atEnd() {
		if p.isOp("[") || p.isOp("(") {
			depth++
		}
		if p.isOp(end) || p.isOp(")") {
			if depth == 0 {
				break
			}
			depth--
		}
		p.next()
	}
	body := strings.ReplaceAll(p.text[from:p.cur().pos], " ", "")
	p.inArgs--
	p.takeOp(end)
	switch body {
	case "::-1":
		return p.mapText(v, func(s string) (string, bool) { return reverse(s), true }, false)
	case ":":
		return v
	}
	return unknownOf("...", "", v.origin())
}

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

// item is v[key].
func (p *parser) item(v, key val) val {
	k, ok := key.known()
	switch {
	case v.kind == vRef && v.self == nil && ok:
		if out, found := p.environment(v.ref, k); found {
			return out
		}
		if p.lang == javascript || p.lang == lua || p.lang == python && (v.ref == "globals" || v.ref == "locals") {
			return p.attr(v, k)
		}
		return unknownOf(v.ref+"["+k+"]", "", 0)
	case v.kind == vDict && ok:
		if x := v.get(k); x != nil {
			return *x
		}
	case v.kind == vList && ok:
		n := 0
		for _, d := range []byte(k) {
			if d < '0' || d > '9' || n > maxItems {
				n = -1
				break
			}
			n = n*10 + int(d-'0')
		}
		if n >= 0 && n < len(v.items) && k != "" {
			return v.items[n]
		}
	case ok && p.lang == javascript && k != "" && isWordStart(k[0]):
		return p.settleLater(v, k)
	}
	if v.class == "glob" {
		v.class = ""
		return v
	}
	return unknownOf("...", "", v.origin())
}

func (p *parser) settleLater(v val, name string) val {
	return val{kind: vRef, ref: name, self: &v}
}
