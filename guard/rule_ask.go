package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// publishPrograms are the programs of publishCalls; a test keeps the two together.
const publishPrograms = "anaconda bun cargo changeset charmcraft conan dart deno dotnet eas fastlane flit flutter gem gh glab goreleaser gradle gradlew " +
	"hatch hub jsr lein lerna luarocks maturin mix mvn mvnw np npm nuget ovsx pdm pnpm pod poetry pub python python3 rake release-it sbt semantic-release " +
	"snapcraft twine uv vsce wasm-pack yarn"

var publishCalls = []calls{
	{"npm pnpm yarn bun", []act{
		{words: "publish", what: publishWhat, instead: "`npm publish --dry-run` shows what would be published"},
		{words: "npm publish", what: publishWhat},
		{words: "stage publish", what: publishWhat},
		{words: "-r|recursive publish", what: publishWhat},
	}},
	{"lerna changeset jsr deno vsce ovsx", []act{{words: "publish", what: publishWhat}}},
	{"np release-it semantic-release", []act{{words: "", not: "--dry-run --preview --version -d -v", what: publishWhat}}},
	{"cargo", []act{
		{words: "publish", not: "-n", what: publishWhat, instead: "`cargo publish --dry-run` and `cargo package --list` show what would be published"},
		{words: "release", need: "--execute -x", open: true, what: publishWhat},
		{words: "workspaces publish", what: publishWhat},
	}},
	{"gem", []act{{words: "push", what: publishWhat, instead: "`gem build`, then `gem spec FILE` shows what would be pushed"}}},
	{"rake", []act{{words: "~release", what: publishWhat}}},
	{"twine", []act{{words: "upload", what: publishWhat, instead: "`twine check dist/*` checks it; a human uploads it"}}},
	{"uv poetry pdm flit hatch maturin", []act{{words: "publish|upload", what: publishWhat}}},
	{"pod", []act{{words: "trunk push", what: publishWhat}, {words: "repo push", what: publishWhat}}},
	{"dotnet nuget", []act{
		{words: "nuget push", what: publishWhat},
		{words: "push", when: func(k *call) bool { return k.program == "nuget" }, what: publishWhat},
	}},
	{"mvn mvnw", []act{{words: "~deploy|deploy:deploy|release:perform|nexus-staging:release", what: publishWhat}}},
	{"gradle gradlew", []act{{words: "~publish|publishPlugins|publishToSonatype|publishAllPublicationsToMavenCentral|uploadArchives|:publish", not: "-m", what: publishWhat}}},
	{"sbt lein", []act{{words: "~publish|publishSigned|sonatypeRelease|release", what: publishWhat}, {words: "deploy", what: publishWhat}}},
	{"mix", []act{{words: "hex.publish", what: publishWhat}}},
	{"dart flutter", []act{{words: "pub publish|lish", not: "-n", what: publishWhat}}},
	{"pub", []act{{words: "publish|lish", not: "-n", what: publishWhat}}},
	{"luarocks conan anaconda", []act{{words: "upload", what: publishWhat}}},
	{"snapcraft charmcraft", []act{{words: "upload|push|release", what: publishWhat}}},
	{"wasm-pack", []act{{words: "publish", what: publishWhat}}},
	{"goreleaser", []act{{words: "release", not: "--snapshot --skip-publish", what: publishWhat}}},
	{"eas", []act{{words: "submit|update", what: publishWhat}}},
	{"fastlane", []act{{words: "deliver|pilot|supply|release|upload_to_app_store|upload_to_play_store|upload_to_testflight", what: publishWhat}}},
	{"gh glab hub", []act{
		{words: "release create", not: "--draft -d", what: "publishes a release that others may download", instead: "`gh release create TAG --draft` lets a human look before it is public"},
		{words: "release upload|edit", what: "changes a release that others may have downloaded"},
	}},
}

const publishWhat = "publishes to others, which cannot be taken back"

var askRules = []Rule{
	{
		ID: "publish/release", Severity: Ask,
		Title:    "a package or a release is published",
		Why:      "what is published is downloaded by others at once, and a version number cannot be used again",
		Instead:  "build and check it, show the result of a dry run, and let a human publish",
		Programs: publishPrograms,
		Match:    func(c *Context, l *shell.Leaf) { c.matchActs(publishCalls, l, Ask) },
		Matches: []string{
			"npm publish", "npm publish --access public", "pnpm -r publish", "yarn npm publish", "cargo publish", "gem push x.gem",
			"twine upload dist/*", "python -m twine upload dist/*", "gh release create v1", "poetry publish --build", "uv publish",
			"dotnet nuget push x.nupkg", "mvn clean deploy", "pod trunk push x.podspec", "cd pkg && npm publish",
		},
		Passes: []string{
			"npm publish --dry-run", "npm pack", "cargo publish --dry-run", "cargo publish -n", "twine check dist/*", "gh release view v1", "gh release list", "gh release create v1 --draft",
			"docker push img", "npm run publish-docs", "git push --tags", "echo npm publish", "mvn package", "goreleaser release --snapshot", "npm version patch",
		},
	},
	{
		ID: "process/broad-kill", Severity: Ask,
		Title:    "processes are killed by name or by user",
		Why:      "every process that matches dies: the human's editor, another agent, the host of this session",
		Instead:  "end the one process: `kill %1`, `kill \"$PID\"`, or `kill $(lsof -t -i :3000)` for the one on a port",
		Programs: "pkill killall kill skill taskkill pm2 tmux fuser loginctl killall5",
		Match:    matchBroadKill,
		Matches: []string{
			"pkill node", "pkill -f vite", "killall node", "killall -9 python3", "sudo pkill -9 -u dev", "kill $(pgrep node)", "pgrep node | xargs kill -9",
			"kill -9 `pidof node`", "taskkill /F /IM node.exe", "tmux kill-server", "pm2 delete all",
		},
		Passes: []string{
			"kill 1234", "kill -9 $PID", "kill %1", "kill $!", "pgrep node", "pkill -0 node", "killall -l", "kill -l", "kill -0 $(pgrep node)",
			"kill $(lsof -t -i :3000)", "kill $(cat server.pid)", "tmux kill-session -t x", "echo pkill node", "pkill -P $$", "pkill -HUP nginx", "killall -USR1 dd", "killall -i node", "fuser -k 3000/tcp",
		},
	},
	{
		ID: "sudo/shell", Severity: Ask,
		Title:   "a shell of another user is opened",
		Why:     "what is typed into it is seen by no guard and runs with all rights",
		Instead: "sudo for the one command that needs it: `sudo systemctl restart nginx`",
		Match:   matchSudoShell,
		Matches: []string{
			"sudo bash", "sudo -i", "sudo -s", "sudo su", "sudo su -", "su", "su -", "su - root", "sudo -u postgres bash", "doas sh", "pkexec bash",
			"sudo env bash", "sudo -E zsh -l",
		},
		Passes: []string{
			"sudo bash deploy.sh", "sudo bash -c 'systemctl restart nginx'", "sudo -l", "sudo -v", "sudo -k", "sudo apt-get update", "su -c 'whoami'",
			"sudo -u postgres psql", "bash", "sudo docker exec -it web bash", "sudo -i whoami", "ssh h bash", "sudo --version", "sudo su --help",
		},
	},
}

// matchBroadKill finds kills that name no single process.
func matchBroadKill(c *Context, l *shell.Leaf) {
	k := readCall(l)
	switch k.program {
	case "pkill", "killall", "skill":
		if k.given("-0 -l --list -V --version --help -i --interactive") == 1 || harmlessSignal(l) {
			return
		}
		if k.program == "pkill" && l.Parsed.Has("P", "parent") && l.Parsed.Option("f") == nil {
			return // children of one process
		}
		if len(l.Parsed.Args) > 0 {
			c.Report(l, "`"+k.program+"` ends every process that matches "+quoteArgs(l))
		}
	case "kill":
		if k.given("-l -L --list -0") == 1 || harmlessSignal(l) {
			return
		}
		for i := range l.Args {
			if from := namesProcesses(&l.Args[i]); from != "" {
				c.Report(l, "`kill` ends every process that `"+from+"` finds by name")
				return
			}
		}
	case "taskkill":
		for i := range l.Args {
			switch strings.ToLower(strings.TrimLeft(l.Args[i].String(), "/-")) {
			case "im", "fi":
				c.Report(l, "`taskkill` ends every process of that name")
				return
			}
		}
	case "tmux":
		if k.n > 0 && k.words[0] == "kill-server" {
			c.Report(l, "`tmux kill-server` ends every session with all that runs in it")
		}
	case "pm2":
		if k.n > 0 && (k.words[0] == "kill" || k.n > 1 && k.words[0] == "delete" && k.words[1] == "all") {
			c.Report(l, "`pm2` ends every process that it manages")
		}
	case "loginctl":
		if k.n > 0 && (k.words[0] == "terminate-user" || k.words[0] == "kill-user" || k.words[0] == "terminate-seat") {
			c.Report(l, "`loginctl` ends every process of the user")
		}
	case "fuser":
		if k.given("-k --kill") == 1 && k.given("-m --mount -M") == 1 {
			c.Report(l, "`fuser` ends every process that uses the file system")
		}
	}
}

// harmlessSignal tells whether the signal ends nothing as a rule: 0 only asks whether a process is there,
// HUP, USR1 and the like tell a program to read its settings again or to show how far it is.
func harmlessSignal(l *shell.Leaf) bool {
	for i := range l.Args {
		text, known := l.Args[i].Known()
		if !known || text == "--" {
			return false
		}
		signal := ""
		switch {
		case (text == "-s" || text == "--signal" || text == "-n") && i+1 < len(l.Args):
			signal, _ = l.Args[i+1].Known()
		case strings.HasPrefix(text, "--signal="):
			signal = text[len("--signal="):]
		case strings.HasPrefix(text, "-s") && len(text) > 2:
			signal = text[2:]
		case strings.HasPrefix(text, "-"):
			signal = text[1:]
		}
		switch strings.TrimPrefix(strings.ToUpper(signal), "SIG") {
		case "0", "HUP", "1", "USR1", "10", "USR2", "12", "CONT", "18", "WINCH", "28", "INFO", "URG":
			return true
		}
	}
	return false
}

// namesProcesses tells which program found the processes by name, "" when none did.
func namesProcesses(w *value.Word) string {
	for i := range w.Pieces {
		p := &w.Pieces[i]
		if p.Kind != value.Unknown {
			continue
		}
		for _, finder := range [...]string{"pgrep", "pidof"} {
			if p.Name == finder || p.Origin&value.Output != 0 && strings.Contains(p.Text, finder+" ") {
				return finder
			}
		}
		if p.Origin&value.Output != 0 && (p.Name == "ps" || strings.Contains(p.Text, "ps aux") || strings.Contains(p.Text, "ps -ef") || strings.Contains(p.Text, "ps ax")) {
			return "ps"
		}
	}
	return ""
}

// quoteArgs shows the operands of a leaf.
func quoteArgs(l *shell.Leaf) string {
	var b strings.Builder
	for i := range l.Parsed.Operands {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(l.Parsed.Operands[i].String())
	}
	if b.Len() == 0 {
		return "its options"
	}
	return "`" + b.String() + "`"
}

// matchSudoShell finds an interactive shell of another user.
func matchSudoShell(c *Context, l *shell.Leaf) {
	if l.Remote {
		return
	}
	switch l.Program {
	case "sudo", "doas", "su", "pkexec", "run0", "machinectl":
		if opensShell(l) {
			c.Report(l, "`"+l.Program+"` opens a shell of another user")
		}
	case "bash", "sh", "zsh", "dash", "ksh", "fish", "csh", "tcsh", "ash", "mksh":
		if l.Elevated && l.Stdin == nil && bareShell(l) && !entersRoot(l.Via) {
			c.Report(l, "a shell of another user is opened by `"+l.Via[0]+"`")
		}
	}
}

// opensShell tells whether sudo and its like get no command.
func opensShell(l *shell.Leaf) bool {
	p := l.Parsed
	if p.Has("help", "version", "V", "h") && l.Program != "sudo" || p.Has("c", "command", "session-command") || l.Stdin != nil {
		return false
	}
	switch l.Program {
	case "su":
		return len(p.Operands) <= 1 || p.DashDash < 0 && len(p.Operands) == 2 && p.Operands[0].Lit == "-"
	case "sudo", "doas":
		return p.Rest < 0 && len(p.Operands) == 0 && (p.Has("i", "login") || p.Has("s", "shell"))
	case "run0":
		return p.Rest < 0 && len(p.Operands) == 0
	case "machinectl":
		return len(p.Operands) == 1 && p.Operands[0].Lit == "shell" || p.Sub == "shell" && len(p.Operands) <= 1
	}
	return false
}

// bareShell tells whether a shell is given nothing to run.
func bareShell(l *shell.Leaf) bool {
	p := l.Parsed
	return !p.Has("c", "version", "help", "n") && len(p.Operands) == 0 && len(l.Code) == 0
}

// entersRoot tells whether the shell runs in another root or container.
func entersRoot(via []string) bool {
	for _, v := range via {
		name, _, _ := strings.Cut(v, " ")
		switch name {
		case "chroot", "arch-chroot", "nsenter", "unshare", "docker", "podman", "kubectl", "ssh", "ip", "systemd-nspawn", "lxc", "schroot", "bwrap", "firejail":
			return true
		}
	}
	return false
}
