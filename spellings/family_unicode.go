package spellings

import "iter"

func unicodeFamilies() []Family {
	return []Family{
		{
			ID: "unicode/invisible", Group: Unicode, Techniques: []string{"M01"},
			Title: "characters that a person does not see, in a comment",
			From:  "rm -rf x", To: "rm -rf x # \u200bls\u00ad -l\u2060",
			Rewrite: commented(" # \u200bls\u00ad -l\u2060", " #\ufeff echo\u200d"),
		},
		{
			ID: "unicode/direction", Group: Unicode, Techniques: []string{"M03"},
			Title: "characters that turn the direction of a line, in a comment",
			From:  "rm -rf x", To: "rm -rf x # \u202e ohce\u2066 # \u2069",
			Rewrite: commented(" # \u202e ohce\u2066 # \u2069", " # \u2067 on y"),
		},
	}
}

// commented puts comments behind a text of one line.
func commented(comments ...string) func(s *Source) iter.Seq[string] {
	return once(func(t string) []string {
		var out []string
		for _, c := range comments {
			out = append(out, t+c)
		}
		return out
	})
}
