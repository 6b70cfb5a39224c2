package guard

// Rules returns the built-in rules, in the order in which they are listed.
func Rules() []Rule {
	var all []Rule
	for _, list := range [...]func() []Rule{
		fsRules, scopeRules, diskRules, systemRules, codeRules, secretsRules, guardRules, dbRules, infraRules, askRules, readerRules,
	} {
		all = append(all, list()...)
	}
	return all
}
