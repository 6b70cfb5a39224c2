package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// luaCall calls a function of lua by its dotted name.
func (p *parser) luaCall(name string, a *arguments) (val, bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "_G."), "_ENV.")
	first, has := a.arg(0)
	if !has {
		return val{}, false
	}
	switch name {
	case "os.execute", "io.popen", "vim.fn.system", "vim.fn.systemlist":
		return p.run(name, first, first.kind != vList, a), true
	case "os.remove", "lfs.rmdir":
		p.paths(Call{Kind: Delete, Name: name}, a, first)
	case "vim.fn.delete":
		second, _ := a.arg(1)
		flags, _ := second.known()
		p.paths(Call{Kind: Delete, Name: name, Recursive: strings.Contains(flags, "r")}, a, first)
	case "os.rename":
		p.emit(Call{Kind: Move, Name: name}, a.from, a.to, first, p.at(a, 1))
	case "io.open":
		second, _ := a.arg(1)
		mode, _ := second.known()
		return p.open(name, first, mode, a), true
	case "io.lines", "io.input":
		p.paths(Call{Kind: Read, Name: name}, a, first)
		return p.fileContent(first, name), true
	case "io.output":
		p.paths(Call{Kind: Write, Name: name}, a, first)
	case "dofile", "loadfile":
		p.paths(Call{Kind: Read, Name: name}, a, first)
	case "load", "loadstring":
		p.eval(first, a, name)
		return unknownOf(name, name, first.origin()), true
	case "os.getenv":
		if s, ok := first.known(); ok {
			return p.env(name+"()", s), true
		}
		return val{}, false
	case "require":
		if s, ok := first.known(); ok {
			return val{kind: vRef, ref: s}, true
		}
		return val{}, false
	case "string.char":
		out := text("")
		for _, x := range a.pos {
			out = p.concat(out, p.chr(x))
		}
		return out, true
	case "string.reverse":
		return p.mapText(first, func(s string) (string, bool) { return reverse(s), true }, false), true
	case "string.lower":
		return p.textMethod(first, "lower", a)
	case "table.concat":
		sep, ok := a.arg(1)
		if !ok {
			sep = text("")
		}
		if first.kind == vDict {
			list := val{kind: vList}
			for _, x := range first.pairs {
				list.items = append(list.items, text(x.key))
			}
			first = list
		}
		return p.join(first, sep), true
	case "string.format":
		return p.percentFormat(first, val{kind: vList, items: a.pos[1:]}), true
	case "tostring":
		return first, true
	default:
		return val{}, false
	}
	return val{kind: vBool}, true
}

func (p *parser) luaMethod(self val, name string, a *arguments) (val, bool) {
	switch name {
	case "read", "lines":
		if self.kind == vFile {
			return p.fileContent(val{kind: vText, alts: self.alts}, name), true
		}
		return unknownOf(name, name, self.origin()), true
	case "reverse", "lower", "upper":
		if self.kind == vText {
			if name == "reverse" {
				return p.mapText(self, func(s string) (string, bool) { return reverse(s), true }, false), true
			}
			return p.textMethod(self, name, a)
		}
	}
	return val{}, false
}

// awkCall calls a function of awk.
func (p *parser) awkCall(name string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	switch name {
	case "system":
		if has {
			p.emit(Call{Kind: Shell, Name: name}, a.from, a.to, first)
		}
		return text("0"), has
	case "sprintf":
		if has {
			return p.percentFormat(first, val{kind: vList, items: a.pos[1:]}), true
		}
	case "tolower":
		return p.textMethod(first, "lower", &arguments{})
	case "toupper":
		return p.textMethod(first, "upper", &arguments{})
	case "close", "fflush":
		return val{kind: vBool}, true
	}
	return val{}, false
}

// awkPrint reads print and printf with their redirection.
func (p *parser) awkPrint() {
	from := int(p.cur().pos)
	verb := p.tokText(p.cur())
	p.next()
	var args []val
	for !p.atEnd() && !p.cur().newline {
		if p.isOp(";") || p.isOp("}") || p.isOp(">") || p.isOp(">>") || p.isOp("|") || p.isOp("|&") {
			break
		}
		start := p.i
		args = append(args, p.expression())
		if !p.takeOp(",") && p.i == start {
			break
		}
	}
	if len(args) == 1 && args[0].kind == vList {
		args = args[0].items
	}
	op := p.tokText(p.cur())
	if p.cur().kind != tOp {
		return
	}
	switch op {
	case ">", ">>":
		p.next()
		kind := Write
		if op == ">>" {
			kind = Append
		}
		p.awkFile(kind, p.awkTarget(), from)
	case "|", "|&":
		p.next()
		cmd := p.awkTarget()
		p.awkCommand(cmd, from)
		// What is printed into a shell is run by it.
		if s, ok := cmd.known(); ok && isShell(s) {
			var text val
			if verb == "printf" && len(args) > 0 {
				text = p.percentFormat(args[0], val{kind: vList, items: args[1:]})
			} else {
				text = p.join(val{kind: vList, items: args}, val{kind: vText, alts: []value.Word{value.Lit(" ")}})
			}
			p.emit(Call{Kind: Shell, Name: verb + " |"}, from, int(p.toks[max(p.i-1, 0)].end), text)
		}
	}
}

func isShell(s string) bool {
	switch s = strings.TrimSpace(s); s {
	case "sh", "bash", "/bin/sh", "/bin/bash", "zsh", "dash", "/usr/bin/bash", "sh -s", "bash -s", "sudo sh", "sudo bash", "ksh":
		return true
	}
	return false
}

// awkTarget reads the file or the command of a redirection: a concatenation without comparison.
func (p *parser) awkTarget() val {
	v := p.unary()
	for !p.atEnd() && !p.cur().newline && p.startsOperand(p.cur()) {
		v = p.concat(v, p.unary())
	}
	return v
}

// awkCommand reports a command of a pipe, or a socket where its name is one.
func (p *parser) awkCommand(v val, from int) {
	to := int(p.toks[max(p.i-1, 0)].end)
	if s, _ := v.alternativesPrefix(); strings.HasPrefix(s, "/inet") {
		args := []val{v}
		if t, ok := v.known(); ok {
			if parts := strings.Split(t, "/"); len(parts) >= 6 {
				args = []val{text(parts[4]), text(parts[5])}
			}
		}
		p.emit(Call{Kind: Socket, Name: "/inet"}, from, to, args...)
		return
	}
	p.emit(Call{Kind: Shell, Name: "|"}, from, to, v)
}

func (p *parser) awkFile(kind CallKind, v val, from int) {
	to := int(p.toks[max(p.i-1, 0)].end)
	switch s, _ := v.known(); s {
	case "/dev/stderr", "/dev/stdout", "/dev/null", "-", "/dev/stdin", "/dev/tty":
		return
	}
	if s, _ := v.alternativesPrefix(); strings.HasPrefix(s, "/inet") {
		p.awkCommand(v, from)
		return
	}
	p.emit(Call{Kind: kind, Name: "print >"}, from, to, v)
}

// appleScript reads "do shell script", "run script", "delete file" and "empty trash" where they
// stand in an expression; w is the word that was taken.
func (p *parser) appleScript(w string, from int) (val, bool) {
	call := func(kind CallKind, name string, v val) {
		p.emit(Call{Kind: kind, Name: name}, from, int(p.toks[max(p.i-1, 0)].end), v)
	}
	switch w {
	case "do":
		if p.isWord("shell") {
			p.next()
			p.takeWord("script")
			v := p.sum()
			call(Shell, "do shell script", v)
			return unknownOf("do shell script", "do shell script", value.Output), true
		}
		if p.isWord("script") {
			// Terminal's own: do script "..." types into a shell.
			p.next()
			v := p.sum()
			call(Shell, "do script", v)
			return unknownOf("do script", "do script", value.Output), true
		}
	case "run":
		if p.takeWord("script") {
			v := p.sum()
			a := arguments{from: from, to: int(p.toks[max(p.i-1, 0)].end)}
			p.eval(v, &a, "run script")
			return unknownOf("run script", "run script", 0), true
		}
	case "delete":
		for !p.atEnd() && !p.cur().newline {
			if p.cur().kind == tStr {
				v := p.sum()
				p.emit(Call{Kind: Delete, Name: "delete", Recursive: true}, from, int(p.toks[max(p.i-1, 0)].end), v)
				return val{kind: vBool}, true
			}
			p.next()
		}
	case "empty":
		if p.isWord("trash") || p.isWord("the") {
			trash := p.concat(pieceVal(homePiece("~")), text("/.Trash"))
			p.emit(Call{Kind: Delete, Name: "empty trash", Recursive: true, Contents: true}, from, int(p.cur().end), trash)
			return val{kind: vBool}, true
		}
	}
	return val{}, false
}
