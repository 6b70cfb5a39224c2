package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/guard/wire"
)

func newUninstallCommand(s *streams) *cobra.Command {
	var f wireFlags
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "take the hook out of the agents' settings",
		Long: `uninstall takes out what init put in, shows it first, and asks. A file that has not changed since
becomes what it was before, byte by byte; of one that has, what is the guard's own goes and
the rest stays. The backups stay, and so does the program.

It is for a person: in a session of an agent it does nothing.`,
		Example: `  bashguard uninstall --dry-run
  bashguard uninstall --agent codex`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if name := agentSession(os.Getenv); name != "" {
				return fail(exitDeny, fmt.Errorf("this is an agent's session (%s is set): only a person takes the guard out, in a terminal of their own", name))
			}
			w, err := newWirer(s, &f)
			if err != nil {
				return err
			}
			return w.uninstall()
		},
	}
	f.register(cmd, "")
	cmd.Flags().Lookup("scope").Usage = "whose settings: user or project; both when it is not given"
	return cmd
}

// agentSession is a variable that agents set for what they run, "" where there is none.
func agentSession(env func(string) string) string {
	for _, name := range [...]string{"CLAUDECODE", "AI_AGENT", "CODEX_SANDBOX", "CODEX_THREAD_ID", "GEMINI_CLI", "CURSOR_AGENT", "COPILOT_CLI", "OPENCODE"} {
		if env(name) != "" {
			return name
		}
	}
	return ""
}

func (w *wirer) uninstall() error {
	agents, err := w.chosen(func(*wire.Agent) bool { return true })
	if err != nil {
		return err
	}
	scopes := []wire.Scope{w.place.Scope}
	if w.flags.scope == "" && w.place.Project != w.place.Home {
		scopes = []wire.Scope{wire.User, wire.Project}
	}
	var changes []*wire.Change
	for _, scope := range scopes {
		w.place.Scope = scope
		for _, a := range agents {
			c, err := w.place.Uninstall(a)
			if err != nil {
				w.planned(a, nil, err)
			} else if c != nil && !c.Same() {
				w.show(c)
				changes = append(changes, c)
			}
		}
	}
	return w.apply(changes, "unwire")
}
