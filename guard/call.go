package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// calls are the rows of some programs that share them.
type calls struct {
	programs string // base names, blank separated
	acts     []act
}

// act is one call that a rule refuses or asks about, told by its words and its options. The
// first row that fits a leaf counts, so harmless rows (severity None) and narrow ones stand
// before wide ones.
type act struct {
	// words are the subcommand words and operands in order, blank separated, from the first:
	//
	//	a|b    one of these          del*   a word that begins so
	//	*      any one word          **     any number of words, none too
	//	~a|b   one of these, anywhere from here on
	//	=a|b   one of these among all arguments, for programs with an option grammar of their own
	//	.      no more words
	words string
	// need lists options, as a person writes them, one of which must be given.
	need string
	// not lists options that make it harmless. --help and --dry-run are on every row's list.
	not string
	// env is NAME=value that makes it harmless: RAILS_ENV=test.
	env string
	// when is a further condition.
	when func(k *call) bool
	// open: options that cannot be told are taken as not given; else they make it ask.
	open     bool
	severity Severity
	what     string // what it does, after the call's name: "destroys what it manages"
	instead  string // "" for the rule's own
}

// call is a leaf as its words: the program, its subcommand, its operands.
type call struct {
	leaf    *shell.Leaf
	program string
	// script: the program is a script that an interpreter runs (python manage.py), so its options
	// stand among the interpreter's operands.
	script bool
	first  int // index in Operands of the first word of the call
	words  [12]string
	n      int
	deep   int // words that can belong to the subcommand; ** reaches no further
}

// hole stands for a word that is not known. It is no word of any table.
const hole = "\x00"

// readCall takes a leaf apart. It allocates nothing.
func readCall(l *shell.Leaf) call {
	k := call{leaf: l, program: l.Program}
	p := l.Parsed
	switch base := p.Canonical(); base {
	case "python", "php", "ruby", "node", "perl":
		k.underInterpreter(base)
	}
	if !k.script {
		rest := p.Called
		for rest != "" && k.n < len(k.words) {
			var word string
			word, rest, _ = strings.Cut(rest, " ")
			k.words[k.n] = word
			k.n++
		}
	}
	subs := k.n
	for i := k.first; i < len(p.Operands) && k.n < len(k.words); i++ {
		word, known := p.Operands[i].Known()
		if !known {
			word = hole
		}
		if k.script && len(word) > 1 && word[0] == '-' {
			continue
		}
		k.words[k.n] = word
		k.n++
	}
	if k.program == "yarn" || k.program == "pnpm" || k.program == "bun" {
		k.underPackageManager()
	}
	k.deep = k.n
	if subs > 0 && (k.program == "gcloud" || k.program == "az") && k.words[subs-1] != "run" {
		k.deep = subs // their subcommand ends with its verb
	}
	return k
}

// underInterpreter finds the program in python manage.py, php artisan, python -m alembic.
func (k *call) underInterpreter(base string) {
	p := k.leaf.Parsed
	if o := p.Option("m"); o != nil && strings.HasPrefix(base, "python") {
		if name, known := o.Value.Known(); known && name != "" {
			k.program, k.script = name, true
		}
		return
	}
	if len(p.Operands) == 0 || p.Has("c", "e", "r") {
		return
	}
	name, known := p.Operands[0].Known()
	if !known || name == "" {
		return
	}
	k.program, k.script, k.first = baseName(name), true, 1
}

// binaries are command-line tools of packages that yarn and its like run by their names alone.
const binaries = "ace amplify cdk cdktf changeset convex drizzle-kit firebase knex lerna mikro-orm netlify np payload prisma release-it rw semantic-release sequelize sequelize-cli " +
	"serverless sls sst supabase typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm vercel wrangler"

// underPackageManager finds the tool in yarn prisma migrate reset and bun run prisma migrate reset.
func (k *call) underPackageManager() {
	i := 0
	if k.n > 1 && k.words[0] == "run" {
		i = 1
	}
	if k.n > i && hasName(binaries, k.words[i]) {
		k.program = k.words[i]
		copy(k.words[:], k.words[i+1:k.n])
		k.n -= i + 1
	}
}

// given tells by meaning whether one of the options was given: 1 yes, 0 maybe, -1 no.
func (k *call) given(flags string) int8 {
	best := int8(-1)
	for flags != "" {
		var flag string
		flag, flags, _ = strings.Cut(flags, " ")
		best = max(best, k.givenOne(flag))
	}
	return best
}

func (k *call) givenOne(flag string) int8 {
	p := k.leaf.Parsed
	if k.script {
		return scriptFlag(p.Operands[k.first:], flag)
	}
	got := p.Given(flag)
	if got == 1 {
		if o := p.Option(strings.TrimLeft(flag, "-")); o != nil && o.HasValue {
			if v, known := o.Value.Known(); known && (v == "none" || v == "false" || v == "no" || v == "0") {
				return -1 // --dry-run=none, -destroy=false
			}
		}
	}
	return got
}

// scriptFlag looks for an option among operands, spelled out or in a cluster.
func scriptFlag(words []value.Word, flag string) int8 {
	got := int8(-1)
	for i := range words {
		text, all := words[i].Prefix()
		switch {
		case text == flag && all, strings.HasPrefix(text, flag) && len(text) > len(flag) && text[len(flag)] == '=':
			return 1
		case len(flag) == 2 && len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.Contains(text, flag[1:]):
			return 1
		case text == "--" && all:
			return got
		case words[i].Splits():
			got = 0
		}
	}
	return got
}

// option returns the value of an option, nil when it was not given.
func (k *call) option(names ...string) *value.Word {
	p := k.leaf.Parsed
	for _, name := range names {
		if o := p.Option(name); o != nil && o.HasValue {
			return &o.Value
		}
	}
	return nil
}

// fits tells whether the words match a pattern, and how many words the pattern took.
func (k *call) fits(pattern string) (took int, ok bool) {
	if strings.HasPrefix(pattern, "=") {
		for i := range k.leaf.Args {
			if text, known := k.leaf.Args[i].Known(); known && fitWord(text, pattern[1:]) {
				return 1, true
			}
		}
		return 0, false
	}
	return fitWords(k.words[:k.n], k.deep, pattern, 0)
}

func fitWords(words []string, deep int, pattern string, took int) (int, bool) {
	for pattern != "" {
		var token string
		token, pattern, _ = strings.Cut(pattern, " ")
		switch {
		case token == ".":
			return took, took == len(words)
		case token == "**":
			for i := took; i < deep; i++ {
				if n, ok := fitWords(words, deep, pattern, i); ok {
					return n, true
				}
			}
			return took, false
		case token[0] == '~':
			found := false
			for i := took; i < len(words); i++ {
				if fitWord(words[i], token[1:]) {
					took, found = i+1, true
					break
				}
			}
			if !found {
				return took, false
			}
		case took >= len(words) || !fitWord(words[took], token):
			return took, false
		default:
			took++
		}
	}
	return took, true
}

func fitWord(word, token string) bool {
	if word == hole {
		return false
	}
	for token != "" {
		var one string
		one, token, _ = strings.Cut(token, "|")
		if beginning, cut := strings.CutSuffix(one, "*"); cut {
			if strings.HasPrefix(word, beginning) {
				return true
			}
		} else if one == word {
			return true
		}
	}
	return false
}

// name is the call as a person says it: the program and the words that matched.
func (k *call) name(took int) string {
	var b strings.Builder
	b.WriteByte('`')
	b.WriteString(k.program)
	for _, w := range k.words[:min(took, k.n)] {
		if w == hole {
			w = "..."
		}
		b.WriteByte(' ')
		b.WriteString(w)
	}
	b.WriteByte('`')
	return b.String()
}

// actOf returns the first row that fits the leaf, how sure that is (1 or 0), and the words taken.
func actOf(table []calls, k *call) (a *act, sure int8, took int) {
	for i := range table {
		if !hasName(table[i].programs, k.program) {
			continue
		}
		acts := table[i].acts
		for j := range acts {
			a := &acts[j]
			took, ok := k.fits(a.words)
			if !ok {
				continue
			}
			sure := int8(1)
			if a.need != "" {
				sure = k.given(a.need)
				if sure < 0 || sure == 0 && a.open {
					continue
				}
			}
			if a.when != nil && !a.when(k) || k.harmless(a) {
				continue
			}
			return a, sure, took
		}
		return nil, 0, 0
	}
	return nil, 0, 0
}

// harmless tells whether something in the call makes the act harmless by meaning.
func (k *call) harmless(a *act) bool {
	if k.given("--help --dry-run") == 1 || a.not != "" && k.given(a.not) == 1 {
		return true
	}
	if a.env == "" {
		return false
	}
	name, want, _ := strings.Cut(a.env, "=")
	for i := range k.leaf.Env {
		if e := &k.leaf.Env[i]; e.Name == name {
			v, known := e.Value.Known()
			return known && v == want
		}
	}
	_, ok := k.fits("~" + a.env) // rake takes NAME=value among its tasks
	return ok
}

// matchActs reports the act that fits a leaf when its severity is the rule's own.
func (c *Context) matchActs(table []calls, l *shell.Leaf, severity Severity) {
	k := readCall(l)
	a, sure, took := actOf(table, &k)
	if a == nil || a.severity != severity {
		return
	}
	message := k.name(took) + " " + a.what
	switch {
	case sure > 0:
		c.ReportInstead(l, message, a.instead)
	default:
		c.report(l, Ask, message, a.instead)
	}
}

// hasName tells whether a name stands in a blank-separated list.
func hasName(list, name string) bool {
	if name == "" {
		return false
	}
	for off := 0; ; {
		i := strings.Index(list[off:], name)
		if i < 0 {
			return false
		}
		i += off
		end := i + len(name)
		if (i == 0 || list[i-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		off = i + 1
	}
}

// reportSpan adds a finding that belongs to no leaf.
func (c *Context) reportSpan(pos, end int, severity Severity, message, instead string) {
	if severity == c.rule.Severity || badness[severity] > badness[c.severity] {
		severity = c.severity
	}
	if instead == "" {
		instead = c.rule.Instead
	}
	c.findings = append(c.findings, Finding{
		Rule: c.rule, Severity: severity, Message: message, Instead: instead, Span: Span{pos, end}, Leaf: -1,
	})
}
