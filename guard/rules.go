package guard

// Rules returns the built-in rules, in the order in which they are listed.
func Rules() []Rule {
	var all []Rule
	for _, list := range [...]func() []Rule{
		fsRules, diskRules, systemRules, gitRules, codeRules, secretsRules, guardRules, dbRules, infraRules, scopeRules, askRules, readerRules,
	} {
		all = append(all, list()...)
	}
	return all
}
