package hook

import "strings"

// identify tells whose event it is that comes under the names that Claude Code made. What another
// agent would do with an answer made for Claude Code is not to be found out: Codex runs a command
// that is asked about, and so does Kimi. So an event is Claude's only where nothing speaks against it.
func (d *decoder) identify() {
	e, root := d.event, d.root
	switch e.Name {
	case "BeforeTool", "AfterTool":
		e.Agent = Gemini
		return
	case "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "preToolUse":
		e.Agent = Cursor
		return
	}
	tool, transcript := textOf(root.get("tool_name")), textOf(root.get("transcript_path"))
	switch {
	case root.get("conversation_id") != nil && root.get("generation_id") != nil:
		e.Agent = Cursor
	// Codex writes turn_id into every event of a turn. Models of its maker give call_ ids to other
	// hosts as well, so the id alone does not tell.
	case root.get("turn_id") != nil, strings.Contains(transcript, "/.codex/"):
		e.Agent = Codex
	case strings.Contains(transcript, "/.factory/"), tool == "Execute":
		e.Agent = Factory
	case root.get("tool_call_id") != nil && root.get("tool_use_id") == nil, tool == "Shell":
		e.Agent = Kimi
	case root.get("model") != nil && root.get("prompt_id") == nil && strings.HasPrefix(textOf(root.get("tool_use_id")), "call_"):
		e.Agent = Codex
	case kindOfTool(tool) == toolOther || isClaudeTool(tool):
		e.Agent = Claude
	}
}

// isClaudeTool tells whether a tool that can be judged is one of Claude Code's.
func isClaudeTool(name string) bool {
	switch name {
	case "Bash", "Monitor", "PowerShell", "Write", "Edit", "MultiEdit", "NotebookEdit":
		return true
	}
	return false
}

func textOf(v *jsonValue) string {
	if v == nil || v.kind != jsonString {
		return ""
	}
	return v.text
}

// workspace is the event itself, or, where Cursor leaves the directory empty and has one workspace,
// an object in which that is the directory.
func (d *decoder) workspace() *jsonValue {
	cwd, roots := d.root.get("cwd"), d.root.get("workspace_roots")
	if d.event.Agent != Cursor || cwd == nil || cwd.kind != jsonString || cwd.text != "" || roots == nil || len(roots.items) != 1 {
		return d.root
	}
	return &jsonValue{kind: jsonObject, members: []jsonMember{{key: "cwd", value: roots.items[0]}}}
}
