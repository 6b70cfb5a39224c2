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
