package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// changes are the effects that take from a file what it was.
const changes = program.Write | program.Append | program.Edit | program.Delete | program.Move | program.Attr

var guardRules = []Rule{
	{
		ID: "guard/tamper", Severity: Deny,
		Title:   "the guard, its policy or an agent's settings and hooks are changed",
		Why:     "after that nothing is checked any more, and nobody is told",
		Instead: "leave it as it is and say what stands in the way; reading it is fine, changing it is for a human",
		Kinds:   changes,
		Match:   matchTamper,
		Matches: []string{
			"echo '{}' > .claude/settings.json", "rm -rf .claude/hooks", "sed -i /hook/d ~/.claude/settings.json", "mv .claude .c",
			"rm $(which bashguard)", "chmod -x .claude/hooks/guard.sh", "rm -rf .claude", "cp /tmp/s.json ~/.claude/settings.local.json",
			"tee .codex/config.toml < /tmp/x", "jq '.hooks={}' .claude/settings.json > /tmp/s && mv /tmp/s .claude/settings.json",
			"python3 -c \"open('.claude/settings.local.json','w').write('{}')\"", "ln -sf /bin/true ~/.local/bin/bashguard",
			"cd .claude && rm settings.json", "cp /tmp/settings.json .claude/", "mv ~/.config/bashguard /tmp/", "rm -f .cursor/hooks.json",
			"printf x > .claude/commands/x.md", "truncate -s 0 .claude/settings.json", "rm -rf .cl*", "rm .claude/*", "rm \"$(command -v bashguard)\"",
		},
		Passes: []string{
			"cat .claude/settings.json", "ls .claude/hooks", "jq .hooks ~/.claude/settings.json", "cp .claude/settings.json /tmp/s.json",
			"echo .claude/settings.json", "git add .claude/settings.json", "git diff .claude", "mkdir -p .claude", "mkdir -p .claude/commands", "which bashguard", "bashguard check ls",
			"go build -o bashguard ./cmd/bashguard", "grep -rn hooks .claude", "rm -rf /tmp/bashguard-test", "chmod g+w .[^.]* ..?*",
		},
	},
	{
		ID: "guard/unhook", Severity: Deny,
		Title:   "the guard is uninstalled, stopped or reverted",
		Why:     "after that nothing is checked any more, and nobody is told",
		Instead: "leave it as it is and say what stands in the way",
		Programs: "git kill pkill killall brew apt apt-get dnf yum pacman snap npm pip pip3 mise asdf systemctl bashguard claude codex " +
			"rpm dpkg apk zypper scoop choco winget go",
		Match: matchUnhook,
		Matches: []string{
			"git checkout HEAD~3 -- .claude/settings.json", "git rm -r .claude/hooks", "git restore --source=main .claude/settings.json",
			"git mv .claude .off", "pkill bashguard", "killall -9 bashguard", "kill $(pgrep bashguard)", "brew uninstall bashguard",
			"claude config set disableAllHooks true", "codex features disable hooks", "bashguard policy trust", "git -C .claude checkout .",
		},
		Passes: []string{
			"git checkout main", "git add .claude", "git log -- .claude/settings.json", "git diff HEAD -- .claude/settings.json", "brew install bashguard",
			"claude mcp list", "claude config get theme", "git commit -m 'rm .claude/hooks'", "git show HEAD:.claude/settings.json", "brew uninstall jq", "bashguard policy show", "bashguard policy check",
		},
	},
	{
		ID: "guard/child", Severity: Deny,
		Title:    "a child agent is started without its guards",
		Why:      "what this session may not do, the child does unseen",
		Instead:  "start it without the flag, or with --allowedTools for the tools that it needs",
		Programs: childPrograms,
		Match:    matchChild,
		Matches: []string{
			"claude --dangerously-skip-permissions -p 'clean up'", "npx @anthropic-ai/claude-code --dangerously-skip-permissions", "claude --bare -p x",
			"CLAUDE_CODE_SIMPLE=1 claude -p x", "claude --setting-sources project -p x", "claude --permission-mode bypassPermissions -p x",
			"claude --permission-mode=bypassPermissions", "codex exec --dangerously-bypass-approvals-and-sandbox 'x'", "codex --yolo", "codex --disable hooks exec x",
			"gemini --yolo -p x", "gemini -y -p x", "gemini --approval-mode=yolo", "copilot --allow-all-tools -p x", "cursor-agent -f -p x",
			"export CLAUDE_CODE_SIMPLE=1; claude -p x", "claude --settings '{\"disableAllHooks\":true}' -p x", "env CLAUDE_CONFIG_DIR=/tmp/c claude -p x",
			"timeout 600 claude -p x --dangerously-skip-permissions", "codex -c features.hooks=false exec x", "amp --dangerously-allow-all -x y",
		},
		Passes: []string{
			"claude -p 'what does --dangerously-skip-permissions do'", "claude --version", "claude -p x --allowedTools Read", "claude --permission-mode plan",
			"codex exec 'fix it'", "codex --full-auto x", "gemini -p x", "echo claude --bare", "git commit -m 'claude --dangerously-skip-permissions'",
			"copilot -p x", "CLAUDE_CODE_SIMPLE=0 claude -p x", "rg -- --dangerously-skip-permissions docs",
		},
	},
}

// matchTamper looks at what is written, deleted, moved or has its mode changed.
func matchTamper(c *Context, l *shell.Leaf) {
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&changes == 0 {
			continue
		}
		if findsGuard(&e.Word) {
			c.Report(l, verb(e.Kind)+" the guard's own program")
			return
		}
		path, place := c.Locate(l, &e.Word)
		if e.Kind&(program.Delete|program.Move) != 0 && path.Known && path.Literal != path.Abs {
			place |= c.Classify(l, path.Unfollowed()) // the link itself goes
		}
		switch {
		case place.Has(PlaceGuard|PlaceGuardDir) && c.wideGlob(l, path):
			if e.Kind&(program.Delete|program.Move) == 0 {
				continue
			}
			c.ReportAsk(l, verb(e.Kind)+" `"+path.String()+"`, which takes hooks and settings too")
			return
		case place.Has(PlaceGuard|PlaceGuardDir) && (opensEditor(l) || e.Filtered):
			c.ReportAsk(l, verb(e.Kind)+" `"+path.String()+"`, or something in it")
			return
		case l.Program == "mkdir" && place.Has(PlaceGuard):
			// A directory without a file in it decides nothing.
		case place.Has(PlaceGuard), isGuardBinary(path):
			c.Report(l, verb(e.Kind)+" `"+path.String()+"`, which decides what is checked")
			return
		case place.Has(PlaceGuardDir) && guardDirChange(l, e):
			c.Report(l, verb(e.Kind)+" `"+path.String()+"`, where hooks and settings are kept")
			return
		}
	}
}

// guardDirChange tells whether a change of a directory that holds settings changes what is in it.
func guardDirChange(l *shell.Leaf, e *program.Effect) bool {
	switch {
	case e.Kind&(program.Delete|program.Move) != 0:
		return true
	case e.Kind&program.Attr != 0:
		return l.Program != "touch"
	}
	return l.Program != "mkdir" && l.Program != "touch"
}

// wideGlob tells whether a pattern only happens to match what the guard keeps: .* and not .cl*.
func (c *Context) wideGlob(l *shell.Leaf, p Path) bool {
	if p.Known || !p.Glob && !p.All || c.Classify(l, Path{Abs: p.Abs, Literal: p.Abs, Known: true}).Has(PlaceGuard|PlaceGuardDir) {
		return false
	}
	letters := 0
	for i := range len(p.Tail) {
		if ch := p.Tail[i] | 0x20; ch >= 'a' && ch <= 'z' {
			letters++
		} else {
			letters = 0
		}
		if letters >= 2 {
			return false
		}
	}
	return true
}

// opensEditor tells whether a program opens the file for a person.
func opensEditor(l *shell.Leaf) bool {
	switch l.Program {
	case "vim", "vi", "nvim", "nano", "emacs", "code", "subl", "micro", "hx", "pico", "cursor", "gedit", "kate", "open", "xdg-open":
		return !l.Parsed.Has("c", "s", "batch", "eval", "es")
	}
	return false
}

// isGuardBinary tells whether a path is an installed bashguard.
func isGuardBinary(p Path) bool {
	for _, abs := range [...]string{p.Abs, p.Literal} {
		if dir, ok := strings.CutSuffix(abs, "/bashguard"); ok && p.Known && baseName(dir) == "bin" {
			return true
		}
	}
	return false
}

// findsGuard tells whether an unknown piece is where bashguard is found: $(which bashguard).
func findsGuard(w *value.Word) bool {
	for i := range w.Pieces {
		p := &w.Pieces[i]
		if p.Kind == value.Unknown && strings.Contains(p.Text, "bashguard") && (p.Name == "which" || p.Name == "command" || p.Name == "type" ||
			p.Name == "whereis" || strings.Contains(p.Text, "which ") || strings.Contains(p.Text, "command -v ") || strings.Contains(p.Text, "type -")) {
			return true
		}
	}
	return false
}

// verb says what an effect does.
func verb(k program.Kind) string {
	switch {
	case k&program.Delete != 0:
		return "deletes"
	case k&program.Move != 0:
		return "moves away"
	case k&program.Attr != 0:
		return "changes the mode or owner of"
	case k&program.Append != 0:
		return "appends to"
	case k&program.Edit != 0:
		return "edits"
	case k&program.Write != 0:
		return "writes"
	case k&program.Send != 0:
		return "sends"
	}
	return "reads"
}

// matchUnhook looks at programs that take the guard away without writing to it.
func matchUnhook(c *Context, l *shell.Leaf) {
	k := readCall(l)
	switch k.program {
	case "git":
		c.gitOnGuard(l)
	case "kill":
		for i := range l.Args {
			if namesProcesses(&l.Args[i]) != "" && c.looksForGuard() {
				c.Report(l, "`kill` stops the guard")
				return
			}
		}
	case "pkill", "killall":
		if _, ok := k.fits("~bashguard"); ok && k.given("-0 -l") != 1 {
			c.Report(l, "`"+k.program+"` stops the guard")
		}
	case "claude":
		_, set := k.fits("config set|add|remove|rm ~disableAllHooks|hooks|permissions|permissions.*|hooks.*|env")
		_, plugin := k.fits("plugin|plugins disable|uninstall|remove|rm ~bashguard*")
		if set || plugin {
			c.Report(l, "`claude` switches hooks or permissions off")
		}
	case "codex":
		if _, ok := k.fits("features disable hooks"); ok {
			c.Report(l, "`codex` switches hooks off")
		}
	case "bashguard":
		if _, ok := k.fits("policy trust|untrust"); ok {
			c.Report(l, "`bashguard policy "+k.words[1]+"` is for the human to say")
		}
	default:
		_, removes := k.fits("uninstall|remove|purge|rm|erase|autoremove|del|unlink|-R|disable|stop|mask ~bashguard|bashguard.service")
		if removes || (l.Program == "pacman" || l.Program == "rpm" || l.Program == "dpkg") && k.given("-R -e -r -P --remove --erase --purge") == 1 && k.has("bashguard") {
			c.Report(l, "`"+l.Program+"` takes the guard away")
		}
	}
}

// looksForGuard tells whether the command looks for the guard's processes.
func (c *Context) looksForGuard() bool {
	for _, l := range c.Command.leaves {
		switch l.Program {
		case "pgrep", "pidof", "grep", "rg", "awk":
			for i := range l.Args {
				if strings.Contains(l.Args[i].String(), "bashguard") {
					return true
				}
			}
		}
	}
	return false
}

// has tells whether one of the words is this.
func (k *call) has(word string) bool {
	for _, w := range k.words[:k.n] {
		if w == word {
			return true
		}
	}
	return false
}

// gitOnGuard finds git commands that put an older state, or none, in place of settings and hooks.
func (c *Context) gitOnGuard(l *shell.Leaf) {
	p := l.Parsed
	if o := p.Option("C"); o != nil && (p.Called == "checkout" || p.Called == "restore" || p.Called == "reset" || p.Called == "clean") {
		if path, place := c.Locate(l, &o.Value); place.Has(PlaceGuard | PlaceGuardDir) {
			c.Report(l, "`git "+p.Called+"` changes what is in `"+path.String()+"`")
			return
		}
	}
	switch p.Called {
	case "checkout", "restore", "rm", "mv", "clean", "update-index":
	default:
		return
	}
	if p.Called == "restore" && p.Has("staged", "S") && !p.Has("worktree", "W") || p.Called == "rm" && p.Has("cached") || p.Has("dry-run", "n") {
		return
	}
	for i := range p.Operands {
		path, place := c.Locate(l, &p.Operands[i])
		if !path.Anywhere && place.Has(PlaceGuard|PlaceGuardDir) {
			c.Report(l, "`git "+p.Called+"` changes `"+path.String()+"`, which decides what is checked")
			return
		}
	}
}
