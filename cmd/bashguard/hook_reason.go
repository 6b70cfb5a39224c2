package main

import (
	"strings"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

// The parts of a reason are bounded one by one, so that what to write instead and the rule's
// id are never cut off by a long word of the command.
const (
	maxMessage = 320
	maxWhy     = 220
	maxInstead = 320
	maxOthers  = 3 // rules that are named beside the first
)

// rulingOf puts a result in words: what was found, why it is refused, what to write instead,
// and by which rule. The findings that made the verdict speak; others are left to `explain`.
func rulingOf(result *guard.Result) ruling {
	r := ruling{verdict: result.Verdict}
	if r.verdict != guard.Deny && r.verdict != guard.Ask {
		return r
	}
	var b strings.Builder
	b.WriteString("bashguard refuses: ")
	if r.verdict == guard.Ask {
		b.Reset()
		b.WriteString("bashguard asks: ")
	}
	said := 0
	for i := range result.Findings {
		f := &result.Findings[i]
		if f.Severity != r.verdict || seen(r.rules, f.Rule.ID) {
			continue
		}
		r.rules = append(r.rules, f.Rule.ID)
		switch said++; {
		case said == 1:
			b.WriteString(hook.Cut(f.Message, maxMessage))
			if f.Rule.Why != "" {
				b.WriteString("; " + hook.Cut(f.Rule.Why, maxWhy))
			}
			if f.Instead != "" {
				b.WriteString(". Instead: " + hook.Cut(f.Instead, maxInstead))
			}
			b.WriteString(" [" + f.Rule.ID + "]")
		case said <= 1+maxOthers:
			b.WriteString("; also " + hook.Cut(f.Message, 80) + " [" + f.Rule.ID + "]")
		}
	}
	if said == 0 {
		b.WriteString("the command could not be judged; run it yourself if it is right")
	}
	r.reason = b.String()
	return r
}

func seen(ids []string, id string) bool {
	for _, other := range ids {
		if other == id {
			return true
		}
	}
	return false
}
