package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// listValue is "$@" or "${a[@]}".
func (r *reader) listValue(p *syntax.ParamExp, name string) []value.Word {
	if p.Index == nil {
		return r.positional()
	}
	v := r.st.vars[r.target(name)]
	switch {
	case v == nil:
		if name == "PIPESTATUS" || name == "BASH_REMATCH" {
			return []value.Word{simple(0, name)}
		}
		return []value.Word{envWord(name)}
	case v.unset:
		return nil
	case v.isAssoc && len(v.elems) > 1: // in no order
		return []value.Word{r.anyElement(name, v)}
	case v.isArray:
		return v.elems
	}
	w := r.choose(name, v)
	if isEnv(&w, name) {
		w.Pieces[0].Quoted = false
	}
	return []value.Word{w}
}

// scalarValue is the value of the parameter itself, before its operator.
func (r *reader) scalarValue(p *syntax.ParamExp, name string) (value.Word, bool) {
	if p.Index != nil && isAll(p.Index) == 0 {
		return r.element(name, p.Index)
	}
	if p.Excl {
		w, _ := r.lookup(name)
		target, ok := w.Known()
		if !ok {
			return unknown(w.Origin(), name, "${!"+name+"}"), false
		}
		if strings.ContainsAny(target, "[$`") {
			r.nameAsCode(&w)
			if i := strings.IndexByte(target, '['); i > 0 {
				return r.elementText(target[:i], strings.TrimSuffix(target[i+1:], "]"))
			}
			return unknown(0, target, "${!"+name+"}"), false
		}
		return r.lookup(target)
	}
	if p.Length {
		if p.Index != nil || name == "@" || name == "*" {
			words := r.listValue(p, name)
			for i := range words {
				if words[i].HasUnknown() {
					return simple(0, "#"+name), true
				}
			}
			return value.Lit(strconv.Itoa(len(words))), true
		}
		w, _ := r.lookup(name)
		if s, ok := w.Known(); ok {
			return value.Lit(strconv.Itoa(utf8.RuneCountInString(s))), true
		}
		return simple(0, "#"+name), true
	}
	if p.Index != nil { // "${a[*]}" in quotes
		var w value.Word
		for i, e := range r.listValue(p, name) {
			if i > 0 {
				w.AppendText(r.ifsJoin())
			}
			w.AppendWord(e)
		}
		return w, true
	}
	return r.lookup(name)
}

func (r *reader) ifsJoin() string {
	if r.ifs == "" {
		return ""
	}
	return r.ifs[:1]
}

// element is one element of an array.
func (r *reader) element(name string, index syntax.ArithmExpr) (value.Word, bool) {
	v := r.st.vars[name]
	if v != nil && v.isAssoc {
		key := r.subscriptKey(index)
		if s, ok := key.Known(); ok {
			for i, k := range v.keys {
				if k == s && i < len(v.elems) {
					return v.elems[i], true
				}
			}
		}
		return r.anyElement(name, v), false
	}
	n, ok := r.arithmetic(index)
	if v == nil {
		return envWord(name), false
	}
	if v.unset {
		return value.Word{}, false
	}
	if !ok {
		return r.anyElement(name, v), true
	}
	if !v.isArray {
		if n == 0 {
			return r.choose(name, v), true
		}
		return value.Word{}, false
	}
	return r.at(v, n)
}

func (r *reader) at(v *variable, n int64) (value.Word, bool) {
	if n < 0 {
		n += v.next()
	}
	if v.keys == nil {
		if n < 0 || n >= int64(len(v.elems)) {
			return value.Word{}, false
		}
		return v.elems[n], true
	}
	key := strconv.FormatInt(n, 10)
	for i := range v.elems {
		if k := v.keyAt(i); k == key {
			return v.elems[i], true
		} else if k == "?" { // an element whose index is not known
			return r.anyElement("", v), true
		}
	}
	return value.Word{}, false
}

// keysOf is ${!a[@]}.
func (r *reader) keysOf(name string) []value.Word {
	v := r.st.vars[r.target(name)]
	if v == nil {
		return []value.Word{unknown(value.Env, name, "${!"+name+"[@]}")}
	}
	if v.unset {
		return nil
	}
	if !v.isArray {
		return []value.Word{value.Lit("0")}
	}
	var out []value.Word
	for i := range v.elems {
		w := value.Lit(v.keyAt(i))
		if w.Lit == "?" {
			w = unknown(value.Joined, name, "${!"+name+"[@]}")
		}
		out = append(out, w)
	}
	if v.isAssoc && len(out) > 1 { // in no order
		return []value.Word{unknown(value.Joined, name, "${!"+name+"[@]}")}
	}
	return out
}

func (r *reader) elementText(name, index string) (value.Word, bool) {
	v := r.st.vars[name]
	if v == nil || !v.isArray {
		return envWord(name), false
	}
	if v.isAssoc {
		for i, k := range v.keys {
			if k == index {
				return v.elems[i], true
			}
		}
		return value.Word{}, false
	}
	if n, err := strconv.ParseInt(index, 10, 64); err == nil {
		return r.at(v, n)
	}
	return r.anyElement(name, v), true
}

// anyElement is an element of which it is not known which one.
func (r *reader) anyElement(name string, v *variable) value.Word {
	var o value.Origin
	for i := range v.elems {
		o |= v.elems[i].Origin()
	}
	return unknown(o|value.Joined, name, "${"+name+"[...]}")
}

func (r *reader) subscriptKey(index syntax.ArithmExpr) value.Word {
	if w, ok := index.(*syntax.Word); ok {
		return r.wordQuoted(w)
	}
	r.arithmetic(index)
	return unknown(0, "", "[...]")
}
