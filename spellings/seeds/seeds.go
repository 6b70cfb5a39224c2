// Package seeds holds the commands whose spellings this project proves for itself: disasters in the
// worlds where they really happen, and their harmless twins. The battery's catalog is larger.
package seeds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings"
)

// All returns the seeds in their fixed order, each disaster before its twin.
func All() []spellings.Seed {
	return slices.Concat(files(), repositories(), secrets(), machines())
}
