package policy

import (
	"path"
	"strings"
	"time"

	"github.com/bashguard/bashguard/guard"
	"go.yaml.in/yaml/v3"
)

// The keys of a policy file, and of its mappings. The schema has the same; a test compares.
var (
	policyKeys = []string{
		"mode", "severity", "protected_branches", "temp_dirs", "trusted_dirs", "trusted_hosts",
		"secret_paths", "protected_paths", "write_scope", "file_gate", "on_error", "unseen_ask",
		"on_limit", "allow_unmatched", "limits", "rules",
	}
	scopeKeys = []string{"allow", "deny", "severity"}
	gateKeys  = []string{"command", "timeout"}
)

// The values that some keys take. For mode and on_error the index is the value.
var (
	modes      = []string{"enforce", "observe", "off"}
	failures   = []string{"closed", "open"}
	severities = []string{"deny", "ask", "none"}
	askOrDeny  = []string{"deny", "ask"}
)

// severityValues are the verdicts that severities names, in its order.
var severityValues = [...]guard.Severity{guard.Deny, guard.Ask, guard.None}

const (
	minTimeout = 10 * time.Millisecond
	// maxTimeout: hosts give up on a hook after 10 minutes at most.
	maxTimeout = 5 * time.Minute
	maxRules   = 100 // in one file
)

// fileDecoder reads the document of one layer.
type fileDecoder struct {
	decoder
	layer Layer
}

// decode reads a policy file's text. Rules are read but neither compiled nor tried.
func (d *fileDecoder) decode(text []byte) *values {
	v := &values{}
	if root := d.parse(text); root != nil {
		d.mapping(root, "the policy", policyKeys, func(key string, k, n *yaml.Node) { d.top(v, key, k, n) })
	}
	return v
}

func (d *fileDecoder) origin(n *yaml.Node) Origin {
	return Origin{Layer: d.layer, File: d.file, Line: n.Line, Column: n.Column}
}

func given[T any](d *fileDecoder, n *yaml.Node, value T) item[T] {
	return item[T]{value: value, given: true, origin: d.origin(n)}
}

func (d *fileDecoder) top(v *values, key string, k, n *yaml.Node) {
	switch key {
	case "mode":
		if i, ok := d.choice(n, key, modes); ok {
			v.mode = given(d, n, guard.Mode(i))
		}
	case "on_error":
		if i, ok := d.choice(n, key, failures); ok {
			v.onError = given(d, n, guard.FailurePolicy(i))
		}
	case "unseen_ask":
		v.unseenAsk = d.severity(n, key, severities)
	case "on_limit":
		v.onLimit = d.severity(n, key, askOrDeny)
	case "allow_unmatched":
		if yes, ok := d.boolean(n, key); ok {
			v.allowUnmatched = given(d, n, yes)
		}
	case "severity":
		v.severity = d.overrides(n)
	case "protected_branches":
		v.protectedBranches = d.list(n, key, branchEntry)
	case "temp_dirs":
		v.temporaryDirs = d.list(n, key, dirEntry)
	case "trusted_dirs":
		v.trustedDirs = d.list(n, key, dirEntry)
	case "trusted_hosts":
		v.trustedHosts = d.list(n, key, hostEntry)
	case "secret_paths":
		v.secretPaths = d.list(n, key, pathEntry)
	case "protected_paths":
		v.protectedPaths = d.list(n, key, pathEntry)
	case "write_scope":
		d.mapping(n, key, scopeKeys, func(sub string, k, n *yaml.Node) { d.scope(v, sub, k, n) })
	case "file_gate":
		d.gate(v, k, n)
	case "limits":
		d.mapping(n, key, limitKeys[:], func(sub string, _, n *yaml.Node) { d.limit(v, sub, n) })
	case "rules":
		d.rules(v, n)
	}
}

func (d *fileDecoder) severity(n *yaml.Node, what string, names []string) item[guard.Severity] {
	if i, ok := d.choice(n, what, names); ok {
		return given(d, n, severityValues[i])
	}
	return item[guard.Severity]{}
}

// overrides reads severity: a mapping of rule or area to severity. Whether there are such
// rules is found out when all layers are known.
func (d *fileDecoder) overrides(n *yaml.Node) []override {
	if !d.isKind(n, yaml.MappingNode, "severity", "a mapping of rules or areas to deny, ask or none") {
		return nil
	}
	if len(n.Content)/2 > maxEntries {
		d.errorf(n, "severity has more than %d entries", maxEntries)
		return nil
	}
	list := make([]override, 0, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		name, ok := d.key(k)
		if !ok {
			continue
		}
		for j := range list {
			if list[j].key == name {
				d.errorf(k, "key `%s` is given twice", name)
				ok = false
			}
		}
		if sev, known := d.choice(n.Content[i+1], "severity of "+name, severities); known && ok {
			list = append(list, override{name, given(d, k, severityValues[sev])})
		}
	}
	return list
}

// list reads a list of entries, each put in its usual form by the function, which returns a
// message when it is none.
func (d *fileDecoder) list(n *yaml.Node, what string, normal func(string) (entry, fault string)) []item[string] {
	items := make([]item[string], 0, len(n.Content))
	d.texts(n, what, false, func(n *yaml.Node, text string) {
		bare, out := strings.CutPrefix(text, "!")
		entry, fault := normal(bare)
		if fault != "" {
			d.errorf(n, "%s: `%s` %s", what, text, fault)
			return
		}
		if out {
			entry = "!" + entry
		}
		items = append(items, given(d, n, entry))
	})
	return items
}

func (d *fileDecoder) scope(v *values, key string, k, n *yaml.Node) {
	inScope := func(entry string) (string, string) {
		if strings.HasPrefix(entry, "!") {
			return "", "cannot be taken out here: name what is allowed in allow, what is not in deny"
		}
		return pathEntry(entry)
	}
	switch key {
	case "allow":
		v.scopeAllow = d.list(n, "write_scope.allow", inScope)
		if len(n.Content) == 0 && n.Kind == yaml.SequenceNode {
			d.errorf(n, "write_scope.allow is empty, which would allow nothing or all: leave it out to allow all, or deny `/` to allow nothing")
		}
		v.scopeAllowAt = given(d, k, "")
	case "deny":
		v.scopeDeny = d.list(n, "write_scope.deny", inScope)
	case "severity":
		v.scopeSeverity = d.severity(n, "write_scope.severity", severities)
	}
}

func (d *fileDecoder) gate(v *values, k, n *yaml.Node) {
	d.mapping(n, "file_gate", gateKeys, func(key string, _, n *yaml.Node) {
		switch key {
		case "command":
			if s, ok := d.text(n, "file_gate.command"); ok {
				v.gateCommand = given(d, n, s)
			}
		case "timeout":
			if t, ok := d.duration(n, "file_gate.timeout", minTimeout, maxTimeout); ok {
				v.gateTimeout = given(d, n, t)
			}
		}
	})
}

func (d *fileDecoder) limit(v *values, key string, n *yaml.Node) {
	for i, name := range limitKeys {
		if name != key {
			continue
		}
		what := "limits." + key
		if i == wallTime {
			if t, ok := d.duration(n, what, time.Millisecond, time.Duration(limitCeilings[i])); ok {
				v.limits[i] = given(d, n, int64(t))
			}
		} else if size, ok := d.integer(n, what, 1, limitCeilings[i]); ok {
			v.limits[i] = given(d, n, size)
		}
	}
}

// branchEntry takes a branch name or pattern.
func branchEntry(s string) (entry, fault string) {
	s = strings.TrimPrefix(s, "refs/heads/")
	switch {
	case s == "" || strings.ContainsAny(s, " \t\n:^~\\"):
		return "", "is no branch name or pattern"
	case badPattern(s):
		return "", "has a bracket that is not closed"
	}
	return s, ""
}

// dirEntry takes a directory below which deletes are ordinary: never all there is.
func dirEntry(s string) (entry, fault string) {
	switch {
	case s == "~" || s == "~/":
		return "", "is the home: every delete in it would be ordinary"
	case !strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "~/"):
		return "", "must be absolute or begin with ~/"
	case strings.ContainsAny(s, "*?[\n"):
		return "", "must be a directory, not a pattern"
	}
	clean := path.Clean(s)
	switch clean {
	case "/", "/home", "/Users", "/root", "/etc", "/usr", "/var", "/opt", "/bin", "/lib", "/boot", "~", ".":
		return "", "is no place where every delete is ordinary"
	}
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", "leads out of the home"
	}
	return clean, ""
}

// hostEntry takes a host name or *.name.
func hostEntry(s string) (entry, fault string) {
	name := strings.ToLower(strings.TrimSuffix(s, "."))
	bare := strings.TrimPrefix(name, "*.")
	switch {
	case strings.Contains(s, "://") || strings.Contains(s, "/"):
		return "", "is no host name: leave out the scheme and the path"
	case bare == "" || bare == "*":
		return "", "would trust every host"
	}
	for i := range len(bare) {
		c := bare[i]
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c >= 0x80 {
			continue
		}
		if c == '*' {
			return "", "has a * that does not stand alone at the beginning: write *.example.com"
		}
		return "", "is no host name"
	}
	return name, ""
}

// pathEntry takes a path or pattern: absolute, ~/..., or relative to the project root.
func pathEntry(s string) (entry, fault string) {
	switch {
	case badPattern(s):
		return "", "has a bracket that is not closed"
	case strings.HasPrefix(s, "~") && s != "~" && !strings.HasPrefix(s, "~/"):
		return "", "names another user's home: write the path out"
	case strings.ContainsRune(s, '\n'):
		return "", "holds a line break"
	}
	clean := path.Clean(s)
	switch {
	case strings.HasPrefix(s, "~/") && clean != "~" && !strings.HasPrefix(clean, "~/"):
		return "", "leads out of the home: write the path out"
	case clean == ".." || strings.HasPrefix(clean, "../"):
		return "", "leads out of the project: write an absolute path"
	}
	return clean, ""
}

func badPattern(s string) bool {
	_, err := path.Match(s, "")
	return err != nil
}
