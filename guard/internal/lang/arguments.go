package lang

import (
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
