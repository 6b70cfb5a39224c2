package shell

import (
	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// A variable that the text does not set may be empty, and much harm comes from that. A script that
// tests it first has taken care: inside `[ -n "$DIR" ] && ...` it is not empty.

// learn notes what follows from a condition that came out as true or false.
func (r *reader) learn(s *syntax.Stmt, holds bool) {
	if s == nil || s.Background {
		return
	}
	if s.Negated {
		holds = !holds
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		r.learnCall(c, holds)
	case *syntax.TestClause:
		r.learnTest(c.X, holds)
	case *syntax.BinaryCmd:
		if c.Op == syntax.AndStmt && holds || c.Op == syntax.OrStmt && !holds {
			r.learn(c.X, holds)
			r.learn(c.Y, holds)
		}
	case *syntax.Block:
		if len(c.Stmts) == 1 {
			r.learn(c.Stmts[0], holds)
		}
	}
}

// learnAll notes what follows from a list of conditions that all hold.
func (r *reader) learnAll(conds []*syntax.Stmt) {
	for _, s := range conds {
		r.learn(s, true)
	}
}

// learnCall is test and [.
func (r *reader) learnCall(c *syntax.CallExpr, holds bool) {
	if len(c.Args) == 0 {
		return
	}
	args := c.Args[1:]
	switch c.Args[0].Lit() {
	case "test":
	case "[":
		if len(args) > 0 {
			args = args[:len(args)-1]
		}
	default:
		return
	}
	for len(args) > 0 && args[0].Lit() == "!" {
		holds = !holds
		args = args[1:]
	}
	for {
		part, rest := args, []*syntax.Word(nil)
		for i, w := range args {
			if lit := w.Lit(); lit == "-a" && holds || lit == "-o" && !holds {
				part, rest = args[:i], args[i+1:]
				break
			}
		}
		r.learnArgs(part, holds)
		if rest == nil {
			return
		}
		args = rest
	}
}

func (r *reader) learnArgs(args []*syntax.Word, holds bool) {
	switch len(args) {
	case 1:
		if holds {
			r.notEmptyFrom(args[0])
		}
	case 2:
		switch op := args[0].Lit(); {
		case holds && (op == "-n" || op == "-d" || op == "-e" || op == "-f"), !holds && op == "-z":
			r.notEmptyFrom(args[1])
		}
	case 3:
		if op := args[1].Lit(); emptyWord(args[2]) && (holds && op == "!=" || !holds && (op == "=" || op == "==")) {
			r.notEmptyFrom(args[0])
		}
	}
}

func emptyWord(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	switch q := w.Parts[0].(type) {
	case *syntax.DblQuoted:
		return len(q.Parts) == 0
	case *syntax.SglQuoted:
		return q.Value == ""
	}
	return false
}

// learnTest is [[ ]].
func (r *reader) learnTest(x syntax.TestExpr, holds bool) {
	switch x := x.(type) {
	case *syntax.Word:
		if holds {
			r.notEmptyFrom(x)
		}
	case *syntax.ParenTest:
		r.learnTest(x.X, holds)
	case *syntax.UnaryTest:
		w, isWord := x.X.(*syntax.Word)
		switch {
		case x.Op == syntax.TsNot:
			r.learnTest(x.X, !holds)
		case isWord && (holds && (x.Op == syntax.TsNempStr || x.Op == syntax.TsDirect || x.Op == syntax.TsExists || x.Op == syntax.TsRegFile) || !holds && x.Op == syntax.TsEmpStr):
			r.notEmptyFrom(w)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest:
			if holds {
				r.learnTest(x.X, true)
				r.learnTest(x.Y, true)
			}
		case syntax.OrTest:
			if !holds {
				r.learnTest(x.X, false)
				r.learnTest(x.Y, false)
			}
		case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
			w, okW := x.X.(*syntax.Word)
			e, okE := x.Y.(*syntax.Word)
			if okW && okE && emptyWord(e) && holds == (x.Op == syntax.TsNoMatch) {
				r.notEmptyFrom(w)
			}
		}
	}
}

// notEmptyFrom notes that the variable which is all of a word is not empty.
func (r *reader) notEmptyFrom(w *syntax.Word) {
	if len(w.Parts) != 1 {
		return
	}
	part := w.Parts[0]
	if q, ok := part.(*syntax.DblQuoted); ok {
		if len(q.Parts) != 1 {
			return
		}
		part = q.Parts[0]
	}
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Param == nil || p.Index != nil || p.Length || p.Excl || p.Slice != nil || p.Repl != nil || p.Names != 0 {
		return
	}
	if p.Exp != nil && (p.Exp.Op != syntax.DefaultUnset && p.Exp.Op != syntax.DefaultUnsetOrNull || p.Exp.Word != nil && len(p.Exp.Word.Parts) > 0) {
		return // "${X:-}" is X, "${X:-y}" says nothing about it
	}
	r.knownNotEmpty(p.Param.Value)
}

// knownNotEmpty notes that a variable is not empty.
func (r *reader) knownNotEmpty(name string) {
	if !isName(name) {
		return
	}
	v := r.st.vars[name]
	if v == nil {
		if w, _ := r.lookup(name); len(w.Pieces) == 1 && w.Pieces[0].Origin == value.Env && !w.Pieces[0].NonEmpty {
			r.st.set(itemVar, name, &variable{val: notEmpty(w), exported: true})
		}
		return
	}
	if v.unset || v.isArray || v.nameref {
		return
	}
	u := *v
	u.alts = nil
	for i := range v.alts {
		if !v.alts[i].IsEmpty() {
			u.alts = append(u.alts, soleNotEmpty(v.alts[i]))
		}
	}
	u.val = soleNotEmpty(v.val)
	if v.val.IsEmpty() {
		if len(u.alts) == 0 {
			return
		}
		u.val, u.alts = u.alts[0], u.alts[1:]
	}
	r.st.set(itemVar, name, &u)
}

// soleNotEmpty marks a value that is one unknown piece: of several, any one may be empty.
func soleNotEmpty(w value.Word) value.Word {
	if len(w.Pieces) == 1 {
		return notEmpty(w)
	}
	return w
}
