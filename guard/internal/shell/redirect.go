package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// redirects expands redirects in order and changes the streams as they say.
func (r *reader) redirects(list []*syntax.Redirect) []Redirect {
	out := make([]Redirect, 0, min(len(list), maxRedirects))
	for i, rd := range list {
		if rd == nil {
			continue
		}
		if i == maxRedirects {
			r.limit("Redirects", fmt.Sprintf("a command with more than %d redirects", maxRedirects), false)
			break
		}
		d := Redirect{Op: rd.Op.String(), Fd: -1}
		if rd.N != nil {
			d.Fd = fdNumber(rd.N.Value)
		}
		d.Pos, d.End = r.nodeSpan(rd)
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			d.Word = r.heredoc(rd)
			r.setStdin(d.Fd, d.Word)
		case syntax.WordHdoc:
			d.Word = r.wordQuoted(rd.Word)
			d.Word.AppendText("\n")
			r.setStdin(d.Fd, d.Word)
		default:
			d.Word = r.redirectTarget(rd.Word)
			r.redirectTo(&d)
		}
		out = append(out, d)
	}
	return out
}

func fdNumber(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' || n > 1000 {
			return 1000 // {name}>file takes a new descriptor
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func (r *reader) setStdin(fd int, w value.Word) {
	if fd <= 0 {
		r.stdin = &w
		return
	}
	r.openFd(fd, w)
}

// openFd notes what a descriptor was opened to read.
func (r *reader) openFd(fd int, w value.Word) {
	if r.fds == nil {
		r.fds = map[int]value.Word{}
	}
	r.fds[fd] = w
	r.st.set(itemFile, fmt.Sprintf("/dev/fd/%d", fd), &content{alts: []value.Word{w}})
}

func (r *reader) redirectTarget(w *syntax.Word) value.Word {
	words := r.fieldsOf(w, nil)
	switch len(words) {
	case 0:
		return value.Word{}
	case 1:
		return words[0]
	}
	words[0].Append(value.Piece{Kind: value.Unknown, Text: "..."}) // several words: bash refuses it
	return words[0]
}

// redirectTo changes the streams for a redirect to or from a file or a descriptor.
func (r *reader) redirectTo(d *Redirect) {
	path, known := r.fileKey(&d.Word)
	switch d.Op {
	case "<", "<>":
		if d.Fd > 0 {
			r.openFd(d.Fd, r.fileContent(path, known, &d.Word))
			return
		}
		w := r.fileContent(path, known, &d.Word)
		r.stdin = &w
	case ">", ">|", "&>", ">>", "&>>":
		if d.Fd > 1 {
			if d.Fd > 2 && d.Fd < 1000 && path != "" && !strings.HasPrefix(path, "/dev/") {
				if r.outFds == nil {
					r.outFds = map[int]string{}
				}
				r.outFds[d.Fd] = path
				if !strings.Contains(d.Op, ">>") {
					r.st.set(itemFile, path, &content{alts: []value.Word{{}}})
				}
			}
			return
		}
		if path == "" || path == "/dev/null" {
			r.out = nil
			return
		}
		if strings.HasPrefix(path, "/dev/") && !strings.HasPrefix(path, "/dev/shm/") {
			if path == "/dev/stdout" || path == "/dev/fd/1" {
				return
			}
			if _, ok := r.procOut[path]; ok { // >(command)
				r.out = r.newSink()
				r.out.target = path
				return
			}
			r.out = nil
			return
		}
		s := r.newSink()
		s.target = path
		if d.Op == ">>" || d.Op == "&>>" {
			s.before = r.st.files[path]
			if s.before == nil && r.cfg.Files != nil && known {
				s.before = &content{alts: []value.Word{r.onDisk(path)}}
			}
		}
		r.out = s
		if s.before == nil && !strings.Contains(d.Op, ">>") && r.st.files[path] != nil { // it is empty from here on
			r.st.set(itemFile, path, &content{alts: []value.Word{{}}})
		}
	case ">&":
		if text, ok := d.Word.Known(); ok && d.Fd <= 1 && text != "1" {
			if isDigits(text) || text == "-" {
				r.out = nil
				if path := r.outFds[fdNumber(text)]; path != "" {
					r.out = r.newSink()
					r.out.target, r.out.before = path, r.st.files[path]
				}
				return
			}
			e := *d
			e.Op = "&>"
			r.redirectTo(&e)
		}
	case "<&":
		if d.Fd <= 0 {
			r.stdin = nil
			if text, ok := d.Word.Known(); ok && isDigits(text) {
				if w, ok := r.fds[fdNumber(text)]; ok {
					r.stdin = &w
				}
			}
		}
	}
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// heredoc is the body of a here-document, expanded unless its delimiter is quoted.
func (r *reader) heredoc(rd *syntax.Redirect) value.Word {
	if rd.Hdoc == nil {
		return value.Word{}
	}
	if quotedWord(rd.Word) {
		var w value.Word
		for _, p := range rd.Hdoc.Parts {
			if l, ok := p.(*syntax.Lit); ok {
				text := l.Value
				if rd.Op == syntax.DashHdoc {
					text = stripTabs(text)
				}
				r.appendHoled(&w, text, true)
			}
		}
		return w
	}
	b := fieldBuf{r: r}
	b.quotedParts(rd.Hdoc.Parts)
	if rd.Op == syntax.DashHdoc && b.cur.Pieces == nil {
		return value.Lit(stripTabs(b.cur.Lit))
	}
	if nestedHeredoc(rd.Hdoc) {
		pos, end := r.nodeSpan(rd.Hdoc)
		r.trouble(OddShape, "a here-document in a substitution in a here-document, where parser and bash may disagree about its end", pos, end)
	}
	return b.cur
}

func nestedHeredoc(w *syntax.Word) bool {
	for _, p := range w.Parts {
		c, ok := p.(*syntax.CmdSubst)
		if !ok {
			continue
		}
		for _, s := range c.Stmts {
			for _, rd := range s.Redirs {
				if rd.Op == syntax.Hdoc || rd.Op == syntax.DashHdoc {
					return true
				}
			}
		}
	}
	return false
}

func quotedWord(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		case *syntax.Lit:
			if strings.IndexByte(p.Value, '\\') >= 0 {
				return true
			}
		}
	}
	return false
}

func stripTabs(s string) string {
	if strings.IndexByte(s, '\t') < 0 {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	return strings.Join(lines, "")
}
