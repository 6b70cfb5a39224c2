package lang

import (
	"strconv"
	"strings"
)

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

// index reads [x] or {x} after a value.
func (p *parser) index(v val, end string, from int) val {
	p.next()
	p.inArgs++
	start := int(p.cur().pos)
	if p.lang == python && p.slices() {
		return p.slice(v, end, start)
	}
	if end == "}" && p.cur().kind == tIdent && p.peek(1).kind == tOp && p.tokText(p.peek(1)) == "}" {
		key := p.tokText(p.cur())
		p.next()
		p.next()
		p.inArgs--
		return p.item(v, text(key))
	}
	items, _ := p.items(end)
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

// slices tells whether a subscript of python is a slice of numbers: [3:], [:-1].
func (p *parser) slices() bool {
	for n := range 4 {
		t := p.peek(n)
		if t.kind != tOp {
			continue
		}
		if text := p.tokText(t); text != "-" {
			return text == ":" || text == "::"
		}
	}
	return false
}

// slice reads the rest of a python slice, which begins at from.
func (p *parser) slice(v val, end string, from int) val {
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
	if lo, hi, ok := strings.Cut(body, ":"); ok && !strings.Contains(hi, ":") { // [3:], [:-1], [2:9]
		return p.mapText(v, func(s string) (string, bool) { return between(s, lo, hi) }, false)
	}
	return unknownOf("...", "", v.origin())
}

// between is the part of a text from lo to hi as python counts: from the end when negative.
func between(s, lo, hi string) (string, bool) {
	at := func(bound string, otherwise int) (int, bool) {
		if bound == "" {
			return otherwise, true
		}
		n, err := strconv.Atoi(bound)
		if n < 0 {
			n += len(s)
		}
		return min(max(n, 0), len(s)), err == nil
	}
	from, okFrom := at(lo, 0)
	to, okTo := at(hi, len(s))
	if !okFrom || !okTo || strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) >= 0 {
		return "", false
	}
	return s[from:max(from, to)], true
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
