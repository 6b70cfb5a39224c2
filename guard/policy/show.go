package policy

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML renders the effective policy as a policy file in which a comment beside each value
// says where it comes from. What was tried and not taken, and what is odd, stands in front.
func (r *Report) YAML() ([]byte, error) {
	root := &yaml.Node{Kind: yaml.MappingNode}
	for _, v := range r.Values() {
		if v.Key == "rules" {
			continue
		}
		parent, key := root, v.Key
		if group, rest, nested := strings.Cut(v.Key, "."); nested {
			parent, key = child(root, group, yaml.MappingNode), rest
		}
		value := &yaml.Node{Kind: yaml.ScalarNode, Value: v.text(), LineComment: v.Origin.String()}
		if s, isText := v.Value.(string); isText {
			value.SetString(s) // quotes what would be read as something else
			if strings.HasPrefix(s, "!") {
				value.Style = yaml.SingleQuotedStyle
			}
		}
		if isList(v.Key) {
			list := child(parent, key, yaml.SequenceNode)
			list.Content = append(list.Content, value)
			continue
		}
		parent.Content = append(parent.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, value)
	}
	if r.values != nil {
		for i := range r.values.rules {
			rules := child(root, "rules", yaml.SequenceNode)
			rules.Content = append(rules.Content, r.values.rules[i].rendered())
		}
	}
	var out bytes.Buffer
	r.head(&out)
	if len(root.Content) == 0 {
		return out.Bytes(), nil
	}
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(root); err != nil {
		return nil, fmt.Errorf("rendering the policy: %w", err)
	}
	return out.Bytes(), enc.Close()
}

// head writes the comment in front: the layers, what was not taken, what is odd.
func (r *Report) head(out *bytes.Buffer) {
	for _, s := range r.Sources {
		state := "no such file"
		if s.Present {
			state = "read"
			if s.Layer == Project {
				state += ", " + s.Trust.String()
			}
		}
		fmt.Fprintf(out, "# %s: %s (%s)\n", s.Layer, s.File, state)
	}
	for i := range r.Loosened {
		fmt.Fprintf(out, "# not taken: %s\n", oneLine(r.Loosened[i].String()))
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(out, "# warning: %s\n", oneLine(w))
	}
}

// rendered is a rule's node with its origin in a comment above.
func (r *rule) rendered() *yaml.Node {
	n := copyNode(r.node)
	n.Style = 0 // the comment needs a line of its own
	if len(n.Content) > 0 {
		n.Content[0].HeadComment = r.origin.String()
	}
	return n
}

// copyNode copies a node and all below without the comments of the file.
func copyNode(n *yaml.Node) *yaml.Node {
	c := &yaml.Node{Kind: n.Kind, Style: n.Style, Tag: n.Tag, Value: n.Value}
	for _, sub := range n.Content {
		c.Content = append(c.Content, copyNode(sub))
	}
	return c
}

// child returns the node of a key in a mapping, made when it is not there.
func child(parent *yaml.Node, key string, kind yaml.Kind) *yaml.Node {
	for i := 0; i+1 < len(parent.Content); i += 2 {
		if parent.Content[i].Value == key {
			return parent.Content[i+1]
		}
	}
	n := &yaml.Node{Kind: kind}
	parent.Content = append(parent.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, n)
	return n
}

func isList(key string) bool {
	switch key {
	case "protected_branches", "temp_dirs", "trusted_dirs", "trusted_hosts", "secret_paths", "protected_paths", "write_scope.allow", "write_scope.deny":
		return true
	}
	return false
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }
