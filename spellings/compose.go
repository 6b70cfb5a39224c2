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

// maxChoice is how many forms of one family a draw chooses among.
const maxChoice = 8

// Compose applies depth families to a seed, one after the other, each drawn by random. It fails
// when no drawn family can write what came before, or when the parser cannot read what came of it. A
// family of other ways replaces the text, so that it can only be the first.
func Compose(seed *Seed, families []*Family, depth int, random *rand.Rand) (Spelling, bool) {
	return compose(seed, nil, families, depth, random)
}

// compose is Compose with the first family given, unless that is nil.
func compose(seed *Seed, first *Family, families []*Family, depth int, random *rand.Rand) (Spelling, bool) {
	sp := Spelling{Seed: seed, Text: seed.Text}
	for step := range depth {
		s, err := parseSeed(sp.Text, seed)
		if err != nil {
			return sp, false
		}
		f, text := first, ""
		if step == 0 && f != nil {
			text = f.draw(s, random)
		} else {
			f, text = draw(s, families, step, sp.Families, random)
		}
		if text == "" {
			return sp, false
		}
		sp.Families, sp.Text = append(sp.Families, f), text
	}
	_, err := Parse(sp.Text)
	return sp, err == nil
}

// draw chooses a family that can write s, and one of its forms.
func draw(s *Source, families []*Family, step int, used []*Family, random *rand.Rand) (*Family, string) {
	for range maxTries {
		f := families[random.IntN(len(families))]
		if step > 0 && f.Effect != "" || slices.Contains(used, f) {
			continue
		}
		if text := f.draw(s, random); text != "" {
			return f, text
		}
	}
	return nil, ""
}

// draw chooses one of a family's forms. It is empty when there is none.
func (f *Family) draw(s *Source, random *rand.Rand) string {
	var texts []string
	for text := range f.forms(s) {
		if texts = append(texts, text); len(texts) == maxChoice {
			break
		}
	}
	if texts == nil {
		return ""
	}
	return texts[random.IntN(len(texts))]
}

// Sample yields n compositions of two and three families, spread evenly over the seeds and, as far as
// a family can write a seed, over the families. The same arguments yield the same texts.
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
		if len(seeds) == 0 {
			return
		}
		seen := map[string]bool{}
		turns := turns{families: families, used: map[*Family]int{}, able: map[*Seed][]*Family{}}
		for i, left, idle := 0, n, 0; left > 0 && idle < maxIdle; i++ {
			seed := seeds[i%len(seeds)]
			// Each has random numbers of its own, so that a change of a family changes what it is in and no other.
			random := rand.New(rand.NewPCG(randomSeed, uint64(i)))
			first := turns.next(seed, random)
			if first == nil {
				idle++
				continue
			}
			sp, ok := compose(seed, first, families, depth(i/len(seeds)), random)
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

// turns gives each family its turn at the start of a composition: at random, many families would
// never be drawn for the few seeds that they can write.
type turns struct {
	families []*Family
	used     map[*Family]int
	able     map[*Seed][]*Family // the families that can write a seed
}

// next is one of the families that can write the seed and were used least. It is nil when none can.
func (t *turns) next(seed *Seed, random *rand.Rand) *Family {
	able, ok := t.able[seed]
	if !ok {
		for _, f := range t.families {
			for range Forms(seed, f) {
				able = append(able, f)
				break
			}
		}
		t.able[seed] = able
	}
	if able == nil {
		return nil
	}
	least := t.used[able[0]]
	for _, f := range able {
		least = min(least, t.used[f])
	}
	rarest := slices.DeleteFunc(slices.Clone(able), func(f *Family) bool { return t.used[f] > least })
	f := rarest[random.IntN(len(rarest))]
	t.used[f]++
	return f
}
