//go:build !race

package guard_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"mvdan.cc/sh/v3/syntax"

	"github.com/bashguard/bashguard/guard"
)

// bareParse parses each command and does nothing with the tree: the yardstick.
func bareParse(rows []corpusRow) time.Duration {
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	start := time.Now()
	for i := range rows {
		_, _ = parser.Parse(strings.NewReader(rows[i].Command), "")
	}
	return time.Since(start)
}

// fullCheck reads and judges each command as the batch door does, with the state that knows
// nothing: what a look at a disk costs depends on the disk.
func fullCheck(rows []corpusRow, policy *guard.Policy, each []time.Duration) time.Duration {
	begin := time.Now()
	last := begin
	for i := range rows {
		cmd := guard.Parse(rows[i].Command, guard.In("/home/dev/app"), guard.Home("/home/dev"), guard.Root("/home/dev/app"))
		guard.Check(cmd, policy)
		if each != nil {
			now := time.Now()
			each[i] = now.Sub(last)
			last = now
		}
	}
	return time.Since(begin)
}

// BenchmarkCorpus prints what checking the corpora costs in bare parses of the same texts, and
// the time that 99 of 100 commands stay below.
func BenchmarkCorpus(b *testing.B) {
	for _, name := range []string{"tldr", "nl2bash"} {
		b.Run(name, func(b *testing.B) {
			rows := corpus(b, name)
			policy := guard.DefaultPolicy()
			each := make([]time.Duration, len(rows))
			var parse, check []time.Duration
			fullCheck(rows, policy, nil) // warm up
			for b.Loop() {
				parse = append(parse, bareParse(rows))
				check = append(check, fullCheck(rows, policy, each))
			}
			slices.Sort(parse)
			slices.Sort(check)
			slices.Sort(each)
			n := float64(len(rows))
			b.ReportMetric(float64(check[len(check)/2])/float64(parse[len(parse)/2]), "parses")
			b.ReportMetric(float64(parse[len(parse)/2].Nanoseconds())/n, "ns/parse")
			b.ReportMetric(float64(check[len(check)/2].Nanoseconds())/n, "ns/check")
			b.ReportMetric(float64(each[len(each)*99/100].Nanoseconds()), "p99-ns")
			b.ReportMetric(float64(each[len(each)-1].Nanoseconds()), "max-ns")
			b.ReportMetric(0, "ns/op") // a pass over everything is no operation
		})
	}
}

// Cost is part of the promise, so it is a test too. The best of several passes is what the code
// costs; the rest is what else the machine did, which only makes a pass slower. So both are measured
// in turns, each pass from a clean heap, the same number of times; where that does not do, the
// machine may have been busy, and there are more rounds. Under the race detector times mean nothing.
func TestCheckingCostsAtMostFourBareParses(t *testing.T) {
	const few, many = 16, 60
	rows := corpus(t, "tldr")
	policy := guard.DefaultPolicy()
	each := make([]time.Duration, len(rows))
	parse, check, p99 := time.Duration(1<<62), time.Duration(1<<62), time.Duration(1<<62)
	var ratio float64
	for round := range many {
		runtime.GC()
		parse = min(parse, bareParse(rows))
		runtime.GC()
		check = min(check, fullCheck(rows, policy, each))
		slices.Sort(each)
		p99 = min(p99, each[len(each)*99/100])
		ratio = float64(check) / float64(parse)
		if round >= few && ratio <= 4 && p99 < time.Millisecond {
			break
		}
	}
	t.Logf("%.2f bare parses (%v for %v), p99 %v", ratio, check, parse, p99)
	assert.LessOrEqual(t, ratio, 4*slack())
	assert.Less(t, p99, time.Duration(slack()*float64(time.Millisecond)))
}
