package spellings

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bashguard/bashguard/spellings/jail"
)

// Verdict is what bash says of a variant.
type Verdict int8

const (
	// Unproven: it could not be tried, or there was nothing to see.
	Unproven Verdict = iota
	// Same: it does what its seed does.
	Same
	// Different: it does something else.
	Different
)

func (v Verdict) String() string { return [...]string{"unproven", "same", "different"}[v] }

// Proof is a verdict with its reason.
type Proof struct {
	Verdict Verdict
	// Reason says why a variant is unproven or different: the program that is missing, the check
	// and what happened.
	Reason string
	// Lacks names the programs that were missing.
	Lacks []string
	// Result is what the run of the variant left.
	Result jail.Result
}

// Prover proves with a jail.
type Prover struct {
	Jail *jail.Jail
	// Shell runs the texts; empty is bash.
	Shell string

	mu    sync.Mutex
	seeds map[*Seed]*seedRun
}

// seedRun is what a seed itself did.
type seedRun struct {
	once   sync.Once
	result jail.Result
	record []string
	world  *jail.World
	// concurrent says that commands of it run at the same time, so that their calls have no order.
	concurrent bool
	broken     string // why nothing can be proven by it
}

// ProveSpelling is Prove for a spelling whose families may need programs that the jail lacks: then
// it is unproven, with their names.
func (p *Prover) ProveSpelling(ctx context.Context, sp *Spelling) Proof {
	if lack := p.Missing(sp); lack != nil {
		return Proof{Reason: "this host lacks " + strings.Join(lack, ", "), Lacks: lack}
	}
	if sp.Seed.World == nil {
		record := recorded(sp.Seed.Text)
		for _, f := range sp.Families {
			for _, name := range f.Needs {
				if slices.Contains(record, name) && !slices.Contains(jail.Filters(), name) {
					return Proof{Reason: "the command itself calls " + name + ", which is only recorded", Lacks: []string{name}}
				}
			}
		}
	}
	return p.Prove(ctx, sp.Seed, sp.Text)
}

// Prove runs a variant of a seed and compares what happened. In the seed's world a disaster must
// happen again, and a twin must still not do it. A seed without a world is compared by the calls of its
// programs, or by its output when it calls none.
func (p *Prover) Prove(ctx context.Context, seed *Seed, variant string) Proof {
	base := p.seed(ctx, seed)
	if base.broken != "" {
		return Proof{Reason: base.broken, Result: base.result}
	}
	res := p.run(ctx, seed, base, variant)
	if res.Outcome == jail.Unproven {
		return Proof{Reason: res.Reason, Result: res}
	}
	if seed.World == nil {
		return compareCalls(base, res)
	}
	happened := res.Happened[0]
	if happened == !seed.Twin {
		return Proof{Verdict: Same, Result: res}
	}
	did := "did not happen"
	if happened {
		did = "happened"
	}
	return Proof{
		Verdict: Different, Result: res,
		Reason: fmt.Sprintf("in world %s: %s %s; %s", seed.World.ID, seed.Happened.Says, did, describe(&res)),
	}
}

// seed runs the seed itself, once.
func (p *Prover) seed(ctx context.Context, seed *Seed) *seedRun {
	p.mu.Lock()
	if p.seeds == nil {
		p.seeds = map[*Seed]*seedRun{}
	}
	run := p.seeds[seed]
	if run == nil {
		run = &seedRun{world: seed.World}
		p.seeds[seed] = run
	}
	p.mu.Unlock()
	run.once.Do(func() { p.runSeed(ctx, seed, run) })
	return run
}

func (p *Prover) runSeed(ctx context.Context, seed *Seed, run *seedRun) {
	if seed.World == nil {
		run.world = defaultWorld
		run.record, run.concurrent = recorded(seed.Text), concurrent(seed.Text)
	}
	run.result = p.run(ctx, seed, run, seed.Text)
	switch {
	case run.result.Outcome == jail.Unproven:
		run.broken = run.result.Reason
	case seed.World == nil:
		if len(run.result.Calls) == 0 && run.result.Stdout == "" {
			run.broken = "nothing to compare: the command called no program and printed nothing"
		}
	case run.result.Happened[0] == seed.Twin:
		run.broken = fmt.Sprintf("the seed %s is wrong: %s is %v; %s", seed.ID, seed.Happened.Says, run.result.Happened[0], describe(&run.result))
	}
}

func (p *Prover) run(ctx context.Context, seed *Seed, run *seedRun, text string) jail.Result {
	return p.Jail.Run(ctx, jail.Run{World: run.world, Shell: p.Shell, Text: text, Checks: []jail.Check{seed.Happened}, Record: run.record})
}

// describe says briefly how a run ended.
func describe(r *jail.Result) string {
	const most = 300
	text := fmt.Sprintf("status %d", r.Status)
	if r.Outcome == jail.TimedOut {
		text = r.Reason
	}
	if out := strings.TrimSpace(r.Stdout + r.Stderr); out != "" {
		text += ", printed " + fmt.Sprintf("%q", out[:min(len(out), most)])
	}
	return text
}

// compareCalls compares by what was called, in which order, and what was printed. What a spelling
// prints on its own goes beside that of the seed. Calls of commands that run at the same time have no
// order.
func compareCalls(base *seedRun, res jail.Result) Proof {
	if out := strings.TrimSpace(base.result.Stdout); !strings.Contains(res.Stdout+res.Stderr, out) {
		return Proof{Verdict: Different, Result: res, Reason: fmt.Sprintf("it should print %q; %s", out, describe(&res))}
	}
	want := callTexts(base.result.Calls)
	got := callTexts(withoutHelpers(base.result.Calls, res.Calls))
	if base.concurrent {
		slices.Sort(want)
		slices.Sort(got)
	}
	if len(want) == 0 || slices.Equal(want, got) {
		return Proof{Verdict: Same, Result: res}
	}
	return Proof{
		Verdict: Different, Result: res,
		Reason: fmt.Sprintf("it should call %s, and called %s; %s", strings.Join(want, " | "), strings.Join(got, " | "), describe(&res)),
	}
}

// withoutHelpers leaves out the calls of filters that the seed made less often: a spelling may use
// them on the way to the words of its command.
func withoutHelpers(want, got []jail.Call) []jail.Call {
	left := map[string]int{}
	for _, text := range callTexts(want) {
		left[text]++
	}
	return slices.DeleteFunc(slices.Clone(got), func(c jail.Call) bool {
		text := callTexts([]jail.Call{c})[0]
		left[text]--
		return left[text] < 0 && slices.Contains(jail.Filters(), c.Name)
	})
}

func callTexts(calls []jail.Call) []string {
	texts := make([]string, len(calls))
	for i, c := range calls {
		texts[i] = fmt.Sprintf("%s %q", c.Name, c.Args)
	}
	return texts
}
