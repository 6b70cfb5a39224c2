// Package guard reads shell commands as bash does and says what they would do.
//
// Parse turns a source text into a Command: the leaves (programs that would run, with their
// arguments after expansion, their redirects and the wrappers they came through) and the troubles
// (what could not be read). A Command answers questions in three values, no, maybe and yes: Runs,
// Touches, WritesTo, Deletes, Sends, PipesToShell. What cannot be decided is maybe, with its
// reason.
//
// Check judges a Command under a Policy: every rule that matches gives a Finding with its place in
// the source, why, and what to write instead; the worst gives the verdict. Rules of one's own are
// UserRules, in the same vocabulary as the built-in ones.
//
// The package runs nothing, starts no process and knows no agent. What it may ask of the machine
// stands behind State; package guard/state has the one for the real machine, and without one
// everything that depends on the machine is unknown, which rules count as the bad case. Package
// guard/policy reads policy files, package guard/hook speaks agents' protocols.
package guard
