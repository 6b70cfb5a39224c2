package hook

import (
	"strings"

	"github.com/bashguard/bashguard/guard"
)

// Reply is what a hook in the protocol of Claude Code answered: Encode in reverse.
type Reply struct {
	Verdict guard.Verdict
	Reason  string
}

// ParseReply reads the answer of a hook as Claude Code would, but where the host lets a broken
// hook pass it is a failure: an exit code other than 0 and 2 without a decision, JSON that
// cannot be read, a decision that does not exist.
func ParseReply(code int, stdout, stderr []byte) (Reply, *Failure) {
	reply, decided, err := parseDecision(stdout)
	switch {
	case code == ExitRefuse:
		if err != nil || reply.Verdict != guard.Deny || reply.Reason == "" {
			reply = Reply{guard.Deny, string(stderr)}
		}
		return reply, nil
	case err != nil:
		return Reply{}, err
	case decided && (code == ExitPass || reply.Verdict == guard.Deny):
		return reply, nil
	case code != ExitPass:
		return Reply{}, Fail(GateFailed, "it ended with an exit code that is neither 0 nor 2: "+Cut(string(stderr), 200))
	}
	return Reply{Verdict: guard.None}, nil
}

func parseDecision(stdout []byte) (reply Reply, decided bool, err *Failure) {
	text := strings.TrimSpace(strings.TrimPrefix(string(stdout), "\uFEFF"))
	if !strings.HasPrefix(text, "{") {
		return Reply{Verdict: guard.None}, false, nil
	}
	root, failure := parseJSON([]byte(text))
	if failure != nil {
		return Reply{}, false, Fail(GateFailed, "its answer is not valid JSON")
	}
	d := decoder{root: root}
	verdict, reason := d.text(root, "decision"), d.text(root, "reason")
	if v := d.field(root, "hookSpecificOutput"); v != nil {
		specific := d.object(root, "hookSpecificOutput")
		if s := d.text(specific, "permissionDecision"); s != "" {
			verdict, reason = s, d.text(specific, "permissionDecisionReason")
		}
	}
	if d.err != nil {
		return Reply{}, false, Fail(GateFailed, "its answer: "+d.err.Detail)
	}
	switch verdict {
	case "":
		return Reply{Verdict: guard.None}, false, nil
	case "deny", "block":
		return Reply{guard.Deny, reason}, true, nil
	case "ask":
		return Reply{guard.Ask, reason}, true, nil
	case "allow", "approve", "defer":
		return Reply{Verdict: guard.None}, true, nil
	}
	return Reply{}, false, Fail(GateFailed, "its answer has the unknown decision `"+Cut(verdict, 40)+"`")
}
