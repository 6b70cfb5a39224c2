package spellings

// optionFamilies are being written (FAM-B).
func optionFamilies() []Family { return nil }
