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
// own words, but a bracket in quotes looks like any other; so each time that the parser asks for
// more text, about every KiB, its stack is looked at.
type textReader struct {
	text string
	off  int
}

// Read implements io.Reader.
func (t *textReader) Read(p []byte) (int, error) {
	if t.off > 0 && t.off < len(t.text) {
		var pc [1]uintptr
		if runtime.Callers(maxParserFrames, pc[:]) > 0 {
			return 0, errTooDeep
		}
	}
	if t.off >= len(t.text) {
		return 0, io.EOF
	}
	n := copy(p, t.text[t.off:])
	t.off += n
	return n, nil
}
