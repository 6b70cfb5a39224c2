package shell

import (
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// startDaemon runs what start-stop-daemon --start runs: the program of -a or -x with the operands.
func (r *reader) startDaemon(inv *invocation, p *program.Parsed) {
	o := p.Option("a")
	if o == nil {
		o = p.Option("x")
	}
	if o == nil || !o.HasValue || !p.Has("S") || p.Has("t") {
		return
	}
	next := invocation{args: append([]value.Word{o.Value}, p.Operands...), pos: inv.pos, end: inv.end, external: true}
	saved := r.via
	r.via = append(r.via[:len(r.via):len(r.via)], p.Program)
	r.run(&next)
	r.via = saved
}
