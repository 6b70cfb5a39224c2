package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// declClause is declare, local, export, readonly, typeset, nameref as the parser knows them.
// declPrints writes what export -p, declare -p and their like print: the environment.
func (r *reader) declPrints(c *syntax.DeclClause) {
	for _, a := range c.Args {
		if !a.Naked || a.Name != nil {
			return
		}
		if s := a.Value.Lit(); s != "-p" && s != "-x" && s != "-px" && s != "-xp" {
			return
		}
	}
	r.write(unknown(value.Env, "env", "the environment"))
}

func (r *reader) declClause(c *syntax.DeclClause) {
	d := declaration{r: r, variant: c.Variant.Value}
	r.declPrints(c)
	for _, a := range c.Args {
		if a.Naked && a.Name == nil { // an option, a quoted assignment, an expansion
			for _, w := range r.fieldsOf(a.Value, nil) {
				d.word(w)
			}
			continue
		}
		if a.Naked {
			d.name(a.Name.Value)
			continue
		}
		if a.Index != nil {
			r.assignElement(a.Name.Value, a)
			continue
		}
		d.before(a.Name.Value)
		v := r.assignValueAs(a, d.assoc)
		d.set(a.Name.Value, v)
	}
}

func (r *reader) assignValueAs(a *syntax.Assign, assoc bool) *variable {
	if assoc && a.Array != nil {
		return r.arrayValue(a.Array, true, nil)
	}
	return r.assignValue(a)
}

// declaration carries out a declaring builtin, word by word.
type declaration struct {
	r                                *reader
	variant                          string
	exported, integer, nameref       bool
	lower, upper, array, assoc, glob bool
	functions, ended                 bool
}

func (d *declaration) isLocal() bool {
	return d.variant == "local" || !d.glob && len(d.r.calls) > 0 && (d.variant == "declare" || d.variant == "typeset")
}

// word reads an option, a name or an assignment given as a word.
func (d *declaration) word(w value.Word) {
	s, known := w.Known()
	if !known {
		prefix, _ := w.Prefix()
		if i := strings.IndexByte(prefix, '='); i > 0 && isName(prefix[:i]) {
			val := value.Lit(prefix[i+1:])
			for k := 1; k < len(w.Pieces); k++ {
				val.Append(w.Pieces[k])
			}
			d.before(prefix[:i])
			d.set(prefix[:i], &variable{val: val})
			return
		}
		d.r.nameAsCode(&w)
		return
	}
	if !d.ended && len(s) > 1 && (s[0] == '-' || s[0] == '+') {
		if s == "--" {
			d.ended = true
			return
		}
		for _, c := range s[1:] {
			on := s[0] == '-'
			switch c {
			case 'x':
				d.exported = on
			case 'i':
				d.integer = on
			case 'n':
				d.nameref = on && d.variant != "export"
			case 'l':
				d.lower = on
			case 'u':
				d.upper = on
			case 'a':
				d.array = on
			case 'A':
				d.assoc = on
			case 'g':
				d.glob = on
			case 'f', 'F':
				d.functions = on
			}
		}
		return
	}
	i := strings.IndexByte(s, '=')
	if i <= 0 {
		if strings.IndexByte(s, '[') >= 0 {
			d.r.nameAsCode(&w)
			return
		}
		d.name(s)
		return
	}
	name := s[:i]
	val := value.Lit(s[i+1:])
	if j := strings.IndexByte(name, '['); j > 0 { // declare 'a[$(cmd)]=1' (SHELL H15)
		d.r.nameAsCode(&w)
		return
	}
	if d.array || d.assoc { // declare -a 'x=($(cmd))' is expanded again
		if strings.HasPrefix(val.Lit, "(") {
			d.r.literalAsCode(val.Lit)
		}
	}
	name = strings.TrimSuffix(name, "+")
	if d.nameref && strings.IndexByte(val.Lit, '[') >= 0 {
		d.r.nameAsCode(&val)
	}
	d.before(name)
	d.set(name, &variable{val: val})
}

// before remembers what a local variable hides.
func (d *declaration) before(name string) {
	if d.isLocal() && len(d.r.calls) > 0 {
		d.r.locals = append(d.r.locals, localMark{name, d.r.st.vars[name]})
		d.r.st.set(itemVar, name, (*variable)(nil))
	}
}

func (d *declaration) set(name string, v *variable) {
	if d.variant == "local" && len(d.r.calls) == 0 && d.r.cfg.Shell != "zsh" {
		return // an error outside of functions
	}
	v.exported = v.exported || d.exported || d.variant == "export"
	v.integer = v.integer || d.integer
	v.lower, v.upper = v.lower || d.lower, v.upper || d.upper
	v.isAssoc = v.isAssoc || d.assoc
	if d.array && !v.isArray {
		v.isArray, v.elems, v.keys = true, []value.Word{v.val}, []string{"0"}
	}
	if d.nameref || d.variant == "nameref" {
		v.nameref = true
		d.r.st.set(itemVar, name, v)
		return
	}
	d.r.assign(name, v)
}

// name declares a name without giving it a value.
func (d *declaration) name(name string) {
	if d.functions {
		if f := d.r.st.funcs[name]; f != nil && (d.exported || d.variant == "export") {
			g := *f
			g.exported = true
			d.r.st.set(itemFunc, name, &g)
		}
		return
	}
	old := d.r.st.vars[name]
	if d.isLocal() {
		d.before(name)
		d.r.st.set(itemVar, name, &variable{unset: true, integer: d.integer, lower: d.lower, upper: d.upper, isAssoc: d.assoc, isArray: d.array || d.assoc})
		return
	}
	if old == nil {
		if d.variant == "export" || d.exported {
			return // exports what the environment has, which the programs see anyway
		}
		if d.array || d.assoc {
			d.r.st.set(itemVar, name, &variable{isArray: true, isAssoc: d.assoc})
		} else if d.integer || d.lower || d.upper {
			d.r.st.set(itemVar, name, &variable{val: envWord(name), integer: d.integer, lower: d.lower, upper: d.upper})
		}
		return
	}
	v := *old
	v.exported = v.exported || d.exported || d.variant == "export"
	v.integer = v.integer || d.integer
	v.isAssoc = v.isAssoc || d.assoc
	if v.exported {
		d.r.export(name)
	}
	d.r.st.set(itemVar, name, &v)
}
