package wire

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// document is a JSON text that is changed in place: what is not changed keeps every byte. After
// each change it is read anew.
type document struct {
	path string
	data []byte
	root *node
	unit string // one level of indentation
	eol  string
}

func openDocument(path string, data []byte) (*document, error) {
	root, err := parseTree(path, data)
	if err != nil {
		return nil, err
	}
	d := &document{path: path, data: data, root: root, unit: "  ", eol: "\n"}
	if bytes.Contains(data, []byte("\r\n")) {
		d.eol = "\r\n"
	}
	if len(root.items) > 0 && d.spreads(root) {
		if indent := d.indent(root.childStart(0)); indent != "" {
			d.unit = indent
		}
	}
	return d, nil
}

func (d *document) fault(n *node, what string) error { return faultAt(d.path, d.data, n.start, what) }

// indent is the blank at the beginning of the line that a byte stands on.
func (d *document) indent(at int) string {
	line := d.data[bytes.LastIndexByte(d.data[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// spreads tells whether a container's end stands on a line of its own.
func (d *document) spreads(n *node) bool {
	from := n.start
	if len(n.items) > 0 {
		from = n.items[len(n.items)-1].end
	}
	return bytes.IndexByte(d.data[from:n.end], '\n') >= 0
}

// replace puts a text in the place of some bytes.
func (d *document) replace(start, end int, text string) {
	d.data = slices.Concat(d.data[:start], []byte(text), d.data[end:])
	d.root, _ = parseTree(d.path, d.data) // a change keeps it valid; the caller's tests hold us to it
}

// pretty lays a JSON text out with the document's indentation.
func (d *document) pretty(raw, prefix string) string {
	var b bytes.Buffer
	_ = json.Indent(&b, []byte(raw), prefix, d.unit)
	return strings.ReplaceAll(b.String(), "\n", d.eol)
}

// spaced is a compact JSON text with blanks where people put them on one line.
func spaced(raw string) string {
	var b strings.Builder
	inside := false
	for i := 0; i < len(raw); i++ {
		b.WriteByte(raw[i])
		switch c := raw[i]; {
		case c == '\\' && inside:
			i++
			b.WriteByte(raw[i])
		case c == '"':
			inside = !inside
		case !inside && (c == ':' || c == ','):
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// add puts a value behind the last child of a container, under key where that is an object.
func (d *document) add(n *node, key, raw string) {
	item := func(text string) string {
		if n.kind == '{' {
			return quoted(key) + ": " + text
		}
		return text
	}
	switch oneLine := !bytes.ContainsRune(bytes.TrimSpace(d.data), '\n'); {
	case len(n.items) == 0 && (!oneLine || n == d.root):
		outer := d.indent(n.start)
		inner := outer + d.unit
		d.replace(n.start+1, n.end-1, d.eol+inner+item(d.pretty(raw, inner))+d.eol+outer)
	case len(n.items) == 0:
		d.replace(n.start+1, n.end-1, item(spaced(raw)))
	case d.spreads(n):
		last := len(n.items) - 1
		inner := d.indent(n.childStart(last))
		d.replace(n.items[last].end, n.items[last].end, ","+d.eol+inner+item(d.pretty(raw, inner)))
	default:
		end := n.items[len(n.items)-1].end
		d.replace(end, end, ", "+item(spaced(raw)))
	}
}

// remove takes a child out of a container, with its comma.
func (d *document) remove(n *node, i int) {
	switch {
	case len(n.items) == 1:
		d.replace(n.start+1, n.end-1, "")
	case i > 0:
		d.replace(n.items[i-1].end, n.items[i].end, "")
	default:
		d.replace(n.childStart(0), n.childStart(1), "")
	}
}

// unique is the member of an object; one that is there twice is a fault, for the host reads the last.
func (d *document) unique(n *node, key string) (*node, error) {
	found := -1
	for i := range n.keys {
		if n.keys[i] != key {
			continue
		}
		if found >= 0 {
			return nil, faultAt(d.path, d.data, n.keyStarts[i], "the key "+quoted(key)+" is there twice: make it one")
		}
		found = i
	}
	if found < 0 {
		return nil, nil
	}
	return n.items[found], nil
}

// install makes the document hold the hooks of an agent.
func (d *document) install(a *Agent, hooks []entry, program string) error {
	if a.version && d.root.get("version") == nil {
		d.add(d.root, "version", "1")
	}
	for i := range hooks {
		if err := d.installEntry(&hooks[i], program); err != nil {
			return err
		}
	}
	return nil
}

func (d *document) installEntry(e *entry, program string) error {
	handler := e.handler(program)
	raw := handler
	if !e.flat {
		raw = `{"hooks":[` + handler + `]}`
		if e.matcher != "" {
			raw = `{"matcher":` + quoted(e.matcher) + `,"hooks":[` + handler + `]}`
		}
	}
	n := d.root
	for i, key := range e.path {
		last := i == len(e.path)-1
		child, err := d.unique(n, key)
		if err != nil {
			return err
		}
		if child == nil {
			missing := "[" + raw + "]"
			for j := len(e.path) - 1; j > i; j-- {
				missing = "{" + quoted(e.path[j]) + ":" + missing + "}"
			}
			d.add(n, key, missing)
			return nil
		}
		want, name := byte('{'), "an object"
		if last {
			want, name = '[', "a list"
		}
		if child.kind != want {
			return d.fault(child, quoted(key)+" must be "+name)
		}
		n = child
	}
	for _, item := range n.items {
		if item.kind != '{' {
			return d.fault(item, "the list "+quoted(e.path[len(e.path)-1])+" must hold objects")
		}
		if item.str("matcher") != e.matcher {
			continue
		}
		list := []*node{item}
		if !e.flat {
			inner := item.get("hooks")
			if inner == nil || inner.kind != '[' {
				continue
			}
			list = inner.items
		}
		for _, h := range list {
			if !d.isOurs(h, program) {
				continue
			}
			if d.compact(h) == handler {
				return nil
			}
			text := spaced(handler)
			if d.spreads(h) {
				text = d.pretty(handler, d.indent(h.start))
			}
			d.replace(h.start, h.end, text)
			return nil
		}
	}
	d.add(n, "", raw)
	return nil
}

// handler is the hook itself, as compact JSON.
func (e *entry) handler(program string) string {
	parts := make([]string, len(e.fields))
	for i := range e.fields {
		parts[i] = quoted(e.fields[i].key) + ":" + e.fields[i].valueFor(program)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (d *document) compact(n *node) string {
	var b bytes.Buffer
	_ = json.Compact(&b, d.data[n.start:n.end])
	return b.String()
}

// isOurs tells whether a hook runs the guard, by a command or in the exec form.
func (d *document) isOurs(h *node, program string) bool {
	if h.kind != '{' {
		return false
	}
	for _, key := range [...]string{"command", "bash"} {
		command := h.str(key)
		if args := h.get("args"); args != nil && len(args.items) == 1 && args.items[0].text == "hook" {
			command += " hook"
		}
		if isOurs(command, program) {
			return true
		}
	}
	return false
}

// uninstall takes every hook out that runs the guard, and the containers that are empty then.
func (d *document) uninstall(program string) {
	for d.removeOne(program) {
	}
}

func (d *document) removeOne(program string) bool {
	hooks := d.root.get("hooks")
	if hooks == nil || hooks.kind != '{' {
		return false
	}
	for _, list := range hooks.items {
		for i, item := range list.items {
			if d.isOurs(item, program) {
				d.prune(hooks, list, i)
				return true
			}
			inner := item.get("hooks")
			if inner == nil || inner.kind != '[' {
				continue
			}
			for j, h := range inner.items {
				switch {
				case !d.isOurs(h, program):
				case len(inner.items) > 1:
					d.remove(inner, j)
					return true
				default:
					d.prune(hooks, list, i)
					return true
				}
			}
		}
	}
	return false
}

// prune takes an item out of an event's list, and with the last one the event, and with that hooks.
func (d *document) prune(hooks, list *node, i int) {
	switch {
	case len(list.items) > 1:
		d.remove(list, i)
	case len(hooks.items) > 1:
		d.remove(hooks, slices.Index(hooks.items, list))
	default:
		d.remove(d.root, d.root.index("hooks"))
	}
}

// bare tells whether nothing is left but what a new file of ours holds beside the hooks.
func (d *document) bare() bool {
	return len(d.root.items) == 0 || len(d.root.items) == 1 && d.root.keys[0] == "version"
}
