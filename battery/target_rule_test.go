package battery

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What was measured of `if` on Claude Code 2.1.332.
func TestRuleCoversAsTheHostDoes(t *testing.T) {
	const rule = "Bash(rm *)"
	for _, command := range []string{
		"rm -rf x", "VAR=1 rm x", "cd a && rm x", "cd a\nrm x", "ls | rm x", "sleep 1 & rm x", "echo $(rm x)", "(rm x)", "if true; then rm x; fi",
		"for f in a; do rm $f; done", "f() { rm x; }; f", `\rm x`, `r""m x`, "ls | xargs rm x", "! rm x", "x=rm; $x y", "sh <<E\nrm x\nE",
	} {
		assert.True(t, ruleCovers(rule, command), command)
	}
	for _, command := range []string{
		`bash -c "rm x"`, "env rm x", "command rm x", "/bin/rm x", "timeout 5 rm x", "nohup rm x", "sudo rm x", "time rm x", `eval "rm x"`,
		"find . -delete", "find . -exec rm {} +", `python3 -c "import os"`, "git status",
	} {
		assert.False(t, ruleCovers(rule, command), command)
	}
	for _, rule := range []string{"bash(rm *)", "Bash(rm *", "Bash(rm *) || Bash(git *)"} {
		assert.False(t, ruleCovers(rule, "rm x"), rule)
	}
	assert.True(t, ruleCovers("Bash", "ls"))
	assert.True(t, ruleCovers("Bash(git push:*)", "git push"))
}
