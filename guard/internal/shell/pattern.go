package shell

import (
	"strings"
	"unicode/utf8"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// globText renders a known pattern word in glob syntax, its text pieces escaped; ok is false when
// part of it is unknown or an extended glob.
func globText(w *value.Word) (string, bool) {
	if w.Pieces == nil {
		return escapeGlob(w.Lit), true
	}
	var b strings.Builder
	for i := range w.Pieces {
		p := &w.Pieces[i]
		switch p.Kind {
		case value.Text:
			b.WriteString(escapeGlob(p.Text))
		case value.Glob:
			if strings.IndexByte(p.Text, '(') >= 0 {
				return "", false
			}
			b.WriteString(p.Text)
		default:
			return "", false
		}
	}
	return b.String(), true
}

func escapeGlob(s string) string {
	if !strings.ContainsAny(s, `*?[\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '?', '[', '\\':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// maxMatchWork bounds the comparisons of one pattern operation: matching is quadratic at worst.
const maxMatchWork = 1 << 20

// matcher matches shell patterns without regular expressions.
type matcher struct{ work int }

// match tells whether the pattern matches all of s.
func (m *matcher) match(pat, s string) bool {
	for pat != "" {
		if m.work++; m.work > maxMatchWork {
			return false
		}
		switch pat[0] {
		case '*':
			for pat != "" && pat[0] == '*' {
				pat = pat[1:]
			}
			if pat == "" {
				return true
			}
			for i := 0; i <= len(s); i++ {
				if m.match(pat, s[i:]) {
					return true
				}
				if m.work > maxMatchWork {
					return false
				}
			}
			return false
		case '?':
			if s == "" {
				return false
			}
			_, n := utf8.DecodeRuneInString(s)
			pat, s = pat[1:], s[n:]
		case '[':
			end := bracketEnd(pat)
			if end < 0 {
				if s == "" || s[0] != '[' {
					return false
				}
				pat, s = pat[1:], s[1:]
				continue
			}
			if s == "" {
				return false
			}
			c, n := utf8.DecodeRuneInString(s)
			if !inBracket(pat[1:end-1], c) {
				return false
			}
			pat, s = pat[end:], s[n:]
		case '\\':
			if len(pat) > 1 {
				pat = pat[1:]
			}
			fallthrough
		default:
			if s == "" || s[0] != pat[0] {
				return false
			}
			pat, s = pat[1:], s[1:]
		}
	}
	return s == ""
}

func inBracket(set string, c rune) bool {
	negate := false
	if set != "" && (set[0] == '!' || set[0] == '^') {
		negate = true
		set = set[1:]
	}
	in := false
	runes := []rune(set)
	for i := 0; i < len(runes); i++ {
		if runes[i] == '[' && i+1 < len(runes) && runes[i+1] == ':' {
			if end := strings.Index(string(runes[i:]), ":]"); end > 0 {
				if inClass(string(runes[i+2:i+end]), c) {
					in = true
				}
				i += end + 1
				continue
			}
		}
		if i+2 < len(runes) && runes[i+1] == '-' {
			if runes[i] <= c && c <= runes[i+2] {
				in = true
			}
			i += 2
			continue
		}
		if runes[i] == c {
			in = true
		}
	}
	return in != negate
}

func inClass(class string, c rune) bool {
	lower, upper, digit := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
	switch class {
	case "alpha":
		return lower || upper
	case "digit":
		return digit
	case "alnum":
		return lower || upper || digit
	case "lower":
		return lower
	case "upper":
		return upper
	case "space":
		return c == ' ' || c >= 9 && c <= 13
	case "blank":
		return c == ' ' || c == '\t'
	case "punct":
		return c > 32 && c < 127 && !(lower || upper || digit)
	case "xdigit":
		return digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	case "print":
		return c >= 32 && c != 127
	case "graph":
		return c > 32 && c != 127
	case "cntrl":
		return c < 32 || c == 127
	}
	return false
}

// trimWord is ${x#pat} and its kin.
func trimWord(w, pat *value.Word, op syntax.ParExpOperator) value.Word {
	glob, ok := globText(pat)
	if !ok {
		return unknown(w.Origin()|pat.Origin(), "", "${...}")
	}
	s, known := w.Known()
	if !known {
		return trimPartly(w, glob, op)
	}
	m := &matcher{}
	switch op {
	case syntax.RemSmallPrefix:
		for i := 0; i <= len(s); i++ {
			if m.match(glob, s[:i]) {
				return value.Lit(s[i:])
			}
		}
	case syntax.RemLargePrefix:
		for i := len(s); i >= 0; i-- {
			if m.match(glob, s[:i]) {
				return value.Lit(s[i:])
			}
		}
	case syntax.RemSmallSuffix:
		for i := len(s); i >= 0; i-- {
			if m.match(glob, s[i:]) {
				return value.Lit(s[:i])
			}
		}
	case syntax.RemLargeSuffix:
		for i := 0; i <= len(s); i++ {
			if m.match(glob, s[i:]) {
				return value.Lit(s[:i])
			}
		}
	}
	if m.work > maxMatchWork {
		return unknown(value.Limit, "", "${...}")
	}
	return *w
}

// trimPartly trims a value of which only part is known.
func trimPartly(w *value.Word, glob string, op syntax.ParExpOperator) value.Word {
	if glob == "*" && (op == syntax.RemLargePrefix || op == syntax.RemLargeSuffix) {
		return value.Word{}
	}
	// What a prefix or suffix removal leaves of an unknown value is as unknown, but keeps its other end.
	switch op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		if suffix := w.Suffix(); suffix != "" && !strings.ContainsAny(glob, "*?[\\") && strings.HasSuffix(suffix, glob) {
			out := value.Word{}
			for i := range w.Pieces[:len(w.Pieces)-1] {
				out.Append(w.Pieces[i])
			}
			out.AppendText(strings.TrimSuffix(suffix, glob))
			return out
		}
	default:
		if prefix, _ := w.Prefix(); prefix != "" && !strings.ContainsAny(glob, "*?[\\") && strings.HasPrefix(prefix, glob) {
			out := value.Lit(strings.TrimPrefix(prefix, glob))
			for i := 1; i < len(w.Pieces); i++ {
				out.Append(w.Pieces[i])
			}
			return out
		}
	}
	return unknown(w.Origin(), firstName(w), w.String())
}

func firstName(w *value.Word) string {
	for i := range w.Pieces {
		if w.Pieces[i].Name != "" {
			return w.Pieces[i].Name
		}
	}
	return ""
}

// replaceWord is ${x/pat/with}.
func replaceWord(w, orig, with *value.Word, all bool) value.Word {
	glob, ok := globText(orig)
	s, known := w.Known()
	if !ok || !known {
		if known && s == "" {
			return *w
		}
		return unknown(w.Origin()|with.Origin(), firstName(w), w.String())
	}
	if glob == "" {
		return *w
	}
	m := &matcher{}
	anchor := byte(0)
	if glob[0] == '#' || glob[0] == '%' {
		if !all {
			anchor = glob[0]
			glob = glob[1:]
		}
	}
	if strings.HasPrefix(glob, `\#`) || strings.HasPrefix(glob, `\%`) {
		glob = glob[1:]
	}
	out := value.Word{}
	literal := !strings.ContainsAny(glob, "*?[\\")
	for i := 0; i <= len(s); {
		n := -1
		switch {
		case anchor == '#' && i > 0:
		case literal:
			if strings.HasPrefix(s[i:], glob) && (anchor != '%' || i+len(glob) == len(s)) {
				n = len(glob)
			}
		default:
			for j := len(s); j >= i; j-- {
				if anchor == '%' && j < len(s) {
					break
				}
				if m.match(glob, s[i:j]) {
					n = j - i
					break
				}
			}
		}
		if m.work > maxMatchWork {
			return unknown(value.Limit, "", "${...}")
		}
		if n > 0 || n == 0 && anchor != 0 {
			out.AppendWord(*with)
			i += n
			if !all || n == 0 {
				out.AppendText(s[i:])
				return out
			}
			continue
		}
		if i < len(s) {
			out.AppendText(s[i : i+1])
		}
		i++
	}
	return out
}
