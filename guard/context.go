package guard

import (
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// Context is what a rule's matcher works with: the command, the policy, the state.
type Context struct {
	Command *Command
	Policy  *Policy

	rules    *compiled // of the policy
	rule     *Rule
	severity Severity // of the rule, by the policy
	findings []Finding
	leaf     int
	paths    pathCache
	git      *gitCall // of the leaf at hand, for the rules about git
}

// Report adds a finding of the current rule on the leaf, at the rule's severity.
func (c *Context) Report(l *shell.Leaf, message string) { c.report(l, c.rule.Severity, message, "") }

// ReportAsk adds a finding that only asks.
func (c *Context) ReportAsk(l *shell.Leaf, message string) { c.report(l, Ask, message, "") }

// ReportInstead adds a finding with advice of its own.
func (c *Context) ReportInstead(l *shell.Leaf, message, instead string) {
	c.report(l, c.rule.Severity, message, instead)
}

// report adds a finding. What a matcher reports at its rule's own severity gets the severity that
// the policy gives the rule; less stays less.
func (c *Context) report(l *shell.Leaf, sev Severity, message, instead string) {
	if sev == c.rule.Severity {
		sev = c.severity
	} else if badness[sev] > badness[c.severity] {
		sev = c.severity
	}
	if l.Maybe && sev == Deny {
		sev = Ask
	}
	if instead == "" {
		instead = c.rule.Instead
	}
	c.findings = append(c.findings, Finding{
		Rule: c.rule, Severity: sev, Message: message, Instead: instead,
		Span: Span{l.Pos, l.End}, Leaf: c.leaf,
	})
}
