package spellings

import "iter"

// maxText is the longest text that is made, in bytes: nested quoting doubles with each level, and a
// command line of this size is no longer one that anybody writes.
const maxText = 16 << 10

// Variants yields the spellings of a seed by one family, each once, in the family's order. A text
// that bash's grammar does not read has none.
func Variants(seed *Seed, f *Family) iter.Seq[string] {
	return func(yield func(string) bool) {
		s, err := parseSeed(seed.Text, seed)
		if err != nil {
			return
		}
		f.variants(s)(yield)
	}
}

// variants yields what a family makes of a source: texts of bearable length, other than the source,
// that the grammar reads.
func (f *Family) variants(s *Source) iter.Seq[string] {
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
