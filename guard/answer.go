package guard

// Answer is a three-valued answer: no, maybe or yes. What cannot be decided is maybe, with
// the reason; it is never no. The zero value is maybe.
type Answer struct {
	level int8
	why   string
}

// The answers that need no reason, and a maybe without one.
var (
	Yes   = Answer{level: 1}
	No    = Answer{level: -1}
	Maybe = Answer{}
)

// MaybeBecause is maybe with a reason.
func MaybeBecause(why string) Answer { return Answer{why: why} }

// IsYes tells whether the answer is yes.
func (a Answer) IsYes() bool { return a.level > 0 }

// IsNo tells whether the answer is no.
func (a Answer) IsNo() bool { return a.level < 0 }

// IsMaybe tells whether the answer is neither.
func (a Answer) IsMaybe() bool { return a.level == 0 }

// Why is the reason of a maybe, and for a yes what was found, where there is more to say.
func (a Answer) Why() string { return a.why }

// String returns no, maybe or yes.
func (a Answer) String() string {
	switch {
	case a.IsYes():
		return "yes"
	case a.IsNo():
		return "no"
	}
	return "maybe"
}

// Or is yes when one is yes, no when both are no.
func (a Answer) Or(b Answer) Answer {
	if b.level > a.level {
		return b
	}
	return a
}
