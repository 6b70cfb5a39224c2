package fold

import (
	"strconv"
	"strings"
)

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
