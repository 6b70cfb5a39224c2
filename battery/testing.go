package battery

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// T is what the battery needs of a *testing.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
	Cleanup(func())
}

// Hook makes a target of a hook command of Claude Code, for a test. Without arguments it is text for the shell. Arguments that are
// files below the working directory are found from everywhere.
func Hook(t T, command string, args ...string) *Hooks {
	t.Helper()
	words := append([]string{command}, args...)
	if len(args) > 0 || !strings.ContainsAny(command, separators) {
		for i, w := range words {
			if abs, err := filepath.Abs(w); err == nil && (i > 0 || strings.Contains(w, "/")) {
				if info, err := os.Stat(abs); err == nil && info.Mode().IsRegular() {
					words[i] = abs
				}
			}
		}
	}
	h, err := NewHook(Options{}, words[0], words[1:]...)
	if err != nil {
		t.Fatalf("making a target of the hook: %v", err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// Run examines a guard in a test: each flaw is an error of the test, with what shows it and what to change.
func Run(t T, guard Target) *Examination {
	t.Helper()
	x := Examine(context.Background(), guard, ExamineOptions{})
	for _, f := range x.Findings {
		t.Errorf("%s: %s\n\t%s\n\tinstead: %s", f.ID, f.Title, strings.Join(f.Cases, "\n\t"), f.Fix)
	}
	for i := range x.Probes {
		if r := &x.Probes[i]; !r.OfDisaster.Refused() && r.OfDisaster.Skipped == "" {
			t.Logf("not its job, or a gap: `%s`: %s", r.Disaster, r.OfDisaster.Why)
		}
	}
	t.Logf("%s: %d of %d plain disasters refused, %d of %d harmless commands, %d flaws", Name(guard), x.Stopped(), len(x.Probes), x.Wrong(), len(x.Probes), len(x.Findings))
	return x
}
