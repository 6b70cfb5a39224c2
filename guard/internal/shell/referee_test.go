package shell

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// referee runs harmless texts by real bash in a scratch directory, with a pwn on PATH that records
// how it was called and does nothing else.
type referee struct {
	dir  string
	path string // PATH of what it runs
}

func newReferee(t *testing.T) *referee {
	t.Helper()
	_, err := exec.LookPath("bash")
	require.NoError(t, err, "the referee is bash")
	r := &referee{dir: t.TempDir()}
	bin := filepath.Join(r.dir, "bin")
	r.path = bin + ":/usr/bin:/bin"
	require.NoError(t, os.Mkdir(bin, 0o755))
	// One write a call, so that calls made side by side do not mix.
	stub := "#!/bin/sh\nus=$(printf '\\037')\nrs=$(printf '\\036')\ns=pwn\nfor a in \"$@\"; do s=$s$us$a; done\nprintf '%s' \"$s$us$rs\" >> \"$REC\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "pwn"), []byte(stub), 0o755))
	return r
}

// onlyHarmless leaves nothing on PATH but pwn and a few programs that change nothing.
func (r *referee) onlyHarmless(t *testing.T) {
	t.Helper()
	r.path = filepath.Join(r.dir, "bin")
	for _, name := range harmlessPrograms {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(path, filepath.Join(r.path, name)))
	}
}

// run returns the argument lists with which pwn was called.
func (r *referee) run(t *testing.T, text string) [][]string {
	t.Helper()
	calls, _ := r.runIn(t, text)
	return calls
}

// runIn is run that also tells the directory in which the text ran; it holds an empty directory d.
func (r *referee) runIn(t *testing.T, text string) (calls [][]string, work string) {
	t.Helper()
	work, err := os.MkdirTemp(r.dir, "work")
	require.NoError(t, err)
	rec := filepath.Join(work, ".rec")
	require.NoError(t, os.Mkdir(filepath.Join(work, "d"), 0o755))
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "--norc", "-c", text)
	cmd.Dir = work
	cmd.Env = []string{"PATH=" + r.path, "HOME=" + work, "REC=" + rec, "TMPDIR=" + work}
	cmd.WaitDelay = time.Second
	_ = cmd.Run()
	for i := 0; i < 20 && strings.Contains(text, "<("); i++ { // bash does not wait for these
		if _, err := os.Stat(rec); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	b, err := os.ReadFile(rec)
	if os.IsNotExist(err) {
		return nil, work
	}
	require.NoError(t, err)
	for _, call := range bytes.Split(b, []byte{0x1e}) {
		if len(call) > 0 {
			calls = append(calls, strings.Split(strings.TrimSuffix(string(call), "\x1f"), "\x1f"))
		}
	}
	return calls, work
}

// notRun are hidden shapes in which bash of this version does not run pwn; they are answered all the same.
var notRun = map[string]bool{
	"H12 cr": true, "H18 hash": true,
}

func TestHiddenShapesRunInBash(t *testing.T) {
	ref := newReferee(t)
	for _, row := range hiddenShapes {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			ran := len(ref.run(t, row.text)) > 0
			assert.Equal(t, !notRun[row.name], ran, row.text)
		})
	}
}

// covers tells whether a leaf is the call that bash made: known arguments equal, unknown ones
// standing for any number of words.
func covers(l *Leaf, argv []string) bool {
	if l.Program != argv[0] {
		return l.Program == ""
	}
	return coversArgs(l.Args, argv[1:])
}

func coversArgs(words []value.Word, args []string) bool {
	if len(words) == 0 {
		return len(args) == 0
	}
	text, known := words[0].Known()
	if known {
		return len(args) > 0 && args[0] == text && coversArgs(words[1:], args[1:])
	}
	for n := 0; n <= len(args); n++ {
		if coversArgs(words[1:], args[n:]) {
			return true
		}
	}
	return false
}

// Every call of pwn that bash makes is covered by a leaf, and without an unknown argument where
// the text decides it.
func TestBashIsTheReferee(t *testing.T) {
	ref := newReferee(t)
	texts, err := os.ReadFile("testdata/texts.txt")
	require.NoError(t, err)
	for _, text := range strings.Split(string(texts), "\n%%\n") {
		text = strings.TrimSuffix(text, "\n%%")
		open := false // a text of which bash knows more than can be known beforehand
		if rest, ok := strings.CutPrefix(text, "#open\n"); ok {
			text, open = rest, true
		}
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			calls := ref.run(t, text)
			require.NotEmpty(t, calls, "bash runs no pwn")
			res := read(text)
			for _, argv := range calls {
				found := false
				for _, l := range res.Leaves {
					if !covers(l, argv) {
						continue
					}
					known := l.Program != ""
					for i := range l.Args {
						if l.Args[i].HasUnknown() {
							known = false
						}
					}
					found = found || open || known
				}
				assert.True(t, found, "bash ran %q\nread:\n%s", argv, show(res))
			}
		})
	}
}
