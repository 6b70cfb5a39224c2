package guard

import "fmt"

// Verdict is what the guard says of a command. The zero value is Ask: a verdict that nobody
// set must not let anything through.
type Verdict uint8

// The verdicts, in no order of badness: use Worse.
const (
	Ask   Verdict = iota // a human should look
	None                 // no opinion: the host's own permission flow goes on
	Allow                // said only when the user's policy says so
	Deny                 // refused
)

// Severity is the verdict of a rule that matches: Ask, Deny or None (the rule is off).
type Severity = Verdict

var verdictNames = [...]string{Ask: "ask", None: "none", Allow: "allow", Deny: "deny"}

// String returns the verdict's name: deny, ask, none or allow.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// MarshalText writes the verdict's name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// ParseVerdict reads a verdict's name.
func ParseVerdict(name string) (Verdict, error) {
	for v, n := range verdictNames {
		if n == name {
			return Verdict(v), nil
		}
	}
	return Ask, fmt.Errorf("unknown verdict `%s`: use deny, ask, none or allow", name)
}

var badness = [...]uint8{Allow: 0, None: 1, Ask: 2, Deny: 3}

// Worse returns the worse of two verdicts: deny, then ask, then none, then allow.
func Worse(a, b Verdict) Verdict {
	if badness[b] > badness[a] {
		return b
	}
	return a
}
