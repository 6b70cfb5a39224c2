package spellings

// twoStepFamilies are being written (FAM-B).
func twoStepFamilies() []Family { return nil }
