package hook

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

// requireOneLine asserts what every reason must be.
func requireOneLine(t testing.TB, line string) {
	t.Helper()
	text, ok := strings.CutSuffix(line, "\n")
	require.True(t, ok, "ends with a newline: %q", line)
	require.NotEmpty(t, strings.TrimSpace(text))
	require.LessOrEqual(t, len(text), 3*MaxReason)
	require.True(t, utf8.ValidString(text))
	for _, r := range text {
		require.False(t, unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Cf, r), "%U in %q", r, text)
	}
}

func TestEncode(t *testing.T) {
	claude := &Event{Agent: Claude, Kind: ShellCommand, Name: "PreToolUse"}
	skill := &Event{Agent: Claude, Kind: ShellCommand, Name: "PreSkillShellCommand"}
	config := &Event{Agent: Claude, Kind: ConfigChange, Name: "ConfigChange"}
	codex := &Event{Agent: Codex, Kind: ShellCommand, Name: "PreToolUse"}
	gemini := &Event{Agent: Gemini, Kind: ShellCommand, Name: "BeforeTool"}
	copilot := &Event{Agent: Copilot, Kind: ShellCommand, Name: "preToolUse"}
	cursor := &Event{Agent: Cursor, Kind: ShellCommand, Name: "beforeShellExecution"}
	cursorTool := &Event{Agent: Cursor, Kind: FileChange, Name: "preToolUse"}
	borrowed := &Event{Agent: Cursor, Kind: ShellCommand, Name: "PreToolUse"}
	openCode := &Event{Agent: OpenCode, Kind: ShellCommand, Name: "tool.execute.before"}
	windsurf := &Event{Agent: Windsurf, Kind: ShellCommand, Name: "pre_run_command"}
	kimi := &Event{Agent: Kimi, Kind: ShellCommand, Name: "PreToolUse"}
	factory := &Event{Agent: Factory, Kind: ShellCommand, Name: "PreToolUse"}
	const denied = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no \"x\""}}` + "\n"
	for _, tt := range []struct {
		name    string
		event   *Event
		verdict guard.Verdict
		code    int
		stdout  string
		silent  bool // nothing on stderr
	}{
		{"claude none", claude, guard.None, 0, "", true},
		{"claude allow", claude, guard.Allow, 0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"allowed by the user's policy"}}` + "\n", true},
		{"claude ask", claude, guard.Ask, 0, strings.Replace(denied, `"deny"`, `"ask"`, 1), true},
		{"claude deny", claude, guard.Deny, 2, denied, false},
		{"skill deny", skill, guard.Deny, 2, strings.Replace(denied, "PreToolUse", "PreSkillShellCommand", 1), false},
		{"config deny", config, guard.Deny, 2, "", false},
		{"config none", config, guard.None, 0, "", true},
		{"codex none", codex, guard.None, 0, "", true},
		{"codex allow", codex, guard.Allow, 0, "", true},
		{"codex ask is a refusal", codex, guard.Ask, 2, "", false},
		{"codex deny", codex, guard.Deny, 2, "", false},
		{"gemini ask is a refusal", gemini, guard.Ask, 2, "", false},
		{"gemini deny", gemini, guard.Deny, 2, "", false},
		{"copilot deny", copilot, guard.Deny, 2, `{"permissionDecision":"deny","permissionDecisionReason":"no \"x\""}` + "\n", false},
		{"copilot none", copilot, guard.None, 0, "", true},
		{"copilot ask", copilot, guard.Ask, 0, `{"permissionDecision":"ask","permissionDecisionReason":"no \"x\""}` + "\n", true},
		{"cursor none: silence may be a failure", cursor, guard.None, 0, `{"permission":"allow"}` + "\n", true},
		{"cursor allow", cursor, guard.Allow, 0, `{"permission":"allow"}` + "\n", true},
		{"cursor ask", cursor, guard.Ask, 0, `{"permission":"ask","user_message":"no \"x\"","agent_message":"no \"x\""}` + "\n", true},
		{"cursor deny", cursor, guard.Deny, 2, `{"permission":"deny","user_message":"no \"x\"","agent_message":"no \"x\""}` + "\n", false},
		{"cursor's file tool: ask is a refusal", cursorTool, guard.Ask, 2, `{"permission":"deny","user_message":"no \"x\"","agent_message":"no \"x\""}` + "\n", false},
		{"claude's hook in cursor, none", borrowed, guard.None, 0, "", true},
		{"claude's hook in cursor, ask is a refusal", borrowed, guard.Ask, 2, "", false},
		{"opencode none", openCode, guard.None, 0, "", true},
		{"opencode ask is a refusal", openCode, guard.Ask, 2, "", false},
		{"windsurf none", windsurf, guard.None, 0, "", true},
		{"windsurf ask is a refusal", windsurf, guard.Ask, 2, "", false},
		{"kimi none", kimi, guard.None, 0, "", true},
		{"kimi allow", kimi, guard.Allow, 0, "", true},
		{"kimi ask is a refusal", kimi, guard.Ask, 2, "", false},
		{"factory ask is a refusal", factory, guard.Ask, 2, "", false},
		{"factory deny", factory, guard.Deny, 2, "", false},
		{"nobody deny", nil, guard.Deny, 2, "", false},
		{"nobody, verdict never set", nil, guard.Verdict(0), 2, "", false},
		{"verdict that does not exist", claude, guard.Verdict(9), 2, denied, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := tt.event.Encode(Answer{tt.verdict, "no \"x\"\n"})
			require.Equal(t, tt.code, out.Code)
			require.Equal(t, tt.stdout, string(out.Stdout))
			if tt.silent {
				require.Empty(t, out.Stderr)
			} else {
				require.Equal(t, "no \"x\"\n", string(out.Stderr))
			}
		})
	}
	require.Equal(t, "refused by bashguard\n", string(codex.Encode(Answer{guard.Deny, "\x1b[31m\n"}).Stderr), "never empty: Codex runs the command then")
}

// The verdict by permission mode and agent: where an ask is seen it is asked, else it is refused.
func TestSeen(t *testing.T) {
	modes := map[string]bool{"": true, "default": true, "plan": true, "acceptEdits": true, "auto": false, "dontAsk": false, "bypassPermissions": false, "yolo": false}
	for mode, seen := range modes {
		require.Equal(t, seen, (&Event{Agent: Claude, Name: "PreToolUse", Mode: mode}).Seen(), mode)
		for _, agent := range []Agent{UnknownAgent, Codex, Gemini, OpenCode, Windsurf, Kimi, Factory} {
			e := &Event{Agent: agent, Name: "PreToolUse", Mode: mode}
			require.False(t, e.Seen(), "%s %s", agent, mode)
			require.Equal(t, ExitRefuse, e.Encode(Answer{guard.Ask, "x"}).Code, "%s %s: an ask would run the command or hang", agent, mode)
		}
	}
	require.True(t, (&Event{Agent: Copilot, Name: "preToolUse"}).Seen())
	require.True(t, (&Event{Agent: Cursor, Name: "beforeShellExecution"}).Seen())
	require.False(t, (&Event{Agent: Cursor, Name: "preToolUse"}).Seen())
	require.False(t, (&Event{Agent: Claude, Name: "PreSkillShellCommand", Mode: "default"}).Seen())
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb\r\n\tc  d ":              "a b c d",
		"\x1b[31mred\x1b[0m x":         "red x",
		"\x1b]0;title\x07x":            "x",
		"\x1b]8;;http://a\x1b\\y":      "y",
		"\x1b]never ends":              "never ends",
		"\x1b[12;3":                    "refused by bashguard",
		"a\x00\x07\x7f\u009bb":         "ab",
		"a\u202eb\u2066c\u200bd\ufeff": "abcd",
		"a\u2028b\u2029c":              "a b c",
		"\U000e0041x\u00adé":           "xé",
		"\xff\xfe":                     "??",
		"":                             "refused by bashguard",
		"日本語 ok":                       "日本語 ok",
	} {
		require.Equal(t, want, OneLine(in, MaxReason), "%q", in)
	}
	long := OneLine(strings.Repeat("é", MaxReason), MaxReason)
	require.LessOrEqual(t, len(long), MaxReason)
	require.True(t, utf8.ValidString(long))
	require.True(t, strings.HasSuffix(long, "..."))
}

func TestFailuresAllSayWhatAndWhatToDo(t *testing.T) {
	seen := map[FailureCode]bool{}
	for _, row := range Failures() {
		require.False(t, seen[row.Code], row.Code)
		seen[row.Code] = true
		require.NotEmpty(t, row.Words)
		require.NotEmpty(t, row.Advice)
		line := string(Refuse(nil, Fail(row.Code, "detail\nhere")).Stderr)
		requireOneLine(t, line)
		require.Contains(t, line, row.Words)
		require.Contains(t, line, "failure/"+string(row.Code))
	}
	requireOneLine(t, string(Refuse(nil, Fail("not in the table", strings.Repeat("x\n", 9999))).Stderr))
}

func TestWritePayloadDecodes(t *testing.T) {
	e := &Event{Agent: Claude, Name: "PreToolUse", Tool: "Bash", Cwd: "/home/dev/app", Mode: "plan", Session: "s\"1", Transcript: "/t", ToolUse: "u"}
	data := e.WritePayload("/home/dev/app/a\"b\n")
	require.True(t, json.Valid(data))
	got, err := Decode(data)
	require.Nil(t, err)
	require.Equal(t, Event{
		Agent: Claude, Kind: FileChange, Name: "PreToolUse", Tool: "Write", Cwd: e.Cwd, Mode: e.Mode, Session: e.Session, Transcript: e.Transcript, ToolUse: e.ToolUse,
		Files: []guard.FileChange{{Path: "/home/dev/app/a\"b\n"}},
	}, *got)
}

func TestParseReply(t *testing.T) {
	deny := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"not there"}}`
	for _, tt := range []struct {
		name           string
		code           int
		stdout, stderr string
		want           Reply
		fails          bool
	}{
		{"silence", 0, "", "noise", Reply{Verdict: guard.None}, false},
		{"text", 0, "ok", "", Reply{Verdict: guard.None}, false},
		{"exit 2", 2, "", "no", Reply{guard.Deny, "no"}, false},
		{"exit 2 without a word", 2, "", "", Reply{guard.Deny, ""}, false},
		{"exit 2 with a decision", 2, deny, "no", Reply{guard.Deny, "not there"}, false},
		{"exit 2 with allow", 2, `{"decision":"approve"}`, "no", Reply{guard.Deny, "no"}, false},
		{"exit 2 with bad JSON", 2, `{`, "no", Reply{guard.Deny, "no"}, false},
		{"deny", 0, "\uFEFF\n" + deny + "\n", "", Reply{guard.Deny, "not there"}, false},
		{"deny on exit 1", 1, deny, "", Reply{guard.Deny, "not there"}, false},
		{"block", 0, `{"decision":"block","reason":"r"}`, "", Reply{guard.Deny, "r"}, false},
		{"ask", 0, strings.Replace(deny, `"deny"`, `"ask"`, 1), "", Reply{guard.Ask, "not there"}, false},
		{"allow is no allow of ours", 0, `{"decision":"approve"}`, "", Reply{Verdict: guard.None}, false},
		{"exit 1", 1, "", "trace", Reply{}, true},
		{"exit 127", 127, "", "not found", Reply{}, true},
		{"exit 1 with allow", 1, `{"decision":"approve"}`, "", Reply{}, true},
		{"bad JSON", 0, `{"decision":`, "", Reply{}, true},
		{"two lines of JSON", 0, `{"decision":"approve"}` + "\n" + deny, "", Reply{}, true},
		{"unknown decision", 0, `{"decision":"deny?"}`, "", Reply{}, true},
		{"wrong type", 0, `{"hookSpecificOutput":[]}`, "", Reply{}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseReply(tt.code, []byte(tt.stdout), []byte(tt.stderr))
			if tt.fails {
				require.NotNil(t, err)
				require.Equal(t, GateFailed, err.Code)
				return
			}
			require.Nil(t, err)
			require.Equal(t, tt.want, got)
		})
	}
}
