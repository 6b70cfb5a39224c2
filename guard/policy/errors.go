package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Error is something wrong in a policy file, with its place.
type Error struct {
	File string
	// Line and Column count from 1. Column is 0 when only the line is known, Line is 0 when the
	// file as a whole is meant.
	Line, Column int
	Message      string
	Err          error // the cause, where there is one
}

// Error returns file:line:column: message.
func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return e.File + ": " + e.Message
	case e.Column == 0:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all that is wrong in the policy files, in the order of the text. Load and Check
// return them as one error; it is never empty then.
type Errors []*Error

// Error returns the messages, one a line.
func (list Errors) Error() string {
	lines := make([]string, len(list))
	for i, e := range list {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the single errors.
func (list Errors) Unwrap() []error {
	errs := make([]error, len(list))
	for i, e := range list {
		errs[i] = e
	}
	return errs
}

// sort puts the errors of one file in the order of its text.
func (list Errors) sort() {
	slices.SortStableFunc(list, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

// nearest returns the known name that is most like the given one, "" when none is like it.
func nearest(name string, known []string) string {
	best, bestDistance := "", len(name)/2+1
	for _, k := range known {
		if d := distance(strings.ToLower(name), k, bestDistance); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// distance is the edit distance of two texts, swaps of neighbours counted as one; limit or
// more when it is at least limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 64 {
		return limit
	}
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
