package hook

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

func TestDecodeRecordedPayloads(t *testing.T) {
	const rm, rmr = "rm -rf /home/dev/victim/build", "rm -r /home/dev/victim/build"
	shell := func(agent Agent, name, tool, command, mode string) Event {
		return Event{Agent: agent, Kind: ShellCommand, Name: name, Tool: tool, Command: command, Cwd: "/home/dev/app", Mode: mode}
	}
	file := func(tool, path string, change guard.Change) Event {
		return Event{
			Agent: Claude, Kind: FileChange, Name: "PreToolUse", Tool: tool, Cwd: "/home/dev/app", Mode: "default",
			Files: []guard.FileChange{{Path: path, Change: change}},
		}
	}
	want := map[string]Event{
		"bash.json":                                    shell(Claude, "PreToolUse", "Bash", rm, "default"),
		"bash_acceptEdits.json":                        shell(Claude, "PreToolUse", "Bash", rm, "acceptEdits"),
		"bash_auto.json":                               shell(Claude, "PreToolUse", "Bash", rm, "auto"),
		"bash_background.json":                         shell(Claude, "PreToolUse", "Bash", rm, "default"),
		"bash_bypassPermissions.json":                  shell(Claude, "PreToolUse", "Bash", rm, "bypassPermissions"),
		"bash_dangerouslyDisableSandbox_timeout.json":  shell(Claude, "PreToolUse", "Bash", rm, "default"),
		"bash_dontAsk.json":                            shell(Claude, "PreToolUse", "Bash", rm, "dontAsk"),
		"bash_plan.json":                               shell(Claude, "PreToolUse", "Bash", rm, "plan"),
		"bash_subagent.json":                           shell(Claude, "PreToolUse", "Bash", rm, "default"),
		"http_hook_body_bash.json":                     shell(Claude, "PreToolUse", "Bash", rm, "default"),
		"mcp_tool.json":                                shell(Claude, "PreToolUse", "mcp__sh__run", rm, "default"),
		"monitor_seen_by_matcher_Bash.json":            shell(Claude, "PreToolUse", "Bash", rm, "default"),
		"monitor_seen_by_matcher_Bash_or_Monitor.json": shell(Claude, "PreToolUse", "Monitor", "echo hi", "default"),
		"monitor_seen_by_matcher_any.json":             shell(Claude, "PreToolUse", "Monitor", "echo hi", "default"),
		"preskillshellcommand_claude.json":             shell(Claude, "PreSkillShellCommand", "Bash", rm, "default"),
		"preskillshellcommand_user.json":               shell(Claude, "PreSkillShellCommand", "Bash", rm, "default"),
		"bash_after_cd.json":                           {Agent: Claude, Kind: ShellCommand, Name: "PreToolUse", Tool: "Bash", Command: "rm -rf ../x", Cwd: "/home/dev/app/sub", Mode: "default"},
		"powershell.json":                              {Agent: Claude, Kind: OtherShellCommand, Name: "PreToolUse", Tool: "PowerShell", Command: "ls", Cwd: "/home/dev/app", Mode: "default"},
		"skill_tool.json":                              {Agent: Claude, Name: "PreToolUse", Tool: "Skill", Mode: "default"},
		"posttooluse_bash.json":                        {Agent: Claude, Name: "PostToolUse", Mode: "default"},
		"permissionrequest_bash.json":                  {Agent: Claude, Name: "PermissionRequest", Mode: "default"},
		"configchange_local_settings.json":             {Agent: Claude, Kind: ConfigChange, Name: "ConfigChange", Cwd: "/home/dev/app", Source: "local_settings", ConfigPath: "/home/dev/app/.claude/settings.local.json"},
		"write.json":                                   file("Write", "/home/dev/app/a.txt", guard.Writes),
		"write_relative_path.json":                     file("Write", "/home/dev/app/b.txt", guard.Writes),
		"write_tilde_path.json":                        file("Write", "/home/dev/c.txt", guard.Writes),
		"edit.json":                                    file("Edit", "/home/dev/app/a.txt", guard.Edits),
		"notebookedit.json":                            file("NotebookEdit", "/home/dev/app/n.ipynb", guard.Edits),
		"codex_bash.json":                              shell(Codex, "PreToolUse", "Bash", rmr, "bypassPermissions"),
		"codex_bash_workdir.json":                      {Agent: Codex, Kind: ShellCommand, Name: "PreToolUse", Tool: "Bash", Command: "rm -r build", Cwd: "/home/dev/victim", Mode: "bypassPermissions"},
		"codex_apply_patch_in_shell.json":              shell(Codex, "PreToolUse", "Bash", "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch\nEOF", "bypassPermissions"),
		"copilot_PreToolUse_Bash.json":                 shell(Claude, "PreToolUse", "Bash", rmr, ""),
		"copilot_preToolUse_bash.json":                 shell(Copilot, "preToolUse", "bash", rmr, ""),
		"copilot_create.json":                          {Agent: Copilot, Kind: FileChange, Name: "preToolUse", Tool: "create", Cwd: "/home/dev/app", Files: []guard.FileChange{{Path: "/home/dev/app/a.txt"}}},
		"gemini_run_shell_command.json":                shell(Gemini, "BeforeTool", "run_shell_command", rmr, ""),
		"gemini_run_shell_command_dir_path.json":       {Agent: Gemini, Kind: ShellCommand, Name: "BeforeTool", Tool: "run_shell_command", Command: "pwd", Cwd: "/home/dev/app/sub"},
		"gemini_write_file.json":                       {Agent: Gemini, Kind: FileChange, Name: "BeforeTool", Tool: "write_file", Cwd: "/home/dev/app", Files: []guard.FileChange{{Path: "/home/dev/app/a.txt"}}},
		"cursor_before_shell_execution.json":           shell(Cursor, "beforeShellExecution", "Shell", rmr, ""),
		"cursor_before_shell_execution_no_cwd.json":    shell(Cursor, "beforeShellExecution", "Shell", rmr, ""),
		"cursor_pre_tool_use_shell.json":               {Agent: Cursor, Kind: ShellCommand, Name: "preToolUse", Tool: "Shell", Command: "rm -r build", Cwd: "/home/dev/victim"},
		"cursor_claude_hook.json":                      shell(Cursor, "PreToolUse", "Bash", rmr, ""),
		"windsurf_pre_run_command.json":                shell(Windsurf, "pre_run_command", "pre_run_command", rmr, ""),
		"windsurf_pre_write_code.json":                 {Agent: Windsurf, Kind: FileChange, Name: "pre_write_code", Tool: "pre_write_code", Files: []guard.FileChange{{Path: "/home/dev/app/a.txt"}}},
		"kimi_shell.json":                              shell(Kimi, "PreToolUse", "Shell", rmr, ""),
		"kimi_write_file.json":                         {Agent: Kimi, Kind: FileChange, Name: "PreToolUse", Tool: "WriteFile", Cwd: "/home/dev/app", Files: []guard.FileChange{{Path: "/home/dev/app/a.txt"}}},
		"factory_execute.json":                         shell(Factory, "PreToolUse", "Execute", rmr, "off"),
		"factory_create.json":                          {Agent: Factory, Kind: FileChange, Name: "PreToolUse", Tool: "Create", Cwd: "/home/dev/app", Mode: "off", Files: []guard.FileChange{{Path: "/home/dev/app/a.txt"}}},
		"opencode_tool_execute_before.json":            shell(OpenCode, "tool.execute.before", "bash", rmr, ""),
	}
	files := payloadFiles(t)
	require.Len(t, want, len(files))
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			got, err := Decode(data)
			require.Nil(t, err)
			got.Session, got.Transcript, got.ToolUse = "", "", ""
			require.Equal(t, want[name], *got)
		})
	}
}

// event is a Claude Code event with the given fields in place of the ordinary ones.
func event(fields ...string) string {
	base := map[string]string{
		"session_id": `"s"`, "cwd": `"/home/dev/app"`, "permission_mode": `"default"`, "hook_event_name": `"PreToolUse"`,
		"tool_name": `"Bash"`, "tool_input": `{"command":"ls"}`,
	}
	for _, f := range fields {
		key, value, _ := strings.Cut(f, "=")
		base[key] = value
	}
	var parts []string
	for key, value := range base {
		if value != "" {
			parts = append(parts, `"`+key+`":`+value)
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func TestDecodeRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		code       FailureCode
		names      string // what the reason must name
	}{
		{"no object", `["a"]`, InputMalformed, "an array"},
		{"null", `null`, InputMalformed, "null"},
		{"empty object", `{}`, EventUnknown, "hook_event_name"},
		{"no event name", event("hook_event_name="), EventUnknown, "hook_event_name"},
		{"event name null", event("hook_event_name=null"), FieldType, "hook_event_name"},
		{"event name number", event("hook_event_name=5"), FieldType, "hook_event_name"},
		{"event name empty", event(`hook_event_name=""`), FieldValue, "hook_event_name"},
		{"no tool name", event("tool_name="), FieldMissing, "tool_name"},
		{"tool name null", event("tool_name=null"), FieldType, "tool_name"},
		{"tool name array", event(`tool_name=["Bash"]`), FieldType, "tool_name"},
		{"tool name empty", event(`tool_name=""`), FieldValue, "tool"},
		{"no tool input", event("tool_input="), FieldMissing, "tool_input"},
		{"tool input null", event("tool_input=null"), FieldType, "tool_input"},
		{"tool input text", event(`tool_input="ls"`), FieldType, "tool_input"},
		{"tool input array", event(`tool_input=["ls"]`), FieldType, "tool_input"},
		{"no command", event("tool_input={}"), FieldMissing, "command"},
		{"command null", event(`tool_input={"command":null}`), FieldType, "command"},
		{"command number", event(`tool_input={"command":1}`), FieldType, "command"},
		{"command boolean", event(`tool_input={"command":true}`), FieldType, "command"},
		{"command array", event(`tool_input={"command":["ls"]}`), FieldType, "command"},
		{"command object", event(`tool_input={"command":{}}`), FieldType, "command"},
		{"command under another name", event(`tool_input={"cmd":"ls"}`), FieldMissing, "command"},
		{"command in another case", event(`tool_input={"Command":"ls"}`), KeyAmbiguous, "Command"},
		{"command in two cases", event(`tool_input={"command":"ls","COMMAND":"x"}`), KeyAmbiguous, "COMMAND"},
		{"command twice", event(`tool_input={"command":"ls","command":"x"}`), KeyDuplicate, "command"},
		{"tool name in two cases", event(`Tool_Name="Read"`), KeyAmbiguous, "Tool_Name"},
		{"no cwd", event("cwd="), FieldMissing, "cwd"},
		{"cwd null", event("cwd=null"), FieldMissing, "cwd"},
		{"cwd number", event("cwd=1"), FieldType, "cwd"},
		{"cwd empty", event(`cwd=""`), FieldValue, "cwd"},
		{"cwd relative", event(`cwd="app"`), FieldValue, "cwd"},
		{"cwd with NUL", event(`cwd="/a\u0000b"`), FieldValue, "NUL"},
		{"mode number", event("permission_mode=1"), FieldType, "permission_mode"},
		{"session number", event("session_id=1"), FieldType, "session_id"},
		{"write without a path", event(`tool_name="Write"`, `tool_input={"content":"x"}`), FieldMissing, "file_path"},
		{"write to null", event(`tool_name="Write"`, `tool_input={"file_path":null,"content":"x"}`), FieldType, "file_path"},
		{"write to a list", event(`tool_name="Write"`, `tool_input={"file_path":["/a"],"content":"x"}`), FieldType, "file_path"},
		{"write to nothing", event(`tool_name="Write"`, `tool_input={"file_path":"","content":"x"}`), FieldValue, "file_path"},
		{"write to NUL", event(`tool_name="Write"`, `tool_input={"file_path":"/a\u0000","content":"x"}`), FieldValue, "NUL"},
		{"edit without a cwd", event(`tool_name="Edit"`, "cwd=", `tool_input={"file_path":"a"}`), FieldMissing, "cwd"},
		{"powershell without a command", event(`tool_name="PowerShell"`, "tool_input={}"), FieldMissing, "command"},
		{"patch without a file", event(`tool_name="apply_patch"`, `tool_input={"input":"hello"}`), PatchUnreadable, "patch"},
		{"patch without a text", event(`tool_name="apply_patch"`, `tool_input={}`), FieldMissing, "command"},
		{"skill command without a tool", event(`hook_event_name="PreSkillShellCommand"`, "tool_name="), FieldMissing, "tool_name"},
		{"config change without a source", `{"hook_event_name":"ConfigChange","cwd":"/"}`, FieldMissing, "source"},
		{"copilot arguments text", `{"toolName":"bash","cwd":"/","toolArgs":"{}"}`, FieldType, "toolArgs"},
		{"opencode without arguments", `{"input":{"tool":"bash"},"output":{},"directory":"/"}`, FieldMissing, "args"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Decode([]byte(tt.text))
			require.NotNil(t, err)
			require.Equal(t, tt.code, err.Code, err.Error())
			require.Contains(t, err.Error(), tt.names)
		})
	}
}

func TestDecodeTools(t *testing.T) {
	kind := func(text string) Kind {
		e, err := Decode([]byte(text))
		require.Nil(t, err, text)
		return e.Kind
	}
	for _, tool := range []string{"Read", "Skill", "Task", "WebFetch", "Glob", "TodoWrite", "mcp__docs__search"} {
		require.Equal(t, NothingToJudge, kind(event(`tool_name="`+tool+`"`, `tool_input={"file_path":"/a","query":"x"}`)), tool)
	}
	for _, tool := range []string{"mcp__sh__run", "mcp__desktop__start_process", "mcp__x__executeCommand", "mcp__plugin_a_b__shell-exec", "mcp_dev_runTerminal"} {
		require.Equal(t, ShellCommand, kind(event(`tool_name="`+tool+`"`)), tool)
	}
	for _, tool := range []string{"mcp__docs__push", "mcp__git__show", "mcp__x__refresh", "mcp__brush__crunch"} {
		require.Equal(t, NothingToJudge, kind(event(`tool_name="`+tool+`"`)), tool)
	}
	require.Equal(t, NothingToJudge, kind(event(`tool_name="mcp__sh__run"`, `tool_input={"command":5}`)))
	require.Equal(t, NothingToJudge, kind(event(`tool_name="Monitor"`, `tool_input={"ws":"ws://x"}`)))
	require.Equal(t, NothingToJudge, kind(event(`hook_event_name="PostToolUseFailure"`)))
	require.Equal(t, NothingToJudge, kind(`{"hook_event_name":"SessionStart"}`))
	require.Equal(t, ShellCommand, kind(event(`hook_event_name="PreSomethingNew"`)), "an event that is not known but comes with a command is judged")
}

func TestDecodeDetails(t *testing.T) {
	decode := func(text string) *Event {
		e, err := Decode([]byte(text))
		require.Nil(t, err, text)
		return e
	}
	e := decode(event(`tool_name="mcp__sh__exec"`, `tool_input={"command":"rm","args":["-r","it's"],"cwd":"sub"}`))
	require.Equal(t, `rm '-r' 'it'\''s'`, e.Command)
	require.Equal(t, "/home/dev/app/sub", e.Cwd)

	e = decode(event(`tool_name="apply_patch"`, `turn_id="t"`, `tool_input={"command":"*** Begin Patch\n*** Add File: a b.txt\n+x\n*** Update File: sub/../c\n*** Move to: /etc/d\n*** Delete File: ~/e\n*** End Patch"}`))
	require.Equal(t, Codex, e.Agent)
	require.Equal(t, []guard.FileChange{
		{Path: "/home/dev/app/a b.txt", Change: guard.Writes}, {Path: "/home/dev/app/c", Change: guard.Moves}, {Path: "/etc/d", Change: guard.Writes}, {Path: "~/e", Change: guard.Deletes},
	}, e.Files)

	e = decode(event(`cwd="/home/dev/app/../x/"`))
	require.Equal(t, "/home/dev/x", e.Cwd)
	require.Equal(t, Claude, decode(event(`prompt_id="p"`, `tool_use_id="call_1"`)).Agent, "a model behind Claude Code that makes call_ ids")
	require.Equal(t, Codex, decode(event(`model="gpt"`, `tool_use_id="call_1"`)).Agent)
	require.Equal(t, Codex, decode(event(`transcript_path="/home/dev/.codex/x"`)).Agent)
	e = decode(`{"conversation_id":"c","generation_id":"g","hook_event_name":"beforeShellExecution","command":"ls","cwd":"/a"}`)
	require.Equal(t, Event{Agent: Cursor, Kind: ShellCommand, Name: "beforeShellExecution", Tool: "Shell", Command: "ls", Cwd: "/a"}, *e)
	e = decode(`{"agent_action_name":"pre_run_command","trajectory_id":"t","tool_info":{"command_line":"ls","cwd":"/a"}}`)
	require.Equal(t, Event{Agent: Windsurf, Kind: ShellCommand, Name: "pre_run_command", Tool: "pre_run_command", Command: "ls", Cwd: "/a", Session: "t"}, *e)
}

// An event under Claude's names is Claude's only where nothing speaks against it.
func TestDecodeTellsAgentsApart(t *testing.T) {
	for text, want := range map[string]Agent{
		event():                                      Claude,
		event(`tool_name="mcp__sh__run"`):            Claude,
		event(`tool_name="Read"`):                    Claude,
		event(`tool_name="Shell"`):                   Kimi,
		event(`tool_call_id="x"`):                    Kimi,
		event(`tool_call_id="x"`, `tool_use_id="x"`): Claude,
		event(`tool_name="Execute"`):                 Factory,
		event(`transcript_path="/home/dev/.factory/x"`, `tool_name="Edit"`, `tool_input={"file_path":"/a"}`): Factory,
		event(`tool_name="exec"`):                                                              UnknownAgent, // Devin
		event(`tool_name="run_shell_command"`):                                                 UnknownAgent, // Qwen
		event(`conversation_id="c"`, `generation_id="g"`, `turn_id="t"`):                       Cursor,
		event(`conversation_id="c"`, `generation_id="g"`, `tool_use_id="call_1"`, `model="m"`): Cursor,
	} {
		e, err := Decode([]byte(text))
		require.Nil(t, err, text)
		require.Equal(t, want, e.Agent, text)
	}
}

func TestDecodeKeepsWhoseItIs(t *testing.T) {
	e, err := Decode([]byte(event("tool_input=5")))
	require.NotNil(t, err)
	require.Equal(t, Claude, e.Agent)
	require.Contains(t, string(Refuse(e, err).Stdout), `"permissionDecision":"deny"`)
	e, err = Decode([]byte(event("tool_input=5", `turn_id="t"`)))
	require.NotNil(t, err)
	require.Empty(t, Refuse(e, err).Stdout)
}
