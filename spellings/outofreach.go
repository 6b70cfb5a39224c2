package spellings

// Unreachable is a known technique that has no family.
type Unreachable struct {
	Technique string // its row in the public list
	Why       string
}

// OutOfReach lists the techniques whose effect only running them shows, so that no family writes
// them: a reader of texts could not tell their spellings from any other computation.
func OutOfReach() []Unreachable {
	return []Unreachable{
		{"E04", "the text is put together from files in the order of their names"},
		{"H14", "each byte is a digit of a hash"},
		{"H15", "each byte is computed by exclusive or, in a loop"},
		{"H16", "each character is rotated by a key of its own, in a loop"},
		{"H17", "special characters only: numbers are computed, and letters picked from error messages by them"},
		{"L04", "one call writes and the next one runs: neither does harm alone"},
		{"L05", "one call sets a variable or a directory that the next one uses"},
		{"M02", "full-width letters and look-alikes are other commands to bash: no spelling of this one"},
	}
}
