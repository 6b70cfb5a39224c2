package seeds_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/seeds"
)

// Every disaster happens in its world, every twin does not, and a text that does nothing neither.
func TestEverySeedIsWhatItSays(t *testing.T) {
	j := jail.New(jail.Options{})
	if why := j.Why(); why != "" {
		if os.Getenv("BASHGUARD_JAIL") == "required" {
			t.Fatalf("the jail is required: %s", why)
		}
		t.Skipf("NOT PROVEN: %s", why)
	}
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	p := &spellings.Prover{Jail: j}
	twins := map[string]bool{}
	all := seeds.All()
	for i := range all {
		s := &all[i]
		if s.Twin {
			of, _, _ := strings.Cut(s.ID, "~")
			twins[of] = true
		}
		proof := p.Prove(context.Background(), s, s.Text)
		assert.Equal(t, spellings.Same, proof.Verdict, "%s: %s\n%+v", s.ID, proof.Reason, proof.Result)
		assert.Equal(t, jail.Ended, proof.Result.Outcome, s.ID)
		if !s.Twin {
			assert.Equal(t, spellings.Different, p.Prove(context.Background(), s, ":").Verdict, s.ID)
		}
		t.Logf("%-20s %v %d %q", s.ID, proof.Result.Took, proof.Result.Status, proof.Result.Stderr[:min(200, len(proof.Result.Stderr))])
	}
	for i := range all {
		assert.True(t, all[i].Twin || twins[all[i].ID], "%s has no twin", all[i].ID)
	}
}
