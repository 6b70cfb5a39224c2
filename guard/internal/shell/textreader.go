package shell

import (
	"errors"
	"io"
	"runtime"
)

// errTooDeep stops the parser when it has recursed too far.
var errTooDeep = errors.New("syntax nested too deeply")

// textReader feeds a text to the parser, which recurses without a limit of its own: an overflow of
// the stack would end the process. Counting brackets beforehand catches honest nesting with its
// own words, but a closing bracket in quotes looks like any other; so each time that enough opening
// ones have gone by, the stack is looked at. (It also grows by one frame for each comment in a row.)
type textReader struct {
	text    string
	off     int
	openers int // since the stack was looked at
}

// Read implements io.Reader.
func (t *textReader) Read(p []byte) (int, error) {
	if t.openers >= openersPerLook {
		t.openers = 0
		var pc [1]uintptr
		if runtime.Callers(maxParserFrames, pc[:]) > 0 {
			return 0, errTooDeep
		}
	}
	if t.off >= len(t.text) {
		return 0, io.EOF
	}
	n := copy(p, t.text[t.off:])
	for _, c := range p[:n] {
		switch c {
		case '(', '{', '[', '`', '"':
			t.openers++
		}
	}
	t.off += n
	return n, nil
}
