package jail_test

import (
	"context"
	"testing"

	"github.com/bashguard/bashguard/spellings/jail"
)

// BenchmarkRun prints what a run costs with all slots busy: a world of a few files, and a text
// that starts nothing.
func BenchmarkRun(b *testing.B) {
	j := open(b)
	w := &jail.World{ID: "bench", Cwd: "/home/dev/app", Files: []jail.File{{Path: "/home/dev/app/a", Text: "a"}}}
	b.SetParallelism(jail.SlotsPerCPU)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if res := j.Run(context.Background(), jail.Run{World: w, Text: ":"}); res.Outcome != jail.Ended {
				b.Error(res.Reason)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
}
