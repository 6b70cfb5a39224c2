package spellings

import (
	"iter"
	"strings"
)

// grammarFamilies put a command into other commands of the shell.
func grammarFamilies() []Family {
	return append(compoundFamilies(), expansionFamilies()...)
}

func compoundFamilies() []Family {
	return []Family{
		{
			ID: "grammar/group", Group: Grammar, Techniques: []string{"J03"},
			Title: "a group in braces",
			From:  "rm -rf x", To: "{ rm -rf x; }",
			Rewrite: frames(frame{text: "{@}", status: true, input: true}, frame{text: "{ {@} }", status: true, input: true}, frame{text: "{ :;@}", status: true, input: true}),
		},
		{
			ID: "grammar/subshell", Group: Grammar, Techniques: []string{"J03"},
			Title: "a subshell",
			From:  "rm -rf x", To: "( rm -rf x; )",
			Rewrite: frames(
				frame{text: "(@)", status: true, input: true}, frame{text: "( (@) )", status: true, input: true},
				frame{text: "( {@} )", status: true, input: true}, frame{text: "( : ;@ )", status: true, input: true},
			),
		},
		{
			ID: "grammar/negation", Group: Grammar, Techniques: []string{"J03"},
			Title: "a status turned around",
			From:  "rm -rf x", To: "! { rm -rf x; }",
			Rewrite: frames(frame{text: "! {@}", list: true}, frame{text: "! ( ! {@} )", list: true}, frame{text: "! ! {@}", list: true}),
		},
		{
			ID: "grammar/if", Group: Grammar, Techniques: []string{"J04"},
			Title: "a branch that is taken, or a condition",
			From:  "rm -rf x", To: "if :; then rm -rf x; fi",
			Rewrite: frames(
				frame{text: "if :; then@fi", status: true, input: true}, frame{text: "if@then :; fi", input: true},
				frame{text: "if false; then :; else@fi", status: true, input: true}, frame{text: "if false; then :; elif@then :; fi", input: true},
				frame{text: "if ! {@} then :; fi", input: true},
			),
		},
		{
			ID: "grammar/while", Group: Grammar, Techniques: []string{"J04"},
			Title: "a loop that is left at once",
			From:  "rm -rf x", To: "while :; do rm -rf x; break; done",
			Rewrite: frames(frame{text: "while :; do@break; done", input: true}, frame{text: "while@do break; done", input: true}, frame{text: "while :; do {@} ; break 1; done", input: true}),
		},
		{
			ID: "grammar/until", Group: Grammar, Techniques: []string{"J20"},
			Title: "a loop until something is true",
			From:  "rm -rf x", To: "until false; do rm -rf x; break; done",
			Rewrite: frames(frame{text: "until false; do@break; done", input: true}, frame{text: "until@do break; done", input: true}),
		},
		{
			ID: "grammar/for", Group: Grammar, Techniques: []string{"J04"},
			Title: "a loop over one word",
			From:  "rm -rf x", To: "for zwi in 1; do rm -rf x; done",
			Rewrite: frames(
				frame{text: "for zwi in 1; do@done", status: true, input: true}, frame{text: "for zwi in a b; do [ $zwi = a ] || {@} done", input: true},
				frame{text: "for zwi in 1; {@}", status: true, input: true}, frame{text: "for zwi in {1..1}; do@done", status: true, input: true},
			),
		},
		{
			ID: "grammar/for-arithmetic", Group: Grammar, Techniques: []string{"J04"},
			Title: "a loop that counts to one",
			From:  "rm -rf x", To: "for ((zwn=0;zwn<1;zwn++)); do rm -rf x; done",
			Rewrite: frames(frame{text: "for ((zwn=0;zwn<1;zwn++)); do@done", status: true, input: true}, frame{text: "for ((;;)); do@break; done", input: true}),
		},
		{
			ID: "grammar/case", Group: Grammar, Techniques: []string{"J04"},
			Title: "the branch of a case",
			From:  "rm -rf x", To: "case x in x) rm -rf x; ;; esac",
			Rewrite: frames(
				frame{text: "case x in x)@;; esac", status: true, input: true}, frame{text: "case x in (y) ;; *)@;& z) ;; esac", input: true},
				frame{text: "for zwc in 1; do case $zwc in *) if :; then@fi;; esac; done", status: true, input: true},
			),
		},
		{
			ID: "grammar/select", Group: Grammar, Techniques: []string{"J20"},
			Title: "a choice that is made",
			From:  "rm -rf x", To: "select zws in a; do rm -rf x; break; done <<< 1",
			Rewrite: frames(frame{text: "select zws in a; do@break; done <<< 1"}, frame{text: "echo 1 | { select zws in a b; do@break; done; }", list: true}),
		},
		{
			ID: "grammar/function", Group: Grammar, Techniques: []string{"J05"},
			Title: "a function that is defined and called",
			From:  "rm -rf x", To: "zwf() { rm -rf x; }; zwf",
			Rewrite: frames(
				frame{text: "zwf() {@}; zwf", list: true}, frame{text: "function zwf {@}; zwf", list: true}, frame{text: "zwf() (@); zwf", list: true},
				frame{text: "zwf() { zwg() {@}; zwg; }; zwf", list: true}, frame{text: "zwf()\nif :; then@fi\nzwf", list: true},
				frame{text: "zwf() {@} 2>&2; zwn=zwf; $zwn", list: true},
			),
		},
		{
			ID: "grammar/function-exported", Group: Grammar, Techniques: []string{"J05"},
			Title: "a function that a child shell gets",
			From:  "rm -rf x", To: "zwe() { rm -rf x; }; export -f zwe; bash -c zwe",
			Rewrite: frames(frame{text: "zwe() {@}; export -f zwe; bash -c zwe", list: true}, frame{text: "zwe() {@}; declare -fx zwe; echo zwe | bash", list: true}),
		},
		{
			ID: "grammar/function-arguments", Group: Grammar, Techniques: []string{"J05"},
			Title: "a function that is given the words",
			From:  "rm -rf x", To: `zwa() { rm "$@"; }; zwa -rf x`,
			Rewrite: withFunction,
		},
		{
			ID: "grammar/function-shadow", Group: Grammar, Techniques: []string{"J06"},
			Title: "a function with the name of a harmless program",
			From:  "rm -rf x", To: "ls() { rm -rf x; }; ls",
			Rewrite: func(s *Source) iter.Seq[string] {
				for _, name := range []string{"ls", "date", "pwd", "uptime"} {
					if !strings.Contains(s.Text, name) && !strings.Contains(s.Seed.Text, name) {
						return frames(frame{text: name + "() {@}; " + name, list: true}, frame{text: "function " + name + " {@}; " + name, list: true})(s)
					}
				}
				return none
			},
		},
		{
			ID: "grammar/alias", Group: Grammar, Techniques: []string{"J07"},
			Title: "an alias, where aliases are expanded",
			From:  "rm -rf x", To: "shopt -s expand_aliases\nalias zwl='rm -rf x'\nzwl",
			Rewrite: withAlias,
		},
		{
			ID: "grammar/assignment", Group: Grammar, Techniques: []string{"J01"},
			Title: "assignments in front",
			From:  "rm -rf x", To: "ZWA=1 rm -rf x",
			Rewrite: inFront("ZWA=1", "ZWA= ZWB='a b'", "ZWA+=x", `ZWA="$HOME"`),
		},
		{
			ID: "grammar/redirect-first", Group: Grammar, Techniques: []string{"J02"},
			Title: "redirects in front that change nothing",
			From:  "rm -rf x", To: "<&0 rm -rf x",
			Rewrite: inFront("<&0", ">&1 2>&2", "7</dev/null", "8>/dev/null <&0", "{zwd}</dev/null"),
		},
		{
			ID: "grammar/redirect-between", Group: Grammar, Techniques: []string{"J02"},
			Title: "redirects after the name that change nothing",
			From:  "rm -rf x", To: "rm <&0 -rf x",
			Rewrite: afterName("<&0", ">&1", "7</dev/null", "2>&2 <&0"),
		},
		{
			ID: "grammar/null", Group: Grammar, Techniques: []string{"J02"},
			Title: "what it prints as an error is thrown away",
			From:  "rm -rf x", To: "{ rm -rf x; } 2>/dev/null",
			Rewrite: frames(frame{text: "{@} 2>/dev/null", list: true}, frame{text: "{@} </dev/null 2>/dev/null", list: true}, frame{text: "(@) 2>&1", list: true}),
		},
		{
			ID: "grammar/time", Group: Grammar, Techniques: []string{"I13", "J18"},
			Title: "the keyword time",
			From:  "rm -rf x", To: "time -p rm -rf x",
			Rewrite: frames(frame{text: "time -p %", list: true}, frame{text: "time %", list: true}, frame{text: "time -p {@}", list: true}, frame{text: "time -- %", list: true}, frame{text: "time -p ! {@}", list: true}),
		},
		{
			ID: "grammar/background", Group: Grammar, Techniques: []string{"J19"},
			Title: "in the background, and waited for",
			From:  "rm -rf x", To: "rm -rf x & wait",
			Rewrite: frames(frame{text: "% & wait", list: true}, frame{text: "{@} & wait $!", list: true}, frame{text: "( {@} & wait )", list: true}, frame{text: "true & {@} & wait", list: true}),
		},
		{
			ID: "grammar/coproc", Group: Grammar, Techniques: []string{"I38", "J18"},
			Title: "a coproc, and waited for",
			From:  "rm -rf x", To: "coproc { rm -rf x; } </dev/null >&2; wait",
			Rewrite: frames(frame{text: "coproc {@} </dev/null >&2; wait", list: true}, frame{text: "coproc ZWC {@} </dev/null >&2; wait", list: true}, frame{text: "{ coproc ZWC (@) </dev/null >&2; wait $ZWC_PID; } 2>&1", list: true}),
		},
		{
			ID: "grammar/pipeline", Group: Grammar, Techniques: []string{"J15"},
			Title: "the first command of a pipeline",
			From:  "rm -rf x", To: "rm -rf x | cat",
			Rewrite: frames(frame{text: "% | cat", list: true}, frame{text: `{@} |& while read -r zwr; do echo "$zwr"; done`, list: true}, frame{text: ": | {@}", list: true}, frame{text: "{@} | { cat; }", list: true}),
		},
		{
			ID: "grammar/and", Group: Grammar, Techniques: []string{"J15", "J20"},
			Title: "after a command that succeeds",
			From:  "rm -rf x", To: "true && rm -rf x",
			Rewrite: frames(
				frame{text: "true && %", list: true}, frame{text: "[[ 1 ]] && (( 1 )) && %", list: true}, frame{text: "[ -d / ] &&\n%", list: true}, frame{text: "test -n x && {@}", list: true},
				frame{text: "true && : | : && %", list: true}, frame{text: "cd . && %", list: true}, frame{text: "% && true", list: true},
			),
		},
		{
			ID: "grammar/or", Group: Grammar, Techniques: []string{"J15"},
			Title: "after a command that fails",
			From:  "rm -rf x", To: "false || rm -rf x",
			Rewrite: frames(frame{text: "false || %", list: true}, frame{text: "! : ||\n%", list: true}, frame{text: "(exit 1) || {@}", list: true}, frame{text: "[[ a =~ ^b$ ]] || %", list: true}, frame{text: "% || true", list: true}),
		},
		{
			ID: "grammar/then", Group: Grammar, Techniques: []string{"J15"},
			Title: "after another command, whatever it does",
			From:  "rm -rf x", To: "true; rm -rf x",
			Rewrite: frames(
				frame{text: "true; %", list: true}, frame{text: "echo zw >/dev/null\n%\ntrue", list: true}, frame{text: "true & %", list: true}, frame{text: "zwv=1; [ $zwv = 1 ] && {@}", list: true},
				frame{text: "\n\n%\n\n", list: true}, frame{text: "%; exit", list: true},
			),
		},
		{
			ID: "grammar/comment", Group: Grammar, Techniques: []string{"J16"},
			Title: "between comments, and after what looks like an open quote",
			From:  "rm -rf x", To: "true # ' \nrm -rf x",
			Rewrite: frames(
				frame{text: "true # ' \n%", list: true}, frame{text: "{@} # --dry-run", list: true}, frame{text: "# it's harmless \\\n%", list: true}, frame{text: ": '#'; %", list: true},
				frame{text: ": a#b \"#\"\n%\n# done", list: true},
			),
		},
		{
			ID: "grammar/quotes", Group: Grammar, Techniques: []string{"J16"},
			Title: "after quotes that a simple reader loses count of",
			From:  "rm -rf x", To: `: 'it'\''s'; rm -rf x`,
			Rewrite: frames(
				frame{text: `: 'it'\''s'; %`, list: true}, frame{text: `: "a\"b"; %`, list: true}, frame{text: `: $'it\'s'; %`, list: true}, frame{text: `: ${zwx:-"}"}; %`, list: true},
				frame{text: `: \\; %`, list: true}, frame{text: `: $((1<<2)); %`, list: true}, frame{text: ": <<'ZWE'\n'\nZWE\n%", list: true},
			),
		},
		{
			ID: "grammar/control", Group: Grammar, Techniques: []string{"J17"},
			Title: "after control characters that hide it on a terminal",
			From:  "rm -rf x", To: ": '\r'; rm -rf x",
			Rewrite: frames(
				frame{text: ": '\r'; %", list: true}, frame{text: ": 'ok\v\f'; %", list: true}, frame{text: ": '\x1b[2K\r\x1b[1A'; %", list: true}, frame{text: "%; : '\rtrue          '", list: true},
				frame{text: ": 'a\b\b\b\b\b\b\b\b'; %", list: true},
			),
		},
		{
			ID: "grammar/settings", Group: Grammar, Techniques: []string{"J15"},
			Title: "after settings that do not matter",
			From:  "rm -rf x", To: "set +e; rm -rf x",
			Rewrite: frames(
				frame{text: "set +e; %", list: true}, frame{text: "set +o history; %", list: true}, frame{text: "ulimit -c 0; %", list: true}, frame{text: "export PATH; %", list: true},
				frame{text: "unset HISTFILE; %", list: true}, frame{text: "trap - INT; %", list: true}, frame{text: "set -x; %", list: true},
			),
		},
	}
}
