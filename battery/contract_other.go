package battery

import (
	"bytes"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

// codex reads an answer as Codex 0.171.0 does: strictly. Exit 2 needs words on standard error, JSON
// counts on exit 0 only, needs a reason, and is dropped for any key that is not known.
func (c contract) codex(p *process) Answer {
	if a := c.exitTwo(p); p.code != hook.ExitPass || p.timedOut || p.startErr != nil {
		return a
	}
	f, a := objectOf(p)
	if f == nil {
		return a
	}
	inner, found, ok := f.object("hookSpecificOutput")
	if !ok {
		return none(SlipValue, "`hookSpecificOutput` must be an object")
	}
	if key := f.unknown("continue", "stopReason", "systemMessage", "decision", "reason", "hookSpecificOutput"); key != "" {
		return none(SlipUnknownKey, "the key `"+hook.Cut(key, 40)+"` is not known: Codex drops the whole answer")
	}
	if key := inner.unknown("hookEventName", "permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"); key != "" {
		return none(SlipUnknownKey, "the key `"+hook.Cut(key, 40)+"` is not known: Codex drops the whole answer")
	}
	decision, _, _ := f.text("decision")
	reason, _, _ := f.text("reason")
	how := "decision: "
	if event, _, _ := inner.text("hookEventName"); found && event == "" {
		return none(SlipEventName, "no hookEventName: Codex drops the whole answer")
	}
	if d, _, _ := inner.text("permissionDecision"); d != "" {
		decision, how = d, "JSON "
		reason, _, _ = inner.text("permissionDecisionReason")
	}
	switch decision {
	case "deny", "block":
		if (decision == "block") != (how == "decision: ") {
			return none(SlipValue, "`"+decision+"` is not what Codex reads there")
		}
		if reason == "" {
			return none(SlipNoReason, "a deny without a reason: Codex lets the command run")
		}
		return deny(how+decision, reason)
	case "ask", "defer":
		return none(SlipAskIgnored, decision+": Codex runs the command")
	case "":
		if f.isFalse("continue") {
			return none(SlipContinue, "continue:false does not stop the tool")
		}
		return undecided(f, p)
	}
	return none("", decision+": Codex goes on as if nothing was said")
}

// gemini reads an answer as Gemini CLI 0.61.0 does: a decision of its own shape on exit 0 or 1, or words on
// standard error with an exit code from 2 on.
func (c contract) gemini(p *process) Answer {
	if a := c.broken(p); a != nil {
		return *a
	}
	if p.code >= hook.ExitRefuse {
		switch words := bytes.TrimSpace(p.stderr); {
		case p.code > 128 && p.code < 160:
			return c.wrongExit(p)
		case len(words) > 0 || len(bytes.TrimSpace(p.stdout)) > 0:
			return deny("exit code", string(words))
		}
		return none(SlipNoReason, "no words with the exit code: Gemini lets the command run")
	}
	f, a := objectOf(p)
	if f == nil {
		if p.code != hook.ExitPass && (a.Slip == "" || a.Slip == SlipWordsError || a.Slip == SlipPlainText) {
			return c.wrongExit(p)
		}
		return a
	}
	decision, _, _ := f.text("decision")
	reason, _, _ := f.text("reason")
	switch {
	case decision == "deny" || decision == "block":
		return deny("decision: "+decision, reason)
	case f.isFalse("continue"):
		return deny("continue: false", reason)
	case decision == "ask":
		return Answer{Verdict: guard.Ask, How: "decision: ask", Reason: reason}
	case decision == "allow" || decision == "approve":
		return Answer{Verdict: guard.Allow, How: "decision: " + decision, Reason: reason}
	}
	if inner, found, _ := f.object("hookSpecificOutput"); found && meansDeny(inner) {
		return none(SlipField, "the decision is not where Gemini looks for it: `decision` at the top")
	}
	if p.code != hook.ExitPass {
		return c.wrongExit(p)
	}
	return undecided(f, p)
}

// copilot reads an answer as GitHub Copilot CLI 1.0.102 does for its own camelCase events: every exit code
// but 0 refuses; a decision stands at the top.
func (c contract) copilot(p *process) Answer {
	switch {
	case p.timedOut:
		return *c.broken(p)
	case p.startErr != nil:
		return deny("not started", p.startErr.Error())
	case p.code != hook.ExitPass:
		return deny("exit code", string(p.stderr))
	}
	return topDecision(p, "permissionDecision", "permissionDecisionReason")
}

// cursor reads an answer as Cursor's pages say it does.
func (c contract) cursor(p *process) Answer {
	if a := c.broken(p); a != nil {
		return *a
	}
	switch {
	case p.code == hook.ExitRefuse:
		return deny("exit 2", string(p.stderr))
	case p.code != hook.ExitPass:
		return c.wrongExit(p)
	}
	a := topDecision(p, "permission", "agent_message")
	if a.Verdict == guard.None && c.blockOnFailure {
		return c.failed(a.Slip, a.Why)
	}
	return a
}

// topDecision reads a decision at the top of the answer.
func topDecision(p *process, key, reasonKey string) Answer {
	f, a := objectOf(p)
	if f == nil {
		return a
	}
	decision, _, _ := f.text(key)
	reason, _, _ := f.text(reasonKey)
	switch decision {
	case "deny":
		return deny("JSON deny", reason)
	case "ask":
		return Answer{Verdict: guard.Ask, How: "JSON ask", Reason: reason}
	case "allow":
		return Answer{Verdict: guard.Allow, How: "JSON allow", Reason: reason}
	case "":
		return undecided(f, p)
	}
	return none(SlipValue, "`"+key+"` is `"+hook.Cut(decision, 40)+"`: the host knows deny, ask and allow")
}

// objectOf is the JSON object on standard output, or the answer when there is none.
func objectOf(p *process) (fields, Answer) {
	text := trimJSON(p.stdout)
	f, ok := parseFields(text)
	if ok {
		return f, Answer{}
	}
	if slip, why := aroundJSON(text); slip != "" {
		return nil, none(slip, why)
	}
	if bytes.HasPrefix(text, []byte("{")) {
		return nil, none(SlipBadJSON, "standard output begins as JSON and is none: "+firstLine(text))
	}
	return nil, quiet(p)
}

// undecided is the answer that is JSON and has no decision where the host looks for one.
func undecided(f fields, p *process) Answer {
	if meansDeny(f) {
		return none(SlipField, "the decision is not where the host looks for it")
	}
	return quietJSON(p)
}
