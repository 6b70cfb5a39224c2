package seeds_test

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/seeds"
)

func prover(t *testing.T) *spellings.Prover {
	t.Helper()
	j := jail.New(jail.Options{})
	if why := j.Why(); why != "" {
		if os.Getenv("BASHGUARD_JAIL") == "required" {
			t.Fatalf("the jail is required: %s", why)
		}
		t.Skipf("NOT PROVEN: %s", why)
	}
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return &spellings.Prover{Jail: j}
}

// Every disaster happens in its world, every twin runs and does not do it, and a text that does
// nothing does not either: a check that cannot fail proves nothing.
func TestEverySeedIsWhatItSays(t *testing.T) {
	p := prover(t)
	all := seeds.All()
	var wg sync.WaitGroup
	for i := range all {
		s := &all[i]
		wg.Go(func() {
			proof := p.Prove(context.Background(), s, s.Text)
			if proof.Verdict == spellings.Unproven && strings.HasPrefix(proof.Reason, "this host lacks") {
				t.Logf("NOT PROVEN: %s: %s", s.ID, proof.Reason)
				return
			}
			assert.Equal(t, spellings.Same, proof.Verdict, "%s: %s\n%+v", s.ID, proof.Reason, proof.Result)
			assert.Equal(t, jail.Ended, proof.Result.Outcome, s.ID)
			assert.NotContains(t, proof.Result.Stderr, "not found", s.ID)
			if !s.Twin {
				assert.Equal(t, spellings.Different, p.Prove(context.Background(), s, ":").Verdict, "%s happens by itself", s.ID)
			}
			t.Logf("%-20s %-10v %d %q", s.ID, proof.Result.Took, proof.Result.Status, proof.Result.Stderr[:min(200, len(proof.Result.Stderr))])
		})
	}
	wg.Wait()
}

// Every disaster has a twin that follows it, and all have what a record is keyed by.
func TestEveryDisasterHasATwin(t *testing.T) {
	ids := map[string]bool{}
	twins := map[string]int{}
	last := ""
	for _, s := range seeds.All() {
		assert.False(t, ids[s.ID], "the id %s is taken", s.ID)
		ids[s.ID] = true
		assert.NotEmpty(t, s.Area, s.ID)
		assert.NotNil(t, s.World, s.ID)
		assert.NotNil(t, s.Happened.Happened, s.ID)
		of, word, ok := strings.Cut(s.ID, "~")
		assert.Equal(t, s.Twin, ok && word != "", s.ID)
		if !s.Twin {
			last = s.ID
			twins[last] += 0
			continue
		}
		assert.Equal(t, last, of, "a twin stands after its disaster")
		twins[of]++
	}
	for id, n := range twins {
		assert.Positive(t, n, "%s has no twin", id)
	}
	assert.GreaterOrEqual(t, len(twins), 24)
}
