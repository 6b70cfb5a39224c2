package guard

// Change is what is about to be done to a file. The zero value is the widest: written.
type Change uint8

// The changes.
const (
	Writes  Change = iota // created or overwritten
	Edits                 // changed in place
	Deletes               // removed
	Moves                 // moved away
)

// FileChange is one file that is about to be changed, not by a command but by a file tool.
type FileChange struct {
	// Path is absolute, relative to the directory given with In, or begins with ~/.
	Path   string
	Change Change
}
