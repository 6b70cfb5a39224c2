package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// stmts runs a list of statements in order.
func (r *reader) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		if s == nil {
			continue
		}
		if r.stopped {
			return
		}
		before := r.st.cwd
		r.isCd = false
		r.stmt(s)
		if r.isCd && r.st.cwd != before {
			r.doubtCd(before)
		}
	}
}

// doubtCd notes that the next command runs even when the cd before it failed.
func (r *reader) doubtCd(before *Dir) {
	d := r.st.cwd
	if !d.Known || d.Else != "" || r.st.opts.errexit || !before.Known || before.Path == d.Path {
		return
	}
	if r.cfg.Files != nil {
		if is, known := r.cfg.Files.IsDir(d.Path); known && is {
			return
		}
	}
	if c := r.st.files[d.Path]; c != nil { // made by mkdir in this text
		return
	}
	e := *d
	e.Else = before.Path
	r.st.set(itemCwd, "", &e)
}

// sureCd takes the doubt away: the next command runs only when the cd worked.
func (r *reader) sureCd() {
	if d := r.st.cwd; d.Else != "" {
		e := *d
		e.Else = ""
		r.st.set(itemCwd, "", &e)
	}
}

// stmt runs one statement: its redirects, then its command.
func (r *reader) stmt(s *syntax.Stmt) {
	if !r.step() {
		return
	}
	r.terminated = false
	if s.Background || s.Coprocess || s.Disown {
		r.isolated(func() {
			saved := r.inPipe
			r.inPipe = len(r.calls) + 1
			r.stmtHere(s)
			r.inPipe = saved
		})
		r.lastBg = true
		return
	}
	r.stmtHere(s)
}

// isolated runs f and takes its changes to the state back, as a subshell does. Files stay written.
func (r *reader) isolated(f func()) {
	r.st.enter()
	defer r.st.leave()
	mark, traps, lastArg := r.st.mark(), len(r.traps), r.lastArg
	r.inFrame(shellFrame, f)
	r.runTraps(traps)
	r.lastArg = lastArg
	d := r.st.rollback(mark)
	for i := len(d.items) - 1; i >= 0; i-- {
		if it := &d.items[i]; it.kind == itemFile || it.kind == itemOut {
			r.st.set(it.kind, it.key, it.old)
		}
	}
	r.terminated = false
	r.isCd = false
}

func (r *reader) stmtHere(s *syntax.Stmt) {
	r.st.enter()
	defer r.st.leave()
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		r.call(call, s)
		return
	}
	base, mark, in := len(r.choices), r.st.mark(), r.stdin
	r.compound(s)
	if len(r.choices) > base {
		r.otherChoices(base, mark, in, func() { r.compound(s) })
	}
}

// compound runs a statement that is no simple command.
func (r *reader) compound(s *syntax.Stmt) {
	if len(s.Redirs) == 0 {
		r.command(s.Cmd)
		return
	}
	io := r.saveIO()
	redirs := r.redirects(s.Redirs)
	pos, end := r.nodeSpan(s)
	r.emitRedirects(redirs, pos, end)
	if s.Cmd != nil {
		r.command(s.Cmd)
	}
	r.finishIO(io)
}

func (r *reader) command(cmd syntax.Command) {
	switch c := cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		r.call(c, nil)
	case *syntax.BinaryCmd:
		r.binary(c)
	case *syntax.Block:
		r.stmts(c.Stmts)
	case *syntax.Subshell:
		r.isolated(func() { r.stmts(c.Stmts) })
	case *syntax.IfClause:
		r.ifClause(c)
	case *syntax.WhileClause:
		r.whileClause(c)
	case *syntax.ForClause:
		r.forClause(c)
	case *syntax.CaseClause:
		r.caseClause(c)
	case *syntax.FuncDecl:
		r.funcDecl(c)
	case *syntax.ArithmCmd:
		r.arithmetic(c.X)
	case *syntax.TestClause:
		r.testExpr(c.X)
	case *syntax.DeclClause:
		r.declClause(c)
	case *syntax.LetClause:
		for _, e := range c.Exprs {
			r.letOperand(e)
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			r.timeClause(c)
		}
	case *syntax.CoprocClause:
		if c.Name != nil {
			r.word(c.Name)
		}
		r.coproc(c)
	case *syntax.TestDecl:
		if c.Body != nil {
			r.stmt(c.Body)
		}
	default:
		pos, end := r.nodeSpan(cmd)
		r.trouble(OddShape, "a kind of command that the reader does not know", pos, end)
	}
}

func (r *reader) ifClause(c *syntax.IfClause) {
	r.st.enter()
	defer r.st.leave()
	r.stmts(c.Cond)
	if len(c.Cond) > 0 && r.isCd {
		r.sureCd()
	}
	lastArg := r.lastArg
	defer r.forgetLastArg()
	mark := r.st.mark()
	cond := (*syntax.Stmt)(nil)
	if len(c.Cond) > 0 {
		cond = c.Cond[len(c.Cond)-1]
	}
	r.learn(cond, true)
	r.branch++
	r.stmts(c.Then)
	r.branch--
	thenEnds := r.terminated
	then := r.st.rollback(mark)
	var other *delta
	elseEnds := false
	if c.Else != nil {
		r.lastArg = lastArg
		r.learn(cond, false)
		if len(c.Else.Cond) == 0 && !c.Else.ThenPos.IsValid() || len(c.Else.Cond) == 0 {
			r.branch++
			r.stmts(c.Else.Then)
			r.branch--
		} else {
			r.branch++
			r.ifClause(c.Else)
			r.branch--
		}
		elseEnds = r.terminated
		other = r.st.rollback(mark)
	}
	switch {
	case thenEnds && elseEnds:
		r.st.join(false, then, other)
		return
	case thenEnds:
		if other != nil {
			r.st.apply(other)
		}
		r.learn(cond, false)
	case elseEnds:
		r.st.apply(then)
		r.learn(cond, true)
	case alwaysTrue(c.Cond):
		r.st.apply(then)
	case other != nil:
		r.st.join(false, then, other)
	default:
		r.st.join(true, then)
	}
	r.terminated = false
	r.isCd = false
}

// forgetLastArg makes $_ unknown: which command ran last is not known.
func (r *reader) forgetLastArg() { r.lastArg = unknown(value.Joined, "_", "$_") }

func (r *reader) caseClause(c *syntax.CaseClause) {
	r.st.enter()
	defer r.st.leave()
	subject := r.word(c.Word)
	text, sure := subject.Known() // sure: which item is taken can be told
	var branches []*delta
	var taken *delta
	mark := r.st.mark()
	lastArg := r.lastArg
	defer r.forgetLastArg()
	for _, item := range c.Items {
		r.lastArg = lastArg
		for _, p := range item.Patterns {
			r.pattern(p)
		}
		r.branch++
		r.stmts(item.Stmts)
		r.branch--
		d := r.st.rollback(mark)
		if !r.terminated {
			branches = append(branches, d)
		}
		if item.Op == syntax.Fallthrough || item.Op == syntax.Resume {
			r.st.join(true, d)
			mark = r.st.mark()
			sure = false
		}
		if sure && taken == nil {
			matches, known := matchesPlainly(item, text)
			sure = known && !(matches && r.terminated)
			if matches && sure {
				taken = d
			}
		}
	}
	if taken != nil {
		r.st.apply(taken)
	} else {
		r.st.join(true, branches...)
	}
	r.terminated = false
	r.isCd = false
}

// alwaysTrue tells whether a condition is the command true.
func alwaysTrue(cond []*syntax.Stmt) bool {
	if len(cond) != 1 || cond[0].Negated || cond[0].Background {
		return false
	}
	call, ok := cond[0].Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) == 1 && (call.Args[0].Lit() == "true" || call.Args[0].Lit() == ":")
}

// coproc runs a command in the background; its output can be read from ${NAME[0]}.
func (r *reader) coproc(c *syntax.CoprocClause) {
	name := "COPROC"
	if c.Name != nil && isName(c.Name.Lit()) {
		name = c.Name.Lit()
	}
	s := r.newSink()
	saved := r.out
	r.out = s
	r.isolated(func() {
		if _, ok := c.Stmt.Cmd.(*syntax.CallExpr); ok && c.Name != nil { // no name: it is for compound commands
			from, to := int(c.Name.Pos().Offset()), int(c.Stmt.End().Offset())
			if from < to && to <= len(r.src.text) {
				text := value.Word{}
				r.appendHoled(&text, r.src.text[from:to], false)
				pos, end := r.nodeSpan(c)
				r.readAgain(text, "coproc", r.cfg.Shell, pos, end)
				return
			}
		}
		r.stmt(c.Stmt)
	})
	r.out = saved
	r.openFd(900, r.written(s)[0])
	// Numbers that nobody writes.
	r.st.set(itemVar, name, &variable{isArray: true, val: value.Lit("900"), elems: []value.Word{value.Lit("900"), value.Lit("901")}, keys: []string{"0", "1"}})
}

// matchesPlainly tells whether an item of case matches a text when its patterns are plain text or a
// lone star; known is false when they are not.
func matchesPlainly(item *syntax.CaseItem, text string) (matches, known bool) {
	for _, p := range item.Patterns {
		lit := p.Lit()
		switch {
		case lit == "*" || lit == text && lit != "" && !strings.ContainsAny(lit, "*?[\\(~"):
			return true, true
		case lit == "" || strings.ContainsAny(lit, "*?[\\(~"):
			return false, false
		}
	}
	return false, true
}

func (r *reader) funcDecl(c *syntax.FuncDecl) {
	if c.Body != nil {
		if b, ok := c.Body.Cmd.(*syntax.BinaryCmd); ok {
			r.defineFirst(c, b)
			return
		}
		if c.Body.Background {
			own := *c.Body
			own.Background = false
			r.isolated(func() { r.funcDecl(&syntax.FuncDecl{Position: c.Position, Name: c.Name, Names: c.Names, Body: &own}) })
			return
		}
	}
	f := &function{bodies: []body{{c.Body, r.src}}}
	if c.Name != nil {
		r.st.set(itemFunc, c.Name.Value, f)
	}
	for _, n := range c.Names {
		r.st.set(itemFunc, n.Value, f)
	}
	if c.Name == nil && len(c.Names) == 0 && c.Body != nil { // zsh: an anonymous function runs at once
		r.stmt(c.Body)
	}
}

// defineFirst runs a pipeline or a list that the parser takes for a function's body, although
// only the compound command at its beginning is the body.
func (r *reader) defineFirst(c *syntax.FuncDecl, list *syntax.BinaryCmd) {
	var put func(b *syntax.BinaryCmd) *syntax.BinaryCmd
	put = func(b *syntax.BinaryCmd) *syntax.BinaryCmd {
		out, x := *b, *b.X
		if inner, ok := x.Cmd.(*syntax.BinaryCmd); ok {
			x.Cmd = put(inner)
		} else {
			x = syntax.Stmt{Position: x.Position, Cmd: &syntax.FuncDecl{Position: c.Position, Name: c.Name, Names: c.Names, Body: b.X}}
		}
		out.X = &x
		return &out
	}
	own := *c.Body
	own.Cmd = put(list)
	r.stmt(&own)
}

// timeClause runs what time runs; the parser takes "--" after time for the command (SHELL H13).
func (r *reader) timeClause(c *syntax.TimeClause) {
	call, ok := c.Stmt.Cmd.(*syntax.CallExpr)
	if ok && len(call.Assigns) == 0 {
		args := call.Args
		for len(args) > 0 && (args[0].Lit() == "--" || args[0].Lit() == "-p") {
			args = args[1:]
		}
		if len(args) == 0 {
			args = call.Args
		}
		if len(args) != len(call.Args) {
			s := *c.Stmt
			s.Cmd = &syntax.CallExpr{Args: args}
			r.stmt(&s)
			return
		}
	}
	r.stmt(c.Stmt)
}

func (r *reader) testExpr(x syntax.TestExpr) {
	switch x := x.(type) {
	case nil:
	case *syntax.Word:
		r.pattern(x)
	case *syntax.ParenTest:
		r.testExpr(x.X)
	case *syntax.UnaryTest:
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			v := r.wordQuoted(w)
			r.nameAsCode(&v)
			return
		}
		r.testExpr(x.X)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); ok {
					v := r.wordQuoted(w)
					r.arithText(&v)
				}
			}
			return
		}
		r.testExpr(x.X)
		r.testExpr(x.Y)
	}
}
