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

// Encode makes an answer into what the host of the event reads. No opinion is silence. An ask
// where no host would put it to a human is a refusal. A nil event is one of an unknown agent.
func (e *Event) Encode(a Answer) Output {
	switch a.Verdict {
	case guard.None:
		return Output{}
	case guard.Allow:
		if !e.readsDecision() {
			return Output{} // silence runs the command there, too
		}
		return Output{Stdout: e.decision("allow", "allowed by the user's policy")}
	}
	reason := OneLine(a.Reason, MaxReason)
	if a.Verdict == guard.Ask && e != nil && e.Agent == Claude && e.readsDecision() {
		return Output{Stdout: e.decision("ask", reason)}
	}
	out := Output{Code: ExitRefuse, Stderr: append([]byte(reason), '\n')}
	if e.readsDecision() {
		out.Stdout = e.decision("deny", reason)
	}
	return out
}

// readsDecision tells whether the host reads a decision from stdout beside exit 2. Claude Code
// does, and shows its reason without the hook's path; Codex refuses keys that it does not
// know and Gemini another shape, so they get what both read: exit 2 and stderr.
func (e *Event) readsDecision() bool {
	if e == nil {
		return false
	}
	return e.Agent == Claude && isToolEvent(e.Name) || e.Agent == Copilot
}

// decision is the JSON of a decision, one line.
func (e *Event) decision(verdict, reason string) []byte {
	b := make([]byte, 0, len(reason)+160)
	if e.Agent == Copilot {
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
