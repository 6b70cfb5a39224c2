package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// extGlob adds an extended glob; bash expands what stands in it, which the tree does not show
// (SHELL H5).
func (b *fieldBuf) extGlob(p *syntax.ExtGlob) {
	b.r.literalAsCode(p.Pattern.Value)
	b.started = true
	b.cur.Append(value.Piece{Kind: value.Glob, Text: p.Op.String() + p.Pattern.Value + ")"})
}

// literalAsCode runs the substitutions in text that the tree shows as a literal.
func (r *reader) literalAsCode(s string) {
	if s == "" {
		return
	}
	if strings.Contains(s, "<(") || strings.Contains(s, ">(") {
		r.substInLiteral(s)
	}
	if strings.Contains(s, "$(") || strings.Contains(s, "${") || strings.IndexByte(s, '`') >= 0 || strings.Contains(s, "$'") || strings.Contains(s, "$[") {
		w := value.Lit(s)
		r.document(&w)
	}
}

// substInLiteral runs the process substitutions in a literal (SHELL H8, H9).
func (r *reader) substInLiteral(s string) {
	if r.depth >= r.limits.Depth {
		return
	}
	i := strings.Index(s, "<(")
	if j := strings.Index(s, ">("); i < 0 || j >= 0 && j < i {
		i = j
	}
	if i < 0 {
		return
	}
	pos, end := r.span(0, uint(len(r.src.text)))
	r.readAgain(value.Lit(": "+s[i:]), "process substitution", r.cfg.Shell, pos, end)
}

// document expands text as bash expands a heredoc body: for what it runs, and for its value.
func (r *reader) document(w *value.Word) value.Word {
	text, known := w.Known()
	src := &source{nested: true, text: text, holes: r.src.holes}
	src.pos, src.end = r.src.pos, r.src.end
	if !r.src.nested {
		src.pos, src.end = 0, len(r.src.text)
	}
	if !known {
		src.text, src.holes = holed(w)
	}
	if r.depth >= r.limits.Depth {
		r.limit("Depth", fmt.Sprintf("executed text inside executed text, more than %d levels", r.limits.Depth), false)
		return *w
	}
	r.total += len(src.text)
	if r.total > maxTotalText {
		r.limit("TotalText", fmt.Sprintf("more than %d bytes of executed text", maxTotalText), true)
		return *w
	}
	if why := tooDeep(src.text, r.limits.Nesting); why != "" {
		r.limit("Nesting", why, false)
		return *w
	}
	parser, pool := getParser(r.cfg.Shell)
	doc, err := parser.Document(&textReader{text: src.text})
	if err != nil {
		r.trouble(SyntaxError, "text that bash expands is not read to its end: "+errText(err), src.pos, src.end)
	} else {
		pool.Put(parser)
	}
	if doc == nil {
		return *w
	}
	saved := r.src
	r.src = src
	r.depth++
	b := fieldBuf{r: r}
	b.quotedParts(doc.Parts)
	r.depth--
	r.src = saved
	return b.cur
}
