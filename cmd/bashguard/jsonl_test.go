package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDecodeRequestTakesWhatIsKnownAndRefusesWhatIsWrong(t *testing.T) {
	base := request{Cwd: "/base", Home: "/home/base", Shell: "bash"}
	for _, tc := range []struct {
		line string
		id   string
		want request
		err  string
	}{
		{line: `{"command":"ls"}`, want: request{Command: "ls", Cwd: "/base", Home: "/home/base", Shell: "bash"}},
		{line: `{"command":""}`, want: request{Cwd: "/base", Home: "/home/base", Shell: "bash"}},
		{line: `{"id":null,"command":"a","cwd":"/c","home":"/h","shell":"zsh","permission_mode":"auto","x":[1]}`, id: "null", want: request{Command: "a", Cwd: "/c", Home: "/h", Shell: "zsh", Mode: "auto"}},
		{line: `{"command":"a","cwd":null}`, want: request{Command: "a", Cwd: "/base", Home: "/home/base", Shell: "bash"}},
		{line: `{"command":"\ud83d\ude00 \u00e4 \\ud800"}`, want: request{Command: "😀 ä \\ud800", Cwd: "/base", Home: "/home/base", Shell: "bash"}},
		{line: `{"id":1e400,"Command":"ls"}`, id: "1e400", err: "`command` is missing"},
		{line: `{"command":null}`, err: "must be a string, not null"},
		{line: `{"command":["ls"],"id":5}`, id: "5", err: "must be a string, not a list"},
		{line: `{"command":true}`, err: "must be a string, not a boolean"},
		{line: `{"command":{}}`, err: "must be a string, not an object"},
		{line: `{"command":"ls","cwd":1}`, err: "key `cwd`: must be a string, not a number"},
		{line: `{"command":"ls","cwd":"/a","cwd":"/b"}`, err: "key `cwd` is given twice"},
		{line: `{"id":1,"id":2,"command":"ls"}`, id: "2", err: "key `id` is given twice"},
		{line: `{"command":"ls"} {}`, err: "more than one JSON value"},
		{line: `{"command":"ls"}x`, err: "more than one JSON value"},
		{line: `{"id":3,"command":"ls"`, id: "3", err: "ends too early"},
		{line: `{"id":3,"command":"l`, id: "3", err: "ends too early"},
		{line: `{"command":"a` + "\x01" + `"}`, err: "not valid JSON"},
		{line: "{\"command\":\"a\xff\"}", err: "not valid UTF-8"},
		{line: `{"command":"\ud800"}`, err: "half a surrogate pair"},
		{line: `{"command":"\udc00"}`, err: "half a surrogate pair"},
		{line: `{"command":"\uD83Dx"}`, err: "half a surrogate pair"},
		{line: `{"command":"\ud83d\ud83d\ude00"}`, err: "half a surrogate pair"},
		{line: `"ls"`, err: "not a JSON object"},
		{line: `[]`, err: "not a JSON object"},
		{line: `rm`, err: "not valid JSON"},
	} {
		req, id, err := decodeRequest([]byte(tc.line), base)
		assert.Equal(t, tc.id, string(id), tc.line)
		if tc.err != "" {
			assert.ErrorContains(t, err, tc.err, tc.line)
			continue
		}
		require.NoError(t, err, tc.line)
		assert.Equal(t, tc.want, req, tc.line)
	}
}

func TestReadLineSkipsWhatIsTooLong(t *testing.T) {
	long := strings.Repeat("x", 11)
	r := bufio.NewReaderSize(strings.NewReader("a\n"+long+"\n"+long[:10]+"\n\n"+long+"\nb"), 16)
	for _, want := range []struct {
		line string
		err  error
	}{
		{"a", nil},
		{"", errLongLine},
		{long[:10], nil},
		{"", nil},
		{"", errLongLine},
		{"b", io.EOF},
	} {
		line, err := readLine(r, 10)
		assert.Equal(t, want.line, string(line))
		assert.Equal(t, want.err, err)
	}
}

// Whatever comes in, each line that is not blank is answered by one line of valid JSON that has a
// verdict, and nothing that could not be judged gets through.
func FuzzBatchAnswersEveryLine(f *testing.F) {
	for _, seed := range []string{
		`{"command":"ls -la","id":1}`,
		"{\"command\":\"true; \\u0072m -rf ~\"}\n\n[]\n{\"id\":{\"a\":[1]},\"command\":\"\"}",
		`{"command":"echo \ud83d\ude00","cwd":"/tmp","home":"/home/dev","shell":"zsh","permission_mode":"auto"}`,
		"\xef\xbb\xbf{\"command\":\"ls\"}\r\n",
		`{"command":"bash -c 'a=\"$(b)\"; eval \"$a\"' <<E`,
		"{\"command\":\"\\u0000\"}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		j, err := newJudge()
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, j.batch(bytes.NewReader(in), &out, request{Cwd: "/home/dev/app", Home: "/home/dev", Root: "/home/dev/app"}))
		lines := 0
		for i, line := range bytes.Split(in, []byte("\n")) {
			if i == 0 {
				line = bytes.TrimPrefix(line, []byte("\ufeff"))
			}
			if len(bytes.TrimSpace(line)) > 0 {
				lines++
			}
		}
		answers := bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n"))
		if lines == 0 {
			require.Empty(t, out.Bytes())
			return
		}
		require.Len(t, answers, lines)
		for _, answer := range answers {
			var got struct {
				Verdict  string
				Error    string
				Findings []struct{ RuleID string }
			}
			require.NoError(t, json.Unmarshal(answer, &got))
			require.Contains(t, []string{"deny", "ask", "none"}, got.Verdict)
			if got.Error != "" {
				require.Equal(t, "deny", got.Verdict)
			}
			if got.Verdict != "none" {
				require.True(t, got.Error != "" || len(got.Findings) > 0, "a refusal says why")
			}
		}
	})
}
