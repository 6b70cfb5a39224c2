package lang

import "strings"

// StatementKind says what a statement for a data store does.
type StatementKind uint8

// The kinds of statement that SQL reports.
const (
	DropDatabase   StatementKind = iota + 1 // DROP DATABASE, dropDatabase()
	DropSchema                              // DROP SCHEMA, KEYSPACE, OWNED
	DropTable                               // DROP TABLE
	DropUser                                // DROP USER, ROLE, LOGIN
	DropOther                               // DROP of what holds no rows of its own: INDEX, VIEW, FUNCTION
	DropColumn                              // ALTER TABLE ... DROP COLUMN or PARTITION
	Truncate                                // TRUNCATE
	DeleteAll                               // DELETE without a WHERE that selects
	UpdateAll                               // UPDATE without a WHERE that selects
	DropCollection                          // db.x.drop()
	Flush                                   // FLUSHALL, FLUSHDB
	Shutdown                                // SHUTDOWN of the server
	ShellEscape                             // \! cmd, .shell cmd, COPY ... PROGRAM: Object is text for sh
	Include                                 // \i file, .read file, source file: Object is the file
	WriteFile                               // \o file, .output file, INTO OUTFILE, COPY TO: Object is the file
	ReadFile                                // COPY FROM, LOAD_FILE, pg_read_file: Object is the file
)

var statementNames = [...]string{
	"", "drop database", "drop schema", "drop table", "drop user", "drop", "drop column", "truncate", "delete without where",
	"update without where", "drop collection", "flush", "shutdown", "shell escape", "include", "write file", "read file",
}

// String is the kind in words, in lower case.
func (k StatementKind) String() string {
	if int(k) < len(statementNames) {
		return statementNames[k]
	}
	return "unknown"
}

// Statement is one statement found in text for a data store.
type Statement struct {
	Kind StatementKind
	// Object is what it is about, as written without quotes: the table, or what the kind says.
	Object string
	// Text is the statement as written.
	Text string
	// Temporary: its object is a temporary table, or was made by the same text.
	Temporary bool
	// Maybe: an unknown part ($X) may hold the WHERE that is missing.
	Maybe bool
	// Start and End are byte offsets in the text.
	Start, End int
}

const (
	// maxSQL bounds the text that is read, in bytes; dumps are larger, but they are fed from files.
	maxSQL = 1 << 20
	// maxStatements bounds what is reported.
	maxStatements = 64
)

// SQL returns the statements of a text that lose data or leave the database, in order, for any
// dialect of SQL with the commands of its client (psql, mysql, sqlite3), for the mongo shell
// and for redis. Words within literals and comments do not count.
func SQL(text string) []Statement {
	if len(text) > maxSQL {
		text = text[:maxSQL]
	}
	s := sqlScanner{text: text}
	s.run(0, len(text), 0)
	if mongoWords(text) {
		s.mongo()
	}
	return s.out
}

// sqlKind is a kind of token.
type sqlKind uint8

const (
	qWord   sqlKind = iota // a bare word
	qName                  // a quoted name
	qString                // a string literal
	qNumber
	qOp
)

type sqlTok struct {
	kind     sqlKind
	depth    int // of parentheses
	pos, end int
}

type sqlScanner struct {
	text  string
	toks  []sqlTok // of the statement in course
	out   []Statement
	made  []string // tables made by the text, in lower case
	inDef bool     // within the body of a procedure that is only defined
}

// run reads the statements between two offsets.
func (s *sqlScanner) run(from, to, depth int) {
	if depth > maxRescan {
		return
	}
	saved := s.toks
	s.toks = nil
	defer func() { s.toks = saved }()
	t := s.text
	parens := 0
	lineStart := true
	for i := from; i < to && len(s.out) < maxStatements; {
		c := t[i]
		switch {
		case c == '\n':
			lineStart = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case c == ';':
			s.statement(depth)
			parens = 0
			i++
			lineStart = true
			continue
		case c == '-' && i+1 < to && t[i+1] == '-':
			i = lineEndAt(t, i, to)
			continue
		case c == '/' && i+1 < to && t[i+1] == '*':
			if i+2 < to && t[i+2] == '!' {
				// MySQL runs what stands in such a comment.
				for i += 3; i < to && '0' <= t[i] && t[i] <= '9'; i++ {
				}
				continue
			}
			i = sqlComment(t, i, to)
			continue
		case c == '*' && i+1 < to && t[i+1] == '/':
			i += 2
			continue
		case c == '#' && s.hashComment(i, to):
			i = lineEndAt(t, i, to)
			continue
		case c == '\\':
			if end, ok := s.backslash(i, to); ok {
				i = end
				continue
			}
			i++
			continue
		}
		if lineStart {
			lineStart = false
			if end, ok := s.lineCommand(i, to, depth); ok {
				i = end
				lineStart = true
				continue
			}
		}
		tok := sqlTok{pos: i, depth: parens}
		switch {
		case c == '\'':
			tok.kind, tok.end = qString, sqlQuoteEnd(t, i, to, true)
		case c == '"':
			tok.kind, tok.end = qName, sqlQuoteEnd(t, i, to, false)
		case c == '`':
			tok.kind, tok.end = qName, sqlQuoteEnd(t, i, to, false)
		case c == '$':
			tok.kind, tok.end = s.dollar(i, to)
		case isWordStart(c) || c >= 0x80 || c == '#' || c == '@':
			tok.end = i + 1
			for tok.end < to && (isWordByte(t[tok.end]) || t[tok.end] == '$' || t[tok.end] == '#') {
				tok.end++
			}
		case '0' <= c && c <= '9':
			tok.kind, tok.end = qNumber, i+1
			for tok.end < to && (isWordByte(t[tok.end]) || t[tok.end] == '.') {
				tok.end++
			}
		case c == '[' && s.bracketName(i, to):
			tok.kind, tok.end = qName, i+1+strings.IndexByte(t[i+1:to], ']')+1
		default:
			tok.kind, tok.end = qOp, i+1
			switch c {
			case '(':
				parens++
			case ')':
				parens = max(parens-1, 0)
				tok.depth = parens
			}
		}
		s.toks = append(s.toks, tok)
		i = max(tok.end, i+1)
	}
	s.statement(depth)
}

func lineEndAt(t string, i, to int) int {
	if n := strings.IndexByte(t[i:to], '\n'); n >= 0 {
		return i + n
	}
	return to
}

// sqlComment returns the end of the comment at i; comments nest.
func sqlComment(t string, i, to int) int {
	depth := 0
	for i < to {
		switch {
		case strings.HasPrefix(t[i:to], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(t[i:to], "*/"):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return to
}

// sqlQuoteEnd returns the end of a quoted text: a doubled quote is one of its characters, as is an
// escaped one in a string.
func sqlQuoteEnd(t string, i, to int, escapes bool) int {
	q := t[i]
	for i++; i < to; i++ {
		switch {
		case t[i] == '\\' && escapes && i+2 < to && t[i+1] == q && strings.IndexByte(" \t\n;,)", t[i+2]) < 0:
			// MySQL and E'' escape quotes; to standard SQL the literal ends here. What follows tells.
			i++
		case t[i] == q && i+1 < to && t[i+1] == q:
			i++
		case t[i] == q:
			return i + 1
		}
	}
	return to
}

// dollar reads $tag$...$tag$, or the parameter or unknown part $x.
func (s *sqlScanner) dollar(i, to int) (sqlKind, int) {
	t := s.text
	n := i + 1
	for n < to && isWordByte(t[n]) {
		n++
	}
	if n < to && t[n] == '$' {
		tag := t[i : n+1]
		if end := strings.Index(t[n+1:to], tag); end >= 0 {
			return qString, n + 1 + end + len(tag)
		}
	}
	if n < to && n == i+1 && (t[n] == '{' || t[n] == '(') {
		if end := strings.IndexByte(t[n:min(n+200, to)], closer(t[n])); end >= 0 {
			return qWord, n + end + 1
		}
	}
	return qWord, n
}

// bracketName tells whether a bracket at i quotes a name, as in T-SQL, rather than subscripts.
func (s *sqlScanner) bracketName(i, to int) bool {
	n := strings.IndexByte(s.text[i:min(i+130, to)], ']')
	if n < 2 || strings.ContainsAny(s.text[i+1:i+n], "'\"\n") {
		return false
	}
	return i == 0 || !isWordByte(s.text[i-1]) && s.text[i-1] != ')'
}

// hashComment tells whether a # begins a comment of MySQL's rather than the name of a temporary table.
func (s *sqlScanner) hashComment(i, to int) bool {
	if i+1 < to && s.text[i+1] == '>' || i > 0 && isWordByte(s.text[i-1]) {
		return false
	}
	if len(s.toks) == 0 {
		return true
	}
	switch s.upper(len(s.toks) - 1) {
	case "TABLE", "EXISTS", "FROM", "INTO", "UPDATE", "JOIN", "DELETE", ",", ".":
		return i+1 >= to || !isWordByte(s.text[i+1]) && s.text[i+1] != '#'
	}
	return i == 0 || s.text[i-1] == ' ' || s.text[i-1] == '\n' || s.text[i-1] == '\t' || s.text[i-1] == ';'
}

// upper is a token in upper case, "" when it is a literal.
func (s *sqlScanner) upper(n int) string {
	if n < 0 || n >= len(s.toks) {
		return ""
	}
	t := &s.toks[n]
	if t.kind == qString || t.kind == qName || t.end-t.pos > 32 {
		return ""
	}
	return strings.ToUpper(s.text[t.pos:t.end])
}

// add reports a statement between two offsets.
func (s *sqlScanner) add(kind StatementKind, object string, from, to int) *Statement {
	if len(s.out) >= maxStatements {
		return &Statement{}
	}
	s.out = append(s.out, Statement{Kind: kind, Object: object, Text: strings.TrimSpace(s.text[from:to]), Start: from, End: to})
	return &s.out[len(s.out)-1]
}

// backslash reads a command of psql's or mysql's; ok is false when it is none of interest.
func (s *sqlScanner) backslash(i, to int) (end int, ok bool) {
	t := s.text
	if i > 0 && isWordByte(t[i-1]) || i+1 >= to {
		return 0, false
	}
	end = lineEndAt(t, i, to)
	rest := t[i+1 : end]
	name, arg, _ := strings.Cut(rest, " ")
	arg = strings.TrimSpace(arg)
	switch {
	case strings.HasPrefix(rest, "!"):
		s.add(ShellEscape, strings.TrimSpace(rest[1:]), i, end)
	case name == "i" || name == "ir" || name == "include" || name == "include_relative":
		s.add(Include, strings.Trim(arg, "'"), i, end)
	case name == "o" || name == "out" || name == "g" || name == "gx" || name == "w":
		switch {
		case strings.HasPrefix(arg, "|"):
			s.add(ShellEscape, strings.TrimSpace(arg[1:]), i, end)
		case arg != "":
			s.add(WriteFile, strings.Trim(arg, "'"), i, end)
		}
		if name == "g" || name == "gx" {
			s.statement(0)
		}
	case name == "copy":
		save := s.toks
		s.toks = nil
		s.run(i+1, end, maxRescan)
		s.toks = save
	case name == "gexec", name == "G", name == "gset":
		s.statement(0)
		return i + 1 + len(name), true
	default:
		// Others show and set; an escape in a text that is no command is passed over.
		if len(s.toks) > 0 {
			return i + 1, true
		}
	}
	return end, true
}

// lineCommand reads the commands that stand at the beginning of a line: sqlite's, mysql's, redis'.
func (s *sqlScanner) lineCommand(i, to, depth int) (end int, ok bool) {
	t := s.text
	if len(s.toks) > 0 && t[i] != '.' {
		// Only "GO" and the redis words end a statement that is in course.
		w := wordAt(t, i, to)
		switch strings.ToUpper(w) {
		case "GO":
			if rest := strings.TrimSpace(t[i+2 : lineEndAt(t, i, to)]); rest == "" {
				s.statement(depth)
				return lineEndAt(t, i, to), true
			}
			return 0, false
		case "FLUSHALL", "FLUSHDB":
			s.statement(depth)
		default:
			return 0, false
		}
	}
	end = lineEndAt(t, i, to)
	line := strings.TrimRight(t[i:end], "; \t\r")
	name, arg, _ := strings.Cut(line, " ")
	arg = strings.TrimSpace(arg)
	switch strings.ToLower(name) {
	case ".shell", ".system":
		s.add(ShellEscape, arg, i, end)
	case ".read":
		if strings.HasPrefix(arg, "|") {
			s.add(ShellEscape, arg[1:], i, end)
		} else {
			s.add(Include, strings.Trim(arg, "'\""), i, end)
		}
	case ".output", ".once", ".backup", ".save", ".clone", ".log":
		switch {
		case strings.HasPrefix(arg, "|"):
			s.add(ShellEscape, strings.TrimSpace(arg[1:]), i, end)
		case arg != "" && arg != "stdout" && arg != "off":
			s.add(WriteFile, strings.Trim(arg, "'\""), i, end)
		}
	case ".import":
		if strings.HasPrefix(strings.Trim(arg, "'\""), "|") {
			s.add(ShellEscape, strings.Trim(arg, "'\"|"), i, end)
		}
	case "system":
		if arg == "" {
			return 0, false
		}
		s.add(ShellEscape, arg, i, end)
	case "source":
		if arg == "" || strings.Contains(arg, " ") {
			return 0, false
		}
		s.add(Include, arg, i, end)
	case "flushall", "flushdb":
		s.add(Flush, strings.ToUpper(name), i, end)
	case "delimiter":
	default:
		if line == "" || line[0] != '.' || len(s.toks) > 0 {
			return 0, false
		}
	}
	return end, true
}

func wordAt(t string, i, to int) string {
	n := i
	for n < to && isWordByte(t[n]) {
		n++
	}
	return t[i:n]
}
