package spellings

import "slices"

// Families returns all families, in their fixed order.
func Families() []Family {
	return slices.Concat(
		quotingFamilies(), emptyFamilies(), spaceFamilies(), variableFamilies(), globFamilies(), substitutionFamilies(), codeFamilies(), encodedFamilies(),
		wrapperFamilies(), moreWrapperFamilies(), interpreterFamilies(), grammarFamilies(), optionFamilies(), pathFamilies(), gitFamilies(),
		identityFamilies(), twoStepFamilies(), unicodeFamilies(), otherWayFamilies(),
	)
}
