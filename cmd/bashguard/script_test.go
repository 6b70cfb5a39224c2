package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets tests run the program as a process of its own: a test script's `bashguard`, and
// any test that starts this binary by that name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"bashguard": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs testdata/script/*.txtar. Each stands in a project of its own, in a home of
// its own: no policy and no repository but what the script makes. -update writes goldens again.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			home, project := filepath.Join(env.WorkDir, "home"), filepath.Join(env.WorkDir, "app")
			for _, dir := range []string{home, filepath.Join(project, ".git")} {
				if err := os.MkdirAll(dir, 0o755); err != nil {
					return err
				}
			}
			env.Setenv("HOME", home)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
			env.Setenv("XDG_STATE_HOME", filepath.Join(home, ".local/state"))
			env.Setenv("NO_COLOR", "")
			program, err := exec.LookPath("bashguard")
			if err != nil {
				return err
			}
			env.Setenv("BASHGUARD", program)
			env.Setenv("TERM", "xterm")
			return nil
		},
	})
}
