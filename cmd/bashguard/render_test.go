package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

func TestPositionCountsLinesAndCharactersFromOne(t *testing.T) {
	for _, tc := range []struct {
		text         string
		offset       int
		line, column int
	}{
		{"ls", 0, 1, 1},
		{"ls", 2, 1, 3},
		{"ls\nrm x", 2, 1, 3},
		{"ls\nrm x", 3, 2, 1},
		{"ls\nrm x", 7, 2, 5},
		{"ä b", 3, 1, 3},            // ä has two bytes
		{"\xff b", 2, 1, 3},         // a stray byte counts as one
		{"a\tb", 2, 1, 3},           // so does a tab
		{"", 0, 1, 1},               // an empty text has a place
		{"x", 99, 1, 2},             // past the end is the end
		{"x\n", 2, 2, 1},            // after the last newline
		{"日本 rm", len("日本 "), 1, 4}, // wide characters count as one
		{strings.Repeat("ä", 5000), 6000, 1, 3001},
		{strings.Repeat("ä\n", 5000), 2048, 683, 2},
		{strings.Repeat("x", 2048), 2048, 1, 2049},
	} {
		line, column := newSource(tc.text).position(tc.offset)
		assert.Equal(t, []int{tc.line, tc.column}, []int{line, column}, "%.40q at %d", tc.text, tc.offset)
	}
}

func TestUnderlinePutsMarksBelowTheSpan(t *testing.T) {
	long := strings.Repeat("x", 500)
	for _, tc := range []struct {
		name, text string
		span       guard.Span
		want       string
	}{
		{"middle", "ls; rm x; ls", guard.Span{Start: 4, End: 8}, "  1 | ls; rm x; ls\n    |     ^^^^\n"},
		{"second line", "ls\nrm x", guard.Span{Start: 3, End: 7}, "  2 | rm x\n    | ^^^^\n"},
		{"two lines", "rm \\\n  x", guard.Span{Start: 0, End: 8}, "  1 | rm \\\n    | ^^^^\n  2 |   x\n    |   ^\n"},
		{"tab", "\trm", guard.Span{Start: 1, End: 3}, "  1 |  rm\n    |  ^^\n"},
		{"wide characters", "日 rm", guard.Span{Start: 4, End: 6}, "  1 | 日 rm\n    |    ^^\n"},
		{"escape codes are shown, not sent", "\x1b[2J rm", guard.Span{Start: 5, End: 7}, "  1 | ␛[2J rm\n    |      ^^\n"},
		{"bidirectional overrides are shown", "\u202erm", guard.Span{Start: 3, End: 5}, "  1 | \\u202erm\n    |       ^^\n"},
		{"bad UTF-8 is shown", "\xffrm", guard.Span{Start: 1, End: 3}, "  1 | \\xffrm\n    |     ^^\n"},
		{"empty span", "", guard.Span{}, "  1 | \n    | ^\n"},
		{"span past the end", "rm", guard.Span{Start: 0, End: 99}, "  1 | rm\n    | ^^\n"},
		{"long line", long + "rm", guard.Span{Start: 500, End: 502}, "  1 | …" + long[:60] + "rm\n    | " + strings.Repeat(" ", 61) + "^^\n"},
	} {
		var out bytes.Buffer
		newSource(tc.text).underline(&out, false, tc.span, red)
		assert.Equal(t, tc.want, out.String(), tc.name)
	}
}

func TestUnderlineStopsAfterSomeLines(t *testing.T) {
	var out bytes.Buffer
	text := strings.Repeat("x\n", 9)
	newSource(text).underline(&out, false, guard.Span{Start: 0, End: len(text)}, red)
	assert.Contains(t, out.String(), "... 5 more lines")
	assert.Equal(t, 2*maxLines+1, strings.Count(out.String(), "\n"))
}

func TestColourIsForTerminalsAndHeedsNoColor(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	pipe, err := newPalette("auto", &bytes.Buffer{})
	require.NoError(t, err)
	assert.False(t, bool(pipe))

	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0) // a character device, as terminals are
	require.NoError(t, err)
	defer device.Close()
	for _, tc := range []struct {
		when, noColor, term string
		want                bool
	}{
		{"auto", "", "xterm", true},
		{"auto", "1", "xterm", false},
		{"auto", "", "dumb", false},
		{"always", "1", "dumb", true},
		{"never", "", "xterm", false},
	} {
		t.Setenv("NO_COLOR", tc.noColor)
		t.Setenv("TERM", tc.term)
		got, err := newPalette(tc.when, device)
		require.NoError(t, err)
		assert.Equal(t, tc.want, bool(got), "%+v", tc)
	}
	_, err = newPalette("sometimes", device)
	assert.ErrorContains(t, err, "sometimes")
}
