package shell

import (
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// assign sets a variable. Attributes that it had stay; IFS and the like take effect.
func (r *reader) assign(name string, v *variable) {
	if old := r.st.vars[name]; old != nil {
		if old.nameref {
			if target, ok := old.val.Known(); ok && target != name && isName(target) {
				r.assign(target, v)
				return
			}
		}
		v.exported = v.exported || old.exported
		v.integer = v.integer || old.integer
		v.lower = v.lower || old.lower
		v.upper = v.upper || old.upper
	}
	if v.integer && !v.isArray {
		if n, ok := r.arithText(&v.val); ok {
			v.val = value.Lit(strconv.FormatInt(n, 10))
		}
	}
	if s, ok := v.val.Known(); ok {
		if v.lower {
			v.val = value.Lit(strings.ToLower(s))
		} else if v.upper {
			v.val = value.Lit(strings.ToUpper(s))
		}
	}
	if v.exported {
		r.export(name)
	}
	switch name {
	case "IFS":
		if s, ok := v.val.Known(); ok {
			r.ifs = s
		}
	case "OPTIND", "RANDOM", "HISTCMD", "SECONDS": // evaluated as arithmetic (SHELL H16)
		r.arithText(&v.val)
	}
	r.st.set(itemVar, name, v)
}

func (r *reader) export(name string) {
	for _, n := range r.exports {
		if n == name {
			return
		}
	}
	r.exports = append(r.exports, name)
}

// assignments carries out the assignments of a command that has no words.
func (r *reader) assignments(list []*syntax.Assign) {
	for _, a := range list {
		if a.Name != nil {
			r.assignOne(a, false)
		}
	}
}

// assignOne carries out one assignment.
func (r *reader) assignOne(a *syntax.Assign, exported bool) {
	name := r.target(a.Name.Value)
	if a.Index != nil {
		r.assignElement(name, a)
		return
	}
	v := r.assignValue(a)
	v.exported = v.exported || exported
	r.assign(name, v)
}

// target is the variable that a name means: another one when it is a reference.
func (r *reader) target(name string) string {
	for range 8 {
		v := r.st.vars[name]
		if v == nil || !v.nameref {
			return name
		}
		next, ok := v.val.Known()
		if !ok || !isName(next) || next == name {
			return name
		}
		name = next
	}
	return name
}

// assignValue expands the value of an assignment; += is applied.
func (r *reader) assignValue(a *syntax.Assign) *variable {
	old := r.st.vars[r.target(a.Name.Value)]
	if a.Array != nil {
		var before *variable
		if a.Append {
			before = old
		}
		return r.arrayValue(a.Array, old != nil && old.isAssoc, before)
	}
	w := r.assigned(a.Value)
	if !a.Append {
		return &variable{val: w}
	}
	if old == nil {
		prev := envWord(a.Name.Value)
		prev.AppendWord(w)
		return &variable{val: prev}
	}
	if old.integer {
		x, okX := r.arithText(&old.val)
		y, okY := r.arithText(&w)
		if okX && okY {
			return &variable{val: value.Lit(strconv.FormatInt(x+y, 10))}
		}
		return &variable{val: simple(value.Joined, a.Name.Value)}
	}
	if old.isArray {
		v := *old
		v.elems = append([]value.Word(nil), old.elems...)
		if len(v.elems) > 0 {
			e := value.Word{}
			e.AppendWord(v.elems[0])
			e.AppendWord(w)
			v.elems[0], v.val = e, e
		}
		return &v
	}
	prev := value.Word{}
	prev.AppendWord(r.choose(a.Name.Value, old))
	if len(prev.Lit)+len(w.Lit) > r.limits.WordBytes || len(prev.Pieces) > 256 {
		r.limit("WordBytes", "a variable grows too large", false)
		return &variable{val: unknown(value.Limit, a.Name.Value, "$"+a.Name.Value)}
	}
	prev.AppendWord(w)
	return &variable{val: prev}
}

// next is the index after the last one of an indexed array.
func (v *variable) next() int64 {
	most := int64(0)
	for i := range v.elems {
		if n, err := strconv.ParseInt(v.keyAt(i), 10, 64); err == nil {
			most = max(most, n+1)
		}
	}
	return most
}

// keyAt is the key of the element at a place: its place when the array has no keys of its own.
func (v *variable) keyAt(i int) string {
	if i < len(v.keys) {
		return v.keys[i]
	}
	return strconv.Itoa(i)
}

// put sets the element with a key; those of an indexed array stay in order.
func (v *variable) put(key string, w value.Word) {
	n, err := strconv.Atoi(key)
	for i := range v.elems {
		k := v.keyAt(i)
		if k == key {
			v.elems[i] = w
			return
		}
		if m, errM := strconv.Atoi(k); !v.isAssoc && err == nil && errM == nil && m > n {
			v.fillKeys()
			v.elems = append(v.elems[:i], append([]value.Word{w}, v.elems[i:]...)...)
			v.keys = append(v.keys[:i], append([]string{key}, v.keys[i:]...)...)
			return
		}
	}
	v.fillKeys()
	v.elems, v.keys = append(v.elems, w), append(v.keys, key)
}

func (v *variable) fillKeys() {
	for i := len(v.keys); i < len(v.elems); i++ {
		v.keys = append(v.keys, strconv.Itoa(i))
	}
}

// setFirst makes element 0 the value that the array has as a plain variable.
func (v *variable) setFirst() {
	v.val = value.Word{}
	for i := range v.elems {
		if v.keyAt(i) == "0" {
			v.val = v.elems[i]
		}
	}
}

func (r *reader) arrayValue(a *syntax.ArrayExpr, assoc bool, before *variable) *variable {
	v := &variable{isArray: true, isAssoc: assoc}
	if before != nil {
		v.elems, v.keys = append([]value.Word(nil), before.elems...), append([]string(nil), before.keys...)
		if !before.isArray && !before.unset {
			v.elems = []value.Word{before.val}
		}
		v.fillKeys()
	}
	next := v.next()
	defer func() { v.setFirst() }()
	for _, e := range a.Elems {
		if e.Index != nil {
			key := ""
			if w, ok := e.Index.(*syntax.Word); ok {
				k := r.wordQuoted(w)
				key = k.String()
				if !assoc {
					r.arithText(&k)
				}
				if lit := w.Lit(); strings.Contains(lit, "<(") || strings.Contains(lit, ">(") {
					r.substInLiteral(lit)
				}
			} else {
				r.letOperand(e.Index)
				n, _ := r.arithmetic(e.Index)
				key = strconv.FormatInt(n, 10)
			}
			v.put(key, r.assigned(e.Value))
			if n, err := strconv.ParseInt(key, 10, 64); err == nil {
				next = n + 1
			}
			continue
		}
		if e.Value == nil {
			continue
		}
		for _, w := range r.fieldsOf(e.Value, nil) {
			v.put(strconv.FormatInt(next, 10), w)
			next++
		}
	}
	return v
}

// assignElement is a[x]=y.
func (r *reader) assignElement(name string, a *syntax.Assign) {
	old := r.st.vars[name]
	v := &variable{isArray: true}
	if old != nil {
		*v = *old
		v.isArray = true
		v.elems = append([]value.Word(nil), old.elems...)
		v.keys = append([]string(nil), old.keys...)
		if !old.isArray && !old.unset {
			v.elems, v.keys = []value.Word{old.val}, []string{"0"}
		}
	}
	var key string
	known := true
	if v.isAssoc {
		k := r.subscriptKey(a.Index)
		key, known = k.Known()
	} else {
		n, ok := r.arithmetic(a.Index)
		if n < 0 {
			n += v.next()
		}
		key, known = strconv.FormatInt(n, 10), ok
	}
	val := r.assigned(a.Value)
	if !known {
		for i := range v.elems {
			v.elems[i] = unknown(v.elems[i].Origin()|val.Origin()|value.Joined, name, "${"+name+"[...]}")
		}
		v.elems = append(v.elems, val)
		v.keys = append(v.keys, "?")
		r.st.set(itemVar, name, v)
		return
	}
	if a.Append {
		for i := range v.elems {
			if v.keyAt(i) == key {
				val = joined(&v.elems[i], &val)
			}
		}
	}
	v.put(key, val)
	v.setFirst()
	r.st.set(itemVar, name, v)
}
