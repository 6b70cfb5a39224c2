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
