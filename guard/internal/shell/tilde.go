package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// moreParts tells whether a word goes on behind its first part; braces leave empty literals.
func moreParts(parts []syntax.WordPart) bool {
	for _, p := range parts[1:] {
		if l, ok := p.(*syntax.Lit); !ok || l.Value != "" {
			return true
		}
	}
	return false
}

// tilde expands the tilde that a word begins with and returns what is left of the literal.
func (b *fieldBuf) tilde(s string, more bool) string {
	end := strings.IndexAny(s, "/:")
	if end < 0 {
		if more {
			return s // ~"x" is no tilde prefix
		}
		end = len(s)
	}
	name := s[1:end]
	if strings.ContainsAny(name, "\\*?[{") {
		return s
	}
	if name != "" && name != "+" && name != "-" && !isName(name[:1]) {
		return s // no user's name
	}
	b.started = true
	switch name {
	case "":
		b.cur.AppendWord(b.r.home())
	case "+":
		b.cur.AppendWord(b.r.cwdWord())
	case "-":
		b.cur.AppendWord(b.r.variableWord("OLDPWD"))
	default:
		b.cur.AppendWord(b.r.homeOf(name))
	}
	return s[end:]
}

// tildeAssign expands ~ after the first = of a word such as of=~/x, as bash does for assignments
// and, outside POSIX mode, for words that look like one.
func (b *fieldBuf) tildeAssign(s string) string {
	i := strings.Index(s, "=~")
	for j := 0; j < i; j++ {
		if c := s[j]; !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || j > 0 && c >= '0' && c <= '9') {
			return s
		}
	}
	b.literal(s[:i+1])
	return b.tilde(s[i+1:], false)
}

// tildeColons expands the tildes after colons.
func (b *fieldBuf) tildeColons(s string, _, more bool) string {
	for {
		i := strings.Index(s, ":~")
		if i < 0 || i > 0 && s[i-1] == '\\' {
			return s
		}
		b.literal(s[:i+1])
		s = b.tilde(s[i+1:], more)
		if strings.HasPrefix(s, "~") {
			b.literal(s[:1])
			s = s[1:]
		}
	}
}

func (r *reader) home() value.Word {
	if v := r.st.vars["HOME"]; v != nil && !v.unset {
		return v.val
	}
	if r.cfg.Home != "" && !r.remote {
		return value.Lit(r.cfg.Home)
	}
	return value.Of(value.Piece{Kind: value.Unknown, Origin: value.Env, Name: "HOME", Text: "~", NonEmpty: true, Quoted: true})
}

// homeOf is the home directory of a named user: the owner's own, root's, or the usual place.
func (r *reader) homeOf(user string) value.Word {
	home := r.cfg.Home
	if i := strings.LastIndexByte(home, '/'); i >= 0 && home[i+1:] == user {
		return value.Lit(home)
	}
	if user == "root" {
		return value.Lit("/root")
	}
	if strings.HasPrefix(home, "/Users/") {
		return value.Lit("/Users/" + user)
	}
	return value.Lit("/home/" + user)
}

func (r *reader) cwdWord() value.Word {
	if d := r.st.cwd; d.Known {
		if d.Else != "" && d.Else != d.Path {
			return r.chooseText("PWD", []value.Word{value.Lit(d.Path), value.Lit(d.Else)})
		}
		return value.Lit(d.Path)
	}
	return r.st.cwd.Word
}
