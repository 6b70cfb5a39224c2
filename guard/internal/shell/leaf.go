// Package shell reads shell text into leaves: the programs that would run, with what is
// known of their arguments. It is a small abstract interpreter over the syntax tree of
// mvdan.cc/sh and the only package that imports that parser.
package shell

import (
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// Leaf is one program that would run.
type Leaf struct {
	// Program is the base name of the program, "" when it cannot be told (Name says what is known).
	Program string
	// Name is argv[0] as read, before the directory was taken off.
	Name value.Word
	// Args are the arguments after the name. An argument that is not wholly known may stand for
	// any number of words: see value.Word.Splits.
	Args []value.Word
	// Parsed is Args read by the program's own grammar. Never nil.
	Parsed *program.Parsed
	// Effects are what the leaf does to files, redirects included.
	Effects []program.Effect
	// Kinds is the union of the effects' kinds.
	Kinds program.Kind
	// Env are the assignments in front of it and those that wrappers make, exported ones that
	// the text made before it included.
	Env []Assign
	// Redirects, in order.
	Redirects []Redirect
	// Via are the wrappers it came through, outermost first: "sudo", "bash -c", "xargs".
	Via []string
	// Cwd is the directory it runs in.
	Cwd Dir
	// Stdin is what it would read, nil when nothing is known to flow in.
	Stdin *value.Word
	// Code is text in another language that it executes (python -c, an SQL client's statements,
	// awk programs), nil when there is none. Known and unknown pieces as in any word.
	Code []value.Word
	// Calls are the calls of interest in that code.
	Calls []Call
	// Pos and End are byte offsets in the outermost source.
	Pos, End int
	// Remote: it runs in another host or container, so local paths mean nothing (/ still is a root).
	Remote bool
	// Elevated: it runs as another user, root as a rule: sudo, doas, su.
	Elevated bool
	// Maybe: not certain to be what bash runs (one of several readings); it gives at most ask.
	Maybe bool
	// Forks: the leaf is a function that calls itself in a pipeline or in the background.
	Forks bool
}

// Call is a call of interest in code of another language. What it runs is in leaves of its own,
// what it does to files in the leaf's effects.
type Call struct {
	Kind string // as lang.CallKind.String has it
	Name string // shutil.rmtree
	Args []value.Word
}

// Assign is NAME=value.
type Assign struct {
	Name  string
	Value value.Word
}

// Redirect is one redirection.
type Redirect struct {
	Op   string // <, >, >>, >|, &>, &>>, <>, >&, <&, <<, <<<
	Fd   int    // -1 when not written: 0 or 1 by Op
	Word value.Word
	// Pos and End are byte offsets in the outermost source.
	Pos, End int
}

// Dir is a working directory.
type Dir struct {
	// Path is absolute and lexically clean when Known.
	Path  string
	Known bool
	// Word is what is known of it otherwise.
	Word value.Word
	// Else is another directory it may be when the cd before it fails; "" for none.
	Else string
}

// Executed is text of which something is executed that cannot be known, such as what curl
// sends to a shell.
type Executed struct {
	Word     value.Word // what is executed
	By       string     // "bash", "eval", "source", "python3"
	Via      []string
	Pos, End int
	Remote   bool
}

// Trouble is something that could not be read or decided, with its reason.
type Trouble struct {
	Code     TroubleCode
	Why      string // a sentence without a full stop
	Pos, End int
}

// TroubleCode classes troubles.
type TroubleCode string

// The codes of trouble.
const (
	SyntaxError TroubleCode = "syntax" // the parser rejects it; bash may run it or part of it
	OddBytes    TroubleCode = "bytes"  // NUL, CR, control bytes, bad UTF-8
	LimitHit    TroubleCode = "limit"  // a named limit was reached
	OddShape    TroubleCode = "shape"  // parser and bash may disagree here
	OtherShell  TroubleCode = "shell"  // a shell that is not read here (PowerShell, fish, csh)
)

// Result is everything that one reading found.
type Result struct {
	Leaves   []*Leaf
	Executed []Executed
	Troubles []Trouble
}

// Files is the little that reading may ask of the file system. A nil Files knows nothing.
type Files interface {
	// ReadFile returns at most limit bytes of a regular file; ok is false when it cannot be read,
	// is larger or is no regular file.
	ReadFile(path string, limit int) (content []byte, ok bool)
	// Glob returns the paths that an absolute pattern matches, at most limit of them; ok is false
	// when that is not known.
	Glob(pattern string, limit int) (paths []string, ok bool)
	// IsDir tells whether a directory stands at the path; known is false when that is not known.
	IsDir(path string) (is, known bool)
}
