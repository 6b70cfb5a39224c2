package battery

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

// process is how a hook's process ended.
type process struct {
	code     int    // -1 when a signal ended it or it did not start
	signal   string // "killed", "segmentation fault"
	startErr error
	timedOut bool
	stdout   []byte
	stderr   []byte
	took     time.Duration
}

// contract is how a host reads the answer of a hook. Each was measured on the real client.
type contract struct {
	agent hook.Agent
	// blockOnFailure: the handler is wired with onFailure: block (Claude Code), or failClosed (Cursor).
	blockOnFailure bool
	// async: the handler is wired to run in the background, rewake that exit 2 counts all the same.
	async, rewake bool
}

// read is what the host makes of a process.
func (c contract) read(p *process) Answer {
	var a Answer
	switch c.agent {
	case hook.Claude:
		a = c.claude(p)
	case hook.Codex:
		a = c.codex(p)
	case hook.Gemini:
		a = c.gemini(p)
	case hook.Copilot:
		a = c.copilot(p)
	case hook.Cursor:
		a = c.cursor(p)
	default:
		a = c.exitTwo(p)
	}
	if a.Refused() || a.Verdict == guard.Allow {
		a.Slip, a.Why = "", ""
	}
	a.Exit, a.Took, a.TimedOut, a.Stdout, a.Stderr = p.code, p.took, p.timedOut, p.stdout, p.stderr
	return a
}

func deny(how, reason string) Answer {
	return Answer{Verdict: guard.Deny, How: how, Reason: strings.TrimSpace(reason)}
}

// failed is the answer of a hook that failed: none, with the reason, and what the host was told to do then.
func (c contract) failed(slip Slip, why string) Answer {
	if !c.blockOnFailure {
		return none(slip, why)
	}
	if c.agent == hook.Cursor {
		return deny("failClosed", why)
	}
	return deny("onFailure: block", why)
}

// broken is the answer of a process that did not come to an exit code of its own; nil when it did.
func (c contract) broken(p *process) *Answer {
	var a Answer
	switch {
	case p.timedOut:
		a = c.failed(SlipTimeout, fmt.Sprintf("timeout after %s: the host lets the command run", round(p.took)))
	case p.startErr != nil:
		a = c.failed(SlipNotStarted, "not started: "+p.startErr.Error())
	case p.signal != "":
		a = c.failed(SlipKilled, "ended by a signal ("+p.signal+"): the host takes that for an error and lets the command run")
	default:
		return nil
	}
	return &a
}

// wrongExit is the answer to an exit code that the host takes for an error.
func (c contract) wrongExit(p *process) Answer {
	switch {
	case p.code == 126 || p.code == 127:
		return c.failed(SlipNotStarted, fmt.Sprintf("exit %d: the shell could not run it: %s", p.code, firstLine(p.stderr)))
	case p.code > 128 && p.code < 160:
		return c.failed(SlipKilled, fmt.Sprintf("exit %d: it was ended by signal %d; the host lets the command run", p.code, p.code-128))
	}
	return c.failed(SlipExitCode, fmt.Sprintf("exit %d: only exit 2 refuses, the host takes others for an error of the hook and lets the command run", p.code))
}

// quiet is the answer of a hook that ended well and did not say no where the host listens.
func quiet(p *process) Answer {
	switch out, err := bytes.TrimSpace(p.stdout), bytes.TrimSpace(p.stderr); {
	case holdsDeny(err):
		return none(SlipStderrJSON, "deny on stderr: with exit 0 the host reads the decision from standard output only")
	case len(out) > 0:
		return none(SlipPlainText, "plain text on standard output is no decision: "+firstLine(out))
	case len(err) > 0:
		return none(SlipWordsError, "words on standard error and exit 0: the host lets the command run: "+firstLine(err))
	}
	return none("", "it said nothing")
}

// exitTwo is the contract that all agents share, for those of which no more is known.
func (c contract) exitTwo(p *process) Answer {
	if a := c.broken(p); a != nil {
		return *a
	}
	switch {
	case p.code == hook.ExitRefuse && len(bytes.TrimSpace(p.stderr)) > 0:
		return deny("exit 2", string(p.stderr))
	case p.code == hook.ExitRefuse:
		return none(SlipNoReason, "exit 2 without a reason on standard error: some hosts let the command run then")
	case p.code != hook.ExitPass:
		return c.wrongExit(p)
	}
	return quiet(p)
}

// split cuts an answer into the JSON object and the text around it. ok is false when there is no object.
func split(stdout []byte) (before, object, after []byte, ok bool) {
	for from := 0; ; {
		i := bytes.IndexByte(stdout[from:], '{')
		if i < 0 {
			return nil, nil, nil, false
		}
		i += from
		if n := objectLength(stdout[i:]); n > 0 {
			return bytes.TrimSpace(stdout[:i]), stdout[i : i+n], bytes.TrimSpace(stdout[i+n:]), true
		}
		from = i + 1
	}
}

// objectLength is the length of the JSON object at the beginning of text, 0 when there is none.
func objectLength(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				if _, ok := parseFields(text[:i+1]); ok {
					return i + 1
				}
				return 0
			}
		}
	}
	return 0
}

// holdsDeny tells whether somewhere in a text there is a decision to deny.
func holdsDeny(text []byte) bool {
	_, object, _, ok := split(text)
	f, _ := parseFields(object)
	return ok && meansDeny(f)
}

// meansDeny tells whether an object says no, in whatever agent's words.
func meansDeny(f fields) bool {
	if inner, _, _ := f.object("hookSpecificOutput"); inner != nil && meansDeny(inner) {
		return true
	}
	for _, key := range [...]string{"permissionDecision", "decision", "permission", "action", "verdict", "permission_decision"} {
		if v, _, _ := f.text(key); v != "" {
			switch strings.ToLower(v) {
			case "deny", "block", "denied", "blocked", "reject", "refuse":
				return true
			}
		}
	}
	for _, key := range [...]string{"ok", "allow", "allowed", "approved", "continue"} {
		if f.isFalse(key) {
			return true
		}
	}
	return f.isTrue("block") || f.isTrue("blocked") || f.isTrue("deny")
}

// aroundJSON names the text around a decision that the host therefore does not read; "" when it is not that.
func aroundJSON(stdout []byte) (Slip, string) {
	before, object, after, ok := split(stdout)
	if !ok {
		return "", ""
	}
	if f, _ := parseFields(object); !meansDeny(f) {
		if _, next, _, more := split(after); !more || !holdsDeny(next) {
			return "", ""
		}
	}
	if len(before) > 0 {
		return SlipTextBefore, "a log line before the JSON: the host then takes all of it for text: " + firstLine(before)
	}
	if len(after) > 0 {
		return SlipTextAfter, "more text after the JSON: the host then takes none of it: " + firstLine(after)
	}
	return "", ""
}

func trimJSON(stdout []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(stdout), []byte("\xef\xbb\xbf")))
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if line == "" {
		return "(nothing)"
	}
	return hook.OneLine(line, 160)
}

func round(d time.Duration) time.Duration {
	if d > 2*time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}
