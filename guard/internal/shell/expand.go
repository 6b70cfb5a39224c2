package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// fieldBuf collects the words that expansion makes of one word of the text.
type fieldBuf struct {
	r       *reader
	list    []value.Word
	cur     value.Word
	started bool // cur is a word even when it is empty
	split   bool // unquoted expansions are split into words
	glob    bool // unquoted patterns are active
	assign  bool // the value of an assignment: a tilde counts after a colon
	noList  bool // "$@" or its like made no word
}

func (b *fieldBuf) flush() {
	if b.started {
		b.list = append(b.list, b.cur)
		b.cur = value.Word{}
		b.started = false
	}
}

// quoted adds text that has no further meaning.
func (b *fieldBuf) quoted(s string) {
	b.started = true
	b.r.appendHoled(&b.cur, s, true)
}

// patternText adds unquoted text in which pattern characters are active.
func (b *fieldBuf) patternText(s string) {
	if !b.glob {
		b.cur.AppendText(s)
		return
	}
	for s != "" {
		i := strings.IndexAny(s, "*?[")
		if i < 0 {
			b.cur.AppendText(s)
			return
		}
		n := 1
		switch s[i] {
		case '[':
			end := bracketEnd(s[i:])
			if end < 0 {
				b.cur.AppendText(s[:i+1])
				s = s[i+1:]
				continue
			}
			n = end
		case '*':
			for i+n < len(s) && s[i+n] == '*' {
				n++
			}
		}
		b.cur.AppendText(s[:i])
		b.cur.Append(value.Piece{Kind: value.Glob, Text: s[i : i+n]})
		s = s[i+n:]
	}
}

// bracketEnd returns the length of the bracket expression that s begins with, -1 when there is none.
func bracketEnd(s string) int {
	i := 1
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		i++
	}
	if i < len(s) && s[i] == ']' {
		i++
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case ']':
			return i + 1
		case '/':
			return -1
		case '[':
			if i+1 < len(s) && (s[i+1] == ':' || s[i+1] == '.' || s[i+1] == '=') {
				if end := strings.Index(s[i+2:], s[i+1:i+2]+"]"); end >= 0 {
					i += end + 3
				}
			}
		}
	}
	return -1
}

// literal adds an unquoted literal of the tree, which keeps its backslashes.
func (b *fieldBuf) literal(s string) {
	if len(b.r.src.holes) > 0 && strings.ContainsRune(s, holeOpen) {
		b.started = true
		b.r.appendHoled(&b.cur, unescape(s), false)
		return
	}
	if strings.IndexByte(s, '\\') < 0 {
		if s != "" {
			b.started = true
			b.patternText(s)
		}
		return
	}
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.started = true
			b.patternText(s)
			return
		}
		if i > 0 {
			b.started = true
			b.patternText(s[:i])
		}
		if i+1 >= len(s) {
			b.started = true
			b.cur.AppendText(`\`)
			return
		}
		if s[i+1] != '\n' {
			b.started = true
			b.cur.AppendText(s[i+1 : i+2])
		}
		s = s[i+2:]
	}
}

func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// unquoted adds the value of an unquoted expansion: split at IFS, patterns active.
func (b *fieldBuf) unquoted(w value.Word) {
	if w.Pieces == nil {
		b.splitText(w.Lit)
		return
	}
	for i := range w.Pieces {
		p := w.Pieces[i]
		switch p.Kind {
		case value.Text:
			b.splitText(p.Text)
		case value.Glob:
			b.started = true
			b.cur.Append(p)
		default:
			p.Quoted = !b.split
			b.started = true
			b.cur.Append(p)
		}
	}
}

func (b *fieldBuf) splitText(s string) {
	if !b.split || b.r.ifs == "" {
		if s != "" {
			b.started = true
			b.patternText(s)
		}
		return
	}
	ifs := b.r.ifs
	for s != "" {
		i := strings.IndexAny(s, ifs)
		if i < 0 {
			b.started = true
			b.patternText(s)
			return
		}
		if i > 0 {
			b.started = true
			b.patternText(s[:i])
		}
		if s[i] != ' ' && s[i] != '\t' && s[i] != '\n' {
			b.started = true // a separator that is no blank ends a word even when it is empty
		}
		b.flush()
		s = s[i+1:]
		if len(b.list) > b.r.limits.Words {
			b.r.limit("Words", fmt.Sprintf("one expansion makes more than %d words", b.r.limits.Words), false)
			b.started = true
			b.cur.Append(value.Piece{Kind: value.Unknown, Origin: value.Limit, Text: "..."})
			return
		}
	}
}

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
			p.Kind = value.Text
			if p.Origin&value.Names != 0 {
				p.Kind, p.Text = value.Unknown, "{names}"
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

// moreParts tells whether a word goes on behind its first part; braces leave empty literals.
func moreParts(parts []syntax.WordPart) bool {
	for _, p := range parts[1:] {
		if l, ok := p.(*syntax.Lit); !ok || l.Value != "" {
			return true
		}
	}
	return false
}

// tilde expands the tilde that a word begins with and returns what is left of the literal.
func (b *fieldBuf) tilde(s string, more bool) string {
	end := strings.IndexAny(s, "/:")
	if end < 0 {
		if more {
			return s // ~"x" is no tilde prefix
		}
		end = len(s)
	}
	name := s[1:end]
	if strings.ContainsAny(name, "\\*?[{") {
		return s
	}
	if name != "" && name != "+" && name != "-" && !isName(name[:1]) {
		return s // no user's name
	}
	b.started = true
	switch name {
	case "":
		b.cur.AppendWord(b.r.home())
	case "+":
		b.cur.AppendWord(b.r.cwdWord())
	case "-":
		b.cur.AppendWord(b.r.variableWord("OLDPWD"))
	default:
		b.cur.AppendWord(b.r.homeOf(name))
	}
	return s[end:]
}

// tildeAssign expands ~ after the first = of a word such as of=~/x, as bash does for assignments
// and, outside POSIX mode, for words that look like one.
func (b *fieldBuf) tildeAssign(s string) string {
	i := strings.Index(s, "=~")
	for j := 0; j < i; j++ {
		if c := s[j]; !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || j > 0 && c >= '0' && c <= '9') {
			return s
		}
	}
	b.literal(s[:i+1])
	return b.tilde(s[i+1:], false)
}

// tildeColons expands the tildes after colons.
func (b *fieldBuf) tildeColons(s string, _, more bool) string {
	for {
		i := strings.Index(s, ":~")
		if i < 0 || i > 0 && s[i-1] == '\\' {
			return s
		}
		b.literal(s[:i+1])
		s = b.tilde(s[i+1:], more)
		if strings.HasPrefix(s, "~") {
			b.literal(s[:1])
			s = s[1:]
		}
	}
}

func (r *reader) home() value.Word {
	if v := r.st.vars["HOME"]; v != nil && !v.unset {
		return v.val
	}
	if r.cfg.Home != "" && !r.remote {
		return value.Lit(r.cfg.Home)
	}
	return value.Of(value.Piece{Kind: value.Unknown, Origin: value.Env, Name: "HOME", Text: "~", NonEmpty: true, Quoted: true})
}

// homeOf is the home directory of a named user: the owner's own, root's, or the usual place.
func (r *reader) homeOf(user string) value.Word {
	home := r.cfg.Home
	if i := strings.LastIndexByte(home, '/'); i >= 0 && home[i+1:] == user {
		return value.Lit(home)
	}
	if user == "root" {
		return value.Lit("/root")
	}
	if strings.HasPrefix(home, "/Users/") {
		return value.Lit("/Users/" + user)
	}
	return value.Lit("/home/" + user)
}

func (r *reader) cwdWord() value.Word {
	if d := r.st.cwd; d.Known {
		if d.Else != "" && d.Else != d.Path {
			return r.chooseText("PWD", []value.Word{value.Lit(d.Path), value.Lit(d.Else)})
		}
		return value.Lit(d.Path)
	}
	return r.st.cwd.Word
}

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
