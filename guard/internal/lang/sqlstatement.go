package lang

import "strings"

// statement judges the tokens gathered and forgets them.
func (s *sqlScanner) statement(depth int) {
	toks := s.toks
	if len(toks) == 0 {
		return
	}
	defer func() { s.toks = s.toks[:0] }()
	if s.inDef {
		if s.upper(0) == "END" {
			switch s.upper(1) {
			case "IF", "LOOP", "CASE", "WHILE", "REPEAT":
			default:
				s.inDef = false
			}
		}
		return
	}
	i := 0
	for i < len(toks) {
		if toks[i].depth > 0 {
			i++
			continue
		}
		switch s.upper(i) {
		case "EXPLAIN", "DESCRIBE", "DESC":
			// EXPLAIN shows a plan; EXPLAIN ANALYZE runs the statement.
			if !s.explainRuns(i) {
				return
			}
			i++
			continue
		case "CREATE":
			s.create(i)
			return
		case "DROP":
			s.drop(i)
			return
		case "TRUNCATE":
			s.truncate(i)
			return
		case "DELETE":
			s.delete(i)
			return
		case "UPDATE":
			s.update(i)
			return
		case "ALTER":
			s.alter(i)
			return
		case "DO", "EXECUTE", "EXEC", "PREPARE", "CALL", "IMMEDIATE":
			if s.dynamic(i, depth) {
				return
			}
			i++
		case "COPY":
			s.copy(i)
			return
		case "SHUTDOWN":
			if len(toks) <= i+2 {
				s.report(Shutdown, "", i)
			}
			return
		case "SELECT", "TABLE", "VALUES":
			s.selects(i)
			// T-SQL needs no semicolon between statements.
			if i = s.nextVerb(i + 1); i < 0 {
				return
			}
		case "GRANT", "REVOKE", "COMMENT", "SHOW", "SET", "MERGE", "REPLACE", "LOAD":
			if s.upper(i) == "LOAD" {
				s.selects(i)
			}
			return
		case "INSERT":
			if i = s.nextVerb(i + 1); i < 0 {
				return
			}
		default:
			// BEGIN, IF, THEN, WITH x AS (...), USE x, labels: a statement may follow.
			if i = s.nextVerb(i + 1); i < 0 {
				return
			}
		}
	}
}

// nextVerb finds the next word that begins a statement, outside parentheses; -1 for none.
func (s *sqlScanner) nextVerb(i int) int {
	for ; i < len(s.toks); i++ {
		if s.toks[i].depth > 0 || s.toks[i].kind != qWord {
			continue
		}
		switch s.upper(i) {
		case "DROP":
			if s.dropKind(i+1) != 0 {
				return i
			}
		case "TRUNCATE":
			if s.upper(i+1) != "(" {
				return i
			}
		case "DELETE":
			if s.upper(i-1) != "ON" && s.upper(i+1) == "FROM" {
				return i
			}
		case "UPDATE":
			// FOR UPDATE, ON UPDATE and DO UPDATE SET belong to what is before them.
			switch s.upper(i - 1) {
			case "FOR", "ON", "DO", "KEY", "NO":
			default:
				return i
			}
		case "EXECUTE", "EXEC", "SHUTDOWN":
			return i
		}
	}
	return -1
}

func (s *sqlScanner) explainRuns(i int) bool {
	if s.upper(i) != "EXPLAIN" {
		return false
	}
	for j := i + 1; j < len(s.toks) && j < i+12; j++ {
		switch s.upper(j) {
		case "ANALYZE", "ANALYSE":
			return true
		case "SELECT", "DELETE", "UPDATE", "INSERT":
			return false
		}
	}
	return false
}

// report reports the statement that begins at a token.
func (s *sqlScanner) report(kind StatementKind, object string, i int) *Statement {
	st := s.add(kind, object, s.toks[i].pos, s.toks[len(s.toks)-1].end)
	if object != "" {
		st.Temporary = s.temporary(object)
	}
	return st
}

// temporary tells whether all of the names are temporary tables, or made by the same text.
func (s *sqlScanner) temporary(object string) bool {
	for name := range strings.SplitSeq(object, ", ") {
		name = strings.ToLower(name)
		if strings.HasPrefix(name, "#") || strings.HasPrefix(name, "@") || strings.HasPrefix(name, "temp.") || strings.HasPrefix(name, "pg_temp.") || strings.HasPrefix(name, "tempdb..#") {
			continue
		}
		found := false
		for _, m := range s.made {
			found = found || m == name
		}
		if !found {
			return false
		}
	}
	return true
}

// name reads a possibly qualified name and returns the token after it.
func (s *sqlScanner) name(i int) (string, int) {
	var b strings.Builder
	for i < len(s.toks) {
		t := &s.toks[i]
		w := s.text[t.pos:t.end]
		switch {
		case t.kind == qName:
			b.WriteString(strings.Trim(w, "\"`[]"))
		case t.kind == qWord || t.kind == qNumber || t.kind == qString:
			b.WriteString(strings.Trim(w, "'"))
		default:
			return b.String(), i
		}
		i++
		if i+1 < len(s.toks) && s.toks[i].kind == qOp && s.text[s.toks[i].pos] == '.' {
			b.WriteByte('.')
			if i++; s.text[s.toks[i].pos] == '.' {
				b.WriteByte('.')
				i++
			}
			continue
		}
		// name$x, "${PREFIX}users": pieces that touch are one name.
		if i < len(s.toks) && s.toks[i].pos == t.end && s.toks[i].kind != qOp {
			continue
		}
		return b.String(), i
	}
	return b.String(), i
}

// names reads names between commas.
func (s *sqlScanner) names(i int) (string, int) {
	var all []string
	for {
		n, next := s.name(i)
		if n == "" {
			break
		}
		all = append(all, n)
		i = next
		if s.upper(i) == "*" {
			i++
		}
		if s.upper(i) != "," {
			break
		}
		i++
		if s.upper(i) == "ONLY" {
			i++
		}
	}
	return strings.Join(all, ", "), i
}

func (s *sqlScanner) skip(i int, words ...string) int {
	for {
		found := false
		for _, w := range words {
			if s.upper(i) == w {
				i++
				found = true
			}
		}
		if !found {
			return i
		}
	}
}

// dropKind says what a DROP drops by the words at i, 0 for what is no object.
func (s *sqlScanner) dropKind(i int) StatementKind {
	i = s.skip(i, "TEMPORARY", "FOREIGN", "EXTERNAL", "GLOBAL", "PLUGGABLE", "IF", "EXISTS")
	switch s.upper(i) {
	case "DATABASE", "TABLESPACE":
		return DropDatabase
	case "SCHEMA", "KEYSPACE", "OWNED", "NAMESPACE", "DATASET", "BUCKET", "CATALOG":
		return DropSchema
	case "TABLE", "TABLES", "COLLECTION", "MEASUREMENT", "SERIES", "STREAM", "TOPIC":
		return DropTable
	case "USER", "ROLE", "LOGIN", "GROUP":
		return DropUser
	case "INDEX", "VIEW", "MATERIALIZED", "FUNCTION", "PROCEDURE", "TRIGGER", "SEQUENCE", "TYPE", "DOMAIN", "EXTENSION", "POLICY", "RULE",
		"AGGREGATE", "OPERATOR", "CAST", "COLLATION", "PUBLICATION", "SUBSCRIPTION", "SERVER", "EVENT", "SYNONYM", "PACKAGE", "LANGUAGE", "STATISTICS", "CONSTRAINT", "ROUTINE", "CONVERSION", "TEXT", "ACCESS", "TRANSFORM", "UNIQUE":
		return DropOther
	}
	return 0
}

func (s *sqlScanner) drop(i int) {
	kind := s.dropKind(i + 1)
	if kind == 0 {
		return
	}
	j := i + 1
	temporary := s.upper(j) == "TEMPORARY"
	j = s.skip(j, "TEMPORARY", "FOREIGN", "EXTERNAL", "GLOBAL", "PLUGGABLE", "MATERIALIZED")
	j = s.skip(j+1, "IF", "EXISTS", "CONCURRENTLY", "BY", "ONLY", "FOR")
	object, _ := s.names(j)
	st := s.report(kind, object, i)
	st.Temporary = (st.Temporary || temporary) && kind == DropTable
}

func (s *sqlScanner) truncate(i int) {
	j := s.skip(i+1, "TABLE", "ONLY", "IF", "EXISTS", "DATABASE")
	object, _ := s.names(j)
	if object == "" {
		return
	}
	s.report(Truncate, object, i)
}

func (s *sqlScanner) create(i int) {
	j := s.skip(i+1, "OR", "REPLACE", "ALTER", "DEFINER", "GLOBAL", "LOCAL", "UNLOGGED")
	temp := false
	for s.upper(j) == "TEMP" || s.upper(j) == "TEMPORARY" {
		temp = true
		j++
	}
	switch s.upper(j) {
	case "TABLE":
		j++
		if s.upper(j) == "IF" {
			// It may have been there before.
			if j = s.skip(j, "IF", "NOT", "EXISTS"); !temp {
				return
			}
		}
		if name, _ := s.name(j); name != "" && len(s.made) < 256 {
			s.made = append(s.made, strings.ToLower(name))
		}
	case "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE", "PROC":
		// The body is not run. Up to its END, when it has one of its own.
		for k := j; k < len(s.toks); k++ {
			if s.upper(k) == "BEGIN" {
				s.inDef = true
			}
		}
	}
}

// delete judges DELETE FROM t ...; i is the token of DELETE.
func (s *sqlScanner) delete(i int) {
	j := s.skip(i+1, "LOW_PRIORITY", "QUICK", "IGNORE", "FROM", "ONLY")
	object, after := s.name(j)
	if object == "" {
		return
	}
	if s.upper(j-1) != "FROM" && s.upper(j-1) != "ONLY" && after < len(s.toks) && s.upper(after) != "FROM" && s.upper(after) != "WHERE" {
		// "DELETE key" and prose are no statements of SQL.
		return
	}
	s.conditional(DeleteAll, object, i, after)
}

func (s *sqlScanner) update(i int) {
	j := s.skip(i+1, "LOW_PRIORITY", "IGNORE", "ONLY")
	object, after := s.name(j)
	set := false
	for k := after; k < len(s.toks); k++ {
		if s.toks[k].depth == 0 && s.upper(k) == "SET" {
			set = true
		}
	}
	if object == "" || !set {
		return
	}
	s.conditional(UpdateAll, object, i, after)
}

// conditional reports a statement on whole tables unless something selects rows.
func (s *sqlScanner) conditional(kind StatementKind, object string, i, from int) {
	maybe := false
	for k := from; k < len(s.toks); k++ {
		t := &s.toks[k]
		if t.depth > s.toks[i].depth {
			continue
		}
		switch s.upper(k) {
		case "WHERE":
			if !s.trivial(k + 1) {
				return
			}
			s.report(kind, object, i)
			return
		case "JOIN", "USING", "LIMIT", "TOP", "FETCH":
			return
		}
		if t.kind == qWord && (s.text[t.pos] == '$' || s.text[t.pos] == '@') && kind == DeleteAll {
			maybe = true
		}
		if t.kind == qWord && s.text[t.pos] == '$' && kind == UpdateAll && s.upper(k-1) != "=" && s.upper(k-1) != "(" && s.upper(k-1) != "," {
			maybe = true
		}
	}
	s.report(kind, object, i).Maybe = maybe
}
