package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/fold"
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// afterProgram records what a program leaves behind: the files that it wrote and its output.
func (r *reader) afterProgram(l *Leaf) {
	r.writtenBy(l)
	if l.Kinds&program.Run != 0 && readable(l.Program) == "" { // a shell's own are noted where it reads them
		r.runsFiles(l)
	}
	if r.out != nil {
		r.write(r.output(l))
	}
}

// runsFiles notes the files that a program runs in its own way when they hold bytes from elsewhere:
// make -f, vim -S, psql -f.
func (r *reader) runsFiles(l *Leaf) {
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&program.Run == 0 {
			continue
		}
		key, known := r.fileKey(&e.Word)
		if r.st.files[key] == nil {
			continue
		}
		if w := r.fileContent(key, known, &e.Word); w.Origin()&value.Network != 0 {
			r.res.Executed = append(r.res.Executed, Executed{Word: w, By: l.Program, Via: l.Via, Pos: l.Pos, End: l.End, Remote: r.remote})
		}
	}
}

// writtenBy records the content of the files that a program wrote itself; redirects are recorded
// when they end.
func (r *reader) writtenBy(l *Leaf) {
	if l.Kinds&(program.Write|program.Append) == 0 {
		if l.Program == "mkdir" {
			r.madeDirs(l)
		}
		return
	}
	n := len(l.Effects) - redirectCount(l)
	var written *value.Word
	for i := range l.Effects[:n] {
		e := &l.Effects[i]
		if e.Kind&(program.Write|program.Append) == 0 {
			continue
		}
		file, _ := r.fileKey(&e.Word)
		if file == "" {
			continue
		}
		if written == nil {
			w, prog := r.writes(l)
			written = &w
			if prog != "" {
				r.st.set(itemFile, file, &content{program: prog})
				r.copyInto(l, file)
				continue
			}
		}
		var before *content
		if e.Kind == program.Append {
			before = r.st.files[file]
		}
		r.fileWritten(file, []value.Word{*written}, before)
		r.copyInto(l, file)
	}
	if l.Program == "mkdir" {
		r.madeDirs(l)
	}
}

func redirectCount(l *Leaf) int {
	n := 0
	for i := range l.Redirects {
		if _, ok := redirectEffect(&l.Redirects[i]); ok {
			n++
		}
	}
	return n
}

// madeDirs notes directories that mkdir made, so that a cd into them is sure.
func (r *reader) madeDirs(l *Leaf) {
	for i := range l.Parsed.Operands {
		if file, ok := r.absolute(&l.Parsed.Operands[i]); ok {
			r.st.set(itemFile, file, &content{alts: []value.Word{{}}})
		}
	}
}

// copyInto notes the file that cp or ln makes when its destination is a directory.
func (r *reader) copyInto(l *Leaf, dir string) {
	switch l.Program {
	case "cp", "mv", "ln", "install", "gcp", "gln":
	default:
		return
	}
	ops := l.Parsed.Operands
	if len(ops) < 2 {
		return
	}
	src, ok := r.absolute(&ops[0])
	if !ok {
		return
	}
	if c := r.st.files[dir]; c != nil {
		r.st.set(itemFile, strings.TrimSuffix(dir, "/")+"/"+baseName(src), c)
	}
}

// writes is the content that a program writes to its files; prog is set when the file becomes a
// copy of, or a link to, a program on disk.
func (r *reader) writes(l *Leaf) (w value.Word, prog string) {
	p := l.Parsed
	switch p.Canonical() {
	case "cp", "mv", "ln", "install":
		if len(p.Operands) == 0 {
			break
		}
		src, known := r.absolute(&p.Operands[0])
		if known && p.Canonical() == "ln" && r.st.files[src] == nil && !strings.HasPrefix(p.Operands[0].Lit, "/") && len(p.Operands) > 1 {
			// A relative link is resolved from where it stands; close enough from here.
			src = cleanPath(src)
		}
		if known {
			if c := r.st.files[src]; c != nil && len(c.alts) > 0 {
				return r.fileContent(src, true, &p.Operands[0]), ""
			}
			if c := r.st.files[src]; c != nil {
				return value.Word{}, c.program
			}
			if isProgramPath(src) {
				return value.Word{}, src
			}
			return r.onDisk(src), ""
		}
		if out := p.Operands[0].Origin(); out != 0 {
			return unknown(out, "", p.Operands[0].String()), ""
		}
	case "tee", "sponge":
		if r.stdin != nil {
			return *r.stdin, ""
		}
	case "dd":
		for i := range l.Effects {
			if l.Effects[i].Kind == program.Read {
				if file, known := r.absolute(&l.Effects[i].Word); known {
					return r.fileContent(file, true, &l.Effects[i].Word), ""
				}
			}
		}
		if r.stdin != nil {
			return *r.stdin, ""
		}
	case "touch", "mkdir", "truncate", "mkfifo":
		return value.Word{}, ""
	}
	return r.made(l), ""
}

// isProgramPath tells whether a path lies where programs are installed.
func isProgramPath(p string) bool {
	for _, dir := range [...]string{"/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/", "/opt/homebrew/bin/"} {
		if strings.HasPrefix(p, dir) {
			return true
		}
	}
	return false
}

// made is an unknown value with the origins of everything that goes into a program.
func (r *reader) made(l *Leaf) value.Word {
	var w value.Word
	own := value.Piece{Kind: value.Unknown, Origin: value.Output, Name: l.Program, Text: "output of " + l.Name.String(), Derived: true}
	if s := l.Parsed.Spec; s != nil {
		switch {
		case s.Flags&program.Network != 0:
			own.Origin = value.Network
			own.Derived = false
		case s.Flags&program.Clock != 0:
			own.Origin, own.Simple = value.Time, false
		case s.Flags&program.PrintsEnv != 0 && l.Parsed.Rest < 0:
			own.Origin = value.Env
			own.Name = "env"
		case s.Flags&program.Lister != 0:
			own.Origin = value.Names
		}
	}
	w.Append(own)
	n := 0
	add := func(p value.Piece) {
		if n < maxAlternatives {
			p.Derived = true
			p.Quoted = false
			w.Append(p)
			n++
		}
	}
	if l.Stdin != nil {
		for _, p := range l.Stdin.Pieces {
			if p.Kind == value.Unknown {
				add(p)
			}
		}
	}
	if l.Parsed.Spec == nil || l.Parsed.Spec.Flags&program.Lister == 0 {
		for i := range l.Effects {
			e := &l.Effects[i]
			if e.Kind&program.Read == 0 {
				continue
			}
			file, known := r.fileKey(&e.Word)
			c := r.fileContent(file, known, &e.Word)
			for _, p := range c.Pieces {
				if p.Kind == value.Unknown {
					add(p)
				}
			}
		}
	}
	for i := range l.Args {
		for _, p := range l.Args[i].Pieces {
			if p.Kind == value.Unknown && p.Origin&(value.Network|value.File) != 0 {
				add(p)
			}
		}
	}
	return w
}

// output is what a program prints.
func (r *reader) output(l *Leaf) value.Word {
	p := l.Parsed
	name := p.Canonical()
	switch name {
	case "true", ":", "false", "test", "[":
		return value.Word{}
	case "echo":
		return r.echo(l)
	case "printf":
		return r.printfWord(skipDashDash(l.Args))
	case "pwd":
		w := r.cwdWord()
		out := value.Word{}
		out.AppendWord(w)
		out.AppendText("\n")
		return out
	case "mktemp":
		return r.mktemp(p)
	case "which", "type", "whereis":
		return r.capturePaths(p.Operands)
	case "cat", "tee", "pv", "sponge", "buffer", "stdbuf", "head", "tail", "sort", "uniq", "grep", "zcat":
		if w, ok := r.passed(l, name); ok {
			return w
		}
	case "dirname", "basename", "realpath", "readlink":
		if w, ok := r.pathOf(name, p); ok {
			return w
		}
	case "ls":
		return r.listing(p)
	case "find":
		return r.foundNames(p)
	case "git":
		if p.Sub == "rev-parse" && (p.Has("show-toplevel") || hasOperand(p, "--show-toplevel")) && r.cfg.Root != "" && !r.remote {
			return value.Lit(r.cfg.Root + "\n")
		}
	case "id", "whoami", "hostname", "uname", "nproc", "wc", "tput":
		return value.Of(value.Piece{Kind: value.Unknown, Origin: value.Output, Name: name, Text: "output of " + name, Simple: true, NonEmpty: true})
	}
	if fold.Pure(name) {
		if w, ok := r.folded(l, name); ok {
			return w
		}
	}
	if p.Spec != nil && p.Spec.Flags&program.Silent != 0 {
		return value.Word{}
	}
	return r.made(l)
}

func hasOperand(p *program.Parsed, text string) bool {
	for i := range p.Args {
		if s, ok := p.Args[i].Known(); ok && s == text {
			return true
		}
	}
	return false
}
