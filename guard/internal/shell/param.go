package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// isAll tells whether a subscript is @ or *.
func isAll(x syntax.ArithmExpr) byte {
	if w, ok := x.(*syntax.Word); ok {
		switch w.Lit() {
		case "@":
			return '@'
		case "*":
			return '*'
		}
	}
	return 0
}

// param adds a parameter expansion.
func (b *fieldBuf) param(p *syntax.ParamExp, quoted bool) {
	r := b.r
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	if p.NestedParam != nil || p.Flags != nil || len(p.Modifiers) > 0 || p.Names != 0 {
		if p.Flags != nil && p.NestedParam == nil {
			w := r.variableWord(name)
			r.zshFlags(p, &w)
		}
		if p.NestedParam != nil {
			inner := fieldBuf{r: r}
			inner.parts([]syntax.WordPart{p.NestedParam}, false)
			inner.flush()
		}
		w := value.Of(value.Piece{Kind: value.Unknown, Text: "${" + name + "...}", Name: name})
		if p.Names != 0 { // no variable may have such a name
			w.Pieces[0].Origin = value.Env
		}
		b.add(w, quoted)
		return
	}
	list := name == "@" || name == "*" && !quoted || p.Index != nil && (isAll(p.Index) == '@' || isAll(p.Index) == '*' && !quoted)
	if list && !p.Length && (!p.Excl || p.Index != nil) {
		words := []value.Word(nil)
		if p.Excl {
			words = r.keysOf(name)
		} else {
			words = r.listValue(p, name)
		}
		if p.Exp != nil && len(words) > 0 && r.listDefault(b, p, name, words, quoted) {
			return
		}
		words = r.mapParam(p, words, quoted)
		b.noList = b.noList || len(words) == 0
		for i := range words {
			if i > 0 {
				if len(b.list) > r.limits.Words {
					r.limit("Words", "one expansion makes too many words", false)
					break
				}
				if b.split || quoted {
					b.flush()
				} else {
					b.cur.AppendText(" ")
				}
			}
			b.add(words[i], quoted)
		}
		return
	}
	w, set := r.scalarValue(p, name)
	w = r.operate(p, name, w, set, quoted)
	b.add(w, quoted)
}

// listDefault adds ${a[@]:-word} and its kin when they do not stand for the list itself.
func (r *reader) listDefault(b *fieldBuf, p *syntax.ParamExp, name string, words []value.Word, quoted bool) bool {
	one := len(words) == 1
	env := one && name != "@" && name != "*" && r.st.vars[name] == nil // it may or may not be set
	colon := false
	switch p.Exp.Op {
	case syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull, syntax.ErrorUnsetOrNull:
		colon = true
		fallthrough
	case syntax.DefaultUnset, syntax.AssignUnset, syntax.ErrorUnset:
		if !env && !(colon && one && (words[0].IsEmpty() || words[0].HasUnknown())) {
			if p.Exp.Word != nil {
				r.sideEffects(func() { r.operand(p.Exp.Word, quoted) })
			}
			return false
		}
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
	default:
		return false
	}
	w := value.Lit("x") // what several words stand for: set and not empty
	if one {
		w = words[0]
	}
	b.add(r.expansion(p, name, w, !env, quoted), quoted)
	return true
}

func (b *fieldBuf) add(w value.Word, quoted bool) {
	if quoted {
		b.addQuoted(w)
		return
	}
	b.unquoted(w)
}

// operand expands the word after an operator. In double quotes, single quotes in it are text and
// what they hold is expanded (SHELL H2, H3).
func (r *reader) operand(w *syntax.Word, quoted bool) value.Word {
	if w == nil {
		return value.Word{}
	}
	if !quoted {
		return r.word(w)
	}
	b := fieldBuf{r: r}
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.SglQuoted:
			text := value.Lit("'" + p.Value + "'")
			if p.Dollar {
				text = value.Lit(ansiC(p.Value))
			}
			b.addQuoted(r.document(&text))
		case *syntax.Lit:
			s := p.Value
			if strings.Contains(s, "<(") || strings.Contains(s, ">(") {
				r.substInLiteral(s)
			}
			if i == 0 && strings.HasPrefix(s, "~") { // not expanded in double quotes, but before by some versions
				b.cur.AppendText("~")
				s = s[1:]
			}
			r.appendHoled(&b.cur, unescapeDouble(s), true)
		default:
			b.quotedParts([]syntax.WordPart{part})
		}
	}
	return b.cur
}

// patternOperand expands a pattern: pieces stay patterns, quoted text stays text.
func (r *reader) patternOperand(w *syntax.Word, quoted bool) value.Word {
	if w == nil {
		return value.Word{}
	}
	if quoted {
		for _, part := range w.Parts { // for what it runs: quotes do not hide it in every version
			if p, ok := part.(*syntax.SglQuoted); ok {
				r.literalAsCode(p.Value)
				if p.Dollar {
					r.literalAsCode(ansiC(p.Value))
				}
			}
		}
	}
	b := fieldBuf{r: r, glob: true}
	b.parts(w.Parts, false)
	b.flush()
	if len(b.list) == 0 {
		return value.Word{}
	}
	return b.list[0]
}

// operate applies the operator of a parameter expansion to one value.
func (r *reader) operate(p *syntax.ParamExp, name string, w value.Word, set bool, quoted bool) value.Word {
	switch {
	case p.Exp != nil:
		return r.expansion(p, name, w, set, quoted)
	case p.Repl != nil:
		orig := r.patternOperand(p.Repl.Orig, quoted)
		with := r.operand(p.Repl.With, quoted)
		return replaceWord(&w, &orig, &with, p.Repl.All)
	case p.Slice != nil:
		return r.slice(p, &w)
	}
	return w
}

func (r *reader) expansion(p *syntax.ParamExp, name string, w value.Word, set, quoted bool) value.Word {
	e := p.Exp
	colon := false
	switch e.Op {
	case syntax.AlternateUnsetOrNull, syntax.DefaultUnsetOrNull, syntax.ErrorUnsetOrNull, syntax.AssignUnsetOrNull:
		colon = true
	}
	env := !set && w.HasUnknown() // it may or may not be set
	empty := w.IsEmpty()
	switch e.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		use := !set && !env || colon && empty
		if !use && !env && !(colon && w.HasUnknown()) {
			if e.Word != nil {
				r.sideEffects(func() { r.operand(e.Word, quoted) })
			}
			return w
		}
		alt := r.operand(e.Word, quoted)
		if use || env {
			// A variable that the text does not set is most likely unset, which is the case that the
			// default was written for; that it is set otherwise is a second value.
			if e.Op == syntax.AssignUnset || e.Op == syntax.AssignUnsetOrNull {
				v := &variable{val: alt}
				if env {
					v.alts = []value.Word{notEmpty(w)}
				}
				r.assign(name, v)
				if env {
					return r.choose(name, r.st.vars[name])
				}
				return alt
			}
			if env && !sameWord(&alt, &w) {
				return r.chooseNamed("${"+name+":-}"+alt.String(), &variable{val: alt, alts: []value.Word{notEmpty(w)}})
			}
			return alt
		}
		return w
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		alt := r.operand(e.Word, quoted)
		if !set && !env || colon && empty {
			return value.Word{}
		}
		if env {
			return r.chooseNamed("${"+name+":+}"+alt.String(), &variable{val: alt, alts: []value.Word{{}}})
		}
		return alt
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if e.Word != nil {
			r.operand(e.Word, quoted)
		}
		if env || colon && w.HasUnknown() {
			if colon {
				r.knownNotEmpty(name)
			}
			return notEmpty(w)
		}
		return w
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		pat := r.patternOperand(e.Word, quoted)
		return trimWord(&w, &pat, e.Op)
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		if e.Word != nil && len(e.Word.Parts) > 0 {
			r.patternOperand(e.Word, quoted)
			if w.HasUnknown() {
				return w
			}
		}
		return changeCase(&w, e.Op)
	case syntax.OtherParamOps:
		if e.Word == nil {
			return w
		}
		return r.atOperator(&w, e.Word.Lit(), name)
	}
	return unknown(w.Origin(), name, "${"+name+"...}")
}
