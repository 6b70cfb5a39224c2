package lang

import (
	"strings"
	"unicode/utf8"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// valKind is what is known of a value.
type valKind uint8

const (
	vUnknown valKind = iota // alts holds one word of one unknown piece
	vText                   // a string, a number, bytes or a path: alts
	vList                   // items
	vDict                   // pairs
	vRef                    // a name that the text does not define: a module, a function
	vFile                   // an open file: alts has its path
	vBool
)

// pair is an entry of a dictionary, or a keyword argument.
type pair struct {
	key string
	val val
}

// val is a value.
type val struct {
	kind  valKind
	alts  []value.Word // the values that it may have, one as a rule
	items []val
	pairs []pair
	ref   string // vRef: the dotted name, aliases resolved
	self  *val   // vRef of a method: its receiver
	class string // what made it: "path", "glob", "socket", "request", the name of a constructor
	yes   bool   // vBool
	// from and to are where it stands in the text, for messages.
	from, to int
}

func text(s string) val { return val{kind: vText, alts: []value.Word{value.Lit(s)}} }

func words(ws ...value.Word) val { return val{kind: vText, alts: ws} }

// unknownOf is an unknown value that was written as text.
func unknownOf(written, name string, origin value.Origin) val {
	return val{kind: vUnknown, alts: []value.Word{{Pieces: []value.Piece{{
		Text: shorten(written), Name: name, Kind: value.Unknown, Origin: origin, Quoted: true,
	}}}}}
}

// pieceVal is a text that is one piece.
func pieceVal(p value.Piece) val {
	p.Quoted = true
	return val{kind: vText, alts: []value.Word{{Pieces: []value.Piece{p}}}}
}

// maxWritten bounds how much of an unknown expression's text is kept for messages, in bytes.
const maxWritten = 80

func shorten(s string) string {
	s = strings.TrimSpace(s)
	if len(s) <= maxWritten {
		return s
	}
	n := maxWritten
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// known returns the text of a value that has just one, wholly known.
func (v *val) known() (string, bool) {
	if (v.kind == vText || v.kind == vFile) && len(v.alts) == 1 {
		return v.alts[0].Known()
	}
	return "", false
}

// falsy tells whether a value is surely false, None, null or nothing.
func (v *val) falsy() bool {
	if v.kind == vBool {
		return !v.yes
	}
	s, ok := v.known()
	return ok && (s == "" || s == "0")
}

func (v *val) get(key string) *val {
	for i := range v.pairs {
		if v.pairs[i].key == key {
			return &v.pairs[i].val
		}
	}
	return nil
}

// origin is the union of what is known of where a value comes from.
func (v *val) origin() value.Origin {
	var o value.Origin
	for i := range v.alts {
		o |= v.alts[i].Origin()
	}
	for i := range v.items {
		o |= v.items[i].origin()
	}
	for i := range v.pairs {
		o |= v.pairs[i].val.origin()
	}
	return o
}

// alternatives returns the words that a value may be as a text.
func (p *parser) alternatives(v *val) []value.Word {
	if len(v.alts) > 0 {
		return v.alts
	}
	written, name := p.written(v), ""
	if v.kind == vRef {
		name = v.ref
	}
	if v.kind == vList && len(v.items) > 0 {
		// What stands for a list in a text is all of it: keep where it came from.
		return []value.Word{{Pieces: []value.Piece{{Text: written, Kind: value.Unknown, Origin: v.origin(), Quoted: true}}}}
	}
	return unknownOf(written, name, v.origin()).alts
}

// written is the source text of a value.
func (p *parser) written(v *val) string {
	if v.to > v.from && v.to <= len(p.text) {
		return p.render(shorten(p.text[v.from:v.to]))
	}
	if v.ref != "" {
		return v.ref
	}
	return "..."
}

// render writes the pieces of holes into a text for messages.
func (p *parser) render(s string) string {
	if strings.IndexByte(s, hole) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == hole {
			piece := p.src.piece(s, i)
			b.WriteString(piece.Text)
			i += holeSize - 1
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// budget counts bytes made by folding; false says that there is no more.
func (s *scanner) budget(n int) bool {
	if n > maxValue || s.folded+n > maxFolded {
		return false
	}
	s.folded += n
	return true
}

func sizeOf(w *value.Word) int {
	n := len(w.Lit) + 16*len(w.Pieces)
	for i := range w.Pieces {
		n += len(w.Pieces[i].Text)
	}
	return n
}

// concat is a + b.
func (p *parser) concat(a, b val) val {
	if a.kind == vList && b.kind == vList {
		if len(a.items)+len(b.items) > maxItems || !p.budget(64*(len(a.items)+len(b.items))) {
			return p.limited()
		}
		return val{kind: vList, items: append(append([]val(nil), a.items...), b.items...)}
	}
	as, bs := p.alternatives(&a), p.alternatives(&b)
	if len(as)*len(bs) > maxAlternatives {
		return words(value.Of(value.Piece{Text: "...", Kind: value.Unknown, Origin: a.origin() | b.origin() | value.Joined, Quoted: true}))
	}
	out := make([]value.Word, 0, len(as)*len(bs))
	for i := range as {
		for j := range bs {
			if !p.budget(sizeOf(&as[i]) + sizeOf(&bs[j])) {
				return p.limited()
			}
			var w value.Word
			w.AppendWord(as[i])
			w.AppendWord(bs[j])
			out = append(out, w)
		}
	}
	return words(out...)
}

// maxItems bounds the items of a folded list.
const maxItems = 4096

// limited is a value that was given up.
func (p *parser) limited() val { return unknownOf("...", "", value.Limit) }

// either is a value that is one of two.
func (p *parser) either(a, b val) val {
	as, bs := p.alternatives(&a), p.alternatives(&b)
	switch {
	case a.kind == vRef && b.kind != vRef && len(b.alts) == 0:
		return a
	case b.kind == vRef && a.kind == vUnknown:
		return b
	case a.kind == vList && b.kind == vList:
		return val{kind: vList, items: append(append([]val(nil), a.items...), b.items...)}
	case len(as)+len(bs) > maxAlternatives:
		return unknownOf("...", "", a.origin()|b.origin()|value.Joined)
	}
	out := append(append(make([]value.Word, 0, len(as)+len(bs)), as...), bs...)
	return val{kind: vText, alts: out, class: a.class}
}

// mapText applies f to known texts; a word with unknown pieces becomes one derived piece when
// exact is set, and otherwise has f applied to its known pieces.
func (p *parser) mapText(v val, f func(string) (string, bool), pieces bool) val {
	as := p.alternatives(&v)
	out := make([]value.Word, 0, len(as))
	for i := range as {
		s, known := as[i].Known()
		switch {
		case known:
			r, ok := f(s)
			if !ok || !p.budget(len(r)) {
				return unknownOf(p.written(&v), "", v.origin())
			}
			out = append(out, value.Lit(r))
		case pieces:
			var w value.Word
			for _, piece := range as[i].Pieces {
				if piece.Kind == value.Text {
					if r, ok := f(piece.Text); ok {
						piece.Text = r
					}
				}
				w.Append(piece)
			}
			out = append(out, w)
		default:
			u := unknownOf(as[i].String(), "", as[i].Origin())
			u.alts[0].Pieces[0].Derived = true
			out = append(out, u.alts...)
		}
	}
	return val{kind: vText, alts: out, class: v.class}
}

// element is what a loop over a value sees.
func (p *parser) element(v val) val {
	switch v.kind {
	case vList:
		if len(v.items) == 0 {
			return unknownOf("...", "", 0)
		}
		e := v.items[0]
		for _, x := range v.items[1:] {
			if e.kind == vList && x.kind == vList {
				continue
			}
			e = p.either(e, x)
		}
		return e
	case vText, vUnknown:
		if v.class == "glob" {
			v.class = ""
			return v
		}
	case vFile:
		u := unknownOf("...", "", value.File)
		if path, ok := v.known(); ok {
			u.alts[0].Pieces[0].Path = path
		}
		return u
	}
	u := unknownOf(p.written(&v), "", v.origin())
	return u
}

// join puts sep between the texts of a list.
func (p *parser) join(list val, sep val) val {
	if list.kind != vList {
		if list.kind == vText && list.class == "" {
			if s, ok := list.known(); ok {
				if sp, ok := sep.known(); ok {
					if sp == "" {
						return list
					}
					return text(strings.Join(strings.Split(s, ""), sp))
				}
			}
		}
		return unknownOf(p.written(&list), "", list.origin())
	}
	if len(list.items) == 0 {
		return text("")
	}
	var w value.Word
	out := words(w)
	simple := true
	for i := range list.items {
		if len(list.items[i].alts) != 1 || len(sep.alts) != 1 {
			simple = false
		}
	}
	if simple {
		for i := range list.items {
			if i > 0 {
				w.AppendWord(sep.alts[0])
			}
			if !p.budget(sizeOf(&list.items[i].alts[0])) {
				return p.limited()
			}
			if list.items[i].alts[0].Pieces == nil && w.Pieces == nil && len(w.Lit) > 64 {
				return p.joinKnown(list, sep)
			}
			w.AppendWord(list.items[i].alts[0])
		}
		return words(w)
	}
	for i := range list.items {
		if i > 0 {
			out = p.concat(out, sep)
		}
		out = p.concat(out, list.items[i])
	}
	return out
}

// joinKnown joins a long list in linear time.
func (p *parser) joinKnown(list, sep val) val {
	var b strings.Builder
	var w value.Word
	put := func(x *value.Word) {
		if s, ok := x.Known(); ok {
			b.WriteString(s)
			return
		}
		w.AppendText(b.String())
		b.Reset()
		w.AppendWord(*x)
	}
	for i := range list.items {
		if i > 0 {
			put(&sep.alts[0])
		}
		put(&list.items[i].alts[0])
		if b.Len() > maxValue {
			return p.limited()
		}
	}
	w.AppendText(b.String())
	return words(w)
}

// pathJoin joins path components; an absolute one starts anew, as in python and unlike node.
func (p *parser) pathJoin(restart bool, parts ...val) val {
	if len(parts) == 0 {
		return text("")
	}
	out := parts[0]
	for _, x := range parts[1:] {
		if len(x.alts) == 0 {
			x = words(p.alternatives(&x)...)
		}
		first, _ := x.alts[0].Prefix()
		if restart && strings.HasPrefix(first, "/") && len(x.alts) == 1 {
			out = x
			continue
		}
		if s, ok := x.known(); ok && s == "" {
			continue
		}
		sep := "/"
		if len(out.alts) == 1 && strings.HasSuffix(out.alts[0].Suffix(), "/") || strings.HasPrefix(first, "/") || out.alts != nil && out.alts[0].IsEmpty() {
			sep = ""
		}
		out = p.concat(p.concat(out, text(sep)), x)
	}
	out.class = "path"
	return out
}

// globWord makes a word of a pattern: its text up to the first pattern character, then an active pattern.
func globWord(s string) value.Word {
	i := strings.IndexAny(s, "*?[")
	if i < 0 {
		return value.Lit(s)
	}
	if slash := strings.LastIndexByte(s[:i], '/'); slash >= 0 {
		i = slash + 1
	} else {
		i = 0
	}
	return value.Of(value.Piece{Text: s[:i]}, value.Piece{Text: s[i:], Kind: value.Glob})
}

// glob is the list of the names that a pattern matches.
func (p *parser) glob(v val) val {
	as := p.alternatives(&v)
	out := make([]value.Word, 0, len(as))
	for i := range as {
		if s, ok := as[i].Known(); ok {
			out = append(out, globWord(s))
			continue
		}
		var w value.Word
		for _, piece := range as[i].Pieces {
			if piece.Kind == value.Text && strings.ContainsAny(piece.Text, "*?[") {
				g := globWord(piece.Text)
				w.AppendWord(g)
				continue
			}
			w.Append(piece)
		}
		out = append(out, w)
	}
	return val{kind: vText, alts: out, class: "glob"}
}

// names is the list of what a directory holds, as names or as paths below it.
func (p *parser) names(dir val, withDir bool) val {
	star := words(value.Of(value.Piece{Text: "*", Kind: value.Glob}))
	if withDir {
		star = p.pathJoin(false, dir, star)
	}
	star.class = "glob"
	return star
}
