package spellings

import (
	"hash/fnv"
	"iter"
)

const (
	// maxText is the longest text that is made, in bytes: nested quoting doubles with each level, and a
	// command line of this size is no longer one that anybody writes.
	maxText = 16 << 10
	// MaxVariants is how many variants of one seed there are of a family whose spellings any world
	// proves. Most families can write more, and most can write most seeds; which form a seed gets depends
	// on its text, so that each form has its turn somewhere and all can be proven within minutes.
	MaxVariants = 1
)

// Variants yields the spellings of a seed by one family, each once: those of [Forms] that this seed
// gets. A family that is tied to worlds or to effects writes few seeds, and those in all its forms.
func Variants(seed *Seed, f *Family) iter.Seq[string] {
	if f.WorldOnly || f.Effect != "" {
		return Forms(seed, f)
	}
	return func(yield func(string) bool) {
		var forms []string
		for text := range Forms(seed, f) {
			forms = append(forms, text)
		}
		if len(forms) == 0 {
			return
		}
		first := choice(seed.Text, f.ID, len(forms))
		for i := range min(MaxVariants, len(forms)) {
			if !yield(forms[(first+i)%len(forms)]) {
				return
			}
		}
	}
}

// choice is a number below n that depends on nothing but the arguments.
func choice(text, id string, n int) int {
	sum := fnv.New32a()
	sum.Write([]byte(id + "\x00" + text))
	return int(sum.Sum32() % uint32(n))
}

// Forms yields all that a family can write of a seed, each once, in the family's order. A text that
// bash's grammar does not read has none.
func Forms(seed *Seed, f *Family) iter.Seq[string] {
	return func(yield func(string) bool) {
		s, err := parseSeed(seed.Text, seed)
		if err != nil {
			return
		}
		f.forms(s)(yield)
	}
}

// forms yields what a family makes of a source: texts of bearable length, other than the source.
func (f *Family) forms(s *Source) iter.Seq[string] {
	return func(yield func(string) bool) {
		if f.Effect != "" && f.Effect != s.Seed.Effect || f.WorldOnly && s.Seed.World == nil {
			return
		}
		seen := map[string]bool{s.Text: true}
		for text := range f.Rewrite(s) {
			if seen[text] || len(text) > maxText {
				continue
			}
			seen[text] = true
			if !yield(text) {
				return
			}
		}
	}
}
