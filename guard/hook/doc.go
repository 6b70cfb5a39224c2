// Package hook speaks the protocols of AI coding agents: it decodes the event that a host
// sends to a hook before a tool call, and encodes a verdict as the answer that this host reads.
//
// It knows no rule and runs nothing. Agents are told apart by the shape of what they send.
// What cannot be decoded is a *Failure, which names what was wrong; the failure policy is in
// failure.go.
package hook
