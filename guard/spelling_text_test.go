package guard_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
)

// gzipped is text as gzip packs it, in base64.
func gzipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(s))
	_ = w.Close()
	return b64(b.String())
}

// dquoted writes a text in double quotes so that nothing in it expands.
func dquoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(s) + `"`
}

// prefixes are wrappers that run what stands behind them.
var prefixes = []string{
	"command", "builtin command", "exec", "env", "env -u FOO A=1", "nohup", "nice -n 5", "nice -5", "timeout 5", "timeout -k 1 -s TERM 5s",
	"timeout --preserve-status --kill-after=3 1m", "setsid -w", "setsid --fork", "stdbuf -oL", "stdbuf --output=0 -e L", "ionice -c3", "ionice -c 2 -n 7",
	"time -p", "time", "/usr/bin/time -v", "chrt -o 0", "taskset -c 0", "taskset 0x1", "unshare -r", "setarch -R", "setarch x86_64 -R", "linux64", "env -i",
	"env -", "env --", "env -i PATH=/bin", "env --unset=X --ignore-environment", "exec -c", "exec -l", "command --", "command -p", "!", "! !", "time --", "time ! ",
	"flock /tmp/zq.lock", "flock -n /tmp/zq.lock", "prlimit --nofile=99", "choom -n 5 --", "nohup setsid nice", "timeout 9 env nice -n 3 nohup", "A=1 B=2 env",
	"FOO=bar", "FOO=bar BAZ=", "x+=1", "</dev/null", "2>&1", "2>/dev/null </dev/null", ">/dev/null 2>&1", "3<&0", "&>/dev/null", "{zfd}>/dev/null", "<<<''", "coproc",
	"env FOO='a b' nice", "'env'", `\command`, `"command"`, "/usr/bin/env", "/usr/bin/nice -n1", "$(echo command)", "${zq:-command}",
}

// distant are prefixes that need a program or a host that is not everywhere.
var distant = []string{
	"sudo", "sudo -E", "sudo -n -u root", "sudo -H FOO=1", "sudo --user=root --", "doas", "doas -u root", "pkexec", "gosu root", "setpriv --reuid=0", "run0", "runuser -u root --", "strace -f -o /dev/null", "ltrace -f", "valgrind -q", "systemd-run --scope",
	"fakeroot", "fakeroot --", "watch -n1", "watch -x", "entr -r", "busybox env", "busybox timeout 5", "toybox nice", "rtk", "dbus-run-session --", "xvfb-run -a", "faketime '2020-01-01'", "torsocks", "proxychains -q", "eatmydata", "unbuffer",
	"systemd-inhibit", "numactl --all", "chronic", "caffeinate -i", "rlwrap", "tini --", "dumb-init", "catchsegv", "cpulimit -l 50 --", "gdb --args", "perf stat", "npx -y cross-env A=1", "dotenv", "direnv exec .",
	"poetry run", "pipenv run", "uv run", "bundle exec", "mise exec --", "asdf exec", "op run --", "doppler run --", "aws-vault exec p --", "tsocks", "nsenter -t 1 -m", "cgexec -g cpu:x", "firejail --quiet", "proot -0", "softlimit -m 99", "chpst -u root", "daemonize", "ssh-agent", "lockfile-run x",
}

// far are prefixes that run it elsewhere.
var far = []string{"chroot /", "ssh localhost", "ssh -p 22 -o X=y u@h", "docker exec c", "docker exec -it c", "docker run --rm -v /:/ alpine", "kubectl exec p --", "podman exec c", "nerdctl exec c", "lxc exec c --", "vagrant ssh -c", "wsl", "gcloud compute ssh h --command", "kubectl exec -n ns p -c c --"}

// textSpellings write a command from the text of one.
func textSpellings() []spelling {
	t := func(family, name string, to level, f func(s string) string) spelling {
		return spelling{name: name, family: family, from: block, to: to, text: f}
	}
	input := func(s spelling) spelling { s.stdin = true; return s }
	oneLine := func(s spelling) spelling { s.from = list; return s }
	around := func(family, name string, to level, form string) spelling { // @Q quoted, @D in double quotes, @T as it is
		return t(family, name, to, func(s string) string {
			return strings.NewReplacer("@Q", single(s), "@S", single(single(s)), "@D", dquoted(s), "@T", s).Replace(form)
		})
	}
	var out []spelling
	for _, p := range prefixes {
		first := strings.ContainsAny(p, "<>!=") || p == "time" || strings.HasPrefix(p, "time -") || strings.HasPrefix(p, "time !") || p == "coproc" // nothing can stand in front of it
		to := simple
		if first {
			to = list
		}
		cleared := strings.Contains(p, " -i") || strings.Contains(p, "--ignore") || strings.HasSuffix(p, " -") || p == "exec -c" || p == "command -p" // of what the test sets
		out = append(out, spelling{name: "prefix " + p, family: "wrapper", from: simple, to: to, unrun: cleared, stdin: first || strings.HasPrefix(p, "exec"), text: func(s string) string { return p + " " + s }})
	}
	for _, p := range distant {
		sp := spelling{name: "prefix " + p, family: "wrapper", from: simple, to: simple, unrun: true, text: func(s string) string {
			if p == "watch -n1" && strings.ContainsAny(s, "'\"\\$`*?[{~") { // it is read again by a shell
				return ""
			}
			return p + " " + s
		}}
		out = append(out, sp)
	}
	for _, p := range far {
		f := func(s string) string {
			if strings.HasPrefix(p, "ssh") && strings.ContainsAny(s, "'\"\\$`*?[{~") {
				return ""
			}
			return p + " " + s
		}
		if strings.HasSuffix(p, "-c") || strings.HasSuffix(p, "--command") {
			f = func(s string) string { return p + " " + single(s) }
		}
		out = append(out, spelling{name: "prefix " + p, family: "remote", from: simple, to: simple, unrun: true, remote: true, text: f})
	}
	for _, f := range [][2]string{
		{"eval", "eval @Q"},
		{"eval in double quotes", "eval @D"},
		{"eval twice", "eval eval @S"},
		{"eval --", "eval -- @Q"},
		{"eval by command", "command eval @Q"},
		{"eval by builtin", "builtin eval @Q"},
		{"eval of echo", `eval "$(echo @Q)"`},
		{"eval of printf", `eval "$(printf %s @Q)"`},
	} {
		out = append(out, around("eval", f[0], simple, f[1]))
	}
	for _, f := range []string{
		"bash -c @Q", "sh -c @Q", "dash -c @Q", "/bin/bash -lc @Q", "bash -xec @Q", "bash -o pipefail -c @Q", "bash --norc --noprofile -c @Q", "bash -c @D", "env -i PATH=\"$PATH\" REC=\"$REC\" sh -c @Q",
		"bash +e -c @Q", "bash -c -- @Q", "bash -c -e @Q", "bash -ec @Q name arg", "exec bash -c @Q", "command sh -c @Q", "bash -O extglob -c @Q", "$SHELL -c @Q", "${SHELL:-bash} -c @Q", "\"$BASH\" -c @Q", "$(which bash) -c @Q",
		"bash -c 'eval \"$1\"' _ @Q", "bash -c 'eval \"$0\"' @Q", "bash -c 'sh -c \"$1\"' _ @Q", "bash -c 'bash -c \"$*\"' _ @Q", "B=@Q bash -c 'eval \"$B\"'", "env B=@Q sh -c 'eval \"$B\"'", "timeout 5 sh -c @Q", "nohup bash -c @Q", "nice env A=1 bash -c @Q", "time bash -c @Q",
		"setsid sh -c @Q", "xargs -I{} sh -c @Q <<< x", "echo x | xargs -I{} sh -c @Q", "find . -maxdepth 0 -exec sh -c @Q \\;", "find . -maxdepth 0 -exec bash -c @Q _ {} +", "env -S bash -c @Q", "busybox sh -c @Q", "bash -c \"bash -c $(printf %q @Q)\"", "ash -c @Q", "ksh -c @Q", "zsh -c @Q", "rbash -c @Q",
	} {
		to, from := simple, block
		if strings.Contains(f, " | ") || strings.HasPrefix(f, "B=") || strings.HasPrefix(f, "time ") {
			to = list
		}
		sp := around("shell -c", f, to, f)
		sp.from = from
		sp.stdin = strings.Contains(f, "xargs")
		sp.unrun = strings.Contains(f, "busybox") || strings.Contains(f, "SHELL") || strings.HasPrefix(f, "ash") || strings.HasPrefix(f, "ksh") || strings.HasPrefix(f, "zsh") || strings.Contains(f, "-lc")
		sp.params = strings.Contains(f, "_ @Q") || strings.Contains(f, "arg")
		if strings.Contains(f, "%q") {
			sp.from = list
		}
		out = append(out, sp)
	}
	out = append(out, t("shell -c", "three shells", simple, func(s string) string {
		return "bash -c " + single("sh -c "+single("bash -c "+single(s)))
	}), t("shell -c", "four shells and eval", simple, func(s string) string {
		return "sh -c " + single("eval "+single("bash -c "+single("exec sh -c "+single(s))))
	}))
	for _, f := range []string{
		"echo @Q | sh", "printf %s @Q | bash -s", "printf '%s\\n' @Q | bash -s -- a b", "echo @D | bash", "echo @Q | bash /dev/stdin", "echo @Q | . /dev/stdin", "echo @Q | tee /dev/null | sh", "echo @Q | cat | cat - | sh", "echo @Q | sudo bash", "echo @Q | env bash", "echo @Q | (bash)", "echo @Q | { sh; }",
		"echo @Q | bash -", "echo @Q | exec sh", "echo @Q | nohup sh", "(echo @Q) | sh", "{ echo :; echo @Q; } | sh", "echo @Q |& bash", "cat <<< @Q | sh", "bash <<< @Q", "bash -s <<< @Q", "sh 0<<< @Q", "<<< @Q bash", "bash /dev/fd/3 3<<< @Q", "bash <(echo @Q)", "sh <(printf '%s' @Q)", ". /dev/stdin <<< @Q",
		"source <(printf %s @Q)", "source /dev/fd/0 <<< @Q", ". <(echo @Q)", "bash < <(echo @Q)", "bash <<< \"$(echo @Q)\"", "bash < <(cat <(echo @Q))", "x=@Q; bash <<< \"$x\"", "x=@Q; echo \"$x\" | sh", "x=@Q; bash -c \"$x\"", "x=@Q; eval \"$x\"", "export x=@Q; bash -c 'eval \"$x\"'", "x=@Q; y=x; eval \"${!y}\"", "eval \"$(cat <<< @Q)\"",
		"echo @Q | xargs -0 bash -c", "echo @Q | xargs -d '\\n' -I{} sh -c {}", "xargs -0 sh -c < <(printf %s @Q)", "printf %s @Q | xargs -0 -n1 bash -c", "read -r -d '' x <<< @Q; eval \"$x\"", "x=$(cat <<< @Q); eval \"$x\"", "x=(@Q); eval \"${x[0]}\"", "printf -v x %s @Q; eval \"$x\"", "{ echo @Q > >(sh); }", "echo @Q | tee >(bash) >/dev/null",
		"exec 3<<< @Q; bash <&3", "exec 4< <(echo @Q); sh /dev/fd/4", "exec 3<<< @Q; source /dev/fd/3", "coproc echo @Q; bash <&\"${COPROC[0]}\"", "trap @Q EXIT", "trap -- @Q 0", "trap @Q DEBUG; :", "trap @Q ERR; false", "(trap @Q EXIT)", "trap @Q USR1; kill -USR1 $$",
		"mapfile -C @Q -c 1 x <<< y", "PROMPT_COMMAND=@Q bash -i", "f=/tmp/be; echo @Q > $f; BASH_ENV=$f bash -c :", "bash --rcfile <(echo @Q) -i <<< exit", "ENV=<(echo @Q) sh -i",
		"compgen -C @Q x", "enable -f /dev/null x || eval @Q", "echo @Q | while read -r l; do eval \"$l\"; done", "while IFS= read -r l; do eval \"$l\"; done <<< @Q", "while read -r l; do bash -c \"$l\"; done < <(echo @Q)", "mapfile -t L <<< @Q; eval \"${L[0]}\"", "readarray L < <(echo @Q); for l in \"${L[@]}\"; do eval \"$l\"; done",
		"for c in @Q; do eval \"$c\"; done", "for c in @Q; do bash -c \"$c\"; done", "echo @Q | $0", "echo @Q | $SHELL", "echo @Q | \"$BASH\"", "select c in @Q; do eval \"$c\"; break; done <<< 1", "IFS= read -r c < <(echo @Q) && eval \"$c\"",
		"shopt -s lastpipe; echo @Q | read -r c; eval \"$c\"", "f() { eval \"$1\"; }; f @Q", "f() { bash -c \"$*\"; }; f @Q", "f() { \"$@\"; }; f eval @Q", "g() { f() { eval \"$1\"; }; f \"$@\"; }; g @Q", "eval 'f() { eval \"$1\"; }'; f @Q", "let 'x=0' || eval @Q", "exec 5>&1; eval @Q >&5",
	} {
		sp := around("text to a shell", f, list, f)
		sp.from = list
		sp.stdin = !strings.Contains(f, "eval") || strings.Contains(f, "read") || strings.Contains(f, "|")
		sp.unrun = strings.Contains(f, "sudo") || strings.Contains(f, "SHELL") || strings.Contains(f, "$0") || strings.Contains(f, " -i") || strings.HasPrefix(f, "complete") || strings.HasPrefix(f, "echo @Q | .") || strings.HasPrefix(f, "enable")
		sp.params = strings.Contains(f, "$1") || strings.Contains(f, "$@") || strings.Contains(f, "a b")
		sp.suspect = strings.Contains(f, "PROMPT") || strings.Contains(f, "ENV=") || strings.Contains(f, "SHELL") || strings.Contains(f, "$0")
		out = append(out, sp)
	}
	out = append(out,
		input(t("heredoc", "bash heredoc", block, func(s string) string { return "bash <<'EOF'\n" + s + "\nEOF" })),
		input(t("heredoc", "bash heredoc, open", block, func(s string) string {
			if strings.ContainsAny(s, "$`\\") {
				return ""
			}
			return "bash <<EOF\n" + s + "\nEOF"
		})),
		input(oneLine(t("heredoc", "sh heredoc with tabs", block, func(s string) string { return "sh <<-'X'\n\t" + s + "\n\tX" }))),
		input(t("heredoc", "cat heredoc to bash", block, func(s string) string { return "cat <<'EOF' | bash\n" + s + "\nEOF" })),
		input(t("heredoc", "cat heredoc to env sh", block, func(s string) string { return "cat <<\\EOF | env sh -x\n" + s + "\nEOF" })),
		input(t("heredoc", "sudo heredoc", block, func(s string) string { return "bash -s -- x <<\"EOF\" 2>/dev/null\n" + s + "\nEOF" })),
		t("heredoc", "eval heredoc", block, func(s string) string { return "eval \"$(cat <<'EOF'\n" + s + "\nEOF\n)\"" }),
		t("heredoc", "bash -c heredoc", block, func(s string) string { return "bash -c \"$(cat <<'EOF'\n" + s + "\nEOF\n)\"" }),
		t("heredoc", "source heredoc", block, func(s string) string { return ". /dev/stdin <<'EOF'\n" + s + "\nEOF" }),
		t("heredoc", "read heredoc", block, func(s string) string { return "read -r -d '' x <<'EOF'\n" + s + "\nEOF\neval \"$x\"" }),
		t("heredoc", "variable of a heredoc", block, func(s string) string { return "x=$(cat <<'EOF'\n" + s + "\nEOF\n)\nbash -c \"$x\"" }),
		input(t("heredoc", "python heredoc", block, func(s string) string {
			return "python3 - <<'PY'\nimport os\nos.system(" + doubledPlain(s) + ")\nPY"
		})),
		input(t("heredoc", "perl heredoc", block, func(s string) string { return "perl <<'PL'\nsystem(" + doubled(s) + ");\nPL" })),
		oneLine(t("heredoc", "substituted in a heredoc", block, func(s string) string { return "cat <<EOF\n$( " + s + ")\nEOF" })),
		oneLine(t("heredoc", "inside a heredoc's script", block, func(s string) string {
			return "bash <<'A'\nbash <<'B'\n" + s + "\nB\nA"
		})),
		oneLine(t("heredoc", "behind a heredoc", block, func(s string) string { return "cat <<A >/dev/null; " + s + "\nx\nA" })),
		oneLine(t("heredoc", "heredoc of a function", block, func(s string) string { return "f() { sh; }\nf <<'E'\n" + s + "\nE" })),
	)
	for i := range out {
		if sp := &out[i]; sp.family == "heredoc" { // one in another would end it
			text := sp.text
			sp.text = func(s string) string {
				if strings.Contains(s, "<<") {
					return ""
				}
				return text(s)
			}
		}
	}
	for _, f := range [][2]string{
		{"base64", "echo @E | base64 -d | sh"},
		{"base64", "bash -c \"$(base64 --decode <<< @E)\""},
		{"base64", "eval \"$(echo @E | base64 -d)\""},
		{"base64", "bash <(base64 -d <<< @E)"},
		{"base64", "base64 -di <<< @E | bash"},
		{"base64", "echo @E | openssl base64 -d -A | sh"},
		{"base64", "openssl enc -base64 -d -A <<< @E | sh"},
		{"base64", "source <(base64 -d <<< @E)"},
		{"base64", "x=@E; echo $x | base64 -d | bash"},
		{"base64", "echo @E | base64 -d > /tmp/b.sh; bash /tmp/b.sh"},
		{"base64", "echo @E | rev | rev | base64 -d | sh"},
		{"base64", "printf %s @E | basenc --base64 -d | sh"},
		{"base64", "busybox base64 -d <<< @E | sh"},
		{"base64", "echo @E | gbase64 -d | sh"},
		{"base64", "echo @E | tr -d '\\n' | base64 --decode | bash -s"},
		{"base64", "python3 -c 'import base64;print(base64.b64decode(\"@E\").decode())' | sh"},
		{"base64", "python3 -c 'import os,base64;os.system(base64.b64decode(\"@E\").decode())'"},
		{"base64", "python3 -c 'import base64 as b,subprocess as s;s.run(b.b64decode(\"@E\").decode(),shell=True)'"},
		{"base64", "perl -MMIME::Base64 -e 'system(decode_base64(\"@E\"))'"},
		{"base64", "node -e 'require(\"child_process\").execSync(Buffer.from(\"@E\",\"base64\").toString())'"},
		{"base64", "ruby -e 'system(\"@E\".unpack1(\"m\"))'"},
		{"base64", "php -r 'system(base64_decode(\"@E\"));'"},
		{"base64", "ruby -rbase64 -e 'exec Base64.decode64(\"@E\")'"},
		{"base32", "echo @E | base32 -d | bash"},
		{"base32", "bash -c \"$(base32 --decode <<< @E)\""},
		{"hex", "echo @E | xxd -r -p | sh"},
		{"hex", "xxd -p -r <<< @E | bash"},
		{"hex", "basenc --base16 -d <<< @E | sh"},
		{"hex", "python3 -c 'import os;os.system(bytes.fromhex(\"@E\").decode())'"},
		{"hex", "perl -e 'system pack(\"H*\",\"@E\")'"},
		{"hex", "echo @E | sed 's/../\\\\x&/g' | xargs -0 printf %b | sh"},
		{"escapes", "printf '@E' | bash"},
		{"escapes", "printf %b '@E' | sh"},
		{"escapes", "echo -e '@E' | sh"},
		{"escapes", "echo -ne '@E' | bash"},
		{"escapes", "eval $'@E'"},
		{"escapes", "bash -c $'@E'"},
		{"escapes", "bash <<< $'@E'"},
		{"escapes", "x='@E'; eval \"${x@@E}\""},
		{"escapes", "x='@E'; printf \"$x\" | sh"},
		{"escapes", "eval \"$(printf '@E')\""},
		{"octal", "printf '@E' | bash"},
		{"octal", "eval $'@E'"},
		{"octal", "bash -c \"$(printf '@E')\""},
		{"gzip", "printf @E|base64 -d|gunzip -c|bash"},
		{"gzip", "base64 -d <<< @E | zcat | sh"},
		{"gzip", "base64 -d <<< @E | gzip -dc | sh"},
		{"reversed", "rev <<< @E | sh"},
		{"reversed", "echo @E | rev | bash"},
		{"reversed", "eval \"$(rev <<< @E)\""},
		{"reversed", "python3 -c 'import os;os.system(@P[::-1])'"},
		{"reversed", "perl -e 'system(scalar reverse(@P))'"},
		{"rot13", "tr a-zA-Z n-za-mN-ZA-M <<< @E | sh"},
		{"rot13", "echo @E | tr 'A-Za-z' 'N-ZA-Mn-za-m' | bash"},
		{"rot13", "python3 -c 'import os,codecs;os.system(codecs.decode(@P,\"rot13\"))'"},
		{"rot13", "bash -c \"$(tr '[a-m][n-z][A-M][N-Z]' '[n-z][a-m][N-Z][A-M]' <<< @E)\""},
		{"rot13", "echo @E | perl -pe 'tr/A-Za-z/N-ZA-Mn-za-m/' | sh"},
		{"underscored", "echo @E | sed 's/~//g' | sh"},
		{"underscored", "echo @E | tr -d '~' | sh"},
		{"underscored", "x=@E; eval \"${x//\\~/}\""},
		{"underscored", "sed -e s/~//g <<< @E | bash"},
		{"underscored", "awk '{gsub(/~/,\"\");print}' <<< @E | sh"},
		{"underscored", "python3 -c 'import os;os.system(@P.replace(\"~\",\"\"))'"},
		{"padded", "echo @E | cut -c4- | sh"},
		{"padded", "cut -c 4- <<< @E | bash"},
		{"padded", "x=@E; eval \"${x:3}\""},
		{"padded", "tail -c +4 <<< @E | sh"},
		{"padded", "echo @E | sed 's/^...//' | sh"},
		{"padded", "echo @E | dd bs=1 skip=3 2>/dev/null | sh"},
		{"padded", "python3 -c 'import os;os.system(@P[3:])'"},
		{"codes", "awk 'BEGIN{printf @E}' | sh"},
		{"chr", "python3 -c 'import os;os.system(\"\".join(map(chr,[@E])))'"},
		{"chr", "python3 -c 'print(\"\".join(chr(i) for i in [@E]))' | sh"},
		{"chr", "perl -e 'system(join \"\", map chr, @E)'"},
		{"chr", "node -e 'require(\"child_process\").execSync(String.fromCharCode(@E))'"},
		{"chr", "ruby -e 'system [@E].pack(\"c*\")'"},
	} {
		kind, form := f[0], f[1]
		sp := t("encoded", form, list, func(s string) string {
			var e string
			p := ""
			switch kind {
			case "base64":
				e = b64(s)
			case "base32":
				e = b32(s)
			case "hex":
				e = strings.ToUpper(hexText(s))
			case "escapes":
				e = hexBytes(s)
			case "octal":
				e = octBytes(s)
			case "gzip":
				e = gzipped(s)
			case "reversed", "rot13", "underscored", "padded":
				switch kind {
				case "reversed":
					e = reversed(s)
				case "rot13":
					e = rot13(s)
				case "underscored":
					if strings.ContainsAny(s, "~\\") {
						return ""
					}
					e = each(s, func(_ int, c byte) string { return string(c) + "~" })
				case "padded":
					if strings.Contains(s, "\n") {
						return ""
					}
					e = "zzz" + s
				}
				if strings.Contains(s, "\n") && kind == "reversed" {
					return ""
				}
				if p = doubled(e); strings.ContainsAny(e, "'$@#\\") && strings.Contains(form, "@P") {
					return ""
				}
				e = single(e)
			case "codes":
				e = `"` + strings.Repeat("%c", len(s)) + `"` + each(s, func(_ int, c byte) string { return fmt.Sprintf(",%d", c) })
			case "chr":
				e = strings.TrimPrefix(each(s, func(_ int, c byte) string { return fmt.Sprintf(",%d", c) }), ",")
			}
			return strings.NewReplacer("@@E", "@E", "@E", e, "@P", p).Replace(form)
		})
		sp.stdin = true
		sp.unrun = strings.Contains(form, "node") || strings.Contains(form, "ruby") || strings.Contains(form, "php") || strings.Contains(form, "busybox") || strings.Contains(form, "gbase64") || strings.Contains(form, "MIME")
		sp.asks = strings.Contains(form, "perl -pe") || strings.Contains(form, "| xargs -0 printf")
		if strings.HasPrefix(form, "eval \"") || strings.HasPrefix(form, "bash -c") || strings.HasPrefix(form, "eval $") {
			sp.to = simple
		}
		out = append(out, sp)
	}
	for _, f := range []string{
		"{ @T; }", "( @T )", "! { @T; }", "( ( { @T; } ) )", "if @T; then :; fi", "if :; then @T; fi", "if ! @T; then :; fi", "if false; then :; else @T; fi", "if false; then :; elif @T; then :; fi", "while @T; do break; done", "until @T; do break; done", "while :; do @T; break; done", "until false; do @T; break; done",
		"for i in 1; do @T; done", "for ((i=0;i<1;i++)); do @T; done", "for i; do :; done; @T", "case x in x) @T;; esac", "case x in *) if :; then @T; fi;; esac", "case x in y) ;; *) @T ;& z) ;; esac", "for i in 1 2; do case $i in 2) @T;; esac; done", "select i in a; do @T; break; done <<< 1", "f(){ @T; }; f", "f() ( @T ); f", "function f { @T; }; f",
		"ls(){ @T; }; ls", "f(){ @T; }; g(){ f; }; g", "f(){ @T; }; trap f EXIT", "f(){ @T; }; command eval f", "f(){ @T; }; export -f f; bash -c f", "f(){ g(){ @T; }; g; }; f", "f(){ @T; }; x=f; $x", "f(){ @T; } 2>&1; f", "f(){ @T; }; f & wait", "f(){ @T; }; declare -fx f; echo x | xargs -I{} bash -c f",
		"true \"$( { @T; } >&2)\"", "x=$( @T)", "x=\"a$( @T)b\"", "export x=\"$( @T)\"", "echo \"a $( @T) b\"", ": ${zq:=$( @T)}", ": \"${zq:-$( @T)}\"", ": \"${HOME:+$( @T)}\"", ": \"${HOME/$( @T)/}\"", ": $((1+$( @T >&2; echo 1)))", ": \"${zq[$( @T >&2; echo 0)]}\"", "[ -n \"$( @T)\" ]", "[[ -n $( @T) ]]", "[[ x == $( @T) ]]", "((zq=$( @T >&2; echo 1)))",
		"case $( @T) in *) ;; esac", "for x in $( @T); do :; done", "cat <(@T) >/dev/null", "cat < <(@T)", "echo x > >(@T)", "echo x | tee >(@T) >/dev/null", "cat <<< \"$( @T)\"", "x=([$( @T >&2; echo 0)]=1)", "x=(a \"$( @T)\")", "printf '%s' \"$( @T)\"", "read x < <(@T)", "mapfile x < <(@T)", "let \"x=$( @T >&2; echo 1)\"", "declare x=$( @T)", "return $( @T) 2>/dev/null; :",
		"true && @T", "false || @T", "true; @T; true", "true & @T", "true && : | :; false || @T", "@T && true", "@T || true", "@T; exit", "{ @T & }", "@T & wait", "@T & disown", "@T | cat", ": | @T", "@T |& cat", "@T 2>&1 | tee /dev/null", "@T > /dev/null 2>&1", "@T > /dev/null 2>&1 &", "( @T & )", "[[ 1 ]] && (( 1 )) && @T", "[ -d / ] && @T", "test -n x && @T",
		"time @T", "time -p { @T; }", "coproc { @T; }; wait", "coproc N { @T; }; wait", "! ! ( { @T; } )", "set -e; @T", "set -x; @T", "set +o posix; @T", "set -euo pipefail; @T", "shopt -s extglob nullglob; @T", "unset x; @T", "umask 022; @T", "ulimit -c 0; @T", "wait; @T", "sleep 0; @T", "cd . && @T", "pushd . >/dev/null; @T; popd >/dev/null", "trap - EXIT; @T", "export PATH; @T",
		"x='\nrm'; @T", "echo 'it'\\''s'; @T", "echo \"a\\\"b\"; @T", "true '\\'; @T", "echo ${x:-\"}\"}; @T", "echo $((1<<2)); @T", "echo a\\;b; @T", "echo {a,b}; @T", "echo $'it\\'s'; @T", "echo \\\\; @T", "echo \"#\" ; @T", "echo a#b; @T", "x=${y#z}; @T", "[[ a =~ ^(b|c)$ ]] || @T", "echo `echo \\`echo a\\``; @T",
		"exec 2>&1; @T", "exec >/dev/null; @T", "alias x=y; @T", "{ @T; } 2>&1 | { cat; }", "for f in a b; do [ $f = b ] && @T; done", "n=0; while [ $n -lt 1 ]; do @T; n=1; done", "x=1; [ $x = 1 ] && @T", "x=0; ((x++)) || @T", "(exit 1) || @T", "if [[ -z $zq && 1 -lt 2 ]]; then @T; fi", "command -v ls >/dev/null && @T", "( set -e; @T )", "f(){ return 1; }; f || @T",
	} {
		sp := around("grammar", f, list, f)
		sp.from = list
		if strings.Contains(f, "\n") {
			sp.to = block
		}
		if f == ": | @T" {
			sp.from = simple
		}
		sp.stdin = strings.Contains(f, "echo x |") || strings.Contains(f, "read x") || strings.Contains(f, "cat <") || strings.HasPrefix(f, ": |")
		out = append(out, sp)
	}
	for _, f := range []string{
		"true # ' \n@T", "@T # '\n:", "@T # -n --dry-run\n:", "# note\n@T", "echo a\n@T\necho b", "\n\n@T\n", "if true\nthen\n@T\nfi", "{\n@T\n}", "(\n@T\n)", "for i in 1\ndo\n@T\ndone", "f()\n{\n@T\n}\nf", "case x in\nx)\n@T\n;;\nesac", "true &&\n@T", "true ||\ntrue\n@T", "cat <<E >/dev/null\nEOF\nE\n@T", "cat <<'E' >/dev/null\n'\nE\n@T", "cat <<-E >/dev/null\n\tx\n\tE\n@T", ": <<'#'\n'\n#\n@T", "x=\"\n\"\n@T", "set -e\ncd /tmp\n@T",
		"while read -r x\ndo\n@T\ndone <<< 1", "function f\n{\n@T\n}\nf", "echo $(\n@T\n)", "# a \\\n@T", "true; # b\\\n@T", "x=(\na\n# )\n)\n@T", "[[ -n x &&\n1 ]]\n@T", "echo '#' # '\n@T",
	} {
		sp := around("lines", f, block, f)
		sp.from = block
		if strings.HasPrefix(f, "@T #") {
			sp.from = list
		}
		sp.stdin = strings.Contains(f, "read")
		if strings.Contains(f, "/tmp\n@T") {
			sp.name = "lines after cd"
			sp.remote = true // elsewhere
		}
		if strings.Contains(f, "\n@T\n") && strings.Contains(f, "echo \\") {
			sp.unrun = true
		}
		out = append(out, sp)
	}
	for _, f := range []string{
		"echo @Q > /tmp/zq.sh; bash /tmp/zq.sh", "printf '%s\\n' @Q > zq.sh && sh zq.sh", "echo @Q > zq; chmod +x zq; ./zq", "printf '#!/bin/sh\\n%s\\n' @Q > /tmp/zq2; chmod 755 /tmp/zq2; /tmp/zq2", "echo @Q | tee zq.sh >/dev/null; . ./zq.sh", "tee zq.sh <<< @Q >/dev/null && bash zq.sh", "echo @Q | dd of=/tmp/zq3 2>/dev/null; sh /tmp/zq3", "echo @Q > a1; cp a1 b1; sh b1", "echo @Q > a2; mv a2 b2; bash ./b2",
		"echo @Q > a3; ln -s a3 b3; sh b3", "echo @Q > a4; cat a4 | sh", "echo @Q > a5; bash < a5", "echo @Q > a6; eval \"$(cat a6)\"", "echo @Q > a7; eval \"$(<a7)\"", "echo @Q > a8; source a8", "echo @Q > a9; exec sh a9", "echo @Q > b0; find b0 -exec sh {} \\;", "echo @Q > b3; xargs -a b3 -d '\\n' -I{} sh -c {}", "f=$(mktemp); echo @Q > $f; sh $f", "f=$(mktemp); echo @Q > \"$f\"; . \"$f\"", "d=$(mktemp -d); echo @Q > \"$d/s\"; bash \"$d\"/s",
		"python3 -c 'open(\"/tmp/zq4\",\"w\").write(@P)'; sh /tmp/zq4", "echo : > b5; echo @Q >> b5; sh b5", "{ echo :; echo @Q; } > b6; sh b6", "(echo @Q) > b7; nohup sh b7", "echo @Q > b8; env bash b8", "echo @Q > b9; bash -x b9", "echo @Q > c1; cat c1 > c2; cat c2 c1 > c3; sh c3", "echo @Q > c4; install -m 755 c4 c5; ./c5", "echo @Q > c6; sed p c6 > c7; sh c7", "cat > c8 <<< @Q; sh c8", "> c9 echo @Q; sh c9", "echo @Q > d1 && cd . && sh d1", "echo @Q >| d2; sh $PWD/d2",
		"echo @Q > d3; while read -r l; do eval \"$l\"; done < d3", "echo @Q > d4; mapfile -t L < d4; eval \"${L[@]}\"", "exec 3> d5; echo @Q >&3; sh d5", "perl -e 'open F,\">d6\";print F @P' ; sh d6", "echo @Q > d7; head -n 5 d7 | bash -s", "echo @Q > d8; BASH_ENV=d8 bash -c :", "printf 'a:\\n\\t%s\\n' @Q > d9.mk; make -s -f d9.mk", "printf 'a:\\n\\t@%s\\n' @Q | make -s -f -", "echo @Q > /dev/shm/zq5; sh /dev/shm/zq5", "echo @Q > e1; (sh e1)", "echo @Q > e2; timeout 5 bash e2",
		"echo @Q > e3; ( cat e3; echo : ) | sh", "sh <(tee e4 <<< @Q)", "x=@Q; echo \"$x\" > e5; sh e5", "echo @Q > e6; y=e6; sh $y", "echo @Q > e7; for s in e7; do sh $s; done", "echo @Q > ./-e8; sh ./-e8", "mkdir -p e9; echo @Q > e9/x; sh e9/x", "echo @Q > f1; bash ./f1 & wait", "echo @Q > f2; trap 'sh f2' EXIT", "echo @Q > f3; f() { sh f3; }; f", "echo @Q > f4; run-parts .; sh f4", "awk 'BEGIN{print @P > \"f5\"}'; sh f5", "echo @Q > f6; python3 -c 'import os;os.system(\"sh f6\")'",
	} {
		form := f
		sp := t("two-step", f, list, func(s string) string {
			p := doubled(s)
			if strings.Contains(form, "@P") && strings.ContainsAny(s, "'$@#%\\\n") || strings.Contains(form, "make") && strings.ContainsAny(s, "$#") {
				return ""
			}
			return strings.NewReplacer("@Q", single(s), "@P", p).Replace(form)
		})
		sp.from = list
		sp.stdin = true
		sp.suspect = strings.Contains(f, "ENV=")
		sp.unrun = strings.Contains(f, "run-parts") || strings.Contains(f, "shm")
		out = append(out, sp)
	}
	for _, f := range []string{
		"script -qec @Q /dev/null", "script -c @Q", "script /dev/null -q -c @Q", "flock /tmp/zq.lock -c @Q", "su -c @Q", "su root -c @Q", "su - root --command=@Q", "runuser -l root -c @Q", "sudo sh -c @Q", "sudo -i sh -c @Q", "doas sh -c @Q", "pkexec bash -c @Q", "git -c alias.z=!@Q z", "tar cf /dev/null /dev/null --checkpoint=1 --checkpoint-action=exec=@Q", "tar -cf /dev/null --checkpoint=1 --checkpoint-action exec=@Q Makefile",
		"awk 'BEGIN{system(@P)}'", "awk 'BEGIN{@P | getline}'", "awk 'BEGIN{print \"x\" | @P}'", "gawk 'BEGIN{x=@P; system(x)}'", "python3 -c 'import os;os.system(@P)'", "python3 -c 'import os;os.popen(@P).read()'", "python3 -c 'import subprocess as s;s.run(@P,shell=True)'", "python3 -c 'from os import system as s;s(@P)'", "python3 -c 'import subprocess;subprocess.check_output(@P, shell = True)'", "python3 -c '__import__(\"os\").system(@P)'", "python3 -c 'import os;getattr(os,\"sys\"+\"tem\")(@P)'", "python3 -c 'import pty;pty.spawn([\"sh\",\"-c\",@P])'",
		"python3 -c 'import subprocess;subprocess.Popen([\"bash\",\"-c\",@P]).wait()'", "python3 -c 'import os;os.execlp(\"sh\",\"sh\",\"-c\",@P)'", "python3 -c 'import subprocess as p,shlex;p.call(shlex.split(\"sh -c \"+shlex.quote(@P)))'", "perl -e 'system(@P)'", "perl -e 'exec @P'", "perl -e 'print `@T`'", "perl -e 'print qx{@T}'", "perl -e 'open(F,@P.\"|\")&&<F>'", "perl -e 'system \"sh\",\"-c\",@P'", "perl -E 'my $c=@P;system($c)'",
		"node -e 'require(\"child_process\").execSync(@P)'", "node -e 'require(\"child_process\").exec(@P)'", "node -p 'require(\"node:child_process\").execSync(@P).toString()'", "node -e 'const {execSync:e}=require(\"child_process\");e(@P)'", "node -e 'require(\"child_process\").spawn(\"sh\",[\"-c\",@P])'", "node -e 'require(\"child_process\").spawn(@P,{shell:true})'", "bun -e 'Bun.spawnSync([\"sh\",\"-c\",@P])'", "deno eval 'new Deno.Command(\"sh\",{args:[\"-c\",@P]}).outputSync()'",
		"ruby -e 'system(@P)'", "ruby -e 'exec @P'", "ruby -e 'puts `@T`'", "ruby -e '%x(@T)'", "ruby -e 'IO.popen(@P).read'", "php -r 'system(@P);'", "php -r 'exec(@P);'", "php -r 'passthru(@P);'", "php -r 'echo shell_exec(@P);'", "php -r 'echo `@T`;'", "lua -e 'os.execute(@P)'", "lua -e 'io.popen(@P):read(\"*a\")'", "osascript -e 'do shell script @P'", "tclsh <<< 'exec sh -c {@T}'", "expect -c 'spawn sh -c @P'", "Rscript -e 'system(@P)'", "julia -e 'run(`sh -c @P`)'",
		"parallel -n0 @Q ::: 1", "echo 1 | parallel -n0 @Q", "watch -n1 @Q", "watch -g @Q", "hyperfine @Q", "at now <<< @Q", "echo @Q | at now + 1 minute", "echo @Q | batch", "systemd-run sh -c @Q", "tmux new-session -d @Q", "tmux new -d -s x @Q", "screen -dm sh -c @Q", "nix-shell --run @Q", "nix develop -c sh -c @Q", "npm exec -c @Q", "npx -c @Q", "concurrently @Q", "nodemon --exec @Q", "entr -s @Q <<< x", "watchexec -- @Q", "xterm -e @Q", "setsid -f bash -c @Q",
		"git rebase --exec @Q HEAD~1", "git rebase -x @Q HEAD~1", "git submodule foreach @Q", "git submodule foreach --recursive @Q", "git bisect run sh -c @Q", "git -c core.pager=@Q log", "GIT_PAGER=@Q git log", "PAGER=@Q git -p log", "GIT_EDITOR=@Q git commit", "GIT_SEQUENCE_EDITOR=@Q git rebase -i HEAD~2", "GIT_SSH_COMMAND=@Q git fetch", "git -c core.sshCommand=@Q fetch", "git -c core.fsmonitor=@Q status", "git -c core.editor=@Q commit", "git -c diff.external=@Q diff", "GIT_EXTERNAL_DIFF=@Q git diff", "git -c credential.helper=!@Q fetch", "git difftool -x @Q", "EDITOR=@Q crontab -e", "PAGER=@Q man ls", "MANPAGER=@Q man ls", "LESSOPEN='|'@Q less x",
		"vim -c '!@T'", "vim +'!@T' +q", "vim -es -c 'call system(@P)' -c q", "nvim --headless +'!@T' +qa", "ed <<< '!@T'", "gdb -batch -ex 'shell @T'", "gdb -ex '!@T'", "sqlite3 :memory: '.shell @T'", "sqlite3 x.db '.system @T'", "psql -c '\\! @T'", "psql <<< '\\! @T'", "mysql -e 'system @T'", "mysql -e '\\! @T'", "ssh -o ProxyCommand=@Q h", "rsync -e @Q a h:b", "emacs --batch --eval '(shell-command @P)'", "make SHELL=/bin/sh -f - <<< 'a:;@T'", "m4 <<< 'syscmd(@T)'", "sed -n '1e @T' README.md", "sed '1!d;s/.*/@T/e' README.md", "env --split-string='sh -c @D'",
		"kubectl exec p -- sh -c @Q", "docker exec c sh -c @Q", "docker run --rm alpine sh -c @Q", "ssh h @Q", "ssh h <<< @Q", "echo @Q | ssh h bash -s", "docker compose exec web sh -c @Q", "docker compose run --rm web bash -lc @Q", "ansible all -m shell -a @Q", "fly ssh console -C @Q", "heroku run @Q", "adb shell @Q", "multipass exec v -- sh -c @Q", "vagrant ssh -c @Q", "gcloud compute ssh h --command=@Q", "aws ssm send-command --parameters commands=@Q", "wsl -e sh -c @Q",
		"pwsh -c @Q", "fish -c @Q", "tcsh -c @Q", "csh -fc @Q", "nu -c @Q", "xonsh -c @Q", "elvish -c @Q", "cmd /c @Q", "busybox ash -c @Q", "toybox sh -c @Q",
	} {
		form := f
		family := "program"
		for _, l := range []string{"python", "perl", "node ", "bun", "deno", "ruby", "php", "lua", "osascript", "awk", "tclsh", "expect", "Rscript", "julia"} {
			if strings.HasPrefix(f, l) {
				family = "interpreter"
			}
		}
		sp := t(family, f, list, func(s string) string {
			if strings.Contains(s, "\n") && strings.Contains(form, "@P") || strings.ContainsAny(s, "'\n{}()`\"") && strings.Contains(form, "@T") || strings.ContainsAny(s, "'#@%$\\") && strings.Contains(form, "@P") || strings.ContainsAny(s, "/;&\\") && strings.Contains(form, "s/.*/@T") || strings.Contains(s, "$") && strings.Contains(form, "a:;") {
				return ""
			}
			return strings.NewReplacer("@Q", single(s), "@D", dquoted(s), "@P", doubled(s), "@T", s).Replace(form)
		})
		sp.from = block
		if strings.Contains(f, "alias.z=") {
			sp.from = list
		}
		sp.stdin = true
		if strings.Contains(f, "@D") && !strings.HasPrefix(f, "ssh") {
			text := sp.text
			sp.text = func(s string) string { // in single quotes
				if strings.Contains(s, "'") {
					return ""
				}
				return text(s)
			}
		}
		sp.unrun = family == "program" || !strings.HasPrefix(f, "python") && !strings.HasPrefix(f, "perl") && !strings.HasPrefix(f, "awk")
		for _, r := range []string{"kubectl", "docker", "ssh ", "| ssh", "ansible", "fly", "heroku", "adb", "multipass", "vagrant", "gcloud", "aws", "wsl"} {
			if strings.Contains(f, r) && !strings.Contains(f, "Proxy") {
				sp.remote, sp.family = true, "remote"
			}
		}
		for _, r := range []string{"pwsh", "nu -c", "xonsh", "elvish", "cmd /c"} {
			sp.asks = sp.asks || strings.HasPrefix(f, r)
		}
		out = append(out, sp)
	}
	return out
}

// spellings are all ways to write a command differently.
func spellings() []spelling {
	if allSpellings == nil {
		allSpellings = append(append(append(append(allSpellings, wordSpellings()...), lineSpellings()...), argvSpellings()...), textSpellings()...)
	}
	return allSpellings
}

var allSpellings []spelling
