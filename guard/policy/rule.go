package policy

import (
	"errors"

	"github.com/bashguard/bashguard/guard"
	"go.yaml.in/yaml/v3"
)

// The keys of a rule and of a condition. "a|b" are two spellings of one key.
var (
	ruleKeys = []string{"id", "severity", "title", "why", "instead", "when", "matches", "passes"}
	whenKeys = []string{
		"runs", "flags", "any_flags", "not_flags", "operands", "any_operands", "branch", "touches",
		"writesTo|writes_to", "deletes", "sends", "pipesToShell|pipes_to_shell", "any", "all", "not",
	}
)

// maxConditionDepth bounds conditions in conditions; nobody reads deeper ones.
const maxConditionDepth = 16

func (d *fileDecoder) rules(v *values, n *yaml.Node) {
	if !d.isKind(n, yaml.SequenceNode, "rules", "a list") {
		return
	}
	if len(n.Content) > maxRules {
		d.errorf(n, "more than %d rules", maxRules)
		return
	}
	for _, entry := range n.Content {
		before := len(d.errs)
		r := rule{node: entry, origin: d.origin(entry)}
		r.Severity = guard.Deny
		d.mapping(entry, "a rule", ruleKeys, func(key string, _, n *yaml.Node) { d.ruleKey(&r, key, n) })
		if len(d.errs) > before {
			continue
		}
		switch {
		case r.ID == "":
			d.errorf(entry, "a rule has no id")
		case r.When.IsEmpty():
			d.errorf(entry, "rule `%s` has no `when`: it would match every command", r.ID)
		default:
			v.rules = append(v.rules, r)
		}
	}
}

func (d *fileDecoder) ruleKey(r *rule, key string, n *yaml.Node) {
	switch key {
	case "id":
		r.ID, _ = d.text(n, "a rule's id")
	case "severity":
		r.Severity = d.severity(n, "a rule's severity", severities).value
	case "title":
		r.Title, _ = d.text(n, "a rule's title")
	case "why":
		r.Why, _ = d.text(n, "a rule's why")
	case "instead":
		r.Instead, _ = d.text(n, "a rule's instead")
	case "when":
		r.When = d.condition(n, 0)
	case "matches":
		r.Matches = d.strings(n, "matches", false)
	case "passes":
		r.Passes = d.strings(n, "passes", false)
	}
}

func (d *fileDecoder) strings(n *yaml.Node, what string, single bool) []string {
	list := make([]string, 0, max(1, len(n.Content)))
	d.texts(n, what, single, func(_ *yaml.Node, text string) { list = append(list, text) })
	return list
}

func (d *fileDecoder) condition(n *yaml.Node, nested int) (when guard.Condition) {
	if nested > maxConditionDepth {
		d.errorf(n, "conditions are nested more than %d deep", maxConditionDepth)
		return when
	}
	d.mapping(n, "a condition", whenKeys, func(key string, _, n *yaml.Node) { d.conditionKey(&when, key, n, nested) })
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		d.errorf(n, "a condition is empty: it would hold for every command")
	}
	return when
}

func (d *fileDecoder) conditionKey(when *guard.Condition, key string, n *yaml.Node, nested int) {
	switch key {
	case "runs":
		when.Runs = d.strings(n, key, true)
	case "flags":
		when.Flags = d.strings(n, key, true)
	case "any_flags":
		when.AnyFlags = d.strings(n, key, true)
	case "not_flags":
		when.NotFlags = d.strings(n, key, true)
	case "operands":
		when.Operands = d.strings(n, key, true)
	case "any_operands":
		when.AnyOperands = d.strings(n, key, true)
	case "branch":
		when.Branch = d.entries(n, key, branchEntry)
	case "touches":
		when.Touches = d.entries(n, key, pathEntry)
	case "writesTo":
		when.WritesTo = d.entries(n, key, pathEntry)
	case "deletes":
		when.Deletes = d.entries(n, key, pathEntry)
	case "sends":
		when.Sends = d.holds(n, key)
	case "pipesToShell":
		when.PipesToShell = d.holds(n, key)
	case "any":
		when.Any = d.conditions(n, key, nested)
	case "all":
		when.All = d.conditions(n, key, nested)
	case "not":
		not := d.condition(n, nested+1)
		when.Not = &not
	}
}

func (d *fileDecoder) entries(n *yaml.Node, what string, normal func(string) (entry, fault string)) []string {
	list := make([]string, 0, max(1, len(n.Content)))
	d.texts(n, what, true, func(n *yaml.Node, text string) {
		entry, fault := normal(text)
		if fault != "" {
			d.errorf(n, "%s: `%s` %s", what, text, fault)
			return
		}
		list = append(list, entry)
	})
	return list
}

// holds reads a condition that is only ever true: a false one could mean "must not" or "may".
func (d *fileDecoder) holds(n *yaml.Node, key string) bool {
	yes, ok := d.boolean(n, key)
	if ok && !yes {
		d.errorf(n, "%s can only be true: leave it out, or write not: {%s: true} for a command that must not", key, key)
	}
	return yes
}

func (d *fileDecoder) conditions(n *yaml.Node, what string, nested int) []guard.Condition {
	if !d.isKind(n, yaml.SequenceNode, what, "a list of conditions") {
		return nil
	}
	if len(n.Content) == 0 {
		d.errorf(n, "%s is empty", what)
	}
	list := make([]guard.Condition, 0, len(n.Content))
	for _, entry := range n.Content {
		list = append(list, d.condition(entry, nested+1))
	}
	return list
}

// compile makes the rules of one file usable and tries their examples.
func (d *fileDecoder) compile(v *values) {
	for i := range v.rules {
		r := &v.rules[i]
		compiled, err := r.Compile()
		if err == nil {
			err = r.CheckExamples()
		}
		if err != nil {
			d.ruleError(r, err)
			continue
		}
		r.compiled = compiled
	}
}

// ruleError records an error of a rule at the text that is at fault.
func (d *fileDecoder) ruleError(r *rule, err error) {
	at := r.node
	var fault *guard.RuleError
	if errors.As(err, &fault) && fault.Culprit != "" {
		if found := find(r.node, fault.Culprit); found != nil {
			at = found
		}
	}
	d.errorf(at, "%s", err)
}

// find returns the first scalar below a node that has the text.
func find(n *yaml.Node, text string) *yaml.Node {
	if n.Kind == yaml.ScalarNode && n.Value == text {
		return n
	}
	for _, sub := range n.Content {
		if found := find(sub, text); found != nil {
			return found
		}
	}
	return nil
}
