package guard

import (
	"fmt"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// Leaf is one program that a command would run, with what is known of how.
type Leaf struct{ l *shell.Leaf }

// Program is the base name of the program: rm for /bin/rm. It is "" when it cannot be told.
func (l Leaf) Program() string { return l.l.Program }

// Name is the program as it is called, argv[0], after expansion.
func (l Leaf) Name() string { return l.l.Name.String() }

// Args are the arguments after expansion. What is not known of them stands as it was written:
// $DIR, $(date).
func (l Leaf) Args() []string {
	out := make([]string, len(l.l.Args))
	for i := range l.l.Args {
		out[i] = l.l.Args[i].String()
	}
	return out
}

// Arg is an argument in its pieces.
type Arg struct{ w value.Word }

// Arguments are the arguments with what is known of each.
func (l Leaf) Arguments() []Arg {
	out := make([]Arg, len(l.l.Args))
	for i := range l.l.Args {
		out[i] = Arg{l.l.Args[i]}
	}
	return out
}

// Known returns the text of an argument that is wholly known.
func (a Arg) Known() (string, bool) { return a.w.Known() }

// String renders the argument, unknown pieces as they were written.
func (a Arg) String() string { return a.w.String() }

// Origin lists where the unknown pieces come from: "network", "environment"; "" when all is known.
func (a Arg) Origin() string {
	if !a.w.HasUnknown() {
		return ""
	}
	return a.w.Origin().String()
}

// Span is where the argument stands in the source, in bytes.
func (a Arg) Span() Span { return Span{a.w.Pos, a.w.End} }

// Sub is the subcommand: "push" of git push, "compose down" of docker compose down; "" when the
// program has none.
func (l Leaf) Sub() string { return l.l.Parsed.Sub }

// Given tells whether an option was given, as a person writes it: --force, -f.
func (l Leaf) Given(flag string) Answer { return given(l.l, flag) }

// Via are the wrappers that it came through, outermost first: sudo, bash, xargs.
func (l Leaf) Via() []string { return append([]string{}, l.l.Via...) }

// Cwd is the directory in which it runs; what is not known of it stands as it was written.
func (l Leaf) Cwd() string {
	if l.l.Cwd.Known {
		return l.l.Cwd.Path
	}
	return l.l.Cwd.Word.String()
}

// Span is where it stands in the source, in bytes. What executed text runs stands where that text
// is executed.
func (l Leaf) Span() Span { return Span{l.l.Pos, l.l.End} }

// Env are the assignments that it gets beside the host's environment: NAME=value.
func (l Leaf) Env() []string {
	out := make([]string, len(l.l.Env))
	for i, a := range l.l.Env {
		out[i] = a.Name + "=" + a.Value.String()
	}
	return out
}

// Redirect is a redirection of a leaf.
type Redirect struct {
	Op     string // <, >, >>, &>, <<<
	Fd     int    // the descriptor, -1 when not written
	Target string
	Span   Span
}

// Redirects are its redirections, in order.
func (l Leaf) Redirects() []Redirect {
	out := make([]Redirect, len(l.l.Redirects))
	for i, r := range l.l.Redirects {
		out[i] = Redirect{r.Op, r.Fd, r.Word.String(), Span{r.Pos, r.End}}
	}
	return out
}

// Circumstances says in words what else is known of how it runs: as another user, on another
// machine, not for certain.
func (l Leaf) Circumstances() string {
	var list []string
	if l.l.Elevated {
		list = append(list, "another user")
	}
	if l.l.Remote {
		list = append(list, "a process on another machine or in a container")
	}
	if l.l.Maybe {
		list = append(list, "one of several readings")
	}
	if l.l.Forks {
		list = append(list, "a function that calls itself without end")
	}
	if l.l.Cwd.Else != "" {
		list = append(list, "in "+l.l.Cwd.Else+" when the cd before it fails")
	}
	return strings.Join(list, "; ")
}

// Effect is one thing that a leaf does to a path or with data.
type Effect struct{ e *program.Effect }

// Effects are what the leaf does to files and sends, redirects included.
func (l Leaf) Effects() []Effect {
	out := make([]Effect, len(l.l.Effects))
	for i := range l.l.Effects {
		out[i] = Effect{&l.l.Effects[i]}
	}
	return out
}

// Verb is what is done: reads, writes, appends, edits, deletes, moves, changes, sends, runs, wipes, names.
func (e Effect) Verb() string {
	switch e.e.Kind {
	case program.Read:
		return "reads"
	case program.Write:
		return "writes"
	case program.Append:
		return "appends"
	case program.Edit:
		return "edits"
	case program.Delete:
		return "deletes"
	case program.Move:
		return "moves"
	case program.Attr:
		return "changes"
	case program.Send:
		return "sends"
	case program.Run:
		return "runs"
	case program.Device:
		return "wipes"
	case program.Name:
		return "names"
	}
	return fmt.Sprintf("effect %d", e.e.Kind)
}

// What is the path or the data, with its reach in words.
func (e Effect) What() string {
	s := e.e.Word.String()
	switch {
	case e.e.Contents:
		s += " (all that is in it)"
	case e.e.Recursive:
		s += " (with all below it)"
	}
	if e.e.Filtered {
		s += " (some of it)"
	}
	return s
}

// Unknown is a piece of a leaf's words that is not known.
type Unknown struct {
	Text   string // as it was written
	Origin string // where it comes from
}

// String says what is unknown and why.
func (u Unknown) String() string { return u.Text + " comes from " + u.Origin }

// Unknown lists what is not known of the program, its arguments and its directory.
func (l Leaf) Unknown() []Unknown {
	var out []Unknown
	add := func(w *value.Word) {
		for i := range w.Pieces {
			p := &w.Pieces[i]
			if p.Kind != value.Unknown {
				continue
			}
			u := Unknown{p.Text, p.Origin.String()}
			if p.Name != "" && p.Origin&value.Env != 0 {
				u.Origin = "the environment variable " + p.Name
			}
			out = append(out, u)
		}
	}
	add(&l.l.Name)
	for i := range l.l.Args {
		add(&l.l.Args[i])
	}
	if !l.l.Cwd.Known {
		add(&l.l.Cwd.Word)
	}
	return out
}
