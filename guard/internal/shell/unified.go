package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// unifiedEffects are what patch, git apply and git am do to the files that a diff names. The diff
// stands on standard input or in a file that the text wrote or that lies on disk; one that is not
// known changes nothing that could be named.
func (r *reader) unifiedEffects(l *Leaf) []program.Effect {
	p := l.Parsed
	if p.Spec == nil {
		return nil
	}
	var diffs []value.Word
	strip, dir := 1, ""
	file := func(w *value.Word) {
		if text, ok := r.contentOf(w); ok {
			diffs = append(diffs, text)
		}
	}
	switch p.Spec.Name {
	case "patch":
		if p.Has("dry-run", "o", "h", "help", "v", "version") || len(p.Operands) > 0 && p.OperandRole(0) == 'k' {
			return nil // what it writes is named on the command line
		}
		strip = -1
		if o := p.Option("i"); o != nil && o.HasValue {
			file(&o.Value)
		}
	case "git apply":
		if p.Has("check", "stat", "numstat", "summary", "cached") && !p.Has("apply") {
			return nil
		}
	case "git am":
		if p.Has("abort", "skip", "quit", "continue", "r", "show-current-patch") {
			return nil
		}
	default:
		return nil
	}
	for i := range p.Operands {
		file(&p.Operands[i])
	}
	if len(diffs) == 0 && len(p.Operands) == 0 && l.Stdin != nil {
		diffs = append(diffs, *l.Stdin)
	}
	if o := p.Option("p"); o != nil && o.HasValue {
		if s, ok := o.Value.Known(); ok && s != "" && isDigits(s) {
			strip = fdNumber(s)
		}
	}
	for _, list := range [2][]program.Option{p.Global, p.Options} { // git -C, git apply --directory, patch -d
		for i := range list {
			if o := &list[i]; o.HasValue && (o.Role == 'C' || o.Name == "directory") {
				if s, ok := o.Value.Known(); ok {
					dir += s + "/"
				}
			}
		}
	}
	var effects []program.Effect
	for i := range diffs {
		for _, e := range diffEffects(diffs[i].String(), strip, dir) {
			e.Word.Pos, e.Word.End = l.Pos, l.End
			effects = append(effects, e)
			if len(effects) == maxPatched {
				return effects
			}
		}
	}
	return effects
}

// maxPatched bounds the files of one diff that are looked at, so that a long diff costs no more
// than its reading.
const maxPatched = 256

// diffEffects reads the file names of a unified diff: those of its --- and +++ lines, without so
// many leading components; -1 takes the last component only, as patch does.
func diffEffects(text string, strip int, dir string) []program.Effect {
	var effects []program.Effect
	old := ""
	for text != "" && len(effects) < maxPatched {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if rest, ok := strings.CutPrefix(line, "--- "); ok {
			old = diffName(rest)
			continue
		}
		rest, ok := strings.CutPrefix(line, "+++ ")
		if !ok || old == "" {
			continue
		}
		name, kind := diffName(rest), program.Edit
		switch {
		case name == "/dev/null":
			name, kind = old, program.Delete
		case old == "/dev/null":
			kind = program.Write
		}
		old = ""
		if name = stripped(name, strip); name == "" || name == "/dev/null" {
			continue
		}
		if !strings.HasPrefix(name, "/") {
			name = dir + name
		}
		effects = append(effects, program.Effect{Kind: kind, Word: value.Lit(name), Via: "the patch"})
	}
	return effects
}

// diffName is the name on a line of a diff, without the time behind a tab and without quotes.
func diffName(s string) string {
	s, _, _ = strings.Cut(s, "\t")
	return strings.Trim(strings.TrimRight(s, " \r"), `"`)
}

func stripped(name string, n int) string {
	if n < 0 {
		return baseName(name)
	}
	for ; n > 0; n-- {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			return name
		}
		name = strings.TrimLeft(rest, "/")
	}
	return name
}
