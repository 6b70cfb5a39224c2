package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/bashguard/bashguard/guard"
)

// maxJSONLine is the longest line of the batch door in bytes. A command of the largest size
// that is read (1 MiB) takes six times that when every character is escaped.
const maxJSONLine = 16 << 20

// batchLine is a line of the batch door's output. A line that could not be judged has Error, and the
// verdict that the failure policy gives, so that a reader who looks at verdicts only is safe.
type batchLine struct {
	ID       json.RawMessage `json:"id"`
	Verdict  guard.Verdict   `json:"verdict"`
	Error    string          `json:"error,omitempty"`
	Line     int             `json:"line,omitempty"` // of the input, with an error
	Findings []diagnostic    `json:"findings"`
	Leaves   []leafJSON      `json:"leaves"`
	Micros   int64           `json:"micros"`
}

// batch is the batch door: each input line is judged and answered by one line, in order. A
// line that is wrong is answered with an error and the rest goes on.
func (j *judge) batch(in io.Reader, out io.Writer, base request) error {
	r := bufio.NewReaderSize(in, 64<<10)
	w := bufio.NewWriterSize(out, 64<<10)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for n := 1; ; n++ {
		line, err := readLine(r, maxJSONLine)
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 || errors.Is(err, errLongLine) {
			answer := j.batchAnswer(line, base, err)
			if answer.Error != "" {
				answer.Line = n
			}
			if err := enc.Encode(answer); err != nil {
				return fail(exitInternal, fmt.Errorf("writing the answer to line %d: %w", n, err))
			}
			if err := w.Flush(); err != nil {
				return fail(exitInternal, fmt.Errorf("writing the answer to line %d: %w", n, err))
			}
		}
		switch {
		case err == nil, errors.Is(err, errLongLine):
		case errors.Is(err, io.EOF):
			return nil
		default:
			return fail(exitInput, fmt.Errorf("reading line %d: %w", n, err))
		}
	}
}

// batchAnswer judges one line. Whatever goes wrong, a panic too, is the answer's error.
func (j *judge) batchAnswer(line []byte, base request, readErr error) (answer batchLine) {
	refuse := func(id json.RawMessage, reason string) batchLine {
		return batchLine{ID: id, Verdict: guard.Deny, Error: reason, Findings: []diagnostic{}, Leaves: []leafJSON{}}
	}
	if errors.Is(readErr, errLongLine) {
		return refuse(nil, readErr.Error())
	}
	req, id, err := decodeRequest(line, base)
	if err != nil {
		return refuse(id, err.Error())
	}
	defer func() {
		if fault := recover(); fault != nil {
			answer = refuse(id, fmt.Sprintf("internal error: %v", fault))
		}
	}()
	judged, err := j.judge(req)
	if err != nil {
		return refuse(id, err.Error())
	}
	src := newSource(req.Command)
	return batchLine{
		ID:       id,
		Verdict:  judged.verdict,
		Findings: diagnostics(src, judged.result.Findings),
		Leaves:   leavesJSON(src, judged.command),
		Micros:   judged.took.Microseconds(),
	}
}

// errLongLine says that a line was longer than the batch door takes; the line was skipped.
var errLongLine error = longLine{}

type longLine struct{}

func (longLine) Error() string {
	return fmt.Sprintf("line is longer than %d bytes: it was not read", maxJSONLine)
}

// readLine reads one line without its newline. A line longer than the limit is read to its
// end and not kept.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if !long && len(line)+len(part) > limit+1 {
			line, long = nil, true
		}
		if !long {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long && (err == nil || errors.Is(err, io.EOF)) {
			return nil, errLongLine
		}
		return bytes.TrimSuffix(line, []byte("\n")), err
	}
}

// decodeRequest reads one request. Keys that are not known are ignored: rows may carry notes.
// The id is returned also with an error, when it can be read.
func decodeRequest(line []byte, base request) (req request, id json.RawMessage, err error) {
	req = base
	if !utf8.Valid(line) {
		return req, nil, errors.New("line is not valid UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	tok, err := dec.Token()
	if err != nil {
		return req, nil, badJSON(err)
	}
	if tok != json.Delim('{') {
		return req, nil, errors.New("line is not a JSON object: write {\"command\": \"...\"}")
	}
	fields := [...]struct {
		name string
		to   *string
		seen bool
	}{{name: "command", to: &req.Command}, {name: "cwd", to: &req.Cwd}, {name: "home", to: &req.Home}, {name: "shell", to: &req.Shell}, {name: "permission_mode", to: &req.Mode}}
	var problem error
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return req, id, badJSON(err)
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return req, id, badJSON(err)
		}
		if key == "id" {
			if id != nil && problem == nil {
				problem = errors.New("key `id` is given twice")
			}
			id = raw
			continue
		}
		for i := range fields {
			f := &fields[i]
			if f.name != key {
				continue
			}
			if f.seen && problem == nil {
				problem = fmt.Errorf("key `%s` is given twice", f.name)
			}
			f.seen = true
			// Absent and null are the same for what is optional.
			if string(raw) == "null" && f.name != "command" {
				continue
			}
			if err := decodeString(raw, f.to); err != nil && problem == nil {
				problem = fmt.Errorf("key `%s`: %w", f.name, err)
			}
		}
	}
	if _, err := dec.Token(); err != nil {
		return req, id, badJSON(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) && problem == nil {
		problem = errors.New("more than one JSON value on the line")
	}
	if !fields[0].seen && problem == nil {
		problem = errors.New("key `command` is missing")
	}
	return req, id, problem
}

// badJSON says in one way that a line cannot be parsed.
func badJSON(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("line is not valid JSON: it ends too early")
	}
	return fmt.Errorf("line is not valid JSON: %w", err)
}

// decodeString reads a JSON string and refuses half a surrogate pair, which the decoder
// would replace: the command judged would not be the command run.
func decodeString(raw json.RawMessage, to *string) error {
	if len(raw) == 0 || raw[0] != '"' {
		return fmt.Errorf("must be a string, not %s", jsonKind(raw))
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return badJSON(err)
	}
	if bytes.Contains(raw, []byte(`\u`)) && halfSurrogate(raw) {
		return errors.New("holds half a surrogate pair, which is no character")
	}
	*to = s
	return nil
}

func jsonKind(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	}
	return "a number"
}

// halfSurrogate tells whether a valid JSON string has a \uD8xx escape without its other half.
func halfSurrogate(raw []byte) bool {
	for i := 0; i+5 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if raw[i+1] != 'u' {
			i++ // another escape, \\ perhaps
			continue
		}
		switch hi := raw[i+2 : i+4]; {
		case isSurrogate(hi, '8', 'b'):
			if i+9 >= len(raw) || raw[i+6] != '\\' || raw[i+7] != 'u' || !isSurrogate(raw[i+8:i+10], 'c', 'f') {
				return true
			}
			i += 11
		case isSurrogate(hi, 'c', 'f'):
			return true
		default:
			i += 5
		}
	}
	return false
}

// isSurrogate tells whether the first two hex digits are d and one of the range.
func isSurrogate(hex []byte, from, to byte) bool {
	c := hex[1]
	if c >= 'A' && c <= 'F' {
		c += 'a' - 'A'
	}
	return (hex[0] == 'd' || hex[0] == 'D') && c >= from && c <= to
}
