package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// xargs runs a command with words from standard input.
func (r *reader) xargs(inv *invocation, p *program.Parsed) {
	var args []value.Word
	if p.Rest >= 0 && p.Rest < len(p.Args) {
		args = p.Args[p.Rest:]
	} else {
		args = []value.Word{value.Lit("echo")}
	}
	in := r.stdin
	if o := p.Option("a"); o != nil {
		path, known := r.absolute(&o.Value)
		w := r.fileContent(path, known, &o.Value)
		in = &w
	}
	replace := ""
	if o := p.Option("I"); o != nil {
		replace, _ = o.Value.Known()
	} else if o := p.Option("J"); o != nil {
		replace, _ = o.Value.Known()
	} else if o := p.Option("i"); o != nil {
		if replace = "{}"; o.HasValue && !o.Value.IsEmpty() {
			replace, _ = o.Value.Known()
		}
	}
	items := r.xargsItems(in, p, replace != "")
	saved := r.stdin
	none := value.Word{}
	r.stdin = &none
	defer func() { r.stdin = saved }()
	if replace != "" {
		for i := range items {
			if i == maxIterations {
				break
			}
			next := invocation{pos: inv.pos, end: inv.end, external: true}
			for k := range args {
				next.args = append(next.args, replaceIn(args[k], replace, items[i]))
			}
			r.run(&next)
		}
		return
	}
	// With -n and -L the command runs once for each few words.
	group := len(items)
	for _, name := range [...]string{"n", "L", "l"} {
		if o := p.Option(name); o != nil {
			group = 1
			if s, ok := o.Value.Known(); ok && s != "" && isDigits(s) && name == "n" {
				group = max(fdNumber(s), 1)
			}
		}
	}
	var perLine [][]value.Word
	if p.Has("L", "l") && in != nil && !p.Has("0", "d", "n") {
		if text, ok := in.Known(); ok {
			perLine = xargsLines(text, false)
		}
	}
	if in != nil && in.HasUnknown() && group < len(items) { // how the words fall to the calls is not known
		next := invocation{pos: inv.pos, end: inv.end, external: true}
		next.args = append(append(next.args, args...), items...)
		r.run(&next)
	}
	for i := 0; ; i++ {
		next := invocation{pos: inv.pos, end: inv.end, external: true}
		n := min(group, len(items))
		if i < len(perLine) {
			n = min(len(perLine[i]), len(items))
		}
		if i == maxIterations {
			n = len(items)
		}
		next.args = append(append(next.args, args...), items[:n]...)
		r.run(&next)
		if items = items[n:]; len(items) == 0 || n == 0 {
			return
		}
	}
}

// xargsItems splits standard input as xargs does.
func (r *reader) xargsItems(in *value.Word, p *program.Parsed, lines bool) []value.Word {
	if in == nil {
		return []value.Word{unknown(value.Stdin, "stdin", "words from standard input")}
	}
	seps := " \t\n"
	if lines {
		seps = "\n"
	}
	if p.Has("0") {
		seps = "\x00"
	}
	given := p.Has("0", "d") // an own separator: what stands between two is an item even when empty
	if o := p.Option("d"); o != nil {
		if s, ok := o.Value.Known(); ok {
			if s = ansiC(s); s != "" {
				seps = s[:1]
			}
		}
	}
	var out []value.Word
	var cur value.Word
	started := false
	flush := func() {
		if started {
			out = append(out, cur)
			cur, started = value.Word{}, false
		}
	}
	addText := func(s string) {
		if !given {
			s = xargsUnquote(s)
		}
		for s != "" && len(out) < r.limits.Words {
			i := strings.IndexAny(s, seps)
			if i < 0 {
				cur.AppendText(s)
				started = true
				return
			}
			if i > 0 || given {
				cur.AppendText(s[:i])
				started = true
			}
			flush()
			s = s[i+1:]
		}
	}
	if text, ok := in.Known(); ok {
		if !given {
			for _, line := range xargsLines(text, lines) {
				out = append(out, line...)
			}
			return out[:min(len(out), r.limits.Words)]
		}
		addText(text)
		flush()
		return out
	}
	for i := range in.Pieces {
		pc := in.Pieces[i]
		if pc.Kind == value.Text {
			addText(pc.Text)
			continue
		}
		pc.Quoted = false
		if lines { // blanks at a line's end are no part of it
			trimBlanks(&cur)
		}
		cur.Append(pc)
		started = true
	}
	flush()
	return out
}

// xargsLines takes text apart as xargs does: words, in which quotes and backslashes may hold
// blanks, or whole lines.
func xargsLines(text string, whole bool) [][]value.Word {
	var out [][]value.Word
	var line []value.Word
	var word []byte
	started, quote := false, byte(0)
	endWord := func() {
		if started {
			line = append(line, value.Lit(string(word)))
		}
		word, started = word[:0], false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0 && c != '\n':
			word = append(word, c)
		case c == '\'' || c == '"':
			quote, started = c, true
		case c == '\\' && i+1 < len(text):
			i++
			word, started = append(word, text[i]), true
		case c == '\n' && quote != 0: // xargs stops at a quote that its line does not close
			if len(line) > 0 {
				out = append(out, line)
			}
			return out
		case c == '\n':
			if whole {
				word = []byte(strings.TrimRight(string(word), " \t"))
			}
			endWord()
			if len(line) > 0 {
				out, line = append(out, line), nil
			}
		case (c == ' ' || c == '\t') && (!whole || !started):
			endWord()
		default:
			word, started = append(word, c), true
		}
	}
	if quote == 0 {
		endWord()
	}
	if len(line) > 0 {
		out = append(out, line)
	}
	return out
}

func trimBlanks(w *value.Word) {
	if w.Pieces == nil {
		w.Lit = strings.TrimRight(w.Lit, " \t")
	} else if last := &w.Pieces[len(w.Pieces)-1]; last.Kind == value.Text {
		last.Text = strings.TrimRight(last.Text, " \t")
	}
}

// xargsUnquote takes off the quotes and backslashes that xargs takes off, when they do not hold blanks.
func xargsUnquote(s string) string {
	if !strings.ContainsAny(s, `'"\`) {
		return s
	}
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// replaceIn puts an item in place of a mark in a word.
func replaceIn(w value.Word, mark string, item value.Word) value.Word {
	out := value.Word{Pos: w.Pos, End: w.End}
	add := func(s string) {
		for {
			i := strings.Index(s, mark)
			if i < 0 || mark == "" {
				out.AppendText(s)
				return
			}
			out.AppendText(s[:i])
			out.AppendWord(item)
			s = s[i+len(mark):]
		}
	}
	if w.Pieces == nil {
		add(w.Lit)
		return out
	}
	for i := range w.Pieces {
		if w.Pieces[i].Kind == value.Text {
			add(w.Pieces[i].Text)
			continue
		}
		out.Append(w.Pieces[i])
	}
	return out
}

// parallel runs GNU parallel's template with each of its inputs.
func (r *reader) parallel(inv *invocation, p *program.Parsed) {
	var template value.Word
	var inputs []value.Word
	in := false
	n := 0
	for i := range p.Operands {
		s, ok := p.Operands[i].Known()
		if ok && (s == ":::" || s == ":::+" || s == "::::") {
			in = true
			continue
		}
		if in {
			inputs = append(inputs, p.Operands[i])
			continue
		}
		if n > 0 {
			template.AppendText(" ")
		}
		template.AppendWord(p.Operands[i])
		n++
	}
	if !in {
		inputs = r.xargsItems(r.stdin, p, true)
	}
	none := false // -n0: the inputs are counted, not used
	if o := p.Option("n"); o != nil {
		s, ok := o.Value.Known()
		none = ok && s == "0"
	}
	for i := range inputs {
		if i == maxIterations {
			break
		}
		text := template
		if n == 0 {
			text = inputs[i]
		} else if none {
			text = template
		} else if strings.Contains(template.String(), "{") {
			text = replaceIn(template, "{}", inputs[i])
		} else {
			text = value.Word{}
			text.AppendWord(template)
			text.AppendText(" ")
			r.quoteInto(&text, &inputs[i])
		}
		r.childShell(text, "parallel", "sh", nil, inv)
	}
}
