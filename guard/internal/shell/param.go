package shell

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

func unknown(origin value.Origin, name, text string) value.Word {
	return value.Of(value.Piece{Kind: value.Unknown, Origin: origin, Name: name, Text: text})
}

// maybeText is text that stands there or not: the blank that echo puts before a word, which may
// turn out to be none.
func maybeText(s string) value.Piece {
	return value.Piece{Kind: value.Unknown, Name: maybeName, Text: s}
}

const maybeName = "perhaps a blank"

// simple is an unknown value without blanks, slashes or shell syntax: a number, a random suffix.
func simple(origin value.Origin, name string) value.Word {
	return value.Of(value.Piece{Kind: value.Unknown, Origin: origin, Name: name, Text: "$" + name, Simple: true, NonEmpty: true})
}

// variableWord is the value of a scalar variable or a special parameter.
func (r *reader) variableWord(name string) value.Word {
	w, _ := r.lookup(name)
	return w
}

// lookup returns the value of a variable; set is false when it is known to be unset or not known
// to be set.
func (r *reader) lookup(name string) (w value.Word, set bool) {
	if v := r.st.vars[name]; v != nil {
		if v.nameref {
			if target, ok := v.val.Known(); ok && target != name {
				return r.lookupRef(target)
			}
		}
		if v.unset {
			return value.Word{}, false
		}
		w := r.choose(name, v)
		return w, !isEnv(&w, name)
	}
	if name != "" && (name[0] >= '0' && name[0] <= '9') {
		return r.positionalAt(name)
	}
	switch name {
	case "HOME":
		return r.home(), true
	case "PWD":
		return r.cwdWord(), true
	case "IFS":
		return value.Lit(r.ifs), true
	case "BASH":
		return value.Lit("/bin/bash"), true
	case "SHELL":
		return value.Lit("/bin/" + shellName(r.cfg.Shell)), true
	case "USER", "LOGNAME":
		if i := strings.LastIndexByte(r.cfg.Home, '/'); i >= 0 && !r.remote {
			return value.Lit(r.cfg.Home[i+1:]), true
		}
	case "PATH":
		return value.Of(value.Piece{Text: "/"}, value.Piece{Kind: value.Unknown, Origin: value.Env, Name: "PATH", Text: "$PATH", NonEmpty: true}), true
	case "RANDOM", "SRANDOM":
		return simple(value.Random, name), true
	case "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME":
		return simple(value.Time, name), true
	case "UID", "EUID", "PPID", "BASHPID", "LINENO", "HOSTNAME", "HOSTTYPE", "OSTYPE", "MACHTYPE", "BASH_VERSION", "SHLVL", "COLUMNS", "LINES":
		return simple(value.Env, name), true
	case "CLAUDE_PROJECT_DIR":
		if r.cfg.Root != "" {
			return value.Lit(r.cfg.Root), true
		}
	case "?", "$", "!", "-":
		return simple(0, name), true
	case "#":
		if p := r.args(); !p.open {
			return value.Lit(strconv.Itoa(len(p.words))), true
		}
		return simple(value.Positional, name), true
	case "_":
		return r.lastArg, true
	case "@", "*":
		var w value.Word
		for i, p := range r.positional() {
			if i > 0 && name == "@" {
				w.AppendText(" ")
			} else if i > 0 {
				w.AppendText(r.ifsJoin())
			}
			w.AppendWord(p)
		}
		return w, len(r.args().words) > 0
	}
	if r.st.opts.nounset { // an unset variable ends the shell
		return notEmpty(envWord(name)), false
	}
	return envWord(name), false
}

// isEnv tells whether a word is what an unset variable is taken for.
func isEnv(w *value.Word, name string) bool {
	return len(w.Pieces) == 1 && w.Pieces[0].Origin == value.Env && w.Pieces[0].Name == name && w.Pieces[0].Kind == value.Unknown
}

func (r *reader) lookupRef(target string) (value.Word, bool) {
	if i := strings.IndexByte(target, '['); i > 0 {
		w := value.Lit(target)
		r.nameAsCode(&w)
		return unknown(value.Joined, target, "$"+target), true
	}
	if v := r.st.vars[target]; v != nil && v.nameref {
		return unknown(value.Joined, target, "$"+target), true
	}
	return r.lookup(target)
}

func shellName(s string) string {
	if s == "" {
		return "bash"
	}
	return s
}

// choose picks one of the values that a variable may have; the statement is read once for each.
func (r *reader) choose(name string, v *variable) value.Word {
	return r.chooseKept(v, name, v)
}

// chooseNamed is choose for values that are made anew each time and told by a name.
func (r *reader) chooseNamed(name string, v *variable) value.Word {
	return r.chooseKept(nil, name, v)
}

func (r *reader) chooseKept(key *variable, name string, v *variable) value.Word {
	if len(v.alts) == 0 {
		return v.val
	}
	if i, ok := r.chosen(key, name, len(v.alts)+1); ok {
		return pickAlt(v, i)
	}
	o := v.val.Origin() | value.Joined
	for i := range v.alts {
		o |= v.alts[i].Origin()
	}
	return unknown(o, name, "$"+name)
}

// chosen is the number of the value that is chosen of n; false when none is to be chosen.
func (r *reader) chosen(key *variable, name string, n int) (int, bool) {
	for i := range r.choices {
		if c := &r.choices[i]; key != nil && c.v == key || key == nil && c.v == nil && c.p == nil && c.name == name {
			return c.i, true
		}
	}
	if r.noChoice {
		return 0, false
	}
	r.choices = append(r.choices, choice{v: key, name: name, n: n})
	return 0, true
}

// args are the positional parameters, those of one branch when branches set them differently.
func (r *reader) args() *params {
	p := r.st.params
	if len(p.alts) == 0 {
		return p
	}
	for i := range r.choices {
		if c := &r.choices[i]; c.p == p {
			return pickParams(p, c.i)
		}
	}
	if r.noChoice {
		return &params{zero: p.zero, open: true}
	}
	r.choices = append(r.choices, choice{p: p, n: len(p.alts) + 1})
	return p
}

func pickParams(p *params, i int) *params {
	if i == 0 || i > len(p.alts) {
		return p
	}
	return p.alts[i-1]
}

func pickAlt(v *variable, i int) value.Word {
	if i == 0 || i > len(v.alts) {
		return v.val
	}
	return v.alts[i-1]
}

// nextChoice moves on to the next combination of alternatives.
func (r *reader) nextChoice(from int) bool {
	for i := len(r.choices) - 1; i >= from; i-- {
		if r.choices[i].i+1 < r.choices[i].n {
			r.choices[i].i++
			r.choices = r.choices[:i+1]
			return true
		}
	}
	r.choices = r.choices[:from]
	return false
}

func (r *reader) positional() []value.Word {
	p := r.args()
	if p.open { // the outermost text has no arguments
		return append(append([]value.Word(nil), p.words...), value.Of(value.Piece{Kind: value.Unknown, Origin: value.Positional, Name: "@", Text: "$@"}))
	}
	return p.words
}

func (r *reader) positionalAt(name string) (value.Word, bool) {
	n, err := strconv.Atoi(name)
	if err != nil {
		return unknown(0, name, "$"+name), false
	}
	p := r.args()
	if n == 0 {
		if p.zero != nil {
			return *p.zero, true
		}
		return value.Lit(shellName(r.cfg.Shell)), true
	}
	switch {
	case n <= len(p.words):
		return p.words[n-1], true
	case p.open:
		return unknown(value.Positional, name, "$"+name), false
	}
	return value.Word{}, false
}

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
		b.add(value.Of(value.Piece{Kind: value.Unknown, Text: "${" + name + "...}", Name: name}), quoted)
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

// listValue is "$@" or "${a[@]}".
func (r *reader) listValue(p *syntax.ParamExp, name string) []value.Word {
	if p.Index == nil {
		return r.positional()
	}
	v := r.st.vars[r.target(name)]
	switch {
	case v == nil:
		if name == "PIPESTATUS" || name == "BASH_REMATCH" {
			return []value.Word{simple(0, name)}
		}
		return []value.Word{envWord(name)}
	case v.unset:
		return nil
	case v.isAssoc && len(v.elems) > 1: // in no order
		return []value.Word{r.anyElement(name, v)}
	case v.isArray:
		return v.elems
	}
	w := r.choose(name, v)
	if isEnv(&w, name) {
		w.Pieces[0].Quoted = false
	}
	return []value.Word{w}
}

// scalarValue is the value of the parameter itself, before its operator.
func (r *reader) scalarValue(p *syntax.ParamExp, name string) (value.Word, bool) {
	if p.Index != nil && isAll(p.Index) == 0 {
		return r.element(name, p.Index)
	}
	if p.Excl {
		w, _ := r.lookup(name)
		target, ok := w.Known()
		if !ok {
			return unknown(w.Origin(), name, "${!"+name+"}"), false
		}
		if strings.ContainsAny(target, "[$`") {
			r.nameAsCode(&w)
			if i := strings.IndexByte(target, '['); i > 0 {
				return r.elementText(target[:i], strings.TrimSuffix(target[i+1:], "]"))
			}
			return unknown(0, target, "${!"+name+"}"), false
		}
		return r.lookup(target)
	}
	if p.Length {
		if p.Index != nil || name == "@" || name == "*" {
			words := r.listValue(p, name)
			for i := range words {
				if words[i].HasUnknown() {
					return simple(0, "#"+name), true
				}
			}
			return value.Lit(strconv.Itoa(len(words))), true
		}
		w, _ := r.lookup(name)
		if s, ok := w.Known(); ok {
			return value.Lit(strconv.Itoa(utf8.RuneCountInString(s))), true
		}
		return simple(0, "#"+name), true
	}
	if p.Index != nil { // "${a[*]}" in quotes
		var w value.Word
		for i, e := range r.listValue(p, name) {
			if i > 0 {
				w.AppendText(r.ifsJoin())
			}
			w.AppendWord(e)
		}
		return w, true
	}
	return r.lookup(name)
}

func (r *reader) ifsJoin() string {
	if r.ifs == "" {
		return ""
	}
	return r.ifs[:1]
}

// element is one element of an array.
func (r *reader) element(name string, index syntax.ArithmExpr) (value.Word, bool) {
	v := r.st.vars[name]
	if v != nil && v.isAssoc {
		key := r.subscriptKey(index)
		if s, ok := key.Known(); ok {
			for i, k := range v.keys {
				if k == s && i < len(v.elems) {
					return v.elems[i], true
				}
			}
		}
		return r.anyElement(name, v), false
	}
	n, ok := r.arithmetic(index)
	if v == nil {
		return envWord(name), false
	}
	if v.unset {
		return value.Word{}, false
	}
	if !ok {
		return r.anyElement(name, v), true
	}
	if !v.isArray {
		if n == 0 {
			return r.choose(name, v), true
		}
		return value.Word{}, false
	}
	return r.at(v, n)
}

func (r *reader) at(v *variable, n int64) (value.Word, bool) {
	if n < 0 {
		n += v.next()
	}
	if v.keys == nil {
		if n < 0 || n >= int64(len(v.elems)) {
			return value.Word{}, false
		}
		return v.elems[n], true
	}
	key := strconv.FormatInt(n, 10)
	for i := range v.elems {
		if k := v.keyAt(i); k == key {
			return v.elems[i], true
		} else if k == "?" { // an element whose index is not known
			return r.anyElement("", v), true
		}
	}
	return value.Word{}, false
}

// keysOf is ${!a[@]}.
func (r *reader) keysOf(name string) []value.Word {
	v := r.st.vars[r.target(name)]
	if v == nil {
		return []value.Word{unknown(value.Env, name, "${!"+name+"[@]}")}
	}
	if v.unset {
		return nil
	}
	if !v.isArray {
		return []value.Word{value.Lit("0")}
	}
	var out []value.Word
	for i := range v.elems {
		w := value.Lit(v.keyAt(i))
		if w.Lit == "?" {
			w = unknown(value.Joined, name, "${!"+name+"[@]}")
		}
		out = append(out, w)
	}
	if v.isAssoc && len(out) > 1 { // in no order
		return []value.Word{unknown(value.Joined, name, "${!"+name+"[@]}")}
	}
	return out
}

func (r *reader) elementText(name, index string) (value.Word, bool) {
	v := r.st.vars[name]
	if v == nil || !v.isArray {
		return envWord(name), false
	}
	if v.isAssoc {
		for i, k := range v.keys {
			if k == index {
				return v.elems[i], true
			}
		}
		return value.Word{}, false
	}
	if n, err := strconv.ParseInt(index, 10, 64); err == nil {
		return r.at(v, n)
	}
	return r.anyElement(name, v), true
}

// anyElement is an element of which it is not known which one.
func (r *reader) anyElement(name string, v *variable) value.Word {
	var o value.Origin
	for i := range v.elems {
		o |= v.elems[i].Origin()
	}
	return unknown(o|value.Joined, name, "${"+name+"[...]}")
}

func (r *reader) subscriptKey(index syntax.ArithmExpr) value.Word {
	if w, ok := index.(*syntax.Word); ok {
		return r.wordQuoted(w)
	}
	r.arithmetic(index)
	return unknown(0, "", "[...]")
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

// sideEffects runs f for the leaves in it only.
func (r *reader) sideEffects(f func()) {
	r.st.enter()
	defer r.st.leave()
	mark := r.st.mark()
	f()
	r.st.rollback(mark)
}

func notEmpty(w value.Word) value.Word {
	out := value.Word{Pos: w.Pos, End: w.End}
	if w.Pieces == nil {
		return w
	}
	for _, p := range w.Pieces {
		if p.Kind == value.Unknown {
			p.NonEmpty = true
		}
		out.Append(p)
	}
	return out
}

// atOperator is ${x@P} and its kin.
func (r *reader) atOperator(w *value.Word, op, name string) value.Word {
	switch op {
	case "P": // expanded as a prompt: it runs what it holds (SHELL H17)
		return r.document(w)
	case "E":
		if s, ok := w.Known(); ok {
			return value.Lit(ansiC(s))
		}
	case "U", "u", "L":
		sop := map[string]syntax.ParExpOperator{"U": syntax.UpperAll, "u": syntax.UpperFirst, "L": syntax.LowerAll}[op]
		return changeCase(w, sop)
	case "Q":
		if s, ok := w.Known(); ok {
			return value.Lit("'" + strings.ReplaceAll(s, "'", `'\''`) + "'")
		}
	case "A", "K", "k", "a":
	}
	return unknown(w.Origin(), name, "${"+name+"@"+op+"}")
}

func changeCase(w *value.Word, op syntax.ParExpOperator) value.Word {
	s, ok := w.Known()
	if !ok {
		return *w
	}
	switch op {
	case syntax.UpperAll:
		return value.Lit(strings.ToUpper(s))
	case syntax.LowerAll:
		return value.Lit(strings.ToLower(s))
	}
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return *w
	}
	if op == syntax.UpperFirst {
		first = unicode.ToUpper(first)
	} else {
		first = unicode.ToLower(first)
	}
	return value.Lit(string(first) + s[n:])
}

// slice is ${x:offset:length}. A known prefix can be sliced although the rest is unknown.
func (r *reader) slice(p *syntax.ParamExp, w *value.Word) value.Word {
	from, okF := r.arithmetic(p.Slice.Offset)
	length, okL := int64(-1), true
	if p.Slice.Length != nil {
		length, okL = r.arithmetic(p.Slice.Length)
	}
	if !okF || !okL {
		return unknown(w.Origin(), "", "${...:...}")
	}
	text, all := w.Prefix()
	runes := []rune(text)
	n := int64(len(runes))
	if from < 0 {
		if !all {
			return unknown(w.Origin(), "", "${...:...}")
		}
		from += n
		if from < 0 {
			return value.Word{}
		}
	}
	end := from + length
	if p.Slice.Length == nil {
		end = n
		if !all {
			if from > n {
				return unknown(w.Origin(), "", "${...:...}")
			}
			out := value.Lit(string(runes[from:]))
			for i := 1; i < len(w.Pieces); i++ {
				out.Append(w.Pieces[i])
			}
			return out
		}
	} else if length < 0 {
		if !all {
			return unknown(w.Origin(), "", "${...:...}")
		}
		end = n + length
	}
	if end > n {
		if !all {
			return unknown(w.Origin(), "", "${...:...}")
		}
		end = n
	}
	if from >= end {
		return value.Word{}
	}
	return value.Lit(string(runes[from:end]))
}

// mapParam applies an operator to each word of a list.
func (r *reader) mapParam(p *syntax.ParamExp, words []value.Word, quoted bool) []value.Word {
	switch {
	case p.Slice != nil:
		from, ok := r.arithmetic(p.Slice.Offset)
		n := int64(len(words))
		if p.Index == nil && ok { // positional parameters count from one, zero is before them
			if from <= 0 {
				zero, _ := r.positionalAt("0")
				words, n = append([]value.Word{zero}, words...), n+1
			} else {
				from--
			}
		}
		length := n
		if p.Slice.Length != nil {
			var okL bool
			length, okL = r.arithmetic(p.Slice.Length)
			ok = ok && okL
		}
		for i := range words {
			if words[i].Splits() {
				ok = false
			}
		}
		if !ok {
			return []value.Word{unknown(0, "", "${...[@]:...}")}
		}
		if from < 0 {
			if from += n; from < 0 {
				return nil
			}
		}
		from = min(from, n)
		return words[from:min(from+max(length, 0), n)]
	case p.Exp != nil && len(words) == 0:
		w := r.expansion(p, "@", value.Word{}, false, quoted)
		if w.IsEmpty() {
			return nil
		}
		return []value.Word{w}
	case p.Exp != nil || p.Repl != nil:
		out := make([]value.Word, len(words))
		for i := range words {
			out[i] = r.operate(p, "@", words[i], true, quoted)
		}
		return out
	}
	return words
}

// zshFlags runs what ${(e)x} runs: it expands the value again.
func (r *reader) zshFlags(p *syntax.ParamExp, w *value.Word) {
	if p.Flags != nil && strings.ContainsRune(p.Flags.Value, 'e') {
		r.document(w)
	}
}
