package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// foundByFd puts what fd finds in place of its {} or at the end of the command.
func foundByFd(p *program.Parsed, args []value.Word) []value.Word {
	start := value.Lit(".")
	for i, at := range p.OperandIndex {
		if i == 1 && at < p.Rest {
			start = p.Operands[i]
		}
	}
	found := value.Word{}
	found.AppendWord(start)
	if !findsAll(p) {
		if !strings.HasSuffix(found.Suffix(), "/") {
			found.AppendText("/")
		}
		found.Append(value.Piece{Kind: value.Unknown, Origin: value.Names, Name: "fd", Text: "{found}", NonEmpty: true, Quoted: true})
	}
	out := make([]value.Word, 0, len(args)+1)
	marked := false
	for i := range args {
		if strings.Contains(args[i].String(), "{}") {
			marked = true
		}
		out = append(out, replaceIn(args[i], "{}", found))
	}
	if !marked {
		out = append(out, found)
	}
	return out
}

// findsAll tells whether fd's pattern takes every name, the top of the tree among them: then what
// is done to each is done to the whole.
func findsAll(p *program.Parsed) bool {
	if len(p.Operands) == 0 || p.OperandIndex[0] >= p.Rest || p.Has("e", "E", "t", "S", "d", "o", "changed-within", "changed-before") {
		return false
	}
	text, known := p.Operands[0].Known()
	return known && (text == "." || text == ".*")
}

// find runs what find's -exec and its like run, with the places that it starts from.
func (r *reader) find(inv *invocation, p *program.Parsed) {
	for i := range p.Options {
		o := &p.Options[i]
		switch o.Name {
		case "exec", "execdir", "ok", "okdir":
		default:
			continue
		}
		start, end, _ := p.ExecArgs(o)
		if start >= end || start >= len(p.Args) {
			continue
		}
		found := r.findPaths(p, i)
		for k := range found {
			next := invocation{pos: inv.pos, end: inv.end, external: true}
			for _, a := range p.Args[start:min(end, len(p.Args))] {
				next.args = append(next.args, replaceIn(a, "{}", found[k]))
			}
			r.run(&next)
		}
	}
}

// findPaths are words for what find finds before its option number upto: the starting points
// themselves, and names below them when tests choose among these.
func (r *reader) findPaths(p *program.Parsed, upto int) []value.Word {
	filtered := false
	for i := 0; i < upto && i < len(p.Options); i++ {
		switch p.Options[i].Name {
		case "maxdepth", "depth", "d", "xdev", "mount", "print", "print0", "H", "L", "P", "O", "D", "noleaf", "ignore_readdir_race", "daystart", "warn", "nowarn", "regextype", "follow", "exec", "execdir", "ok", "okdir":
		case "mindepth":
			filtered = true
		case "type": // -type d of a tree holds the tree
			if s, _ := p.Options[i].Value.Known(); s != "d" {
				filtered = true
			}
		case "name", "path", "wholename", "iname", "ipath":
			if s, ok := p.Options[i].Value.Known(); !ok || s != "*" {
				filtered = true
			}
		default:
			filtered = true
		}
	}
	starts := p.Operands
	if len(starts) == 0 {
		starts = []value.Word{value.Lit(".")}
	}
	var out []value.Word
	for i := range starts {
		if s, ok := starts[i].Known(); ok && (s == "(" || s == "!" || s == ")" || s == ",") {
			filtered = filtered || s != ","
			continue
		}
		if !filtered {
			out = append(out, starts[i])
			continue
		}
		w := value.Word{}
		w.AppendWord(starts[i])
		if !strings.HasSuffix(w.Suffix(), "/") {
			w.AppendText("/")
		}
		w.Append(value.Piece{Kind: value.Unknown, Origin: value.Names, Name: "find", Text: "{found}", NonEmpty: true, Quoted: true})
		out = append(out, w)
	}
	return out
}
