package guard

import (
	"path"
	"strings"
)

// Where examples are read: the home, and a repository in it with the branch feature/x checked
// out, main as the default branch and uncommitted work.
const (
	exampleHome   = "/home/dev"
	exampleRoot   = "/home/dev/app"
	exampleBranch = "feature/x"
)

// CheckExamples runs the rule's own examples. The error is a *RuleError whose culprit is the
// example that failed. The rule must be one that compiles.
func (u *UserRule) CheckExamples() error {
	rule, err := u.Compile()
	if err != nil {
		return err
	}
	for _, example := range u.Matches {
		want := u.Severity
		text, clean := strings.CutPrefix(example, "clean: ")
		text, ask := strings.CutPrefix(text, "ask: ")
		if ask {
			want = Ask
		}
		switch found, troubled := rule.try(text, clean); {
		case found == want:
		case troubled != "":
			return &RuleError{u.ID, example, "this example of matches cannot be read: " + troubled}
		case found == None:
			return &RuleError{u.ID, example, "this example of matches is not found by the rule"}
		case found == Ask && !ask:
			return &RuleError{u.ID, example, "the rule only asks about this example of matches: begin it with `ask: ` if that is meant"}
		default:
			return &RuleError{u.ID, example, "the rule says " + found.String() + " of this example of matches, not " + want.String()}
		}
	}
	for _, example := range u.Passes {
		text, clean := strings.CutPrefix(example, "clean: ")
		if found, _ := rule.try(text, clean); found != None {
			return &RuleError{u.ID, example, "this example of passes is found by the rule"}
		}
	}
	return nil
}

// exampleLimits keep the examples of a large file, which a project may bring along, from making
// the hook late. An example is a line or two.
func exampleLimits() Limits {
	return Limits{SourceBytes: MaxExampleBytes, Steps: 500, Words: 64, WordBytes: 4 * MaxExampleBytes}
}

// try tells what a rule alone says of a command in the standard context, and why the command
// could not be read where that is so.
func (r *Rule) try(text string, clean bool) (found Verdict, trouble string) {
	cmd := Parse(text, In(exampleRoot), Home(exampleHome), Root(exampleRoot), With(exampleState{clean: clean}),
		Limit(exampleLimits()))
	c := &Context{Command: cmd, Policy: &Policy{}, rule: r, severity: r.Severity, leaf: -1}
	if r.MatchCommand != nil {
		r.MatchCommand(c)
	} else {
		for i, l := range cmd.leaves {
			c.leaf = i
			r.Match(c, l)
		}
	}
	found = None
	for i := range c.findings {
		found = Worse(found, c.findings[i].Severity)
	}
	if len(cmd.troubles) > 0 {
		trouble = cmd.troubles[0].Why
	}
	return found, trouble
}

// exampleState is the machine that examples are read on: nothing is there but the repository,
// in which everything is tracked and changed, or clean.
type exampleState struct{ clean bool }

func (exampleState) Stat(p string) FileKind {
	switch p {
	case "/", path.Dir(exampleHome), exampleHome, exampleRoot, exampleRoot + "/.git":
		return FileDir
	}
	return FileUnknown // examples name files without making them
}

func (exampleState) Readlink(string) (string, bool)      { return "", false }
func (exampleState) ReadFile(string, int) ([]byte, bool) { return nil, false }
func (exampleState) Glob(string, int) ([]string, bool)   { return nil, false }

func (s exampleState) Repo(dir, gitDir string) Repo {
	if gitDir != "" || dir != exampleRoot && !strings.HasPrefix(dir, exampleRoot+"/") {
		return nil
	}
	return exampleRepo(s)
}

type exampleRepo struct{ clean bool }

func (exampleRepo) Root() string                        { return exampleRoot }
func (exampleRepo) GitDir() string                      { return exampleRoot + "/.git" }
func (exampleRepo) CommonDir() string                   { return exampleRoot + "/.git" }
func (exampleRepo) Branch() (string, bool)              { return exampleBranch, true }
func (exampleRepo) DefaultBranch(string) (string, bool) { return "main", true }
func (exampleRepo) PushTarget() (string, bool)          { return exampleBranch, true }
func (exampleRepo) Config(string) (string, bool)        { return "", false }
func (exampleRepo) Ignored(string) Answer               { return No }
func (exampleRepo) Tracked(string) Answer               { return Yes }
func (exampleRepo) Untracked(...string) Answer          { return No }
func (exampleRepo) IsCommit(string) Answer              { return Maybe }

func (r exampleRepo) Dirty(...string) Answer {
	if r.clean {
		return No
	}
	return Yes
}

func (r exampleRepo) Changes(what ChangeKind, _ ...string) ([]Uncommitted, bool) {
	if r.clean || what&Unstaged == 0 {
		return nil, true
	}
	return []Uncommitted{{Path: exampleRoot + "/file.go", Kind: Unstaged}}, true
}

// Examples name branches without making them.
func (exampleRepo) IsBranch(name string) Answer {
	if name == "main" || name == exampleBranch {
		return Yes
	}
	return Maybe
}
