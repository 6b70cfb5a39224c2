package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// builtin runs a command that is a builtin of the shell; false when it is none that matters here.
func (r *reader) builtin(inv *invocation, name string) bool {
	args := inv.args[1:]
	if r.out != nil && printsState(name, args) {
		r.write(unknown(value.Output, name, "output of "+name))
	}
	switch name {
	case "cd", "chdir":
		r.cd(inv)
	case "pushd":
		r.pushd(inv)
	case "popd":
		r.popd(inv)
	case "export", "declare", "typeset", "local", "readonly":
		r.noteLeaf(inv)
		r.printsVariables(args, "-p")
		d := declaration{r: r, variant: name}
		for _, w := range args {
			d.word(w)
		}
	case "unset":
		r.unset(args)
	case "set":
		r.printsVariables(args, "")
		r.set(args)
	case "shift":
		r.shift(args)
	case "shopt":
		r.shopt(args)
	case "alias":
		r.alias(args)
	case "unalias":
		for i := range args {
			if s, ok := args[i].Known(); ok && r.st.aliases[s] != nil {
				r.st.set(itemAlias, s, (*string)(nil))
			}
		}
	case "eval":
		var text value.Word
		for i := range skipDashDash(args) {
			if i > 0 {
				text.AppendText(" ")
			}
			text.AppendWord(skipDashDash(args)[i])
		}
		r.assignedFor(inv, func() { r.readAgain(text, "eval", r.cfg.Shell, inv.pos, inv.end) })
	case ".", "source":
		r.assignedFor(inv, func() { r.source(inv) })
	case "trap":
		r.trap(inv)
	case "exit", "return", "break", "continue", "logout":
		for i := range args {
			r.arithText(&args[i])
		}
		r.leave(name)
		r.terminated = true
	case "read":
		saved := r.ifs
		for _, a := range inv.assigns {
			if s, ok := a.Value.Known(); ok && a.Name == "IFS" {
				r.ifs = s
			}
		}
		r.read(args)
		r.ifs = saved
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
	case "mapfile", "readarray":
		r.mapfile(inv)
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
	case "printf":
		return r.printfV(args)
	case "let":
		for i := range args {
			r.arithText(&args[i])
		}
	case "test", "[":
		r.test(args)
		return false
	case "getopts":
		r.getopts(args)
	case "hash":
		r.hash(args)
	case "command", "builtin":
		return r.commandBuiltin(inv, name)
	case "exec":
		return r.exec(inv)
	case "compgen", "complete":
		r.compgen(inv)
	case "enable", "wait", "jobs", "fg", "bg", "disown", "umask", "ulimit", "times", "suspend", "bind", "help", "history", "caller", "dirs", "type", "noglob":
		return name == "noglob" && false
	case "repeat":
		return false
	case "functions": // zsh
		return false
	default:
		return false
	}
	return true
}

// assignedFor runs f with the assignments in front of the command, which end with it.
func (r *reader) assignedFor(inv *invocation, f func()) {
	var old []*variable
	for _, a := range inv.assigns {
		old = append(old, r.st.vars[a.Name])
		r.assign(a.Name, &variable{val: a.Value, exported: true})
	}
	f()
	for i, a := range inv.assigns {
		r.st.set(itemVar, a.Name, old[i])
	}
}

func skipDashDash(args []value.Word) []value.Word {
	if len(args) > 0 {
		if s, ok := args[0].Known(); ok && s == "--" {
			return args[1:]
		}
	}
	return args
}

// noteLeaf records a builtin as a leaf: rules look at some, such as export HUSKY=0.
func (r *reader) noteLeaf(inv *invocation) *Leaf {
	name := inv.args[0].Lit
	return r.emit(inv, name, program.Parse(name, inv.args[1:]))
}

func (r *reader) test(args []value.Word) {
	for i := range args {
		s, ok := args[i].Known()
		if ok && (s == "-v" || s == "-R") && i+1 < len(args) {
			r.nameAsCode(&args[i+1])
		}
	}
}

// commandBuiltin is command and builtin: they pass functions by, and -v only looks.
func (r *reader) commandBuiltin(inv *invocation, name string) bool {
	args := inv.args[1:]
	for len(args) > 0 {
		s, ok := args[0].Known()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		if name == "command" && s != "--" && strings.ContainsAny(s, "vV") {
			r.printPaths(args[1:])
			r.emitRedirects(inv.redirs, inv.pos, inv.end)
			return true
		}
		args = args[1:]
		if s == "--" {
			break
		}
	}
	if len(args) == 0 {
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
		return true
	}
	next := *inv
	next.args, next.noFunc, next.alias = args, true, false
	saved := r.via
	r.via = append(r.via[:len(r.via):len(r.via)], name)
	r.run(&next)
	r.via = saved
	return true
}

func (r *reader) exec(inv *invocation) bool {
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
		if s == "-a" && len(args) > 0 {
			args = args[1:]
		}
	}
	if len(args) == 0 {
		r.emitRedirects(inv.redirs, inv.pos, inv.end)
		return true
	}
	next := *inv
	next.args, next.external, next.alias = args, true, false
	saved := r.via
	r.via = append(r.via[:len(r.via):len(r.via)], "exec")
	r.run(&next)
	r.via = saved
	r.terminated = true
	return true
}

func (r *reader) compgen(inv *invocation) {
	args := inv.args[1:]
	for i := range args {
		s, ok := args[i].Known()
		if ok && i+1 < len(args) && (s == "-C" || s == "-W" || s == "-F") && inv.args[0].Lit == "compgen" {
			if s == "-W" {
				r.document(&args[i+1])
				continue
			}
			r.readAgain(args[i+1], "compgen "+s, r.cfg.Shell, inv.pos, inv.end)
		}
	}
}
