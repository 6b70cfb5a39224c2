package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// scopeRules hold writes to where the policy lets them go. Commands and file tools are measured
// alike: what a Write may not write, a redirect, cp or sed -i may not either.
var scopeRules = []Rule{
	{
		ID: "scope/write", Severity: Deny,
		Title:   "a write outside the write scope of the policy",
		Why:     "the policy says which files may be written, whatever writes them",
		Instead: "write below a directory that write_scope of the policy allows, or let the user do it",
		Kinds:   program.Write | program.Append | program.Edit | program.Delete | program.Move | program.Attr,
		Match:   matchScope,
		Matches: []string{
			"scoped: echo x > README.md", "scoped: echo x >> src-secret/a", "scoped: tee ../a < src/b", "scoped: cp src/a lib/a", "scoped: sed -i s/a/b/ lib/a.c",
			"scoped: touch src/../lib/a", "scoped: echo x > src/generated/a.c", "scoped: rm -rf src", "scoped: cd src && echo x > ../lib/a", "scoped: { echo x; } > lib/a",
			"scoped: mv lib/a src/a", "scoped: chmod +x lib/a", "ask: scoped: echo x > \"$FILE\"", "ask: scoped: echo x > \"src/$NAME\"",
			"ask: scoped: ln -s /etc src/l && echo x > src/l/a", "ask: scoped: ln -sf ../lib/a src/l; echo x > src/l", "ask: scoped: ln -s ../lib src/ && echo x > src/lib/a", "ask: scoped: ln -s /etc src && echo x > src/etc/a", "ask: scoped: ln -s \"$D\" src/l && cp a src/l/b",
		},
		Passes: []string{
			"scoped: echo x > src/a", "scoped: cp lib/a src/a", "scoped: cat lib/a > /dev/null", "scoped: cd src && echo x > a", "scoped: make 2>&1",
			"scoped: rm src/*.o", "scoped: ls > src/list-$RANDOM", "scoped: sed -n 1p lib/a", "scoped: ln -s ../lib/a src/l", "scoped: ln -s a src/l && echo x > src/l",
			"scoped: ln -s ../lib src/l && echo x > src/m", "scoped: ln -s ../lib src/ && echo x > src/m", "scoped: echo x > src/l && ln -s ../lib src/n", "scoped: ln -s /tmp/a src/l && echo x > src/l/b",
			"echo x > README.md", "echo x > \"$FILE\"",
		},
	},
}

// matchScope reports each path that is written outside the scope.
func matchScope(c *Context, l *shell.Leaf) {
	s := &c.Policy.Scope
	if len(s.Allow)+len(s.Deny) == 0 || l.Remote {
		return
	}
	const changes = program.Write | program.Append | program.Edit | program.Delete | program.Move | program.Attr
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&changes == 0 || e.Text {
			continue
		}
		p, place := c.Locate(l, &e.Word)
		if place.Has(PlaceHarmlessDev) {
			continue
		}
		if e.Kind&(program.Delete|program.Move) != 0 {
			p = p.Unfollowed()
		}
		switch c.inScope(s, &p, e.Recursive || e.Contents) {
		case insideScope:
			if link := c.linkOnTheWay(s, l, &p); link != "" {
				c.ReportAsk(l, scopeVerb(e.Kind)+" "+p.String()+" through "+link+", a link that the same command makes")
			}
		case outOfScope:
			if s.Severity == Ask {
				c.ReportAsk(l, scopeVerb(e.Kind)+" "+p.String()+", outside the write scope")
			} else {
				c.Report(l, scopeVerb(e.Kind)+" "+p.String()+", outside the write scope")
			}
		case maybeInScope:
			c.ReportAsk(l, scopeVerb(e.Kind)+" "+p.String()+", which may be outside the write scope")
		}
	}
}

// linkOnTheWay returns the symbolic link that the command makes and then writes through, "" when
// there is none. It is not there yet when the command is judged, so no path leads through it.
func (c *Context) linkOnTheWay(s *Scope, l *shell.Leaf, p *Path) string {
	for _, other := range c.Command.leaves {
		if other == l {
			return ""
		}
		if other.Program != "ln" || other.Remote || !other.Parsed.Has("s", "symbolic") {
			continue
		}
		for i := range other.Effects {
			e := &other.Effects[i]
			if e.Kind&program.Write == 0 {
				continue
			}
			link := c.resolve(other, &e.Word)
			if st := c.Command.cfg.state; link.Known && len(other.Parsed.Operands) > 0 && !other.Parsed.Has("T", "no-target-directory") &&
				(link.Slash || e.Via == "t" || st != nil && st.Stat(link.Abs) == FileDir) {
				link.Abs = joinPath(link.Abs, baseName(trimSlash(other.Parsed.Operands[0].Lit))) // in the directory
				link.Literal = link.Abs
			}
			if !leadsThrough(p.Abs, link.Abs) && !leadsThrough(p.Abs, link.Literal) {
				continue
			}
			if target, known := c.linkTarget(other, &link); !known || c.inScope(s, &target, false) != insideScope {
				return link.String()
			}
		}
	}
	return ""
}

// leadsThrough tells whether a path is another one or leads through it.
func leadsThrough(path, through string) bool {
	_, ok := below(path, through)
	return ok || path == through
}

// linkTarget is where a link that a command makes leads.
func (c *Context) linkTarget(l *shell.Leaf, link *Path) (target Path, known bool) {
	if len(l.Parsed.Operands) != 2 || !link.Known {
		return target, false
	}
	word := l.Parsed.Operands[0]
	if word.Pieces != nil {
		return target, false
	}
	name := word.Lit
	if !strings.HasPrefix(name, "/") {
		name = joinPath(parentDir(link.Abs), name)
	}
	target = c.resolveText(l, name)
	return target, target.Known
}

func scopeVerb(k program.Kind) string {
	switch {
	case k&program.Delete != 0:
		return "deletes"
	case k&program.Move != 0:
		return "moves away"
	case k&program.Attr != 0:
		return "changes the mode or owner of"
	}
	return "writes"
}

// scoped is where a path lies.
type scoped uint8

const (
	maybeInScope scoped = iota
	insideScope
	outOfScope
)

// inScope measures a path. Deny wins: a path in it, or a tree that holds some of it, is out. With
// a list of what is allowed, a path that cannot be told is not certain to be in; without one, it
// is: nothing about it points to what is denied.
func (c *Context) inScope(s *Scope, p *Path, tree bool) scoped {
	if p.Anywhere {
		if len(s.Allow) > 0 {
			return maybeInScope
		}
		return insideScope
	}
	for _, entry := range s.Deny {
		covers, holds := c.scopeEntry(entry, p)
		switch {
		case covers && (p.Known || p.Glob || staysBelow(p)):
			return outOfScope
		case covers:
			return maybeInScope
		case holds && (p.All || tree && p.Known):
			return outOfScope
		case holds && (tree || p.Glob) && c.mayMatch(entry, p):
			return maybeInScope
		}
	}
	if len(s.Allow) == 0 {
		return insideScope
	}
	for _, entry := range s.Allow {
		if covers, _ := c.scopeEntry(entry, p); !covers {
			continue
		}
		if p.Known || staysBelow(p) {
			return insideScope
		}
		return maybeInScope
	}
	if p.Known || staysBelow(p) && !c.mayReachScope(s, p) {
		return outOfScope
	}
	return maybeInScope
}

// staysBelow tells whether what is not known of a path holds no slash, so that it cannot lead
// out of the directory that is known.
func staysBelow(p *Path) bool { return strings.IndexByte(p.pat, anyPath) < 0 }

// mayReachScope tells whether an allowed entry lies below the known directory of a path whose
// rest is a pattern.
func (c *Context) mayReachScope(s *Scope, p *Path) bool {
	for _, entry := range s.Allow {
		if _, holds := c.scopeEntry(entry, p); holds {
			return true
		}
	}
	return false
}

// mayMatch tells whether the pattern at the end of a path can take in an entry below it.
func (c *Context) mayMatch(entry string, p *Path) bool {
	pc := c.prepare()
	base := pc.root
	switch {
	case strings.HasPrefix(entry, "/"):
		base = "/"
	case strings.HasPrefix(entry, "~/"):
		base, entry = pc.home, entry[2:]
	}
	rel, ok := below(joinPath(base, strings.TrimPrefix(strings.TrimPrefix(entry, "/"), "./")), p.Abs)
	if !ok || p.Known {
		return true
	}
	pat, _, _ := strings.Cut(p.pat, "/")
	name, _, _ := strings.Cut(rel, "/")
	return hasMeta(name) || matchComponent(pat, name)
}

// scopeEntry tells whether an entry covers a path, or the path holds what the entry covers. The
// links in an entry's last component are not followed: else a link that is put in the place of an
// allowed directory would move the scope.
func (c *Context) scopeEntry(entry string, p *Path) (covers, holds bool) {
	pc := c.prepare()
	covers, holds = patternMatches(entry, p.Abs, pc.home, pc.root)
	if covers || len(entry) < 2 || entry[0] != '/' || hasMeta(entry) || c.Command.cfg.state == nil {
		return covers, holds
	}
	entry = trimSlash(entry)
	dir := parentDir(entry)
	real := joinPath(c.physicalOnce(dir), baseName(entry))
	if dir == "/" {
		real = c.physicalOnce(entry) // /tmp, which macOS keeps elsewhere
	}
	if real == entry {
		return covers, holds
	}
	again, holdsAgain := patternMatches(real, p.Abs, pc.home, pc.root)
	return again, holds || holdsAgain
}
