package shell

import (
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
	mark, traps := r.st.mark(), len(r.traps)
	f()
	r.runTraps(traps)
	d := r.st.rollback(mark)
	for i := len(d.items) - 1; i >= 0; i-- {
		if it := &d.items[i]; it.kind == itemFile {
			r.st.set(itemFile, it.key, it.old)
		}
	}
	r.terminated = false
	r.isCd = false
}

func (r *reader) stmtHere(s *syntax.Stmt) {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		r.call(call, s)
		return
	}
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
		r.isolated(func() { r.stmt(c.Stmt) })
	case *syntax.TestDecl:
		if c.Body != nil {
			r.stmt(c.Body)
		}
	default:
		pos, end := r.nodeSpan(cmd)
		r.trouble(OddShape, "a kind of command that the reader does not know", pos, end)
	}
}

// binary runs X && Y, X || Y and pipelines. Chains are left-deep, so they are run iteratively:
// 10,000 of them must not recurse.
func (r *reader) binary(c *syntax.BinaryCmd) {
	chain := []*syntax.BinaryCmd{c}
	first := c.X
	for {
		b, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || len(first.Redirs) > 0 || first.Negated || first.Background || isPipe(b.Op) != isPipe(c.Op) {
			break
		}
		chain = append(chain, b)
		first = b.X
	}
	if isPipe(c.Op) {
		r.pipeline(first, chain)
		return
	}
	before := r.st.mark()
	r.stmtMaybeCd(first)
	cd := r.isCd
	for i := len(chain) - 1; i >= 0; i-- {
		if r.stopped {
			return
		}
		b := chain[i]
		if b.Op == syntax.OrStmt {
			if r.orElse(b.Y, before) {
				cd = false
			}
			continue
		}
		mark := r.st.mark()
		r.stmtMaybeCd(b.Y)
		yCd, ended := r.isCd, r.terminated
		d := r.st.rollback(mark)
		switch {
		case ended: // what follows runs only when Y did not
		case yCd:
			// What comes next is meant for the case that the cd ran; that it did not is kept as doubt.
			r.st.apply(d)
			cd = true
		default:
			r.st.join(true, d)
		}
	}
	r.terminated = false
	r.isCd = cd
}

// orElse runs Y of X || Y: in the state before X, since X failed. It says whether Y ends the text,
// so that what follows is sure that X worked.
func (r *reader) orElse(y *syntax.Stmt, before int) (ended bool) {
	done := r.st.rollback(before)
	mark := r.st.mark()
	r.stmt(y)
	ended = r.terminated
	d := r.st.rollback(mark)
	r.terminated, r.isCd = false, false
	if ended {
		r.st.apply(done)
		r.sureCd()
		return true
	}
	r.st.join(false, done, d)
	return false
}

func (r *reader) stmtMaybeCd(s *syntax.Stmt) {
	r.isCd = false
	r.stmt(s)
}

func isPipe(op syntax.BinCmdOperator) bool { return op == syntax.Pipe || op == syntax.PipeAll }

// pipeline runs the commands of a pipeline, each in a subshell, its output the next one's input.
func (r *reader) pipeline(first *syntax.Stmt, chain []*syntax.BinaryCmd) {
	savedOut, savedIn, savedPipe := r.out, r.stdin, r.inPipe
	if r.inPipe <= len(r.calls) {
		r.inPipe = len(r.calls) + 1
	}
	s := first
	for i := len(chain) - 1; ; i-- {
		if r.stopped {
			break
		}
		last := i < 0
		if last {
			r.out = savedOut
		} else {
			r.out = &sink{}
		}
		out := r.out
		if last && r.st.opts.lastpipe {
			r.stmt(s)
		} else {
			r.isolated(func() { r.stmt(s) })
		}
		if last {
			break
		}
		w := out.word()
		r.stdin = &w
		s = chain[i].Y
	}
	r.out, r.stdin, r.inPipe = savedOut, savedIn, savedPipe
	r.terminated = false
}

func (r *reader) ifClause(c *syntax.IfClause) {
	r.stmts(c.Cond)
	if len(c.Cond) > 0 && r.isCd {
		r.sureCd()
	}
	mark := r.st.mark()
	r.stmts(c.Then)
	thenEnds := r.terminated
	then := r.st.rollback(mark)
	var other *delta
	elseEnds := false
	if c.Else != nil {
		if len(c.Else.Cond) == 0 && !c.Else.ThenPos.IsValid() || len(c.Else.Cond) == 0 {
			r.stmts(c.Else.Then)
		} else {
			r.ifClause(c.Else)
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
	case elseEnds:
		r.st.apply(then)
	case other != nil:
		r.st.join(false, then, other)
	default:
		r.st.join(true, then)
	}
	r.terminated = false
	r.isCd = false
}

func (r *reader) caseClause(c *syntax.CaseClause) {
	r.word(c.Word)
	var branches []*delta
	mark := r.st.mark()
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			r.pattern(p)
		}
		r.stmts(item.Stmts)
		d := r.st.rollback(mark)
		if !r.terminated {
			branches = append(branches, d)
		}
		if item.Op == syntax.Fallthrough || item.Op == syntax.Resume {
			r.st.join(true, d)
			mark = r.st.mark()
		}
	}
	r.st.join(true, branches...)
	r.terminated = false
	r.isCd = false
}

func (r *reader) funcDecl(c *syntax.FuncDecl) {
	f := &function{bodies: []*syntax.Stmt{c.Body}, src: r.src}
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

// whileClause runs a loop whose rounds cannot be counted: round by round while it reads known
// lines, else until the state stops changing.
func (r *reader) whileClause(c *syntax.WhileClause) {
	r.loops++
	defer func() { r.loops-- }()
	body := func() {
		r.stmts(c.Cond)
		r.stmts(c.Do)
	}
	if r.stdin != nil && !c.Until {
		for range maxIterations {
			if r.stdin.IsEmpty() || r.stopped {
				r.terminated = false
				return
			}
			was := *r.stdin
			body()
			if sameWord(&was, r.stdin) {
				break
			}
		}
	}
	r.untilStable(body)
}

// untilStable runs a loop's body twice: once as it stands, once with everything that it changes
// unknown. More rounds would find nothing new.
func (r *reader) untilStable(body func()) {
	mark := r.st.mark()
	body()
	d := r.st.rollback(mark)
	if len(d.items) == 0 {
		r.terminated = false
		return
	}
	r.st.join(true, d)
	for i := range d.items {
		r.widen(&d.items[i])
	}
	r.stepCost(len(d.items))
	mark = r.st.mark()
	body()
	d = r.st.rollback(mark)
	r.st.join(true, d)
	r.terminated = false
	r.isCd = false
}

func (r *reader) stepCost(n int) { r.steps += n }

// widen makes a variable that a loop changes open: what it was, and anything made from it.
func (r *reader) widen(it *change) {
	if it.kind != itemVar {
		return
	}
	v, _ := r.st.get(itemVar, it.key).(*variable)
	if v == nil || v.isArray {
		return
	}
	if len(v.alts) == 0 && !v.val.HasUnknown() && v.integer {
		return
	}
	w := *v
	if len(w.alts) > 1 || growing(&w) {
		w.val = value.Of(value.Piece{Kind: value.Unknown, Origin: v.val.Origin() | value.Joined, Name: it.key, Text: "$" + it.key, NonEmpty: len(w.val.Lit) > 0})
		w.alts = nil
		r.st.set(itemVar, it.key, &w)
	}
}

// growing tells whether one of the values holds another, as when a loop appends.
func growing(v *variable) bool {
	for i := range v.alts {
		if len(v.alts[i].Lit) > 0 && len(v.val.Lit) > 0 {
			return true
		}
	}
	return false
}

func (r *reader) forClause(c *syntax.ForClause) {
	r.loops++
	defer func() { r.loops-- }()
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		r.wordLoop(l, c)
	case *syntax.CStyleLoop:
		r.cLoop(l, c)
	}
}

func (r *reader) wordLoop(l *syntax.WordIter, c *syntax.ForClause) {
	var items []value.Word
	if l.InPos.IsValid() {
		items = r.fields(l.Items)
	} else {
		items = r.positional()
	}
	name := l.Name.Value
	set := func(w value.Word) { r.assign(name, &variable{val: w}) }
	if len(items) == 0 {
		// The body never runs, as far as can be seen; what it would do is read all the same.
		mark := r.st.mark()
		set(envWord(name))
		r.stmts(c.Do)
		r.st.rollback(mark)
		r.terminated = false
		return
	}
	open := c.Select
	for i := range items {
		if items[i].Splits() || items[i].HasGlob() {
			open = true
		}
	}
	if len(items) > maxIterations {
		open = true
	}
	for i := range items {
		if i == maxIterations || r.stopped {
			break
		}
		set(items[i])
		mark := r.st.mark()
		r.stmts(c.Do)
		d := r.st.rollback(mark)
		if open || r.terminated || breaks(c.Do) {
			r.st.join(true, d)
		} else {
			r.st.apply(d)
		}
		r.terminated = false
	}
	if len(items) > maxIterations {
		w := value.Word{}
		for i := range items {
			w.Append(value.Piece{Kind: value.Unknown, Origin: items[i].Origin() | value.Joined, Name: name, Text: "$" + name})
			break
		}
		set(w)
		r.untilStable(func() { r.stmts(c.Do) })
	} else if open {
		r.untilStable(func() { r.stmts(c.Do) })
	}
	r.isCd = false
}

// breaks tells whether a loop's body may end the round early. It looks for the words only.
func breaks(list []*syntax.Stmt) bool {
	found := false
	for _, s := range list {
		if s == nil {
			continue
		}
		func() {
			defer func() { _ = recover() }()
			syntax.Walk(s, func(n syntax.Node) bool {
				if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
					switch call.Args[0].Lit() {
					case "break", "continue", "return":
						found = true
					}
				}
				return !found
			})
		}()
	}
	return found
}

func (r *reader) cLoop(l *syntax.CStyleLoop, c *syntax.ForClause) {
	if l.Init != nil {
		r.arithmetic(l.Init)
	}
	for range maxIterations {
		if r.stopped {
			return
		}
		if l.Cond == nil {
			break
		}
		n, ok := r.arithmetic(l.Cond)
		if !ok {
			break
		}
		if n == 0 {
			r.terminated = false
			return
		}
		r.stmts(c.Do)
		if r.terminated {
			break
		}
		if l.Post != nil {
			r.arithmetic(l.Post)
		}
	}
	r.untilStable(func() {
		if l.Cond != nil {
			r.arithmetic(l.Cond)
		}
		r.stmts(c.Do)
		if l.Post != nil {
			r.arithmetic(l.Post)
		}
	})
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
