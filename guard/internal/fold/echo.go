package fold

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// echo is bash's builtin with xpg_echo off.
func echo(c *call) (string, bool) {
	args := c.args
	newline, escapes := true, false
	for len(args) > 0 && isEchoOption(args[0]) {
		for _, o := range []byte(args[0][1:]) {
			switch o {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		if !escapes {
			b.WriteString(a)
			continue
		}
		if stop := unescape(&b, a, inEcho); stop {
			return b.String(), true
		}
	}
	if newline {
		b.WriteByte('\n')
	}
	return b.String(), true
}

func isEchoOption(a string) bool {
	return len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "neE") == ""
}

// dialect says whose backslash escapes are read: they differ in octal numbers, quotes and \c.
type dialect uint8

const (
	inEcho   dialect = iota // echo -e
	inFormat                // printf's format
	inB                     // printf's %b
)

// unescape writes s with its backslash escapes replaced; stop says that \c ended all output.
func unescape(b *strings.Builder, s string, d dialect) (stop bool) {
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		if s[i+1] == 'c' && d != inFormat {
			return true
		}
		i += escape(b, s[i:], d)
	}
	return false
}

// escape writes what the escape that s begins with stands for and returns its length. s begins
// with a backslash and has at least one byte more.
func escape(b *strings.Builder, s string, d dialect) int {
	switch ch := s[1]; ch {
	case 'a':
		b.WriteByte('\a')
	case 'b':
		b.WriteByte('\b')
	case 'e', 'E':
		b.WriteByte(0x1b)
	case 'f':
		b.WriteByte('\f')
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'v':
		b.WriteByte('\v')
	case '\\':
		b.WriteByte('\\')
	case '\'', '"', '?':
		if d != inFormat {
			b.WriteByte('\\')
		}
		b.WriteByte(ch)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		start, most := 1, 3
		if d == inEcho && ch != '0' {
			b.WriteString(s[:2])
			return 2
		}
		if d != inFormat && ch == '0' {
			start = 2
		}
		n, used := digits(s[start:], most, 8)
		b.WriteByte(byte(n))
		return start + used
	case 'x', 'u', 'U':
		most := map3(ch, 2, 4, 8)
		n, used := digits(s[2:], most, 16)
		if used == 0 {
			b.WriteString(s[:2])
			return 2
		}
		switch {
		case ch == 'x':
			b.WriteByte(byte(n))
		case n > utf8.MaxRune:
			b.WriteString(s[:2+used])
		default:
			b.WriteRune(rune(n))
		}
		return 2 + used
	default:
		b.WriteString(s[:2])
	}
	return 2
}

func map3(ch byte, x, u, big int) int {
	switch ch {
	case 'x':
		return x
	case 'u':
		return u
	}
	return big
}

// digits reads at most most digits of a base.
func digits(s string, most int, base uint64) (n uint64, used int) {
	for used < most && used < len(s) {
		v := uint64(digit(s[used]))
		if v >= base {
			break
		}
		n = n*base + v
		used++
	}
	return n, used
}

func digit(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

// printf is bash's builtin; the caller has taken -v NAME off.
func printf(c *call) (string, bool) {
	args := c.args
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	} else if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		return "", false
	}
	if len(args) == 0 {
		return "", false
	}
	p := printer{args: args[1:]}
	for {
		before := len(p.args)
		if stop, ok := p.format(args[0]); !ok || stop {
			return p.out.String(), ok
		}
		if len(p.args) == 0 || len(p.args) == before {
			return p.out.String(), true
		}
		if p.out.Len() > MaxOutput {
			return "", false
		}
	}
}

type printer struct {
	out  strings.Builder
	args []string
}

func (p *printer) next() (string, bool) {
	if len(p.args) == 0 {
		return "", false
	}
	a := p.args[0]
	p.args = p.args[1:]
	return a, true
}

// format writes the format once.
func (p *printer) format(f string) (stop, ok bool) {
	for i := 0; i < len(f); {
		switch {
		case f[i] == '\\' && i+1 < len(f):
			i += escape(&p.out, f[i:], inFormat)
		case f[i] != '%':
			p.out.WriteByte(f[i])
			i++
		default:
			used, stop, ok := p.directive(f[i:])
			if !ok || stop {
				return stop, ok
			}
			i += used
		}
	}
	return false, true
}

// directive writes one conversion, %...; f begins with the percent sign.
func (p *printer) directive(f string) (used int, stop, ok bool) {
	i := 1
	var left, zero, plus, space, alt bool
	for ; i < len(f); i++ {
		switch f[i] {
		case '-':
			left = true
		case '0':
			zero = true
		case '+':
			plus = true
		case ' ':
			space = true
		case '#':
			alt = true
		default:
			goto width
		}
	}
width:
	width, n, ok := p.count(f[i:])
	if !ok {
		return 0, false, false
	}
	i += n
	if width < 0 {
		left, width = true, -width
	}
	precision := -1
	if i < len(f) && f[i] == '.' {
		if precision, n, ok = p.count(f[i+1:]); !ok {
			return 0, false, false
		}
		i += 1 + n
	}
	if i == len(f) || width > MaxOutput || precision > MaxOutput {
		return 0, false, false
	}
	conv := f[i]
	i++
	if conv == '%' {
		if i != 2 {
			return 0, false, false
		}
		p.out.WriteByte('%')
		return i, false, true
	}
	arg, given := p.next()
	var s string
	switch conv {
	case 's':
		s = arg
	case 'b':
		var b strings.Builder
		stop = unescape(&b, arg, inB)
		s = b.String()
	case 'q':
		if s, ok = quote(arg); !ok {
			return 0, false, false
		}
	case 'c':
		if !given || arg == "" {
			// Bash writes a NUL byte for an empty argument in some versions and nothing in others.
			return 0, false, false
		}
		if arg[0] >= utf8.RuneSelf {
			return 0, false, false
		}
		s = arg[:1]
		precision = -1
	case 'd', 'i', 'u', 'o', 'x', 'X':
		v, ok := integer(arg)
		if !ok {
			return 0, false, false
		}
		s = digitsOf(v, conv, plus, space, alt)
		if precision >= 0 {
			zero = false
			sign := len(s) - len(strings.TrimLeft(s, "+- "))
			if alt && precision > 0 {
				return 0, false, false
			}
			for len(s)-sign < precision {
				s = s[:sign] + "0" + s[sign:]
			}
			if precision == 0 && v == 0 {
				return 0, false, false
			}
			precision = -1
		}
		if zero && !left {
			if alt && v != 0 {
				return 0, false, false
			}
			sign := len(s) - len(strings.TrimLeft(s, "+- "))
			if pad := width - len(s); pad > 0 {
				s = s[:sign] + strings.Repeat("0", pad) + s[sign:]
			}
		}
	default:
		return 0, false, false
	}
	if precision >= 0 && len(s) > precision {
		if !isASCII(s) {
			return 0, false, false
		}
		s = s[:precision]
	}
	if pad := width - len(s); pad > 0 {
		switch {
		case !isASCII(s):
			return 0, false, false
		case left:
			s += strings.Repeat(" ", pad)
		case zero && (conv == 's' || conv == 'b' || conv == 'q' || conv == 'c'):
			return 0, false, false
		default:
			s = strings.Repeat(" ", pad) + s
		}
	}
	p.out.WriteString(s)
	return i, stop, true
}

// count reads a width or a precision: digits, or * with its argument.
func (p *printer) count(f string) (n, used int, ok bool) {
	if f != "" && f[0] == '*' {
		a, given := p.next()
		if !given {
			return 0, 1, true
		}
		v, ok := integer(a)
		if !ok || v > MaxOutput || v < -MaxOutput {
			return 0, 0, false
		}
		return int(v), 1, true
	}
	for used < len(f) && '0' <= f[used] && f[used] <= '9' {
		used++
	}
	if used == 0 {
		return 0, 0, true
	}
	n, ok = number(f[:used])
	return n, used, ok
}

// integer reads a number as printf does: C syntax, or a quote and a character.
func integer(s string) (int64, bool) {
	if s == "" {
		return 0, true
	}
	if s[0] == '\'' || s[0] == '"' {
		if len(s) == 1 {
			return 0, true
		}
		r, n := utf8.DecodeRuneInString(s[1:])
		return int64(r), r != utf8.RuneError || n > 1
	}
	s = strings.TrimLeft(s, " \t\n")
	if strings.Contains(s, "_") || strings.HasPrefix(strings.ToLower(strings.TrimLeft(s, "+-")), "0b") ||
		strings.HasPrefix(strings.ToLower(strings.TrimLeft(s, "+-")), "0o") {
		return 0, false
	}
	v, err := strconv.ParseInt(s, 0, 64)
	return v, err == nil
}

func digitsOf(v int64, conv byte, plus, space, alt bool) string {
	switch conv {
	case 'd', 'i':
		s := strconv.FormatInt(v, 10)
		switch {
		case v >= 0 && plus:
			return "+" + s
		case v >= 0 && space:
			return " " + s
		}
		return s
	case 'u':
		return strconv.FormatUint(uint64(v), 10)
	case 'o':
		s := strconv.FormatUint(uint64(v), 8)
		if alt && v != 0 {
			s = "0" + s
		}
		return s
	}
	s := strconv.FormatUint(uint64(v), 16)
	if alt && v != 0 {
		s = "0x" + s
	}
	if conv == 'X' {
		s = strings.ToUpper(s)
	}
	return s
}

// quote is %q: backslashes before what a shell would read. Texts with control bytes or
// beyond ASCII are written as $'...' by rules that depend on the locale.
func quote(s string) (string, bool) {
	if s == "" {
		return "''", true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c < ' ' || c >= 0x7f:
			return "", false
		case c == '~' && i > 0 && s[i-1] != ':' && s[i-1] != '=', c == '#' && i > 0:
		case strings.IndexByte(" !\"#$&'()*,;<>?[\\]^`{|}~", c) >= 0:
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String(), true
}
