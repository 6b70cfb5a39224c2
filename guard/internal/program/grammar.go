package program

import "strings"

// The kinds of argument that an option takes.
const (
	argNone byte = iota
	argNeeded
	argOptional
)

// token is one option of a grammar.
type token struct {
	name  string // canonical
	names string // all of them, comma separated
	arg   byte
	role  byte
	ends  bool
}

// readToken reads the token of opts that holds the position at.
func readToken(opts string, at int) token {
	start := strings.LastIndexByte(opts[:at], ' ') + 1
	end := len(opts)
	if i := strings.IndexByte(opts[at:], ' '); i >= 0 {
		end = at + i
	}
	t := token{names: opts[start:end]}
	if i := strings.IndexByte(t.names, ':'); i >= 0 {
		rest := t.names[i+1:]
		t.names = t.names[:i]
		t.arg = argNeeded
		if rest != "" && rest[0] == ':' {
			t.arg = argOptional
			rest = rest[1:]
		}
		if rest != "" && rest[len(rest)-1] == '!' {
			t.ends = true
			rest = rest[:len(rest)-1]
		}
		if rest != "" && rest != "-" {
			t.role = rest[0]
		}
	}
	t.name = t.names
	if i := strings.IndexByte(t.names, ','); i >= 0 {
		t.name = t.names[:i]
	}
	return t
}

// lookup finds an option by one of its names.
func lookup(opts, name string) (token, bool) {
	if name == "" {
		return token{}, false
	}
	for off := 0; ; {
		i := strings.Index(opts[off:], name)
		if i < 0 {
			return token{}, false
		}
		i += off
		if beginsName(opts, i) && endsName(opts, i+len(name)) {
			return readToken(opts, i), true
		}
		off = i + 1
	}
}

// abbreviated finds the long options that a name is a beginning of. Candidates of one token
// count once. Most names have one or none.
func abbreviated(opts, name string, found []token) []token {
	if name == "" {
		return found
	}
	for off := 0; ; {
		i := strings.Index(opts[off:], name)
		if i < 0 {
			return found
		}
		i += off
		off = i + 1
		// A one-letter name is a short option, not a long one to abbreviate.
		if !beginsName(opts, i) || len(name) == 1 && endsName(opts, i+1) {
			continue
		}
		t := readToken(opts, i)
		if len(found) == 0 || found[len(found)-1].names != t.names {
			found = append(found, t)
		}
	}
}

func beginsName(opts string, i int) bool {
	return i == 0 || opts[i-1] == ' ' || opts[i-1] == ','
}

func endsName(opts string, i int) bool {
	return i == len(opts) || opts[i] == ' ' || opts[i] == ',' || opts[i] == ':'
}

// operandRole returns the role of operand i of n by an Args grammar, '-' when it has none.
func operandRole(args string, i, n int) byte {
	if args == "" {
		return '-'
	}
	// Count the roles on both sides of the repeated one.
	before, after, star := 0, 0, byte(0)
	for j := 0; j < len(args); j++ {
		if args[j] == ' ' || args[j] == '*' {
			continue
		}
		switch {
		case j+1 < len(args) && args[j+1] == '*':
			star = args[j]
		case star != 0:
			after++
		default:
			before++
		}
	}
	switch {
	case star == 0:
		if i < before {
			return nthRole(args, i)
		}
		return '-'
	case i < before && i < n-after:
		return nthRole(args, i)
	case i >= n-after:
		return nthRole(args, before+1+after-(n-i))
	}
	return star
}

func nthRole(args string, k int) byte {
	for j := 0; j < len(args); j++ {
		if args[j] == ' ' || args[j] == '*' {
			continue
		}
		if k == 0 {
			return args[j]
		}
		k--
	}
	return '-'
}

// commandAt is the number of operands before the wrapped command, -1 when the grammar has none.
func commandAt(args string) int {
	k := 0
	for j := 0; j < len(args); j++ {
		switch args[j] {
		case ' ', '*':
		case 'c', 't':
			return k
		default:
			k++
		}
	}
	return -1
}
