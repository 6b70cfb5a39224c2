package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/hook"
	"github.com/bashguard/bashguard/guard/hook/journal"
)

// The real process answers every agent in its own shape: a disaster, a harmless command, one that
// a human should see, and an event that cannot be read; and when the policy does not enforce.
func TestHookAnswersEveryAgent(t *testing.T) {
	t.Parallel()
	const (
		cursorAllow = `{"permission":"allow"}` + "\n"
		nothing     = ""
	)
	for _, tt := range []struct {
		payload string
		pass    string // stdout for no opinion
		deny    string // what stdout holds for a deny, "" for silence
		ask     string // what stdout holds for an ask on exit 0, "" where it is a deny
	}{
		{"bash.json", nothing, `"permissionDecision":"deny"`, `"permissionDecision":"ask"`},
		{"bash_auto.json", nothing, `"permissionDecision":"deny"`, ""},
		{"bash_bypassPermissions.json", nothing, `"permissionDecision":"deny"`, ""},
		{"other/codex_bash.json", nothing, "", ""},
		{"other/gemini_run_shell_command.json", nothing, "", ""},
		{"other/copilot_preToolUse_bash.json", nothing, `{"permissionDecision":"deny"`, `{"permissionDecision":"ask"`},
		{"other/opencode_tool_execute_before.json", nothing, "", ""},
		{"documented/cursor_before_shell_execution.json", cursorAllow, `{"permission":"deny"`, `{"permission":"ask"`},
		{"documented/cursor_claude_hook.json", nothing, "", ""},
		{"documented/windsurf_pre_run_command.json", nothing, "", ""},
		{"documented/kimi_shell.json", nothing, "", ""},
		{"documented/factory_execute.json", nothing, "", ""},
	} {
		t.Run(filepath.Base(tt.payload), func(t *testing.T) {
			s := newStage(t)
			data, err := os.ReadFile(filepath.Join(repository, "testdata/payloads", tt.payload))
			require.NoError(t, err)
			event, failure := hook.Decode(data)
			require.Nil(t, failure)
			with := func(command string) []byte {
				text := bytes.Replace(data, []byte(`"`+event.Command+`"`), hook.AppendJSON(nil, command), 1)
				return bytes.ReplaceAll(text, []byte("/home/dev/app"), []byte(s.project))
			}
			refused := func(r reply, names string) {
				t.Helper()
				require.Equal(t, hook.ExitRefuse, r.code)
				require.Contains(t, r.stderr, names)
				require.Equal(t, tt.deny == "", r.stdout == "", r.stdout)
				require.Contains(t, r.stdout, tt.deny)
			}
			require.Equal(t, reply{0, tt.pass, ""}, s.send(with("ls -l")))
			refused(s.send(with("rm -rf ~")), "fs/delete-root")
			if r := s.send(with("killall node")); tt.ask == "" {
				refused(r, "nobody would be asked")
			} else {
				require.Equal(t, 0, r.code)
				require.Empty(t, r.stderr)
				require.Contains(t, r.stdout, tt.ask)
				require.Equal(t, journal.Asked, s.log()[1].Outcome)
			}
			broken := bytes.Replace(with("ls"), []byte(`"ls"`), []byte("5"), 1)
			refused(s.send(broken), "failure/field-type")

			s.policy("mode: observe\n")
			require.Equal(t, reply{0, tt.pass, ""}, s.send(with("rm -rf ~")))
			require.Equal(t, reply{0, tt.pass, ""}, s.send(broken))
			s.policy("mode: off\n")
			require.Equal(t, reply{0, tt.pass, ""}, s.send(with("rm -rf ~")))
			require.Equal(t, reply{0, tt.pass, ""}, s.send(broken))
			s.policy("on_error: open\n")
			require.Equal(t, reply{0, tt.pass, ""}, s.send(broken))
		})
	}
}
