package fold

import (
	"regexp"
	"strings"
)

// translateRegexp makes a Go regexp of a POSIX one, basic or extended as GNU sed reads them,
// matching leftmost-longest. loose says that what a group holds may differ between the two
// (groups that repeat or stand among alternatives). What is not surely the same is refused.
func translateRegexp(s string, extended bool, flags string) (re *regexp.Regexp, loose, ok bool) {
	t := regexpTranslator{s: s, extended: extended, start: true}
	if !t.run() {
		return nil, false, false
	}
	re, err := regexp.Compile("(?s)" + flags + t.b.String())
	if err != nil {
		return nil, false, false
	}
	re.Longest()
	return re, t.loose && re.NumSubexp() > 0, true
}

type regexpTranslator struct {
	s        string
	i        int
	b        strings.Builder
	extended bool
	loose    bool
	depth    int
	// start: at the beginning of the expression or of an alternative, where * is a star and ^ an anchor.
	start bool
	// atom: what stands before may be repeated; group: it is a group.
	atom, group bool
}

func (t *regexpTranslator) run() bool {
	for t.i < len(t.s) {
		ch := t.s[t.i]
		switch {
		case ch == '\\':
			if t.i+1 == len(t.s) || !t.escaped(t.s[t.i+1]) {
				return false
			}
		case ch == '[':
			end := bracketEnd(t.s[t.i:])
			if end < 0 || !t.brackets(t.s[t.i:t.i+end]) {
				return false
			}
			t.i += end
		case ch == '*':
			if t.start {
				if t.extended {
					return false
				}
				t.literal('*')
				t.i++
				continue
			}
			if !t.repeat("*") {
				return false
			}
			t.i++
		case ch == '.':
			t.b.WriteByte('.')
			t.isAtom(false)
			t.i++
		case ch == '^':
			if !t.start {
				if t.extended {
					return false
				}
				t.literal('^')
			} else {
				t.b.WriteByte('^')
			}
			t.i++
		case ch == '$':
			if t.i+1 == len(t.s) || strings.HasPrefix(t.s[t.i+1:], `\)`) || strings.HasPrefix(t.s[t.i+1:], `\|`) ||
				t.extended && (t.s[t.i+1] == ')' || t.s[t.i+1] == '|') {
				t.b.WriteByte('$')
				t.atom = false
			} else if t.extended {
				return false
			} else {
				t.literal('$')
			}
			t.i++
		case t.extended && strings.IndexByte("()|+?{", ch) >= 0:
			if !t.operator(ch, t.i+1) {
				return false
			}
		case ch < ' ':
			return false
		default:
			t.literal(ch)
			t.i++
		}
	}
	return t.depth == 0
}

func (t *regexpTranslator) isAtom(group bool) { t.start, t.atom, t.group = false, true, group }

func (t *regexpTranslator) literal(ch byte) {
	if strings.IndexByte(`\.+*?()|[]{}^$`, ch) >= 0 {
		t.b.WriteByte('\\')
	}
	t.b.WriteByte(ch)
	t.isAtom(false)
}

func (t *regexpTranslator) repeat(op string) bool {
	if !t.atom {
		return false
	}
	t.loose = t.loose || t.group
	t.b.WriteString(op)
	t.atom = false
	return true
}

// operator handles an operator of which the text goes on at next.
func (t *regexpTranslator) operator(ch byte, next int) bool {
	t.i = next
	switch ch {
	case '(':
		t.b.WriteByte('(')
		t.depth++
		t.start, t.atom = true, false
	case ')':
		if t.depth == 0 || t.start {
			return false
		}
		t.depth--
		t.b.WriteByte(')')
		t.isAtom(true)
	case '|':
		if t.start {
			return false
		}
		t.loose = true
		t.b.WriteByte('|')
		t.start, t.atom = true, false
	case '+', '?':
		return t.repeat(string(ch))
	case '{':
		closing := "}"
		if !t.extended {
			closing = `\}`
		}
		end := strings.Index(t.s[next:], closing)
		if end <= 0 {
			return false
		}
		count := t.s[next : next+end]
		from, to, _ := strings.Cut(count, ",")
		if n, ok := number(from); !ok || n > 100 {
			return false
		}
		if n, ok := number(to); to != "" && (!ok || n > 100) {
			return false
		}
		t.i = next + end + len(closing)
		return t.repeat("{" + count + "}")
	}
	return true
}

func (t *regexpTranslator) escaped(ch byte) bool {
	if !t.extended && strings.IndexByte("(){|+?", ch) >= 0 {
		if ch == '+' || ch == '?' {
			if t.start {
				return false
			}
		}
		return t.operator(ch, t.i+2)
	}
	t.i += 2
	switch ch {
	case 'n':
		t.b.WriteString(`\n`)
	case 't':
		t.b.WriteString(`\t`)
	case 'w':
		t.b.WriteString(`[0-9A-Za-z_]`)
	case 'W':
		t.b.WriteString(`[^0-9A-Za-z_]`)
	case 's':
		t.b.WriteString(`[\t-\r ]`)
	case 'S':
		t.b.WriteString(`[^\t-\r ]`)
	case '.', '*', '[', ']', '^', '$', '/', '\\', '-', ',', ':', ';', '@', '!', '%', '#', '=', '~', '&', '"', '\'', ' ':
		t.literal(ch)
		return true
	case '(', ')', '{', '}', '|', '+', '?':
		if !t.extended {
			return false
		}
		t.literal(ch)
		return true
	default:
		return false
	}
	t.isAtom(false)
	return true
}

// brackets translates a bracket expression, in which POSIX knows no escapes and GNU sed \n and \t.
func (t *regexpTranslator) brackets(s string) bool {
	t.b.WriteByte('[')
	body := s[1 : len(s)-1]
	if strings.HasPrefix(body, "^") {
		t.b.WriteByte('^')
		body = body[1:]
	}
	for i := 0; i < len(body); i++ {
		ch := body[i]
		switch {
		case ch == '[' && i+1 < len(body) && body[i+1] == ':':
			end := strings.Index(body[i:], ":]")
			if end < 0 {
				return false
			}
			if _, ok := class(body[i+2 : i+end]); !ok {
				return false
			}
			t.b.WriteString(body[i : i+end+2])
			i += end + 1
		case ch == '[' && i+1 < len(body) && (body[i+1] == '.' || body[i+1] == '='):
			return false
		case ch == '\\' && i+1 < len(body) && (body[i+1] == 'n' || body[i+1] == 't'):
			t.b.WriteString(body[i : i+2])
			i++
		case ch == '\\' && i+1 < len(body) && (body[i+1] >= 'a' && body[i+1] <= 'z' || body[i+1] == ']'):
			return false
		case ch == '-' && i > 0 && i+1 < len(body):
			if body[i+1] == '[' || body[i-1] == ']' {
				return false
			}
			t.b.WriteByte('-')
		default:
			if strings.IndexByte(`\[]^-&~`, ch) >= 0 {
				t.b.WriteByte('\\')
			}
			t.b.WriteByte(ch)
		}
	}
	t.b.WriteByte(']')
	t.isAtom(false)
	return true
}
