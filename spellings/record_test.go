package spellings_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/seeds"
)

func projectSeeds() []*spellings.Seed {
	all := seeds.All()
	list := make([]*spellings.Seed, len(all))
	for i := range all {
		list[i] = &all[i]
	}
	return list
}

func familyPointers() []*spellings.Family {
	all := spellings.Families()
	list := make([]*spellings.Family, len(all))
	for i := range all {
		list[i] = &all[i]
	}
	return list
}

// What the families make today is what bash proved: `make prove` writes the record anew.
func TestTheRecordIsOfTheseSpellings(t *testing.T) {
	record, err := spellings.Proven()
	require.NoError(t, err)
	require.NotEmpty(t, record.Shell)
	known := 0
	for _, seed := range projectSeeds() {
		for _, f := range familyPointers() {
			texts := slices.Collect(spellings.Variants(seed, f))
			set, ok := record.Sets[f.ID+" "+seed.ID]
			if len(texts) == 0 {
				assert.False(t, ok, "%s %s was proven and writes nothing", f.ID, seed.ID)
				continue
			}
			want := spellings.SetOf(texts)
			want.Lacks = set.Lacks
			assert.Equal(t, want, set, "%s %s: run make prove", f.ID, seed.ID)
			if set.Lacks == "" {
				assert.True(t, record.Holds(seed, f))
			}
			known++
		}
	}
	assert.Len(t, record.Sets, known, "the record has families or seeds that are gone: run make prove")
	var texts []string
	for sp := range spellings.Sample(projectSeeds(), familyPointers(), record.Compositions.N, record.Seed) {
		texts = append(texts, sp.Text)
	}
	assert.Equal(t, record.Compositions, spellings.SetOf(texts), "compositions: run make prove")
}

func TestARecordIsReadAsWritten(t *testing.T) {
	r := &spellings.Record{
		Shell: "5.2", Seed: 7, Compositions: spellings.SetOf([]string{"a", "b"}),
		Sets: map[string]spellings.Set{"a/b s": spellings.SetOf([]string{"x"}), "a/b t~u": {N: 2, Digest: "00", Lacks: "zsh perl"}, "c/d s": {N: 1, Digest: "11"}},
	}
	var b bytes.Buffer
	require.NoError(t, r.Write(&b))
	back, err := spellings.ReadRecord(&b)
	require.NoError(t, err)
	assert.Equal(t, r, back)
	for _, bad := range []string{"family a\n s x 00\n", "family a\n s\n", "compositions x\n"} {
		_, err := spellings.ReadRecord(strings.NewReader(bad))
		assert.ErrorContains(t, err, "line ", bad)
	}
	assert.NotEqual(t, spellings.SetOf([]string{"ab", "c"}), spellings.SetOf([]string{"a", "bc"}))
}

// A variant that is not equivalent is told from one that is, in a world and without one.
func TestProveTellsADifference(t *testing.T) {
	p := prover(t)
	ctx := context.Background()
	plain := &spellings.Seed{ID: "plain", Text: "rm -rf x"}
	for text, want := range map[string]spellings.Verdict{
		`r""m -rf x`: spellings.Same, "rm -rf y": spellings.Different, "echo rm -rf x": spellings.Different, "rm -rf x; rm -rf x": spellings.Different,
		"rm -rf x; touch y": spellings.Same, // what is no recorder does not count
	} {
		assert.Equal(t, want, p.Prove(ctx, plain, text).Verdict, text)
	}
	words := &spellings.Seed{ID: "words", Text: "echo hello"}
	assert.Equal(t, spellings.Same, p.Prove(ctx, words, "printf 'hello\\n'").Verdict)
	assert.Equal(t, spellings.Different, p.Prove(ctx, words, "echo hell").Verdict)
	silent := p.Prove(ctx, &spellings.Seed{ID: "silent", Text: "cd /"}, "cd //")
	assert.Equal(t, spellings.Unproven, silent.Verdict)
	assert.Contains(t, silent.Reason, "nothing to compare")
	for _, s := range projectSeeds() {
		if s.ID == "home" || s.ID == "home~build" {
			assert.Equal(t, spellings.Same, p.Prove(ctx, s, s.Text).Verdict)
		}
		if s.ID == "home" {
			proof := p.Prove(ctx, s, "rm -rf ~/app")
			assert.Equal(t, spellings.Different, proof.Verdict)
			assert.Contains(t, proof.Reason, "gone: /home/dev/notes.txt")
			twin := *s
			twin.Twin = true
			assert.Contains(t, p.Prove(ctx, &twin, "true").Reason, "the seed home is wrong")
		}
	}
}

func TestCompositionsAreReproducible(t *testing.T) {
	sample := func(seed uint64) (texts []string) {
		for sp := range spellings.Sample(projectSeeds(), familyPointers(), 120, seed) {
			assert.Contains(t, []int{2, 3}, len(sp.Families))
			texts = append(texts, sp.Text)
		}
		return texts
	}
	one := sample(1)
	assert.Len(t, one, 120)
	assert.Equal(t, one, sample(1))
	assert.NotEqual(t, one, sample(2))
}

// A family stops when nobody listens any more.
func TestFamiliesAreLazy(t *testing.T) {
	for _, f := range familyPointers() {
		for _, s := range projectSeeds()[:4] {
			for range spellings.Variants(s, f) {
				break
			}
		}
	}
}
