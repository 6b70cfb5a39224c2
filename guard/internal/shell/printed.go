package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/fold"
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// echo joins its arguments.
func (r *reader) echo(l *Leaf) value.Word {
	known := make([]string, 0, len(l.Args))
	all := true
	for i := range l.Args {
		s, ok := l.Args[i].Known()
		all = all && ok
		known = append(known, s)
	}
	if all {
		if out, ok := fold.Fold("echo", known, "", false); ok {
			return value.Lit(out)
		}
	}
	args := l.Args
	newline := true
	for len(args) > 0 {
		s, ok := args[0].Known()
		if !ok || s != "-n" && s != "-e" && s != "-ne" && s != "-en" && s != "-E" {
			break
		}
		newline = newline && !strings.Contains(s, "n")
		args = args[1:]
	}
	var w value.Word
	for i := range args {
		switch {
		case i > 0 && (mayVanish(&args[i]) || mayVanish(&args[i-1])):
			w.Append(maybeText(" "))
		case i > 0:
			w.AppendText(" ")
		}
		w.AppendWord(args[i])
	}
	if newline {
		w.AppendText("\n")
	}
	return w
}

// mayVanish tells whether a word may turn out to be no word at all.
func mayVanish(w *value.Word) bool {
	if !w.Splits() {
		return false
	}
	text, ok := w.WithoutUnknown()
	return ok && text == ""
}

// passed is the output of programs that pass on what they read: all of it, or some of its lines.
func (r *reader) passed(l *Leaf, name string) (value.Word, bool) {
	p := l.Parsed
	var in value.Word
	files := 0
	for i := range p.Operands {
		if p.OperandRole(i) != 'r' && name != "cat" {
			continue
		}
		s, ok := p.Operands[i].Known()
		if ok && s == "-" {
			continue
		}
		files++
		file, known := r.fileKey(&p.Operands[i])
		if r.out != nil && r.out.target == file && file != "" {
			return unknown(value.Output, name, "output of "+name), true // it reads what it writes
		}
		in.AppendWord(r.fileContent(file, known, &p.Operands[i]))
	}
	if files == 0 || name == "tee" || name == "sponge" {
		if r.stdin == nil {
			return value.Word{}, false
		}
		in = *r.stdin
	}
	if name == "cat" || name == "tee" || name == "pv" || name == "sponge" {
		if len(p.Options) == 0 || name != "cat" {
			return in, true
		}
	}
	text, known := in.Known()
	if !known {
		if len(in.Pieces) == 1 && (name == "sort" || name == "uniq" || name == "head" || name == "tail" || name == "grep") && in.Pieces[0].Origin&value.Names != 0 {
			return in, true // some of the names
		}
		return value.Word{}, false
	}
	if !fold.Pure(name) {
		return value.Word{}, false
	}
	var args []string
	for i := range l.Args {
		s, ok := l.Args[i].Known()
		if !ok {
			return value.Word{}, false
		}
		if isOperand(p, i) {
			continue
		}
		args = append(args, s)
	}
	if out, ok := fold.Fold(name, args, text, true); ok {
		return value.Lit(out), true
	}
	return value.Word{}, false
}

func isOperand(p *program.Parsed, index int) bool {
	for k, at := range p.OperandIndex {
		if at == index && p.OperandRole(k) == 'r' {
			return true
		}
	}
	return false
}

// folded is the output of a pure program on known input.
func (r *reader) folded(l *Leaf, name string) (value.Word, bool) {
	p := l.Parsed
	in, has := "", false
	args := make([]string, 0, len(l.Args))
	for i := range l.Args {
		s, ok := l.Args[i].Known()
		if !ok {
			return value.Word{}, false
		}
		if isOperand(p, i) && s != "-" {
			file, known := r.fileKey(&l.Args[i])
			c := r.fileContent(file, known, &l.Args[i])
			text, ok := c.Known()
			if !ok || has {
				return value.Word{}, false
			}
			in, has = text, true
			continue
		}
		args = append(args, s)
	}
	if !has && r.stdin != nil {
		in, has = r.stdin.Known() // what reads nothing is known all the same
	}
	out, ok := fold.Fold(name, args, in, has)
	if !ok {
		return value.Word{}, false
	}
	return value.Lit(out), true
}

// mktemp makes a fresh path below a temporary directory.
func (r *reader) mktemp(p *program.Parsed) value.Word {
	r.temps++
	random := value.Piece{Kind: value.Unknown, Origin: value.Random, Name: "mktemp", Text: fmt.Sprintf("XXXXXXXX%02d", r.temps%100), Simple: true, NonEmpty: true}
	dir := value.Lit("/tmp")
	for _, name := range [...]string{"p", "tmpdir"} {
		if o := p.Option(name); o != nil && o.HasValue && !o.Value.IsEmpty() {
			dir = o.Value
		}
	}
	template := value.Lit("tmp.")
	plain := true
	if len(p.Operands) > 0 {
		template = p.Operands[0]
		plain = false
	}
	var w value.Word
	s, known := template.Known()
	if known && strings.Contains(s, "/") && p.Option("p") == nil && p.Option("tmpdir") == nil {
		dir = value.Word{}
	} else if plain || p.Has("t") || p.Option("p") != nil || p.Option("tmpdir") != nil {
		w.AppendWord(dir)
		w.AppendText("/")
	}
	if known {
		i := strings.Index(s, "XXX")
		if i < 0 {
			w.AppendText(s)
			w.Append(random)
		} else {
			w.AppendText(s[:i])
			w.Append(random)
			w.AppendText(strings.TrimLeft(s[i:], "X"))
		}
	} else {
		w.AppendWord(template)
		w.Append(random)
	}
	w.AppendText("\n")
	return w
}

func (r *reader) capturePaths(args []value.Word) value.Word {
	saved := r.out
	s := r.newSink()
	r.out = s
	r.printPaths(args)
	r.out = saved
	return r.written(s)[0]
}

// pathOf folds dirname, basename, realpath of a word of which part is known.
func (r *reader) pathOf(name string, p *program.Parsed) (value.Word, bool) {
	if len(p.Operands) != 1 {
		return value.Word{}, false
	}
	w := p.Operands[0]
	if name == "realpath" || name == "readlink" {
		if file, ok := r.absolute(&w); ok && (name == "realpath" || p.Has("f") || p.Has("e") || p.Has("m") || p.Has("canonicalize")) {
			return value.Lit(file + "\n"), true
		}
		return value.Word{}, false
	}
	s, known := w.Known()
	if known {
		out, ok := fold.Fold(name, []string{s}, "", false)
		return value.Lit(out), ok
	}
	if name == "dirname" && w.HasUnknown() {
		return unknown(w.Origin(), firstName(&w), "$(dirname "+w.String()+")"), true
	}
	return value.Word{}, false
}

// listing is what ls prints: every name in a directory.
func (r *reader) listing(p *program.Parsed) value.Word {
	var w value.Word
	if len(p.Operands) == 0 {
		w.Append(value.Piece{Kind: value.Glob, Origin: value.Names, Text: "*", NonEmpty: true})
		w.AppendText("\n")
		return w
	}
	for i := range p.Operands {
		if p.Has("d") || p.Operands[i].HasGlob() {
			w.AppendWord(p.Operands[i])
		} else {
			w.Append(value.Piece{Kind: value.Unknown, Origin: value.Names, Name: "ls", Text: "{names in " + p.Operands[i].String() + "}", NonEmpty: true})
		}
		w.AppendText("\n")
	}
	return w
}

// foundNames is what find prints.
func (r *reader) foundNames(p *program.Parsed) value.Word {
	sep := "\n"
	for i := range p.Options {
		switch p.Options[i].Name {
		case "print0":
			sep = "\x00"
		case "printf", "exec", "execdir", "delete", "ls", "fls":
			return unknown(value.Names|value.Output, "find", "output of find")
		}
	}
	var w value.Word
	for _, f := range r.findPaths(p, len(p.Options)) {
		w.AppendWord(f)
		w.AppendText(sep)
	}
	return w
}
