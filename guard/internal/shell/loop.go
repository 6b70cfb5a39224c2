package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

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
	savedBranch := r.loopBranch
	r.loopBranch = r.branch
	defer func() { r.loopBranch = savedBranch }()
	for i := range items {
		items[i] = eachName(items[i], breaks(c.Do))
	}
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

// loopName marks the pattern pieces of a loop's variable: all that the pattern matches, one a round.
const loopName = "for"

// eachName marks the patterns of a word that a loop runs over. With chosen, the body passes some over.
func eachName(w value.Word, chosen bool) value.Word {
	if !w.HasGlob() {
		return w
	}
	out := value.Word{Pos: w.Pos, End: w.End}
	for i := range w.Pieces {
		p := w.Pieces[i]
		if p.Kind == value.Glob {
			p.Origin |= value.Names
			p.NonEmpty = true
			if p.Name = loopName; chosen {
				p.Kind, p.Text, p.Quoted, p.Simple = value.Unknown, "{names}", true, p.Text != "**"
			}
		}
		out.Append(p)
	}
	return out
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
