package guard_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/internal/testrepo"
	"github.com/bashguard/bashguard/guard/state"
)

// staged reads and judges a text on the staged machine: see testdata/cases/README.md. A leading
// "scoped: " judges it under a policy with a write scope: src and /tmp, but not src/generated.
func staged(t testing.TB, text string, dirty bool) (*guard.Command, *guard.Result) {
	p := guard.DefaultPolicy()
	if rest, ok := strings.CutPrefix(text, "scoped: "); ok {
		text = rest
		p.Scope.Allow, p.Scope.Deny = []string{"src", "/tmp"}, []string{"src/generated"}
	}
	st := state.New(state.Base(testrepo.Shared(t, dirty)), state.Home(testrepo.HomeDir))
	cmd := guard.Parse(text, guard.In(testrepo.App), guard.Home(testrepo.HomeDir), guard.Root(testrepo.App), guard.With(st))
	return cmd, guard.Check(cmd, p)
}

// describe lists what was found, for a failing test.
func describe(res *guard.Result) string {
	var b strings.Builder
	for _, f := range res.Findings {
		b.WriteString(f.Rule.ID + " (" + f.Severity.String() + "): " + f.Message + "\n")
	}
	return b.String()
}

// Every case in testdata/cases gets its verdict.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../testdata/cases/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		f, err := os.Open(file)
		require.NoError(t, err)
		lines := bufio.NewScanner(f)
		n := 0
		for lines.Scan() {
			var row struct {
				Command, Verdict, Why string
				Context               struct{ Dirty *bool }
			}
			require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
			n++
			dirty := row.Context.Dirty == nil || *row.Context.Dirty
			t.Run(filepath.Base(file)+"/"+row.Command, func(t *testing.T) {
				_, res := staged(t, row.Command, dirty)
				assert.Equal(t, row.Verdict, res.Verdict.String(), "%s\n%s", row.Why, describe(res))
			})
		}
		require.NoError(t, lines.Err())
		assert.Positive(t, n, file)
		f.Close()
	}
}
