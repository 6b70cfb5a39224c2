package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// invocation is a command about to run: its words, and how it came to be run.
type invocation struct {
	args    []value.Word // argv, never empty
	assigns []Assign
	redirs  []Redirect
	pos     int
	end     int
	// alias: the name was written without quotes, so an alias may stand for it.
	alias bool
	words []*syntax.Word // the words as they were written, when alias
	// external: neither functions nor builtins: run by env, xargs, sudo and the like.
	external bool
	// noFunc: command and builtin pass functions by.
	noFunc bool
}

// call runs a simple command, once for each combination of the values that its words may have.
func (r *reader) call(c *syntax.CallExpr, s *syntax.Stmt) {
	r.st.enter()
	defer r.st.leave()
	base, mark, in := len(r.choices), r.st.mark(), r.stdin
	r.callOnce(c, s)
	if len(r.choices) > base {
		r.otherChoices(base, mark, in, func() { r.callOnce(c, s) })
	}
}

// otherChoices runs a statement again for each other combination of the values that it met.
func (r *reader) otherChoices(base, mark int, in *value.Word, again func()) {
	ended, out := r.terminated, r.stdin
	deltas := []*delta{r.st.rollback(mark)}
	for n := 0; !r.stopped && r.nextChoice(base); n++ {
		if n == maxChoices {
			r.noChoice = true
			r.choices = r.choices[:base]
		}
		r.stdin = in
		again()
		ended = ended && r.terminated
		deltas = append(deltas, r.st.rollback(mark))
		if r.noChoice && n >= maxChoices {
			r.noChoice = false
			break
		}
	}
	r.terminated = ended
	if in != nil {
		r.stdin = out
	}
	r.choices = r.choices[:base]
	r.st.join(false, deltas...)
}

func (r *reader) callOnce(c *syntax.CallExpr, s *syntax.Stmt) {
	if !r.step() {
		return
	}
	inv := invocation{}
	inv.pos, inv.end = r.nodeSpan(c)
	if s != nil && len(s.Redirs) > 0 {
		inv.pos, inv.end = r.callSpan(c, s)
	}
	if len(c.Args) > 0 {
		r.negatedSubshell(c.Args[0], inv.pos, inv.end)
		inv.args = r.fields(c.Args)
		if inv.alias = c.Args[0].Lit() != ""; inv.alias {
			inv.words = c.Args
		}
	}
	io := r.saveIO()
	if s != nil && len(s.Redirs) > 0 {
		inv.redirs = r.redirects(s.Redirs)
	}
	if len(inv.args) == 0 {
		r.assignments(c.Assigns)
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
		r.finishIO(io)
		return
	}
	for _, a := range c.Assigns {
		if a.Name == nil {
			continue
		}
		inv.assigns = append(inv.assigns, Assign{a.Name.Value, r.assignValue(a).val})
	}
	r.run(&inv)
	if name, ok := inv.args[0].Known(); ok && name == "exec" && len(inv.args) == 1 {
		return // exec with redirects only: they stay
	}
	if len(inv.redirs) > 0 { // what read takes off the input stays taken
		r.finishIO(io)
	}
	if len(inv.args) > 0 {
		r.lastArg = inv.args[len(inv.args)-1]
	}
}

func (r *reader) callSpan(c *syntax.CallExpr, s *syntax.Stmt) (int, int) {
	pos, end := r.nodeSpan(c)
	for _, rd := range s.Redirs {
		p, e := r.nodeSpan(rd)
		if rd.Hdoc != nil && !r.src.nested {
			e = int(rd.Word.End().Offset())
		}
		pos, end = min(pos, p), max(end, e)
	}
	return pos, end
}

// negatedSubshell reads !(cmd), an extended glob to the parser and, with extglob off, a negated
// subshell to bash (SHELL H6).
func (r *reader) negatedSubshell(w *syntax.Word, pos, end int) {
	g, ok := w.Parts[0].(*syntax.ExtGlob)
	if !ok || g.Op.String() != "!(" {
		return
	}
	r.isolated(func() { r.readAgain(value.Lit(g.Pattern.Value), "subshell", r.cfg.Shell, pos, end) })
}

// run finds out what a command is and runs it.
func (r *reader) run(inv *invocation) {
	if !r.step() || len(inv.args) == 0 {
		return
	}
	r.terminated, r.isCd = false, false
	name, known := inv.args[0].Known()
	if !known {
		r.runUnknown(inv)
		return
	}
	if inv.alias && !inv.external && r.st.aliases != nil && r.st.aliases[name] != nil {
		// Aliases are off in many shells, and one does not hold on the line that sets it: both are read.
		mark := r.st.mark()
		r.runAlias(inv, name)
		d := r.st.rollback(mark)
		next := *inv
		next.alias = false
		r.run(&next)
		d2 := r.st.rollback(mark)
		r.st.join(false, d, d2)
		return
	}
	if !inv.external {
		if !inv.noFunc && r.st.funcs != nil {
			if f := r.st.funcs[name]; f != nil {
				mark := r.st.mark()
				r.callFunction(inv, name, f)
				if !f.maybe {
					return
				}
				// No branch may have defined it: then it is what it is without the function.
				d := r.st.rollback(mark)
				next := *inv
				next.noFunc, next.alias = true, false
				r.run(&next)
				d2 := r.st.rollback(mark)
				r.st.join(false, d, d2)
				return
			}
		}
		if r.builtin(inv, name) {
			return
		}
	}
	if h := r.st.hashes[name]; h != nil && !inv.external {
		name = *h
	}
	r.runProgram(inv, name)
}

// runProgram runs a program on disk by its name or path.
func (r *reader) runProgram(inv *invocation, name string) {
	if strings.IndexByte(name, '/') >= 0 || r.st.files != nil {
		var done bool
		if name, done = r.runFile(inv, name); done {
			return
		}
	}
	r.runEmptied(inv, name)
	base := programName(name)
	if base == "coreutils" && r.multiCall(inv) {
		return
	}
	p := program.Parse(base, inv.args[1:])
	spec := p.Spec
	l := r.emit(inv, base, p)
	r.escapes(inv, l)
	if base == "git" && r.gitCommand(inv, l) {
		return
	}
	if spec == nil || spec.Wrap == program.NoWrap {
		if spec != nil {
			r.optionTexts(inv, p)
		}
		r.codeOptions(inv, l)
		if spec != nil {
			r.embedded(inv, l)
		}
		if base == "start-stop-daemon" {
			r.startDaemon(inv, p)
		}
		r.afterProgram(l)
		return
	}
	r.wrapped(inv, l, spec)
}

// programName is the name by which a program is known: its base name, without .exe.
func programName(path string) string {
	base := baseName(path)
	if len(base) > 4 && strings.EqualFold(base[len(base)-4:], ".exe") {
		base = base[:len(base)-4]
	}
	return base
}

// runAlias reads an alias's text with the arguments after it.
func (r *reader) runAlias(inv *invocation, name string) {
	a := r.st.aliases[name]
	text := value.Lit(*a)
	rest := inv.args[1:]
	// After an alias that ends with a blank the next word may be an alias too.
	for k := 1; k < len(inv.words) && len(rest) > 0 && strings.HasSuffix(text.Lit, " "); k++ {
		next := r.st.aliases[inv.words[k].Lit()]
		if next == nil {
			break
		}
		text.AppendText(*next)
		rest = rest[1:]
	}
	text.AppendText(" ")
	text.AppendWord(r.argvText(rest))
	// While its text is read the alias is not expanded again.
	r.st.set(itemAlias, name, (*string)(nil))
	r.readAgain(text, "alias", r.cfg.Shell, inv.pos, inv.end)
	r.st.set(itemAlias, name, a)
}

// argvText renders words as shell text that means the same words.
func (r *reader) argvText(args []value.Word) value.Word {
	var w value.Word
	for i := range args {
		if i > 0 {
			w.AppendText(" ")
		}
		r.quoteInto(&w, &args[i])
	}
	return w
}

func (r *reader) quoteInto(w, arg *value.Word) {
	if arg.Pieces == nil {
		w.AppendText(quote(arg.Lit))
		return
	}
	for i := range arg.Pieces {
		p := arg.Pieces[i]
		switch p.Kind {
		case value.Text:
			w.AppendText(quote(p.Text))
		case value.Glob:
			w.AppendText(p.Text)
		default:
			if p.Quoted {
				w.AppendText(`"`)
			}
			w.Append(p)
			if p.Quoted {
				w.AppendText(`"`)
			}
		}
	}
}

// quote renders text as a shell word.
func quote(s string) string {
	ok := s != ""
	for i := 0; ok && i < len(s); i++ {
		c := s[i]
		ok = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_./=:,+@%", c) >= 0
	}
	if ok {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// callFunction runs a function's body with its arguments.
func (r *reader) callFunction(inv *invocation, name string, f *function) {
	r.st.enter()
	defer r.st.leave()
	nested := 0
	for i, n := range r.calls {
		if n != name {
			continue
		}
		nested++
		// It calls itself from a pipeline or the background: each call makes two.
		if r.inPipe > i+1 {
			r.emitFork(inv, name)
			return
		}
	}
	if nested >= maxRecursion {
		return // what deeper calls do has been seen, with open arguments
	}
	if len(r.calls) >= maxCalls {
		r.limit("Calls", "function calls nested too deeply", false)
		return
	}
	io := r.saveIO()
	savedParams, savedSrc, savedLocals := r.st.params, r.src, len(r.locals)
	p := &params{words: inv.args[1:]}
	for i := range p.words {
		if p.words[i].Splits() || p.words[i].HasGlob() && !p.words[i].HasUnknown() && false {
			p = &params{words: p.words[:i:i], open: true}
			break
		}
	}
	if nested == maxRecursion-1 {
		p = &params{open: true}
	}
	r.calls = append(r.calls, name)
	r.st.set(itemParams, "", p)
	for _, a := range inv.assigns { // they hold while the function runs
		r.locals = append(r.locals, localMark{a.Name, r.st.vars[a.Name]})
		r.assign(a.Name, &variable{val: a.Value, exported: true})
	}
	mark := r.st.mark()
	var deltas []*delta
	for _, body := range f.bodies {
		r.src = body.src
		r.inFrame(callFrame, func() { r.stmt(body.stmt) })
		if len(f.bodies) > 1 {
			deltas = append(deltas, r.st.rollback(mark))
		}
	}
	if deltas != nil {
		r.st.join(false, deltas...)
	}
	if f.cut {
		r.limit("Functions", fmt.Sprintf("a function with more than %d definitions", maxAlternatives), false)
	}
	for i := len(r.locals) - 1; i >= savedLocals; i-- {
		r.st.set(itemVar, r.locals[i].name, r.locals[i].old)
	}
	r.locals = r.locals[:savedLocals]
	r.src = savedSrc
	r.calls = r.calls[:len(r.calls)-1]
	r.st.set(itemParams, "", savedParams)
	r.out, r.stdin = io.out, io.stdin
	r.terminated = false
}
