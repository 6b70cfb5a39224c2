package spellings

import (
	"iter"
	"strings"
)

// interpreterFamilies run a command from another language.
func interpreterFamilies() []Family {
	return usable([]Family{
		{
			ID: "python/system", Group: Interpreters, Techniques: []string{"I31"}, Needs: []string{"python3"},
			Title: "python's os.system",
			From:  "rm -rf x", To: `python3 -c 'import os;os.system("rm -rf x")'`,
			Rewrite: codes(
				form{text: "python3 -c @", code: "import os;os.system(@)", lit: pythonText, input: true},
				form{text: "python3 -Ic @", code: `__import__("os").system(@)`, lit: pythonText, input: true},
				form{text: "python3 -c @", code: "from os import system as s\ns(@)", lit: pythonText, input: true},
				form{text: "python3 -c @", code: "import os,sys;sys.exit(os.system(@)>>8)", lit: pythonText, input: true, status: true},
			),
		},
		{
			ID: "python/subprocess", Group: Interpreters, Techniques: []string{"I32"}, Needs: []string{"python3"},
			Title: "python's subprocess with a list of words",
			From:  "rm -rf x", To: `python3 -c 'import subprocess;subprocess.run(["rm","-rf","x"])'`,
			Rewrite: argvs(
				form{text: "python3 -c @", code: "import subprocess;subprocess.run([@])", lit: pythonText, input: true},
				form{text: "python3 -c @", code: "from subprocess import check_call as c\nc((@,))", lit: pythonText, input: true, status: true},
				form{text: "python3 -c @", code: "import subprocess as s;p=s.Popen(args=[@]);p.wait()", lit: pythonText, input: true},
			),
		},
		{
			ID: "python/subprocess-shell", Group: Interpreters, Techniques: []string{"I32"}, Needs: []string{"python3", "sh"},
			Title: "python's subprocess with a shell",
			From:  "rm -rf x", To: `python3 -c 'import subprocess;subprocess.run("rm -rf x",shell=True)'`,
			Rewrite: codes(
				form{text: "python3 -c @", code: "import subprocess;subprocess.run(@,shell=True)", lit: pythonText, input: true},
				form{text: "python3 -c @", code: `import subprocess as s;s.check_call(["sh","-c",@])`, lit: pythonText, input: true, status: true},
				form{text: "python3 -c @", code: "import subprocess;print(subprocess.getoutput(@))", lit: pythonText, input: true},
			),
		},
		{
			ID: "python/popen", Group: Interpreters, Techniques: []string{"I31"}, Needs: []string{"python3", "sh"},
			Title: "python reads from the command",
			From:  "rm -rf x", To: `python3 -c 'import os;print(os.popen("rm -rf x").read())'`,
			Rewrite: codes(
				form{text: "python3 -c @", code: "import os;print(os.popen(@).read())", lit: pythonText, input: true},
				form{text: "python3 -c @", code: "import os;[print(l,end='') for l in os.popen(@)]", lit: pythonText, input: true},
			),
		},
		{
			ID: "python/exec", Group: Interpreters, Techniques: []string{"I31"}, Needs: []string{"python3"},
			Title: "python becomes the program",
			From:  "rm -rf x", To: `python3 -c 'import os;os.execvp("rm",["rm","-rf","x"])'`,
			Rewrite: argvs(
				form{text: "python3 -c @", code: "import os;os.execvp(#,[@])", lit: pythonText, input: true, status: true},
				form{text: "python3 -c @", code: "import os;os.execlp(#,@)", lit: pythonText, input: true, status: true},
				form{text: "python3 -c @", code: "import os;os.waitpid(os.posix_spawnp(#,[@],os.environ),0)", lit: pythonText, input: true},
			),
		},
		{
			ID: "python/code", Group: Interpreters, Techniques: []string{"I31"}, Needs: []string{"python3"},
			Title: "python runs code that it makes",
			From:  "rm -rf x", To: `python3 -c 'exec("import os;os.system(\"rm -rf x\")")'`,
			Rewrite: codes(
				form{text: "python3 -c @", code: "exec(@)", lit: func(t string) string { return pythonText("import os;os.system(" + pythonText(t) + ")") }, input: true},
				form{text: "python3 -c @", code: `import os;getattr(os,"sys"+"tem")(@)`, lit: pythonText, input: true},
				form{text: "python3 -c @", code: `eval("__import__('o'+'s')").system(@)`, lit: pythonText, input: true},
				form{text: "python3 -c @", code: "import os;os.system(bytes([@]).decode())", lit: byteList, input: true},
			),
		},
		{
			ID: "python/heredoc", Group: Interpreters, Techniques: []string{"I36"}, Needs: []string{"python3"},
			Title: "python reads its code from standard input",
			From:  "rm -rf x", To: "python3 - <<'ZWPY'\nimport os\nos.system(\"rm -rf x\")\nZWPY",
			Rewrite: scripts(pythonText, "import os\nos.system(@)", "python3 - <<'ZWPY'\n@\nZWPY", "python3 <<ZWPY\n$\nZWPY", "python3 <<< ^", "echo ^ | python3 -"),
		},
		{
			ID: "perl/system", Group: Interpreters, Techniques: []string{"I33"}, Needs: []string{"perl"},
			Title: "perl's system with a text",
			From:  "rm -rf x", To: `perl -e 'system("rm -rf x")'`,
			Rewrite: codes(
				form{text: "perl -e @", code: "system(@)", lit: perlText, input: true},
				form{text: "perl -E @", code: "my $c=@;system $c", lit: perlText, input: true},
				form{text: "perl -we @", code: "exit(system(@)>>8)", lit: perlText, input: true, status: true},
				form{text: "perl -pe @ /dev/null", code: "BEGIN{system @}", lit: perlText, input: true},
			),
		},
		{
			ID: "perl/list", Group: Interpreters, Techniques: []string{"I33"}, Needs: []string{"perl"},
			Title: "perl's system with a list of words",
			From:  "rm -rf x", To: `perl -e 'system("rm","-rf","x")'`,
			Rewrite: argvs(
				form{text: "perl -e @", code: "system(@)", lit: perlWord, input: true},
				form{text: "perl -e @", code: "exit((system{#}@)>>8)", lit: perlWord, input: true, status: true},
			),
		},
		{
			ID: "perl/exec", Group: Interpreters, Techniques: []string{"I33"}, Needs: []string{"perl"},
			Title: "perl becomes the program",
			From:  "rm -rf x", To: `perl -e 'exec "rm -rf x"'`,
			Rewrite: codes(
				form{text: "perl -e @", code: "exec @", lit: perlText, input: true, status: true},
				form{text: "perl -e @", code: `exec("sh","-c",@)`, lit: perlText, input: true, status: true},
			),
		},
		{
			ID: "perl/qx", Group: Interpreters, Techniques: []string{"I33"}, Needs: []string{"perl"},
			Title: "perl takes the command's output",
			From:  "rm -rf x", To: `perl -e 'print qx{rm -rf x}'`,
			Rewrite: codes(
				form{text: "perl -e @", code: "print qx{@}", lit: qxText, input: true},
				form{text: "perl -e @", code: "print `@`", lit: qxText, input: true},
				form{text: "perl -e @", code: `open(F,"-|",@)&&print <F>`, lit: perlText, input: true},
				form{text: "perl -e @", code: "print readpipe(@)", lit: perlText, input: true},
			),
		},
		{
			ID: "perl/heredoc", Group: Interpreters, Techniques: []string{"I36"}, Needs: []string{"perl"},
			Title: "perl reads its code from standard input",
			From:  "rm -rf x", To: "perl - <<'ZWPL'\nsystem(\"rm -rf x\");\nZWPL",
			Rewrite: scripts(perlText, "system(@);", "perl - <<'ZWPL'\n@\nZWPL", "perl <<< ^", "echo ^ | perl"),
		},
		{
			ID: "node/exec", Group: Interpreters, Techniques: []string{"I34"}, Needs: []string{"node", "sh"},
			Title: "node's execSync",
			From:  "rm -rf x", To: `node -e 'require("child_process").execSync("rm -rf x",{stdio:"inherit"})'`,
			Rewrite: codes(
				form{text: "node -e @", code: `require("child_process").execSync(@,{stdio:"inherit"})`, lit: nodeText, input: true, status: true},
				form{text: "node -p @", code: `require("node:child_process").execSync(@).toString()`, lit: nodeText},
				form{text: "node -e @", code: `const {exec:e}=require("child_process");e(@,(x,o)=>console.log(o))`, lit: nodeText},
				form{text: "node --eval=@", code: `require("child_process").spawn(@,{shell:true,stdio:"inherit"})`, lit: nodeText, input: true},
			),
		},
		{
			ID: "node/spawn", Group: Interpreters, Techniques: []string{"I34"}, Needs: []string{"node"},
			Title: "node's spawn with a list of words",
			From:  "rm -rf x", To: `node -e 'require("child_process").spawnSync("rm",["-rf","x"],{stdio:"inherit"})'`,
			Rewrite: argvs(
				form{text: "node -e @", code: `require("child_process").spawnSync(#,[%],{stdio:"inherit"})`, lit: nodeText, input: true},
				form{text: "node -e @", code: `const {execFileSync:f}=require("child_process");f(#,[%],{stdio:"inherit"})`, lit: nodeText, input: true, status: true},
			),
		},
		{
			ID: "node/heredoc", Group: Interpreters, Techniques: []string{"I36"}, Needs: []string{"node", "sh"},
			Title: "node reads its code from standard input",
			From:  "rm -rf x", To: "node - <<'ZWJS'\nconst {execSync} = require(\"child_process\");\nexecSync(\"rm -rf x\", {stdio: \"inherit\"});\nZWJS",
			Rewrite: scripts(nodeText, "const {execSync} = require(\"child_process\");\nexecSync(@, {stdio: \"inherit\"});", "node - <<'ZWJS'\n@\nZWJS", "echo ^ | node"),
		},
		{
			ID: "ruby/system", Group: Interpreters, Techniques: []string{"I35"}, Needs: []string{"ruby"},
			Title: "ruby's system and exec",
			From:  "rm -rf x", To: `ruby -e 'system("rm -rf x")'`,
			Rewrite: codes(
				form{text: "ruby -e @", code: "system(@)", lit: rubyText, input: true},
				form{text: "ruby -e @", code: "exec @", lit: rubyText, input: true, status: true},
				form{text: "ruby -e @", code: "puts IO.popen(@).read", lit: rubyText, input: true},
			),
		},
		{
			ID: "php/system", Group: Interpreters, Techniques: []string{"I35"}, Needs: []string{"php"},
			Title: "php's system and passthru",
			From:  "rm -rf x", To: `php -r 'system("rm -rf x");'`,
			Rewrite: codes(
				form{text: "php -r @", code: "system(@);", lit: phpText, input: true},
				form{text: "php -r @", code: "passthru(@);", lit: phpText, input: true},
				form{text: "php -r @", code: "echo shell_exec(@);", lit: phpText, input: true},
			),
		},
		{
			ID: "lua/execute", Group: Interpreters, Techniques: []string{"I35"}, Needs: []string{"lua"},
			Title: "lua's os.execute and io.popen",
			From:  "rm -rf x", To: `lua -e 'os.execute("rm -rf x")'`,
			Rewrite: codes(
				form{text: "lua -e @", code: "os.execute(@)", lit: luaText, input: true, line: true},
				form{text: "lua -e @", code: `io.write(io.popen(@):read("*a"))`, lit: luaText, input: true, line: true},
			),
		},
	})
}

// argvs gives the words of a program's call to another program as a list. In the code, @ is all words,
// # the first and % the others.
func argvs(forms ...form) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			places := s.places()
			if s.opensFiles() {
				places = nil
			}
			for i := range forms {
				f := &forms[i]
				for _, p := range places {
					values, ok := plainArgv(s, p.Call)
					if !ok || p.status && !f.status || p.input && !f.input || p.coproc {
						continue
					}
					// One after the other, so that a value's own signs stay.
					code := f.code
					var b strings.Builder
					for j := range len(code) {
						switch {
						case code[j] == '@':
							b.WriteString(list(values, f.lit))
						case code[j] == '#':
							b.WriteString(f.lit(values[0]))
						case code[j] == '%':
							b.WriteString(list(values[1:], f.lit))
						default:
							b.WriteByte(code[j])
						}
					}
					if !yield(s.argv(p.Call, strings.ReplaceAll(f.text, "@", Quote(b.String())))) {
						return
					}
				}
			}
		}
	})
}

// scripts gives the whole text to another program that reads its code from standard input. In the
// frames @ is the code as it is, $ as it stands in a here-document that expands, ^ quoted.
func scripts(lit func(string) string, code string, frames ...string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		command := s.command()
		if command == "" || strings.Contains(command, "ZW") {
			return none
		}
		text := strings.ReplaceAll(code, "@", lit(command))
		return func(yield func(string) bool) {
			for _, frame := range frames {
				i := strings.IndexAny(frame, "@$^")
				as := text
				switch frame[i] {
				case '$':
					as = heredocText(text)
				case '^':
					as = Quote(text)
					if strings.HasPrefix(frame, "echo") && strings.HasPrefix(text, "-") {
						continue
					}
				}
				if !yield(frame[:i] + as + frame[i+1:]) {
					return
				}
			}
		}
	}
}

// byteList writes a text as numbers.
func byteList(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(decimal(text[i]))
	}
	return b.String()
}

func decimal(c byte) string {
	if c < 10 {
		return string('0' + c)
	}
	return decimal(c/10) + string('0'+c%10)
}

// qxText is a text between perl's quotes of commands. One that would need escapes there is written
// as an expression.
func qxText(text string) string {
	text = shellText(text)
	if strings.ContainsAny(text, "{}`\\$@\n") {
		// The quotes around it end at the first of their own kind.
		return "${\\" + strings.NewReplacer("{", `\173`, "}", `\175`, "`", `\140`).Replace(perlText(text)) + "}"
	}
	return text
}

// phpText is in single quotes, where only two characters are special, unless it has a line end.
func phpText(text string) string {
	if strings.ContainsAny(text, `\$`) {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
	}
	return literal(text, "$")
}

func luaText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", `\r`, "\t", `\t`).Replace(text) + `"`
}

// usable holds families back from seeds for which a program that they need does not do its own work.
func usable(list []Family) []Family {
	for i := range list {
		f := &list[i]
		rewrite, needs := f.Rewrite, f.Needs
		f.Rewrite = func(s *Source) iter.Seq[string] {
			for _, n := range needs {
				if !s.real(n) {
					return none
				}
			}
			return rewrite(s)
		}
	}
	return list
}
