package policy

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

func TestDocumentedExamplesAreRight(t *testing.T) {
	text, err := os.ReadFile("../../docs/policy.md")
	require.NoError(t, err)
	s := compileSchema(t)
	blocks := yamlBlock.FindAllStringSubmatch(string(text), -1)
	require.Len(t, blocks, 2)
	for _, block := range blocks {
		file := filepath.Join(t.TempDir(), "policy.yaml")
		require.NoError(t, os.WriteFile(file, []byte(block[1]), 0o644))
		assert.NoError(t, Check(file, User))
		assert.NoError(t, s.Validate(asJSON(t, file)))
	}
	for _, key := range policyKeys {
		assert.Contains(t, "\n"+blocks[0][1], "\n"+key+":", "the file with every key")
	}
}

func TestEveryKeyIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/policy.md")
	require.NoError(t, err)
	var names []string
	for _, key := range policyKeys {
		switch key {
		case "write_scope", "file_gate", "limits":
		default:
			names = append(names, key)
		}
	}
	for _, key := range scopeKeys {
		names = append(names, "write_scope."+key)
	}
	for _, key := range gateKeys {
		names = append(names, "file_gate."+key)
	}
	for _, key := range limitKeys {
		names = append(names, "limits."+key)
	}
	for _, key := range whenKeys {
		names = append(names, strings.Split(key, "|")...)
	}
	names = append(names, ruleKeys...)
	for _, name := range names {
		assert.Regexp(t, "`"+regexp.QuoteMeta(name)+"(: true)?`", string(text))
	}
}

// The built-in values that the documentation states are those that hold.
func TestDocumentedDefaultsHold(t *testing.T) {
	text, err := os.ReadFile("../../docs/policy.md")
	require.NoError(t, err)
	report := &Report{values: builtIn()}
	for _, v := range report.Values() {
		if isList(v.Key) {
			continue // listed in words
		}
		row := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(v.Key) + "` \\|[^|]*\\| `?([^`|]*?)`? \\|").FindStringSubmatch(string(text))
		if assert.NotNil(t, row, v.Key) {
			assert.Equal(t, v.text(), row[1], v.Key)
		}
	}
}
