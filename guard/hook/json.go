package hook

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A strict JSON reader. encoding/json matches keys without regard to case, keeps the last of
// two equal keys, replaces what is no text and stops at the first value: each of these would
// let a host and its guard read one event in two ways.

const (
	// MaxInput bounds an event, in bytes. The largest ordinary one carries a file's content.
	MaxInput = 8 << 20
	// maxDepth bounds the nesting of an event. Real ones have four levels.
	maxDepth = 256
)

type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

var jsonKindNames = [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}

func (k jsonKind) String() string { return jsonKindNames[k] }

// jsonValue is one value. text is the content of a string, or a number or boolean as written.
type jsonValue struct {
	kind    jsonKind
	text    string
	items   []jsonValue
	members []jsonMember
}

type jsonMember struct {
	key   string
	value jsonValue
}

// get returns the member of exactly that name, nil when there is none.
func (v *jsonValue) get(key string) *jsonValue {
	for i := range v.members {
		if v.members[i].key == key {
			return &v.members[i].value
		}
	}
	return nil
}

type jsonReader struct {
	src   string
	pos   int
	depth int
}

// parseJSON reads exactly one value.
func parseJSON(data []byte) (*jsonValue, *Failure) {
	if len(data) > MaxInput {
		return nil, Fail(InputTooLarge, strconv.Itoa(MaxInput)+" bytes")
	}
	if !utf8.Valid(data) {
		at := 0
		for at < len(data) {
			r, size := utf8.DecodeRune(data[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		return nil, Fail(InputEncoding, "at byte "+strconv.Itoa(at))
	}
	r := jsonReader{src: string(data)}
	if r.next() == 0 && r.pos >= len(r.src) {
		return nil, Fail(InputEmpty, "")
	}
	v := new(jsonValue)
	if err := r.value(v); err != nil {
		return nil, err
	}
	if r.next(); r.pos < len(r.src) {
		return nil, r.fail(InputTrailing, "")
	}
	return v, nil
}

func (r *jsonReader) fail(code FailureCode, what string) *Failure {
	if r.pos >= len(r.src) && code == InputMalformed {
		return Fail(InputTruncated, "after byte "+strconv.Itoa(len(r.src)))
	}
	if what != "" {
		what += " "
	}
	return Fail(code, what+"at byte "+strconv.Itoa(r.pos))
}

// next skips blanks and returns the byte there, 0 at the end.
func (r *jsonReader) next() byte {
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; c {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return c
		}
	}
	return 0
}

func (r *jsonReader) value(v *jsonValue) *Failure {
	switch c := r.next(); {
	case c == '"':
		v.kind = jsonString
		var err *Failure
		v.text, err = r.string()
		return err
	case c == '{':
		return r.nested(v, r.object)
	case c == '[':
		return r.nested(v, r.array)
	case c == '-' || c >= '0' && c <= '9':
		return r.number(v)
	}
	for _, word := range [...]string{"null", "true", "false"} {
		rest := r.src[r.pos:]
		if strings.HasPrefix(rest, word) {
			if word != "null" {
				v.kind, v.text = jsonBool, word
			}
			r.pos += len(word)
			return nil
		}
		if rest != "" && strings.HasPrefix(word, rest) {
			r.pos = len(r.src)
		}
	}
	return r.fail(InputMalformed, "expected a value")
}

func (r *jsonReader) nested(v *jsonValue, read func(*jsonValue) *Failure) *Failure {
	if r.depth++; r.depth > maxDepth {
		return r.fail(InputTooDeep, strconv.Itoa(maxDepth)+" levels")
	}
	r.pos++
	err := read(v)
	r.depth--
	return err
}

func (r *jsonReader) array(v *jsonValue) *Failure {
	v.kind = jsonArray
	if r.next() == ']' {
		r.pos++
		return nil
	}
	for {
		v.items = append(v.items, jsonValue{})
		if err := r.value(&v.items[len(v.items)-1]); err != nil {
			return err
		}
		switch r.next() {
		case ',':
			r.pos++
		case ']':
			r.pos++
			return nil
		default:
			return r.fail(InputMalformed, "expected , or ]")
		}
	}
}

// manyMembers is the size from which an object's keys are compared by a map.
const manyMembers = 24

func (r *jsonReader) object(v *jsonValue) *Failure {
	v.kind = jsonObject
	if r.next() == '}' {
		r.pos++
		return nil
	}
	var seen map[string]bool
	for {
		if r.next() != '"' {
			return r.fail(InputMalformed, "expected a key")
		}
		key, err := r.string()
		if err != nil {
			return err
		}
		switch {
		case len(v.members) < manyMembers:
			if v.get(key) != nil {
				return r.fail(KeyDuplicate, "`"+Cut(key, 80)+"`")
			}
		case seen == nil:
			seen = make(map[string]bool, 2*manyMembers)
			for i := range v.members {
				seen[v.members[i].key] = true
			}
			fallthrough
		default:
			if seen[key] {
				return r.fail(KeyDuplicate, "`"+Cut(key, 80)+"`")
			}
			seen[key] = true
		}
		if r.next() != ':' {
			return r.fail(InputMalformed, "expected :")
		}
		r.pos++
		v.members = append(v.members, jsonMember{key: key})
		if err := r.value(&v.members[len(v.members)-1].value); err != nil {
			return err
		}
		switch r.next() {
		case ',':
			r.pos++
		case '}':
			r.pos++
			return nil
		default:
			return r.fail(InputMalformed, "expected , or }")
		}
	}
}

func (r *jsonReader) digits() bool {
	start := r.pos
	for r.pos < len(r.src) && r.src[r.pos] >= '0' && r.src[r.pos] <= '9' {
		r.pos++
	}
	return r.pos > start
}

func (r *jsonReader) number(v *jsonValue) *Failure {
	start := r.pos
	at := func(c byte) bool { return r.pos < len(r.src) && r.src[r.pos] == c }
	if at('-') {
		r.pos++
	}
	if at('0') {
		r.pos++
	} else if !r.digits() {
		return r.fail(InputMalformed, "expected a digit")
	}
	if at('.') {
		r.pos++
		if !r.digits() {
			return r.fail(InputMalformed, "expected a digit")
		}
	}
	if at('e') || at('E') {
		r.pos++
		if at('+') || at('-') {
			r.pos++
		}
		if !r.digits() {
			return r.fail(InputMalformed, "expected a digit")
		}
	}
	v.kind, v.text = jsonNumber, r.src[start:r.pos]
	return nil
}

// string reads a string, from its opening quote on.
func (r *jsonReader) string() (string, *Failure) {
	r.pos++
	start := r.pos
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; {
		case c == '"':
			s := r.src[start:r.pos]
			r.pos++
			return s, nil
		case c == '\\':
			return r.escaped(start)
		case c < 0x20:
			return "", r.fail(InputMalformed, "control character in a string")
		}
		r.pos++
	}
	return "", r.fail(InputMalformed, "")
}

// escaped goes on with a string in which there is an escape.
func (r *jsonReader) escaped(start int) (string, *Failure) {
	var b strings.Builder
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		switch {
		case c == '"':
			b.WriteString(r.src[start:r.pos])
			r.pos++
			return b.String(), nil
		case c < 0x20:
			return "", r.fail(InputMalformed, "control character in a string")
		case c != '\\':
			r.pos++
			continue
		}
		b.WriteString(r.src[start:r.pos])
		r.pos++
		if r.pos >= len(r.src) {
			break
		}
		const from, to = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
		if c = r.src[r.pos]; c == 'u' {
			u, err := r.unicode()
			if err != nil {
				return "", err
			}
			b.WriteRune(u)
		} else if i := strings.IndexByte(from, c); i >= 0 {
			b.WriteByte(to[i])
			r.pos++
		} else {
			return "", r.fail(InputMalformed, "unknown escape")
		}
		start = r.pos
	}
	r.pos = len(r.src)
	return "", r.fail(InputMalformed, "")
}

// unicode reads \uXXXX, or a pair of them, from the u on.
func (r *jsonReader) unicode() (rune, *Failure) {
	high, err := r.hex()
	if err != nil || !utf16.IsSurrogate(high) {
		return high, err
	}
	if strings.HasPrefix(r.src[r.pos:], `\u`) {
		r.pos++
		low, err := r.hex()
		if err != nil {
			return 0, err
		}
		if u := utf16.DecodeRune(high, low); u != utf8.RuneError {
			return u, nil
		}
	}
	if r.pos >= len(r.src) {
		return 0, r.fail(InputMalformed, "")
	}
	return 0, r.fail(InputEncoding, "half a surrogate pair")
}

func (r *jsonReader) hex() (rune, *Failure) {
	r.pos++
	var u rune
	for range 4 {
		if r.pos >= len(r.src) {
			return 0, r.fail(InputMalformed, "")
		}
		d := strings.IndexByte("0123456789abcdef", r.src[r.pos]|0x20)
		if d < 0 || r.src[r.pos] < '0' {
			return 0, r.fail(InputMalformed, "bad \\u escape")
		}
		u = u<<4 | rune(d)
		r.pos++
	}
	return u, nil
}

// AppendJSON appends a text as a JSON string; what is no UTF-8 in it becomes U+FFFD.
func AppendJSON(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, c := range []byte(strings.ToValidUTF8(s, "\uFFFD")) {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < 0x20 || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
