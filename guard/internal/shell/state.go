package shell

import (
	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// The state of the shell while a text is read. Every item is behind a pointer that is replaced,
// never written through, and every replacement is recorded in a log. So a branch costs what it
// changes, not what the state holds: it is run, its changes are taken back and joined.

// itemKind says which map or field an item of the state stands in.
type itemKind uint8

const (
	itemVar itemKind = iota
	itemFunc
	itemAlias
	itemFile
	itemCwd
	itemParams
	itemOpts
	itemHash
	itemOut // what was written to a sink
)

// variable is the value of a shell variable. Fields are not changed after it was set.
type variable struct {
	val   value.Word
	alts  []value.Word // other values that it may have
	elems []value.Word // of an indexed array, when isArray
	keys  []string     // of an associative array: keys[i] belongs to elems[i]
	// isArray: elems is meaningful, val is elems[0].
	isArray, isAssoc bool
	unset            bool // known to be unset
	exported         bool
	integer          bool
	lower, upper     bool
	nameref          bool
}

// function is a shell function; several bodies when branches define it differently.
type function struct {
	bodies []body
	// maybe: it may as well not be defined; cut: there are more bodies than are kept.
	maybe, cut bool
	exported   bool
}

type body struct {
	stmt *syntax.Stmt
	src  *source
}

// content is what is known to be in a file that the text wrote; several when branches differ.
type content struct {
	alts []value.Word
	// absent: it may be that the text did not write the file after all.
	absent bool
	// program is the path of the program of which the file is a copy or a link.
	program string
}

type params struct {
	words []value.Word
	zero  *value.Word // $0 when it is not the shell's name
	// open: there may be others; words are not to be counted.
	open bool
	// outer: they are those of the outermost text: unset unless the host gave some.
	outer bool
	alts  []*params // others that they may be
}

type options struct {
	extglob, aliases, errexit, nounset, xtrace, noglob, nullglob, lastpipe bool
}

// change is one replaced item, with what was there before.
type change struct {
	kind itemKind
	key  string
	old  any
}

type state struct {
	vars    map[string]*variable
	funcs   map[string]*function
	aliases map[string]*string
	files   map[string]*content
	hashes  map[string]*string
	outs    map[string]*content
	cwd     *Dir
	params  *params
	opts    *options
	log     []change
	// branches counts the parts being run that may take changes back.
	branches int
}

func (s *state) get(kind itemKind, key string) any {
	switch kind {
	case itemVar:
		return s.vars[key]
	case itemFunc:
		return s.funcs[key]
	case itemAlias:
		return s.aliases[key]
	case itemFile:
		return s.files[key]
	case itemHash:
		return s.hashes[key]
	case itemOut:
		return s.outs[key]
	case itemCwd:
		return s.cwd
	case itemParams:
		return s.params
	default:
		return s.opts
	}
}

// put replaces an item without recording it.
func (s *state) put(kind itemKind, key string, v any) {
	switch kind {
	case itemVar:
		s.vars = putMap(s.vars, key, v.(*variable))
	case itemFunc:
		s.funcs = putMap(s.funcs, key, v.(*function))
	case itemAlias:
		s.aliases = putMap(s.aliases, key, v.(*string))
	case itemFile:
		s.files = putMap(s.files, key, v.(*content))
	case itemHash:
		s.hashes = putMap(s.hashes, key, v.(*string))
	case itemOut:
		s.outs = putMap(s.outs, key, v.(*content))
	case itemCwd:
		s.cwd = v.(*Dir)
	case itemParams:
		s.params = v.(*params)
	case itemOpts:
		s.opts = v.(*options)
	}
}

func putMap[V any](m map[string]*V, key string, v *V) map[string]*V {
	if v == nil {
		delete(m, key)
		return m
	}
	if m == nil {
		m = make(map[string]*V, 4)
	}
	m[key] = v
	return m
}

// set replaces an item and records the change when something may have to take it back.
func (s *state) set(kind itemKind, key string, v any) {
	if s.branches > 0 {
		s.log = append(s.log, change{kind, key, s.get(kind, key)})
	}
	s.put(kind, key, v)
}

// enter begins a part that may take changes back, leave ends it. Outside of all such parts
// nothing is recorded, so what a long text no longer holds is let go.
func (s *state) enter() { s.branches++ }

func (s *state) leave() {
	if s.branches--; s.branches == 0 {
		clear(s.log)
		s.log = s.log[:0]
	}
}

// mark is a point in the log to which rollback can return.
func (s *state) mark() int { return len(s.log) }

// delta is what a branch changed: the last value of each changed item.
type delta struct {
	items []change // old holds the new value here
	index map[itemID]int
}

type itemID struct {
	kind itemKind
	key  string
}

// find returns the value that the branch gave an item.
func (d *delta) find(kind itemKind, key string) (any, bool) {
	if d.index != nil {
		if i, ok := d.index[itemID{kind, key}]; ok {
			return d.items[i].old, true
		}
		return nil, false
	}
	for i := range d.items {
		if d.items[i].kind == kind && d.items[i].key == key {
			return d.items[i].old, true
		}
	}
	return nil, false
}

const deltaIndexAt = 16 // from this many items on, find uses a map

// rollback takes back all changes since the mark and returns them.
func (s *state) rollback(mark int) *delta {
	d := &delta{}
	n := len(s.log) - mark
	if n > deltaIndexAt {
		d.index = make(map[itemID]int, n)
	}
	for i := len(s.log) - 1; i >= mark; i-- {
		c := s.log[i]
		if _, seen := d.find(c.kind, c.key); !seen {
			if d.index != nil {
				d.index[itemID{c.kind, c.key}] = len(d.items)
			}
			d.items = append(d.items, change{c.kind, c.key, s.get(c.kind, c.key)})
		}
	}
	for i := len(s.log) - 1; i >= mark; i-- {
		c := s.log[i]
		s.put(c.kind, c.key, c.old)
	}
	clear(s.log[mark:])
	s.log = s.log[:mark]
	return d
}

// since is what has changed since a mark, without taking it back.
func (s *state) since(mark int) *delta {
	d := &delta{}
	if n := len(s.log) - mark; n > deltaIndexAt {
		d.index = make(map[itemID]int, n)
	}
	for i := len(s.log) - 1; i >= mark; i-- {
		c := s.log[i]
		if _, seen := d.find(c.kind, c.key); !seen {
			if d.index != nil {
				d.index[itemID{c.kind, c.key}] = len(d.items)
			}
			d.items = append(d.items, change{c.kind, c.key, s.get(c.kind, c.key)})
		}
	}
	return d
}

// apply redoes the changes of a branch that is sure to have run.
func (s *state) apply(d *delta) {
	for i := len(d.items) - 1; i >= 0; i-- {
		s.set(d.items[i].kind, d.items[i].key, d.items[i].old)
	}
}

// join sets each item that some branch changed to all the values it may have. With skip, no
// branch may have run as well.
func (s *state) join(skip bool, branches ...*delta) {
	live := branches[:0:0]
	for _, d := range branches {
		if d != nil {
			live = append(live, d)
		}
	}
	if len(live) == 1 && !skip {
		s.apply(live[0])
		return
	}
	for bi, d := range live {
		for i := range d.items {
			it := &d.items[i]
			if seenBefore(live[:bi], it.kind, it.key) {
				continue
			}
			cur := s.get(it.kind, it.key)
			vals := make([]any, 0, len(live)+1)
			vals = append(vals, it.old)
			for bj, e := range live {
				if bj == bi {
					continue
				}
				if v, ok := e.find(it.kind, it.key); ok {
					vals = append(vals, v)
				} else {
					vals = append(vals, cur)
				}
			}
			if skip {
				vals = append(vals, cur)
			}
			s.set(it.kind, it.key, joinItem(it.kind, it.key, vals))
		}
	}
}

// add notes one more content; past the limit it is one of which nothing is known.
func (c *content) add(w value.Word) {
	for i := range c.alts {
		if sameWord(&c.alts[i], &w) {
			return
		}
	}
	if len(c.alts) >= maxAlternatives-1 {
		w = value.Of(value.Piece{Kind: value.Unknown, Origin: w.Origin() | value.Joined, Text: "what a branch or loop writes"})
		if len(c.alts) >= maxAlternatives {
			return
		}
	}
	c.alts = append(c.alts, w)
}

// envWord is the value of a variable that the text does not set.
func envWord(name string) value.Word {
	return value.Of(value.Piece{Kind: value.Unknown, Origin: value.Env, Name: name, Text: "$" + name})
}
