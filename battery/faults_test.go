package battery

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

func agents() []hook.Agent {
	return []hook.Agent{hook.Claude, hook.Codex, hook.Gemini, hook.Copilot, hook.Cursor, hook.OpenCode, hook.Windsurf}
}

// What is sent in each agent's name is what that agent's decoder reads.
func TestEventsAreTheAgents(t *testing.T) {
	for _, agent := range agents() {
		e := Event{Command: `printf '%s\n' "a\b"` + "\nls", Cwd: "/srv/app"}
		event, failure := hook.Decode(deliver(agent, &e, "/home/dev").text())
		require.Nil(t, failure, agent)
		assert.Equal(t, agent, event.Agent)
		assert.Equal(t, hook.ShellCommand, event.Kind)
		assert.Equal(t, e.Command, event.Command)
		assert.Equal(t, e.Cwd, event.Cwd)
	}
}

// A fault under which a guard is to judge as ever changes nothing of what the event says; one by policy is
// no whole event, or still has the disaster in it.
func TestFaultsAreWhatTheySay(t *testing.T) {
	const command = `rm -rf ~ && echo "done" # ö`
	for _, agent := range agents() {
		for _, f := range Faults() {
			e := Event{Command: command, Cwd: "/srv/app"}.Under(&f)
			text := deliver(agent, &e, "/home/dev").text()
			event, failure := hook.Decode(text)
			name := agent.String() + " " + f.ID
			switch {
			case f.Expect == Judged:
				require.Nil(t, failure, name)
				assert.Equal(t, command, event.Command, name)
			case f.Expect == ByPolicy && failure == nil && event.Kind == hook.ShellCommand:
				head, _, _ := strings.Cut(event.Command, " # ")
				assert.Contains(t, strings.ReplaceAll(head, "'", ""), "rm -rf ~", name)
			}
			if f.sends() && f.Pieces == 0 && f.Late == 0 {
				plain := Event{Command: command, Cwd: "/srv/app"}
				if len(f.ID) > 0 && f.ID != "no-tool" && f.ID != "unknown-tool" || agent != hook.Cursor {
					assert.NotEqual(t, string(deliver(agent, &plain, "/home/dev").text()), string(text), name+" changes nothing")
				}
			}
		}
	}
}

func TestFaultsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	flaws := map[FlawID]bool{}
	for _, f := range Flaws() {
		assert.False(t, flaws[f.ID], "%s is twice in the table", f.ID)
		assert.NotEmpty(t, f.Title)
		assert.NotEmpty(t, f.Fix)
		flaws[f.ID] = true
	}
	for _, f := range Faults() {
		assert.False(t, seen[f.ID], "%s is there twice", f.ID)
		seen[f.ID] = true
		assert.NotEmpty(t, f.Title, f.ID)
		assert.True(t, flaws[f.Flaw], "%s has the flaw %q, which has no words", f.ID, f.Flaw)
	}
	for _, p := range Probes() {
		assert.True(t, flaws[p.Flaw], p.ID)
	}
	for _, slip := range []Slip{
		SlipExitCode, SlipStderrJSON, SlipTextBefore, SlipTextAfter, SlipPlainText, SlipBadJSON, SlipEventName, SlipField, SlipValue, SlipNoReason, SlipUnknownKey,
		SlipContinue, SlipBackground, SlipTimeout, SlipNotStarted, SlipKilled, SlipHTTP, SlipAskIgnored, SlipRewrite, SlipIf, SlipWordsError,
	} {
		assert.True(t, flaws[FlawID(slip)], "the slip %s has no words", slip)
	}
}

// broken runs a shell text as a hook under a fault.
func broken(t *testing.T, id, text string) Answer {
	t.Helper()
	for _, f := range Faults() {
		if f.ID == id {
			return hookOf(t, Options{Timeout: 20 * time.Second}, text).Judge(context.Background(), Event{Command: "ls"}.Under(&f))
		}
	}
	t.Fatalf("no fault %s", id)
	return Answer{}
}

// In each broken world that is so which it says; the texts exit 2 when it is.
func TestWorldsAreBroken(t *testing.T) {
	for id, text := range map[string]string{
		"no-jq":        "command -v jq || { command -v grep && exit 2; }",
		"no-node":      "command -v node || exit 2",
		"no-python3":   "command -v python3.11 || command -v python || { command -v sh && exit 2; }",
		"killed-child": `jq . ; [ $? -eq 137 ] && exit 2`,
		"no-home":      `[ -z "${HOME+set}" ] && exit 2`,
		"fixed-home":   `[ -d "$HOME" ] && ! touch "$HOME/x" 2>/dev/null && touch "$CLAUDE_PROJECT_DIR/x" && exit 2`,
		"no-cwd":       `! [ -d "$(/bin/pwd 2>/dev/null)" ] && exit 2`,
		"plain-locale": `[ "$LC_ALL" = C ] && exit 2`,
		"late":         `start=$(date +%s%N); read -r x; [ $(($(date +%s%N) - start)) -ge 900000000 ] && exit 2`,
		"closed-early": `[ "$(wc -c)" -eq 20 ] && exit 2`,
		"empty":        `[ "$(wc -c)" -eq 0 ] && exit 2`,
		"large-event":  `[ "$(wc -c)" -ge 1000000 ] && exit 2`,
		"pieces":       `cat >/dev/null; exit 2`,
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			if a := broken(t, id, text); a.Skipped == "" {
				assert.True(t, a.Refused(), "%s %s", a.Why, a.Stderr)
			} else if id != "fixed-home" {
				t.Errorf("not tried: %s", a.Skipped)
			}
		})
	}
}

// Nobody is blamed for what a fault cannot be tried on.
func TestFaultsThatCannotBeTried(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "guard"), "#!/usr/bin/env node\nprocess.exit(2)\n")
	for _, test := range []struct{ id, command, why string }{
		{"no-python3", "python3 -c 'import sys; sys.exit(2)'", "started by python3"},
		{"no-node", `"` + dir + `/guard"`, "started by node"},
	} {
		a := broken(t, test.id, test.command)
		assert.Contains(t, a.Skipped, test.why)
		assert.False(t, a.Refused())
	}
	called := Func(func(Event) Verdict { return guard.Deny })
	for _, f := range Faults() {
		r := Break(context.Background(), called, &f, "rm -rf ~", "", guard.FailClosed)
		assert.True(t, r.OK, f.ID)
		assert.Equal(t, f.Mode == "", r.Outcome == NotTried, f.ID)
	}
}

func TestOutcomes(t *testing.T) {
	find := func(id string) *Fault {
		for _, f := range Faults() {
			if f.ID == id {
				return &f
			}
		}
		return nil
	}
	const reads = "x=$(cat); case $x in *'\"rm '*) exit 2;; esac; exit 0"
	for _, test := range []struct {
		name, id, hook string
		policy         guard.FailurePolicy
		want           Outcome
		ok, wrong      bool
	}{
		{"refused", "pretty", reads, guard.FailClosed, Refused, true, false},
		{"let through", "not-json", reads, guard.FailClosed, LetThrough, false, false},
		{"let through, open", "not-json", reads, guard.FailOpen, LetThrough, true, false},
		{"let through what is whole, open", "escaped", reads, guard.FailOpen, LetThrough, false, false},
		{"everything refused", "pretty", "exit 2", guard.FailClosed, Refused, false, true},
		{"hung", "empty", "[ \"$(wc -c)\" -eq 0 ] && sleep 60", guard.FailOpen, Hung, false, false},
		{"unknown tool", "unknown-tool", "exit 0", guard.FailClosed, LetThrough, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := hookOf(t, Options{Timeout: 3 * time.Second}, test.hook)
			r := Break(context.Background(), h, find(test.id), "rm -rf ~", "ls", test.policy)
			assert.Equal(t, test.want, r.Outcome, r.Why)
			assert.Equal(t, test.ok, r.OK)
			assert.Equal(t, test.wrong, r.Wrong)
			assert.Equal(t, r.OK && r.Outcome == Refused, r.Why == "", r.Why)
		})
	}
}

// The gate refuses every plain disaster, none of their neighbours, and what it cannot read.
func TestBuiltinGateHasNoFlaw(t *testing.T) {
	x := Examine(context.Background(), &Builtin{}, ExamineOptions{})
	assert.Empty(t, x.Findings)
	assert.Equal(t, len(x.Probes), x.Stopped())
	assert.Zero(t, x.Wrong())
	tried := 0
	for i := range x.Faults {
		if x.Faults[i].Outcome != NotTried {
			tried++
		}
	}
	assert.GreaterOrEqual(t, tried, 30)

	open := guard.DefaultPolicy()
	open.OnError = guard.FailOpen
	x = Examine(context.Background(), &Builtin{Policy: open}, ExamineOptions{Policy: guard.FailOpen})
	assert.Empty(t, x.Findings)
	x = Examine(context.Background(), &Builtin{Policy: open}, ExamineOptions{})
	require.Len(t, x.Findings, 1)
	assert.Equal(t, FlawSwallows, x.Findings[0].ID)
	observe := guard.DefaultPolicy()
	observe.Mode = guard.Observe
	x = Examine(context.Background(), &Builtin{Policy: observe}, ExamineOptions{})
	require.NotEmpty(t, x.Findings)
	assert.Equal(t, FlawDeaf, x.Findings[0].ID)
}

// The built binary, as a hook in every broken world.
func TestGateAsAHookHasNoFlaw(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	binary := os.Getenv("BASHGUARD_BINARY")
	if binary == "" {
		binary = buildGate(t)
	}
	x := Examine(context.Background(), hookOf(t, Options{Timeout: 20 * time.Second}, `"`+binary+`" hook`), ExamineOptions{})
	for _, f := range x.Findings {
		t.Errorf("%s\n\t%s", f.ID, strings.Join(f.Cases, "\n\t"))
	}
	assert.Equal(t, len(x.Probes), x.Stopped())
}
