package policy

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("policy.schema.json", doc))
	s, err := c.Compile("policy.schema.json")
	require.NoError(t, err)
	return s
}

func asJSON(t *testing.T, file string) any {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var v any
	require.NoError(t, yaml.Unmarshal(text, &v), file)
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	require.NoError(t, err)
	return doc
}

func TestSchemaTakesValidFiles(t *testing.T) {
	s := compileSchema(t)
	files, err := filepath.Glob(testdata + "/ok/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		assert.NoError(t, s.Validate(asJSON(t, file)), file)
	}
}

// What the schema refuses too: the rest needs the rules, the file's syntax or other keys.
func TestSchemaRefusesWrongFiles(t *testing.T) {
	s := compileSchema(t)
	for _, name := range []string{
		"unknown-key", "unknown-key-far", "wrong-type", "wrong-choice", "empty-value", "not-a-mapping", "empty-allow",
		"severity-allow", "rule-incomplete", "rule-conditions",
	} {
		assert.Error(t, s.Validate(asJSON(t, testdata+"/err/"+name+".yaml")), name)
	}
}

// The schema is kept by hand; these are the keys that the loader takes.
func TestSchemaHasTheKeysOfTheLoader(t *testing.T) {
	type object struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	var doc struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal([]byte(Schema()), &doc))
	sub := func(key string) object {
		var o object
		require.NoError(t, json.Unmarshal(doc.Properties[key], &o))
		return o
	}
	for _, row := range []struct {
		name string
		keys []string
		got  object
	}{
		{"the policy", policyKeys, doc.object},
		{"write_scope", scopeKeys, sub("write_scope")},
		{"file_gate", gateKeys, sub("file_gate")},
		{"limits", limitKeys[:], sub("limits")},
		{"a rule", ruleKeys, doc.Defs["rule"]},
		{"a condition", whenKeys, doc.Defs["condition"]},
	} {
		var want, got []string
		for _, key := range row.keys {
			want = append(want, strings.Split(key, "|")...)
		}
		for key := range row.got.Properties {
			got = append(got, key)
		}
		sort.Strings(want)
		sort.Strings(got)
		assert.Equal(t, want, got, row.name)
	}
}

func TestSchemaHasTheLimitsOfTheLoader(t *testing.T) {
	var doc struct {
		Properties struct {
			Limits struct {
				Properties map[string]struct{ Maximum int64 } `json:"properties"`
			} `json:"limits"`
			Rules struct{ MaxItems int } `json:"rules"`
		} `json:"properties"`
	}
	require.NoError(t, json.Unmarshal([]byte(Schema()), &doc))
	assert.Equal(t, maxRules, doc.Properties.Rules.MaxItems)
	for i, key := range limitKeys {
		if i != wallTime {
			assert.Equal(t, limitCeilings[i], doc.Properties.Limits.Properties[key].Maximum, key)
		}
	}
}
