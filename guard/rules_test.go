package guard_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/guard"
)

// found returns the severity with which a rule speaks of a text; None when it does not.
func found(res *guard.Result, id string) guard.Verdict {
	v := guard.None
	for _, f := range res.Findings {
		if f.Rule.ID == id {
			v = guard.Worse(v, f.Severity)
		}
	}
	return v
}

func example(text string) (command string, dirty bool) {
	if rest, ok := strings.CutPrefix(text, "clean: "); ok {
		return rest, false
	}
	return text, true
}

// A rule carries its proof: what it must find, and near ones that it must not.
func TestRulesKeepTheirExamples(t *testing.T) {
	for _, r := range guard.Rules() {
		for _, text := range r.Matches {
			t.Run(r.ID+"/finds "+text, func(t *testing.T) {
				want := r.Severity
				if rest, ok := strings.CutPrefix(text, "ask: "); ok {
					want, text = guard.Ask, rest
				}
				command, dirty := example(text)
				_, res := staged(t, command, dirty)
				assert.Equal(t, want, found(res, r.ID), describe(res))
			})
		}
		for _, text := range r.Passes {
			t.Run(r.ID+"/passes "+text, func(t *testing.T) {
				command, dirty := example(text)
				_, res := staged(t, command, dirty)
				assert.Equal(t, guard.None, found(res, r.ID), describe(res))
			})
		}
	}
}

// A rule is complete: it says what it refuses, why, and what to write instead, and shows both sides.
func TestRulesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	id := regexp.MustCompile(`^[a-z]+/[a-z]+(-[a-z]+)*$`)
	for _, r := range guard.Rules() {
		assert.Regexp(t, id, r.ID)
		assert.False(t, seen[r.ID], "%s stands twice", r.ID)
		seen[r.ID] = true
		assert.Contains(t, []guard.Severity{guard.Ask, guard.Deny}, r.Severity, r.ID)
		assert.NotEmpty(t, r.Title, r.ID)
		assert.NotEmpty(t, r.Why, r.ID)
		assert.NotEmpty(t, r.Instead, r.ID)
		assert.NotEmpty(t, r.Matches, r.ID)
		assert.NotEmpty(t, r.Passes, r.ID)
		assert.True(t, (r.Match == nil) != (r.MatchCommand == nil), "%s needs one matcher", r.ID)
		for _, s := range []string{r.Title, r.Why, r.Instead} {
			assert.False(t, strings.HasSuffix(s, "."), "%s: no full stop in %q", r.ID, s)
		}
	}
}

var advised = regexp.MustCompile("`([^`]+)`")

// No rule refuses its own advice, nor does another: the commands that a rule or a finding tells to
// write instead stand in backquotes, and each of them is let through.
func TestNoRuleRefusesAdvice(t *testing.T) {
	withCommand := 0
	check := func(id, instead string) {
		commands := advised.FindAllStringSubmatch(instead, -1)
		if len(commands) > 0 {
			withCommand++
		}
		for _, m := range commands {
			for _, dirty := range []bool{true, false} {
				_, res := staged(t, m[1], dirty)
				assert.Equal(t, guard.None, res.Verdict, "%s advises `%s`\n%s", id, m[1], describe(res))
			}
		}
	}
	for _, r := range guard.Rules() {
		check(r.ID, r.Instead)
		for _, text := range r.Matches {
			command, dirty := example(strings.TrimPrefix(text, "ask: "))
			_, res := staged(t, command, dirty)
			for _, f := range res.Findings {
				check(f.Rule.ID, f.Instead)
			}
		}
	}
	assert.Greater(t, withCommand, 20, "advice should name commands")
}
