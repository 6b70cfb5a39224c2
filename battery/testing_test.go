package battery_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/battery"
	"github.com/bashguard/bashguard/guard"
)

// recorder is a test that keeps what is said to it.
type recorder struct {
	errors, logs []string
	cleanups     []func()
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...) }
func (r *recorder) Logf(format string, args ...any) {
	r.logs = append(r.logs, fmt.Sprintf(format, args...))
}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func TestRunTellsFlawsAsErrors(t *testing.T) {
	r := new(recorder)
	x := battery.Run(r, battery.Func(func(e battery.Event) battery.Verdict {
		if strings.Contains(e.Command, "rm -rf") {
			return guard.Deny
		}
		return guard.None
	}))
	all := strings.Join(r.errors, "\n")
	assert.Contains(t, all, "matches-anywhere: it refuses words that are not run")
	assert.Contains(t, all, `grep -rn "rm -rf /" docs`)
	assert.Contains(t, all, "refuses-harmless")
	assert.Contains(t, all, "rm -rf ./node_modules")
	assert.Equal(t, 2, x.Stopped())
	assert.Contains(t, strings.Join(r.logs, "\n"), "not its job, or a gap: `chmod -R 777 /`")
}

func TestRunPassesTheGate(t *testing.T) {
	battery.Run(t, &battery.Builtin{})
}

func TestHookFindsFilesFromEverywhere(t *testing.T) {
	h := battery.Hook(t, "sh", "../testdata/guards/environment.sh")
	assert.DirExists(t, h.Project())
	r := new(recorder)
	battery.Run(r, h)
	assert.Contains(t, strings.Join(r.errors, "\n"), "$CLAUDE_TOOL_INPUT")
}

// A guard of one's own is tested like any other: here one that looks for words anywhere in the text.
func ExampleRun() {
	t := new(printer) // in a test: the *testing.T
	battery.Run(t, battery.Func(func(e battery.Event) battery.Verdict {
		if strings.Contains(e.Command, "git push --force") && !strings.Contains(e.Command, "lease") {
			return guard.Deny
		}
		return guard.None
	}))
	// Output:
	// matches-anywhere: it refuses words that are not run
	// 	`git commit -m "never git push --force origin main"` is refused: (nothing)
	// 	instead: look at what the command runs: words in a message, a search or a comment do nothing
}

// A hook command is run as the agent's host would run it, on copies of the home and the environment.
func ExampleHook() {
	t := new(printer) // in a test: the *testing.T
	defer t.close()
	battery.Run(t, battery.Hook(t, "sh", "-c", `cat >/dev/null; echo BLOCKED >&2; exit 1`))
	// Output:
	// always-fails: it fails on every event
	// 	`rm -rf ~`: exit 1: only exit 2 refuses, the host takes others for an error of the hook and lets the command run
	// 	...
}

// printer prints errors, the first two lines and the last of each.
type printer struct{ recorder }

func (p *printer) Errorf(format string, args ...any) {
	lines := strings.Split(fmt.Sprintf(format, args...), "\n")
	if len(lines) > 3 {
		lines = append(lines[:2], "\t...")
	}
	fmt.Println(strings.Join(lines, "\n"))
}

func (p *printer) close() {
	for _, f := range p.cleanups {
		f()
	}
}
