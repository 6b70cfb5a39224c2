package jail_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings/jail"
)

// open gives a jail, or skips with a notice; where BASHGUARD_JAIL says that it is required, it fails.
func open(t testing.TB) *jail.Jail {
	t.Helper()
	j := jail.New(jail.Options{})
	if why := j.Why(); why != "" {
		if os.Getenv("BASHGUARD_JAIL") == "required" {
			t.Fatalf("the jail is required: %s", why)
		}
		t.Skipf("NOT PROVEN: %s", why)
	}
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return j
}

func TestATextRunsInItsWorld(t *testing.T) {
	j := open(t)
	w := &jail.World{
		ID:    "w",
		Cwd:   "/home/dev/app",
		Files: []jail.File{{Path: "/home/dev/app/a.txt", Text: "hello"}, {Path: "/home/dev/app/d/", Mode: 0o555}, {Path: "/home/dev/l", Link: "app/a.txt"}},
		Stubs: []jail.Stub{{Name: "curl", Env: []string{"X", "HOME"}, Stdin: true, Script: "cat; echo served"}, {Name: "rm"}},
	}
	res := j.Run(context.Background(), jail.Run{
		World:  w,
		Text:   "cat a.txt ../l; pwd; id -u; printf 'in\\n' | X=1 curl -s 'a b' '' $'n\\n'; /bin/rm -rf a.txt; cd /tmp && rm b; cp /usr/bin/rm z; ./z q; script -qec 'echo tty' /dev/null; echo $$ >/dev/stdout; ls -la d; exit 7",
		Checks: []jail.Check{jail.Called("rm", "-rf", "a.txt"), jail.Gone("/home/dev/app/a.txt"), jail.Printed("hellohello")},
	})
	t.Logf("%+v", res)
	require.Equal(t, jail.Ended, res.Outcome)
	assert.Equal(t, 7, res.Status)
	assert.Equal(t, []bool{true, false, true}, res.Happened)
	require.Len(t, res.Calls, 4)
	assert.Equal(t, jail.Call{Name: "curl", Args: []string{"-s", "a b", "", "n\n"}, Cwd: "/home/dev/app", Stdin: "in\n", Env: []string{"X=1", "HOME=/home/dev"}}, res.Calls[0])
	assert.Equal(t, "/tmp", res.Calls[2].Cwd)
	start := time.Now()
	for range 50 {
		j.Run(context.Background(), jail.Run{World: w, Text: "true"})
	}
	t.Log(time.Since(start) / 50)
}
