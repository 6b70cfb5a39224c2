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

// leafJSON is a program that would run, for programs.
type leafJSON struct {
	Program   string        `json:"program"`        // base name, "" when it cannot be told
	Name      string        `json:"name,omitempty"` // argv[0], when it is not the program's base name
	Args      []string      `json:"args"`           // after expansion; what is not known stands as it was written
	Via       []string      `json:"via"`            // wrappers, outermost first
	Cwd       string        `json:"cwd"`
	Line      int           `json:"line"`
	Column    int           `json:"column"`
	EndLine   int           `json:"endLine"`
	EndColumn int           `json:"endColumn"`
	Effects   []effectJSON  `json:"effects,omitempty"`
	Unknown   []unknownJSON `json:"unknown,omitempty"`
}

// effectJSON is what a program does to a path.
type effectJSON struct {
	Does string `json:"does"` // reads, writes, deletes, ...
	What string `json:"what"`
}

// unknownJSON is a piece of a program's words that is not known.
type unknownJSON struct {
	Text   string `json:"text"`
	Origin string `json:"origin"`
}

// leavesJSON are the programs of a command, never nil.
func leavesJSON(src *source, cmd *guard.Command) []leafJSON {
	leaves := cmd.Leaves()
	list := make([]leafJSON, 0, len(leaves))
	for _, l := range leaves {
		row := leafJSON{Program: l.Program(), Args: l.Args(), Via: l.Via(), Cwd: l.Cwd()}
		if name := l.Name(); name != row.Program {
			row.Name = name
		}
		row.Line, row.Column = src.position(l.Span().Start)
		row.EndLine, row.EndColumn = src.position(l.Span().End)
		for _, e := range l.Effects() {
			row.Effects = append(row.Effects, effectJSON{e.Verb(), e.What()})
		}
		for _, u := range l.Unknown() {
			row.Unknown = append(row.Unknown, unknownJSON(u))
		}
		list = append(list, row)
	}
	return list
}
