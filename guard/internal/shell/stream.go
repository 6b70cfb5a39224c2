package shell

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// sink collects what is written to standard output when somebody looks at it.
type sink struct {
	key  string // of what was written, in the state
	size int
	over bool
	// target is the file that it goes to, "" for a pipe or a substitution; before is what the file
	// held when it is appended to.
	target string
	before *content
}

func (r *reader) newSink() *sink {
	r.sinks++
	return &sink{key: strconv.Itoa(r.sinks)}
}

// written is what a sink may hold: one text, or several when branches write differently.
func (r *reader) written(s *sink) []value.Word {
	if c := r.st.outs[s.key]; c != nil {
		return c.alts
	}
	return []value.Word{{}}
}

// write adds output. Past the limit it is unknown.
func (r *reader) write(w value.Word) {
	s := r.out
	if s == nil || s.over {
		return
	}
	n := len(w.Lit)
	for i := range w.Pieces {
		n += len(w.Pieces[i].Text)
	}
	s.size += n + 8
	old := r.written(s)
	if s.size > r.limits.WordBytes || len(old[0].Pieces) > maxPieces {
		s.over = true
		r.limit("WordBytes", fmt.Sprintf("output of more than %d bytes", r.limits.WordBytes), false)
		r.st.set(itemOut, s.key, &content{alts: []value.Word{unknown(old[0].Origin()|w.Origin()|value.Limit, "", "...")}})
		return
	}
	c := &content{alts: make([]value.Word, len(old))}
	for i := range old {
		c.alts[i] = joined(&old[i], &w)
	}
	r.st.set(itemOut, s.key, c)
}

// joined is one word after another, without a change to either.
func joined(a, b *value.Word) value.Word {
	if a.IsEmpty() {
		return *b
	}
	out := value.Word{Lit: a.Lit}
	if a.Pieces != nil {
		out.Pieces = append(make([]value.Piece, 0, len(a.Pieces)+len(b.Pieces)+1), a.Pieces...)
	}
	out.AppendWord(*b)
	return out
}

// ioState is what redirects change, to be put back.
type ioState struct {
	out   *sink
	stdin *value.Word
}

func (r *reader) saveIO() ioState { return ioState{out: r.out, stdin: r.stdin} }

// finishIO records what was written to a file and puts the streams back.
func (r *reader) finishIO(io ioState) {
	if s := r.out; s != nil && s != io.out && s.target != "" {
		if b, ok := r.procOut[s.target]; ok {
			r.out = io.out
			r.feed(b, r.written(s))
		}
		r.fileWritten(s.target, r.written(s), s.before)
	}
	r.out, r.stdin = io.out, io.stdin
}

// feed runs the commands of >(...) with what was written to them.
func (r *reader) feed(b body, texts []value.Word) {
	savedSrc, savedIn := r.src, r.stdin
	r.src = b.src
	for i := range texts {
		if !texts[i].IsEmpty() {
			r.stdin = &texts[i]
			r.isolated(func() { r.stmts(b.stmt.Cmd.(*syntax.Block).Stmts) })
		}
	}
	r.src, r.stdin = savedSrc, savedIn
}

// fileWritten records the content of a file that the text wrote.
func (r *reader) fileWritten(path string, w []value.Word, old *content) {
	if path == "" || strings.HasPrefix(path, "/dev/") && !strings.HasPrefix(path, "/dev/shm/") {
		return
	}
	c := &content{alts: w}
	if old != nil {
		c.alts = nil
		for i := range old.alts {
			for k := range w {
				c.add(joined(&old.alts[i], &w[k]))
			}
		}
		if old.absent {
			for k := range w {
				c.add(w[k])
			}
		}
	}
	r.st.set(itemFile, path, c)
}

// onDisk is the content of a file that the text did not write.
func (r *reader) onDisk(path string) value.Word {
	return value.Of(value.Piece{Kind: value.Unknown, Origin: value.File, Path: path, Name: path, Text: path})
}

// fileContent is what reading a path gives: what the text wrote there, or the file on disk.
func (r *reader) fileContent(path string, known bool, w *value.Word) value.Word {
	if c := r.st.files[path]; c != nil && !known {
		return r.chooseText("<"+path, c.alts)
	}
	if !known {
		return value.Of(value.Piece{Kind: value.Unknown, Origin: value.File | w.Origin(), Name: w.String(), Text: w.String()})
	}
	if strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/") {
		return value.Of(value.Piece{Kind: value.Unknown, Origin: value.Network, Name: path, Text: path})
	}
	switch path {
	case "/dev/null":
		return value.Word{}
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		if r.stdin != nil {
			return *r.stdin
		}
		return unknown(value.Stdin, "stdin", path)
	}
	if c := r.st.files[path]; c != nil {
		if c.program != "" && len(c.alts) == 0 {
			return r.onDisk(c.program)
		}
		if c.absent {
			return r.chooseText("<"+path, append(c.alts[:len(c.alts):len(c.alts)], r.onDisk(path)))
		}
		return r.chooseText("<"+path, c.alts)
	}
	return r.onDisk(path)
}

// all is everything that branches may have left in a file, for what may flow out of it.
func (c *content) all() value.Word {
	var out value.Word
	for i := range c.alts {
		if i > 0 {
			out.AppendText("\n")
		}
		out.AppendWord(c.alts[i])
	}
	return out
}

// cmdSubst runs a command substitution and returns its output without trailing newlines.
func (r *reader) cmdSubst(c *syntax.CmdSubst, quoted bool) value.Word {
	if c.Backquotes {
		if w, ok := r.backquotes(c, quoted); ok {
			return w
		}
	}
	if len(c.Stmts) == 0 {
		return value.Word{}
	}
	if len(c.Stmts) == 1 { // $(<file)
		if s := c.Stmts[0]; s.Cmd == nil && len(s.Redirs) == 1 && s.Redirs[0].Op == syntax.RdrIn {
			rd := s.Redirs[0]
			target := r.redirectTarget(rd.Word)
			pos, end := r.nodeSpan(rd)
			r.emitRedirects([]Redirect{{Op: "<", Fd: -1, Word: target, Pos: pos, End: end}}, pos, end)
			path, known := r.fileKey(&target)
			return trimNewlines(r.fileContent(path, known, &target))
		}
	}
	return r.capture(func() { r.stmts(c.Stmts) })
}

// capture runs f in a subshell and returns its output.
func (r *reader) capture(f func()) value.Word {
	savedOut, savedChoices, savedPipe := r.out, r.choices, r.inPipe
	s := r.newSink()
	r.out = s
	r.choices = append([]choice(nil), r.choices...)
	stdin := r.stdin
	r.isolated(f)
	r.stdin = stdin
	r.out, r.choices, r.inPipe = savedOut, savedChoices, savedPipe
	alts := r.written(s)
	if len(alts) == 1 {
		return trimNewlines(alts[0])
	}
	for i := range alts {
		alts[i] = trimNewlines(alts[i])
	}
	return r.chooseText("$(", alts)
}

// chooseText picks one of several texts; what they are tells the choice from others.
func (r *reader) chooseText(name string, alts []value.Word) value.Word {
	if len(alts) == 0 {
		return value.Word{}
	}
	if len(alts) == 1 {
		return alts[0]
	}
	for i := range alts {
		name += "\x00" + alts[i].String()
	}
	return r.chooseNamed(name, &variable{val: alts[0], alts: alts[1:]})
}

func trimNewlines(w value.Word) value.Word {
	if w.Pieces == nil {
		w.Lit = strings.TrimRight(w.Lit, "\n")
		return w
	}
	n := len(w.Pieces)
	for n > 0 { // newlines before pieces that may be empty are trimmed with them
		p := &w.Pieces[n-1]
		if p.Kind == value.Unknown && !p.NonEmpty || p.Kind == value.Text && strings.Trim(p.Text, "\n") == "" {
			n--
			continue
		}
		break
	}
	if n == 0 {
		n = 1
	}
	var out value.Word
	for i := range w.Pieces {
		p := w.Pieces[i]
		if i >= n-1 && p.Kind == value.Text && strings.HasSuffix(p.Text, "\n") {
			text := strings.TrimRight(p.Text, "\n")
			rest := p.Text[len(text):]
			out.AppendText(text)
			if i < len(w.Pieces)-1 && hasContent(w.Pieces[i+1:]) {
				out.Append(maybeText(rest))
			}
			continue
		}
		out.Append(p)
	}
	out.Pos, out.End = w.Pos, w.End
	return out
}

func hasContent(pieces []value.Piece) bool {
	for i := range pieces {
		if p := &pieces[i]; p.Kind != value.Text || strings.Trim(p.Text, "\n") != "" {
			return true
		}
	}
	return false
}

// backquotes reads `...` as bash does: one level of backslashes is taken off the source text,
// then it is parsed (SHELL H10).
func (r *reader) backquotes(c *syntax.CmdSubst, quoted bool) (value.Word, bool) {
	from, to := int(c.Left.Offset())+1, int(c.Right.Offset())
	if from > to || to > len(r.src.text) || r.src.text[from-1] != '`' {
		return value.Word{}, false
	}
	text := r.src.text[from:to]
	if strings.IndexByte(text, '\\') < 0 {
		return value.Word{}, false
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			if n := text[i+1]; n == '`' || n == '\\' || n == '$' || quoted && n == '"' {
				i++
			}
		}
		b.WriteByte(text[i])
	}
	pos, end := r.nodeSpan(c)
	src := &source{text: b.String(), nested: true, pos: pos, end: end, holes: r.src.holes}
	if r.depth >= r.limits.Depth {
		r.limit("Depth", fmt.Sprintf("executed text inside executed text, more than %d levels", r.limits.Depth), false)
		return value.Word{}, true
	}
	r.total += len(src.text)
	r.depth++
	w := r.capture(func() { r.readText(src, r.cfg.Shell) })
	r.depth--
	return w, true
}

// procSubst runs a process substitution; its value is a path from which its output can be read.
func (r *reader) procSubst(p *syntax.ProcSubst) string {
	r.procs++
	path := fmt.Sprintf("/dev/fd/%d", 63-(r.procs-1)%50+(r.procs/50)*100)
	if p.Op == syntax.CmdOut {
		r.isolated(func() {
			saved := r.stdin
			if saved == nil {
				w := unknown(value.Output, "", "output")
				r.stdin = &w
			}
			r.stmts(p.Stmts)
			r.stdin = saved
		})
		r.st.set(itemFile, path, &content{alts: []value.Word{{}}})
		if r.procOut == nil {
			r.procOut = map[string]body{}
		}
		r.procOut[path] = body{&syntax.Stmt{Cmd: &syntax.Block{Stmts: p.Stmts}}, r.src}
		return path
	}
	saved, savedOut := r.stdin, r.out
	s := r.newSink()
	r.out = s
	r.isolated(func() { r.stmts(p.Stmts) })
	r.out, r.stdin = savedOut, saved
	r.st.set(itemFile, path, &content{alts: r.written(s)})
	return path
}

// fileKey names a file for what the text itself writes and reads: its path, or, when that is not
// wholly known, the word as it was written, since the same word means the same file.
func (r *reader) fileKey(w *value.Word) (key string, known bool) {
	if path, ok := r.absolute(w); ok {
		return path, true
	}
	if w.Pieces == nil && w.Lit != "" { // in a directory that is not known
		return "?" + r.st.cwd.Word.String() + "/" + cleanPath("/" + w.Lit)[1:], false
	}
	if w.Pieces == nil || w.HasGlob() {
		return "", false
	}
	return "?" + w.String(), false
}

// absolute is the path that a word names, lexically clean; ok is false when it is not wholly known.
// The random part of a path that mktemp made is taken as known: nothing stands there but what
// the text puts there.
func (r *reader) absolute(w *value.Word) (string, bool) {
	s, ok := w.Known()
	if !ok {
		for i := range w.Pieces {
			if p := &w.Pieces[i]; p.Kind == value.Glob || p.Kind == value.Unknown && (p.Origin != value.Random || !p.Simple) {
				return "", false
			}
		}
		s, ok = w.String(), true
	}
	if !ok || s == "" {
		return "", false
	}
	if s[0] == '/' {
		return cleanPath(s), true
	}
	if !r.st.cwd.Known {
		return "", false
	}
	return cleanPath(r.st.cwd.Path + "/" + s), true
}
