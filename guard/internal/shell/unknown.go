package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// runUnknown runs a command whose name is not wholly known.
func (r *reader) runUnknown(inv *invocation) {
	w := &inv.args[0]
	if w.HasGlob() && !w.HasUnknown() {
		r.runGlob(inv)
		return
	}
	if key, _ := r.fileKey(w); r.st.files[key] != nil { // a file that the text made under that very name
		next := *inv
		if c := r.st.files[key]; c.program != "" && len(c.alts) == 0 {
			r.runProgram(inv, c.program)
			return
		}
		for _, a := range r.st.files[key].alts {
			r.executeContent(a, "run", "bash", next.args[1:], inv)
		}
		return
	}
	// The directory is unknown, the program is not: $DIR/bin/rm.
	if suffix := w.Suffix(); strings.IndexByte(suffix, '/') >= 0 {
		r.runProgram(inv, suffix[strings.LastIndexByte(suffix, '/')+1:])
		return
	}
	if text, ok := w.WithoutUnknown(); ok && r.likelyEmpty(w) {
		if text != "" {
			args := append([]value.Word(nil), inv.args...)
			args[0] = value.Word{Lit: text, Pos: w.Pos, End: w.End}
			next := *inv
			next.args = args
			r.run(&next)
			return
		}
		if w.Splits() && len(inv.args) > 1 { // $SUDO cmd
			next := *inv
			next.args = inv.args[1:]
			saved := r.via
			r.via = append(r.via[:len(r.via):len(r.via)], w.String())
			r.run(&next)
			r.via = saved
		}
	}
	p := program.Parse("", inv.args[1:])
	l := r.emit(inv, "", p)
	if o := w.Origin(); o&(value.Network|value.Stdin) != 0 || w.Splits() {
		r.res.Executed = append(r.res.Executed, Executed{Word: *w, By: "command", Via: r.via, Pos: inv.pos, End: inv.end, Remote: r.remote})
	}
	r.afterProgram(l)
}

// likelyEmpty tells whether all that is unknown of a word are variables that the text does not
// set and that may so be empty.
func (r *reader) likelyEmpty(w *value.Word) bool {
	for i := range w.Pieces {
		p := &w.Pieces[i]
		if p.Kind == value.Unknown && (p.Origin&^(value.Env|value.Positional) != 0 || p.Origin == 0 || p.NonEmpty) {
			return false
		}
	}
	return true
}

// runEmptied reads a command a second time without the variables that split its words when the
// text does not set them: -${x}rf is -rf. They may well be set, so it is no more than a maybe.
func (r *reader) runEmptied(inv *invocation, name string) {
	if r.maybe {
		return
	}
	var args []value.Word
	for i := 1; i < len(inv.args); i++ {
		w := &inv.args[i]
		if w.Pieces == nil || !splitByEmpty(w) || !r.likelyEmpty(w) {
			continue
		}
		if text, ok := w.WithoutUnknown(); ok && !w.HasGlob() {
			if args == nil {
				args = append([]value.Word(nil), inv.args...)
			}
			args[i] = value.Word{Lit: text, Pos: w.Pos, End: w.End}
		}
	}
	if args == nil {
		return
	}
	next := *inv
	next.args = args
	mark := r.st.mark()
	r.st.enter()
	saved := r.out
	r.maybe, r.out = true, nil
	r.runProgram(&next, name)
	r.maybe, r.out = false, saved
	r.st.rollback(mark)
	r.st.leave()
}

// splitByEmpty tells whether unknown pieces stand in the middle of what could be one word.
func splitByEmpty(w *value.Word) bool {
	for i := 1; i+1 < len(w.Pieces); i++ {
		a, b := &w.Pieces[i-1], &w.Pieces[i+1]
		if w.Pieces[i].Kind == value.Unknown && a.Kind == value.Text && b.Kind == value.Text && a.Text != "" && b.Text != "" {
			before, after := a.Text[len(a.Text)-1], b.Text[0]
			if (isNameByte(before) || before == '-' || before == '/' && len(a.Text) == 1) && isNameByte(after) {
				return true
			}
		}
	}
	return false
}

// runGlob runs a command whose name is a pattern: the first path that matches is the program.
func (r *reader) runGlob(inv *invocation) {
	w := &inv.args[0]
	pat, ok := globText(w)
	if ok && r.cfg.Files != nil {
		abs := pat
		if !strings.HasPrefix(abs, "/") && r.st.cwd.Known {
			abs = escapeGlob(r.st.cwd.Path) + "/" + pat
		}
		if strings.HasPrefix(abs, "/") {
			if paths, known := r.cfg.Files.Glob(abs, maxIterations); known && len(paths) > 0 {
				next := *inv
				next.args = nil
				for _, p := range paths {
					next.args = append(next.args, value.Word{Lit: p, Pos: w.Pos, End: w.End})
				}
				next.args = append(next.args, inv.args[1:]...)
				r.run(&next)
				return
			}
		}
	}
	// Without the file system: every program that the pattern could mean.
	was := r.maybe
	defer func() { r.maybe = was }()
	base := pat[strings.LastIndexByte(pat, '/')+1:]
	m := &matcher{}
	found := false
	if ok && strings.IndexByte(pat, '/') >= 0 {
		for _, name := range globNames {
			if m.match(base, name) {
				found = true
				next := *inv
				next.args = append([]value.Word{{Lit: name, Pos: w.Pos, End: w.End}}, inv.args[1:]...)
				r.run(&next)
			}
		}
	}
	if !found {
		r.afterProgram(r.emit(inv, "", program.Parse("", inv.args[1:])))
	}
}

// globNames are programs that a pattern in command position may be meant to hide.
var globNames = [...]string{
	"rm", "bash", "sh", "dash", "zsh", "ksh", "git", "dd", "find", "chmod", "chown", "mv", "cp", "shred",
	"mkfs", "env", "sudo", "xargs", "busybox", "python3", "python", "perl", "node", "ruby", "php", "curl", "wget",
	"nc", "ncat", "cat", "tee", "tar", "truncate", "unlink", "kill", "shutdown", "reboot", "eval", "psql", "docker",
	"kubectl", "terraform", "aws",
}
