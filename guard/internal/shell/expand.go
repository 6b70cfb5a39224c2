package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// fields expands words as the arguments of a command: braces, tilde, parameters, substitutions,
// splitting and, where the pattern is absolute and few paths match, file names.
func (r *reader) fields(words []*syntax.Word) []value.Word {
	out := make([]value.Word, 0, min(len(words), maxArguments+1))
	for _, w := range words {
		out = r.fieldsOf(w, out)
		if len(out) > maxArguments {
			r.limit("Arguments", fmt.Sprintf("a command of more than %d words", maxArguments), false)
			out = out[:maxArguments]
			break
		}
		if r.stopped {
			break
		}
	}
	return out
}

func (r *reader) fieldsOf(w *syntax.Word, out []value.Word) []value.Word {
	if !r.step() {
		return out
	}
	pos, end := r.nodeSpan(w)
	if len(w.Parts) == 1 {
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && plain(lit.Value) {
			return append(out, value.Word{Lit: lit.Value, Pos: pos, End: end})
		}
	}
	from := len(out)
	if hasBrace(w) {
		split := *w
		split.Parts = append([]syntax.WordPart(nil), w.Parts...)
		syntax.SplitBraces(&split)
		if n := braceCount(&split, r.limits.Words); n > r.limits.Words {
			r.limit("Words", fmt.Sprintf("a brace expansion makes more than %d words", r.limits.Words), false)
			return append(out, value.Word{Pieces: []value.Piece{{Kind: value.Unknown, Origin: value.Limit, Text: "{...}"}}, Pos: pos, End: end})
		}
		for _, parts := range braceWords(&split) {
			out = r.expandParts(parts, out)
		}
	} else {
		out = r.expandParts(w.Parts, out)
	}
	for i := from; i < len(out); i++ {
		out[i] = r.bounded(out[i])
		out[i].Pos, out[i].End = pos, end
	}
	return out
}

func (r *reader) expandParts(parts []syntax.WordPart, out []value.Word) []value.Word {
	b := fieldBuf{r: r, list: out, split: true, glob: !r.st.opts.noglob}
	b.parts(parts, true)
	b.flush()
	return b.list
}

// plain tells whether an unquoted literal stands for itself.
func plain(s string) bool {
	if s == "" || s[0] == '~' {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\', '*', '?', '[', '{', 0xee:
			return false
		case '~':
			if s[i-1] == '=' || s[i-1] == ':' {
				return false
			}
		}
	}
	return true
}

// word expands a word that is not split, as after case or in an assignment.
func (r *reader) word(w *syntax.Word) value.Word {
	if w == nil {
		return value.Word{}
	}
	b := fieldBuf{r: r, glob: true}
	b.parts(w.Parts, true)
	return r.single(&b, w)
}

// wordQuoted expands a word that is neither split nor a pattern.
func (r *reader) wordQuoted(w *syntax.Word) value.Word {
	if w == nil {
		return value.Word{}
	}
	b := fieldBuf{r: r}
	b.parts(w.Parts, true)
	return r.single(&b, w)
}

// assigned expands the value of an assignment.
func (r *reader) assigned(w *syntax.Word) value.Word {
	if w == nil {
		return value.Word{}
	}
	b := fieldBuf{r: r, assign: true}
	b.parts(w.Parts, true)
	return r.single(&b, w)
}

func (r *reader) single(b *fieldBuf, w *syntax.Word) value.Word {
	b.flush()
	var out value.Word
	if len(b.list) > 0 {
		out = b.list[0]
		for i := 1; i < len(b.list); i++ { // "$@" in an assignment is joined
			out.AppendText(" ")
			out.AppendWord(b.list[i])
		}
	}
	if len(w.Parts) > 0 {
		out.Pos, out.End = r.nodeSpan(w)
	}
	return r.bounded(out)
}

// bounded gives a word up that has grown too large: x=$x$x doubles it each time.
func (r *reader) bounded(w value.Word) value.Word {
	if len(w.Lit) <= r.limits.WordBytes && len(w.Pieces) <= maxPieces {
		n := 0
		for i := range w.Pieces {
			n += len(w.Pieces[i].Text)
		}
		if n <= r.limits.WordBytes {
			return w
		}
	}
	r.limit("WordBytes", fmt.Sprintf("a word of more than %d bytes or %d pieces", r.limits.WordBytes, maxPieces), false)
	return value.Word{Pieces: []value.Piece{{Kind: value.Unknown, Origin: w.Origin() | value.Limit, Text: "..."}}, Pos: w.Pos, End: w.End}
}

// pattern expands a word of which only the effects count: what it runs.
func (r *reader) pattern(w *syntax.Word) { r.word(w) }

func (b *fieldBuf) parts(parts []syntax.WordPart, top bool) {
	r := b.r
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			s := p.Value
			if i == 0 && top && s != "" && s[0] == '~' {
				s = b.tilde(s, moreParts(parts))
				if b.assign {
					s = b.tildeColons(s, false, len(parts) > 1)
				}
			} else if b.assign && top {
				s = b.tildeColons(s, i > 0, i+1 < len(parts))
			} else if top && i == 0 && strings.Contains(s, "=~") {
				s = b.tildeAssign(s)
			}
			if strings.Contains(s, "<(") || strings.Contains(s, ">(") {
				r.substInLiteral(s)
			}
			b.literal(s)
		case *syntax.SglQuoted:
			if p.Dollar {
				b.quoted(ansiC(p.Value))
			} else {
				b.quoted(p.Value)
			}
		case *syntax.DblQuoted:
			was := b.started
			b.noList = false
			b.started = b.started || !lonelyAt(p)
			b.quotedParts(p.Parts)
			if b.noList && b.cur.IsEmpty() { // "$@$x" makes no word when there is nothing in it
				b.started = was
			}
		case *syntax.ParamExp:
			b.param(p, false)
		case *syntax.CmdSubst:
			b.unquoted(r.cmdSubst(p, false))
		case *syntax.ArithmExp:
			b.started = true
			b.cur.AppendWord(r.arithWord(p.X))
		case *syntax.ProcSubst:
			b.quoted(r.procSubst(p))
		case *syntax.ExtGlob:
			b.extGlob(p)
		case *syntax.BraceExp:
			for _, e := range p.Elems {
				b.parts(e.Parts, false)
			}
		default:
			b.started = true
			b.cur.Append(value.Piece{Kind: value.Unknown, Text: "?"})
		}
	}
}

// lonelyAt tells whether the quotes hold nothing but $@, which may make no word at all.
func lonelyAt(q *syntax.DblQuoted) bool {
	if len(q.Parts) != 1 {
		return false
	}
	p, ok := q.Parts[0].(*syntax.ParamExp)
	if !ok || p.Length || p.Excl {
		return false
	}
	return p.Param != nil && p.Param.Value == "@" || isAll(p.Index) == '@'
}

// quotedParts adds what stands in double quotes or in a heredoc body.
func (b *fieldBuf) quotedParts(parts []syntax.WordPart) {
	r := b.r
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			r.appendHoled(&b.cur, unescapeDouble(p.Value), true)
		case *syntax.SglQuoted:
			b.quoted(p.Value)
		case *syntax.DblQuoted:
			b.quotedParts(p.Parts)
		case *syntax.ParamExp:
			b.param(p, true)
		case *syntax.CmdSubst:
			b.addQuoted(r.cmdSubst(p, true))
		case *syntax.ArithmExp:
			b.cur.AppendWord(r.arithWord(p.X))
		case *syntax.ProcSubst:
			b.quoted(r.procSubst(p))
		case *syntax.ExtGlob:
			b.quoted(p.Op.String() + p.Pattern.Value + ")")
		}
	}
}

func (b *fieldBuf) addQuoted(w value.Word) {
	b.started = true
	if w.Pieces == nil {
		b.cur.AppendText(w.Lit)
		return
	}
	for i := range w.Pieces {
		p := w.Pieces[i]
		if p.Kind == value.Glob {
			switch {
			case p.Origin&value.Names == 0:
				p.Kind = value.Text
			case p.Name == loopName && b.r.branch == b.r.loopBranch: // each of the names in its turn
			default:
				p.Kind, p.Text, p.Simple = value.Unknown, "{names}", p.Name == loopName && p.Text != "**"
			}
		}
		p.Quoted = true
		b.cur.Append(p)
	}
}

// unescapeDouble takes the backslashes off that double quotes take off: before $ ` " \ and newline.
func unescapeDouble(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch s[i+1] {
			case '$', '`', '"', '\\':
				i++
			case '\n':
				i++
				continue
			}
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}
