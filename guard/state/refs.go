package state

import (
	"path/filepath"
	"strings"

	"github.com/bashguard/bashguard/guard"
)

// Branch is the branch that is checked out.
func (r *repo) Branch() (string, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.branch()
}

func (r *repo) branch() (string, bool) {
	target, ok := r.symbolic(r.gitDir, "HEAD")
	if !ok {
		return "", false
	}
	return strings.CutPrefix(target, "refs/heads/")
}

// symbolic reads a symbolic ref.
func (r *repo) symbolic(dir, ref string) (target string, ok bool) {
	if r.reftable {
		o := r.run("--no-pager", "symbolic-ref", "-q", ref)
		return strings.TrimSpace(o.text), o.why == "" && o.code == 0
	}
	path := filepath.Join(dir, ref)
	if r.m.Stat(path) == guard.FileSymlink { // how it was once done
		target, ok = r.m.Readlink(path)
		return target, ok && strings.HasPrefix(target, "refs/")
	}
	content, ok := r.m.ReadFile(path, 4096)
	if !ok {
		return "", false
	}
	target, ok = strings.CutPrefix(string(content), "ref:")
	return strings.TrimSpace(target), ok
}

// hasRef tells whether a full ref exists.
func (r *repo) hasRef(ref string) bool {
	if strings.Contains(ref, "..") || strings.HasSuffix(ref, "/") || strings.Contains(ref, "//") {
		return false
	}
	if r.reftable {
		o := r.run("--no-pager", "rev-parse", "-q", "--verify", "--end-of-options", ref)
		return o.why == "" && o.code == 0
	}
	if r.m.Stat(filepath.Join(r.commonDir, ref)) == guard.FileRegular {
		return true
	}
	if !r.packedRead {
		r.packedRead = true
		if content, ok := r.m.ReadFile(filepath.Join(r.commonDir, "packed-refs"), packedBytes); ok {
			r.packed = packedNames(string(content))
		}
	}
	return r.packed[ref]
}

// packedNames reads the names in a packed-refs file.
func packedNames(content string) map[string]bool {
	names := make(map[string]bool, strings.Count(content, "\n"))
	for line := range strings.Lines(content) {
		if line[0] == '#' || line[0] == '^' {
			continue
		}
		if _, name, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " "); ok {
			names[name] = true
		}
	}
	return names
}

// remotes lists the names of the configured remotes.
func (r *repo) remotes() []string {
	r.readAll()
	var names []string
	for i := range r.all.list {
		rest, ok := strings.CutPrefix(r.all.list[i].key, "remote.")
		if !ok {
			continue
		}
		end := strings.LastIndexByte(rest, '.')
		if end <= 0 || rest[end:] != ".url" && rest[end:] != ".fetch" {
			continue
		}
		if name := rest[:end]; len(names) == 0 || !contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

// DefaultBranch is the default branch of a remote: what refs/remotes/REMOTE/HEAD says, else
// main or master when just one of them exists.
func (r *repo) DefaultBranch(remote string) (string, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	if remote == "" {
		remote = r.defaultRemote()
	}
	prefix := "refs/remotes/" + remote + "/"
	if target, ok := r.symbolic(r.commonDir, prefix+"HEAD"); ok {
		if name, ok := strings.CutPrefix(target, prefix); ok {
			return name, true
		}
	}
	for _, at := range [...]string{prefix, "refs/heads/"} {
		main, master := r.hasRef(at+"main"), r.hasRef(at+"master")
		switch {
		case main && !master:
			return "main", true
		case master && !main:
			return "master", true
		case main && master:
			return "", false
		}
	}
	// A repository without a commit has the branch that HEAD names.
	if name, ok := r.branch(); ok && !r.hasRef("refs/heads/"+name) {
		return name, true
	}
	return "", false
}

// defaultRemote is origin, or the only remote there is.
func (r *repo) defaultRemote() string {
	if names := r.remotes(); len(names) == 1 {
		return names[0]
	}
	return "origin"
}

// PushTarget is the branch that a plain git push of the current branch updates.
func (r *repo) PushTarget() (string, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	branch, ok := r.branch()
	if !ok {
		return "", false
	}
	upstreamRemote, _ := r.config("branch." + branch + ".remote")
	remote, ok := r.config("branch." + branch + ".pushremote")
	if !ok {
		remote, ok = r.config("remote.pushdefault")
	}
	if !ok {
		if remote = upstreamRemote; remote == "" {
			remote = r.defaultRemote()
		}
	}
	if v, ok := r.config("remote." + remote + ".mirror"); ok {
		if mirror, _ := truth(v); mirror {
			return "", false
		}
	}
	if specs := r.values(normalKey("remote." + remote + ".push")); len(specs) > 0 {
		if len(specs) > 1 {
			return "", false // each updates something
		}
		return pushedBy(specs[0], branch)
	}
	merge, _ := r.config("branch." + branch + ".merge")
	merge = strings.TrimPrefix(merge, "refs/heads/")
	mode, _ := r.config("push.default")
	switch mode {
	case "current", "", "simple":
		return branch, true // simple pushes to a branch of the same name or not at all
	case "upstream", "tracking":
		return merge, merge != "" && (upstreamRemote == "" || upstreamRemote == remote)
	}
	return "", false // matching: several; nothing: none
}

// pushedBy is where a configured refspec sends a branch.
func pushedBy(spec, branch string) (string, bool) {
	src, dst, both := strings.Cut(strings.TrimPrefix(spec, "+"), ":")
	if !both {
		dst = src
	}
	full := "refs/heads/" + branch
	switch {
	case strings.Contains(src, "*") || src == "":
		return "", false // more than this branch
	case src != full && src != branch && src != "HEAD" && src != "@":
		return "", false
	case dst == "HEAD" || dst == "@" || !both && (src == "HEAD" || src == "@"):
		return branch, true
	}
	if !strings.HasPrefix(dst, "refs/") {
		return dst, true
	}
	return strings.CutPrefix(dst, "refs/heads/")
}

// IsBranch tells whether checkout takes the name for a branch.
func (r *repo) IsBranch(name string) guard.Answer {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	switch {
	case name == "", name == "HEAD", name == "@":
		return guard.No
	case name == "-" || strings.HasPrefix(name, "@{-"):
		return guard.Yes
	case r.hasRef("refs/heads/" + name):
		return guard.Yes
	case strings.HasPrefix(name, "refs/"):
		return answer(strings.HasPrefix(name, "refs/heads/") && r.hasRef(name))
	}
	for _, remote := range r.remotes() {
		if r.hasRef("refs/remotes/" + remote + "/" + name) {
			return guard.Yes
		}
	}
	return guard.No
}

func answer(is bool) guard.Answer {
	if is {
		return guard.Yes
	}
	return guard.No
}

// IsCommit tells whether the name stands for a commit: a branch, a tag, a hash, HEAD~1.
func (r *repo) IsCommit(name string) guard.Answer {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	if name == "" || name[0] == '-' && name != "-" {
		return guard.No
	}
	base := name
	if i := strings.IndexAny(base, "~^@:"); i > 0 {
		base = base[:i]
	}
	known := base == "HEAD" || base == "@" || base == "-" ||
		r.hasRef("refs/heads/"+base) || r.hasRef("refs/tags/"+base) || r.hasRef("refs/remotes/"+base) ||
		r.hasRef("refs/remotes/"+base+"/HEAD") || r.hasRef("refs/"+base) ||
		strings.HasPrefix(base, "refs/") && r.hasRef(base)
	switch {
	case known && base == name:
		return guard.Yes
	case !known && base == name && !isHex(base) && !strings.HasSuffix(base, "_HEAD"):
		// What is left is the output of git describe: v1.2-3-gabc1234.
		if i := strings.LastIndex(base, "-g"); i < 0 || !isHex(base[i+2:]) {
			return guard.No
		}
	}
	o := r.run("--no-pager", "rev-parse", "-q", "--verify", "--end-of-options", name+"^{commit}")
	if o.why != "" {
		if strings.Contains(o.why, "git failed") {
			return guard.No // not a revision at all
		}
		return guard.MaybeBecause(o.why)
	}
	return answer(o.code == 0)
}

// isHex tells whether a text may be an abbreviated hash.
func isHex(s string) bool {
	if len(s) < 4 || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}
