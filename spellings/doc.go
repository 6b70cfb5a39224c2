// Package spellings writes a command in other ways that have the same effect, and lets real bash
// prove that they do.
//
// A [Family] is one way: a literal with an example and a rewrite over the syntax tree. [Families]
// lists them, [Variants] applies them to a [Seed], [Compose] applies several one after the other, and
// [Prove] runs the seed and a variant in the jail and compares what happened. The package knows no
// guard: that is what makes its word about equivalence an independent one.
package spellings
