package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// maxErrors is how many faults of one file are told: more than a screen helps nobody.
const maxErrors = 20

// maxEntries bounds a list or mapping: entries are compared with each other.
const maxEntries = 500

// decoder reads the nodes of one file. Faults are collected and reading goes on, so that one
// run tells them all.
type decoder struct {
	file string
	errs Errors
}

func (d *decoder) errorf(n *yaml.Node, format string, args ...any) {
	if len(d.errs) < maxErrors {
		d.errs = append(d.errs, &Error{File: d.file, Line: n.Line, Column: n.Column, Message: fmt.Sprintf(format, args...)})
	}
}

// parse reads the one document of a file; nil when there is nothing in it.
func (d *decoder) parse(text []byte) (root *yaml.Node) {
	defer func() {
		if fault := recover(); fault != nil {
			root = nil
			d.errs = append(d.errs, &Error{File: d.file, Message: fmt.Sprintf("cannot be read as YAML: %v", fault)})
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, second yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if !errors.Is(err, io.EOF) {
			d.syntax(err, text)
		}
		return nil
	}
	switch err := dec.Decode(&second); {
	case err == nil:
		d.errorf(&second, "a second document: a policy file holds one")
		return nil
	case !errors.Is(err, io.EOF):
		d.syntax(err, text)
		return nil
	}
	if len(doc.Content) == 0 || isNull(doc.Content[0]) {
		return nil
	}
	return doc.Content[0]
}

// syntax records an error of the YAML library, whose text begins "yaml: line N: ".
func (d *decoder) syntax(err error, source []byte) {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if digits, message, ok := strings.Cut(rest, ": "); ok {
			if n, convErr := strconv.Atoi(digits); convErr == nil {
				line, text = n, message
			}
		}
	}
	// Of errors of its parser the library counts lines from 0, of those of its scanner from 1; on the
	// first line it names none.
	switch text {
	case "did not find expected ',' or ']'", "did not find expected ',' or '}'", "did not find expected '-' indicator",
		"did not find expected key", "did not find expected node content", "did not find expected <document start>":
		line++
	}
	line = min(max(line, 1), bytes.Count(bytes.TrimRight(source, "\n"), []byte("\n"))+1)
	if bytes.Contains(source, []byte("[!")) || bytes.Contains(source, []byte(", !")) {
		text += " (an entry that begins with ! needs quotes)"
	}
	d.errs = append(d.errs, &Error{File: d.file, Line: line, Message: "not valid YAML: " + text, Err: err})
}

// mapping calls each for every key of a mapping whose keys are all in the list. Of keys that
// are written "a|b" in the list both spellings are taken, and a is what each gets.
func (d *decoder) mapping(n *yaml.Node, what string, known []string, each func(key string, k, v *yaml.Node)) {
	if !d.isKind(n, yaml.MappingNode, what, "a mapping") {
		return
	}
	var seen uint64 // one bit a known key
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		name, ok := d.key(k)
		if !ok {
			continue
		}
		index := indexKey(known, name)
		if index < 0 {
			d.unknownKey(k, what, name, known)
			continue
		}
		if seen&(1<<index) != 0 {
			d.errorf(k, "key `%s` is given twice", name)
			continue
		}
		seen |= 1 << index
		if isNull(v) {
			d.errorf(v, "`%s` has no value: leave the key out, or give it one", name)
			continue
		}
		first, _, _ := strings.Cut(known[index], "|")
		each(first, k, v)
	}
}

func indexKey(known []string, name string) int {
	for i, k := range known {
		if k == name {
			return i
		}
		if a, b, ok := strings.Cut(k, "|"); ok && (a == name || b == name) {
			return i
		}
	}
	return -1
}

func (d *decoder) unknownKey(k *yaml.Node, what, name string, known []string) {
	if len(d.errs) >= maxErrors {
		return
	}
	var names []string
	for _, k := range known {
		names = append(names, strings.Split(k, "|")...)
	}
	if like := nearest(name, names); like != "" {
		d.errorf(k, "unknown key `%s` in %s: did you mean `%s`?", name, what, like)
		return
	}
	for i, k := range known {
		names[i], _, _ = strings.Cut(k, "|")
	}
	d.errorf(k, "unknown key `%s` in %s: the keys are %s", name, what, strings.Join(names[:len(known)], ", "))
}

// key returns a key's name.
func (d *decoder) key(k *yaml.Node) (string, bool) {
	if k.Kind != yaml.ScalarNode || k.ShortTag() != "!!str" {
		if k.ShortTag() == "!!merge" {
			d.errorf(k, "merge keys (<<) are not read in a policy: write the keys out")
		} else {
			d.errorf(k, "a key must be a name, not %s", kindOf(k))
		}
		return "", false
	}
	return k.Value, true
}

func (d *decoder) isKind(n *yaml.Node, kind yaml.Kind, what, wanted string) bool {
	if n.Kind == kind && (n.Tag == "" || strings.HasPrefix(n.ShortTag(), "!!")) {
		return true
	}
	d.errorf(n, "%s must be %s, not %s", what, wanted, kindOf(n))
	return false
}

// text reads a string that is not empty.
func (d *decoder) text(n *yaml.Node, what string) (string, bool) {
	if n.Kind == yaml.ScalarNode {
		switch tag := n.ShortTag(); {
		case tag == "!!str" && strings.TrimSpace(n.Value) == "":
			d.errorf(n, "%s is empty", what)
			return "", false
		case tag == "!!str" && strings.IndexFunc(n.Value, isControl) >= 0:
			// Texts of a policy are shown on terminals and to agents.
			d.errorf(n, "%s holds a control character", what)
			return "", false
		case tag == "!!str":
			return n.Value, true
		case !strings.HasPrefix(tag, "!!"):
			// An unquoted !main is a tag in YAML, not text.
			d.errorf(n, "%s: `%s` is read as a YAML tag: put quotes around it: '%s'", what, n.Tag, strings.TrimSpace(n.Tag+" "+n.Value))
			return "", false
		default:
			d.errorf(n, "%s must be a text, not %s: put quotes around it", what, kindOf(n))
			return "", false
		}
	}
	d.errorf(n, "%s must be a text, not %s", what, kindOf(n))
	return "", false
}

// texts reads a list of strings; a single string is a list of one where single says so.
func (d *decoder) texts(n *yaml.Node, what string, single bool, each func(n *yaml.Node, text string)) {
	if single && n.Kind == yaml.ScalarNode {
		if s, ok := d.text(n, what); ok {
			each(n, s)
		}
		return
	}
	wanted := "a list"
	if single {
		wanted = "a text or a list of texts"
	}
	if !d.isKind(n, yaml.SequenceNode, what, wanted) {
		return
	}
	if single && len(n.Content) == 0 {
		d.errorf(n, "%s is empty: it can never hold", what)
	}
	if len(n.Content) > maxEntries {
		d.errorf(n, "%s has more than %d entries", what, maxEntries)
		return
	}
	for _, entry := range n.Content {
		if isNull(entry) {
			if entry.Value == "~" {
				d.errorf(entry, "an entry of %s is `~`, which YAML reads as nothing: put quotes around it", what)
			} else {
				d.errorf(entry, "an entry of %s is empty", what)
			}
			continue
		}
		if s, ok := d.text(entry, "an entry of "+what); ok {
			each(entry, s)
		}
	}
}

// choice reads one of a few names and returns its index.
func (d *decoder) choice(n *yaml.Node, what string, names []string) (int, bool) {
	s, ok := d.text(n, what)
	if !ok {
		return 0, false
	}
	for i, name := range names {
		if s == name {
			return i, true
		}
	}
	if like := nearest(s, names); like != "" {
		d.errorf(n, "%s cannot be `%s`: did you mean `%s`?", what, s, like)
	} else {
		d.errorf(n, "%s cannot be `%s`: use %s", what, s, strings.Join(names, ", "))
	}
	return 0, false
}

// boolean reads true or false.
func (d *decoder) boolean(n *yaml.Node, what string) (value, ok bool) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!bool" {
		return strings.EqualFold(n.Value, "true"), true
	}
	d.errorf(n, "%s must be true or false, not %s", what, kindOf(n))
	return false, false
}

// integer reads a whole number within bounds.
func (d *decoder) integer(n *yaml.Node, what string, low, high int64) (int64, bool) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" {
		d.errorf(n, "%s must be a whole number, not %s", what, kindOf(n))
		return 0, false
	}
	v, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 0, 64)
	if err != nil || v < low || v > high {
		d.errorf(n, "%s must be from %d to %d, not %s", what, low, high, n.Value)
		return 0, false
	}
	return v, true
}

// duration reads a time span such as 200ms within bounds.
func (d *decoder) duration(n *yaml.Node, what string, low, high time.Duration) (time.Duration, bool) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		d.errorf(n, "%s must be a time such as 200ms or 5s, not %s", what, kindOf(n))
		return 0, false
	}
	v, err := time.ParseDuration(n.Value)
	if err != nil {
		d.errorf(n, "%s must be a time such as 200ms or 5s, not `%s`", what, n.Value)
		return 0, false
	}
	if v < low || v > high {
		d.errorf(n, "%s must be from %s to %s, not %s", what, low, high, n.Value)
		return 0, false
	}
	return v, true
}

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// kindOf says in words what a node is.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias (*" + n.Value + "): aliases are not read in a policy"
	}
	switch n.ShortTag() {
	case "!!null":
		return "nothing"
	case "!!bool":
		return "true or false"
	case "!!int", "!!float":
		return "a number"
	case "!!timestamp":
		return "a date"
	case "!!str":
		return "a text"
	}
	return "a value with the tag " + n.Tag
}
