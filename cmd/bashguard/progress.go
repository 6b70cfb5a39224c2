package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress is a line on a terminal that says how far a long piece of work is. Elsewhere it is silent.
type progress struct {
	w           io.Writer // nil when there is no terminal
	done, total int
	start, last time.Time
}

// progressEvery is how often the line is written anew: often enough to be seen to move.
const progressEvery = 100 * time.Millisecond

func newProgress(w io.Writer, total int) *progress {
	p := &progress{total: total, start: time.Now()}
	if f, ok := w.(*os.File); ok && isTTY(f) {
		p.w = w
	}
	return p
}

// step counts one piece of work.
func (p *progress) step() {
	p.done++
	now := time.Now()
	if p.w == nil || now.Sub(p.last) < progressEvery {
		return
	}
	p.last = now
	fmt.Fprintf(p.w, "\r\x1b[K%d of %d, %.0f a second", p.done, p.total, float64(p.done)/now.Sub(p.start).Seconds())
}

// clear takes the line away, before something else is written.
func (p *progress) clear() {
	if p.w != nil && !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.last = time.Time{}
	}
}
