package battery

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

// The answers of hooks as the real clients were seen to read them: each row is one that was measured.

const (
	denyJSON  = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`
	askJSON   = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}`
	allowJSON = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`
)

type row struct {
	name     string
	p        process
	want     guard.Verdict
	how, why string // parts of what is said
	slip     Slip
}

func out(code int, stdout, stderr string) process {
	return process{code: code, stdout: []byte(stdout), stderr: []byte(stderr)}
}

func check(t *testing.T, c contract, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			a := c.read(&r.p)
			assert.Equal(t, r.want, a.Verdict, "%+v", a)
			assert.Contains(t, a.How, r.how)
			assert.Contains(t, a.Why, r.why)
			assert.Equal(t, r.slip, a.Slip)
			if a.Refused() {
				assert.Empty(t, a.Why)
			} else if a.Verdict == guard.None {
				assert.NotEmpty(t, a.Why, "an answer that is no refusal says why")
			}
		})
	}
}

func TestClaudeAnswers(t *testing.T) {
	const specific = `{"hookSpecificOutput":{"hookEventName":"PreToolUse",`
	check(t, contract{agent: hook.Claude}, []row{
		{"silence", out(0, "", ""), guard.None, "", "said nothing", ""},
		{"exit 2", out(2, "", "no"), guard.Deny, "exit 2", "", ""},
		{"exit 2 without a word", out(2, "", ""), guard.Deny, "exit 2", "", ""},
		{"exit 2 with allow", out(2, allowJSON, "no"), guard.Deny, "exit 2", "", ""},
		{"exit 2 with deny", out(2, denyJSON, ""), guard.Deny, "exit 2 and JSON deny", "", ""},
		{"exit 2 with bad JSON", out(2, "{bad", ""), guard.Deny, "exit 2", "", ""},
		{"deny", out(0, denyJSON, ""), guard.Deny, "JSON deny", "", ""},
		{"deny, pretty", out(0, "\n\n{\n \"hookSpecificOutput\": {\n  \"hookEventName\": \"PreToolUse\",\n  \"permissionDecision\": \"deny\"\n }\n}\n", ""), guard.Deny, "JSON deny", "", ""},
		{"deny after a byte order mark", out(0, "\xef\xbb\xbf"+denyJSON, ""), guard.Deny, "JSON deny", "", ""},
		{"deny on exit 1", out(1, denyJSON, ""), guard.Deny, "JSON deny", "", ""},
		{"deny with an unknown key", out(0, `{"x":1,"hookSpecificOutput":{"y":2,"hookEventName":"PreToolUse","permissionDecision":"deny"}}`, ""), guard.Deny, "JSON deny", "", ""},
		{"deny with an empty reason", out(0, specific+`"permissionDecision":"deny","permissionDecisionReason":""}}`, ""), guard.Deny, "JSON deny", "", ""},
		{"deny with a null reason", out(0, specific+`"permissionDecision":"deny","permissionDecisionReason":null}}`, ""), guard.None, "", "must be strings", SlipValue},
		{"decision block", out(0, `{"decision":"block","reason":"no"}`, ""), guard.Deny, "decision: block", "", ""},
		{"decision approve", out(0, `{"decision":"approve"}`, ""), guard.Allow, "decision: approve", "", ""},
		{"decision deny", out(0, `{"decision":"deny"}`, ""), guard.None, "", "knows block and approve", SlipValue},
		{"ask", out(0, askJSON, ""), guard.Ask, "JSON ask", "", ""},
		{"allow", out(0, allowJSON, ""), guard.Allow, "JSON allow", "", ""},
		{"defer", out(0, specific+`"permissionDecision":"defer"}}`, ""), guard.Ask, "JSON defer", "", ""},
		{"permissionDecision block", out(0, specific+`"permissionDecision":"block"}}`, ""), guard.None, "", "`block`", SlipValue},
		{"permissionDecision Deny", out(0, specific+`"permissionDecision":"Deny"}}`, ""), guard.None, "", "`Deny`", SlipValue},
		{"no hookEventName", out(0, `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, ""), guard.None, "", "no hookEventName", SlipEventName},
		{"wrong hookEventName", out(0, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","permissionDecision":"deny"}}`, ""), guard.None, "", "wrong hookEventName `PostToolUse`", SlipEventName},
		{"permissionDecision at the top", out(0, `{"permissionDecision":"deny"}`, ""), guard.None, "", "not where the host looks", SlipField},
		{"permission deny", out(0, `{"permission":"deny"}`, ""), guard.None, "", "not where the host looks", SlipField},
		{"ok false", out(0, `{"ok":false}`, ""), guard.None, "", "not where the host looks", SlipField},
		{"key in another case", out(0, `{"Decision":"block"}`, ""), guard.None, "", "no decision", ""},
		{"continue false", out(0, `{"continue":false,"stopReason":"no"}`, ""), guard.None, "", "continue:false", SlipContinue},
		{"bad JSON", out(0, "{bad", ""), guard.None, "", "begins as JSON", SlipBadJSON},
		{"plain text", out(0, "BLOCKED", ""), guard.None, "", "plain text", SlipPlainText},
		{"array", out(0, "["+denyJSON+"]", ""), guard.None, "", "before the JSON", SlipTextBefore},
		{"log line and deny", out(0, "checking\n"+denyJSON, ""), guard.None, "", "a log line before the JSON", SlipTextBefore},
		{"deny and log line", out(0, denyJSON+"\ndone", ""), guard.None, "", "after the JSON", SlipTextAfter},
		{"allow line and deny line", out(0, allowJSON+"\n"+denyJSON, ""), guard.None, "", "after the JSON", SlipTextAfter},
		{"deny on stderr", out(0, "", denyJSON), guard.None, "", "deny on stderr", SlipStderrJSON},
		{"words on stderr", out(0, "", "BLOCKED"), guard.None, "", "exit 0", SlipWordsError},
		{"exit 1", out(1, "", "BLOCKED"), guard.None, "", "exit 1", SlipExitCode},
		{"exit 3", out(3, "", ""), guard.None, "", "exit 3", SlipExitCode},
		{"exit 255", out(255, "", ""), guard.None, "", "exit 255", SlipExitCode},
		{"exit 126", out(126, "", "denied"), guard.None, "", "exit 126", SlipNotStarted},
		{"exit 127", out(127, "", "not found"), guard.None, "", "not found", SlipNotStarted},
		{"killed", process{code: -1, signal: "killed"}, guard.None, "", "killed", SlipKilled},
		{"killed in a shell", out(137, "", ""), guard.None, "", "signal 9", SlipKilled},
		{"timeout", process{code: -1, signal: "killed", timedOut: true, stdout: []byte(denyJSON)}, guard.None, "", "timeout", SlipTimeout},
		{"not started", process{code: -1, startErr: errors.New("no such file")}, guard.None, "", "no such file", SlipNotStarted},
		{"first line async, exit 2", out(2, `{"async":true}`, "no"), guard.None, "", "async", SlipBackground},
		{"rewrite", out(0, specific+`"updatedInput":{"command":"true"}}}`, ""), guard.None, "", "another command", SlipRewrite},
		{"rewrite and ask", out(0, specific+`"permissionDecision":"ask","updatedInput":{"command":"true"}}}`, ""), guard.Ask, "JSON ask", "", ""},
		{"rewrite without a command", out(0, specific+`"permissionDecision":"allow","updatedInput":{}}}`, ""), guard.Deny, "updatedInput", "", ""},
	})
}

func TestClaudeOnFailureBlock(t *testing.T) {
	check(t, contract{agent: hook.Claude, blockOnFailure: true}, []row{
		{"exit 1", out(1, "", ""), guard.Deny, "onFailure: block", "", ""},
		{"exit 3", out(3, "", ""), guard.Deny, "onFailure: block", "", ""},
		{"exit 127", out(127, "", ""), guard.Deny, "onFailure: block", "", ""},
		{"killed", process{code: -1, signal: "killed"}, guard.Deny, "onFailure: block", "", ""},
		{"timeout", process{code: -1, signal: "killed", timedOut: true}, guard.Deny, "onFailure: block", "", ""},
		{"JSON that the schema refuses", out(0, `{"decision":"deny"}`, ""), guard.Deny, "onFailure: block", "", ""},
		{"wrong event name", out(0, `{"hookSpecificOutput":{"hookEventName":"X","permissionDecision":"deny"}}`, ""), guard.Deny, "onFailure: block", "", ""},
		{"exit 1 and allow", out(1, allowJSON, ""), guard.Deny, "onFailure: block", "", ""},
		{"silence", out(0, "", ""), guard.None, "", "said nothing", ""},
		{"plain text", out(0, "BLOCKED", ""), guard.None, "", "plain text", SlipPlainText},
		{"bad JSON", out(0, "{bad", ""), guard.None, "", "begins as JSON", SlipBadJSON},
		{"allow", out(0, allowJSON, ""), guard.Allow, "JSON allow", "", ""},
	})
	async := contract{agent: hook.Claude, blockOnFailure: true, async: true}
	p := out(2, "", "no")
	assert.False(t, new(async.read(&p)).Refused(), "the host does not wait for an async hook")
	async.rewake = true
	assert.True(t, new(async.read(&p)).Refused(), "asyncRewake and exit 2 refuses")
}

func TestCodexAnswers(t *testing.T) {
	check(t, contract{agent: hook.Codex}, []row{
		{"deny with a reason", out(0, denyJSON, ""), guard.Deny, "JSON deny", "", ""},
		{"decision block", out(0, `{"decision":"block","reason":"no"}`, ""), guard.Deny, "decision: block", "", ""},
		{"wrong event name", out(0, `{"hookSpecificOutput":{"hookEventName":"X","permissionDecision":"deny","permissionDecisionReason":"no"}}`, ""), guard.Deny, "JSON deny", "", ""},
		{"no event name", out(0, `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}`, ""), guard.None, "", "hookEventName", SlipEventName},
		{"deny without a reason", out(0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}`, ""), guard.None, "", "without a reason", SlipNoReason},
		{"exit 2", out(2, "", "no"), guard.Deny, "exit 2", "", ""},
		{"exit 2 without a word", out(2, "", ""), guard.None, "", "without a reason", SlipNoReason},
		{"exit 2 without a word, deny", out(2, denyJSON, ""), guard.None, "", "without a reason", SlipNoReason},
		{"exit 1 and deny", out(1, denyJSON, ""), guard.None, "", "exit 1", SlipExitCode},
		{"ask", out(0, askJSON, ""), guard.None, "", "Codex runs the command", SlipAskIgnored},
		{"allow", out(0, allowJSON, ""), guard.None, "", "as if nothing", ""},
		{"continue false", out(0, `{"continue":false}`, ""), guard.None, "", "continue", SlipContinue},
		{"suppressOutput", out(0, `{"suppressOutput":true,"decision":"block","reason":"no"}`, ""), guard.None, "", "`suppressOutput`", SlipUnknownKey},
		{"unknown key inside", out(0, `{"hookSpecificOutput":{"x":1,"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`, ""), guard.None, "", "`x`", SlipUnknownKey},
		{"log line and deny", out(0, "x\n"+denyJSON, ""), guard.None, "", "log line", SlipTextBefore},
		{"bad JSON", out(0, "{bad", ""), guard.None, "", "begins as JSON", SlipBadJSON},
		{"timeout", process{code: -1, signal: "killed", timedOut: true}, guard.None, "", "timeout", SlipTimeout},
	})
}

func TestGeminiAnswers(t *testing.T) {
	const own = `{"decision":"deny","reason":"no"}`
	check(t, contract{agent: hook.Gemini}, []row{
		{"deny", out(0, own, ""), guard.Deny, "decision: deny", "", ""},
		{"block on exit 1", out(1, `{"decision":"block","reason":"no"}`, ""), guard.Deny, "decision: block", "", ""},
		{"exit 2", out(2, "", "no"), guard.Deny, "exit code", "", ""},
		{"exit 3", out(3, "", "no"), guard.Deny, "exit code", "", ""},
		{"missing script", out(127, "", "sh: x: not found"), guard.Deny, "exit code", "", ""},
		{"continue false", out(0, `{"continue":false}`, ""), guard.Deny, "continue", "", ""},
		{"exit 2 without output", out(2, "", ""), guard.None, "", "no words", SlipNoReason},
		{"exit 1", out(1, "", "no"), guard.None, "", "exit 1", SlipExitCode},
		{"Claude Code's shape", out(0, denyJSON, ""), guard.None, "", "not where Gemini looks", SlipField},
		{"plain text", out(0, "no", ""), guard.None, "", "plain text", SlipPlainText},
		{"log line and deny", out(0, "x\n"+own, ""), guard.None, "", "log line", SlipTextBefore},
		{"killed", process{code: -1, signal: "killed"}, guard.None, "", "killed", SlipKilled},
		{"timeout", process{code: -1, timedOut: true}, guard.None, "", "timeout", SlipTimeout},
	})
}

func TestCopilotAnswers(t *testing.T) {
	check(t, contract{agent: hook.Copilot}, []row{
		{"deny", out(0, `{"permissionDecision":"deny","permissionDecisionReason":"no"}`, ""), guard.Deny, "JSON deny", "", ""},
		{"exit 1", out(1, "", ""), guard.Deny, "exit code", "", ""},
		{"exit 2", out(2, "", "no"), guard.Deny, "exit code", "", ""},
		{"missing script", out(127, "", ""), guard.Deny, "exit code", "", ""},
		{"killed", process{code: -1, signal: "killed"}, guard.Deny, "exit code", "", ""},
		{"Claude Code's shape", out(0, denyJSON, ""), guard.None, "", "not where", SlipField},
		{"timeout", process{code: -1, timedOut: true, signal: "killed"}, guard.None, "", "timeout", SlipTimeout},
		{"plain text", out(0, "no", ""), guard.None, "", "plain text", SlipPlainText},
	})
}

func TestAnswersOfOthers(t *testing.T) {
	check(t, contract{agent: hook.Cursor}, []row{
		{"cursor, deny", out(0, `{"permission":"deny","agent_message":"no"}`, ""), guard.Deny, "JSON deny", "", ""},
		{"cursor, exit 2", out(2, "", ""), guard.Deny, "exit 2", "", ""},
		{"cursor, exit 1", out(1, "", ""), guard.None, "", "exit 1", SlipExitCode},
		{"cursor, Claude Code's shape", out(0, denyJSON, ""), guard.None, "", "not where", SlipField},
	})
	check(t, contract{agent: hook.Cursor, blockOnFailure: true}, []row{
		{"cursor, failClosed, crash", out(1, "", ""), guard.Deny, "failClosed", "", ""},
		{"cursor, failClosed, nothing said", out(0, "", ""), guard.Deny, "failClosed", "", ""},
	})
	check(t, contract{agent: hook.Windsurf}, []row{
		{"windsurf, exit 2", out(2, "", "no"), guard.Deny, "exit 2", "", ""},
		{"windsurf, exit 1", out(1, "", "no"), guard.None, "", "exit 1", SlipExitCode},
	})
}

func TestStrongestAnswerCounts(t *testing.T) {
	c := contract{agent: hook.Claude}
	read := func(p process) Answer { return c.read(&p) }
	denies, asks, allows, slips, quiet := read(out(2, "", "no")), read(out(0, askJSON, "")), read(out(0, allowJSON, "")), read(out(1, "", "")), read(out(0, "", ""))
	for _, test := range []struct {
		name string
		all  []Answer
		want guard.Verdict
	}{
		{"deny over allow", []Answer{allows, denies}, guard.Deny},
		{"deny over ask", []Answer{denies, asks}, guard.Deny},
		{"ask over allow", []Answer{allows, asks}, guard.Ask},
		{"allow over none", []Answer{quiet, allows, slips}, guard.Allow},
		{"none", []Answer{quiet, slips, quiet}, guard.None},
	} {
		assert.Equal(t, test.want, strongest(test.all).Verdict, test.name)
	}
	assert.Equal(t, SlipExitCode, strongest([]Answer{quiet, slips, quiet}).Slip, "the mistake is not lost among the silent")
}
