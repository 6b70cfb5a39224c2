package policy

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard"
)

// severities takes the severities of a layer. Within a layer a rule's own beats its area's, whatever
// their order; a higher layer's beat those below.
func (f *floor) severities(v *values) (errs Errors) {
	for _, single := range [...]bool{false, true} {
		for i := range v.severity {
			o := &v.severity[i]
			if strings.Contains(o.key, "/") != single {
				continue
			}
			if !f.severity(o) && len(errs) < maxErrors {
				errs = append(errs, f.m.unknownRule(o))
			}
		}
	}
	return errs
}

// severity takes one severity; it returns false when there is no such rule or area.
func (f *floor) severity(o *override) bool {
	var stricter []override // as they stand
	least, found := guard.None, 0
	f.m.each(func(r *guard.Rule, own Origin) {
		if r.ID != o.key && r.Area() != o.key {
			return
		}
		found++
		now := override{r.ID, item[guard.Severity]{value: r.Severity, origin: own}}
		if set := findOverride(f.m.all.severity, r); set != nil {
			now.item = set.item
		}
		if lowest, given := f.floorOf(r, own, now.value); given && laxness(o.value) > laxness(lowest) {
			stricter = append(stricter, now)
			least = guard.Worse(least, now.value)
		}
	})
	if len(stricter) > 0 {
		holding := least.String()
		if found > 1 {
			holding = fmt.Sprintf("what was stricter (%d of %d rules)", len(stricter), found)
		}
		f.refuse("severity."+o.key, o.value.String(), holding, o.origin)
	}
	if found == len(stricter) {
		return found > 0
	}
	if !strings.Contains(o.key, "/") {
		// An area takes the place of what was said of its rules, but of those that stay stricter.
		f.m.dropArea(o.key)
		for _, now := range stricter {
			f.m.set(now)
		}
	}
	f.m.set(*o)
	return true
}

// floorOf is the severity below which a layer may not put a rule, and whether there is one.
func (f *floor) floorOf(r *guard.Rule, own Origin, now guard.Severity) (guard.Severity, bool) {
	if f.tight {
		return now, true
	}
	if f.m.managed == nil {
		return 0, false
	}
	if o := findOverride(f.m.managed.severity, r); o != nil {
		return o.value, true
	}
	return r.Severity, own.Layer == Managed
}

// each calls the function for every rule, built in or not, with its origin.
func (m *merger) each(do func(r *guard.Rule, own Origin)) {
	for r := range guard.EachRule() {
		do(r, Origin{})
	}
	for i := range m.all.rules {
		do(&m.all.rules[i].compiled, m.all.rules[i].origin)
	}
}

// findOverride returns what sets a rule's severity: the rule's own entry, or its area's.
func findOverride(list []override, r *guard.Rule) (found *override) {
	area := r.Area()
	for i := range list {
		switch list[i].key {
		case r.ID:
			return &list[i]
		case area:
			found = &list[i]
		}
	}
	return found
}

func (m *merger) set(o override) {
	for i := range m.all.severity {
		if m.all.severity[i].key == o.key {
			m.all.severity[i] = o
			return
		}
	}
	m.all.severity = append(m.all.severity, o)
}

// dropArea takes out what is said of single rules of an area.
func (m *merger) dropArea(area string) {
	kept := m.all.severity[:0]
	for _, o := range m.all.severity {
		if of, _, single := strings.Cut(o.key, "/"); !single || of != area {
			kept = append(kept, o)
		}
	}
	m.all.severity = kept
}

func (m *merger) unknownRule(o *override) *Error {
	var known []string
	m.each(func(r *guard.Rule, _ Origin) {
		known = append(known, r.ID)
		if area := r.Area(); len(known) < 2 || !hasString(known, area) {
			known = append(known, area)
		}
	})
	message := fmt.Sprintf("severity: there is no rule or area `%s`", o.key)
	if like := nearest(o.key, known); like != "" {
		message += fmt.Sprintf(": did you mean `%s`?", like)
	} else {
		message += ": `bashguard rules` lists them"
	}
	return &Error{File: o.origin.File, Line: o.origin.Line, Column: o.origin.Column, Message: message}
}

func hasString(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}
