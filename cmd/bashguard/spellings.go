package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
)

// spellingsFlags are the flags of the verb.
type spellingsFlags struct {
	families []string
	depth    int
	limit    int
	seed     uint64
	shell    string
	asJSON   bool
	prove    bool
	list     bool
	markdown bool
	seeds    bool
	sample   int
	verdicts bool
	record   string
}

func newSpellingsCommand(s *streams) *cobra.Command {
	var f spellingsFlags
	cmd := &cobra.Command{
		Use:   "spellings 'COMMAND'",
		Short: "write a command in other ways that do the same",
		Long: `Prints other texts that do what a command does: one a line, each with the families that made it.
An operand - is standard input. With --prove, each is run by real bash in a sandbox (bubblewrap) beside the
command itself, with the command's programs replaced by recorders, and bash's word is printed: same, different,
or unproven with the reason. Nothing is ever run outside the sandbox.

With --seeds the project's own disasters and twins are taken, in the worlds where they really happen.

Exit codes: 0 printed (and, with --prove, none is different), 1 a spelling is different, or is unproven for another
reason than a missing program, 64 a wrong call or a command that bash cannot read, 66 an input that cannot be read.`,
		Example: `  bashguard spellings 'rm -rf build'
  bashguard spellings --family quote/single --prove 'rm -rf build'
  bashguard spellings --depth 3 --limit 20 --seed 7 'git push --force origin main'
  bashguard spellings --families`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), s, args)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.families, "family", nil, "only these families, or groups of them by the part before the slash")
	flags.IntVar(&f.depth, "depth", 1, "how many families are applied one after the other: 1 to 3")
	flags.IntVar(&f.limit, "limit", 0, "print at most this many (default: all of depth 1, 100 of more)")
	flags.Uint64Var(&f.seed, "seed", 1, "of the random choice of compositions: the same seed gives the same texts")
	flags.StringVar(&f.shell, "shell", "bash", "shell that proves: bash, \"bash --posix\", dash, zsh")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object a line")
	flags.BoolVar(&f.prove, "prove", false, "have each proven by running it in the sandbox")
	flags.BoolVar(&f.list, "families", false, "list the families with an example each")
	flags.BoolVar(&f.markdown, "markdown", false, "with --families: print the reference (docs/spellings.md)")
	flags.BoolVar(&f.seeds, "seeds", false, "take the project's own disasters and twins instead of a command")
	flags.IntVar(&f.sample, "sample", 0, "with --seeds --prove: prove this many compositions as well")
	flags.BoolVar(&f.verdicts, "verdicts", false, "with --seeds --prove: print what the gate says of the proven ones, by family")
	flags.StringVar(&f.record, "record", "", "with --seeds --prove: write the record of what was proven to this file")
	return cmd
}

func (f *spellingsFlags) run(ctx context.Context, s *streams, args []string) error {
	if ctx == nil {
		ctx = context.Background()
	}
	// What the jail made is taken away when the user interrupts.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch {
	case f.markdown && !f.list:
		return errors.New("--markdown prints the list of families: write --families --markdown")
	case f.list && f.markdown:
		return writeFamiliesMarkdown(s.out)
	case f.list:
		return listFamilies(s.out, f.asJSON)
	case (f.sample > 0 || f.verdicts || f.record != "") && !(f.seeds && f.prove):
		return errors.New("--sample, --verdicts and --record are about proving the project's seeds: write --seeds --prove")
	case f.seeds && f.prove && (f.depth != 1 || f.limit > 0):
		return errors.New("--seeds --prove proves all of depth 1: leave --depth and --limit out, --sample N adds compositions")
	case f.depth < 1 || f.depth > 3:
		return fmt.Errorf("--depth %d: from 1 to 3", f.depth)
	case f.limit < 0 || f.sample < 0:
		return errors.New("--limit and --sample cannot be negative")
	}
	families, err := chooseFamilies(f.families)
	if err != nil {
		return err
	}
	if f.seeds {
		if len(args) > 0 {
			return errors.New("a command and --seeds: give one of them")
		}
		return f.runSeeds(ctx, s, families)
	}
	if len(args) == 0 {
		return errors.New("no command: write bashguard spellings 'COMMAND', or `-` for standard input")
	}
	text := args[0]
	if text == "-" {
		if text, err = readAll(s.in); err != nil {
			return fail(exitInput, fmt.Errorf("reading standard input: %w", err))
		}
		text = strings.TrimSuffix(text, "\n")
	}
	if strings.TrimSpace(text) == "" {
		return errors.New("the command is empty")
	}
	if _, err := spellings.Parse(text); err != nil {
		return fmt.Errorf("the command has no spellings: %w", err)
	}
	return f.print(ctx, s, f.of([]*spellings.Seed{{ID: "command", Text: text}}, families))
}

// of lists the spellings that the flags ask for.
func (f *spellingsFlags) of(seeds []*spellings.Seed, families []*spellings.Family) []spellings.Spelling {
	const many = 100
	var list []spellings.Spelling
	if f.depth == 1 {
		all := spellings.All
		if !f.seeds {
			all = spellings.AllForms // of one command, all is bearable
		}
		for sp := range all(seeds, families) {
			if f.limit > 0 && len(list) == f.limit {
				break
			}
			list = append(list, sp)
		}
		return list
	}
	limit := f.limit
	if limit == 0 {
		limit = many
	}
	return slices.Collect(spellings.SampleDepth(seeds, families, f.depth, limit, f.seed))
}

// chooseFamilies finds families by id, or by the part of it before the slash. No names are all.
func chooseFamilies(names []string) ([]*spellings.Family, error) {
	all := spellings.Families()
	var list []*spellings.Family
	for _, name := range names {
		found := false
		for i := range all {
			if all[i].ID == name || strings.HasPrefix(all[i].ID, strings.TrimSuffix(name, "/")+"/") {
				list, found = append(list, &all[i]), true
			}
		}
		if !found {
			return nil, fmt.Errorf("no family is called `%s`: `bashguard spellings --families` lists them", name)
		}
	}
	if names == nil {
		for i := range all {
			list = append(list, &all[i])
		}
	}
	return list, nil
}

// spellingJSON is a line of --json.
type spellingJSON struct {
	Text     string   `json:"text"`
	Families []string `json:"families"`
	Seed     string   `json:"seed,omitempty"`
	Proof    string   `json:"proof,omitempty"`
	Reason   string   `json:"reason,omitempty"`
}

func familyIDs(sp *spellings.Spelling) []string {
	var ids []string
	for _, f := range sp.Families {
		ids = append(ids, f.ID)
	}
	return ids
}

func spellingKey(sp *spellings.Spelling) string {
	return sp.Seed.ID + " " + strings.Join(familyIDs(sp), " ") + "\x00" + sp.Text
}

// prover is a prover with the chosen shell. Its jail must be closed.
func (f *spellingsFlags) prover() *spellings.Prover {
	p := &spellings.Prover{Jail: jail.New(jail.Options{})}
	if f.shell != "bash" {
		p.Shell = f.shell
	}
	return p
}

// print writes spellings, proven when that is wanted.
func (f *spellingsFlags) print(ctx context.Context, s *streams, list []spellings.Spelling) error {
	if len(list) == 0 {
		fmt.Fprintln(s.err, "bashguard: no family can write this command")
		return nil
	}
	if !f.prove {
		for i := range list {
			if err := f.line(s.out, &list[i], nil); err != nil {
				return err
			}
		}
		return nil
	}
	p := f.prover()
	defer p.Jail.Close()
	// Two families may write the same text, but none writes one twice.
	order := map[string]int{}
	for i := range list {
		order[spellingKey(&list[i])] = i
	}
	proofs := make([]*spellings.Proof, len(list))
	bar := newProgress(s.err, len(list))
	next := 0
	var failed error
	wrong := false
	p.ProveAll(ctx, slices.Values(list), func(sp spellings.Spelling, proof spellings.Proof) {
		bar.step()
		proofs[order[spellingKey(&sp)]] = &proof
		wrong = wrong || proof.Verdict == spellings.Different || proof.Verdict == spellings.Unproven && proof.Lacks == nil
		for next < len(proofs) && proofs[next] != nil && failed == nil {
			bar.clear()
			failed = f.line(s.out, &list[next], proofs[next])
			next++
		}
	})
	bar.clear()
	switch {
	case failed != nil:
		return failed
	case ctx.Err() != nil:
		return fail(exitInternal, errors.New("interrupted"))
	case wrong:
		s.code = exitAsk
	}
	return nil
}

func (f *spellingsFlags) line(w io.Writer, sp *spellings.Spelling, proof *spellings.Proof) error {
	ids := familyIDs(sp)
	if f.asJSON {
		row := spellingJSON{Text: sp.Text, Families: ids}
		if f.seeds {
			row.Seed = sp.Seed.ID
		}
		if proof != nil {
			row.Proof, row.Reason = proof.Verdict.String(), proof.Reason
		}
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return fail(exitInternal, enc.Encode(row))
	}
	head := strings.Join(ids, " + ")
	if f.seeds {
		head += " of " + sp.Seed.ID
	}
	if proof != nil {
		head = fmt.Sprintf("%-9s %s", proof.Verdict, head)
		if proof.Reason != "" {
			head += " (" + printable(proof.Reason) + ")"
		}
	}
	_, err := fmt.Fprintf(w, "# %s\n%s\n", head, visible(sp.Text))
	return fail(exitInternal, err)
}

func listFamilies(w io.Writer, asJSON bool) error {
	families := spellings.Families()
	if asJSON {
		type row struct {
			ID         string   `json:"id"`
			Group      string   `json:"group"`
			Title      string   `json:"title"`
			From       string   `json:"from"`
			To         string   `json:"to"`
			Techniques []string `json:"techniques"`
			Needs      []string `json:"needs,omitempty"`
			Effect     string   `json:"effect,omitempty"`
		}
		var rows []row
		for i := range families {
			f := &families[i]
			rows = append(rows, row{f.ID, string(f.Group), f.Title, f.From, f.To, f.Techniques, f.Needs, string(f.Effect)})
		}
		return writeJSON(w, rows)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i := range families {
		f := &families[i]
		fmt.Fprintf(tw, "%s\t%s\t%s\n", f.ID, f.Title, oneLine(f.To))
	}
	return tw.Flush()
}

// oneLine shows a text of several lines in one.
func oneLine(text string) string {
	return printable(strings.NewReplacer("\n", "⏎", "\t", "⇥").Replace(text))
}
