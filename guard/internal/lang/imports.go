package lang

import (
	"strings"
)

func (p *parser) dotted() string {
	var b strings.Builder
	for {
		if p.cur().kind == tIdent {
			b.WriteString(p.tokText(p.cur()))
			p.next()
		}
		if !p.isOp(".") && !p.isOp("...") {
			return b.String()
		}
		b.WriteByte('.')
		p.next()
	}
}

func (p *parser) pythonImport() {
	for !p.atEnd() {
		name := p.dotted()
		if name == "" {
			return
		}
		if p.takeWord("as") {
			p.set(p.tokText(p.cur()), val{kind: vRef, ref: name})
			p.next()
		} else {
			// The name may have been given another value before.
			top, _, _ := strings.Cut(name, ".")
			p.set(top, val{kind: vRef, ref: top})
		}
		if !p.takeOp(",") {
			return
		}
	}
}

func (p *parser) pythonFrom() {
	module := p.dotted()
	if !p.takeWord("import") {
		return
	}
	paren := p.takeOp("(")
	for !p.atEnd() {
		if p.takeOp("*") {
			if len(p.stars) < 16 {
				p.stars = append(p.stars, module)
			}
			return
		}
		if p.cur().kind != tIdent {
			break
		}
		name := p.tokText(p.cur())
		as := name
		p.next()
		if p.takeWord("as") {
			as = p.tokText(p.cur())
			p.next()
		}
		p.set(as, val{kind: vRef, ref: module + "." + name})
		if !p.takeOp(",") {
			break
		}
	}
	if paren {
		p.takeOp(")")
	}
}

// jsImport reads import declarations.
func (p *parser) jsImport() {
	type binding struct{ name, as string }
	var bs []binding
	for !p.atEnd() {
		t := p.cur()
		switch {
		case t.kind == tStr:
			module := jsModule(p.rawString(t))
			p.next()
			for _, b := range bs {
				ref := module
				if b.name != "" && b.name != "default" {
					ref += "." + b.name
				}
				p.set(b.as, val{kind: vRef, ref: ref})
			}
			return
		case t.kind == tIdent && p.tokText(t) == "from":
			p.next()
		case t.kind == tIdent:
			// A default import.
			bs = append(bs, binding{"", p.tokText(t)})
			p.next()
		case p.takeOp("*"):
			p.takeWord("as")
		case p.takeOp("{"):
			for !p.atEnd() && !p.isOp("}") {
				name := p.tokText(p.cur())
				as := name
				p.next()
				if p.takeWord("as") {
					as = p.tokText(p.cur())
					p.next()
				}
				bs = append(bs, binding{name, as})
				p.takeOp(",")
			}
			p.takeOp("}")
		case p.takeOp(","):
		default:
			return
		}
		if len(bs) > 256 {
			return
		}
	}
}

// jsPattern reads {a, b: c} = value.
func (p *parser) jsPattern() {
	var names, keys []string
	p.next()
	for !p.atEnd() && !p.isOp("}") && len(names) < 256 {
		if p.cur().kind != tIdent && p.cur().kind != tStr {
			p.next()
			continue
		}
		key := p.dictKey()
		name := key
		if p.takeOp(":") && p.cur().kind == tIdent {
			name = p.tokText(p.cur())
			p.next()
		}
		if p.takeOp("=") {
			p.expression()
		}
		names, keys = append(names, name), append(keys, key)
		p.takeOp(",")
	}
	p.takeOp("}")
	if !p.takeOp("=") {
		return
	}
	v := p.expression()
	for i, n := range names {
		p.set(n, p.attr(v, keys[i]))
	}
}
