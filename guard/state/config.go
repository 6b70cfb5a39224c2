package state

import (
	"path/filepath"
	"strings"
)

// setting is one line of a git configuration: its key with section and name in lower case.
type setting struct{ key, value string }

// settings are the lines of all files in the order in which git reads them: the last one wins.
type settings struct {
	list []setting
	// conditional: some file includes another on a condition, which only git decides.
	conditional bool
	// broken: a file could not be read or is malformed, so nothing is certain.
	broken bool
}

// last returns the last value of a normalised key.
func (s *settings) last(key string) (string, bool) {
	for i := len(s.list) - 1; i >= 0; i-- {
		if s.list[i].key == key {
			return s.list[i].value, true
		}
	}
	return "", false
}

// normalKey puts section and name of a key in lower case; what is between is a name of the
// user's and kept.
func normalKey(key string) string {
	first, last := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
	if first < 0 {
		return strings.ToLower(key)
	}
	return strings.ToLower(key[:first]) + key[first:last] + strings.ToLower(key[last:])
}

// truth reads a boolean as git does; ok is false for what is none.
func truth(value string) (is, ok bool) {
	switch strings.ToLower(value) {
	case "true", "yes", "on", "1":
		return true, true
	case "false", "no", "off", "0", "":
		return false, true
	}
	return false, false
}

// read adds a configuration file and what it includes. A file that is not there is none.
func (s *settings) read(m *machine, path string, depth int) {
	content, ok := m.ReadFile(path, configBytes)
	if !ok {
		if m.exists(path) {
			s.broken = true
		}
		return
	}
	start := len(s.list)
	if !s.parse(string(content)) {
		s.broken = true
	}
	// git reads an included file where the include stands. To look the last value up it is
	// enough to keep that order.
	for i := start; i < len(s.list); i++ {
		switch key := s.list[i].key; {
		case key == "include.path":
			if depth >= includeDepth {
				s.broken = true
				return
			}
			rest := append([]setting(nil), s.list[i+1:]...)
			s.list = s.list[:i+1]
			s.read(m, m.userPath(s.list[i].value, filepath.Dir(path)), depth+1)
			i = len(s.list) - 1
			s.list = append(s.list, rest...)
		case strings.HasPrefix(key, "includeif."):
			s.conditional = true
		}
	}
}

// userPath resolves a path of a configuration file: ~/ is the home, others are relative to dir.
func (m *machine) userPath(path, dir string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(m.home, rest)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Clean(path)
}

// parse reads the text of a configuration file; it is false when the text is malformed.
func (s *settings) parse(text string) bool {
	text = strings.TrimPrefix(text, "\ufeff")
	section := ""
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if text == "" {
			return true
		}
		switch text[0] {
		case '#', ';':
			_, text, _ = strings.Cut(text, "\n")
			continue
		case '[':
			var ok bool
			if section, text, ok = parseSection(text[1:]); !ok {
				return false
			}
			continue
		}
		n := 0
		for n < len(text) && (isLetter(text[n]) || n > 0 && (text[n] == '-' || text[n] >= '0' && text[n] <= '9')) {
			n++
		}
		if n == 0 || section == "" {
			return false
		}
		key := section + "." + strings.ToLower(text[:n])
		text = strings.TrimLeft(text[n:], " \t\r")
		value := "true" // a name alone
		if text != "" && text[0] == '=' {
			var ok bool
			if value, text, ok = parseValue(text[1:]); !ok {
				return false
			}
		} else if text != "" && text[0] != '\n' && text[0] != '#' && text[0] != ';' {
			return false
		}
		s.list = append(s.list, setting{key, value})
	}
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// parseSection reads what follows the bracket: name], name.sub], or name "sub"].
func parseSection(text string) (section, rest string, ok bool) {
	end := strings.IndexAny(text, " \t]\n\"")
	if end <= 0 || text[end] == '\n' || text[end] == '"' {
		return "", "", false
	}
	section = strings.ToLower(text[:end])
	if text[end] == ']' {
		return section, text[end+1:], true
	}
	text = strings.TrimLeft(text[end:], " \t")
	if text == "" || text[0] != '"' {
		return "", "", false
	}
	var sub strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; c {
		case '\n':
			return "", "", false
		case '\\':
			if i++; i == len(text) || text[i] == '\n' {
				return "", "", false
			}
			sub.WriteByte(text[i])
		case '"':
			if i+1 == len(text) || text[i+1] != ']' {
				return "", "", false
			}
			return section + "." + sub.String(), text[i+2:], true
		default:
			sub.WriteByte(c)
		}
	}
	return "", "", false
}

// parseValue reads a value up to the end of its line.
func parseValue(text string) (value, rest string, ok bool) {
	var b strings.Builder
	quoted, keep := false, 0 // keep: the length up to which blanks count
	text = strings.TrimLeft(text, " \t\r")
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			return b.String()[:keep], text[i:], !quoted
		case !quoted && (c == '#' || c == ';'):
			_, rest, _ = strings.Cut(text[i:], "\n")
			return b.String()[:keep], rest, true
		case c == '"':
			quoted = !quoted
			keep = b.Len()
		case c == '\\':
			if i++; i == len(text) {
				return "", "", false
			}
			switch text[i] {
			case '\n':
				continue
			case '\r':
				if i+1 < len(text) && text[i+1] == '\n' {
					i++
					continue
				}
				return "", "", false
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'b':
				b.WriteByte('\b')
			case '\\', '"':
				b.WriteByte(text[i])
			default:
				return "", "", false
			}
			keep = b.Len()
		case !quoted && (c == ' ' || c == '\t' || c == '\r'):
			b.WriteByte(c)
		default:
			b.WriteByte(c)
			keep = b.Len()
		}
	}
	return b.String()[:keep], "", !quoted
}
