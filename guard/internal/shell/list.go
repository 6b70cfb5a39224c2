package shell

import (
	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

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
	// Before each Y that the next && rests on: that Y ran is certain for that one, and a doubt afterwards.
	var sure []int
	doubt := func() {
		for ; len(sure) > 0; sure = sure[:len(sure)-1] {
			r.st.join(true, r.st.rollback(sure[len(sure)-1]))
		}
	}
	defer doubt()
	for i := len(chain) - 1; i >= 0; i-- {
		if r.stopped {
			return
		}
		b := chain[i]
		if b.Op == syntax.OrStmt {
			doubt()
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
		r.branch++
		r.stmtMaybeCd(b.Y)
		r.branch--
		yCd, ended := r.isCd, r.terminated
		d := r.st.rollback(mark)
		if ended && len(conds) == 1 {
			r.learn(conds[0], false)
		}
		conds = append(conds, b.Y)
		switch {
		case ended: // what follows runs only when Y did not
		case yCd:
			doubt()
			// What comes next is meant for the case that the cd ran; that it did not is kept as doubt.
			r.st.apply(d)
			cd = true
		case i > 0 && chain[i-1].Op == syntax.AndStmt && len(sure) < maxConditions:
			sure = append(sure, mark)
			r.st.apply(d)
		default:
			r.st.join(true, d)
			doubt()
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
	r.branch++
	r.stmt(y)
	r.branch--
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
