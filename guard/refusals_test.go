package guard_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/internal/testrepo"
	"github.com/bashguard/bashguard/guard/state"
)

var update = flag.Bool("update", false, "write the generated test data again")

var corpora = [...]string{"tldr", "nl2bash"}

const refusalsFile = "../testdata/corpora/refusals.md"

// The promise: of a hundred thousand ordinary commands fewer than a hundred are denied wrongly
// and fewer than five hundred asked about wrongly.
const (
	maxWrongDeny = 0.001
	maxWrongAsk  = 0.005
)

// refusal is one command of the corpora that is not let through.
type refusal struct {
	corpus, id, command string
	verdict, rules      string
	// mark is what a reader said of it: "" that it is right, "wrong: ..." that it is not,
	// notLookedAt that nobody looked.
	mark string
}

const notLookedAt = "?"

func (r *refusal) class() string { return r.verdict + " " + r.rules }

func (r *refusal) row() string {
	return fmt.Sprintf("| %s | %s | %s |\n", r.id, codeCell(r.command), r.mark)
}

// codeCell is a command as a table cell.
func codeCell(command string) string {
	fence := "`"
	for strings.Contains(command, fence) {
		fence += "`"
	}
	command = strings.NewReplacer("|", `\|`, "\n", "⏎", "\t", "⇥").Replace(command)
	if len(fence) > 1 {
		return fence + " " + command + " " + fence
	}
	return fence + command + fence
}

// marks reads what readers said of the refusals, by id and class.
func marks(t *testing.T) map[string]string {
	text, err := os.ReadFile(refusalsFile)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	found := map[string]string{}
	class := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "## "); ok {
			class, _, _ = strings.Cut(name, " (")
			continue
		}
		cells := strings.Split(line, " | ")
		if class == "" || len(cells) < 3 {
			continue
		}
		mark := strings.TrimSpace(strings.TrimSuffix(cells[len(cells)-1], "|"))
		found[strings.TrimPrefix(cells[0], "| ")+" "+class] = mark
	}
	return found
}

// refusals judges the corpora where a developer would type them: in a repository with changes
// that are not committed.
func refusals(t *testing.T) (list []refusal, count map[string]int) {
	machine := state.New(state.Base(testrepo.Shared(t, true)))
	said := marks(t)
	policy := guard.DefaultPolicy()
	count = map[string]int{}
	for _, name := range corpora {
		for _, row := range corpus(t, name) {
			count[name]++
			result := guard.Check(guard.Parse(row.Command, guard.In(testrepo.App), guard.Home(testrepo.HomeDir), guard.Root(testrepo.App), guard.With(machine)), policy)
			if result.Verdict == guard.None {
				continue
			}
			r := refusal{corpus: name, verdict: result.Verdict.String(), rules: ruleIDs(result), id: row.ID, command: row.Command}
			mark, ok := said[r.id+" "+r.class()]
			if !ok {
				mark = notLookedAt
			}
			r.mark = mark
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b refusal) int {
		if a.verdict != b.verdict {
			return strings.Compare(b.verdict, a.verdict) // deny before ask
		}
		return strings.Compare(a.rules, b.rules)
	})
	return list, count
}

// ruleIDs are the rules with the result's severity, sorted and joined.
func ruleIDs(result *guard.Result) string {
	var ids []string
	for _, f := range result.Findings {
		if f.Severity == result.Verdict && f.Rule != nil && !slices.Contains(ids, f.Rule.ID) {
			ids = append(ids, f.Rule.ID)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, ", ")
}

// renderRefusals is the file.
func renderRefusals(list []refusal, count map[string]int) string {
	var b strings.Builder
	b.WriteString("# Refusals on ordinary commands\n\n" +
		"<!-- Written by \"make refusals\", which keeps the marks in the last column. A test fails when it is stale. -->\n\n" +
		"Every command of the corpora that is denied or asked about, by the rules that say so. An empty mark says that the\n" +
		"refusal was looked at and is right: the command does what the rule is there for. `wrong` says that it is not, and why.\n\n" +
		"| corpus | commands | denied | wrongly | asked about | wrongly |\n|---|---|---|---|---|---|\n")
	for _, name := range corpora {
		deny, wrongDeny := tally(list, name, "deny")
		ask, wrongAsk := tally(list, name, "ask")
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", name, count[name], deny, wrongDeny, ask, wrongAsk)
	}
	class := ""
	for i := range list {
		if r := &list[i]; r.class() != class {
			class = r.class()
			n := 0
			for j := range list {
				if list[j].class() == class {
					n++
				}
			}
			fmt.Fprintf(&b, "\n## %s (%d)\n\n| id | command | mark |\n|---|---|---|\n", class, n)
		}
		b.WriteString(list[i].row())
	}
	return b.String()
}

// tally counts the refusals of a corpus with a verdict, and those marked wrong.
func tally(list []refusal, corpus, verdict string) (all, wrong int) {
	for i := range list {
		if r := &list[i]; r.corpus == corpus && r.verdict == verdict {
			all++
			if strings.HasPrefix(r.mark, "wrong") {
				wrong++
			}
		}
	}
	return all, wrong
}

func TestCorpusRefusals(t *testing.T) {
	list, count := refusals(t)
	want := renderRefusals(list, count)
	if *update {
		require.NoError(t, os.WriteFile(refusalsFile, []byte(want), 0o644))
	}
	have, err := os.ReadFile(refusalsFile)
	require.NoError(t, err)
	if string(have) != want {
		t.Errorf("%s is stale: run `make refusals`, then look at each row marked %s", refusalsFile, notLookedAt)
	}
	for i := range list {
		if r := &list[i]; r.mark == notLookedAt {
			t.Errorf("%s: %s: nobody has looked at: %s", r.id, r.class(), r.command)
		}
	}
	for _, name := range corpora {
		_, deny := tally(list, name, "deny")
		_, ask := tally(list, name, "ask")
		assert.Less(t, float64(deny)/float64(count[name]), maxWrongDeny, "%s: wrongly denied", name)
		assert.Less(t, float64(ask)/float64(count[name]), maxWrongAsk, "%s: wrongly asked about", name)
	}
}
