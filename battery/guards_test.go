package battery

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

const guardsDir = "../testdata/guards"

// specimen is a guard of testdata/guards as a target. Version managers' shims are kept out: they take as long as
// the guard itself.
func specimen(t *testing.T, name string) *Hooks {
	t.Helper()
	program := map[string]string{".sh": "bash", ".py": "python3", ".js": "node"}[filepath.Ext(name)]
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not here", program)
	}
	file, err := filepath.Abs(filepath.Join(guardsDir, name))
	require.NoError(t, err)
	o := Options{Timeout: 30 * time.Second}
	if name == "late.sh" {
		o.Timeout = time.Second
	}
	h, err := NewHook(o, program, file)
	require.NoError(t, err)
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// withoutShims takes the directories of version managers off PATH where the system has the programs itself.
func withoutShims(t *testing.T) {
	if _, err := os.Stat("/usr/bin/python3"); err == nil {
		t.Setenv("PATH", "/usr/local/bin:/usr/bin:/bin")
	}
}

// Each specimen has one flaw, and the battery names that one and no other; the right ones have none.
func TestSpecimensAreNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("runs some 1,300 hooks")
	}
	withoutShims(t)
	entries, err := os.ReadDir(guardsDir)
	require.NoError(t, err)
	said := make([]string, len(entries))
	t.Run("each", func(t *testing.T) {
		for i, e := range entries {
			if ext := filepath.Ext(e.Name()); ext != ".sh" && ext != ".py" && ext != ".js" {
				continue
			}
			t.Run(e.Name(), func(t *testing.T) {
				t.Parallel()
				x := Examine(context.Background(), specimen(t, e.Name()), ExamineOptions{})
				said[i] = e.Name() + "\n"
				for _, f := range x.Findings {
					said[i] += "\t" + string(f.ID) + ": " + f.Title + "\n"
					t.Logf("%s\n\t%s", f.ID, strings.Join(f.Cases, "\n\t"))
				}
				if len(x.Findings) == 0 {
					said[i] += "\tnothing is wrong\n"
				}
			})
		}
	})
	got := strings.Join(said, "")
	golden := filepath.Join(guardsDir, "flaws.txt")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

// buildGate builds the gate's program.
func buildGate(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "bashguard")
	out, err := exec.Command("go", "build", "-o", binary, "../cmd/bashguard").CombinedOutput()
	require.NoError(t, err, string(out))
	return binary
}
