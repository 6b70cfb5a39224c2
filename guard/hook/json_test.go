package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseJSONRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		code       FailureCode
	}{
		{"nothing", "", InputEmpty},
		{"blanks", " \n\t", InputEmpty},
		{"text", "hello", InputMalformed},
		{"single quotes", "{'a':1}", InputMalformed},
		{"trailing comma", `{"a":1,}`, InputMalformed},
		{"comment", `{"a":1} // x`, InputTrailing},
		{"two values", `{"a":1}{"a":2}`, InputTrailing},
		{"NUL after", "{}\x00", InputTrailing},
		{"cut in an object", `{"a":1`, InputTruncated},
		{"cut in a key", `{"a`, InputTruncated},
		{"cut after a key", `{"a"`, InputTruncated},
		{"cut in a string", `{"a":"b`, InputTruncated},
		{"cut in an escape", `{"a":"b\`, InputTruncated},
		{"cut in a unicode escape", `{"a":"\u00`, InputTruncated},
		{"cut in a word", `{"a":tru`, InputTruncated},
		{"cut in an array", `[1,`, InputTruncated},
		{"cut in a character", "{\"a\":\"\xc3", InputEncoding},
		{"bad UTF-8", "{\"a\":\"\xff\"}", InputEncoding},
		{"overlong UTF-8", "{\"a\":\"\xc0\xaf\"}", InputEncoding},
		{"surrogate in UTF-8", "{\"a\":\"\xed\xa0\x80\"}", InputEncoding},
		{"half a pair", `{"a":"\ud83d"}`, InputEncoding},
		{"two first halves", `{"a":"\ud83d\ud83d"}`, InputEncoding},
		{"raw newline in a string", "{\"a\":\"b\nc\"}", InputMalformed},
		{"unknown escape", `{"a":"\x72"}`, InputMalformed},
		{"bad hex", `{"a":"\u00g0"}`, InputMalformed},
		{"leading zero", `{"a":01}`, InputMalformed},
		{"bare minus", `{"a":-}`, InputMalformed},
		{"bare dot", `{"a":1.}`, InputMalformed},
		{"bare exponent", `{"a":1e}`, InputMalformed},
		{"NaN", `{"a":NaN}`, InputMalformed},
		{"BOM", "\uFEFF{}", InputMalformed},
		{"a key twice", `{"a":1,"a":2}`, KeyDuplicate},
		{"a key twice, one escaped", `{"a":1,"\u0061":2}`, KeyDuplicate},
		{"a key twice below", `{"b":[{"a":1,"a":2}]}`, KeyDuplicate},
		{"a key twice among many", "{" + manyKeys(100) + `,"k7":1}`, KeyDuplicate},
		{"the last of many twice", "{" + manyKeys(100) + `,"k99":1}`, KeyDuplicate},
		{"too deep", strings.Repeat("[", maxDepth+1), InputTooDeep},
		{"much too deep", strings.Repeat(`{"a":`, 1<<20), InputTooDeep},
		{"too large", strings.Repeat(" ", MaxInput+1), InputTooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := parseJSON([]byte(tt.text))
			require.Nil(t, v)
			require.NotNil(t, err)
			require.Equal(t, tt.code, err.Code, err.Error())
		})
	}
}

func manyKeys(n int) string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = `"k` + json.Number(jsonInt(i)).String() + `":0`
	}
	return strings.Join(keys, ",")
}

func jsonInt(i int) string {
	b, _ := json.Marshal(i)
	return string(b)
}

func TestParseJSONReadsText(t *testing.T) {
	for text, want := range map[string]string{
		`"a"`:                  "a",
		`"a\"b\\c\/d"`:         `a"b\c/d`,
		`"\b\f\n\r\t"`:         "\b\f\n\r\t",
		`"\u0041\u00e9\u4E2D"`: "Aé中",
		`"\ud83d\ude00x"`:      "😀x",
		`"\u0000"`:             "\x00",
		`"é"`:                  "é",
		` [ "x" , -1.5e+3 ] `:  "",
	} {
		v, err := parseJSON([]byte(text))
		require.Nil(t, err, text)
		if v.kind == jsonArray {
			require.Equal(t, "-1.5e+3", v.items[1].text)
			continue
		}
		require.Equal(t, want, v.text, text)
	}
}

func TestAppendJSON(t *testing.T) {
	for _, s := range []string{"", "a", `"\`, "\n\t\r\x00\x1f\x7f", "é中😀", "\u2028</script>"} {
		var back string
		require.NoError(t, json.Unmarshal(AppendJSON(nil, s), &back))
		require.Equal(t, s, back)
	}
	require.Equal(t, "\"a\uFFFDb\"", string(AppendJSON(nil, "a\xffb")))
}

// payloadFiles are the recorded events.
func payloadFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{"*.json", "other/*.json", "documented/*.json"} {
		names, err := filepath.Glob(filepath.Join("../../testdata/payloads", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			files[filepath.Base(name)] = data
		}
	}
	return files
}

func FuzzDecode(f *testing.F) {
	for _, data := range payloadFiles(f) {
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Add([]byte(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"a\ud83d\ude00"},"cwd":"/"}`))
	f.Add([]byte(`{"hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"input":"*** Add File: a\n"},"cwd":"/"}`))
	f.Add([]byte(`{"agent_action_name":"pre_run_command","tool_info":{"command_line":"ls","cwd":"/"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		event, failure := Decode(data)
		if failure == nil {
			require.NotNil(t, event)
			require.True(t, json.Valid(data), "accepted what is no JSON")
			if event.Kind == ShellCommand {
				require.True(t, filepath.IsAbs(event.Cwd) || strings.HasPrefix(event.Cwd, "~"), "cwd %q", event.Cwd)
			}
			require.False(t, event.Kind == FileChange && len(event.Files) == 0)
		}
		if failure == nil {
			failure = Fail(InternalError, string(data))
		}
		out := Refuse(event, failure)
		require.Equal(t, ExitRefuse, out.Code)
		requireOneLine(t, string(out.Stderr))
		if len(out.Stdout) > 0 {
			require.True(t, json.Valid(out.Stdout), "%s", out.Stdout)
			requireOneLine(t, string(out.Stdout))
		}
	})
}
