package spellings_test

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/spellings"
)

// A table test of somebody's own guard: every spelling of a command that it refuses must be refused.
func Example() {
	refuses := func(command string) bool { return strings.Contains(command, "rm -rf") } // the guard
	seed, missed := &spellings.Seed{Text: "rm -rf /"}, 0
	for _, family := range spellings.Families() {
		for text := range spellings.Variants(seed, &family) {
			if !refuses(text) {
				missed++ // in a test: t.Errorf("%s gets through: %q", family.ID, text)
			}
		}
	}
	fmt.Println("some get through:", missed > 100)
	// Output: some get through: true
}
