package spellings_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/seeds"
)

// Other ways are not other words: only the seeds' own checks can tell that they come to the same.
func TestEveryOtherWayComesToTheSame(t *testing.T) {
	p := prover(t)
	all := seeds.All()
	only := os.Getenv("FAMILY")
	effects := map[spellings.Effect]int{}
	for _, f := range spellings.Families() {
		if f.Group != spellings.OtherWays || only != "" && only != f.ID {
			continue
		}
		t.Run(f.ID, func(t *testing.T) {
			t.Parallel()
			var wg sync.WaitGroup
			wrote := 0
			for i := range all {
				s := &all[i]
				for variant := range spellings.Forms(s, &f) {
					if !s.Twin {
						wrote++
					}
					sp := &spellings.Spelling{Seed: s, Families: []*spellings.Family{&f}, Text: variant}
					if lack := p.Missing(sp); lack != nil {
						continue
					}
					wg.Go(func() {
						proof := p.ProveSpelling(context.Background(), sp)
						assert.Equal(t, spellings.Same, proof.Verdict, "%s\n%q\n%s", s.ID, variant, proof.Reason)
						if f.ID != "other/read-complaint" {
							assert.NotContains(t, proof.Result.Stderr, "command not found", "%q", variant)
						}
					})
				}
			}
			wg.Wait()
			assert.Positive(t, wrote, "it writes no disaster")
			if lack := p.Missing(&spellings.Spelling{Families: []*spellings.Family{&f}}); lack != nil {
				t.Logf("NOT PROVEN: this host lacks %s", strings.Join(lack, ", "))
			}
		})
		effects[f.Effect]++
	}
	if only == "" {
		for _, e := range []spellings.Effect{
			spellings.DeleteTree, spellings.ReadFile, spellings.Overwrite, spellings.SendFile, spellings.RemoteCode, spellings.OpenMode, spellings.ForcePush, spellings.DiscardWork,
		} {
			assert.GreaterOrEqual(t, effects[e], 4, "%s", e)
		}
	}
}

// A family of other ways is tied to an effect, and says nothing of seeds that have another one, or
// whose target its texts cannot name.
func TestOtherWaysKeepToTheirEffect(t *testing.T) {
	all := seeds.All()
	for _, f := range spellings.Families() {
		if f.Group != spellings.OtherWays {
			assert.Empty(t, f.Effect, f.ID)
			continue
		}
		assert.NotEmpty(t, f.Effect, f.ID)
		for i := range all {
			s := all[i]
			n := len(slices.Collect(spellings.Forms(&s, &f)))
			assert.LessOrEqual(t, n, 8, f.ID)
			if s.Effect != f.Effect {
				assert.Zero(t, n, "%s of %s", f.ID, s.ID)
			}
			if s.Target != "" {
				s.Target += " $(z)"
				assert.Empty(t, slices.Collect(spellings.Forms(&s, &f)), "%s of %s", f.ID, s.ID)
			}
		}
	}
}
