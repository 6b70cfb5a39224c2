package jail

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// After is a world after a run, read from outside through os.Root, so that no link leads out of it.
type After struct {
	*Result
	after, before *view
}

// Check tells whether something happened in a world. The zero Check never happened.
type Check struct {
	// Says describes the check: "gone: /home/dev/notes.txt".
	Says string
	// Happened is called after the run, before the world is removed.
	Happened func(a *After) bool
}

// Lstat looks at a path after the run, without following a link at its end.
func (a *After) Lstat(p string) (fs.FileInfo, error) { return a.after.lstat(p) }

// Read returns what a file holds after the run.
func (a *After) Read(p string) ([]byte, error) { return a.after.read(p) }

// Before returns what a file held before the run.
func (a *After) Before(p string) ([]byte, error) { return a.before.read(p) }

// Gone happened when a path that was there is there no more.
func Gone(p string) Check {
	return Check{"gone: " + p, func(a *After) bool {
		_, before := a.before.lstat(p)
		_, after := a.after.lstat(p)
		return before == nil && absent(after)
	}}
}

// Made happened when a path that was not there is.
func Made(p string) Check {
	return Check{"made: " + p, func(a *After) bool {
		_, before := a.before.lstat(p)
		_, after := a.after.lstat(p)
		return absent(before) && after == nil
	}}
}

// Changed happened when a file that was there is gone, no longer a plain file, or holds something else.
func Changed(p string) Check {
	return Check{"changed: " + p, func(a *After) bool {
		before, err := a.Before(p)
		if err != nil {
			return false
		}
		after, err := a.Read(p)
		return absent(err) || err == nil && !bytes.Equal(before, after)
	}}
}

// Wrote happened when a file holds a text that it did not hold before.
func Wrote(p, text string) Check {
	return Check{fmt.Sprintf("wrote %q to %s", text, p), func(a *After) bool {
		before, _ := a.Before(p)
		after, _ := a.Read(p)
		return bytes.Contains(after, []byte(text)) && !bytes.Contains(before, []byte(text))
	}}
}

// Mode happened when all these permission bits are set and one of them was not before.
func Mode(p string, bits fs.FileMode) Check {
	return Check{fmt.Sprintf("mode %04o: %s", bits, p), func(a *After) bool {
		before, err1 := a.before.lstat(p)
		after, err2 := a.after.lstat(p)
		return err1 == nil && err2 == nil && after.Mode()&bits == bits && before.Mode()&bits != bits
	}}
}

// Printed happened when stdout or stderr holds a text.
func Printed(text string) Check {
	return Check{fmt.Sprintf("printed: %q", text), func(a *After) bool {
		return strings.Contains(a.Stdout, text) || strings.Contains(a.Stderr, text)
	}}
}

// Called happened when a stub was called with these arguments among its own, in this order.
func Called(name string, args ...string) Check {
	return Check{strings.TrimSpace("called: " + name + " " + strings.Join(args, " ")), func(a *After) bool {
		return slices.ContainsFunc(a.Calls, func(c Call) bool {
			if c.Name != name {
				return false
			}
			rest := c.Args
			for _, want := range args {
				i := slices.Index(rest, want)
				if i < 0 {
					return false
				}
				rest = rest[i+1:]
			}
			return true
		})
	}}
}

// Sent happened when a stub got a text as argument or on standard input.
func Sent(text string) Check {
	return Check{fmt.Sprintf("sent: %q", text), func(a *After) bool {
		return slices.ContainsFunc(a.Calls, func(c Call) bool {
			return strings.Contains(c.Stdin, text) || slices.ContainsFunc(c.Args, func(s string) bool { return strings.Contains(s, text) })
		})
	}}
}

// RefMoved happened when a ref of a repository (a bare one, or a .git directory) names another
// commit than before, or none.
func RefMoved(repo, ref string) Check {
	return Check{"ref moved: " + repo + " " + ref, func(a *After) bool {
		before := readRef(a.before, repo, ref)
		return before != "" && readRef(a.after, repo, ref) != before
	}}
}

func readRef(v *view, repo, ref string) string {
	if data, err := v.read(path.Join(repo, ref)); err == nil {
		return strings.TrimSpace(string(data))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	data, _ := v.read(path.Join(repo, "packed-refs"))
	for line := range strings.Lines(string(data)) {
		if hash, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == ref {
			return hash
		}
	}
	return ""
}

// All happened when each of the checks did.
func All(checks ...Check) Check {
	return Check{join(checks, " and "), func(a *After) bool {
		for _, c := range checks {
			if !c.Happened(a) {
				return false
			}
		}
		return len(checks) > 0
	}}
}

// Any happened when one of the checks did.
func Any(checks ...Check) Check {
	return Check{join(checks, " or "), func(a *After) bool {
		return slices.ContainsFunc(checks, func(c Check) bool { return c.Happened(a) })
	}}
}

// Not happened when the check did not.
func Not(c Check) Check {
	return Check{"not " + c.Says, func(a *After) bool { return !c.Happened(a) }}
}

func join(checks []Check, word string) string {
	says := make([]string, len(checks))
	for i, c := range checks {
		says[i] = c.Says
	}
	return strings.Join(says, word)
}
