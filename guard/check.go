package guard

import (
	"sort"

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
	c := newContext(cmd, p)
	rules := p.rules()
	for i, l := range cmd.leaves {
		c.leaf = i
		c.runRules(rules, l)
	}
	c.leaf = -1
	for _, r := range rules.commands {
		c.rule = r.rule
		c.severity = r.severity
		r.rule.MatchCommand(c)
	}
	return c.result()
}

func newContext(cmd *Command, p *Policy) *Context {
	return &Context{Command: cmd, Policy: p, leaf: -1}
}

// compiled is a policy made ready: which rules look at what.
type compiled struct {
	programs map[string][]activeRule
	kinds    []activeRule // by effect
	all      []activeRule // every leaf
	commands []activeRule // the whole command
	kindMask program.Kind
}

// activeRule is a rule with the severity that the policy gives it.
type activeRule struct {
	rule     *Rule
	severity Severity
}

// rules returns the rules in force. They are indexed on first use.
func (p *Policy) rules() *compiled {
	p.once.Do(func() {
		c := &compiled{programs: make(map[string][]activeRule, 512)}
		own := Rules()
		for i := range own {
			c.add(p, &own[i])
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
	if s, ok := p.Severities[r.Area()]; ok {
		sev = s
	}
	if s, ok := p.Severities[r.ID]; ok {
		sev = s
	}
	if sev == None || sev == Allow {
		return
	}
	a := activeRule{r, sev}
	switch {
	case r.MatchCommand != nil:
		c.commands = append(c.commands, a)
	case r.Programs != "":
		for _, name := range fields(r.Programs) {
			c.programs[name] = append(c.programs[name], a)
		}
		if r.Kinds != 0 {
			c.kinds = append(c.kinds, a)
			c.kindMask |= r.Kinds
		}
	case r.Kinds != 0:
		c.kinds = append(c.kinds, a)
		c.kindMask |= r.Kinds
	default:
		c.all = append(c.all, a)
	}
}

// fields splits at blanks without allocating more than the slice.
func fields(s string) []string {
	var out []string
	start := -1
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			if start >= 0 {
				out = append(out, s[start:i])
				start = -1
			}
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}

// runRules runs every rule that looks at a leaf.
func (c *Context) runRules(rules *compiled, l *shell.Leaf) {
	if l.Program != "" {
		list := rules.programs[l.Program]
		c.runList(list, l)
		if canonical := l.Parsed.Canonical(); canonical != l.Program {
			if other := rules.programs[canonical]; len(list) == 0 || len(other) > 0 && &other[0] != &list[0] {
				c.runList(other, l)
			}
		}
	}
	if l.Kinds&rules.kindMask != 0 {
		for _, a := range rules.kinds {
			if l.Kinds&a.rule.Kinds == 0 {
				continue
			}
			if a.rule.Programs != "" && hasField(a.rule.Programs, l.Program) {
				continue // it has run for the program
			}
			c.rule, c.severity = a.rule, a.severity
			a.rule.Match(c, l)
		}
	}
	c.runList(rules.all, l)
}

func (c *Context) runList(list []activeRule, l *shell.Leaf) {
	for _, a := range list {
		c.rule, c.severity = a.rule, a.severity
		a.rule.Match(c, l)
	}
}

func hasField(list, name string) bool {
	for _, f := range fields(list) {
		if f == name {
			return true
		}
	}
	return false
}

// judgeLeaf is the verdict of all leaf rules on a leaf that is not one of the command's: what
// would be said if the program were another. Nothing is reported.
func (c *Context) judgeLeaf(l *shell.Leaf) Verdict {
	trial := &Context{Command: c.Command, Policy: c.Policy, leaf: c.leaf}
	trial.runRules(c.Policy.rules(), l)
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
