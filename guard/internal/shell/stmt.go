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
	r.st.enter()
	defer r.st.leave()
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
	defer r.forgetLastArg()
	before := r.st.mark()
	r.stmtMaybeCd(first)
	cd := r.isCd
	conds := []*syntax.Stmt{first} // what must have held for the next Y to run
	for i := len(chain) - 1; i >= 0; i-- {
		if r.stopped {
			return
		}
		b := chain[i]
		if b.Op == syntax.OrStmt {
			if r.orElse(b.Y, before, conds) {
				cd = false
				r.learnAll(conds)
			}
			conds = nil
			continue
		}
		mark := r.st.mark()
		if len(conds) <= maxConditions {
			r.learnAll(conds)
		}
		r.stmtMaybeCd(b.Y)
		yCd, ended := r.isCd, r.terminated
		d := r.st.rollback(mark)
		if ended && len(conds) == 1 {
			r.learn(conds[0], false)
		}
		conds = append(conds, b.Y)
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
func (r *reader) orElse(y *syntax.Stmt, before int, conds []*syntax.Stmt) (ended bool) {
	done := r.st.rollback(before)
	mark := r.st.mark()
	if len(conds) == 1 {
		r.learn(conds[0], false)
	}
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
	r.st.enter()
	defer r.st.leave()
	savedOut, savedIn, savedPipe := r.out, r.stdin, r.inPipe
	if r.inPipe <= len(r.calls) {
		r.inPipe = len(r.calls) + 1
	}
	s := first
	var in []value.Word
	for i := len(chain) - 1; ; i-- {
		if r.stopped {
			break
		}
		last := i < 0
		if last {
			r.out = savedOut
		} else {
			r.out = r.newSink()
		}
		out := r.out
		stage := func() {
			if last && r.st.opts.lastpipe {
				r.stmt(s)
			} else {
				r.isolated(func() { r.stmt(s) })
			}
		}
		if len(in) < 2 {
			stage()
		} else { // what comes in may be one of several texts
			mark := r.st.mark()
			var deltas []*delta
			for k := range in {
				w := in[k]
				r.stdin = &w
				stage()
				deltas = append(deltas, r.st.rollback(mark))
			}
			r.st.join(false, deltas...)
		}
		if last {
			break
		}
		in = r.written(out)
		w := in[0]
		r.stdin = &w
		s = chain[i].Y
	}
	r.out, r.stdin, r.inPipe = savedOut, savedIn, savedPipe
	r.terminated = false
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
	r.stmts(c.Then)
	thenEnds := r.terminated
	then := r.st.rollback(mark)
	var other *delta
	elseEnds := false
	if c.Else != nil {
		r.lastArg = lastArg
		r.learn(cond, false)
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
		r.learn(cond, false)
	case elseEnds:
		r.st.apply(then)
		r.learn(cond, true)
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
	r.word(c.Word)
	var branches []*delta
	mark := r.st.mark()
	lastArg := r.lastArg
	defer r.forgetLastArg()
	for _, item := range c.Items {
		r.lastArg = lastArg
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

// whileClause runs a loop whose rounds cannot be counted: round by round while it reads known
// lines, else until the state stops changing.
func (r *reader) whileClause(c *syntax.WhileClause) {
	r.loops++
	defer func() { r.loops--; r.forgetLastArg() }()
	body := func() {
		r.inFrame(loopFrame, func() {
			r.stmts(c.Cond)
			r.stmts(c.Do)
		})
	}
	if r.stdin != nil && !c.Until && readsLine(c.Cond) {
		for range maxIterations {
			if r.stdin == nil || r.stopped {
				break
			}
			if r.stdin.IsEmpty() {
				r.stmts(c.Cond) // the read that fails
				r.terminated = false
				return
			}
			was := *r.stdin
			if text, ok := was.Known(); ok && !strings.Contains(text, "\n") {
				// A line without an end ends the loop, or is one more for a read that ends lines otherwise.
				mark := r.st.mark()
				body()
				r.st.rollback(mark)
				r.stdin = &was
				r.stmts(c.Cond)
				r.terminated = false
				return
			}
			body()
			if r.stdin != nil && sameWord(&was, r.stdin) {
				break
			}
		}
	}
	r.untilStable(body)
}

// readsLine tells whether a condition is a read, so that the loop ends with its input.
func readsLine(cond []*syntax.Stmt) bool {
	if len(cond) != 1 || cond[0].Negated || len(cond[0].Redirs) > 0 {
		return false
	}
	call, ok := cond[0].Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) > 0 && call.Args[0].Lit() == "read"
}

// untilStable runs a loop's body twice: once as it stands, once with everything that it changes
// unknown. More rounds would find nothing new.
func (r *reader) untilStable(body func()) {
	r.st.enter()
	defer r.st.leave()
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
	if it.kind == itemOut {
		c := &content{}
		old, _ := r.st.get(itemOut, it.key).(*content)
		if old == nil {
			return
		}
		o := value.Joined
		for i := range old.alts[:min(len(old.alts), maxAlternatives-1)] {
			c.alts = append(c.alts, old.alts[i])
			o |= old.alts[i].Origin()
		}
		c.alts = append(c.alts, unknown(o, "", "what a loop writes"))
		r.st.set(itemOut, it.key, c)
		return
	}
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
	defer func() { r.loops--; r.forgetLastArg() }()
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		r.wordLoop(l, c)
	case *syntax.CStyleLoop:
		r.cLoop(l, c)
	}
}

func (r *reader) wordLoop(l *syntax.WordIter, c *syntax.ForClause) {
	r.st.enter()
	defer r.st.leave()
	var items []value.Word
	if l.InPos.IsValid() {
		items = r.fields(l.Items)
	} else {
		items = r.positional()
	}
	name := l.Name.Value
	if c.Select { // an answer that is no number of an item gives the empty text
		items = append(items[:len(items):len(items)], value.Word{})
	}
	set := func(w value.Word) { r.assign(name, &variable{val: w}) }
	if len(items) == 0 {
		// The body never runs, as far as can be seen; what it would do is read all the same.
		mark := r.st.mark()
		set(envWord(name))
		r.inFrame(loopFrame, func() { r.stmts(c.Do) })
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
	for _, w := range l.Items { // "${a[@]}" of an array that is not known
		if len(w.Parts) == 1 && len(items) > 0 {
			if q, ok := w.Parts[0].(*syntax.DblQuoted); ok && lonelyAt(q) {
				for i := range items {
					open = open || items[i].HasUnknown()
				}
			}
		}
	}
	for i := range items {
		if i == maxIterations || r.stopped {
			break
		}
		set(items[i])
		if c.Select {
			r.assign("REPLY", &variable{val: simple(value.Stdin, "REPLY")})
		}
		mark := r.st.mark()
		r.inFrame(loopFrame, func() { r.stmts(c.Do) })
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
		r.untilStable(func() { r.inFrame(loopFrame, func() { r.stmts(c.Do) }) })
	} else if open {
		r.untilStable(func() { r.inFrame(loopFrame, func() { r.stmts(c.Do) }) })
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
		r.inFrame(loopFrame, func() { r.stmts(c.Do) })
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
		r.inFrame(loopFrame, func() { r.stmts(c.Do) })
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
