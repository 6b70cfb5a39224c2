package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
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
