package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/hook"
	"github.com/bashguard/bashguard/guard/wire"
)

// snippet is the settings that a page shows first.
var snippet = regexp.MustCompile("(?s)```(json|toml)\n(.*?)```")

// What the pages show is what init writes.
func TestSnippetsAreWhatInitWrites(t *testing.T) {
	pages := map[hook.Agent][]string{
		hook.Claude: {"README.md", "docs/agents/claude-code.md"}, hook.Codex: {"docs/agents/codex.md"}, hook.Gemini: {"docs/agents/gemini.md"},
		hook.Copilot: {"docs/agents/copilot.md"}, hook.Cursor: {"docs/agents/cursor.md"}, hook.Windsurf: {"docs/agents/windsurf.md"},
		hook.Kimi: {"docs/agents/kimi.md"}, hook.Factory: {"docs/agents/factory.md"}, hook.OpenCode: {"docs/agents/opencode.md"},
	}
	require.Len(t, pages, len(wire.Agents()), "a page for each agent")
	for _, a := range wire.Agents() {
		place := wire.Place{Home: t.TempDir(), Program: "/usr/local/bin/bashguard", Env: func(string) string { return "" }}
		change, err := place.Install(a)
		require.NoError(t, err)
		for _, page := range pages[a.Agent] {
			text, err := os.ReadFile(filepath.Join(repository, page))
			require.NoError(t, err)
			if a.Agent == hook.OpenCode {
				assert.Contains(t, string(text), "wire/opencode.js")
				continue
			}
			parts := snippet.FindSubmatch(text)
			require.NotNil(t, parts, page)
			if string(parts[1]) == "toml" {
				assert.Equal(t, string(change.After), string(parts[2]), page)
			} else {
				assert.JSONEq(t, string(change.After), string(parts[2]), page)
			}
		}
	}
}

// The hook's time limit in the settings is above the longest that it may take.
func TestTimeLimitIsAboveTheWorstCase(t *testing.T) {
	worst := readLimit + 2*judgeLimit + maxGateTime + judgeLimit
	assert.Greater(t, wire.Seconds*time.Second, worst)
	for _, a := range wire.Agents() {
		place := wire.Place{Home: t.TempDir(), Program: "/usr/local/bin/bashguard", Env: func(string) string { return "" }}
		change, err := place.Install(a)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?:timeout(?:Sec)?"?|limit)\s*[:=]\s*(\d+)`).FindAllStringSubmatch(string(change.After), -1) {
			assert.Contains(t, []string{strconv.Itoa(wire.Seconds), strconv.Itoa(wire.Seconds * 1000)}, m[1], a.Name)
		}
	}
}
