package jail_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings/jail"
)

func run(t *testing.T, j *jail.Jail, w *jail.World, text string, checks ...jail.Check) jail.Result {
	t.Helper()
	return j.Run(context.Background(), jail.Run{World: w, Text: text, Checks: checks})
}

// Without bubblewrap nothing is started: not even a text that would be seen from here.
func TestNothingRunsWithoutBubblewrap(t *testing.T) {
	seen := filepath.Join(t.TempDir(), "seen")
	for name, o := range map[string]jail.Options{
		"no such file":          {Bwrap: filepath.Join(t.TempDir(), "bwrap")},
		"no program":            {Bwrap: "no-such-bubblewrap"},
		"a program that fails":  {Bwrap: "false"},
		"a program that is not": {Bwrap: "true"},
	} {
		t.Run(name, func(t *testing.T) {
			j := jail.New(o)
			defer j.Close()
			require.NotEmpty(t, j.Why())
			assert.False(t, j.Has("rm"))
			res := run(t, j, nil, "echo ran > "+seen, jail.Printed("x"))
			assert.Equal(t, jail.Unproven, res.Outcome)
			assert.Equal(t, j.Why(), res.Reason)
			assert.Equal(t, []bool{false}, res.Happened)
			assert.NoFileExists(t, seen)
		})
	}
	t.Run("not on the path", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		j := jail.New(jail.Options{})
		assert.Contains(t, j.Why(), "install the package bubblewrap")
		assert.Equal(t, jail.Unproven, run(t, j, nil, "echo ran > "+seen).Outcome)
		assert.NoFileExists(t, seen)
	})
}

func TestTheHostIsOutOfReach(t *testing.T) {
	j := open(t)
	host := filepath.Join(t.TempDir(), "host")
	require.NoError(t, os.WriteFile(host, []byte("host"), 0o666))
	require.NoError(t, os.Chmod(filepath.Dir(host), 0o777))
	t.Setenv("HOST_SECRET", "s3cret")
	for name, c := range map[string]struct{ text, want string }{
		"files of the host are not there":    {"cat " + host + " 2>/dev/null || echo none", "none\n"},
		"the programs cannot be written":     {"echo x 2>/dev/null > /usr/bin/ls || echo read-only", "read-only\n"},
		"the network has no way out":         {"cut -d: -f1 -s /proc/net/dev | tr -d ' \\n'; (exec 3<>/dev/tcp/127.0.0.1/22) 2>/dev/null || echo ' closed'", "lo closed\n"},
		"the environment is cleared":         {`echo "${HOST_SECRET-unset}"; env | cut -d= -f1 | grep -c .`, "unset\n12\n"},
		"there are no processes of the host": {"ls -d /proc/[0-9]* | wc -l | (read n; [ $n -lt 10 ] && echo few)", "few\n"},
		"the user is the world's":            {"id -un; id -u; whoami; hostname", "dev\n1000\ndev\njail\n"},
	} {
		t.Run(name, func(t *testing.T) {
			res := run(t, j, nil, c.text)
			assert.Equal(t, c.want, res.Stdout, "%+v", res)
		})
	}
	data, err := os.ReadFile(host)
	require.NoError(t, err)
	assert.Equal(t, "host", string(data))
}

// What a text does to its world is gone for the next one, and root is only root of its own.
func TestEveryRunHasAFreshWorld(t *testing.T) {
	j := open(t)
	host := filepath.Join(t.TempDir(), "host")
	require.NoError(t, os.WriteFile(host, []byte("of the host"), 0o644))
	w := &jail.World{
		ID: "fresh", Root: true, Cwd: "/home/dev",
		Files: []jail.File{{Path: "/home/dev/a", Text: "a"}, {Path: "/etc/fstab", Text: "x"}, {Path: "/out", Link: "/.."}, {Path: "/home/dev/l", Link: "../../../../.." + host}},
	}
	checks := []jail.Check{
		jail.Gone("/home/dev/a"), jail.Gone("/etc/fstab"),
		jail.Changed("/home/dev/l"), jail.Wrote("/home/dev/m", "of the host"), jail.Made("/home/dev/n/host"), jail.Wrote("/out"+host, "of the host"),
	}
	for range 2 {
		text := "id -u; cat a; rm -rf --no-preserve-root / 2>/dev/null; echo left: /home/*"
		res := run(t, j, w, text, checks...)
		assert.Equal(t, "0\naleft: /home/*\n", res.Stdout, "%+v", res)
		assert.Equal(t, []bool{true, true, false, false, false, false}, res.Happened)
		res = run(t, j, w, "ln -s "+host+" m; ln -s ../../../../.."+filepath.Dir(host)+" n", checks...)
		assert.Equal(t, []bool{false, false, false, false, false, false}, res.Happened, "nobody follows a link out of the world")
	}
	require.FileExists(t, "/etc/passwd")
	assert.Equal(t, []bool{false}, run(t, j, w, "rm -rf /", jail.Gone("/home/dev/a")).Happened, "GNU rm keeps /")
	if j.Has("busybox") {
		alpine := *w
		alpine.Programs = map[string]string{"rm": "busybox"}
		assert.Equal(t, []bool{true}, run(t, j, &alpine, "rm -rf /", jail.Gone("/home/dev/a")).Happened)
	}
}

func TestLimitsHold(t *testing.T) {
	j := open(t)
	limits := jail.Limits{Time: 700 * time.Millisecond, Processes: 30, Memory: 200 << 20, FileSize: 1 << 20, Disk: 8 << 20, Output: 1000}
	for name, c := range map[string]struct {
		text  string
		check func(t *testing.T, res jail.Result)
	}{
		"time": {"sleep 60", func(t *testing.T, res jail.Result) {
			assert.Equal(t, jail.TimedOut, res.Outcome)
			assert.Contains(t, res.Reason, "700ms")
		}},
		"time, with children that hold on": {"trap '' TERM HUP; setsid -f sleep 60; (trap '' TERM; sleep 60) & sleep 60", func(t *testing.T, res jail.Result) {
			assert.Equal(t, jail.TimedOut, res.Outcome)
		}},
		"a fork bomb in front":   {"f() { f | f; }; f", nil},
		"a fork bomb behind":     {"f() { f | f & }; f; sleep 0.2", nil},
		"a fork bomb of a shell": {`x='bash -c "$x" & bash -c "$x"'; export x; eval "$x"`, nil},
		"processes": {"for i in {1..35}; do sleep 9 & done 2>/tmp/e; echo all", func(t *testing.T, res jail.Result) {
			assert.Equal(t, jail.TimedOut, res.Outcome, "bash tries again until the end")
			assert.NotContains(t, res.Stdout, "all")
		}},
		"file size": {"yes > /tmp/f; stat -c %s /tmp/f", func(t *testing.T, res jail.Result) {
			assert.Equal(t, "1048576\n", res.Stdout)
		}},
		"disk": {"for i in {1..2000}; do head -c 1000000 /dev/zero > f$i; done; sleep 1", func(t *testing.T, res jail.Result) {
			assert.Equal(t, jail.TimedOut, res.Outcome)
			assert.Equal(t, "its files grew beyond 8 MiB", res.Reason)
		}},
		"output": {"yes", func(t *testing.T, res jail.Result) {
			assert.Len(t, res.Stdout, 1000)
			assert.Equal(t, jail.Ended, res.Outcome)
		}},
		"memory of the host": {"cat /proc/self/oom_score_adj", func(t *testing.T, res jail.Result) {
			assert.Equal(t, "1000\n", res.Stdout, "where memory runs out, the kernel ends the jail's processes before others")
		}},
		"memory": {"x=$(head -c 300000000 /dev/zero | tr '\\0' a); echo ${#x}", func(t *testing.T, res jail.Result) {
			assert.NotContains(t, res.Stdout, "300000000")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			res := j.Run(context.Background(), jail.Run{Text: c.text, Limits: limits})
			assert.Less(t, time.Since(start), 5*time.Second)
			assert.NotEqual(t, jail.Unproven, res.Outcome, res.Reason)
			if c.check != nil {
				c.check(t, res)
			}
		})
	}
	res := j.Run(context.Background(), jail.Run{Text: "echo ok"})
	assert.Equal(t, "ok\n", res.Stdout, "the next run is none the worse")
}

func TestShells(t *testing.T) {
	j := open(t)
	for shell, want := range map[string]string{"bash": "bash", "bash --posix": "posix", "dash": "other", "zsh": "zsh", "busybox sh": "other"} {
		t.Run(shell, func(t *testing.T) {
			res := j.Run(context.Background(), jail.Run{Shell: shell, Text: `if [ -n "$ZSH_VERSION" ]; then echo zsh; elif [ -z "$BASH_VERSION" ]; then echo other; elif [ -n "$POSIXLY_CORRECT" ]; then echo posix; else echo bash; fi`})
			if name, _, _ := strings.Cut(shell, " "); !j.Has(name) {
				assert.Equal(t, jail.Unproven, res.Outcome)
				return
			}
			assert.Equal(t, want+"\n", res.Stdout, "%+v", res)
		})
	}
	res := j.Run(context.Background(), jail.Run{Shell: "no-shell", Text: ":"})
	assert.Equal(t, jail.Unproven, res.Outcome)
	assert.Equal(t, "this host lacks no-shell", res.Reason)
	res = j.Run(context.Background(), jail.Run{World: &jail.World{ID: "n", Needs: []string{"no-program", "bash"}}, Text: ":"})
	assert.Equal(t, "this host lacks no-program", res.Reason)
	res = j.Run(context.Background(), jail.Run{World: &jail.World{ID: "s", Setup: "echo why >&2; exit 3"}, Text: ":"})
	assert.Equal(t, jail.Unproven, res.Outcome)
	assert.Contains(t, res.Reason, "why")
}

// Each check happens when it should, and does not after a text that does nothing or something near.
func TestChecks(t *testing.T) {
	j := open(t)
	w := &jail.World{
		ID: "checks", Cwd: "/home/dev/r", Needs: []string{"git"},
		Files: []jail.File{{Path: "/home/dev/a", Text: "a"}, {Path: "/home/dev/m", Mode: 0o600}},
		Stubs: []jail.Stub{{Name: "kubectl"}, {Name: "nc", Stdin: true}},
		Setup: "git init -q -b main . && git config user.email a@b && git config user.name n && git commit -q --allow-empty -m 1 && git commit -q --allow-empty -m 2 && git pack-refs --all",
	}
	for name, c := range map[string]struct {
		check     jail.Check
		does, not string
	}{
		"gone":         {jail.Gone("/home/dev/a"), "rm ../a", "rm -f ../b"},
		"made":         {jail.Made("/home/dev/b"), "touch ../b", "touch ../a"},
		"changed":      {jail.Changed("/home/dev/a"), "echo >> ../a", "touch ../a"},
		"changed kind": {jail.Changed("/home/dev/a"), "rm ../a; mkfifo ../a", "cat ../a"},
		"wrote":        {jail.Wrote("/home/dev/a", "xyz"), "echo xyz >> ../a", "echo xy >> ../a"},
		"mode":         {jail.Mode("/home/dev/m", 0o066), "chmod 666 ../m", "chmod 644 ../m"},
		"printed":      {jail.Printed("hello"), "echo hello >&2", "echo hell o"},
		"called":       {jail.Called("kubectl", "delete", "prod"), "kubectl -n x delete namespace prod", "kubectl prod delete"},
		"sent":         {jail.Sent("token"), "echo my token | nc h 1", "echo token"},
		"sent as word": {jail.Sent("token"), "kubectl x-token-y", "kubectl to ken"},
		"ref moved":    {jail.RefMoved("/home/dev/r/.git", "refs/heads/main"), "git reset -q --hard HEAD~1", "git checkout -q -b other"},
		"ref gone":     {jail.RefMoved("/home/dev/r/.git", "refs/heads/main"), "git checkout -q --detach; git branch -q -D main", "git checkout -q --detach"},
		"all":          {jail.All(jail.Gone("/home/dev/a"), jail.Printed("x")), "rm ../a; echo x", "rm ../a"},
		"any":          {jail.Any(jail.Gone("/home/dev/a"), jail.Printed("x")), "echo x", "echo y"},
		"not":          {jail.Not(jail.Printed("x")), "echo y", "echo x"},
	} {
		t.Run(name, func(t *testing.T) {
			res := run(t, j, w, c.does, c.check, jail.Check{})
			assert.Equal(t, []bool{true, false}, res.Happened, "%s after %q: %+v", c.check.Says, c.does, res)
			res = run(t, j, w, c.not, c.check)
			assert.Equal(t, []bool{false}, res.Happened, "%s after %q: %+v", c.check.Says, c.not, res)
			assert.NotEmpty(t, c.check.Says)
		})
	}
}
