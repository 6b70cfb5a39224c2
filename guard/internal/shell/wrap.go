package shell

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// wrapped runs what a wrapper runs.
func (r *reader) wrapped(inv *invocation, l *Leaf, spec *program.Spec) {
	if len(r.via) >= maxWrappers {
		r.limit("Wrappers", fmt.Sprintf("more than %d wrappers around a command", maxWrappers), false)
		return
	}
	r.stepCost(len(l.Args))
	if !r.step() {
		return
	}
	p := l.Parsed
	savedVia, savedEnv, savedCwd := r.via, r.env, r.st.cwd
	savedRemote, savedElevated := r.remote, r.elevated
	name := inv.args[0].String()
	if base := baseName(name); base != "" {
		name = base
	}
	r.via = append(r.via[:len(r.via):len(r.via)], name)
	switch l.Program {
	case "sudo", "doas", "su", "pkexec", "run0", "runuser", "gosu", "su-exec":
		r.elevated = true
	}
	if spec.Wrap != program.WrapShell && spec.Wrap != program.WrapInterp && spec.Wrap != program.WrapFind {
		r.env = append(r.env[:len(r.env):len(r.env)], inv.assigns...)
	}
	r.optionDir(p)
	if spec.Wrap == program.WrapRemote || spec.Wrap == program.WrapRemoteArgv {
		r.goRemote(p)
	}
	before := len(r.res.Leaves)
	r.optionTexts(inv, p)
	switch spec.Wrap {
	case program.WrapArgv, program.WrapAssign, program.WrapRemoteArgv, program.WrapMulti:
		r.wrapArgv(inv, l, spec)
	case program.WrapText, program.WrapRemote:
		r.wrapText(inv, p)
	case program.WrapXargs:
		r.xargs(inv, p)
	case program.WrapParallel:
		r.parallel(inv, p)
	case program.WrapFind:
		r.find(inv, p)
	case program.WrapShell:
		r.shell(inv, l, spec)
	case program.WrapInterp:
		r.via = savedVia
		r.interpreter(inv, l)
	}
	r.via, r.env = savedVia, savedEnv
	r.remote, r.elevated = savedRemote, savedElevated
	if r.st.cwd != savedCwd {
		r.st.set(itemCwd, "", savedCwd)
	}
	if len(r.res.Leaves) == before || spec.Wrap == program.WrapFind || spec.Wrap == program.WrapInterp {
		r.afterProgram(l)
	} else {
		r.writtenBy(l)
	}
	r.terminated, r.isCd = false, false
}

// optionDir applies options that change the directory: env -C, sudo -D.
func (r *reader) optionDir(p *program.Parsed) {
	for _, list := range [2][]program.Option{p.Global, p.Options} {
		for i := range list {
			if list[i].Role == 'C' && list[i].HasValue {
				r.chdir(&list[i].Value)
			}
		}
	}
}

// optionTexts reads the options whose argument is shell text: su -c, script -c, flock -c.
func (r *reader) optionTexts(inv *invocation, p *program.Parsed) {
	for i := range p.Options {
		o := &p.Options[i]
		if o.Name == "checkpoint-action" && o.HasValue { // tar
			if key, val := cutWord(o.Value); key == "exec" {
				r.childShell(val, "tar", "sh", nil, inv)
			}
			continue
		}
		if o.Role != 't' || !o.HasValue {
			continue
		}
		if o.Name == "S" && p.Program == "env" { // env -S: words, not shell text
			text := value.Word{}
			text.AppendWord(envUnescape(o.Value))
			// What follows the option stands behind the words that it makes.
			at := o.Index + 1
			if at <= len(p.Args)-1 && !attached(&p.Args[o.Index], &o.Value) {
				at++
			}
			if at < len(p.Args) {
				text.AppendText(" ")
				text.AppendWord(r.argvText(p.Args[at:]))
			}
			p.Rest = -1
			r.envSplit(text, inv)
			continue
		}
		r.childShell(o.Value, p.Program+" -"+o.Name, "sh", nil, inv)
	}
}

// attached tells whether an option's argument stands in the option's own word.
func attached(word, arg *value.Word) bool {
	whole, suffix := word.String(), arg.String()
	return suffix != "" && len(whole) >= len(suffix)+2 && strings.HasSuffix(whole, suffix)
}

// envUnescape turns env's own escape \_ into the blank that it stands for.
func envUnescape(w value.Word) value.Word {
	if s, ok := w.Known(); ok && strings.Contains(s, `\_`) {
		return value.Lit(strings.ReplaceAll(s, `\_`, " "))
	}
	return w
}

// envSplit runs the words of env -S, which has an env's own grammar.
func (r *reader) envSplit(text value.Word, inv *invocation) {
	w := value.Lit("env ")
	w.AppendWord(text)
	r.readAgain(w, "env -S", "sh", inv.pos, inv.end)
}

// goRemote makes local paths meaningless: the command runs elsewhere.
func (r *reader) goRemote(p *program.Parsed) {
	r.remote = true
	r.st.set(itemCwd, "", &Dir{Word: value.Of(value.Piece{Kind: value.Unknown, Text: "a directory on " + p.Program + "'s side", NonEmpty: true})})
}

func (r *reader) wrapArgv(inv *invocation, l *Leaf, spec *program.Spec) {
	p := l.Parsed
	if p.Rest < 0 || p.Rest >= len(p.Args) {
		if r.elevated && (p.Has("i") || p.Has("s") || p.Program == "su") {
			r.shellStdin(inv, "sh")
		}
		return
	}
	if spec.Wrap == program.WrapAssign {
		for i, idx := range p.OperandIndex {
			if idx >= p.Rest {
				break
			}
			if name, val, ok := assignment(p.Operands[i]); ok {
				r.env = append(r.env[:len(r.env):len(r.env)], Assign{name, val})
			}
		}
	}
	next := invocation{args: inv.args[1+p.Rest:], pos: inv.pos, end: inv.end, external: true, redirs: nil}
	if p.Program == "chroot" {
		r.remote = true
	}
	if c := p.Canonical(); c == "fd" {
		next.args = foundByFd(p, next.args)
	}
	if name, ok := next.args[0].Known(); ok && (name == "command" || name == "builtin" || name == "exec" || name == "eval" || name == "cd") && (p.Program == "command" || p.Program == "builtin") {
		next.external = false
	}
	if text, ok := next.args[0].Known(); ok && strings.ContainsAny(text, " \t\n$;|&{`") && len(next.args) == 1 {
		r.childShell(next.args[0], p.Program, "sh", nil, inv) // some of them hand a single argument to a shell
		return
	}
	before := len(r.res.Leaves)
	r.run(&next)
	if spec.Wrap == program.WrapRemoteArgv {
		r.throughMounts(l, before)
	}
}

// throughMounts gives a container's own leaf what the programs in it do to directories of this
// machine that are mounted there: docker run -v /:/host alpine rm -rf /host.
func (r *reader) throughMounts(l *Leaf, from int) {
	for i := range l.Parsed.Options {
		o := &l.Parsed.Options[i]
		if o.Name != "v" && o.Name != "volume" || !o.HasValue {
			continue
		}
		s, ok := o.Value.Known()
		if !ok {
			continue
		}
		parts := strings.Split(s, ":")
		if len(parts) < 2 || !strings.HasPrefix(parts[0], "/") && !strings.HasPrefix(parts[0], ".") || len(parts) > 2 && strings.Contains(parts[2], "ro") {
			continue
		}
		at := strings.TrimSuffix(parts[1], "/")
		for _, inner := range r.res.Leaves[from:] {
			for _, e := range inner.Effects {
				prefix, all := e.Word.Prefix()
				if e.Text || !strings.HasPrefix(prefix, "/") {
					continue
				}
				rest, in := strings.CutPrefix(cleanPath(prefix), at)
				if !in || rest != "" && rest[0] != '/' {
					continue
				}
				w := value.Lit(strings.TrimSuffix(parts[0], "/") + rest)
				if w.Lit == "" {
					w.Lit = "/"
				}
				if !all {
					if strings.HasSuffix(prefix, "/") && !strings.HasSuffix(w.Lit, "/") {
						w.Lit += "/"
					}
					for k := 1; k < len(e.Word.Pieces); k++ {
						w.Append(e.Word.Pieces[k])
					}
				}
				e.Word = w
				l.Effects = append(l.Effects, e)
				l.Kinds |= e.Kind
			}
		}
	}
}

func assignment(w value.Word) (name string, val value.Word, ok bool) {
	prefix, all := w.Prefix()
	i := strings.IndexByte(prefix, '=')
	if i <= 0 || !isName(prefix[:i]) {
		return "", value.Word{}, false
	}
	val = value.Lit(prefix[i+1:])
	if !all {
		for k := 1; k < len(w.Pieces); k++ {
			val.Append(w.Pieces[k])
		}
	}
	return prefix[:i], val, true
}

// wrapText reads the operands that are shell text, joined by blanks.
func (r *reader) wrapText(inv *invocation, p *program.Parsed) {
	var text value.Word
	n := 0
	for i := range p.Operands {
		if p.OperandRole(i) != 't' {
			continue
		}
		if n > 0 {
			text.AppendText(" ")
		}
		if p.Program == "watch" && p.Has("x") {
			r.quoteInto(&text, &p.Operands[i])
		} else {
			text.AppendWord(p.Operands[i])
		}
		n++
	}
	if n == 0 {
		if r.stdin != nil && r.remote { // ssh host < script
			r.childShell(*r.stdin, p.Program, "sh", nil, inv)
		}
		return
	}
	if p.Program == "hyperfine" || p.Program == "concurrently" {
		for i := range p.Operands {
			r.childShell(p.Operands[i], p.Program, "sh", nil, inv)
		}
		return
	}
	r.childShell(text, p.Program, "sh", nil, inv)
}
