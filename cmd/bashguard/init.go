package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/guard/policy"
	"github.com/bashguard/bashguard/guard/wire"
)

// versionLimit bounds the wait for a client that is asked for its version.
const versionLimit = 5 * time.Second

// wireFlags are those of init and uninstall.
type wireFlags struct {
	agents      []string
	scope       string
	dryRun, yes bool
}

func (f *wireFlags) register(cmd *cobra.Command, scope string) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.agents, "agent", nil, "only these agents: "+strings.Join(agentNames(), ", "))
	flags.StringVar(&f.scope, "scope", scope, "whose settings: user or project")
	flags.BoolVar(&f.dryRun, "dry-run", false, "show what would be written, and write nothing")
	flags.BoolVarP(&f.yes, "yes", "y", false, "write without asking")
}

func newInitCommand(s *streams) *cobra.Command {
	var f wireFlags
	cmd := &cobra.Command{
		Use:   "init",
		Short: "wire the hook for the agents that are installed",
		Long: `init finds which agents are installed, shows what it would write into their settings, asks, and
writes it. Everything else in these files stays as it is, and beside each file that it changes it
leaves a backup, NAME` + wire.BackupSuffix + `. A second time it changes nothing. A file that it
cannot parse it leaves alone, and says where the fault is.

docs/agents has a page for each agent, with what that agent cannot promise.`,
		Example: `  bashguard init --dry-run
  bashguard init --agent claude,codex --yes`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			w, err := newWirer(s, &f)
			if err != nil {
				return err
			}
			return w.install()
		},
	}
	f.register(cmd, "user")
	return cmd
}

// wirer puts the hook in or takes it out.
type wirer struct {
	*streams
	flags  *wireFlags
	place  wire.Place
	faults int
}

func newWirer(s *streams, f *wireFlags) (*wirer, error) {
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return nil, fail(exitInput, errors.New("where your home is cannot be told: set HOME"))
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, fail(exitInternal, err)
	}
	w := &wirer{streams: s, flags: f, place: wire.Place{
		Home: home, Project: policy.FindRoot(here), Program: ownProgram(os.Getenv("PATH")), Env: os.Getenv, Version: clientVersion,
	}}
	switch f.scope {
	case "project":
		w.place.Scope = wire.Project
		if w.place.Project == home {
			return nil, errors.New("--scope project: this directory is your home, no project: change into one, or use --scope user")
		}
	case "user", "":
	default:
		return nil, fmt.Errorf("--scope %s: use user or project", f.scope)
	}
	if w.place.Program == "" {
		return nil, fail(exitInternal, errors.New("where this program is cannot be told"))
	}
	return w, nil
}

// ownProgram is the path by which agents are to run this program. A name on PATH that leads to it
// comes first: package managers keep that one, and change what it leads to.
func ownProgram(path string) string {
	own := ownFile()
	if name := lookUp("bashguard", path); filepath.IsAbs(name) && sameFile(name, own) {
		return name
	}
	return own
}

// clientVersion asks an agent's client for its version, "" when there is none or it does not say.
func clientVersion(a *wire.Agent) string {
	for _, name := range a.Programs {
		program := lookUp(name, os.Getenv("PATH"))
		if program == "" {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), versionLimit)
		defer cancel()
		cmd := exec.CommandContext(ctx, program, "--version")
		cmd.WaitDelay = time.Second
		out, err := cmd.Output()
		if err != nil {
			return ""
		}
		for _, word := range strings.Fields(string(out)) {
			if word = strings.TrimPrefix(word, "v"); word[0] >= '0' && word[0] <= '9' && strings.Contains(word, ".") {
				return word
			}
		}
	}
	return ""
}

func agentNames() (names []string) {
	for _, a := range wire.Agents() {
		names = append(names, a.Agent.String())
	}
	return names
}

// chosen are the agents that were named, or, where none was, those that fit.
func (w *wirer) chosen(fits func(*wire.Agent) bool) (list []*wire.Agent, err error) {
	for _, name := range w.flags.agents {
		if !seen(agentNames(), name) {
			return nil, fmt.Errorf("--agent %s: use %s", name, strings.Join(agentNames(), ", "))
		}
	}
	for _, a := range wire.Agents() {
		if len(w.flags.agents) == 0 && fits(a) || seen(w.flags.agents, a.Agent.String()) {
			list = append(list, a)
		}
	}
	return list, nil
}

// installed tells whether an agent's client is on PATH, or has a directory in the home.
func (w *wirer) installed(a *wire.Agent) bool {
	for _, name := range a.Programs {
		if lookUp(name, os.Getenv("PATH")) != "" {
			return true
		}
	}
	info, err := os.Stat(a.Dir(w.place.Home, w.place.Env))
	return err == nil && info.IsDir()
}

func (w *wirer) install() error {
	if err := w.checkProgram(); err != nil {
		return fail(exitConfig, err)
	}
	agents, err := w.chosen(w.installed)
	if err != nil {
		return err
	}
	if len(agents) == 0 {
		return fail(exitInput, errors.New("no agent was found, by its program on PATH or its directory in your home: name one, as in bashguard init --agent claude"))
	}
	var changes []*wire.Change
	for _, a := range agents {
		c, err := w.place.Install(a)
		if c = w.planned(a, c, err); c == nil {
			continue
		}
		if c.Same() {
			fmt.Fprintf(w.out, "%s: already wired in %s\n", a.Name, c.Path)
		} else {
			w.show(c)
			changes = append(changes, c)
		}
		for _, note := range c.Notes {
			fmt.Fprintf(w.out, "  note: %s\n", note)
		}
		if a.After != "" {
			fmt.Fprintf(w.out, "  then: %s\n", a.After)
		}
		if a.Lacks != "" {
			fmt.Fprintf(w.out, "  know: %s\n", a.Lacks)
		}
	}
	return w.apply(changes, "wire")
}

// planned reports what kept a change from being planned.
func (w *wirer) planned(a *wire.Agent, c *wire.Change, err error) *wire.Change {
	switch {
	case err != nil:
		fmt.Fprintf(w.err, "bashguard: %s: %v; nothing is written there\n", a.Name, err)
		w.faults++
	case c == nil && len(w.flags.agents) > 0:
		fmt.Fprintf(w.err, "bashguard: %s has no settings of a project: use --scope user\n", a.Name)
		w.faults++
	}
	if err != nil {
		return nil
	}
	return c
}

// checkProgram tells why agents should not run the program where it is.
func (w *wirer) checkProgram() error {
	program := w.place.Program
	if strings.IndexFunc(program, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+@%:,", r))
	}) >= 0 {
		return fmt.Errorf("this program is %s: agents run it through a shell, so put it where the path has no blanks and no special characters", program)
	}
	if w.place.Project != w.place.Home && contains(w.place.Project, program) {
		return fmt.Errorf("this program is %s, in the project %s, where an agent can overwrite it: install it elsewhere, as by make install, and run that", program, w.place.Project)
	}
	return nil
}

// show prints what would become of a file.
func (w *wirer) show(c *wire.Change) {
	before, after := c.Path, c.Path
	what := "changes"
	switch {
	case c.Before == nil:
		before, what = "/dev/null", "makes"
	case c.After == nil:
		after, what = "/dev/null", "removes"
	}
	fmt.Fprintf(w.out, "%s: %s %s\n", c.Agent.Name, what, c.Path)
	_, text, _ := bytes.Cut(diff.Diff(before, c.Before, after, c.After), []byte("\n")) // without the line `diff a b`
	_, _ = w.out.Write(text)
}

// apply asks and writes.
func (w *wirer) apply(changes []*wire.Change, verb string) error {
	faulty := func() error {
		if w.faults > 0 {
			return fail(exitConfig, errors.New("not every agent could be done: see above"))
		}
		return nil
	}
	if len(changes) == 0 {
		if w.faults == 0 {
			fmt.Fprintln(w.out, "nothing to do")
		}
		return faulty()
	}
	if w.flags.dryRun {
		fmt.Fprintln(w.out, "nothing was written: --dry-run")
		return faulty()
	}
	if !w.flags.yes {
		ok, err := w.confirm(len(changes))
		if err != nil {
			return err
		}
		if !ok {
			fmt.Fprintln(w.out, "nothing was written")
			return faulty()
		}
	}
	for _, c := range changes {
		if err := w.place.Apply(c); err != nil {
			return fail(exitInput, err)
		}
		switch {
		case c.After == nil:
			fmt.Fprintf(w.out, "removed %s\n", c.Path)
		default:
			fmt.Fprintf(w.out, "wrote %s\n", c.Path)
		}
	}
	if verb == "wire" {
		fmt.Fprintln(w.out, "Sessions that are open may have to be started again. To see that it is on, let an agent run `git push --force origin main` in a scratch repository.")
	}
	return faulty()
}

// confirm asks whoever sits at the terminal.
func (w *wirer) confirm(files int) (bool, error) {
	f, ok := w.in.(*os.File)
	if !ok || !isTTY(f) {
		return false, errors.New("standard input is no terminal, so nobody can be asked: add --yes, or --dry-run to see it only")
	}
	fmt.Fprintf(w.out, "Write %d file(s)? [y/N] ", files)
	line, err := bufio.NewReader(f).ReadString('\n')
	if err != nil && line == "" {
		return false, nil
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true, nil
	}
	return false, nil
}
