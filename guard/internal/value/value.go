// Package value has the values that a reading of shell text works with: text that is
// known, and pieces that are not, each with its origin.
package value

import "strings"

// Origin says where an unknown value comes from. It is a set: bytes that went through a
// program keep the origins of what went in.
type Origin uint16

// The origins. The zero value is a piece of which nothing is known.
const (
	Network    Origin = 1 << iota // bytes that came over the network
	File                          // the content of a file; Piece.Path names it
	Env                           // a variable that the text does not set; Piece.Name names it
	Time                          // date and the like
	Random                        // mktemp, $RANDOM, uuidgen
	Stdin                         // what the host gives on standard input, or a terminal
	Output                        // the output of a program
	Positional                    // $1 and the like of the outermost text
	Names                         // file names found in a directory: find, ls, a glob
	Joined                        // a value that branches or loops left open
	Limit                         // a value given up because a limit was hit
)

var originNames = [...]string{"network", "file", "environment", "time", "random", "stdin", "a program's output", "positional parameter", "file names", "branches", "a limit"}

// String lists the origins in words, for messages.
func (o Origin) String() string {
	if o == 0 {
		return "unknown"
	}
	var names []string
	for i, name := range originNames {
		if o&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Kind tells what a piece is.
type Kind uint8

// The kinds of piece.
const (
	Text    Kind = iota // known text; no shell meaning is left in it
	Glob                // known text that is an active pattern: *, ?, [a-z]
	Unknown             // not known; Origin says where it comes from
)

// Piece is a run of a word that is of one kind.
type Piece struct {
	Text   string // the text or the pattern; for Unknown, how it was written: $DIR, $(date)
	Name   string // Unknown: the variable's name or the program whose output it is
	Path   string // Unknown with origin File: the absolute path of the file, when known
	Kind   Kind
	Origin Origin
	// Quoted: the piece stood in quotes, so an unknown one does not split into words.
	Quoted bool
	// NonEmpty: an unknown piece that cannot be empty, such as ${X:?} or mktemp's output.
	NonEmpty bool
	// Simple: an unknown piece that holds no slash, blank or shell syntax (a random suffix, a number).
	Simple bool
	// Derived: bytes made from the origins by a program, so not the file's or the network's own text.
	Derived bool
}

// Word is one word after expansion, or the content of a stream. It is a sequence of
// pieces; a word that is wholly known keeps its text in Lit and has no pieces.
// The zero Word is the known empty word.
type Word struct {
	Lit    string
	Pieces []Piece
	// Pos and End are byte offsets of the word in the outermost source text.
	Pos, End int
}

// Known returns the text of a word that is wholly known and holds no active pattern.
func (w *Word) Known() (string, bool) { return w.Lit, w.Pieces == nil }

// Lit makes a known word.
func Lit(s string) Word { return Word{Lit: s} }

// Of makes a word of pieces, joining neighbours of the same known kind.
func Of(pieces ...Piece) Word {
	var w Word
	for i := range pieces {
		w.Append(pieces[i])
	}
	return w
}

// Append adds a piece at the end.
func (w *Word) Append(p Piece) {
	if p.Kind == Text {
		w.AppendText(p.Text)
		return
	}
	w.split()
	w.Pieces = append(w.Pieces, p)
}

// AppendText adds known text at the end.
func (w *Word) AppendText(s string) {
	if s == "" {
		return
	}
	if w.Pieces == nil {
		w.Lit += s
		return
	}
	if last := &w.Pieces[len(w.Pieces)-1]; last.Kind == Text {
		last.Text += s
		return
	}
	w.Pieces = append(w.Pieces, Piece{Text: s})
}

// AppendWord adds all of another word at the end.
func (w *Word) AppendWord(v Word) {
	if v.Pieces == nil {
		w.AppendText(v.Lit)
		return
	}
	for i := range v.Pieces {
		w.Append(v.Pieces[i])
	}
}

func (w *Word) split() {
	if w.Pieces == nil {
		w.Pieces = make([]Piece, 0, 3)
		if w.Lit != "" {
			w.Pieces = append(w.Pieces, Piece{Text: w.Lit})
		}
		w.Lit = ""
	}
}

// Prefix returns the known text that the word begins with; all says that this is the whole word.
func (w *Word) Prefix() (text string, all bool) {
	if w.Pieces == nil {
		return w.Lit, true
	}
	if w.Pieces[0].Kind == Text {
		return w.Pieces[0].Text, false
	}
	return "", false
}

// Suffix returns the known text that the word ends with.
func (w *Word) Suffix() string {
	if w.Pieces == nil {
		return w.Lit
	}
	if last := w.Pieces[len(w.Pieces)-1]; last.Kind == Text {
		return last.Text
	}
	return ""
}

// HasUnknown tells whether some piece is unknown.
func (w *Word) HasUnknown() bool {
	for i := range w.Pieces {
		if w.Pieces[i].Kind == Unknown {
			return true
		}
	}
	return false
}

// HasGlob tells whether some piece is an active pattern.
func (w *Word) HasGlob() bool {
	for i := range w.Pieces {
		if w.Pieces[i].Kind == Glob {
			return true
		}
	}
	return false
}

// Splits tells whether the word may stand for any number of words: it holds an unknown
// piece outside quotes.
func (w *Word) Splits() bool {
	for i := range w.Pieces {
		if p := &w.Pieces[i]; p.Kind == Unknown && !p.Quoted && !p.Simple {
			return true
		}
	}
	return false
}

// Origin is the union of the origins of the unknown pieces.
func (w *Word) Origin() Origin {
	var o Origin
	for i := range w.Pieces {
		o |= w.Pieces[i].Origin
	}
	return o
}

// IsEmpty tells whether the word is known to be the empty text.
func (w *Word) IsEmpty() bool { return w.Pieces == nil && w.Lit == "" }

// String renders the word for messages: known text as it is, unknown pieces as they were written.
func (w *Word) String() string {
	if w.Pieces == nil {
		return w.Lit
	}
	var b strings.Builder
	for i := range w.Pieces {
		b.WriteString(w.Pieces[i].Text)
	}
	return b.String()
}

// WithoutUnknown returns the known text with every unknown piece that can be empty taken as
// empty; ok is false when a piece cannot be empty. Glob pieces keep their text.
func (w *Word) WithoutUnknown() (text string, ok bool) {
	if w.Pieces == nil {
		return w.Lit, true
	}
	var b strings.Builder
	for i := range w.Pieces {
		p := &w.Pieces[i]
		switch {
		case p.Kind != Unknown:
			b.WriteString(p.Text)
		case p.NonEmpty:
			return "", false
		}
	}
	return b.String(), true
}
