package fold

import (
	"bytes"
	"compress/bzip2"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"io"
	"strings"
)

// base64Program is GNU's base64; -D and --decode of macOS and -d of all are the same thing.
func base64Program(c *call) (string, bool) {
	return baseN(c, decodeBase64, base64.StdEncoding.EncodeToString, isBase64)
}

func base32Program(c *call) (string, bool) {
	decode := func(s string) (string, bool) {
		b, err := base32.StdEncoding.DecodeString(s)
		return string(b), err == nil
	}
	return baseN(c, decode, base32.StdEncoding.EncodeToString, isBase32)
}

func baseN(c *call, decode func(string) (string, bool), encode func([]byte) string, alphabet func(byte) bool) (string, bool) {
	opts, operands, ok := options(c.args, "d,decode D i,ignore-garbage w,wrap: -,help -,version")
	if !ok {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	if opts.has('d') || opts.has('D') {
		in = strings.ReplaceAll(in, "\n", "")
		if opts.has('i') {
			in = keep(in, alphabet)
		}
		return decode(in)
	}
	wrap := 76
	if w, given := opts.last('w'); given {
		if wrap, ok = number(w); !ok {
			return "", false
		}
	}
	return wrapLines(encode([]byte(in)), wrap), true
}

func isBase64(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '+' || c == '/' || c == '='
}

func isBase32(c byte) bool { return 'A' <= c && c <= 'Z' || '2' <= c && c <= '7' || c == '=' }

func keep(s string, wanted func(byte) bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if wanted(s[i]) {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// decodeBase64 decodes what GNU base64 would: concatenated padded texts, and a last group
// without its padding (which newer versions accept and older ones print before they fail).
func decodeBase64(s string) (string, bool) {
	var out []byte
	for s != "" {
		end := strings.IndexByte(s, '=')
		if end < 0 {
			end = len(s)
		} else {
			end = min(len(s), (end+4)/4*4)
		}
		group := strings.TrimRight(s[:end], "=")
		s = s[end:]
		b, err := base64.RawStdEncoding.DecodeString(group)
		if err != nil {
			return "", false
		}
		out = append(out, b...)
	}
	return string(out), true
}

func wrapLines(s string, width int) string {
	if width == 0 {
		return s
	}
	var b strings.Builder
	for len(s) > width {
		b.WriteString(s[:width])
		b.WriteByte('\n')
		s = s[width:]
	}
	if s != "" {
		b.WriteString(s)
		b.WriteByte('\n')
	}
	return b.String()
}

// xxd folds -p (plain hexadecimal) and -r -p.
func xxd(c *call) (string, bool) {
	reverse, plain, width := false, false, 30
	var operands []string
	for i := 0; i < len(c.args); i++ {
		switch a := c.args[i]; a {
		case "-r", "-revert":
			reverse = true
		case "-p", "-ps", "-plain", "-postscript":
			plain = true
		case "-rp", "-pr":
			// xxd has no clusters: -rp is an error in it, and -r -p in its other forms.
			return "", false
		case "-c", "-cols":
			if i++; i == len(c.args) {
				return "", false
			}
			n, ok := number(c.args[i])
			if !ok || n == 0 {
				return "", false
			}
			width = n
		default:
			if a != "-" && strings.HasPrefix(a, "-") {
				return "", false
			}
			operands = append(operands, a)
		}
	}
	in, ok := c.input(operands)
	if !ok || !plain {
		return "", false
	}
	if !reverse {
		return wrapLines(hex.EncodeToString([]byte(in)), 2*width), true
	}
	in = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\n', '\t', '\r':
			return -1
		}
		return r
	}, in)
	b, err := hex.DecodeString(in)
	return string(b), err == nil
}

func gunzip(name string, c *call) (string, bool) {
	opts, operands, ok := options(c.args, "c,stdout d,decompress f,force k,keep n,no-name q,quiet -,help -,version")
	if !ok || name == "gzip" && !opts.has('d') {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	return ungzip(in)
}

func bunzip(name string, c *call) (string, bool) {
	opts, operands, ok := options(c.args, "c,stdout d,decompress f,force k,keep q,quiet s,small -,help -,version")
	if !ok || name == "bzip2" && !opts.has('d') {
		return "", false
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	return readAll(bzip2.NewReader(strings.NewReader(in)))
}

func readAll(r io.Reader) (string, bool) {
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(r, MaxOutput+1))
	return b.String(), err == nil && n <= MaxOutput
}

// openssl folds "openssl base64 -d" and "openssl enc -base64 -d", with -A for one line.
func openssl(c *call) (string, bool) {
	if len(c.args) == 0 {
		return "", false
	}
	coded := c.args[0] == "base64"
	if !coded && c.args[0] != "enc" {
		return "", false
	}
	decode, single := false, false
	for i := 1; i < len(c.args); i++ {
		switch strings.TrimPrefix(c.args[i], "-") {
		case "-base64", "base64", "a", "-a":
			coded = true
		case "d", "-d":
			decode = true
		case "e", "-e":
			decode = false
		case "A", "-A":
			single = true
		default:
			return "", false
		}
	}
	if !coded || !c.hasStdin {
		return "", false
	}
	if !decode {
		out := base64.StdEncoding.EncodeToString([]byte(c.stdin))
		if single {
			return out, true
		}
		return wrapLines(out, 64), true
	}
	return decodeBase64(strings.ReplaceAll(c.stdin, "\n", ""))
}
