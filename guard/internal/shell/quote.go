package shell

import (
	"strings"
	"unicode/utf8"
)

// ansiC decodes the body of $'...' as bash does.
func ansiC(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a':
			b.WriteByte(7)
		case 'b':
			b.WriteByte(8)
		case 'e', 'E':
			b.WriteByte(27)
		case 'f':
			b.WriteByte(12)
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'v':
			b.WriteByte(11)
		case '\\', '\'', '"', '?':
			b.WriteByte(c)
		case 'x':
			digits, most := 2, 2
			brace := i+1 < len(s) && s[i+1] == '{'
			if brace {
				i++
				digits, most = 8, 8
			}
			n, used := number(s[i+1:], 16, digits)
			i += used
			if brace && i+1 < len(s) && s[i+1] == '}' {
				i++
			}
			_ = most
			if used == 0 {
				b.WriteString(`\x`)
				continue
			}
			if n&0xff == 0 {
				return b.String() // a NUL ends the string
			}
			b.WriteByte(byte(n))
		case 'u', 'U':
			most := 4
			if c == 'U' {
				most = 8
			}
			n, used := number(s[i+1:], 16, most)
			if used == 0 {
				b.WriteByte('\\')
				b.WriteByte(c)
				continue
			}
			i += used
			if n == 0 {
				return b.String()
			}
			if n > utf8.MaxRune {
				n = utf8.RuneError
			}
			b.WriteRune(rune(n))
		case 'c':
			if i+1 < len(s) {
				i++
				if n := s[i] & 0x1f; n != 0 {
					b.WriteByte(n)
				}
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, used := number(s[i:], 8, 3)
			i += used - 1
			if n&0xff == 0 {
				return b.String()
			}
			b.WriteByte(byte(n))
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// number reads at most most digits.
func number(s string, base, most int) (n, used int) {
	for used < len(s) && used < most {
		d := 0
		switch c := s[used]; {
		case c >= '0' && c <= '9':
			d = int(c - '0')
		case c >= 'a' && c <= 'f':
			d = int(c-'a') + 10
		case c >= 'A' && c <= 'F':
			d = int(c-'A') + 10
		default:
			return n, used
		}
		if d >= base {
			return n, used
		}
		n = n*base + d
		used++
	}
	return n, used
}
