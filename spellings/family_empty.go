package spellings

import (
	"iter"
	"strings"
)

func emptyFamilies() []Family {
	inside := func(id, technique, title, empty string) Family {
		return Family{
			ID: "empty/" + id, Group: Empty, Techniques: []string{technique},
			Title: title,
			From:  "rm -rf x", To: "r" + empty + "m -rf x",
			Rewrite: withoutParams(strings.ContainsAny(empty, "@*9"), inWords(func(a, b string) string { return esc(a) + empty + esc(b) })),
		}
	}
	return []Family{
		inside("at", "B01", "the positional parameters, of which there are none", "$@"),
		inside("at-quoted", "B01", "the positional parameters in quotes", `"$@"`),
		inside("star", "B02", "the positional parameters as one word", "$*"),
		inside("unset", "B03", "a variable that is not set", "${zq}"),
		inside("positional", "B03", "the ninth positional parameter", "$9"),
		inside("substitution", "B04", "an empty command substitution", "$()"),
		inside("substitution-noop", "B04", "a command substitution that prints nothing", "$(:)"),
		inside("backticks", "B05", "empty backticks", "``"),
		inside("trimmed", "B06", "a variable with all of it trimmed away", "${HOME##*}"),
		inside("substring", "B06", "a substring of no length", "${HOME:0:0}"),
		inside("replaced", "B06", "a variable with all of it replaced by nothing", "${HOME//?}"),
		inside("alternate", "B06", "an alternate value of a variable that is not set", "${zq:+no}"),
		inside("default", "B06", "a default value that is empty", "${zq:-}"),
		{
			ID: "empty/before", Group: Empty, Techniques: []string{"B01", "B03"},
			Title: "an empty expansion as a word of its own",
			From:  "rm -rf x", To: "$zq rm -rf x",
			Rewrite: withoutParams(true, beforeCall("$zq ", "$@ ", "$(:) ", "${zq} $* ")),
		},
	}
}

// withoutParams keeps a rewrite from texts with positional parameters when it relies on there being none.
func withoutParams(relies bool, rewrite func(s *Source) iter.Seq[string]) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		for _, c := range s.Calls() {
			if relies && c.Params {
				return func(func(string) bool) {}
			}
		}
		return rewrite(s)
	}
}
