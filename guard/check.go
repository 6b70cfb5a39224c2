package guard

import (
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// Result is what Check says of a command.
type Result struct {
	// Verdict is the worst of the findings' severities; none without findings (or allow, where the
	// policy says so). It does not know of modes: see Policy.Mode.
	Verdict Verdict
	// Findings, worst first and in the order of the source.
	Findings []Finding
}

// Check judges a command under a policy. A nil policy is the built-in one.
func Check(cmd *Command, p *Policy) *Result {
	if p == nil {
		p = DefaultPolicy()
	}
	return check(cmd, p, p.rules())
}

// contexts are used again: most of what judging a short command costs is making one. A context is
// the rules' to use until they return, never longer.
var contexts = sync.Pool{New: func() any { return new(Context) }}

func check(cmd *Command, p *Policy, rules *compiled) *Result {
	c := contexts.Get().(*Context)
	defer func() {
		*c = Context{}
		contexts.Put(c)
	}()
	c.Command, c.Policy, c.rules = cmd, p, rules
	for i, l := range cmd.leaves {
		c.leaf = i
		c.runRules(l)
	}
	c.leaf = -1
	for _, r := range rules.commands {
		c.rule = r.rule
		c.severity = r.severity
		r.rule.MatchCommand(c)
	}
	return c.result()
}

// compiled is a policy made ready: which rules look at what.
type compiled struct {
	named    []activeRule // by program
	kinds    []activeRule // by effect
	all      []activeRule // every leaf
	commands []activeRule // the whole command
	kindMask program.Kind

	// Where many leaves are judged, programs finds what named has for a program. To make it costs
	// more than a few looks through named.
	looks    atomic.Uint32
	once     sync.Once
	programs map[string][]activeRule
}

// fewLooks is how often named is looked through before programs is made.
const fewLooks = 24

// activeRule is a rule with the severity that the policy gives it.
type activeRule struct {
	rule     *Rule
	severity Severity
}

// rules returns the rules in force. They are sorted out on first use.
func (p *Policy) rules() *compiled {
	p.once.Do(func() {
		c := &compiled{named: make([]activeRule, 0, 128)}
		for r := range EachRule() {
			c.add(p, r)
		}
		for i := range p.Rules {
			c.add(p, &p.Rules[i])
		}
		p.compiled = c
	})
	return p.compiled
}

func (c *compiled) add(p *Policy, r *Rule) {
	sev := r.Severity
	if len(p.Severities) > 0 {
		if s, ok := p.Severities[r.Area()]; ok {
			sev = s
		}
		if s, ok := p.Severities[r.ID]; ok {
			sev = s
		}
	}
	if sev == None || sev == Allow {
		return
	}
	a := activeRule{r, sev}
	if r.MatchCommand != nil {
		c.commands = append(c.commands, a)
		return
	}
	if r.Programs != "" {
		c.named = append(c.named, a)
	}
	if r.Kinds != 0 {
		c.kinds = append(c.kinds, a)
		c.kindMask |= r.Kinds
	}
	if r.Programs == "" && r.Kinds == 0 {
		c.all = append(c.all, a)
	}
}

// index returns the rules by program; nil as long as looking through named is cheaper.
func (c *compiled) index() map[string][]activeRule {
	if c.looks.Load() < fewLooks {
		c.looks.Add(1)
		return nil
	}
	c.once.Do(func() {
		programs := make(map[string][]activeRule, 512)
		for _, a := range c.named {
			for name := range strings.FieldsSeq(a.rule.Programs) {
				programs[name] = append(programs[name], a)
			}
		}
		c.programs = programs
	})
	return c.programs
}

// runRules runs every rule that looks at a leaf.
func (c *Context) runRules(l *shell.Leaf) {
	rules := c.rules
	if l.Program != "" {
		c.runNamed(l)
	}
	if l.Kinds&rules.kindMask != 0 {
		for _, a := range rules.kinds {
			// What names the program has run for it.
			if l.Kinds&a.rule.Kinds != 0 && !listsProgram(a.rule.Programs, l.Program) {
				c.match(a, l)
			}
		}
	}
	for _, a := range rules.all {
		c.match(a, l)
	}
}

// runNamed runs the rules that name a leaf's program, by the name that was called or by that of
// the table.
func (c *Context) runNamed(l *shell.Leaf) {
	called, canonical := l.Program, l.Parsed.Canonical()
	programs := c.rules.index()
	if programs == nil {
		for _, a := range c.rules.named {
			if listsProgram(a.rule.Programs, called) || canonical != called && listsProgram(a.rule.Programs, canonical) {
				c.match(a, l)
			}
		}
		return
	}
	for _, a := range programs[called] {
		c.match(a, l)
	}
	if canonical != called {
		for _, a := range programs[canonical] {
			if !listsProgram(a.rule.Programs, called) {
				c.match(a, l)
			}
		}
	}
}

func (c *Context) match(a activeRule, l *shell.Leaf) {
	c.rule, c.severity = a.rule, a.severity
	a.rule.Match(c, l)
}

// listsProgram tells whether a blank-separated list has a word.
func listsProgram(list, word string) bool {
	if word == "" || len(word) > len(list) || strings.IndexByte(word, ' ') >= 0 {
		return false
	}
	for start := 0; ; start++ {
		i := strings.Index(list[start:], word)
		if i < 0 {
			return false
		}
		start += i
		end := start + len(word)
		if (start == 0 || list[start-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
	}
}

// judgeLeaf is the verdict of all leaf rules on a leaf that is not one of the command's: what
// would be said if the program were another. Nothing is reported.
func (c *Context) judgeLeaf(l *shell.Leaf) Verdict {
	trial := &Context{Command: c.Command, Policy: c.Policy, rules: c.rules, leaf: c.leaf}
	trial.runRules(l)
	v := None
	for i := range trial.findings {
		v = Worse(v, trial.findings[i].Severity)
	}
	return v
}

// result sorts the findings, takes doubles out and gives the verdict.
func (c *Context) result() *Result {
	res := &Result{Verdict: None, Findings: c.findings}
	if len(c.findings) == 0 {
		res.Verdict = c.Policy.AllowUnmatched
		if res.Verdict != Allow || len(c.Command.troubles) > 0 {
			res.Verdict = None
		}
		return res
	}
	sort.SliceStable(c.findings, func(i, j int) bool {
		a, b := &c.findings[i], &c.findings[j]
		if badness[a.Severity] != badness[b.Severity] {
			return badness[a.Severity] > badness[b.Severity]
		}
		return a.Span.Start < b.Span.Start
	})
	out := c.findings[:0]
	for i := range c.findings {
		f := &c.findings[i]
		double := false
		for k := range out {
			if out[k].Rule == f.Rule && out[k].Span == f.Span {
				double = true
				break
			}
		}
		if !double && len(out) < maxFindings {
			out = append(out, *f)
		}
		res.Verdict = Worse(res.Verdict, f.Severity)
	}
	res.Findings = out
	return res
}

// maxFindings bounds what is reported of one command; the worst come first.
const maxFindings = 64
