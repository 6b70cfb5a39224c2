package wire

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/hook"
)

// driver loads the plugin as OpenCode does, puts one recorded call to it and prints what became of it.
const driver = `
import { readFileSync } from "node:fs"
const plugins = Object.values(await import(process.argv[2]))
if (plugins.length !== 1) throw new Error("OpenCode starts every export as a plugin")
const call = JSON.parse(readFileSync(0, "utf8"))
const hooks = await plugins[0]({ directory: call.directory, worktree: call.worktree })
const before = JSON.stringify(call.output)
let outcome = { ran: true }
try {
  await hooks["tool.execute.before"](call.input, call.output)
} catch (fault) {
  outcome = { ran: false, why: fault.message }
}
outcome.same = before === JSON.stringify(call.output)
console.log(JSON.stringify(outcome))
`

// The plugin lets a call go on when the program says so, and in no other case.
func TestOpenCodePlugin(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	payload, err := os.ReadFile("../../testdata/payloads/other/opencode_tool_execute_before.json")
	require.NoError(t, err)
	for _, tt := range []struct {
		name, script string // of the program in the guard's place, "" for none at all
		ran          bool
		why          string
	}{
		{"no opinion", "cat >/dev/null", true, ""},
		{"no opinion, input not read", "exit 0", true, ""},
		{"refused", "cat >/dev/null; echo 'bashguard refuses: no' >&2; exit 2", false, "bashguard refuses: no"},
		{"refused before the input is read", "echo no >&2; exit 2", false, "no"},
		{"crashed", "exit 1", false, "exit code 1"},
		{"killed", "kill -9 $$", false, "a signal"},
		{"no program", "", false, "could not be started"},
		{"late", "exec sleep 30", false, "no answer in time"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			program, plugin, drive := filepath.Join(dir, `a "guard"`), filepath.Join(dir, "bashguard.mjs"), filepath.Join(dir, "drive.mjs")
			if tt.script != "" {
				text := "#!/bin/sh\n" + tt.script + "\n"
				require.NoError(t, os.WriteFile(program, []byte(text), 0o755))
			}
			text := OpenCodePlugin(program)
			require.Contains(t, text, "const limit = 60000")
			if strings.Contains(tt.script, "sleep") {
				text = strings.Replace(text, "const limit = 60000", "const limit = 300", 1)
			}
			require.NoError(t, os.WriteFile(plugin, []byte(text), 0o600))
			require.NoError(t, os.WriteFile(drive, []byte(driver), 0o600))
			cmd := exec.Command(node, drive, plugin)
			cmd.Stdin, cmd.Stderr = bytes.NewReader(payload), os.Stderr
			out, err := cmd.Output()
			require.NoError(t, err)
			var outcome struct {
				Ran, Same bool
				Why       string
			}
			require.NoError(t, json.Unmarshal(out, &outcome), string(out))
			require.Equal(t, tt.ran, outcome.Ran, outcome.Why)
			require.Contains(t, outcome.Why, tt.why)
			require.True(t, outcome.Same, "the arguments are not changed")
		})
	}
}

// What the plugin sends is what the guard reads.
func TestOpenCodePluginSendsWhatIsRead(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	payload, err := os.ReadFile("../../testdata/payloads/other/opencode_tool_execute_before.json")
	require.NoError(t, err)
	dir := t.TempDir()
	program, seen := filepath.Join(dir, "guard"), filepath.Join(dir, "seen")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\ncat >'"+seen+"'\n"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.mjs"), []byte(OpenCodePlugin(program)), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "d.mjs"), []byte(driver), 0o600))
	cmd := exec.Command(node, filepath.Join(dir, "d.mjs"), filepath.Join(dir, "p.mjs"))
	cmd.Stdin = bytes.NewReader(payload)
	require.NoError(t, cmd.Run())
	sent, err := os.ReadFile(seen)
	require.NoError(t, err)
	got, failure := hook.Decode(sent)
	require.Nil(t, failure)
	want, failure := hook.Decode(payload)
	require.Nil(t, failure)
	require.Equal(t, want, got)
}
