package shell

import (
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// Most commands are one program with plain words. Their tree is made here, the same that the parser
// makes (a test holds it to that), in memory that is used again. Whatever might be more than words
// and simple quotes is the parser's.

const (
	maxPlainText  = 1 << 10
	maxPlainWords = 24
	maxPlainParts = 32
)

// plainTree is the tree of one simple command.
type plainTree struct {
	list  [1]*syntax.Stmt
	stmt  syntax.Stmt
	call  syntax.CallExpr
	args  [maxPlainWords]*syntax.Word
	words [maxPlainWords]syntax.Word
	parts [maxPlainParts]syntax.WordPart
	lits  [maxPlainParts]syntax.Lit
}

var plainTrees = sync.Pool{New: func() any {
	t := &plainTree{}
	for i := range t.words {
		t.args[i] = &t.words[i]
	}
	t.list[0] = &t.stmt
	return t
}}

// byteClass is what a byte means outside of quotes.
type byteClass uint8

const (
	oddByte byteClass = iota
	blankByte
	wordByte // no meaning to the parser, wherever it stands in a word
	quoteByte
)

// byteClasses is filled by the compiler: there is nothing to do when the program starts.
var byteClasses = [256]byteClass{
	' ': blankByte, '\t': blankByte, '\'': quoteByte, '"': quoteByte,
	'%': wordByte, '*': wordByte, '+': wordByte, ',': wordByte, '-': wordByte, '.': wordByte, '/': wordByte,
	'0': wordByte, '1': wordByte, '2': wordByte, '3': wordByte, '4': wordByte, '5': wordByte, '6': wordByte, '7': wordByte, '8': wordByte, '9': wordByte,
	':': wordByte, '=': wordByte, '?': wordByte, '@': wordByte, '_': wordByte, '~': wordByte,
	'A': wordByte, 'B': wordByte, 'C': wordByte, 'D': wordByte, 'E': wordByte, 'F': wordByte, 'G': wordByte, 'H': wordByte, 'I': wordByte,
	'J': wordByte, 'K': wordByte, 'L': wordByte, 'M': wordByte, 'N': wordByte, 'O': wordByte, 'P': wordByte, 'Q': wordByte, 'R': wordByte,
	'S': wordByte, 'T': wordByte, 'U': wordByte, 'V': wordByte, 'W': wordByte, 'X': wordByte, 'Y': wordByte, 'Z': wordByte,
	'a': wordByte, 'b': wordByte, 'c': wordByte, 'd': wordByte, 'e': wordByte, 'f': wordByte, 'g': wordByte, 'h': wordByte, 'i': wordByte,
	'j': wordByte, 'k': wordByte, 'l': wordByte, 'm': wordByte, 'n': wordByte, 'o': wordByte, 'p': wordByte, 'q': wordByte, 'r': wordByte,
	's': wordByte, 't': wordByte, 'u': wordByte, 'v': wordByte, 'w': wordByte, 'x': wordByte, 'y': wordByte, 'z': wordByte,
}

// plainCommand makes the tree of a text that is one simple command, nil when it may be anything else.
// The tree is the caller's until done. nesting bounds the brackets in quotes, which tooDeep counts.
func plainCommand(text, shell string, nesting int) *plainTree {
	if len(text) > maxPlainText || shell == "zsh" {
		return nil
	}
	i := 0
	for i < len(text) && byteClasses[text[i]] == blankByte {
		i++
	}
	start := i
	for i < len(text) && byteClasses[text[i]] == wordByte {
		i++
	}
	if name := text[start:i]; name == "" || reserved(name) || strings.IndexByte(name, '=') >= 0 {
		return nil // also NAME=value
	}
	t := plainTrees.Get().(*plainTree)
	if !t.fill(text, start, nesting) {
		t.done()
		return nil
	}
	return t
}

func (t *plainTree) done() { plainTrees.Put(t) }

// fill reads the words from start on.
func (t *plainTree) fill(text string, start, nesting int) bool {
	words, parts, brackets := 0, 0, 0
	for i := start; i < len(text); {
		if byteClasses[text[i]] == blankByte {
			i++
			continue
		}
		if words == maxPlainWords {
			return false
		}
		first := parts
		for i < len(text) && byteClasses[text[i]] != blankByte {
			if parts == maxPlainParts {
				return false
			}
			from := i
			switch byteClasses[text[i]] {
			case wordByte:
				for i < len(text) && byteClasses[text[i]] == wordByte {
					i++
				}
				t.lits[parts] = syntax.Lit{ValuePos: offset(from), ValueEnd: offset(i), Value: text[from:i]}
				t.parts[parts] = &t.lits[parts]
			case quoteByte:
				n, open := quotedLen(text[i:])
				if n == 0 {
					return false
				}
				i += n
				if brackets += open; brackets > nesting {
					return false
				}
				t.parts[parts] = t.quoted(text[from:i], from, parts)
			default:
				return false
			}
			parts++
		}
		t.words[words].Parts = t.parts[first:parts:parts]
		words++
	}
	t.call.Args = t.args[:words:words]
	t.stmt = syntax.Stmt{Position: offset(start), Cmd: &t.call}
	return true
}

// quoted is the node of a quoted text. The literal in double quotes takes the part's place in lits.
func (t *plainTree) quoted(s string, at, part int) syntax.WordPart {
	left, right, inner := offset(at), offset(at+len(s)-1), s[1:len(s)-1]
	if s[0] == '\'' {
		return &syntax.SglQuoted{Left: left, Right: right, Value: inner}
	}
	q := &syntax.DblQuoted{Left: left, Right: right}
	if inner != "" {
		t.lits[part] = syntax.Lit{ValuePos: offset(at + 1), ValueEnd: right, Value: inner}
		q.Parts = []syntax.WordPart{&t.lits[part]}
	}
	return q
}

// quotedLen is the length of the quoted text that s begins with, and how many brackets open in it;
// 0 when it holds more than plain characters.
func quotedLen(s string) (n, brackets int) {
	quote := s[0]
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			return i + 1, brackets
		case c < ' ', c >= 0x7f, quote == '"' && (c == '$' || c == '\\' || c == '`'):
			return 0, 0
		case c == '(', c == '[', c == '{':
			brackets++
		}
	}
	return 0, 0
}

func offset(at int) syntax.Pos { return syntax.NewPos(uint(at), 1, uint(at)+1) }

// reserved tells whether a word means something to the parser where a command begins.
func reserved(word string) bool {
	switch word {
	case "if", "then", "elif", "else", "fi", "while", "until", "for", "select", "do", "done", "in", "case", "esac",
		"function", "let", "declare", "local", "export", "readonly", "typeset", "nameref", "time", "coproc", "@test":
		return true
	}
	return false
}
