package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/guard"
)

func newRulesCommand(s *streams) *cobra.Command {
	var asJSON, markdown bool
	cmd := &cobra.Command{
		Use:   "rules [id | area]",
		Short: "list the rules, or explain one",
		Long: `Without an operand: every rule with its severity and title. With the id of a rule: why it is
there, what to write instead, and its examples. With an area: the rules of that area.`,
		Example: `  bashguard rules
  bashguard rules git/force-push
  bashguard rules --json`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, r := range guard.Rules() {
				ids = append(ids, r.ID+"\t"+r.Title)
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			rules := guard.Rules()
			one := false
			if len(args) == 1 {
				found := rulesNamed(rules, args[0])
				if found == nil {
					return unknownRule(rules, args[0])
				}
				rules, one = found, found[0].ID == args[0]
			}
			switch {
			case asJSON:
				return writeRulesJSON(s.out, rules)
			case markdown:
				return writeRulesMarkdown(s.out, rules)
			case one:
				explainRule(s.out, &rules[0])
				return nil
			}
			return listRules(s.out, rules)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the rule reference (docs/rules.md)")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}

// rulesNamed are the rules of an id or an area, nil when there are none.
func rulesNamed(rules []guard.Rule, name string) []guard.Rule {
	var found []guard.Rule
	area := strings.TrimSuffix(name, "/")
	for _, r := range rules {
		if r.ID == name {
			return []guard.Rule{r}
		}
		if r.Area() == area {
			found = append(found, r)
		}
	}
	return found
}

// unknownRule says which rule may have been meant.
func unknownRule(rules []guard.Rule, name string) error {
	best, distance := "", len(name)/2+2
	for _, r := range rules {
		if d := editDistance(name, r.ID); d < distance {
			best, distance = r.ID, d
		}
		if _, what, _ := strings.Cut(r.ID, "/"); what == name {
			best, distance = r.ID, 0
		}
	}
	if best == "" {
		return fmt.Errorf("no rule is called `%s`: `bashguard rules` lists them", name)
	}
	return fmt.Errorf("no rule is called `%s`: did you mean `%s`?", name, best)
}

// editDistance is the number of characters to insert, delete or replace to get from one text to the other.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

func listRules(w io.Writer, rules []guard.Rule) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rules {
		fmt.Fprintf(tw, "%s\t%s\t%s\n", r.ID, r.Severity, r.Title)
	}
	return tw.Flush()
}

func explainRule(w io.Writer, r *guard.Rule) {
	fmt.Fprintf(w, "%s (%s): %s\n\n  why      %s\n  instead  %s\n", r.ID, r.Severity, r.Title, r.Why, r.Instead)
	examples := func(title string, list []string) {
		if len(list) == 0 {
			return
		}
		fmt.Fprintf(w, "\n  %s\n", title)
		for _, e := range list {
			e, note := example(e)
			if note != "" {
				note = "    # " + note
			}
			fmt.Fprintf(w, "    %s%s\n", strings.ReplaceAll(visible(e), "\n", "\n    "), note)
		}
	}
	examples("matches", r.Matches)
	examples("passes", r.Passes)
}

// example takes the notes for the test harness off an example and says them in words.
func example(text string) (command, note string) {
	var notes []string
	for {
		if rest, ok := strings.CutPrefix(text, "clean: "); ok {
			text, notes = rest, append(notes, "in a clean repository")
		} else if rest, ok := strings.CutPrefix(text, "ask: "); ok {
			text, notes = rest, append(notes, "asks")
		} else if rest, ok := strings.CutPrefix(text, "scoped: "); ok {
			text, notes = rest, append(notes, "where only src and /tmp may be written, but not src/generated")
		} else {
			return text, strings.Join(notes, ", ")
		}
	}
}

type ruleJSON struct {
	ID       string         `json:"id"`
	Area     string         `json:"area"`
	Severity guard.Severity `json:"severity"`
	Title    string         `json:"title"`
	Why      string         `json:"why"`
	Instead  string         `json:"instead"`
	Matches  []exampleJSON  `json:"matches"`
	Passes   []exampleJSON  `json:"passes"`
}

type exampleJSON struct {
	Command string `json:"command"`
	Note    string `json:"note,omitempty"`
}

func writeRulesJSON(w io.Writer, rules []guard.Rule) error {
	list := make([]ruleJSON, 0, len(rules))
	examples := func(texts []string) []exampleJSON {
		out := make([]exampleJSON, 0, len(texts))
		for _, text := range texts {
			command, note := example(text)
			out = append(out, exampleJSON{command, note})
		}
		return out
	}
	for i := range rules {
		r := &rules[i]
		list = append(list, ruleJSON{r.ID, r.Area(), r.Severity, r.Title, r.Why, r.Instead, examples(r.Matches), examples(r.Passes)})
	}
	return writeJSON(w, list)
}

// writeJSON prints a value for programs and people: indented, with < and & as they are.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return fail(exitInternal, enc.Encode(v))
}

// writeRulesMarkdown writes docs/rules.md.
func writeRulesMarkdown(w io.Writer, rules []guard.Rule) error {
	var b strings.Builder
	b.WriteString(`# Rules

<!-- Generated by "make docs" from the rules themselves. Do not edit: a test fails when it is stale. -->

Each rule with its reason, what to write instead, and the examples that its test runs. The examples stand in a project
` + "`/home/dev/app`" + ` of a developer whose home is ` + "`/home/dev`" + `: a git repository on branch ` + "`feature/x`" + `, default branch
` + "`main`" + `, with changes that are not committed, unless an example says that the repository is clean. A rule may ask where
it would deny, when it cannot be certain.

| rule | severity | what it refuses |
|---|---|---|
`)
	for i := range rules {
		r := &rules[i]
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.ID, strings.ReplaceAll(r.ID, "/", ""), r.Severity, cell(r.Title))
	}
	for i := range rules {
		r := &rules[i]
		fmt.Fprintf(&b, "\n## %s\n\n**%s**: %s.\n\nWhy: %s.\n\nInstead: %s\n", r.ID, r.Severity, r.Title, strings.TrimSuffix(r.Why, "."), r.Instead)
		markdownExamples(&b, "Matches", r.Matches)
		markdownExamples(&b, "Passes", r.Passes)
	}
	_, err := io.WriteString(w, b.String())
	return fail(exitInternal, err)
}

func markdownExamples(b *strings.Builder, title string, list []string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n\n```bash\n", title)
	for _, text := range list {
		command, note := example(text)
		if note != "" {
			fmt.Fprintf(b, "# %s:\n", note)
		}
		command = strings.ReplaceAll(visible(command), "```", "` ` `")
		fmt.Fprintf(b, "%s\n", command)
	}
	b.WriteString("```\n")
}

// visible is printable for text of several lines.
func visible(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// cell makes text safe for a table cell.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
