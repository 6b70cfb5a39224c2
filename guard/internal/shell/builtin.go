package shell

import (
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/fold"
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// builtin runs a command that is a builtin of the shell; false when it is none that matters here.
func (r *reader) builtin(inv *invocation, name string) bool {
	args := inv.args[1:]
	if r.out != nil && printsState(name, args) {
		r.write(unknown(value.Output, name, "output of "+name))
	}
	switch name {
	case "cd", "chdir":
		r.cd(inv)
	case "pushd":
		r.pushd(inv)
	case "popd":
		r.popd(inv)
	case "export", "declare", "typeset", "local", "readonly":
		r.noteLeaf(inv)
		r.printsVariables(args, "-p")
		d := declaration{r: r, variant: name}
		for _, w := range args {
			d.word(w)
		}
	case "unset":
		r.unset(args)
	case "set":
		r.printsVariables(args, "")
		r.set(args)
	case "shift":
		r.shift(args)
	case "shopt":
		r.shopt(args)
	case "alias":
		r.alias(args)
	case "unalias":
		for i := range args {
			if s, ok := args[i].Known(); ok && r.st.aliases[s] != nil {
				r.st.set(itemAlias, s, (*string)(nil))
			}
		}
	case "eval":
		var text value.Word
		for i := range skipDashDash(args) {
			if i > 0 {
				text.AppendText(" ")
			}
			text.AppendWord(skipDashDash(args)[i])
		}
		r.assignedFor(inv, func() { r.readAgain(text, "eval", r.cfg.Shell, inv.pos, inv.end) })
	case ".", "source":
		r.assignedFor(inv, func() { r.source(inv) })
	case "trap":
		r.trap(inv)
	case "exit", "return", "break", "continue", "logout":
		for i := range args {
			r.arithText(&args[i])
		}
		r.leave(name)
		r.terminated = true
	case "read":
		saved := r.ifs
		for _, a := range inv.assigns {
			if s, ok := a.Value.Known(); ok && a.Name == "IFS" {
				r.ifs = s
			}
		}
		r.read(args)
		r.ifs = saved
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
	case "mapfile", "readarray":
		r.mapfile(inv)
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
	case "printf":
		return r.printfV(args)
	case "let":
		for i := range args {
			r.arithText(&args[i])
		}
	case "test", "[":
		r.test(args)
		return false
	case "getopts":
		r.getopts(args)
	case "hash":
		r.hash(args)
	case "command", "builtin":
		return r.commandBuiltin(inv, name)
	case "exec":
		return r.exec(inv)
	case "compgen", "complete":
		r.compgen(inv)
	case "enable", "wait", "jobs", "fg", "bg", "disown", "umask", "ulimit", "times", "suspend", "bind", "help", "history", "caller", "dirs", "type", "noglob":
		return name == "noglob" && false
	case "repeat":
		return false
	case "functions": // zsh
		return false
	default:
		return false
	}
	return true
}

// assignedFor runs f with the assignments in front of the command, which end with it.
func (r *reader) assignedFor(inv *invocation, f func()) {
	var old []*variable
	for _, a := range inv.assigns {
		old = append(old, r.st.vars[a.Name])
		r.assign(a.Name, &variable{val: a.Value, exported: true})
	}
	f()
	for i, a := range inv.assigns {
		r.st.set(itemVar, a.Name, old[i])
	}
}

// printsState tells whether a builtin prints something of the shell's state.
func printsState(name string, args []value.Word) bool {
	switch name {
	case "export", "declare", "typeset", "readonly", "local", "alias", "trap", "shopt", "set", "hash", "enable", "complete", "unalias":
		if len(args) == 0 {
			return true
		}
		for i := range args {
			if s, ok := args[i].Known(); !ok || len(s) > 1 && s[0] == '-' && strings.ContainsAny(s, "plfFao") || name == "alias" && !strings.Contains(s, "=") {
				return name != "set" || s == "-o"
			}
		}
		return false
	case "pushd", "popd", "dirs", "ulimit", "umask", "times", "jobs", "history", "help", "caller", "bind", "fc", "fg", "compgen":
		return true
	case "cd":
		s := ""
		if len(args) > 0 {
			s, _ = args[0].Known()
		}
		return s == "-"
	}
	return false
}

func skipDashDash(args []value.Word) []value.Word {
	if len(args) > 0 {
		if s, ok := args[0].Known(); ok && s == "--" {
			return args[1:]
		}
	}
	return args
}

// noteLeaf records a builtin as a leaf: rules look at some, such as export HUSKY=0.
func (r *reader) noteLeaf(inv *invocation) *Leaf {
	name := inv.args[0].Lit
	return r.emit(inv, name, program.Parse(name, inv.args[1:]))
}

// cd changes the directory.
func (r *reader) cd(inv *invocation) {
	args := inv.args[1:]
	for len(args) > 0 {
		s, ok := args[0].Known()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		args = args[1:]
		if s == "--" {
			break
		}
	}
	r.emitRedirects(inv.redirs, inv.pos, inv.end)
	old := r.st.cwd
	r.isCd = true
	if len(args) == 0 {
		h := r.home()
		r.chdir(&h)
		r.setOldpwd(old)
		return
	}
	w := args[0]
	if s, ok := w.Known(); ok && s == "-" {
		prev := r.variableWord("OLDPWD")
		r.chdir(&prev)
		r.setOldpwd(old)
		return
	}
	if cdpath := r.st.vars["CDPATH"]; cdpath != nil {
		r.st.set(itemCwd, "", &Dir{Word: unknown(value.Joined, "CDPATH", w.String())})
		return
	}
	r.chdir(&w)
	r.setOldpwd(old)
}

func (r *reader) setOldpwd(old *Dir) {
	w := old.Word
	if old.Known {
		w = value.Lit(old.Path)
	}
	r.st.set(itemVar, "OLDPWD", &variable{val: w})
}

// chdir makes a word the working directory.
func (r *reader) chdir(w *value.Word) {
	r.st.set(itemCwd, "", r.dirOf(w))
}

// dirOf is the directory that a word names from the current one.
func (r *reader) dirOf(w *value.Word) *Dir {
	if w.IsEmpty() {
		return r.st.cwd
	}
	if path, ok := r.absolute(w); ok {
		return &Dir{Path: path, Known: true}
	}
	if w.HasGlob() && !w.HasUnknown() {
		if path, ok := r.globDir(w); ok {
			return &Dir{Path: path, Known: true}
		}
	}
	d := &Dir{Word: *w}
	if prefix, all := w.Prefix(); !strings.HasPrefix(prefix, "/") && r.st.cwd.Known && (prefix != "" || all) {
		d.Word = value.Lit(strings.TrimSuffix(r.st.cwd.Path, "/") + "/")
		d.Word.AppendWord(*w)
	} else if !r.st.cwd.Known && !strings.HasPrefix(prefix, "/") && prefix != "" {
		d.Word = value.Word{}
		d.Word.AppendWord(r.st.cwd.Word)
		d.Word.AppendText("/")
		d.Word.AppendWord(*w)
	}
	return d
}

func (r *reader) globDir(w *value.Word) (string, bool) {
	pat, ok := globText(w)
	if !ok || r.cfg.Files == nil {
		return "", false
	}
	if !strings.HasPrefix(pat, "/") {
		if !r.st.cwd.Known {
			return "", false
		}
		pat = escapeGlob(r.st.cwd.Path) + "/" + pat
	}
	paths, known := r.cfg.Files.Glob(pat, 2)
	if !known || len(paths) == 0 {
		return "", false
	}
	return paths[0], true
}

func (r *reader) pushd(inv *invocation) {
	args := skipDashDash(inv.args[1:])
	r.isCd = true
	r.dirs = append(r.dirs, r.st.cwd)
	if len(args) == 0 {
		r.popd(inv)
		return
	}
	if s, ok := args[0].Known(); ok && len(s) > 0 && (s[0] == '+' || s[0] == '-' && s != "-") {
		r.st.set(itemCwd, "", &Dir{Word: unknown(value.Joined, "", "the directory after pushd "+s)})
		return
	}
	r.chdir(&args[0])
}

func (r *reader) popd(*invocation) {
	r.isCd = true
	if n := len(r.dirs); n > 0 {
		r.st.set(itemCwd, "", r.dirs[n-1])
		r.dirs = r.dirs[:n-1]
		return
	}
	r.st.set(itemCwd, "", &Dir{Word: unknown(value.Joined, "", "the directory after popd")})
}

func (r *reader) unset(args []value.Word) {
	for i := range args {
		s, ok := args[i].Known()
		if !ok {
			r.nameAsCode(&args[i])
			continue
		}
		if strings.HasPrefix(s, "-") {
			continue
		}
		if at := strings.IndexByte(s, '['); at > 0 {
			r.nameAsCode(&args[i])
			r.unsetElement(r.target(s[:at]), strings.TrimSuffix(s[at+1:], "]"))
			continue
		}
		if r.st.funcs[s] != nil {
			r.st.set(itemFunc, s, (*function)(nil))
			continue
		}
		if s == "IFS" {
			r.ifs = " \t\n"
		}
		r.st.set(itemVar, r.target(s), &variable{unset: true})
	}
}

// unsetElement takes one element out of an array.
func (r *reader) unsetElement(name, index string) {
	old := r.st.vars[name]
	if old == nil || !old.isArray {
		return
	}
	v := *old
	v.keys, v.elems = nil, nil
	key, known := index, true
	if !old.isAssoc {
		w := value.Lit(index)
		var n int64
		if n, known = r.arithText(&w); n < 0 {
			n += old.next()
		}
		key = strconv.FormatInt(n, 10)
	}
	for i := range old.elems {
		if known && old.keyAt(i) == key {
			continue
		}
		e := old.elems[i]
		if !known {
			e = unknown(e.Origin()|value.Joined, name, "${"+name+"[...]}")
		}
		v.keys = append(v.keys, old.keyAt(i))
		v.elems = append(v.elems, e)
	}
	v.setFirst()
	r.st.set(itemVar, name, &v)
}

// set changes options and positional parameters.
func (r *reader) set(args []value.Word) {
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Known()
		if ok && s == "--" || ok && s == "-" {
			r.st.set(itemParams, "", &params{words: args[i+1:], zero: r.st.params.zero})
			return
		}
		if !ok || s == "" || s[0] != '-' && s[0] != '+' {
			r.st.set(itemParams, "", &params{words: args[i:], zero: r.st.params.zero})
			return
		}
		on := s[0] == '-'
		if len(s) > 1 && s[1] == 'o' && i+1 < len(args) {
			i++
			name, _ := args[i].Known()
			r.option(name, on)
			continue
		}
		for _, c := range s[1:] {
			switch c {
			case 'e':
				r.option("errexit", on)
			case 'u':
				r.option("nounset", on)
			case 'x':
				r.option("xtrace", on)
			case 'f':
				r.option("noglob", on)
			case 'o':
				if i+1 < len(args) {
					i++
					name, _ := args[i].Known()
					r.option(name, on)
				}
			}
		}
	}
}

func (r *reader) option(name string, on bool) {
	o := *r.st.opts
	switch name {
	case "errexit":
		o.errexit = on
	case "nounset":
		o.nounset = on
	case "xtrace":
		o.xtrace = on
		if on { // the prompt of a trace is expanded for every command (SHELL H17)
			if v := r.st.vars["PS4"]; v != nil {
				r.document(&v.val)
			}
		}
	case "noglob":
		o.noglob = on
	case "expand_aliases":
		o.aliases = on
	case "extglob":
		o.extglob = on
	case "nullglob":
		o.nullglob = on
	case "lastpipe":
		o.lastpipe = on
	default:
		return
	}
	r.st.set(itemOpts, "", &o)
}

func (r *reader) shopt(args []value.Word) {
	on := true
	for i := range args {
		s, _ := args[i].Known()
		switch s {
		case "-s":
			on = true
		case "-u":
			on = false
		default:
			r.option(s, on)
		}
	}
}

func (r *reader) shift(args []value.Word) {
	n := int64(1)
	if len(args) > 0 {
		var ok bool
		if n, ok = r.arithText(&args[0]); !ok {
			r.st.set(itemParams, "", &params{zero: r.st.params.zero, open: true})
			return
		}
	}
	p := r.args()
	if n < 0 || int(n) > len(p.words) {
		return
	}
	q := *p
	q.words, q.alts = p.words[n:], nil
	r.st.set(itemParams, "", &q)
}

func (r *reader) alias(args []value.Word) {
	for i := range args {
		s, ok := args[i].Known()
		if !ok {
			prefix, _ := args[i].Prefix()
			if eq := strings.IndexByte(prefix, '='); eq > 0 {
				text := args[i].String()[eq+1:]
				r.st.set(itemAlias, prefix[:eq], &text)
			}
			continue
		}
		if eq := strings.IndexByte(s, '='); eq > 0 {
			text := s[eq+1:]
			r.st.set(itemAlias, s[:eq], &text)
		}
	}
}

// trap reads the text that a signal or the end of the shell runs. It runs later, when variables
// that are set by then have their values, so it is read at the end too.
func (r *reader) trap(inv *invocation) {
	args := skipDashDash(inv.args[1:])
	if len(args) < 2 {
		return
	}
	if s, ok := args[0].Known(); ok && (s == "" || s == "-" || s == "-l" || s == "-p" || isDigits(s)) {
		return
	}
	r.traps = append(r.traps, trapText{args[0], inv.pos, inv.end, r.via, r.remote, r.elevated, r.maybe, r.depth})
}

type trapText struct {
	text             value.Word
	pos, end         int
	via              []string
	remote, elevated bool
	maybe            bool
	depth            int
}

// runTraps reads what traps run, in the state at the end of the text.
func (r *reader) runTraps(from int) {
	for i := from; i < len(r.traps); i++ {
		t := r.traps[i]
		r.isolated(func() {
			via, remote, elevated, maybe := r.via, r.remote, r.elevated, r.maybe
			r.via, r.remote, r.elevated, r.maybe = t.via, t.remote, t.elevated, t.maybe
			r.readAgain(t.text, "trap", r.cfg.Shell, t.pos, t.end)
			r.via, r.remote, r.elevated, r.maybe = via, remote, elevated, maybe
		})
	}
	r.traps = r.traps[:from]
}

// read assigns the fields of a line of standard input.
func (r *reader) read(args []value.Word) {
	var names []string
	raw, array, delim, odd := false, "", "\n", false
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Known()
		if !ok {
			r.nameAsCode(&args[i])
			continue
		}
		if len(s) > 1 && s[0] == '-' && len(names) == 0 {
			for j := 1; j < len(s); j++ {
				switch s[j] {
				case 'r':
					raw = true
				case 'a', 'd', 'i', 'n', 'N', 'p', 't', 'u':
					arg := s[j+1:]
					if arg == "" && i+1 < len(args) {
						i++
						arg, _ = args[i].Known()
					}
					switch s[j] {
					case 'a':
						array = arg
					case 'd':
						delim = arg
					case 'n', 'N', 'u', 't': // not a line, or not of the input that is followed
						odd = true
					}
					j = len(s)
				}
			}
			continue
		}
		if strings.IndexByte(s, '[') > 0 {
			r.nameAsCode(&args[i])
			continue
		}
		names = append(names, s)
	}
	line := r.readLine(delim)
	if odd || !raw && (strings.HasSuffix(line.Suffix(), `\`) || (len(names) != 1 || line.HasUnknown()) && strings.Contains(line.String(), `\`)) {
		line = unknown(value.Stdin|line.Origin(), "stdin", "some of the input")
		if r.stdin != nil && !odd {
			rest := line
			r.stdin = &rest
		}
	}
	if !raw && line.Pieces == nil {
		line.Lit = unescape(line.Lit)
	}
	if array != "" {
		elems := r.splitIFS(line)
		v := &variable{isArray: true, elems: elems}
		if len(elems) > 0 {
			v.val = elems[0]
		}
		r.st.set(itemVar, array, v)
		return
	}
	if len(names) == 0 {
		r.assign("REPLY", &variable{val: line})
		return
	}
	if len(names) == 1 {
		if line.Pieces == nil {
			line.Lit = strings.Trim(line.Lit, r.ifsBlank())
		}
		r.assign(names[0], &variable{val: line})
		return
	}
	if line.HasUnknown() {
		for _, n := range names {
			r.assign(n, &variable{val: unknown(line.Origin(), n, "$"+n)})
		}
		return
	}
	rest := strings.Trim(line.Lit, r.ifsBlank())
	for i, n := range names {
		field := rest
		if i < len(names)-1 {
			field, rest = r.cutField(rest)
		} else if f, more := r.cutField(rest); more == "" { // the only field left loses its separator
			field = f
		}
		r.assign(n, &variable{val: value.Lit(field)})
	}
}

// cutField takes the first field off a line: up to a separator and the blanks around it.
func (r *reader) cutField(s string) (field, rest string) {
	i := strings.IndexAny(s, r.ifs)
	if i < 0 || r.ifs == "" {
		return s, ""
	}
	field, blank := s[:i], r.ifsBlank()
	rest = strings.TrimLeft(s[i:], blank)
	if rest != "" && strings.IndexByte(r.ifs, rest[0]) >= 0 && strings.IndexByte(blank, rest[0]) < 0 {
		rest = strings.TrimLeft(rest[1:], blank)
	}
	return field, rest
}

func (r *reader) ifsBlank() string {
	var b strings.Builder
	for _, c := range r.ifs {
		if c == ' ' || c == '\t' || c == '\n' {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (r *reader) splitIFS(w value.Word) []value.Word {
	b := fieldBuf{r: r, split: true}
	b.unquoted(w)
	b.flush()
	return b.list
}

// readLine takes the first line off standard input.
func (r *reader) readLine(delim string) value.Word {
	if r.stdin == nil {
		return unknown(value.Stdin, "stdin", "a line of input")
	}
	w := *r.stdin
	text, all := w.Prefix()
	sep := delim
	if sep == "" {
		sep = "\x00"
	}
	i := strings.Index(text, sep[:1])
	if i >= 0 {
		rest := value.Lit(text[i+1:])
		if !all {
			for k := 1; k < len(w.Pieces); k++ {
				rest.Append(w.Pieces[k])
			}
		}
		r.stdin = &rest
		return value.Lit(text[:i])
	}
	if all {
		r.stdin = &value.Word{}
		return value.Lit(text)
	}
	// The line goes on into what is not known; so may every line after it, when these are names.
	if o := w.Origin(); o&value.Names == 0 {
		defer func() {
			rest := unknown(o, "stdin", "the rest of the input")
			r.stdin = &rest
		}()
	}
	out := value.Word{}
	for k := range w.Pieces {
		p := w.Pieces[k]
		if p.Kind == value.Text {
			if j := strings.Index(p.Text, sep[:1]); j >= 0 {
				p.Text = p.Text[:j]
				out.Append(p)
				break
			}
		}
		out.Append(p)
	}
	return out
}

func (r *reader) mapfile(inv *invocation) {
	name, lines := "", r.stdin
	args := inv.args[1:]
	trim := false
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Known()
		if !ok {
			r.nameAsCode(&args[i])
			continue
		}
		if len(s) > 1 && s[0] == '-' {
			switch s[1] {
			case 't':
				trim = true
			case 'C':
				if i+1 < len(args) {
					r.readAgain(args[i+1], "mapfile -C", r.cfg.Shell, inv.pos, inv.end)
				}
				i++
			case 'd', 'n', 'O', 's', 'u', 'c':
				if len(s) == 2 {
					i++
				}
			}
			continue
		}
		if name == "" {
			name = s
		}
	}
	if name == "" {
		name = "MAPFILE"
	}
	if !isName(name) {
		return
	}
	v := &variable{isArray: true}
	if lines == nil {
		v.elems = []value.Word{unknown(value.Stdin, name, "${"+name+"[@]}")}
	} else if text, ok := lines.Known(); ok {
		for _, line := range strings.SplitAfter(text, "\n") {
			if line == "" || len(v.elems) > r.limits.Words {
				continue
			}
			if trim {
				line = strings.TrimSuffix(line, "\n")
			}
			v.elems = append(v.elems, value.Lit(line))
		}
	} else {
		var w value.Word
		for i := range lines.Pieces {
			p := lines.Pieces[i]
			for p.Kind == value.Text {
				at := strings.IndexByte(p.Text, '\n')
				if at < 0 {
					break
				}
				w.AppendText(p.Text[:at])
				if !trim {
					w.AppendText("\n")
				}
				v.elems = append(v.elems, w)
				w, p.Text = value.Word{}, p.Text[at+1:]
			}
			if p.Kind != value.Text || p.Text != "" {
				w.Append(p)
			}
		}
		if !w.IsEmpty() {
			v.elems = append(v.elems, w)
		}
	}
	if len(v.elems) > 0 {
		v.val = v.elems[0]
	}
	r.st.set(itemVar, name, v)
}

// printfV is printf -v NAME; false when it prints.
func (r *reader) printfV(args []value.Word) bool {
	if len(args) < 2 {
		return false
	}
	s, ok := args[0].Known()
	if !ok || !strings.HasPrefix(s, "-v") {
		return false
	}
	name := value.Lit(strings.TrimPrefix(s, "-v"))
	rest := args[1:]
	if name.Lit == "" {
		name, rest = args[1], args[2:]
	}
	r.nameAsCode(&name)
	n, ok := name.Known()
	if !ok || !isName(n) {
		return true
	}
	r.assign(n, &variable{val: r.printfWord(skipDashDash(rest))})
	return true
}

// printfWord is what printf prints.
func (r *reader) printfWord(args []value.Word) value.Word {
	known := make([]string, 0, len(args))
	for i := range args {
		s, ok := args[i].Known()
		if !ok {
			return r.printfOpen(args)
		}
		known = append(known, s)
	}
	if out, ok := fold.Fold("printf", known, "", false); ok {
		return value.Lit(out)
	}
	return unknown(value.Output, "printf", "output of printf")
}

// printfOpen is printf with an unknown argument: %s takes it as it is.
func (r *reader) printfOpen(args []value.Word) value.Word {
	var all value.Origin
	for i := range args {
		all |= args[i].Origin()
	}
	open := unknown(all|value.Output, "printf", "output of printf")
	if len(args) == 0 {
		return open
	}
	format, ok := args[0].Known()
	if !ok {
		if len(args) == 1 {
			return args[0]
		}
		return open
	}
	var out value.Word
	splits := false
	for i := range args[1:] {
		splits = splits || args[1+i].Splits() && len(args) > 2
	}
	text := func(s string) {
		if splits { // how often the format is used is not known
			out.Append(maybeText(s))
		} else {
			out.AppendText(s)
		}
	}
	next := 1
	for {
		for i := 0; i < len(format); i++ {
			if format[i] != '%' && format[i] != '\\' {
				text(format[i : i+1])
				continue
			}
			if i+1 >= len(format) {
				return open
			}
			two := format[i : i+2]
			i++
			switch two {
			case "%%":
				text("%")
			case "%s", "%b", "%q":
				if next < len(args) {
					switch s, ok := args[next].Known(); {
					case two == "%s":
						out.AppendWord(args[next])
					case ok:
						s, ok = fold.Fold("printf", []string{two, s}, "", false)
						if !ok {
							return open
						}
						out.AppendText(s)
					default:
						out.AppendWord(unknown(args[next].Origin()|value.Output, "printf", args[next].String()))
					}
					next++
				}
			case `\n`:
				text("\n")
			case `\t`:
				text("\t")
			default:
				return open
			}
		}
		if next >= len(args) || next == 1 {
			return out
		}
	}
}

func (r *reader) test(args []value.Word) {
	for i := range args {
		s, ok := args[i].Known()
		if ok && (s == "-v" || s == "-R") && i+1 < len(args) {
			r.nameAsCode(&args[i+1])
		}
	}
}

// getopts sets its variable, OPTARG and OPTIND to what is not followed here.
func (r *reader) getopts(args []value.Word) {
	if len(args) < 2 {
		return
	}
	letters, _ := args[0].Known()
	name, ok := args[1].Known()
	if !ok || !isName(name) {
		r.nameAsCode(&args[1])
		return
	}
	v := &variable{val: value.Lit("?")}
	for _, c := range letters {
		if c != ':' && len(v.alts) < maxAlternatives-2 {
			v.alts = append(v.alts, value.Lit(string(c)))
		}
	}
	v.alts = append(v.alts, simple(value.Joined, name))
	r.assign(name, v)
	given := args[2:]
	if len(given) == 0 {
		given = r.positional()
	}
	arg := &variable{}
	for i := range given {
		if len(arg.alts) < maxAlternatives-2 {
			arg.alts = append(arg.alts, given[i])
		}
	}
	arg.alts = append(arg.alts, unknown(value.Joined, "OPTARG", "$OPTARG"))
	r.st.set(itemVar, "OPTARG", arg)
	r.st.set(itemVar, "OPTIND", &variable{val: simple(value.Joined, "OPTIND")})
}

func (r *reader) hash(args []value.Word) {
	for i := range args {
		if s, ok := args[i].Known(); ok && s == "-p" && i+2 < len(args) {
			path, okP := args[i+1].Known()
			name, okN := args[i+2].Known()
			if okP && okN {
				r.st.set(itemHash, name, &path)
			}
		}
	}
}

// commandBuiltin is command and builtin: they pass functions by, and -v only looks.
func (r *reader) commandBuiltin(inv *invocation, name string) bool {
	args := inv.args[1:]
	for len(args) > 0 {
		s, ok := args[0].Known()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		if name == "command" && s != "--" && strings.ContainsAny(s, "vV") {
			r.printPaths(args[1:])
			r.emitRedirects(inv.redirs, inv.pos, inv.end)
			return true
		}
		args = args[1:]
		if s == "--" {
			break
		}
	}
	if len(args) == 0 {
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
		return true
	}
	next := *inv
	next.args, next.noFunc, next.alias = args, true, false
	saved := r.via
	r.via = append(r.via[:len(r.via):len(r.via)], name)
	r.run(&next)
	r.via = saved
	return true
}

// printPaths writes the path of each named program, as command -v, which and type -P do.
func (r *reader) printPaths(args []value.Word) {
	for i := range args {
		s, ok := args[i].Known()
		switch {
		case !ok:
			r.write(args[i])
		case r.st.funcs[s] != nil || strings.IndexByte(s, '/') >= 0:
			r.write(value.Lit(s + "\n"))
		case strings.HasPrefix(s, "-"):
		default:
			r.write(value.Lit("/usr/bin/" + s + "\n"))
		}
	}
}

func (r *reader) exec(inv *invocation) bool {
	args := inv.args[1:]
	for len(args) > 0 {
		s, ok := args[0].Known()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		args = args[1:]
		if s == "--" {
			break
		}
		if s == "-a" && len(args) > 0 {
			args = args[1:]
		}
	}
	if len(args) == 0 {
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
		return true
	}
	next := *inv
	next.args, next.external, next.alias = args, true, false
	saved := r.via
	r.via = append(r.via[:len(r.via):len(r.via)], "exec")
	r.run(&next)
	r.via = saved
	r.terminated = true
	return true
}

// printsVariables writes what a declaring builtin prints when it is given no name: the variables,
// and with them the environment.
func (r *reader) printsVariables(args []value.Word, option string) {
	if len(args) > 1 {
		return
	}
	if len(args) == 1 {
		if s, ok := args[0].Known(); !ok || option == "" || !strings.HasPrefix(s, option) {
			return
		}
	}
	r.write(unknown(value.Env, "env", "the environment"))
}

func (r *reader) compgen(inv *invocation) {
	args := inv.args[1:]
	for i := range args {
		s, ok := args[i].Known()
		if ok && i+1 < len(args) && (s == "-C" || s == "-W" || s == "-F") && inv.args[0].Lit == "compgen" {
			if s == "-W" {
				r.document(&args[i+1])
				continue
			}
			r.readAgain(args[i+1], "compgen "+s, r.cfg.Shell, inv.pos, inv.end)
		}
	}
}
