package shell

import (
	"path"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// script reads a script on disk.
func (r *reader) script(file string) (string, bool) {
	if r.cfg.Files == nil || r.remote {
		return "", false
	}
	b, ok := r.cfg.Files.ReadFile(file, r.limits.ScriptBytes)
	if !ok || len(b) == 0 {
		return "", false
	}
	head := b[:min(len(b), 512)]
	for _, c := range head {
		if c == 0 {
			return "", false // a program, not a script
		}
	}
	return string(b), true
}

// withSource runs f unless the file is being read already: a script that sources itself.
func (r *reader) withSource(file string, f func()) {
	for _, s := range r.sourcing {
		if s == file {
			r.limit("Depth", "a script that runs or sources itself", false)
			return
		}
	}
	r.sourcing = append(r.sourcing, file)
	f()
	r.sourcing = r.sourcing[:len(r.sourcing)-1]
}

// runPath runs a script that is named by a word.
func (r *reader) runPath(w value.Word, by, lang string, args []value.Word, inv *invocation) {
	if args == nil {
		args = []value.Word{}
	}
	file, known := r.fileKey(&w)
	if !known && r.st.files[file] == nil {
		r.res.Executed = append(r.res.Executed, Executed{Word: r.fileContent("", false, &w), By: by, Via: r.via, Pos: inv.pos, End: inv.end, Remote: r.remote})
		return
	}
	switch file {
	case "/dev/null":
		return
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		r.shellStdinArgs(inv, lang, args, nil)
		return
	}
	if c := r.st.files[file]; c != nil {
		for i := range c.alts {
			if l, rest, ok := shebang(&c.alts[i]); ok && l != lang && readable(l) == "" && by == "run" {
				r.scriptIn(l, rest, &c.alts[i], inv)
				continue
			}
			r.withSource(file, func() { r.executeContent(c.alts[i], by, lang, args, inv) })
		}
		return
	}
	if text, ok := r.script(file); ok {
		r.withSource(file, func() { r.childShell(value.Lit(text), by, lang, args, inv) })
	}
}

// source runs a file in the current shell.
func (r *reader) source(inv *invocation) {
	args := skipDashDash(inv.args[1:])
	r.emitRedirects(inv.redirs, inv.pos, inv.end)
	if len(args) == 0 {
		return
	}
	file, known := r.fileKey(&args[0])
	if strings.HasPrefix(file, "/dev/tcp/") || strings.HasPrefix(file, "/dev/udp/") { // a socket to bash
		r.executed(unknown(value.Network, "", file), "source", inv)
		return
	}
	if !known && r.st.files[file] == nil {
		if args[0].Origin()&(value.Network|value.Stdin) != 0 {
			r.res.Executed = append(r.res.Executed, Executed{Word: args[0], By: "source", Via: r.via, Pos: inv.pos, End: inv.end, Remote: r.remote})
		}
		return
	}
	savedParams := r.st.params
	if len(args) > 1 {
		r.st.set(itemParams, "", &params{words: args[1:]})
	}
	run := func(w value.Word) {
		if len(w.Pieces) == 1 && w.Pieces[0].Origin == value.File && !w.Pieces[0].Derived && w.Pieces[0].Path != "" {
			if text, ok := r.script(w.Pieces[0].Path); ok {
				w = value.Lit(text)
			} else if w.Pieces[0].Path == file {
				return
			}
		}
		r.withSource(file, func() { r.readAgain(w, "source", r.cfg.Shell, inv.pos, inv.end) })
	}
	switch {
	case file == "/dev/stdin" || file == "/dev/fd/0" || file == "/proc/self/fd/0":
		if in := r.stdin; in != nil {
			r.stdin = &value.Word{} // it is read to its end
			run(*in)
			r.stdin = in
		}
	case r.st.files[file] != nil:
		for _, w := range r.st.files[file].alts {
			run(w)
		}
	default:
		run(r.onDisk(file))
	}
	if len(args) > 1 {
		r.st.set(itemParams, "", savedParams)
	}
	r.terminated = false
}

// runFile looks at the file behind a command with a path, or one that the text made: a script is
// read, a copy of a program is that program. It returns the name to go on with.
func (r *reader) runFile(inv *invocation, name string) (string, bool) {
	file := name
	if strings.IndexByte(name, '/') < 0 {
		if file = r.madeOnPath(name); file == "" {
			return name, false
		}
	} else {
		w := value.Lit(name)
		var known bool
		if file, known = r.absolute(&w); !known {
			return name, false
		}
	}
	if c := r.st.files[file]; c != nil {
		if c.program != "" && len(c.alts) == 0 {
			return c.program, false
		}
		for i := range c.alts {
			w := c.alts[i]
			if len(w.Pieces) == 1 && w.Pieces[0].Origin == value.File && w.Pieces[0].Path != "" && !w.Pieces[0].Derived {
				if _, isScript := r.script(w.Pieces[0].Path); !isScript {
					return w.Pieces[0].Path, false // a copy or a link of a program
				}
			}
			if lang, rest, ok := shebang(&w); ok && readable(lang) == "" {
				r.scriptIn(lang, rest, &w, inv)
				continue
			}
			l := r.emit(inv, programName(name), program.Parse(programName(name), inv.args[1:]))
			_ = l
			r.withSource(file, func() { r.executeContent(w, "run", "bash", inv.args[1:], inv) })
		}
		return name, true
	}
	switch path.Dir(file) {
	case "/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin":
		return name, false
	}
	if strings.IndexByte(name, '/') < 0 || inv.external && program.Find(programName(name)) != nil {
		return name, false
	}
	text, ok := r.script(file)
	if !ok {
		return name, false
	}
	w := value.Lit(text)
	lang, rest, has := shebang(&w)
	if has && readable(lang) == "" {
		r.scriptIn(lang, rest, &w, inv)
		return name, false
	}
	if !has && !strings.HasSuffix(file, ".sh") {
		return name, false
	}
	r.withSource(file, func() {
		saved := r.via
		r.via = append(r.via[:len(r.via):len(r.via)], name)
		r.childShell(w, "run", "bash", append([]value.Word{}, inv.args[1:]...), inv)
		r.via = saved
	})
	return name, false
}

// madeOnPath finds a file of that name that the text made in a directory of a PATH that it set.
func (r *reader) madeOnPath(name string) string {
	v := r.st.vars["PATH"]
	if v == nil {
		return ""
	}
	for file := range r.st.files {
		if path.Base(file) == name {
			return file
		}
	}
	return ""
}

// shebang reads the first line of a script.
func shebang(w *value.Word) (interpreter string, rest string, ok bool) {
	text, _ := w.Prefix()
	if !strings.HasPrefix(text, "#!") {
		return "", "", false
	}
	line, rest, _ := strings.Cut(text, "\n")
	fields := strings.Fields(line[2:])
	if len(fields) == 0 {
		return "", rest, false
	}
	name := baseName(fields[0])
	if name == "env" {
		name = ""
		for _, f := range fields[1:] {
			if !strings.HasPrefix(f, "-") && !strings.Contains(f, "=") {
				name = baseName(f)
				break
			}
		}
	}
	return name, rest, name != ""
}

// scriptIn reads a script in another language.
func (r *reader) scriptIn(interpreter, _ string, w *value.Word, inv *invocation) {
	next := *inv
	next.args = []value.Word{value.Lit(interpreter)}
	p := program.Parse(programName(interpreter), nil)
	l := r.emit(&next, programName(interpreter), p)
	r.runCode(l, *w, inv)
}
