package hook

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseSettingsRefusesWhatTheClientDrops(t *testing.T) {
	for _, text := range []string{
		"", "{", `{"hooks":{},}`, `[]`, `{"hooks":[]}`, `{"hooks":{},"hooks":{}}`, `{"disableAllHooks":"no"}`,
		`{"hooks":{"PreToolUse":{}}}`, `{"hooks":{"PreToolUse":[{"type":"command","command":"x"}]}}`,
		`{"hooks":{"PreToolUse":[{"matcher":["Bash"],"hooks":[]}]}}`,
		`{"hooks":{"PreToolUse":[{"hooks":[{"command":"x"}]}]}}`,
		`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","timeout":0}]}]}}`,
		`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","timeout":"10"}]}]}}`,
		`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","onFailure":"deny"}]}]}}`,
	} {
		_, err := ParseSettings([]byte(text))
		require.NotNil(t, err, text)
	}
}

func TestParseSettings(t *testing.T) {
	s, err := ParseSettings([]byte("\uFEFF" + `{"model":"x","enabledPlugins":{"a@b":true,"c@d":false},"hooks":{"Future":[],"PreToolUse":[
		{"matcher":"Bash","hooks":[{"type":"command","command":"bashguard hook","timeout":10,"onFailure":"block"},{"type":"prompt","prompt":"x"}]},
		{"hooks":[{"type":"command","command":"b","args":["hook"],"async":true},{"type":"command","command":"c","if":"Bash(rm *)"}]}]}}`))
	require.Nil(t, err)
	require.Equal(t, &Settings{Plugins: []string{"a@b"}, Handlers: []Handler{
		{Event: "PreToolUse", Matcher: "Bash", Command: "bashguard hook"},
		{Event: "PreToolUse", Command: "b", Args: []string{"hook"}, Weak: "it runs in the background"},
		{Event: "PreToolUse", Command: "c", Weak: "its `if` lets other spellings by"},
	}}, s)
	s, err = ParseSettings([]byte(`{"env":{"HOME":"/x"},"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"b","timeout":0.01}]}]}}`))
	require.Nil(t, err)
	require.Equal(t, map[string]string{"HOME": "/x"}, s.Env)
	require.NotEmpty(t, s.Handlers[0].Weak)
	s, err = ParseSettings([]byte(`{"disableAllHooks":true}`))
	require.Nil(t, err)
	require.True(t, s.Disabled)
}

func TestMatcherCovers(t *testing.T) {
	for _, m := range []string{"Bash", " Bash ", "*", "", "Bash|PowerShell", "Bash, Edit", "Bash|", "^Bash$", "Ba.*", ".*", "B.sh"} {
		require.True(t, (&Handler{Matcher: m}).Covers("Bash"), m)
	}
	for _, m := range []string{"bash", "BASH", "Ba", "Bash Edit", "Shell", "Bash.", "Bash(rm *)", "[", "Write", "(?i)bash", "(?i)Bash", `\ABash\z`, "[[:upper:]]ash"} {
		require.False(t, (&Handler{Matcher: m}).Covers("Bash"), m)
	}
}
