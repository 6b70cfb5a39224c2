package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/guard/policy"
)

func newPolicyCommand(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "show, check and trust policies",
		Long: `A policy comes in layers: built in, managed (/etc/bashguard/policy.yaml), the user's
(~/.config/bashguard/policy.yaml) and the project's (.bashguard/policy.yaml). Later ones win, but
nobody loosens what the managed one sets, and a project may only tighten until you trust it.
docs/policy.md has every key.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newPolicyShowCommand(s),
		newPolicyCheckCommand(s),
		newPolicySchemaCommand(s),
		newPolicyTrustCommand(s),
		newPolicyUntrustCommand(s),
	)
	return cmd
}

// projectOptions are where the policy of a directory's project is; the directory's real path
// counts, as it does for the hook.
func projectOptions(args []string) (policy.Options, error) {
	dir := "."
	if len(args) > 0 {
		dir = args[0]
	}
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return policy.Options{}, fail(exitInput, fmt.Errorf("finding the project: %w", err))
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return policy.Options{Cwd: abs, Root: policy.FindRoot(abs), Home: home}, nil
}

func newPolicyShowCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [dir]",
		Short: "print the effective policy and where each value comes from",
		Long: `show prints the policy that holds in the directory's project, as a policy file with the layer,
file and line of each value beside it. In front stand the files, and what a layer tried to
loosen without being allowed to.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o, err := projectOptions(args)
			if err != nil {
				return err
			}
			_, report, err := policy.Load(o)
			if err != nil {
				return fail(exitConfig, err)
			}
			if asJSON {
				return writePolicyJSON(s.out, report)
			}
			out, err := report.YAML()
			if err != nil {
				return fail(exitInternal, err)
			}
			_, err = s.out.Write(out)
			return fail(exitInternal, err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func writePolicyJSON(out io.Writer, report *policy.Report) error {
	doc := struct {
		*policy.Report
		Loosened []policy.Loosening `json:"loosened"`
		Warnings []string           `json:"warnings"`
		Values   []policy.Value     `json:"values"`
	}{report, report.Loosened, report.Warnings, report.Values()}
	if doc.Loosened == nil {
		doc.Loosened = []policy.Loosening{}
	}
	if doc.Warnings == nil {
		doc.Warnings = []string{}
	}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return fail(exitInternal, enc.Encode(doc))
}

func newPolicyCheckCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "check [file...]",
		Short: "check policy files and the examples of their rules",
		Long: `check reads policy files and says what is wrong with them, with line and column. Without an
operand it reads the files that hold here and says also what a layer may not loosen.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return checkPolicyHere(s.out)
			}
			var all error
			for _, file := range args {
				layer := policy.User
				if filepath.Base(filepath.Dir(file)) == ".bashguard" {
					layer = policy.Project
				}
				if err := policy.Check(file, layer); err != nil {
					all = errors.Join(all, err)
				} else {
					fmt.Fprintf(s.out, "%s: ok\n", file)
				}
			}
			return fail(exitConfig, all)
		},
	}
}

func checkPolicyHere(out io.Writer) error {
	o, err := projectOptions(nil)
	if err != nil {
		return err
	}
	_, report, err := policy.Load(o)
	if err != nil {
		return fail(exitConfig, err)
	}
	for _, source := range report.Sources {
		if source.Present {
			fmt.Fprintf(out, "%s: ok\n", source.File)
		} else {
			fmt.Fprintf(out, "%s: no such file\n", source.File)
		}
	}
	for i := range report.Loosened {
		fmt.Fprintln(out, report.Loosened[i].String())
	}
	for _, warning := range report.Warnings {
		fmt.Fprintln(out, warning)
	}
	return nil
}

func newPolicySchemaCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "print the JSON schema of a policy file",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(s.out, policy.Schema())
			return fail(exitInternal, err)
		},
	}
}

func newPolicyTrustCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "trust [dir]",
		Short: "let a project's policy loosen too",
		Long: `trust records that you trust the policy of the directory's project as it stands: it may then
loosen what your own policy says, too. A changed policy is not trusted until you trust it again.
It asks on the terminal, and an agent cannot do it for you.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o, err := projectOptions(args)
			if err != nil {
				return err
			}
			if err := consents(s, os.Getenv, "trust"); err != nil {
				return fail(exitUsage, err)
			}
			return trustProject(s, o)
		},
	}
}

// trustProject shows what trust would change and asks.
func trustProject(s *streams, o policy.Options) error {
	_, report, err := policy.Load(o)
	if err != nil {
		return fail(exitConfig, err)
	}
	project := report.Sources[len(report.Sources)-1]
	if project.Layer != policy.Project || !project.Present {
		return fail(exitInput, fmt.Errorf("%s: %w", report.Root, policy.ErrNoPolicy))
	}
	if project.Trust == policy.Trusted {
		fmt.Fprintf(s.out, "%s is trusted already\n", project.File)
		return nil
	}
	fmt.Fprintf(s.out, "%s (%s)\n", project.File, project.Trust)
	for i := range report.Loosened {
		if l := &report.Loosened[i]; l.Origin.Layer == policy.Project {
			fmt.Fprintf(s.out, "  line %d would loosen %s: %s instead of %s\n", l.Origin.Line, l.Key, l.Tried, l.Kept)
		}
	}
	fmt.Fprint(s.out, "Trust it as it stands? Type yes: ")
	answer, err := bufio.NewReader(s.in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fail(exitInput, fmt.Errorf("reading the answer: %w", err))
	}
	if strings.TrimSpace(answer) != "yes" {
		return fail(exitUsage, errors.New("the project's policy stays untrusted"))
	}
	file, err := policy.TrustProject(o, project.Text)
	if err != nil {
		return fail(exitConfig, err)
	}
	fmt.Fprintf(s.out, "%s is trusted\n", file)
	return nil
}

func newPolicyUntrustCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "untrust [dir]",
		Short: "take the trust in a project's policy back",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o, err := projectOptions(args)
			if err != nil {
				return err
			}
			if err := consents(s, os.Getenv, "untrust"); err != nil {
				return fail(exitUsage, err)
			}
			file, was, err := policy.UntrustProject(o)
			switch {
			case err != nil:
				return fail(exitInternal, err)
			case was:
				fmt.Fprintf(s.out, "%s is not trusted any more\n", file)
			default:
				fmt.Fprintf(s.out, "%s was not trusted\n", file)
			}
			return nil
		},
	}
}

// agentVariables are set by agents in the environment of what they run.
var agentVariables = [...]string{
	"AI_AGENT", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID", "CODEX_SANDBOX", "CODEX_THREAD_ID",
	"GEMINI_CLI", "CURSOR_AGENT", "OPENCODE", "COPILOT_CLI",
}

// consents makes sure that it is a person who asks: one at a terminal, in no agent's
// environment. An agent that goes around both is for the rule guard/tamper to stop.
func consents(s *streams, env func(string) string, verb string) error {
	for _, name := range agentVariables {
		if env(name) != "" {
			return fmt.Errorf("%s is for you to say, not for an agent, and $%s is set: run `bashguard policy %s` in a terminal of your own", verb, name, verb)
		}
	}
	if f, ok := s.in.(*os.File); !ok || !isTTY(f) {
		return fmt.Errorf("%s is for you to say, and stdin is no terminal: run `bashguard policy %s` in a terminal", verb, verb)
	}
	return nil
}
