package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// streams are all that a verb may read and write, and the exit code that it leaves.
type streams struct {
	in       io.Reader
	out, err io.Writer
	code     int
}

// runCommand runs every verb but the hook's: it builds the command tree, which costs more
// than the hook may take. The result is the exit code.
func runCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	s := &streams{in: stdin, out: stdout, err: stderr}
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(stderr, "bashguard: internal error: %v\n%s", fault, debug.Stack())
			code = exitInternal
		}
	}()
	root := newRootCommand(s)
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		return s.code
	}
	fmt.Fprintf(stderr, "bashguard: %v\n", err)
	if f := (*failure)(nil); errors.As(err, &f) {
		return f.code
	}
	fmt.Fprintln(stderr, "run `bashguard --help` for the verbs and their flags")
	return exitUsage
}

// newRootCommand is the command tree: one file a verb.
func newRootCommand(s *streams) *cobra.Command {
	showVersion := false
	root := &cobra.Command{
		Use:   "bashguard",
		Short: "reads a shell command as bash does and refuses disasters",
		Long: `bashguard reads a shell command as bash does, says what it would run, read, write, delete
and send, and refuses disasters however they are spelled. It is the hook that an AI coding
agent's host calls before each command, and a tool to see what that hook would say and why.

Exit codes: 0 no opinion (or allow), 1 ask, 2 deny, 64 a wrong call, 66 an input that cannot
be read, 70 a fault of bashguard itself, 78 a policy file that is wrong.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if showVersion {
				fmt.Fprintln(s.out, "bashguard", version())
				return nil
			}
			return cmd.Help()
		},
	}
	// Not cobra's own: a version template links text/template in, and with it every method there is.
	root.Flags().BoolVarP(&showVersion, "version", "v", false, "show the version")
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.AddCommand(
		newCheckCommand(s),
		newExplainCommand(s),
		newRulesCommand(s),
		newPolicyCommand(s),
		newHookCommand(s),
		newInitCommand(s),
		newUninstallCommand(s),
		newLogCommand(s),
		newSpellingsCommand(s),
	)
	return root
}
