package guard_test

import (
	"context"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// pwnStub notes how it was called and does nothing else.
const pwnStub = `#!/bin/sh
s=pwn
for a in "$@"; do s="$s|$a"; done
printf '%s;' "$s" >> "$REC"
`

// The spellings do what they say: real bash runs a harmless command in each of them.
func TestSpellingsRunTheSameCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("runs bash a hundred times")
	}
	bash, err := exec.LookPath("bash")
	require.NoError(t, err, "the referee is bash")
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	require.NoError(t, os.Mkdir(bin, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "pwn"), []byte(pwnStub), 0o755))
	harmless := seed{text: "pwn hi there"}
	how := spellings()
	jobs := make(chan *spelling)
	var mu sync.Mutex
	var wg sync.WaitGroup
	ran := 0
	for range runtime.GOMAXPROCS(0) * 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for s := range jobs {
				d := spell(harmless, rand.New(rand.NewSource(1)), s)
				if d == nil {
					continue
				}
				work, err := os.MkdirTemp(dir, "work")
				if err != nil {
					t.Error(err)
					continue
				}
				// What the texts write to /tmp goes to a directory of its own.
				text := strings.ReplaceAll(d.String(), "/tmp/", work+"/")
				if strings.ContainsAny(text, "(&") || strings.Contains(text, "coproc") || strings.Contains(text, "-f") { // bash does not wait for these
					text += "\nsleep 0.3"
				}
				rec := filepath.Join(work, ".rec")
				ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
				cmd := exec.CommandContext(ctx, bash, "--norc", "-c", text)
				cmd.Dir = work
				cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + work, "REC=" + rec, "TMPDIR=" + work}
				cmd.WaitDelay = time.Second
				out, _ := cmd.CombinedOutput()
				cancel()
				b, _ := os.ReadFile(rec)
				mu.Lock()
				ran++
				if !strings.Contains(string(b), "pwn|hi|there") {
					t.Errorf("%s ran %q\n%s\n%s", s.name, b, text, out)
				}
				mu.Unlock()
			}
		}()
	}
	_, all := os.LookupEnv("BASHGUARD_SPELLINGS")
	for i := range how {
		if !how[i].unrun && !how[i].remote && (all || i%12 == 0) {
			jobs <- &how[i]
		}
	}
	close(jobs)
	wg.Wait()
	t.Logf("%d spellings ran", ran)
}
