package spellings

import (
	"iter"
	"strings"
)

// expansionFamilies run a command where the shell expands a word. What the command prints goes to
// standard error then, for the word is not the place for it.
func expansionFamilies() []Family {
	return []Family{
		{
			ID: "grammar/argument", Group: Grammar, Techniques: []string{"J08"},
			Title: "a substitution in an argument",
			From:  "rm -rf x", To: `: "$({ rm -rf x; } >&2)"`,
			Rewrite: frames(
				frame{text: `: "$({@} >&2)"`, list: true}, frame{text: "true $({@} >&2)", list: true}, frame{text: `echo "$({@})"`, list: true},
				frame{text: `[ -z "$({@} >&2)" ]`, list: true}, frame{text: "[[ -n $({@} >&2) ]]", list: true},
			),
		},
		{
			ID: "grammar/assigned", Group: Grammar, Techniques: []string{"J09"},
			Title: "a substitution that is assigned",
			From:  "rm -rf x", To: `zwo=$({ rm -rf x; }); echo "$zwo"`,
			// bash prints a substitution again before it reads it, and mixes up the heredocs in a group.
			Rewrite: withoutHeredoc(frames(
				frame{text: `zwo=$({@}); echo "$zwo"`, list: true}, frame{text: `export ZWO="$(@)"; echo "$ZWO"`, list: true}, frame{text: "declare zwo=$({@} >&2)", list: true},
				frame{text: `zwo=(a "$({@} >&2)")`, list: true}, frame{text: "zwo=$({@} >&2) true", list: true},
			)),
		},
		{
			ID: "grammar/arithmetic", Group: Grammar, Techniques: []string{"J10"},
			Title: "a substitution in arithmetic",
			From:  "rm -rf x", To: ": $((zwk[$({ rm -rf x; } >&2; echo 0)]))",
			Rewrite: frames(
				frame{text: ": $((zwk[$({@} >&2; echo 0)]))", list: true}, frame{text: ": $((1+$({@} >&2; echo 1)))", list: true}, frame{text: "((zwk=$({@} >&2; echo 1)))", list: true},
				frame{text: "let zwk=$({@} >&2; echo 1)", list: true}, frame{text: `: "${zwk[$({@} >&2; echo 0)]}"`, list: true}, frame{text: `: "${HOME:$({@} >&2; echo 0):1}"`, list: true},
			),
		},
		{
			ID: "grammar/arithmetic-value", Group: Grammar, Techniques: []string{"J10"},
			Title: "a variable's value that is evaluated as arithmetic",
			From:  "rm -rf x", To: `zwv='zwk[$({ rm -rf x; } >&2)0]'; : $((zwv))`,
			Rewrite: quotedFrames("zwk[$({", "} >&2)0]", "zwv=@; : $((zwv))", "zwv=@; ((zwv))", "zwv=@; [[ zwv -eq 0 ]]", "declare -i zwv=@", "let @", "[[ @ -eq 0 ]]"),
		},
		{
			ID: "grammar/index", Group: Grammar, Techniques: []string{"J11"},
			Title: "the index in the name of a variable",
			From:  "rm -rf x", To: `test -v 'zwk[$({ rm -rf x; } >&2)0]'`,
			Rewrite: quotedFrames("zwk[$({", "} >&2)0]", "test -v @", "[[ -v @ ]]", "printf -v @ %s x", "read @ <<< x", "declare @=1"),
		},
		{
			ID: "grammar/parameter", Group: Grammar, Techniques: []string{"J12"},
			Title: "a substitution in a parameter's expansion",
			From:  "rm -rf x", To: ": ${zwp:=$({ rm -rf x; } >&2)}",
			Rewrite: frames(
				frame{text: ": ${zwp:=$({@} >&2)}", list: true}, frame{text: `: "${zwp:-$({@} >&2)}"`, list: true}, frame{text: `: "${PATH:+$({@} >&2)}"`, list: true},
				frame{text: `: "${PATH/$({@} >&2)/}"`, list: true}, frame{text: `: "${PATH#$({@} >&2)}"`, list: true}, frame{text: "zwp=${zwp-$({@} >&2)}", list: true},
			),
		},
		{
			ID: "grammar/prompt", Group: Grammar, Techniques: []string{"I41"},
			Title: "a value that is expanded as a prompt",
			From:  "rm -rf x", To: `zwt='$({ rm -rf x; } >&2)'; : "${zwt@P}"`,
			Rewrite: func(s *Source) iter.Seq[string] {
				if strings.Contains(s.Text, `\`) {
					return none // a prompt has escapes of its own
				}
				return quotedFrames("$({", "} >&2)", `zwt=@; : "${zwt@P}"`, `zwt=@; zwu=${zwt@P}`)(s)
			},
		},
		{
			ID: "grammar/process-substitution", Group: Grammar, Techniques: []string{"J13"},
			Title: "a process substitution as an argument",
			From:  "rm -rf x", To: "cat <({ rm -rf x; } ; :)",
			Rewrite: withoutHeredocs(frames(frame{text: "cat <({@} ; :)", list: true}, frame{text: "cat < <({@} ; :)", list: true}, frame{text: ". <({@} >&2; :)", list: true}, frame{text: "while read -r zwr; do echo \"$zwr\"; done < <({@} ; :)", list: true})),
		},
		{
			ID: "grammar/heredoc", Group: Grammar, Techniques: []string{"J14"},
			Title: "a substitution in a here-document",
			From:  "rm -rf x", To: "cat <<ZWH\n$({ rm -rf x; })\nZWH",
			Rewrite: withoutHeredocs(frames(
				frame{text: "cat <<ZWH\n$({@})\nZWH", list: true}, frame{text: ": <<-ZWH\n\tit's $({@} >&2) \"\n\tZWH", list: true},
				frame{text: `cat <<< "$({@})"`, list: true}, frame{text: ": <<< $({@} >&2)", list: true},
			)),
		},
		{
			ID: "grammar/word-list", Group: Grammar, Techniques: []string{"J04", "J08"},
			Title: "a substitution in the words of a loop or the word of a case",
			From:  "rm -rf x", To: "for zwi in $({ rm -rf x; } >&2); do :; done",
			Rewrite: frames(
				frame{text: "for zwi in $({@} >&2); do :; done", list: true}, frame{text: "case $({@} >&2) in *) ;; esac", list: true}, frame{text: "case x in $({@} >&2)x) ;; esac", list: true},
				frame{text: "true > /dev/null$({@} >&2)", list: true},
			),
		},
	}
}

// withoutHeredoc keeps a rewrite from texts with here-documents.
func withoutHeredoc(rewrite func(s *Source) iter.Seq[string]) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		if strings.Contains(s.Text, "<<") {
			return none
		}
		return rewrite(s)
	}
}
