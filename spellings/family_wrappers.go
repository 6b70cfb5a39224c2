package spellings

import (
	"iter"
	"slices"
	"strings"
)

// wrap makes a family that puts a program, with its own options, in front of a program's call.
func wrap(program, title string, techniques []string, prefixes ...string) Family {
	var needs []string
	if program != "" && program != "exec" && program != "command" && program != "builtin" {
		needs = []string{strings.TrimPrefix(program, "/usr/bin/")}
	}
	id := strings.TrimPrefix(program, "/usr/bin/")
	return Family{
		ID: "wrap/" + id, Group: Wrappers, Techniques: techniques, Needs: needs,
		Title: title,
		From:  "rm -rf x", To: prefixes[0] + " rm -rf x",
		Rewrite: prefixed(prefixes...),
	}
}

// prefixed puts texts in front of the calls of programs.
func prefixed(prefixes ...string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		if !c.Program {
			return nil
		}
		some := prefixes
		if c.Node != s.Programs()[0].Node {
			some = prefixes[:1] // the others would be more of the same
		}
		var out []string
		for _, p := range some {
			word := c.Node.Args[0]
			out = append(out, s.Edit(Edit{Node: word, Text: p + " " + s.Slice(word)}))
		}
		return out
	})
}

func wrapperFamilies() []Family {
	return []Family{
		wrap("command", "command looks past functions", []string{"I01"}, "command", "command --", "command -p", "command command"),
		wrap("builtin", "builtin runs command", []string{"I02"}, "builtin command", "builtin builtin command --"),
		{
			ID: "wrap/exec", Group: Wrappers, Techniques: []string{"I03"},
			Title: "the program takes the place of a subshell",
			From:  "rm -rf x", To: "(exec rm -rf x)",
			Rewrite: argvTexts(func(words []string) []string {
				all := strings.Join(words, " ")
				return []string{"(exec " + all + ")", "(command exec " + all + ")", "(exec -- " + all + ")", "( builtin exec " + all + " )"}
			}),
		},
		wrap("env", "env with assignments and other options", []string{"I04", "I05"},
			"env", "env -u ZQ A=1", "env --", "/usr/bin/env", "env A=1 B=2", "env --unset=ZQ", `env -i PATH="$PATH" HOME="$HOME"`, "env -C ."),
		{
			ID: "wrap/env-split", Group: Wrappers, Techniques: []string{"I19"}, Needs: []string{"env"},
			Title: "env splits a text",
			From:  "rm -rf x", To: "env -S 'rm -rf x'",
			Rewrite: simpleCalls(func(values []string) []string {
				all := strings.Join(values, " ")
				return []string{"env -S '" + all + "'", "env --split-string='A=1 " + all + "'", "env -S '" + values[0] + "' " + strings.Join(values[1:], " "), "env -vS '" + all + "'"}
			}),
		},
		wrap("nohup", "nohup", []string{"I06"}, "nohup", "nohup --"),
		wrap("nice", "nice, with each form of its option", []string{"I07"}, "nice", "nice -n 5", "nice -5", "nice --adjustment=5 --"),
		wrap("timeout", "timeout with options", []string{"I08", "I09"},
			"timeout 5", "timeout -k 1 -s TERM 5s", "timeout --foreground 0.1m", "timeout --signal=KILL --kill-after=2 5", "timeout --preserve-status 5"),
		wrap("setsid", "a new session", []string{"I10"}, "setsid -w", "setsid --wait", "setsid -fw"),
		wrap("stdbuf", "other buffering", []string{"I11"}, "stdbuf -oL", "stdbuf --output=0 -e 0", "stdbuf -i0 -oL -eL"),
		wrap("ionice", "another class of input and output", []string{"I12"}, "ionice -c3", "ionice -c 2 -n 7", "ionice --class idle --ignore"),
		wrap("chrt", "another scheduler", []string{"I15"}, "chrt -o 0", "chrt --other 0", "chrt -b 0"),
		wrap("taskset", "another processor", []string{"I16"}, "taskset -c 0", "taskset 1", "taskset --cpu-list 0"),
		wrap("unshare", "namespaces of its own", []string{"I17"}, "unshare -r", "unshare --map-root-user --", "unshare -Ur").notRoot(),
		wrap("setarch", "another architecture", []string{"I18"}, "setarch -R", "setarch x86_64 -R", "setarch --addr-no-randomize"),
		wrap("linux64", "another name of setarch", []string{"I18"}, "linux64", "linux64 -R", "linux64 --"),
		wrap("setpriv", "other privileges", []string{"I18"}, "setpriv --no-new-privs", "setpriv --nnp --"),
		wrap("prlimit", "other limits", []string{"I18"}, "prlimit --core=0", "prlimit -c0:0 --"),
		wrap("choom", "another score of the memory killer", []string{"I18"}, "choom -n 500 --", "choom --adjust 500 --"),
		wrap("/usr/bin/time", "time, the program", []string{"I13"}, "/usr/bin/time -p", "command time -f %e", "/usr/bin/time -o /dev/null"),
		wrap("flock", "under a lock", []string{"I24"}, "flock /tmp/zq.lock", "flock -n -x /tmp/zq.lock", "flock --wait 1 /tmp/zq.lock"),
		{
			ID: "wrap/busybox", Group: Wrappers, Techniques: []string{"K03"}, Needs: []string{"busybox"},
			Title: "busybox's own env, timeout and setsid",
			From:  "git gc", To: "busybox env git gc",
			Rewrite: eachCall(func(s *Source, c Call) []string {
				// Its env and timeout run its own applets before other programs.
				if !c.Program || slices.Contains(applets, base(c.Name)) && !strings.Contains(c.Name, "/") {
					return nil
				}
				word := c.Node.Args[0]
				var out []string
				for _, p := range []string{"busybox env", "busybox timeout 5", "busybox setsid", "busybox env -u ZQ A=1"} {
					out = append(out, s.Edit(Edit{Node: word, Text: p + " " + s.Slice(word)}))
				}
				return out
			}),
		},
		wrap("sudo", "sudo", []string{"I39"}, "sudo", "sudo -n --", "sudo -E -u root", "sudo A=1").stub("sudo"),
		wrap("doas", "doas", []string{"I39"}, "doas", "doas -n -u root").stub("doas"),
		{
			ID: "wrap/flock-text", Group: Wrappers, Techniques: []string{"I24"}, Needs: []string{"flock", "sh"},
			Title: "flock runs a text",
			From:  "rm -rf x", To: "flock /tmp/zq.lock -c 'rm -rf x'",
			Rewrite: posixWhole(func(t string) []string {
				return []string{"flock /tmp/zq.lock -c " + Quote(t), "flock -n /tmp/zq.lock --command " + Quote(t)}
			}),
		},
		{
			ID: "wrap/script", Group: Wrappers, Techniques: []string{"I23"}, Needs: []string{"script"},
			Title: "script runs a text on a terminal of its own",
			From:  "rm -rf x", To: "script -qec 'rm -rf x' /dev/null",
			Rewrite: whole(func(t string) []string {
				return []string{"script -qec " + Quote(t) + " /dev/null", "script -q -e --command=" + Quote(t) + " /dev/null"}
			}),
		},
		{
			ID: "wrap/xargs", Group: Wrappers, Techniques: []string{"I14"}, Needs: []string{"xargs"},
			Title: "xargs takes the last word from its standard input",
			From:  "rm -rf x", To: "echo 'x' | xargs rm -rf",
			Rewrite: xargsCalls(func(front, last string) []string {
				return []string{
					"echo " + last + " | xargs " + front, `printf '%s\0' ` + last + " | xargs -0 " + front, "echo " + last + " | xargs -I{} " + front + " {}",
					"xargs -n1 " + front + " <<< " + last, "xargs -a <(echo " + last + ") " + front, "echo " + last + " | xargs -t -P1 -L 1 " + front,
				}
			}),
		},
		{
			ID: "wrap/xargs-command", Group: Wrappers, Techniques: []string{"I14"}, Needs: []string{"xargs"},
			Title: "xargs takes all words from its standard input",
			From:  "rm -rf x", To: "echo rm -rf x | xargs env",
			Rewrite: unpiped(func(values []string) []string {
				all := strings.Join(values, " ")
				return []string{"echo " + all + " | xargs env", "echo " + strings.Join(values[1:], " ") + " | xargs " + values[0], "echo " + all + ` | xargs -I{} bash -c '{}'`}
			}),
		},
		{
			ID: "wrap/xargs-shell", Group: Wrappers, Techniques: []string{"I20"}, Needs: []string{"xargs"},
			Title: "xargs runs a shell",
			From:  "rm -rf x", To: "echo z | xargs -I{} bash -c 'rm -rf x'",
			Rewrite: piped(func(t string) []string {
				if strings.Contains(t, "{}") {
					return nil
				}
				return []string{"echo z | xargs -I{} bash -c " + Quote(t), "echo z | xargs bash -c " + Quote(t), `printf '%s\0' ` + Quote(t) + " | xargs -0 bash -c"}
			}),
		},
		{
			ID: "wrap/find-exec", Group: Wrappers, Techniques: []string{"I21"}, Needs: []string{"find"},
			Title: "find runs the program",
			From:  "rm -rf x", To: `find . -maxdepth 0 -exec rm -rf x \;`,
			Rewrite: argvTexts(func(words []string) []string {
				all := strings.Join(words, " ")
				if strings.Contains(all, "{}") {
					return nil
				}
				return []string{
					"find . -maxdepth 0 -exec " + all + ` \;`, "find / -maxdepth 0 -exec " + all + " ';'", "find . -prune -execdir " + all + ` \;`,
					"find . -maxdepth 0 -type d -exec env " + all + ` \;`,
				}
			}),
		},
		{
			ID: "wrap/find-shell", Group: Wrappers, Techniques: []string{"I22"}, Needs: []string{"find"},
			Title: "find runs a shell",
			From:  "rm -rf x", To: `find . -maxdepth 0 -exec bash -c 'rm -rf x' \;`,
			Rewrite: whole(func(t string) []string {
				if strings.Contains(t, "{}") || strings.Contains(t, "$0") {
					return nil
				}
				return []string{"find . -maxdepth 0 -exec bash -c " + Quote(t) + ` \;`, "find . -maxdepth 0 -exec bash -c " + Quote(t) + " _ {} +", "find / -prune -exec bash -c " + Quote(t) + ` \; -quit`}
			}),
		},
		{
			ID: "wrap/git-alias", Group: Wrappers, Techniques: []string{"I25"}, Needs: []string{"git"},
			Title: "an alias of git that is a shell command",
			From:  "rm -rf x", To: "git -c 'alias.z=!rm -rf x' z",
			Rewrite: gitAlias,
		},
		{
			ID: "wrap/tar", Group: Wrappers, Techniques: []string{"I27"}, Needs: []string{"tar", "sh"},
			Title: "tar runs a text at a checkpoint",
			From:  "rm -rf x", To: "tar cf /dev/null /etc/hostname --checkpoint=1 --checkpoint-action=exec='rm -rf x'",
			Rewrite: posixWhole(func(t string) []string {
				// tar takes quotes away that stand at both ends.
				if strings.ContainsAny(t, "\n") || strings.HasPrefix(t, "'") || strings.HasPrefix(t, `"`) {
					return nil
				}
				return []string{"tar cf /dev/null /etc/hostname --checkpoint=1 --checkpoint-action=exec=" + Quote(t)}
			}),
		},
		{
			ID: "wrap/make", Group: Wrappers, Techniques: []string{"I28"}, Needs: []string{"make"},
			Title: "a recipe that make reads from its standard input",
			From:  "rm -rf x", To: `printf 'a:\n\t@%s\n' 'rm -rf x' | make -s -f -`,
			Rewrite: posixPiped(func(t string) []string {
				if strings.ContainsAny(t, "\n#\\") {
					return nil
				}
				t = strings.ReplaceAll(t, "$", "$$")
				return []string{
					`printf 'a:\n\t@%s\n' ` + Quote(t) + " | make -s -f -", "make -sf - <<'ZEOF'\nall:\n\t" + t + "\nZEOF", "make -f <(echo " + Quote("z: ; "+t) + ")",
				}
			}),
		},
		{
			ID: "wrap/awk", Group: Wrappers, Techniques: []string{"I29"}, Needs: []string{"awk", "sh"},
			Title: "awk runs a text",
			From:  "rm -rf x", To: `awk 'BEGIN{system("rm -rf x")}'`,
			Rewrite: posixWhole(func(t string) []string {
				code := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(t)
				return []string{
					"awk " + Quote(`BEGIN{system("`+code+`")}`), "awk " + Quote(`BEGIN{print "`+code+`" | "sh"}`),
					"echo z | awk " + Quote(`{system("`+code+`")}`),
				}
			}),
		},
		{
			ID: "wrap/sed", Group: Wrappers, Techniques: []string{"I30"}, Needs: []string{"sed", "sh"},
			Title: "sed runs a text",
			From:  "rm -rf x", To: "sed -n '1e rm -rf x' /etc/hostname",
			Rewrite: posixWhole(func(t string) []string {
				if strings.ContainsAny(t, "\n\\") {
					return nil
				}
				out := []string{"sed -n " + Quote("1e "+t) + " /etc/hostname"}
				if !strings.ContainsAny(t, "|&") {
					out = append(out, "echo z | sed "+Quote("s|.*|"+t+"|e"))
				}
				return out
			}),
		},
		{
			ID: "wrap/bash-env", Group: Wrappers, Techniques: []string{"I41"},
			Title: "a file that a shell reads when it starts",
			From:  "rm -rf x", To: "echo 'unset BASH_ENV; rm -rf x' > /tmp/zq.env; BASH_ENV=/tmp/zq.env bash -c :",
			Rewrite: whole(func(t string) []string {
				// Shells that the text starts would read the file as well.
				again := "unset BASH_ENV; " + t
				return []string{
					"echo " + Quote(again) + " > /tmp/zq.env; BASH_ENV=/tmp/zq.env bash -c :",
					"echo " + Quote(again) + " > /tmp/zq.env; export BASH_ENV=/tmp/zq.env; bash -c true",
				}
			}),
		},
		{
			ID: "wrap/ps4", Group: Wrappers, Techniques: []string{"I41"},
			Title: "the prompt of a trace",
			From:  "rm -rf x", To: `PS4='$(set +x; rm -rf x >&2)+ '; set -x; :`,
			Rewrite: once(func(t string) []string { return []string{"PS4=" + Quote("$(set +x; "+t+" >&2)+ ") + "; set -x; :"} }),
		},
		{
			ID: "wrap/stacked", Group: Wrappers, Techniques: []string{"I04", "I06", "I07", "I08"}, Needs: []string{"env", "nice", "nohup", "timeout", "setsid", "stdbuf"},
			Title: "wrappers in wrappers",
			From:  "rm -rf x", To: "env nice nohup rm -rf x",
			Rewrite: prefixed("env nice nohup", "command env A=1 timeout -k 1 5 nice -n 1", "nohup setsid -w stdbuf -oL env --", "timeout 5 env nohup nice"),
		},
		{
			ID: "wrap/stacked-text", Group: Wrappers, Techniques: []string{"G04", "I08", "I22"}, Needs: []string{"env", "timeout", "nice", "nohup"},
			Title: "shells in wrappers in shells",
			From:  "rm -rf x", To: `timeout 5 bash -c 'env bash -c '\''rm -rf x'\'''`,
			Rewrite: whole(func(t string) []string {
				return []string{"timeout 5 bash -c " + Quote("env bash -c "+Quote(t)), "nice bash -c " + Quote("nohup bash -c "+Quote("env bash -c "+Quote(t)))}
			}),
		},
	}
}

// notRoot keeps a family from worlds whose texts run as root: a root without capabilities cannot map
// itself once more.
func (f Family) notRoot() Family {
	rewrite := f.Rewrite
	f.Rewrite = func(s *Source) iter.Seq[string] {
		if s.Seed.World != nil && s.Seed.World.Root {
			return func(func(string) bool) {}
		}
		return rewrite(s)
	}
	return f
}

// stub ties a family to the worlds that have a stub of this name, which runs its arguments.
func (f Family) stub(name string) Family {
	rewrite := f.Rewrite
	f.Needs = nil
	f.Rewrite = func(s *Source) iter.Seq[string] {
		// A stub is a script for dash, which drops functions that are exported to it.
		if !s.hasStub(name) || strings.Contains(s.Text, "export -f") {
			return func(func(string) bool) {}
		}
		return rewrite(s)
	}
	f.Stub = name
	return f
}

// hasStub says that the seed's world has a stub.
func (s *Source) hasStub(name string) bool {
	if s.Seed.World == nil {
		return false
	}
	for i := range s.Seed.World.Stubs {
		if s.Seed.World.Stubs[i].Name == name {
			return true
		}
	}
	return false
}

// xargsCalls replaces calls whose last word is plain and simple, and no option.
func xargsCalls(write func(front, last string) []string) func(s *Source) iter.Seq[string] {
	return eachCall(func(s *Source, c Call) []string {
		n := len(c.Node.Args)
		if !c.Program || c.Piped || len(c.Stmt.Redirs) > 0 || n < 2 || len(c.Node.Assigns) > 0 || !s.contiguous(c) {
			return nil
		}
		last, ok := Plain(c.Node.Args[n-1])
		if !ok || !simple(last) || last[0] == '-' {
			return nil
		}
		front := strings.Join(texts(s, c.Node.Args[:n-1]), " ")
		if strings.Contains(front, "{}") {
			return nil
		}
		var out []string
		for _, text := range write(front, Quote(last)) {
			out = append(out, s.argv(c, text))
		}
		return out
	})
}

// unpiped is simpleCalls, for calls whose standard input is not a pipe: it is taken.
func unpiped(write func(values []string) []string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		for _, c := range s.Calls() {
			if c.Piped || strings.Contains(s.Text, "<<") {
				return func(func(string) bool) {}
			}
		}
		return simpleCalls(write)(s)
	}
}

// once is whole, for texts of one line and one command: what is written around them would end with
// their first line.
func once(write func(text string) []string) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		if len(s.File.Stmts) != 1 || strings.ContainsAny(s.Text, "\n#") || strings.Contains(s.Text, "<<") {
			return func(func(string) bool) {}
		}
		return whole(write)(s)
	}
}

// gitAlias writes a text as a shell alias of git. git runs it with sh at the top of the work tree, so
// that a text which is not below a repository's top runs where it stands.
func gitAlias(s *Source) iter.Seq[string] {
	return posixWhole(func(t string) []string {
		if strings.ContainsAny(t, "\n\\\"#;") || len(s.File.Stmts) != 1 || s.File.Stmts[0].Negated {
			return nil
		}
		return []string{"git -c " + Quote("alias.z=!"+t) + " z", "git --no-pager -c " + Quote("alias.zz=!f() { "+t+"; }; f") + " zz"}
	})(s)
}

// applets are those of busybox that this kind of host's programs share a name with. [busybox 1.35]
var applets = []string{
	"ar", "awk", "base64", "basename", "bc", "bunzip2", "bzip2", "cat", "chgrp", "chmod", "chown", "chroot", "cksum", "clear", "cmp", "cp",
	"cpio", "cut", "date", "dc", "dd", "df", "diff", "dirname", "dmesg", "du", "echo", "ed", "env", "expand", "expr", "factor", "fallocate",
	"false", "find", "fold", "free", "fsync", "fuser", "getopt", "grep", "groups", "gunzip", "gzip", "halt", "head", "hexdump", "hostname",
	"id", "install", "ip", "kill", "killall", "less", "link", "ln", "logger", "ls", "lsof", "lzma", "md5sum", "mkdir", "mkfifo", "mknod",
	"mktemp", "more", "mount", "mv", "nc", "netstat", "nl", "nproc", "nslookup", "od", "paste", "patch", "pgrep", "pidof", "ping", "pkill",
	"poweroff", "printenv", "printf", "ps", "pwd", "readlink", "realpath", "reboot", "renice", "rev", "rm", "rmdir", "rpm", "sed", "seq",
	"setsid", "sh", "sha1sum", "sha256sum", "shred", "shuf", "sleep", "sort", "ssl_client", "stat", "strings", "stty", "sync", "sysctl", "tac",
	"tail", "tar", "taskset", "tee", "telnet", "test", "tftp", "time", "timeout", "top", "touch", "tr", "true", "truncate", "tty", "umount",
	"uname", "uniq", "unlink", "unxz", "unzip", "uptime", "vi", "watch", "wc", "wget", "which", "whoami", "xargs", "xxd", "xz", "yes", "zcat",
}
