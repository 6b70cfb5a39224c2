// Package battery tells whether a guard works: it fires commands at a target and reads the answers as
// the agent's host would.
//
// A target is any guard: ours in process, a hook command, the hooks that settings files wire, an HTTP
// hook, a Go function. What a host does not read as a refusal is none, and the answer says why.
// A guard under test gets JSON on its standard input and nothing else; it runs with a scratch copy of
// the environment, home and project, for a bounded time, and its process group is killed after each call.
package battery
