package policy

import (
	"strconv"
	"time"
)

// Report says how a policy came about.
type Report struct {
	// Root is the project's root, "" when none is known.
	Root string `json:"root"`
	// Sources are the layers' files, lowest first.
	Sources []Source `json:"layers"`
	// Loosened is what layers tried to make less strict without being allowed to.
	Loosened []Loosening `json:"loosened"`
	// Warnings are what is odd but no error.
	Warnings []string `json:"warnings"`

	values *values
}

// Source is the file of one layer.
type Source struct {
	Layer   Layer  `json:"layer"`
	File    string `json:"file"`
	Present bool   `json:"present"`
	Trust   Trust  `json:"trust"` // of the project's layer
	Text    []byte `json:"-"`
}

// Value is one value of the effective policy.
type Value struct {
	// Key is the path of keys, with dots: limits.time, severity.git/force-push. Each entry of a list
	// is a value with the list's key.
	Key    string `json:"key"`
	Value  any    `json:"value"` // a string, a bool or an int64
	Origin Origin `json:"origin"`
}

// Values lists the effective policy value by value in the order of the documentation, each with
// where it comes from. Rules are listed by their ids.
func (r *Report) Values() []Value {
	v := r.values
	if v == nil {
		return nil
	}
	var list []Value
	add := func(key string, value any, origin Origin) { list = append(list, Value{key, value, origin}) }
	addAll := func(key string, items []item[string]) {
		for i := range items {
			add(key, items[i].value, items[i].origin)
		}
	}
	add("mode", v.mode.value.String(), v.mode.origin)
	add("on_error", failures[v.onError.value], v.onError.origin)
	add("unseen_ask", v.unseenAsk.value.String(), v.unseenAsk.origin)
	add("on_limit", v.onLimit.value.String(), v.onLimit.origin)
	add("allow_unmatched", v.allowUnmatched.value, v.allowUnmatched.origin)
	for i := range v.severity {
		o := &v.severity[i]
		add("severity."+o.key, o.value.String(), o.origin)
	}
	addAll("protected_branches", v.protectedBranches)
	addAll("temp_dirs", v.temporaryDirs)
	addAll("trusted_dirs", v.trustedDirs)
	addAll("trusted_hosts", v.trustedHosts)
	addAll("secret_paths", v.secretPaths)
	addAll("protected_paths", v.protectedPaths)
	addAll("write_scope.allow", v.scopeAllow)
	addAll("write_scope.deny", v.scopeDeny)
	add("write_scope.severity", v.scopeSeverity.value.String(), v.scopeSeverity.origin)
	if v.gateCommand.value != "" {
		add("file_gate.command", v.gateCommand.value, v.gateCommand.origin)
	}
	add("file_gate.timeout", v.gateTimeout.value.String(), v.gateTimeout.origin)
	for i, key := range limitKeys {
		limit := &v.limits[i]
		if i == wallTime {
			add("limits."+key, time.Duration(limit.value).String(), limit.origin)
		} else {
			add("limits."+key, limit.value, limit.origin)
		}
	}
	for i := range v.rules {
		add("rules", v.rules[i].ID, v.rules[i].origin)
	}
	return list
}

// text renders a value as it stands in a file.
func (v *Value) text() string {
	switch value := v.Value.(type) {
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	case int64:
		return strconv.FormatInt(value, 10)
	}
	return ""
}
