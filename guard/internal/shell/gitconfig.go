package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// gitCommand runs what git runs by its configuration: aliases given with -c or configured.
func (r *reader) gitCommand(inv *invocation, l *Leaf) (done bool) {
	p := l.Parsed
	sub := p.Sub
	for i := range p.Global {
		o := &p.Global[i]
		if o.Name != "c" || !o.HasValue {
			continue
		}
		key, val := cutWord(o.Value)
		r.gitConfig(strings.ToLower(key), val, inv, p)
		if name, ok := strings.CutPrefix(strings.ToLower(key), "alias."); ok && name == strings.ToLower(sub) && program.Find("git "+sub) == nil {
			r.gitAlias(val, inv, p)
			return true
		}
	}
	r.setGitAlias(p)
	if a := r.st.aliases[gitAliasKey+strings.ToLower(sub)]; a != nil && program.Find("git "+sub) == nil {
		r.gitAlias(value.Lit(*a), inv, p)
		return true
	}
	if sub != "" && r.cfg.GitAlias != nil && program.Find("git "+sub) == nil && r.st.cwd.Known && !r.remote {
		dir := r.st.cwd.Path
		if o := p.Option("C"); o != nil {
			if abs, ok := r.absolute(&o.Value); ok {
				dir = abs
			}
		}
		if text, ok := r.cfg.GitAlias(dir, sub); ok {
			r.gitAlias(value.Lit(text), inv, p)
			return true
		}
	}
	return false
}

func cutWord(w value.Word) (string, value.Word) {
	prefix, all := w.Prefix()
	i := strings.IndexByte(prefix, '=')
	if i < 0 {
		return prefix, value.Lit("true")
	}
	val := value.Lit(prefix[i+1:])
	if !all {
		for k := 1; k < len(w.Pieces); k++ {
			val.Append(w.Pieces[k])
		}
	}
	return prefix[:i], val
}

// gitConfig reads the configuration keys whose value is a command.
func (r *reader) gitConfig(key string, val value.Word, inv *invocation, p *program.Parsed) {
	switch key {
	case "core.pager", "core.editor", "core.sshcommand", "core.fsmonitor", "core.askpass", "diff.external", "sequence.editor", "credential.helper", "gpg.program", "core.gitproxy", "uploadpack.packobjectshook", "interactive.difffilter", "web.browser", "core.alternaterefscommand":
	default:
		if !strings.HasPrefix(key, "pager.") && !(strings.HasPrefix(key, "filter.") || strings.HasPrefix(key, "diff.") || strings.HasPrefix(key, "merge.") || strings.HasPrefix(key, "credential.")) {
			return
		}
	}
	s, ok := val.Known()
	if ok && (s == "" || s == "true" || s == "false" || s == "cat" || !strings.ContainsAny(s, " !;|&$`/")) {
		return
	}
	if ok {
		val = value.Lit(strings.TrimPrefix(s, "!"))
	}
	saved := r.via
	r.via = append(r.via[:len(r.via):len(r.via)], "git -c "+key)
	r.childShell(val, "git -c "+key, "sh", nil, inv)
	r.via = saved
	_ = p
}

// gitAliasKey stands before the names of git's aliases among the shell's, where no shell alias can be.
const gitAliasKey = "git config alias."

// setGitAlias notes an alias that the text itself configures: git config alias.x '!...'.
func (r *reader) setGitAlias(p *program.Parsed) {
	if p.Program != "git" || !strings.HasPrefix(p.Called, "config") && p.Sub != "config" {
		return
	}
	for i := 0; i+1 < len(p.Operands); i++ {
		key, ok := p.Operands[i].Known()
		if !ok || len(key) < 7 || !strings.EqualFold(key[:6], "alias.") {
			continue
		}
		text := p.Operands[i+1].String()
		r.st.set(itemAlias, gitAliasKey+strings.ToLower(key[6:]), &text)
	}
}

func isConfigOption(w *value.Word) bool {
	s, ok := w.Known()
	return ok && (s == "-c" || s == "-C" || s == "--git-dir" || s == "--work-tree" || s == "--namespace")
}

// gitAlias runs an alias: shell text after !, else git's own words.
func (r *reader) gitAlias(val value.Word, inv *invocation, p *program.Parsed) {
	if r.depth >= r.limits.Depth {
		return
	}
	rest := p.Args
	for i := range rest {
		if s, ok := rest[i].Known(); ok && s == p.Sub && (i == 0 || !isConfigOption(&rest[i-1])) {
			rest = rest[i+1:]
			break
		}
	}
	saved := r.via
	defer func() { r.via = saved }()
	r.via = append(r.via[:len(r.via):len(r.via)], "git alias")
	prefix, _ := val.Prefix()
	if strings.HasPrefix(prefix, "!") {
		text := value.Word{}
		text.AppendWord(val)
		if text.Pieces == nil {
			text.Lit = text.Lit[1:]
		} else {
			text.Pieces[0].Text = text.Pieces[0].Text[1:]
		}
		text.AppendText(" ")
		text.AppendWord(r.argvText(rest))
		r.childShell(text, "git alias", "sh", nil, inv)
		return
	}
	text := value.Lit("git ")
	text.AppendWord(val)
	text.AppendText(" ")
	text.AppendWord(r.argvText(rest))
	r.readAgain(text, "git alias", "sh", inv.pos, inv.end)
}
