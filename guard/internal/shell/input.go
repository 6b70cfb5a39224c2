package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// read assigns the fields of a line of standard input.
func (r *reader) read(args []value.Word) {
	var names []string
	raw, array, delim, odd := false, "", "\n", false
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Known()
		if !ok {
			r.nameAsCode(&args[i])
			continue
		}
		if len(s) > 1 && s[0] == '-' && len(names) == 0 {
			for j := 1; j < len(s); j++ {
				switch s[j] {
				case 'r':
					raw = true
				case 'a', 'd', 'i', 'n', 'N', 'p', 't', 'u':
					arg := s[j+1:]
					if arg == "" && i+1 < len(args) {
						i++
						arg, _ = args[i].Known()
					}
					switch s[j] {
					case 'a':
						array = arg
					case 'd':
						delim = arg
					case 'n', 'N', 'u', 't': // not a line, or not of the input that is followed
						odd = true
					}
					j = len(s)
				}
			}
			continue
		}
		if strings.IndexByte(s, '[') > 0 {
			r.nameAsCode(&args[i])
			continue
		}
		names = append(names, s)
	}
	line := r.readLine(delim)
	if odd || !raw && (strings.HasSuffix(line.Suffix(), `\`) || (len(names) != 1 || line.HasUnknown()) && strings.Contains(line.String(), `\`)) {
		line = unknown(value.Stdin|line.Origin(), "stdin", "some of the input")
		if r.stdin != nil && !odd {
			rest := line
			r.stdin = &rest
		}
	}
	if !raw && line.Pieces == nil {
		line.Lit = unescape(line.Lit)
	}
	if array != "" {
		elems := r.splitIFS(line)
		v := &variable{isArray: true, elems: elems}
		if len(elems) > 0 {
			v.val = elems[0]
		}
		r.st.set(itemVar, array, v)
		return
	}
	if len(names) == 0 {
		r.assign("REPLY", &variable{val: line})
		return
	}
	if len(names) == 1 {
		if line.Pieces == nil {
			line.Lit = strings.Trim(line.Lit, r.ifsBlank())
		}
		r.assign(names[0], &variable{val: line})
		return
	}
	if line.HasUnknown() {
		for _, n := range names {
			r.assign(n, &variable{val: unknown(line.Origin(), n, "$"+n)})
		}
		return
	}
	rest := strings.Trim(line.Lit, r.ifsBlank())
	for i, n := range names {
		field := rest
		if i < len(names)-1 {
			field, rest = r.cutField(rest)
		} else if f, more := r.cutField(rest); more == "" { // the only field left loses its separator
			field = f
		}
		r.assign(n, &variable{val: value.Lit(field)})
	}
}

// cutField takes the first field off a line: up to a separator and the blanks around it.
func (r *reader) cutField(s string) (field, rest string) {
	i := strings.IndexAny(s, r.ifs)
	if i < 0 || r.ifs == "" {
		return s, ""
	}
	field, blank := s[:i], r.ifsBlank()
	rest = strings.TrimLeft(s[i:], blank)
	if rest != "" && strings.IndexByte(r.ifs, rest[0]) >= 0 && strings.IndexByte(blank, rest[0]) < 0 {
		rest = strings.TrimLeft(rest[1:], blank)
	}
	return field, rest
}

func (r *reader) ifsBlank() string {
	var b strings.Builder
	for _, c := range r.ifs {
		if c == ' ' || c == '\t' || c == '\n' {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (r *reader) splitIFS(w value.Word) []value.Word {
	b := fieldBuf{r: r, split: true}
	b.unquoted(w)
	b.flush()
	return b.list
}

// readLine takes the first line off standard input.
func (r *reader) readLine(delim string) value.Word {
	if r.stdin == nil {
		return unknown(value.Stdin, "stdin", "a line of input")
	}
	w := *r.stdin
	text, all := w.Prefix()
	sep := delim
	if sep == "" {
		sep = "\x00"
	}
	i := strings.Index(text, sep[:1])
	if i >= 0 {
		rest := value.Lit(text[i+1:])
		if !all {
			for k := 1; k < len(w.Pieces); k++ {
				rest.Append(w.Pieces[k])
			}
		}
		r.stdin = &rest
		return value.Lit(text[:i])
	}
	if all {
		r.stdin = &value.Word{}
		return value.Lit(text)
	}
	// The line goes on into what is not known; so may every line after it, when these are names.
	if o := w.Origin(); o&value.Names == 0 {
		defer func() {
			rest := unknown(o, "stdin", "the rest of the input")
			r.stdin = &rest
		}()
	}
	out := value.Word{}
	for k := range w.Pieces {
		p := w.Pieces[k]
		if p.Kind == value.Text {
			if j := strings.Index(p.Text, sep[:1]); j >= 0 {
				p.Text = p.Text[:j]
				out.Append(p)
				break
			}
		}
		out.Append(p)
	}
	return out
}

func (r *reader) mapfile(inv *invocation) {
	name, lines := "", r.stdin
	args := inv.args[1:]
	trim, delim := false, "\n"
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Known()
		if !ok {
			r.nameAsCode(&args[i])
			continue
		}
		if len(s) > 1 && s[0] == '-' {
			if s[1] == 'd' {
				if delim = s[2:]; delim == "" && i+1 < len(args) {
					delim, _ = args[i+1].Known()
				}
				if delim = delim[:min(len(delim), 1)]; delim == "" {
					delim = "\x00"
				}
			}
			switch s[1] {
			case 't':
				trim = true
			case 'C':
				if i+1 < len(args) {
					r.readAgain(args[i+1], "mapfile -C", r.cfg.Shell, inv.pos, inv.end)
				}
				i++
			case 'd', 'n', 'O', 's', 'u', 'c':
				if len(s) == 2 {
					i++
				}
			}
			continue
		}
		if name == "" {
			name = s
		}
	}
	if name == "" {
		name = "MAPFILE"
	}
	if !isName(name) {
		return
	}
	v := &variable{isArray: true}
	if lines == nil {
		v.elems = []value.Word{unknown(value.Stdin, name, "${"+name+"[@]}")}
	} else if text, ok := lines.Known(); ok {
		for _, line := range strings.SplitAfter(text, delim) {
			if line == "" || len(v.elems) > r.limits.Words {
				continue
			}
			if trim {
				line = strings.TrimSuffix(line, delim)
			}
			v.elems = append(v.elems, value.Lit(line))
		}
	} else {
		var w value.Word
		for i := range lines.Pieces {
			p := lines.Pieces[i]
			for p.Kind == value.Text {
				at := strings.IndexByte(p.Text, '\n')
				if at < 0 {
					break
				}
				w.AppendText(p.Text[:at])
				if !trim {
					w.AppendText("\n")
				}
				v.elems = append(v.elems, w)
				w, p.Text = value.Word{}, p.Text[at+1:]
			}
			if p.Kind != value.Text || p.Text != "" {
				w.Append(p)
			}
		}
		if !w.IsEmpty() {
			v.elems = append(v.elems, w)
		}
	}
	if len(v.elems) > 0 {
		v.val = v.elems[0]
	}
	r.st.set(itemVar, name, v)
}

// getopts sets its variable, OPTARG and OPTIND to what is not followed here.
func (r *reader) getopts(args []value.Word) {
	if len(args) < 2 {
		return
	}
	letters, _ := args[0].Known()
	name, ok := args[1].Known()
	if !ok || !isName(name) {
		r.nameAsCode(&args[1])
		return
	}
	v := &variable{val: value.Lit("?")}
	for _, c := range letters {
		if c != ':' && len(v.alts) < maxAlternatives-2 {
			v.alts = append(v.alts, value.Lit(string(c)))
		}
	}
	v.alts = append(v.alts, simple(value.Joined, name))
	r.assign(name, v)
	given := args[2:]
	if len(given) == 0 {
		given = r.positional()
	}
	arg := &variable{}
	for i := range given {
		if len(arg.alts) < maxAlternatives-2 {
			arg.alts = append(arg.alts, given[i])
		}
	}
	arg.alts = append(arg.alts, unknown(value.Joined, "OPTARG", "$OPTARG"))
	r.st.set(itemVar, "OPTARG", arg)
	r.st.set(itemVar, "OPTIND", &variable{val: simple(value.Joined, "OPTIND")})
}
