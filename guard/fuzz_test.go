package guard_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/bashguard/bashguard/guard"
)

// maxFuzzTime is what one text may take: far above the bound of a check, since a fuzzer's worker is
// one of many on a busy machine, and far below what a hang takes.
const maxFuzzTime = 5 * time.Second

// FuzzCheck reads and judges any text: it never fails, is answered in bounded time, always the
// same, and what could not be read is never passed in silence.
func FuzzCheck(f *testing.F) {
	files, err := filepath.Glob("../testdata/cases/*.jsonl")
	if err != nil || len(files) == 0 {
		f.Fatal("no cases to begin with", err)
	}
	for _, file := range files {
		in, err := os.Open(file)
		if err != nil {
			f.Fatal(err)
		}
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			var row struct{ Command string }
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				f.Fatal(err)
			}
			f.Add(row.Command, "bash")
		}
		in.Close()
	}
	for _, rule := range guard.Rules() {
		for _, text := range rule.Matches {
			f.Add(text, "zsh")
		}
	}
	policy := guard.DefaultPolicy()
	f.Fuzz(func(t *testing.T, text, shell string) {
		start := time.Now()
		read := func() (*guard.Command, *guard.Result) {
			cmd := guard.Parse(text, guard.In("/home/dev/app"), guard.Home("/home/dev"), guard.Root("/home/dev/app"), guard.Shell(shell))
			return cmd, guard.Check(cmd, policy)
		}
		cmd, first := read()
		timed := false // a limit of time makes the end of the reading a matter of chance
		for _, trouble := range cmd.Troubles() {
			timed = timed || trouble.Code == "limit"
			if trouble.Span.Start < 0 || trouble.Span.End > len(text) || trouble.Span.Start > trouble.Span.End {
				t.Errorf("trouble at %v of %d bytes: %s", trouble.Span, len(text), trouble.Why)
			}
		}
		if len(cmd.Troubles()) > 0 && guard.Worse(first.Verdict, guard.Ask) != first.Verdict {
			t.Errorf("%s although it was not read: %v", first.Verdict, cmd.Troubles())
		}
		for _, f := range first.Findings {
			if f.Span.Start < 0 || f.Span.End > len(text) || f.Span.Start > f.Span.End {
				t.Errorf("%s at %v of %d bytes", f.Rule.ID, f.Span, len(text))
			}
		}
		if _, second := read(); !timed && second.Verdict != first.Verdict {
			t.Errorf("first %s, then %s", first.Verdict, second.Verdict)
		}
		cmd.WriteTargets()
		cmd.Runs("git push", "--force")
		cmd.Touches("src")
		cmd.PipesToShell()
		if took := time.Since(start); took > maxFuzzTime {
			t.Errorf("took %v", took)
		}
	})
}
