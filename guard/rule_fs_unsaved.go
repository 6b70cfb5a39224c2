package guard

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// maxLooked is how many names of one pattern are looked up in a repository. More than that is a
// sweep that a human should see anyway.
const maxLooked = 64

// matchUnsaved asks about deletes inside the project of what git cannot give back.
func (c *Context) matchUnsaved(l *shell.Leaf) {
	for i := range l.Effects {
		if c.listsUntracked(&l.Effects[i]) {
			c.ReportInstead(l, "this deletes what git lists as files that it does not have", "keep them first: `git stash push -u`; `git clean -n` shows what they are")
			return
		}
		d := c.judgeDeletion(l, &l.Effects[i])
		if d.loss != lossInside {
			continue
		}
		if what := c.unsaved(l, &d); what != "" {
			c.Report(l, what)
			return
		}
	}
}

// listsUntracked tells whether what is deleted comes from git ls-files --others: next to git clean -f.
func (c *Context) listsUntracked(e *program.Effect) bool {
	if e.Kind&program.Delete == 0 {
		return false
	}
	for i := range e.Word.Pieces {
		if p := &e.Word.Pieces[i]; p.Kind != value.Unknown || p.Name != "git" {
			continue
		}
		for _, git := range c.Command.leaves {
			if git.Program == "git" && git.Parsed.Sub == "ls-files" && git.Parsed.Has("o", "others") && !git.Parsed.Has("i", "ignored") {
				return true
			}
		}
	}
	return false
}

// unsaved says what a delete in the project loses for good, "" for nothing.
func (c *Context) unsaved(l *shell.Leaf, d *deletion) string {
	st := c.Command.cfg.state
	if !d.all {
		// A plain file: an untracked one is what rm is for, changes to a tracked one are work.
		if st == nil || !d.path.Known {
			return ""
		}
		repo := c.repoOf(st, d.path.Abs)
		if repo == nil || st.Stat(d.path.Abs) == FileMissing || !repo.Dirty(d.path.Abs).IsYes() {
			return ""
		}
		return fmt.Sprintf("this deletes %s, which has changes that are not committed", d.path.Abs)
	}
	paths := []string{d.path.Abs}
	if !d.path.Known && !(d.path.All && d.e.Recursive) {
		if st == nil || !d.path.Glob {
			return fmt.Sprintf("this deletes %s in the project, and what git has of it cannot be told", d.path.String())
		}
		pattern := strings.ReplaceAll(d.path.pat, "[!", "[^") // as path.Match writes it
		found, ok := st.Glob(joinPath(escapePattern(d.path.Abs), pattern), maxLooked)
		if !ok {
			return fmt.Sprintf("this deletes all that matches %s in the project", d.path.String())
		}
		paths = found
	}
	for _, p := range paths {
		rel, ok := below(p, c.prepare().root)
		if ok && (hasArtifact(rel) || rel == "*") { // a quoted * is a pattern that came to nothing
			continue
		}
		if st != nil {
			switch st.Stat(p) {
			case FileMissing:
				// Nothing there is nothing lost, unless the whole project is somewhere else.
				if root := c.prepare().root; root == "" || st.Stat(root) != FileMissing {
					continue
				}
			case FileDir:
				if !d.e.Recursive {
					continue
				}
			}
		}
		if what := c.lostFor(st, p); what != "" {
			return what
		}
	}
	return ""
}

func (c *Context) lostFor(st State, path string) string {
	repo := c.repoOf(st, path)
	if repo == nil {
		return fmt.Sprintf("this deletes %s, and no repository is known that has it", path)
	}
	if strings.HasPrefix(path, repo.GitDir()) {
		return ""
	}
	if repo.Ignored(path).IsYes() {
		return ""
	}
	untracked, dirty := repo.Untracked(path), repo.Dirty(path)
	switch {
	case untracked.IsYes():
		return fmt.Sprintf("this deletes %s with files that git has never seen", path)
	case dirty.IsYes():
		return fmt.Sprintf("this deletes %s with changes that are not committed", path)
	case untracked.IsMaybe(), dirty.IsMaybe():
		return fmt.Sprintf("this deletes %s, and whether git can give it back cannot be told", path)
	}
	return ""
}

func (c *Context) repoOf(st State, path string) Repo {
	if st == nil {
		return nil
	}
	return st.Repo(parentDir(path), "")
}
