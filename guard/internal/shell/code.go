package shell

import (
	"github.com/bashguard/bashguard/guard/internal/lang"
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// language is the language that an interpreter reads, "" when it is not read here.
func language(canonical string) string {
	switch canonical {
	case "python":
		return "python"
	case "node", "tsx", "bun", "deno":
		return "javascript"
	case "perl", "ruby", "php", "awk", "lua":
		return canonical
	case "osascript":
		return "applescript"
	}
	return ""
}

// codeOptions collects the code that a program's options and operands hold: SQL, sed scripts.
func (r *reader) codeOptions(_ *invocation, l *Leaf) {
	p := l.Parsed
	if p.Spec == nil {
		return
	}
	for i := range p.Options {
		if p.Options[i].Role == 'e' && p.Options[i].HasValue {
			l.Code = append(l.Code, p.Options[i].Value)
		}
	}
	for i := range p.Operands {
		if p.OperandRole(i) == 'e' {
			l.Code = append(l.Code, p.Operands[i])
		}
	}
	if !databaseClient(l.Program) {
		return
	}
	if r.stdin != nil && !r.stdin.IsEmpty() {
		l.Code = append(l.Code, *r.stdin)
	}
	for i := range l.Effects { // psql -f file
		if e := &l.Effects[i]; e.Kind&(program.Run|program.Read) != 0 {
			if c, ok := r.contentOf(&e.Word); ok {
				l.Code = append(l.Code, c)
			}
		}
	}
}

// databaseClient tells whether a program runs statements that it reads from its input.
func databaseClient(name string) bool {
	switch name {
	case "psql", "pgcli", "mysql", "mariadb", "mycli", "sqlite3", "sqlite", "litecli", "sqlcmd", "mongosh", "mongo", "redis-cli", "valkey-cli", "keydb-cli",
		"clickhouse-client", "clickhouse", "duckdb", "cqlsh", "bq", "snowsql", "usql", "cockroach", "isql", "sqlplus", "tsql", "impala-shell", "beeline", "hive", "presto", "trino", "influx", "cypher-shell":
		return true
	}
	return false
}

// contentOf is the content of a file that is known: written by the text, or small and on disk.
func (r *reader) contentOf(w *value.Word) (value.Word, bool) {
	file, known := r.fileKey(w)
	if c := r.st.files[file]; c != nil {
		return c.all(), true
	}
	if !known || file == "/dev/null" {
		return value.Word{}, false
	}
	if text, ok := r.script(file); ok {
		return value.Lit(text), true
	}
	return value.Word{}, false
}

// interpreter reads the code that an interpreter of another language runs.
func (r *reader) interpreter(inv *invocation, l *Leaf) {
	p := l.Parsed
	given := false
	for i := range p.Options {
		o := &p.Options[i]
		if o.Role == 'e' && o.HasValue {
			given = true
			r.runCode(l, o.Value, inv)
		}
		if o.Role == 'x' && o.HasValue && (o.Name == "f" || o.Name == "file") {
			given = true
			if c, ok := r.contentOf(&o.Value); ok {
				r.runCode(l, c, inv)
			}
		}
		if o.Name == "m" && p.Canonical() == "python" {
			given = true
		}
	}
	if p.Has("version", "V", "h", "help", "v") && len(p.Operands) == 0 {
		return
	}
	script := -1
	for i := range p.Operands {
		switch p.OperandRole(i) {
		case 'e':
			if !given {
				r.runCode(l, p.Operands[i], inv)
				given = true
			}
		case 'x':
			if script < 0 {
				script = i
			}
		}
	}
	if given {
		return
	}
	if script >= 0 {
		w := &p.Operands[script]
		if s, ok := w.Known(); !ok || s != "-" && s != "/dev/stdin" {
			r.runScript(l, w, inv)
			return
		}
	}
	if r.stdin != nil && !r.stdin.IsEmpty() {
		r.runCode(l, *r.stdin, inv)
	}
}

func (r *reader) runScript(l *Leaf, w *value.Word, inv *invocation) {
	file, known := r.fileKey(w)
	if !known && r.st.files[file] == nil {
		if w.Origin()&value.Network != 0 {
			r.executed(*w, l.Program, inv)
		}
		return
	}
	if c := r.st.files[file]; c != nil {
		for i := range c.alts {
			r.runCode(l, c.alts[i], inv)
		}
		return
	}
	if text, ok := r.script(file); ok {
		r.runCode(l, value.Lit(text), inv)
	}
}

func (r *reader) executed(w value.Word, by string, inv *invocation) {
	r.res.Executed = append(r.res.Executed, Executed{Word: w, By: by, Via: r.via, Pos: inv.pos, End: inv.end, Remote: r.remote})
}

// runCode reads code in another language for what it does.
func (r *reader) runCode(l *Leaf, code value.Word, inv *invocation) {
	if code.IsEmpty() {
		return
	}
	l.Code = append(l.Code, code)
	if len(code.Pieces) == 1 && code.Pieces[0].Origin == value.File && code.Pieces[0].Path != "" && !code.Pieces[0].Derived {
		if text, ok := r.script(code.Pieces[0].Path); ok {
			code = value.Lit(text)
		}
	}
	if code.HasUnknown() && wholly(&code) {
		r.executed(code, l.Program, inv)
	}
	r.total += len(code.Lit)
	if r.total > maxTotalText {
		r.limit("TotalText", "too much executed text", true)
		return
	}
	language := language(l.Parsed.Canonical())
	if language == "" {
		if text, ok := code.Known(); ok {
			r.foreignCode(text, l.Program, inv)
		}
		return
	}
	r.calledFrom(l, lang.Scan(language, code), inv)
}

// wholly tells whether code begins with an unknown piece: all of it comes from elsewhere, rather
// than a value in the middle of known code.
func wholly(w *value.Word) bool {
	p := &w.Pieces[0]
	return p.Kind == value.Unknown
}

// calledFrom turns the calls found in code into leaves and effects.
func (r *reader) calledFrom(l *Leaf, calls []lang.Call, inv *invocation) {
	for i := range calls {
		c := &calls[i]
		for k := range c.Args {
			c.Args[k] = r.resolveEnv(c.Args[k])
		}
		arg := func(k int) value.Word {
			if k < len(c.Args) {
				return c.Args[k]
			}
			return unknown(0, c.Name, c.Name+"(...)")
		}
		effect := func(kind program.Kind, w value.Word) {
			l.Effects = append(l.Effects, program.Effect{Kind: kind, Word: w, Recursive: c.Recursive, Contents: c.Contents, Via: c.Name})
			l.Kinds |= kind
		}
		savedVia := r.via
		r.via = append(r.via[:len(r.via):len(r.via)], l.Program)
		switch c.Kind {
		case lang.Shell:
			r.childShell(arg(0), c.Name, "sh", nil, inv)
		case lang.Exec:
			if len(c.Args) > 0 {
				next := invocation{args: c.Args, pos: inv.pos, end: inv.end, external: true}
				saved := r.out
				r.out = nil
				r.run(&next)
				r.out = saved
			}
		case lang.Eval:
			if w := arg(0); w.Origin()&value.Network != 0 {
				r.executed(w, l.Program, inv)
			}
		case lang.Delete:
			for k := range c.Args {
				effect(program.Delete, c.Args[k])
			}
		case lang.Write:
			for k := range c.Args {
				effect(program.Write, c.Args[k])
			}
		case lang.Append:
			for k := range c.Args {
				effect(program.Append, c.Args[k])
			}
		case lang.Read:
			for k := range c.Args {
				effect(program.Read, c.Args[k])
			}
		case lang.Move:
			effect(program.Move, arg(0))
			if len(c.Args) > 1 {
				effect(program.Write, c.Args[1])
			}
		case lang.Attr:
			for k := range c.Args {
				effect(program.Attr, c.Args[k])
			}
		case lang.Send:
			for k := 1; k < len(c.Args); k++ {
				w := c.Args[k]
				l.Effects = append(l.Effects, program.Effect{Kind: program.Send, Word: w, Text: true, Via: c.Name})
				l.Kinds |= program.Send
			}
		case lang.Query:
			l.Code = append(l.Code, arg(0))
		case lang.Limit:
			r.limit("Code", l.Program+" code is too large or nests too deep to be read wholly", false)
		}
		if c.Kind == lang.KillAll {
			r.run(&invocation{args: []value.Word{value.Lit("kill"), value.Lit("-KILL"), value.Lit("--"), value.Lit("-1")}, pos: inv.pos, end: inv.end, external: true})
		}
		l.Calls = append(l.Calls, Call{Kind: c.Kind.String(), Name: c.Name, Args: c.Args})
		r.via = savedVia
	}
}

// resolveEnv puts the home directory in place of a piece that stands for it.
func (r *reader) resolveEnv(w value.Word) value.Word {
	if w.Pieces == nil {
		return w
	}
	out := value.Word{Pos: w.Pos, End: w.End}
	for i := range w.Pieces {
		p := w.Pieces[i]
		if p.Kind == value.Unknown && p.Origin == value.Env {
			if p.Name == "HOME" {
				out.AppendWord(r.home())
				continue
			}
			if v := r.st.vars[p.Name]; v != nil && v.exported && !v.unset {
				out.AppendWord(v.val)
				continue
			}
		}
		out.Append(p)
	}
	return out
}
