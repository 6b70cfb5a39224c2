package shell

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// hiddenShapes are texts of which bash runs pwn while the parser's tree does not show it, or
// rejects the text. Real bash has been asked about each: see referee_test.go.
var hiddenShapes = []struct{ name, text string }{
	{"H1 comment", "echo a # b\\\npwn"},
	{"H1 assignment", "x=1 # b\\\npwn"},
	{"H1 bare", "true #\\\npwn"},
	{"H1 twice", "true # a\\\ntrue # b\\\npwn"},
	{"H2 default", `echo "${x:-'$(pwn)'}"`},
	{"H2 unset", `echo "${x-'$(pwn)'}"`},
	{"H2 alternate", `x=1; echo "${x+'$(pwn)'}"`},
	{"H2 assign", `echo "${x:='$(pwn)'}"`},
	{"H2 heredoc", "cat <<E\n${x:-'$(pwn)'}\nE"},
	{"H3 ansi", `echo "${x:-$'\x24(pwn)'}"`},
	{"H4 continued", "echo \"$\\\n(pwn)\""},
	{"H4 heredoc", "cat <<E\n$\\\n(pwn)\nE"},
	{"H4 let", "let \"x=$\\\n(pwn)\""},
	{"H5 test", `[[ a == @($(pwn)) ]]`},
	{"H5 case", "shopt -s extglob\ncase a in @($(pwn))) ;; esac"},
	{"H6 negated", "!(pwn)"},
	{"H6 if", "if !(pwn); then :; fi"},
	{"H6 and", "true && !(pwn)"},
	{"H6 group", "{ !(pwn); }"},
	{"H6 case", "case x in x) !(pwn);; esac"},
	{"H7 command", `(('$(pwn)'))`},
	{"H7 expansion", `echo $(( '$(pwn)' ))`},
	{"H7 subscript", `a['$(pwn)']=1`},
	{"H7 element", `echo ${a['$(pwn)']}`},
	{"H7 ansi", `(($'\x24(pwn)'))`},
	{"H8 procsub", `let x<(pwn)`},
	{"H8 literal", `let 'a[$(pwn)]=1'`},
	{"H9 default", `echo ${x-<(pwn)}`},
	{"H9 prefix", `x=1; echo ${x#<(pwn)}`},
	{"H9 array", `y=([a<(pwn)]=1)`},
	{"H10 deep", "echo `echo \\`echo \\\\\\`pwn\\\\\\`\\``"},
	{"H10 comment", "echo `true # \\`\npwn`"},
	{"H11 cr", "echo a \\\r\npwn"},
	{"H12 cr", "cat <<'E'\r\nE\npwn\nE\r\n"},
	{"H13 time", "time -- pwn"},
	{"H13 time -p", "time -p -- pwn"},
	{"H14 heredocs", "cat <<A\n$(cat <<B\nB\npwn\n)\nA"},
	{"H15 printf", `printf -v 'a[$(pwn)]' x`},
	{"H15 read", `read 'a[$(pwn)]' <<< x`},
	{"H15 test -v", `test -v 'a[$(pwn)]'`},
	{"H15 [ -v", `[ -v 'a[$(pwn)]' ]`},
	{"H15 [[ -v", `[[ -v 'a[$(pwn)]' ]]`},
	{"H15 declare", `declare 'a[$(pwn)]=1'`},
	{"H15 declare -a", `declare -a 'x=($(pwn))'`},
	{"H15 nameref", `declare -n r='a[$(pwn)]'; echo $r`},
	{"H15 unset", `a=(1); unset 'a[$(pwn)]'`},
	{"H16 arithmetic", `a='x[$(pwn)]'; echo $((a))`},
	{"H16 test", `a='x[$(pwn)]'; [[ a -eq 0 ]]`},
	{"H16 slice", `a='x[$(pwn)]'; y=abc; echo ${y:a:1}`},
	{"H16 subscript", `x='y[$(pwn)]'; a[x]=1`},
	{"H16 let", `a='x[$(pwn)]'; let a`},
	{"H16 integer", `a='x[$(pwn)]'; declare -i n=a`},
	{"H16 indirect", `a='x[$(pwn)]'; echo ${!a}`},
	{"H16 optind", `OPTIND='x[$(pwn)]'`},
	{"H17 prompt", `x='$(pwn)'; echo ${x@P}`},
	{"H17 trace", `PS4='$(pwn)'; set -x; true`},
	{"H18 trap", `trap pwn EXIT`},
	{"H18 mapfile", `mapfile -C pwn -c 1 <<< x`},
	{"H18 compgen", `compgen -C pwn`},
	{"H18 hash", `hash -p /usr/bin/pwn ls; ls`},
	{"H18 eval", `eval pwn`},
	{"H18 source", `source /dev/stdin <<< pwn`},
	{"H18 dot", `. <(echo pwn)`},
	{"H18 exec", `exec pwn`},
	{"H18 command", `command pwn`},
	{"H18 builtin", `builtin eval pwn`},
	{"H18 env", `env pwn`},
	{"H18 bash -c", `bash -c pwn`},
	{"H18 here-string", `bash <<< pwn`},
	{"H18 procsub", `bash <(echo pwn)`},
	{"H18 BASH_ENV", "echo pwn > f; BASH_ENV=f bash -c :"},
	{"H19 alias", "shopt -s expand_aliases\nalias ls=pwn\nls"},
	{"H19 function", `ls() { pwn; }; ls`},
	{"H20 variable", `x=pwn; $x`},
	{"H20 substitution", `$(echo pwn)`},
	{"H20 empty", `p$()wn`},
	{"H20 brace", `{,pwn}`},
	{"H20 brace eval", `{eval,pwn}`},
	{"rejected arithmetic", `$((pwn); (pwn))`},
	{"rejected subshell", `((pwn) )`},
	{"rejected array", "a[foo bar]=$(pwn)"},
	{"rejected operator", "v=x; echo ${v~~}; pwn"},
	{"rejected negation", "! ! pwn"},
	{"rejected pipe", "false |\\\n| pwn"},
	{"rejected delimiter", "cat <<\"$E\"\n$E\npwn"},
	{"first line runs", "pwn\n)"},
	{"unclosed heredoc", "pwn <<E\nx"},
}

func TestHiddenShapesAreSeenOrAskedAbout(t *testing.T) {
	for _, row := range hiddenShapes {
		t.Run(row.name, func(t *testing.T) {
			res := read(row.text)
			seen := len(res.Troubles) > 0
			for _, l := range res.Leaves {
				if l.Program == "pwn" {
					seen = true
				}
			}
			assert.True(t, seen, "%s\n%s", row.text, show(res))
		})
	}
}
