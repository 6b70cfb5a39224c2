package spellings_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/spellings"
)

// publicList is the list of known techniques: how many each letter has.
var publicList = map[string]int{
	"A": 12, "B": 6, "C": 9, "D": 21, "E": 4, "F": 11, "G": 17, "H": 17, "I": 42, "J": 20, "K": 8, "L": 5, "M": 3,
}

// Every known technique has a family, or a reason why it has none, and not both.
func TestEveryTechniqueHasAFamilyOrAReason(t *testing.T) {
	have := map[string]string{}
	for _, f := range spellings.Families() {
		assert.NotEmpty(t, f.Title, f.ID)
		for _, id := range f.Techniques {
			have[id] = f.ID
		}
	}
	reasons := map[string]bool{}
	for _, u := range spellings.OutOfReach() {
		reasons[u.Technique] = true
		assert.NotEmpty(t, u.Why)
		assert.Empty(t, have[u.Technique], "%s is said to be out of reach and has a family", u.Technique)
	}
	for letter, n := range publicList {
		for i := 1; i <= n; i++ {
			id := fmt.Sprintf("%s%02d", letter, i)
			assert.True(t, have[id] != "" || reasons[id], "%s has no family", id)
			delete(have, id)
		}
	}
	assert.Empty(t, have, "techniques that are not in the list")
}
