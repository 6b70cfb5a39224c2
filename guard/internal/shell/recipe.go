package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// recipes reads the recipes that make runs from a makefile of the text's own: one on standard
// input or one that it wrote. Makefiles on disk are the project's, like its programs.
func (r *reader) recipes(inv *invocation, l *Leaf) {
	p := l.Parsed
	if p.Has("n", "q", "h", "v", "t") {
		return
	}
	file := r.makefileOf(l)
	if file == nil || file.IsEmpty() {
		return
	}
	if file.Origin()&value.Network != 0 {
		r.executed(*file, p.Program, inv)
		return
	}
	text := file.String()
	if len(text) > r.limits.WordBytes {
		return
	}
	m := readMakefile(text)
	var goals []string
	for i := range p.Operands {
		if s, ok := p.Operands[i].Known(); ok && strings.IndexByte(s, '=') < 0 {
			goals = append(goals, s)
		}
	}
	if len(goals) == 0 {
		goals = append(goals, m.first)
	}
	for i := 0; i < len(goals) && i < maxIterations; i++ {
		rule := m.rules[goals[i]]
		if rule == nil {
			continue
		}
		delete(m.rules, goals[i])
		goals = append(goals, rule.needs...)
		for _, line := range rule.recipe {
			r.escapedWord(m.expand(line, 0), p.Program, inv)
		}
	}
}

// makefileOf is the content of the makefile that make reads, nil for one on disk.
func (r *reader) makefileOf(l *Leaf) *value.Word {
	if o := l.Parsed.Option("f"); o != nil && o.HasValue {
		if s, ok := o.Value.Known(); ok && (s == "-" || s == "/dev/stdin") {
			return r.stdin
		}
		return r.writtenFile(&o.Value)
	}
	if r.st.files == nil {
		return nil
	}
	for _, name := range [...]string{"GNUmakefile", "makefile", "Makefile"} {
		w := value.Lit(name)
		if file := r.writtenFile(&w); file != nil {
			return file
		}
	}
	return nil
}

// writtenFile is the content of a file that the text wrote, nil for another.
func (r *reader) writtenFile(w *value.Word) *value.Word {
	key, _ := r.fileKey(w)
	c := r.st.files[key]
	if c == nil {
		return nil
	}
	all := c.all()
	return &all
}

// makefile is as much of a makefile as says what its recipes run.
type makefile struct {
	first string // the default goal
	rules map[string]*makeRule
	vars  map[string]string
	steps int // expansions so far
}

type makeRule struct {
	needs, recipe []string
}

func readMakefile(text string) *makefile {
	m := &makefile{rules: map[string]*makeRule{}, vars: map[string]string{}}
	var current []*makeRule
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\\\n", " "), "\n") {
		if recipe, ok := strings.CutPrefix(line, "\t"); ok {
			for _, rule := range current {
				rule.recipe = append(rule.recipe, strings.TrimLeft(recipe, "@+- \t"))
			}
			continue
		}
		line, _, _ = strings.Cut(line, "#")
		eq, colon := strings.IndexByte(line, '='), strings.IndexByte(line, ':')
		if eq > 0 && (colon < 0 || colon >= eq-2) {
			m.vars[strings.TrimRight(line[:eq], " \t:?+!")] = strings.TrimSpace(line[eq+1:])
			continue
		}
		if colon < 0 {
			continue
		}
		current = nil
		needs, recipe, inline := strings.Cut(strings.TrimLeft(line[colon:], ":"), ";")
		for name := range strings.FieldsSeq(line[:colon]) {
			rule := m.rules[name]
			if rule == nil {
				rule = &makeRule{}
				m.rules[name] = rule
			}
			if m.first == "" && name[0] != '.' {
				m.first = name
			}
			rule.needs = append(rule.needs, strings.Fields(needs)...)
			if inline {
				rule.recipe = append(rule.recipe, strings.TrimLeft(recipe, "@+- \t"))
			}
			current = append(current, rule)
		}
	}
	return m
}

// expand puts make's variables into a recipe. One that the makefile does not set is not known, but
// not for that empty: make has many of its own.
func (m *makefile) expand(s string, depth int) value.Word {
	var w value.Word
	for s != "" {
		i := strings.IndexByte(s, '$')
		if i < 0 || i+1 == len(s) {
			break
		}
		w.AppendText(s[:i])
		s = s[i+1:]
		name, rest := s[:1], s[1:]
		switch s[0] {
		case '$':
			w.AppendText("$")
			s = rest
			continue
		case '(', '{':
			closing := ")"
			if s[0] == '{' {
				closing = "}"
			}
			name, rest, _ = strings.Cut(rest, closing)
		}
		s = rest
		if val, ok := m.vars[name]; ok && depth < maxMakeDepth && m.steps < maxMakeSteps {
			m.steps++
			w.AppendWord(m.expand(val, depth+1))
			continue
		}
		w.Append(value.Piece{Kind: value.Unknown, Name: name, Text: "$(" + name + ")", NonEmpty: true})
	}
	w.AppendText(s)
	return w
}

// maxMakeDepth bounds variables of make that stand in each other, so that one that holds itself
// ends, and maxMakeSteps what all of a makefile's expansions cost.
const (
	maxMakeDepth = 4
	maxMakeSteps = 2000
)
