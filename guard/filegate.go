package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// Change is what is about to be done to a file. The zero value is the widest: written.
type Change uint8

// The changes.
const (
	Writes  Change = iota // created or overwritten
	Edits                 // changed in place
	Deletes               // removed
	Moves                 // moved away
)

// FileChange is one file that is about to be changed, not by a command but by a file tool.
type FileChange struct {
	// Path is absolute, relative to the directory given with In, or begins with ~/.
	Path   string
	Change Change
}

// changeRows say of each change what a leaf that makes it looks like. The names are no programs
// of any rule.
var changeRows = [...]struct {
	name string
	kind program.Kind
}{
	Writes:  {"Write", program.Write},
	Edits:   {"Edit", program.Edit},
	Deletes: {"Delete", program.Delete},
	Moves:   {"Move", program.Move},
}

// CheckFiles judges changes of files by the same rules that judge commands: a change is a program
// with that one effect.
func CheckFiles(p *Policy, changes []FileChange, opts ...Option) *Result {
	cmd := &Command{}
	for _, o := range opts {
		o(&cmd.cfg)
	}
	for _, change := range changes {
		cmd.addChange(change)
	}
	return Check(cmd, p)
}

// CheckWrite is CheckFiles for paths that are about to be written.
func CheckWrite(p *Policy, paths []string, opts ...Option) *Result {
	changes := make([]FileChange, len(paths))
	for i := range paths {
		changes[i].Path = paths[i]
	}
	return CheckFiles(p, changes, opts...)
}

// addChange adds a change as a leaf. The source is the list of the paths, so that spans have
// something to point at.
func (c *Command) addChange(change FileChange) {
	name := change.Path
	if rest, ok := strings.CutPrefix(name, "~"); ok && (rest == "" || rest[0] == '/') && c.cfg.home != "" {
		name = c.cfg.home + rest
	}
	row := changeRows[Writes]
	if int(change.Change) < len(changeRows) {
		row = changeRows[change.Change]
	}
	if c.Source != "" {
		c.Source += "\n"
	}
	word := value.Lit(name)
	word.Pos = len(c.Source)
	c.Source += change.Path
	word.End = len(c.Source)
	args := []value.Word{word}
	c.leaves = append(c.leaves, &shell.Leaf{
		Program: row.name,
		Name:    value.Lit(row.name),
		Args:    args,
		Parsed:  &program.Parsed{Program: row.name, Args: args, Operands: args, OperandIndex: []int{0}, Rest: -1, DashDash: -1},
		Effects: []program.Effect{{Kind: row.kind, Word: word}},
		Kinds:   row.kind,
		Cwd:     shell.Dir{Path: c.cfg.cwd, Known: c.cfg.cwd != ""},
		Pos:     word.Pos,
		End:     word.End,
	})
}
