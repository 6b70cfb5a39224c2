package policy

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

func TestShowSaysWhereValuesComeFrom(t *testing.T) {
	pl := newPlace(t).write(Managed, "severity: {git: deny}\n").
		write(User, "protected_branches:\n  - trunk\nmode: enforce\n").
		write(Project, "\nmode: off\nlimits: {steps: 1000}\n"+aRule)
	_, report := pl.load()
	out, err := report.YAML()
	require.NoError(t, err)
	got := strings.ReplaceAll(string(out), pl.dir, "DIR")
	if *update {
		require.NoError(t, os.WriteFile(testdata+"/show.golden", []byte(got), 0o644))
	}
	want, err := os.ReadFile(testdata + "/show.golden")
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// What is shown is a policy file again, which says the same.
func TestShowIsAPolicy(t *testing.T) {
	full, err := os.ReadFile(testdata + "/ok/full.yaml")
	require.NoError(t, err)
	first, report := newPlace(t).write(User, string(full)).load()
	out, err := report.YAML()
	require.NoError(t, err)
	second, _ := newPlace(t).write(User, string(out)).load()
	for _, p := range []*guard.Policy{first, second} {
		for i := range p.Rules {
			p.Rules[i].Match = nil // functions do not compare
		}
	}
	assert.Equal(t, first, second)
}

func TestReportIsJSON(t *testing.T) {
	pl := newPlace(t).write(Project, "mode: off")
	_, report := pl.load()
	out, err := json.Marshal(report)
	require.NoError(t, err)
	assert.Contains(t, string(out), `"layer":"project"`)
	assert.Contains(t, string(out), `"trust":"not trusted"`)
	assert.Contains(t, string(out), `"loosened":[{"key":"mode","tried":"off","kept":"enforce"`)
}

func TestScopeCovers(t *testing.T) {
	for _, row := range []struct {
		wide, narrow string
		want         bool
	}{
		{"src", "src", true},
		{"src", "src/a/b", true},
		{"src", "src-secret", false},
		{"src/a", "src", false},
		{".", "src", true},
		{".", "**/*.md", true},
		{"/", "/etc", true},
		{"/", "src", true},
		{"/", "~/x", true},
		{"src", "/etc", false},
		{"~", "~/x", true},
		{"~/x", "~", false},
		{"~/x", "x", false},
		{"*", "src/a", true},
		{"*", "*.md", true},
		{"*", "**", false},
		{"**", "src", true},
		{"*.md", "a.md", true},
		{"*.md", "*.md", true},
		{"*.md", "*", false},
		{"src/*", "src", false},
		{"src/*.go", "src/a.go/b", true},
		{"src/**", "src/a/b", true},
		{"src/**/x", "src/a/x", false}, // not certain, so not said
		{"a", "*", false},
		{"a", "**", false},
	} {
		assert.Equal(t, row.want, covers(row.wide, row.narrow), "%s covers %s", row.wide, row.narrow)
	}
}
