package spellings

// moreWrapperFamilies are being written (FAM-B).
func moreWrapperFamilies() []Family { return nil }
