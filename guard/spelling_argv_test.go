package guard_test

import (
	"math/rand"
	"strings"
)

// flagForms are flags that mean the same, by program.
var flagForms = map[string]map[string][]string{
	"rm":    {"-rf": {"-r -f", "-fr", "-Rf", "-r -f -v", "--recursive --force", "--recurs --forc", "-rfv", "-rrff", "-f --recursive", "-rf --no-preserve-root", "-drf"}},
	"chmod": {"-R": {"--recursive", "--recurs", "-vR", "-Rf", "-R --no-preserve-root", "-fR -v"}},
	"git": {
		"--force":     {"-f", "-uf", "-fu", "-f -v", "--forc", "-q --force", "--no-verify --force", "--force --tags"},
		"--hard":      {"--har", "--hard -q", "-q --hard", "--hard --no-recurse-submodules"},
		"-fdx":        {"-f -d -x", "-xdf", "--force -dx", "-fdxq", "-ffdx", "-d --forc -x"},
		"--no-verify": {"-n", "--no-verif", "-n -q", "-q --no-verify"},
	},
	"curl":      {"-fsSL": {"-f -s -S -L", "-LSsf", "--fail --silent --show-error --location", "-fsSL4", "-fsSL --proto =https --tlsv1.2"}},
	"shutdown":  {"-h": {"-P", "-r", "--poweroff", "-h -f"}},
	"terraform": {"-auto-approve": {"--auto-approve", "-auto-approve=true", "-auto-approve -no-color"}},
	"docker":    {"-f": {"--force", "-f=true"}},
}

// argvSpellings write a command with other arguments that do the same.
func argvSpellings() []spelling {
	a := func(family, name string, f func(d *draft, argv []string, rnd *rand.Rand) []string) spelling {
		return spelling{name: name, family: family, argv: f, unrun: true}
	}
	git := func(name string, options ...string) spelling {
		return a("git", name, func(_ *draft, argv []string, _ *rand.Rand) []string {
			if argv[0] != "git" {
				return nil
			}
			return append(append([]string{"git"}, options...), argv[1:]...)
		})
	}
	f := func(family, name string, form func(d *draft, argv []string) []token) spelling {
		return spelling{name: name, family: family, form: form, unrun: true}
	}
	// swap writes an argument in another way.
	swap := func(family, name string, swapped func(arg string) string) spelling {
		return f(family, name, func(_ *draft, argv []string) []token {
			var out []token
			done := false
			for i, arg := range argv {
				if w := swapped(arg); w != "" && i > 0 {
					out, done = append(out, token{raw: arg, text: w, fixed: true}), true
					continue
				}
				out = append(out, token{raw: arg, text: quoteWord(arg)})
			}
			if !done {
				return nil
			}
			return out
		})
	}
	root := func(name, text string) spelling {
		return swap("paths", "root as "+name, func(arg string) string {
			if arg == "/" {
				return text
			}
			return ""
		})
	}
	home := func(name, text string) spelling {
		return swap("paths", "home as "+name, func(arg string) string {
			if rest, ok := strings.CutPrefix(arg, "/home/dev"); ok && (rest == "" || rest[0] == '/') && isPlain(arg) {
				return strings.Replace(text, "^", rest, 1)
			}
			return ""
		})
	}
	file := func(name string, change func(arg string) string) spelling {
		return swap("paths", "path with "+name, func(arg string) string {
			if len(arg) > 2 && !strings.HasPrefix(arg, "/tmp/") && arg[0] == '/' && isPlain(arg) && strings.Count(arg, "/") > 1 {
				return change(arg)
			}
			return ""
		})
	}
	open := func(s spelling) spelling { s.asks = true; return s }
	out := []spelling{
		a("flags", "flags written differently", func(_ *draft, argv []string, rnd *rand.Rand) []string {
			var out []string
			done := false
			for _, arg := range argv {
				if forms := flagForms[argv[0]][arg]; len(forms) > 0 && !done {
					out, done = append(out, strings.Fields(forms[rnd.Intn(len(forms))])...), true
					continue
				}
				out = append(out, arg)
			}
			if !done {
				return nil
			}
			return out
		}),
		a("flags", "flags last", func(_ *draft, argv []string, _ *rand.Rand) []string {
			at := 1
			if argv[0] == "git" {
				at = 2
			}
			if argv[0] != "git" && argv[0] != "rm" && argv[0] != "chmod" || len(argv) < at+2 || argv[at][0] != '-' || argv[at] == "-m" || strings.Contains(joined(argv), " -- ") {
				return nil
			}
			return append(append(append([]string{}, argv[:at]...), argv[at+1:]...), argv[at])
		}),
		a("flags", "-- before operands", func(_ *draft, argv []string, _ *rand.Rand) []string {
			if argv[0] != "rm" && argv[0] != "chmod" && argv[0] != "cat" {
				return nil
			}
			i := 1
			for i < len(argv) && argv[i][0] == '-' {
				i++
			}
			return append(append(append([]string{}, argv[:i]...), "--"), argv[i:]...)
		}),
		a("flags", "more operands", func(_ *draft, argv []string, _ *rand.Rand) []string {
			if argv[0] != "rm" || len(argv) < 3 {
				return nil
			}
			return append(append(append([]string{}, argv[:2]...), "build", "dist"), argv[2:]...)
		}),
		git("git -C", "-C", "."), git("git -c", "-c", "color.ui=never"), git("git --no-pager", "--no-pager"), git("git -p", "-p", "--literal-pathspecs"),
		git("git --git-dir", "--git-dir=.git"), git("git --git-dir apart", "--git-dir", ".git", "--work-tree", "."),
		git("git -C twice", "-C", "..", "-C", "app"), git("git --config-env", "--config-env=http.x=HOME"), git("git --exec-path", "--exec-path=/usr/lib/git-core"),
		a("git", "git alias", func(_ *draft, argv []string, _ *rand.Rand) []string {
			if argv[0] != "git" || !allPlain(argv) {
				return nil
			}
			return append([]string{"git", "-c", "alias.z=" + argv[1], "z"}, argv[2:]...)
		}),
		a("git", "git alias of all", func(_ *draft, argv []string, _ *rand.Rand) []string {
			if argv[0] != "git" || !allPlain(argv) {
				return nil
			}
			return []string{"git", "-c", "alias.z=" + joined(argv[1:]), "z"}
		}),
		a("git", "git alias with !", func(_ *draft, argv []string, _ *rand.Rand) []string {
			if !allPlain(argv) {
				return nil
			}
			return append([]string{"git", "-c", "alias.z=!" + joined(argv[:len(argv)-1]), "z"}, argv[len(argv)-1])
		}),
		f("git", "git alias from the environment", func(_ *draft, argv []string) []token {
			if argv[0] != "git" || !allPlain(argv) {
				return nil
			}
			text := "env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.z GIT_CONFIG_VALUE_0='" + joined(argv[1:]) + "' git z"
			return []token{{raw: text, text: text, fixed: true}}
		}),
		f("git", "git alias set before", func(d *draft, argv []string) []token {
			if argv[0] != "git" || !allPlain(argv) {
				return nil
			}
			d.prelude += "git config alias.zz '" + joined(argv[1:]) + "'; "
			return []token{{raw: "git zz", text: "git zz", fixed: true}}
		}),

		root("//", "//"), root("/.", "/."), root("///", "'///'"), root("/usr/..", "/usr/.."), root("/./", "/./"), root("far up", "../../.."),
		root("HOME's slash", "${HOME:0:1}"), root("PWD's slash", `"${PWD:0:1}"`), root("PWD up", `"$PWD"/../../..`), root("pwd up", "$(pwd)/../../../"),
		root("home up", "~/../.."), root("HOME up", "$HOME/../.."), root("HOME cut", `"${HOME%%home*}"`), root("dirname", "$(dirname /etc)"), root("brace", "/{,}"),
		root("realpath", `"$(realpath ../../..)"`), root("proc", "/proc/self/root/"), root("proc cwd", "/proc/self/cwd/../../.."), root("variable", "${ROOT:-/}"),
		root("glob", "/*"), root("hidden glob", "/{*,.*}"), root("three globs", "/[a-z]*"), root("system", "/usr /etc /home"), root("braced dirs", "/{usr,etc,home}"),
		home("~", "~^"), home("HOME", `"$HOME^"`), home("${HOME}", "${HOME}^"), home("~dev", "~dev^"), home("/home/../home", "/home/../home/dev^"),
		home("from cwd", "..^"), home("PWD up", `"$PWD"/..^`), home("~+", "~+/..^"), home("glob", "/home/d?v^"), home("bracket", "/home/[d]ev^"),
		home("echo ~", "$(echo ~)^"), home("cd pwd", "$(cd ..; pwd)^"), home("doubled", "//home//dev/^"), home("HOME default", "${HOME:-/root}^"), home("extglob", "/home/@(dev)^"),
		home("dirname", `"$(dirname "$PWD")^"`), home("eval", `$(eval echo ~dev)^`), home("PWD cut", `"${PWD%/*}^"`), home("OLDPWD", `"$(cd ~ && pwd -P)^"`),
		file("//", func(p string) string { return strings.ReplaceAll(p, "/", "//") }),
		file("/./", func(p string) string { return strings.ReplaceAll(p, "/", "/./") }),
		file("/x/..", func(p string) string { return "/usr/.." + p }),
		file("climbing", func(p string) string { return "../../.." + p }),
		open(file("?", func(p string) string { return p[:len(p)-1] + "?" })),
		open(file("*", func(p string) string { return p[:len(p)-2] + "*" })),
		open(file("[]", func(p string) string { return p[:len(p)-1] + "[" + p[len(p)-1:] + "]" })),
		file("braces", func(p string) string { return p[:len(p)-2] + "{" + p[len(p)-2:] + "," + p[len(p)-2:] + "}" }),
		file("a variable", func(p string) string { return "${zq:-" + p[:len(p)-2] + "}" + p[len(p)-2:] }),
		file("HOME's slash", func(p string) string { return strings.ReplaceAll(p, "/", "${HOME:0:1}") }),
		file("realpath", func(p string) string { return "$(realpath " + p + ")" }),
		file("dirname and basename", func(p string) string { return `"$(dirname ` + p + `)/$(basename ` + p + `)"` }),
		f("paths", "path by cd", func(d *draft, argv []string) []token {
			last := argv[len(argv)-1]
			i := strings.LastIndexByte(last, '/')
			if i < 0 || last[0] != '/' || strings.Contains(joined(argv[:len(argv)-1]), "/") {
				return nil
			}
			dir, base := last[:max(i, 1)], "./"+last[i+1:]
			d.prelude += "cd " + dir + " && "
			return append(asTokens(argv[:len(argv)-1]), token{raw: base, text: base, fixed: true})
		}),
		f("paths", "path by pushd", func(d *draft, argv []string) []token {
			last := argv[len(argv)-1]
			i := strings.LastIndexByte(last, '/')
			if i < 0 || last[0] != '/' || strings.Contains(joined(argv[:len(argv)-1]), "/") {
				return nil
			}
			d.prelude += "pushd " + last[:max(i, 1)] + " >/dev/null; "
			base := last[i+1:]
			if base == "" {
				base = "*"
			}
			return append(asTokens(argv[:len(argv)-1]), token{raw: base, text: base, fixed: true})
		}),
		f("paths", "path by CDPATH", func(d *draft, argv []string) []token {
			last := argv[len(argv)-1]
			if !strings.HasPrefix(last, "/home/dev") || strings.Contains(joined(argv[:len(argv)-1]), "/") {
				return nil
			}
			d.prelude += "cd /; cd home; "
			return append(asTokens(argv[:len(argv)-1]), token{raw: last, text: last[6:], fixed: true})
		}),
		f("paths", "path by a symlink", func(d *draft, argv []string) []token {
			last := argv[len(argv)-1]
			i := strings.LastIndexByte(last, '/')
			if i < 0 || last[0] != '/' || strings.Contains(joined(argv[:len(argv)-1]), "/") {
				return nil
			}
			d.prelude += "ln -s " + last[:max(i, 1)] + " /tmp/zl; "
			base := "/tmp/zl/" + last[i+1:]
			return append(asTokens(argv[:len(argv)-1]), token{raw: base, text: base, fixed: true})
		}),
		f("paths", "path by env -C", func(_ *draft, argv []string) []token {
			last := argv[len(argv)-1]
			i := strings.LastIndexByte(last, '/')
			if i < 0 || last[0] != '/' || strings.Contains(joined(argv[:len(argv)-1]), "/") {
				return nil
			}
			return append(asTokens([]string{"env", "-C", last[:max(i, 1)]}), append(asTokens(argv[:len(argv)-1]), token{raw: "./" + last[i+1:], text: "./" + last[i+1:], fixed: true})...)
		}),
	}
	for _, ref := range []string{
		"+main", "+HEAD:main", "+refs/heads/main", "+HEAD:refs/heads/main", "+feature/x:main", "+refs/heads/*:refs/heads/*", ":main", ":refs/heads/main", "+@:main", "+:", "+HEAD~2:main", "feature/y +main",
		"--force HEAD:main", "-f main:refs/heads/main", "--delete main", "-d main", "--mirror", "--all --force", "--prune refs/heads/*:refs/heads/*", "--force --set-upstream main", "--force-with-lease -f main", "-f feature/y main",
	} {
		out = append(out, a("refspecs", "push "+ref, func(_ *draft, argv []string, _ *rand.Rand) []string {
			if argv[0] != "git" || len(argv) < 3 || argv[1] != "push" || argv[len(argv)-1] != "main" {
				return nil
			}
			return append([]string{"git", "push", "origin"}, strings.Fields(ref)...)
		}))
	}
	return out
}

func asTokens(argv []string) []token {
	out := make([]token, len(argv))
	for i, a := range argv {
		out[i] = token{raw: a, text: quoteWord(a)}
	}
	return out
}
