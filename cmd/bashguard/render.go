package main

import (
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bashguard/bashguard/guard"
)

// palette paints text for a terminal; the zero value paints nothing.
type palette bool

// The ANSI codes in use.
const (
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	green  = "32"
	yellow = "1;33"
	cyan   = "36"
)

// paint puts the text in a colour.
func (p palette) paint(code, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// verdict paints a verdict's text in its colour.
func (p palette) verdict(v guard.Verdict, text string) string { return p.paint(verdictColour(v), text) }

func verdictColour(v guard.Verdict) string {
	switch v {
	case guard.Deny:
		return red
	case guard.Ask:
		return yellow
	}
	return green
}

// newPalette decides about colour: auto colours a terminal unless NO_COLOR is set
// (https://no-color.org) or the terminal is dumb.
func newPalette(when string, out io.Writer) (palette, error) {
	switch when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
		if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
			return false, nil
		}
		return palette(isTerminal(out)), nil
	}
	return false, fmt.Errorf("--color `%s`: use auto, always or never", when)
}

// isTerminal tells whether the stream is a character device, as terminals are.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// source is a text with its lines, to turn byte offsets into positions.
type source struct {
	text   string
	starts []int // byte offset of each line's beginning
	counts []int // characters before each stride of the text, so that a long line costs no more than a short one
}

// stride is the distance in bytes between two counts of characters.
const stride = 1 << 10

func newSource(text string) *source {
	s := &source{text: text, starts: []int{0}}
	chars := 0
	for i := 0; i < len(text); i++ {
		if i%stride == 0 {
			s.counts = append(s.counts, chars)
		}
		if utf8.RuneStart(text[i]) {
			chars++
		}
		if text[i] == '\n' {
			s.starts = append(s.starts, i+1)
		}
	}
	return s
}

// position is the line and column of a byte offset, both from 1. Columns count characters
// (code points), a tab is one.
func (s *source) position(offset int) (line, column int) {
	offset = max(0, min(offset, len(s.text)))
	line = sort.SearchInts(s.starts, offset+1)
	return line, s.chars(offset) - s.chars(s.starts[line-1]) + 1
}

// chars is the number of characters before a byte offset.
func (s *source) chars(offset int) int {
	at := min(offset/stride, len(s.counts)-1)
	if at < 0 {
		return 0
	}
	n := s.counts[at]
	for i := at * stride; i < offset; i++ {
		if utf8.RuneStart(s.text[i]) {
			n++
		}
	}
	return n
}

// line is the text of a line (from 1) without its newline.
func (s *source) line(n int) string {
	end := len(s.text)
	if n < len(s.starts) {
		end = s.starts[n] - 1
	}
	return s.text[s.starts[n-1]:end]
}

const (
	// maxLines is how many lines of a span are shown: enough to recognise it.
	maxLines = 4
	// maxWidth is how many columns of a line are shown around a span.
	maxWidth = 120
)

// underline shows the lines of a span, its part underlined.
func (s *source) underline(w io.Writer, p palette, span guard.Span, colour string) {
	start := max(0, min(span.Start, len(s.text)))
	end := max(start, min(span.End, len(s.text)))
	first, _ := s.position(start)
	last, _ := s.position(max(start, end-1))
	gutter := len(strconv.Itoa(last))
	for n := first; n <= last; n++ {
		if n-first >= maxLines {
			fmt.Fprintf(w, "  %*s %s\n", gutter, "", p.paint(dim, fmt.Sprintf("| ... %d more lines", last-n+1)))
			return
		}
		text, offset := s.line(n), s.starts[n-1]
		from, to := max(0, start-offset), min(len(text), end-offset)
		if n > first {
			from = len(text) - len(strings.TrimLeft(text, " \t"))
		}
		before, marked, after := clip(text, from, max(from, to))
		fmt.Fprintf(w, "  %s %s%s%s\n", p.paint(dim, fmt.Sprintf("%*d |", gutter, n)), before, p.paint(colour, marked), after)
		marks := strings.Repeat("^", max(1, width(marked)))
		fmt.Fprintf(w, "  %s %s%s\n", p.paint(dim, fmt.Sprintf("%*s |", gutter, "")), strings.Repeat(" ", width(before)), p.paint(colour, marks))
	}
}

// clip cuts a line into what stands before, in and after a span, each made safe for a
// terminal, and keeps a long line to what fits around the span.
func clip(text string, from, to int) (before, marked, after string) {
	before, marked, after = printable(text[:from]), printable(text[from:to]), printable(text[to:])
	if n := utf8.RuneCountInString(before); n > maxWidth/2 {
		before = "…" + string([]rune(before)[n-maxWidth/2:])
	}
	if n := utf8.RuneCountInString(marked); n > maxWidth {
		marked = string([]rune(marked)[:maxWidth]) + "…"
	}
	if n := utf8.RuneCountInString(after); n > maxWidth/2 {
		after = string([]rune(after)[:maxWidth/2]) + "…"
	}
	return before, marked, after
}

// printable makes text from a stranger safe to show: control characters, which could move the
// cursor or recolour the screen, and characters that reorder or hide text become visible.
func printable(text string) string {
	clean := true
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < ' ' || c >= 0x7f {
			clean = false
			break
		}
	}
	if clean {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r < ' ':
			b.WriteRune('\u2400' + r) // the picture of the control character
		case r == 0x7f:
			b.WriteRune('\u2421')
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// width is how many terminal columns a printable text takes.
func width(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r >= 0x1100 && wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide tells whether terminals show a character in two columns: CJK, Hangul, full-width forms, emoji.
func wide(r rune) bool {
	return r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff ||
		r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff || r >= 0x20000 && r <= 0x3fffd
}
