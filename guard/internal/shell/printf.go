package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/fold"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// printsState tells whether a builtin prints something of the shell's state.
func printsState(name string, args []value.Word) bool {
	switch name {
	case "export", "declare", "typeset", "readonly", "local", "alias", "trap", "shopt", "set", "hash", "enable", "complete", "unalias":
		if len(args) == 0 {
			return true
		}
		for i := range args {
			if s, ok := args[i].Known(); !ok || len(s) > 1 && s[0] == '-' && strings.ContainsAny(s, "plfFao") || name == "alias" && !strings.Contains(s, "=") {
				return name != "set" || s == "-o"
			}
		}
		return false
	case "pushd", "popd", "dirs", "ulimit", "umask", "times", "jobs", "history", "help", "caller", "bind", "fc", "fg", "compgen":
		return true
	case "cd":
		s := ""
		if len(args) > 0 {
			s, _ = args[0].Known()
		}
		return s == "-"
	}
	return false
}

// printfV is printf -v NAME; false when it prints.
func (r *reader) printfV(args []value.Word) bool {
	if len(args) < 2 {
		return false
	}
	s, ok := args[0].Known()
	if !ok || !strings.HasPrefix(s, "-v") {
		return false
	}
	name := value.Lit(strings.TrimPrefix(s, "-v"))
	rest := args[1:]
	if name.Lit == "" {
		name, rest = args[1], args[2:]
	}
	r.nameAsCode(&name)
	n, ok := name.Known()
	if !ok || !isName(n) {
		return true
	}
	r.assign(n, &variable{val: r.printfWord(skipDashDash(rest))})
	return true
}

// printfWord is what printf prints.
func (r *reader) printfWord(args []value.Word) value.Word {
	known := make([]string, 0, len(args))
	for i := range args {
		s, ok := args[i].Known()
		if !ok {
			return r.printfOpen(args)
		}
		known = append(known, s)
	}
	if out, ok := fold.Fold("printf", known, "", false); ok {
		return value.Lit(out)
	}
	return unknown(value.Output, "printf", "output of printf")
}

// printfOpen is printf with an unknown argument: %s takes it as it is.
func (r *reader) printfOpen(args []value.Word) value.Word {
	var all value.Origin
	for i := range args {
		all |= args[i].Origin()
	}
	open := unknown(all|value.Output, "printf", "output of printf")
	if len(args) == 0 {
		return open
	}
	format, ok := args[0].Known()
	if !ok {
		if len(args) == 1 {
			return args[0]
		}
		return open
	}
	var out value.Word
	splits := false
	for i := range args[1:] {
		splits = splits || args[1+i].Splits() && len(args) > 2
	}
	text := func(s string) {
		if splits { // how often the format is used is not known
			out.Append(maybeText(s))
		} else {
			out.AppendText(s)
		}
	}
	next := 1
	for {
		for i := 0; i < len(format); i++ {
			if format[i] != '%' && format[i] != '\\' {
				text(format[i : i+1])
				continue
			}
			if i+1 >= len(format) {
				return open
			}
			two := format[i : i+2]
			i++
			switch two {
			case "%%":
				text("%")
			case "%s", "%b", "%q":
				if next < len(args) {
					switch s, ok := args[next].Known(); {
					case two == "%s":
						out.AppendWord(args[next])
					case ok:
						s, ok = fold.Fold("printf", []string{two, s}, "", false)
						if !ok {
							return open
						}
						out.AppendText(s)
					default:
						out.AppendWord(unknown(args[next].Origin()|value.Output, "printf", args[next].String()))
					}
					next++
				}
			case `\n`:
				text("\n")
			case `\t`:
				text("\t")
			default:
				return open
			}
		}
		if next >= len(args) || next == 1 {
			return out
		}
	}
}

// printPaths writes the path of each named program, as command -v, which and type -P do.
func (r *reader) printPaths(args []value.Word) {
	for i := range args {
		s, ok := args[i].Known()
		switch {
		case !ok:
			r.write(args[i])
		case r.st.funcs[s] != nil || strings.IndexByte(s, '/') >= 0:
			r.write(value.Lit(s + "\n"))
		case strings.HasPrefix(s, "-"):
		default:
			r.write(value.Lit("/usr/bin/" + s + "\n"))
		}
	}
}

// printsVariables writes what a declaring builtin prints when it is given no name: the variables,
// and with them the environment.
func (r *reader) printsVariables(args []value.Word, option string) {
	if len(args) > 1 {
		return
	}
	if len(args) == 1 {
		if s, ok := args[0].Known(); !ok || option == "" || !strings.HasPrefix(s, option) {
			return
		}
	}
	r.write(unknown(value.Env, "env", "the environment"))
}
