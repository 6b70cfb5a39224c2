package fold

import "strings"

// tr is GNU's: it works on bytes.
func tr(c *call) (string, bool) {
	args := c.args
	var complement, remove, squeeze, truncate bool
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		a := args[0]
		args = args[1:]
		if a == "--" {
			break
		}
		switch a {
		case "--complement":
			complement = true
			continue
		case "--delete":
			remove = true
			continue
		case "--squeeze-repeats":
			squeeze = true
			continue
		case "--truncate-set1":
			truncate = true
			continue
		}
		for _, o := range []byte(a[1:]) {
			switch o {
			case 'c', 'C':
				complement = true
			case 'd':
				remove = true
			case 's':
				squeeze = true
			case 't':
				truncate = true
			default:
				return "", false
			}
		}
	}
	two := !remove && !squeeze || remove && squeeze
	if !c.hasStdin || len(args) == 0 || len(args) > 2 || two != (len(args) == 2) && (!squeeze || remove) {
		return "", false
	}
	if truncate || !isASCII(c.stdin) {
		return "", false
	}
	set1, ok := trSet(args[0], 0)
	if !ok {
		return "", false
	}
	var in1 [256]bool
	for _, b := range set1 {
		in1[b] = true
	}
	if complement {
		set1 = nil
		for b := range in1 {
			if in1[b] = !in1[b]; in1[b] {
				set1 = append(set1, byte(b))
			}
		}
	}
	var set2 []byte
	if len(args) == 2 {
		size := len(set1)
		if set2, ok = trSet(args[1], size); !ok {
			return "", false
		}
		// A class in both sets is a matter of upper and lower case; elsewhere it is an error.
		if strings.Contains(args[1], "[:") && args[1] != "[:upper:]" && args[1] != "[:lower:]" {
			return "", false
		}
	}
	var table [256]byte
	for i := range table {
		table[i] = byte(i)
	}
	squeezed := in1
	if len(args) == 2 {
		if !remove {
			if len(set2) == 0 {
				return "", false
			}
			for i, b := range set1 {
				table[b] = set2[min(i, len(set2)-1)]
			}
		}
		squeezed = [256]bool{}
		for _, b := range set2 {
			squeezed[b] = true
		}
	}
	var b strings.Builder
	last := -1
	for i := 0; i < len(c.stdin); i++ {
		ch := c.stdin[i]
		if remove && in1[ch] {
			continue
		}
		if len(args) == 2 && !remove {
			ch = table[ch]
		}
		if squeeze && squeezed[ch] && int(ch) == last {
			continue
		}
		last = int(ch)
		b.WriteByte(ch)
	}
	return b.String(), true
}

// trSet expands a set: ranges, classes, escapes and [c*n]; size is that of the first set, to
// which [c*] in the second fills up.
func trSet(s string, size int) ([]byte, bool) {
	if len(s) > maxPattern || !isASCII(s) {
		return nil, false
	}
	var set []byte
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], "[:") {
			end := strings.Index(s[i:], ":]")
			if end < 0 {
				return nil, false
			}
			class, ok := trClass(s[i+2 : i+end])
			if !ok {
				return nil, false
			}
			set = append(set, class...)
			i += end + 2
			continue
		}
		if strings.HasPrefix(s[i:], "[=") {
			return nil, false
		}
		if s[i] == '[' && i+2 < len(s) && s[i+2] == '*' && s[i+1] != '\\' {
			end := strings.IndexByte(s[i:], ']')
			if end < 0 {
				return nil, false
			}
			n := size - len(set)
			if digits := s[i+3 : i+end]; digits != "" {
				var ok bool
				if n, ok = number(digits); !ok || digits[0] == '0' || n > 1<<12 {
					return nil, false
				}
			}
			for range n {
				set = append(set, s[i+1])
			}
			i += end + 1
			continue
		}
		from, n, ok := trChar(s[i:])
		if !ok {
			return nil, false
		}
		i += n
		if i+1 < len(s) && s[i] == '-' {
			to, n, ok := trChar(s[i+1:])
			if !ok || to < from {
				return nil, false
			}
			for b := int(from); b <= int(to); b++ {
				set = append(set, byte(b))
			}
			i += 1 + n
			continue
		}
		set = append(set, from)
	}
	return set, true
}

func trChar(s string) (ch byte, used int, ok bool) {
	if s[0] != '\\' {
		return s[0], 1, true
	}
	if len(s) == 1 {
		return '\\', 1, true
	}
	switch s[1] {
	case 'a':
		return '\a', 2, true
	case 'b':
		return '\b', 2, true
	case 'f':
		return '\f', 2, true
	case 'n':
		return '\n', 2, true
	case 'r':
		return '\r', 2, true
	case 't':
		return '\t', 2, true
	case 'v':
		return '\v', 2, true
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, used := digits(s[1:], 3, 8)
		return byte(n), 1 + used, n < 256
	}
	return s[1], 2, true
}

func trClass(name string) ([]byte, bool) {
	is, ok := class(name)
	if !ok {
		return nil, false
	}
	var set []byte
	for b := range 128 {
		if is(byte(b)) {
			set = append(set, byte(b))
		}
	}
	return set, true
}

// class returns the test of a POSIX character class, for ASCII.
func class(name string) (func(byte) bool, bool) {
	lower := func(b byte) bool { return 'a' <= b && b <= 'z' }
	upper := func(b byte) bool { return 'A' <= b && b <= 'Z' }
	digit := func(b byte) bool { return '0' <= b && b <= '9' }
	alnum := func(b byte) bool { return lower(b) || upper(b) || digit(b) }
	graph := func(b byte) bool { return b > ' ' && b < 0x7f }
	switch name {
	case "lower":
		return lower, true
	case "upper":
		return upper, true
	case "digit":
		return digit, true
	case "alpha":
		return func(b byte) bool { return lower(b) || upper(b) }, true
	case "alnum":
		return alnum, true
	case "space":
		return func(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }, true
	case "blank":
		return func(b byte) bool { return b == ' ' || b == '\t' }, true
	case "punct":
		return func(b byte) bool { return graph(b) && !alnum(b) }, true
	case "graph":
		return graph, true
	case "print":
		return func(b byte) bool { return b == ' ' || graph(b) }, true
	case "cntrl":
		return func(b byte) bool { return b < ' ' || b == 0x7f }, true
	case "xdigit":
		return func(b byte) bool { return digit(b) || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F' }, true
	}
	return nil, false
}
