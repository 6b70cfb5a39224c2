package spellings

import (
	"iter"
	"strings"
)

func codeFamilies() []Family {
	return []Family{
		{
			ID: "code/eval", Group: Code, Techniques: []string{"G01"},
			Title: "eval of a quoted text",
			From:  "rm -rf x", To: "eval 'rm -rf x'",
			Rewrite: whole(func(t string) []string {
				return []string{"eval " + Quote(t), "eval -- " + Quote(t), "command eval " + double(t), "builtin eval " + Quote(t)}
			}),
		},
		{
			ID: "code/eval-joined", Group: Code, Techniques: []string{"G02"},
			Title: "eval of a text that is put together",
			From:  "rm -rf x", To: `eval 'rm -'"rf x"`,
			Rewrite: whole(func(t string) []string {
				half := len(t) / 2
				if !ascii(t) || half == 0 {
					return nil
				}
				return []string{"eval " + Quote(t[:half]) + double(t[half:])}
			}),
		},
		{
			ID: "code/eval-words", Group: Code, Techniques: []string{"G02"},
			Title: "eval of several words",
			From:  "rm -rf x", To: `eval 'rm' '-rf' 'x'`,
			Rewrite: plainCalls(func(values []string) []string {
				var quoted []string
				for _, v := range values {
					if !simple(v) {
						return nil
					}
					quoted = append(quoted, Quote(v))
				}
				return []string{"eval " + strings.Join(quoted, " ")}
			}),
		},
		{
			ID: "code/eval-variable", Group: Code, Techniques: []string{"G02"},
			Title: "eval of a variable",
			From:  "rm -rf x", To: `zt='rm -rf x'; eval "$zt"`,
			Rewrite: whole(func(t string) []string { return []string{"zt=" + Quote(t) + `; eval "$zt"`} }),
		},
		{
			ID: "code/eval-nested", Group: Code, Techniques: []string{"G03"},
			Title: "eval of eval, three deep",
			From:  "rm -rf x", To: `eval eval ''\''rm -rf x'\'''`,
			Rewrite: whole(func(t string) []string {
				return []string{"eval eval " + Quote(Quote(t)), "eval " + Quote("eval "+Quote("eval "+Quote(t)))}
			}),
		},
		{
			ID: "code/bash-c", Group: Code, Techniques: []string{"G04"},
			Title: "a child shell with -c",
			From:  "rm -rf x", To: "bash -c 'rm -rf x'",
			Rewrite: whole(func(t string) []string {
				return []string{"bash -c " + Quote(t), "bash -c " + double(t) + " name", "exec bash -c " + Quote(t), "env bash -c " + Quote(t)}
			}),
		},
		{
			ID: "code/bash-options", Group: Code, Techniques: []string{"G05"},
			Title: "a child shell with -c among other options",
			From:  "rm -rf x", To: "bash -xc 'rm -rf x'",
			Rewrite: whole(func(t string) []string {
				return []string{
					"bash -xc " + Quote(t), "bash --norc -c " + Quote(t), "bash -O extglob -c " + Quote(t), "bash +e -c " + Quote(t),
					"bash -c -- " + Quote(t), "/bin/bash -lc " + Quote(t), "bash --noprofile -e -o pipefail -c -- " + Quote(t),
				}
			}),
		},
		{
			ID: "code/sh-c", Group: Code, Techniques: []string{"G04", "G05", "G07"}, Needs: []string{"sh", "dash"},
			Title: "another shell with -c",
			From:  "rm -rf x", To: "sh -c 'rm -rf x'",
			Rewrite: posixWhole(func(t string) []string {
				return []string{"sh -c " + Quote(t), "/bin/sh -ec " + Quote(t), "dash -c " + Quote(t), `env -i PATH="$PATH" HOME="$HOME" USER="$USER" sh -c ` + Quote(t)}
			}),
		},
		{
			ID: "code/zsh-c", Group: Code, Techniques: []string{"G07"}, Needs: []string{"zsh"},
			Title: "zsh with -c",
			From:  "rm -rf x", To: "zsh -c 'rm -rf x'",
			Rewrite: posixWhole(func(t string) []string {
				// zsh reads =word, ~, # and patterns without a match in its own way.
				if strings.ContainsAny(t, "*?[]~=#^$!{}") {
					return nil
				}
				return []string{"zsh -c " + Quote(t), "zsh -fc " + Quote(t)}
			}),
		},
		{
			ID: "code/nested", Group: Code, Techniques: []string{"G06"},
			Title: "shells in shells, three deep",
			From:  "rm -rf x", To: "bash -c 'bash -c '\\''rm -rf x'\\'''",
			Rewrite: whole(func(t string) []string {
				two := "bash -c " + Quote("bash -c "+Quote(t))
				return []string{two, "bash -c " + Quote(two), "bash -c " + Quote("eval "+Quote("bash -c "+Quote(t)))}
			}),
		},
		{
			ID: "code/pipe-shell", Group: Code, Techniques: []string{"G08", "G09"},
			Title: "the text is piped to a shell",
			From:  "rm -rf x", To: "echo 'rm -rf x' | bash",
			Rewrite: piped(func(t string) []string {
				return []string{
					"echo " + Quote(t) + " | bash", "printf '%s\\n' " + Quote(t) + " | bash -s", "echo " + Quote(t) + " | bash -s -- a b",
					"printf %s " + Quote(t) + " | bash /dev/stdin", "echo " + Quote(t) + " | bash -", "echo " + Quote(t) + " |& bash",
				}
			}),
		},
		{
			ID: "code/pipe-sh", Group: Code, Techniques: []string{"G08"}, Needs: []string{"sh"},
			Title: "the text is piped to sh",
			From:  "rm -rf x", To: "echo 'rm -rf x' | sh",
			Rewrite: posixPiped(func(t string) []string {
				return []string{"echo " + Quote(t) + " | sh", "printf '%s\\n' " + Quote(t) + " | /bin/sh -s", "echo " + Quote(t) + " | tee /dev/null | sh"}
			}),
		},
		{
			ID: "code/pipe-variable", Group: Code, Techniques: []string{"G10"},
			Title: "the text is piped to $0, $BASH or $SHELL",
			From:  "rm -rf x", To: "echo 'rm -rf x' | $0",
			Rewrite: piped(func(t string) []string {
				return []string{"echo " + Quote(t) + " | $0", "echo " + Quote(t) + ` | "$SHELL"`, "echo " + Quote(t) + " | $BASH"}
			}),
		},
		{
			ID: "code/here-string", Group: Code, Techniques: []string{"G11"},
			Title: "the text is a here-string of a shell",
			From:  "rm -rf x", To: "bash <<< 'rm -rf x'",
			Rewrite: piped(func(t string) []string {
				return []string{"bash <<< " + Quote(t), "bash -s <<< " + double(t), "<<< " + Quote(t) + " bash", "bash 0<<<" + Quote(t)}
			}),
		},
		{
			ID: "code/heredoc", Group: Code, Techniques: []string{"G12"},
			Title: "the text is a here-document of a shell",
			From:  "rm -rf x", To: "bash <<'ZEOF'\nrm -rf x\nZEOF",
			Rewrite: piped(func(t string) []string {
				return []string{
					"bash <<'ZEOF'\n" + t + "\nZEOF", "bash <<ZEOF\n" + heredocText(t) + "\nZEOF", "bash -s <<\\ZEOF\n" + t + "\nZEOF",
					"bash << \"Z E\"\n" + t + "\nZ E",
				}
			}),
		},
		{
			ID: "code/heredoc-tabs", Group: Code, Techniques: []string{"G13"},
			Title: "a here-document whose tabs are taken away",
			From:  "rm -rf x", To: "bash <<-'ZX'\n\trm -rf x\n\tZX",
			Rewrite: piped(func(t string) []string {
				if strings.Contains(t, "\n") {
					return nil
				}
				return []string{"bash <<-'ZX'\n\t" + t + "\n\tZX", "bash <<-ZX\n\t\t" + heredocText(t) + "\nZX"}
			}),
		},
		{
			ID: "code/heredoc-pipe", Group: Code, Techniques: []string{"G14"},
			Title: "cat of a here-document is piped to a shell",
			From:  "rm -rf x", To: "cat <<'ZEOF' | bash\nrm -rf x\nZEOF",
			Rewrite: piped(func(t string) []string {
				return []string{"cat <<'ZEOF' | bash\n" + t + "\nZEOF", "cat <<ZEOF | bash\n" + heredocText(t) + "\nZEOF", "tail -n +1 <<'ZEOF' | bash -s\n" + t + "\nZEOF"}
			}),
		},
		{
			ID: "code/process-substitution", Group: Code, Techniques: []string{"G15"},
			Title: "a shell reads the text from a process substitution",
			From:  "rm -rf x", To: "bash <(echo 'rm -rf x')",
			Rewrite: whole(func(t string) []string {
				return []string{"bash <(echo " + Quote(t) + ")", "bash -- <(printf '%s\\n' " + Quote(t) + ")"}
			}),
		},
		{
			ID: "code/process-substitution-in", Group: Code, Techniques: []string{"G15"},
			Title: "a shell's standard input is a process substitution",
			From:  "rm -rf x", To: "bash < <(echo 'rm -rf x')",
			Rewrite: piped(func(t string) []string {
				return []string{"bash < <(echo " + Quote(t) + ")", "< <(echo " + Quote(t) + ") bash -s"}
			}),
		},
		{
			ID: "code/tee-substitution", Group: Code, Techniques: []string{"G15"},
			Title: "the text is written to a process substitution",
			From:  "rm -rf x", To: "echo 'rm -rf x' > >(bash); wait $!",
			Rewrite: piped(func(t string) []string { return []string{"echo " + Quote(t) + " > >(bash); wait $!"} }),
		},
		{
			ID: "code/source-stdin", Group: Code, Techniques: []string{"G16"},
			Title: "the shell sources its standard input",
			From:  "rm -rf x", To: ". /dev/stdin <<< 'rm -rf x'",
			Rewrite: piped(func(t string) []string {
				return []string{
					". /dev/stdin <<< " + Quote(t), "source /dev/stdin <<'ZEOF'\n" + t + "\nZEOF", "source /proc/self/fd/0 <<< " + Quote(t),
					"echo " + Quote(t) + " | . /dev/stdin",
				}
			}),
		},
		{
			ID: "code/source", Group: Code, Techniques: []string{"G16", "G17"},
			Title: "the shell sources a process substitution",
			From:  "rm -rf x", To: "source <(echo 'rm -rf x')",
			Rewrite: whole(func(t string) []string {
				return []string{"source <(echo " + Quote(t) + ")", ". <(printf '%s\\n' " + Quote(t) + ")", "source <(cat <<< " + Quote(t) + ")"}
			}),
		},
		{
			ID: "code/descriptor", Group: Code, Techniques: []string{"G16"},
			Title: "the shell reads the text through a descriptor",
			From:  "rm -rf x", To: "exec 8<<< 'rm -rf x'; bash /dev/fd/8",
			Rewrite: whole(func(t string) []string {
				return []string{"exec 8<<< " + Quote(t) + "; bash /dev/fd/8", "exec 8<<< " + Quote(t) + "; . /dev/fd/8"}
			}),
		},
		{
			ID: "code/substituted", Group: Code, Techniques: []string{"F01"},
			Title: "the text comes out of a substitution",
			From:  "rm -rf x", To: `eval "$(echo 'rm -rf x')"`,
			Rewrite: whole(func(t string) []string {
				return []string{
					`eval "$(echo ` + Quote(t) + `)"`, `bash -c "$(printf %s ` + Quote(t) + `)"`, `eval "$(cat <<'ZEOF'` + "\n" + t + "\nZEOF\n)\"",
					`bash -c "` + "`printf %s " + strings.NewReplacer(`\`, `\\\\`, `"`, `\"`, "$", `\\$`, "`", "\\\\\\`").Replace(Quote(t)) + "`" + `"`,
				}[:3]
			}),
		},
		{
			ID: "code/environment", Group: Code, Techniques: []string{"D20"},
			Title: "the text goes to a child shell through the environment",
			From:  "rm -rf x", To: `ZC='rm -rf x' bash -c 'eval "$ZC"'`,
			Rewrite: whole(func(t string) []string {
				out := []string{"ZC=" + Quote(t) + ` bash -c 'eval "$ZC"'`, "export ZC=" + Quote(t) + `; bash -c "$ZC"`}
				if !strings.ContainsAny(t, "@*") && !strings.Contains(t, "$9") { // what may rely on there being no parameters
					out = append(out, "bash -c "+`'eval "$1"' _ `+Quote(t))
				}
				return out
			}),
		},
	}
}

// piped is whole, for texts that do not read standard input themselves: it is taken.
func piped(write func(text string) []string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		if strings.Contains(s.Text, "<<") {
			return func(func(string) bool) {} // delimiters might be mixed up
		}
		return whole(write)(s)
	}
}

// posixWhole is whole, for texts that a POSIX shell reads as bash does.
func posixWhole(write func(text string) []string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		if !posix(s.Text) {
			return func(func(string) bool) {}
		}
		return whole(write)(s)
	}
}

func posixPiped(write func(text string) []string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		if !posix(s.Text) {
			return func(func(string) bool) {}
		}
		return piped(write)(s)
	}
}

// posix says that a text has nothing of what only bash knows. It errs on the side of no.
func posix(text string) bool {
	for _, only := range []string{
		"$'", `$"`, "[[", "((", "<(", ">(", "<<<", "&>", "|&", "+=", "=(", "${", ",,", "^^", "~~", "@", ":0", "{,", "..",
		"function", "source", "select", "coproc", "declare", "local", "typeset", "shopt", "mapfile", "readarray", "read -", "printf -v", "pushd",
		"builtin", "exec -", "echo -", "trap", "let ", "type -", "$BASH", "RANDOM", "set -o", "enable", "hash -", "alias", "time ", "wait", "<&", "export ",
		"`", "\\x", "\\u", "%b", "command ", "$IFS", "${IFS", "$_", "{ ", "unset", "PS4",
	} {
		if strings.Contains(text, only) {
			return false
		}
	}
	// A brace expansion: {a,b}.
	if i := strings.IndexByte(text, '{'); i >= 0 && strings.ContainsRune(text[i:], ',') {
		return false
	}
	return true
}

// heredocText writes a text for a here-document whose delimiter is not quoted.
func heredocText(t string) string {
	return strings.NewReplacer(`\`, `\\`, "$", `\$`, "`", "\\`").Replace(t)
}
