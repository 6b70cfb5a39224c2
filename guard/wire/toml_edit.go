package wire

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Hooks in TOML are arrays of tables, which may stand at the end of any file: so what is put in is a
// block of lines there, and what is taken out are the lines of tables that run the guard.

// expression is a header or a key with its value, with the bytes of its lines.
type expression struct {
	kind       unstable.Kind
	key        string // dotted
	text       string // the value, of a string
	start, end int    // end is before the line's end
}

// parseTOML reads a TOML text. Its error names the place.
func parseTOML(path string, data []byte) ([]expression, error) {
	var whole map[string]any
	if err := toml.Unmarshal(data, &whole); err != nil {
		if d := (*toml.DecodeError)(nil); errors.As(err, &d) {
			line, column := d.Position()
			return nil, &Fault{path, line, column, "not valid TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
		}
		return nil, &Fault{Path: path, What: "not valid TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
	}
	var list []expression
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		n := p.Expression()
		e := expression{kind: n.Kind}
		if n.Kind != unstable.KeyValue && n.Kind != unstable.Table && n.Kind != unstable.ArrayTable {
			continue // a comment
		}
		var parts []string
		for it := n.Key(); it.Next(); {
			if raw := it.Node().Raw; len(parts) == 0 {
				e.start, e.end = int(raw.Offset), int(raw.Offset+raw.Length)
			}
			parts = append(parts, string(it.Node().Data))
		}
		e.key = strings.Join(parts, ".")
		if n.Kind == unstable.KeyValue {
			e.end = int(n.Raw.Offset + n.Raw.Length)
			if n.Value().Kind == unstable.String {
				e.text = string(n.Value().Data)
			}
		}
		e.start = bytes.LastIndexByte(data[:e.start], '\n') + 1
		if i := bytes.IndexByte(data[e.end:], '\n'); i >= 0 {
			e.end += i
		} else {
			e.end = len(data)
		}
		list = append(list, e)
	}
	if err := p.Error(); err != nil {
		return nil, &Fault{Path: path, What: "not valid TOML: " + err.Error()}
	}
	return list, nil
}

// block is the lines of a hook.
func (e *entry) block(program, eol string) string {
	var b strings.Builder
	header := strings.Join(e.path, ".")
	if !e.flat {
		b.WriteString("[[" + header + "]]" + eol + "matcher = " + quoted(e.matcher) + eol + eol)
		header += ".hooks"
	}
	b.WriteString("[[" + header + "]]" + eol)
	for i := range e.fields {
		b.WriteString(e.fields[i].key + " = " + e.fields[i].valueFor(program) + eol)
	}
	return b.String()
}

// installTOML makes a text hold an agent's hook.
func installTOML(path string, data []byte, e *entry, program string) ([]byte, error) {
	list, err := parseTOML(path, data)
	if err != nil {
		return nil, err
	}
	eol := "\n"
	if bytes.Contains(data, []byte("\r\n")) {
		eol = "\r\n"
	}
	block := e.block(program, eol)
	if start, end, ok := ownTables(list, e, program); ok {
		if string(bytes.TrimSpace(data[start:end])) == strings.TrimSpace(block) {
			return data, nil
		}
		if data, err = uninstallTOML(path, data, e, program); err != nil {
			return nil, err
		}
		if list, err = parseTOML(path, data); err != nil {
			return nil, err
		}
	}
	for i := range list {
		if x := &list[i]; x.kind == unstable.KeyValue && x.key == e.path[0] && inRoot(list, i) {
			if _, value, _ := bytes.Cut(data[x.start:x.end], []byte("=")); e.flat && isEmptyList(value) {
				data = append(bytes.Clone(data[:x.start]), bytes.TrimPrefix(bytes.TrimPrefix(data[x.end:], []byte("\r")), []byte("\n"))...)
				break
			}
			return nil, faultAt(path, data, x.start, "`"+e.path[0]+"` is written inline, and a table of that name cannot stand beside it: write it as [["+strings.Join(e.path, ".")+"]]")
		}
	}
	out := bytes.Clone(data)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, eol...)
	}
	if len(bytes.TrimSpace(out)) > 0 {
		out = append(out, eol...)
	}
	out = append(out, block...)
	if _, err := parseTOML(path, out); err != nil {
		return nil, &Fault{Path: path, What: "the hook does not fit into this file (" + err.Error() + "): write the hooks in it as [[" + strings.Join(e.path, ".") + "]]"}
	}
	return out, nil
}

// isEmptyList tells whether the value of a line is [], with or without a comment after it.
func isEmptyList(value []byte) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(string(value)), "[")
	rest, closed := strings.CutPrefix(strings.TrimSpace(rest), "]")
	rest = strings.TrimSpace(rest)
	return ok && closed && (rest == "" || rest[0] == '#')
}

// inRoot tells whether a key stands before every header.
func inRoot(list []expression, i int) bool {
	for j := range i {
		if list[j].kind != unstable.KeyValue {
			return false
		}
	}
	return true
}

// ownTables finds the lines of the first hook that runs the guard: its table, and its group where
// there is nothing else in that.
func ownTables(list []expression, e *entry, program string) (start, end int, ok bool) {
	group := strings.Join(e.path, ".")
	handler := group
	if !e.flat {
		handler += ".hooks"
	}
	groupAt, handlers := -1, 0
	for i := 0; i < len(list); i++ {
		x := &list[i]
		if x.kind != unstable.ArrayTable || x.key != handler && x.key != group {
			continue
		}
		if !e.flat && x.key == group {
			groupAt, handlers = i, 0
			continue
		}
		handlers++
		last, ours := i, false
		for j := i + 1; j < len(list) && list[j].kind == unstable.KeyValue; j++ {
			last = j
			ours = ours || list[j].key == "command" && isOurs(list[j].text, program)
		}
		if !ours {
			continue
		}
		first := i
		more := last+1 < len(list) && list[last+1].kind == unstable.ArrayTable && list[last+1].key == handler
		if !e.flat && groupAt >= 0 && handlers == 1 && !more {
			first = groupAt
		}
		return list[first].start, list[last].end, true
	}
	return 0, 0, false
}

// uninstallTOML takes every hook out that runs the guard.
func uninstallTOML(path string, data []byte, e *entry, program string) ([]byte, error) {
	for {
		list, err := parseTOML(path, data)
		if err != nil {
			return nil, err
		}
		start, end, ok := ownTables(list, e, program)
		if !ok {
			return data, nil
		}
		head, tail := data[:start], bytes.TrimPrefix(bytes.TrimPrefix(data[end:], []byte("\r")), []byte("\n"))
		body := bytes.TrimRight(head, "\r\n")
		kept := bytes.Clone(body)
		if len(body) > 0 { // the blank lines before it came with it
			eol := head[len(body) : len(body)+bytes.IndexByte(head[len(body):], '\n')+1]
			kept = append(kept, eol...)
			if len(tail) > 0 && tail[0] != '\n' && tail[0] != '\r' {
				kept = append(kept, eol...)
			}
		}
		data = append(kept, tail...)
	}
}
