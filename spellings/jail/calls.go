package jail

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
)

// callsPath is where stubs write, inside: a file of the host bound there, which a text that deletes
// everything cannot remove, since a mount point is busy.
const callsPath = "/.jail/calls"

// callMark begins each call in the record.
const callMark = "\x01call"

// parseCalls reads what stubs recorded: fields that end with a NUL, which no argument can hold. How
// many belong to a call is told by the call, so that an argument that looks like the mark is one.
func parseCalls(data string, stubs map[string]*Stub) []Call {
	fields := strings.Split(data, "\x00")
	var calls []Call
	for len(fields) > 0 {
		// What a stub wrote that was killed ends without a NUL, so that the next mark comes after it.
		if !strings.HasSuffix(fields[0], callMark) {
			fields = fields[1:]
			continue
		}
		c, n := parseCall(fields[1:], stubs)
		if n == 0 {
			fields = fields[1:]
			continue
		}
		calls = append(calls, c)
		fields = fields[1+n:]
	}
	return calls
}

// parseCall reads the call at the start of fields, and says how many of them are its own: none when
// the call is not whole, that is, neither the record's end nor another mark comes after it.
func parseCall(fields []string, stubs map[string]*Stub) (Call, int) {
	if len(fields) < 3 {
		return Call{}, 0
	}
	s := stubs[fields[0]]
	argc, err := strconv.Atoi(fields[2])
	if s == nil || err != nil || argc < 0 {
		return Call{}, 0
	}
	n := 3 + argc + len(s.Env)
	if s.Stdin {
		n++
	}
	// The NUL after the last field of all leaves an empty one.
	if len(fields) <= n || fields[n] != callMark && !(fields[n] == "" && len(fields) == n+1) {
		return Call{}, 0
	}
	c := Call{Name: fields[0], Cwd: fields[1], Args: slices.Clone(fields[3 : 3+argc])}
	for _, kv := range fields[3+argc : 3+argc+len(s.Env)] {
		if kv != "" {
			c.Env = append(c.Env, kv)
		}
	}
	if s.Stdin {
		in, err := base64.StdEncoding.DecodeString(fields[n-1])
		if err != nil {
			return Call{}, 0
		}
		c.Stdin = string(in)
	}
	return c, n
}
