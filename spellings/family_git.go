package spellings

// gitFamilies are being written (FAM-B).
func gitFamilies() []Family { return nil }
