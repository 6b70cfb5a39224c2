package lang

import (
	"strings"
)

// tokKind is a kind of token.
type tokKind uint8

const (
	tEnd   tokKind = iota
	tIdent         // a name, with its sigil in perl and php: $x
	tNum
	tStr   // a string; parts has what it is made of
	tCmd   // text that a shell runs: `...`, %x{}, qx{}
	tWords // a list of words: %w[], qw()
	tRegex // a regular expression or a substitution, whose value is of no interest
	tOp
	tHole // an unknown piece of the code
	tRead // perl's <FH>, <STDIN>, <*.c>
)

// tok is one token.
type tok struct {
	kind     tokKind
	newline  bool // a newline stands before it
	space    bool // a blank or a newline stands before it
	pos, end int32
	str      int32 // index in parser.strs for strings
}

// part is a part of a string literal: text, an expression, or a hole.
type part struct {
	text     string
	from, to int // an expression's offsets in the parser's text when to > 0
	hole     int // offset of a hole in the parser's text plus one, 0 for none
}

// lexer state is in the parser: text, toks, strs.

// lex makes tokens of a text.
func (p *parser) lex(text string) {
	p.text = text
	p.toks = make([]tok, 0, len(text)/4+2)
	i := 0
	if p.lang == php && p.rescan == 0 {
		i = phpOpen(text, 0)
	}
	newline, space := true, true
	for i < len(text) {
		c := text[i]
		switch {
		case c == '\n':
			newline, space = true, true
			i++
			if p.pending != nil {
				i = p.heredocs(i)
			}
			if p.lang == perl && i < len(text) && text[i] == '=' && i+1 < len(text) && isWordStart(text[i+1]) {
				i = skipPast(text, i, "\n=cut")
			}
			if p.lang == ruby && strings.HasPrefix(text[i:], "=begin") {
				i = skipPast(text, i, "\n=end")
			}
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			space = true
			i++
			continue
		case c == '\\' && i+1 < len(text) && text[i+1] == '\n':
			space = true
			i += 2
			continue
		}
		if end := p.comment(i); end > i {
			i = end
			space = true
			continue
		}
		if p.lang == php && strings.HasPrefix(text[i:], "?>") {
			i = phpOpen(text, i+2)
			newline, space = true, true
			continue
		}
		if c == '_' && newline && (p.lang == perl || p.lang == ruby) && (strings.HasPrefix(text[i:], "__END__") || strings.HasPrefix(text[i:], "__DATA__")) {
			break
		}
		t := tok{pos: int32(i), newline: newline, space: space, str: -1}
		newline, space = false, false
		end := p.token(&t, i)
		if end <= i {
			end = i + 1
		}
		t.end = int32(end)
		p.toks = append(p.toks, t)
		i = end
	}
	p.toks = append(p.toks, tok{kind: tEnd, newline: true, pos: int32(len(text)), end: int32(len(text)), str: -1})
}

func skipPast(s string, i int, mark string) int {
	n := strings.Index(s[i:], mark)
	if n < 0 {
		return len(s)
	}
	return i + n + len(mark)
}

// phpOpen returns where code begins at or after i: text with an opening tag is code only after it.
func phpOpen(s string, i int) int {
	n := strings.Index(s[i:], "<?")
	if n < 0 {
		if i == 0 {
			return 0
		}
		return len(s)
	}
	i += n + 2
	if strings.HasPrefix(s[i:], "php") {
		return i + 3
	}
	if strings.HasPrefix(s[i:], "=") {
		return i + 1
	}
	return i
}

// comment returns the end of the comment at i, i when there is none.
func (p *parser) comment(i int) int {
	s := p.text
	c := s[i]
	lineEnd := func() int {
		if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
			return i + n
		}
		return len(s)
	}
	two := s[i:min(i+2, len(s))]
	switch p.lang {
	case python, ruby, awk:
		if c == '#' {
			return lineEnd()
		}
	case perl:
		// $#array is no comment.
		if c == '#' && (i == 0 || s[i-1] != '$') {
			return lineEnd()
		}
	case php:
		if c == '#' && two != "#[" || two == "//" {
			end := lineEnd()
			if n := strings.Index(s[i:end], "?>"); n >= 0 {
				return i + n
			}
			return end
		}
		if two == "/*" {
			return skipPast(s, i+2, "*/")
		}
	case javascript:
		if two == "//" || two == "#!" && i == 0 {
			return lineEnd()
		}
		if two == "/*" {
			return skipPast(s, i+2, "*/")
		}
	case lua:
		if two == "--" {
			if level := longBracket(s[i+2:]); level >= 0 {
				return skipPast(s, i+2, "]"+strings.Repeat("=", level)+"]")
			}
			return lineEnd()
		}
	case applescript:
		if two == "--" || c == '#' {
			return lineEnd()
		}
		if two == "(*" {
			return skipPast(s, i+2, "*)")
		}
	}
	return i
}

// longBracket returns the level of the lua long bracket that s begins with, -1 for none.
func longBracket(s string) int {
	if s == "" || s[0] != '[' {
		return -1
	}
	n := 1
	for n < len(s) && s[n] == '=' {
		n++
	}
	if n < len(s) && s[n] == '[' {
		return n - 1
	}
	return -1
}

// token fills in the token at i and returns its end.
func (p *parser) token(t *tok, i int) int {
	s := p.text
	c := s[i]
	switch {
	case c == hole:
		t.kind = tHole
		return min(i+holeSize, len(s))
	case '0' <= c && c <= '9':
		t.kind = tNum
		for i++; i < len(s) && (isWordByte(s[i]) || s[i] == '.' && i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9'); i++ {
		}
		return i
	case isWordStart(c) || c >= 0x80:
		if end := p.prefixed(t, i); end > 0 {
			return end
		}
		return p.ident(t, i)
	case c == '"' || c == '\'' || c == '`':
		if c == '\'' && (p.lang == awk || p.lang == applescript) || c == '`' && (p.lang == python || p.lang == lua || p.lang == awk || p.lang == applescript) {
			t.kind = tOp
			return i + 1
		}
		if p.lang == python {
			return p.pythonBody(t, i, sEscape)
		}
		return p.quoted(t, i, c)
	case c == '$' && (p.lang == perl || p.lang == php || p.lang == javascript || p.lang == ruby):
		return p.ident(t, i)
	case (c == '@' || c == '%' || c == '&') && p.lang == perl && i+1 < len(s) && (isWordStart(s[i+1]) || c == '@' && (s[i+1] == '$' || s[i+1] == '_')) && p.operand():
		return p.ident(t, i)
	case c == '@' && p.lang == ruby:
		return p.ident(t, i)
	case c == '%' && p.lang == ruby && p.operand():
		if end := p.percent(t, i); end > 0 {
			return end
		}
	case c == ':' && p.lang == ruby && i+1 < len(s) && (isWordStart(s[i+1]) || s[i+1] == '"') && (i == 0 || s[i-1] != ':'):
		if s[i+1] == '"' {
			return p.quoted(t, i+1, '"')
		}
		end := i + 1
		for end < len(s) && isWordByte(s[end]) {
			end++
		}
		p.string(t, []part{{text: s[i+1 : end]}})
		return end
	case c == '[' && p.lang == lua:
		if level := longBracket(s[i:]); level >= 0 {
			closing := "]" + strings.Repeat("=", level) + "]"
			end := skipPast(s, i, closing)
			body := strings.TrimSuffix(s[i+2+level:end], closing)
			p.string(t, p.holes(strings.TrimPrefix(body, "\n"), end-len(closing)-len(body)))
			return end
		}
	case c == '/' && p.operand():
		switch p.lang {
		case javascript, perl, ruby, awk:
			return p.regex(t, i)
		}
	case c == '<' && p.operandOrHeredoc(i):
		if end := p.angle(t, i); end > 0 {
			return end
		}
	}
	t.kind = tOp
	return i + opLen(s[i:])
}

func opLen(s string) int {
	if len(s) >= 3 {
		switch s[:3] {
		case "===", "!==", "...", "**=", "//=", "<<=", ">>=", "||=", "&&=", "??=", "<=>", "=~>", ">>>":
			return 3
		}
	}
	if len(s) >= 2 {
		switch s[:2] {
		case "==", "!=", "<=", ">=", "=>", "->", "::", "?.", "??", "&&", "||", "+=", "-=", "*=", "/=", ".=", "..", "**", "//", "<<", ">>", ":=", "=~", "!~", "++", "--", "|=", "&=", "%=", "|&", "~=":
			return 2
		}
	}
	return 1
}

// operand tells whether an operand may begin after the last token, so that a slash begins a
// regular expression and a percent sign no remainder.
func (p *parser) operand() bool {
	if len(p.toks) == 0 {
		return true
	}
	t := &p.toks[len(p.toks)-1]
	switch t.kind {
	case tOp:
		switch p.text[t.pos:t.end] {
		case ")", "]", "}", "++", "--":
			return false
		}
		return true
	case tIdent:
		switch p.text[t.pos:t.end] {
		case "return", "and", "or", "not", "if", "unless", "while", "until", "print", "when", "case", "typeof", "in", "else", "then", "do", "puts", "push", "grep", "map", "split", "foreach", "for", "unlink", "join", "my", "our", "each", "keys", "values", "sort", "reverse", "system", "exec", "scalar", "rm_rf", "rmtree", "x", "eq", "ne", "elsif", "local", "defined", "die", "ref", "delete", "await", "yield", "remove_tree", "printf", "say":
			return true
		}
		return false
	}
	return false
}

// operandOrHeredoc tells whether a < at i may begin a heredoc or a read.
func (p *parser) operandOrHeredoc(i int) bool {
	switch p.lang {
	case perl, ruby:
		return p.operand() || strings.HasPrefix(p.text[i:], "<<") && i+2 < len(p.text) && strings.IndexByte("~-\"'ABCDEFGHIJKLMNOPQRSTUVWXYZ_", p.text[i+2]) >= 0
	case php:
		return strings.HasPrefix(p.text[i:], "<<<")
	}
	return false
}

func (p *parser) ident(t *tok, i int) int {
	s := p.text
	t.kind = tIdent
	start := i
	for i < len(s) && (s[i] == '$' || s[i] == '@' || s[i] == '%' || s[i] == '&') && i-start < 3 {
		i++
	}
	if i > start && i < len(s) && !isWordByte(s[i]) {
		// ${name}, $$, $!, $/ and the like.
		if s[i] == '{' && p.lang != javascript {
			if end := strings.IndexByte(s[i:min(i+40, len(s))], '}'); end > 1 && isWord(s[i+1:i+end]) {
				return i + end + 1
			}
			return i
		}
		if p.lang == perl && s[i-1] == '$' && strings.IndexByte("!/\\,;.&0\"#-^", s[i]) >= 0 {
			return i + 1
		}
		return i
	}
	for i < len(s) && (isWordByte(s[i]) || p.lang == javascript && s[i] == '$') {
		i++
	}
	if p.lang == perl {
		// Package names: File::Path::rmtree.
		for i+2 < len(s) && s[i] == ':' && s[i+1] == ':' && isWordStart(s[i+2]) {
			for i += 2; i < len(s) && isWordByte(s[i]); i++ {
			}
		}
	}
	if p.lang == ruby && i < len(s) && (s[i] == '?' || s[i] == '!') && (i+1 == len(s) || s[i+1] != '=') && i > start {
		i++
	}
	return i
}

func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isWordByte(s[i]) {
			return false
		}
	}
	return s != ""
}

// string makes t a string token of parts.
func (p *parser) string(t *tok, parts []part) {
	t.kind = tStr
	t.str = int32(len(p.strs))
	p.strs = append(p.strs, parts)
}

// holes splits raw text at its holes; at is its offset in the parser's text.
func (p *parser) holes(s string, at int) []part {
	if strings.IndexByte(s, hole) < 0 {
		return []part{{text: s}}
	}
	var out []part
	for {
		n := strings.IndexByte(s, hole)
		if n < 0 {
			return append(out, part{text: s})
		}
		out = append(out, part{text: s[:n]}, part{hole: at + n + 1})
		n = min(n+holeSize, len(s))
		s, at = s[n:], at+n
	}
}

// maxRegex bounds a regular expression literal, in bytes, so that slashes which begin none cost
// little.
const maxRegex = 4 << 10

// regex steps over a regular expression literal.
func (p *parser) regex(t *tok, i int) int {
	s := p.text
	inClass := false
	for j := i + 1; j < len(s) && j-i < maxRegex; j++ {
		switch s[j] {
		case '\\':
			j++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '\n':
			t.kind = tOp
			return i + 1
		case '/':
			if inClass && p.lang == javascript {
				continue
			}
			t.kind = tRegex
			for j++; j < len(s) && 'a' <= s[j] && s[j] <= 'z'; j++ {
			}
			return j
		}
	}
	t.kind = tOp
	return i + 1
}
