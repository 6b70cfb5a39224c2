package battery

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

func hookOf(t *testing.T, o Options, command string, args ...string) *Hooks {
	t.Helper()
	h, err := NewHook(o, command, args...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.Close()) })
	return h
}

func judge(t Target, command string) Answer {
	return t.Judge(context.Background(), Event{Command: command})
}

func write(t *testing.T, name, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(content), 0o755))
}

func TestHookForms(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "guard.sh")
	write(t, script, "#!/bin/sh\ncat >/dev/null\necho \"no: $1\" >&2\nexit 2\n")
	write(t, filepath.Join(dir, "plain.sh"), "exit 2\n")
	for _, test := range []struct {
		name    string
		argv    []string
		refused bool
		why     string
	}{
		{"shell form", []string{`"` + script + `" word`}, true, ""},
		{"shell form, exit code lost", []string{script + " | cat"}, false, "exit 0"},
		{"shell form, exit code made 0", []string{script + " || true"}, false, "exit 0"},
		{"shell form, missing", []string{"/nowhere/guard.sh"}, false, "exit 127"},
		{"shell form runs by sh", []string{`[[ a == a ]] && exit 2; exit 1`}, false, "exit 1"},
		{"exec form", []string{script, "word"}, true, ""},
		{"exec form, found by PATH", []string{"sh", script}, true, ""},
		{"exec form, missing", []string{"no-such-program", "x"}, false, "no such program"},
		{"exec form, a command line in the program", []string{"sh " + script, "x"}, false, "not started"},
		{"exec form, no first line", []string{filepath.Join(dir, "plain.sh"), "x"}, false, "exec format"},
		{"exec form, ~ is no home", []string{"~/guard.sh", "x"}, false, "not started"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := judge(hookOf(t, Options{}, test.argv[0], test.argv[1:]...), "ls")
			assert.Equal(t, test.refused, a.Refused(), "%+v", a)
			assert.Contains(t, a.Why, test.why)
		})
	}
}

func TestHookGetsTheEventOnStandardInput(t *testing.T) {
	h := hookOf(t, Options{Agent: hook.Codex}, "cat >&2; exit 2")
	a := h.Judge(context.Background(), Event{Command: `echo "ö" && ls`, Mode: "plan", Cwd: "/srv"})
	event, failure := hook.Decode(a.Stderr)
	require.Nil(t, failure)
	assert.Equal(t, hook.Codex, event.Agent)
	assert.Equal(t, `echo "ö" && ls`, event.Command)
	assert.Equal(t, "/srv", event.Cwd)
	assert.Equal(t, "plan", event.Mode)
	assert.Equal(t, 1, strings.Count(string(a.Stderr), "\n"), "one line, as hosts send it")
}

// Whatever the guard does to its home, its project and its directory, it does to copies.
func TestHookChangesNothingOfTheUsers(t *testing.T) {
	home, project := t.TempDir(), filepath.Join(t.TempDir(), "my app")
	write(t, filepath.Join(home, ".claude", "hooks", "guard.sh"), "#!/bin/sh\necho real >&2; exit 2\n")
	write(t, filepath.Join(home, ".claude", ".credentials.json"), "secret")
	write(t, filepath.Join(project, ".claude", "settings.json"), "{}")
	write(t, filepath.Join(project, "my tools", "guard.sh"), "rm -f \"$0\"; echo from the library >&2; exit 2\n")
	write(t, filepath.Join(project, "tools", "lib.sh"), "echo from the library >&2\n")
	write(t, filepath.Join(project, "tools", "guard.sh"), `#!/bin/sh
. "$(dirname "$0")/lib.sh"
rm -f "$HOME/.claude/hooks/guard.sh" "$CLAUDE_PROJECT_DIR/.claude/settings.json" "$0"
echo x >"$HOME/new"; echo x >new; echo "$TOKEN_X" "$(cat ~/.claude/.credentials.json 2>/dev/null)" "$TMPDIR" >&2
exit 2
`)
	t.Setenv("TOKEN_X", "secret")
	before := list(t, home) + list(t, project)
	for _, command := range []string{
		`"$CLAUDE_PROJECT_DIR"/tools/guard.sh`, `"` + project + `/tools/guard.sh"`, "tools/guard.sh",
		`sh "$CLAUDE_PROJECT_DIR/my tools/guard.sh"`, `sh -c '"` + project + `/tools/guard.sh"'`, "X=1 sh " + strings.ReplaceAll(project, " ", `\ `) + `/my\ tools/guard.sh`,
	} {
		h := hookOf(t, Options{Home: home, Project: project}, command)
		a := judge(h, "ls")
		assert.True(t, a.Refused(), "%+v", a)
		assert.Contains(t, string(a.Stderr), "from the library")
		assert.NotContains(t, string(a.Stderr), "secret", "no credential reaches the guard")
		assert.Equal(t, before, list(t, home)+list(t, project))
	}
	h := hookOf(t, Options{Home: home, Project: project}, "~/.claude/hooks/guard.sh")
	assert.Equal(t, "real", judge(h, "ls").Reason)
	unquoted := hookOf(t, Options{Home: home, Project: project}, "$CLAUDE_PROJECT_DIR/tools/guard.sh")
	assert.Contains(t, judge(unquoted, "ls").Why, "exit 127", "a blank in the project's path breaks an unquoted variable, as on the host")
	dir := h.scratch.dir
	require.NoError(t, h.Close())
	assert.NoDirExists(t, dir)
}

func list(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		require.NoError(t, err)
		fmt.Fprintln(&b, path, d.Type())
		return nil
	}))
	return b.String()
}

func TestHookIsEndedWithAllThatItStarted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	for _, test := range []struct {
		name, command string
		refused, late bool
	}{
		{"hangs", "echo $$ >" + file + "; sleep 100; exit 2", false, true},
		{"hangs and ignores signals", "trap '' TERM INT; echo $$ >" + file + "; while :; do sleep 100; done", false, true},
		{"leaves a child that keeps its output open", "sleep 100 & echo $! >" + file + "; echo no >&2; exit 2", true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			a := judge(hookOf(t, Options{Timeout: time.Second}, test.command), "ls")
			assert.Less(t, time.Since(start), 20*time.Second)
			assert.Equal(t, test.refused, a.Refused(), "%+v", a)
			assert.Equal(t, test.late, a.TimedOut)
			if test.late {
				assert.Equal(t, SlipTimeout, a.Slip)
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			require.NoError(t, err)
			assert.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil || isZombie(pid) }, 5*time.Second, 20*time.Millisecond)
		})
	}
}

func isZombie(pid int) bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(rest, "Z")
}

func TestHookOutputIsBounded(t *testing.T) {
	a := judge(hookOf(t, Options{}, "head -c 5000000 /dev/zero | tr '\\0' x; echo no >&2; exit 2"), "ls")
	assert.True(t, a.Refused(), "%+v", a.Why)
	assert.Len(t, a.Stdout, maxOutput)
}

func TestHTTPHook(t *testing.T) {
	got := make(chan *hook.Event, 1)
	serve := func(status int, body string, wait time.Duration) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text := new(strings.Builder)
			_, _ = fmt.Fprint(text, readAll(r))
			event, _ := hook.Decode([]byte(text.String()))
			select {
			case got <- event:
			default:
			}
			time.Sleep(wait)
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	for _, test := range []struct {
		name, url string
		block     bool
		want      Verdict
		why       string
	}{
		{"deny", serve(200, denyJSON, 0), false, guard.Deny, ""},
		{"nothing", serve(200, "", 0), false, guard.None, "said nothing"},
		{"text", serve(200, "no", 0), false, guard.None, "plain text"},
		{"403", serve(403, denyJSON, 0), false, guard.None, "status 403"},
		{"500", serve(500, "", 0), false, guard.None, "status 500"},
		{"nobody", "http://127.0.0.1:1/", false, guard.None, "no answer"},
		{"too late", serve(200, denyJSON, 1500*time.Millisecond), false, guard.None, "timeout"},
		{"500, onFailure block", serve(500, "", 0), true, guard.Deny, ""},
		{"text, onFailure block", serve(200, "no", 0), true, guard.Deny, ""},
		{"nobody, onFailure block", "http://127.0.0.1:1/", true, guard.Deny, ""},
		{"too late, onFailure block", serve(200, "", 1500*time.Millisecond), true, guard.Deny, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, err := NewHTTP(Options{BlockOnFailure: test.block, Timeout: time.Second}, test.url)
			require.NoError(t, err)
			defer h.Close()
			a := judge(h, "ls -l")
			assert.Equal(t, test.want, a.Verdict, "%+v", a)
			assert.Contains(t, a.Why, test.why)
		})
	}
	event := <-got
	require.NotNil(t, event)
	assert.Equal(t, "ls -l", event.Command)
	_, err := NewHTTP(Options{}, "localhost")
	assert.ErrorContains(t, err, "http://host:port/path")
}

func readAll(r *http.Request) string {
	var b strings.Builder
	buffer := make([]byte, 4096)
	for {
		n, err := r.Body.Read(buffer)
		b.Write(buffer[:n])
		if err != nil {
			return b.String()
		}
	}
}
