package guard

// State answers questions about the machine that a verdict may depend on. Rules ask it only
// when they must. Implementations are read-only, run no configured program and answer in
// bounded time; what they cannot tell is Unknown, which rules count as the bad case.
// A nil State knows nothing. Package guard/state has the one for the real machine.
type State interface {
	// Stat tells what stands at an absolute path, following no final symlink.
	Stat(path string) FileKind
	// Readlink returns the target of a symlink, as it is stored.
	Readlink(path string) (target string, ok bool)
	// ReadFile returns the content of a regular file of at most limit bytes.
	ReadFile(path string, limit int) (content []byte, ok bool)
	// Glob returns the paths that an absolute pattern (path.Match syntax, one directory level a
	// component) matches, at most limit; ok is false when it cannot tell.
	Glob(pattern string, limit int) (paths []string, ok bool)
	// Repo returns the git repository whose work tree (or git directory) holds dir; nil when there
	// is none or it cannot be told. gitDir, when not "", is the value of GIT_DIR or --git-dir.
	Repo(dir, gitDir string) Repo
}

// FileKind is what stands at a path.
type FileKind uint8

// The kinds of file. The zero value is not known.
const (
	FileUnknown FileKind = iota
	FileMissing
	FileRegular
	FileDir
	FileSymlink
	FileDevice // a block device
	FileOther
)

// Repo answers questions about one git repository. Paths are absolute. An unknown answer is
// Maybe with its reason.
type Repo interface {
	// Root is the top of the work tree, "" for a bare repository.
	Root() string
	// GitDir is the absolute path of the git directory, CommonDir that which worktrees share.
	GitDir() string
	CommonDir() string
	// Branch is the branch that is checked out; ok is false when detached or not known.
	Branch() (name string, ok bool)
	// DefaultBranch is the remote's default branch (refs/remotes/REMOTE/HEAD, else main or master if
	// just one exists); ok is false when it cannot be told. remote may be "".
	DefaultBranch(remote string) (name string, ok bool)
	// PushTarget is the branch on the remote that a plain `git push` of the current branch updates,
	// by push.default, branch.*.merge and remote.*.push.
	PushTarget() (branch string, ok bool)
	// Config returns the last value of a configuration key in the repository's and the user's
	// configuration files.
	Config(key string) (value string, ok bool)
	// Changes lists what is not committed at or below the paths (all of the work tree when there is
	// none), of the kinds asked for; ok is false when it cannot be told. A file that is only deleted
	// is no change: nothing is lost when git gives it back.
	Changes(what ChangeKind, paths ...string) (list []Uncommitted, ok bool)
	// Dirty: there are uncommitted changes to tracked files at or below one of the paths (all of
	// the work tree when there is none).
	Dirty(paths ...string) Answer
	// Untracked: there are files at or below one of the paths that are neither tracked nor ignored.
	Untracked(paths ...string) Answer
	// Ignored: the path is ignored by git and nothing below it is tracked.
	Ignored(path string) Answer
	// Tracked: a file at or below the path is tracked.
	Tracked(path string) Answer
	// IsBranch: the name is a local branch or a remote-tracking one that checkout would take.
	// IsCommit: the name names a commit-ish (branch, tag, hash, HEAD~1).
	IsBranch(name string) Answer
	IsCommit(name string) Answer
}

// ChangeKind says in which way a file differs from what is committed. It is a set.
type ChangeKind uint8

// The kinds of change.
const (
	Staged       ChangeKind = 1 << iota // the index differs from HEAD
	Unstaged                            // the work tree differs from the index
	Unmerged                            // in conflict
	UntrackedNew                        // neither tracked nor ignored; a whole directory has one entry
	IgnoredNew                          // ignored; a whole directory has one entry
)

// Uncommitted is one entry of Repo.Changes.
type Uncommitted struct {
	Path string // absolute; a whole untracked or ignored directory ends in a slash
	Kind ChangeKind
}
