package spellings

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

func quotingFamilies() []Family {
	return []Family{
		{
			ID: "quote/single", Group: Quoting, Techniques: []string{"A01"},
			Title: "single quotes split a word",
			From:  "rm -rf x", To: "r'm' -rf x",
			Rewrite: inWords(func(a, b string) string { return esc(a) + Quote(b) }),
		},
		{
			ID: "quote/double", Group: Quoting, Techniques: []string{"A02"},
			Title: "double quotes split a word",
			From:  "rm -rf x", To: `r"m" -rf x`,
			Rewrite: inWords(func(a, b string) string { return esc(a) + double(b) }),
		},
		{
			ID: "quote/empty-single", Group: Quoting, Techniques: []string{"A03"},
			Title: "an empty pair of single quotes inside a word",
			From:  "rm -rf x", To: "r''m -rf x",
			Rewrite: inWords(func(a, b string) string { return esc(a) + "''" + esc(b) }),
		},
		{
			ID: "quote/empty-double", Group: Quoting, Techniques: []string{"A03"},
			Title: "an empty pair of double quotes inside a word",
			From:  "rm -rf x", To: `r""m -rf x`,
			Rewrite: inWords(func(a, b string) string { return esc(a) + `""` + esc(b) }),
		},
		{
			ID: "quote/empty-ends", Group: Quoting, Techniques: []string{"A03"},
			Title: "empty quotes before and behind a word",
			From:  "rm -rf x", To: `""rm'' -rf x`,
			Rewrite: words(func(v string) string { return `""` + esc(v) + "''" }),
		},
		{
			ID: "quote/backslash", Group: Quoting, Techniques: []string{"A04"},
			Title: "a backslash before every character",
			From:  "rm -rf x", To: `\r\m -rf x`,
			Rewrite: words(func(v string) string {
				if strings.ContainsAny(v, "\n") || !utf8.ValidString(v) {
					return ""
				}
				return eachRune(v, func(r rune) string { return `\` + string(r) })
			}),
		},
		{
			ID: "quote/backslash-one", Group: Quoting, Techniques: []string{"A04"},
			Title: "a backslash before one letter",
			From:  "rm -rf x", To: `r\m -rf x`,
			Rewrite: inWords(func(a, b string) string {
				if !utf8.ValidString(b) || b[0] == '\n' {
					return ""
				}
				_, n := utf8.DecodeRuneInString(b)
				return esc(a) + `\` + b[:n] + esc(b[n:])
			}),
		},
		{
			ID: "quote/ansi-hex", Group: Quoting, Techniques: []string{"A05"},
			Title: "ANSI-C quotes with hexadecimal escapes",
			From:  "rm -rf x", To: `$'\x72\x6d' -rf x`,
			Rewrite: words(func(v string) string { return "$'" + eachByte(v, `\x%02x`) + "'" }),
		},
		{
			ID: "quote/ansi-octal", Group: Quoting, Techniques: []string{"A06"},
			Title: "ANSI-C quotes with octal escapes",
			From:  "rm -rf x", To: `$'\162\155' -rf x`,
			Rewrite: words(func(v string) string { return "$'" + eachByte(v, `\%03o`) + "'" }),
		},
		{
			ID: "quote/ansi-unicode", Group: Quoting, Techniques: []string{"A07"},
			Title: "ANSI-C quotes with Unicode escapes",
			From:  "rm -rf x", To: `$'\u0072\u006d' -rf x`,
			Rewrite: words(func(v string) string {
				if !utf8.ValidString(v) {
					return ""
				}
				return "$'" + eachRune(v, func(r rune) string {
					if r > 0xffff {
						return fmt.Sprintf(`\U%08x`, r)
					}
					return fmt.Sprintf(`\u%04x`, r)
				}) + "'"
			}),
		},
		{
			ID: "quote/ansi-one", Group: Quoting, Techniques: []string{"A12"},
			Title: "one letter in ANSI-C quotes",
			From:  "rm -rf x", To: `r$'\x6d' -rf x`,
			Rewrite: inWords(func(a, b string) string { return esc(a) + "$'" + eachByte(b[:1], `\x%02x`) + "'" + esc(b[1:]) }),
		},
		{
			ID: "quote/ansi-plain", Group: Quoting, Techniques: []string{"A12"},
			Title: "ANSI-C quotes without an escape",
			From:  "rm -rf x", To: `$'rm' -rf x`,
			Rewrite: words(func(v string) string {
				return "$'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(v) + "'"
			}),
		},
		{
			ID: "quote/locale", Group: Quoting, Techniques: []string{"A08"},
			Title: "quotes that are translated to the locale's language",
			From:  "rm -rf x", To: `$"rm" -rf x`,
			Rewrite: words(func(v string) string {
				if v == "" {
					return "" // gettext answers an empty text with its header
				}
				return "$" + double(v)
			}),
		},
		{
			ID: "quote/continued", Group: Quoting, Techniques: []string{"A09"},
			Title: "a line continuation inside a word",
			From:  "rm -rf x", To: "r\\\nm -rf x",
			Rewrite: inWords(func(a, b string) string { return esc(a) + "\\\n" + esc(b) }),
		},
		{
			ID: "quote/word-double", Group: Quoting, Techniques: []string{"A10"},
			Title: "a whole word in double quotes",
			From:  "rm -rf x", To: `"rm" -rf x`,
			Rewrite: words(double),
		},
		{
			ID: "quote/word-single", Group: Quoting, Techniques: []string{"A10"},
			Title: "a whole word in single quotes",
			From:  "rm -rf x", To: "'rm' -rf x",
			Rewrite: words(Quote),
		},
		{
			ID: "quote/all-single", Group: Quoting, Techniques: []string{"A11"},
			Title: "every word in single quotes",
			From:  "rm -rf x", To: "'rm' '-rf' 'x'",
			Rewrite: everyWord(Quote),
		},
		{
			ID: "quote/all-double", Group: Quoting, Techniques: []string{"A11"},
			Title: "every word in double quotes",
			From:  "rm -rf x", To: `"rm" "-rf" "x"`,
			Rewrite: everyWord(double),
		},
		{
			ID: "quote/mixed", Group: Quoting, Techniques: []string{"A01", "A02", "A04"},
			Title: "all kinds of quotes in one word",
			From:  "rm -rf build", To: `rm -rf 'b'"u"\i$'l'd`,
			Rewrite: words(func(v string) string {
				if len(v) < 4 || !ascii(v) || strings.ContainsAny(v, "\n'\\") {
					return ""
				}
				return Quote(v[:1]) + double(v[1:2]) + `\` + v[2:3] + "$'" + v[3:4] + "'" + esc(v[4:])
			}),
		},
	}
}

// spots are the words of a call that a family of words tries: the program, the first option, the
// last word. More would only be more of the same.
func spots(c Call) []int {
	n := len(c.Node.Args)
	list := []int{0}
	for i := 1; i < n-1; i++ {
		if v, ok := Plain(c.Node.Args[i]); ok && strings.HasPrefix(v, "-") {
			list = append(list, i)
			break
		}
	}
	if n > 1 {
		list = append(list, n-1)
	}
	return list
}

// maxCalls is how many calls of a text a family tries.
const maxCalls = 3

// words rewrites one plain word after the other. write returns "" when it has no way to.
func words(write func(value string) string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			calls := s.Calls()
			for _, c := range calls[:min(len(calls), maxCalls)] {
				for _, i := range spots(c) {
					w := c.Node.Args[i]
					value, ok := Plain(w)
					if !ok {
						continue
					}
					text := write(value)
					if text != "" && !yield(s.Edit(Edit{Node: w, Text: text})) {
						return
					}
				}
			}
		}
	}
}

// inWords rewrites words of at least two bytes, cut in two behind the first character.
func inWords(write func(a, b string) string) func(s *Source) iter.Seq[string] {
	return words(func(v string) string {
		_, n := utf8.DecodeRuneInString(v)
		if len(v) <= n {
			return ""
		}
		return write(v[:n], v[n:])
	})
}

// everyWord rewrites all plain words of one call after the other.
func everyWord(write func(value string) string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			calls := s.Calls()
			for _, c := range calls[:min(len(calls), maxCalls)] {
				var edits []Edit
				for _, w := range c.Node.Args {
					if value, ok := Plain(w); ok {
						edits = append(edits, Edit{Node: w, Text: write(value)})
					}
				}
				if edits != nil && !yield(s.Edit(edits...)) {
					return
				}
			}
		}
	}
}

// esc writes a text without quotes, with backslashes where they are needed.
func esc(v string) string {
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case c == '\n':
			b.WriteString(`$'\n'`)
		case c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_./:@%+-=,", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// double writes a text in double quotes.
func double(v string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(v) + `"`
}

func eachByte(v, format string) string {
	var b strings.Builder
	for i := range len(v) {
		fmt.Fprintf(&b, format, v[i])
	}
	return b.String()
}

func eachRune(v string, write func(r rune) string) string {
	var b strings.Builder
	for _, r := range v {
		b.WriteString(write(r))
	}
	return b.String()
}

func ascii(v string) bool {
	for i := range len(v) {
		if v[i] >= 0x80 || v[i] < ' ' {
			return false
		}
	}
	return true
}
