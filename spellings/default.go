package spellings

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/bashguard/bashguard/spellings/jail"
)

// defaultWorld is where commands without a world of their own are run: a project with a few files,
// in which the command's own programs are recorders.
var defaultWorld = &jail.World{
	ID:  "default",
	Cwd: "/home/dev/app",
	Files: []jail.File{
		{Path: "/home/dev/app/README.md", Text: "# app\n"},
		{Path: "/home/dev/app/src/main.go", Text: "package main\n"},
		{Path: "/home/dev/app/x/", Mode: 0o755},
		{Path: "/home/dev/app/build/out.o", Text: "o\n"},
		{Path: "/home/dev/notes.txt", Text: "notes\n"},
	},
}

// recorded lists the programs that a text calls by a plain name: those that are replaced by recorders.
// Shells are not, or no text for one could be followed.
func recorded(text string) []string {
	s, err := Parse(text)
	if err != nil {
		return nil
	}
	var names []string
	for _, c := range s.Programs() {
		name := base(c.Name)
		if !slices.Contains(shells, name) && !slices.Contains(names, name) && syntax.ValidName("x"+safeName(name)) {
			names = append(names, name)
		}
	}
	return names
}

// concurrent tells whether commands of a text run at the same time.
func concurrent(text string) bool {
	s, err := Parse(text)
	if err != nil {
		return false
	}
	found := false
	syntax.Walk(s.File, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryCmd:
			found = found || n.Op == syntax.Pipe || n.Op == syntax.PipeAll
		case *syntax.Stmt:
			found = found || n.Background
		case *syntax.ProcSubst, *syntax.CoprocClause:
			found = true
		}
		return true
	})
	return found
}

var shells = []string{"bash", "sh", "dash", "zsh", "env", "busybox"}

// base is the last part of a program's path.
func base(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			return name[i+1:]
		}
	}
	return name
}

// safeName takes out what names of programs may hold beside letters, digits and underscores.
func safeName(name string) string {
	out := []byte{}
	for i := range len(name) {
		if c := name[i]; c != '-' && c != '.' && c != '+' {
			out = append(out, c)
		}
	}
	return string(out)
}
