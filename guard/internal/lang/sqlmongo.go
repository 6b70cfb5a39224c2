package lang

import "strings"

// trivial tells whether the condition at i selects every row: TRUE, 1=1, x OR 1=1.
func (s *sqlScanner) trivial(i int) bool {
	if i >= len(s.toks) {
		return false
	}
	all, start := true, i
	term := func(end int) bool {
		a, b := start, end
		for a < b && s.upper(a) == "(" && s.upper(b-1) == ")" {
			a, b = a+1, b-1
		}
		switch b - a {
		case 1:
			w := s.upper(a)
			return w == "TRUE" || s.toks[a].kind == qNumber && strings.Trim(w, "0.") != ""
		case 3:
			op := s.upper(a + 1)
			x, y := s.text[s.toks[a].pos:s.toks[a].end], s.text[s.toks[a+2].pos:s.toks[a+2].end]
			switch op {
			case "=":
				return x == y
			case ">", "<":
				return s.toks[a].kind == qNumber && s.toks[a+2].kind == qNumber && (op == ">") == (x > y) && x != y
			}
			return false
		case 4:
			return s.text[s.toks[a].pos:s.toks[a].end] == s.text[s.toks[b-1].pos:s.toks[b-1].end] && s.toks[a].kind == qNumber && s.upper(a+2) == "="
		}
		return false
	}
	for k := i; k <= len(s.toks); k++ {
		w := ""
		if k < len(s.toks) {
			if s.toks[k].depth > 0 {
				continue
			}
			w = s.upper(k)
		}
		switch {
		case k == len(s.toks) || w == "RETURNING" || w == "ORDER" || w == ";" || w == "ON":
			return all && term(k)
		case w == "LIMIT" || w == "FETCH":
			return false
		case w == "OR" || w == "AND":
			if all = all && term(k); all && w == "OR" {
				return true
			}
			if w == "OR" {
				all = true
			}
			start = k + 1
		}
	}
	return false
}

func (s *sqlScanner) alter(i int) {
	if s.upper(i+1) != "TABLE" {
		return
	}
	j := s.skip(i+2, "IF", "EXISTS", "ONLY")
	object, j := s.name(j)
	for ; j < len(s.toks); j++ {
		if s.toks[j].depth > 0 {
			continue
		}
		switch s.upper(j) {
		case "DROP":
			switch s.upper(j + 1) {
			case "CONSTRAINT", "INDEX", "KEY", "PRIMARY", "FOREIGN", "DEFAULT", "NOT", "EXPRESSION", "IDENTITY", "CHECK", "PROJECTION", "TTL", "TRIGGER":
				continue
			}
			s.report(DropColumn, object, i)
			return
		case "TRUNCATE":
			s.report(Truncate, object, i)
			return
		case "DELETE":
			// ClickHouse's ALTER TABLE t DELETE WHERE c.
			s.conditional(DeleteAll, object, i, j+1)
			return
		}
	}
}

// dynamic reads text that is executed: DO $$...$$, EXECUTE '...', EXEC('...'), xp_cmdshell.
func (s *sqlScanner) dynamic(i, depth int) bool {
	command := false
	found := false
	for j := i + 1; j < len(s.toks) && j < i+40; j++ {
		switch w := s.upper(j); w {
		case "XP_CMDSHELL":
			command = true
		}
		t := s.toks[j]
		if t.kind != qString {
			continue
		}
		from, to := t.pos+1, max(t.end-1, t.pos+1)
		if s.text[t.pos] == '$' {
			n := strings.IndexByte(s.text[t.pos+1:t.end], '$') + 2
			from, to = t.pos+n, max(t.end-n, t.pos+n)
		}
		if command {
			s.report(ShellEscape, s.text[from:min(to, len(s.text))], i)
			return true
		}
		found = true
		s.run(from, min(to, len(s.text)), depth+1)
	}
	return found
}

// copy reads PostgreSQL's COPY t TO/FROM 'file' or PROGRAM 'command'.
func (s *sqlScanner) copy(i int) {
	for j := i + 1; j+1 < len(s.toks); j++ {
		if s.toks[j].depth > 0 || s.toks[j+1].kind != qString {
			continue
		}
		object := strings.Trim(s.text[s.toks[j+1].pos:s.toks[j+1].end], "'")
		switch s.upper(j) {
		case "PROGRAM":
			s.report(ShellEscape, object, i)
			return
		case "TO":
			s.report(WriteFile, object, i)
			return
		case "FROM":
			s.report(ReadFile, object, i)
			return
		}
	}
}

// selects reads what a SELECT does to files: INTO OUTFILE, and functions that read and write them.
func (s *sqlScanner) selects(i int) {
	for j := i; j+1 < len(s.toks); j++ {
		k := j + 1
		switch s.upper(j) {
		case "OUTFILE", "DUMPFILE":
			if s.toks[k].kind == qString {
				s.report(WriteFile, strings.Trim(s.text[s.toks[k].pos:s.toks[k].end], "'"), i)
			}
		case "INFILE":
			if s.toks[k].kind == qString {
				s.report(ReadFile, strings.Trim(s.text[s.toks[k].pos:s.toks[k].end], "'"), i)
			}
		case "LOAD_FILE", "PG_READ_FILE", "PG_READ_BINARY_FILE", "READFILE", "LO_IMPORT":
			if k+1 < len(s.toks) && s.upper(k) == "(" && s.toks[k+1].kind == qString {
				s.report(ReadFile, strings.Trim(s.text[s.toks[k+1].pos:s.toks[k+1].end], "'"), i)
			}
		case "INTO":
			// SELECT ... INTO #t makes a temporary table; INTO t makes one that was not there.
			if name, _ := s.name(k); name != "" && len(s.made) < 256 && s.upper(k) != "OUTFILE" {
				s.made = append(s.made, strings.ToLower(name))
			}
		}
	}
}

// mongoWords tells whether a text holds a word of the mongo shell that loses data.
func mongoWords(t string) bool {
	return strings.Contains(t, "drop") && (strings.Contains(t, "dropDatabase") || strings.Contains(t, "drop(") || strings.Contains(t, "drop\"") || strings.Contains(t, "drop:") || strings.Contains(t, "drop (") || strings.Contains(t, "drop']")) ||
		strings.Contains(t, "deleteMany") || strings.Contains(t, "remove(") || strings.Contains(t, "shutdownServer")
}

// mongo reads a text as the mongo shell's javascript.
func (s *sqlScanner) mongo() {
	sc := &scanner{lang: javascript, src: source{text: s.text}}
	p := sc.parser(s.text, 0, 0)
	for i := range p.toks {
		if len(s.out) >= maxStatements {
			return
		}
		t := &p.toks[i]
		if t.kind != tIdent && t.kind != tStr {
			continue
		}
		word := func(n int) string {
			if i+n < 0 || i+n >= len(p.toks) {
				return ""
			}
			return p.tokText(&p.toks[i+n])
		}
		w := strings.Trim(p.tokText(t), "'\"")
		called := word(1) == "(" || word(1) == "]" && word(2) == "("
		method := word(-1) == "." || word(-1) == "["
		// db.runCommand({drop: "x"})
		command := word(-1) == "{" && word(-2) == "(" && strings.HasSuffix(strings.ToLower(word(-3)), "command")
		kind := StatementKind(0)
		switch w {
		case "dropDatabase":
			if method && called || word(1) == ":" && command {
				kind = DropDatabase
			}
		case "drop":
			if method && called || word(1) == ":" && command {
				kind = DropCollection
			}
		case "deleteMany", "remove":
			// An empty filter, or for remove none at all, means every document.
			if method && called && (word(2) == "{" && word(3) == "}" || w == "remove" && word(2) == ")" && strings.HasPrefix(word(-4)+word(-3)+word(-2), "db")) {
				kind = DeleteAll
			}
		case "shutdownServer":
			if method && called {
				kind = Shutdown
			}
		}
		if kind == 0 {
			continue
		}
		object := ""
		if word(-1) == "." {
			object = word(-2)
		}
		end := min(int(t.end), len(s.text))
		if n := strings.IndexAny(s.text[end:], ";\n"); n >= 0 {
			end += n
		} else {
			end = len(s.text)
		}
		s.add(kind, object, int(t.pos), end)
	}
}
