package shell

import (
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

func (r *reader) unset(args []value.Word) {
	for i := range args {
		s, ok := args[i].Known()
		if !ok {
			r.nameAsCode(&args[i])
			continue
		}
		if strings.HasPrefix(s, "-") {
			continue
		}
		if at := strings.IndexByte(s, '['); at > 0 {
			r.nameAsCode(&args[i])
			r.unsetElement(r.target(s[:at]), strings.TrimSuffix(s[at+1:], "]"))
			continue
		}
		if r.st.funcs[s] != nil {
			r.st.set(itemFunc, s, (*function)(nil))
			continue
		}
		if s == "IFS" {
			r.ifs = " \t\n"
		}
		r.st.set(itemVar, r.target(s), &variable{unset: true})
	}
}

// unsetElement takes one element out of an array.
func (r *reader) unsetElement(name, index string) {
	old := r.st.vars[name]
	if old == nil || !old.isArray {
		return
	}
	v := *old
	v.keys, v.elems = nil, nil
	key, known := index, true
	if !old.isAssoc {
		w := value.Lit(index)
		var n int64
		if n, known = r.arithText(&w); n < 0 {
			n += old.next()
		}
		key = strconv.FormatInt(n, 10)
	}
	for i := range old.elems {
		if known && old.keyAt(i) == key {
			continue
		}
		e := old.elems[i]
		if !known {
			e = unknown(e.Origin()|value.Joined, name, "${"+name+"[...]}")
		}
		v.keys = append(v.keys, old.keyAt(i))
		v.elems = append(v.elems, e)
	}
	v.setFirst()
	r.st.set(itemVar, name, &v)
}

// set changes options and positional parameters.
func (r *reader) set(args []value.Word) {
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Known()
		if ok && s == "--" || ok && s == "-" {
			r.st.set(itemParams, "", &params{words: args[i+1:], zero: r.st.params.zero})
			return
		}
		if !ok || s == "" || s[0] != '-' && s[0] != '+' {
			r.st.set(itemParams, "", &params{words: args[i:], zero: r.st.params.zero})
			return
		}
		on := s[0] == '-'
		if len(s) > 1 && s[1] == 'o' && i+1 < len(args) {
			i++
			name, _ := args[i].Known()
			r.option(name, on)
			continue
		}
		for _, c := range s[1:] {
			switch c {
			case 'e':
				r.option("errexit", on)
			case 'u':
				r.option("nounset", on)
			case 'x':
				r.option("xtrace", on)
			case 'f':
				r.option("noglob", on)
			case 'o':
				if i+1 < len(args) {
					i++
					name, _ := args[i].Known()
					r.option(name, on)
				}
			}
		}
	}
}

func (r *reader) option(name string, on bool) {
	o := *r.st.opts
	switch name {
	case "errexit":
		o.errexit = on
	case "nounset":
		o.nounset = on
	case "xtrace":
		o.xtrace = on
		if on { // the prompt of a trace is expanded for every command (SHELL H17)
			if v := r.st.vars["PS4"]; v != nil {
				r.document(&v.val)
			}
		}
	case "noglob":
		o.noglob = on
	case "expand_aliases":
		o.aliases = on
	case "extglob":
		o.extglob = on
	case "nullglob":
		o.nullglob = on
	case "lastpipe":
		o.lastpipe = on
	default:
		return
	}
	r.st.set(itemOpts, "", &o)
}

func (r *reader) shopt(args []value.Word) {
	on := true
	for i := range args {
		s, _ := args[i].Known()
		switch s {
		case "-s":
			on = true
		case "-u":
			on = false
		default:
			r.option(s, on)
		}
	}
}

func (r *reader) shift(args []value.Word) {
	n := int64(1)
	if len(args) > 0 {
		var ok bool
		if n, ok = r.arithText(&args[0]); !ok {
			r.st.set(itemParams, "", &params{zero: r.st.params.zero, open: true})
			return
		}
	}
	p := r.args()
	if n < 0 || int(n) > len(p.words) {
		return
	}
	q := *p
	q.words, q.alts = p.words[n:], nil
	r.st.set(itemParams, "", &q)
}

func (r *reader) alias(args []value.Word) {
	for i := range args {
		s, ok := args[i].Known()
		if !ok {
			prefix, _ := args[i].Prefix()
			if eq := strings.IndexByte(prefix, '='); eq > 0 {
				text := args[i].String()[eq+1:]
				r.st.set(itemAlias, prefix[:eq], &text)
			}
			continue
		}
		if eq := strings.IndexByte(s, '='); eq > 0 {
			text := s[eq+1:]
			r.st.set(itemAlias, s[:eq], &text)
		}
	}
}

// trap reads the text that a signal or the end of the shell runs. It runs later, when variables
// that are set by then have their values, so it is read at the end too.
func (r *reader) trap(inv *invocation) {
	args := skipDashDash(inv.args[1:])
	if len(args) < 2 {
		return
	}
	if s, ok := args[0].Known(); ok && (s == "" || s == "-" || s == "-l" || s == "-p" || isDigits(s)) {
		return
	}
	r.traps = append(r.traps, trapText{args[0], inv.pos, inv.end, r.via, r.remote, r.elevated, r.maybe, r.depth})
}

type trapText struct {
	text             value.Word
	pos, end         int
	via              []string
	remote, elevated bool
	maybe            bool
	depth            int
}

// runTraps reads what traps run, in the state at the end of the text.
func (r *reader) runTraps(from int) {
	for i := from; i < len(r.traps); i++ {
		t := r.traps[i]
		r.isolated(func() {
			via, remote, elevated, maybe := r.via, r.remote, r.elevated, r.maybe
			r.via, r.remote, r.elevated, r.maybe = t.via, t.remote, t.elevated, t.maybe
			r.readAgain(t.text, "trap", r.cfg.Shell, t.pos, t.end)
			r.via, r.remote, r.elevated, r.maybe = via, remote, elevated, maybe
		})
	}
	r.traps = r.traps[:from]
}

func (r *reader) hash(args []value.Word) {
	for i := range args {
		if s, ok := args[i].Known(); ok && s == "-p" && i+2 < len(args) {
			path, okP := args[i+1].Known()
			name, okN := args[i+2].Known()
			if okP && okN {
				r.st.set(itemHash, name, &path)
			}
		}
	}
}
