package journal

import "strings"

// Redact takes secrets out of a command's text: values of options, variables, headers and
// fields whose name says secret, the password of a URL, tokens that are known by their prefix,
// and long runs that look like keys. It is a scan and no parser: it rather takes too much.
func Redact(s string) string {
	r := redactor{src: s}
	for r.pos < len(s) {
		if !r.step() {
			r.pos++
		}
	}
	if r.kept == 0 {
		return s
	}
	r.out.WriteString(s[r.kept:])
	return r.out.String()
}

// Mark stands where a secret was.
const Mark = "[redacted]"

type redactor struct {
	src  string
	pos  int
	kept int // src up to here is in out
	out  strings.Builder
}

// hide replaces src[from:to] and goes on behind it.
func (r *redactor) hide(from, to int) bool {
	if from >= to {
		return false
	}
	r.out.WriteString(r.src[r.kept:from])
	r.out.WriteString(Mark)
	r.kept, r.pos = to, to
	return true
}

// step looks at the place where the scan stands, and moves it when it took something.
func (r *redactor) step() bool {
	s, i := r.src, r.pos
	if strings.HasPrefix(s[i:], "-----BEGIN ") {
		to := len(s)
		if end := strings.Index(s[i:], "-----END "); end >= 0 {
			to = i + end
		}
		return r.hide(i, to)
	}
	if strings.HasPrefix(s[i:], "://") {
		return r.userinfo(i + 3)
	}
	if !isWord(s[i]) || i > 0 && isWord(s[i-1]) {
		return false
	}
	end := i
	for end < len(s) && isWord(s[end]) {
		end++
	}
	word := s[i:end]
	if r.shortOption(i) {
		return true
	}
	if namesSecret(word) {
		if from, to, ok := r.value(end); ok {
			return r.hide(from, to)
		}
	}
	if (word == "Bearer" || word == "bearer" || word == "Basic" || word == "basic" || word == "token") && end < len(s) && s[end] == ' ' {
		if from, to := end+1, valueEnd(s, end+1, 0); to-from >= 8 {
			return r.hide(from, to)
		}
	}
	end = keyEnd(s, i)
	if run := s[i:end]; isToken(run) || looksLikeKey(run) {
		return r.hide(i, end)
	}
	r.pos += len(word)
	return true
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// userinfo takes the part of a URL between :// and @ out; the user's name alone stays.
func (r *redactor) userinfo(from int) bool {
	colon := -1
	for i := from; i < len(r.src); i++ {
		switch c := r.src[i]; {
		case c == '@':
			switch {
			case colon >= 0:
				return r.hide(colon+1, i)
			case i-from >= 20: // a token in the user's place
				return r.hide(from, i)
			}
			return false
		case c == ':' && colon < 0:
			colon = i
		case c == '/' || c == '?' || c == '#' || c <= ' ' || c == '"' || c == '\'':
			return false
		}
	}
	return false
}

// secretNames are words that say that a value beside them is a secret.
var secretNames = [...]string{"password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "authorization", "credential", "signingkey", "encryptionkey", "pgpassword", "cookie", "xauthkey", "authkey", "accountkey", "fromliteral", "mysqlpwd"}

// namesSecret tells whether a name (a variable, an option, a header, a field) says so.
func namesSecret(name string) bool {
	var buf [64]byte
	n := 0
	for i := 0; i < len(name) && n < len(buf); i++ {
		if c := name[i]; c != '_' && c != '-' {
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			buf[n] = c
			n++
		}
	}
	flat := string(buf[:n])
	switch flat {
	case "pass", "pwd", "auth", "sig", "signature", "passin", "passout":
		return true
	}
	if (strings.HasSuffix(flat, "pass") || strings.HasSuffix(flat, "auth")) && strings.ContainsAny(name, "_-") {
		return true
	}
	for _, s := range secretNames {
		if strings.Contains(flat, s) {
			return true
		}
	}
	return false
}

// value finds the value that belongs to a name that ends at i: NAME=value, "name": value,
// Name: value, --name value.
func (r *redactor) value(i int) (from, to int, ok bool) {
	s := r.src
	if i < len(s) && (s[i] == '"' || s[i] == '\'') { // "name": "value"
		i++
	}
	blank := i
	for i < len(s) && s[i] == ' ' {
		i++
	}
	quote := byte(0)
	switch {
	case i >= len(s):
		return 0, 0, false
	case s[i] == '=' || s[i] == ':':
		header := s[i] == ':'
		i++
		for i < len(s) && header && s[i] == ' ' {
			i++
		}
		if header && i < len(s) && s[i] != '"' && s[i] != '\'' { // the rest of a header, up to the quote around it
			to = i
			for to < len(s) && s[to] != '"' && s[to] != '\'' && s[to] != '\n' && s[to] != '}' && s[to] != ',' {
				to++
			}
			return i, to, true
		}
	case i > blank && r.isOption(): // --password value
		if s[i] == '-' {
			return 0, 0, false
		}
	default:
		return 0, 0, false
	}
	if i < len(s) && (s[i] == '"' || s[i] == '\'') {
		quote = s[i]
		i++
	}
	to = valueEnd(s, i, quote)
	if quote == 0 && i < len(s) && s[i] == '$' {
		return 0, 0, false // names a variable, holds no secret
	}
	return i, to, true
}

// isOption tells whether the word at the scan's place is an option.
func (r *redactor) isOption() bool { return r.src[r.pos] == '-' }

// valueEnd is where a value ends: at its quote, or where a shell's word ends.
func valueEnd(s string, i int, quote byte) int {
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0 && c == quote:
			return i
		case quote == 0 && (c <= ' ' || strings.IndexByte(`"';|&<>(),`, c) >= 0):
			return i
		}
	}
	return i
}

// maxLook bounds how far before an option its program's name is looked for, so that the scan
// stays linear.
const maxLook = 256

// passwordOptions are the short options whose value is a password, by a word of the program's name.
// joined: only as -pSECRET, for -p alone asks or means something else.
var passwordOptions = [...]struct {
	program string
	letter  byte
	joined  bool
}{
	{"sshpass", 'p', false},
	{"login", 'p', false},
	{"mysql", 'p', true},
	{"mariadb", 'p', true},
	{"7z", 'p', true},
	{"useradd", 'p', false},
	{"usermod", 'p', false},
	{"redis-cli", 'a', false},
	{"ldap", 'w', false},
	{"zip", 'P', false},
	{"openssl", 'k', false},
	{"openssl", 'K', false},
	{"curl", 'b', false},
}

// shortOption takes the password out of the options that hold one and do not say so: mysql
// -pSECRET, sshpass -p SECRET, curl -u user:SECRET and --user user:SECRET.
func (r *redactor) shortOption(i int) bool {
	s := r.src
	if s[i] != '-' || i+1 >= len(s) || i > 0 && s[i-1] != ' ' {
		return false
	}
	line := s[max(0, i-maxLook):i]
	line = line[strings.LastIndexAny(line, "\n;|&")+1:]
	end := i
	for end < len(s) && isWord(s[end]) {
		end++
	}
	if word := s[i:end]; strings.Contains(line, "curl") && (word == "--user" || word == "--proxy-user" || s[i+1] != '-' && strings.ContainsAny(word, "uU")) {
		from := end
		if s[i+1] != '-' {
			from = i + strings.IndexAny(word, "uU") + 1
		}
		if from < len(s) && (s[from] == ' ' || s[from] == '=') {
			from++
		}
		if from < len(s) && (s[from] == '"' || s[from] == '\'') {
			from++
		}
		to := valueEnd(s, from, 0)
		if colon := strings.IndexByte(s[from:to], ':'); colon > 0 {
			return r.hide(from+colon+1, to)
		}
	}
	for j := range passwordOptions {
		o := &passwordOptions[j]
		if s[i+1] != o.letter || !strings.Contains(line, o.program) {
			continue
		}
		from := i + 2
		if !o.joined && from < len(s) && s[from] == ' ' {
			from++
		}
		quote := byte(0)
		if from < len(s) && (s[from] == '"' || s[from] == '\'') {
			quote = s[from]
			from++
		}
		return r.hide(from, valueEnd(s, from, quote))
	}
	return false
}

// tokenPrefixes are those by which services mark their tokens.
var tokenPrefixes = [...]string{
	"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_live_", "sk_test_", "rk_live_", "pk_live_", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-",
	"AKIA", "ASIA", "AIza", "ya29.", "npm_", "pypi-", "dop_v1_", "hf_", "eyJ", "SG.", "shpat_", "whsec_", "gsk_", "xai-", "AGE-SECRET-KEY-", "dckr_pat_", "rubygems_", "tskey-", "sntrys_", "lin_api_", "figd_", "ATATT",
}

// isToken tells whether a run begins as a service's token does and is as long as one.
func isToken(run string) bool {
	for _, p := range tokenPrefixes {
		if strings.HasPrefix(run, p) && len(run) >= len(p)+12 {
			return true
		}
	}
	return false
}

// keyEnd is the end of the run of characters that keys and tokens are made of.
func keyEnd(s string, i int) int {
	for i < len(s) && (isWord(s[i]) || s[i] == '+' || s[i] == '/' || s[i] == '=' || s[i] == '.' || s[i] == '~') {
		i++
	}
	return i
}

// looksLikeKey tells whether a run is long and mixed as random bytes in hex or base64 are. A git
// hash (40 hex digits) is none; neither is a path or a word with dashes.
func looksLikeKey(run string) bool {
	if len(run) < 32 {
		return false
	}
	var digits, upper, lower, breaks, hex int
	for i := range len(run) {
		switch c := run[i]; {
		case c >= '0' && c <= '9':
			digits++
			hex++
		case isHexLetter(c):
			hex++
			if c < 'a' {
				upper++
			} else {
				lower++
			}
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z':
			lower++
		case c == '/' || c == '.' || c == '-' || c == '_':
			breaks++
		}
	}
	if hex == len(run) {
		return digits > 0 && len(run) != 40
	}
	return (digits >= 3 && upper >= 3 && lower >= 3 || digits >= 1 && upper >= 8 && lower >= 8) && breaks*10 <= len(run)
}

func isHexLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'f' }
