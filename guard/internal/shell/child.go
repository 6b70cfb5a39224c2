package shell

import (
	"fmt"
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
	var funcs map[string]*function
	for name, f := range savedFuncs {
		if f != nil && f.exported {
			if funcs == nil {
				funcs = map[string]*function{}
			}
			funcs[name] = f
		}
	}
	r.st.vars, r.st.funcs, r.st.aliases, r.st.hashes = vars, funcs, nil, nil
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
