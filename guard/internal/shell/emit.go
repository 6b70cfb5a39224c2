package shell

import (
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// leafKey tells leaves apart that loops and alternatives make again and again.
type leafKey struct {
	pos, end int
	name     string
	args     string
	via      int
}

// emit records a leaf.
func (r *reader) emit(inv *invocation, name string, p *program.Parsed) *Leaf {
	l := &Leaf{
		Program: name, Name: inv.args[0], Args: inv.args[1:], Parsed: p,
		Redirects: inv.redirs, Via: r.via, Cwd: *r.st.cwd, Pos: inv.pos, End: inv.end,
		Remote: r.remote, Elevated: r.elevated, Maybe: r.maybe, Stdin: r.stdin,
	}
	l.Env = r.environment(inv)
	l.Effects = append(program.Effects(p), patchEffects(l)...)
	l.Effects = append(l.Effects, r.unifiedEffects(l)...)
	r.sentFiles(l)
	r.redirectEffects(l)
	for i := range l.Effects {
		l.Kinds |= l.Effects[i].Kind
	}
	r.add(l)
	return l
}

// add appends a leaf unless the same one stands there already.
func (r *reader) add(l *Leaf) {
	l.End = min(l.End, r.size)
	l.Pos = min(l.Pos, l.End)
	// Only what is read more than once can be there twice.
	if r.loops > 0 || len(r.choices) > 0 || len(r.calls) > 0 || r.depth > 0 || r.maybe {
		k := leafKey{l.Pos, l.End, l.Name.String(), "", len(l.Via)}
		for i := range l.Args {
			k.args += l.Args[i].String() + "\x00"
		}
		k.args += l.Cwd.Path
		if r.seen[k] {
			return
		}
		if r.seen == nil {
			r.seen = map[leafKey]bool{}
		}
		r.seen[k] = true
	}
	r.res.Leaves = append(r.res.Leaves, l)
}

// environment is what the leaf gets beside the host's environment.
func (r *reader) environment(inv *invocation) []Assign {
	n := len(inv.assigns) + len(r.env) + len(r.exports)
	if n == 0 {
		return nil
	}
	out := make([]Assign, 0, n)
	for _, name := range r.exports {
		if v := r.st.vars[name]; v != nil && v.exported && !v.unset {
			out = append(out, Assign{name, v.val})
		}
	}
	out = append(out, r.env...)
	return append(out, inv.assigns...)
}

// sentFiles adds what is in the files that a leaf sends, where the text itself put it there.
func (r *reader) sentFiles(l *Leaf) {
	if r.st.files == nil {
		return
	}
	for i, n := 0, len(l.Effects); i < n; i++ {
		e := &l.Effects[i]
		if e.Kind&program.Send == 0 || e.Text {
			continue
		}
		if key, _ := r.fileKey(&e.Word); r.st.files[key] != nil {
			l.Effects = append(l.Effects, program.Effect{Kind: program.Send, Word: r.st.files[key].all(), Text: true, Via: l.Effects[i].Via})
		}
	}
}

// redirectEffects adds what a leaf's redirects do to files.
func (r *reader) redirectEffects(l *Leaf) {
	for i := range l.Redirects {
		if e, ok := redirectEffect(&l.Redirects[i]); ok {
			l.Effects = append(l.Effects, e)
		}
	}
}

func redirectEffect(d *Redirect) (program.Effect, bool) {
	kind := program.Kind(0)
	switch d.Op {
	case "<":
		kind = program.Read
	case "<>":
		kind = program.Edit
	case ">", ">|", "&>":
		kind = program.Write
	case ">>", "&>>":
		kind = program.Append
	case ">&":
		if text, ok := d.Word.Known(); ok && (isDigits(text) || text == "-" || text == "") {
			return program.Effect{}, false
		}
		if last := d.Word.Suffix(); last == "-" && d.Word.Pieces == nil {
			return program.Effect{}, false
		}
		kind = program.Write
	default:
		return program.Effect{}, false
	}
	return program.Effect{Kind: kind, Word: d.Word, Via: d.Op}, true
}

// emitRedirects records the redirects of a statement that is no simple command, as those of the
// null command.
func (r *reader) emitRedirects(redirs []Redirect, pos, end int) {
	any := false
	for i := range redirs {
		if _, ok := redirectEffect(&redirs[i]); ok {
			any = true
		}
	}
	if !any {
		return
	}
	inv := &invocation{args: []value.Word{{Lit: ":", Pos: pos, End: pos}}, redirs: redirs, pos: pos, end: end}
	r.emit(inv, ":", program.Parse(":", nil))
}

// emitFork records a function that calls itself in a pipeline or the background.
func (r *reader) emitFork(inv *invocation, name string) {
	l := &Leaf{
		Program: name, Name: inv.args[0], Args: inv.args[1:], Parsed: program.Parse(name, inv.args[1:]),
		Via: r.via, Cwd: *r.st.cwd, Pos: inv.pos, End: inv.end, Remote: r.remote, Maybe: r.maybe, Forks: true,
	}
	r.add(l)
}
