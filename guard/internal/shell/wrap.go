package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// wrapped runs what a wrapper runs.
func (r *reader) wrapped(inv *invocation, l *Leaf, spec *program.Spec) {
	if len(r.via) >= maxWrappers {
		r.limit("Wrappers", fmt.Sprintf("more than %d wrappers around a command", maxWrappers), false)
		return
	}
	r.stepCost(len(l.Args))
	if !r.step() {
		return
	}
	p := l.Parsed
	savedVia, savedEnv, savedCwd := r.via, r.env, r.st.cwd
	savedRemote, savedElevated := r.remote, r.elevated
	name := inv.args[0].String()
	if base := baseName(name); base != "" {
		name = base
	}
	r.via = append(r.via[:len(r.via):len(r.via)], name)
	switch l.Program {
	case "sudo", "doas", "su", "pkexec", "run0", "runuser", "gosu", "su-exec":
		r.elevated = true
	}
	if spec.Wrap != program.WrapShell && spec.Wrap != program.WrapInterp && spec.Wrap != program.WrapFind {
		r.env = append(r.env[:len(r.env):len(r.env)], inv.assigns...)
	}
	r.optionDir(p)
	if spec.Wrap == program.WrapRemote || spec.Wrap == program.WrapRemoteArgv {
		r.goRemote(p)
	}
	before := len(r.res.Leaves)
	r.optionTexts(inv, p)
	switch spec.Wrap {
	case program.WrapArgv, program.WrapAssign, program.WrapRemoteArgv, program.WrapMulti:
		r.wrapArgv(inv, l, spec)
	case program.WrapText, program.WrapRemote:
		r.wrapText(inv, p)
	case program.WrapXargs:
		r.xargs(inv, p)
	case program.WrapParallel:
		r.parallel(inv, p)
	case program.WrapFind:
		r.find(inv, p)
	case program.WrapShell:
		r.shell(inv, l, spec)
	case program.WrapInterp:
		r.via = savedVia
		r.interpreter(inv, l)
	}
	r.via, r.env = savedVia, savedEnv
	r.remote, r.elevated = savedRemote, savedElevated
	if r.st.cwd != savedCwd {
		r.st.set(itemCwd, "", savedCwd)
	}
	if len(r.res.Leaves) == before || spec.Wrap == program.WrapFind || spec.Wrap == program.WrapInterp {
		r.afterProgram(l)
	} else {
		r.writtenBy(l)
	}
	r.terminated, r.isCd = false, false
}

// optionDir applies options that change the directory: env -C, sudo -D.
func (r *reader) optionDir(p *program.Parsed) {
	for _, list := range [2][]program.Option{p.Global, p.Options} {
		for i := range list {
			if list[i].Role == 'C' && list[i].HasValue {
				r.chdir(&list[i].Value)
			}
		}
	}
}

// optionTexts reads the options whose argument is shell text: su -c, script -c, flock -c.
func (r *reader) optionTexts(inv *invocation, p *program.Parsed) {
	for i := range p.Options {
		o := &p.Options[i]
		if o.Name == "checkpoint-action" && o.HasValue { // tar
			if key, val := cutWord(o.Value); key == "exec" {
				r.childShell(val, "tar", "sh", nil, inv)
			}
			continue
		}
		if o.Role != 't' || !o.HasValue {
			continue
		}
		if o.Name == "S" && p.Program == "env" { // env -S: words, not shell text
			text := value.Word{}
			text.AppendWord(envUnescape(o.Value))
			// What follows the option stands behind the words that it makes.
			at := o.Index + 1
			if at <= len(p.Args)-1 && !attached(&p.Args[o.Index], &o.Value) {
				at++
			}
			if at < len(p.Args) {
				text.AppendText(" ")
				text.AppendWord(r.argvText(p.Args[at:]))
			}
			p.Rest = -1
			r.envSplit(text, inv)
			continue
		}
		r.childShell(o.Value, p.Program+" -"+o.Name, "sh", nil, inv)
	}
}

// attached tells whether an option's argument stands in the option's own word.
func attached(word, arg *value.Word) bool {
	whole, suffix := word.String(), arg.String()
	return suffix != "" && len(whole) >= len(suffix)+2 && strings.HasSuffix(whole, suffix)
}

// envUnescape turns env's own escape \_ into the blank that it stands for.
func envUnescape(w value.Word) value.Word {
	if s, ok := w.Known(); ok && strings.Contains(s, `\_`) {
		return value.Lit(strings.ReplaceAll(s, `\_`, " "))
	}
	return w
}

// envSplit runs the words of env -S, which has an env's own grammar.
func (r *reader) envSplit(text value.Word, inv *invocation) {
	w := value.Lit("env ")
	w.AppendWord(text)
	r.readAgain(w, "env -S", "sh", inv.pos, inv.end)
}

// goRemote makes local paths meaningless: the command runs elsewhere.
func (r *reader) goRemote(p *program.Parsed) {
	r.remote = true
	r.st.set(itemCwd, "", &Dir{Word: value.Of(value.Piece{Kind: value.Unknown, Text: "a directory on " + p.Program + "'s side", NonEmpty: true})})
}

func (r *reader) wrapArgv(inv *invocation, l *Leaf, spec *program.Spec) {
	p := l.Parsed
	if p.Rest < 0 || p.Rest >= len(p.Args) {
		if r.elevated && (p.Has("i") || p.Has("s") || p.Program == "su") {
			r.shellStdin(inv, "sh")
		}
		return
	}
	if spec.Wrap == program.WrapAssign {
		for i, idx := range p.OperandIndex {
			if idx >= p.Rest {
				break
			}
			if name, val, ok := assignment(p.Operands[i]); ok {
				r.env = append(r.env[:len(r.env):len(r.env)], Assign{name, val})
			}
		}
	}
	next := invocation{args: inv.args[1+p.Rest:], pos: inv.pos, end: inv.end, external: true, redirs: nil}
	if p.Program == "chroot" {
		r.remote = true
	}
	if c := p.Canonical(); c == "fd" {
		next.args = foundByFd(p, next.args)
	}
	if name, ok := next.args[0].Known(); ok && (name == "command" || name == "builtin" || name == "exec" || name == "eval" || name == "cd") && (p.Program == "command" || p.Program == "builtin") {
		next.external = false
	}
	if text, ok := next.args[0].Known(); ok && strings.ContainsAny(text, " \t\n") && len(next.args) == 1 {
		r.childShell(next.args[0], p.Program, "sh", nil, inv) // some of them hand a single argument to a shell
		return
	}
	before := len(r.res.Leaves)
	r.run(&next)
	if spec.Wrap == program.WrapRemoteArgv {
		r.throughMounts(l, before)
	}
}

// throughMounts gives a container's own leaf what the programs in it do to directories of this
// machine that are mounted there: docker run -v /:/host alpine rm -rf /host.
func (r *reader) throughMounts(l *Leaf, from int) {
	for i := range l.Parsed.Options {
		o := &l.Parsed.Options[i]
		if o.Name != "v" && o.Name != "volume" || !o.HasValue {
			continue
		}
		s, ok := o.Value.Known()
		if !ok {
			continue
		}
		parts := strings.Split(s, ":")
		if len(parts) < 2 || !strings.HasPrefix(parts[0], "/") && !strings.HasPrefix(parts[0], ".") || len(parts) > 2 && strings.Contains(parts[2], "ro") {
			continue
		}
		at := strings.TrimSuffix(parts[1], "/")
		for _, inner := range r.res.Leaves[from:] {
			for _, e := range inner.Effects {
				prefix, all := e.Word.Prefix()
				if e.Text || !strings.HasPrefix(prefix, "/") {
					continue
				}
				rest, in := strings.CutPrefix(cleanPath(prefix), at)
				if !in || rest != "" && rest[0] != '/' {
					continue
				}
				w := value.Lit(strings.TrimSuffix(parts[0], "/") + rest)
				if w.Lit == "" {
					w.Lit = "/"
				}
				if !all {
					if strings.HasSuffix(prefix, "/") && !strings.HasSuffix(w.Lit, "/") {
						w.Lit += "/"
					}
					for k := 1; k < len(e.Word.Pieces); k++ {
						w.Append(e.Word.Pieces[k])
					}
				}
				e.Word = w
				l.Effects = append(l.Effects, e)
				l.Kinds |= e.Kind
			}
		}
	}
}

// foundByFd puts what fd finds in place of its {} or at the end of the command.
func foundByFd(p *program.Parsed, args []value.Word) []value.Word {
	start := value.Lit(".")
	for i, at := range p.OperandIndex {
		if i == 1 && at < p.Rest {
			start = p.Operands[i]
		}
	}
	found := value.Word{}
	found.AppendWord(start)
	if !findsAll(p) {
		if !strings.HasSuffix(found.Suffix(), "/") {
			found.AppendText("/")
		}
		found.Append(value.Piece{Kind: value.Unknown, Origin: value.Names, Name: "fd", Text: "{found}", NonEmpty: true, Quoted: true})
	}
	out := make([]value.Word, 0, len(args)+1)
	marked := false
	for i := range args {
		if strings.Contains(args[i].String(), "{}") {
			marked = true
		}
		out = append(out, replaceIn(args[i], "{}", found))
	}
	if !marked {
		out = append(out, found)
	}
	return out
}

// findsAll tells whether fd's pattern takes every name, the top of the tree among them: then what
// is done to each is done to the whole.
func findsAll(p *program.Parsed) bool {
	if len(p.Operands) == 0 || p.OperandIndex[0] >= p.Rest || p.Has("e", "E", "t", "S", "d", "o", "changed-within", "changed-before") {
		return false
	}
	text, known := p.Operands[0].Known()
	return known && (text == "." || text == ".*")
}

func assignment(w value.Word) (name string, val value.Word, ok bool) {
	prefix, all := w.Prefix()
	i := strings.IndexByte(prefix, '=')
	if i <= 0 || !isName(prefix[:i]) {
		return "", value.Word{}, false
	}
	val = value.Lit(prefix[i+1:])
	if !all {
		for k := 1; k < len(w.Pieces); k++ {
			val.Append(w.Pieces[k])
		}
	}
	return prefix[:i], val, true
}

// wrapText reads the operands that are shell text, joined by blanks.
func (r *reader) wrapText(inv *invocation, p *program.Parsed) {
	var text value.Word
	n := 0
	for i := range p.Operands {
		if p.OperandRole(i) != 't' {
			continue
		}
		if n > 0 {
			text.AppendText(" ")
		}
		if p.Program == "watch" && p.Has("x") {
			r.quoteInto(&text, &p.Operands[i])
		} else {
			text.AppendWord(p.Operands[i])
		}
		n++
	}
	if n == 0 {
		if r.stdin != nil && r.remote { // ssh host < script
			r.childShell(*r.stdin, p.Program, "sh", nil, inv)
		}
		return
	}
	if p.Program == "hyperfine" || p.Program == "concurrently" {
		for i := range p.Operands {
			r.childShell(p.Operands[i], p.Program, "sh", nil, inv)
		}
		return
	}
	r.childShell(text, p.Program, "sh", nil, inv)
}

// xargs runs a command with words from standard input.
func (r *reader) xargs(inv *invocation, p *program.Parsed) {
	var args []value.Word
	if p.Rest >= 0 && p.Rest < len(p.Args) {
		args = p.Args[p.Rest:]
	} else {
		args = []value.Word{value.Lit("echo")}
	}
	in := r.stdin
	if o := p.Option("a"); o != nil {
		path, known := r.absolute(&o.Value)
		w := r.fileContent(path, known, &o.Value)
		in = &w
	}
	replace := ""
	if o := p.Option("I"); o != nil {
		replace, _ = o.Value.Known()
	} else if o := p.Option("J"); o != nil {
		replace, _ = o.Value.Known()
	} else if o := p.Option("i"); o != nil {
		if replace = "{}"; o.HasValue && !o.Value.IsEmpty() {
			replace, _ = o.Value.Known()
		}
	}
	items := r.xargsItems(in, p, replace != "")
	saved := r.stdin
	none := value.Word{}
	r.stdin = &none
	defer func() { r.stdin = saved }()
	if replace != "" {
		for i := range items {
			if i == maxIterations {
				break
			}
			next := invocation{pos: inv.pos, end: inv.end, external: true}
			for k := range args {
				next.args = append(next.args, replaceIn(args[k], replace, items[i]))
			}
			r.run(&next)
		}
		return
	}
	// With -n and -L the command runs once for each few words.
	group := len(items)
	for _, name := range [...]string{"n", "L", "l"} {
		if o := p.Option(name); o != nil {
			group = 1
			if s, ok := o.Value.Known(); ok && s != "" && isDigits(s) && name == "n" {
				group = max(fdNumber(s), 1)
			}
		}
	}
	var perLine [][]value.Word
	if p.Has("L", "l") && in != nil && !p.Has("0", "d", "n") {
		if text, ok := in.Known(); ok {
			perLine = xargsLines(text, false)
		}
	}
	if in != nil && in.HasUnknown() && group < len(items) { // how the words fall to the calls is not known
		next := invocation{pos: inv.pos, end: inv.end, external: true}
		next.args = append(append(next.args, args...), items...)
		r.run(&next)
	}
	for i := 0; ; i++ {
		next := invocation{pos: inv.pos, end: inv.end, external: true}
		n := min(group, len(items))
		if i < len(perLine) {
			n = min(len(perLine[i]), len(items))
		}
		if i == maxIterations {
			n = len(items)
		}
		next.args = append(append(next.args, args...), items[:n]...)
		r.run(&next)
		if items = items[n:]; len(items) == 0 || n == 0 {
			return
		}
	}
}

// xargsItems splits standard input as xargs does.
func (r *reader) xargsItems(in *value.Word, p *program.Parsed, lines bool) []value.Word {
	if in == nil {
		return []value.Word{unknown(value.Stdin, "stdin", "words from standard input")}
	}
	seps := " \t\n"
	if lines {
		seps = "\n"
	}
	if p.Has("0") {
		seps = "\x00"
	}
	given := p.Has("0", "d") // an own separator: what stands between two is an item even when empty
	if o := p.Option("d"); o != nil {
		if s, ok := o.Value.Known(); ok {
			if s = ansiC(s); s != "" {
				seps = s[:1]
			}
		}
	}
	var out []value.Word
	var cur value.Word
	started := false
	flush := func() {
		if started {
			out = append(out, cur)
			cur, started = value.Word{}, false
		}
	}
	addText := func(s string) {
		if !given {
			s = xargsUnquote(s)
		}
		for s != "" && len(out) < r.limits.Words {
			i := strings.IndexAny(s, seps)
			if i < 0 {
				cur.AppendText(s)
				started = true
				return
			}
			if i > 0 || given {
				cur.AppendText(s[:i])
				started = true
			}
			flush()
			s = s[i+1:]
		}
	}
	if text, ok := in.Known(); ok {
		if !given {
			for _, line := range xargsLines(text, lines) {
				out = append(out, line...)
			}
			return out[:min(len(out), r.limits.Words)]
		}
		addText(text)
		flush()
		return out
	}
	for i := range in.Pieces {
		pc := in.Pieces[i]
		if pc.Kind == value.Text {
			addText(pc.Text)
			continue
		}
		pc.Quoted = false
		if lines { // blanks at a line's end are no part of it
			trimBlanks(&cur)
		}
		cur.Append(pc)
		started = true
	}
	flush()
	return out
}

// xargsLines takes text apart as xargs does: words, in which quotes and backslashes may hold
// blanks, or whole lines.
func xargsLines(text string, whole bool) [][]value.Word {
	var out [][]value.Word
	var line []value.Word
	var word []byte
	started, quote := false, byte(0)
	endWord := func() {
		if started {
			line = append(line, value.Lit(string(word)))
		}
		word, started = word[:0], false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0 && c != '\n':
			word = append(word, c)
		case c == '\'' || c == '"':
			quote, started = c, true
		case c == '\\' && i+1 < len(text):
			i++
			word, started = append(word, text[i]), true
		case c == '\n' && quote != 0: // xargs stops at a quote that its line does not close
			if len(line) > 0 {
				out = append(out, line)
			}
			return out
		case c == '\n':
			if whole {
				word = []byte(strings.TrimRight(string(word), " \t"))
			}
			endWord()
			if len(line) > 0 {
				out, line = append(out, line), nil
			}
		case (c == ' ' || c == '\t') && (!whole || !started):
			endWord()
		default:
			word, started = append(word, c), true
		}
	}
	if quote == 0 {
		endWord()
	}
	if len(line) > 0 {
		out = append(out, line)
	}
	return out
}

func trimBlanks(w *value.Word) {
	if w.Pieces == nil {
		w.Lit = strings.TrimRight(w.Lit, " \t")
	} else if last := &w.Pieces[len(w.Pieces)-1]; last.Kind == value.Text {
		last.Text = strings.TrimRight(last.Text, " \t")
	}
}

// xargsUnquote takes off the quotes and backslashes that xargs takes off, when they do not hold blanks.
func xargsUnquote(s string) string {
	if !strings.ContainsAny(s, `'"\`) {
		return s
	}
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// replaceIn puts an item in place of a mark in a word.
func replaceIn(w value.Word, mark string, item value.Word) value.Word {
	out := value.Word{Pos: w.Pos, End: w.End}
	add := func(s string) {
		for {
			i := strings.Index(s, mark)
			if i < 0 || mark == "" {
				out.AppendText(s)
				return
			}
			out.AppendText(s[:i])
			out.AppendWord(item)
			s = s[i+len(mark):]
		}
	}
	if w.Pieces == nil {
		add(w.Lit)
		return out
	}
	for i := range w.Pieces {
		if w.Pieces[i].Kind == value.Text {
			add(w.Pieces[i].Text)
			continue
		}
		out.Append(w.Pieces[i])
	}
	return out
}

// parallel runs GNU parallel's template with each of its inputs.
func (r *reader) parallel(inv *invocation, p *program.Parsed) {
	var template value.Word
	var inputs []value.Word
	in := false
	n := 0
	for i := range p.Operands {
		s, ok := p.Operands[i].Known()
		if ok && (s == ":::" || s == ":::+" || s == "::::") {
			in = true
			continue
		}
		if in {
			inputs = append(inputs, p.Operands[i])
			continue
		}
		if n > 0 {
			template.AppendText(" ")
		}
		template.AppendWord(p.Operands[i])
		n++
	}
	if !in {
		inputs = r.xargsItems(r.stdin, p, true)
	}
	for i := range inputs {
		if i == maxIterations {
			break
		}
		text := template
		if n == 0 {
			text = inputs[i]
		} else if strings.Contains(template.String(), "{") {
			text = replaceIn(template, "{}", inputs[i])
		} else {
			text = value.Word{}
			text.AppendWord(template)
			text.AppendText(" ")
			r.quoteInto(&text, &inputs[i])
		}
		r.childShell(text, "parallel", "sh", nil, inv)
	}
}

// find runs what find's -exec and its like run, with the places that it starts from.
func (r *reader) find(inv *invocation, p *program.Parsed) {
	for i := range p.Options {
		o := &p.Options[i]
		switch o.Name {
		case "exec", "execdir", "ok", "okdir":
		default:
			continue
		}
		start, end, _ := p.ExecArgs(o)
		if start >= end || start >= len(p.Args) {
			continue
		}
		found := r.findPaths(p, i)
		for k := range found {
			next := invocation{pos: inv.pos, end: inv.end, external: true}
			for _, a := range p.Args[start:min(end, len(p.Args))] {
				next.args = append(next.args, replaceIn(a, "{}", found[k]))
			}
			r.run(&next)
		}
	}
}

// findPaths are words for what find finds before its option number upto: the starting points
// themselves, and names below them when tests choose among these.
func (r *reader) findPaths(p *program.Parsed, upto int) []value.Word {
	filtered := false
	for i := 0; i < upto && i < len(p.Options); i++ {
		switch p.Options[i].Name {
		case "maxdepth", "depth", "d", "xdev", "mount", "print", "print0", "H", "L", "P", "O", "D", "noleaf", "ignore_readdir_race", "daystart", "warn", "nowarn", "regextype", "follow", "exec", "execdir", "ok", "okdir":
		case "mindepth":
			filtered = true
		case "type": // -type d of a tree holds the tree
			if s, _ := p.Options[i].Value.Known(); s != "d" {
				filtered = true
			}
		case "name", "path", "wholename", "iname", "ipath":
			if s, ok := p.Options[i].Value.Known(); !ok || s != "*" {
				filtered = true
			}
		default:
			filtered = true
		}
	}
	starts := p.Operands
	if len(starts) == 0 {
		starts = []value.Word{value.Lit(".")}
	}
	var out []value.Word
	for i := range starts {
		if s, ok := starts[i].Known(); ok && (s == "(" || s == "!" || s == ")" || s == ",") {
			filtered = filtered || s != ","
			continue
		}
		if !filtered {
			out = append(out, starts[i])
			continue
		}
		w := value.Word{}
		w.AppendWord(starts[i])
		if !strings.HasSuffix(w.Suffix(), "/") {
			w.AppendText("/")
		}
		w.Append(value.Piece{Kind: value.Unknown, Origin: value.Names, Name: "find", Text: "{found}", NonEmpty: true, Quoted: true})
		out = append(out, w)
	}
	return out
}
