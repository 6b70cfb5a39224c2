package guard

import (
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

func leafOf(name string, args ...string) *shell.Leaf {
	words := make([]value.Word, len(args))
	for i, a := range args {
		words[i] = value.Lit(a)
	}
	return &shell.Leaf{Program: name, Name: value.Lit(name), Args: words, Parsed: program.Parse(name, words)}
}

func TestWordsOfACallMatchAPattern(t *testing.T) {
	for _, tc := range []struct {
		words, pattern string
		took           int
		ok             bool
	}{
		{"delete ns prod", "delete", 1, true},
		{"delete ns prod", "delete ns|namespace", 2, true},
		{"delete pod prod", "delete ns|namespace", 0, false},
		{"rds delete-db-instance", "rds delete-*", 2, true},
		{"rds describe", "rds delete-*", 0, false},
		{"beta sql instances delete x", "** sql ** delete", 4, true},
		{"sql delete x", "** sql ** delete", 2, true},
		{"migrate app zero", "migrate * zero", 3, true},
		{"migrate zero", "migrate * zero", 0, false},
		{"db:create db:drop", "~db:drop*|db:reset", 2, true},
		{"db:create", "~db:drop*|db:reset", 0, false},
		{"secrets", "secrets .", 1, true},
		{"secrets get", "secrets .", 0, false},
		{"", "", 0, true},
		{"x", "", 0, true},
		{"", "x", 0, false},
	} {
		words := strings.Fields(tc.words)
		took, ok := fitWords(words, len(words), tc.pattern, 0)
		assert.Equal(t, tc.ok, ok, "%q %q", tc.words, tc.pattern)
		if tc.ok {
			assert.Equal(t, tc.took, took, "%q %q", tc.words, tc.pattern)
		}
	}
}

func TestUnknownWordMatchesNothing(t *testing.T) {
	_, ok := fitWords([]string{hole}, 1, "*", 0)
	assert.False(t, ok)
}

func TestCallIsReadUnderItsInterpreter(t *testing.T) {
	for _, tc := range []struct {
		leaf    *shell.Leaf
		program string
		words   string
	}{
		{leafOf("python3", "manage.py", "flush", "--noinput"), "manage.py", "flush"},
		{leafOf("python3.12", "-m", "alembic", "downgrade", "base"), "alembic", "downgrade base"},
		{leafOf("php", "artisan", "migrate:fresh"), "artisan", "migrate:fresh"},
		{leafOf("ruby", "bin/rails", "db:drop"), "rails", "db:drop"},
		{leafOf("python3", "-c", "x", "manage.py", "flush"), "python3", "manage.py flush"},
		{leafOf("git", "push", "origin"), "git", "push origin"},
		{leafOf("yarn", "prisma", "migrate", "reset"), "prisma", "migrate reset"},
		{leafOf("bun", "run", "prisma", "migrate", "reset"), "prisma", "migrate reset"},
		{leafOf("yarn", "run", "build"), "yarn", "run build"},
	} {
		k := readCall(tc.leaf)
		assert.Equal(t, tc.program, k.program)
		assert.Equal(t, tc.words, strings.Join(k.words[:k.n], " "))
	}
}

func TestOptionsOfAScriptAreFound(t *testing.T) {
	k := readCall(leafOf("python3", "manage.py", "flush", "--database=x", "-vf", "--", "--noinput"))
	assert.EqualValues(t, 1, k.given("--database"))
	assert.EqualValues(t, 1, k.given("-f"))
	assert.EqualValues(t, -1, k.given("--noinput"), "what comes after -- is no option")
	assert.EqualValues(t, -1, k.given("--other"))
}

func TestDryRunThatIsNoneIsNoDryRun(t *testing.T) {
	k := readCall(leafOf("kubectl", "delete", "ns", "x", "--dry-run=none"))
	assert.EqualValues(t, -1, k.given("--dry-run"))
	k = readCall(leafOf("kubectl", "delete", "ns", "x", "--dry-run=client"))
	assert.EqualValues(t, 1, k.given("--dry-run"))
}

// A rule is shown a leaf when its Programs name it, so each must name every program of its table.
func TestRulesNameTheProgramsOfTheirTables(t *testing.T) {
	for _, tc := range []struct {
		name, programs string
		table          []calls
		more           string // looked at for another reason
	}{
		{"infra", infraPrograms, infraCalls, ""},
		{"db", dbPrograms, dbCalls, "php ruby python python3 node yarn pnpm bun"},
		{"publish", publishPrograms, publishCalls, "python python3"},
		{"print", printerPrograms, printerCalls, ""},
	} {
		want := map[string]bool{}
		for _, name := range strings.Fields(tc.more) {
			want[name] = true
		}
		for _, c := range tc.table {
			for _, name := range strings.Fields(c.programs) {
				want[name] = true
			}
		}
		var names []string
		for name := range want {
			names = append(names, name)
		}
		sort.Strings(names)
		have := strings.Fields(tc.programs)
		sort.Strings(have)
		assert.Equal(t, names, have, "%s: %s", tc.name, strings.Join(names, " "))
	}
	want := map[string]bool{}
	for _, row := range agentFlags {
		for _, name := range strings.Fields(row.programs) {
			want[name] = true
		}
	}
	for _, name := range strings.Fields(childPrograms) {
		assert.True(t, want[name], name)
		delete(want, name)
	}
	assert.Empty(t, want)
}

// A row that can never be reached, because a wider one stands before it, is a mistake.
func TestNoRowStandsBehindAWiderOne(t *testing.T) {
	for _, table := range [][]calls{infraCalls, dbCalls, publishCalls, printerCalls} {
		seen := map[string]string{}
		for _, c := range table {
			for _, name := range strings.Fields(c.programs) {
				assert.Empty(t, seen[name], "%s stands in two groups", name)
				seen[name] = c.programs
			}
			for j, a := range c.acts {
				for _, earlier := range c.acts[:j] {
					plain := earlier.need == "" && earlier.when == nil && earlier.not == "" && earlier.env == ""
					assert.False(t, plain && earlier.words == a.words, "%s: %q stands twice", c.programs, a.words)
				}
			}
		}
	}
}
