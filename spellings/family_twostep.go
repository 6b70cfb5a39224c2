package spellings

import (
	"iter"
	"strings"
)

// twoStepFamilies write the command to a file first, and have the file run then.
func twoStepFamilies() []Family {
	return usable([]Family{
		{
			ID: "file/script", Group: TwoStep, Techniques: []string{"L01"},
			Title: "a script is written, and run by a shell",
			From:  "rm -rf x", To: "echo 'rm -rf x' > /tmp/zws.sh; bash /tmp/zws.sh",
			Rewrite: script("/tmp/zws.sh", "bash @", "bash < @", `bash -c "$(< @)"`, "exec bash @"),
		},
		{
			ID: "file/source", Group: TwoStep, Techniques: []string{"L01"},
			Title: "a script is written, and sourced",
			From:  "rm -rf x", To: "echo 'rm -rf x' > /tmp/zwo.sh; . /tmp/zwo.sh",
			Rewrite: script("/tmp/zwo.sh", ". @", "source @", `eval "$(<@)"`, "builtin source @"),
		},
		{
			ID: "file/cat", Group: TwoStep, Techniques: []string{"L01"}, Needs: []string{"cat"},
			Title: "a script is written, and piped to a shell",
			From:  "rm -rf x", To: "echo 'rm -rf x' > /tmp/zwi.sh; cat /tmp/zwi.sh | bash",
			Rewrite: script("/tmp/zwi.sh", "cat @ | bash", `eval "$(cat @)"`, "bash <(cat @)"),
		},
		{
			ID: "file/heredoc-run", Group: TwoStep, Techniques: []string{"L02"}, Needs: []string{"cat", "chmod"},
			Title: "a here-document is written to a file, which is made a program and run",
			From:  "rm -rf x", To: "cat > /tmp/zwr.sh <<'ZWEND'\nrm -rf x\nZWEND\nchmod +x /tmp/zwr.sh; /tmp/zwr.sh",
			Rewrite: func(s *Source) iter.Seq[string] {
				return lines(s, "ZWEND", "cat > /tmp/zwr.sh <<'ZWEND'\n@\nZWEND\nchmod +x /tmp/zwr.sh; /tmp/zwr.sh", "cat <<'ZWEND' > /tmp/zwr.sh && chmod 755 /tmp/zwr.sh && /tmp/zwr.sh\n#!/bin/bash\n@\nZWEND")
			},
		},
		{
			ID: "file/heredoc-shell", Group: TwoStep, Techniques: []string{"L02"}, Needs: []string{"tee", "cat"},
			Title: "a here-document is written to a file, which a shell runs",
			From:  "rm -rf x", To: "cat > /tmp/zwu.sh <<'ZWEND'\nrm -rf x\nZWEND\nbash /tmp/zwu.sh",
			Rewrite: func(s *Source) iter.Seq[string] {
				return lines(s, "ZWEND", "cat > /tmp/zwu.sh <<'ZWEND'\n@\nZWEND\nbash /tmp/zwu.sh", "tee /tmp/zwu.sh >/dev/null <<'ZWEND'\n@\nZWEND\n. /tmp/zwu.sh", "cat <<'ZWEND' | tee /tmp/zwu.sh >/dev/null; bash /tmp/zwu.sh\n@\nZWEND")
			},
		},
		{
			ID: "file/moved", Group: TwoStep, Techniques: []string{"L01"}, Needs: []string{"cp", "mv", "ln", "dd", "install"},
			Title: "a script is written, and copied, moved or linked before it is run",
			From:  "rm -rf x", To: "echo 'rm -rf x' > /tmp/zwm.sh; cp /tmp/zwm.sh /tmp/zwn.sh; bash /tmp/zwn.sh",
			Rewrite: script("/tmp/zwm.sh", "cp @ /tmp/zwn.sh; bash /tmp/zwn.sh", "mv @ /tmp/zwn.sh; bash /tmp/zwn.sh", "ln -s @ /tmp/zwn.sh; bash /tmp/zwn.sh", "dd if=@ of=/tmp/zwn.sh 2>/dev/null; bash /tmp/zwn.sh", "install -m 755 @ /tmp/zwn.sh; /tmp/zwn.sh"),
		},
		{
			ID: "file/appended", Group: TwoStep, Techniques: []string{"L01"},
			Title: "a script is put together piece by piece",
			From:  "rm -rf x", To: "printf %s 'rm -' > /tmp/zwa.sh; echo 'rf x' >> /tmp/zwa.sh; bash /tmp/zwa.sh",
			Rewrite: whole(func(t string) []string {
				half := len(t) / 2
				if !ascii(t) || half == 0 || strings.Contains(t, "$0") {
					return nil
				}
				a, b := Quote(t[:half]), Quote(t[half:])
				return []string{
					"printf %s " + a + " > /tmp/zwa.sh; echo " + b + " >> /tmp/zwa.sh; bash /tmp/zwa.sh", "{ printf %s " + a + "; printf '%s\\n' " + b + "; } > /tmp/zwa.sh; bash /tmp/zwa.sh",
					"exec 7> /tmp/zwa.sh; printf %s " + a + " >&7; printf '%s\\n' " + b + " >&7; exec 7>&-; bash /tmp/zwa.sh",
				}
			}),
		},
		{
			ID: "file/function", Group: TwoStep, Techniques: []string{"L01"},
			Title: "a file of functions is written, sourced, and one is called",
			From:  "rm -rf x", To: "printf '%s\\n' 'zwfile() {' 'rm -rf x' '}' > /tmp/zwf.sh; . /tmp/zwf.sh; zwfile",
			Rewrite: whole(func(t string) []string {
				if strings.Contains(t, "alias") || strings.Contains(t, "shopt") {
					return nil // a function is read at once
				}
				return []string{"printf '%s\\n' 'zwfile() {' " + Quote(t) + " '}' > /tmp/zwf.sh; . /tmp/zwf.sh; zwfile"}
			}),
		},
		{
			ID: "file/lines", Group: TwoStep, Techniques: []string{"L01"},
			Title: "a script is written, and its lines are read and run",
			From:  "rm -rf x", To: `echo 'rm -rf x' > /tmp/zwl.sh; mapfile zwlines < /tmp/zwl.sh; eval "${zwlines[*]}"`,
			Rewrite: func(s *Source) iter.Seq[string] {
				if strings.Contains(s.Text, "\n") {
					return none
				}
				return script("/tmp/zwl.sh", `mapfile zwlines < @; eval "${zwlines[*]}"`, `while read -r zwline; do eval "$zwline"; done < @`, `IFS= read -r zwline < @; eval "$zwline"`)(s)
			},
		},
		{
			ID: "file/makefile", Group: TwoStep, Techniques: []string{"L03"}, Needs: []string{"make", "sh"},
			Title: "a makefile is written, and made",
			From:  "rm -rf x", To: "printf '%s\\n' 'clean:' '\t@rm -rf x' > /tmp/zw.mk; make -s -f /tmp/zw.mk",
			Rewrite: func(s *Source) iter.Seq[string] {
				command := s.command()
				if command == "" || strings.ContainsAny(command, "\n\\#") {
					return none
				}
				command = strings.ReplaceAll(command, "$", "$$")
				return func(yield func(string) bool) {
					_ = yield("printf '%s\\n' 'clean:' "+Quote("\t@"+command)+" > /tmp/zw.mk; make -s -f /tmp/zw.mk") &&
						yield("echo "+Quote("all: clean ; @:\nclean: ; @"+command)+" > /tmp/zw.mk; make -sf /tmp/zw.mk all")
				}
			},
		},
		{
			ID: "file/git-hook", Group: TwoStep, Techniques: []string{"L03"}, Needs: []string{"git", "chmod", "mkdir"},
			Title: "a hook of git is written, and git runs it",
			From:  "rm -rf x", To: `mkdir -p /tmp/zwhooks; printf '#!/bin/bash\ncd "$ZWD"\n%s\n' 'rm -rf x' > /tmp/zwhooks/zwhook; chmod +x /tmp/zwhooks/zwhook; git init -q /tmp/zwgit; ZWD=$PWD git -C /tmp/zwgit -c core.hooksPath=/tmp/zwhooks hook run zwhook`,
			Rewrite: withoutGit(whole(func(t string) []string {
				if strings.Contains(t, "$0") {
					return nil
				}
				return []string{"mkdir -p /tmp/zwhooks; printf '#!/bin/bash\\ncd \"$ZWD\"\\n%s\\n' " + Quote(t) + " > /tmp/zwhooks/zwhook; chmod +x /tmp/zwhooks/zwhook; git init -q /tmp/zwgit; ZWD=$PWD git -C /tmp/zwgit -c core.hooksPath=/tmp/zwhooks hook run zwhook"}
			})),
		},
		{
			ID: "file/run-parts", Group: TwoStep, Techniques: []string{"L01"}, Needs: []string{"run-parts", "mkdir", "chmod"},
			Title: "a directory of scripts is written, and run-parts runs them",
			From:  "rm -rf x", To: `mkdir -p /tmp/zwparts; printf '#!/bin/bash\n%s\n' 'rm -rf x' > /tmp/zwparts/a; chmod +x /tmp/zwparts/a; run-parts /tmp/zwparts`,
			Rewrite: whole(func(t string) []string {
				if strings.Contains(t, "$0") {
					return nil
				}
				return []string{"mkdir -p /tmp/zwparts; printf '#!/bin/bash\\n%s\\n' " + Quote(t) + " > /tmp/zwparts/a; chmod +x /tmp/zwparts/a; run-parts /tmp/zwparts"}
			}),
		},
		{
			ID: "file/find-run", Group: TwoStep, Techniques: []string{"L01", "I22"}, Needs: []string{"find", "xargs"},
			Title: "a script is written, and find or xargs has it run",
			From:  "rm -rf x", To: `echo 'rm -rf x' > /tmp/zwx.sh; find /tmp/zwx.sh -exec bash {} \;`,
			Rewrite: script("/tmp/zwx.sh", `find @ -exec bash {} \;`, "echo @ | xargs bash", "find /tmp -name zwx.sh -exec bash {} +"),
		},
		{
			ID: "file/python", Group: TwoStep, Techniques: []string{"L01", "I31"}, Needs: []string{"python3", "sh"},
			Title: "a script of another language is written, and run",
			From:  "rm -rf x", To: "printf '%s\\n' 'import os' 'os.system(\"rm -rf x\")' > /tmp/zw.py; python3 /tmp/zw.py",
			Rewrite: codes(
				form{text: "printf '%s\\n' 'import os' @ > /tmp/zw.py; python3 /tmp/zw.py", code: "os.system(@)", lit: pythonText}, form{text: "echo @ > /tmp/zw.py; python3 /tmp/zw.py", code: "import os;os.system(@)", lit: pythonText},
			),
		},
		{
			ID: "file/environment", Group: TwoStep, Techniques: []string{"I41", "L01"},
			Title: "a start file of shells is written, and a shell started",
			From:  "rm -rf x", To: "echo 'rm -rf x' > /tmp/zwrc.sh; bash --rcfile /tmp/zwrc.sh -i </dev/null",
			Rewrite: script("/tmp/zwrc.sh", "bash --rcfile @ -i </dev/null", "bash --init-file @ -ic :"),
		},
	})
}

// script writes the text to a file and then, with @ for the file, has it run.
func script(file string, run ...string) func(s *Source) iter.Seq[string] {
	return whole(func(t string) []string {
		if strings.Contains(t, "$0") {
			return nil // the script's own name: it would run itself
		}
		var out []string
		for i, r := range run {
			write := "echo " + Quote(t) + " > " + file
			if i%2 == 1 || strings.HasPrefix(t, "-") {
				write = "printf '%s\\n' " + Quote(t) + " > " + file
			}
			out = append(out, write+"; "+strings.ReplaceAll(r, "@", file))
		}
		return out
	})
}

// lines puts the whole text on lines of its own.
func lines(s *Source, end string, list ...string) iter.Seq[string] {
	if strings.Contains(s.Text, end) || strings.Contains(s.Text, "$0") {
		return none
	}
	return func(yield func(string) bool) {
		for _, text := range list {
			if !yield(strings.Replace(text, "@", s.Text, 1)) {
				return
			}
		}
	}
}

// withoutGit holds back texts that run git: inside a hook it works on the hook's repository.
func withoutGit(rewrite func(s *Source) iter.Seq[string]) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		if strings.Contains(s.Text, "git") || strings.Contains(s.Seed.Text, "git") {
			return none
		}
		return rewrite(s)
	}
}
