package jail

import (
	"os"
)

// After is a world after a run, read from outside through os.Root, so that no link leads out of it.
type After struct {
	*Result
	root *os.Root
	// before is the template that the world was copied from.
	before *os.Root
}

// Check tells whether something happened in a world. The zero Check never happened.
type Check struct {
	// Says describes the check: "gone: /home/dev/notes.txt".
	Says string
	// Happened is called after the run, before the world is removed.
	Happened func(a *After) bool
}
