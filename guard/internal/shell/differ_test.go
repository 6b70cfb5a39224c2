package shell

import (
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// standsFor tells whether a leaf can be the call that bash made: its known text is in the
// arguments where it says, its unknown pieces stand for anything.
func standsFor(l *Leaf, argv []string) bool {
	if l.Program != argv[0] {
		return l.Program == ""
	}
	var pattern []value.Piece
	for i := range l.Args {
		pattern = append(pattern, value.Piece{Text: "\x00"})
		if l.Args[i].Pieces == nil {
			pattern = append(pattern, value.Piece{Text: l.Args[i].Lit})
		}
		if l.Args[i].HasUnknown() || l.Args[i].HasGlob() { // no word at all, or several
			pattern[len(pattern)-1] = value.Piece{Kind: value.Glob}
		}
		if l.Args[i].HasGlob() { // names, as it is, or none
			continue
		}
		pattern = append(pattern, l.Args[i].Pieces...)
	}
	var text strings.Builder
	for _, a := range argv[1:] {
		text.WriteString("\x00" + a)
	}
	return piecesMatch(pattern, text.String())
}

func piecesMatch(pattern []value.Piece, s string) bool {
	if len(pattern) == 0 {
		return s == ""
	}
	p := &pattern[0]
	if p.Kind == value.Text {
		rest, ok := strings.CutPrefix(s, p.Text)
		return ok && piecesMatch(pattern[1:], rest)
	}
	for i := 0; i <= len(s); i++ {
		if piecesMatch(pattern[1:], s[i:]) {
			return true
		}
		if p.Simple && i < len(s) && strings.IndexByte(" \x00\n", s[i]) >= 0 {
			return false
		}
	}
	return false
}

// differ is what comparing many programs has counted.
type differ struct {
	mu                            sync.Mutex
	programs, asked, calls, exact int
	failed                        []string
}

// compare runs a text by bash and notes calls of pwn that the reading does not cover.
func (d *differ) compare(t *testing.T, ref *referee, text string) {
	calls, work := ref.runIn(t, text)
	res := Read(text, Config{Cwd: work, Home: work, Root: work})
	d.mu.Lock()
	defer d.mu.Unlock()
	d.programs++
	if len(res.Troubles) > 0 {
		d.asked++
		return
	}
	for _, argv := range calls {
		d.calls++
		found, exact := false, false
		for _, l := range res.Leaves {
			if standsFor(l, argv) {
				found = true
				exact = exact || l.Program != "" && covers(l, argv)
			}
		}
		if exact {
			d.exact++
		}
		if !found && len(res.Executed) > 0 { // it runs text that is not known, and that is said
			continue
		}
		if !found {
			d.failed = append(d.failed, fmt.Sprintf("bash ran %q of\n%s\nread:\n%s", argv, text, show(res)))
			return
		}
	}
}

// Programs made at random from harmless commands: whatever bash runs is in the leaves, or the
// text is asked about. BASHGUARD_FUZZ_BASH=30s goes on with new programs for that long.
func TestRandomProgramsAreReadAsBashRunsThem(t *testing.T) {
	ref := newReferee(t)
	ref.onlyHarmless(t)
	programs, seed := 300, int64(1)
	var until time.Time
	if s := os.Getenv("BASHGUARD_FUZZ_BASH"); s != "" {
		span, err := time.ParseDuration(s)
		require.NoError(t, err)
		programs, seed, until = 1<<30, time.Now().UnixNano(), time.Now().Add(span)
	}
	if s := os.Getenv("BASHGUARD_FUZZ_SEED"); s != "" {
		var err error
		seed, err = strconv.ParseInt(s, 10, 64)
		require.NoError(t, err)
	}
	t.Logf("seed %d", seed)
	d := &differ{}
	next := make(chan string)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) * 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for text := range next {
				d.compare(t, ref, text)
			}
		}()
	}
	for i := 0; i < programs && (until.IsZero() || time.Now().Before(until)); i++ {
		g := &programGen{rnd: rand.New(rand.NewSource(seed + int64(i)))}
		next <- g.program()
	}
	close(next)
	wg.Wait()
	t.Logf("%d programs, %d asked about, %d calls, %d read exactly", d.programs, d.asked, d.calls, d.exact)
	assert.Greater(t, d.calls, d.programs, "programs call pwn")
	assert.Greater(t, d.exact*10, d.calls*5, "half of the calls are read exactly")
	assert.Less(t, d.asked*5, d.programs, "few programs are asked about")
	for i, f := range d.failed {
		if i == 20 {
			break
		}
		t.Errorf("%d of %d: %s", i+1, len(d.failed), f)
	}
}
