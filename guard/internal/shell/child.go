package shell

import (
	"fmt"
	"path"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// childShell reads text that a new shell runs: it has the exported variables only, and its
// changes end with it.
func (r *reader) childShell(text value.Word, by, shell string, args []value.Word, inv *invocation) {
	r.childShellAs(text, by, shell, nil, args, inv)
}

// childShellAs is childShell with the value of $0, nil for the shell's own name.
func (r *reader) childShellAs(text value.Word, by, shell string, zero *value.Word, args []value.Word, inv *invocation) {
	r.stepCost(len(r.st.vars))
	if zero == nil {
		zero = r.zero
	}
	r.zero = nil
	if zero == nil {
		name, _, _ := strings.Cut(by, " ")
		if readable(name) == "" {
			name = shellName(shell)
		}
		w := value.Lit(name)
		zero = &w
	}
	savedVars, savedFuncs, savedAliases, savedParams, savedOpts, savedHashes := r.st.vars, r.st.funcs, r.st.aliases, r.st.params, r.st.opts, r.st.hashes
	savedIFS, savedCwd, savedChoices, savedCalls, savedPipe := r.ifs, r.st.cwd, r.choices, r.calls, r.inPipe
	savedSrc, savedLog, savedLocals, savedFrames := r.src, r.st.log, r.locals, r.frames
	var vars map[string]*variable
	for name, v := range savedVars {
		if v.exported || v.unset {
			vars = putMap(vars, name, v)
		} else {
			vars = putMap(vars, name, &variable{unset: true})
		}
	}
	env := append(append([]Assign(nil), r.env...), inv.assigns...)
	for _, a := range env {
		vars = putMap(vars, a.Name, &variable{val: a.Value, exported: true})
	}
	r.st.vars, r.st.funcs, r.st.aliases, r.st.hashes = vars, nil, nil, nil
	r.st.opts = &options{aliases: false}
	r.st.params = &params{words: args, zero: zero}
	r.st.enter() // what files it writes is recorded
	defer r.st.leave()
	r.st.log, r.frames = nil, nil
	r.ifs, r.choices, r.calls, r.locals, r.inPipe = " \t\n", nil, nil, nil, 0
	traps := len(r.traps)
	if v := vars["BASH_ENV"]; v != nil && !v.unset && by != "ssh" { // read by every shell that runs a script
		r.runPath(v.val, "BASH_ENV", shell, nil, inv)
	}
	r.inFrame(shellFrame, func() { r.readAgain(text, by, shell, inv.pos, inv.end) })
	r.runTraps(traps)
	for _, c := range r.st.log { // files stay written
		if c.kind == itemFile || c.kind == itemOut {
			savedLog = append(savedLog, c)
		}
	}
	r.st.vars, r.st.funcs, r.st.aliases, r.st.params, r.st.opts, r.st.hashes = savedVars, savedFuncs, savedAliases, savedParams, savedOpts, savedHashes
	r.ifs, r.st.cwd, r.choices, r.calls, r.inPipe = savedIFS, savedCwd, savedChoices, savedCalls, savedPipe
	r.src, r.st.log, r.locals, r.frames = savedSrc, savedLog, savedLocals, savedFrames
	r.terminated, r.isCd = false, false
}

// shell runs a shell: its -c text, its script, or its standard input.
func (r *reader) shell(inv *invocation, l *Leaf, spec *program.Spec) {
	p := l.Parsed
	lang := readable(l.Program)
	switch {
	case l.Program == "at" || l.Program == "batch":
		r.atBatch(inv, p)
		return
	case p.Canonical() == "su" || p.Canonical() == "runuser" || p.Canonical() == "capsh":
		r.su(inv, p)
		return
	}
	if lang == "" {
		r.otherShell(inv, l)
		return
	}
	if p.Has("help") || p.Has("version") || p.Has("dump-strings") || p.Has("n") && !p.Has("c") && false {
		return
	}
	if o := p.Option("rcfile"); o != nil && o.HasValue {
		r.runPath(o.Value, l.Program+" --rcfile", lang, nil, inv)
	}
	operands := p.Operands
	if len(operands) > 0 { // a lone dash ends the options
		if s, ok := operands[0].Known(); ok && s == "-" {
			operands = operands[1:]
		}
	}
	switch {
	case p.Has("c"):
		if len(operands) == 0 {
			return
		}
		zero := &inv.args[0]
		var args []value.Word
		if len(operands) > 1 {
			zero, args = &operands[1], operands[2:]
		}
		r.childShellAs(operands[0], l.Program+" -c", lang, zero, args, inv)
	case p.Has("s") || len(operands) == 0:
		r.zero = &inv.args[0]
		r.shellStdinArgs(inv, lang, operands, l)
	default:
		r.zero = &operands[0]
		r.runPath(operands[0], l.Program, lang, operands[1:], inv)
	}
	r.zero = nil
	_ = spec
}

// readable is the name of the dialect that a shell reads, "" when it is not read here.
func readable(name string) string {
	name = strings.TrimRight(name, "0123456789.-")
	switch name {
	case "zsh":
		return "zsh"
	case "bash", "rbash":
		return "bash"
	case "sh", "dash", "ash", "ksh", "mksh", "pdksh", "oksh", "lksh", "yash", "posh", "hush", "rksh":
		return "sh"
	}
	return ""
}

func (r *reader) shellStdin(inv *invocation, lang string) { r.shellStdinArgs(inv, lang, nil, nil) }

func (r *reader) shellStdinArgs(inv *invocation, lang string, args []value.Word, l *Leaf) {
	if r.stdin == nil || r.stdin.IsEmpty() {
		return
	}
	in := *r.stdin
	none := value.Word{}
	saved := r.stdin
	r.stdin = &none
	by := lang
	if l != nil {
		by = l.Program
	}
	r.executeContent(in, by, lang, append([]value.Word{}, args...), inv)
	r.stdin = saved
}

// executeContent runs the content of a stream or a file as a script; whole files on disk are read.
func (r *reader) executeContent(w value.Word, by, lang string, args []value.Word, inv *invocation) {
	if len(w.Pieces) == 1 {
		p := &w.Pieces[0]
		if p.Origin == value.File && p.Path != "" && !p.Derived {
			if text, ok := r.script(p.Path); ok {
				r.withSource(p.Path, func() { r.childShell(value.Lit(text), by, lang, args, inv) })
				return
			}
		}
	}
	r.childShell(w, by, lang, args, inv)
}

// script reads a script on disk.
func (r *reader) script(file string) (string, bool) {
	if r.cfg.Files == nil || r.remote {
		return "", false
	}
	b, ok := r.cfg.Files.ReadFile(file, r.limits.ScriptBytes)
	if !ok || len(b) == 0 {
		return "", false
	}
	head := b[:min(len(b), 512)]
	for _, c := range head {
		if c == 0 {
			return "", false // a program, not a script
		}
	}
	return string(b), true
}

// withSource runs f unless the file is being read already: a script that sources itself.
func (r *reader) withSource(file string, f func()) {
	for _, s := range r.sourcing {
		if s == file {
			r.limit("Depth", "a script that runs or sources itself", false)
			return
		}
	}
	r.sourcing = append(r.sourcing, file)
	f()
	r.sourcing = r.sourcing[:len(r.sourcing)-1]
}

// runPath runs a script that is named by a word.
func (r *reader) runPath(w value.Word, by, lang string, args []value.Word, inv *invocation) {
	if args == nil {
		args = []value.Word{}
	}
	file, known := r.fileKey(&w)
	if !known && r.st.files[file] == nil {
		r.res.Executed = append(r.res.Executed, Executed{Word: r.fileContent("", false, &w), By: by, Via: r.via, Pos: inv.pos, End: inv.end, Remote: r.remote})
		return
	}
	switch file {
	case "/dev/null":
		return
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		r.shellStdinArgs(inv, lang, args, nil)
		return
	}
	if c := r.st.files[file]; c != nil {
		for i := range c.alts {
			if l, rest, ok := shebang(&c.alts[i]); ok && l != lang && readable(l) == "" && by == "run" {
				r.scriptIn(l, rest, &c.alts[i], inv)
				continue
			}
			r.withSource(file, func() { r.executeContent(c.alts[i], by, lang, args, inv) })
		}
		return
	}
	if text, ok := r.script(file); ok {
		r.withSource(file, func() { r.childShell(value.Lit(text), by, lang, args, inv) })
	}
}

// source runs a file in the current shell.
func (r *reader) source(inv *invocation) {
	args := skipDashDash(inv.args[1:])
	r.emitRedirects(inv.redirs, inv.pos, inv.end)
	if len(args) == 0 {
		return
	}
	file, known := r.fileKey(&args[0])
	if strings.HasPrefix(file, "/dev/tcp/") || strings.HasPrefix(file, "/dev/udp/") { // a socket to bash
		r.executed(unknown(value.Network, "", file), "source", inv)
		return
	}
	if !known && r.st.files[file] == nil {
		if args[0].Origin()&(value.Network|value.Stdin) != 0 {
			r.res.Executed = append(r.res.Executed, Executed{Word: args[0], By: "source", Via: r.via, Pos: inv.pos, End: inv.end, Remote: r.remote})
		}
		return
	}
	savedParams := r.st.params
	if len(args) > 1 {
		r.st.set(itemParams, "", &params{words: args[1:]})
	}
	run := func(w value.Word) {
		if len(w.Pieces) == 1 && w.Pieces[0].Origin == value.File && !w.Pieces[0].Derived && w.Pieces[0].Path != "" {
			if text, ok := r.script(w.Pieces[0].Path); ok {
				w = value.Lit(text)
			} else if w.Pieces[0].Path == file {
				return
			}
		}
		r.withSource(file, func() { r.readAgain(w, "source", r.cfg.Shell, inv.pos, inv.end) })
	}
	switch {
	case file == "/dev/stdin" || file == "/dev/fd/0" || file == "/proc/self/fd/0":
		if r.stdin != nil {
			run(*r.stdin)
		}
	case r.st.files[file] != nil:
		for _, w := range r.st.files[file].alts {
			run(w)
		}
	default:
		run(r.onDisk(file))
	}
	if len(args) > 1 {
		r.st.set(itemParams, "", savedParams)
	}
	r.terminated = false
}

// atBatch runs what at and batch will run later: a file, or standard input.
func (r *reader) atBatch(inv *invocation, p *program.Parsed) {
	if p.Has("l") || p.Has("r") || p.Has("d") || p.Has("c") {
		return
	}
	if o := p.Option("f"); o != nil && o.HasValue {
		r.runPath(o.Value, p.Program, "sh", nil, inv)
		return
	}
	r.shellStdin(inv, "sh")
}

// su runs su's command, or its standard input.
func (r *reader) su(inv *invocation, p *program.Parsed) {
	if p.Option("c") != nil || p.Option("session-command") != nil {
		return // optionTexts has read it
	}
	for i := range p.Operands { // su user -c 'text' with the options after the user
		if s, ok := p.Operands[i].Known(); ok && (s == "-c" || s == "--command") && i+1 < len(p.Operands) {
			r.childShell(p.Operands[i+1], p.Program+" -c", "sh", nil, inv)
			return
		}
	}
	r.shellStdin(inv, "sh")
}

// otherShell asks about a shell whose language is not read here.
func (r *reader) otherShell(inv *invocation, l *Leaf) {
	var text string
	for i := range l.Args {
		text += l.Args[i].String() + " "
	}
	p := l.Parsed
	if o := p.Option("c"); o != nil && o.HasValue { // fish and csh are close enough for plain commands
		return
	}
	if p.Has("c") && len(p.Operands) > 0 {
		r.childShell(p.Operands[0], l.Program+" -c", "sh", nil, inv)
		return
	}
	if len(p.Operands) == 0 && r.stdin != nil && !r.stdin.IsEmpty() {
		r.shellStdinArgs(inv, "sh", nil, l)
		return
	}
	if len(l.Args) > 0 && !p.Has("version") && !p.Has("help") && !p.Has("v") && !p.Has("h") {
		r.trouble(OtherShell, fmt.Sprintf("%s is a shell that is not read here", l.Program), inv.pos, inv.end)
	}
}

// runFile looks at the file behind a command with a path, or one that the text made: a script is
// read, a copy of a program is that program. It returns the name to go on with.
func (r *reader) runFile(inv *invocation, name string) (string, bool) {
	file := name
	if strings.IndexByte(name, '/') < 0 {
		if file = r.madeOnPath(name); file == "" {
			return name, false
		}
	} else {
		w := value.Lit(name)
		var known bool
		if file, known = r.absolute(&w); !known {
			return name, false
		}
	}
	if c := r.st.files[file]; c != nil {
		if c.program != "" && len(c.alts) == 0 {
			return c.program, false
		}
		for i := range c.alts {
			w := c.alts[i]
			if len(w.Pieces) == 1 && w.Pieces[0].Origin == value.File && w.Pieces[0].Path != "" && !w.Pieces[0].Derived {
				if _, isScript := r.script(w.Pieces[0].Path); !isScript {
					return w.Pieces[0].Path, false // a copy or a link of a program
				}
			}
			if lang, rest, ok := shebang(&w); ok && readable(lang) == "" {
				r.scriptIn(lang, rest, &w, inv)
				continue
			}
			l := r.emit(inv, programName(name), program.Parse(programName(name), inv.args[1:]))
			_ = l
			r.withSource(file, func() { r.executeContent(w, "run", "bash", inv.args[1:], inv) })
		}
		return name, true
	}
	switch path.Dir(file) {
	case "/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin":
		return name, false
	}
	if strings.IndexByte(name, '/') < 0 || inv.external && program.Find(programName(name)) != nil {
		return name, false
	}
	text, ok := r.script(file)
	if !ok {
		return name, false
	}
	w := value.Lit(text)
	lang, rest, has := shebang(&w)
	if has && readable(lang) == "" {
		r.scriptIn(lang, rest, &w, inv)
		return name, false
	}
	if !has && !strings.HasSuffix(file, ".sh") {
		return name, false
	}
	r.withSource(file, func() {
		saved := r.via
		r.via = append(r.via[:len(r.via):len(r.via)], name)
		r.childShell(w, "run", "bash", append([]value.Word{}, inv.args[1:]...), inv)
		r.via = saved
	})
	return name, false
}

// madeOnPath finds a file of that name that the text made in a directory of a PATH that it set.
func (r *reader) madeOnPath(name string) string {
	v := r.st.vars["PATH"]
	if v == nil {
		return ""
	}
	for file := range r.st.files {
		if path.Base(file) == name {
			return file
		}
	}
	return ""
}

// shebang reads the first line of a script.
func shebang(w *value.Word) (interpreter string, rest string, ok bool) {
	text, _ := w.Prefix()
	if !strings.HasPrefix(text, "#!") {
		return "", "", false
	}
	line, rest, _ := strings.Cut(text, "\n")
	fields := strings.Fields(line[2:])
	if len(fields) == 0 {
		return "", rest, false
	}
	name := baseName(fields[0])
	if name == "env" {
		name = ""
		for _, f := range fields[1:] {
			if !strings.HasPrefix(f, "-") && !strings.Contains(f, "=") {
				name = baseName(f)
				break
			}
		}
	}
	return name, rest, name != ""
}

// scriptIn reads a script in another language.
func (r *reader) scriptIn(interpreter, _ string, w *value.Word, inv *invocation) {
	next := *inv
	next.args = []value.Word{value.Lit(interpreter)}
	p := program.Parse(programName(interpreter), nil)
	l := r.emit(&next, programName(interpreter), p)
	r.runCode(l, *w, inv)
}
