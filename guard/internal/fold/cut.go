package fold

import (
	"strings"
)

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
