package policy

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const testdata = "../../testdata/policy"

// checkText reads a text as a user's policy; the file is called policy.yaml in errors.
func checkText(text string) error {
	m := &merger{all: *builtIn()}
	if errs := m.load(Source{Layer: User, File: "policy.yaml", Text: []byte(text)}); len(errs) > 0 {
		return errs
	}
	return nil
}

func TestValidFilesAreAccepted(t *testing.T) {
	files, err := filepath.Glob(testdata + "/ok/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		assert.NoError(t, Check(file, User), file)
	}
}

// Each file of testdata/policy/err is wrong; beside it stands what is said of it.
func TestErrorsNameLineAndColumn(t *testing.T) {
	files, err := filepath.Glob(testdata + "/err/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			got := ""
			if err := checkText(string(text)); err != nil {
				got = err.Error() + "\n"
			}
			golden := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.NotEmpty(t, got, "the file was accepted")
			assert.Equal(t, string(want), got)
			for line := range strings.Lines(got) {
				assert.Regexp(t, `^policy\.yaml:\d+(:\d+)?: `, line)
			}
		})
	}
}

func TestEmptyFilesSayNothing(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing\n", "---\n", "~\n", "{}\n", "\ufeffmode: observe\n"} {
		assert.NoError(t, checkText(text), "%q", text)
	}
}

func TestTooMuchIsRefused(t *testing.T) {
	example := "[" + strings.Repeat("make,", 17) + "]"
	for name, text := range map[string]string{
		"rules":      "rules:\n" + strings.Repeat("- {id: a/b, title: t, when: {runs: a}, matches: [a]}\n", maxRules+1),
		"examples":   "rules: [{id: a/b, title: t, when: {runs: make}, matches: " + example + "}]",
		"nesting":    "rules: [{id: a/b, title: t, matches: [a], when: " + strings.Repeat("{not: ", 40) + "{runs: a}" + strings.Repeat("}", 40) + "}]",
		"conditions": "rules: [{id: a/b, title: t, matches: [a], when: {any: [" + strings.Repeat("{runs: a},", 80) + "]}}]",
		"long":       "rules: [{id: a/b, title: t, when: {runs: make}, matches: [make " + strings.Repeat("a", 2000) + "]}]",
		"entries":    "temp_dirs: [" + strings.Repeat("/a,", maxEntries+1) + "]",
		"severities": "severity:\n" + manyKeys(maxEntries+1),
		"depth":      strings.Repeat("[", 20_000),
	} {
		assert.Error(t, checkText(text), name)
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  a%d: deny\n", i)
	}
	return b.String()
}

func TestErrorsAreBounded(t *testing.T) {
	var errs Errors
	require.ErrorAs(t, checkText("severity:\n"+manyKeys(maxEntries)), &errs)
	assert.Len(t, errs, maxErrors)
	require.ErrorAs(t, checkText(strings.ReplaceAll(manyKeys(maxEntries), "  ", "")), &errs)
	assert.Len(t, errs, maxErrors)
}

func TestNearest(t *testing.T) {
	for _, row := range []struct{ name, want string }{
		{"protected_branch", "protected_branches"},
		{"Mode", "mode"},
		{"unseenask", "unseen_ask"},
		{"limit", "limits"},
		{"rulse", "rules"},
		{"zebra", ""},
		{"", ""},
	} {
		assert.Equal(t, row.want, nearest(row.name, policyKeys), row.name)
	}
}
