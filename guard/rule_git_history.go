package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// matchGitHistory reports calls after which commits cannot be found again.
func matchGitHistory(c *Context, l *shell.Leaf) {
	if l.Program == "java" && !runsBFG(l) {
		return
	}
	if l.Program == "bfg" || l.Program == "java" {
		if len(l.Args) > 0 && !c.gitCall(l).backedUp() && !l.Parsed.Has("help", "version", "h") {
			c.Report(l, "bfg rewrites history")
		}
		return
	}
	g := c.gitCall(l)
	p := g.p
	switch p.Sub {
	case "reflog expire":
		if p.Has("dry-run") {
			return
		}
		for _, name := range [...]string{"expire", "expire-unreachable"} {
			if o := p.Option(name); o != nil && expiresNow(&o.Value) && (p.Has("all") || len(p.Operands) > 0) {
				c.Report(l, "git reflog expire --"+name+"="+o.Value.String()+" forgets where branches were, so that what was reset or amended away is gone")
				return
			}
		}
	case "gc":
		if o := p.Option("prune"); o != nil && !o.Negated && o.HasValue && expiresNow(&o.Value) {
			c.Report(l, "git gc --prune="+o.Value.String()+" deletes every commit that no branch names")
			return
		}
		for _, key := range [...]string{"gc.pruneExpire", "gc.reflogExpire", "gc.reflogExpireUnreachable"} {
			if v, ok := g.override(key); ok && expiresNow(&v) && p.Option("prune") == nil {
				c.Report(l, "git gc with "+key+"="+v.String()+" deletes every commit that no branch names")
				return
			}
		}
	case "prune":
		if p.Has("dry-run") {
			return
		}
		if o := p.Option("expire"); o == nil || !o.HasValue || expiresNow(&o.Value) {
			c.ReportInstead(l, "git prune deletes every object that no branch names, at once", "`git gc`, which keeps what is younger than two weeks; `git prune -n` shows what would go")
		}
	case "filter-branch", "filter-repo":
		if p.Has("analyze", "dry-run", "help", "version") || g.backedUp() {
			return
		}
		if g.locate(); g.fresh {
			return // of a clone made by this command the remote has everything
		}
		c.Report(l, "git "+p.Sub+" rewrites history without a backup")
	case "lfs migrate":
		if first := operand(p, 0); first != "info" && !g.backedUp() {
			c.Report(l, "git lfs migrate rewrites history without a backup")
		}
	case "branch":
		if p.Has("D") || p.Has("delete") && p.Has("force") {
			g.wholesale("branches")
		}
	case "tag":
		if p.Has("delete") {
			g.wholesale("tags")
		}
	case "update-ref":
		switch {
		case p.Has("d"):
			g.wholesale("refs")
		case p.Has("stdin"):
			n := deletions(l)
			if n > 1 || n < 0 && c.leaf > 0 && listsRefs(c.Command.leaves[c.leaf-1]) {
				c.ReportInstead(l, "git update-ref --stdin deletes refs wholesale", "`git bundle create ../refs.bundle --all` first, then delete them by name")
			}
		}
	case "config":
		g.expiryConfig()
	case "obliterate":
		c.Report(l, "git obliterate rewrites history") // git-extras
	}
}

// runsBFG tells whether java runs the BFG, a program that rewrites history.
func runsBFG(l *shell.Leaf) bool {
	for i := range l.Args {
		if text, _ := l.Args[i].Known(); strings.HasSuffix(text, ".jar") && strings.HasPrefix(baseName(text), "bfg") {
			return true
		}
	}
	return false
}

// listsRefs tells whether a leaf prints delete commands for refs.
func listsRefs(l *shell.Leaf) bool {
	if l.Program == "sed" || l.Program == "awk" {
		return true
	}
	if l.Parsed.Canonical() != "git" || l.Parsed.Sub != "for-each-ref" && l.Parsed.Sub != "show-ref" {
		return false
	}
	o := l.Parsed.Option("format")
	return o == nil || strings.Contains(o.Value.String(), "delete")
}

// wholesale reports the deletion of refs that a program lists.
func (g *gitCall) wholesale(what string) {
	if g.listed(g.p.Operands) && !g.listIsMerged() {
		g.c.ReportInstead(g.l, "this deletes "+what+" wholesale: all that a program lists",
			"`git branch --merged` lists what is not needed any more; delete the others by name after a look")
	}
}

// listIsMerged tells whether the list holds what is merged, or what the remote no longer has.
func (g *gitCall) listIsMerged() bool {
	for _, before := range g.c.Command.leaves[:max(g.c.leaf, 0)] {
		p := before.Parsed
		if p.Canonical() == "git" && (p.Sub == "branch" || p.Sub == "for-each-ref") && p.Has("merged") {
			return true
		}
		if before.Program == "grep" || before.Program == "awk" {
			for i := range before.Args {
				if strings.Contains(before.Args[i].String(), "gone") {
					return true
				}
			}
		}
	}
	return false
}

// expiresNow tells whether an expiry date leaves nothing.
func expiresNow(w *value.Word) bool {
	text, known := w.Known()
	if !known {
		return false
	}
	switch strings.ToLower(text) {
	case "now", "all", "0", "0.seconds.ago", "0 seconds ago", "0.days", "0.days.ago", "today", "1.second.ago", "1.second", "0.minutes.ago", "0.hours.ago":
		return true
	}
	return false
}

// expiryConfig reports settings by which the next git gc forgets everything.
func (g *gitCall) expiryConfig() {
	key, val, set := g.configSet()
	if !set {
		return
	}
	switch strings.ToLower(key) {
	case "gc.pruneexpire", "gc.reflogexpire", "gc.reflogexpireunreachable":
		if expiresNow(val) {
			g.c.Report(g.l, "git config "+key+" "+val.String()+" makes the next git gc forget every commit that no branch names")
		}
	}
}

// configSet reads git config KEY VALUE in its old and its new form.
func (g *gitCall) configSet() (key string, val *value.Word, set bool) {
	p := g.p
	if p.Has("get", "get-all", "get-regexp", "get-urlmatch", "list", "unset", "unset-all", "remove-section", "rename-section", "edit", "get-color", "get-colorbool") {
		return "", nil, false
	}
	words := p.Operands
	switch operand(p, 0) {
	case "set":
		words = words[1:]
	case "get", "list", "unset", "edit", "rename-section", "remove-section":
		return "", nil, false
	}
	if len(words) < 2 {
		return "", nil, false
	}
	key, known := words[0].Known()
	return key, &words[1], known
}

// operand returns operand i when it is known.
func operand(p *program.Parsed, i int) string {
	if i >= len(p.Operands) {
		return ""
	}
	text, _ := p.Operands[i].Known()
	return text
}

// backedUp tells whether the command itself copies the repository before this call.
func (g *gitCall) backedUp() bool {
	found := false
	g.chain(func(before *gitCall, other *shell.Leaf) bool {
		p := other.Parsed
		switch p.Canonical() {
		case "git":
			switch p.Sub {
			case "clone":
				found = found || p.Has("mirror", "bare", "no-hardlinks")
			case "bundle create":
				found = found || p.Has("all", "branches")
			case "branch", "tag":
				// Of one branch, a name on its old commit is a backup; filter-repo rewrites that, too.
				found = found || g.p.Sub == "filter-branch" && len(p.Operands) > 0 && !p.Has("delete", "D", "list") && !hasWord(g.p.Operands, "--all")
			}
		case "cp":
			found = found || p.Has("R", "r", "recursive", "a", "archive")
		case "rsync":
			found = found || p.Has("a", "archive", "r", "recursive")
		case "tar":
			found = found || p.Has("c", "create")
		}
		return !found
	})
	return found
}

func hasWord(words []value.Word, text string) bool {
	for i := range words {
		if t, known := words[i].Known(); known && t == text {
			return true
		}
	}
	return false
}
