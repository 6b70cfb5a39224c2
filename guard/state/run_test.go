package state

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow stages a repository whose git does not answer.
func slow(t *testing.T) (*machine, *repo) {
	dir := t.TempDir()
	script := filepath.Join(dir, "git")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\nsleep 30 &\nsleep 30\n"), 0o755))
	m := New(Base(dir)).(*machine)
	m.git = script
	m.timeout, m.budget = gitTimeout, gitBudget
	require.NoError(t, os.MkdirAll(dir+"/r/.git", 0o755))
	return m, &repo{m: m, root: "/r", gitDir: "/r/.git", commonDir: "/r/.git"}
}

func TestSlowGitIsMaybeInTime(t *testing.T) {
	_, r := slow(t)
	start := time.Now()
	a := r.Dirty()
	assert.Less(t, time.Since(start), gitTimeout+time.Second)
	assert.True(t, a.IsMaybe())
	assert.Contains(t, a.Why(), "longer than 300ms")
}

func TestAllRunsTogetherAreBounded(t *testing.T) {
	m, r := slow(t)
	m.spent = gitBudget
	start := time.Now()
	a := r.Untracked()
	assert.Less(t, time.Since(start), 100*time.Millisecond)
	assert.True(t, a.IsMaybe())
	assert.Contains(t, a.Why(), "looking git repositories up took longer than 1s")
}

func TestMalformedConfigurationIsNoticed(t *testing.T) {
	for text, ok := range map[string]bool{
		"":                       true,
		"# only\n; comments":     true,
		"[a]\nb=c":               true,
		"[a]b=c":                 true,
		"[a \"b\\\"c\"]\n\td\n":  true,
		"[a]\nb = \"c # d\" e\n": true,
		"\ufeff[a]\nb=c\r\n":     true,
		"b=c":                    false,
		"[a\nb=c":                false,
		"[a \"b]\nc=d":           false,
		"[a]\nb = \"c\n":         false,
		"[a]\nb = \\q\n":         false,
		"[a]\n1b = c\n":          false,
		"[a]\nb c\n":             false,
		"[]\nb=c":                false,
		"[a]\nb = c \\":          false,
	} {
		var s settings
		assert.Equal(t, ok, s.parse(text), "%q", text)
	}
	var s settings
	require.True(t, s.parse("[a]\nb = \"c # d\"  e ; f\n"))
	assert.Equal(t, []setting{{"a.b", "c # d  e"}}, s.list)
}
