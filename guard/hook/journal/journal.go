// Package journal keeps the decision log: one line of JSON for every call that the guard
// refused, asked about, or would have.
//
// It is written after the answer is out, so a log that cannot be written changes no verdict
// and delays none. What it holds is redacted, and it is bounded.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/bashguard/bashguard/guard/hook"
)

const (
	// MaxSize is the size, in bytes, from which the log is moved aside and begun anew. One old log is
	// kept, so the disk holds at most twice this: some ten thousand decisions.
	MaxSize = 4 << 20
	// MaxCommand bounds the command's text in one entry, in bytes.
	MaxCommand = 4096
	// maxLine bounds one entry, so that it is written at once and appends do not mix.
	maxLine = 32 << 10
	// maxPaths bounds the paths in one entry.
	maxPaths = 20
	// maxNotes and maxNote bound what an entry says of the policy: how many notes, and a note's bytes.
	maxNotes = 8
	maxNote  = 300
)

// The outcomes.
const (
	Refused  = "refused"
	Asked    = "asked"
	Observed = "let through: observe mode"
	Unseen   = "let through: nobody sees an ask, by the user's policy"
	Open     = "let through: failed open by the user's policy"
)

// Entry is one decision.
type Entry struct {
	Time    time.Time `json:"time"`
	Verdict string    `json:"verdict,omitempty"` // deny or ask: what the guard said
	Outcome string    `json:"outcome,omitempty"` // what became of the call
	Agent   string    `json:"agent,omitempty"`
	Event   string    `json:"event,omitempty"`
	Tool    string    `json:"tool,omitempty"`
	Mode    string    `json:"mode,omitempty"`
	Session string    `json:"session,omitempty"`
	Cwd     string    `json:"cwd,omitempty"`
	Command string    `json:"command,omitempty"`
	Paths   []string  `json:"paths,omitempty"`
	Rules   []string  `json:"rules,omitempty"`
	Reason  string    `json:"reason,omitempty"`
	Policy  []string  `json:"policy,omitempty"` // what the policy's files tried in vain, and what is odd in them
	Micros  int64     `json:"micros,omitempty"` // from the start of the process to the answer
}

// Path is where the log is, by the environment: under $XDG_STATE_HOME, or ~/.local/state. It
// is "" when neither is known.
func Path(env func(string) string) string {
	dir := env("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) { // the specification says to ignore a relative one
		home := env("HOME")
		if !filepath.IsAbs(home) {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "bashguard", "decisions.jsonl")
}

// Append redacts an entry and adds it to the log at path. It calls the system directly: the
// runtime's poller is no use here and takes longer than the writing.
func Append(path string, e Entry) error {
	line := e.line()
	fd, size, err := open(path)
	if err == nil && size >= MaxSize {
		_ = syscall.Close(fd)
		if err := rotate(path); err != nil {
			return fmt.Errorf("moving the full decision log aside: %w", err)
		}
		fd, _, err = open(path)
	}
	if err != nil {
		return fmt.Errorf("opening the decision log `%s`: %w", path, err)
	}
	for len(line) > 0 && err == nil {
		var n int
		if n, err = syscall.Write(fd, line); err == syscall.EINTR {
			err = nil
		}
		line = line[max(n, 0):]
	}
	if closed := syscall.Close(fd); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("writing the decision log `%s`: %w", path, err)
	}
	return nil
}

// open opens the log to append to it, for its owner only, and makes what of its path is missing.
func open(path string) (fd int, size int64, err error) {
	const flags = syscall.O_APPEND | syscall.O_CREAT | syscall.O_WRONLY | syscall.O_NOFOLLOW | syscall.O_NONBLOCK | syscall.O_CLOEXEC
	for made := false; ; {
		fd, err = syscall.Open(path, flags, 0o600)
		switch {
		case err == syscall.ENOENT && !made:
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return -1, 0, err
			}
			made = true
			continue
		case err == syscall.EINTR:
			continue
		case err != nil:
			return -1, 0, err
		}
		break
	}
	var stat syscall.Stat_t
	if err = syscall.Fstat(fd, &stat); err == nil && stat.Mode&0o077 != 0 {
		err = syscall.Fchmod(fd, 0o600)
	}
	if err != nil {
		_ = syscall.Close(fd)
		return -1, 0, err
	}
	return fd, stat.Size, nil
}

// rotate moves a full log aside. It looks again first: another process may have done it.
func rotate(path string) error {
	info, err := os.Lstat(path)
	if err == nil && info.Size() >= MaxSize {
		err = os.Rename(path, old(path))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func old(path string) string { return path + ".1" }

// line is the entry as it is written: bounded, redacted JSON. It is put together by hand, for
// reflection would cost the hook more than all the rest of it.
func (e Entry) line() []byte {
	line := e.bounded(MaxCommand, maxPaths).marshal()
	if len(line) > maxLine {
		line = e.bounded(MaxCommand/8, 1).marshal()
	}
	return line
}

// bounded is the entry with its texts redacted and no longer than limit bytes, its lists no longer
// than count.
func (e Entry) bounded(limit, count int) Entry {
	e.Command = redacted(e.Command, limit)
	e.Reason = redacted(e.Reason, limit)
	e.Cwd = redacted(e.Cwd, limit)
	for _, s := range []*string{&e.Verdict, &e.Outcome, &e.Agent, &e.Event, &e.Tool, &e.Mode, &e.Session} {
		*s = bound(*s, 256)
	}
	paths := e.Paths[:min(len(e.Paths), count)]
	e.Paths = make([]string, len(paths))
	for i := range paths {
		e.Paths[i] = redacted(paths[i], limit/8)
	}
	e.Rules = e.Rules[:min(len(e.Rules), count)]
	notes := e.Policy[:min(len(e.Policy), count, maxNotes)]
	e.Policy = make([]string, len(notes))
	for i := range notes {
		e.Policy[i] = redacted(notes[i], maxNote)
	}
	return e
}

// marshal writes the fields under the names that their tags say.
func (e Entry) marshal() []byte {
	b := make([]byte, 0, 1024)
	b = append(b, `{"time":"`...)
	b = e.Time.AppendFormat(b, time.RFC3339Nano)
	b = append(b, '"')
	text := func(key, s string) {
		if s != "" {
			b = append(b, `,"`+key+`":`...)
			b = hook.AppendJSON(b, s)
		}
	}
	list := func(key string, items []string) {
		for i, s := range items {
			if i == 0 {
				b = append(b, `,"`+key+`":[`...)
			} else {
				b = append(b, ',')
			}
			b = hook.AppendJSON(b, s)
		}
		if len(items) > 0 {
			b = append(b, ']')
		}
	}
	text("verdict", e.Verdict)
	text("outcome", e.Outcome)
	text("agent", e.Agent)
	text("event", e.Event)
	text("tool", e.Tool)
	text("mode", e.Mode)
	text("session", e.Session)
	text("cwd", e.Cwd)
	text("command", e.Command)
	list("paths", e.Paths)
	list("rules", e.Rules)
	text("reason", e.Reason)
	list("policy", e.Policy)
	if e.Micros != 0 {
		b = append(b, `,"micros":`...)
		b = strconv.AppendInt(b, e.Micros, 10)
	}
	return append(b, "}\n"...)
}

// redacted is a redacted text of at most limit bytes. What is far beyond the limit is not even
// scanned.
func redacted(s string, limit int) string {
	return bound(Redact(s[:min(len(s), 4*limit)]), limit)
}

// bound shortens a text to at most limit bytes; what is cut in the middle of a character
// becomes U+FFFD when it is marshalled.
func bound(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return s[:limit-3] + "..."
}

// readRegular reads a regular file. What is none could keep its reader forever.
func readRegular(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is no regular file")}
	}
	return io.ReadAll(f)
}

// Read calls yield for every entry of the log at path, the old one's first, in the order in
// which they were written, with the line as it stands. A log that does not exist is empty. A
// line that cannot be read is skipped and counted: it was cut by a full disk or a crash.
func Read(path string, yield func(Entry, []byte)) (skipped int, err error) {
	for _, name := range []string{old(path), path} {
		data, err := readRegular(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return skipped, fmt.Errorf("reading the decision log: %w", err)
		}
		for line := range bytes.Lines(data) {
			line = bytes.TrimSpace(line)
			if len(line) == 0 {
				continue
			}
			var e Entry
			if json.Unmarshal(line, &e) != nil {
				skipped++
				continue
			}
			yield(e, line)
		}
	}
	return skipped, nil
}
