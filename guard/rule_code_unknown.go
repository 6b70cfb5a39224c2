package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// suspects are the programs that an unknown name is tried as. They are those by which most
// disasters happen and whose arguments one would know again.
var suspects = [...]string{
	"rm", "git", "chmod", "chown", "dd", "mkfs", "shred", "find", "kubectl", "terraform", "docker", "docker-compose", "aws", "gcloud", "az", "gh",
	"psql", "mysql", "redis-cli", "helm", "claude",
}

// matchUnknown tries leaves whose program is not known as the suspects, and looks for text that is
// decoded and run.
func matchUnknown(c *Context) {
	for i, l := range c.Command.leaves {
		if l.Program == "" && len(l.Args) > 0 {
			c.leaf = i
			c.tryUnknown(l)
		}
	}
	for i := range c.Command.executed {
		e := &c.Command.executed[i]
		if e.Word.Origin()&value.Network != 0 {
			continue
		}
		for j := range e.Word.Pieces {
			p := &e.Word.Pieces[j]
			if p.Kind == value.Unknown && (decodes(c, p) || len(e.Word.Pieces) == 1 && rewrites(p)) {
				c.reportSpan(e.Pos, e.End, Ask, "`"+e.By+"` runs text that `"+p.Name+"` decodes and nobody has read", "decode it to a file, read the file, then run it")
				return
			}
		}
	}
}

// tryUnknown judges a leaf as if its program were one of the suspects.
func (c *Context) tryUnknown(l *shell.Leaf) {
	if !telling(l) {
		return
	}
	if name := hinted(&l.Name); name != "" {
		c.tryAs(l, name)
		return
	}
	for _, name := range suspects {
		if plausible(name, l) && c.tryAs(l, name) {
			return
		}
	}
}

// tryAs reports when the leaf would be refused as the program.
func (c *Context) tryAs(l *shell.Leaf, name string) bool {
	trial := *l
	trial.Program = name
	trial.Name = value.Lit(name)
	trial.Parsed = program.Parse(name, l.Args)
	trial.Effects = append(program.Effects(trial.Parsed), redirected(l)...)
	trial.Kinds = 0
	for i := range trial.Effects {
		trial.Kinds |= trial.Effects[i].Kind
	}
	if c.judgeLeaf(&trial) != Deny {
		return false
	}
	c.ReportAsk(l, "`"+l.Name.String()+"` is not known; with these arguments `"+name+"` would be a disaster")
	return true
}

// redirected returns the effects of a leaf's redirects.
func redirected(l *shell.Leaf) []program.Effect {
	for i := range l.Effects {
		switch l.Effects[i].Via {
		case "<", ">", ">>", ">|", "&>", "&>>", "<>", ">&":
			return l.Effects[i:]
		}
	}
	return nil
}

// telling tells whether the known arguments say something: options and a known operand, or a word
// that names an act.
func telling(l *shell.Leaf) bool {
	known := 0
	for i := range l.Args {
		if text, _ := l.Args[i].Prefix(); text != "" {
			known++
		}
	}
	return known >= 2 || known == 1 && len(l.Args) > 1 || known == 1 && l.Args[0].Pieces == nil && len(l.Args[0].Lit) > 4
}

// hinted returns the program that a variable is named after: $GREP, "$KUBECTL".
func hinted(name *value.Word) string {
	if len(name.Pieces) != 1 {
		return ""
	}
	p := &name.Pieces[0]
	if p.Name == "" || p.Origin&value.Output != 0 {
		return ""
	}
	lower := strings.ToLower(p.Name)
	switch lower {
	case "cmd", "command", "exec", "run", "tool", "test", "env", "x", "p", "c":
		return "" // names that say nothing
	}
	switch lower {
	case "cc", "cxx", "ld", "ar", "as", "make", "editor", "visual", "pager", "browser", "pip", "py", "node", "npm", "go", "cargo":
		return lower
	case "tf":
		return "terraform"
	case "dc", "compose":
		return "docker-compose"
	case "k", "kc":
		return "kubectl"
	}
	for _, suffix := range [...]string{"", "_bin", "_cmd", "_path", "_exe", "bin", "cmd"} {
		if cut, ok := strings.CutSuffix(lower, suffix); ok && cut != "" {
			if s := program.Find(cut); s != nil {
				return s.Name
			}
			if hyphen := strings.ReplaceAll(cut, "_", "-"); hyphen != cut {
				if s := program.Find(hyphen); s != nil {
					return s.Name
				}
			}
		}
	}
	return ""
}

// plausible is a cheap look whether the arguments can be those of the program, so that few are judged.
func plausible(name string, l *shell.Leaf) bool {
	first, _ := l.Args[0].Prefix()
	option := strings.HasPrefix(first, "-")
	switch name {
	case "rm":
		return shortOption(l, "rR") && shortOption(l, "f") || hasArg(l, "--recursive")
	case "chmod":
		return shortOption(l, "R") || hasArg(l, "--recursive")
	case "chown":
		return shortOption(l, "R") && (strings.Contains(joined(l), ":") || shortOption(l, "h")) || hasArg(l, "--recursive")
	case "dd":
		return strings.Contains(joined(l), "of=")
	case "find":
		return hasArg(l, "-delete")
	case "mkfs", "shred":
		return strings.Contains(joined(l), "/dev/")
	case "psql", "mysql", "claude":
		return option
	case "redis-cli":
		return strings.Contains(strings.ToUpper(joined(l)), "FLUSH")
	}
	return true
}

// shortOption tells whether a word of short options holds one of these letters.
func shortOption(l *shell.Leaf, letters string) bool {
	for i := range l.Args {
		text, _ := l.Args[i].Prefix()
		if len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.ContainsAny(text, letters) && len(text) < 8 {
			return true
		}
	}
	return false
}

func hasArg(l *shell.Leaf, arg string) bool {
	for i := range l.Args {
		if text, known := l.Args[i].Known(); known && text == arg {
			return true
		}
	}
	return false
}

// rewrites tells whether a piece is all that a program made which rewrites text, and made of
// nothing but the text of the command: had a file or a listing gone in, it would be told.
func rewrites(p *value.Piece) bool {
	if p.Origin != value.Output {
		return false
	}
	switch p.Name {
	case "awk", "gawk", "sed", "perl", "tr", "dd", "cut", "ruby", "php", "node", "jq", "python", "python3":
		return true
	}
	return false
}

// decodes tells whether a piece of executed text is the output of a program that makes text
// readable which was not, or that may print anything: code in another language.
func decodes(c *Context, p *value.Piece) bool {
	switch p.Name {
	case "python", "python2", "python3", "perl", "ruby", "node", "php", "awk", "gawk", "mawk", "lua":
		// What makes commands of the names on its input is an old idiom; what has no input prints
		// what is written in it.
		for _, l := range c.Command.leaves {
			if l.Program == p.Name && (l.Stdin == nil || l.Stdin.IsEmpty()) && len(l.Code) > 0 {
				return true
			}
		}
	case "base64", "base32", "xxd", "uudecode", "md5sum", "sha1sum", "sha256sum", "basenc", "rev":
		return true
	case "openssl":
		for _, l := range c.Command.leaves {
			if l.Program == "openssl" && (l.Parsed.Sub == "enc" || l.Parsed.Sub == "base64" || len(l.Parsed.Operands) > 0 && (l.Parsed.Operands[0].Lit == "enc" || l.Parsed.Operands[0].Lit == "base64")) {
				return true
			}
		}
	}
	return false
}
