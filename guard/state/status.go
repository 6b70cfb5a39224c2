package state

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/bashguard/bashguard/guard"
)

const (
	trackedKinds = guard.Staged | guard.Unstaged | guard.Unmerged
	allKinds     = trackedKinds | guard.UntrackedNew | guard.IgnoredNew
)

// listing is one answer of git status.
type listing struct {
	kinds   guard.ChangeKind // those that it can hold
	paths   []string         // relative; none for the whole tree
	changes []guard.Uncommitted
	cut     bool
	why     string
}

// Changes lists what is not committed.
func (r *repo) Changes(what guard.ChangeKind, paths ...string) ([]guard.Uncommitted, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	l, scope := r.list(what, paths)
	if l.why != "" {
		return nil, false
	}
	var list []guard.Uncommitted
	for i := range l.changes {
		c := &l.changes[i]
		if c.Kind&what != 0 && r.inAny(c.Path, scope) {
			list = append(list, guard.Uncommitted{Path: c.Path, Kind: c.Kind & what})
		}
	}
	return list, true
}

// inAny tells whether a change lies at or below one of the relative paths. A whole untracked
// directory also counts for what is in it: such a listing was made for that path.
func (r *repo) inAny(path string, scope []string) bool {
	if len(scope) == 0 {
		return true
	}
	path, dir := strings.CutSuffix(path, "/")
	for _, rel := range scope {
		p := filepath.Join(r.root, rel)
		if below(path, p) || dir && below(p, path) {
			return true
		}
	}
	return false
}

// Dirty tells whether tracked files have changes.
func (r *repo) Dirty(paths ...string) guard.Answer { return r.any(trackedKinds, paths) }

// Untracked tells whether there are files that are neither tracked nor ignored.
func (r *repo) Untracked(paths ...string) guard.Answer { return r.any(guard.UntrackedNew, paths) }

func (r *repo) any(what guard.ChangeKind, paths []string) guard.Answer {
	list, ok := r.Changes(what, paths...)
	switch {
	case !ok:
		r.m.mu.Lock()
		defer r.m.mu.Unlock()
		l, _ := r.list(what, paths)
		return guard.MaybeBecause(l.why)
	case len(list) == 0:
		return guard.No
	}
	return guard.Yes
}

// list returns a listing that has the kinds for the paths, and the paths relative to the root:
// none for the whole tree.
func (r *repo) list(what guard.ChangeKind, paths []string) (l *listing, scope []string) {
	if r.root == "" {
		return &listing{why: "the repository has no work tree"}, nil
	}
	rel := make([]string, 0, len(paths))
	for _, p := range paths {
		s, ok := r.relative(p)
		if !ok {
			return &listing{why: p + " is outside the work tree"}, nil
		}
		if s == "" {
			rel = nil
			break
		}
		rel = append(rel, s)
	}
	mode, args := trackedKinds, []string{"status", "--porcelain=v2", "-z", "--no-renames", "--ignore-submodules=dirty"}
	switch {
	case what&guard.IgnoredNew != 0:
		mode = allKinds
		args = append(args, "--untracked-files=normal", "--ignored=traditional")
	case what&guard.UntrackedNew != 0:
		mode = trackedKinds | guard.UntrackedNew
		args = append(args, "--untracked-files=normal", "--ignored=no")
	default:
		args = append(args, "--untracked-files=no", "--ignored=no")
	}
	for i := range r.listings {
		l := r.listings[i]
		if l.why != "" && len(l.paths) == 0 && l.kinds&mode == mode {
			return l, rel // what failed once is not tried again on a part
		}
		// A listing of the whole tree has every tracked file, but names a new directory once.
		if l.kinds&mode == mode && (sameList(l.paths, rel) || len(l.paths) == 0 && mode == trackedKinds) {
			return l, rel
		}
	}
	args = append(append(args, "--"), rel...)
	o := r.ask(args...)
	if o.why == "" && o.code != 0 {
		o.why = "git status failed"
	}
	l = &listing{kinds: mode, paths: rel, why: o.why, cut: o.cut}
	if o.why == "" {
		l.changes = r.parseStatus(o.text)
	}
	r.listings = append(r.listings, l)
	return l, rel
}

func sameList(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// relative returns a path relative to the root, "" for the root and what is above it. The
// directory of the path is resolved, not a link in its last place: git tracks the link.
func (r *repo) relative(path string) (string, bool) {
	path = filepath.Clean(path)
	if below(r.root, path) {
		return "", true
	}
	if !below(path, r.root) || r.root == "/" {
		path = filepath.Join(r.m.realpath(filepath.Dir(path)), filepath.Base(path))
	}
	if below(r.root, path) {
		return "", true
	}
	if !below(path, r.root) {
		return "", false
	}
	return strings.TrimPrefix(path[len(r.root):], "/"), true
}

// parseStatus reads the output of git status --porcelain=v2 -z. The last record may be cut off.
func (r *repo) parseStatus(text string) []guard.Uncommitted {
	var list []guard.Uncommitted
	for text != "" {
		record, rest, whole := strings.Cut(text, "\x00")
		if text = rest; !whole || len(record) < 3 {
			break
		}
		fields := 0 // before the path
		kind := guard.ChangeKind(0)
		switch record[0] {
		case '1':
			fields = 8
		case '2':
			fields = 9
			_, text, _ = strings.Cut(text, "\x00")
		case 'u':
			fields, kind = 10, guard.Unmerged
		case '?':
			fields, kind = 1, guard.UntrackedNew
		case '!':
			fields, kind = 1, guard.IgnoredNew
		default:
			continue
		}
		path := record
		for range fields {
			_, path, _ = strings.Cut(path, " ")
		}
		if path == "" {
			continue
		}
		path = r.root + "/" + path
		if r.root == "/" {
			path = path[1:]
		}
		if kind == 0 {
			kind = r.trackedKind(record, path)
		}
		if kind != 0 {
			list = append(list, guard.Uncommitted{Path: path, Kind: kind})
		}
	}
	return list
}

// trackedKind reads the two letters of a tracked file: what the index did to it since HEAD and
// what the work tree did since the index.
func (r *repo) trackedKind(record, path string) guard.ChangeKind {
	if len(record) < 9 {
		return guard.Staged | guard.Unstaged
	}
	index, tree, submodule := record[2], record[3], record[5] == 'S'
	var kind guard.ChangeKind
	if index != '.' && index != 'D' {
		kind |= guard.Staged
	}
	// A submodule's commit is not touched, and its files are not looked at.
	if tree != '.' && tree != 'D' && !submodule {
		kind |= guard.Unstaged
	}
	// git rm --cached leaves the file, and what gives the old one back overwrites it.
	if index == 'D' && r.m.Stat(path) == guard.FileRegular {
		kind |= guard.Staged | guard.Unstaged
	}
	return kind
}

// Ignored tells whether git ignores a path and tracks nothing below it.
func (r *repo) Ignored(path string) guard.Answer {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	l, scope := r.list(allKinds, []string{path})
	if l.why != "" {
		return guard.MaybeBecause(l.why)
	}
	if l.cut {
		return guard.MaybeBecause("git has more to say of " + path + " than is read")
	}
	if len(scope) == 0 {
		return guard.No // the root is never ignored
	}
	rel := scope[0]
	full := filepath.Join(r.root, rel)
	some := false
	for i := range l.changes {
		c := &l.changes[i]
		switch {
		case !r.inAny(c.Path, scope):
		case c.Kind != guard.IgnoredNew:
			return guard.No
		case below(full, strings.TrimSuffix(c.Path, "/")):
			return guard.Yes
		default:
			some = true
		}
	}
	tracked := r.tracked(rel)
	if !tracked.IsNo() {
		if tracked.IsYes() {
			return guard.No
		}
		return tracked
	}
	if some {
		return guard.Yes // all that is below it is ignored
	}
	o := r.ask("check-ignore", "-q", "--", "./"+rel) // it takes no literal pathspecs, and ./ keeps : from being magic
	if o.why != "" {
		return guard.MaybeBecause(o.why)
	}
	return answer(o.code == 0)
}

// Tracked tells whether a file at or below the path is tracked.
func (r *repo) Tracked(path string) guard.Answer {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	rel, ok := r.relative(path)
	if !ok {
		return guard.No
	}
	return r.tracked(rel)
}

func (r *repo) tracked(rel string) guard.Answer {
	args := []string{"ls-files", "--cached", "-z", "--"}
	if rel != "" {
		args = append(args, rel)
	}
	o := r.ask(args...)
	switch {
	case o.why != "":
		return guard.MaybeBecause(o.why)
	case o.code != 0:
		return guard.MaybeBecause("git ls-files failed with " + strconv.Itoa(o.code))
	}
	return answer(o.text != "")
}
