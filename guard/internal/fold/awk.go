package fold

import (
	"strconv"
	"strings"
)

// awk folds programs that only print: print and printf of text, numbers, fields, variables and a
// few functions, under BEGIN, END, NR==n or no pattern. Arithmetic, loops, files and commands are
// not understood.
func awk(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "F,field-separator: v,assign: -,file: -,include: -,version -,help")
	if !ok || len(operands) == 0 || len(operands[0]) > maxPattern || !isASCII(operands[0]) {
		return "", false
	}
	a := awkRun{vars: map[string]awkValue{}, ofs: " "}
	for _, o := range opts {
		switch o.name {
		case 'F':
			// Longer separators are regular expressions; "t" is a tab in some awks.
			if a.fs = o.value; a.fs == `\t` {
				a.fs = "\t"
			}
			if len(a.fs) != 1 || a.fs == "t" || a.fs == "\\" {
				return "", false
			}
		case 'v':
			name, value, found := strings.Cut(o.value, "=")
			if !found || strings.ContainsRune(value, '\\') || strings.ToUpper(name) == name {
				return "", false
			}
			a.vars[name] = awkValue{s: value, strnum: true}
		}
	}
	p := awkParser{s: operands[0]}
	rules, ok := p.rules()
	if !ok {
		return "", false
	}
	reads := false
	for _, r := range rules {
		reads = reads || r.when != "BEGIN"
	}
	for _, r := range rules {
		if r.when == "BEGIN" && !a.do(r.body) {
			return "", false
		}
	}
	if !reads {
		return a.out.String(), true
	}
	in, ok := c.input(operands[1:])
	if !ok || len(in) > maxEdited {
		return "", false
	}
	for _, l := range lines(in) {
		a.nr++
		a.record(l)
		for _, r := range rules {
			if r.when == "" && (r.nr == 0 || r.nr == a.nr) && !a.do(r.body) {
				return "", false
			}
		}
		if a.out.Len() > MaxOutput {
			return "", false
		}
	}
	for _, r := range rules {
		if r.when == "END" && !a.do(r.body) {
			return "", false
		}
	}
	return a.out.String(), true
}

// awkValue is a value: text, a whole number, or text from outside that counts as a number when
// it looks like one (strnum).
type awkValue struct {
	s              string
	number, strnum bool
}

type awkRule struct {
	when string // BEGIN, END or ""
	nr   int    // the record it is for, 0 for all
	body []awkStatement
}

// awkStatement is print, printf, or an assignment to name.
type awkStatement struct {
	verb string
	args []*awkExpr
}

// awkExpr is a literal (op 0), a variable ('v'), a field ('$'), a call ('f'), or a
// concatenation ('+').
type awkExpr struct {
	op    byte
	value awkValue
	name  string
	args  []*awkExpr
}

type awkRun struct {
	out    strings.Builder
	vars   map[string]awkValue
	fs     string
	ofs    string
	nr     int
	line   string
	fields []string
}

func (a *awkRun) record(l string) {
	a.line = l
	switch {
	case a.fs == "" || a.fs == " ":
		a.fields = strings.FieldsFunc(l, func(r rune) bool { return r == ' ' || r == '\t' })
	case l == "":
		a.fields = nil
	default:
		a.fields = strings.Split(l, a.fs)
	}
}

func (a *awkRun) do(body []awkStatement) bool {
	for _, st := range body {
		var vs []awkValue
		for _, e := range st.args {
			v, ok := a.eval(e)
			if !ok {
				return false
			}
			vs = append(vs, v)
		}
		switch st.verb {
		case "print":
			if len(vs) == 0 {
				vs = []awkValue{{s: a.line}}
			}
			for i, v := range vs {
				if i > 0 {
					a.out.WriteString(a.ofs)
				}
				a.out.WriteString(v.s)
			}
			a.out.WriteByte('\n')
		case "printf":
			s, ok := awkFormat(vs)
			if !ok {
				return false
			}
			a.out.WriteString(s)
		default:
			a.vars[st.verb] = vs[0]
		}
		if a.out.Len() > MaxOutput {
			return false
		}
	}
	return true
}

func (a *awkRun) eval(e *awkExpr) (awkValue, bool) {
	switch e.op {
	case 0:
		return e.value, true
	case 'v':
		switch e.name {
		case "NR":
			return awkValue{s: strconv.Itoa(a.nr), number: true}, true
		case "NF":
			return awkValue{s: strconv.Itoa(len(a.fields)), number: true}, true
		}
		if strings.ToUpper(e.name) == e.name && strings.ToLower(e.name) != e.name {
			return awkValue{}, false
		}
		return a.vars[e.name], true
	}
	var vs []awkValue
	size := 0
	for _, x := range e.args {
		v, ok := a.eval(x)
		if size += len(v.s); !ok || size > MaxOutput {
			return v, false
		}
		vs = append(vs, v)
	}
	switch e.op {
	case '$':
		n, ok := number(vs[0].s)
		if !ok {
			return awkValue{}, false
		}
		v := awkValue{strnum: true}
		if n == 0 {
			v.s = a.line
		} else if n <= len(a.fields) {
			v.s = a.fields[n-1]
		}
		return v, true
	case '+':
		var b strings.Builder
		for _, v := range vs {
			b.WriteString(v.s)
		}
		return awkValue{s: b.String()}, true
	}
	return awkCall(e.name, vs)
}

func awkCall(name string, vs []awkValue) (awkValue, bool) {
	var v awkValue
	switch {
	case name == "toupper" && len(vs) == 1 && isASCII(vs[0].s):
		v.s = strings.ToUpper(vs[0].s)
	case name == "tolower" && len(vs) == 1 && isASCII(vs[0].s):
		v.s = strings.ToLower(vs[0].s)
	case name == "length" && len(vs) == 1 && isASCII(vs[0].s):
		v = awkValue{s: strconv.Itoa(len(vs[0].s)), number: true}
	case name == "sprintf" && len(vs) > 0:
		s, ok := awkFormat(vs)
		return awkValue{s: s}, ok
	case name == "substr" && (len(vs) == 2 || len(vs) == 3) && isASCII(vs[0].s):
		from, ok := number(vs[1].s)
		if !ok || from == 0 {
			return v, false
		}
		rest := vs[0].s[min(from-1, len(vs[0].s)):]
		if len(vs) == 3 {
			n, ok := number(vs[2].s)
			if !ok {
				return v, false
			}
			rest = rest[:min(n, len(rest))]
		}
		v.s = rest
	default:
		return v, false
	}
	return v, true
}

// awkFormat is printf and sprintf: bash's printf of one round, with %c of a number.
func awkFormat(vs []awkValue) (string, bool) {
	if len(vs) == 0 {
		return "", false
	}
	f, vs := vs[0].s, vs[1:]
	var p printer
	for i := 0; i < len(f); {
		if f[i] != '%' {
			p.out.WriteByte(f[i])
			i++
			continue
		}
		j := i + 1
		for j < len(f) && strings.IndexByte("-0123456789.", f[j]) >= 0 {
			j++
		}
		if j == len(f) {
			return "", false
		}
		if f[j] != '%' {
			if len(vs) == 0 {
				return "", false
			}
			v := vs[0]
			vs = vs[1:]
			_, isNumber := number(strings.TrimPrefix(v.s, "-"))
			switch f[j] {
			case 's':
			case 'd', 'i', 'x', 'X', 'o', 'u':
				// A leading zero is octal to the shell and nothing to awk.
				if !isNumber || len(v.s) > 1 && (v.s[0] == '0' || v.s[0] == '-') {
					return "", false
				}
			case 'c':
				if isNumber && v.strnum {
					return "", false
				}
				if v.number {
					n, ok := number(v.s)
					if !ok || n == 0 || n > 127 {
						return "", false
					}
					v.s = string(rune(n))
				}
			default:
				return "", false
			}
			p.args = []string{v.s}
		}
		used, _, ok := p.directive(f[i:])
		if !ok {
			return "", false
		}
		i += used
	}
	return p.out.String(), true
}
