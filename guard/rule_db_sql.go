package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/lang"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// sql reports the worst statement of a text for a data store.
func (c *Context) sql(l *shell.Leaf, w *value.Word) bool {
	text := w.String()
	if len(text) < 6 {
		return false
	}
	asked := false
	for _, s := range lang.SQL(text) {
		severity := sqlSeverity(&s)
		if severity == None || s.Temporary || rolledBack(l, &s, text) {
			continue
		}
		if s.Kind == lang.ShellEscape {
			severity = c.judgeText(s.Object)
		}
		switch {
		case severity == Deny && !s.Maybe:
			c.Report(l, sqlMessage(&s))
			return true
		case severity != None && !asked:
			c.ReportAsk(l, sqlMessage(&s))
			asked = true
		}
	}
	return asked
}

// sqlSeverity says how bad a statement is.
func sqlSeverity(s *lang.Statement) Severity {
	switch s.Kind {
	case lang.DropDatabase, lang.DropSchema, lang.DropTable, lang.Truncate, lang.DeleteAll, lang.UpdateAll, lang.DropCollection, lang.Flush, lang.ShellEscape:
		return Deny
	case lang.DropColumn, lang.DropUser, lang.Shutdown:
		return Ask
	}
	return None
}

func sqlMessage(s *lang.Statement) string {
	what := "`" + s.Kind.String()
	if s.Object != "" {
		what += " " + s.Object
	}
	what += "`"
	switch s.Kind {
	case lang.DeleteAll:
		return what + " deletes every row"
	case lang.UpdateAll:
		return what + " changes every row"
	case lang.Truncate, lang.Flush:
		return what + " deletes everything in it"
	case lang.ShellEscape:
		return "runs `" + s.Object + "` in a shell"
	case lang.Shutdown:
		return what + " stops the server"
	}
	return what + " takes what is stored with it"
}

// rolledBack tells whether the statement stands in a transaction that the same text rolls back.
// Some servers commit before they drop, so for those only rows count.
func rolledBack(l *shell.Leaf, s *lang.Statement, text string) bool {
	upper := strings.ToUpper(strings.TrimRight(text, "; \t\n"))
	if !strings.HasSuffix(upper, "ROLLBACK") || strings.Contains(upper, "COMMIT") ||
		!strings.Contains(upper, "BEGIN") && !strings.Contains(upper, "START TRANSACTION") {
		return false
	}
	switch s.Kind {
	case lang.DeleteAll, lang.UpdateAll:
		return true
	case lang.DropTable, lang.DropSchema, lang.Truncate:
		return l.Program == "psql" || l.Program == "pgcli" || l.Program == "sqlite3" && s.Kind == lang.DropTable
	}
	return false
}

// judgeText is the verdict on text that a client gives to a shell.
func (c *Context) judgeText(text string) Severity {
	inner := Parse(text, func(cfg *config) { *cfg = c.Command.cfg })
	return check(inner, c.Policy, c.rules).Verdict
}
