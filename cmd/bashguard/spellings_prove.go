package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/state"
	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
	"github.com/bashguard/bashguard/spellings/seeds"
)

// proving is a run over the project's own seeds.
type proving struct {
	s        *streams
	prover   *spellings.Prover
	seeds    []*spellings.Seed
	families []*spellings.Family
	record   spellings.Record
	bad      []string             // what fails the run, in words
	lacks    map[string]int       // programs that are missing, and how many proofs for want of them
	proven   []spellings.Spelling // what bash says is the same
}

func (f *spellingsFlags) runSeeds(ctx context.Context, s *streams, families []*spellings.Family) error {
	all := seeds.All()
	pr := &proving{s: s, families: families, lacks: map[string]int{}, record: spellings.Record{Sets: map[string]spellings.Set{}, Seed: f.seed}}
	for i := range all {
		pr.seeds = append(pr.seeds, &all[i])
	}
	if !f.prove {
		return f.print(ctx, s, f.of(pr.seeds, families))
	}
	if f.record != "" && (f.families != nil || f.shell != "bash") {
		return errors.New("a record is of all families and of bash: leave --family and --shell out")
	}
	pr.prover = f.prover()
	defer pr.prover.Jail.Close()
	if why := pr.prover.Jail.Why(); why != "" {
		return fail(exitInternal, fmt.Errorf("nothing can be proven: %s", why))
	}
	pr.record.Shell = pr.prover.Jail.Version()
	pr.depthOne(ctx)
	if f.sample > 0 {
		pr.compositions(ctx, f.sample, f.seed)
	}
	if ctx.Err() != nil {
		return fail(exitInternal, errors.New("interrupted"))
	}
	if f.verdicts {
		if err := pr.verdicts(ctx); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(pr.lacks)) {
		fmt.Fprintf(s.out, "unproven: %d spellings, since this host lacks %s\n", pr.lacks[name], name)
	}
	slices.Sort(pr.bad)
	for _, line := range pr.bad {
		fmt.Fprintln(s.out, line)
	}
	if len(pr.bad) > 0 {
		s.code = exitAsk
		return nil
	}
	if f.record != "" {
		return fail(exitInternal, pr.write(f.record))
	}
	return nil
}

// prove proves a list and counts. It says how fast that went.
func (pr *proving) prove(ctx context.Context, what string, list []spellings.Spelling) {
	start := time.Now()
	bar := newProgress(pr.s.err, len(list))
	same := 0
	pr.prover.ProveAll(ctx, slices.Values(list), func(sp spellings.Spelling, proof spellings.Proof) {
		bar.step()
		ids := strings.Join(familyIDs(&sp), " + ")
		switch {
		case proof.Verdict == spellings.Same:
			same++
			pr.proven = append(pr.proven, sp)
		case proof.Lacks != nil:
			for _, name := range proof.Lacks {
				pr.lacks[name]++
			}
		default:
			pr.bad = append(pr.bad, fmt.Sprintf("%s: %s of %s: %q\n\t%s", strings.ToUpper(proof.Verdict.String()), ids, sp.Seed.ID, sp.Text, printable(proof.Reason)))
		}
	})
	bar.clear()
	took := time.Since(start)
	shell := "bash " + pr.record.Shell
	if pr.prover.Shell != "" {
		shell = pr.prover.Shell
	}
	fmt.Fprintf(pr.s.out, "%s: %d of %d proven the same by %s in %.0f s, %.0f a second\n",
		what, same, len(list), shell, took.Seconds(), float64(len(list))/took.Seconds())
}

// depthOne proves every variant of every seed, and sees that each family writes some seed.
func (pr *proving) depthOne(ctx context.Context) {
	list := slices.Collect(spellings.All(pr.seeds, pr.families))
	pr.prove(ctx, "depth 1", list)
	wrote := map[string]bool{}
	texts := map[string][]string{}
	for i := range list {
		f := list[i].Families[0]
		wrote[f.ID] = true
		key := f.ID + " " + list[i].Seed.ID
		texts[key] = append(texts[key], list[i].Text)
		if lack := pr.prover.Missing(&list[i]); lack != nil {
			pr.record.Sets[key] = spellings.Set{Lacks: strings.Join(lack, " ")}
		}
	}
	for key, t := range texts {
		set := spellings.SetOf(t)
		set.Lacks = pr.record.Sets[key].Lacks
		pr.record.Sets[key] = set
	}
	for _, f := range pr.families {
		if !wrote[f.ID] {
			pr.bad = append(pr.bad, "the family "+f.ID+" writes no seed")
		}
	}
}

// compositions proves a sample of compositions of two and three families.
func (pr *proving) compositions(ctx context.Context, n int, randomSeed uint64) {
	list := slices.Collect(spellings.Sample(pr.seeds, pr.families, n, randomSeed))
	if len(list) < n {
		pr.bad = append(pr.bad, fmt.Sprintf("only %d compositions of %d could be drawn", len(list), n))
	}
	pr.prove(ctx, "depth 2 and 3", list)
	var texts []string
	for i := range list {
		texts = append(texts, list[i].Text)
	}
	pr.record.Compositions = spellings.SetOf(texts)
}

func (pr *proving) write(name string) error {
	tmp := name + ".new"
	out, err := os.Create(tmp)
	if err != nil {
		return err
	}
	err = pr.record.Write(out)
	if e := out.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp, name)
}

// tally counts verdicts.
type tally struct{ deny, ask, silent, twins, wrongDeny, wrongAsk int }

// verdicts prints what the gate says of each proven spelling, by family and for compositions, on the
// files of the seed's world.
func (pr *proving) verdicts(ctx context.Context) error {
	rows := map[string]*tally{}
	policy := guard.DefaultPolicy()
	states := map[*jail.World]guard.State{}
	for i := range pr.proven {
		sp := &pr.proven[i]
		w := sp.Seed.World
		if states[w] == nil {
			dir, err := pr.prover.Jail.WorldDir(ctx, w)
			if err != nil {
				return fail(exitInternal, err)
			}
			states[w] = state.New(state.Base(dir), state.Home(w.HomeDir()))
		}
		cmd := guard.Parse(sp.Text, guard.In(w.Dir()), guard.Home(w.HomeDir()), guard.Root(w.Dir()), guard.With(states[w]))
		row := "(compositions)"
		if len(sp.Families) == 1 {
			row = sp.Families[0].ID
		}
		if rows[row] == nil {
			rows[row] = &tally{}
		}
		v := guard.Check(cmd, policy).Verdict
		rows[row].count(sp.Seed.Twin, v)
		if v == guard.None && !sp.Seed.Twin || v == guard.Deny && sp.Seed.Twin {
			fmt.Fprintf(pr.s.err, "%v: %s of %s: %q\n", v, strings.Join(familyIDs(sp), " + "), sp.Seed.ID, sp.Text)
		}
	}
	return writeTallies(pr.s.out, rows)
}

func (t *tally) count(twin bool, v guard.Verdict) {
	switch {
	case twin:
		t.twins++
		if v == guard.Deny {
			t.wrongDeny++
		} else if v == guard.Ask {
			t.wrongAsk++
		}
	case v == guard.Deny:
		t.deny++
	case v == guard.Ask:
		t.ask++
	default:
		t.silent++
	}
}

func writeTallies(w io.Writer, rows map[string]*tally) error {
	fmt.Fprint(w, "\nWhat the gate says of the proven spellings: of disasters it should refuse all, of twins none.\n\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "family\trefused\tasked\tsilent\ttwins\trefused\tasked\t")
	var sum tally
	line := func(name string, t *tally) {
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, t.deny, t.ask, t.silent, t.twins, t.wrongDeny, t.wrongAsk)
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		t := rows[name]
		line(name, t)
		sum.deny += t.deny
		sum.ask += t.ask
		sum.silent += t.silent
		sum.twins += t.twins
		sum.wrongDeny += t.wrongDeny
		sum.wrongAsk += t.wrongAsk
	}
	line("all", &sum)
	return tw.Flush()
}
