package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// parser reads one text: the code, or code within it.
type parser struct {
	*scanner
	text    string
	toks    []tok
	strs    [][]part
	pending []heredoc
	i       int
	depth   int
	steps   int
	rescan  int
	base    int  // offset of text in the source, -1 when it is not part of it
	inArgs  int  // depth of brackets: newlines do not end expressions there
	loop    bool // reading the target of a loop: in ends it
	bind    *val // what the first parameter of the next function literal is
	stop    bool
}

func (p *parser) cur() *tok { return &p.toks[p.i] }

func (p *parser) peek(n int) *tok {
	if p.i+n < len(p.toks) {
		return &p.toks[p.i+n]
	}
	return &p.toks[len(p.toks)-1]
}

func (p *parser) tokText(t *tok) string { return p.text[t.pos:t.end] }

func (p *parser) next() {
	if p.i < len(p.toks)-1 {
		p.i++
	}
}

func (p *parser) isOp(op string) bool {
	t := p.cur()
	return t.kind == tOp && p.text[t.pos:t.end] == op
}

func (p *parser) isWord(w string) bool {
	t := p.cur()
	return t.kind == tIdent && p.text[t.pos:t.end] == w
}

func (p *parser) takeOp(op string) bool {
	if p.isOp(op) {
		p.next()
		return true
	}
	return false
}

func (p *parser) takeWord(w string) bool {
	if p.isWord(w) {
		p.next()
		return true
	}
	return false
}

// spend counts a step of evaluation; false says that reading ends here.
func (p *parser) spend() bool {
	p.steps--
	if p.steps < 0 || p.depth > maxDepth || len(p.calls) >= maxCalls {
		p.overflow, p.stop = true, true
	}
	return !p.stop
}

func (p *parser) atEnd() bool { return p.stop || p.cur().kind == tEnd }

// program reads all statements.
func (p *parser) program() {
	for !p.atEnd() {
		start := p.i
		p.statement()
		if p.i == start {
			p.next()
		}
	}
}

// block reads statements up to the brace that closes the one just taken.
func (p *parser) block() {
	saved := p.inArgs
	p.inArgs = 0
	p.depth++
	for !p.atEnd() && !p.isOp("}") && p.spend() {
		start := p.i
		p.statement()
		if p.i == start {
			p.next()
		}
	}
	p.depth--
	p.inArgs = saved
	p.takeOp("}")
}

// skipParens steps over a bracket and all up to its match.
func (p *parser) skipParens() {
	depth := 0
	for !p.atEnd() {
		if t := p.cur(); t.kind == tOp {
			switch p.tokText(t) {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
		}
		p.next()
		if depth <= 0 {
			return
		}
	}
}

// expression reads an expression with its assignments.
func (p *parser) expression() val {
	if !p.spend() {
		return val{}
	}
	p.depth++
	defer func() { p.depth-- }()
	start := p.i
	left := p.ternary()
	t := p.cur()
	if t.kind != tOp {
		return left
	}
	op := p.tokText(t)
	switch op {
	case "=", ":=", "+=", ".=", "||=", "??=", "//=", "..=", "<<=":
	default:
		return left
	}
	if t.newline && p.inArgs == 0 && p.lang != javascript && p.lang != perl && p.lang != php {
		return left
	}
	end := p.i
	p.next()
	right := p.expression()
	switch op {
	case "+=", ".=", "<<=", "..=":
		right = p.concat(left, right)
	case "||=", "??=", "//=":
		right = p.either(left, right)
	}
	p.assign(start, end, right)
	return right
}

// assign gives the variables between two tokens a value.
func (p *parser) assign(start, end int, v val) {
	for start < end && p.toks[start].kind == tIdent && isDeclarator(p.tokText(&p.toks[start])) {
		start++
	}
	if end == start+1 && p.toks[start].kind == tIdent {
		p.set(p.tokText(&p.toks[start]), v)
		return
	}
	// $x[0], @x, (a, b): every name among them.
	open := p.toks[start].kind == tOp
	n := 0
	for i := start; i < end; i++ {
		t := &p.toks[i]
		if t.kind == tOp {
			switch p.tokText(t) {
			case ".", "->", "[", "::", "?.", "{":
				if i > start {
					return
				}
			}
			continue
		}
		if t.kind != tIdent || isDeclarator(p.tokText(t)) {
			continue
		}
		switch {
		case v.kind == vList && n < len(v.items) && (open || p.lang == python || p.lang == ruby):
			p.set(p.tokText(t), v.items[n])
		default:
			p.set(p.tokText(t), unknownOf(p.tokText(t), p.tokText(t), v.origin()))
		}
		n++
	}
}

func isDeclarator(w string) bool {
	switch w {
	case "my", "our", "local", "const", "let", "var", "global", "static", "state":
		return true
	}
	return false
}

func (p *parser) set(name string, v val) {
	if p.vars == nil {
		p.vars = make(map[string]val, 8)
	}
	if len(p.vars) < 4096 {
		p.vars[name] = v
	}
}

// stringVal evaluates a string literal.
func (p *parser) stringVal(t *tok) val {
	if t.str < 0 || int(t.str) >= len(p.strs) {
		return text("")
	}
	parts := p.strs[t.str]
	if len(parts) == 1 && parts[0].to == 0 && parts[0].hole == 0 {
		return text(parts[0].text)
	}
	// One word is built in place as long as no part has several values.
	var w value.Word
	out, many := val{}, false
	for _, x := range parts {
		var v val
		switch {
		case x.hole > 0:
			piece := p.src.piece(p.text, x.hole-1)
			v = val{kind: vText, alts: []value.Word{{Pieces: []value.Piece{piece}}}}
		case x.to > 0:
			v = p.inner(x.from, x.to)
		default:
			v = text(x.text)
		}
		switch {
		case many:
			out = p.concat(out, v)
		case len(v.alts) == 1:
			if !p.budget(sizeOf(&v.alts[0])) {
				return p.limited()
			}
			w.AppendWord(v.alts[0])
		default:
			out, many = p.concat(words(w), v), true
		}
	}
	if many {
		return out
	}
	return words(w)
}

// inner evaluates an interpolated expression.
func (p *parser) inner(from, to int) val {
	to = min(to, len(p.text))
	if from >= to {
		return text("")
	}
	src := p.text[from:to]
	if v, ok := p.lookup(src); ok {
		return v
	}
	if p.rescan >= maxRescan {
		p.overflow = true
		return unknownOf(p.render(src), "", value.Limit)
	}
	base := -1
	if p.base >= 0 {
		base = p.base + from
	}
	sub := p.parser(src, base, p.rescan+1)
	sub.inArgs = 1
	sub.steps = min(sub.steps, p.steps)
	v := sub.expression()
	for !sub.atEnd() {
		sub.next()
		v = unknownOf(src, "", v.origin())
		start := sub.i
		sub.expression()
		if sub.i == start {
			sub.next()
		}
	}
	p.steps -= len(sub.toks)
	if len(v.alts) == 0 {
		name := ""
		if isWord(strings.TrimLeft(src, "$@")) {
			name = strings.TrimLeft(src, "$@")
		}
		return unknownOf(p.render(src), name, v.origin())
	}
	return v
}

func (p *parser) lookup(name string) (val, bool) {
	if p.vars == nil {
		return val{}, false
	}
	v, ok := p.vars[name]
	return v, ok
}

// emit reports a call. One argument with several values gives a call for each of them.
func (p *parser) emit(c Call, from, to int, args ...val) {
	if len(p.calls) >= maxCalls {
		p.overflow = true
		return
	}
	if p.base >= 0 {
		c.Start, c.End = p.src.offset(p.base+from), p.src.offset(p.base+to)
	} else {
		c.Start, c.End = p.evalStart, p.evalEnd
	}
	many := -1
	for i := range args {
		ws := p.alternatives(&args[i])
		if len(ws) > 1 && many < 0 {
			many = i
		}
		c.Args = append(c.Args, ws[0])
	}
	if many < 0 {
		p.calls = append(p.calls, c)
		return
	}
	for _, w := range args[many].alts {
		d := c
		d.Args = append([]value.Word(nil), c.Args...)
		d.Args[many] = w
		p.calls = append(p.calls, d)
	}
}
