package spellings

import (
	"iter"
	"math/rand/v2"
	"slices"
)

// Spelling is a text and how it came about.
type Spelling struct {
	Seed *Seed
	// Families were applied one after the other.
	Families []*Family
	Text     string
}

// maxTries is how many draws Compose makes for one step before it gives up: most families can write
// most texts.
const maxTries = 40

// maxChoice is how many variants of one family a draw chooses among.
const maxChoice = 8

// Compose applies depth families to a seed, one after the other, each drawn by random. It fails
// when no drawn family can write what came before. A family of other ways replaces the text, so
// that it can only be the first.
func Compose(seed *Seed, families []*Family, depth int, random *rand.Rand) (Spelling, bool) {
	sp := Spelling{Seed: seed, Text: seed.Text}
	for step := range depth {
		s, err := parseSeed(sp.Text, seed)
		if err != nil {
			return sp, false
		}
		f, text := draw(s, families, step, sp.Families, random)
		if f == nil {
			return sp, false
		}
		sp.Families, sp.Text = append(sp.Families, f), text
	}
	return sp, true
}

// draw chooses a family that can write s, and one of its variants.
func draw(s *Source, families []*Family, step int, used []*Family, random *rand.Rand) (*Family, string) {
	for range maxTries {
		f := families[random.IntN(len(families))]
		if step > 0 && f.Effect != "" || slices.Contains(used, f) {
			continue
		}
		var texts []string
		for text := range f.variants(s) {
			if texts = append(texts, text); len(texts) == maxChoice {
				break
			}
		}
		if len(texts) > 0 {
			return f, texts[random.IntN(len(texts))]
		}
	}
	return nil, ""
}

// Sample yields n compositions of two and three families, spread evenly over the seeds. The same
// arguments yield the same texts.
func Sample(seeds []*Seed, families []*Family, n int, randomSeed uint64) iter.Seq[Spelling] {
	return sample(seeds, families, n, randomSeed, func(round int) int { return 2 + round%2 })
}

// SampleDepth is Sample with one depth.
func SampleDepth(seeds []*Seed, families []*Family, depth, n int, randomSeed uint64) iter.Seq[Spelling] {
	return sample(seeds, families, n, randomSeed, func(int) int { return depth })
}

func sample(seeds []*Seed, families []*Family, n int, randomSeed uint64, depth func(round int) int) iter.Seq[Spelling] {
	// maxIdle is how many draws in a row may bring nothing new before there is nothing new.
	const maxIdle = 500
	return func(yield func(Spelling) bool) {
		if len(seeds) == 0 || len(families) == 0 {
			return
		}
		random := rand.New(rand.NewPCG(randomSeed, 0))
		seen := map[string]bool{}
		for i, left, idle := 0, n, 0; left > 0 && idle < maxIdle; i++ {
			sp, ok := Compose(seeds[i%len(seeds)], families, depth(i/len(seeds)), random)
			if !ok || seen[sp.Text] {
				idle++
				continue
			}
			idle = 0
			seen[sp.Text] = true
			left--
			if !yield(sp) {
				return
			}
		}
	}
}
