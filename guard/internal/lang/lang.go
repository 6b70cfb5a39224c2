// Package lang reads one-liners and scripts of other languages for the calls that delete,
// write, read, send, or run a shell. It is no interpreter: it takes the text as a sequence of
// expressions, follows simple assignments and imports, folds what is constant, and leaves the
// rest unknown. Every call in the text counts, whether or not it would be reached.
package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// CallKind says what a call does.
type CallKind uint8

// The kinds of call, with what Args holds for each.
const (
	Delete  CallKind = iota + 1 // paths
	Write                       // paths that are created or overwritten
	Append                      // paths
	Read                        // paths
	Move                        // the source, then the destination
	Attr                        // paths whose mode or owner changes
	Send                        // the URL or host, then what is sent; its pieces have origin File where it is a file's content
	Fetch                       // the URL
	Shell                       // one text for sh
	Exec                        // an argv; an unquoted unknown word may stand for many
	Eval                        // code of the same language that is not known; known code is read in place
	Socket                      // the host and the port
	ReadEnv                     // nothing: the whole environment is taken
	KillAll                     // nothing: a signal to every process
	Query                       // one text for a database: see SQL
	Limit                       // nothing: the text is too large or nests too deep to be read wholly
)

var kindNames = [...]string{"", "delete", "write", "append", "read", "move", "attr", "send", "fetch", "shell", "exec", "eval", "socket", "readenv", "killall", "query", "limit"}

// String is the kind's name in lower case.
func (k CallKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Call is one call found in a text.
type Call struct {
	Kind CallKind
	Args []value.Word
	// Recursive: everything below a deleted or changed directory too.
	Recursive bool
	// Contents: what is in the directory, not itself.
	Contents bool
	// Name is the function as the language calls it, aliases resolved: shutil.rmtree.
	Name string
	// Start and End are byte offsets in the text as code.String() renders it.
	Start, End int
}

const (
	// MaxCode bounds the text that is read, in bytes. Longer texts that name something of interest
	// give a call of kind Limit after what their beginning holds.
	MaxCode = 256 << 10
	// maxDepth bounds how deep expressions nest; people write less than twenty.
	maxDepth = 120
	// maxRescan bounds eval within eval and interpolation within interpolation.
	maxRescan = 6
	// maxAlternatives bounds the values that a variable may have at once.
	maxAlternatives = 16
	// maxValue bounds one folded text, in bytes.
	maxValue = 64 << 10
	// maxFolded bounds the bytes that folding makes in all, so that text that grows by
	// appending costs no more than linear time.
	maxFolded = 4 << 20
	// stepsPerToken bounds evaluation: comprehensions evaluate their tokens again.
	stepsPerToken = 16
	// maxCalls bounds what is reported for one text.
	maxCalls = 512
)

// language is one of those that are read.
type language uint8

const (
	python language = iota + 1
	javascript
	perl
	ruby
	php
	awk
	lua
	applescript
)

func languageOf(name string) language {
	switch name {
	case "python":
		return python
	case "javascript":
		return javascript
	case "perl":
		return perl
	case "ruby":
		return ruby
	case "php":
		return php
	case "awk":
		return awk
	case "lua":
		return lua
	case "applescript":
		return applescript
	}
	return 0
}

// Scan returns the calls of interest in a text, in order. The languages are python,
// javascript, perl, ruby, php, awk, lua and applescript; any other gives none. Unknown pieces of
// the code are unknown values where they stand in a string, and end nothing: text that they might
// close is read as it is written.
func Scan(lang string, code value.Word) []Call {
	l := languageOf(lang)
	if l == 0 {
		return nil
	}
	src := newSource(&code)
	if !interesting(l, src.text) {
		return nil
	}
	s := &scanner{lang: l, src: src}
	text := src.text
	if len(text) > MaxCode {
		text = text[:MaxCode]
		s.overflow = true
	}
	s.scan(text, 0, 0)
	if s.overflow {
		s.calls = append(s.calls, Call{Kind: Limit, End: src.offset(len(src.text))})
	}
	return s.calls
}

// hole marks an unknown piece in a source text: a NUL and two bytes of its number.
const (
	hole     = '\x00'
	holeSize = 3
	maxHoles = 250 * 250
)

// source is code with its unknown pieces replaced by holes.
type source struct {
	text   string
	pieces []value.Piece
	at     []int // offset of each hole
}

func newSource(code *value.Word) source {
	if text, known := code.Known(); known {
		if strings.IndexByte(text, hole) >= 0 {
			text = strings.ReplaceAll(text, "\x00", " ")
		}
		return source{text: text}
	}
	var s source
	var b strings.Builder
	for i := range code.Pieces {
		p := &code.Pieces[i]
		if p.Kind != value.Unknown || len(s.pieces) == maxHoles {
			b.WriteString(strings.ReplaceAll(p.Text, "\x00", " "))
			continue
		}
		n := len(s.pieces)
		s.at = append(s.at, b.Len())
		s.pieces = append(s.pieces, *p)
		b.WriteByte(hole)
		b.WriteByte(byte(n/250) + 1)
		b.WriteByte(byte(n%250) + 1)
	}
	s.text = b.String()
	return s
}

// piece returns the unknown piece whose hole stands at i in a text.
func (s *source) piece(text string, i int) value.Piece {
	if i+holeSize <= len(text) {
		n := (int(text[i+1])-1)*250 + int(text[i+2]) - 1
		if n >= 0 && n < len(s.pieces) {
			return s.pieces[n]
		}
	}
	return value.Piece{Kind: value.Unknown, Origin: value.Joined}
}

// offset turns an offset in the text with holes into one in the text as it renders.
func (s *source) offset(i int) int {
	out := i
	for n, at := range s.at {
		if at >= i {
			break
		}
		out += len(s.pieces[n].Text) - holeSize
	}
	return out
}

// scanner is the state of one Scan, shared by the parsers of its nested texts.
type scanner struct {
	lang     language
	src      source
	calls    []Call
	vars     map[string]val
	stars    []string // python: modules imported with *
	folded   int      // bytes made by folding
	overflow bool
	// evalStart and evalEnd are the place of the call that executes the text in course, for texts that
	// are no part of the source.
	evalStart, evalEnd int
}

// scan reads one text; base is its offset in the source, -1 when it is not part of it.
func (s *scanner) scan(text string, base, depth int) {
	if depth > maxRescan {
		s.overflow = true
		return
	}
	p := s.parser(text, base, depth)
	p.program()
}

func (s *scanner) parser(text string, base, depth int) *parser {
	p := &parser{scanner: s, rescan: depth, base: base}
	p.lex(text)
	p.steps = stepsPerToken*len(p.toks) + 1000
	return p
}
