package wire

import (
	"path/filepath"
	"strings"

	"github.com/bashguard/bashguard/guard/hook"
)

// Seconds is the time limit that a hook gets: above the longest that the guard may take, because
// most agents let the call run when the limit is over.
const Seconds = 60

// Scope is whose settings are changed.
type Scope uint8

// The scopes.
const (
	User    Scope = iota // for every project of the user
	Project              // for one project
)

func (s Scope) String() string {
	if s == Project {
		return "project"
	}
	return "user"
}

// format is what a settings file is written in.
type format uint8

const (
	jsonFile   format = iota
	tomlFile          // arrays of tables
	pluginFile        // the whole file is ours
)

// Agent says where an agent takes hooks from and how it wants them.
type Agent struct {
	Agent hook.Agent
	Name  string
	// Programs are the names of its client, by which it is found on PATH.
	Programs []string
	// dir is its directory below the home, dirEnv a variable that puts that elsewhere, with dirBelow in
	// it; file is its settings file there. project is the file below a project, "" where there is none.
	dir, dirEnv, dirBelow, file, project string

	format format
	// version is a `version` that its JSON needs at the top.
	version bool
	hooks   []entry
	// After is what the user has to do before the hook counts, Lacks what the agent cannot promise.
	After, Lacks string
}

// entry is one hook: where it stands and how it looks.
type entry struct {
	path    []string // the keys that lead to its list
	matcher string   // "" for none
	flat    bool     // the list holds the hooks themselves, no groups with a matcher
	fields  []field
	since   string // the version of the client that knows its event; older ones do not get it
}

// field is one member of a hook, value as JSON. $COMMAND stands for the command.
type field struct{ key, value string }

const (
	commandValue = "$COMMAND"
	guarded      = " hook || exit 2" // whatever the end, it is a refusal
	unguarded    = " hook"           // for clients that may start it without a shell
)

// Agents are the agents that can be wired, in a fixed order.
func Agents() []*Agent {
	command := field{"type", `"command"`}
	claude := []field{command, {"command", commandValue + guarded}, {"timeout", "60"}, {"onFailure", `"block"`}}
	plain := []field{command, {"command", commandValue + guarded}, {"timeout", "60"}}
	windsurf := []field{{"command", commandValue + unguarded}, {"show_output", "true"}}
	return []*Agent{
		{
			Agent: hook.Claude, Name: "Claude Code", Programs: []string{"claude"},
			dir: ".claude", dirEnv: "CLAUDE_CONFIG_DIR", file: "settings.json", project: ".claude/settings.json",
			hooks: []entry{
				{path: []string{"hooks", "PreToolUse"}, matcher: "Bash|PowerShell", fields: claude},
				{path: []string{"hooks", "PreToolUse"}, matcher: "Write|Edit|NotebookEdit", fields: claude},
				{path: []string{"hooks", "PreSkillShellCommand"}, fields: claude, since: "2.1.332"},
				{path: []string{"hooks", "ConfigChange"}, fields: claude},
			},
			Lacks: "versions before 2.1.295 do not know onFailure: there a hook that is late lets the command run",
		},
		{
			Agent: hook.Codex, Name: "Codex CLI", Programs: []string{"codex"},
			dir: ".codex", dirEnv: "CODEX_HOME", file: "config.toml", project: ".codex/config.toml",
			format: tomlFile,
			hooks:  []entry{{path: []string{"hooks", "PreToolUse"}, matcher: "^(Bash|apply_patch)$", fields: plain}},
			After:  "start codex and trust the hook in /hooks: until then it is skipped in silence",
			Lacks:  "a hook that is late lets the command run",
		},
		{
			Agent: hook.Gemini, Name: "Gemini CLI", Programs: []string{"gemini"},
			dir: ".gemini", file: "settings.json", project: ".gemini/settings.json",
			hooks: []entry{{
				path: []string{"hooks", "BeforeTool"}, matcher: "^(run_shell_command|write_file|replace)$",
				fields: []field{{"name", `"bashguard"`}, command, {"command", commandValue + guarded}, {"timeout", "60000"}}, // ms
			}},
			Lacks: "a hook that is late or killed lets the command run",
		},
		{
			Agent: hook.Copilot, Name: "GitHub Copilot CLI", Programs: []string{"copilot"},
			dir: ".copilot", file: "hooks/bashguard.json", project: ".github/hooks/bashguard.json", version: true,
			hooks: []entry{{
				path: []string{"hooks", "preToolUse"}, flat: true,
				fields: []field{command, {"bash", commandValue + guarded}, {"timeoutSec", "60"}},
			}},
			Lacks: "a hook that is late lets the command run",
		},
		{
			Agent: hook.Cursor, Name: "Cursor", Programs: []string{"cursor", "cursor-agent"},
			dir: ".cursor", file: "hooks.json", project: ".cursor/hooks.json", version: true,
			hooks: []entry{{
				path: []string{"hooks", "beforeShellExecution"}, flat: true,
				fields: []field{{"command", commandValue + unguarded}, {"timeout", "60"}, {"failClosed", "true"}},
			}},
			Lacks: "written by its documents, not tried in the client: see a refusal before you rely on it",
		},
		{
			Agent: hook.OpenCode, Name: "OpenCode", Programs: []string{"opencode"},
			dir: ".config/opencode", dirEnv: "XDG_CONFIG_HOME", dirBelow: "opencode", file: "plugins/bashguard.js", project: ".opencode/plugins/bashguard.js",
			format: pluginFile,
			Lacks:  "a plugin that does not load is skipped in silence: see a refusal before you rely on it",
		},
		{
			Agent: hook.Windsurf, Name: "Windsurf", Programs: []string{"windsurf"},
			dir: ".codeium/windsurf", file: "hooks.json", project: ".windsurf/hooks.json",
			hooks: []entry{
				{path: []string{"hooks", "pre_run_command"}, flat: true, fields: windsurf},
				{path: []string{"hooks", "pre_write_code"}, flat: true, fields: windsurf},
			},
			Lacks: "written by its documents, not tried in the client; a hook that fails lets the command run",
		},
		{
			Agent: hook.Kimi, Name: "Kimi CLI", Programs: []string{"kimi"},
			dir: ".kimi", file: "config.toml",
			format: tomlFile,
			hooks: []entry{{
				path: []string{"hooks"}, flat: true, matcher: "^(Shell|WriteFile|StrReplaceFile)$",
				fields: []field{{"event", `"PreToolUse"`}, {"matcher", `"^(Shell|WriteFile|StrReplaceFile)$"`}, {"command", commandValue + guarded}, {"timeout", "60"}},
			}},
			Lacks: "written by its documents, not tried in the client; a hook that is late lets the command run",
		},
		{
			Agent: hook.Factory, Name: "Factory Droid", Programs: []string{"droid"},
			dir: ".factory", file: "hooks.json", project: ".factory/hooks.json",
			hooks: []entry{{path: []string{"hooks", "PreToolUse"}, matcher: "Execute|Create|Edit|MultiEdit|ApplyPatch", fields: plain}},
			Lacks: "written by its documents, not tried in the client: see a refusal before you rely on it",
		},
	}
}

// Dir is the agent's directory in a home.
func (a *Agent) Dir(home string, env func(string) string) string {
	if dir := env(a.dirEnv); a.dirEnv != "" && filepath.IsAbs(dir) {
		return filepath.Join(dir, a.dirBelow)
	}
	return filepath.Join(home, a.dir)
}

// File is the agent's settings file, "" when it has none in that scope.
func (a *Agent) File(scope Scope, home, project string, env func(string) string) string {
	switch {
	case scope == User:
		return filepath.Join(a.Dir(home, env), a.file)
	case a.project == "":
		return ""
	}
	return filepath.Join(project, a.project)
}

// quoted is a text as a JSON string, which is a TOML and a JavaScript string as well.
func quoted(s string) string { return string(hook.AppendJSON(nil, s)) }

// valueFor is a field's value in a hook that runs the program.
func (f *field) valueFor(program string) string {
	if rest, ok := strings.CutPrefix(f.value, commandValue); ok {
		return quoted(program + rest)
	}
	return f.value
}

// isOurs tells whether a hook's command runs the guard as a hook: this program, or one of its name.
func isOurs(command, program string) bool {
	command = strings.TrimSpace(command)
	if before, after, ok := strings.Cut(command, "||"); ok {
		if strings.TrimSpace(after) != "exit 2" {
			return false
		}
		command = before
	}
	words := strings.Fields(command)
	if len(words) != 2 || words[1] != "hook" {
		return false
	}
	name := strings.Trim(words[0], `"'`)
	return name == program || filepath.Base(name) == "bashguard"
}
