package battery

import (
	"bytes"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

// claude reads an answer as Claude Code 2.1.332 does. JSON counts on every exit code, and exit 2 refuses
// whatever else is said. What goes wrong in between lets the command run, unless onFailure is block; but that
// does not cover what looks like success: exit 0 with text or JSON that cannot be read.
func (c contract) claude(p *process) Answer {
	first, _, _ := bytes.Cut(trimJSON(p.stdout), []byte("\n"))
	if f, ok := parseFields(first); ok && f.isTrue("async") {
		return none(SlipBackground, `{"async":true} on the first line: the host does not wait for the answer`)
	}
	if c.async && !(c.rewake && p.code == hook.ExitRefuse) {
		return none(SlipBackground, "wired with async: the host does not wait for the answer")
	}
	if a := c.broken(p); a != nil {
		return *a
	}
	said, invalid := c.claudeDecision(p)
	switch {
	case p.code == hook.ExitRefuse && said.Verdict == guard.Deny:
		said.How = "exit 2 and " + said.How
		return said
	case p.code == hook.ExitRefuse:
		return deny("exit 2", string(p.stderr))
	case invalid:
		return c.failed(said.Slip, said.Why)
	case said.Verdict == guard.Deny, said.Verdict == guard.Ask:
		return said
	case p.code != hook.ExitPass && c.blockOnFailure:
		return c.wrongExit(p)
	case said.Verdict == guard.Allow:
		return said
	case p.code != hook.ExitPass && said.Rewritten == "":
		return c.wrongExit(p)
	}
	return said
}

// claudeDecision reads the decision on standard output. invalid tells that it is JSON which the host's
// schema refuses: a failure of the hook.
func (c contract) claudeDecision(p *process) (a Answer, invalid bool) {
	text := trimJSON(p.stdout)
	if !bytes.HasPrefix(text, []byte("{")) {
		if slip, why := aroundJSON(text); slip != "" {
			return none(slip, why), false
		}
		return quiet(p), false
	}
	f, ok := parseFields(text)
	if !ok {
		if slip, why := aroundJSON(text); slip != "" {
			return none(slip, why), false
		}
		return none(SlipBadJSON, "standard output begins as JSON and is none: "+firstLine(text)), false
	}
	decision, found, ok := f.text("decision")
	reason, _, reasonOK := f.text("reason")
	switch {
	case !ok || !reasonOK:
		return none(SlipValue, "`decision` and `reason` must be strings: the host drops the whole answer"), true
	case found && decision == "block":
		a = deny("decision: block", reason)
	case found && decision == "approve":
		a = Answer{Verdict: guard.Allow, How: "decision: approve", Reason: reason}
	case found:
		return none(SlipValue, "`decision` is `"+hook.Cut(decision, 40)+"`: the host knows block and approve here, and drops the whole answer"), true
	}
	inner, found, ok := f.object("hookSpecificOutput")
	switch {
	case !ok:
		return none(SlipValue, "`hookSpecificOutput` must be an object"), true
	case found:
		return claudeSpecific(inner, a)
	case a.How != "":
		return a, false
	}
	if f.isFalse("continue") {
		return none(SlipContinue, "continue:false alone does not stop the tool: the command runs, then the session ends"), false
	}
	if meansDeny(f) {
		return none(SlipField, "the decision is not where the host looks for it: hookSpecificOutput.permissionDecision"), false
	}
	return quietJSON(p), false
}

// claudeSpecific reads hookSpecificOutput. before is what the fields beside it said.
func claudeSpecific(f fields, before Answer) (a Answer, invalid bool) {
	event, _, _ := f.text("hookEventName")
	decision, found, ok := f.text("permissionDecision")
	reason, hasReason, reasonOK := f.text("permissionDecisionReason")
	switch {
	case event != "PreToolUse":
		what := "no hookEventName"
		if event != "" {
			what = "wrong hookEventName `" + hook.Cut(event, 40) + "`"
		}
		return none(SlipEventName, what+": the host wants `PreToolUse`, and drops the whole answer"), true
	case !ok || hasReason && !reasonOK:
		return none(SlipValue, "`permissionDecision` and its reason must be strings: the host drops the whole answer"), true
	}
	rewritten := ""
	if input, has, _ := f.object("updatedInput"); has {
		if rewritten, _, _ = input.text("command"); rewritten == "" {
			return deny("updatedInput without a command", "the host cannot run the call"), false
		}
	}
	switch decision {
	case "deny":
		a = deny("JSON deny", reason)
		if a.Reason == "" {
			a.Reason = "Blocked by hook"
		}
	case "ask", "defer":
		a = Answer{Verdict: guard.Ask, How: "JSON " + decision, Reason: reason}
	case "allow":
		a = Answer{Verdict: guard.Allow, How: "JSON allow", Reason: reason}
	case "":
		a = before
		if a.How == "" {
			a = none("", "no decision in its answer")
			if !found && meansDeny(f) {
				a = none(SlipField, "the decision is not where the host looks for it: hookSpecificOutput.permissionDecision")
			}
		}
	default:
		return none(SlipValue, "`permissionDecision` is `"+hook.Cut(decision, 40)+"`: the host knows deny, ask, defer and allow, and drops the whole answer"), true
	}
	if a.Rewritten = rewritten; rewritten != "" && a.Verdict == guard.None {
		a.Slip, a.Why = SlipRewrite, "no refusal: it runs another command instead: "+hook.OneLine(rewritten, 160)
	}
	return a, false
}

// quietJSON is quiet for an answer that is JSON without a decision.
func quietJSON(p *process) Answer {
	q := *p
	q.stdout = nil
	a := quiet(&q)
	if a.Slip == "" {
		a.Why = "no decision in its answer"
	}
	return a
}
