package guard_test

import (
	"math/rand"
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard"
)

// level says how a text may be built into another.
type level uint8

const (
	simple level = iota // one simple command that begins with its name
	list                // one line of commands
	block               // several lines; the last may end a here-document
)

// token is a word of a seed, or an operator between words.
type token struct {
	raw   string // the word itself, without quotes; the operator
	text  string // how it is written
	op    bool
	fixed bool // it is written with an expansion already
}

// draft is a command on its way to another spelling.
type draft struct {
	tokens  []token // nil once it is only text
	prelude string  // commands that have to stand in front
	text    string
	level   level
	asks    bool
	params  bool // it uses the positional parameters of the text
	stdin   bool // it reads its input from what is written in front of it
	names   int  // variables made so far
	used    []string
}

// spelling is one way to write a command differently. One of its functions is set.
type spelling struct {
	name, family string

	word func(d *draft, raw string) string                      // writes one word; "" when it cannot
	argv func(d *draft, argv []string, rnd *rand.Rand) []string // other arguments that do the same; nil when it cannot
	form func(d *draft, argv []string) []token                  // other ways to write arguments; nil when it cannot
	line func(d *draft, argv, words []string) string            // a command from the words of one command; "" when it cannot
	text func(text string) string                               // a command from a text; "" when it cannot

	from, to level
	stdin    bool // the command in it does not get the input of the whole
	params   bool // it changes or uses positional parameters
	remote   bool // it runs the command elsewhere
	asks     bool // what it runs cannot be known from the text
	suspect  bool // it is asked about or refused whatever it runs
	unrun    bool // it needs a program or a host that a test does not have
}

// seed is a command to be spelled. Its words are parted by blanks, quoted by ' when they hold any.
type seed struct {
	text    string
	verdict guard.Verdict
	local   bool // only what it does on this machine is a disaster
	slow    bool // judging it asks git
	cwd     bool // it is meant for the working directory of the cases
	clean   bool // in a clean repository
}

func (s seed) draft() *draft {
	d := &draft{}
	text := s.text
	for text != "" {
		text = strings.TrimLeft(text, " ")
		var raw strings.Builder
		quoted := false
		i := 0
		for ; i < len(text) && text[i] != ' '; i++ {
			if text[i] == '\'' {
				quoted = true
				j := i + 1 + strings.IndexByte(text[i+1:], '\'')
				raw.WriteString(text[i+1 : j])
				i = j
				continue
			}
			raw.WriteByte(text[i])
		}
		text = text[i:]
		switch t := raw.String(); {
		case quoted:
			d.tokens = append(d.tokens, token{raw: t, text: quoteWord(t)})
		case t == "|", t == ";", t == "&&", t == ">", t == ">>", t == "<", t == "||":
			d.tokens = append(d.tokens, token{raw: t, text: t, op: true})
		case t != "":
			d.tokens = append(d.tokens, token{raw: t, text: quoteWord(t)})
		}
	}
	return d
}

// quoteWord writes a word so that the shell takes it as it is.
func quoteWord(s string) string {
	if isPlain(s) {
		return s
	}
	return single(s)
}

func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && strings.IndexByte("-_./:=@+,%", c) < 0 {
			return false
		}
	}
	return s != ""
}

func allPlain(words []string) bool {
	for _, w := range words {
		if !isPlain(w) {
			return false
		}
	}
	return true
}

func (d *draft) name() string {
	d.names++
	return "q" + strconv.Itoa(d.names)
}

// hasOps tells whether it is more than one simple command.
func (d *draft) hasOps() bool {
	for _, t := range d.tokens {
		if t.op {
			return true
		}
	}
	return false
}

func (d *draft) String() string {
	if d.tokens == nil {
		return d.text
	}
	parts := make([]string, len(d.tokens))
	for i, t := range d.tokens {
		parts[i] = t.text
	}
	return d.prelude + strings.Join(parts, " ")
}

func (d *draft) at() level {
	if d.tokens != nil && (d.prelude != "" || d.hasOps()) {
		return max(d.level, list)
	}
	return d.level
}

// flatten makes it text only.
func (d *draft) flatten() {
	if d.tokens != nil {
		d.text, d.level, d.tokens, d.prelude = d.String(), d.at(), nil, ""
	}
}

// runs are the simple commands in it: pairs of token numbers.
func (d *draft) runs() (spans [][2]int) {
	start := 0
	for i := 0; i <= len(d.tokens); i++ {
		if i < len(d.tokens) && !d.tokens[i].op {
			continue
		}
		if i < len(d.tokens) && strings.ContainsAny(d.tokens[i].raw, "<>") {
			return nil
		}
		if i > start {
			spans = append(spans, [2]int{start, i})
		}
		start = i + 1
	}
	return spans
}

// apply writes d as the spelling does; false when it cannot be.
func (s *spelling) apply(d *draft, rnd *rand.Rand) bool {
	if s.params && d.params {
		return false
	}
	piped := d.tokens == nil && d.stdin || d.hasOps()
	ok := false
	switch {
	case s.word != nil:
		ok = s.applyWord(d)
	case s.argv != nil, s.form != nil, s.line != nil:
		ok = s.applyRuns(d, rnd, piped)
	case s.text != nil:
		ok = s.applyText(d, piped)
	}
	if ok {
		d.asks = d.asks || s.asks
		d.params = d.params || s.params
		d.used = append(d.used, s.name)
	}
	return ok
}

func (s *spelling) applyWord(d *draft) bool {
	done := false
	for i := range d.tokens {
		t := &d.tokens[i]
		if t.op || t.fixed || t.raw == "" {
			continue
		}
		if w := s.word(d, t.raw); w != "" {
			t.text, t.fixed, done = w, true, true
		}
	}
	if strings.Contains(d.String(), "\n") {
		d.level = block
	}
	return done
}

func (s *spelling) applyRuns(d *draft, rnd *rand.Rand, piped bool) bool {
	spans := d.runs()
	if len(spans) == 0 || piped && s.line != nil && (s.stdin || s.to > simple) {
		return false
	}
	var out []token
	done := false
	last := 0
	for _, span := range spans {
		out = append(out, d.tokens[last:span[0]]...)
		last = span[1]
		run := d.tokens[span[0]:span[1]]
		argv, words, fixed := make([]string, len(run)), make([]string, len(run)), false
		for i, t := range run {
			argv[i], words[i] = t.raw, t.text
			fixed = fixed || t.fixed
		}
		var made []token
		switch {
		case s.line != nil:
			if text := s.line(d, argv, words); text != "" {
				made = []token{{raw: text, text: text, fixed: true}}
			}
		case fixed:
		case s.argv != nil:
			for _, a := range s.argv(d, argv, rnd) {
				made = append(made, token{raw: a, text: quoteWord(a)})
			}
		default:
			made = s.form(d, argv)
		}
		if made == nil {
			made = run
		} else {
			done = true
		}
		out = append(out, made...)
	}
	out = append(out, d.tokens[last:]...)
	if !done {
		return false
	}
	d.tokens = out
	if s.line != nil {
		d.flatten()
		d.level = max(d.level, s.to)
	}
	if strings.Contains(d.String(), "\n") {
		d.level = block
	}
	return true
}

func (s *spelling) applyText(d *draft, piped bool) bool {
	if piped && s.stdin {
		return false
	}
	if d.at() > s.from && s.from == simple && d.tokens != nil && d.hasOps() && s.to == simple {
		if spans := d.runs(); len(spans) > 0 && d.prelude == "" { // a wrapper in front of each command of a pipeline
			for _, span := range spans {
				first := &d.tokens[span[0]]
				if text := s.text("\x00"); strings.HasSuffix(text, "\x00") {
					first.text, first.fixed = strings.TrimSuffix(text, "\x00")+first.text, true
				} else {
					return false
				}
			}
			return true
		}
	}
	if d.at() > s.from {
		return false
	}
	d.flatten()
	text := s.text(d.text)
	if text == "" {
		return false
	}
	d.text, d.level = text, s.to
	return true
}

// spell writes a seed in some spellings, one after the other; nil when they do not go together.
func spell(s seed, rnd *rand.Rand, how ...*spelling) *draft {
	d := s.draft()
	d.stdin = d.hasOps()
	for _, sp := range how {
		if sp.remote && (s.local || s.cwd) || !sp.apply(d, rnd) {
			return nil
		}
	}
	return d
}
