package wire

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/hook"
)

// What is put in is laid out as the file is.
func TestLayoutIsTheFiles(t *testing.T) {
	const (
		matcher = `"matcher": "Execute|Create|Edit|MultiEdit|ApplyPatch"`
		command = `"command": "/usr/local/bin/bashguard hook || exit 2"`
		inline  = `{` + matcher + `, "hooks": [{"type": "command", ` + command + `, "timeout": 60}]}`
	)
	for _, tt := range []struct{ name, before, after string }{
		{
			"tabs", "{\n\t\"a\": 1\n}\n",
			"{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{\n\t\t\t\t" + matcher + ",\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t" +
				command + ",\n\t\t\t\t\t\t\"timeout\": 60\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}\n",
		},
		{"one line", `{"a": 1}`, `{"a": 1, "hooks": {"PreToolUse": [` + inline + `]}}`},
		{"one list on one line", "{\n  \"hooks\": {\"PreToolUse\": [{\"matcher\": \"x\", \"hooks\": []}]}\n}\n", "{\n  \"hooks\": {\"PreToolUse\": [{\"matcher\": \"x\", \"hooks\": []}, " + inline + "]}\n}\n"},
		{
			"windows line ends", "{\r\n  \"hooks\": {\r\n    \"PreToolUse\": []\r\n  }\r\n}\r\n",
			"{\r\n  \"hooks\": {\r\n    \"PreToolUse\": [\r\n      {\r\n        " + matcher + ",\r\n        \"hooks\": [\r\n          {\r\n            \"type\": \"command\",\r\n            " +
				command + ",\r\n            \"timeout\": 60\r\n          }\r\n        ]\r\n      }\r\n    ]\r\n  }\r\n}\r\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, a := place(t), agent(t, hook.Factory)
			p.put(t, a, tt.before)
			require.Equal(t, tt.after, string(p.do(t, p.Install, a).After))
		})
	}
}
