package hook

import "github.com/bashguard/bashguard/guard"

// toolKind is what a tool does that a guard may have an opinion on.
type toolKind uint8

const (
	toolOther toolKind = iota
	toolShell
	toolOtherShell
	toolWrite
	toolEdit
	toolDelete
	toolMove
	toolPatch
)

// kindOfTool is the table of tools, by the names that agents give them. Claude Code, Codex,
// Gemini CLI and Copilot CLI were measured; the others are from their documents.
func kindOfTool(name string) toolKind {
	switch name {
	case "Bash", "Monitor", // Claude Code
		"bash",                                 // Copilot, OpenCode
		"shell", "local_shell", "exec_command", // Codex, other names of its Bash
		"run_shell_command",                               // Gemini, Qwen
		"Shell",                                           // Cursor, Kimi
		"run_terminal_cmd", "run_command", "run_terminal", // Cursor, Windsurf
		"Execute", "exec", // Droid, Devin
		"execute_command", "terminal": // Cline, Hermes
		return toolShell
	case "PowerShell", "powershell", "pwsh", "cmd":
		return toolOtherShell
	case "Write", "write", "write_file", "WriteFile", "create", "Create", "create_file", "write_to_file", "NotebookCreate":
		return toolWrite
	case "Edit", "edit", "MultiEdit", "multiedit", "NotebookEdit", "notebook_edit", "replace", "edit_file", "str_replace",
		"StrReplace", "StrReplaceFile", "str_replace_editor", "str_replace_based_edit_tool", "search_replace", "replace_in_file", "insert":
		return toolEdit
	case "Delete", "delete_file", "DeleteFile", "delete":
		return toolDelete
	case "move_file", "rename_file":
		return toolMove
	case "apply_patch", "ApplyPatch", "applypatch", "patch":
		return toolPatch
	}
	return toolOther
}

// change is what a file tool does to its path.
func (k toolKind) change() guard.Change {
	switch k {
	case toolEdit:
		return guard.Edits
	case toolDelete:
		return guard.Deletes
	case toolMove:
		return guard.Moves
	}
	return guard.Writes
}

// pathFields are the parameters that name the file of a file tool, commandFields those that
// hold the text of a shell tool, directoryFields those that say where it runs.
var (
	pathFields      = [...]string{"file_path", "notebook_path", "path", "filePath", "filepath", "absolute_path", "target_file", "TargetFile"}
	patchFields     = [...]string{"command", "input", "patch", "patchText", "patch_text"}
	targetFields    = [...]string{"destination", "new_path", "newPath", "target"}
	commandFields   = [...]string{"command", "cmd", "script", "command_line", "commandLine", "CommandLine"}
	directoryFields = [...]string{"dir_path", "workdir", "cwd", "directory", "working_directory", "workingDirectory", "Cwd"}
)

// isPastEvent tells whether an event comes after the fact, or before it but not to be decided
// by a gate: about those there is no opinion.
func isPastEvent(name string) bool {
	switch name {
	case "PermissionRequest", "PermissionDenied", "Notification", "Stop", "StopFailure", "SubagentStart", "SubagentStop",
		"SessionStart", "SessionEnd", "UserPromptSubmit", "UserPromptExpansion", "PreCompact", "PostCompact", "InstructionsLoaded",
		"TaskCreated", "TaskCompleted", "TeammateIdle", "CwdChanged", "FileChanged", "WorktreeCreate", "WorktreeRemove", "Elicitation", "ElicitationResult", "Setup",
		"BeforeAgent", "BeforeModel", "BeforeToolSelection", "PreCompress",
		"beforeMCPExecution", "beforeReadFile", "beforeSubmitPrompt", "stop":
		return true
	}
	for _, prefix := range [...]string{"Post", "After", "post", "after"} {
		if len(name) >= len(prefix) && name[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}

// isMCPShell tells whether an MCP tool's name says that it runs commands: one of its words
// does (mcp__sh__run, mcp__desktop__start_process), not a part of one (mcp__docs__push).
func isMCPShell(name string) bool {
	start := 0
	for i := 0; i <= len(name); i++ {
		if i < len(name) && isAlnum(name[i]) && !(i > start && isUpper(name[i]) && !isUpper(name[i-1])) {
			continue
		}
		if isShellWord(name[start:i]) {
			return true
		}
		if start = i; i < len(name) && !isAlnum(name[i]) {
			start++
		}
	}
	return false
}

func isAlnum(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func isShellWord(word string) bool {
	var buf [12]byte
	if len(word) > len(buf) {
		return false
	}
	for i := range len(word) {
		if buf[i] = word[i]; isUpper(word[i]) {
			buf[i] |= 0x20
		}
	}
	switch string(buf[:len(word)]) {
	case "sh", "bash", "zsh", "shell", "exec", "execute", "run", "cmd", "command", "commands", "terminal", "tty", "console", "process", "spawn", "ssh", "system":
		return true
	}
	return false
}
