package guard

import "strings"

// matchDeep matches a pattern of the policy against a relative path: ** crosses directories, and
// what matches a directory matches all below it.
func matchDeep(pat, rel string) bool {
	for {
		p, pRest, pMore := strings.Cut(pat, "/")
		if p == "**" {
			if !pMore {
				return true
			}
			for {
				if matchDeep(pRest, rel) {
					return true
				}
				var more bool
				if _, rel, more = strings.Cut(rel, "/"); !more {
					return false
				}
			}
		}
		r, rRest, rMore := strings.Cut(rel, "/")
		if !matchText(p, r) {
			return false
		}
		if !pMore || pRest == "" {
			return true
		}
		if !rMore {
			return false
		}
		pat, rel = pRest, rRest
	}
}

// patternMatches tells whether a policy's pattern covers an absolute path: absolute, ~/...,
// or relative to the project root; by components; ** crosses directories; what covers a
// directory covers all in it. holds tells that the path is a directory above the pattern's
// known part, so that a delete of it takes what the pattern covers.
func patternMatches(pat, path, home, root string) (covers, holds bool) {
	base := root
	switch {
	case pat == "~":
		return atOrBelow(path, home), atOrBelow(home, path)
	case strings.HasPrefix(pat, "~/"):
		base, pat = home, pat[2:]
	case strings.HasPrefix(pat, "/"):
		base, pat = "/", pat[1:]
	default:
		pat = strings.TrimPrefix(pat, "./")
	}
	if base == "" {
		return false, false
	}
	if pat == "" || pat == "." {
		return atOrBelow(path, base), atOrBelow(base, path)
	}
	rel, in := below(path, base)
	if !in {
		return false, atOrBelow(base, path)
	}
	if matchDeep(pat, rel) {
		return true, false
	}
	// Does the path match the first components of the pattern?
	for {
		p, pRest, pMore := strings.Cut(pat, "/")
		r, rRest, rMore := strings.Cut(rel, "/")
		if p == "**" || !pMore || pRest == "" || !matchText(p, r) {
			return false, false
		}
		if !rMore {
			return false, true
		}
		pat, rel = pRest, rRest
	}
}
