package shell

import (
	"github.com/bashguard/bashguard/guard/internal/value"
)

func seenBefore(ds []*delta, kind itemKind, key string) bool {
	for _, d := range ds {
		if _, ok := d.find(kind, key); ok {
			return true
		}
	}
	return false
}

func joinItem(kind itemKind, key string, vals []any) any {
	switch kind {
	case itemVar:
		return joinVars(key, vals)
	case itemFunc:
		return joinFunctions(vals)
	case itemFile, itemOut:
		return joinContents(kind, vals)
	case itemCwd:
		d := *vals[0].(*Dir)
		for _, v := range vals[1:] {
			e := v.(*Dir)
			switch {
			case d.Known && e.Known && d.Path == e.Path:
			case d.Known && e.Known && d.Else == "":
				d.Else = e.Path
			case d.Known && e.Known && d.Else == e.Path:
			default:
				d = Dir{Word: value.Of(value.Piece{Kind: value.Unknown, Origin: value.Joined, Text: "the directory after a branch", NonEmpty: true})}
			}
		}
		return &d
	case itemParams:
		return joinParams(vals)
	default: // the first branch that set it decides
		for _, v := range vals {
			if !isNilItem(v) {
				return v
			}
		}
		return vals[0]
	}
}

func joinParams(vals []any) *params {
	var out params
	for i, v := range vals {
		p, _ := v.(*params)
		switch {
		case p == nil:
			continue
		case i == 0 || out.words == nil && out.alts == nil && !out.open && !out.outer && i == 0:
			out = *p
			out.alts = append([]*params(nil), p.alts...)
			continue
		}
		all := append([]*params{p}, p.alts...)
		for _, q := range all {
			if sameParams(&out, q) {
				continue
			}
			known := false
			for _, have := range out.alts {
				known = known || sameParams(have, q)
			}
			if !known {
				out.alts = append(out.alts, q)
			}
		}
	}
	if len(out.alts) >= maxAlternatives {
		return &params{zero: out.zero, open: true}
	}
	return &out
}

func sameParams(a, b *params) bool {
	if len(a.words) != len(b.words) || a.open != b.open {
		return false
	}
	for i := range a.words {
		if !sameWord(&a.words[i], &b.words[i]) {
			return false
		}
	}
	return true
}

// joinFunctions is a function that branches define differently or not at all.
func joinFunctions(vals []any) *function {
	f := &function{}
	for _, v := range vals {
		g := v.(*function)
		if g == nil {
			f.maybe = true
			continue
		}
		f.maybe, f.cut, f.exported = f.maybe || g.maybe, f.cut || g.cut, f.exported || g.exported
	next:
		for _, b := range g.bodies {
			for _, have := range f.bodies {
				if have.stmt == b.stmt {
					continue next
				}
			}
			if len(f.bodies) == maxAlternatives {
				f.cut = true
				break
			}
			f.bodies = append(f.bodies, b)
		}
	}
	if len(f.bodies) == 0 {
		return nil
	}
	return f
}

// joinContents is everything that branches may have written to a file or a sink.
func joinContents(kind itemKind, vals []any) *content {
	out := &content{}
	for _, v := range vals {
		c := v.(*content)
		switch {
		case c != nil:
			for i := range c.alts {
				out.add(c.alts[i])
			}
			out.program += c.program
		case kind == itemOut:
			out.add(value.Word{})
		default:
			out.absent = true
		}
		if c != nil && c.absent {
			out.absent = true
		}
	}
	return out
}

func isNilItem(v any) bool {
	switch v := v.(type) {
	case *string:
		return v == nil
	case *params:
		return v == nil
	case *options:
		return v == nil
	}
	return v == nil
}

func joinVars(name string, vals []any) *variable {
	var out variable
	first := true
	envToo := false
	vals = weaken(name, vals)
	for _, v := range vals {
		w := v.(*variable)
		if w == nil {
			envToo = true
			continue
		}
		if first {
			out = *w
			out.alts = append([]value.Word(nil), w.alts...)
			first = false
			continue
		}
		out.exported = out.exported || w.exported
		if w.isArray && !out.isArray {
			out.isArray, out.elems, out.keys, out.isAssoc = true, w.elems, w.keys, w.isAssoc
		}
		if w.unset && out.unset {
			continue
		}
		if w.unset { // to be taken for one that may be unset
			out.alts = addAlt(out.alts, out.val, envWord(name))
			continue
		}
		if out.unset {
			out.unset, out.val = false, w.val
			out.alts = append(addAlt(nil, out.val, envWord(name)), w.alts...)
			continue
		}
		out.alts = addAlt(out.alts, out.val, w.val)
		for _, a := range w.alts {
			out.alts = addAlt(out.alts, out.val, a)
		}
	}
	if first {
		return nil
	}
	if envToo && !out.unset {
		out.alts = addAlt(out.alts, out.val, envWord(name))
	}
	if len(out.alts) >= maxAlternatives {
		all := out.val.Origin()
		for i := range out.alts {
			all |= out.alts[i].Origin()
		}
		out.val = value.Of(value.Piece{Kind: value.Unknown, Origin: all | value.Joined, Name: name, Text: "$" + name})
		out.alts = nil
	}
	return &out
}

// weaken gives up that a value is not empty where one of the branches does not know it, so that the
// same value does not count as two.
func weaken(name string, vals []any) []any {
	env := envWord(name)
	for i, v := range vals {
		w, _ := v.(*variable)
		if w == nil || len(w.alts) > 0 || len(w.val.Pieces) != 1 || !w.val.Pieces[0].NonEmpty {
			continue
		}
		plain := w.val.Pieces[0]
		plain.NonEmpty = false
		for _, other := range vals {
			o, _ := other.(*variable)
			val := env
			if o != nil {
				val = o.val
			}
			if len(val.Pieces) == 1 && val.Pieces[0] == plain {
				if vals[i] = any(o); o == nil {
					vals[i] = (*variable)(nil)
				}
				break
			}
		}
	}
	return vals
}

func addAlt(alts []value.Word, val, w value.Word) []value.Word {
	if sameWord(&val, &w) {
		return alts
	}
	for i := range alts {
		if sameWord(&alts[i], &w) {
			return alts
		}
	}
	return append(alts, w)
}

func sameWord(a, b *value.Word) bool {
	if len(a.Pieces) != len(b.Pieces) || a.Lit != b.Lit {
		return false
	}
	for i := range a.Pieces {
		if a.Pieces[i] != b.Pieces[i] {
			return false
		}
	}
	return true
}
