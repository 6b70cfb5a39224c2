package spellings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/spellings"
)

// Each known way to hide a command has a family, or is listed as out of reach.
func TestEveryTechniqueHasAFamily(t *testing.T) {
	covered := map[string]bool{}
	for _, f := range spellings.Families() {
		for _, technique := range f.Techniques {
			covered[technique] = true
		}
	}
	for _, u := range spellings.OutOfReach() {
		covered[u.Technique] = true
	}
	for group, last := range map[string]int{"A": 12, "B": 6, "C": 9, "D": 21, "E": 4, "F": 11, "G": 17, "H": 17, "I": 42, "J": 20, "K": 8, "L": 5, "M": 3} {
		for n := 1; n <= last; n++ {
			id := fmt.Sprintf("%s%02d", group, n)
			assert.True(t, covered[id], "%s has no family", id)
		}
	}
}

// A family does not touch what is only text, and yields nothing where there is nothing to run.
func TestFamiliesLeaveTextsWithoutCommandsAlone(t *testing.T) {
	for _, text := range []string{"", "# only a comment", "   "} {
		for _, f := range spellings.Families() {
			if !slices.Contains([]spellings.Group{spellings.Wrappers, spellings.Interpreters, spellings.Grammar, spellings.Options, spellings.Identity}, f.Group) || f.Stub != "" {
				continue
			}
			for variant := range spellings.Forms(&spellings.Seed{Text: text}, &f) {
				assert.True(t, strings.Contains(variant, text), "%s makes %q of %q", f.ID, variant, text)
			}
		}
	}
}
