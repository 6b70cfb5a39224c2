package spellings

import (
	"iter"
	"strings"

	"github.com/bashguard/bashguard/spellings/jail"
)

// moreWrapperFamilies are the programs that run a command besides those whose purpose it is, and the
// shell's own ways to run one later.
func moreWrapperFamilies() []Family {
	list := usable(append(oddWrappers(), oddPrefixes()...))
	return append(append(list, lateFamilies()...), runnerFamilies()...)
}

// oddPrefixes are programs whose arguments hold the command's words.
func oddPrefixes() []Family {
	return []Family{
		{
			ID: "wrap/strace", Group: Wrappers, Techniques: []string{"I18"}, Needs: []string{"strace"},
			Title: "strace",
			From:  "rm -rf x", To: "strace -f -o /dev/null rm -rf x",
			Rewrite: surround(around{before: "strace -f -o /dev/null ", status: true, input: true}, around{before: "strace -qq -e trace=none ", status: true, input: true}),
		},
		{
			ID: "wrap/nsenter", Group: Wrappers, Techniques: []string{"I18"}, Needs: []string{"nsenter"},
			Title: "nsenter, into no other namespace",
			From:  "rm -rf x", To: "nsenter rm -rf x",
			Rewrite: surround(around{before: "nsenter ", status: true, input: true}, around{before: "nsenter -- ", status: true, input: true}, around{before: "nsenter --wd=. ", status: true, input: true}),
		},
		{
			ID: "wrap/linux32", Group: Wrappers, Techniques: []string{"I18"}, Needs: []string{"linux32", "setarch"},
			Title: "setarch under the names of older machines",
			From:  "rm -rf x", To: "linux32 rm -rf x",
			Rewrite: surround(around{before: "linux32 ", status: true, input: true}, around{before: "setarch linux32 -R ", status: true, input: true}, around{before: "setarch i686 -- ", status: true, input: true}),
		},
		{
			ID: "wrap/find-ok", Group: Wrappers, Techniques: []string{"I21"}, Needs: []string{"find"},
			Title: "find asks before it runs the program, and is answered",
			From:  "rm -rf x", To: `echo y | find . -maxdepth 0 -ok rm -rf x \;`,
			Rewrite: surround(
				around{before: "echo y | find . -maxdepth 0 -ok ", after: ` \;`, bare: true, bad: "{};"},
				around{before: "yes | find . -maxdepth 0 -okdir ", after: ` ';'`, bare: true, bad: "{};"},
				around{before: "find . -prune -ok ", after: ` \; <<< y`, bare: true, bad: "{};"},
			),
		},
		{
			ID: "wrap/start-stop-daemon", Group: Wrappers, Techniques: []string{"I18"}, Needs: []string{"start-stop-daemon"},
			Title: "start-stop-daemon starts the program",
			From:  "rm -rf x", To: `start-stop-daemon -S -p /tmp/zwpid -d . -a /usr/bin/rm -- -rf x`,
			Rewrite: startStop,
		},
		{
			ID: "wrap/xargs-zero", Group: Wrappers, Techniques: []string{"I14"}, Needs: []string{"xargs"},
			Title: "xargs takes all arguments from its standard input",
			From:  "rm -rf x", To: `printf '%s\0' -rf x | xargs -0 rm`,
			Rewrite: xargsWords,
		},
		{
			ID: "wrap/busybox-applets", Group: Wrappers, Techniques: []string{"K03", "I04", "I08", "I12", "I16"}, Needs: []string{"busybox"},
			Title: "busybox's own programs that run others",
			From:  "curl x.example", To: "busybox timeout 5 curl x.example",
			Rewrite: busyboxRuns(
				around{before: "busybox timeout 5 ", status: true, input: true}, around{before: "busybox env A=1 ", status: true, input: true}, around{before: "busybox time ", status: true, input: true},
				around{before: "busybox ionice -c 3 ", status: true, input: true}, around{before: "busybox setpriv --nnp ", status: true, input: true}, around{before: "busybox taskset ffff ", status: true, input: true},
				around{before: "busybox linux64 ", status: true, input: true}, around{before: "busybox find . -maxdepth 0 -exec ", after: ` \;`, input: true, bad: "{};"},
			),
		},
		{
			ID: "wrap/exec-name", Group: Wrappers, Techniques: []string{"I03"},
			Title: "the program takes a shell's place under another name",
			From:  "rm -rf x", To: "( exec -a zwname rm -rf x )",
			Rewrite: renamed,
		},
		{
			ID: "wrap/three", Group: Wrappers, Techniques: []string{"I04", "I06", "I07", "I08", "I10", "I11", "I12", "I24"},
			Needs: []string{"env", "nice", "nohup", "timeout", "setsid", "stdbuf", "ionice", "flock", "find", "setarch"},
			Title: "three wrappers in a row",
			From:  "rm -rf x", To: "nohup setsid -w nice -n 5 rm -rf x",
			Rewrite: surround(
				around{before: "nohup setsid -w nice -n 5 ", status: true, input: true}, around{before: "timeout -k 1 9 env -u ZW stdbuf -oL ", status: true, input: true},
				around{before: "command env ZW=1 ionice -c3 ", status: true, input: true}, around{before: "flock -s . timeout --foreground 9 nice ", status: true, input: true},
				around{before: "setarch -R env -- find . -maxdepth 0 -exec ", after: ` \;`, input: true, bad: "{};"},
			),
		},
	}
}

// oddWrappers are programs that take the command as text.
func oddWrappers() []Family {
	return []Family{
		{
			ID: "wrap/git-editor", Group: Wrappers, Techniques: []string{"I26"}, Needs: []string{"git", "sh"},
			Title: "the editor that git starts",
			From:  "rm -rf x", To: "GIT_EDITOR='rm -rf x;:' git config -f /tmp/zwgit -e",
			Rewrite: codes(
				form{text: "GIT_EDITOR=@ git config -f /tmp/zwgit -e", code: "@;:"}, form{text: "git -c core.editor=@ config --edit --file /tmp/zwgit", code: "@;:"},
				form{text: "VISUAL=@ TERM=vt100 git config -f /tmp/zwgit -e", code: "@;:"},
			),
		},
		{
			ID: "wrap/git-ssh", Group: Wrappers, Techniques: []string{"I26"}, Needs: []string{"git", "sh"},
			Title: "the program by which git reaches another host",
			From:  "rm -rf x", To: "GIT_SSH_VARIANT=ssh GIT_SSH_COMMAND='{ rm -rf x; } >&2;:' git ls-remote x:y",
			Rewrite: codes(form{text: "GIT_SSH_VARIANT=ssh GIT_SSH_COMMAND=@ git ls-remote x:y", code: "{ @; } >&2;:", mute: true}, form{text: "git -c ssh.variant=ssh -c core.sshCommand=@ ls-remote ssh://x/y", code: "{ @; } >&2;:", mute: true}),
		},
		{
			ID: "wrap/git-diff", Group: Wrappers, Techniques: []string{"I26"}, Needs: []string{"git", "sh"},
			Title: "the program by which git compares",
			From:  "rm -rf x", To: "GIT_EXTERNAL_DIFF='rm -rf x;:' git diff --no-index /dev/null /etc/passwd",
			Rewrite: codes(form{text: "GIT_EXTERNAL_DIFF=@ git diff --no-index /dev/null /etc/passwd", code: "@;:"}, form{text: "git -c diff.external=@ diff --no-index /dev/null /etc/passwd", code: "@;:"}),
		},
		{
			ID: "wrap/git-credential", Group: Wrappers, Techniques: []string{"I26"}, Needs: []string{"git", "sh"},
			Title: "the helper that git asks for passwords",
			From:  "rm -rf x", To: "git -c credential.helper='!{ rm -rf x; } >&2;:' credential approve <<< 'url=https://u:p@x.example'",
			Rewrite: codes(form{text: "git -c credential.helper=@ credential approve <<< 'url=https://u:p@x.example'", code: "!{ @; } >&2;:", mute: true}, form{text: "echo url=https://x.example | git -c credential.helper=@ credential fill", code: "!{ @; } >&2;:", mute: true}),
		},
		{
			ID: "wrap/tar-command", Group: Wrappers, Techniques: []string{"I27"}, Needs: []string{"tar", "sh"},
			Title: "tar gives what it unpacks to a command, or packs by one",
			From:  "rm -rf x", To: "tar cf - /etc/passwd | tar xf - --to-command='rm -rf x'",
			Rewrite: codes(form{text: "tar cf - /etc/passwd | tar xf - --to-command=@"}, form{text: "tar -cf /dev/null --use-compress-program=@ /etc/passwd", code: "sh -c @", lit: func(t string) string { return Quote("{ " + t + "; } >&2") }, mute: true}),
		},
		{
			ID: "wrap/split", Group: Wrappers, Techniques: []string{"I29"}, Needs: []string{"split"},
			Title: "split gives each part to a command",
			From:  "rm -rf x", To: "split --filter='rm -rf x' <<< zw",
			Rewrite: codes(form{text: "split --filter=@ <<< zw"}, form{text: "echo zw | split -b 99 --filter @ -"}),
		},
		{
			ID: "wrap/make-eval", Group: Wrappers, Techniques: []string{"I28"}, Needs: []string{"make", "sh"},
			Title: "a recipe, an assignment or a function of make",
			From:  "rm -rf x", To: "make -s -f - <<'ZWM'\na:\n\t@rm -rf x\nZWM",
			Rewrite: makes,
		},
		{
			ID: "wrap/sed-line", Group: Wrappers, Techniques: []string{"I30"}, Needs: []string{"sed", "sh"},
			Title: "sed runs the line that it reads",
			From:  "rm -rf x", To: "sed e <<< 'rm -rf x'",
			Rewrite: codes(form{text: "sed e <<< @", line: true}, form{text: "echo @ | sed 's/^//e'", line: true}, form{text: "sed -n '1!d;s/^//ep' <<< @", line: true}),
		},
		{
			ID: "wrap/awk-pipe", Group: Wrappers, Techniques: []string{"I29"}, Needs: []string{"awk", "sh"},
			Title: "awk reads from the command",
			From:  "rm -rf x", To: `awk 'BEGIN{while(("rm -rf x"|getline x)>0)print x}'`,
			Rewrite: codes(
				form{text: "awk @", code: "BEGIN{while((@|getline x)>0)print x}", lit: pythonText, input: true}, form{text: "awk @", code: "BEGIN{exit system(@)}", lit: pythonText, input: true, status: true},
				form{text: "awk '{system($0)}' <<< @", line: true}, form{text: "echo @ | awk '{print|\"sh\"}'", line: true},
			),
		},
		{
			ID: "wrap/ed", Group: Wrappers, Techniques: []string{"I30"}, Needs: []string{"ed", "sh"},
			Title: "the editor ed runs a line",
			From:  "rm -rf x", To: "ed -s <<< '!rm -rf x'",
			Rewrite: func(s *Source) iter.Seq[string] {
				if strings.ContainsAny(s.Text, "%!") { // ed's own signs
					return none
				}
				return codes(form{text: "ed -s <<< @", code: "!@", line: true}, form{text: "echo @ | ed -s", code: "r !{ @; } >&2", line: true, mute: true})(s)
			},
		},
		{
			ID: "wrap/vim", Group: Wrappers, Techniques: []string{"I30"}, Needs: []string{"vim", "sh"},
			Title: "the editor vim runs a command",
			From:  "rm -rf x", To: "vim -es -u NONE -c '!rm -rf x' -c 'qa!'",
			Rewrite: func(s *Source) iter.Seq[string] {
				if strings.ContainsAny(s.Text, "%!#|\\\n<") { // vim's own signs
					return none
				}
				return codes(form{text: "vim -es -u NONE -c @ -c 'qa!'", code: "!@", line: true}, form{text: "vim -Nesu NONE +@ +'qa!'", code: "!@", line: true})(s)
			},
		},
		{
			ID: "wrap/gdb", Group: Wrappers, Techniques: []string{"I30"}, Needs: []string{"gdb", "sh"},
			Title: "the debugger gdb runs a command",
			From:  "rm -rf x", To: "gdb -nx -batch -ex '!rm -rf x'",
			Rewrite: codes(form{text: "gdb -nx -batch -ex @", code: "!@", line: true}, form{text: "gdb -nx -batch -ex @", code: "shell @", line: true}),
		},
		{
			ID: "wrap/sqlite3", Group: Wrappers, Techniques: []string{"I30"}, Needs: []string{"sqlite3", "sh"},
			Title: "a database's shell runs a command",
			From:  "rm -rf x", To: `sqlite3 :memory: '.shell sh -c "rm -rf x"'`,
			Rewrite: func(s *Source) iter.Seq[string] {
				if strings.ContainsAny(s.Text, "\\\"'\n$`") { // it quotes its words anew
					return none
				}
				return codes(form{text: "sqlite3 :memory: @", code: `.shell sh -c "@"`, line: true}, form{text: "sqlite3 <<< @", code: `.system sh -c "@"`, line: true})(s)
			},
		},
		{
			ID: "wrap/busybox-text", Group: Wrappers, Techniques: []string{"K03", "I29"}, Needs: []string{"busybox"},
			Title: "busybox's own shell, awk and editor",
			From:  "curl x.example", To: "busybox sh -c 'curl x.example'",
			Rewrite: func(s *Source) iter.Seq[string] {
				for _, p := range s.places() {
					if !s.asBusybox(p.Call) {
						return none
					}
				}
				return codes(
					form{text: "busybox sh -c @", input: true, status: true}, form{text: "busybox ash -ec @", input: true}, form{text: "busybox awk @", code: "BEGIN{system(@)}", lit: pythonText, input: true},
					form{text: "busybox sh <<< @"},
				)(s)
			},
		},
	}
}

// lateFamilies hand a command to the shell to be run at some event.
func lateFamilies() []Family {
	return []Family{
		{
			ID: "wrap/trap-exit", Group: Wrappers, Techniques: []string{"I40"},
			Title: "a trap for the end of the shell",
			From:  "rm -rf x", To: "trap 'rm -rf x' EXIT",
			Rewrite: whole(func(t string) []string {
				if strings.Contains(t, "trap") {
					return nil // it may have one of its own
				}
				return []string{"trap " + Quote(t) + " EXIT", "trap -- " + Quote(t) + " 0", "(trap " + Quote(t) + " exit; :)"}
			}),
		},
		{
			ID: "wrap/trap-error", Group: Wrappers, Techniques: []string{"I40"},
			Title: "a trap for a command that fails",
			From:  "rm -rf x", To: "bash -c 'trap '\\''trap - ERR; rm -rf x'\\'' ERR; false'",
			Rewrite: whole(func(t string) []string {
				return []string{"bash -c " + Quote("trap "+Quote("trap - ERR; "+t)+" ERR; false")}
			}),
		},
		{
			ID: "wrap/trap-debug", Group: Wrappers, Techniques: []string{"I40"},
			Title: "a trap for the next command",
			From:  "rm -rf x", To: "trap 'trap - DEBUG; rm -rf x' DEBUG; :",
			Rewrite: whole(func(t string) []string { return []string{"trap " + Quote("trap - DEBUG; "+t) + " DEBUG; :"} }),
		},
		{
			ID: "wrap/trap-return", Group: Wrappers, Techniques: []string{"I40"},
			Title: "a trap for the end of a function",
			From:  "rm -rf x", To: "zwr() { trap 'trap - RETURN; rm -rf x' RETURN; }; zwr",
			Rewrite: whole(func(t string) []string {
				return []string{"zwr() { trap " + Quote("trap - RETURN; "+t) + " RETURN; }; zwr"}
			}),
		},
		{
			ID: "wrap/trap-signal", Group: Wrappers, Techniques: []string{"I40"},
			Title: "a trap for a signal, which is sent",
			From:  "rm -rf x", To: "trap 'trap - USR1; rm -rf x' USR1; kill -USR1 $BASHPID; :",
			Rewrite: whole(func(t string) []string {
				return []string{
					"trap " + Quote("trap - USR1; "+t) + " USR1; kill -USR1 $BASHPID; :", "trap " + Quote("trap - HUP; "+t) + " 1; kill -1 $BASHPID; :",
				}
			}),
		},
		{
			ID: "wrap/prompt", Group: Wrappers, Techniques: []string{"I41"},
			Title: "what an interactive shell runs before its prompt",
			From:  "rm -rf x", To: "PROMPT_COMMAND='rm -rf x' bash --norc -i </dev/null",
			Rewrite: whole(func(t string) []string {
				return []string{"PROMPT_COMMAND=" + Quote(t) + " bash --norc -i </dev/null", "export PROMPT_COMMAND=" + Quote("unset PROMPT_COMMAND; "+t) + "; bash --norc -i </dev/null 2>&1"}
			}),
		},
		{
			ID: "wrap/env-file", Group: Wrappers, Techniques: []string{"I41"}, Needs: []string{"sh"},
			Title: "the file that an interactive sh reads",
			From:  "rm -rf x", To: "echo 'rm -rf x' > /tmp/zwenv; ENV=/tmp/zwenv sh -ic :",
			Rewrite: codes(form{text: "echo @ > /tmp/zwenv; ENV=/tmp/zwenv sh -ic :"}, form{text: "printf '%s\\n' @ > /tmp/zwenv; export ENV=/tmp/zwenv; sh -i </dev/null"}),
		},
		{
			ID: "wrap/bash-env-text", Group: Wrappers, Techniques: []string{"I41"},
			Title: "a substitution in the name of a shell's start file",
			From:  "rm -rf x", To: "BASH_ENV='$(unset BASH_ENV; { rm -rf x; } >&2)' bash -c :",
			Rewrite: withoutHeredocs(func(s *Source) iter.Seq[string] {
				return quotedFrames("$(unset BASH_ENV; {", "} >&2)", "BASH_ENV=@ bash -c :", "env BASH_ENV=@ bash -c true")(s)
			}),
		},
		{
			ID: "wrap/mapfile", Group: Wrappers, Techniques: []string{"D21"},
			Title: "what mapfile runs for each line",
			From:  "rm -rf x", To: "mapfile -c 1 -C 'rm -rf x;:' zwm <<< x",
			Rewrite: codes(form{text: "mapfile -c 1 -C @ zwm <<< x", code: "@;:", line: true}, form{text: "readarray -C @ -c1 zwm < <(echo x)", code: "@;:", line: true}),
		},
		{
			ID: "wrap/compgen", Group: Wrappers, Techniques: []string{"F11"},
			Title: "what the shell runs to complete a word",
			From:  "rm -rf x", To: "compgen -C 'rm -rf x;:'",
			Rewrite: codes(form{text: "compgen -C @", code: "@;:", line: true, mute: true}, form{text: "compgen -W @", code: "$({ @; } >&2)", line: true, mute: true}),
		},
	}
}

// runnerFamilies run the command through stubs of the seed's world that run what they are given.
func runnerFamilies() []Family {
	list := []Family{
		{
			ID: "wrap/su", Group: Wrappers, Techniques: []string{"I39"}, Stub: "su",
			Title: "su",
			From:  "rm -rf x", To: "su -c 'rm -rf x'",
			Rewrite: codes(form{text: "su -c @", input: true, status: true}, form{text: "su - root --command=@", input: true, status: true}),
		},
		{
			ID: "wrap/pkexec", Group: Wrappers, Techniques: []string{"I39"}, Stub: "pkexec",
			Title: "pkexec",
			From:  "rm -rf x", To: "pkexec rm -rf x",
			Rewrite: surround(around{before: "pkexec ", status: true, input: true}, around{before: "pkexec --user root ", status: true, input: true}),
		},
		{
			ID: "wrap/gosu", Group: Wrappers, Techniques: []string{"I39"}, Stub: "gosu",
			Title: "gosu",
			From:  "rm -rf x", To: "gosu root rm -rf x",
			Rewrite: surround(around{before: "gosu root ", status: true, input: true}),
		},
		{
			ID: "wrap/sudo-shell", Group: Wrappers, Techniques: []string{"I39"}, Stub: "sudo",
			Title: "sudo with a shell",
			From:  "rm -rf x", To: "sudo bash -c 'rm -rf x'",
			Rewrite: codes(form{text: "sudo bash -c @", input: true, status: true}, form{text: "sudo -n -u root sh -c @", input: true, status: true}, form{text: "echo @ | sudo -E bash"}),
		},
		{
			ID: "wrap/ssh", Group: Wrappers, Techniques: []string{"I39"}, Stub: "ssh",
			Title: "ssh to this very host",
			From:  "rm -rf x", To: "ssh localhost 'rm -rf x'",
			Rewrite: codes(form{text: "ssh localhost @"}, form{text: "ssh -o BatchMode=yes -p 22 -l dev localhost -- @"}),
		},
		{
			ID: "wrap/systemd-run", Group: Wrappers, Techniques: []string{"I42"}, Stub: "systemd-run",
			Title: "systemd-run",
			From:  "rm -rf x", To: "systemd-run --scope rm -rf x",
			Rewrite: surround(around{before: "systemd-run --scope "}, around{before: "systemd-run --user --wait --collect -- "}),
		},
		{
			ID: "wrap/at", Group: Wrappers, Techniques: []string{"I42"}, Stub: "at",
			Title: "a job for at",
			From:  "rm -rf x", To: "at now <<< 'rm -rf x'",
			Rewrite: codes(form{text: "at now <<< @"}, form{text: "echo @ | at -M now"}),
		},
		{
			ID: "wrap/batch", Group: Wrappers, Techniques: []string{"I42"}, Stub: "batch",
			Title: "a job for batch",
			From:  "rm -rf x", To: "echo 'rm -rf x' | batch",
			Rewrite: codes(form{text: "echo @ | batch"}, form{text: "batch <<< @"}),
		},
		{
			ID: "wrap/watch", Group: Wrappers, Techniques: []string{"I42"}, Stub: "watch",
			Title: "watch",
			From:  "rm -rf x", To: "watch -n 1 'rm -rf x'",
			Rewrite: codes(form{text: "watch -n 1 @"}, form{text: "watch -g @"}),
		},
		{
			ID: "wrap/parallel", Group: Wrappers, Techniques: []string{"I42"}, Stub: "parallel",
			Title: "parallel",
			From:  "rm -rf x", To: "parallel rm -rf ::: x",
			Rewrite: parallelWords,
		},
	}
	for i := range list {
		f := &list[i]
		rewrite, name := f.Rewrite, f.Stub
		f.Rewrite = func(s *Source) iter.Seq[string] {
			if w := s.Seed.World; w == nil || !runs(w, name) {
				return none
			}
			return rewrite(s)
		}
	}
	return list
}

// runs says that a world has a stub which runs what it is given.
func runs(w *jail.World, name string) bool {
	for i := range w.Stubs {
		if script := w.Stubs[i].Script; w.Stubs[i].Name == name {
			return strings.Contains(script, `exec "$@"`) || strings.Contains(script, `sh -c "$`) || strings.Contains(script, "exec sh")
		}
	}
	return false
}
