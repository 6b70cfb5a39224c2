package battery

import "github.com/bashguard/bashguard/guard/hook"

// Event is one shell command that an agent is about to run.
type Event struct {
	Command string
	// Cwd is where it would run; "" is the target's own scratch project.
	Cwd string
	// Mode is the permission mode as Claude Code names it, "default" when "".
	Mode string
	// fault is how the event is damaged, or what it is sent in; nil for an ordinary one.
	fault *Fault
	// env is set for the guard's process beside what the host sets.
	env []string
}

// Under is the same event under a fault.
func (e Event) Under(f *Fault) Event {
	e.fault = f
	if f != nil && f.Mode != "" {
		e.Mode = f.Mode
	}
	return e
}

// ids are what a host would fill in; they are the same in all events, so that runs can be compared.
const (
	sessionID   = "00000000-0000-4000-8000-000000000000"
	description = "Run the next step: größer, 下一步 ✓"
)

// payload is the JSON of an event in one agent's shape, with the places that faults damage.
type payload struct {
	root *object
	// input is the path to the object that holds the command, command its key there.
	input   []string
	command string
	// tool is the path to the name of the tool; nil where the protocol has none.
	tool []string
}

// holder is the object that holds the command.
func (p *payload) holder() *object { return p.root.at(p.input) }

// newPayload is an event in an agent's shape. home is where its transcript would be.
func newPayload(agent hook.Agent, e *Event, home string) *payload {
	mode := e.Mode
	if mode == "" {
		mode = "default"
	}
	input := obj("command", e.Command, "description", description)
	named := payload{input: []string{"tool_input"}, command: "command", tool: []string{"tool_name"}}
	switch agent {
	case hook.Codex:
		named.root = obj("session_id", sessionID, "turn_id", sessionID, "transcript_path", home+"/.codex/sessions/rollout.jsonl", "cwd", e.Cwd,
			"hook_event_name", "PreToolUse", "model", "gpt-5-codex", "permission_mode", mode, "tool_name", "Bash",
			"tool_input", obj("command", e.Command), "tool_use_id", "call_000000000000")
	case hook.Gemini:
		named.root = obj("session_id", sessionID, "transcript_path", home+"/.gemini/tmp/app/chats/session.jsonl", "cwd", e.Cwd,
			"hook_event_name", "BeforeTool", "timestamp", "2026-11-30T21:49:34.431Z", "tool_name", "run_shell_command", "tool_input", input)
	case hook.Copilot:
		return &payload{
			root: obj("sessionId", sessionID, "timestamp", number("1796075654415"), "cwd", e.Cwd, "toolName", "bash",
				"toolArgs", obj("command", e.Command, "description", description, "mode", "sync")),
			input: []string{"toolArgs"}, command: "command", tool: []string{"toolName"},
		}
	case hook.Cursor:
		return &payload{
			root: obj("conversation_id", sessionID, "generation_id", sessionID, "hook_event_name", "beforeShellExecution",
				"workspace_roots", []any{e.Cwd}, "command", e.Command, "cwd", e.Cwd),
			command: "command",
		}
	case hook.Windsurf:
		return &payload{
			root: obj("agent_action_name", "pre_run_command", "trajectory_id", sessionID, "execution_id", sessionID,
				"timestamp", "2026-11-30T21:49:34.431Z", "tool_info", obj("command_line", e.Command, "cwd", e.Cwd)),
			input: []string{"tool_info"}, command: "command_line", tool: []string{"agent_action_name"},
		}
	case hook.OpenCode:
		return &payload{
			root: obj("input", obj("tool", "bash", "sessionID", sessionID, "callID", "call_0"),
				"output", obj("args", input), "directory", e.Cwd, "worktree", "/"),
			input: []string{"output", "args"}, command: "command", tool: []string{"input", "tool"},
		}
	default: // Claude Code, and who took its shape over
		named.root = obj("session_id", sessionID, "transcript_path", home+"/.claude/projects/-app/"+sessionID+".jsonl", "cwd", e.Cwd,
			"prompt_id", sessionID, "permission_mode", mode, "effort", obj("level", "medium"), "hook_event_name", "PreToolUse",
			"tool_name", "Bash", "tool_input", input, "tool_use_id", "toolu_0000_000000000000")
	}
	return &named
}

// delivery is what reaches the guard's standard input, and when.
type delivery struct {
	pieces [][]byte
	// pace is the pause before each piece but the first; start the one before that.
	pace, start pause
}

// text is all of it.
func (d *delivery) text() []byte {
	var all []byte
	for _, p := range d.pieces {
		all = append(all, p...)
	}
	return all
}

// deliver makes what is sent for an event.
func deliver(agent hook.Agent, e *Event, home string) *delivery {
	p := newPayload(agent, e, home)
	style, f := jsonStyle{}, e.fault
	if f != nil {
		if f.Edit != nil {
			f.Edit(p)
		}
		style = f.Style
	}
	text := style.encode(p.root)
	if f == nil || !f.NoNewline {
		text = append(text, style.newline()...)
	}
	if f != nil && f.Damage != nil {
		text = f.Damage(text, p)
	}
	d := &delivery{pieces: [][]byte{text}}
	if f == nil {
		return d
	}
	d.start, d.pace = f.Late, f.Pace
	if f.Pieces > 0 {
		d.pieces = nil
		for size := f.Pieces; len(text) > 0; text = text[size:] {
			size = min(size, len(text))
			d.pieces = append(d.pieces, text[:size])
		}
	}
	return d
}
