package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// pathspec is an operand that chooses files of a work tree.
type pathspec struct {
	// path is the absolute path, or the directory above the pattern.
	path    string
	pattern string // "" for the path and all below it
	// tree: it takes the directory that the call runs in, or one above it.
	tree    bool
	exclude bool
	known   bool
}

// pathspecs reads operands in each directory of the call. known is false when one of them is
// not wholly known.
func (g *gitCall) pathspecs(words []value.Word) (specs []pathspec, known bool) {
	g.locate()
	known = true
	for at := range max(len(g.dirs), 1) {
		dir, root := "", ""
		if len(g.dirs) > 0 {
			dir = g.dirs[at]
			if r := g.repoAt(at); r != nil {
				root = r.Root()
			}
		}
		for i := range words {
			s := g.pathspec(&words[i], dir, root)
			known = known && s.known
			specs = append(specs, s)
		}
	}
	return specs, known
}

// pathspec reads one operand, relative to dir in the work tree root; both may be "" when they
// are not known.
func (g *gitCall) pathspec(w *value.Word, dir, root string) pathspec {
	text := w.String()
	s := pathspec{known: !w.HasUnknown()}
	if !s.known {
		// What is known before the first unknown piece is a directory at best.
		text, _ = w.Prefix()
		text = text[:strings.LastIndexByte(text, '/')+1]
		if text == "" {
			return s
		}
	}
	base, literal := dir, false
	if strings.HasPrefix(text, ":") {
		var top bool
		text, top, s.exclude, literal = pathspecMagic(text)
		if top {
			base = root
		}
	}
	if i := strings.IndexAny(text, "*?["); i >= 0 && !literal {
		cut := strings.LastIndexByte(text[:i], '/') + 1
		text, s.pattern = text[:cut], text[cut:]
		switch s.pattern {
		case "*", "**", "**/*", "*/**", "**/**":
			s.pattern = "" // all below
		}
	}
	if base == "" && (text == "" || text[0] != '/') {
		// Not known where, but `.` and `:/` say all of it.
		s.tree = s.known && s.pattern == "" && strings.Trim(text, "./") == ""
		return s
	}
	// git tracks a link itself, so one in the last place is not followed.
	_, s.path = g.c.walk(g.l, base, strings.TrimSuffix(text, "/"))
	if strings.Trim(text, "/.") == "" && strings.HasPrefix(text, "/") {
		s.path = "/"
	}
	s.tree = s.known && s.pattern == "" && (atOrBelow(dir, s.path) || s.path == root && root != "")
	return s
}

// pathspecMagic reads what follows the colon: /, ! and ^, or words in parentheses.
func pathspecMagic(text string) (rest string, top, exclude, literal bool) {
	rest = text[1:]
	if long, ok := strings.CutPrefix(rest, "("); ok {
		words, after, closed := strings.Cut(long, ")")
		if !closed {
			return text, false, false, false
		}
		for word := range strings.SplitSeq(words, ",") {
			switch word {
			case "top":
				top = true
			case "exclude":
				exclude = true
			case "literal":
				literal = true
			}
		}
		return after, top, exclude, literal
	}
	for rest != "" {
		switch rest[0] {
		case '/':
			top = true
		case '!', '^':
			exclude = true
		case ':':
			return rest[1:], top, exclude, false
		default:
			return rest, top, exclude, false
		}
		rest = rest[1:]
	}
	return rest, top, exclude, false
}

// matches tells whether the pathspec takes an absolute path.
func (s *pathspec) matches(p string) bool {
	p = strings.TrimSuffix(p, "/")
	if !atOrBelow(p, s.path) {
		// A path below a new directory is taken by what names the directory only.
		return s.pattern == "" && atOrBelow(s.path, p)
	}
	if s.pattern == "" {
		return true
	}
	rel := strings.TrimPrefix(p[len(s.path):], "/")
	for end := len(rel); end > 0; end = strings.LastIndexByte(rel[:end], '/') {
		if wildMatch(s.pattern, rel[:end]) {
			return true
		}
	}
	return false
}

// wildMatch matches as pathspecs do: * crosses directories. A bracket matches any one
// byte, so it takes more than git does, never less.
func wildMatch(pattern, name string) bool {
	star, mark := -1, 0
	i, j := 0, 0
	for j < len(name) {
		n := 0
		if i < len(pattern) {
			switch pattern[i] {
			case '*':
				star, mark = i, j
				i++
				continue
			case '?':
				n = 1
			case '[':
				n = 1
				if k := strings.IndexByte(pattern[i+1:], ']'); k >= 0 {
					n = k + 2
				}
			case '\\':
				if i+1 < len(pattern) && pattern[i+1] == name[j] {
					n = 2
				}
			default:
				if pattern[i] == name[j] {
					n = 1
				}
			}
		}
		switch {
		case n > 0:
			i, j = i+n, j+1
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(pattern) && pattern[i] == '*' {
		i++
	}
	return i == len(pattern)
}

// givenDirtyList tells whether operands that are not known come from a listing of the changes, so
// that they are all of them.
func (g *gitCall) givenDirtyList() bool {
	for _, before := range g.c.Command.leaves[:max(g.c.leaf, 0)] {
		p := before.Parsed
		if p.Canonical() != "git" {
			continue
		}
		switch p.Sub {
		case "ls-files":
			if p.Has("m") {
				return len(p.Operands) == 0
			}
		case "diff":
			if p.Has("name-only") && !p.Has("cached") {
				return len(p.Operands) == 0
			}
		}
	}
	return false
}

// givenDeleted tells whether operands that are not known come from a listing of deleted files,
// which can only be given back.
func (g *gitCall) givenDeleted() bool {
	for _, before := range g.c.Command.leaves[:max(g.c.leaf, 0)] {
		p := before.Parsed
		if p.Canonical() != "git" {
			continue
		}
		switch p.Sub {
		case "ls-files":
			return p.Has("d") && !p.Has("m", "o", "c")
		case "diff":
			o := p.Option("diff-filter")
			if o == nil {
				return false
			}
			v, _ := o.Value.Known()
			return v == "D"
		}
	}
	return false
}
