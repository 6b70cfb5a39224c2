// Package fold says what pure programs print when their arguments and their input are
// known: echo, printf, base64 -d, tr, sed s/// and the like. It never guesses: an option,
// a locale question or an input that it does not understand gives ok = false, and the
// output is then unknown to the caller. Nothing is run and no file is opened.
package fold

import (
	"strings"
	"unicode/utf8"
)

const (
	// MaxOutput bounds what is folded, in bytes: more than any text that a person hides in a
	// command line, little enough to answer at once.
	MaxOutput = 128 << 10
	// maxPattern bounds a sed script, an awk program or a tr set, in bytes.
	maxPattern = 4 << 10
	// maxEdited bounds the input of sed, whose cost per byte is high, in bytes.
	maxEdited = 64 << 10
)

// call is one program with its input while it is folded.
type call struct {
	args     []string
	stdin    string
	hasStdin bool
}

// program returns the function that folds a program, nil when it is not a pure one.
func program(name string) func(c *call) (string, bool) {
	switch name {
	case "echo":
		return echo
	case "printf":
		return printf
	case "cat", "gcat", "tac", "gtac", "rev", "tee":
		return func(c *call) (string, bool) { return whole(name, c) }
	case "base64", "gbase64":
		return base64Program
	case "base32", "gbase32":
		return base32Program
	case "xxd":
		return xxd
	case "gunzip", "zcat", "gzcat", "gzip":
		return func(c *call) (string, bool) { return gunzip(name, c) }
	case "bunzip2", "bzcat", "bzip2":
		return func(c *call) (string, bool) { return bunzip(name, c) }
	case "openssl":
		return openssl
	case "tr", "gtr":
		return tr
	case "head", "ghead":
		return head
	case "tail", "gtail":
		return tail
	case "cut", "gcut":
		return cut
	case "sed", "gsed":
		return sed
	case "awk", "gawk", "mawk", "nawk":
		return awk
	case "sort", "gsort":
		return sortProgram
	case "uniq", "guniq":
		return uniq
	case "fold", "gfold":
		return foldLines
	case "paste", "gpaste":
		return paste
	case "seq", "gseq":
		return seq
	case "wc", "gwc":
		return wc
	case "basename", "gbasename":
		return basename
	case "dirname", "gdirname":
		return dirname
	case "expr", "gexpr":
		return expr
	case "true", "false", ":":
		return func(*call) (string, bool) { return "", true }
	}
	return nil
}

// Pure tells whether the output of a program follows from its arguments and its input, so
// that Fold may know it.
func Pure(name string) bool { return program(name) != nil }

// Fold returns what a program prints. The arguments do not include its name; hasStdin says
// that stdin is wholly known. An operand that names a file other than - or /dev/stdin gives
// ok = false, as does all that is not understood.
//
// Programs that differ between systems are read as GNU's, echo and printf as bash's builtins.
func Fold(name string, args []string, stdin string, hasStdin bool) (out string, ok bool) {
	f := program(name)
	if f == nil || len(stdin) > MaxOutput {
		return "", false
	}
	out, ok = f(&call{args: args, stdin: stdin, hasStdin: hasStdin})
	if !ok || len(out) > MaxOutput {
		return "", false
	}
	return out, true
}

// input returns the text that a program reads: its stdin, when the operands name no other file.
func (c *call) input(operands []string) (string, bool) {
	if !c.hasStdin || len(operands) > 1 {
		return "", false
	}
	if len(operands) == 1 && !isStdin(operands[0]) {
		return "", false
	}
	return c.stdin, true
}

func isStdin(operand string) bool {
	switch operand {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// given are the options of a call, in order, by their one-letter names.
type given []struct {
	name  byte
	value string
}

func (g given) has(name byte) bool {
	for i := range g {
		if g[i].name == name {
			return true
		}
	}
	return false
}

// last returns the argument of the last option of that name.
func (g given) last(name byte) (string, bool) {
	for i := len(g) - 1; i >= 0; i-- {
		if g[i].name == name {
			return g[i].value, true
		}
	}
	return "", false
}

// options reads args by a grammar as in getopt: "d,decode w,wrap: -,help". A token is a letter,
// a long name, and a colon when it takes an argument; the letter "-" marks a long name that is
// in the program's grammar but not understood here, so that abbreviations resolve truly.
func options(args []string, grammar string) (opts given, operands []string, ok bool) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return opts, append(operands, args[i+1:]...), true
		case len(a) < 2 || a[0] != '-':
			operands = append(operands, a)
			continue
		case a[1] == '-':
			name, value, hasValue := strings.Cut(a[2:], "=")
			letter, takes, found := long(grammar, name)
			if !found || letter == '-' || hasValue && !takes {
				return nil, nil, false
			}
			if takes && !hasValue {
				if i++; i == len(args) {
					return nil, nil, false
				}
				value = args[i]
			}
			opts = append(opts, struct {
				name  byte
				value string
			}{letter, value})
			continue
		}
		for j := 1; j < len(a); j++ {
			takes, found := short(grammar, a[j])
			if !found {
				return nil, nil, false
			}
			value := ""
			if takes {
				if value = a[j+1:]; value == "" {
					if i++; i == len(args) {
						return nil, nil, false
					}
					value = args[i]
				}
			}
			opts = append(opts, struct {
				name  byte
				value string
			}{a[j], value})
			if takes {
				break
			}
		}
	}
	return opts, operands, true
}

func short(grammar string, letter byte) (takes, found bool) {
	if letter == '-' {
		return false, false
	}
	for tok := range strings.FieldsSeq(grammar) {
		if tok[0] == letter {
			return strings.HasSuffix(tok, ":"), true
		}
	}
	return false, false
}

// long finds a long option by its name or an unambiguous beginning of it.
func long(grammar, name string) (letter byte, takes, found bool) {
	if name == "" {
		return 0, false, false
	}
	for tok := range strings.FieldsSeq(grammar) {
		if len(tok) < 3 || tok[1] != ',' {
			continue
		}
		full := strings.TrimSuffix(tok[2:], ":")
		if full == name {
			return tok[0], strings.HasSuffix(tok, ":"), true
		}
		if strings.HasPrefix(full, name) {
			if found {
				return 0, false, false
			}
			letter, takes, found = tok[0], strings.HasSuffix(tok, ":"), true
		}
	}
	return letter, takes, found
}

// number reads a plain decimal count.
func number(s string) (int, bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// lines splits text as programs that read lines do: a missing last newline makes no
// difference to the number of lines.
func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

func join(ls []string) string {
	if len(ls) == 0 {
		return ""
	}
	return strings.Join(ls, "\n") + "\n"
}
