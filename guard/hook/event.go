package hook

import "github.com/bashguard/bashguard/guard"

// Agent is whose hook protocol an event is in.
type Agent uint8

// The agents. The zero value is one that is not known: it is answered by what every known
// agent reads, exit 2 and stderr.
const (
	UnknownAgent Agent = iota
	Claude
	Codex
	Gemini
	Copilot // its own camelCase events; those under Claude's names decode as Claude's
	Cursor
	OpenCode
	Windsurf
	Kimi
	Factory
)

var agentNames = [...]string{"unknown", "claude", "codex", "gemini", "copilot", "cursor", "opencode", "windsurf", "kimi", "factory"}

// String returns the agent's name in lower case.
func (a Agent) String() string {
	if int(a) < len(agentNames) {
		return agentNames[a]
	}
	return agentNames[UnknownAgent]
}

// Kind is what an event asks about.
type Kind uint8

// The kinds of event.
const (
	// NothingToJudge: an event or a tool about which the guard has no opinion.
	NothingToJudge Kind = iota
	// ShellCommand: Command is about to be run by bash or zsh.
	ShellCommand
	// OtherShellCommand: Command is about to be run by a shell that is not read here (PowerShell).
	OtherShellCommand
	// FileChange: Files are about to be changed by a file tool.
	FileChange
	// ConfigChange: the host's settings file at ConfigPath was changed and is about to be taken over.
	ConfigChange
)

// Event is one call of a hook.
type Event struct {
	Agent Agent
	Kind  Kind
	// Name is the event as the host names it, "" where its protocol has no name in it.
	Name string
	// Tool is the tool as the host names it.
	Tool string
	// Command is the text of a shell command.
	Command string
	// Files are the changes of a file tool, with absolute paths or paths that begin with ~/.
	Files []guard.FileChange
	// Cwd is absolute. It is where the call runs: a tool's own directory parameter is in it.
	Cwd string
	// Mode is the permission mode as the host names it, "" when it sends none.
	Mode string
	// Session, Transcript and ToolUse are the host's ids, as sent. They may be "".
	Session, Transcript, ToolUse string
	// Source and ConfigPath say which settings changed: user_settings, project_settings,
	// local_settings, policy_settings, skills. ConfigPath may be "".
	Source, ConfigPath string
}

// Seen tells whether an ask that answers the event is put to a human, or else refused by the host.
// Where it is not, the host would run the command (Codex, Kimi), hang (Gemini) or has no word for
// it. Copilot refuses by itself where nobody can be asked; Cursor asks by its documents, and for
// its shell event only.
func (e *Event) Seen() bool {
	switch e.Agent {
	case Claude:
		return e.Name == "PreToolUse" && ModeAsks(e.Mode)
	case Copilot:
		return e.Name == "preToolUse"
	case Cursor:
		return e.Name == "beforeShellExecution"
	}
	return false
}

// ModeAsks tells whether in a permission mode of Claude Code an ask reaches a human, or is refused
// by the client where there is none. bypassPermissions and dontAsk answer by themselves, and so may a
// mode that is not known. In auto the client was seen to prompt when it is used interactively, but
// whoever chose that mode means to be asked nothing, and may be gone: by the policy nobody sees it.
func ModeAsks(mode string) bool {
	switch mode {
	case "", "default", "manual", "plan", "acceptEdits":
		return true
	}
	return false
}
