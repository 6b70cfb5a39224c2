package shell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// gateBytes asks about bytes that shells and the parser treat differently. Of 19,000 real agent
// commands none held one, so asking costs nothing.
func (r *reader) gateBytes(text string) {
	ascii := true
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= 0x80:
			ascii = false
		case c >= 0x20 && c != 0x7f, c == '\n', c == '\t':
		case c == '\r':
			r.trouble(OddBytes, "a carriage return, which bash reads as text and the parser as a line end", i, i+1)
			return
		default:
			r.trouble(OddBytes, fmt.Sprintf("the control byte 0x%02x", c), i, i+1)
			return
		}
	}
	if !ascii && !utf8.ValidString(text) {
		r.trouble(OddBytes, "bytes that are not UTF-8", 0, len(text))
	}
}

// readContinued reads a text that holds a backslash-newline, where parser and bash differ in two
// ways: the pair does not continue a comment, and it may stand inside an operator.
func (r *reader) readContinued(s *source, shell string) {
	r.st.enter()
	defer r.st.leave()
	for range maxReparse {
		fixed := endComments(s.text, shell)
		if fixed == s.text {
			break
		}
		s.text = fixed
	}
	r.parseAndRun(s, shell)
	joined, removed := joinOperators(s.text)
	if removed == nil {
		return
	}
	second := *s
	second.text, second.removed = joined, removed
	if s.removed != nil {
		second.nested = true
	}
	was := r.maybe
	r.maybe = true
	mark := r.st.mark()
	r.src = &second
	r.parseAndRun(&second, shell)
	r.st.rollback(mark)
	r.src = s
	r.maybe = was
}

// endComments blanks the backslash that ends a comment's line, so that the parser ends the
// comment where bash does.
func endComments(text, shell string) string {
	if !strings.Contains(text, "#") {
		return text
	}
	lang := syntax.LangBash
	if shell == "zsh" {
		lang = syntax.LangZsh
	}
	file, _ := syntax.NewParser(syntax.Variant(lang), syntax.KeepComments(true)).Parse(&textReader{text: text}, "")
	if file == nil {
		return text
	}
	buf := []byte(nil)
	syntaxComments(file, func(c *syntax.Comment) {
		at := int(c.Hash.Offset())
		if at >= len(text) {
			return
		}
		nl := strings.IndexByte(text[at:], '\n')
		if nl <= 0 || text[at+nl-1] != '\\' {
			return
		}
		if buf == nil {
			buf = []byte(text)
		}
		buf[at+nl-1] = ' '
	})
	if buf == nil {
		return text
	}
	return string(buf)
}

func syntaxComments(file *syntax.File, f func(*syntax.Comment)) {
	defer func() { _ = recover() }() // Walk panics on nodes it does not know
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok {
			f(c)
		}
		return true
	})
}

// joinOperators takes out the backslash-newline pairs that may split an operator or an expansion.
func joinOperators(text string) (joined string, removed []int) {
	var b strings.Builder
	last := 0
	for i := 1; i+1 < len(text); i++ {
		if text[i] != '\\' || text[i+1] != '\n' {
			continue
		}
		if strings.IndexByte("$|&<>({`;!=-+:@#%", text[i-1]) < 0 {
			continue
		}
		b.WriteString(text[last:i])
		removed = append(removed, b.Len())
		last = i + 2
		i++
	}
	if removed == nil {
		return text, nil
	}
	b.WriteString(text[last:])
	return b.String(), removed
}

// tooDeep says why a text is nested too deeply for the parser, which recurses without a limit.
// It counts generously: quotes are not told from code.
func tooDeep(text string, limit int) string {
	depth, deepest, keywords, substitutions := 0, 0, 0, 0
	start := true
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '(', '{', '[':
			depth++
			deepest = max(deepest, depth)
			if i > 0 && text[i-1] == '$' {
				substitutions++
			}
		case ')', '}', ']':
			depth = max(0, depth-1)
		case '`':
			substitutions++
		}
		if start && c >= 'a' && c <= 'z' || start && c == '!' {
			j := i + 1
			for j < len(text) && j < i+9 && text[j] >= 'a' && text[j] <= 'z' {
				j++
			}
			switch text[i:j] {
			case "if", "while", "until", "for", "case", "select", "time", "coproc", "function", "!", "then", "do", "else", "elif":
				keywords++
			}
		}
		start = c == ' ' || c == '\n' || c == '\t' || c == ';' || c == '&' || c == '|' || c == '(' || c == '`'
	}
	switch {
	case deepest > limit:
		return fmt.Sprintf("brackets nested more than %d deep", limit)
	case keywords > maxKeywords:
		return fmt.Sprintf("more than %d keywords that open a block", maxKeywords)
	case substitutions > maxSubstitutions:
		return fmt.Sprintf("more than %d substitutions and expansions", maxSubstitutions)
	}
	return ""
}
