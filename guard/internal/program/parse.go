package program

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// room is a Parsed with space for the common case, so that reading most commands costs one
// allocation.
type room struct {
	parsed   Parsed
	options  [2]Option
	operands [4]value.Word
	index    [4]int
}

type parser struct {
	*Parsed
	spec    *Spec // whose grammar is read now; nil for the generic one
	above   *Spec // whose global options are also taken, or nil
	command int   // operands before a wrapped command, -1 for none
	into    *[]Option
	at      int
	ended   bool // options are over
}

// Parse reads the arguments of a program (its base name) by the program's grammar. It never
// returns nil and keeps args. A program that is not in the table is read by a generic
// grammar: -abc are three flags, --name[=value], and every other word is an operand.
func Parse(name string, args []value.Word) *Parsed {
	r := &room{}
	p := &r.parsed
	*p = Parsed{
		Program: name, Args: args, Rest: -1, DashDash: -1,
		Options: r.options[:0], Operands: r.operands[:0], OperandIndex: r.index[:0],
	}
	if len(args) > len(r.operands) {
		p.Operands = make([]value.Word, 0, len(args))
		p.OperandIndex = make([]int, 0, len(args))
	}
	root := findProgram(name)
	ps := parser{Parsed: p, command: -1, into: &p.Options}
	if root == nil {
		// git-push is git push by its plumbing name, docker-compose is docker compose.
		if dash := strings.IndexByte(name, '-'); dash > 0 {
			if e := findProgram(name[:dash]); e != nil && e.spec.Flags&Subcommands != 0 {
				if sub := findSub(e, name[dash+1:]); sub != nil {
					p.root, p.canonical = e.spec, e.canonical()
					ps.called(name[dash+1:])
					ps.enter(sub, e.spec)
					if sub.spec.Flags&Subcommands != 0 {
						ps.subcommands(sub)
					}
				}
			}
		}
		ps.run()
		return p
	}
	p.root, p.Spec, p.canonical = root.spec, root.spec, root.canonical()
	if root.spec.Flags&Subcommands != 0 {
		ps.subcommands(root)
	} else {
		ps.begin(root.spec)
	}
	ps.run()
	return p
}

// begin sets the row whose grammar is read from here.
func (ps *parser) begin(s *Spec) {
	ps.spec = s
	ps.command = -1
	if s != nil && s.Wrap != NoWrap {
		ps.command = commandAt(s.Args)
	}
}

// enter goes down into the row of a subcommand.
func (ps *parser) enter(sub *entry, above *Spec) {
	ps.begin(sub.spec)
	ps.Spec = sub.spec
	name := sub.canonical()
	ps.Sub = name[strings.IndexByte(name, ' ')+1:]
	if above.Flags&GlobalsAnywhere != 0 {
		ps.above = above
	}
}

// called notes a word of the subcommand as it was given.
func (ps *parser) called(word string) {
	if ps.Called != "" {
		word = ps.Called + " " + word
	}
	ps.Called = word
}

// subcommands reads global options and the words of the subcommand.
func (ps *parser) subcommands(at *entry) {
	ps.into = &ps.Global
	defer func() { ps.into = &ps.Options }()
	for {
		ps.spec = at.spec
		mark := len(ps.Global)
		word, ok := ps.subWord(at.spec)
		if !ok {
			// Without a subcommand the options are the row's own: git stash -u.
			ps.Options = append(ps.Options, ps.Global[mark:]...)
			ps.Global = ps.Global[:mark]
			return
		}
		sub := findSub(at, word)
		if sub == nil {
			ps.unlisted(at, word)
			return
		}
		ps.called(word)
		ps.enter(sub, at.spec)
		if sub.spec.Flags&Subcommands == 0 {
			return
		}
		at = sub
	}
}

// subWord reads options up to the next operand, which it takes; ok is false at the end or when
// the word is not known.
func (ps *parser) subWord(at *Spec) (word string, ok bool) {
	for ps.at < len(ps.Args) {
		w := &ps.Args[ps.at]
		text, all := w.Prefix()
		if len(text) > 1 && text[0] == '-' && text != "--" {
			ps.option(w, text, all)
			continue
		}
		if !all || w.HasUnknown() {
			// The subcommand is not known, so what follows is read by the generic grammar.
			ps.Unsure = true
			ps.begin(nil)
			return "", false
		}
		ps.at++
		if text == "--" || text != "" && text[0] == '+' && at.Flags&PlusOptions != 0 {
			continue // cargo +nightly build
		}
		return text, true
	}
	return "", false
}

// unlisted takes a subcommand that has no row: the generic grammar reads what follows.
func (ps *parser) unlisted(entry *entry, word string) {
	at := entry.spec
	switch {
	case at.Flags&PairSub != 0:
		if next, ok := ps.plainWord(); ok {
			word += " " + next
		}
	case at.Flags&DeepSub != 0:
		last := word
		for range 4 {
			if deepVerb(last) {
				break
			}
			next, ok := ps.plainWord()
			if !ok {
				break
			}
			word += " " + next
			last = next
		}
	}
	ps.called(word)
	if above := entry.canonical(); strings.IndexByte(above, ' ') > 0 {
		word = above[strings.IndexByte(above, ' ')+1:] + " " + word
	}
	ps.Sub = word
	if at.Flags&GlobalsAnywhere != 0 {
		ps.above = at
	}
	ps.begin(nil)
}

func (ps *parser) plainWord() (string, bool) {
	if ps.at >= len(ps.Args) {
		return "", false
	}
	text, ok := ps.Args[ps.at].Known()
	if !ok || text == "" || text[0] == '-' {
		return "", false
	}
	ps.at++
	return text, true
}

// deepVerb tells whether a word ends the subcommand of gcloud and az.
func deepVerb(word string) bool {
	switch word {
	case "create", "delete", "list", "describe", "show", "update", "add", "remove", "set", "get", "start", "stop",
		"restart", "reset", "purge", "deploy", "ssh", "scp", "run", "login", "import", "export", "rm", "cp", "mv",
		"destroy", "disable", "enable", "undelete", "restore", "patch", "wait", "invoke", "call", "print-access-token",
		"get-access-token", "access", "delete-batch", "download", "upload":
		return true
	}
	return strings.HasPrefix(word, "add-") || strings.HasPrefix(word, "remove-") || strings.HasPrefix(word, "set-") ||
		strings.HasPrefix(word, "get-") || strings.HasPrefix(word, "delete-")
}

func (ps *parser) has(f Flags) bool { return ps.spec != nil && ps.spec.Flags&f != 0 }

// run reads the words that are left.
func (ps *parser) run() {
	if ps.has(OldStyle) && ps.at < len(ps.Args) {
		w := &ps.Args[ps.at]
		if text, all := w.Known(); all && text != "" && text[0] != '-' && oldCluster(ps.spec.Opts, text) {
			ps.at++
			ps.cluster(w, text, 0, true, true, false)
		}
	}
	for ps.at < len(ps.Args) && ps.Rest < 0 {
		w := &ps.Args[ps.at]
		text, all := w.Prefix()
		switch {
		case ps.ended:
			ps.operand(w)
		case text == "--" && all:
			ps.at++
			ps.DashDash = len(ps.Operands)
			ps.ended = true
			if ps.spec != nil && ps.spec.Wrap == WrapArgv && ps.spec.Args == "-*" && ps.at < len(ps.Args) {
				ps.Rest = ps.at // mise exec node@20 -- npm test
			}
		case len(text) > 1 && text[0] == '-', text == "-" && !all:
			ps.option(w, text, all)
		case len(text) > 1 && text[0] == '+' && ps.has(PlusOptions):
			ps.at++
			if ps.spec.Wrap == WrapShell || ps.spec.Flags&Builtin != 0 {
				ps.cluster(w, text, 1, all, true, true)
			} // else it is a command of an editor or a pager: vim +12
		case ps.has(LongSingle) && all && isOperator(ps.spec, text):
			ps.at++
		default:
			ps.operand(w)
		}
	}
	for i := ps.at; i < len(ps.Args); i++ {
		ps.Operands = append(ps.Operands, ps.Args[i])
		ps.OperandIndex = append(ps.OperandIndex, i)
	}
}

// isOperator tells whether a word of a find expression is one of its operators.
func isOperator(s *Spec, text string) bool {
	if s.Wrap != WrapFind {
		return false
	}
	return text == "(" || text == ")" || text == "!" || text == ","
}

// oldCluster tells whether all letters of a word are options.
func oldCluster(opts, text string) bool {
	for i := range len(text) {
		if _, ok := lookup(opts, text[i:i+1]); !ok {
			return false
		}
	}
	return true
}

func (ps *parser) operand(w *value.Word) {
	if !ps.ended {
		ps.doubt(w)
	}
	if ps.spec != nil && !ps.ended {
		ps.adapt(w)
		switch {
		case ps.spec.Wrap == WrapAssign && isAssign(w):
			// env stops reading options at NAME=value, sudo does not.
			ps.ended = ps.spec.Name != "sudo"
		case ps.has(StopAtOperand) && ps.command != like:
			ps.ended = true
		}
	}
	if ps.command >= 0 {
		if ps.spec.Wrap == WrapAssign && isAssign(w) {
			ps.command++
		}
		if len(ps.Operands) == ps.command && !ps.special(w) {
			ps.Rest = ps.at // run adds the rest
			return
		}
		if len(ps.Operands) == ps.command {
			return
		}
	}
	ps.Operands = append(ps.Operands, *w)
	ps.OperandIndex = append(ps.OperandIndex, ps.at)
	ps.at++
}

// like is the value of command for a program that turned out to be called as one that wraps nothing.
const like = -2

// adapt handles programs whose options decide what their first operand is.
func (ps *parser) adapt(*value.Word) {
	if len(ps.Operands) > 0 {
		return
	}
	switch ps.spec.Name {
	case "runuser":
		if !ps.Has("u") {
			ps.command = like // without -u it is su
		}
	case "runcon":
		if len(ps.Options) > 0 {
			ps.command = 0 // runcon -t TYPE command, runcon CONTEXT command
		}
	}
}

// special takes a word in the place of a wrapped command that is none.
func (ps *parser) special(w *value.Word) bool {
	text, known := w.Known()
	if !known || text == "" || text[0] != '-' {
		return false
	}
	switch {
	case ps.spec.Name == "flock" && (text == "-c" || text == "--command"):
		// flock FILE -c TEXT, though its options end at FILE.
		o := Option{Name: "c", names: "c,command", Known: true, Role: 't', Index: ps.at}
		ps.at++
		ps.value(&o)
		*ps.into = append(*ps.into, o)
	case ps.spec.Name == "env" && text == "-":
		*ps.into = append(*ps.into, Option{Name: "i", names: "i,ignore-environment", Known: true, Index: ps.at})
		ps.at++
		ps.ended = false
	case text == "--" && ps.DashDash < 0:
		ps.DashDash = len(ps.Operands)
		ps.at++
	default:
		return false
	}
	return true
}

// isAssign tells whether a word is NAME=value.
func isAssign(w *value.Word) bool {
	text, _ := w.Prefix()
	return strings.IndexByte(text, '=') > 0
}

// doubt notes that a word may be an option or several words.
func (ps *parser) doubt(w *value.Word) {
	if w.Pieces == nil {
		return
	}
	first := &w.Pieces[0]
	switch {
	case w.Splits():
		ps.Unsure = true
	case first.Kind != value.Unknown || first.Simple:
	case len(w.Pieces) > 1 && w.Pieces[1].Kind != value.Unknown && strings.HasPrefix(w.Pieces[1].Text, "/"):
		// "$DIR/x": what stands before a slash is a directory.
	default:
		ps.Unsure = true
	}
}

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

// Has tells whether one of these options was given and not turned off again. Names are any of
// an option's names, without dashes.
func (p *Parsed) Has(names ...string) bool {
	if len(p.Options) == 0 && len(p.Global) == 0 {
		return false
	}
	for _, name := range names {
		if o := p.Option(name); o != nil && !o.Negated {
			return true
		}
	}
	return false
}

// Option returns the last occurrence of an option, by any of its names without dashes, or nil.
// Global options count where the subcommand has none of that name.
func (p *Parsed) Option(name string) *Option {
	if o := lastOption(p.Options, name); o != nil {
		return o
	}
	o := lastOption(p.Global, name)
	if o != nil && p.Spec != nil && p.Spec != p.root {
		if _, own := lookup(p.Spec.Opts, name); own {
			return nil
		}
	}
	return o
}

func lastOption(options []Option, name string) *Option {
	for i := len(options) - 1; i >= 0; i-- {
		if o := &options[i]; o.Name == name || len(o.names) > len(name) && named(o.names, name) {
			return o
		}
	}
	return nil
}

// named tells whether a name is one of a comma separated list.
func named(names, name string) bool {
	for names != "" {
		var n string
		if n, names, _ = strings.Cut(names, ","); n == name {
			return true
		}
	}
	return false
}

// Given tells whether an option, written as a person does (--force, -f, -delete), was given: 1
// yes, by any of its spellings; -1 no; 0 when words that are not known may be it.
func (p *Parsed) Given(flag string) int8 {
	name := strings.TrimLeft(flag, "-")
	o := p.Option(name)
	switch {
	case o != nil && !o.Negated:
		return 1
	case o == nil && p.givenAsWritten(flag, name):
		return 1
	case p.Unsure:
		return 0
	}
	return -1
}

// givenAsWritten looks for options that the grammar does not have: -delete of an unknown
// program, --no-x.
func (p *Parsed) givenAsWritten(flag, name string) bool {
	positive, cut := strings.CutPrefix(name, "no-")
	if cut {
		if o := p.Option(positive); o != nil {
			return o.Negated
		}
	}
	if len(flag) > 2 && flag[1] != '-' {
		for i := range p.Options {
			if text, ok := p.Args[p.Options[i].Index].Known(); ok && text == flag {
				return true
			}
		}
	}
	return false
}
