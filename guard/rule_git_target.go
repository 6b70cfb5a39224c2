package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// isCurrent tells whether a word is the output of what prints the current branch.
func (g *gitCall) isCurrent(w *value.Word) bool {
	if len(w.Pieces) != 1 || w.Pieces[0].Kind != value.Unknown || w.Pieces[0].Name != "git" {
		return false
	}
	// Which call of git it was does not stand in the word. When all that print a name before
	// print the current branch, it was one of them.
	found := false
	for _, before := range g.c.Command.leaves[:max(g.c.leaf, 0)] {
		if before.Parsed.Canonical() != "git" {
			continue
		}
		switch p := before.Parsed; p.Sub {
		case "branch":
			if !p.Has("show-current") {
				return false
			}
			found = true
		case "rev-parse":
			if !p.Has("abbrev-ref") || operand(p, 0) != "HEAD" && operand(p, 0) != "@" {
				return false
			}
			found = true
		case "symbolic-ref":
			if operand(p, 0) != "HEAD" {
				return false
			}
			found = true
		case "for-each-ref", "ls-remote", "log", "show", "tag", "reflog show", "reflog", "config", "name-rev", "describe", "remote", "rev-list", "show-ref":
			return false
		}
	}
	return found
}

// current is the branch that is checked out when the call runs, "" when it cannot be told. The
// command may have switched before.
func (g *gitCall) current() string {
	for i := g.c.leaf - 1; i >= 0; i-- {
		before := g.c.Command.leaves[i]
		p := before.Parsed
		switch p.Canonical() {
		case "gh":
			if hasWord(before.Args, "pr") && hasWord(before.Args, "checkout") {
				return "the pull request's branch"
			}
			continue
		case "git":
		default:
			continue
		}
		b := &gitCall{c: g.c, l: before, p: p}
		switch p.Sub {
		case "checkout", "switch":
			if b.dir() != g.dir() {
				continue
			}
			if to, switches := b.switchesTo(); switches {
				return to
			}
		case "branch":
			if p.Has("move", "M") && len(p.Operands) == 1 {
				return operand(p, 0)
			}
		case "init", "clone":
			return "" // a repository that is not there yet
		case "stash branch", "flow", "town", "bisect", "bisect start", "bisect reset", "worktree add":
			if p.Sub != "worktree add" {
				return ""
			}
		}
	}
	r := g.repo()
	if r == nil {
		return ""
	}
	name, _ := r.Branch()
	return name
}

// switchesTo is the branch that git checkout or git switch goes to.
func (g *gitCall) switchesTo() (branch string, switches bool) {
	p := g.p
	for _, name := range [...]string{"b", "B", "c", "C", "orphan", "create", "force-create"} {
		if o := p.Option(name); o != nil && o.HasValue {
			branch, _ = o.Value.Known()
			return branch, true
		}
	}
	if p.Has("detach") {
		return "", true
	}
	switch {
	case len(p.Operands) == 0:
		return "", false
	case p.Sub == "checkout" && (len(p.Operands) > 1 || p.DashDash == 0 || !g.isRevision(&p.Operands[0], 1)):
		return "", false // files
	}
	name := operand(p, 0)
	if name == "-" || strings.HasPrefix(name, "@{") {
		return "", true
	}
	if p.Has("track") {
		_, name, _ = strings.Cut(name, "/")
	}
	return name, true
}

// pushTarget is what a push without refspecs updates.
func (g *gitCall) pushTarget(kind pushKind) pushRef {
	ref := pushRef{kind: kind}
	r := g.repo()
	branch := g.current()
	if branch == "" || r == nil {
		ref.unknown = true
		return ref
	}
	if v, ok := g.override("push.default"); ok {
		mode, _ := v.Known()
		if mode == "current" || mode == "simple" {
			return g.named(ref, branch)
		}
		if mode != "upstream" && mode != "tracking" {
			ref.unknown = true
			return ref
		}
		merge, ok := r.Config("branch." + branch + ".merge")
		ref.unknown = !ok
		return g.named(ref, merge)
	}
	if g.pushOverridden() {
		ref.unknown = true
		return ref
	}
	if now, ok := r.Branch(); ok && now == branch {
		target, ok := r.PushTarget()
		if !ok {
			ref.unknown = true
			return ref
		}
		return g.named(ref, target)
	}
	// Another branch than the one of now.
	mode, _ := r.Config("push.default")
	switch mode {
	case "", "simple", "current":
		if _, set := r.Config("remote.origin.push"); !set {
			return g.named(ref, branch)
		}
	}
	ref.unknown = true
	return ref
}

// pushOverridden tells whether -c sets what decides where a push goes.
func (g *gitCall) pushOverridden() bool {
	for i := range g.p.Global {
		if o := &g.p.Global[i]; o.Name == "c" {
			key, _ := o.Value.Prefix()
			key = strings.ToLower(key)
			if strings.HasPrefix(key, "push.") || strings.HasPrefix(key, "branch.") || strings.HasPrefix(key, "remote.") {
				return true
			}
		}
	}
	return false
}
