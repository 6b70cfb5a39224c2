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
		Sets: map[string]spellings.Set{"a/b s": spellings.SetOf([]string{"x"}), "a/b t~u": {N: 2, Digest: "00"}, "c/d s": {N: 1, Digest: "11", Lacks: "zsh perl"}},
	}
	var b bytes.Buffer
	require.NoError(t, r.Write(&b))
	back, err := spellings.ReadRecord(&b)
	require.NoError(t, err)
	assert.Equal(t, r, back)
	for _, bad := range []string{"family a\n s x 00\n", "family a\n s\n", "family a\n s 1 00 zsh\n", "compositions x\n"} {
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
	two := &spellings.Seed{ID: "two", Text: "make a; make b; echo done"}
	beside := &spellings.Seed{ID: "beside", Text: "make a & make b; wait"}
	for _, c := range []struct {
		seed *spellings.Seed
		text string
		want spellings.Verdict
	}{
		{two, "make a && make b && printf 'done\\n'", spellings.Same},
		{two, "make b; make a; echo done", spellings.Different},
		{two, "make a; make b", spellings.Different},
		{two, "make a; make b; echo don", spellings.Different},
		{beside, "make b; make a", spellings.Same},
		{beside, "make a; make a", spellings.Different},
	} {
		proof := p.Prove(ctx, c.seed, c.text)
		assert.Equal(t, c.want, proof.Verdict, "%q %s", c.text, proof.Reason)
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

// A seed gets a few of the forms that a family can write, another seed others.
func TestVariantsAreAFewOfTheForms(t *testing.T) {
	firsts := map[string]bool{}
	for _, f := range familyPointers() {
		for _, s := range projectSeeds() {
			forms, variants := slices.Collect(spellings.Forms(s, f)), slices.Collect(spellings.Variants(s, f))
			want := min(len(forms), spellings.MaxVariants)
			if f.WorldOnly || f.Effect != "" {
				want = len(forms)
			}
			assert.Len(t, variants, want, "%s %s", f.ID, s.ID)
			for _, v := range variants {
				assert.Contains(t, forms, v)
			}
			if f.ID == "wrap/env" && len(variants) > 0 {
				firsts[strings.Fields(variants[0])[1]] = true
			}
		}
	}
	assert.Greater(t, len(firsts), 2, "all seeds get the same forms of wrap/env: %v", firsts)
}

// Where there is a jail, a sample of what the record says is proven again.
func TestASampleOfTheRecordIsStillProven(t *testing.T) {
	p := prover(t)
	const every, compositions = 601, 30
	i := 0
	list := func(yield func(spellings.Spelling) bool) {
		for sp := range spellings.All(projectSeeds(), familyPointers()) {
			if i++; i%every == 0 && !yield(sp) {
				return
			}
		}
		for sp := range spellings.Sample(projectSeeds(), familyPointers(), compositions, 1) {
			if !yield(sp) {
				return
			}
		}
	}
	p.ProveAll(context.Background(), list, func(sp spellings.Spelling, proof spellings.Proof) {
		if proof.Lacks != nil {
			t.Logf("NOT PROVEN: %q: %s", sp.Text, proof.Reason)
			return
		}
		assert.Equal(t, spellings.Same, proof.Verdict, "%s of %s: %q: %s", sp.Families[0].ID, sp.Seed.ID, sp.Text, proof.Reason)
	})
}

// A family stops when nobody listens any more.
func TestFamiliesAreLazy(t *testing.T) {
	for _, f := range familyPointers() {
		for _, s := range projectSeeds()[:4] {
			for range spellings.Forms(s, f) {
				break
			}
		}
	}
}
