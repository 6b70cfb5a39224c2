package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
	"github.com/bashguard/bashguard/guard/hook/journal"
	"github.com/bashguard/bashguard/guard/policy"
)

// hookBinary builds the program as users run it, once.
var hookBinary = sync.OnceValues(func() (string, error) {
	name, err := filepath.Abs(filepath.Join(repository, "bin", "bashguard-under-test"))
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-o", name, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return name, cmd.Run()
})

// stage is a home with a project in it, for runs of the hook.
type stage struct {
	t             *testing.T
	home, project string
	env           []string
}

func newStage(t *testing.T) *stage {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s := &stage{t: t, home: home, project: filepath.Join(home, "app")}
	require.NoError(t, os.MkdirAll(filepath.Join(s.project, "src"), 0o755))
	s.env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "SHELL=/bin/bash"}
	return s
}

// policy writes the user's policy.
func (s *stage) policy(text string) {
	s.write(filepath.Join(s.home, ".config/bashguard/policy.yaml"), text)
}

func (s *stage) write(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.MkdirAll(filepath.Dir(name), 0o700))
	require.NoError(s.t, os.WriteFile(name, []byte(text), 0o600))
}

// log reads the decision log.
func (s *stage) log() (entries []journal.Entry) {
	s.t.Helper()
	_, err := journal.Read(filepath.Join(s.home, ".local/state/bashguard/decisions.jsonl"), func(e journal.Entry, _ []byte) { entries = append(entries, e) })
	require.NoError(s.t, err)
	return entries
}

// payload is an event of Claude Code about a tool call in the project.
func (s *stage) payload(tool string, input map[string]any, fields ...string) []byte {
	s.t.Helper()
	event := map[string]any{
		"session_id": "s1", "transcript_path": "/x", "cwd": s.project, "permission_mode": "default",
		"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input, "tool_use_id": "toolu_1",
	}
	for _, f := range fields {
		key, value, _ := strings.Cut(f, "=")
		event[key] = value
	}
	data, err := json.Marshal(event)
	require.NoError(s.t, err)
	return data
}

func (s *stage) bash(command string, fields ...string) []byte {
	return s.payload("Bash", map[string]any{"command": command}, fields...)
}

// install puts the program on PATH under its usual name.
func (s *stage) install(program string) {
	s.t.Helper()
	dir := filepath.Join(s.home, "installed")
	require.NoError(s.t, os.MkdirAll(dir, 0o755))
	require.NoError(s.t, os.Symlink(program, filepath.Join(dir, "bashguard")))
	for i, variable := range s.env {
		if rest, ok := strings.CutPrefix(variable, "PATH="); ok {
			s.env[i] = "PATH=" + dir + ":" + rest
		}
	}
}

// reply is what a run of the hook did.
type reply struct {
	code           int
	stdout, stderr string
}

// run starts the real program with the event on its standard input.
func (s *stage) run(stdin io.Reader, args ...string) reply {
	s.t.Helper()
	name, err := hookBinary()
	require.NoError(s.t, err)
	if args == nil {
		args = []string{"hook"}
	}
	cmd := exec.Command(name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	cmd.Env, cmd.Dir = s.env, s.project
	if err := cmd.Run(); err != nil {
		require.IsType(s.t, &exec.ExitError{}, err)
	}
	return reply{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func (s *stage) send(event []byte) reply {
	s.t.Helper()
	return s.run(bytes.NewReader(event))
}

// requireRefused asserts what every host takes for a refusal, and that the reason names it.
func requireRefused(t *testing.T, r reply, names string) {
	t.Helper()
	require.Equal(t, hook.ExitRefuse, r.code, "%+v", r)
	text, ok := strings.CutSuffix(r.stderr, "\n")
	require.True(t, ok, "%q", r.stderr)
	require.NotEmpty(t, text)
	require.NotContains(t, text, "\n", "one line")
	require.Equal(t, hook.OneLine(text, len(text)+1), text, "sanitised")
	require.Contains(t, text, names)
	if r.stdout != "" {
		var envelope struct {
			HookSpecificOutput struct{ HookEventName, PermissionDecision, PermissionDecisionReason string }
		}
		require.NoError(t, json.Unmarshal([]byte(r.stdout), &envelope), r.stdout)
		require.Equal(t, "deny", envelope.HookSpecificOutput.PermissionDecision)
		require.Equal(t, text, envelope.HookSpecificOutput.PermissionDecisionReason)
	}
}

func requireSilent(t *testing.T, r reply) {
	t.Helper()
	require.Equal(t, reply{}, r)
}

// Whatever keeps the guard from judging refuses the call, in the real process.
func TestHookFailsClosed(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	event := string(s.bash("ls"))
	with := func(old, new string) string {
		require.Contains(t, event, old)
		return strings.Replace(event, old, new, 1)
	}
	for _, tt := range []struct{ name, stdin, names string }{
		{"empty", "", "the event is empty"},
		{"blank", "\n\n", "the event is empty"},
		{"text", "hello", "not valid JSON"},
		{"truncated", event[:len(event)/2], "ends in the middle"},
		{"cut by a byte", event[:len(event)-1], "ends in the middle"},
		{"malformed", event[:len(event)-1] + ",}", "not valid JSON"},
		{"two events", event + event, "more text after the event"},
		{"no object", "[" + event + "]", "an object"},
		{"huge", with(`"ls"`, `"ls `+strings.Repeat("x", hook.MaxInput)+`"`), "larger than the size limit"},
		{"huge and endless", strings.Repeat(" ", 3*hook.MaxInput), "larger than the size limit"},
		{"bad UTF-8", with(`"ls"`, "\"ls \xff\""), "not valid UTF-8"},
		{"half a surrogate pair", with(`"ls"`, `"ls \ud800"`), "not valid UTF-8"},
		{"deep", with(`"ls"`, strings.Repeat("[", 100000)), "nested deeper"},
		{"key twice", with(`"cwd"`, `"cwd":"/","cwd"`), "a key twice"},
		{"command twice", with(`"command":"ls"`, `"command":"ls","command":"pwd"`), "a key twice"},
		{"command in another case", with(`"command"`, `"Command"`), "differ only in case"},
		{"no event name", with(`"hook_event_name"`, `"x"`), "no name"},
		{"no tool name", with(`"tool_name"`, `"x"`), "lacks a field: `tool_name`"},
		{"no tool input", with(`"tool_input"`, `"x"`), "lacks a field: `tool_input`"},
		{"no command", with(`"command"`, `"x"`), "lacks a field: `command`"},
		{"command null", with(`"ls"`, "null"), "wrong type: `command`"},
		{"command number", with(`"ls"`, "5"), "wrong type: `command`"},
		{"command list", with(`"ls"`, `["ls"]`), "wrong type: `command`"},
		{"no cwd", with(`"cwd"`, `"x"`), "lacks a field: `cwd`"},
		{"cwd list", with(`"`+s.project+`"`, "[]"), "wrong type: `cwd`"},
		{"cwd relative", with(`"`+s.project+`"`, `"app"`), "absolute path"},
		{"mode number", with(`"default"`, "1"), "wrong type: `permission_mode`"},
		{"write without a path", string(s.payload("Write", map[string]any{"content": "x"})), "lacks a field: `file_path`"},
		{"edit of a number", string(s.payload("Edit", map[string]any{"file_path": 5})), "wrong type: `file_path`"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := s.send([]byte(tt.stdin))
			requireRefused(t, r, tt.names)
			require.Contains(t, r.stderr, "[failure/")
		})
	}
	t.Run("arguments", func(t *testing.T) { requireRefused(t, s.run(strings.NewReader(event), "hook", "--quiet"), "--quiet") })
	t.Run("standard input closed", func(t *testing.T) { requireRefused(t, s.run(nil), "the event is empty") })
	t.Run("standard input is a directory", func(t *testing.T) {
		dir, err := os.Open(s.home)
		require.NoError(t, err)
		defer dir.Close()
		requireRefused(t, s.run(dir), "could not be read")
	})
	require.NotEmpty(t, s.log())
	for _, e := range s.log() {
		require.Equal(t, journal.Refused, e.Outcome)
		require.True(t, strings.HasPrefix(e.Rules[0], "failure/"), e.Rules)
	}
}

func TestHookRefusesUnderAnUnreadablePolicy(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(s *stage){
		"unknown key": func(s *stage) { s.policy("no_such_key: 1\n") },
		"bad YAML":    func(s *stage) { s.policy("mode: [\n") },
		"directory":   func(s *stage) { s.write(filepath.Join(s.home, ".config/bashguard/policy.yaml/x"), "") },
		"project's":   func(s *stage) { s.write(filepath.Join(s.project, ".bashguard/policy.yaml"), "mode: nonsense\n") },
		"open, but unreadable": func(s *stage) {
			s.policy("on_error: open\nno_such_key: 1\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			set(s)
			requireRefused(t, s.send(s.bash("ls")), "policy")
			requireSilent(t, s.send(s.payload("Read", map[string]any{"file_path": "/x"})))
		})
	}
}

// The user may choose open: the record says so.
func TestHookFailsOpenByTheUsersWish(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.policy("on_error: open\n")
	requireSilent(t, s.send([]byte("{")))
	requireSilent(t, s.send(s.payload("Write", nil)))
	requireRefused(t, s.send(s.bash("rm -rf ~")), "fs/delete-root")
	log := s.log()
	require.Len(t, log, 3)
	require.Equal(t, journal.Open, log[0].Outcome)
	require.Equal(t, []string{"failure/input-truncated"}, log[0].Rules)
	require.Equal(t, journal.Open, log[1].Outcome)
	require.Equal(t, journal.Refused, log[2].Outcome)
}

// A slow writer may split a character.
func TestHookReadsChunks(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	event := s.bash("echo grün 日本 😀; rm -rf ~")
	for _, size := range []int{1, 7} {
		r, w := io.Pipe()
		go func() {
			for rest := event; len(rest) > 0; {
				n := min(size, len(rest))
				_, _ = w.Write(rest[:n])
				rest = rest[n:]
				if len(rest)%50 == 0 {
					time.Sleep(time.Millisecond)
				}
			}
			w.Close()
		}()
		requireRefused(t, s.run(r), "fs/delete-root")
	}
}

// A host that never writes is not waited for.
func TestHookDoesNotWaitForever(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	_, err = w.Write(s.bash("ls")[:20])
	require.NoError(t, err)
	start := time.Now()
	requireRefused(t, s.run(r), "in time")
	require.Less(t, time.Since(start), 2*readLimit)
}

// What hangs after the answer does not keep the process: it ends by the answer's code.
func TestHookEndsAfterTheAnswer(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, code := range []int{hook.ExitPass, hook.ExitRefuse} {
		var out, errs bytes.Buffer
		ended := make(chan int, 1)
		g := newGatekeeper(bytes.NewReader(s.bash("ls")), &out, &errs)
		g.judgeLimit = 50 * time.Millisecond
		g.exit = func(code int) { ended <- code; select {} }
		g.judge = func(*gatekeeper, *guard.Policy) ruling {
			verdict := guard.Ask
			if code == hook.ExitRefuse {
				verdict = guard.Deny
			}
			return ruling{verdict: verdict, reason: "x"}
		}
		g.env = func(name string) string {
			if g.answered.Load() != 0 {
				select {} // the log lies on a disk that does not answer
			}
			if name == "HOME" {
				return s.home
			}
			return ""
		}
		go g.run(nil)
		select {
		case got := <-ended:
			require.Equal(t, code, got)
		case <-time.After(5 * time.Second):
			t.Fatal("the process would hang")
		}
	}
}

// The running program is one of the guard's own files, wherever it lies.
func TestHookGuardsItself(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	own, err := hookBinary()
	require.NoError(t, err)
	requireRefused(t, s.send(s.payload("Write", map[string]any{"file_path": own, "content": ""})), "guard/tamper")
	requireRefused(t, s.send(s.bash("cp /bin/true "+own)), "guard/tamper")
}

// A host that has closed its end does not turn the refusal into a death by signal.
func TestHookRefusesIntoClosedPipes(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	name, err := hookBinary()
	require.NoError(t, err)
	r, w, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, r.Close())
	defer w.Close()
	cmd := exec.Command(name, "hook")
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = bytes.NewReader(s.bash("rm -rf ~")), w, w, s.env
	require.Error(t, cmd.Run())
	require.Equal(t, hook.ExitRefuse, cmd.ProcessState.ExitCode(), cmd.ProcessState.String())
}

func TestHookAnswers(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, tt := range []struct {
		name  string
		event []byte
		want  guard.Verdict // none: silence; ask: JSON on exit 0; deny: exit 2
		rule  string
	}{
		{"harmless", s.bash("ls -la && git status"), guard.None, ""},
		{"disaster", s.bash("rm -rf ~"), guard.Deny, "fs/delete-root"},
		{"disaster in bypass", s.bash("rm -rf ~", "permission_mode=bypassPermissions"), guard.Deny, "fs/delete-root"},
		{"broad kill", s.bash("killall node"), guard.Ask, "process/broad-kill"},
		{"broad kill in plan mode", s.bash("killall node", "permission_mode=plan"), guard.Ask, "process/broad-kill"},
		{"broad kill in bypass", s.bash("killall node", "permission_mode=bypassPermissions"), guard.Deny, "nobody would be asked"},
		{"broad kill in auto", s.bash("killall node", "permission_mode=auto"), guard.Deny, "in mode auto"},
		{"broad kill in dontAsk", s.bash("killall node", "permission_mode=dontAsk"), guard.Deny, "in mode dontAsk"},
		{"broad kill by a skill", s.bash("killall node", "hook_event_name=PreSkillShellCommand"), guard.Deny, "while a skill is loaded"},
		{"broad kill by Codex", s.bash("killall node", "turn_id=t"), guard.Deny, "by this agent"},
		{"PowerShell", s.payload("PowerShell", map[string]any{"command": "ls"}), guard.Ask, "reader/shell"},
		{"monitor", s.payload("Monitor", map[string]any{"command": "rm -rf ~", "description": "w"}), guard.Deny, "fs/delete-root"},
		{"MCP shell", s.payload("mcp__sh__run", map[string]any{"cmd": "rm -rf ~"}), guard.Deny, "fs/delete-root"},
		{"write", s.payload("Write", map[string]any{"file_path": filepath.Join(s.project, "a"), "content": "rm -rf /"}), guard.None, ""},
		{"write of the guard's policy", s.payload("Write", map[string]any{"file_path": filepath.Join(s.home, ".config/bashguard/policy.yaml"), "content": ""}), guard.Deny, "guard/tamper"},
		{"edit of settings", s.payload("Edit", map[string]any{"file_path": filepath.Join(s.project, ".claude/settings.json")}), guard.Deny, "guard/tamper"},
		{"patch of a system file", s.payload("apply_patch", map[string]any{"input": "*** Begin Patch\n*** Update File: /etc/passwd\n*** End Patch"}, "turn_id=t"), guard.Deny, "fs/system-file"},
		{"patch in the project", s.payload("apply_patch", map[string]any{"input": "*** Begin Patch\n*** Add File: a\n*** End Patch"}, "turn_id=t"), guard.None, ""},
		{"patch in a command", s.bash("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: /etc/passwd\n*** End Patch\nEOF", "turn_id=t"), guard.Deny, "fs/system-file"},
		{"harmless patch in a command", s.bash("apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n+rm -rf /\n*** End Patch\nEOF", "turn_id=t"), guard.None, ""},
		{"read", s.payload("Read", map[string]any{"file_path": "/etc/passwd"}), guard.None, ""},
		{"after the fact", s.bash("rm -rf ~", "hook_event_name=PostToolUse"), guard.None, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := len(s.log())
			r := s.send(tt.event)
			switch tt.want {
			case guard.None:
				requireSilent(t, r)
				require.Len(t, s.log(), before)
				return
			case guard.Ask:
				require.Equal(t, 0, r.code, "%+v", r)
				require.Empty(t, r.stderr)
				require.Contains(t, r.stdout, `"permissionDecision":"ask"`)
				require.Contains(t, r.stdout, tt.rule)
			default:
				requireRefused(t, r, tt.rule)
				require.Equal(t, strings.Contains(string(tt.event), "turn_id"), r.stdout == "", "only Codex gets nothing on stdout")
			}
			require.Len(t, s.log(), before+1)
		})
	}
}

func TestHookModes(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.policy("mode: observe\n")
	requireSilent(t, s.send(s.bash("rm -rf ~")))
	requireSilent(t, s.send([]byte("{")))
	log := s.log()
	require.Len(t, log, 2)
	require.Equal(t, journal.Observed, log[0].Outcome)
	require.Equal(t, "deny", log[0].Verdict)
	require.Equal(t, journal.Observed, log[1].Outcome)

	s.policy("mode: off\n")
	requireSilent(t, s.send(s.bash("rm -rf ~")))
	requireSilent(t, s.send([]byte("{")))
	require.Len(t, s.log(), 2)

	s.policy("unseen_ask: none\n")
	requireSilent(t, s.send(s.bash("killall node", "permission_mode=dontAsk")))
	require.Equal(t, journal.Unseen, s.log()[2].Outcome)
	require.Contains(t, s.send(s.bash("killall node")).stdout, `"ask"`)
}

func TestHookReason(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	r := s.send(s.bash("rm -rf ~ '\x1b[31m\u202e" + strings.Repeat("long ", 2000) + "'"))
	requireRefused(t, r, "[fs/delete-root]")
	require.LessOrEqual(t, len(r.stderr), hook.MaxReason+1)
	require.Contains(t, r.stderr, "Instead: ")
}

// A policy's write scope holds for file tools and for commands.
func TestHookWriteScope(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.policy("write_scope:\n  allow: [src]\n")
	write := func(name string) []byte { return s.payload("Write", map[string]any{"file_path": name, "content": "x"}) }
	requireSilent(t, s.send(write(filepath.Join(s.project, "src/a"))))
	requireSilent(t, s.send(s.bash("echo x > src/a")))
	for _, event := range [][]byte{
		write(filepath.Join(s.project, "src-secret/a")), write("lib/a"), write("~/a"),
		s.payload("NotebookEdit", map[string]any{"notebook_path": filepath.Join(s.project, "n.ipynb")}),
		s.bash("echo x > src-secret/a"), s.bash("echo x | tee lib/a"), s.bash("cp src/a b"), s.bash("sed -i s/a/b/ lib/a"),
		s.bash("mv src/a lib/a"), s.bash("touch lib/a"), s.bash("mkdir lib/d"), s.bash("ln -s ../src/a lib/a"), s.bash("install src/a lib/a"), s.bash("dd if=src/a of=lib/a"), s.bash("truncate -s0 lib/a"),
		s.bash("python3 -c \"open('lib/a','w').write('x')\""), s.bash("node -e \"require('fs').writeFileSync('lib/a','x')\""), s.bash("perl -pi -e s/a/b/ lib/a"), s.bash("awk '{print > \"lib/a\"}' src/a"),
		s.bash("patch lib/a < src/p"), s.bash("patch -p1 <<'EOF'\n--- a/lib/a\n+++ b/lib/a\n@@ -1 +1 @@\n-a\n+b\nEOF"), s.bash("git apply <<'EOF'\ndiff --git a/lib/a b/lib/a\n--- a/lib/a\n+++ b/lib/a\n@@ -1 +1 @@\n-a\n+b\nEOF"),
		s.bash("curl -o lib/a https://x.example"), s.bash("wget -P lib https://x.example/a"), s.bash("tar xf src/a.tar -C lib"), s.bash("unzip src/a.zip -d lib"), s.bash("rsync src/a lib/a"), s.bash("sort -o lib/a src/a"),
		s.bash("bash -c 'echo x > lib/a'"), s.bash("cd src && echo x > ../lib/a"), s.bash("find src -fprint lib/a"), s.bash("ed lib/a < src/e"), s.bash("git mv src/a lib/a"), s.bash("git archive -o lib/a.tar HEAD"), s.bash("split src/a lib/part"),
	} {
		requireRefused(t, s.send(event), "scope/write")
	}
}

// What a project that is not trusted tried to loosen stands in the log, once a decision.
func TestHookLogsWhatTheProjectTried(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.write(filepath.Join(s.project, ".bashguard/policy.yaml"), "mode: off\nprotected_branches: ['!main']\n")
	requireRefused(t, s.send(s.bash("rm -rf ~")), "fs/delete-root")
	log := s.log()
	require.Len(t, log, 1)
	require.Len(t, log[0].Policy, 2)
	require.Contains(t, log[0].Policy[0], "mode")
	require.Contains(t, log[0].Policy[1], "protected_branches")
}

// Where the environment puts the policy and the log, they are guarded, too.
func TestHookGuardsWhereTheEnvironmentPutsItsFiles(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.env = append(s.env, "XDG_CONFIG_HOME="+s.home+"/cfg", "XDG_STATE_HOME="+s.home+"/state")
	for _, text := range []string{"echo 'mode: off' > ~/cfg/bashguard/policy.yaml", "rm -rf ~/cfg/bashguard", "rm ~/state/bashguard/decisions.jsonl"} {
		requireRefused(t, s.send(s.bash(text)), "guard/tamper")
	}
	requireSilent(t, s.send(s.bash("cat ~/cfg/bashguard/policy.yaml; echo x > ~/cfg/other/policy.yaml")))
}

// The user's own file gate is asked about each path that a command writes, as about a Write.
func TestHookAsksTheFileGate(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	gate := filepath.Join(s.home, "gate.sh")
	s.write(gate, `read -r event
printf '%s\n' "$event" >> "$HOME/asked"
case $event in
*/refused*) echo "not there: ~" >&2; exit 2;;
*/denied*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"by JSON"}}';;
*/asks*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"look"}}';;
*/crashes*) exit 1;;
*/hangs*) sleep 60;;
*/babbles*) echo '{';;
esac
exit 0
`)
	s.policy("file_gate:\n  command: sh " + gate + "\n  timeout: 1s\n")
	asked := func() (events []*hook.Event) {
		data, _ := os.ReadFile(filepath.Join(s.home, "asked"))
		_ = os.Remove(filepath.Join(s.home, "asked"))
		for line := range bytes.Lines(data) {
			e, failure := hook.Decode(line)
			require.Nil(t, failure, string(line))
			events = append(events, e)
		}
		return events
	}
	requireSilent(t, s.send(s.bash("ls > /dev/null; cat src/x")))
	require.Empty(t, asked(), "nothing is written")
	requireSilent(t, s.send(s.bash("echo x > src/a && cp src/a src/b")))
	events := asked()
	require.Len(t, events, 2)
	require.Equal(t, "Write", events[0].Tool)
	require.Equal(t, "s1", events[0].Session)
	require.Equal(t, s.project, events[0].Cwd)
	require.Equal(t, []guard.FileChange{{Path: filepath.Join(s.project, "src/a")}}, events[0].Files)

	requireRefused(t, s.send(s.bash("echo x > src/refused; echo x > src/b")), "not there: ~")
	require.Len(t, asked(), 1, "the first refusal is enough")
	requireRefused(t, s.send(s.bash("echo x | tee src/a src/denied")), "by JSON")
	r := s.send(s.bash("echo x > src/asks"))
	require.Zero(t, r.code)
	require.Contains(t, r.stdout, `"ask"`)
	require.Contains(t, r.stdout, "look")
	requireRefused(t, s.send(s.bash("echo x > src/crashes")), "file gate gave no answer")
	requireRefused(t, s.send(s.bash("echo x > src/hangs")), "more than 1s")
	requireRefused(t, s.send(s.bash("echo x > src/babbles")), "not valid JSON")
	r = s.send(s.bash("echo x > \"$SOMEWHERE\""))
	require.Contains(t, r.stdout, `"ask"`, "a path that cannot be told is no consent: %+v", r)
	asked()
	requireRefused(t, s.send(s.bash("rm -rf ~; echo x > src/a")), "fs/delete-root")
	require.Empty(t, asked(), "what is refused anyway is not asked about")

	s.policy("file_gate:\n  command: /no/such/gate\n")
	requireRefused(t, s.send(s.bash("echo x > src/a")), "file gate gave no answer")
}

// TestHookProcess is the hook with a fault in it, when a test starts it as a process.
func TestHookProcess(t *testing.T) {
	fault := os.Getenv("BASHGUARD_TEST_FAULT")
	if fault == "" {
		t.Skip("only as a process of TestHookSurvivesFaults")
	}
	g := newGatekeeper(os.Stdin, os.Stdout, os.Stderr)
	switch fault {
	case "panic":
		g.judge = func(*gatekeeper, *guard.Policy) ruling { panic("index out of range\nwith a stack") }
	case "panic twice":
		g.load = func(policy.Options) (*guard.Policy, *policy.Report, error) { panic("policy") }
	case "hang":
		g.judgeLimit = 200 * time.Millisecond
		g.judge = func(*gatekeeper, *guard.Policy) ruling { select {} }
	case "spin":
		g.judgeLimit = 200 * time.Millisecond
		g.judge = func(*gatekeeper, *guard.Policy) ruling {
			for i := 0; ; i++ {
				_ = i
			}
		}
	case "hang in the policy":
		g.judgeLimit = 200 * time.Millisecond
		g.load = func(policy.Options) (*guard.Policy, *policy.Report, error) { select {} }
	case "memory":
		g.memoryLimit = 64 << 20
		g.judge = func(*gatekeeper, *guard.Policy) ruling {
			var hoard [][]byte
			for {
				hoard = append(hoard, bytes.Repeat([]byte("x"), 1<<20))
				if cap(hoard) == 0 {
					return ruling{reason: string(hoard[0])}
				}
			}
		}
	case "stack":
		g.judge = func(*gatekeeper, *guard.Policy) ruling { return ruling{reason: recurse(1)} }
	}
	os.Exit(g.run(nil))
}

func recurse(n int) string {
	if n < 0 {
		return ""
	}
	return recurse(n+1) + "x"
}

// A panic and a blown limit refuse the call; open, they let it through by the user's wish.
func TestHookSurvivesFaults(t *testing.T) {
	t.Parallel()
	run := func(s *stage, fault string) reply {
		cmd := exec.Command(os.Args[0], "-test.run=^TestHookProcess$")
		var stdout, stderr bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(s.bash("ls")), &stdout, &stderr
		cmd.Env = append(s.env, "BASHGUARD_TEST_FAULT="+fault)
		if err := cmd.Run(); err != nil {
			require.IsType(t, &exec.ExitError{}, err)
		}
		return reply{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	}
	for fault, names := range map[string]string{
		"panic": "internal error: index out of range", "panic twice": "internal error", "hang": "in time", "spin": "in time",
		"hang in the policy": "in time", "memory": "memory",
	} {
		t.Run(fault, func(t *testing.T) {
			s := newStage(t)
			requireRefused(t, run(s, fault), names)
			s.policy("on_error: open\n")
			switch fault {
			case "panic", "hang", "spin", "memory":
				requireSilent(t, run(s, fault))
				require.Equal(t, journal.Open, s.log()[1].Outcome)
			default: // nobody can say what the user chose
				requireRefused(t, run(s, fault), names)
			}
		})
	}
	t.Run("stack", func(t *testing.T) {
		r := run(newStage(t), "stack")
		require.Equal(t, hook.ExitRefuse, r.code, "the runtime's own end is a refusal")
		require.NotEmpty(t, r.stderr)
	})
}

func TestHookConfigChange(t *testing.T) {
	t.Parallel()
	const wired = `{"hooks":{"PreToolUse":[{"matcher":"Bash|PowerShell","hooks":[{"type":"command","command":"bashguard hook"}]}],"ConfigChange":[{"hooks":[{"type":"command","command":"bashguard hook"}]}]}}`
	own, err := hookBinary()
	require.NoError(t, err)
	wire := func(command string) string { return strings.ReplaceAll(wired, "bashguard hook", command) }
	change := func(source, name string) []byte {
		data, err := json.Marshal(map[string]string{"session_id": "s", "hook_event_name": "ConfigChange", "source": source, "file_path": name, "cwd": filepath.Dir(filepath.Dir(name))})
		require.NoError(t, err)
		return data
	}
	for _, tt := range []struct{ name, user, local, names string }{
		{"still wired by the user", wired, `{"permissions":{"allow":["Bash(ls)"]}}`, ""},
		{"wired by the file itself", `{}`, wired, ""},
		{"file is gone", wired, "-", ""},
		{"wrapped", wire(own + " hook || exit 2"), "{}", ""},
		{"through exec", strings.ReplaceAll(wired, `"command":"bashguard hook"`, `"command":"`+own+`","args":["hook"]`), "{}", ""},
		{"disableAllHooks", wired, `{"disableAllHooks":true}`, "disableAllHooks"},
		{"disableAllHooks odd", wired, `{"disableAllHooks":"yes"}`, "disableAllHooks"},
		{"malformed", wired, `{"a":1,}`, "ignored as a whole"},
		{"key twice", wired, `{"hooks":{},"hooks":{}}`, "ignored as a whole"},
		{"bad handler", wired, `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","timeout":"5"}]}]}}`, "ignored as a whole"},
		{"unhooked", `{}`, `{}`, "before Bash commands"},
		{"emptied", "", `{}`, "before Bash commands"},
		{"matcher in the wrong case", strings.ReplaceAll(wired, "Bash|PowerShell", "bash"), `{}`, "before Bash commands"},
		{"made harmless", strings.ReplaceAll(wired, "bashguard hook", "bashguard hook || true"), `{}`, "before Bash commands"},
		{"through a pipe", strings.ReplaceAll(wired, "bashguard hook", "bashguard hook | cat"), `{}`, "before Bash commands"},
		{"another verb", strings.ReplaceAll(wired, "bashguard hook", "bashguard check"), `{}`, "before Bash commands"},
		{"in the background", strings.ReplaceAll(wired, `"type":"command"`, `"type":"command","async":true`), `{}`, "before Bash commands"},
		{"wrapped with words", wire(own + " hook || { echo broken >&2; exit 2; }"), "{}", ""},
		{"a harmless variable", wire("NO_COLOR=1 bashguard hook"), "{}", ""},
		{"an ordinary env", wired, `{"env":{"FOO":"1"}}`, ""},
		{"only help", wire("bashguard hook --help"), `{}`, "before Bash commands"},
		{"only help, through exec", strings.ReplaceAll(wired, `"command":"bashguard hook"`, `"command":"`+own+`","args":["hook","--help"]`), "{}", "before Bash commands"},
		{"another exit code", wire("bashguard hook || exit 20"), `{}`, "before Bash commands"},
		{"true before the exit", wire("bashguard hook || true || exit 2"), `{}`, "before Bash commands"},
		{"an exit before the exit", wire("bashguard hook || { exit 0; exit 2; }"), `{}`, "before Bash commands"},
		{"with another policy", wire("XDG_CONFIG_HOME=/tmp/x bashguard hook"), `{}`, "before Bash commands"},
		{"with another home", wire("HOME=/tmp/x bashguard hook"), `{}`, "before Bash commands"},
		{"another program of that name", wire("~/evil/bashguard hook"), `{}`, "before Bash commands"},
		{"a program that is not there", wire("/nonexistent/bashguard hook"), `{}`, "before Bash commands"},
		{"a script that only speaks of it", wire("sh ~/evil/gate.sh"), `{}`, "before Bash commands"},
		{"no time to answer", strings.ReplaceAll(wired, `"type":"command"`, `"type":"command","timeout":0.001`), `{}`, "before Bash commands"},
		{"another home by env", wired, `{"env":{"HOME":"/tmp/x"}}`, "sets HOME in env"},
		{"another policy by env", wired, `{"env":{"XDG_CONFIG_HOME":"/tmp/x"}}`, "sets XDG_CONFIG_HOME in env"},
		{"another program by env", wired, `{"env":{"PATH":"/nonexistent"}}`, "before Bash commands"},
		{"config hook gone", strings.Replace(wired, "ConfigChange", "Stop", 1), `{}`, "on ConfigChange"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t)
			require.NoError(t, os.Mkdir(filepath.Join(s.project, ".git"), 0o755))
			s.install(own)
			s.write(filepath.Join(s.home, "evil/gate.sh"), "#!/bin/sh\n# bashguard hook\nexit 0\n")
			s.write(filepath.Join(s.home, "evil/bashguard"), "#!/bin/sh\nexit 0\n")
			local := filepath.Join(s.project, ".claude/settings.local.json")
			s.write(filepath.Join(s.home, ".claude/settings.json"), tt.user)
			if tt.local != "-" {
				s.write(local, tt.local)
			}
			r := s.send(change("local_settings", local))
			if tt.names == "" {
				requireSilent(t, r)
				return
			}
			requireRefused(t, r, tt.names)
			require.Empty(t, r.stdout)
		})
	}
	s := newStage(t)
	s.install(own)
	requireSilent(t, s.send(change("skills", filepath.Join(s.project, ".claude/skills/x/SKILL.md"))))
	script := filepath.Join(s.home, "gate.sh")
	s.write(script, "#!/bin/sh\nbashguard hook || exit 2\n")
	s.write(filepath.Join(s.home, ".claude/settings.json"), strings.ReplaceAll(wired, "bashguard hook", "sh ~/gate.sh"))
	requireSilent(t, s.send(change("user_settings", filepath.Join(s.home, ".claude/settings.json"))))
}

// The recorded events of every agent are answered, none by a failure.
func TestHookAnswersRecordedEvents(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, pattern := range []string{"*.json", "other/*.json", "documented/*.json"} {
		names, err := filepath.Glob(filepath.Join(repository, "testdata/payloads", pattern))
		require.NoError(t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			r := s.send(data)
			require.NotContains(t, r.stderr, "failure/", name)
			require.Contains(t, []int{hook.ExitPass, hook.ExitRefuse}, r.code, name)
		}
	}
}

// Nothing is opened but the policy's layers and what the command names.
func TestHookOpensNoOtherFile(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	name, err := hookBinary()
	require.NoError(t, err)
	s := newStage(t)
	s.policy("mode: enforce\n")
	trace := filepath.Join(s.home, "trace")
	cmd := exec.Command(strace, "-f", "-qq", "-e", "trace=open,openat,openat2,execve", "-o", trace, name, "hook")
	cmd.Stdin, cmd.Env, cmd.Dir = bytes.NewReader(s.bash("ls src && echo x > src/a")), s.env, "/"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("strace does not work here: %v %s", err, out)
	}
	data, err := os.ReadFile(trace)
	require.NoError(t, err)
	allowed := []string{
		`"/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"`, `"/proc/self/`, `"/sys/fs/cgroup`, // the Go runtime's own
		`"` + policy.ManagedFile + `"`, `"` + filepath.Join(s.home, ".config/bashguard/policy.yaml") + `"`, `"` + s.project,
		`"` + name + `"`,
	}
	for line := range strings.Lines(string(data)) {
		ok := !strings.Contains(line, `"`)
		for _, a := range allowed {
			ok = ok || strings.Contains(line, a)
		}
		require.True(t, ok, "opens %s", line)
	}
	require.Contains(t, string(data), "policy.yaml")
}

// The hook's verb is there for who asks for help; whatever else stands behind it is a host's call.
func TestHookHelp(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	r := s.run(nil, "hook", "--help")
	require.Zero(t, r.code)
	require.Contains(t, r.stdout, "PreToolUse")
}
