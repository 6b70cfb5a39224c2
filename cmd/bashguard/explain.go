package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/guard"
)

func newExplainCommand(s *streams) *cobra.Command {
	var f targetFlags
	cmd := &cobra.Command{
		Use:   "explain {COMMAND | - | FILE}",
		Short: "show how a command is read, and why the guard says what it says",
		Long: `Shows each program that would run: where it stands in the text, the wrappers that it came through,
its arguments as they are after expansion, where it runs, what it does to files, and what of it is
not known and why. Then each rule that spoke, and what to write instead.

The operand and the exit code are as for check.`,
		Example: `  bashguard explain 'D=build; find "$D" -name "*.o" -print0 | xargs -0 rm -f'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			tgt, err := f.read(cmd, args, s.in)
			if err != nil {
				return err
			}
			p, err := newPalette(f.colour, s.out)
			if err != nil {
				return err
			}
			j, err := newJudge()
			if err != nil {
				return err
			}
			f.request.Command = tgt.text
			judged, err := j.judge(f.request)
			if err != nil {
				return err
			}
			s.code = verdictExit(judged.verdict)
			e := explainer{w: s.out, p: p, src: newSource(tgt.text), judged: judged}
			e.run(tgt.name)
			return nil
		},
	}
	f.register(cmd)
	return cmd
}

// maxShown is how many leaves are shown: a person who looks at more reads --jsonl.
const maxShown = 200

// explainer writes an explanation.
type explainer struct {
	w      io.Writer
	p      palette
	src    *source
	judged *judgement
}

func (e *explainer) run(name string) {
	leaves := e.judged.command.Leaves()
	worst := map[int]guard.Verdict{}
	for _, f := range e.judged.result.Findings {
		if v, ok := worst[f.Leaf]; !ok || guard.Worse(v, f.Severity) == f.Severity {
			worst[f.Leaf] = f.Severity
		}
	}
	for i := range leaves {
		if i == maxShown {
			fmt.Fprintf(e.w, "... %d more programs\n\n", len(leaves)-i)
			break
		}
		colour := green
		if v, ok := worst[i]; ok {
			colour = verdictColour(v)
		}
		e.leaf(i+1, leaves[i], colour)
	}
	if len(leaves) == 0 {
		fmt.Fprintf(e.w, "runs no program\n\n")
	}
	writeFindings(e.w, e.p, e.src, name, e.judged)
}

// leaf writes one program: its place and then what is known of it, a line each.
func (e *explainer) leaf(n int, l guard.Leaf, colour string) {
	program := l.Program()
	if program == "" {
		program = "a program that cannot be told"
	}
	fmt.Fprintf(e.w, "%s\n", e.p.paint(bold, fmt.Sprintf("%d. %s", n, printable(program))))
	e.src.underline(e.w, e.p, l.Span(), colour)
	e.row("name", e.differs(l.Name(), l.Program()))
	e.row("arguments", quoted(l.Args()))
	e.row("through", strings.Join(l.Via(), ", then "))
	e.row("in", l.Cwd())
	e.row("sets", strings.Join(l.Env(), " "))
	e.row("as", l.Circumstances())
	for _, effect := range l.Effects() {
		e.row(effect.Verb(), effect.What())
	}
	for _, u := range l.Unknown() {
		e.row("unknown", u.String())
	}
	fmt.Fprintln(e.w)
}

func (e *explainer) row(label, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(e.w, "  %s %s\n", e.p.paint(dim, fmt.Sprintf("%-10s", label)), printable(text))
}

// differs is a name that says more than the program's base name.
func (e *explainer) differs(name, program string) string {
	if name == program {
		return ""
	}
	return name
}

// quoted shows arguments so that each can be told from the next.
func quoted(args []string) string {
	out := make([]string, len(args))
	for i, arg := range args {
		if arg == "" || strings.ContainsAny(arg, " \t\n'\"") {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		out[i] = arg
	}
	return strings.Join(out, " ")
}
