package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bashguard/bashguard/guard"
)

// Loosening is what a layer tried to make less strict without being allowed to. The value
// that was there before holds.
type Loosening struct {
	Key    string `json:"key"`
	Tried  string `json:"tried"`
	Kept   string `json:"kept"`
	Why    string `json:"why"`
	Origin Origin `json:"origin"`
}

// String returns file:line: what was tried, what holds and why.
func (l *Loosening) String() string {
	return fmt.Sprintf("%s:%d: %s: %s is not taken, %s holds: %s", l.Origin.File, l.Origin.Line, l.Key, l.Tried, l.Kept, l.Why)
}

// merger puts layers together, lowest first. One function decides what may be loosened: see floorOf.
type merger struct {
	all     values  // what the layers so far say together
	managed *values // what the managed layer said, nil without one

	loosened []Loosening
	warnings []string
}

// floor is how far a layer may go down.
type floor struct {
	m *merger
	// tight: nothing may become less strict than it is (a project that is not trusted).
	tight bool
	why   string
}

const (
	whyUntrusted = "a project may only tighten until you trust it: bashguard policy trust"
	whyManaged   = "the managed policy sets it"
)

// add puts a layer on top.
func (m *merger) add(v *values, layer Layer, trusted bool) Errors {
	f := floor{m: m, tight: layer == Project && !trusted, why: whyManaged}
	if f.tight {
		f.why = whyUntrusted
	}
	a, managed := &m.all, m.managed
	if managed == nil {
		managed = &values{}
	}

	scalar(&f, "mode", &a.mode, managed.mode, v.mode, func(mode guard.Mode) int { return int(mode) }, guard.Mode.String)
	scalar(&f, "on_error", &a.onError, managed.onError, v.onError, func(p guard.FailurePolicy) int { return int(p) }, func(p guard.FailurePolicy) string { return failures[p] })
	scalar(&f, "unseen_ask", &a.unseenAsk, managed.unseenAsk, v.unseenAsk, laxness, guard.Verdict.String)
	scalar(&f, "on_limit", &a.onLimit, managed.onLimit, v.onLimit, laxness, guard.Verdict.String)
	scalar(&f, "allow_unmatched", &a.allowUnmatched, managed.allowUnmatched, v.allowUnmatched, func(allow bool) int {
		if allow {
			return 1
		}
		return 0
	}, strconv.FormatBool)
	for i, key := range limitKeys {
		render := func(n int64) string { return strconv.FormatInt(n, 10) }
		if i == wallTime {
			render = func(n int64) string { return time.Duration(n).String() }
		}
		scalar(&f, "limits."+key, &a.limits[i], managed.limits[i], v.limits[i], func(n int64) int { return int(n) }, render)
	}

	f.strict("protected_branches", &a.protectedBranches, managed.protectedBranches, v.protectedBranches, false)
	f.strict("secret_paths", &a.secretPaths, managed.secretPaths, v.secretPaths, true)
	f.strict("protected_paths", &a.protectedPaths, managed.protectedPaths, v.protectedPaths, true)
	f.strict("write_scope.deny", &a.scopeDeny, managed.scopeDeny, v.scopeDeny, false)
	f.lax("temp_dirs", &a.temporaryDirs, managed.temporaryDirs, v.temporaryDirs)
	f.lax("trusted_dirs", &a.trustedDirs, managed.trustedDirs, v.trustedDirs)
	f.lax("trusted_hosts", &a.trustedHosts, managed.trustedHosts, v.trustedHosts)

	f.allow(v)
	scalar(&f, "write_scope.severity", &a.scopeSeverity, managed.scopeSeverity, v.scopeSeverity, laxness, guard.Verdict.String)
	f.gate(v)

	if errs := m.addRules(v); errs != nil {
		return errs
	}
	errs := f.severities(v)
	if layer == Managed {
		m.managed = v
	}
	return errs
}

func laxness(v guard.Verdict) int {
	switch v {
	case guard.Deny:
		return 0
	case guard.Ask:
		return 1
	}
	return 2
}

// scalar takes a single value; lax says how lax a value is.
func scalar[T any](f *floor, key string, cur *item[T], managed, next item[T], lax func(T) int, render func(T) string) {
	if !next.given {
		return
	}
	least := managed
	if f.tight {
		least = *cur
		least.given = true
	}
	if least.given && lax(next.value) > lax(least.value) {
		f.refuse(key, render(next.value), render(cur.value), next.origin)
		return
	}
	*cur = next
}

func (f *floor) refuse(key, tried, kept string, origin Origin) {
	f.m.loosened = append(f.m.loosened, Loosening{Key: key, Tried: tried, Kept: kept, Why: f.why, Origin: origin})
}

// strict adds to a list whose entries make the policy stricter: taking one out loosens it. Where
// the entries are exceptions to built-in ones, "!x" stays in the list.
func (f *floor) strict(key string, cur *[]item[string], managed, next []item[string], exceptions bool) {
	for _, entry := range next {
		name, out := strings.CutPrefix(entry.value, "!")
		switch {
		case !out:
			appendNew(cur, entry)
		case f.tight || managed != nil && exceptions || holds(managed, name):
			f.refuse(key, "`"+entry.value+"`", "`"+name+"`", entry.origin)
		case remove(cur, name):
		case exceptions:
			appendNew(cur, entry)
		default:
			f.m.useless(key, entry)
		}
	}
}

// lax adds to a list whose entries make the policy laxer: adding one loosens it.
func (f *floor) lax(key string, cur *[]item[string], managed, next []item[string]) {
	for _, entry := range next {
		name, out := strings.CutPrefix(entry.value, "!")
		switch {
		case out:
			if !remove(cur, name) {
				f.m.useless(key, entry)
			}
		case holds(*cur, name):
		case f.tight || managed != nil:
			f.refuse(key, "`"+name+"`", "the list without it", entry.origin)
		default:
			*cur = append(*cur, entry)
		}
	}
}

func (m *merger) useless(key string, entry item[string]) {
	m.warnings = append(m.warnings, fmt.Sprintf("%s:%d: %s: `%s` takes nothing out: no layer below has it", entry.origin.File, entry.origin.Line, key, entry.value))
}

func holds(list []item[string], name string) bool {
	for i := range list {
		if list[i].value == name {
			return true
		}
	}
	return false
}

func appendNew(list *[]item[string], entry item[string]) {
	if !holds(*list, entry.value) {
		*list = append(*list, entry)
	}
}

// remove takes an entry out, and tells whether it was there. The list may be shared: it is copied.
func remove(list *[]item[string], name string) bool {
	for i := range *list {
		if (*list)[i].value == name {
			kept := make([]item[string], 0, len(*list)-1)
			*list = append(append(kept, (*list)[:i]...), (*list)[i+1:]...)
			return true
		}
	}
	return false
}

// gate takes the file gate as a whole: it is a program that is run.
func (f *floor) gate(v *values) {
	a := &f.m.all
	command := v.gateCommand
	if !command.given && !v.gateTimeout.given {
		return
	}
	tried, origin := "`"+command.value+"`", command.origin
	if !command.given {
		tried, origin = "a timeout", v.gateTimeout.origin
	}
	kept := "no gate"
	if a.gateCommand.value != "" {
		kept = "`" + a.gateCommand.value + "`"
	}
	switch {
	case f.tight:
		f.m.loosened = append(f.m.loosened, Loosening{
			Key: "file_gate", Tried: tried, Kept: kept, Origin: origin,
			Why: "it runs a program, which a project may not until you trust it: bashguard policy trust",
		})
		return
	case f.m.managed != nil && (f.m.managed.gateCommand.given || f.m.managed.gateTimeout.given):
		f.refuse("file_gate", tried, kept, origin)
		return
	}
	if command.given {
		a.gateCommand = command
	}
	if v.gateTimeout.given {
		a.gateTimeout = v.gateTimeout
	}
}

// builtInAreas are the areas of the built-in rules. A rule in another one needs no look at them,
// which would take as long as the reading of a small file. A test compares.
var builtInAreas = []string{
	"code", "db", "disk", "fs", "git", "guard", "infra", "process", "publish", "reader", "scope", "secrets", "sudo", "system",
}

// addRules adds the rules of a layer. An id is there once.
func (m *merger) addRules(v *values) (errs Errors) {
	for i := range v.rules {
		r := &v.rules[i]
		before := ""
		if slices.Contains(builtInAreas, r.compiled.Area()) && m.builtInRule(r.ID) != nil {
			before = "built in: choose another id, or set its severity under `severity`"
		}
		for j := range m.all.rules {
			if m.all.rules[j].ID == r.ID {
				before = "in " + m.all.rules[j].origin.String()
			}
		}
		if before != "" {
			errs = append(errs, &Error{
				File: r.origin.File, Line: r.origin.Line, Column: r.origin.Column,
				Message: fmt.Sprintf("there is a rule `%s` already, %s", r.ID, before),
			})
			continue
		}
		m.all.rules = append(m.all.rules, *r)
	}
	return errs
}

func (m *merger) builtInRule(id string) *guard.Rule {
	for r := range guard.EachRule() {
		if r.ID == id {
			return r
		}
	}
	return nil
}
