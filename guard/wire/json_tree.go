package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Fault is what keeps a file from being changed.
type Fault struct {
	Path         string
	Line, Column int // from 1, in bytes; 0 when the fault has no place
	What         string
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Path + ": " + f.What
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.Path, f.Line, f.Column, f.What)
}

// faultAt makes a fault at a byte of a file.
func faultAt(path string, data []byte, offset int, what string) *Fault {
	before := data[:min(max(offset, 0), len(data))]
	return &Fault{path, 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n'), what}
}

// node is a value of a JSON text and where it stands.
type node struct {
	kind       byte // { [ " and, for all else, 0
	start, end int
	text       string   // what a string says
	keys       []string // of an object, beside items
	keyStarts  []int
	items      []*node
}

// get is the member of that name, nil when there is none.
func (n *node) get(key string) *node {
	if i := n.index(key); i >= 0 {
		return n.items[i]
	}
	return nil
}

func (n *node) index(key string) int {
	for i := range n.keys {
		if n.keys[i] == key {
			return i
		}
	}
	return -1
}

// str is the text of a string member, "" when it is none.
func (n *node) str(key string) string {
	if v := n.get(key); v != nil && v.kind == '"' {
		return v.text
	}
	return ""
}

// childStart is where a child begins, its key included.
func (n *node) childStart(i int) int {
	if n.kind == '{' {
		return n.keyStarts[i]
	}
	return n.items[i].start
}

const byteOrderMark = "\uFEFF"

// parseTree reads a JSON text of one object. A byte order mark is passed over.
func parseTree(path string, data []byte) (*node, error) {
	body := bytes.TrimPrefix(data, []byte(byteOrderMark))
	skipped := len(data) - len(body)
	if !utf8.Valid(body) {
		at := 0
		for r, size := utf8.DecodeRune(body); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(body[at:]) {
			at += size
		}
		return nil, faultAt(path, data, skipped+at, "this is not UTF-8")
	}
	var whole json.RawMessage // numbers stay as they are, however large
	if err := json.Unmarshal(body, &whole); err != nil {
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at := skipped + int(syntax.Offset) - 1
			if strings.HasPrefix(err.Error(), "unexpected end") {
				at = len(bytes.TrimRight(data, " \t\r\n"))
			}
			return nil, faultAt(path, data, at, "not valid JSON: "+err.Error())
		}
		return nil, &Fault{Path: path, What: err.Error()}
	}
	s := &scanner{data: data, pos: skipped}
	s.blank()
	if data[s.pos] != '{' {
		return nil, faultAt(path, data, s.pos, "expected an object")
	}
	return s.value(), nil
}

// scanner walks over a text that is known to be JSON.
type scanner struct {
	data []byte
	pos  int
}

func (s *scanner) blank() {
	for s.pos < len(s.data) && strings.IndexByte(" \t\r\n", s.data[s.pos]) >= 0 {
		s.pos++
	}
}

func (s *scanner) value() *node {
	s.blank()
	n := &node{start: s.pos}
	switch c := s.data[s.pos]; c {
	case '{', '[':
		n.kind = c
		s.children(n)
	case '"':
		n.kind = c
		n.text = s.text()
	default:
		for s.pos < len(s.data) && strings.IndexByte(" \t\r\n,]}", s.data[s.pos]) < 0 {
			s.pos++
		}
	}
	n.end = s.pos
	return n
}

func (s *scanner) children(n *node) {
	s.pos++
	for {
		s.blank()
		switch s.data[s.pos] {
		case '}', ']':
			s.pos++
			return
		case ',':
			s.pos++
			continue
		}
		if n.kind == '{' {
			n.keyStarts = append(n.keyStarts, s.pos)
			n.keys = append(n.keys, s.text())
			s.blank()
			s.pos++ // the colon
		}
		n.items = append(n.items, s.value())
	}
}

func (s *scanner) text() (text string) {
	start := s.pos
	for s.pos++; s.data[s.pos] != '"'; s.pos++ {
		if s.data[s.pos] == '\\' {
			s.pos++
		}
	}
	s.pos++
	_ = json.Unmarshal(s.data[start:s.pos], &text)
	return text
}
