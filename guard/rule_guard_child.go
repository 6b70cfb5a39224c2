package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
)

// childPrograms are the agents of agentFlags; a test keeps the two together.
const childPrograms = "@google/gemini-cli agent amp auggie claude claude-code codex copilot crush cursor-agent droid gemini gemini-cli goose iflow kimi kiro-cli q qwen aider opencode cline"

// agentFlags says by which options and variables an agent's guards are switched off.
var agentFlags = []struct {
	programs string
	flags    string // given at all
	values   string // option=value pairs
	env      string // NAME=value, or NAME= for any value but an empty one
}{
	{
		"claude claude-code",
		"--dangerously-skip-permissions --allow-dangerously-skip-permissions --bare --safe-mode --setting-sources --restricted",
		"permission-mode=bypassPermissions", "CLAUDE_CODE_SIMPLE=1 CLAUDE_CODE_SIMPLE=true CLAUDE_CODE_SAFE_MODE=1 CLAUDE_CODE_SAFE_MODE=true CLAUDE_CONFIG_DIR=",
	},
	{
		"codex", "--dangerously-bypass-approvals-and-sandbox --dangerously-bypass-hook-trust --yolo",
		"disable=hooks sandbox=danger-full-access s=danger-full-access", "CODEX_HOME=",
	},
	{"gemini gemini-cli @google/gemini-cli qwen iflow", "--yolo -y", "approval-mode=yolo", ""},
	{"copilot", "--allow-all-tools --allow-all --yolo", "", ""},
	{"cursor-agent", "--force -f --yolo", "", ""},
	{"agent", "--force --yolo", "", ""},
	{"amp", "--dangerously-allow-all", "", ""},
	{"droid", "--skip-permissions-unsafe", "", ""},
	{"kimi crush", "--yolo -y --yes --auto-approve", "", ""},
	{"q kiro-cli", "--trust-all-tools", "", ""},
	{"auggie cline", "--yolo -y", "", ""},
	{"goose", "", "", "GOOSE_MODE=auto"},
	{"aider", "--yes-always", "", ""},
	{"opencode", "--dangerously-skip-permissions", "", ""},
}

// matchChild finds agents that are started with their guards off.
func matchChild(c *Context, l *shell.Leaf) {
	name := l.Program
	for i := range agentFlags {
		row := &agentFlags[i]
		if !hasName(row.programs, name) {
			continue
		}
		if flag := agentFlag(l, row.flags); flag != "" {
			c.Report(l, "`"+name+" "+flag+"` switches its guards off")
			return
		}
		if v := agentValue(l, row.values); v != "" {
			c.Report(l, "`"+name+"` with "+v+" switches its guards off")
			return
		}
		if env := agentEnv(l, row.env); env != "" && !justAsks(l) {
			c.Report(l, "`"+name+"` with "+env+" in its environment does not load the hooks")
			return
		}
		if turnsHooksOff(l) {
			c.Report(l, "`"+name+"` is given settings that switch the hooks off")
		}
		return
	}
}

// agentFlag returns the flag of the list that was given. The words are looked at as they stand, since
// these programs change their options often; what comes after -- is text.
func agentFlag(l *shell.Leaf, flags string) string {
	for i := range l.Args {
		text, all := l.Args[i].Prefix()
		if all && text == "--" {
			return ""
		}
		if len(text) < 2 || text[0] != '-' {
			continue
		}
		if i > 0 && takesText(&l.Args[i-1].Lit) {
			continue // -p '--bare': the prompt
		}
		name, _, _ := strings.Cut(text, "=")
		if hasName(flags, name) && !strings.HasSuffix(text, "=false") {
			return name
		}
		if name[1] != '-' && len(name) > 2 && isLetters(name[1:]) {
			for j := 1; j < len(name); j++ { // a cluster: -fp
				if hasName(flags, "-"+name[j:j+1]) {
					return "-" + name[j:j+1]
				}
			}
		}
	}
	return ""
}

func isLetters(s string) bool {
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'z' {
			return false
		}
	}
	return true
}

// takesText tells whether an option's argument is text that a person wrote.
func takesText(option *string) bool {
	switch *option {
	case "--append-system-prompt", "--system-prompt", "--prompt", "--message", "-m", "--name":
		return true
	}
	return false
}

// agentValue returns the option=value of the list that was given.
func agentValue(l *shell.Leaf, values string) string {
	for values != "" {
		var one string
		one, values, _ = strings.Cut(values, " ")
		option, want, _ := strings.Cut(one, "=")
		dashed := "--" + option
		if len(option) == 1 {
			dashed = "-" + option
		}
		for i := range l.Args {
			text, _ := l.Args[i].Known()
			if text == dashed && i+1 < len(l.Args) {
				if v, _ := l.Args[i+1].Known(); hasComma(v, want) {
					return dashed + " " + want
				}
			} else if v, ok := strings.CutPrefix(text, dashed+"="); ok && hasComma(v, want) {
				return dashed + "=" + want
			}
		}
	}
	return ""
}

func hasComma(list, item string) bool {
	for list != "" {
		var one string
		one, list, _ = strings.Cut(list, ",")
		if one == item {
			return true
		}
	}
	return false
}

// agentEnv returns the variable of the list that is set.
func agentEnv(l *shell.Leaf, env string) string {
	for env != "" {
		var one string
		one, env, _ = strings.Cut(env, " ")
		name, want, _ := strings.Cut(one, "=")
		for i := range l.Env {
			if l.Env[i].Name != name {
				continue
			}
			v, known := l.Env[i].Value.Known()
			if known && v == "" || want != "" && v != want {
				continue
			}
			return name
		}
	}
	return ""
}

// justAsks tells whether the agent only prints about itself.
func justAsks(l *shell.Leaf) bool {
	return l.Parsed.Has("version", "help", "v", "h") || len(l.Args) == 1 && (l.Args[0].Lit == "doctor" || l.Args[0].Lit == "update")
}

// turnsHooksOff looks for settings in the arguments that take the hooks away: claude --settings
// '{"disableAllHooks":true}', codex -c features.hooks=false.
func turnsHooksOff(l *shell.Leaf) bool {
	for i := range l.Args {
		text, known := l.Args[i].Known()
		if !known || i == 0 {
			continue
		}
		before, _ := l.Args[i-1].Known()
		if v, ok := strings.CutPrefix(text, "--settings="); ok {
			before, text = "--settings", v
		}
		switch before {
		case "--settings":
			if strings.Contains(text, "disableAllHooks") || strings.Contains(text, "bypassPermissions") {
				return true
			}
		case "-c", "--config":
			key, v, _ := strings.Cut(text, "=")
			key = strings.TrimSpace(key)
			if strings.HasPrefix(key, "hooks") || key == "features.hooks" && strings.TrimSpace(v) != "true" || key == "sandbox_mode" && strings.Contains(v, "danger") {
				return true
			}
		}
	}
	return false
}
