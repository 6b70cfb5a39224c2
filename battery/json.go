package battery

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf16"

	"github.com/bashguard/bashguard/guard/hook"
)

// object is a JSON object whose members keep their order, as a host writes them.
type object struct{ members []member }

type member struct {
	key   string
	value any // string, number, bool, nil, *object or []any
}

// number is a number as it is written.
type number string

// obj makes an object of keys and values in turn.
func obj(pairs ...any) *object {
	o := new(object)
	for i := 0; i+1 < len(pairs); i += 2 {
		o.members = append(o.members, member{pairs[i].(string), pairs[i+1]})
	}
	return o
}

// at is the object at a path of keys.
func (o *object) at(path []string) *object {
	for _, key := range path {
		if inner, ok := o.get(key).(*object); ok {
			o = inner
		}
	}
	return o
}

func (o *object) get(key string) any {
	for i := range o.members {
		if o.members[i].key == key {
			return o.members[i].value
		}
	}
	return nil
}

// set replaces a member, or adds it.
func (o *object) set(key string, value any) {
	for i := range o.members {
		if o.members[i].key == key {
			o.members[i].value = value
			return
		}
	}
	o.members = append(o.members, member{key, value})
}

// drop takes a member out.
func (o *object) drop(key string) {
	for i := range o.members {
		if o.members[i].key == key {
			o.members = append(o.members[:i:i], o.members[i+1:]...)
			return
		}
	}
}

// jsonStyle is how JSON is written: all styles mean the same. The zero style is that of the hosts, one line without blanks.
type jsonStyle struct {
	Indent bool // one member a line
	Spaced bool // a blank after each colon and comma
	CRLF   bool // lines end in CRLF
	Escape bool // letters and slashes of strings as \u0072 and \/
}

func (s jsonStyle) newline() string {
	if s.CRLF {
		return "\r\n"
	}
	return "\n"
}

func (s jsonStyle) encode(o *object) []byte { return s.value(nil, o, 0) }

func (s jsonStyle) value(b []byte, v any, depth int) []byte {
	switch v := v.(type) {
	case string:
		return s.text(b, v)
	case number:
		return append(b, v...)
	case bool:
		if v {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case *object:
		b = append(b, '{')
		for i, m := range v.members {
			b = s.gap(b, i, depth+1)
			b = hook.AppendJSON(b, m.key)
			b = append(b, ':')
			if s.Spaced || s.Indent {
				b = append(b, ' ')
			}
			b = s.value(b, m.value, depth+1)
		}
		return append(s.end(b, len(v.members), depth), '}')
	case []any:
		b = append(b, '[')
		for i, item := range v {
			b = s.gap(b, i, depth+1)
			b = s.value(b, item, depth+1)
		}
		return append(s.end(b, len(v), depth), ']')
	}
	return append(b, "null"...)
}

// gap is what stands before the i-th member.
func (s jsonStyle) gap(b []byte, i, depth int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	switch {
	case s.Indent:
		b = append(b, s.newline()...)
		b = append(b, strings.Repeat("  ", depth)...)
	case s.Spaced && i > 0:
		b = append(b, ' ')
	}
	return b
}

// end is what stands before the closing bracket.
func (s jsonStyle) end(b []byte, members, depth int) []byte {
	if s.Indent && members > 0 {
		b = append(b, s.newline()...)
		b = append(b, strings.Repeat("  ", depth)...)
	}
	return b
}

func (s jsonStyle) text(b []byte, text string) []byte {
	if !s.Escape {
		return hook.AppendJSON(b, text)
	}
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range text {
		units := utf16.AppendRune(nil, r)
		switch {
		case r == '/':
			b = append(b, '\\', '/')
		case r == ' ' || r >= '0' && r <= '9':
			b = append(b, byte(r))
		default:
			for _, u := range units {
				b = append(b, '\\', 'u', hex[u>>12], hex[u>>8&15], hex[u>>4&15], hex[u&15])
			}
		}
	}
	return append(b, '"')
}

// fields are the members of a JSON object that a guard printed, by their exact names: hosts compare
// them so, while encoding/json would take Decision for decision.
type fields map[string]json.RawMessage

// parseFields reads exactly one object.
func parseFields(text []byte) (fields, bool) {
	var f fields
	if err := json.Unmarshal(text, &f); err != nil || f == nil {
		return nil, false
	}
	return f, true
}

// text is a string member. ok is false when it is there and no string.
func (f fields) text(key string) (text string, found, ok bool) {
	raw, found := f[key]
	if !found {
		return "", false, true
	}
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return "", true, false
	}
	return text, true, true
}

// object is a member that is an object, nil when there is none.
func (f fields) object(key string) (inner fields, found, ok bool) {
	raw, found := f[key]
	if !found {
		return nil, false, true
	}
	inner, ok = parseFields(raw)
	return inner, true, ok
}

// isFalse and isTrue tell whether a member is exactly that.
func (f fields) isFalse(key string) bool { return string(bytes.TrimSpace(f[key])) == "false" }
func (f fields) isTrue(key string) bool  { return string(bytes.TrimSpace(f[key])) == "true" }

// unknown returns a key that is none of the known ones, "" when there is none.
func (f fields) unknown(known ...string) string {
	least := ""
next:
	for key := range f {
		for _, k := range known {
			if k == key {
				continue next
			}
		}
		if least == "" || key < least {
			least = key
		}
	}
	return least
}
