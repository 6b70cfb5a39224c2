package spellings

import (
	"iter"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func spaceFamilies() []Family {
	return []Family{
		{
			ID: "space/ifs", Group: Whitespace, Techniques: []string{"C01"},
			Title: "${IFS} instead of blanks",
			From:  "rm -rf x", To: "rm${IFS}-rf${IFS}x",
			Rewrite: joined("${IFS}"),
		},
		{
			ID: "space/ifs-nine", Group: Whitespace, Techniques: []string{"C02"},
			Title: "$IFS$9 instead of blanks",
			From:  "rm -rf x", To: "rm$IFS$9-rf$IFS$9x",
			Rewrite: joined("$IFS$9"),
		},
		{
			ID: "space/ifs-substring", Group: Whitespace, Techniques: []string{"C01"},
			Title: "the first character of IFS instead of blanks",
			From:  "rm -rf x", To: "rm${IFS:0:1}-rf${IFS:0:1}x",
			Rewrite: joined("${IFS:0:1}"),
		},
		{
			ID: "space/substitution", Group: Whitespace, Techniques: []string{"C01"},
			Title: "a substitution that prints a blank instead of blanks",
			From:  "rm -rf x", To: "rm$(printf ' ')-rf$(printf ' ')x",
			Rewrite: joined("$(printf ' ')"),
		},
		{
			ID: "space/tab", Group: Whitespace, Techniques: []string{"C03"},
			Title: "tabs instead of blanks",
			From:  "rm -rf x", To: "rm\t-rf\tx",
			Rewrite: separated("\t"),
		},
		{
			ID: "space/many", Group: Whitespace, Techniques: []string{"C07"},
			Title: "many blanks and tabs",
			From:  "rm -rf x", To: "rm \t  -rf \t  x",
			Rewrite: separated(" \t  "),
		},
		{
			ID: "space/continued", Group: Whitespace, Techniques: []string{"C06"},
			Title: "line continuations between the words",
			From:  "rm -rf x", To: "rm \\\n  -rf \\\n  x",
			Rewrite: separated(" \\\n  "),
		},
		{
			ID: "space/continued-tight", Group: Whitespace, Techniques: []string{"C06"},
			Title: "line continuations around one blank",
			From:  "rm -rf x", To: "rm\\\n -rf\\\n x",
			Rewrite: separated("\\\n "),
		},
		{
			ID: "space/brace", Group: Whitespace, Techniques: []string{"C04"},
			Title: "a brace expansion makes the words",
			From:  "rm -rf x", To: "{rm,-rf,x}",
			Rewrite: braced(""),
		},
		{
			ID: "space/brace-empty", Group: Whitespace, Techniques: []string{"C05"},
			Title: "a brace expansion with an empty first word",
			From:  "rm -rf x", To: "{,rm,-rf,x}",
			Rewrite: braced(","),
		},
		{
			ID: "space/ansi-variable", Group: Whitespace, Techniques: []string{"C08"},
			Title: "the words in a variable, with escaped blanks",
			From:  "rm -rf x", To: `{ zx=$'rm\x20-rf\x20x'; $zx; }`,
			Rewrite: simpleCalls(func(values []string) []string {
				return []string{`{ zx=$'` + strings.Join(values, `\x20`) + `'; $zx; }`}
			}),
		},
		{
			ID: "space/ifs-comma", Group: Whitespace, Techniques: []string{"C09"},
			Title: "a list that is split at commas",
			From:  "rm -rf x", To: "( IFS=,; zc=rm,-rf,x; $zc )",
			Rewrite: simpleCalls(func(values []string) []string {
				if strings.ContainsRune(strings.Join(values, ""), ',') {
					return nil
				}
				list := strings.Join(values, ",")
				return []string{"( IFS=,; zc=" + list + "; $zc )", "( zc=" + list + "; IFS=,; ${zc} )"}
			}),
		},
	}
}

// contiguous says that nothing but words stands between a call's words, so that they can be
// replaced as one text: no redirect.
func (s *Source) contiguous(c Call) bool {
	args := c.Node.Args
	from, to := args[0].Pos().Offset(), args[len(args)-1].End().Offset()
	for _, r := range c.Stmt.Redirs {
		if at := r.Pos().Offset(); at > from && at < to {
			return false
		}
	}
	return true
}

// argv replaces the words of a call by a text.
func (s *Source) argv(c Call, text string) string {
	args := c.Node.Args
	return s.Edit(Edit{Node: args[0], To: args[len(args)-1], Text: text})
}

// eachCall yields what write makes of one call after the other.
func eachCall(write func(s *Source, c Call) []string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			calls := s.Calls()
			for _, c := range calls[:min(len(calls), maxCalls)] {
				for _, text := range write(s, c) {
					if text != "" && !yield(text) {
						return
					}
				}
			}
		}
	}
}

// beforeCall puts a text before the words of a call. Assignments stay in front of it.
func beforeCall(texts ...string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		var out []string
		for _, text := range texts {
			out = append(out, s.argv(c, text+s.Between(c.Node.Args[0], c.Node.Args[len(c.Node.Args)-1])))
		}
		return out
	})
}

// joined glues the words of a call with an expansion that splits them again. A word whose tilde would
// no longer stand at its start keeps its blank.
func joined(by string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		args := c.Node.Args
		if !c.Program || len(args) < 2 || !s.contiguous(c) {
			return nil
		}
		text, glued := s.Slice(args[0]), false
		for i, w := range args[1:] {
			word := s.Slice(w)
			switch {
			case strings.HasPrefix(word, "~"), strings.HasPrefix(s.Slice(args[i]), "~"):
				text += " " + word
			case strings.HasSuffix(by, "9") && word[0] >= '0' && word[0] <= '9':
				text, glued = text+by+"''"+word, true
			default:
				text, glued = text+by+word, true
			}
		}
		if !glued {
			return nil
		}
		return []string{s.argv(c, text)}
	})
}

// separated puts another separator between the words of a call.
func separated(by string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		if len(c.Node.Args) < 2 || !s.contiguous(c) {
			return nil
		}
		return []string{s.argv(c, strings.Join(texts(s, c.Node.Args), by))}
	})
}

// braced makes the plain words of a call, up to the first other one, with a brace expansion.
func braced(first string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		if !c.Program || !s.contiguous(c) {
			return nil
		}
		var items []string
		for _, w := range c.Node.Args {
			value, ok := Plain(w)
			if !ok {
				break
			}
			items = append(items, braceItem(value))
		}
		if len(items) < 2 {
			return nil
		}
		rest := texts(s, c.Node.Args[len(items):])
		return []string{s.argv(c, strings.Join(append([]string{"{" + first + strings.Join(items, ",") + "}"}, rest...), " "))}
	})
}

func braceItem(v string) string {
	if v == "" || strings.ContainsAny(v, "\n,{}") || strings.Contains(v, "..") {
		return Quote(v)
	}
	return esc(v)
}

// texts are the texts of words.
func texts(s *Source, words []*syntax.Word) []string {
	var out []string
	for _, w := range words {
		out = append(out, s.Slice(w))
	}
	return out
}

// simpleCalls replaces calls of programs whose words are all plain and simple: letters, digits and
// what neither splits nor matches, so that they may go through an unquoted variable. There must be no
// assignments in front: they cannot stand before a group.
func simpleCalls(write func(values []string) []string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		values, ok := plainCall(s, c)
		if !ok {
			return nil
		}
		for _, v := range values {
			if !simple(v) {
				return nil
			}
		}
		var out []string
		for _, text := range write(values) {
			out = append(out, s.argv(c, text))
		}
		return out
	})
}

// plainCall returns the values of a program's call when all its words are plain, nothing stands
// between them, and no assignments in front.
func plainCall(s *Source, c Call) ([]string, bool) {
	if !c.Program || len(c.Node.Assigns) > 0 || !s.contiguous(c) {
		return nil, false
	}
	var values []string
	for _, w := range c.Node.Args {
		v, ok := Plain(w)
		if !ok {
			return nil, false
		}
		values = append(values, v)
	}
	return values, true
}

// simple says that a text means itself without quotes and in a variable that is split.
func simple(v string) bool {
	return v != "" && esc(v) == v && v[0] != '='
}
