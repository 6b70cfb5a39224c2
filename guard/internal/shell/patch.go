package shell

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/patch"
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// patchEffects are what apply_patch does to files: it gets the patch as its operand or on its
// standard input, and the files stand in the patch.
func patchEffects(l *Leaf) []program.Effect {
	if l.Program != "apply_patch" && l.Program != "applypatch" {
		return nil
	}
	text := l.Stdin
	if len(l.Args) > 0 {
		text = &l.Args[len(l.Args)-1]
	}
	if text == nil {
		return nil
	}
	var effects []program.Effect
	add := func(name string, op patch.Op, known bool) {
		word := value.Lit(name)
		if !known {
			word = value.Of(value.Piece{Kind: value.Unknown, Text: name, Origin: text.Origin()})
		}
		word.Pos, word.End = l.Pos, l.End
		effects = append(effects, program.Effect{Kind: patchKinds[op], Word: word, Via: "the patch"})
	}
	for _, f := range patch.Files(text.String()) {
		known := true
		for i := range text.Pieces {
			if p := &text.Pieces[i]; p.Kind == value.Unknown && strings.Contains(f.Path, p.Text) {
				known = false
			}
		}
		add(f.Path, f.Op, known)
	}
	if len(effects) == 0 && text.HasUnknown() {
		add(text.String(), patch.Add, false)
	}
	return effects
}

var patchKinds = [...]program.Kind{
	patch.Add: program.Write, patch.Update: program.Edit, patch.Delete: program.Delete, patch.MoveFrom: program.Move, patch.MoveTo: program.Write,
}
