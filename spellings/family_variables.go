package spellings

import (
	"fmt"
	"iter"
	"strings"
)

func variableFamilies() []Family {
	return []Family{
		{
			ID: "var/two", Group: Variables, Techniques: []string{"D01"},
			Title: "the program's name from two variables",
			From:  "rm -rf x", To: "{ za=r; zb=m; $za$zb -rf x; }",
			Rewrite: named(func(v string) (string, string) {
				if len(v) < 2 {
					return "", ""
				}
				return "za=" + v[:1] + "; zb=" + v[1:], "$za$zb"
			}),
		},
		{
			ID: "var/one", Group: Variables, Techniques: []string{"D01"},
			Title: "the program's name in a variable",
			From:  "rm -rf x", To: "{ zv=rm; $zv -rf x; }",
			Rewrite: named(
				func(v string) (string, string) { return "zv=" + v, "$zv" },
				func(v string) (string, string) { return "zv='" + v + "'", `"${zv}"` },
				func(v string) (string, string) { return "export zv=" + v, "${zv}" },
			),
		},
		{
			ID: "var/part", Group: Variables, Techniques: []string{"D01"},
			Title: "one letter of the program's name in a variable",
			From:  "rm -rf x", To: "{ zl=r; ${zl}m -rf x; }",
			Rewrite: named(func(v string) (string, string) { return "zl=" + v[:1], "${zl}" + v[1:] }),
		},
		{
			ID: "var/append", Group: Variables, Techniques: []string{"D01"},
			Title: "a variable that grows",
			From:  "rm -rf x", To: "{ zv=r; zv+=m; $zv -rf x; }",
			Rewrite: named(func(v string) (string, string) { return "zv=" + v[:1] + "; zv+=" + v[1:], "$zv" }),
		},
		{
			ID: "var/operand", Group: Variables, Techniques: []string{"D01"},
			Title: "the last operand in a variable",
			From:  "rm -rf x", To: `{ zo='x'; rm -rf "$zo"; }`,
			Rewrite: lastWord(func(v string) (string, string) { return "zo=" + Quote(v), `"$zo"` }),
		},
		{
			ID: "var/option", Group: Variables, Techniques: []string{"D01"},
			Title: "the options in a variable",
			From:  "rm -rf x", To: "{ zf='-rf'; rm $zf x; }",
			Rewrite: firstOption(func(v string) (string, string) { return "zf=" + Quote(v), "$zf" }),
		},
		{
			ID: "var/default", Group: Variables, Techniques: []string{"D02"},
			Title: "the default value of a variable that is not set",
			From:  "rm -rf x", To: "${zq:-rm} -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", "${zq:-" + v + "}" },
				func(v string) (string, string) { return "", "${zq-" + v + "}" },
			),
		},
		{
			ID: "var/assigned-default", Group: Variables, Techniques: []string{"D03"},
			Title: "a default value that is assigned",
			From:  "rm -rf x", To: "{ unset -v zd; ${zd:=rm} -rf x; }",
			Rewrite: named(func(v string) (string, string) { return "unset -v zd", "${zd:=" + v + "}" }),
		},
		{
			ID: "var/alternate", Group: Variables, Techniques: []string{"D04"},
			Title: "the alternate value of a variable that is set",
			From:  "rm -rf x", To: "${HOME:+rm} -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", "${HOME:+" + v + "}" },
				func(v string) (string, string) { return "", "${PATH+" + v + "}" },
			),
		},
		{
			ID: "var/substring", Group: Variables, Techniques: []string{"D05"},
			Title: "a substring",
			From:  "rm -rf x", To: "{ zv=zzrmzz; ${zv:2:2} -rf x; }",
			Rewrite: named(
				func(v string) (string, string) { return "zv=zz" + v + "zz", fmt.Sprintf("${zv:2:%d}", len(v)) },
				func(v string) (string, string) { return "zv=zz" + v, fmt.Sprintf("${zv: -%d}", len(v)) },
			),
		},
		{
			ID: "var/replaced", Group: Variables, Techniques: []string{"D06"},
			Title: "junk that is replaced by nothing",
			From:  "rm -rf x", To: "{ zv=rQXm; ${zv//QX/} -rf x; }",
			Rewrite: named(func(v string) (string, string) {
				return "zv=" + v[:1] + "QX" + v[1:], "${zv//QX/}"
			}),
		},
		{
			ID: "var/trimmed", Group: Variables, Techniques: []string{"D07"},
			Title: "junk that is trimmed from an end",
			From:  "rm -rf x", To: "{ zv=junkrm; ${zv#junk} -rf x; }",
			Rewrite: named(
				func(v string) (string, string) { return "zv=junk" + v, "${zv#junk}" },
				func(v string) (string, string) { return "zv=" + v + ".tmp", "${zv%.*}" },
				func(v string) (string, string) { return "zv=a+b+" + v, "${zv##*+}" },
			),
		},
		{
			ID: "var/indirect", Group: Variables, Techniques: []string{"D08"},
			Title: "a variable that names another",
			From:  "rm -rf x", To: "{ zp=rm; zn=zp; ${!zn} -rf x; }",
			Rewrite: named(func(v string) (string, string) { return "zp=" + v + "; zn=zp", "${!zn}" }),
		},
		{
			ID: "var/array", Group: Variables, Techniques: []string{"D09"},
			Title: "the words in an array",
			From:  "rm -rf x", To: `{ zw=(rm -rf x); "${zw[@]}"; }`,
			Rewrite: argvTexts(func(words []string) []string {
				all := strings.Join(words, " ")
				return []string{`{ zw=(` + all + `); "${zw[@]}"; }`, `{ zw=(` + all + `); ${zw[0]} "${zw[@]:1}"; }`}
			}),
		},
		{
			ID: "var/array-name", Group: Variables, Techniques: []string{"D09"},
			Title: "the program's name as an element of an array",
			From:  "rm -rf x", To: "{ za=(ls rm cat); ${za[1]} -rf x; }",
			Rewrite: named(
				func(v string) (string, string) { return "za=(ls " + v + " cat)", "${za[1]}" },
				func(v string) (string, string) { return "declare -A zh=([k]=" + v + ")", "${zh[k]}" },
			),
		},
		{
			ID: "var/positional", Group: Variables, Techniques: []string{"D10"},
			Title: "the words as positional parameters",
			From:  "rm -rf x", To: `( set -- rm -rf x; "$@" )`,
			Rewrite: argvTexts(func(words []string) []string {
				all := strings.Join(words, " ")
				return []string{`( set -- ` + all + `; "$@" )`, `( set -- ` + all + `; zc=$1; shift; "$zc" "$@" )`}
			}),
		},
		{
			ID: "var/nameref", Group: Variables, Techniques: []string{"D11"},
			Title: "a reference to another variable",
			From:  "rm -rf x", To: "{ zp=rm; declare -n zr=zp; $zr -rf x; }",
			Rewrite: named(func(v string) (string, string) { return "zp=" + v + "; declare -n zr=zp", "$zr" }),
		},
		{
			ID: "var/printf", Group: Variables, Techniques: []string{"D12"},
			Title: "a variable that printf sets",
			From:  "rm -rf x", To: "{ printf -v zv %s rm; $zv -rf x; }",
			Rewrite: named(
				func(v string) (string, string) { return "printf -v zv %s " + v, "$zv" },
				func(v string) (string, string) { return "printf -v zv '" + eachByte(v, `\x%02x`) + "'", "$zv" },
				func(v string) (string, string) { return "printf -v zv %s%s " + v[:1] + " " + v[1:], "$zv" },
			),
		},
		{
			ID: "var/read", Group: Variables, Techniques: []string{"D13"},
			Title: "a variable that is read from a here-string",
			From:  "rm -rf x", To: "{ read -r zv <<< 'rm'; $zv -rf x; }",
			Rewrite: named(
				func(v string) (string, string) { return "read -r zv <<< '" + v + "'", "$zv" },
				func(v string) (string, string) { return "IFS=: read -r zj zv <<< 'a:" + v + "'", "$zv" },
				func(v string) (string, string) { return "read -ra za <<< 'a " + v + "'", "${za[1]}" },
				func(v string) (string, string) { return "read -r zv < <(echo " + v + ")", "$zv" },
			),
		},
		{
			ID: "var/read-heredoc", Group: Variables, Techniques: []string{"D13"},
			Title: "a variable that is read from a here-document",
			From:  "rm -rf x", To: "{ read -r zv <<ZEND\nrm\nZEND\n$zv -rf x; }",
			Rewrite: named(func(v string) (string, string) { return "read -r zv <<ZEND\n" + v + "\nZEND\n", "$zv" }),
		},
		{
			ID: "var/swapped-case", Group: Variables, Techniques: []string{"D14"},
			Title: "a variable with its case swapped",
			From:  "rm -rf x", To: "{ zv=RM; ${zv~~} -rf x; }",
			Rewrite: named(func(v string) (string, string) {
				if strings.ToLower(v) != v || !ascii(v) {
					return "", ""
				}
				return "zv=" + strings.ToUpper(v), "${zv~~}"
			}),
		},
		{
			ID: "var/lower-case", Group: Variables, Techniques: []string{"D15"},
			Title: "a variable in lower case",
			From:  "rm -rf x", To: "{ zv=RM; ${zv,,} -rf x; }",
			Rewrite: named(
				func(v string) (string, string) { return lowered("zv="+strings.ToUpper(v), "${zv,,}", v) },
				func(v string) (string, string) { return lowered("declare -l zw; zw="+strings.ToUpper(v), "$zw", v) },
				func(v string) (string, string) { return lowered("zv="+strings.ToUpper(v), "${zv@L}", v) },
			),
		},
		{
			ID: "var/escapes", Group: Variables, Techniques: []string{"D16"},
			Title: "a variable with its escapes expanded",
			From:  "rm -rf x", To: `{ zv='\x72\x6d'; ${zv@E} -rf x; }`,
			Rewrite: named(
				func(v string) (string, string) { return "zv='" + eachByte(v, `\x%02x`) + "'", "${zv@E}" },
				func(v string) (string, string) { return "zv='" + eachByte(v, `\%03o`) + "'", "${zv@P}" },
			),
		},
		{
			ID: "var/letters", Group: Variables, Techniques: []string{"D17"},
			Title: "characters picked from an array in a loop",
			From:  "rm -rf x", To: letters("rm -rf x"),
			Rewrite: whole(func(text string) []string {
				if !ascii(text) || len(text) > 400 {
					return nil
				}
				return []string{letters(text)}
			}),
		},
		{
			ID: "var/slash", Group: Variables, Techniques: []string{"D18"},
			Title: "slashes from the first character of HOME or PATH",
			From:  "rm -rf x", To: "${HOME:0:1}usr${HOME:0:1}bin${HOME:0:1}rm -rf x",
			Rewrite: named(
				func(v string) (string, string) { return slashed(v, "${HOME:0:1}") },
				func(v string) (string, string) { return slashed(v, "${PATH:0:1}") },
				func(v string) (string, string) { return slashed(v, "${HOME%%[!/]*}") },
			),
		},
		{
			ID: "var/slash-operand", Group: Variables, Techniques: []string{"D18"},
			Title: "slashes of an operand from the first character of HOME",
			From:  "rm -rf /tmp/x", To: "rm -rf ${HOME:0:1}tmp${HOME:0:1}x",
			Rewrite: lastWord(func(v string) (string, string) {
				if !simple(v) || !strings.Contains(v, "/") {
					return "", ""
				}
				return "", strings.ReplaceAll(v, "/", "${HOME:0:1}")
			}),
		},
		{
			ID: "var/line", Group: Variables, Techniques: []string{"D19"},
			Title: "the whole command in a variable",
			From:  "rm -rf x", To: "{ zc='rm -rf x'; $zc; }",
			Rewrite: simpleCalls(func(values []string) []string {
				return []string{"{ zc='" + strings.Join(values, " ") + "'; $zc; }", "{ declare zc='" + strings.Join(values, "  ") + "'; ${zc}; }"}
			}),
		},
		{
			ID: "var/environment", Group: Variables, Techniques: []string{"D20"},
			Title: "the command in the environment of a child shell",
			From:  "rm -rf x", To: "{ C='rm -rf x' bash -c '$C'; }",
			Rewrite: simpleCalls(func(values []string) []string {
				line := "'" + strings.Join(values, " ") + "'"
				return []string{"{ C=" + line + " bash -c '$C'; }", "{ export C=" + line + "; sh -c '$C'; }", "{ env C=" + line + ` bash -c 'eval "$C"'; }`}
			}),
		},
		{
			ID: "var/mapfile", Group: Variables, Techniques: []string{"D21"},
			Title: "the words as lines that mapfile reads",
			From:  "rm -rf x", To: `{ mapfile -t zm < <(printf '%s\n' 'rm' '-rf' 'x'); "${zm[@]}"; }`,
			Rewrite: plainCalls(func(values []string) []string {
				var quoted []string
				for _, v := range values {
					if strings.Contains(v, "\n") || v == "" {
						return nil
					}
					quoted = append(quoted, Quote(v))
				}
				all := strings.Join(quoted, " ")
				return []string{
					`{ mapfile -t zm < <(printf '%s\n' ` + all + `); "${zm[@]}"; }`,
					`{ readarray -t zm <<< "$(printf '%s\n' ` + all + `)"; "${zm[@]}"; }`,
				}
			}),
		},
		{
			ID: "var/last-argument", Group: Variables, Techniques: []string{"D10"},
			Title: "the last argument of the command before",
			From:  "rm -rf x", To: "{ : rm; $_ -rf x; }",
			Rewrite: named(func(v string) (string, string) { return ": " + v, "$_" }),
		},
		{
			ID: "var/local", Group: Variables, Techniques: []string{"D01"},
			Title: "a local variable of a function",
			From:  "rm -rf x", To: "{ zf() { local zv=rm; $zv -rf x; }; zf; }",
			Rewrite: argvTexts(func(words []string) []string {
				return []string{"{ zf() { local zv=" + words[0] + "; $zv " + strings.Join(words[1:], " ") + "; }; zf; }"}
			}),
		},
		{
			ID: "var/loop", Group: Variables, Techniques: []string{"D01"},
			Title: "the variable of a loop",
			From:  "rm -rf x", To: "for zv in rm; do $zv -rf x; done",
			Rewrite: argvTexts(func(words []string) []string {
				return []string{"for zv in " + words[0] + "; do $zv " + strings.Join(words[1:], " ") + "; done"}
			}),
		},
	}
}

// named replaces the plain, simple name of a program by an expansion, after a text that prepares it.
// Each write returns that text, which may be empty, and the expansion, which is empty when there is
// no way.
func named(writes ...func(name string) (before, word string)) func(s *Source) iter.Seq[string] {
	return replaced(func(s *Source, c Call) int {
		if len(c.Name) < 2 || !simple(c.Name) || strings.ContainsAny(c.Name, ":,=") {
			return -1
		}
		return 0
	}, writes...)
}

// lastWord replaces the last word, which must be plain and not the name.
func lastWord(writes ...func(value string) (before, word string)) func(s *Source) iter.Seq[string] {
	return replaced(func(s *Source, c Call) int {
		if last := len(c.Node.Args) - 1; last > 0 {
			if v, ok := Plain(c.Node.Args[last]); ok && v != "" {
				return last
			}
		}
		return -1
	}, writes...)
}

// firstOption replaces the first word that is a simple option.
func firstOption(writes ...func(value string) (before, word string)) func(s *Source) iter.Seq[string] {
	return replaced(func(s *Source, c Call) int {
		for i, w := range c.Node.Args[1:] {
			if v, ok := Plain(w); ok && strings.HasPrefix(v, "-") && simple(v) {
				return i + 1
			}
		}
		return -1
	}, writes...)
}

// redirected says that a redirect stands in front of the words: no group can follow it.
func (c Call) redirected() bool {
	for _, r := range c.Stmt.Redirs {
		if r.Pos().Offset() < c.Node.Args[0].Pos().Offset() {
			return true
		}
	}
	return false
}

// replaced replaces one word of each call of a program by what write makes of its value. Where that
// needs a text before, the call becomes a group, which cannot have assignments in front.
func replaced(pick func(s *Source, c Call) int, writes ...func(value string) (before, word string)) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		if !c.Program || !s.contiguous(c) {
			return nil
		}
		at := pick(s, c)
		if at < 0 {
			return nil
		}
		value, ok := Plain(c.Node.Args[at])
		if !ok {
			return nil
		}
		var out []string
		for _, write := range writes {
			before, word := write(value)
			// The body of a heredoc begins at the end of the line: two on one line would be mixed up.
			heredocs := strings.HasSuffix(before, "\n") && strings.Contains(s.Text, "<<")
			if word == "" || heredocs || before != "" && (len(c.Node.Assigns) > 0 || c.redirected()) {
				continue
			}
			list := texts(s, c.Node.Args)
			list[at] = word
			text := strings.Join(list, " ")
			if before != "" {
				if !strings.HasSuffix(before, "\n") {
					before += "; "
				}
				text = "{ " + before + text + "; }"
			}
			out = append(out, s.argv(c, text))
		}
		return out
	})
}

// argvTexts replaces the calls of programs by what write makes of their words, as they are written.
func argvTexts(write func(words []string) []string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		if !c.Program || len(c.Node.Assigns) > 0 || !s.contiguous(c) || c.Params {
			return nil
		}
		var out []string
		for _, text := range write(texts(s, c.Node.Args)) {
			out = append(out, s.argv(c, text))
		}
		return out
	})
}

// plainCalls replaces the calls of programs whose words are all plain by what write makes of the values.
func plainCalls(write func(values []string) []string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		values, ok := plainCall(s, c)
		if !ok {
			return nil
		}
		var out []string
		for _, text := range write(values) {
			out = append(out, s.argv(c, text))
		}
		return out
	})
}

// whole replaces the whole text.
func whole(write func(text string) []string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, text := range write(s.Text) {
				if text != "" && !yield(text) {
					return
				}
			}
		}
	}
}

func lowered(before, word, v string) (string, string) {
	if strings.ToLower(v) != v || !ascii(v) {
		return "", ""
	}
	return before, word
}

// slashed writes the absolute path of a program without a slash.
func slashed(name, slash string) (before, word string) {
	if strings.Contains(name, "/") {
		return "", strings.ReplaceAll(name, "/", slash)
	}
	return "", slash + "usr" + slash + "bin" + slash + name
}

// letters writes a text as indexes into an array of its characters.
func letters(text string) string {
	var set []byte
	var order []string
	for i := range len(text) {
		at := strings.IndexByte(string(set), text[i])
		if at < 0 {
			at = len(set)
			set = append(set, text[i])
		}
		order = append(order, fmt.Sprint(at))
	}
	var chars []string
	for _, c := range set {
		chars = append(chars, Quote(string(c)))
	}
	return "zl=(" + strings.Join(chars, " ") + "); zr=; for zi in " + strings.Join(order, " ") + `; do zr+="${zl[zi]}"; done; eval "$zr"`
}
