package program

// patternEffects is for grep and its like: the first operand is the pattern unless an option
// gave one.
func patternEffects(p *Parsed) []Effect {
	from := 1
	if p.Has("e", "f", "files", "type-list", "g") {
		from = 0
	}
	list := p.optionEffects(nil)
	recursive := p.Spec.Name != "grep" || p.Has("r", "R") || p.Program == "rgrep"
	return append(list, p.each(Read, from, recursive, "")...)
}

// sedEffects: the first operand is code unless -e or -f gave it; -i edits the files.
func sedEffects(p *Parsed) []Effect {
	from := 1
	if p.Has("e", "f") {
		from = 0
	}
	kind, via := Read, ""
	if p.Has("i") {
		kind, via = Edit, "-i"
	}
	return p.optionEffects(p.each(kind, from, false, via))
}

func jqEffects(p *Parsed) []Effect {
	from := 1
	if p.Has("f") {
		from = 0
	}
	return p.each(Read, from, false, "")
}

// interpEffects is for shells and interpreters: the first operand is the script that is run,
// unless an option gave code, a module, or has it come on standard input.
func interpEffects(p *Parsed) []Effect {
	list := p.optionEffects(nil)
	if p.own() == 0 || isStdio(&p.Operands[0]) || p.codeGiven() {
		return list
	}
	if p.Spec.Wrap == WrapShell && p.Has("c", "s") || p.Spec.Name == "python" && p.Has("m") {
		return list
	}
	return append(list, Effect{Kind: Run, Word: p.Operands[0]})
}

// codeGiven tells whether an option gave code in the program's language.
func (p *Parsed) codeGiven() bool {
	for i := range p.Options {
		if o := &p.Options[i]; o.Role == 'e' || o.Role == 't' {
			return true
		}
	}
	return false
}

// perlEffects is for perl and ruby: with -i the operands are edited, with -n or -p read.
func perlEffects(p *Parsed) []Effect {
	if !p.codeGiven() {
		return interpEffects(p)
	}
	kind, via := Read, ""
	switch {
	case p.Has("i"):
		kind, via = Edit, "-i"
	case !p.Has("n", "p"):
		return p.optionEffects(nil)
	}
	return p.optionEffects(p.each(kind, 0, false, via))
}

// awkEffects: the first operand is code unless -f or -e gave it; NAME=value operands are none.
func awkEffects(p *Parsed) []Effect {
	from := 1
	if p.Has("f", "E") || p.codeGiven() {
		from = 0
	}
	kind, via := Read, ""
	if o := p.Option("i"); o != nil {
		if text, ok := o.Value.Known(); ok && text == "inplace" {
			kind, via = Edit, "-i inplace"
		}
	}
	list := make([]Effect, 0, 2)
	for i := from; i < len(p.Operands); i++ {
		if w := &p.Operands[i]; !isStdio(w) && !isAssign(w) {
			list = append(list, Effect{Kind: kind, Word: *w, Via: via})
		}
	}
	return p.optionEffects(list)
}

// sdEffects: sd FIND REPLACE FILES edits in place unless it only shows.
func sdEffects(p *Parsed) []Effect {
	kind := Edit
	if p.Has("p") {
		kind = Read
	}
	return p.each(kind, 2, false, "")
}

// yqEffects: the first operand is the expression unless an option gave it or only one operand
// stands there that names a file.
func yqEffects(p *Parsed) []Effect {
	from := 1
	if p.Has("expression", "from-file") {
		from = 0
	}
	kind, via := Read, ""
	if p.Has("i") {
		kind, via = Edit, "-i"
	}
	return p.each(kind, from, false, via)
}

// formatterEffects is for formatters and linters: they edit with -w, --fix or -i and by default
// where the program does so.
func formatterEffects(p *Parsed) []Effect {
	kind := Read
	switch p.Program {
	case "black", "isort", "rustfmt", "ruff", "biome", "dprint":
		kind = Edit
		if p.Has("check", "d") {
			kind = Read
		}
	}
	if p.Has("w", "fix", "i") {
		kind = Edit
	}
	list := p.optionEffects(nil)
	for _, e := range p.each(kind, 0, true, "") {
		if text, known := e.Word.Known(); known && (text == "check" || text == "format" || text == "lint" || text == "fmt") {
			continue
		}
		e.Filtered = true
		list = append(list, e)
	}
	return list
}

func shufEffects(p *Parsed) []Effect {
	list := p.optionEffects(nil)
	if p.Has("e", "i") {
		return list
	}
	return append(list, p.each(Read, 0, false, "")...)
}

// patchEffects: the first operand is edited, the second the patch; -o and --dry-run leave the first.
func patchEffects(p *Parsed) []Effect {
	list := p.operandEffects(p.optionEffects(nil), p.Spec.Args, 0, p.own())
	if p.Has("o", "dry-run") {
		for i := range list {
			if list[i].Kind == Edit {
				list[i].Kind = Read
			}
		}
	}
	return list
}
