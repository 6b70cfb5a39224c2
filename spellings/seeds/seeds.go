// Package seeds holds the commands whose spellings this project proves for itself: disasters in the
// worlds where they really happen, and their harmless twins.
//
// A disaster's check looks at what is left in the world, so that it holds for every way to write the
// command. A twin is run with the check of its disaster, and must not do it.
package seeds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
)

// All returns the seeds in their fixed order, each disaster before its twins.
func All() []spellings.Seed {
	return slices.Concat(files(), repositories(), secrets(), network(), disks(), databases(), infrastructure(), systems(), guards())
}

// twin is a harmless command that a disaster's check is put to.
type twin struct {
	// Word is the end of the twin's id: "home~build".
	Word string
	Text string
	// World is nil for the disaster's own.
	World *jail.World
	// Target is what other ways to the disaster's effect are done to instead, when there are any.
	Target string
}

// with returns a disaster and its twins. A twin with a target has the disaster's effect on that.
func with(s spellings.Seed, twins ...twin) []spellings.Seed {
	list := []spellings.Seed{s}
	for _, t := range twins {
		harmless := s
		harmless.ID, harmless.Text, harmless.Twin = s.ID+"~"+t.Word, t.Text, true
		harmless.Target = t.Target
		if t.Target == "" {
			harmless.Effect = ""
		}
		if t.World != nil {
			harmless.World = t.World
		}
		list = append(list, harmless)
	}
	return list
}
