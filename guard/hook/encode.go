package hook

import "github.com/bashguard/bashguard/guard"

// The exit codes of a hook. Every agent that was measured takes 2 for a refusal, provided
// that there is something on stderr.
const (
	ExitPass   = 0
	ExitRefuse = 2
)

// Answer is what the guard says of an event.
type Answer struct {
	Verdict guard.Verdict
	// Reason is for a deny and an ask. It is made fit by OneLine.
	Reason string
}

// Output is what the hook's process does. The zero Output says nothing and passes.
type Output struct {
	Stdout, Stderr []byte
	Code           int
}

// Refuse is the answer to a call that could not be judged; e may be nil.
func Refuse(e *Event, f *Failure) Output {
	return e.Encode(Answer{guard.Deny, f.Error()})
}

// Pass is the answer to a call about which there is nothing to say; e may be nil.
func Pass(e *Event) Output { return e.Encode(Answer{Verdict: guard.None}) }

// Encode makes an answer into what the host of the event reads. No opinion is silence, but in
// Cursor, which may take silence for a failure. An ask where no host would put it to a human is a
// refusal. A nil event is one of an unknown agent.
func (e *Event) Encode(a Answer) Output {
	switch a.Verdict {
	case guard.None, guard.Allow:
		switch {
		case e.readsPermission():
			return Output{Stdout: e.decision("allow", "")}
		case a.Verdict == guard.Allow && e.readsDecision():
			return Output{Stdout: e.decision("allow", "allowed by the user's policy")}
		}
		return Output{} // silence runs the command, too
	}
	reason := OneLine(a.Reason, MaxReason)
	reads := e.readsDecision() || e.readsPermission()
	if a.Verdict == guard.Ask && reads && e.takesAsk() {
		return Output{Stdout: e.decision("ask", reason)}
	}
	out := Output{Code: ExitRefuse, Stderr: append([]byte(reason), '\n')}
	if reads {
		out.Stdout = e.decision("deny", reason)
	}
	return out
}

// takesAsk tells whether the host has a word for ask that runs nothing by itself.
func (e *Event) takesAsk() bool {
	return e.Agent == Claude || e.Agent == Copilot || e.Agent == Cursor && e.Name == "beforeShellExecution"
}

// readsDecision tells whether the host reads a decision from stdout beside exit 2. Claude Code
// does, and shows its reason without the hook's path; Copilot shows no other. Codex refuses keys
// that it does not know and Gemini another shape, so they and those whose answers nobody has
// measured get what all of them read: exit 2 and stderr.
func (e *Event) readsDecision() bool {
	if e == nil {
		return false
	}
	return e.Agent == Claude && isToolEvent(e.Name) || e.Agent == Copilot
}

// readsPermission tells whether the event is one of Cursor's own that wants a permission on stdout.
// Under its failClosed an empty answer may count as a failure, so there is one even for no opinion.
// Claude Code's hooks that Cursor runs get no such answer.
func (e *Event) readsPermission() bool {
	if e == nil || e.Agent != Cursor {
		return false
	}
	switch e.Name {
	case "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "preToolUse":
		return true
	}
	return false
}

// decision is the JSON of a decision, one line.
func (e *Event) decision(verdict, reason string) []byte {
	b := make([]byte, 0, 2*len(reason)+160)
	switch {
	case e.Agent == Cursor && reason == "":
		return append(b, `{"permission":"`+verdict+`"}`+"\n"...)
	case e.Agent == Cursor:
		b = append(b, `{"permission":"`+verdict+`","user_message":`...)
		b = append(AppendJSON(b, reason), `,"agent_message":`...)
		return append(AppendJSON(b, reason), '}', '\n')
	case e.Agent == Copilot:
		b = append(b, `{"permissionDecision":"`+verdict+`","permissionDecisionReason":`...)
		return append(AppendJSON(b, reason), '}', '\n')
	}
	b = append(b, `{"hookSpecificOutput":{"hookEventName":`...)
	b = AppendJSON(b, e.Name)
	b = append(b, `,"permissionDecision":"`+verdict+`","permissionDecisionReason":`...)
	return append(AppendJSON(b, reason), "}}\n"...)
}

// WritePayload is the event of a Write of an empty file at path, in the same session: what a
// gate for file writes that is wired to the same host reads.
func (e *Event) WritePayload(path string) []byte {
	b := make([]byte, 0, 512)
	b = append(b, '{')
	for _, f := range [...][2]string{
		{"session_id", e.Session},
		{"transcript_path", e.Transcript},
		{"cwd", e.Cwd},
		{"permission_mode", e.Mode},
		{"hook_event_name", "PreToolUse"},
		{"tool_name", "Write"},
		{"tool_use_id", e.ToolUse},
	} {
		if f[1] == "" {
			continue
		}
		b = AppendJSON(b, f[0])
		b = append(b, ':')
		b = AppendJSON(b, f[1])
		b = append(b, ',')
	}
	b = append(b, `"tool_input":{"file_path":`...)
	b = AppendJSON(b, path)
	return append(b, `,"content":""}}`+"\n"...)
}
