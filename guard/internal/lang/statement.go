package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

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
			p.skipParens()
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

// commandCall tells whether a call without brackets follows the name v.
func (p *parser) commandCall(v *val, t *tok) bool {
	if t.newline && p.inArgs == 0 || !t.space {
		return false
	}
	switch p.lang {
	case ruby, perl, php:
	default:
		return false
	}
	if strings.HasPrefix(v.ref, "$") || strings.HasPrefix(v.ref, "@") || strings.HasPrefix(v.ref, "%") {
		return false
	}
	if p.lang == php {
		switch v.ref {
		case "include", "include_once", "require", "require_once", "print":
		default:
			return false
		}
	}
	switch t.kind {
	case tStr, tWords, tCmd, tRead, tHole:
		return true
	case tNum:
		return p.isCommand(v.ref)
	case tIdent:
		switch p.tokText(t) {
		case "if", "unless", "while", "until", "or", "and", "for", "foreach", "do", "then", "x", "eq", "ne", "in", "end", "rescue":
			return false
		}
		return p.lang == php || p.isCommand(v.ref)
	case tOp:
		switch p.tokText(t) {
		case "*", "[", "\\":
			return p.isCommand(v.ref) && p.peek(1).kind != tEnd && !p.peek(1).space
		case "(":
			return true
		}
	}
	return false
}

// isCommand tells whether a name is a function that is often called without brackets.
func (p *parser) isCommand(ref string) bool {
	if i := strings.LastIndexAny(ref, ".:"); i >= 0 {
		ref = ref[i+1:]
	}
	switch ref {
	case "system", "exec", "spawn", "eval", "unlink", "rmdir", "rmtree", "remove_tree", "open", "rename", "chmod", "chown", "truncate", "kill",
		"rm", "rm_r", "rm_rf", "rm_f", "mv", "cp", "cp_r", "move", "copy", "remove_entry_secure", "remove_entry", "remove_dir", "remove_file", "delete", "write", "read",
		"popen", "popen3", "capture2", "capture2e", "capture3", "glob", "join", "sh", "getstore", "get", "getprint", "load", "instance_eval", "send", "__send__",
		"expand_path", "home", "opendir", "sysopen", "require", "print", "puts", "ln_s", "ln_sf", "install", "touch", "mkdir_p", "binwrite", "binread", "sort", "grep", "map", "do", "reverse", "pack", "split", "decode_base64", "utime", "symlink", "link", "file", "scalar", "lc", "uc", "p", "pp", "chr", "die":
		return true
	}
	return false
}

func (p *parser) commandArgs(from int) arguments {
	a := arguments{from: from}
	// Ruby's brackets after a blank are those of the first argument or of the call: the same here.
	p.argumentList(&a, "")
	a.to = int(p.toks[max(p.i-1, 0)].end)
	return a
}

// rubyBlock reads { |x| ... } or do |x| after a call on v; the body of do is left to the caller.
func (p *parser) rubyBlock(v val, brace bool) val {
	p.next()
	p.rubyParams(&v)
	if brace {
		p.block()
	}
	return unknownOf("...", "", v.origin())
}

func (p *parser) rubyParams(over *val) {
	if !p.takeOp("|") {
		return
	}
	first := true
	for !p.atEnd() && !p.isOp("|") {
		if t := p.cur(); t.kind == tIdent {
			if first && over != nil {
				p.set(p.tokText(t), p.element(*over))
			}
			first = false
		} else if t.kind != tOp {
			return
		}
		p.next()
	}
	p.takeOp("|")
}

// perlRead is <FH>, <STDIN>, <$fh> or a pattern.
func (p *parser) perlRead(t *tok) val {
	v := p.stringVal(t)
	name := p.text[t.pos+1 : max(t.end-1, t.pos+1)]
	switch {
	case name == "STDIN" || name == "" || name == "<>" || name == "ARGV":
		return unknownOf("<"+name+">", name, value.Stdin)
	case strings.ContainsAny(name, "*?[/~. "):
		return p.glob(v)
	}
	f, _ := p.lookup(name)
	return p.element(f)
}

// percentFormat is "..." % x for %s and %d.
func (p *parser) percentFormat(f, x val) val {
	if len(f.alts) != 1 {
		return unknownOf("...", "", f.origin()|x.origin())
	}
	args := []val{x}
	if x.kind == vList {
		args = x.items
	}
	out := text("")
	pieces := f.alts[0].Pieces
	if pieces == nil {
		pieces = []value.Piece{{Text: f.alts[0].Lit}}
	}
	for _, piece := range pieces {
		if piece.Kind != value.Text {
			out = p.concat(out, pieceVal(piece))
			continue
		}
		s := piece.Text
		for s != "" {
			i := strings.IndexByte(s, '%')
			if i < 0 || i+1 >= len(s) {
				out = p.concat(out, text(s))
				break
			}
			out = p.concat(out, text(s[:i]))
			switch {
			case s[i+1] == '%':
				out = p.concat(out, text("%"))
				s = s[i+2:]
				continue
			case s[i+1] == '(' && x.kind == vDict:
				n := strings.IndexByte(s[i:], ')')
				if n < 0 || i+n+1 >= len(s) {
					return unknownOf("...", "", f.origin()|x.origin())
				}
				w := unknownOf(s[i:i+n+1], "", x.origin())
				if v := x.get(s[i+2 : i+n]); v != nil {
					w = *v
				}
				out = p.concat(out, w)
				s = s[i+n+2:]
				continue
			case strings.IndexByte("sdriu", s[i+1]) >= 0 && len(args) > 0:
				out = p.concat(out, args[0])
			case s[i+1] == 'c' && len(args) > 0:
				out = p.concat(out, p.chr(args[0]))
			default:
				return unknownOf("...", "", f.origin()|x.origin())
			}
			args = args[1:]
			s = s[i+2:]
		}
	}
	return out
}

// braceFormat is str.format.
func (p *parser) braceFormat(f val, a *arguments) val {
	s, ok := f.known()
	if !ok {
		return unknownOf("...", "", f.origin())
	}
	out := text("")
	next := 0
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			return p.concat(out, text(s))
		}
		out = p.concat(out, text(s[:i]))
		if i+1 < len(s) && s[i+1] == s[i] {
			out = p.concat(out, text(s[i:i+1]))
			s = s[i+2:]
			continue
		}
		n := strings.IndexByte(s[i:], '}')
		if n < 0 || s[i] == '}' {
			return p.concat(out, text(s[i:]))
		}
		field := s[i+1 : i+n]
		s = s[i+n+1:]
		if c := strings.IndexAny(field, ":!.["); c >= 0 {
			field = field[:c]
		}
		v, found := val{}, false
		switch {
		case field == "":
			v, found = a.arg(next)
			next++
		case '0' <= field[0] && field[0] <= '9':
			v, found = a.arg(int(field[0] - '0'))
		default:
			v, found = a.arg(-1, field)
		}
		if !found {
			v = unknownOf("{"+field+"}", field, 0)
		}
		out = p.concat(out, v)
	}
	return out
}

// chr is the character of a code.
func (p *parser) chr(v val) val {
	return p.mapText(v, func(s string) (string, bool) {
		n, ok := integer(s)
		if !ok || n < 0 || n > 0x10ffff {
			return "", false
		}
		return string(rune(n)), true
	}, false)
}

// integer reads a number literal.
func integer(s string) (int, bool) {
	base, digits := 10, s
	if len(s) > 2 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			base, digits = 16, s[2:]
		case 'o':
			base, digits = 8, s[2:]
		case 'b':
			base, digits = 2, s[2:]
		}
	}
	n := 0
	for _, c := range []byte(digits) {
		d := int(digitOf(c))
		if d >= base || n > 1<<40 {
			return 0, false
		}
		n = n*base + d
	}
	return n, digits != ""
}
