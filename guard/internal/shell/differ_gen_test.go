package shell

import (
	"fmt"
	"math/rand"
	"strings"
)

// programGen makes random programs of which every command is harmless: the only programs on their
// PATH are those of harmlessPrograms, files are written in the scratch directory only, loops end.
type programGen struct {
	rnd    *rand.Rand
	depth  int // constructs around this place
	text   int // texts in texts around this place
	funcs  int // functions that may be called here: f0..f(funcs-1)
	inFunc bool
	docs   []string // bodies of here-documents that follow the line
	serial int
}

var harmlessPrograms = [...]string{"cat", "echo", "printf", "true", "false", "base64", "rev", "tr", "sed", "xargs", "env", "sh", "bash", "find", "head", "tail", "tee"}

func (g *programGen) n(n int) int { return g.rnd.Intn(n) }

func (g *programGen) pick(list ...string) string { return list[g.n(len(list))] }

func (g *programGen) program() string {
	var b strings.Builder
	if g.n(4) == 0 {
		b.WriteString(g.pick("set -- hi 'o k' z\n", "IFS=:\n", "shopt -s extglob\n", "shopt -s expand_aliases\nalias al='pwn al '\nalias wd=hi\nal wd\n",
			"set -f\n", "shopt -s lastpipe\n", "shopt -s nullglob\n", "IFS=\n", "IFS=' :'\n"))
	}
	for range 2 + g.n(6) {
		b.WriteString(g.line())
	}
	return b.String()
}

// line is a statement with the bodies of its here-documents.
func (g *programGen) line() string {
	saved := g.docs
	g.docs = nil
	s := g.stmt()
	if g.n(12) == 0 {
		s += " # " + g.pick("it's", "a \\", "$(pwn no)", "`")
	}
	s += "\n" + strings.Join(g.docs, "")
	g.docs = saved
	return s
}

func (g *programGen) block() string {
	g.depth++
	defer func() { g.depth-- }()
	var b strings.Builder
	for range 1 + g.n(2) {
		b.WriteString(g.line())
	}
	return b.String()
}

// inline is statements on one line, without here-documents.
func (g *programGen) inline() string {
	g.depth++
	defer func() { g.depth-- }()
	saved := g.docs
	for {
		g.docs = nil
		s := g.stmt()
		if g.n(3) == 0 {
			s += "; " + g.stmt()
		}
		if len(g.docs) == 0 && !strings.Contains(s, "\n") {
			g.docs = saved
			return s
		}
	}
}

func (g *programGen) variable() string { return g.pick("a", "b", "c", "x", "y", "z") }

func (g *programGen) bare() string {
	return g.pick("hi", "ok", "z", "a", "w1", "k=v", "-n", "--z=1", "+x", "0", "7", "i:o", "h.i", "pwn", "x", "b")
}

func (g *programGen) word() string {
	switch k := g.n(24); {
	case k < 8 || g.depth > 7:
		return g.bare()
	case k < 9:
		return "'" + g.pick("o k", "$x", "a\"b", "`", "", "*", "h\\i", "a  b") + "'"
	case k < 12:
		return `"` + g.dquoted() + `"`
	case k < 13:
		return `$'` + g.pick(`\x68\x69`, `o\tk`, `a\'b`, `\u0068i`, `\150\151`, `h\\i`) + `'`
	case k < 16:
		return g.expansion(false)
	case k < 17:
		return g.pick("{a,b}", "{1..3}", "h{i,o}z", "{a,b}{1,2}", "{c..a}", "{a,}", "{x}", "{1..6..2}", "pre{'o k',z}", `{a,"$x"}`, "{{a,b},c}", "a{,}b", "{03..1}", "{$x,b}")
	case k < 18:
		return g.pick("~", "~/z", "a~b", `\~`, `"~"`, "k=~/x", "~+", "'~'/z", "--k=~", "a:~")
	case k < 19:
		return g.pick(`a\ b`, `\*`, `\$x`, "a\\\nb", `h\i`, "z\\;", `\"`, `\\`)
	case k < 20:
		return g.pick("no*ne", "[hq]q", "nn?", "f[1", "*.no")
	}
	return g.word2()
}

func (g *programGen) word2() string {
	g.depth++
	defer func() { g.depth-- }()
	return g.word() + g.pick("", "", "-", "'o k'", `"$y"`) + g.word()
}

func (g *programGen) dquoted() string {
	var b strings.Builder
	for range 1 + g.n(3) {
		switch g.n(5) {
		case 0, 1:
			b.WriteString(g.pick("hi", "o k", "'q'", `\"`, `\$`, `\\`, "*", "~", "a\\\nb", "{a,b}", " ", `h\i`, "\t"))
		default:
			b.WriteString(g.expansion(true))
		}
	}
	return b.String()
}

func (g *programGen) opWord(quoted bool) string {
	switch g.n(6) {
	case 0:
		return g.bare()
	case 1:
		return g.pick("o k", "a b", "", "i  o", "~")
	case 2:
		return g.pick(`"o k"`, `"$x"`, `"${y}"`)
	case 3:
		if quoted {
			return g.pick("'q'", "''", `\'`, `\}`)
		}
		return g.pick("'o k'", `\}`, `$'\x68'`, "'}'")
	}
	g.depth++
	defer func() { g.depth-- }()
	return g.expansion(quoted)
}

func (g *programGen) pattern() string {
	return g.pick("h", "*", "?", "[a-k]", "o*", "*o", "*k", "[!h]", `"*"`, "'h'", `\*`, "hi", "$x", `"$y"`, "o k", "[[:alpha:]]", "*[io]", "?(h)", "@(h|o)", "")
}

func (g *programGen) expansion(quoted bool) string {
	v := g.variable()
	if g.depth > 6 {
		return "$" + v
	}
	switch g.n(22) {
	case 0, 1, 2:
		return g.pick("$"+v, "${"+v+"}")
	case 3:
		return "${" + v + g.pick(":-", "-", ":=", "=", ":+", "+") + g.opWord(quoted) + "}"
	case 4:
		return "${" + v + g.pick("#", "##", "%", "%%") + g.pattern() + "}"
	case 5:
		return "${" + v + g.pick("/", "//", "/#", "/%") + g.pick("h", "i", "?", "[ho]", "o k", "*", "$y", "'o'") + g.pick("", "/", "/"+g.opWord(quoted), "/W") + "}"
	case 6:
		return "${" + v + g.pick("^", "^^", ",", ",,", "@Q", "@U", "@L", "@u", "@E", "^h", "^^[hi]", "@a", "~~") + "}"
	case 7:
		return "${" + v + g.pick(":1", ":0:1", ": -1", ":1:2", ":(1)", ":0", ": -2:1", ":0:-1", ":1+0", ":9") + "}"
	case 8:
		return g.pick("${#"+v+"}", "${!"+v+"}", "${!"+v+"*}", "${#arr[@]}", "${!arr[@]}", "${#}", "$#", "${!m[@]}", "${!v*}", "${!v@}")
	case 9, 10:
		return g.pick("${arr[0]}", "${arr[1]}", "${arr[@]}", "${arr[*]}", "${arr[-1]}", "$arr", "${arr[@]:1}", "${arr[@]:0:1}", "${arr[@]/h/H}", "${arr[@]#h}",
			"${arr[x]}", "${m[k]}", "${m[o k]}", "${m[@]}", "${arr[@]:-none}", "${arr[@]+set}", "${arr[@]^}", "${arr[@]%i}", "${m[$x]}", "${arr[9]:-d}", "${arr[1+1]}")
	case 11, 12:
		return g.pick("$1", "$2", "$@", "$*", "${1:-d}", "${@:2}", "${@:1:1}", "${*:2}", "${@: -1}", "$3", "${1#h}", "${@/h/H}", "${#1}", "${10}", "${@:-e}", "${*^}", "$1$2")
	case 13, 14, 15:
		if g.n(3) == 0 {
			return "`" + g.pick("echo hi", "printf 'o k'", "echo $x", `echo \$y`, "echo \"$x\"") + "`"
		}
		return "$(" + g.output() + ")"
	case 16, 17:
		return "$((" + g.arith() + "))"
	case 18:
		return g.pick("$?", "$_", "$0", "$-", "${PWD##*/}", "${HOME:+h}", "${UNSETV}", "${UNSETV:-u}", "${UNSETV+u}", "$IFS", "${IFS}", "$#")
	case 19:
		return "$(" + g.inline() + ")"
	}
	return "$" + v
}

func (g *programGen) arith() string {
	v := g.variable()
	switch g.n(9) {
	case 0:
		return g.pick("1", "07", "0x1f", "2#101", "1+2*3", "2**3", "7/2", "7%4", "-3", "!0", "~1", "(1+2)*2", "1<<3", "5&3", "1,2", "36#z")
	case 1:
		return v
	case 2:
		return g.pick(v+"=3", v+"+=2", v+"++", "++"+v, v+"--", v+"*=2", v+"=5,"+v+"+1", "--"+v)
	case 3:
		return v + g.pick("+", "-", "*", "<", ">", "==", "!=", "&&", "||", "<=", "|", "^") + g.pick("1", "2", "x", "$#")
	case 4:
		return g.pick("1?2:3", "0?2:3", v+"?1:2", "1&&0", "0||1", "1?x=4:(x=5)", "0&&(x=9)", "1||(x=9)")
	case 5:
		return g.pick("arr[0]", "arr[1]=4", "${#x}", "$#", "\"1\"", "${x:-1}", "$(echo 2)", "arr[1]++", "arr[0]+1", "m[k]=2", "'1'+1")
	}
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 6 {
		return "1"
	}
	return g.arith() + g.pick("+", "-", "*", ",") + "1"
}

// output is a command that prints.
func (g *programGen) output() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 6 {
		return "echo hi"
	}
	switch g.n(16) {
	case 0, 1, 2:
		return "echo " + g.words(3)
	case 3:
		return "printf " + g.pick("'%s\\n' ", "'%s:' ", "'%s' ", "'%d-' ", "'%b' ", "'%q ' ", "'%5s|' ", "'%x,' ", "'a%%b\\n' ", "'%s=%s;' ", "'%c' ", "'%-4s|' ", "'%03d' ", "-- '%s\\n' ", "'\\x68' ") + g.words(3)
	case 4:
		return "cat <<< " + g.word()
	case 5:
		return "echo " + g.pick("-n ", "-e ", "-ne ", "-E ", "") + g.pick(`'h\ti'`, `'o\nk'`, `'\x68'`, `'a\cb'`, `"$x"`, `'\0150'`)
	case 6:
		return g.output() + " | " + g.pick("cat", "rev", "tr hi HI", "tr -d h", "sed s/h/o/", "sed 's/[ho]/x/g'", "base64 | base64 -d", "head -n1", "tail -n1", "head -c2", "tr a-z A-Z", "sed -n 1p", "sed 1d", "cat -")
	case 7:
		return "rev <<< " + g.word()
	case 8:
		return "cat f1"
	case 9:
		return "{ " + g.output() + "; " + g.output() + "; }"
	case 10:
		return "( " + g.output() + " )"
	case 11:
		return g.output() + " && " + g.output()
	case 12:
		return "base64 -d <<< " + g.pick("aGk=", "byBr", "cHduIGhp")
	case 13:
		if g.funcs > 0 {
			return g.callFunc()
		}
		return "pwd | sed 's,.*,hi,'"
	case 14:
		return "for i in " + g.words(2) + "; do " + g.output() + "; done"
	}
	return "echo \"" + g.dquoted() + "\""
}

func (g *programGen) words(most int) string {
	var out []string
	for range g.n(most + 1) {
		out = append(out, g.word())
	}
	return strings.Join(out, " ")
}

func (g *programGen) callFunc() string { return fmt.Sprintf("f%d %s", g.n(g.funcs), g.words(3)) }

// condition is a command that counts for its status.
func (g *programGen) condition() string {
	return g.pick("true", "false", ":", "pwn c", "! true", "[ -n \"$x\" ]", "[[ $x == h* ]]", "[[ -z $y ]]", "((x>1))", "test \"$a\" = hi", "[[ $x =~ ^h ]]",
		"[[ a && b ]]", "[ 1 -lt 2 ]", "[[ ! $x ]]", "read -r x <<< 'o k'", "x=$(false)", "y=hi", "echo \"$x\" | pwn p", "[[ $(pwn t) || -n a ]]", "[[ 1 -eq $(pwn q) ]]", "{ pwn g; false; }", "( x=5; pwn s )", "[ \"$(pwn u)\" ]")
}

// single quotes a text so that it is one word.
func (g *programGen) quoteText(s string) string {
	if g.n(3) == 0 {
		return `"` + strings.NewReplacer(`\`, `\\`, `$`, `\$`, "`", "\\`", `"`, `\"`).Replace(s) + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// code is a text to be run by another reading of the shell.
func (g *programGen) code() string {
	g.text++
	saved, docs := g.depth, g.docs
	g.docs = nil
	s := g.inline()
	g.depth, g.docs = saved, docs
	g.text--
	return s
}

func (g *programGen) pwn() string {
	return g.pick("pwn", "pwn", "pwn", "pwn", `"pwn"`, "p'w'n", "$'pwn'", "command pwn", "\\pwn", "env pwn", "p${UNSETV}wn", "builtin command pwn", "command -- pwn", "env -u a pwn", "$(echo pwn)", "${UNSETV:-pwn}", "env a=1 pwn", "exec pwn", "{pwn,br}", "time pwn", "! pwn") +
		" " + g.words(4)
}

func (g *programGen) stmt() string {
	if g.depth > 5 || g.text > 2 {
		return "pwn " + g.bare() + " $" + g.variable()
	}
	g.depth++
	defer func() { g.depth-- }()
	switch k := g.n(60); {
	case k < 12:
		p := g.pwn()
		if strings.HasPrefix(p, "exec ") && g.depth < 3 {
			p = "( " + p + " )"
		}
		return p
	case k < 20:
		return g.assignment()
	case k < 24:
		return g.state()
	case k < 28:
		return g.stmt() + g.pick(" && ", " || ", "; ", " && ", " | ", " |& ") + g.stmt()
	case k < 31:
		return g.condition() + g.pick(" && ", " || ") + g.stmt()
	case k < 44:
		return g.compound()
	case k < 48:
		return g.pipe()
	case k < 53:
		return g.again()
	case k < 56:
		return g.redirected()
	case k < 58 && g.funcs > 0:
		return g.pick("", "", "x=pre ", "a=1 b=2 ") + g.callFunc()
	}
	return "pwn " + g.words(3)
}

func (g *programGen) assignment() string {
	v := g.variable()
	switch g.n(19) {
	case 0, 1, 2, 3, 4:
		return v + "=" + g.word()
	case 5:
		return v + "+=" + g.word()
	case 6:
		return v + "=\"" + g.dquoted() + "\""
	case 7:
		return "arr" + g.pick("=", "+=") + "(" + g.words(3) + ")"
	case 8:
		return g.pick("arr[1]=", "arr[0]+=", "arr[x]=", "arr[${#arr[@]}]=", "arr[3]=", "arr[-1]=") + g.word()
	case 9:
		return g.pick("declare -A m=([k]=hi ['o k']=z)", "declare -A m; m[k]=$x; m[$y]=o", "arr=([1]=hi [0]=o)", "arr=([2]=z)", "declare -A m=([$x]=1)", "arr=([3]=a b)")
	case 10:
		return "declare " + g.pick("", "-i ", "-l ", "-u ", "-x ", "-g ") + v + "=" + g.pick("3", "2+3", "hi", "HI", "\"$x\"", "$y", "'o k'")
	case 11:
		return "export " + v + "=" + g.word()
	case 12:
		return v + "=" + g.word() + " " + g.variable() + "=$" + v
	case 13:
		return "printf -v " + g.pick(v, v, "'arr[1]'") + g.pick(" '%s' ", " '%s-' ", " '%03d' ") + g.word()
	case 14:
		return "read -r " + g.pick(v, "a b", "-a arr", "x y z", "-d : x", "-n 2 x", "") + " <<< " + g.pick("'hi o k'", "\"$x\"", "$'o\\nk'", "i:o:k", "\" h i \"", "'h\\i'")
	case 15:
		return "mapfile " + g.pick("-t arr", "arr", "-t -n 1 arr", "-t -s 1 arr", "-d : arr") + " <<< " + g.pick("$'h\\ni'", "'o k'", "i:o:")
	case 16:
		e := v + g.pick("++", "=4", "+=1", "=x+1", "=1?2:3", "=y")
		return g.pick("(("+e+"))", "let "+g.pick(e, "'"+e+"'"))
	case 17:
		return g.pick("declare -n ref=x; ref=hi", "declare -n ref=arr; pwn \"${ref[@]}\"", "declare -n ref=y; pwn $ref", "local x=1", "declare -a arr", "declare -i x; x=1+1", "readonly ro=1; pwn $ro", "typeset x=o")
	}
	return v + "=" + g.expansion(false)
}

func (g *programGen) state() string {
	v := g.variable()
	return g.pick("set -- "+g.words(3), "set -- \"$@\" "+g.bare(), "shift", "shift 2", "unset "+v, "unset arr", "unset 'arr[0]'", "IFS="+g.pick(":", "", "' '", "i", "$' \\t\\n'"), "unset IFS",
		"set -- "+g.word()+" \"$1\"", "cd d", "cd \"$OLDPWD\"", "(cd d && pwn \"${PWD##*/}\")", "cd d; pwn \"${PWD##*/}\"; cd ..", "pushd d > f9; pwn ${PWD##*/}; popd > f9", "set -f", "set +f", "export "+v, "unset m",
		"set -- $"+v, "set - "+g.bare(), "eval 'set -- \"$@\" e'", "alias zz='pwn alias'", "unset -v "+v, "unset -f f0", "set -o noglob", "set +o noglob", "getopts hi: x -h -i z; pwn \"$x\" \"$OPTARG\" $OPTIND", "wait", ":", "shopt -u extglob", "set +e",
		"trap - EXIT", "trap "+g.quoteText(g.code())+" EXIT", "trap 'pwn err' ERR", "trap 'pwn dbg' DEBUG", "hash -p /nonexistent/zz hh", "enable -n printf; printf '' ; enable printf")
}

func (g *programGen) compound() string {
	g.depth++
	defer func() { g.depth-- }()
	switch g.n(17) {
	case 0, 1:
		s := "if " + g.condition() + "; then\n" + g.block()
		if g.n(3) == 0 {
			s += "elif " + g.condition() + "; then\n" + g.block()
		}
		if g.n(2) == 0 {
			s += "else\n" + g.block()
		}
		return s + "fi"
	case 2, 3:
		s := "case " + g.word() + " in\n"
		for range 1 + g.n(3) {
			s += g.pick("", "(") + g.pick("h*", "hi|ok", "*", "[ho]?", "\"$x\"", "'o k'", "$y", "?", "@(h|o)i") + ")\n" + g.block() + g.pick(";;\n", ";;\n", ";;&\n", ";&\n")
		}
		return s + "esac"
	case 4, 5, 6:
		return "for i in " + g.words(3) + "; do\n" + g.block() + g.pick("", "", "pwn $i\n", "[[ $i == h* ]] && break\n", "[ \"$x\" ] || continue\npwn after $i\n", "x=$x$i\n", "set -- \"$@\" $i\n") + "done"
	case 7:
		return "for i" + g.pick("", " in \"$@\"") + "; do pwn i \"$i\"; " + g.inline() + "; done"
	case 8:
		return "for ((i=0;i<" + g.pick("2", "3", "$#", "${#arr[@]}", "${#x}&&i<4") + ";i++)); do\n" + g.block() + "pwn $i\ndone"
	case 9:
		g.serial++
		w := fmt.Sprintf("w%d", g.serial)
		return w + "=0; while " + g.pick("", "pwn w; ", "x=$"+w+"; ") + "[ $" + w + " -lt " + g.pick("2", "3") + " ]; do " + w + "=$((" + w + "+1)); " + g.inline() + "; done"
	case 10:
		g.serial++
		w := fmt.Sprintf("w%d", g.serial)
		return w + "=; until [[ $" + w + " == aa ]]; do " + w + "+=a; pwn $" + w + "\n" + g.block() + "done"
	case 11:
		return "( " + g.inline() + " )" + g.pick("", "", " > f1", " 2>&1")
	case 12:
		return "{ " + g.inline() + "; }" + g.pick("", "", " > f1; cat f1 | while read -r x; do pwn \"$x\"; done", " < f1", " &\nwait", " 2>&1 | cat")
	case 13, 14, 15:
		if g.inFunc || g.text > 0 {
			return "pwn nest " + g.words(2)
		}
		n := g.n(3)
		funcs := g.funcs
		g.funcs, g.inFunc = min(n, g.funcs), true // it calls those with a lower number only: no recursion
		body := g.pick("", "local x=$1 y\n", "local a; a=$2\n", "shift\n", "local -a arr=(\"$@\")\n", "pwn \"$@\"\n", "pwn $# \"$1\"\n", "declare x=in\n", "local IFS=:\n", "local x\n") + g.block() +
			g.pick("", "", "return\npwn no\n", "return 1\n", "[ \"$1\" ] && return; pwn \"$x\"\n", "echo out\n", "x=fn\n")
		g.funcs, g.inFunc = funcs, false
		s := fmt.Sprintf(g.pick("f%d() {\n%s}", "function f%d {\n%s}", "f%d() (\n%s)"), n, body)
		if n >= g.funcs && g.depth <= 3 {
			for k := g.funcs; k < n; k++ {
				s = fmt.Sprintf("f%d() { pwn f%d \"$@\"; }\n", k, k) + s
			}
			g.funcs = n + 1
		}
		return s
	}
	return "select i in " + g.bare() + " " + g.bare() + "; do pwn $i; " + g.pick("break; ", "x=$i; break; ") + "done <<< " + g.pick("1", "2", "9")
}

func (g *programGen) pipe() string {
	return g.output() + g.pick(" | ", " | ", " |\n") + g.pick(
		"while read -r x; do pwn \"$x\"; done", "while read x y; do pwn \"$x\" \"$y\"; done", "while IFS=: read -r x y; do pwn $x \"$y\"; done", "while IFS= read -r x; do pwn \"$x\"; z=$x; done",
		"xargs pwn", "xargs -n1 pwn x", "xargs -I{} pwn {} '{}z'", "{ read x; pwn \"$x\"; }", "{ read -r x y; pwn $y \"$x\"; cat; } | xargs pwn rest", "( read x; pwn ${x:-none} )",
		"{ mapfile -t arr; pwn \"${arr[@]}\"; }", "sed 's/^/pwn /' | sh", "sed 's/.*/pwn &/' | bash", "xargs -n 2 pwn", "xargs -d '\\n' pwn", "xargs sh -c 'pwn \"$@\"' _", "xargs -n1 sh -c 'pwn \"$0\"'", "xargs -L1 pwn",
		"tr ' ' '\\n' | xargs -n1 pwn", "cat | { x=$(cat); pwn \"$x\"; }", "if read x; then pwn $x; else pwn none; fi", "for i in 1 2; do read x; pwn \"$i$x\"; done")
}

// again runs a text that is read by the shell once more.
func (g *programGen) again() string {
	code := g.code()
	switch g.n(16) {
	case 0, 1:
		return "eval " + g.quoteText(code)
	case 2, 3:
		return g.pick("", "", "x=env ", "a=1 ") + g.pick("bash", "bash", "env bash", "command bash") + " -c " + g.quoteText(code) + g.pick("", " z h i", " _ 'o k'")
	case 4:
		return g.pick("x=", "y=") + g.quoteText(code) + "; eval \"$x\""
	case 5:
		return "echo " + g.quoteText(code) + " | " + g.pick("bash", "bash -s h 'o k'")
	case 6:
		return "bash <<< " + g.quoteText(code)
	case 7:
		return "echo " + g.quoteText(code) + " > f2; " + g.pick(". ./f2", "bash f2 h i", "source ./f2 s t", "bash ./f2", "bash < f2", "cat f2 | bash")
	case 8:
		g.docs = append(g.docs, code+"\nEOF\n")
		return "bash <<'EOF'"
	case 9:
		g.serial++
		g.docs = append(g.docs, fmt.Sprintf("pwn doc %s \"%s\"\nE%d\n", g.expansion(true), g.expansion(true), g.serial))
		return fmt.Sprintf("bash <<E%d", g.serial)
	case 10:
		return "bash <(echo " + g.quoteText(code) + ")"
	case 11:
		return ". /dev/stdin <<< " + g.quoteText(code)
	case 12:
		return "( trap " + g.quoteText(code) + " EXIT; x=late )"
	case 13:
		return "find . -maxdepth 0 -exec " + g.pick("pwn {} \\;", "pwn {} +", "sh -c 'pwn \"$1\"' _ {} \\;", "bash -c "+g.quoteText(code)+" \\;")
	case 14:
		return "eval pwn " + g.words(3)
	}
	return "eval \"x=" + g.bare() + "\"; " + "env -S 'pwn s t'"
}

func (g *programGen) redirected() string {
	switch g.n(12) {
	case 0:
		g.serial++
		body := ""
		for range 1 + g.n(2) {
			body += g.pick("hi $x\n", "$(pwn sub)\n", "o k\n", "`echo bq`\n", "\\$x ${y:-d}\n", "a\\\nb\n", "'$z' \"q\"\n", "\ttab\n", "$((1+1))\n", "\\\\ \\` $\n")
		}
		d := fmt.Sprintf("E%d", g.serial)
		g.docs = append(g.docs, body+d+"\n")
		return g.pick("while read -r x; do pwn \"$x\"; done", "xargs -d '\\n' pwn", "{ read -r x y; pwn \"$x\" \"$y\"; }", "x=$(cat); pwn \"$x\"; cat", "cat > f1", "cat | xargs -d '\\n' pwn") + " <<" + g.pick("", "", "", "-") + g.pick(d, d, "'"+d+"'", `"`+d+`"`, `\`+d)
	case 1:
		return g.output() + g.pick(" > f1", " >> f1", " > f1 2>&1", " &> f1", " >| f1", " 1> f1") + "; pwn \"$(cat f1)\""
	case 2:
		return "exec 3< <(" + g.output() + "); read -r x <&3; pwn \"$x\"; exec 3<&-"
	case 3:
		return "pwn \"$(< f1)\" $(<f1)"
	case 4:
		return "read -r x < <(" + g.output() + "); pwn \"$x\""
	case 5:
		return "pwn " + g.words(2) + g.pick(" > f1", " 2> f3", " < f1", " <<< hi", " 2>&1", " >&2 2> f3", " &> f3", " {fd}> f3")
	case 6:
		return "while read -r x; do pwn \"$x\"; done < " + g.pick("f1", "<(echo hi; echo 'o k')", "<("+g.output()+")")
	case 7:
		return "> f1; " + g.output() + " >> f1; " + g.output() + " >> f1; mapfile -t arr < f1; pwn \"${arr[@]}\""
	case 8:
		return "cat <(pwn ps1) <(echo $(pwn ps2)) > f3"
	case 9:
		return g.output() + " | tee f1 > f3; pwn \"$(cat f1)\""
	case 10:
		return "{ " + g.output() + "; } > f1; { read -r x; read -r y; } < f1; pwn \"$x\" \"$y\""
	}
	return "coproc { pwn co; }; wait"
}
