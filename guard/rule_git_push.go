package guard

import (
	"path"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// pushKind is what a push does to one ref of the remote.
type pushKind uint8

const (
	pushPlain pushKind = iota
	pushLease
	pushForce
	pushDelete
)

// pushRef is one ref that a push updates.
type pushRef struct {
	kind    pushKind
	branch  string // without refs/heads/; may be a pattern
	tag     bool
	pattern bool
	unknown bool
	shown   string // as written
}

const (
	pushInstead   = "push to a branch of your own, `git push --force-with-lease --force-if-includes origin HEAD:refs/heads/your-branch`, then a pull request"
	deleteInstead = "a protected branch is deleted by a human, on the server"
)

// matchGitForcePush reports pushes that rewrite or delete branches of a remote.
func matchGitForcePush(c *Context, l *shell.Leaf) {
	p := l.Parsed
	switch {
	case p.Sub == "push" && p.Canonical() != "gh":
		c.gitCall(l).push()
	case p.Sub == "send-pack" || p.Sub == "http-push":
		g := c.gitCall(l)
		if p.Has("dry-run") {
			return
		}
		refs := []pushRef(nil)
		for i := range p.Operands[min(1, len(p.Operands)):] {
			refs = append(refs, g.refspec(&p.Operands[i+1], forceIf(p.Has("force"))))
		}
		if p.Has("mirror") || p.Has("all") && p.Has("force") || len(refs) == 0 && p.Has("force") {
			refs = append(refs, pushRef{kind: pushForce, unknown: true, shown: "all refs"})
		}
		g.judge("", refs)
	case l.Program == "gh" && hasWord(l.Args, "repo") && hasWord(l.Args, "sync"):
		if p.Given("--force") == 1 {
			c.ReportInstead(l, "gh repo sync --force resets a branch to what the source has", "`gh repo sync`, which refuses when commits would be lost")
		}
	case l.Program == "hg" || l.Program == "chg" || l.Program == "sl":
		if operand(p, 0) == "push" && (p.Given("-f") == 1 || p.Given("--force") == 1) {
			c.askInstead(l, l.Program+" push --force makes new heads on the remote", "`"+l.Program+" pull` and merge first")
		}
	}
}

func forceIf(force bool) pushKind {
	if force {
		return pushForce
	}
	return pushPlain
}

// push reads git push.
func (g *gitCall) push() {
	p := g.p
	if p.Has("dry-run") {
		return
	}
	kind := pushPlain
	if o := p.Option("force-with-lease"); o != nil && !o.Negated {
		kind = pushLease
	}
	if p.Has("force") {
		kind = pushForce // git asks for no lease then
	}
	specs := p.Operands
	remote := ""
	if len(specs) > 0 {
		if text, known := specs[0].Known(); known {
			remote = text
		}
		specs = specs[1:]
	} else if o := p.Option("repo"); o != nil {
		remote, _ = o.Value.Known()
	}
	if p.Has("delete") {
		kind = pushDelete
	}
	// Most pushes are plain: then nothing needs to be looked up.
	if kind == pushPlain && !p.Has("mirror", "prune") && !anyForced(specs) {
		if len(specs) > 0 || p.Has("tags", "all", "branches") {
			return
		}
		if r := g.repo(); r == nil || !g.configuredForce(r, remote) {
			return
		}
		kind = pushForce
	}
	var refs []pushRef
	switch {
	case p.Has("mirror"):
		refs = append(refs, pushRef{kind: pushForce, unknown: true, shown: "every branch (--mirror)"})
	case p.Has("all", "branches") && kind != pushPlain:
		refs = append(refs, pushRef{kind: kind, unknown: true, shown: "every branch (--all)"})
	}
	if p.Has("prune") {
		refs = append(refs, pushRef{kind: pushDelete, unknown: true, shown: "every branch that is not here (--prune)"})
	}
	for i := 0; i < len(specs); i++ {
		if text, _ := specs[i].Known(); text == "tag" && i+1 < len(specs) {
			i++
			refs = append(refs, pushRef{kind: kind, tag: true, shown: "tag " + specs[i].String()})
			continue
		}
		refs = append(refs, g.refspec(&specs[i], kind))
	}
	if len(refs) == 0 {
		if p.Has("tags") {
			refs = append(refs, pushRef{kind: kind, tag: true, shown: "all tags"})
		} else if kind != pushDelete {
			refs = append(refs, g.pushTarget(kind))
		}
	}
	g.judge(remote, refs)
}

// anyForced tells whether a refspec forces or deletes.
func anyForced(specs []value.Word) bool {
	for i := range specs {
		if text, whole := specs[i].Prefix(); text != "" && (text[0] == '+' || text[0] == ':' && (len(text) > 1 || !whole)) {
			return true
		}
	}
	return false
}

// configuredForce tells whether the remote's configuration makes a plain push a forced one.
func (g *gitCall) configuredForce(r Repo, remote string) bool {
	if remote == "" {
		remote = "origin"
		if branch, ok := r.Branch(); ok {
			if name, ok := r.Config("branch." + branch + ".remote"); ok {
				remote = name
			}
		}
	}
	if v, ok := r.Config("remote." + remote + ".mirror"); ok && strings.EqualFold(v, "true") {
		return true
	}
	v, ok := r.Config("remote." + remote + ".push")
	return ok && strings.HasPrefix(v, "+")
}

// refspec reads one refspec: [+]SRC[:DST].
func (g *gitCall) refspec(w *value.Word, kind pushKind) pushRef {
	ref := pushRef{kind: kind, shown: shown(w)}
	text, whole := w.Prefix()
	if rest, forced := strings.CutPrefix(text, "+"); forced {
		text = rest
		if ref.kind != pushDelete {
			ref.kind = pushForce
		}
	}
	if strings.HasPrefix(text, ":") && (len(text) > 1 || !whole) {
		ref.kind = pushDelete
	}
	src, dst, both := cutWord(w)
	if both {
		if dst.IsEmpty() && src.IsEmpty() || dst.IsEmpty() {
			ref.unknown = true // ":" is every branch that both sides have
			return ref
		}
	} else {
		dst = src
	}
	name, all := dst.Known()
	switch {
	case !all && !both && g.isCurrent(&dst):
		return g.named(ref, g.current())
	case !all && !dst.HasUnknown():
		name, ref.pattern = dst.String(), true
	case !all:
		// What is known before the first unknown piece may still tell that it is another branch.
		prefix, _ := dst.Prefix()
		name, ref.pattern = prefix+"*", true
		ref.unknown = prefix == "" || prefix == "refs/" || prefix == "refs/heads/"
	case !both && (name == "HEAD" || name == "@"):
		return g.named(ref, g.current())
	}
	return g.named(ref, name)
}

// cutWord splits a refspec at its colon and takes the plus off.
func cutWord(w *value.Word) (src, dst value.Word, both bool) {
	if w.Pieces == nil {
		a, b, ok := strings.Cut(strings.TrimPrefix(w.Lit, "+"), ":")
		return value.Lit(a), value.Lit(b), ok
	}
	for i := range w.Pieces {
		p := w.Pieces[i]
		if i == 0 && p.Kind == value.Text {
			p.Text = strings.TrimPrefix(p.Text, "+")
		}
		to := &src
		if both {
			to = &dst
		} else if p.Kind != value.Unknown {
			if a, b, ok := strings.Cut(p.Text, ":"); ok {
				p.Text = a
				if a != "" {
					src.Append(p)
				}
				both = true
				p.Text = b
				to = &dst
				if b == "" {
					continue
				}
			}
		}
		to.Append(p)
	}
	return src, dst, both
}

// named fills in the ref that a name means.
func (g *gitCall) named(ref pushRef, name string) pushRef {
	switch {
	case name == "" || name == "HEAD" || name == "@":
		ref.unknown = true // the remote's own HEAD, or no branch that is known
		return ref
	case strings.HasPrefix(name, "refs/tags/"), strings.HasPrefix(name, "tags/"):
		ref.tag = true
	case strings.HasPrefix(name, "refs/heads/"):
		name = name[len("refs/heads/"):]
	case strings.HasPrefix(name, "heads/"):
		name = name[len("heads/"):]
	case strings.HasPrefix(name, "refs/"):
		if strings.Contains(name, "*") && strings.HasPrefix("refs/heads/", name[:strings.IndexByte(name, '*')]) {
			ref.unknown = true
			return ref
		}
		ref.tag = true // no branch: notes, refs/for/main of Gerrit
	}
	ref.branch = name
	ref.pattern = ref.pattern || strings.Contains(name, "*")
	return ref
}

// judge reports what a push does to the branches of a remote.
func (g *gitCall) judge(remote string, refs []pushRef) {
	for i := range refs {
		ref := &refs[i]
		if ref.kind == pushPlain {
			continue
		}
		protected := ref.unknown || !ref.tag && g.protects(remote, ref)
		verb, instead := "force-pushes to ", pushInstead
		if ref.kind == pushDelete {
			verb, instead = "deletes on the remote ", deleteInstead
		}
		what := ref.branch
		if what == "" || ref.unknown {
			what = ref.shown
		}
		switch {
		case ref.kind == pushLease && (!protected || ref.unknown):
		case ref.kind == pushLease:
			g.c.askInstead(g.l, "this rewrites "+what+", which others build on", "push to a branch of your own, `git push origin HEAD:refs/heads/your-branch`, then a pull request")
		case ref.unknown && what == "":
			g.c.report(g.l, g.c.rule.Severity, "this "+verb+"a branch that cannot be told", "name the branch: `git push --force-with-lease --force-if-includes origin your-branch`")
		case ref.unknown:
			g.c.report(g.l, g.c.rule.Severity, "this "+verb+what+": which branch that is cannot be told, or it is the default one", instead)
		case protected:
			g.c.report(g.l, g.c.rule.Severity, "this "+verb+what+", which is protected", instead)
		case ref.kind == pushDelete:
			g.c.askInstead(g.l, "this "+verb+what, "`git branch -r --merged` shows what is not needed any more")
		default:
			g.c.askInstead(g.l, "this "+verb+what+" without a lease", "`git push --force-with-lease --force-if-includes`")
		}
	}
}

// protects tells whether a branch, or one that a pattern matches, is the default or a
// protected one.
func (g *gitCall) protects(remote string, ref *pushRef) bool {
	if g.c.Policy != nil {
		for _, name := range g.c.Policy.ProtectedBranches {
			if ref.is(name) {
				return true
			}
			if ok, err := path.Match(name, ref.branch); ok || err != nil && name == ref.branch {
				return true
			}
			if prefix, ok := strings.CutSuffix(name, "/**"); ok && strings.HasPrefix(ref.branch, prefix+"/") {
				return true
			}
		}
	}
	known := false
	if r := g.repo(); r != nil {
		for _, from := range [...]string{remote, ""} {
			if name, ok := r.DefaultBranch(from); ok {
				known = true
				if ref.is(name) {
					return true
				}
			}
		}
	}
	return !known && (ref.is("trunk") || ref.is("develop") || ref.is("development"))
}

// is tells whether the ref is a branch or its pattern matches it.
func (r *pushRef) is(branch string) bool {
	if r.pattern {
		return wildMatch(r.branch, branch)
	}
	return r.branch == branch
}
