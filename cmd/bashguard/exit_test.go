package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

// sandbox gives the test a home and a project of its own, and goes there.
func sandbox(t *testing.T) (home, project string) {
	t.Helper()
	home, project = t.TempDir(), t.TempDir()
	for name, value := range map[string]string{"HOME": home, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "NO_COLOR": "1"} {
		t.Setenv(name, value)
	}
	require.NoError(t, os.Mkdir(filepath.Join(project, ".git"), 0o755))
	t.Chdir(project)
	return home, project
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}

func TestExitCodesTellVerdictsAndMistakesApart(t *testing.T) {
	home, project := sandbox(t)
	writeFile(t, filepath.Join(project, "ok.sh"), "ls\n")
	for _, tc := range []struct {
		args  []string
		stdin string
		code  int
	}{
		{args: []string{"check", "ls"}, code: 0},
		{args: []string{"check", ""}, code: 0},
		{args: []string{"check", "sudo bash"}, code: 1},
		{args: []string{"check", "--mode", "plan", "sudo bash"}, code: 1},
		{args: []string{"check", "--mode", "bypassPermissions", "sudo bash"}, code: 2},
		{args: []string{"check", "--mode", "no such mode", "sudo bash"}, code: 2},
		{args: []string{"check", "rm -rf ~"}, code: 2},
		{args: []string{"check", "--json", "rm -rf ~"}, code: 2},
		{args: []string{"check", "-"}, stdin: "rm -rf ~", code: 2},
		{args: []string{"check", "ok.sh"}, code: 0},
		{args: []string{"check", "--", "-x"}, code: 0},
		{args: []string{"explain", "ls"}, code: 0},
		{args: []string{"explain", "rm -rf ~"}, code: 2},
		{args: []string{"check", "--jsonl"}, stdin: "{\"command\":\"rm -rf ~\"}\nx\n", code: 0},
		{args: []string{"rules"}, code: 0},
		{args: []string{"--version"}, code: 0},
		{args: []string{"--help"}, code: 0},
		{args: []string{"check", "--help"}, code: 0},
		{args: []string{}, code: 0},

		{args: []string{"nonsense"}, code: 64},
		{args: []string{"--nonsense"}, code: 64},
		{args: []string{"check"}, code: 64},
		{args: []string{"check", "a", "b"}, code: 64},
		{args: []string{"check", "--nonsense", "a"}, code: 64},
		{args: []string{"check", "--color", "x", "a"}, code: 64},
		{args: []string{"check", "--jsonl", "--json"}, code: 64},
		{args: []string{"rules", "no/such-rule"}, code: 64},
		{args: []string{"rules", "a", "b"}, code: 64},
		{args: []string{"check", "-f", "missing.sh"}, code: 66},
		{args: []string{"check", "-f", "."}, code: 66},
		{args: []string{"check", "--jsonl", "-f", "missing.jsonl"}, code: 66},
	} {
		var out, errs bytes.Buffer
		code := run(tc.args, strings.NewReader(tc.stdin), &out, &errs)
		assert.Equal(t, tc.code, code, "%q: %s", tc.args, errs.String())
		assert.Equal(t, code >= exitUsage, errs.Len() > 0, "%q: what is wrong is said on stderr, and only that: %s", tc.args, errs.String())
	}

	writeFile(t, filepath.Join(home, ".config/bashguard/policy.yaml"), "nonsense: true\n")
	var out, errs bytes.Buffer
	assert.Equal(t, exitConfig, run([]string{"check", "ls"}, nil, &out, &errs))
	assert.Contains(t, errs.String(), "policy.yaml:1")
}

func TestInternalErrorHasItsOwnCode(t *testing.T) {
	sandbox(t)
	var errs bytes.Buffer
	assert.Equal(t, exitInternal, runCommand([]string{"check", "ls"}, nil, writerFunc(func([]byte) (int, error) { panic("disk on fire") }), &errs))
	assert.Contains(t, errs.String(), "internal error: disk on fire")
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestVerdictExitOfWhatIsNotKnownIsNotNone(t *testing.T) {
	assert.Equal(t, exitAsk, verdictExit(guard.Verdict(99)))
	var unset guard.Verdict
	assert.Equal(t, exitAsk, verdictExit(unset))
}

func TestPolicyModeAndUnseenAskMakeTheEffectiveVerdict(t *testing.T) {
	for _, tc := range []struct {
		policy, mode, command string
		want                  int
	}{
		{"", "", "rm -rf ~", exitDeny},
		{"mode: observe\n", "", "rm -rf ~", exitNone},
		{"mode: \"off\"\n", "", "rm -rf ~", exitNone},
		{"unseen_ask: none\n", "bypassPermissions", "sudo bash", exitNone},
		{"unseen_ask: none\n", "", "sudo bash", exitAsk},
		{"unseen_ask: none\n", "bypassPermissions", "rm -rf ~", exitDeny},
	} {
		home, _ := sandbox(t)
		writeFile(t, filepath.Join(home, ".config/bashguard/policy.yaml"), tc.policy)
		var out, errs bytes.Buffer
		assert.Equal(t, tc.want, run([]string{"check", "--mode", tc.mode, tc.command}, nil, &out, &errs), "%+v: %s%s", tc, out.String(), errs.String())
	}
}

// A program that talks to the batch door waits for each answer before it asks again.
func TestBatchAnswersAtOnce(t *testing.T) {
	sandbox(t)
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	done := make(chan int)
	go func() {
		done <- run([]string{"check", "--jsonl"}, inRead, outWrite, io.Discard)
		outWrite.Close()
	}()
	answers := bufio.NewReader(outRead)
	for _, tc := range []struct{ in, want string }{
		{`{"id":1,"command":"ls"}`, `{"id":1,"verdict":"none"`},
		{`{"id":2,"command":"rm -rf ~"}`, `{"id":2,"verdict":"deny"`},
		{`{"id":3,`, `{"id":3,"verdict":"deny","error"`},
	} {
		_, err := io.WriteString(inWrite, tc.in+"\n")
		require.NoError(t, err)
		timeout := time.AfterFunc(10*time.Second, func() { outWrite.CloseWithError(io.ErrNoProgress) })
		line, err := answers.ReadString('\n')
		timeout.Stop()
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(line, tc.want), line)
	}
	inWrite.Close()
	assert.Equal(t, 0, <-done)
}

func TestBatchGoesByThePolicyOfEachProject(t *testing.T) {
	_, one := sandbox(t)
	two := t.TempDir()
	writeFile(t, filepath.Join(two, ".bashguard/policy.yaml"), "severity: {sudo/shell: deny}\n")
	bad := t.TempDir()
	writeFile(t, filepath.Join(bad, ".bashguard/policy.yaml"), "nonsense: 1\n")
	var in strings.Builder
	for _, dir := range []string{one, two, bad, one, filepath.Join(two, "sub")} {
		in.WriteString(`{"command":"sudo bash","cwd":"` + dir + `"}` + "\n")
	}
	var out, errs bytes.Buffer
	require.Equal(t, 0, run([]string{"check", "--jsonl"}, strings.NewReader(in.String()), &out, &errs), errs.String())
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 5)
	for i, want := range []string{"ask", "deny", "deny", "ask", "deny"} {
		assert.Contains(t, lines[i], `"verdict":"`+want+`"`)
	}
	assert.Contains(t, lines[2], `"error":`)
	assert.Contains(t, lines[2], "policy.yaml:1")
}

func TestLongInputOfBatchIsAnErrorOfItsLine(t *testing.T) {
	sandbox(t)
	in := `{"id":1,"command":"ls"}` + "\n" + `{"id":2,"command":"` + strings.Repeat("x", maxJSONLine) + `"}` + "\n" + `{"id":3,"command":"ls"}`
	var out, errs bytes.Buffer
	require.Equal(t, 0, run([]string{"check", "--jsonl"}, strings.NewReader(in), &out, &errs), errs.String())
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 3)
	assert.Contains(t, lines[1], `"error":"line is longer than 16777216 bytes`)
	assert.Contains(t, lines[2], `{"id":3,"verdict":"none"`)
}
