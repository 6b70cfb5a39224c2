package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/hook/journal"
)

func TestShowLog(t *testing.T) {
	state := t.TempDir()
	env := func(name string) string { return map[string]string{"XDG_STATE_HOME": state}[name] }
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.Local)
	show := func(f logFlags) (string, string, error) {
		var out, errs bytes.Buffer
		err := showLog(f, env, now, false, &out, &errs)
		return out.String(), errs.String(), err
	}
	out, _, err := show(logFlags{})
	require.NoError(t, err)
	require.Empty(t, out, "a log that does not exist is empty")

	for i, e := range []journal.Entry{
		{Verdict: "deny", Outcome: journal.Refused, Command: "rm -rf ~", Rules: []string{"fs/delete-root"}},
		{Verdict: "ask", Outcome: journal.Asked, Command: "git push -f\nx\x1b[31m", Rules: []string{"git/force-push", "fs/other"}},
		{Verdict: "deny", Outcome: journal.Open, Reason: "the event is empty", Rules: []string{"failure/input-empty"}},
		{Verdict: "deny", Outcome: journal.Observed, Tool: "Write", Paths: []string{"/etc/passwd"}, Rules: []string{"fs/system-file"}},
	} {
		e.Time = now.Add(time.Duration(i-4) * time.Hour)
		require.NoError(t, journal.Append(journal.Path(env), e))
	}
	out, _, err = show(logFlags{})
	require.NoError(t, err)
	require.Equal(t, `2026-11-30 08:00:00  deny  fs/delete-root                                          rm -rf ~
2026-11-30 09:00:00  ask   git/force-push fs/other                                 git push -f x
2026-11-30 10:00:00  deny  failure/input-empty (failed open by the user's policy)  the event is empty
2026-11-30 11:00:00  deny  fs/system-file (observe mode)                           Write /etc/passwd
`, out)
	for _, tt := range []struct {
		flags logFlags
		want  []string
	}{
		{logFlags{limit: 1}, []string{"fs/system-file"}},
		{logFlags{since: "150m"}, []string{"failure/input-empty", "fs/system-file"}},
		{logFlags{since: "2026-11-30 10:30"}, []string{"fs/system-file"}},
		{logFlags{since: "1d"}, []string{"fs/delete-root", "git/force-push", "failure/input-empty", "fs/system-file"}},
		{logFlags{rule: "fs"}, []string{"fs/delete-root", "git/force-push", "fs/system-file"}},
		{logFlags{rule: "git/force-push"}, []string{"git/force-push"}},
		{logFlags{rule: "git/force"}, nil},
	} {
		tt.flags.json = true
		out, _, err := show(tt.flags)
		require.NoError(t, err)
		var first []string
		for line := range strings.Lines(out) {
			var e journal.Entry
			require.NoError(t, json.Unmarshal([]byte(line), &e))
			first = append(first, e.Rules[0])
		}
		require.Equal(t, tt.want, first, "%+v", tt.flags)
	}
	for _, f := range []logFlags{{since: "yesterday"}, {since: "-1h"}, {limit: -1}} {
		_, _, err := show(f)
		require.Error(t, err)
	}

	f, err := os.OpenFile(filepath.Join(state, "bashguard/decisions.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"cut`)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	_, errs, err := show(logFlags{limit: 1})
	require.NoError(t, err)
	require.Contains(t, errs, "1 lines")
}
