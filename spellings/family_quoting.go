package spellings

import (
	"iter"
)

func quotingFamilies() []Family {
	return []Family{
		{
			ID: "quote/single", Group: Quoting, Techniques: []string{"A01"},
			Title: "single quotes inside a word",
			From:  "rm -rf x", To: "r'm' -rf x",
			Rewrite: func(s *Source) iter.Seq[string] {
				return plainWords(s, func(value string) string {
					if len(value) < 2 {
						return ""
					}
					return value[:1] + "'" + value[1:] + "'"
				})
			},
		},
	}
}

// plainWords yields the text with one plain word after the other written by write, which returns
// "" when it has no way to.
func plainWords(s *Source, write func(value string) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, c := range s.Calls() {
			for _, w := range c.Node.Args {
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
