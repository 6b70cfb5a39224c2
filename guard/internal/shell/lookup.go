package shell

import (
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

func unknown(origin value.Origin, name, text string) value.Word {
	return value.Of(value.Piece{Kind: value.Unknown, Origin: origin, Name: name, Text: text})
}

// maybeText is text that stands there or not: the blank that echo puts before a word, which may
// turn out to be none.
func maybeText(s string) value.Piece {
	return value.Piece{Kind: value.Unknown, Name: maybeName, Text: s}
}

const maybeName = "perhaps a blank"

// simple is an unknown value without blanks, slashes or shell syntax: a number, a random suffix.
func simple(origin value.Origin, name string) value.Word {
	return value.Of(value.Piece{Kind: value.Unknown, Origin: origin, Name: name, Text: "$" + name, Simple: true, NonEmpty: true})
}

// variableWord is the value of a scalar variable or a special parameter.
func (r *reader) variableWord(name string) value.Word {
	w, _ := r.lookup(name)
	return w
}

// lookup returns the value of a variable; set is false when it is known to be unset or not known
// to be set.
func (r *reader) lookup(name string) (w value.Word, set bool) {
	if v := r.st.vars[name]; v != nil {
		if v.nameref {
			if target, ok := v.val.Known(); ok && target != name {
				return r.lookupRef(target)
			}
		}
		if v.unset {
			return value.Word{}, false
		}
		w := r.choose(name, v)
		return w, !isEnv(&w, name)
	}
	if name != "" && (name[0] >= '0' && name[0] <= '9') {
		return r.positionalAt(name)
	}
	switch name {
	case "HOME":
		return r.home(), true
	case "PWD":
		return r.cwdWord(), true
	case "IFS":
		return value.Lit(r.ifs), true
	case "BASH":
		return value.Lit("/bin/bash"), true
	case "SHELL":
		return value.Lit("/bin/" + shellName(r.cfg.Shell)), true
	case "USER", "LOGNAME":
		if i := strings.LastIndexByte(r.cfg.Home, '/'); i >= 0 && !r.remote {
			return value.Lit(r.cfg.Home[i+1:]), true
		}
	case "PATH":
		return value.Of(value.Piece{Text: "/"}, value.Piece{Kind: value.Unknown, Origin: value.Env, Name: "PATH", Text: "$PATH", NonEmpty: true}), true
	case "RANDOM", "SRANDOM":
		return simple(value.Random, name), true
	case "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME":
		return simple(value.Time, name), true
	case "UID", "EUID", "PPID", "BASHPID", "LINENO", "HOSTNAME", "HOSTTYPE", "OSTYPE", "MACHTYPE", "BASH_VERSION", "SHLVL", "COLUMNS", "LINES":
		return simple(value.Env, name), true
	case "CLAUDE_PROJECT_DIR":
		if r.cfg.Root != "" {
			return value.Lit(r.cfg.Root), true
		}
	case "?", "$", "!", "-":
		return simple(0, name), true
	case "#":
		if p := r.args(); !p.open {
			return value.Lit(strconv.Itoa(len(p.words))), true
		}
		return simple(value.Positional, name), true
	case "_":
		return r.lastArg, true
	case "@", "*":
		var w value.Word
		for i, p := range r.positional() {
			if i > 0 && name == "@" {
				w.AppendText(" ")
			} else if i > 0 {
				w.AppendText(r.ifsJoin())
			}
			w.AppendWord(p)
		}
		return w, len(r.args().words) > 0
	}
	if r.st.opts.nounset { // an unset variable ends the shell
		return notEmpty(envWord(name)), false
	}
	return envWord(name), false
}

// isEnv tells whether a word is what an unset variable is taken for.
func isEnv(w *value.Word, name string) bool {
	return len(w.Pieces) == 1 && w.Pieces[0].Origin == value.Env && w.Pieces[0].Name == name && w.Pieces[0].Kind == value.Unknown
}

func (r *reader) lookupRef(target string) (value.Word, bool) {
	if i := strings.IndexByte(target, '['); i > 0 {
		w := value.Lit(target)
		r.nameAsCode(&w)
		return unknown(value.Joined, target, "$"+target), true
	}
	if v := r.st.vars[target]; v != nil && v.nameref {
		return unknown(value.Joined, target, "$"+target), true
	}
	return r.lookup(target)
}

func shellName(s string) string {
	if s == "" {
		return "bash"
	}
	return s
}

// args are the positional parameters, those of one branch when branches set them differently.
func (r *reader) args() *params {
	p := r.st.params
	if len(p.alts) == 0 {
		return p
	}
	for i := range r.choices {
		if c := &r.choices[i]; c.p == p {
			return pickParams(p, c.i)
		}
	}
	if r.noChoice {
		return &params{zero: p.zero, open: true}
	}
	r.choices = append(r.choices, choice{p: p, n: len(p.alts) + 1})
	return p
}

func pickParams(p *params, i int) *params {
	if i == 0 || i > len(p.alts) {
		return p
	}
	return p.alts[i-1]
}

func (r *reader) positional() []value.Word {
	p := r.args()
	if p.open { // the outermost text has no arguments
		return append(append([]value.Word(nil), p.words...), value.Of(value.Piece{Kind: value.Unknown, Origin: value.Positional, Name: "@", Text: "$@"}))
	}
	return p.words
}

func (r *reader) positionalAt(name string) (value.Word, bool) {
	n, err := strconv.Atoi(name)
	if err != nil {
		return unknown(0, name, "$"+name), false
	}
	p := r.args()
	if n == 0 {
		if p.zero != nil {
			return *p.zero, true
		}
		return value.Lit(shellName(r.cfg.Shell)), true
	}
	switch {
	case n <= len(p.words):
		return p.words[n-1], true
	case p.open:
		return unknown(value.Positional, name, "$"+name), false
	}
	return value.Word{}, false
}
