package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// cd changes the directory.
func (r *reader) cd(inv *invocation) {
	args := inv.args[1:]
	for len(args) > 0 {
		s, ok := args[0].Known()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		args = args[1:]
		if s == "--" {
			break
		}
	}
	r.emitRedirects(inv.redirs, inv.pos, inv.end)
	old := r.st.cwd
	r.isCd = true
	if len(args) == 0 {
		h := r.home()
		r.chdir(&h)
		r.setOldpwd(old)
		return
	}
	w := args[0]
	if s, ok := w.Known(); ok && s == "-" {
		prev := r.variableWord("OLDPWD")
		r.chdir(&prev)
		r.setOldpwd(old)
		return
	}
	if cdpath := r.st.vars["CDPATH"]; cdpath != nil {
		r.st.set(itemCwd, "", &Dir{Word: unknown(value.Joined, "CDPATH", w.String())})
		return
	}
	r.chdir(&w)
	r.setOldpwd(old)
}

func (r *reader) setOldpwd(old *Dir) {
	w := old.Word
	if old.Known {
		w = value.Lit(old.Path)
	}
	r.st.set(itemVar, "OLDPWD", &variable{val: w})
}

// chdir makes a word the working directory.
func (r *reader) chdir(w *value.Word) {
	r.st.set(itemCwd, "", r.dirOf(w))
}

// dirOf is the directory that a word names from the current one.
func (r *reader) dirOf(w *value.Word) *Dir {
	if w.IsEmpty() {
		return r.st.cwd
	}
	if path, ok := r.absolute(w); ok {
		return &Dir{Path: path, Known: true}
	}
	if w.HasGlob() && !w.HasUnknown() {
		if path, ok := r.globDir(w); ok {
			return &Dir{Path: path, Known: true}
		}
	}
	d := &Dir{Word: *w}
	if prefix, all := w.Prefix(); !strings.HasPrefix(prefix, "/") && r.st.cwd.Known && (prefix != "" || all) {
		d.Word = value.Lit(strings.TrimSuffix(r.st.cwd.Path, "/") + "/")
		d.Word.AppendWord(*w)
	} else if !r.st.cwd.Known && !strings.HasPrefix(prefix, "/") && prefix != "" {
		d.Word = value.Word{}
		d.Word.AppendWord(r.st.cwd.Word)
		d.Word.AppendText("/")
		d.Word.AppendWord(*w)
	}
	return d
}

func (r *reader) globDir(w *value.Word) (string, bool) {
	pat, ok := globText(w)
	if !ok || r.cfg.Files == nil {
		return "", false
	}
	if !strings.HasPrefix(pat, "/") {
		if !r.st.cwd.Known {
			return "", false
		}
		pat = escapeGlob(r.st.cwd.Path) + "/" + pat
	}
	paths, known := r.cfg.Files.Glob(pat, 2)
	if !known || len(paths) == 0 {
		return "", false
	}
	return paths[0], true
}

func (r *reader) pushd(inv *invocation) {
	args := skipDashDash(inv.args[1:])
	r.isCd = true
	r.dirs = append(r.dirs, r.st.cwd)
	if len(args) == 0 {
		r.popd(inv)
		return
	}
	if s, ok := args[0].Known(); ok && len(s) > 0 && (s[0] == '+' || s[0] == '-' && s != "-") {
		r.st.set(itemCwd, "", &Dir{Word: unknown(value.Joined, "", "the directory after pushd "+s)})
		return
	}
	r.chdir(&args[0])
}

func (r *reader) popd(*invocation) {
	r.isCd = true
	if n := len(r.dirs); n > 0 {
		r.st.set(itemCwd, "", r.dirs[n-1])
		r.dirs = r.dirs[:n-1]
		return
	}
	r.st.set(itemCwd, "", &Dir{Word: unknown(value.Joined, "", "the directory after popd")})
}
