package program

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// option reads the option in the current word.
func (ps *parser) option(w *value.Word, text string, all bool) {
	index := ps.at
	ps.at++
	switch {
	case text == "-":
		ps.Unsure = true // -$X
		*ps.into = append(*ps.into, Option{Name: "", Index: index})
	case ps.has(LongSingle):
		name := text[1:]
		if text[1] == '-' {
			name = name[1:]
		}
		ps.long(w, name, len(text)-len(name), all, index, true)
	case text[1] == '-':
		ps.long(w, text[2:], 2, all, index, false)
	case ps.has(NoAbbrev) && ps.word(text[1:]):
		ps.long(w, text[1:], 1, all, index, true) // node -pe, zip -sf
	default:
		ps.cluster(w, text, 1, all, false, false)
	}
}

// word tells whether an option of several letters is written with one dash.
func (ps *parser) word(name string) bool {
	if len(name) < 2 {
		return false
	}
	if i := strings.IndexByte(name, '='); i > 0 {
		name = name[:i]
	}
	if len(name) < 2 {
		return false
	}
	_, ok := ps.find(name)
	return ok
}

// find looks an option up in the current grammar, then in the one above.
func (ps *parser) find(name string) (token, bool) {
	if ps.spec != nil {
		if t, ok := lookup(ps.spec.Opts, name); ok {
			return t, true
		}
	}
	if ps.above != nil {
		return lookup(ps.above.Opts, name)
	}
	return token{}, false
}

// long reads --name, --name=value; single says that it is written with one dash.
func (ps *parser) long(w *value.Word, name string, skip int, all bool, index int, single bool) {
	eq := strings.IndexByte(name, '=')
	o := Option{Index: index}
	if eq >= 0 {
		o.Value, o.HasValue = after(w, skip+eq+1), true
		name = name[:eq]
	} else if !all {
		ps.Unsure = true
		o.Name = name
		*ps.into = append(*ps.into, o)
		return
	}
	t, ok := ps.find(name)
	if ok && len(name) == 1 && !single && !ps.has(NoAbbrev) {
		ok = false // --f is no spelling of -f
	}
	if !ok && single && ps.single(w, name, eq, index) {
		return
	}
	if !ok {
		var some [4]token
		var found []token
		if !ps.has(NoAbbrev|LongSingle) && ps.spec != nil {
			found = abbreviated(ps.spec.Opts, name, some[:0])
		}
		if len(found) == 0 {
			found, o.Negated = ps.negation(name, some[:0])
		}
		if len(found) == 0 {
			o.Name = name
			if positive, cut := strings.CutPrefix(name, "no-"); cut && ps.spec == nil {
				o.Name, o.Negated = positive, true
			}
			*ps.into = append(*ps.into, o)
			return
		}
		// An ambiguous abbreviation is an error of the program; all candidates are taken, so
		// that none of them is missed.
		for _, c := range found[1:] {
			*ps.into = append(*ps.into, Option{
				Name: c.name, Value: o.Value, HasValue: o.HasValue, Known: true, Negated: o.Negated, Role: c.role, Index: index, names: c.names,
			})
		}
		t = found[0]
	}
	o.Name, o.names, o.Known, o.Role = t.name, t.names, true, t.role
	switch {
	case t.arg == argNone && eq >= 0:
		if v, known := o.Value.Known(); known && (v == "false" || v == "0" || v == "f" || v == "no") {
			o.Negated = !o.Negated
		}
	case t.arg == argNeeded && eq < 0 && !o.Negated:
		ps.value(&o)
	}
	*ps.into = append(*ps.into, o)
	if t.ends {
		ps.ended = true
	}
}

// negation finds the options that --no-NAME turns off, and the no-NAME that --NAME does.
func (ps *parser) negation(name string, found []token) ([]token, bool) {
	positive, cut := strings.CutPrefix(name, "no-")
	if cut {
		if t, ok := ps.find(positive); ok && len(positive) > 1 {
			return append(found, t), true
		}
		if ps.spec != nil && !ps.has(NoAbbrev|LongSingle) {
			found = abbreviated(ps.spec.Opts, positive, found)
		}
		return found, len(found) > 0
	}
	if t, ok := ps.find("no-" + name); ok {
		return append(found, t), true
	}
	return found, false
}

// single reads an option of find and its like that is a short one with an attached value (-O3).
func (ps *parser) single(w *value.Word, name string, eq, index int) bool {
	if eq >= 0 || len(name) < 2 {
		return false
	}
	t, ok := ps.find(name[:1])
	if !ok || t.arg != argOptional {
		return false
	}
	*ps.into = append(*ps.into, Option{Name: t.name, Value: after(w, 2), HasValue: true, Known: true, Role: t.role, Index: index, names: t.names})
	return true
}

// value takes the next word as the argument of an option.
func (ps *parser) value(o *Option) {
	if o.Role == 'c' {
		ps.commandOption(o)
		return
	}
	if ps.at >= len(ps.Args) {
		return
	}
	w := &ps.Args[ps.at]
	if w.Splits() {
		ps.Unsure = true
	}
	o.Value, o.HasValue = *w, true
	ps.at++
	if o.Role == '2' {
		// The second argument is no operand: jq --arg NAME VALUE, bwrap --bind SOURCE TARGET.
		o.Role = 0
		if ps.at < len(ps.Args) {
			ps.at++
		}
	}
}

// commandOption reads an option whose argument is a command: to ; or {} + with find, to the
// end with others.
func (ps *parser) commandOption(o *Option) {
	if ps.spec == nil || ps.spec.Wrap != WrapFind {
		if ps.at < len(ps.Args) {
			ps.Rest = ps.at
			ps.ended = true
		}
		return
	}
	_, end, _ := ps.ExecArgs(o)
	ps.at = min(end+1, len(ps.Args))
}

// ExecArgs returns which of Args are the command of find's -exec and its like, without the
// ending ; or +. plus says that many names are put in place of {} at once.
func (p *Parsed) ExecArgs(o *Option) (start, end int, plus bool) {
	start = o.Index + 1
	for end = start; end < len(p.Args); end++ {
		text, known := p.Args[end].Known()
		if !known {
			continue
		}
		if text == ";" {
			return start, end, false
		}
		if text == "+" && end > start {
			if before, _ := p.Args[end-1].Known(); before == "{}" {
				return start, end, true
			}
		}
	}
	return start, end, false
}

// cluster reads short options from text[from:]. With later, their arguments are the words that
// follow, whatever stands behind the letter: tar czf, bash -euo.
func (ps *parser) cluster(w *value.Word, text string, from int, all, later, off bool) {
	index := ps.at - 1
	later = later || ps.spec != nil && ps.spec.Wrap == WrapShell
	for j := from; j < len(text); j++ {
		t, ok := ps.find(text[j : j+1])
		o := Option{Index: index, Negated: off}
		if !ok {
			if text[j] >= '0' && text[j] <= '9' {
				if n, is := ps.find("#"); is {
					k := j
					for k < len(text) && text[k] >= '0' && text[k] <= '9' {
						k++
					}
					o.Name, o.Known, o.Value, o.HasValue = n.name, true, value.Lit(text[j:k]), true
					*ps.into = append(*ps.into, o)
					j = k - 1
					continue
				}
			}
			o.Name = text[j : j+1]
			*ps.into = append(*ps.into, o)
			continue
		}
		o.Name, o.names, o.Known, o.Role = t.name, t.names, true, t.role
		attached := j+1 < len(text) || !all
		if t.role == '#' {
			// Only digits belong to it: perl -0777 -lane.
			k := j + 1
			for k < len(text) && text[k] >= '0' && text[k] <= '9' {
				k++
			}
			if o.Role = 0; k > j+1 {
				o.Value, o.HasValue = value.Lit(text[j+1:k]), true
			}
			*ps.into = append(*ps.into, o)
			j = k - 1
			continue
		}
		switch {
		case t.arg == argNone:
			*ps.into = append(*ps.into, o)
			continue
		case later:
			if t.arg == argNeeded {
				ps.value(&o)
			}
			*ps.into = append(*ps.into, o)
			continue
		case attached && t.role != 'c':
			o.Value, o.HasValue = after(w, j+1), true
		case t.arg == argNeeded:
			ps.value(&o)
		}
		*ps.into = append(*ps.into, o)
		if t.ends {
			ps.ended = true
		}
		return
	}
	if !all {
		ps.Unsure = true
	}
}

// after returns what stands in a word after its first n bytes, which are known text.
func after(w *value.Word, n int) value.Word {
	if w.Pieces == nil {
		return value.Word{Lit: w.Lit[n:], Pos: w.Pos, End: w.End}
	}
	v := value.Word{Pos: w.Pos, End: w.End}
	v.AppendText(w.Pieces[0].Text[n:])
	for i := range w.Pieces[1:] {
		v.Append(w.Pieces[i+1])
	}
	return v
}
