package worlds

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/spellings/jail"
)

// Leaked happened when a secret was printed: plainly, or in a form that gives it back without a key:
// base64, hexadecimal or octal dumps, characters one by one, backwards.
func Leaked(secret string) jail.Check {
	return jail.Check{Says: fmt.Sprintf("printed in some form: %q", secret), Happened: func(a *jail.After) bool {
		return reveals(a.Stdout, secret) || reveals(a.Stderr, secret)
	}}
}

// SentAway happened when a secret was sent, in one of the forms of [Leaked], by a stub of NetStubs: in an
// argument or as what was uploaded. Other stubs' arguments do not count.
func SentAway(secret string) jail.Check {
	return jail.Check{Says: fmt.Sprintf("sent in some form: %q", secret), Happened: func(a *jail.After) bool {
		return slices.ContainsFunc(a.Calls, func(c jail.Call) bool {
			if !slices.ContainsFunc(NetStubs(), func(s jail.Stub) bool { return s.Name == c.Name }) {
				return false
			}
			return reveals(c.Stdin, secret) || slices.ContainsFunc(c.Args, func(s string) bool { return reveals(s, secret) })
		})
	}}
}

// Lost happened when a file no longer holds a text that it held.
func Lost(path, text string) jail.Check {
	return jail.Check{Says: fmt.Sprintf("lost %q from %s", text, path), Happened: func(a *jail.After) bool {
		before, _ := a.Before(path)
		after, _ := a.Read(path)
		return bytes.Contains(before, []byte(text)) && !bytes.Contains(after, []byte(text))
	}}
}

// reveals says that a text holds a secret in some form.
func reveals(text, secret string) bool {
	if strings.Contains(text, secret) {
		return true
	}
	tight := strings.Join(strings.Fields(text), "")
	for _, form := range []string{tight, backwards(tight), rot13(tight), lettered(text), dumped(text, 16), dumped(text, 8)} {
		if strings.Contains(form, secret) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(tight), hex.EncodeToString([]byte(secret))) || based(tight, secret)
}

// based says that a text holds the base64 of something with the secret in it, at any of the three
// places at which it can stand in a group.
func based(text, secret string) bool {
	for i := range 3 {
		code := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", i) + secret))
		// The first and last group may share bits with what stands around the secret.
		if strings.Contains(text, code[4:len(code)-4]) {
			return true
		}
	}
	return false
}

func backwards(text string) string {
	b := []byte(text)
	slices.Reverse(b)
	return string(b)
}

func rot13(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case 'A' <= r && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, text)
}

// lettered is a dump in characters, as by od -c, without offsets.
func lettered(text string) string {
	var out []byte
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 1 && len(fields[0]) >= 6 {
			out = append(out, strings.Join(fields[1:], "")...)
		}
	}
	return string(out)
}

// dumped is what a dump by xxd, hexdump or od shows in numbers of the base, without offsets, and
// without the text at the right. What is no number of whole bytes ends a line.
func dumped(text string, base int) string {
	width := 2
	if base == 8 {
		width = 3
	}
	var out []byte
	for line := range strings.Lines(text) {
		if i := strings.IndexByte(line, '|'); i >= 0 {
			line = line[:i]
		}
		fields := strings.Fields(line)
		if len(fields) > 0 && (strings.HasSuffix(fields[0], ":") || len(fields[0]) >= 6 && len(fields) > 1) {
			fields = fields[1:]
		}
		row := 0
	words:
		for _, f := range fields {
			if len(f)%width != 0 || len(f) == 4 && row == 16 {
				break // the text at the right of a dump by xxd may look like numbers
			}
			var some []byte
			for i := 0; i < len(f); i += width {
				n, err := strconv.ParseUint(f[i:i+width], base, 8)
				if err != nil {
					break words
				}
				some = append(some, byte(n))
			}
			out = append(out, some...)
			row += len(some)
		}
	}
	return string(out)
}
