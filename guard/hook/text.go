package hook

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxReason bounds a reason, in bytes. Agents pass tens of kilobytes on to the model; a
// reason is a sentence or two, and it carries words of the command, which may be long.
const MaxReason = 1200

// OneLine makes a text fit for a terminal and for a model's context: one line of at most
// limit bytes, without control characters, escape sequences, characters that reorder or hide
// text, or bad UTF-8. It is never empty.
func OneLine(s string, limit int) string {
	var b strings.Builder
	b.Grow(min(len(s), limit) + 4)
	blank := false
	for i := 0; i < len(s) && b.Len() <= limit; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == 0x1b {
			i += escapeLength(s[i:])
			continue
		}
		i += size
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029:
			blank = b.Len() > 0
			continue
		case r == utf8.RuneError && size == 1:
			r = '?'
		case r != ' ' && (unicode.IsControl(r) || hides(r)):
			continue
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
	}
	out := cut(b.String(), limit)
	if out == "" {
		return "refused by bashguard"
	}
	return out
}

// hides tells whether a rune reorders or hides text, or shows as nothing.
func hides(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x3164, r == 0xffa0, r == 0xfeff:
		return true
	case r >= 0x180b && r <= 0x180f, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xfff0 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe0fff:
		return true
	case r >= 0xe000 && r <= 0xf8ff, r >= 0xf0000:
		return true // private use: no agreed look
	}
	return false
}

// escapeLength is the length of the terminal escape sequence that s begins with.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[': // parameters and intermediates, then one final byte
		for i := 2; i < len(s); i++ {
			if c := s[i]; c < 0x20 || c > 0x3f {
				if c >= 0x40 && c <= 0x7e {
					return i + 1
				}
				return i
			}
		}
		return len(s)
	case ']', 'P', 'X', '^', '_': // a string up to BEL or ESC backslash, on one line
		for i := 2; i < len(s); i++ {
			switch {
			case s[i] == 7:
				return i + 1
			case s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\':
				return i + 2
			case s[i] < 0x20:
				return i
			}
		}
		return 2 // without its end it is text: hide the introducer only
	}
	if s[1] >= 0x20 && s[1] <= 0x7e {
		return 2
	}
	return 1
}

// cut shortens a text to at most limit bytes, at a character's boundary, and marks the cut.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	const mark = "..."
	end := max(limit-len(mark), 0)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + mark
}

// Cut shortens a text to at most limit bytes, at a character's boundary, and marks the cut.
func Cut(s string, limit int) string { return cut(s, limit) }
