package fold

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxCommands bounds a sed script, whose cost is its length times that of the input.
const maxCommands = 64

// sedAddress is one address: a line number, the last line, or a pattern.
type sedAddress struct {
	line int
	last bool
	re   *regexp.Regexp
}

type sedCommand struct {
	from, to *sedAddress
	not      bool
	name     byte

	// For s: the pattern, the replacement and its flags.
	re            *regexp.Regexp
	replacement   []sedPart
	global, print bool
	nth           int
	// For y.
	table [256]byte

	inRange bool
	closeAt int // line at which the range in course ends, 0 when a pattern ends it
}

// sedPart is a part of a replacement: a group, text, or a change of case.
type sedPart struct {
	text  string
	group int  // -1 for text
	fold  byte // U L u l E, 0 for none
}

// sed folds scripts of s, y, d, p, q and n-less addresses. Commands that run, read or write
// files, hold space and branches are not understood.
func sed(c *call) (string, bool) {
	opts, operands, ok := options(c.args, "n,quiet n,silent e,expression: E,regexp-extended r s,separate u,unbuffered "+
		"-,in-place -,file: -,null-data -,posix -,debug -,sandbox -,follow-symlinks -,line-length: -,help -,version")
	if !ok || !c.hasStdin || len(c.stdin) > maxEdited || !utf8.ValidString(c.stdin) {
		return "", false
	}
	var scripts []string
	for _, o := range opts {
		if o.name == 'e' {
			scripts = append(scripts, o.value)
		}
	}
	if scripts == nil {
		if len(operands) == 0 {
			return "", false
		}
		scripts, operands = operands[:1], operands[1:]
	}
	in, ok := c.input(operands)
	if !ok {
		return "", false
	}
	script := strings.Join(scripts, "\n")
	if len(script) > maxPattern || !utf8.ValidString(script) {
		return "", false
	}
	p := sedParser{s: script, extended: opts.has('E') || opts.has('r')}
	commands, ok := p.parse()
	if !ok {
		return "", false
	}
	return runSed(commands, in, opts.has('n'))
}

func runSed(commands []*sedCommand, in string, quiet bool) (string, bool) {
	var out strings.Builder
	ls := splitAfter(in)
	for n, l := range ls {
		space, nl := strings.CutSuffix(l, "\n")
		last := n == len(ls)-1
		put := func() {
			out.WriteString(space)
			if nl || !last {
				out.WriteByte('\n')
			}
		}
		deleted, quit := false, false
		printed := 0
		for _, cmd := range commands {
			if cmd.selects(n+1, last, space) == cmd.not {
				continue
			}
			switch cmd.name {
			case 'd':
				deleted = true
			case 'p':
				put()
				printed++
			case 'q':
				quit = true
			case 'y':
				space = translate(space, &cmd.table)
			case 's':
				var did bool
				if space, did = cmd.substitute(space); did && cmd.print {
					put()
					printed++
				}
			}
			if deleted || quit {
				break
			}
			if len(space)+out.Len() > MaxOutput {
				return "", false
			}
		}
		if !deleted && !quiet {
			put()
			printed++
		}
		// GNU adds the missing newline of the last line when more follows it.
		if printed > 1 && !nl && last {
			return "", false
		}
		if quit {
			break
		}
	}
	return out.String(), true
}

func translate(s string, table *[256]byte) string {
	b := []byte(s)
	for i := range b {
		b[i] = table[b[i]]
	}
	return string(b)
}

func (c *sedCommand) selects(line int, last bool, space string) bool {
	if c.from == nil {
		return true
	}
	if c.to == nil {
		return c.from.matches(line, last, space)
	}
	if c.inRange {
		if c.closeAt > 0 {
			if line >= c.closeAt {
				c.inRange = false
			}
			return line <= c.closeAt
		}
		if c.to.matches(line, last, space) {
			c.inRange = false
		}
		return true
	}
	if !c.from.matches(line, last, space) {
		return false
	}
	c.inRange, c.closeAt = true, c.to.line
	if c.closeAt > 0 && c.closeAt <= line || c.to.last && last {
		c.inRange = false
	}
	return true
}

func (a *sedAddress) matches(line int, last bool, space string) bool {
	switch {
	case a.re != nil:
		return a.re.MatchString(space)
	case a.last:
		return last
	}
	return a.line == line
}

func (c *sedCommand) substitute(space string) (string, bool) {
	if c.nth <= 1 && !c.global {
		m := c.re.FindStringSubmatchIndex(space)
		if m == nil {
			return space, false
		}
		var b strings.Builder
		b.WriteString(space[:m[0]])
		c.write(&b, space, m)
		b.WriteString(space[m[1]:])
		return b.String(), true
	}
	limit := -1
	if !c.global {
		limit = c.nth
	}
	ms := c.re.FindAllStringSubmatchIndex(space, limit)
	if len(ms) < max(c.nth, 1) {
		return space, false
	}
	var b strings.Builder
	at := 0
	for i, m := range ms {
		if i+1 < c.nth {
			continue
		}
		b.WriteString(space[at:m[0]])
		c.write(&b, space, m)
		at = m[1]
		if b.Len() > MaxOutput {
			break
		}
	}
	b.WriteString(space[at:])
	return b.String(), true
}

// write writes the replacement of one match.
func (c *sedCommand) write(b *strings.Builder, space string, m []int) {
	var all, one byte
	for _, p := range c.replacement {
		switch p.fold {
		case 0:
		case 'u', 'l':
			one = p.fold
			continue
		default:
			all, one = p.fold, 0
			continue
		}
		s := p.text
		if p.group >= 0 {
			if s = ""; m[2*p.group] >= 0 {
				s = space[m[2*p.group]:m[2*p.group+1]]
			}
		}
		if s == "" {
			continue
		}
		switch all {
		case 'U':
			s = strings.ToUpper(s)
		case 'L':
			s = strings.ToLower(s)
		}
		if one != 0 {
			_, n := utf8.DecodeRuneInString(s)
			first := strings.ToUpper(s[:n])
			if one == 'l' {
				first = strings.ToLower(s[:n])
			}
			s, one = first+s[n:], 0
		}
		b.WriteString(s)
	}
}

type sedParser struct {
	s        string
	i        int
	extended bool
}

func (p *sedParser) peek() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

func (p *sedParser) blanks() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
		p.i++
	}
}

func (p *sedParser) parse() ([]*sedCommand, bool) {
	var out []*sedCommand
	for {
		for p.i < len(p.s) && strings.IndexByte(" \t\n;", p.s[p.i]) >= 0 {
			p.i++
		}
		if p.i == len(p.s) {
			return out, true
		}
		cmd, ok := p.command()
		if !ok || len(out) == maxCommands {
			return nil, false
		}
		out = append(out, cmd)
		p.blanks()
		if p.i < len(p.s) && p.s[p.i] != ';' && p.s[p.i] != '\n' {
			return nil, false
		}
	}
}

func (p *sedParser) command() (*sedCommand, bool) {
	cmd := &sedCommand{}
	var ok bool
	if cmd.from, ok = p.address(); !ok {
		return nil, false
	}
	p.blanks()
	if cmd.from != nil && p.peek() == ',' {
		p.i++
		p.blanks()
		if cmd.to, ok = p.address(); !ok || cmd.to == nil {
			return nil, false
		}
		p.blanks()
	}
	if p.peek() == '!' {
		cmd.not = true
		p.i++
		p.blanks()
	}
	if p.i == len(p.s) {
		return nil, false
	}
	cmd.name = p.s[p.i]
	p.i++
	switch cmd.name {
	case 'd', 'p':
		return cmd, true
	case 'q':
		return cmd, cmd.to == nil
	case 's':
		return cmd, p.substitution(cmd)
	case 'y':
		return cmd, p.transliteration(cmd)
	}
	return nil, false
}

func (p *sedParser) address() (*sedAddress, bool) {
	switch ch := p.peek(); {
	case ch == '$':
		p.i++
		return &sedAddress{last: true}, true
	case '0' <= ch && ch <= '9':
		start := p.i
		for '0' <= p.peek() && p.peek() <= '9' {
			p.i++
		}
		n, ok := number(p.s[start:p.i])
		return &sedAddress{line: n}, ok && n > 0 && p.peek() != '~'
	case ch == '/' || ch == '\\':
		p.i++
		delimiter := byte('/')
		if ch == '\\' {
			delimiter = p.peek()
			p.i++
		}
		pattern, ok := p.until(delimiter, true)
		if !ok || pattern == "" {
			return nil, false
		}
		flags := ""
		if p.peek() == 'I' {
			flags = "(?i)"
			p.i++
		}
		re, _, ok := translateRegexp(pattern, p.extended, flags)
		return &sedAddress{re: re}, ok
	}
	return nil, true
}

// until returns the text up to an unescaped delimiter and steps over that. An escaped
// delimiter loses its backslash; in a pattern, one that has a meaning there is not understood.
func (p *sedParser) until(delimiter byte, pattern bool) (string, bool) {
	if delimiter == '\\' || delimiter == '\n' || delimiter == 0 || delimiter >= utf8.RuneSelf {
		return "", false
	}
	var b strings.Builder
	inBrackets := false
	for p.i < len(p.s) {
		ch := p.s[p.i]
		switch {
		case ch == '\\' && p.i+1 < len(p.s) && !inBrackets:
			next := p.s[p.i+1]
			p.i += 2
			if next == delimiter {
				if pattern && strings.IndexByte("/,_:;#@!%~=-", delimiter) < 0 || !pattern && delimiter == '&' {
					return "", false
				}
				b.WriteByte(delimiter)
				continue
			}
			b.WriteByte('\\')
			b.WriteByte(next)
			continue
		case ch == '[' && pattern && !inBrackets && delimiter != '[':
			// A delimiter in a bracket expression is part of it in GNU sed.
			end := bracketEnd(p.s[p.i:])
			if end < 0 {
				return "", false
			}
			part := p.s[p.i : p.i+end]
			if strings.IndexByte(part, delimiter) >= 0 || strings.Contains(part, "\n") {
				return "", false
			}
			b.WriteString(part)
			p.i += end
			continue
		case ch == delimiter:
			p.i++
			return b.String(), true
		case ch == '\n' && pattern:
			return "", false
		}
		b.WriteByte(ch)
		p.i++
	}
	return "", false
}

// bracketEnd returns the length of the bracket expression that s begins with, -1 without an end.
func bracketEnd(s string) int {
	i := 1
	if i < len(s) && s[i] == '^' {
		i++
	}
	if i < len(s) && s[i] == ']' {
		i++
	}
	for i < len(s) {
		if s[i] == ']' {
			return i + 1
		}
		if s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0 {
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return -1
			}
			i += 2 + end + 2
			continue
		}
		i++
	}
	return -1
}

func (p *sedParser) substitution(cmd *sedCommand) bool {
	delimiter := p.peek()
	p.i++
	pattern, ok := p.until(delimiter, true)
	if !ok || pattern == "" {
		return false
	}
	replacement, ok := p.until(delimiter, false)
	if !ok {
		return false
	}
	flags := ""
flags:
	for p.i < len(p.s) {
		switch ch := p.s[p.i]; {
		case ch == 'g':
			cmd.global = true
		case ch == 'p':
			cmd.print = true
		case ch == 'I' || ch == 'i':
			flags = "(?i)"
		case '1' <= ch && ch <= '9' && cmd.nth == 0:
			start := p.i
			for p.i+1 < len(p.s) && '0' <= p.s[p.i+1] && p.s[p.i+1] <= '9' {
				p.i++
			}
			if cmd.nth, ok = number(p.s[start : p.i+1]); !ok {
				return false
			}
		default:
			break flags
		}
		p.i++
	}
	var loose bool
	if cmd.re, loose, ok = translateRegexp(pattern, p.extended, flags); !ok {
		return false
	}
	cmd.replacement, ok = parseReplacement(replacement, cmd.re.NumSubexp(), loose)
	return ok
}

// parseReplacement reads a replacement. loose says that what the groups hold is not certain.
func parseReplacement(s string, groups int, loose bool) ([]sedPart, bool) {
	var out []sedPart
	text := func(t string) {
		if n := len(out); n > 0 && out[n-1].group < 0 && out[n-1].fold == 0 {
			out[n-1].text += t
			return
		}
		out = append(out, sedPart{text: t, group: -1})
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '&':
			out = append(out, sedPart{})
		case s[i] != '\\':
			text(s[i : i+1])
		case i+1 == len(s):
			return nil, false
		default:
			i++
			switch ch := s[i]; {
			case '0' <= ch && ch <= '9':
				g := int(ch - '0')
				if g > groups || g > 0 && loose {
					return nil, false
				}
				out = append(out, sedPart{group: g})
			case strings.IndexByte("ULulE", ch) >= 0:
				out = append(out, sedPart{group: -1, fold: ch})
			case ch == 'n':
				text("\n")
			case ch == 't':
				text("\t")
			case 'a' <= ch && ch <= 'z' || 'A' <= ch && ch <= 'Z':
				return nil, false
			default:
				text(s[i : i+1])
			}
		}
	}
	return out, true
}

func (p *sedParser) transliteration(cmd *sedCommand) bool {
	delimiter := p.peek()
	p.i++
	from, ok := p.until(delimiter, false)
	if !ok {
		return false
	}
	to, ok := p.until(delimiter, false)
	if !ok || len(from) != len(to) || strings.ContainsAny(from+to, "\\\n") || !isASCII(from+to) {
		return false
	}
	for i := range cmd.table {
		cmd.table[i] = byte(i)
	}
	for i := range from {
		if strings.IndexByte(from[:i], from[i]) >= 0 {
			return false
		}
		cmd.table[from[i]] = to[i]
	}
	return true
}
