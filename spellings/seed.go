package spellings

import "github.com/bashguard/bashguard/spellings/jail"

// Seed is a command whose spellings are made: a disaster, or a harmless twin of one.
type Seed struct {
	// ID names it in records: "rm-home". A twin's ID is its disaster's with a suffix.
	ID string
	// Area is the area of the policy that it belongs to: "fs", "git", "secrets".
	Area string
	// Text is the command.
	Text string
	// World is where it is run for proof. Nil is the default world, in which its programs are recorders.
	World *jail.World
	// Happened tells whether the disaster happened. For a twin it is the disaster's check, and must not.
	Happened jail.Check
	// Twin says that the seed is harmless.
	Twin bool
	// Effect ties families that are "other ways to the same effect" to this seed.
	Effect Effect
	// Target is what the effect is done to, as a path or name written plainly: "/home/dev".
	Target string
}

// Effect is a kind of harm that can be done in other ways than by the seed's own program.
type Effect string

// The effects for which there are families.
const (
	DeleteTree  Effect = "delete-tree"  // Target: a directory that is removed with all below it
	ReadFile    Effect = "read-file"    // Target: a file whose content is printed
	Overwrite   Effect = "overwrite"    // Target: a file or device that is overwritten
	SendFile    Effect = "send-file"    // Target: a file that is sent away
	RemoteCode  Effect = "remote-code"  // Target: an URL whose content is run
	OpenMode    Effect = "open-mode"    // Target: a path made writable for all
	ForcePush   Effect = "force-push"   // Target: the branch
	DiscardWork Effect = "discard-work" // Target: empty
)
