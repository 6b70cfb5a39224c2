package shell

import (
	"github.com/bashguard/bashguard/guard/internal/value"
)

// choose picks one of the values that a variable may have; the statement is read once for each.
func (r *reader) choose(name string, v *variable) value.Word {
	return r.chooseKept(v, name, v)
}

// chooseNamed is choose for values that are made anew each time and told by a name.
func (r *reader) chooseNamed(name string, v *variable) value.Word {
	return r.chooseKept(nil, name, v)
}

func (r *reader) chooseKept(key *variable, name string, v *variable) value.Word {
	if len(v.alts) == 0 {
		return v.val
	}
	if i, ok := r.chosen(key, name, len(v.alts)+1); ok {
		return pickAlt(v, i)
	}
	o := v.val.Origin() | value.Joined
	for i := range v.alts {
		o |= v.alts[i].Origin()
	}
	return unknown(o, name, "$"+name)
}

// chosen is the number of the value that is chosen of n; false when none is to be chosen.
func (r *reader) chosen(key *variable, name string, n int) (int, bool) {
	for i := range r.choices {
		if c := &r.choices[i]; key != nil && c.v == key || key == nil && c.v == nil && c.p == nil && c.name == name {
			return c.i, true
		}
	}
	if r.noChoice {
		return 0, false
	}
	r.choices = append(r.choices, choice{v: key, name: name, n: n})
	return 0, true
}

func pickAlt(v *variable, i int) value.Word {
	if i == 0 || i > len(v.alts) {
		return v.val
	}
	return v.alts[i-1]
}

// nextChoice moves on to the next combination of alternatives.
func (r *reader) nextChoice(from int) bool {
	for i := len(r.choices) - 1; i >= from; i-- {
		if r.choices[i].i+1 < r.choices[i].n {
			r.choices[i].i++
			r.choices = r.choices[:i+1]
			return true
		}
	}
	r.choices = r.choices[:from]
	return false
}
