package guard_test

import (
	"strings"
)

// quotedList writes words as elements of a list in another language.
func quotedList(argv []string) string {
	parts := make([]string, len(argv))
	for i, a := range argv {
		parts[i] = doubled(a)
	}
	return strings.Join(parts, ", ")
}

// doubled is a string literal that means the same in python, javascript, ruby, perl and php.
func doubled(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "\n", `\n`, "@", `\@`, "#", `\#`).Replace(s) + `"`
}

// doubledPlain is doubled for languages without interpolation.
func doubledPlain(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

func joined(words []string) string { return strings.Join(words, " ") }

// lineSpellings write one command from its words.
func lineSpellings() []spelling {
	type build = func(d *draft, argv, words []string) string
	l := func(family, name string, to level, f build) spelling {
		return spelling{name: name, family: family, to: to, line: f}
	}
	plain := func(f build) build {
		return func(d *draft, argv, words []string) string {
			if !allPlain(argv) {
				return ""
			}
			return f(d, argv, words)
		}
	}
	more := func(f build) build { // with an argument at least
		return func(d *draft, argv, words []string) string {
			if len(argv) < 2 {
				return ""
			}
			return f(d, argv, words)
		}
	}
	input := func(s spelling) spelling { s.stdin = true; return s }
	params := func(s spelling) spelling { s.params = true; return s }
	asks := func(s spelling) spelling { s.asks = true; return s }
	unrun := func(s spelling) spelling { s.unrun = true; return s }
	named := func(s spelling) spelling { // it looks the name of the program up
		line := s.line
		s.line = func(d *draft, argv, words []string) string {
			if strings.Contains(words[0], " ") {
				return ""
			}
			return line(d, argv, words)
		}
		return s
	}
	path := func(dir string) build {
		return func(_ *draft, argv, words []string) string {
			if strings.Contains(argv[0], "/") || words[0] != argv[0] {
				return ""
			}
			return dir + joined(words)
		}
	}
	return []spelling{
		l("whitespace", "IFS between", simple, plain(func(_ *draft, argv, _ []string) string { return strings.Join(argv, "${IFS}") })),
		l("whitespace", "IFS and $9", simple, plain(func(_ *draft, argv, _ []string) string { return strings.Join(argv, "$IFS$9") })),
		l("whitespace", "IFS slice", simple, plain(func(_ *draft, argv, _ []string) string { return strings.Join(argv, "${IFS:0:1}") })),
		l("whitespace", "tabs", simple, func(_ *draft, _, words []string) string { return strings.Join(words, "\t") }),
		l("whitespace", "many blanks", simple, func(_ *draft, _, words []string) string { return " \t " + strings.Join(words, "   \t") + "  " }),
		l("whitespace", "continued", block, func(_ *draft, _, words []string) string { return strings.Join(words, " \\\n  ") }),
		l("whitespace", "braces", simple, plain(more(func(_ *draft, argv, _ []string) string {
			if strings.Contains(joined(argv), ",") {
				return ""
			}
			return "{" + strings.Join(argv, ",") + "}"
		}))),
		l("whitespace", "braces, first empty", simple, plain(func(_ *draft, argv, _ []string) string {
			if strings.Contains(joined(argv), ",") {
				return ""
			}
			return "{," + strings.Join(argv, ",") + "}"
		})),
		l("whitespace", "escaped blank in a variable", list, plain(func(_ *draft, argv, _ []string) string {
			return "X=$'" + strings.Join(argv, `\x20`) + "'&&$X"
		})),
		l("whitespace", "IFS comma", list, plain(func(_ *draft, argv, _ []string) string {
			if strings.Contains(joined(argv), ",") {
				return ""
			}
			return "IFS=,;c=" + strings.Join(argv, ",") + ";$c"
		})),
		l("whitespace", "comma replaced", list, plain(func(_ *draft, argv, _ []string) string {
			if strings.Contains(joined(argv), ",") {
				return ""
			}
			return "c=" + strings.Join(argv, ",") + ";${c//,/ }"
		})),

		l("variables", "array", list, func(_ *draft, _, words []string) string { return "a=(" + joined(words) + `); "${a[@]}"` }),
		l("variables", "array built up", list, func(_ *draft, _, words []string) string {
			return "a=(" + words[0] + "); a+=(" + joined(words[1:]) + `); "${a[@]}"`
		}),
		l("variables", "array in pieces", list, more(func(_ *draft, _, words []string) string {
			return "a=(x " + joined(words) + `); "${a[1]}" "${a[@]:2}"`
		})),
		l("variables", "arguments in an array", list, more(func(_ *draft, _, words []string) string {
			return "a=(" + joined(words[1:]) + "); " + words[0] + ` "${a[@]}"`
		})),
		params(l("variables", "set --", list, func(_ *draft, _, words []string) string { return "set -- " + joined(words) + `; "$@"` })),
		params(l("variables", "set -- backwards", list, more(func(_ *draft, _, words []string) string {
			return "set -- " + joined(words[1:]) + "; " + words[0] + ` "$@"`
		}))),
		params(l("variables", "set and shift", list, func(_ *draft, _, words []string) string {
			return "set -- a b " + joined(words) + `; shift 2; $1 "${@:2}"`
		})),
		l("variables", "line in a variable", list, plain(func(_ *draft, argv, _ []string) string { return "c='" + joined(argv) + "'; $c" })),
		l("variables", "exported to a child", list, plain(func(_ *draft, argv, _ []string) string { return "C='" + joined(argv) + "' bash -c '$C'" })),
		l("variables", "exported before", list, plain(func(_ *draft, argv, _ []string) string { return "export C='" + joined(argv) + "'; sh -c '$C'" })),
		l("variables", "mapfile of words", list, plain(func(_ *draft, argv, _ []string) string {
			return `mapfile -t q < <(printf "%s\n" ` + joined(argv) + `);"${q[@]}"`
		})),
		l("variables", "mapfile by delimiter", list, plain(func(_ *draft, argv, _ []string) string {
			return `mapfile -d ' ' -t q < <(printf %s '` + joined(argv) + `');"${q[@]}"`
		})),
		l("variables", "read -a of words", list, plain(func(_ *draft, argv, _ []string) string {
			return "read -ra q <<< '" + joined(argv) + `'; "${q[@]}"`
		})),
		l("variables", "command in a variable", list, func(_ *draft, _, words []string) string { return "c=" + words[0] + `; "$c" ` + joined(words[1:]) }),
		l("variables", "array reversed in a loop", list, plain(func(_ *draft, argv, _ []string) string {
			rev := make([]string, len(argv))
			for i, a := range argv {
				rev[len(argv)-1-i] = a
			}
			return "a=(" + joined(rev) + `); r=(); for ((i=${#a[@]}-1;i>=0;i--)); do r+=("${a[i]}"); done; "${r[@]}"`
		})),
		l("eval", "eval of words", simple, plain(func(_ *draft, _, words []string) string { return "eval " + joined(words) })),
		l("eval", "eval joined by variables", list, func(_ *draft, _, words []string) string {
			return "x=" + single(words[0]) + "; y=" + single(joined(words[1:])) + `; eval "$x $y"`
		}),
		l("eval", "eval of an array", list, func(_ *draft, _, words []string) string { return "a=(" + single(joined(words)) + `); eval "${a[@]}"` }),

		l("xargs", "xargs arguments", list, plain(more(func(_ *draft, argv, _ []string) string {
			return "echo '" + joined(argv[1:]) + "' | xargs " + argv[0]
		}))),
		l("xargs", "xargs last", list, more(func(_ *draft, argv, words []string) string {
			n := len(argv) - 1
			return "printf '%s\\0' " + words[n] + " | xargs -0 " + joined(words[:n])
		})),
		input(l("xargs", "xargs here-string", simple, plain(more(func(_ *draft, argv, _ []string) string {
			return "xargs " + argv[0] + " <<< '" + joined(argv[1:]) + "'"
		})))),
		l("xargs", "xargs of all words", list, plain(func(_ *draft, argv, _ []string) string { return "echo " + joined(argv) + " | xargs env" })),
		l("xargs", "xargs -I", list, more(func(_ *draft, argv, words []string) string {
			n := len(argv) - 1
			return "echo " + words[n] + " | xargs -I{} " + joined(words[:n]) + " {}"
		})),
		l("xargs", "xargs -I sh -c", list, plain(more(func(_ *draft, argv, _ []string) string {
			n := len(argv) - 1
			return "echo " + argv[n] + " | xargs -I% sh -c '" + joined(argv[:n]) + " %'"
		}))),
		l("xargs", "xargs sh -c with $1", list, plain(more(func(_ *draft, argv, _ []string) string {
			n := len(argv) - 1
			return "echo " + argv[n] + " | xargs sh -c '" + joined(argv[:n]) + ` "$1"' _`
		}))),
		l("xargs", "xargs -n", list, plain(more(func(_ *draft, argv, _ []string) string {
			n := len(argv) - 1
			return "echo " + argv[n] + " | xargs -r -P 2 -n 1 -t " + joined(argv[:n])
		}))),
		l("xargs", "xargs -a", list, plain(more(func(_ *draft, argv, _ []string) string {
			return "echo " + joined(argv[1:]) + " > /tmp/xa; xargs -a /tmp/xa " + argv[0]
		}))),
		l("xargs", "xargs -d", list, plain(more(func(_ *draft, argv, _ []string) string {
			if strings.Contains(joined(argv), "+") {
				return ""
			}
			return "printf %s '" + strings.Join(argv[1:], "+") + "' | xargs -d+ " + argv[0]
		}))),
		l("find", "find -exec", simple, func(_ *draft, _, words []string) string {
			return "find . -maxdepth 0 -exec " + joined(words) + ` \;`
		}),
		l("find", "find -exec +", simple, func(_ *draft, _, words []string) string {
			return "find . -prune -execdir " + joined(words) + ` ';'`
		}),
		l("find", "find -ok by yes", list, func(_ *draft, _, words []string) string {
			return "yes | find . -maxdepth 0 -ok " + joined(words) + ` \;`
		}),

		input(l("interpreter", "python run list", simple, func(_ *draft, argv, _ []string) string {
			return "python3 -c " + single("import subprocess; subprocess.run(["+strings.ReplaceAll(quotedListPlain(argv), `\@`, "@")+"])")
		})),
		input(l("interpreter", "python execvp", simple, func(_ *draft, argv, _ []string) string {
			return "python3 -c " + single("import os\nos.execvp("+doubledPlain(argv[0])+", ["+quotedListPlain(argv)+"])")
		})),
		unrun(input(l("interpreter", "node spawn", simple, func(_ *draft, argv, _ []string) string {
			return "node -e " + single("require('child_process').spawnSync("+doubledPlain(argv[0])+", ["+quotedListPlain(argv[1:])+"], {stdio: 'inherit'})")
		}))),
		input(l("interpreter", "perl list", simple, func(_ *draft, argv, _ []string) string {
			return "perl -e " + single("system("+quotedList(argv)+")")
		})),
		input(l("interpreter", "perl exec qw", simple, plain(func(_ *draft, argv, _ []string) string {
			return "perl -e " + single("exec qw("+joined(argv)+")")
		}))),
		unrun(input(l("interpreter", "ruby list", simple, func(_ *draft, argv, _ []string) string {
			return "ruby -e " + single("system("+strings.ReplaceAll(quotedList(argv), `\@`, "@")+")")
		}))),
		l("interpreter", "argv of bash -c", simple, func(_ *draft, _, words []string) string { return `bash -c '"$@"' _ ` + joined(words) }),
		l("interpreter", "$0 of bash -c", simple, func(_ *draft, _, words []string) string { return `bash -c '"$0" "$@"' ` + joined(words) }),
		params(l("interpreter", "eval $1 of sh -c", simple, func(d *draft, _, words []string) string { return inner(d, `sh -c 'eval "$1"' _ `, words) })),
		l("interpreter", "exec $* of sh -c", simple, plain(func(_ *draft, argv, _ []string) string { return `sh -c 'exec $*' sh ` + joined(argv) })),

		l("function", "function with arguments", list, func(_ *draft, _, words []string) string { return `f(){ "$@"; }; f ` + joined(words) }),
		l("function", "function with the rest", list, more(func(_ *draft, _, words []string) string {
			return "f(){ " + words[0] + ` "$@"; }; f ` + joined(words[1:])
		})),
		l("function", "function by number", list, func(_ *draft, _, words []string) string {
			return `function f { local c=$1; shift; $c "$@"; }; f ` + joined(words)
		}),
		l("function", "alias of the name", block, func(_ *draft, argv, words []string) string {
			return "shopt -s expand_aliases\nalias z=" + single(words[0]) + "\nz " + joined(words[1:])
		}),
		l("function", "alias of the line", block, func(_ *draft, _, words []string) string {
			return "shopt -s expand_aliases\nalias z=" + single(joined(words)) + "\nz"
		}),
		l("function", "two aliases", block, func(_ *draft, _, words []string) string {
			return "shopt -s expand_aliases\nalias y=" + single(words[0]) + " z='y '\nz " + joined(words[1:])
		}),

		unrun(l("identity", "/bin", simple, path("/bin/"))),
		unrun(l("identity", "/usr/bin", simple, path("/usr/bin/"))),
		unrun(l("identity", "dotted path", simple, path("/usr/./lib/../bin//"))),
		unrun(l("identity", "relative path", simple, path("../../../bin/"))),
		unrun(l("identity", "slash from HOME", simple, path("${HOME:0:1}bin${HOME:0:1}"))),
		unrun(l("identity", "slash from PATH", simple, path("${PATH:0:1}bin/"))),
		unrun(l("identity", "directory unknown", simple, path(`"$ZDIR"/bin/`))),
		unrun(l("identity", "tilde path", simple, path("~/../../bin/"))),
		asks(unrun(l("identity", "? in the path", simple, func(_ *draft, argv, words []string) string {
			if strings.Contains(argv[0], "/") || len(argv[0]) < 2 || words[0] != argv[0] {
				return ""
			}
			return "/bin/" + argv[0][:1] + "?" + argv[0][2:] + " " + joined(words[1:])
		}))),
		asks(unrun(l("identity", "[] in the path", simple, func(_ *draft, argv, words []string) string {
			if strings.Contains(argv[0], "/") || len(argv[0]) < 2 || words[0] != argv[0] {
				return ""
			}
			return "/???/[" + argv[0][:1] + "]" + argv[0][1:] + " " + joined(words[1:])
		}))),
		unrun(l("identity", "busybox", simple, func(_ *draft, argv, words []string) string {
			if !applets[argv[0]] {
				return ""
			}
			return "busybox " + joined(words)
		})),
		unrun(l("identity", "toybox by path", simple, func(_ *draft, argv, words []string) string {
			if !applets[argv[0]] {
				return ""
			}
			return "/opt/toybox " + joined(words)
		})),
		unrun(l("identity", "coreutils", simple, func(_ *draft, argv, words []string) string {
			if !applets[argv[0]] || argv[0] == "find" || argv[0] == "sh" {
				return ""
			}
			return "coreutils --coreutils-prog=" + argv[0] + " " + joined(words[1:])
		})),
		unrun(l("identity", "copied", list, func(_ *draft, argv, words []string) string {
			return "cp /usr/bin/" + argv[0] + " /tmp/zqx && /tmp/zqx " + joined(words[1:])
		})),
		unrun(l("identity", "linked", list, func(_ *draft, argv, words []string) string {
			return "ln -sf /bin/" + argv[0] + " /tmp/zqy; /tmp/zqy " + joined(words[1:])
		})),
		named(l("identity", "linked by which", list, func(_ *draft, _, words []string) string {
			return `ln -s "$(command -v ` + words[0] + `)" /tmp/zqz$$; /tmp/zqz$$ ` + joined(words[1:])
		})),
		unrun(l("identity", "installed", list, func(_ *draft, argv, words []string) string {
			return "install -m 755 /bin/" + argv[0] + " ./zqw; ./zqw " + joined(words[1:])
		})),
		unrun(l("identity", "cat into a copy", list, func(_ *draft, argv, words []string) string {
			return "cat /bin/" + argv[0] + " > /tmp/zqv; chmod +x /tmp/zqv; /tmp/zqv " + joined(words[1:])
		})),
		unrun(l("identity", "hash -p", list, func(_ *draft, argv, words []string) string {
			return "hash -p /usr/bin/" + argv[0] + " zqx; zqx " + joined(words[1:])
		})),
		unrun(l("identity", "PATH changed", list, func(_ *draft, argv, words []string) string {
			return "mkdir -p /tmp/zb; ln -s /usr/bin/" + argv[0] + " /tmp/zb/zqx; PATH=/tmp/zb:$PATH; zqx " + joined(words[1:])
		})),
		asks(unrun(l("identity", "PATH changed, random", list, func(_ *draft, argv, words []string) string {
			return "d=$(mktemp -d); ln -s /usr/bin/" + argv[0] + " $d/zqx; PATH=$d:$PATH; zqx " + joined(words[1:])
		}))),
		named(l("identity", "command -v", simple, func(_ *draft, _, words []string) string {
			return "$(command -v " + words[0] + ") " + joined(words[1:])
		})),
		named(l("identity", "which", simple, func(_ *draft, _, words []string) string { return "`which " + words[0] + "` " + joined(words[1:]) })),
		named(l("identity", "type -P", simple, func(_ *draft, _, words []string) string {
			return `"$(type -P ` + words[0] + `)" ` + joined(words[1:])
		})),
		unrun(l("identity", "loader", simple, func(_ *draft, argv, words []string) string {
			return "/lib64/ld-linux-x86-64.so.2 /usr/bin/" + argv[0] + " " + joined(words[1:])
		})),
		l("identity", "exec -a", simple, func(_ *draft, _, words []string) string { return "exec -a ls " + joined(words) }),
		l("identity", "env -S", simple, plain(func(_ *draft, argv, _ []string) string { return "env -S '" + joined(argv) + "'" })),
		l("identity", "env -vS", simple, plain(func(_ *draft, argv, _ []string) string { return "/usr/bin/env -vS'A=1 " + joined(argv) + "'" })),
		l("identity", "env --split-string", simple, plain(func(_ *draft, argv, _ []string) string {
			return `env --split-string="` + strings.Join(argv, `\_`) + `"`
		})),
		l("identity", "env -S then words", simple, plain(more(func(_ *draft, argv, _ []string) string {
			return "env -S " + argv[0] + " " + joined(argv[1:])
		}))),
	}
}

// inner passes words to another shell, which has no variables of this one.
func inner(d *draft, command string, words []string) string {
	if d.prelude != "" {
		return ""
	}
	return command + single(joined(words))
}

func quotedListPlain(argv []string) string {
	parts := make([]string, len(argv))
	for i, a := range argv {
		parts[i] = doubledPlain(a)
	}
	return strings.Join(parts, ", ")
}

// applets are programs that busybox and its like have.
var applets = map[string]bool{
	"rm": true, "dd": true, "cat": true, "chmod": true, "find": true, "cp": true, "mv": true, "sh": true, "shred": true,
	"kill": true, "tee": true, "echo": true, "ls": true, "grep": true,
}
