package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// Path is a word taken as a path: absolute, clean, symlinks resolved for the part that exists.
type Path struct {
	// Abs is the resolved path. When the word is not wholly known it is the longest known
	// directory, and Tail holds what comes below it.
	Abs string
	// Literal is the same with a symlink in the last component not followed: what rm of a link
	// itself removes.
	Literal string
	// Known: Abs is the whole path.
	Known bool
	// Slash: the word ends with a slash, so a link in the last component is followed.
	Slash bool
	// Tail is what comes after Abs when not Known: a glob ("*"), or unknown ("$X").
	Tail string
	// Glob: Tail is a pattern only, no unknown piece.
	Glob bool
	// All: Tail is a pattern that takes everything in Abs: *, .[!.]*, ./*
	All bool
	// Anywhere: nothing is known of the path, not even a directory. Tail may still name its end.
	Anywhere bool
	// Unset lists variables that were taken as empty to get this path (see ResolveEmpty).
	Unset []string

	dots bool   // the text ends in . or ..
	pat  string // Tail in the form that pattern.go matches
	hint Place  // what an unknown piece gives away: $(which bashguard)
}

// String is the path as messages show it.
func (p *Path) String() string {
	switch {
	case p.Known:
		if strings.HasPrefix(p.Abs, someHome) {
			return p.Abs[len(someHome)-1:]
		}
		return p.Abs
	case p.Anywhere:
		return p.Tail
	case p.Abs == "/":
		return "/" + p.Tail
	}
	return p.Abs + "/" + p.Tail
}

// Unfollowed is the path itself where its last component is a symlink: what a delete or a move
// of the link takes, and not what the link leads to.
func (p Path) Unfollowed() Path {
	if p.Known && !p.Slash {
		p.Abs = p.Literal
	}
	return p
}

// pathCache keeps what a context found out about paths during one check. The zero value is
// ready. Rules look at the same words one after another, so a few places are enough.
type pathCache struct {
	entries [4]pathEntry
	next    int

	ready      bool // the fields below are filled in
	cwd        string
	home, root string // physical: without symlinks

	dirs    [2][2]string // directory as written -> without symlinks
	nextDir int
}

type pathEntry struct {
	leaf   *shell.Leaf
	lit    string
	piece  *value.Piece
	pieces int
	path   Path
	place  Place
	known  bool // place is filled in
}

func (e *pathEntry) is(l *shell.Leaf, w *value.Word) bool {
	if e.leaf != l || e.pieces != len(w.Pieces) {
		return false
	}
	if e.pieces > 0 {
		return e.piece == &w.Pieces[0]
	}
	return e.lit == w.Lit
}

func (pc *pathCache) entry(l *shell.Leaf, w *value.Word) *pathEntry {
	for i := range pc.entries {
		if e := &pc.entries[i]; e.is(l, w) {
			return e
		}
	}
	return nil
}

// Resolve takes a word of a leaf as a path, as the kernel would: relative to the directory that
// the leaf runs in, with .. taken after the symlinks before it.
func (c *Context) Resolve(l *shell.Leaf, w *value.Word) Path {
	return c.entry(l, w).path
}

// Locate is Resolve and Classify in one.
func (c *Context) Locate(l *shell.Leaf, w *value.Word) (Path, Place) {
	e := c.entry(l, w)
	if !e.known {
		e.place, e.known = c.Classify(l, e.path), true
	}
	return e.path, e.place
}

func (c *Context) entry(l *shell.Leaf, w *value.Word) *pathEntry {
	pc := &c.paths
	if e := pc.entry(l, w); e != nil {
		return e
	}
	e := &pc.entries[pc.next]
	pc.next = (pc.next + 1) % len(pc.entries)
	*e = pathEntry{leaf: l, lit: w.Lit, pieces: len(w.Pieces), path: c.resolve(l, w)}
	if e.pieces > 0 {
		e.piece = &w.Pieces[0]
	}
	return e
}

func (c *Context) resolve(l *shell.Leaf, w *value.Word) Path {
	if w.Pieces == nil {
		return c.resolveText(l, w.Lit)
	}
	f := flat{c: c}
	f.add(w)
	return c.resolveFlat(l, &f)
}

// resolveText is resolve for text that is wholly known.
func (c *Context) resolveText(l *shell.Leaf, text string) Path {
	if text == "" {
		return Path{Anywhere: true}
	}
	if p := drivePath(text); p != "" {
		text = p
	}
	dir := ""
	if text[0] != '/' {
		if l.Remote && l.Cwd.Path == c.Command.cfg.cwd {
			return Path{Anywhere: true, Tail: text, pat: escapePattern(text)}
		}
		if !l.Cwd.Known {
			f := flat{c: c, based: true}
			f.add(&l.Cwd.Word)
			f.byte('/')
			f.text(text)
			return c.resolveFlat(l, &f)
		}
		dir = l.Cwd.Path
	}
	abs, literal := c.walk(l, dir, text)
	p := Path{Abs: abs, Literal: literal, Known: true, Slash: text[len(text)-1] == '/'}
	if last := baseName(strings.TrimRight(text, "/")); last == "." || last == ".." {
		p.dots = true
	}
	return p
}

// resolveFlat is resolve for a word with patterns or unknown pieces.
func (c *Context) resolveFlat(l *shell.Leaf, f *flat) Path {
	if !f.meta {
		p := c.resolveText(l, unescapePattern(f.pat))
		p.hint = f.hint
		return p
	}
	pat := f.pat
	absolute := strings.HasPrefix(pat, "/")
	if !absolute && !l.Cwd.Known && !f.based {
		g := flat{c: c, based: true}
		g.add(&l.Cwd.Word)
		g.byte('/')
		g.join(f)
		return c.resolveFlat(l, &g)
	}
	if pat == "" {
		return Path{Anywhere: true}
	}
	if !absolute && (f.based || pat[0] == anyPath || l.Remote && l.Cwd.Path == c.Command.cfg.cwd) {
		return Path{Anywhere: true, Tail: f.show, pat: pat, hint: f.hint}
	}
	// The known directories in front, then the components from the first that is not.
	first := 0
	for i := 0; i < len(pat); {
		end := i + strings.IndexByte(pat[i:]+"/", '/')
		if hasMeta(pat[i:end]) {
			break
		}
		i = end + 1
		first = i
	}
	dir := ""
	if !absolute {
		dir = l.Cwd.Path
	}
	known, _ := c.walk(l, dir, unescapePattern(pat[:first]))
	tail, up := cleanTail(pat[first:])
	for ; up > 0; up-- {
		known = parentDir(known)
	}
	p := Path{Abs: known, Literal: known, hint: f.hint, Slash: strings.HasSuffix(pat, "/")}
	if tail == "" {
		p.Known = true
		return p
	}
	p.pat, p.Tail = tail, f.showTail(tail)
	p.Glob = strings.IndexByte(tail, anyPath) < 0 && strings.IndexByte(tail, anyName) < 0
	p.All = p.Glob && takesAll(tail)
	return p
}

// ResolveEmpty is Resolve with unknown pieces that can be empty taken as empty; ok is false when
// there are none such, or when nothing is left.
func (c *Context) ResolveEmpty(l *shell.Leaf, w *value.Word) (p Path, ok bool) {
	if w.Pieces == nil && l.Cwd.Known {
		return Path{}, false
	}
	f := flat{c: c, empty: true}
	f.add(w)
	if strings.HasPrefix(f.pat, "/") || l.Cwd.Known {
		if f.pat == "" || f.unset == nil {
			return Path{}, false
		}
		p = c.resolveFlat(l, &f)
		p.Unset = f.unset
		return p, true
	}
	// The directory is not known either: cd "$X" stays where it is when X is empty, cd $X goes home.
	if f.pat == "" || l.Remote {
		return Path{}, false
	}
	dir := flat{c: c, empty: true}
	dir.add(&l.Cwd.Word)
	in := *l
	in.Cwd.Word = value.Word{}
	in.Cwd.Known = true
	switch {
	case dir.unset == nil && f.unset == nil:
		return Path{}, false
	case dir.pat == "" && l.Cwd.Word.Splits():
		in.Cwd.Path = c.Command.cfg.home
	case dir.pat == "" && l.Cwd.Else != "":
		in.Cwd.Path = l.Cwd.Else
	case dir.pat == "":
		in.Cwd.Path = c.Command.cfg.cwd
	default:
		at := c.resolveFlat(&shell.Leaf{Cwd: shell.Dir{Path: c.Command.cfg.cwd, Known: c.Command.cfg.cwd != ""}}, &dir)
		if !at.Known {
			return Path{}, false
		}
		in.Cwd.Path = at.Abs
	}
	if in.Cwd.Path == "" {
		return Path{}, false
	}
	p = c.resolveFlat(&in, &f)
	p.Unset = append(dir.unset, f.unset...)
	return p, true
}

// ResolveElse is Resolve from the other directory that the leaf may run in, where a cd before it
// may fail; ok is false when there is none or the path does not depend on it.
func (c *Context) ResolveElse(l *shell.Leaf, w *value.Word) (p Path, ok bool) {
	if l.Cwd.Else == "" || l.Cwd.Else == l.Cwd.Path || l.Remote {
		return Path{}, false
	}
	if text, _ := w.Prefix(); strings.HasPrefix(text, "/") {
		return Path{}, false
	}
	in := *l
	in.Cwd = shell.Dir{Path: l.Cwd.Else, Known: true}
	p = c.resolve(&in, w)
	return p, !p.Anywhere
}

// drivePath maps a path that begins with a Windows drive to where Git's bash mounts it; "" when
// the text is none.
func drivePath(s string) string {
	if len(s) < 2 || s[1] != ':' || s[0]|0x20 < 'a' || s[0]|0x20 > 'z' {
		return ""
	}
	if len(s) > 2 && s[2] != '\\' && s[2] != '/' {
		return ""
	}
	return "/" + string(s[0]|0x20) + strings.ReplaceAll(s[2:], `\`, "/")
}
