package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/guard"
)

// maxInput is how much of a file or of standard input is read. It is above every limit on a
// source text, so a longer one is refused for its size and never judged by its beginning.
const maxInput = 64 << 20

// target is what is judged: the text and the name to show before positions, "" for a command.
type target struct{ text, name string }

// targetFlags are the flags that say what is judged and where it would run; check and explain
// have the same.
type targetFlags struct {
	request
	command, file string
	colour        string
}

func (f *targetFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.command, "command", "c", "", "judge this text, even when a file has its name")
	flags.StringVarP(&f.file, "file", "f", "", "judge the content of this file")
	flags.StringVar(&f.Cwd, "cwd", "", "directory in which it would run (default: this one)")
	flags.StringVar(&f.Home, "home", "", "home directory of who would run it (default: yours)")
	flags.StringVar(&f.Root, "root", "", "root of the project (default: found from the directory)")
	flags.StringVar(&f.Shell, "shell", "bash", "shell that would run it")
	flags.StringVar(&f.Mode, "mode", "", "permission mode of the host: default, plan, acceptEdits, auto, dontAsk, bypassPermissions")
	flags.StringVar(&f.colour, "color", "auto", "colour the output: auto, always or never")
	for name, values := range map[string][]string{
		"shell": {"bash", "zsh", "sh", "dash"},
		"mode":  {"default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"},
		"color": {"auto", "always", "never"},
	} {
		// The only error is a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	for _, name := range []string{"cwd", "home", "root"} {
		_ = cmd.MarkFlagDirname(name)
	}
}

// read finds the text to be judged. An operand is a command; `-` is standard input; the path of
// an existing file (it has a slash or an extension, so that no program's name is taken for
// one) is that file, as is the operand of -f.
func (f *targetFlags) read(cmd *cobra.Command, args []string, stdin io.Reader) (target, error) {
	given := len(args)
	for _, name := range []string{"command", "file"} {
		if cmd.Flags().Changed(name) {
			given++
		}
	}
	switch {
	case given == 0:
		return target{}, fmt.Errorf("no command: write bashguard %s 'COMMAND', `-` for standard input, or -f FILE", cmd.Name())
	case len(args) > 1:
		return target{}, fmt.Errorf("%d operands: quote the command, as in bashguard %s '%s'", len(args), cmd.Name(), strings.Join(args, " "))
	case given > 1:
		return target{}, errors.New("more than one command: give an operand, -c or -f")
	case cmd.Flags().Changed("command"):
		return target{text: f.command}, nil
	case cmd.Flags().Changed("file"):
		return readFile(f.file)
	case args[0] == "-":
		text, err := readAll(stdin)
		if err != nil {
			return target{}, fail(exitInput, fmt.Errorf("reading standard input: %w", err))
		}
		return target{text: text, name: "stdin"}, nil
	case namesFile(args[0]):
		return readFile(args[0])
	}
	return target{text: args[0]}, nil
}

// namesFile tells whether an operand is meant as a script file.
func namesFile(operand string) bool {
	if !strings.Contains(operand, "/") && filepath.Ext(operand) == "" || strings.ContainsRune(operand, 0) {
		return false
	}
	info, err := os.Stat(operand)
	return err == nil && info.Mode().IsRegular()
}

func readFile(name string) (target, error) {
	file, err := os.Open(name)
	if err != nil {
		return target{}, fail(exitInput, err)
	}
	defer file.Close()
	text, err := readAll(file)
	if err != nil {
		return target{}, fail(exitInput, fmt.Errorf("reading %s: %w", name, err))
	}
	return target{text: text, name: name}, nil
}

func readAll(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxInput))
	return string(text), err
}

func newCheckCommand(s *streams) *cobra.Command {
	var f targetFlags
	var asJSON, jsonl bool
	cmd := &cobra.Command{
		Use:   "check {COMMAND | - | FILE}",
		Short: "say what the guard says of a command",
		Long: `Judges a command as the hook would, prints the findings with their place in the text, and
leaves the verdict in the exit code: 0 no opinion (or allow), 1 ask, 2 deny.

The operand is the command, in quotes; - reads it from standard input. The path of an existing
file, with a slash or an extension in it, is read as a script; -c and -f leave no doubt.

With --jsonl each line of standard input is a request, {"command": "...", "id": ..., "cwd": "...",
"home": "...", "shell": "...", "permission_mode": "..."}, of which only the command is needed,
and each is answered by one line; the exit code is 0 whatever the verdicts.`,
		Example: `  bashguard check 'git push -f origin main'
  bashguard check --json -f deploy.sh
  bashguard check --jsonl < requests.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if jsonl {
				if asJSON || len(args) > 1 || len(args) == 1 && args[0] != "-" || cmd.Flags().Changed("command") {
					return errors.New("--jsonl reads requests from standard input or -f FILE and takes no command")
				}
				return checkBatch(s, cmd, f)
			}
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
			src := newSource(tgt.text)
			if asJSON {
				return writeJSON(s.out, diagnostics(src, judged.result.Findings))
			}
			writeFindings(s.out, p, src, tgt.name, judged)
			return nil
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the findings as a JSON list of diagnostics")
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, "answer requests, one JSON object a line")
	return cmd
}

func checkBatch(s *streams, cmd *cobra.Command, f targetFlags) error {
	j, err := newJudge()
	if err != nil {
		return err
	}
	in := s.in
	if cmd.Flags().Changed("file") {
		file, err := os.Open(f.file)
		if err != nil {
			return fail(exitInput, err)
		}
		defer file.Close()
		in = file
	}
	return j.batch(in, s.out, f.request)
}

// writeFindings prints what was found, the worst first, and the verdict.
func writeFindings(w io.Writer, p palette, src *source, name string, judged *judgement) {
	for i := range judged.result.Findings {
		writeFinding(w, p, src, name, &judged.result.Findings[i])
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "verdict: %s%s\n", p.verdict(judged.verdict, judged.verdict.String()), verdictNote(judged))
}

// writeFinding prints one finding: a line that editors and grep understand, the source, the advice.
func writeFinding(w io.Writer, p palette, src *source, name string, f *guard.Finding) {
	line, column := src.position(f.Span.Start)
	place := fmt.Sprintf("%d:%d", line, column)
	if name != "" {
		place = name + ":" + place
	}
	fmt.Fprintf(w, "%s: %s %s: %s\n", p.paint(bold, printable(place)), p.verdict(f.Severity, f.Severity.String()), p.paint(cyan, ruleID(f)), printable(f.Message))
	src.underline(w, p, f.Span, verdictColour(f.Severity))
	if f.Rule != nil && f.Rule.Why != "" {
		fmt.Fprintf(w, "  %s      %s\n", p.paint(dim, "why"), printable(f.Rule.Why))
	}
	if f.Instead != "" {
		fmt.Fprintf(w, "  %s  %s\n", p.paint(dim, "instead"), printable(f.Instead))
	}
}

// verdictNote says why the verdict is not simply the worst finding's.
func verdictNote(judged *judgement) string {
	switch {
	case judged.policy.Mode != guard.Enforce:
		return fmt.Sprintf(" (the policy's mode is %s: nothing is refused)", judged.policy.Mode)
	case judged.verdict != judged.result.Verdict:
		return " (an ask that nobody would see)"
	case judged.verdict == guard.None:
		return " (no opinion: the host decides)"
	}
	return ""
}
