package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// tally counts how the conditions of a rule stand.
type tally struct{ yes, maybe, no int }

func (t *tally) add(a Answer) {
	switch {
	case a.IsYes():
		t.yes++
	case a.IsNo():
		t.no++
	default:
		t.maybe++
	}
}

// answer is what the conditions come to when all must hold.
func (t tally) answer() Answer {
	switch {
	case t.no > 0:
		return No
	case t.maybe > 0:
		return Maybe
	}
	return Yes
}

// eval asks a leaf for every condition that is set. It stops at the first that does not hold.
func (when *Condition) eval(c *Context, l *shell.Leaf) (t tally) {
	if len(when.Runs) > 0 {
		if t.add(runsAny(l, when.Runs)); t.no > 0 {
			return t
		}
	}
	for _, flag := range when.Flags {
		if t.add(given(l, flag)); t.no > 0 {
			return t
		}
	}
	if len(when.AnyFlags) > 0 {
		any := No
		for _, flag := range when.AnyFlags {
			any = any.Or(given(l, flag))
		}
		if t.add(any); t.no > 0 {
			return t
		}
	}
	for _, flag := range when.NotFlags {
		if t.add(not(given(l, flag))); t.no > 0 {
			return t
		}
	}
	for _, pattern := range when.Operands {
		if t.add(hasOperand(l, pattern)); t.no > 0 {
			return t
		}
	}
	if len(when.AnyOperands) > 0 {
		any := No
		for _, pattern := range when.AnyOperands {
			any = any.Or(hasOperand(l, pattern))
		}
		if t.add(any); t.no > 0 {
			return t
		}
	}
	return when.evalEffects(c, l, t)
}

// evalEffects goes on with the conditions that need more than the words of the leaf.
func (when *Condition) evalEffects(c *Context, l *shell.Leaf, t tally) tally {
	if len(when.Branch) > 0 {
		if t.add(c.onBranch(l, when.Branch)); t.no > 0 {
			return t
		}
	}
	if len(when.Touches) > 0 {
		if t.add(c.touches(l, when.Touches)); t.no > 0 {
			return t
		}
	}
	if len(when.WritesTo) > 0 {
		if t.add(c.effectOn(l, changing, when.WritesTo)); t.no > 0 {
			return t
		}
	}
	if len(when.Deletes) > 0 {
		if t.add(c.effectOn(l, program.Delete|program.Move, when.Deletes)); t.no > 0 {
			return t
		}
	}
	if when.Sends {
		if t.add(sends(l)); t.no > 0 {
			return t
		}
	}
	if when.PipesToShell {
		if t.add(c.Command.PipesToShell()); t.no > 0 {
			return t
		}
	}
	for i := range when.All {
		if t.add(when.All[i].eval(c, l).answer()); t.no > 0 {
			return t
		}
	}
	if len(when.Any) > 0 {
		any := No
		for i := range when.Any {
			any = any.Or(when.Any[i].eval(c, l).answer())
		}
		if t.add(any); t.no > 0 {
			return t
		}
	}
	if when.Not != nil {
		t.add(not(when.Not.eval(c, l).answer()))
	}
	return t
}

func not(a Answer) Answer {
	switch {
	case a.IsYes():
		return No
	case a.IsNo():
		return Yes
	}
	return a
}

// runsAny tells whether the leaf runs one of the programs or subcommands.
func runsAny(l *shell.Leaf, names []string) Answer {
	answer := No
	for _, name := range names {
		answer = answer.Or(runsOne(l, name))
		if answer.IsYes() {
			break
		}
	}
	return answer
}

func runsOne(l *shell.Leaf, name string) Answer {
	first, rest, _ := strings.Cut(strings.TrimSpace(name), " ")
	if l.Program == "" {
		// What the program is cannot be told; what is known of its name may rule this one out.
		if !mayBe(&l.Name, first) {
			return No
		}
		return Maybe
	}
	if l.Program != first && l.Parsed.Canonical() != first && !sameProgram(l.Program, first) {
		return No
	}
	sub, operands := l.Parsed.Sub, l.Parsed.Operands
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		var want string
		want, rest, _ = strings.Cut(rest, " ")
		if sub != "" {
			var word string
			if word, sub, _ = strings.Cut(sub, " "); word != want {
				return No
			}
			continue
		}
		if len(operands) == 0 {
			return No
		}
		if word, known := operands[0].Known(); !known {
			return Maybe
		} else if word != want {
			return No
		}
		operands = operands[1:]
	}
	return Yes
}

// sameProgram tells whether two names are those of one program: gmv and mv.
func sameProgram(a, b string) bool { return program.Same(a, b) }

// mayBe tells whether a word can be the text: what is known at its ends must fit. A directory
// in front of a program's name does not count.
func mayBe(w *value.Word, text string) bool {
	if known, ok := w.Known(); ok {
		return baseName(known) == text
	}
	suffix := w.Suffix()
	if slash := strings.LastIndexByte(suffix, '/'); slash >= 0 {
		return suffix[slash+1:] == text
	}
	prefix, _ := w.Prefix()
	return strings.HasSuffix(text, suffix) && (strings.HasPrefix(text, prefix) || strings.Contains(prefix, "/"))
}

// given tells whether an option was given, by meaning: +refspec is --force.
func given(l *shell.Leaf, flag string) Answer {
	if l.Parsed.Sub == "push" && (flag == "--force" || flag == "-f") && forcesRefspec(l) {
		return Yes
	}
	switch l.Parsed.Given(flag) {
	case 1:
		return Yes
	case -1:
		return No
	}
	return Maybe
}

func forcesRefspec(l *shell.Leaf) bool {
	for i := 1; i < len(l.Parsed.Operands); i++ {
		if text, _ := l.Parsed.Operands[i].Prefix(); strings.HasPrefix(text, "+") {
			return l.Parsed.Canonical() == "git"
		}
	}
	return false
}

// hasOperand tells whether an operand of the leaf matches a pattern in which * is any text.
// Of the subcommand's words none is an operand.
func hasOperand(l *shell.Leaf, pattern string) Answer {
	answer := No
	for i := range l.Parsed.Operands {
		w := &l.Parsed.Operands[i]
		if text, known := w.Known(); known {
			if matchText(pattern, text) {
				return Yes
			}
			continue
		}
		if w.Splits() || mayMatch(w, pattern) {
			answer = Maybe
		}
	}
	if l.Parsed.Unsure {
		answer = answer.Or(Maybe)
	}
	return answer
}

// mayMatch tells whether a word that is not wholly known can match a pattern: the text in front
// of the first unknown piece and after the last must fit what the pattern begins and ends with.
func mayMatch(w *value.Word, pattern string) bool {
	prefix, _ := w.Prefix()
	suffix := w.Suffix()
	begin, end := pattern, pattern
	if i := strings.IndexAny(pattern, `*?[\`); i >= 0 {
		begin = pattern[:i]
		end = pattern[strings.LastIndexAny(pattern, `*?]\`)+1:]
	}
	n, m := min(len(begin), len(prefix)), min(len(end), len(suffix))
	return begin[:n] == prefix[:n] && end[len(end)-m:] == suffix[len(suffix)-m:]
}

// changing are the effects that create or change a file.
const changing = program.Write | program.Append | program.Edit | program.Attr

// touches tells whether the leaf reads or names one of the paths. Of a program that is not in
// the table every operand may be a path.
func (c *Context) touches(l *shell.Leaf, patterns []string) Answer {
	answer := c.effectOn(l, program.Read|program.Run|program.Name|program.Send, patterns)
	if answer.IsYes() || l.Parsed.Spec != nil {
		return answer
	}
	for i := range l.Parsed.Operands {
		answer = answer.Or(c.effectCovers(l, &program.Effect{Word: l.Parsed.Operands[i]}, patterns))
	}
	return answer
}

// effectOn tells whether one of the leaf's effects of these kinds reaches one of the paths.
func (c *Context) effectOn(l *shell.Leaf, kinds program.Kind, patterns []string) Answer {
	if l.Kinds&kinds == 0 {
		return No
	}
	answer := No
	for i := range l.Effects {
		if e := &l.Effects[i]; e.Kind&kinds != 0 && !e.Text {
			answer = answer.Or(c.effectCovers(l, e, patterns))
		}
	}
	return answer
}

func (c *Context) effectCovers(l *shell.Leaf, e *program.Effect, patterns []string) Answer {
	if l.Remote {
		return No // the paths of another machine
	}
	p := c.Resolve(l, &e.Word)
	if p.Anywhere {
		return Maybe
	}
	answer := No
	for _, pattern := range patterns {
		answer = answer.Or(c.pathCovers(&p, e, pattern))
		if answer.IsYes() {
			break
		}
	}
	return answer
}

// pathCovers tells whether what an effect reaches from a path is, or holds, what a pattern of
// the policy names.
func (c *Context) pathCovers(p *Path, e *program.Effect, pattern string) Answer {
	home, root := c.Command.cfg.home, c.Command.cfg.root
	covers, holds := patternMatches(pattern, p.Abs, home, root)
	if !covers && p.Literal != p.Abs {
		literally, _ := patternMatches(pattern, p.Literal, home, root)
		covers = literally
	}
	deep := e.Recursive || e.Contents
	switch {
	case covers:
		return Yes
	case !holds:
		return No
	case p.Known && deep && !e.Filtered, p.All && deep && !e.Filtered:
		return Yes // all below it, and so what the pattern names
	case p.Known && deep:
		return Maybe
	case p.Known && p.Slash && e.Kind&changing != 0:
		// Something in that directory is written: cp x gen/
		if inside, _ := patternMatches(pattern, joinPath(p.Abs, "\x00"), home, root); inside {
			return Yes
		}
		return Maybe
	case p.Known:
		return No
	}
	// Something in that directory: a glob that names the very path is certain.
	if at := absolutePattern(pattern, home, root); p.Glob && !hasMeta(at) {
		rel, in := below(at, p.Abs)
		if !in {
			return No
		}
		for tail := p.pat; ; {
			if matchTail(tail, rel) {
				return Yes
			}
			// The glob may match a directory above it.
			slash := strings.LastIndexByte(rel, '/')
			if slash < 0 || !deep {
				return No
			}
			rel = rel[:slash]
		}
	}
	return Maybe
}

// absolutePattern puts the directory in front of a pattern that it is relative to.
func absolutePattern(pattern, home, root string) string {
	switch {
	case pattern == "~":
		return home
	case strings.HasPrefix(pattern, "~/"):
		return joinPath(home, pattern[2:])
	case strings.HasPrefix(pattern, "/"):
		return pattern
	case pattern == ".":
		return root
	}
	return joinPath(root, strings.TrimPrefix(pattern, "./"))
}

// sends tells whether the leaf sends something away from the machine.
func sends(l *shell.Leaf) Answer {
	switch {
	case l.Kinds&program.Send != 0:
		return Yes
	case l.Parsed.Spec != nil && l.Parsed.Spec.Flags&program.Sends != 0 && l.Stdin != nil:
		return Yes
	}
	return No
}

// reportPipes reports text from the network that is executed, and asks about text that is not
// known.
func (c *Context) reportPipes(title string) {
	for i := range c.Command.executed {
		e := &c.Command.executed[i]
		switch {
		case e.Word.Origin()&value.Network != 0:
			c.reportSpan(e.Pos, e.End, c.severity, title, "")
		case e.Word.HasUnknown() && e.Word.Pieces[0].Kind == value.Unknown:
			c.reportSpan(e.Pos, e.End, Ask, "it may be: "+title, "")
		}
	}
}
