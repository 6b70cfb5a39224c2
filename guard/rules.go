package guard

import "iter"

// builtIn are the built-in rules, in the order in which they are listed. They are laid out by the
// compiler: a hook that judges one command has no time to make them.
var builtIn = [...]*[]Rule{
	&fsRules, &diskRules, &systemRules, &gitRules, &codeRules, &secretsRules, &guardRules, &dbRules, &infraRules, &scopeRules, &askRules, &readerRules,
}

// Rules returns the built-in rules, in the order in which they are listed. The list is the caller's.
func Rules() []Rule {
	var all []Rule
	for _, list := range builtIn {
		all = append(all, *list...)
	}
	return all
}

// EachRule yields the built-in rules in the order of Rules, without copying them: they must not be
// changed.
func EachRule() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		for _, list := range builtIn {
			for i := range *list {
				if !yield(&(*list)[i]) {
					return
				}
			}
		}
	}
}
