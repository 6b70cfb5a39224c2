package fold

import (
	"sort"
	"strings"
)

// whole folds the programs that work on all of their input and take no argument: cat, tac,
// rev, tee.
func whole(name string, c *call) (string, bool) {
	grammar := "-,help -,version"
	switch name {
	case "cat", "gcat":
		grammar = "u -,show-all -,number-nonblank -,show-ends -,number -,squeeze-blank -,show-tabs -,show-nonprinting " + grammar
	case "tee":
		grammar = "a,append i,ignore-interrupts p -,output-error " + grammar
	}
	_, operands, ok := options(c.args, grammar)
	if !ok {
		return "", false
	}
	if name == "tee" {
		return c.stdin, c.hasStdin
	}
	in, ok := c.input(operands)
	if !ok || in == "" {
		return "", ok
	}
	switch name {
	case "rev":
		if !isASCII(in) {
			return "", false
		}
		ls := strings.Split(in, "\n")
		for i := range ls {
			ls[i] = reverse(ls[i])
		}
		return strings.Join(ls, "\n"), true
	case "tac", "gtac":
		if !strings.HasSuffix(in, "\n") && strings.Contains(in, "\n") {
			// The last line is glued to the one before it: "a\nb" gives "ba\n".
			ls := strings.SplitAfter(in, "\n")
			reverseSlice(ls)
			return strings.Join(ls, ""), true
		}
		ls := strings.SplitAfter(in, "\n")
		reverseSlice(ls)
		return strings.Join(ls, ""), true
	}
	return in, true
}

func reverse(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

func reverseSlice(s []string) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// obsolete turns "-5" and "+5" as the first argument of head and tail into "-n 5" and "-n +5".
func obsolete(args []string, plus bool) []string {
	if len(args) == 0 || len(args[0]) < 2 {
		return args
	}
	a := args[0]
	if _, ok := number(a[1:]); !ok || a[0] != '-' && (a[0] != '+' || !plus) {
		return args
	}
	if a[0] == '-' {
		a = a[1:]
	}
	return append([]string{"-n", a}, args[1:]...)
}

const headOptions = "n,lines: c,bytes: q,quiet q,silent v,verbose -,zero-terminated -,help -,version"

func head(c *call) (string, bool) {
	opts, operands, ok := options(obsolete(c.args, false), headOptions)
	if !ok || opts.has('v') {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	bytes, count, ok := countOption(opts)
	if !ok || strings.HasPrefix(count, "+") {
		return "", false
	}
	fromEnd := strings.HasPrefix(count, "-")
	n, ok := number(strings.TrimPrefix(count, "-"))
	if !ok {
		return "", false
	}
	if bytes {
		if fromEnd {
			n = max(len(in)-n, 0)
		}
		return in[:min(n, len(in))], true
	}
	ls := splitAfter(in)
	if fromEnd {
		n = max(len(ls)-n, 0)
	}
	return strings.Join(ls[:min(n, len(ls))], ""), true
}

func tail(c *call) (string, bool) {
	opts, operands, ok := options(obsolete(c.args, true), headOptions)
	if !ok || opts.has('v') {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	bytes, count, ok := countOption(opts)
	if !ok {
		return "", false
	}
	fromStart := strings.HasPrefix(count, "+")
	n, ok := number(strings.TrimLeft(count, "+-"))
	if !ok || len(count) > 1 && strings.Trim(count[1:], "0123456789") != "" {
		return "", false
	}
	size := len(in)
	ls := []string(nil)
	if !bytes {
		ls = splitAfter(in)
		size = len(ls)
	}
	skip := size - n
	if fromStart {
		skip = n - 1
	}
	skip = min(max(skip, 0), size)
	if bytes {
		return in[skip:], true
	}
	return strings.Join(ls[skip:], ""), true
}

// countOption returns the argument of the last -n or -c; bytes says that it was -c.
func countOption(opts given) (bytes bool, count string, ok bool) {
	count = "10"
	for _, o := range opts {
		if o.name == 'n' || o.name == 'c' {
			bytes, count = o.name == 'c', o.value
		}
	}
	return bytes, count, count != ""
}

// splitAfter is strings.SplitAfter by newlines without an empty last part.
func splitAfter(s string) []string {
	ls := strings.SplitAfter(s, "\n")
	if ls[len(ls)-1] == "" {
		ls = ls[:len(ls)-1]
	}
	return ls
}

// sortProgram folds sort by bytes, with -r, -u and -n of whole numbers. Other locales than C
// order letters in other ways, so input in which that shows is not folded.
func sortProgram(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "r,reverse u,unique n,numeric-sort s,stable -,help -,version -,random-sort -,random-source:")
	if !ok {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	ls := lines(in)
	numeric := opts.has('n')
	lower, upper := false, false
	for _, l := range ls {
		for i := 0; i < len(l); i++ {
			switch ch := l[i]; {
			case 'a' <= ch && ch <= 'z':
				lower = true
			case 'A' <= ch && ch <= 'Z':
				upper = true
			case '0' <= ch && ch <= '9':
			default:
				// Locales pass over punctuation at first: only one line is the same everywhere.
				if len(ls) > 1 {
					return "", false
				}
			}
		}
		if _, ok := number(l); numeric && !ok {
			return "", false
		}
	}
	if lower && upper && len(ls) > 1 {
		return "", false
	}
	less := func(a, b string) bool { return a < b }
	same := func(a, b string) bool { return a == b }
	if numeric {
		less = func(a, b string) bool {
			x, _ := number(a)
			y, _ := number(b)
			return x < y || x == y && a < b
		}
		same = func(a, b string) bool {
			x, _ := number(a)
			y, _ := number(b)
			return x == y
		}
	}
	sort.SliceStable(ls, func(i, j int) bool {
		if opts.has('r') {
			return less(ls[j], ls[i])
		}
		return less(ls[i], ls[j])
	})
	if opts.has('u') {
		if numeric {
			for i := 1; i < len(ls); i++ {
				if same(ls[i-1], ls[i]) && ls[i-1] != ls[i] {
					return "", false
				}
			}
		}
		ls = compact(ls)
	}
	return join(ls), true
}

func compact(ls []string) []string {
	var out []string
	for i, l := range ls {
		if i == 0 || l != ls[i-1] {
			out = append(out, l)
		}
	}
	return out
}

func uniq(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "u,unique d,repeated -,help -,version")
	if !ok || opts.has('u') && opts.has('d') {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	var out []string
	ls := lines(in)
	for i := 0; i < len(ls); {
		j := i
		for j < len(ls) && ls[j] == ls[i] {
			j++
		}
		if !(opts.has('u') && j-i > 1 || opts.has('d') && j-i == 1) {
			out = append(out, ls[i])
		}
		i = j
	}
	return join(out), true
}
