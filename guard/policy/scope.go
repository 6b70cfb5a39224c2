package policy

import (
	"path"
	"strings"
)

// allow takes write_scope.allow. The list of the highest layer counts; where a layer may only
// tighten, what its list and the list below have in common.
func (f *floor) allow(v *values) {
	if !v.scopeAllowAt.given {
		return
	}
	a := &f.m.all
	below := a.scopeAllow
	if !f.tight {
		if f.m.managed == nil || !f.m.managed.scopeAllowAt.given {
			a.scopeAllow, a.scopeAllowAt = v.scopeAllow, v.scopeAllowAt
			return
		}
		below = f.m.managed.scopeAllow
	}
	if len(below) == 0 {
		a.scopeAllow, a.scopeAllowAt = v.scopeAllow, v.scopeAllowAt
		return
	}
	var common []item[string]
	for _, entry := range v.scopeAllow {
		if coveredBy(below, entry.value) {
			appendNew(&common, entry)
			continue
		}
		inside := false
		for _, base := range below {
			if covers(entry.value, base.value) {
				appendNew(&common, base)
				inside = true
			}
		}
		if !inside {
			f.refuse("write_scope.allow", "`"+entry.value+"`", "the list without it", entry.origin)
		}
	}
	if len(common) == 0 {
		// An empty list would allow all; the list below is the strictest that can be said.
		return
	}
	a.scopeAllow, a.scopeAllowAt = common, v.scopeAllowAt
}

func coveredBy(list []item[string], entry string) bool {
	for i := range list {
		if covers(list[i].value, entry) {
			return true
		}
	}
	return false
}

// covers tells whether an entry of a scope certainly takes in all that another one does: an entry
// covers what it matches and all below. Entries that begin at different places (/, ~, the
// project root) are not compared.
func covers(wide, narrow string) bool {
	wideAt, wideRest := anchor(wide)
	narrowAt, narrowRest := anchor(narrow)
	if wideAt != narrowAt {
		return wide == "/"
	}
	for wideRest != "" && wideRest != "." {
		w, wMore, _ := strings.Cut(wideRest, "/")
		if w == "**" && wMore == "" {
			return true
		}
		n, nMore, _ := strings.Cut(narrowRest, "/")
		if !coversComponent(w, n) {
			return false
		}
		wideRest, narrowRest = wMore, nMore
	}
	return true
}

func coversComponent(wide, narrow string) bool {
	if wide == narrow {
		return narrow != ""
	}
	if narrow == "" || narrow == "." || narrow == ".." || strings.ContainsAny(narrow, `*?[\`) {
		return wide == "*" && narrow != "" && narrow != "." && narrow != ".." && narrow != "**"
	}
	ok, err := path.Match(wide, narrow)
	return ok && err == nil && wide != "**"
}

// anchor splits an entry into where it begins and the rest.
func anchor(entry string) (at byte, rest string) {
	switch {
	case strings.HasPrefix(entry, "/"):
		return '/', entry[1:]
	case entry == "~":
		return '~', ""
	case strings.HasPrefix(entry, "~/"):
		return '~', entry[2:]
	}
	return '.', entry
}
