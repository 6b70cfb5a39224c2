package spellings

import (
	"context"
	"iter"
	"sync"
)

// All yields the variants of every seed by every family: all of depth one that is proven.
func All(seeds []*Seed, families []*Family) iter.Seq[Spelling] {
	return eachOf(seeds, families, Variants)
}

// AllForms yields all that every family can write of every seed.
func AllForms(seeds []*Seed, families []*Family) iter.Seq[Spelling] {
	return eachOf(seeds, families, Forms)
}

func eachOf(seeds []*Seed, families []*Family, write func(*Seed, *Family) iter.Seq[string]) iter.Seq[Spelling] {
	return func(yield func(Spelling) bool) {
		for _, seed := range seeds {
			for _, f := range families {
				for text := range write(seed, f) {
					if !yield(Spelling{Seed: seed, Families: []*Family{f}, Text: text}) {
						return
					}
				}
			}
		}
	}
}

// ProveAll proves spellings with as many runs at once as the jail has slots. done is called for each,
// by one goroutine at a time, in no fixed order. It returns early when ctx ends.
func (p *Prover) ProveAll(ctx context.Context, spellings iter.Seq[Spelling], done func(Spelling, Proof)) {
	work := make(chan Spelling)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range p.Jail.Slots() {
		wg.Go(func() {
			for sp := range work {
				proof := p.ProveSpelling(ctx, &sp)
				mu.Lock()
				done(sp, proof)
				mu.Unlock()
			}
		})
	}
	for sp := range spellings {
		select {
		case work <- sp:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(work)
	wg.Wait()
}

// Missing names the programs that the families of a spelling need and the jail lacks.
func (p *Prover) Missing(sp *Spelling) []string {
	var lack []string
	for _, f := range sp.Families {
		for _, name := range f.Needs {
			if !p.Jail.Has(name) {
				lack = append(lack, name)
			}
		}
	}
	return lack
}
