package policy

import (
	"strconv"
	"time"

	"github.com/bashguard/bashguard/guard"
	"go.yaml.in/yaml/v3"
)

// Layer is one of the places that a policy comes from. Later ones win.
type Layer uint8

// The layers, lowest first.
const (
	BuiltIn Layer = iota
	Managed       // the machine's administrator: /etc/bashguard/policy.yaml
	User          // $XDG_CONFIG_HOME/bashguard/policy.yaml
	Project       // ROOT/.bashguard/policy.yaml
)

var layerNames = [...]string{"built in", "managed", "user", "project"}

// String returns built in, managed, user or project.
func (l Layer) String() string { return layerNames[l] }

// MarshalText writes the layer's name.
func (l Layer) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Origin is where a value comes from. Line and Column count from 1; a built-in value has
// neither a file nor a line.
type Origin struct {
	Layer  Layer  `json:"layer"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// String returns the layer, and file:line where there is one.
func (o Origin) String() string {
	if o.File == "" {
		return o.Layer.String()
	}
	return o.Layer.String() + " " + o.File + ":" + strconv.Itoa(o.Line)
}

// item is a value with where it comes from.
type item[T any] struct {
	value  T
	given  bool // by a file
	origin Origin
}

// values are what a policy holds, each with its origin: what one file says, or what all
// layers together say.
type values struct {
	mode           item[guard.Mode]
	onError        item[guard.FailurePolicy]
	unseenAsk      item[guard.Verdict]
	onLimit        item[guard.Verdict]
	allowUnmatched item[bool]
	severity       []override

	protectedBranches, temporaryDirs, trustedDirs []item[string]
	trustedHosts, secretPaths, protectedPaths     []item[string]

	scopeAllow, scopeDeny []item[string]
	scopeAllowAt          item[string] // given when the file has the key write_scope.allow
	scopeSeverity         item[guard.Verdict]
	gateCommand           item[string]
	gateTimeout           item[time.Duration]
	limits                [len(limitKeys)]item[int64]
	rules                 []rule
}

// override is a severity given for a rule or an area.
type override struct {
	key string
	item[guard.Severity]
}

// rule is a user's rule as it was read.
type rule struct {
	guard.UserRule
	compiled guard.Rule
	node     *yaml.Node
	origin   Origin
}

// The limits, in the order of limitKeys. Bytes, counts, and for time nanoseconds.
const (
	sourceBytes = iota
	nesting
	steps
	depth
	wordBytes
	words
	scriptBytes
	wallTime
)

var limitKeys = [...]string{
	sourceBytes: "source_bytes", nesting: "nesting", steps: "steps", depth: "depth",
	wordBytes: "word_bytes", words: "words", scriptBytes: "script_bytes", wallTime: "time",
}

// The most that a limit may be set to: past these a check is no longer bounded in any useful
// sense. The least is 1.
var limitCeilings = [...]int64{
	sourceBytes: 64 << 20, nesting: 10_000, steps: 100_000_000, depth: 1000,
	wordBytes: 256 << 20, words: 1 << 20, scriptBytes: 64 << 20, wallTime: int64(time.Minute),
}

// limitsOf lists limits in the order of limitKeys.
func limitsOf(l guard.Limits) [len(limitKeys)]int64 {
	return [...]int64{
		sourceBytes: int64(l.SourceBytes), nesting: int64(l.Nesting), steps: int64(l.Steps), depth: int64(l.Depth),
		wordBytes: int64(l.WordBytes), words: int64(l.Words), scriptBytes: int64(l.ScriptBytes), wallTime: int64(l.Time),
	}
}

// builtIn are the values of guard.DefaultPolicy.
func builtIn() *values {
	p := guard.DefaultPolicy()
	v := &values{
		mode:              item[guard.Mode]{value: p.Mode},
		onError:           item[guard.FailurePolicy]{value: p.OnError},
		unseenAsk:         item[guard.Verdict]{value: p.UnseenAsk},
		onLimit:           item[guard.Verdict]{value: p.OnLimit},
		allowUnmatched:    item[bool]{value: p.AllowUnmatched == guard.Allow},
		protectedBranches: builtInList(p.ProtectedBranches),
		temporaryDirs:     builtInList(p.TempDirs),
		trustedDirs:       builtInList(p.TrustedDirs),
		trustedHosts:      builtInList(p.TrustedHosts),
		secretPaths:       builtInList(p.SecretPaths),
		protectedPaths:    builtInList(p.ProtectedPaths),
		scopeAllow:        builtInList(p.Scope.Allow),
		scopeDeny:         builtInList(p.Scope.Deny),
		scopeSeverity:     item[guard.Verdict]{value: p.Scope.Severity},
		gateCommand:       item[string]{value: p.FileGate.Command},
		gateTimeout:       item[time.Duration]{value: p.FileGate.Timeout},
	}
	for i, limit := range limitsOf(p.Limits) {
		v.limits[i].value = limit
	}
	return v
}

func builtInList(list []string) []item[string] {
	items := make([]item[string], len(list))
	for i, s := range list {
		items[i].value = s
	}
	return items
}

// policy makes the policy that the values say.
func (v *values) policy() *guard.Policy {
	p := &guard.Policy{
		Mode:              v.mode.value,
		OnError:           v.onError.value,
		UnseenAsk:         v.unseenAsk.value,
		OnLimit:           v.onLimit.value,
		AllowUnmatched:    guard.None,
		ProtectedBranches: plain(v.protectedBranches),
		TempDirs:          plain(v.temporaryDirs),
		TrustedDirs:       plain(v.trustedDirs),
		TrustedHosts:      plain(v.trustedHosts),
		SecretPaths:       plain(v.secretPaths),
		ProtectedPaths:    plain(v.protectedPaths),
		Scope:             guard.Scope{Allow: plain(v.scopeAllow), Deny: plain(v.scopeDeny), Severity: v.scopeSeverity.value},
		FileGate:          guard.FileGate{Command: v.gateCommand.value, Timeout: v.gateTimeout.value},
		Limits: guard.Limits{
			SourceBytes: int(v.limits[sourceBytes].value),
			Nesting:     int(v.limits[nesting].value),
			Steps:       int(v.limits[steps].value),
			Depth:       int(v.limits[depth].value),
			WordBytes:   int(v.limits[wordBytes].value),
			Words:       int(v.limits[words].value),
			ScriptBytes: int(v.limits[scriptBytes].value),
			Time:        time.Duration(v.limits[wallTime].value),
		},
	}
	if v.allowUnmatched.value {
		p.AllowUnmatched = guard.Allow
	}
	if len(v.severity) > 0 {
		p.Severities = make(map[string]guard.Severity, len(v.severity))
		for i := range v.severity {
			p.Severities[v.severity[i].key] = v.severity[i].value
		}
	}
	for i := range v.rules {
		p.Rules = append(p.Rules, v.rules[i].compiled)
	}
	return p
}

func plain(items []item[string]) []string {
	if len(items) == 0 {
		return nil
	}
	list := make([]string, len(items))
	for i := range items {
		list[i] = items[i].value
	}
	return list
}
