package hook

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

// effect is what a client does with a hook's answer.
type effect string

const (
	ran     effect = "ran"
	blocked effect = "blocked"
	asked   effect = "asked"
)

// client is how an agent's client reads a hook's process, as it was measured or, for Cursor,
// Windsurf, Kimi and Factory, as it is documented.
type client func(code int, stdout, stderr string) effect

func fields(text string) map[string]any {
	var v map[string]any
	if json.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	return v
}

func worded(decision any) effect {
	switch decision {
	case "deny", "block":
		return blocked
	case "ask":
		return asked
	}
	return ran
}

func specific(text, event string) effect {
	inner, _ := fields(text)["hookSpecificOutput"].(map[string]any)
	if inner["hookEventName"] != event {
		return ran
	}
	return worded(inner["permissionDecision"])
}

func claudeClient(event string) client {
	return func(code int, stdout, _ string) effect {
		if code == 2 {
			return blocked
		}
		return specific(stdout, event)
	}
}

// codexClient runs the command when it is asked, and when there is a key that it does not know.
func codexClient(code int, stdout, stderr string) effect {
	switch {
	case code == 2 && stderr != "" && stdout == "":
		return blocked
	case code != 0:
		return ran
	}
	for key := range fields(stdout) {
		if key != "hookSpecificOutput" && key != "decision" && key != "reason" {
			return ran
		}
	}
	if specific(stdout, "PreToolUse") == blocked {
		return blocked
	}
	return ran
}

// geminiClient hangs when it is asked without a terminal: a test fails on it.
func geminiClient(code int, stdout, stderr string) effect {
	if v := fields(stdout); v != nil && code < 2 {
		return worded(v["decision"])
	}
	if code >= 2 && stdout+stderr != "" {
		return blocked
	}
	return ran
}

func copilotClient(code int, stdout, _ string) effect {
	if code != 0 {
		return blocked
	}
	return worded(fields(stdout)["permissionDecision"])
}

// cursorClient is with failClosed: what is no answer blocks.
func cursorClient(code int, stdout, _ string) effect {
	switch v := fields(stdout); {
	case code != 0 || v == nil:
		return blocked
	case v["permission"] == "allow":
		return ran
	case v["permission"] == "ask":
		return asked
	}
	return blocked
}

// exitClient knows exit 2 and nothing else: Windsurf, Factory, and Claude Code's hooks in Cursor.
func exitClient(code int, _, _ string) effect {
	if code == 2 {
		return blocked
	}
	return ran
}

func kimiClient(code int, stdout, _ string) effect {
	if code == 2 || code == 0 && specific(stdout, "PreToolUse") == blocked {
		return blocked
	}
	return ran
}

// pluginClient is our plugin in OpenCode, which throws on everything but exit 0.
func pluginClient(code int, _, _ string) effect {
	if code != 0 {
		return blocked
	}
	return ran
}

// Every answer has the effect that it is meant to have in the client that reads it: a refusal
// blocks, no opinion runs, an ask is put to somebody or blocks, and so does an event that cannot
// be read to its end.
func TestAnswersHaveTheirEffectInEveryClient(t *testing.T) {
	files := payloadFiles(t)
	for _, tt := range []struct {
		payload string
		client  client
		ask     effect
	}{
		{"bash.json", claudeClient("PreToolUse"), asked},
		{"bash_auto.json", claudeClient("PreToolUse"), asked},
		{"powershell.json", claudeClient("PreToolUse"), asked},
		{"write.json", claudeClient("PreToolUse"), asked},
		{"configchange_local_settings.json", claudeClient("ConfigChange"), blocked},
		{"codex_bash.json", codexClient, blocked},
		{"gemini_run_shell_command.json", geminiClient, blocked},
		{"gemini_write_file.json", geminiClient, blocked},
		{"copilot_preToolUse_bash.json", copilotClient, asked},
		{"copilot_create.json", copilotClient, asked},
		{"copilot_PreToolUse_Bash.json", claudeClient("PreToolUse"), asked},
		{"opencode_tool_execute_before.json", pluginClient, blocked},
		{"cursor_before_shell_execution.json", cursorClient, asked},
		{"cursor_pre_tool_use_shell.json", cursorClient, blocked},
		{"cursor_claude_hook.json", exitClient, blocked},
		{"windsurf_pre_run_command.json", exitClient, blocked},
		{"windsurf_pre_write_code.json", exitClient, blocked},
		{"kimi_shell.json", kimiClient, blocked},
		{"kimi_write_file.json", kimiClient, blocked},
		{"factory_execute.json", exitClient, blocked},
		{"factory_create.json", exitClient, blocked},
	} {
		t.Run(tt.payload, func(t *testing.T) {
			data := files[tt.payload]
			require.NotEmpty(t, data)
			event, failure := Decode(data)
			require.Nil(t, failure)
			reads := func(out Output) effect { return tt.client(out.Code, string(out.Stdout), string(out.Stderr)) }
			require.Equal(t, ran, reads(Pass(event)), "no opinion")
			require.Equal(t, ran, reads(event.Encode(Answer{Verdict: guard.Allow})), "allow")
			require.Equal(t, blocked, reads(event.Encode(Answer{guard.Deny, "no"})), "deny")
			require.Equal(t, tt.ask, reads(event.Encode(Answer{guard.Ask, "look"})), "ask")
			for cut := range len(data) {
				if event, failure := Decode(data[:cut]); failure != nil {
					require.Equal(t, blocked, reads(Refuse(event, failure)), "cut after %d bytes", cut)
				}
			}
			for name, broken := range damaged(t, data) {
				if event, failure := Decode(broken); failure != nil {
					require.Equal(t, blocked, reads(Refuse(event, failure)), name)
				}
			}
		})
	}
}

// damaged are an event's variants with one field gone, null or of another type.
func damaged(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	variants := map[string][]byte{}
	var damage func(at string, object map[string]any, whole map[string]any)
	damage = func(at string, object map[string]any, whole map[string]any) {
		for key, old := range object {
			for name, bad := range map[string]any{"null": nil, "number": 5, "list": []any{"x"}, "object": map[string]any{}, "text": ""} {
				object[key] = bad
				text, err := json.Marshal(whole)
				require.NoError(t, err)
				variants[at+key+" "+name] = text
			}
			delete(object, key)
			text, err := json.Marshal(whole)
			require.NoError(t, err)
			variants[at+key+" gone"] = text
			object[key] = old
			if inner, ok := old.(map[string]any); ok {
				damage(at+key+".", inner, whole)
			}
		}
	}
	whole := fields(string(data))
	damage("", whole, whole)
	return variants
}

// A shell command that is no text is never let through, whoever asks.
func TestNoClientRunsACommandThatCannotBeRead(t *testing.T) {
	for name, data := range payloadFiles(t) {
		event, failure := Decode(data)
		require.Nil(t, failure, name)
		if event.Kind != ShellCommand || event.Tool == "Monitor" || isMCPShell(event.Tool) && event.Tool[0] == 'm' {
			continue
		}
		for variant, broken := range damaged(t, data) {
			if fields(string(broken)) == nil || !endsInCommand(variant) {
				continue
			}
			_, failure := Decode(broken)
			require.NotNil(t, failure, "%s: %s", name, variant)
		}
	}
}

func endsInCommand(variant string) bool {
	for _, key := range []string{"tool_input.command", "toolArgs.command", "output.args.command", "tool_info.command_line"} {
		for _, bad := range []string{" null", " number", " object", " gone"} {
			if variant == key+bad {
				return true
			}
		}
	}
	return false
}
