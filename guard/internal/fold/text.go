package fold

import (
	"sort"
	"strconv"
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

func cut(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "b,bytes: c,characters: f,fields: d,delimiter: n s,only-delimited -,complement -,output-delimiter: -,zero-terminated -,help -,version")
	if !ok {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	list, isBytes := opts.last('b')
	chars, isChars := opts.last('c')
	fields, isFields := opts.last('f')
	delimiter := "\t"
	if d, given := opts.last('d'); given {
		if delimiter = d; !isFields {
			return "", false
		}
	}
	switch {
	case len(delimiter) != 1, isBytes && (isChars || isFields), isChars && isFields:
		return "", false
	case isChars:
		if list = chars; !isASCII(in) {
			return "", false
		}
	case isFields:
		list = fields
	case !isBytes:
		return "", false
	}
	want, ok := ranges(list)
	if !ok {
		return "", false
	}
	var out []string
	for _, l := range lines(in) {
		if !isFields {
			var b strings.Builder
			for i := 0; i < len(l); i++ {
				if want.has(i + 1) {
					b.WriteByte(l[i])
				}
			}
			out = append(out, b.String())
			continue
		}
		parts := strings.Split(l, delimiter)
		if len(parts) == 1 {
			if !opts.has('s') {
				out = append(out, l)
			}
			continue
		}
		var kept []string
		for i, p := range parts {
			if want.has(i + 1) {
				kept = append(kept, p)
			}
		}
		out = append(out, strings.Join(kept, delimiter))
	}
	return join(out), true
}

type rangeList [][2]int

func (r rangeList) has(n int) bool {
	for _, x := range r {
		if x[0] <= n && n <= x[1] {
			return true
		}
	}
	return false
}

// ranges reads "1,3-5,7-" as cut does.
func ranges(s string) (rangeList, bool) {
	var r rangeList
	if len(s) > maxPattern {
		return nil, false
	}
	for part := range strings.SplitSeq(s, ",") {
		from, to, isRange := strings.Cut(part, "-")
		x := [2]int{1, 1 << 30}
		var ok bool
		if from != "" {
			if x[0], ok = number(from); !ok || x[0] == 0 {
				return nil, false
			}
		}
		switch {
		case !isRange:
			x[1] = x[0]
		case to != "":
			if x[1], ok = number(to); !ok || x[1] < x[0] {
				return nil, false
			}
		}
		if part == "" || part == "-" || len(r) == 64 {
			return nil, false
		}
		r = append(r, x)
	}
	return r, true
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

func foldLines(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "b,bytes w,width: -,spaces -,characters -,help -,version")
	if !ok {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	width := 80
	if w, given := opts.last('w'); given {
		if width, ok = number(w); !ok {
			return "", false
		}
	}
	// Tabs, backspaces and wide characters count as columns.
	if width == 0 || !isASCII(in) || strings.ContainsAny(in, "\t\b\r") {
		return "", false
	}
	var b strings.Builder
	column := 0
	for i := 0; i < len(in); i++ {
		if in[i] == '\n' {
			column = 0
		} else if column++; column > width {
			b.WriteByte('\n')
			column = 1
		}
		b.WriteByte(in[i])
	}
	return b.String(), true
}

// paste folds -s: all lines on one.
func paste(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "s,serial d,delimiters: -,zero-terminated -,help -,version")
	if !ok || !c.hasStdin {
		return "", false
	}
	delimiters := []string{"\t"}
	if d, given := opts.last('d'); given {
		if delimiters, ok = pasteDelimiters(d); !ok {
			return "", false
		}
	}
	width := max(len(operands), 1)
	for _, o := range operands {
		if !isStdin(o) {
			return "", false
		}
	}
	ls := lines(c.stdin)
	if opts.has('s') {
		if width > 1 {
			return "", false
		}
		width = len(ls)
	}
	var b strings.Builder
	if len(ls) == 0 && opts.has('s') {
		return "\n", true
	}
	for i := 0; i < len(ls); i += width {
		for j := range width {
			if j > 0 {
				b.WriteString(delimiters[(j-1)%len(delimiters)])
			}
			if i+j < len(ls) {
				b.WriteString(ls[i+j])
			}
		}
		b.WriteByte('\n')
	}
	return b.String(), b.Len() <= MaxOutput
}

func pasteDelimiters(s string) ([]string, bool) {
	if s == "" || len(s) > maxPattern || !isASCII(s) {
		return []string{""}, s == ""
	}
	var out []string
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i:i+1])
			continue
		}
		if i++; i == len(s) {
			return nil, false
		}
		switch s[i] {
		case '0':
			out = append(out, "")
		case 'n':
			out = append(out, "\n")
		case 't':
			out = append(out, "\t")
		case '\\':
			out = append(out, "\\")
		default:
			return nil, false
		}
	}
	return out, true
}

// seq folds whole numbers.
func seq(c *call) (string, bool) {
	args, separator, pad := c.args, "\n", false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && (args[0][1] < '0' || args[0][1] > '9') {
		switch a := args[0]; {
		case a == "-w" || a == "--equal-width":
			pad = true
		case a == "-s" && len(args) > 1:
			separator, args = args[1], args[1:]
		case strings.HasPrefix(a, "-s"):
			separator = a[2:]
		case strings.HasPrefix(a, "--separator="):
			separator = a[len("--separator="):]
		default:
			return "", false
		}
		args = args[1:]
	}
	if len(args) == 0 || len(args) > 3 {
		return "", false
	}
	var n [3]int
	for i, a := range args {
		v, ok := number(strings.TrimPrefix(a, "-"))
		if !ok {
			return "", false
		}
		if a[0] == '-' {
			v = -v
		}
		n[i] = v
	}
	first, step, last := 1, 1, n[0]
	switch len(args) {
	case 2:
		first, last = n[0], n[1]
	case 3:
		first, step, last = n[0], n[1], n[2]
	}
	if step == 0 || pad && (first < 0 || last < 0) {
		return "", false
	}
	width := 0
	if pad {
		width = max(len(strconv.Itoa(first)), len(strconv.Itoa(last)))
	}
	var b strings.Builder
	for v := first; step > 0 && v <= last || step < 0 && v >= last; v += step {
		if v != first {
			b.WriteString(separator)
		}
		s := strconv.Itoa(v)
		for range width - len(s) {
			b.WriteByte('0')
		}
		b.WriteString(s)
		if b.Len() > MaxOutput {
			return "", false
		}
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String(), true
}

// wc folds one count of its stdin.
func wc(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "c,bytes l,lines w,words -,chars -,max-line-length -,total: -,files0-from: -,help -,version")
	if !ok || len(opts) != 1 || len(operands) > 0 || !c.hasStdin {
		return "", false
	}
	n := 0
	switch opts[0].name {
	case 'c':
		n = len(c.stdin)
	case 'l':
		n = strings.Count(c.stdin, "\n")
	case 'w':
		if !isASCII(c.stdin) {
			return "", false
		}
		n = len(strings.Fields(c.stdin))
	}
	return strconv.Itoa(n) + "\n", true
}

func basename(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "a,multiple s,suffix: -,zero -,help -,version")
	if !ok || len(operands) == 0 {
		return "", false
	}
	suffix, multiple := opts.last('s')
	if !multiple && !opts.has('a') {
		if len(operands) > 2 {
			return "", false
		}
		if len(operands) == 2 {
			suffix, operands = operands[1], operands[:1]
		}
	}
	var b strings.Builder
	for _, o := range operands {
		name := strings.TrimRight(o, "/")
		if name == "" && o != "" {
			name = "/"
		}
		if i := strings.LastIndexByte(name, '/'); i >= 0 && name != "/" {
			name = name[i+1:]
		}
		if name != suffix {
			name = strings.TrimSuffix(name, suffix)
		}
		b.WriteString(name)
		b.WriteByte('\n')
	}
	return b.String(), true
}

func dirname(c *call) (string, bool) {
	_, operands, ok := options(c.args, "-,zero -,help -,version")
	if !ok || len(operands) == 0 {
		return "", false
	}
	var b strings.Builder
	for _, o := range operands {
		dir := strings.TrimRight(o, "/")
		switch i := strings.LastIndexByte(dir, '/'); {
		case dir == "" && o != "":
			dir = "/"
		case i < 0:
			dir = "."
		default:
			if dir = strings.TrimRight(dir[:i], "/"); dir == "" {
				dir = "/"
			}
		}
		b.WriteString(dir)
		b.WriteByte('\n')
	}
	return b.String(), true
}

// expr folds one arithmetic operation, substr and length.
func expr(c *call) (string, bool) {
	a := c.args
	switch {
	case len(a) == 4 && a[0] == "substr" && isASCII(a[1]):
		from, ok := number(a[2])
		size, ok2 := number(a[3])
		if !ok || !ok2 {
			return "", false
		}
		if from == 0 || from > len(a[1]) {
			return "\n", true
		}
		rest := a[1][from-1:]
		return rest[:min(size, len(rest))] + "\n", true
	case len(a) == 2 && a[0] == "length" && isASCII(a[1]):
		return strconv.Itoa(len(a[1])) + "\n", true
	case len(a) == 3:
		x, ok := number(a[0])
		y, ok2 := number(a[2])
		if !ok || !ok2 {
			return "", false
		}
		switch a[1] {
		case "+":
			x += y
		case "-":
			x -= y
		case "*":
			x *= y
		case "/", "%":
			if y == 0 {
				return "", false
			}
			if a[1] == "/" {
				x /= y
			} else {
				x %= y
			}
		default:
			return "", false
		}
		return strconv.Itoa(x) + "\n", true
	}
	return "", false
}
