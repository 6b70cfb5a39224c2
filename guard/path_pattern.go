package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// A path that is not wholly known is matched as a pattern: text in which * ? [ are active,
// a backslash takes the meaning of the next byte away, and two bytes stand for what is unknown.
const (
	anyPath = '\x00' // any text at all, slashes too
	anyName = '\x01' // any text within one component
)

// someHome stands for a home directory of which only that is known.
const someHome = "/home/~"

// flat turns the pieces of a word into one pattern.
type flat struct {
	c     *Context
	empty bool // pieces that can be empty are
	based bool // the directory in front is already in it

	pat     string
	show    string   // as it was written
	unknown []string // how each unknown piece was written, in order
	unset   []string // what was taken as empty
	meta    bool     // pat is a pattern, not only escaped text
	hint    Place
}

func (f *flat) byte(b byte) {
	f.pat += string(b)
	f.show += string(b)
}

func (f *flat) text(s string) {
	f.pat += escapePattern(s)
	f.show += s
}

func (f *flat) join(g *flat) {
	f.pat += g.pat
	f.show += g.show
	f.unknown = append(f.unknown, g.unknown...)
	f.unset = append(f.unset, g.unset...)
	f.meta = f.meta || g.meta
	f.hint |= g.hint
}

func (f *flat) add(w *value.Word) {
	if w.Pieces == nil {
		if w.Lit != "" {
			f.text(w.Lit)
		}
		return
	}
	for i := range w.Pieces {
		p := &w.Pieces[i]
		switch p.Kind {
		case value.Text:
			f.text(p.Text)
		case value.Glob:
			f.glob(p.Text)
		default:
			f.unknownPiece(p)
		}
	}
}

func (f *flat) glob(s string) {
	f.meta = true
	f.show += s
	if len(s) > 1 && s[1] == '(' {
		s = "*" // an extended pattern: @(a|b)
	}
	f.pat += s
}

func (f *flat) unknownPiece(p *value.Piece) {
	if p.Name == "HOME" && p.NonEmpty {
		f.text(someHome) // the home on another machine, or one that the caller did not say
		return
	}
	if text := f.c.namedPlace(p.Text); text != "" {
		f.text(text)
		return
	}
	if strings.Contains(p.Text, "bashguard") && strings.ContainsAny(p.Text, "(`") {
		f.hint |= PlaceGuard
	}
	if f.empty && !p.NonEmpty && !neverEmpty(p.Name) {
		name := p.Name
		if name == "" || p.Origin&value.Output != 0 {
			name = p.Text
		}
		f.unset = append(f.unset, name)
		return
	}
	f.meta = true
	f.show += p.Text
	f.unknown = append(f.unknown, p.Text)
	if p.Simple {
		f.pat += string(anyName)
	} else {
		f.pat += string(anyPath)
	}
}

// namedPlace is the directory that the output of a well-known command names.
func (c *Context) namedPlace(text string) string {
	if len(text) < 6 || text[0] != '$' && text[0] != '`' {
		return ""
	}
	switch strings.Trim(text, "$()`") {
	case "git rev-parse --show-toplevel":
		return c.prepare().root
	case "git rev-parse --git-dir", "git rev-parse --absolute-git-dir", "git rev-parse --git-common-dir":
		if root := c.prepare().root; root != "" {
			return joinPath(root, ".git")
		}
	}
	return ""
}

// neverEmpty lists programs that print something whenever they work.
func neverEmpty(program string) bool {
	switch program {
	case "pwd", "dirname", "basename", "date", "whoami", "id", "hostname", "uname", "nproc", "mktemp", "PWD", "UID", "EUID", "RANDOM", "SECONDS", "BASHPID", "PPID", "$", "#":
		return true
	}
	return false
}

// showTail renders a tail with unknown pieces as they were written.
func (f *flat) showTail(tail string) string {
	s := unescapePattern(tail)
	if f.unknown == nil {
		return s
	}
	var b strings.Builder
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] != anyPath && s[i] != anyName {
			b.WriteByte(s[i])
			continue
		}
		if n < len(f.unknown) {
			b.WriteString(f.unknown[n])
		}
		n++
	}
	return b.String()
}

func escapePattern(s string) string {
	if !strings.ContainsAny(s, `*?[\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '?', '[', '\\':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func unescapePattern(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// hasMeta tells whether a pattern can match anything but one text.
func hasMeta(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?', '[', anyPath, anyName:
			return true
		}
	}
	return false
}

// cleanTail takes the components "" and . out of a tail, and .. with the component before it. up
// is how many .. are left over.
func cleanTail(s string) (tail string, up int) {
	var kept []string
	for comp := range strings.SplitSeq(s, "/") {
		switch {
		case comp == "" || comp == ".":
		case comp == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		case comp == "..":
			up++
		default:
			kept = append(kept, comp)
		}
	}
	if len(kept) == 1 {
		return kept[0], up
	}
	return strings.Join(kept, "/"), up
}

// takesAll tells whether each component of a tail is a pattern for everything in a directory.
func takesAll(tail string) bool {
	for comp := range strings.SplitSeq(tail, "/") {
		switch comp {
		case "*", "**", "***", ".*", "?*", "*?", "[!.]*", "[^.]*", ".[!.]*", ".[^.]*", ".??*", ".?*", "[^.]?*", "[!.]?*":
		default:
			return false
		}
	}
	return true
}

// matchComponent matches one component of a path. A pattern does not match a leading dot, what
// is unknown does.
func matchComponent(pat, name string) bool {
	if name != "" && name[0] == '.' && pat != "" && strings.IndexByte("*?[", pat[0]) >= 0 {
		return false
	}
	return matchText(pat, name)
}

func matchText(pat, s string) bool {
	star, mark := -1, 0
	i, j := 0, 0
	for j < len(s) {
		if i < len(pat) {
			switch pat[i] {
			case '*', anyPath, anyName:
				star, mark = i, j
				i++
				continue
			case '?':
				i++
				j++
				continue
			case '[':
				if n, ok := matchClass(pat[i:], s[j]); n > 0 {
					if ok {
						i += n
						j++
						continue
					}
					break
				}
				if s[j] == '[' {
					i++
					j++
					continue
				}
			case '\\':
				if i+1 < len(pat) && pat[i+1] == s[j] {
					i += 2
					j++
					continue
				}
			default:
				if pat[i] == s[j] {
					i++
					j++
					continue
				}
			}
		}
		if star < 0 {
			return false
		}
		mark++
		i, j = star+1, mark
	}
	for i < len(pat) && (pat[i] == '*' || pat[i] == anyPath || pat[i] == anyName) {
		i++
	}
	return i == len(pat)
}

// matchClass matches a bracket expression; n is its length, 0 when it is none. A named class
// such as [:alpha:] matches every byte: a pattern that may match is taken as one that does.
func matchClass(pat string, b byte) (n int, ok bool) {
	i := 1
	not := i < len(pat) && (pat[i] == '!' || pat[i] == '^')
	if not {
		i++
	}
	for first := true; i < len(pat); first = false {
		c := pat[i]
		if c == ']' && !first {
			return i + 1, ok != not
		}
		if c == '[' && i+1 < len(pat) && strings.IndexByte(":.=", pat[i+1]) >= 0 {
			if end := strings.Index(pat[i+2:], pat[i+1:i+2]+"]"); end >= 0 {
				i += end + 4
				ok = !not
				continue
			}
		}
		if c == '\\' && i+1 < len(pat) {
			i++
			c = pat[i]
		}
		if i+2 < len(pat) && pat[i+1] == '-' && pat[i+2] != ']' {
			ok = ok || c <= b && b <= pat[i+2]
			i += 3
			continue
		}
		ok = ok || c == b
		i++
	}
	return 0, false
}

// matchTail matches a tail against a relative path, component by component.
func matchTail(tail, rel string) bool {
	for {
		t, tRest, tMore := strings.Cut(tail, "/")
		r, rRest, rMore := strings.Cut(rel, "/")
		if !matchComponent(t, r) || tMore != rMore {
			return false
		}
		if !tMore {
			return true
		}
		tail, rel = tRest, rRest
	}
}
