package shell

import (
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// arithWord is the value of $((...)).
func (r *reader) arithWord(x syntax.ArithmExpr) value.Word {
	n, ok := r.arithmetic(x)
	if ok {
		return value.Lit(strconv.FormatInt(n, 10))
	}
	return value.Of(value.Piece{Kind: value.Unknown, Text: "$((...))", Simple: true, NonEmpty: true})
}

// arithmetic evaluates an expression: for what it runs, and for its value when that is known.
func (r *reader) arithmetic(x syntax.ArithmExpr) (int64, bool) {
	if !r.step() {
		return 0, false
	}
	switch x := x.(type) {
	case nil:
		return 0, true
	case *syntax.ParenArithm:
		return r.arithmetic(x.X)
	case *syntax.FlagsArithm:
		if x.Flags != nil {
			r.literalAsCode(x.Flags.Value)
		}
		r.arithmetic(x.X)
		return 0, false
	case *syntax.UnaryArithm:
		return r.unaryArithm(x)
	case *syntax.BinaryArithm:
		return r.binaryArithm(x)
	case *syntax.Word:
		return r.arithOperand(x)
	}
	return 0, false
}

// arithOperand evaluates one operand. Quotes in arithmetic do not quote: what they hold is
// expanded (SHELL H7), and so is the value of a variable that is named (SHELL H16).
func (r *reader) arithOperand(w *syntax.Word) (int64, bool) {
	if lit := w.Lit(); lit != "" {
		if n, ok := parseInt(lit); ok {
			return n, true
		}
		if strings.Contains(lit, "<(") || strings.Contains(lit, ">(") {
			r.substInLiteral(lit)
		}
		v := value.Lit(lit)
		return r.arithText(&v)
	}
	b := fieldBuf{r: r}
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.SglQuoted:
			text := value.Lit(p.Value)
			if p.Dollar {
				text = value.Lit(ansiC(p.Value))
			}
			b.addQuoted(r.document(&text))
		case *syntax.DblQuoted:
			b.quotedParts(p.Parts)
		case *syntax.ParamExp:
			if !p.Dollar.IsValid() && p.Index != nil && p.Param != nil { // arr[x] without a dollar
				e, _ := r.element(p.Param.Value, p.Index)
				b.addQuoted(e)
				continue
			}
			b.param(p, true)
		default:
			b.quotedParts([]syntax.WordPart{part})
		}
	}
	return r.arithText(&b.cur)
}

// arithText evaluates text as bash evaluates an operand of arithmetic: a number, a name whose
// value is evaluated again, or an expression that may run commands in a subscript.
func (r *reader) arithText(w *value.Word) (int64, bool) {
	s, ok := w.Known()
	if !ok {
		r.arithCode(w)
		return 0, false
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, true
	}
	if n, ok := parseInt(s); ok {
		return n, true
	}
	if isName(s) {
		v := r.st.vars[s]
		if v == nil || r.depth >= r.limits.Depth {
			return 0, v != nil
		}
		val := r.choose(s, v)
		if v.isArray && len(v.elems) > 0 {
			val = v.elems[0]
		}
		if t, ok := val.Known(); ok && t == s {
			return 0, false
		}
		r.depth++
		n, ok := r.arithText(&val)
		r.depth--
		return n, ok
	}
	r.arithCode(w)
	if strings.ContainsAny(s, "$`'\"\\") || r.depth >= r.limits.Depth {
		return 0, false
	}
	if tooDeep(s, r.limits.Nesting) != "" {
		return 0, false
	}
	parser, pool := getParser("bash")
	x, err := parser.Arithmetic(&textReader{text: s})
	if err != nil || x == nil {
		return 0, false
	}
	pool.Put(parser)
	r.depth++
	n, ok := r.arithmetic(x)
	r.depth--
	return n, ok
}

// arithCode runs the substitutions that arithmetic finds in text. What stands for an unknown value
// is no text that is there: only known parts count.
func (r *reader) arithCode(w *value.Word) {
	if w.Pieces == nil {
		if hasSubst(w.Lit) {
			r.literalAsCode(w.Lit)
		}
		return
	}
	for i := range w.Pieces {
		if p := &w.Pieces[i]; hasText(p) && hasSubst(p.Text) {
			r.document(w)
			return
		}
	}
}

func hasSubst(s string) bool { return strings.Contains(s, "$(") || strings.IndexByte(s, '`') >= 0 }

// hasText tells whether the text of a piece is there, at least perhaps.
func hasText(p *value.Piece) bool { return p.Kind != value.Unknown || p.Name == maybeName }

// nameAsCode runs what a name holds that bash evaluates as a variable reference: 'a[$(cmd)]'
// (SHELL H15).
func (r *reader) nameAsCode(w *value.Word) {
	if w.Pieces == nil {
		if i := strings.IndexByte(w.Lit, '['); i >= 0 {
			rest := value.Lit(w.Lit[i:])
			r.arithCode(&rest)
		}
		return
	}
	for i := range w.Pieces {
		if p := &w.Pieces[i]; hasText(p) && strings.IndexByte(p.Text, '[') >= 0 {
			r.arithCode(w)
			return
		}
	}
}

func parseInt(s string) (int64, bool) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	if i := strings.IndexByte(s, '#'); i > 0 {
		base, err := strconv.Atoi(s[:i])
		if err != nil || base < 2 || base > 36 {
			return 0, false
		}
		n, err := strconv.ParseInt(s[i+1:], base, 64)
		return n, err == nil
	}
	base := 10
	switch {
	case len(s) > 2 && (s[1] == 'x' || s[1] == 'X'):
		base, s = 16, s[2:]
	case len(s) > 1 && s[0] == '0':
		base, s = 8, s[1:]
	}
	n, err := strconv.ParseInt(s, base, 64)
	return n, err == nil
}

func isName(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return true
}

func (r *reader) unaryArithm(x *syntax.UnaryArithm) (int64, bool) {
	if x.Op == syntax.Inc || x.Op == syntax.Dec {
		n, ok := r.arithmetic(x.X)
		d := int64(1)
		if x.Op == syntax.Dec {
			d = -1
		}
		r.assignArith(x.X, n+d, ok)
		if x.Post {
			return n, ok
		}
		return n + d, ok
	}
	n, ok := r.arithmetic(x.X)
	switch x.Op {
	case syntax.Not:
		return truth(n == 0), ok
	case syntax.BitNegation:
		return ^n, ok
	case syntax.Minus:
		return -n, ok
	case syntax.Plus:
		return n, ok
	}
	return 0, false
}

func (r *reader) assignArith(target syntax.ArithmExpr, n int64, ok bool) {
	w, isWord := target.(*syntax.Word)
	if !isWord {
		return
	}
	name := w.Lit()
	if !isName(name) {
		return
	}
	val := value.Lit(strconv.FormatInt(n, 10))
	if !ok {
		val = simple(value.Joined, name)
	}
	r.assign(name, &variable{val: val})
}

func (r *reader) binaryArithm(x *syntax.BinaryArithm) (int64, bool) {
	switch x.Op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		n, ok := r.arithmetic(x.Y)
		if x.Op != syntax.Assgn {
			old, okOld := r.arithmetic(x.X)
			var okOp bool
			n, okOp = compute(assignedOp(x.Op), old, n)
			ok = ok && okOld && okOp
		} else if w, isWord := x.X.(*syntax.Word); isWord && w.Lit() == "" {
			r.arithOperand(w)
		}
		r.assignArith(x.X, n, ok)
		return n, ok
	case syntax.TernQuest:
		c, ok := r.arithmetic(x.X)
		branches, isColon := x.Y.(*syntax.BinaryArithm)
		if !isColon {
			return 0, false
		}
		a, okA := r.arithmetic(branches.X)
		b, okB := r.arithmetic(branches.Y)
		if c != 0 {
			return a, ok && okA
		}
		return b, ok && okB
	}
	a, okA := r.arithmetic(x.X)
	b, okB := r.arithmetic(x.Y)
	n, ok := compute(x.Op, a, b)
	return n, ok && okA && okB
}

func assignedOp(op syntax.BinAritOperator) syntax.BinAritOperator {
	switch op {
	case syntax.AddAssgn:
		return syntax.Add
	case syntax.SubAssgn:
		return syntax.Sub
	case syntax.MulAssgn:
		return syntax.Mul
	case syntax.QuoAssgn:
		return syntax.Quo
	case syntax.RemAssgn:
		return syntax.Rem
	case syntax.AndAssgn:
		return syntax.And
	case syntax.OrAssgn:
		return syntax.Or
	case syntax.XorAssgn:
		return syntax.Xor
	case syntax.ShlAssgn:
		return syntax.Shl
	default:
		return syntax.Shr
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func compute(op syntax.BinAritOperator, a, b int64) (int64, bool) {
	switch op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	case syntax.Mul:
		return a * b, true
	case syntax.Quo:
		if b == 0 || a == -1<<63 && b == -1 {
			return 0, false
		}
		return a / b, true
	case syntax.Rem:
		if b == 0 || b == -1 {
			return 0, b == -1
		}
		return a % b, true
	case syntax.Pow:
		n := int64(1)
		if b < 0 || b > 64 {
			return 0, false
		}
		for range b {
			n *= a
		}
		return n, true
	case syntax.Eql:
		return truth(a == b), true
	case syntax.Neq:
		return truth(a != b), true
	case syntax.Gtr:
		return truth(a > b), true
	case syntax.Lss:
		return truth(a < b), true
	case syntax.Leq:
		return truth(a <= b), true
	case syntax.Geq:
		return truth(a >= b), true
	case syntax.And:
		return a & b, true
	case syntax.Or:
		return a | b, true
	case syntax.Xor:
		return a ^ b, true
	case syntax.Shl:
		if b < 0 || b > 63 {
			return 0, false
		}
		return a << b, true
	case syntax.Shr:
		if b < 0 || b > 63 {
			return 0, false
		}
		return a >> b, true
	case syntax.AndArit:
		return truth(a != 0 && b != 0), true
	case syntax.OrArit:
		return truth(a != 0 || b != 0), true
	case syntax.Comma:
		return b, true
	}
	return 0, false
}

// letOperand evaluates an operand of let, which the parser reads as arithmetic although bash
// reads it as a word first (SHELL H8).
func (r *reader) letOperand(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok {
		r.arithOperand(w)
		return
	}
	r.arithmetic(x)
	if b, ok := x.(*syntax.BinaryArithm); ok && (b.Op == syntax.Lss || b.Op == syntax.Gtr) {
		if p, ok := b.Y.(*syntax.ParenArithm); ok { // let x<(pwn) is a process substitution
			from, to := p.Lparen.Offset()+1, p.Rparen.Offset()
			if int(to) <= len(r.src.text) && from <= to {
				pos, end := r.nodeSpan(x)
				r.readAgain(value.Lit(r.src.text[from:to]), "process substitution", r.cfg.Shell, pos, end)
			}
		}
	}
}
