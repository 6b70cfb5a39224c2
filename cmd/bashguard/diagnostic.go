package main

import (
	"github.com/bashguard/bashguard/guard"
)

// diagnostic is a finding for programs. Lines and columns count from 1, columns in characters
// (code points); the end is exclusive.
type diagnostic struct {
	RuleID    string        `json:"ruleId"`
	Severity  guard.Verdict `json:"severity"`
	Message   string        `json:"message"`
	Instead   string        `json:"instead"`
	Line      int           `json:"line"`
	Column    int           `json:"column"`
	EndLine   int           `json:"endLine"`
	EndColumn int           `json:"endColumn"`
}

// diagnostics are the findings as programs read them, never nil.
func diagnostics(src *source, findings []guard.Finding) []diagnostic {
	list := make([]diagnostic, 0, len(findings))
	for i := range findings {
		f := &findings[i]
		d := diagnostic{RuleID: ruleID(f), Severity: f.Severity, Message: f.Message, Instead: f.Instead}
		d.Line, d.Column = src.position(f.Span.Start)
		d.EndLine, d.EndColumn = src.position(f.Span.End)
		list = append(list, d)
	}
	return list
}

// ruleID is the id of the rule that a finding is of.
func ruleID(f *guard.Finding) string {
	if f.Rule == nil {
		return "read/unknown"
	}
	return f.Rule.ID
}
