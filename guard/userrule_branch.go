package guard

import (
	"path"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// onBranch tells whether the branch that a call of git is about is one of the patterns: what it
// pushes to, switches to, makes, moves or deletes, and else the one that is checked out.
func (c *Context) onBranch(l *shell.Leaf, patterns []string) Answer {
	if l.Program == "" {
		return Maybe
	}
	if l.Parsed.Canonical() != "git" {
		return No
	}
	g := c.gitCall(l)
	p := l.Parsed
	switch p.Sub {
	case "push":
		return g.pushesTo(patterns)
	case "checkout", "switch":
		if len(p.Operands) > 0 && p.Operands[0].HasUnknown() && p.DashDash != 0 {
			return wordIsBranch(&p.Operands[0], patterns)
		}
		if name, switches := g.switchesTo(); switches {
			return branchIs(name, patterns)
		}
		if p.Unsure {
			return Maybe
		}
		return No
	case "branch", "update-ref":
		answer := No
		if p.Unsure {
			answer = Maybe
		}
		for i := range p.Operands {
			answer = answer.Or(wordIsBranch(&p.Operands[i], patterns))
			if p.Sub == "update-ref" {
				break // what follows are hashes
			}
		}
		return answer
	}
	return branchIs(g.current(), patterns)
}

// pushesTo tells whether a push updates or deletes one of the branches on the remote.
func (g *gitCall) pushesTo(patterns []string) Answer {
	p := g.p
	if p.Has("all", "branches", "mirror") {
		return MaybeBecause("it pushes every branch")
	}
	answer := No
	if p.Unsure {
		answer = Maybe
	}
	for i := 1; i < len(p.Operands); i++ {
		if text, _ := p.Operands[i].Known(); text == "tag" {
			i++ // tag NAME
			continue
		}
		ref := g.refspec(&p.Operands[i], pushPlain)
		answer = answer.Or(refIs(&ref, patterns))
	}
	if len(p.Operands) > 1 || p.Has("tags", "delete") {
		return answer
	}
	ref := g.pushTarget(pushPlain)
	return answer.Or(refIs(&ref, patterns))
}

func refIs(ref *pushRef, patterns []string) Answer {
	switch {
	case ref.tag:
		return No
	case ref.unknown:
		return MaybeBecause("the branch that it pushes to is not known")
	case !ref.pattern:
		return branchIs(ref.branch, patterns)
	}
	for _, pattern := range patterns {
		if strings.ContainsAny(pattern, "*?[") || wildMatch(ref.branch, pattern) {
			return MaybeBecause("the branch that it pushes to is not wholly known")
		}
	}
	return No
}

// wordIsBranch tells whether a word names one of the branches; what is known of it must fit.
func wordIsBranch(w *value.Word, patterns []string) Answer {
	if text, known := w.Known(); known {
		return branchIs(text, patterns)
	}
	if w.Splits() {
		return Maybe
	}
	for _, pattern := range patterns {
		if mayMatch(w, pattern) {
			return Maybe
		}
	}
	return No
}

// branchIs tells whether a name is one of the branches; "" is a branch that is not known.
func branchIs(name string, patterns []string) Answer {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "refs/"), "heads/")
	if name == "" {
		return MaybeBecause("the branch is not known")
	}
	for _, pattern := range patterns {
		if pattern == name {
			return Yes
		}
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return Yes
		}
		if prefix, deep := strings.CutSuffix(pattern, "/**"); deep && strings.HasPrefix(name, prefix+"/") {
			return Yes
		}
	}
	return No
}
