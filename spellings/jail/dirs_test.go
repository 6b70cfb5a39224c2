package jail_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings/jail"
)

// cacheFor is a cache that runs under other uids can look into, which t.TempDir is not.
func cacheFor(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "bashguard-test-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// childCache tells a child of the test, which is this test again, where its cache is.
const childCache = "BASHGUARD_JAIL_TEST_CACHE"

// Several processes that need the root at once build it once, and none sees half of it.
func TestManyBuildTheRootAtOnce(t *testing.T) {
	if cache := os.Getenv(childCache); cache != "" {
		j := jail.New(jail.Options{Cache: cache, Scratch: cache, Slots: 1})
		res := run(t, j, nil, "ls / | wc -l; python3 -c 'print(1)' || :")
		require.Equal(t, jail.Ended, res.Outcome, res.Reason)
		require.NoError(t, j.Close())
		return
	}
	open(t)
	cache := cacheFor(t)
	var children []*exec.Cmd
	for range 3 {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestManyBuildTheRootAtOnce$", "-test.count=1")
		cmd.Env = append(os.Environ(), childCache+"="+cache)
		require.NoError(t, cmd.Start())
		children = append(children, cmd)
	}
	for _, cmd := range children {
		assert.NoError(t, cmd.Wait())
	}
	left, err := filepath.Glob(filepath.Join(cache, "*"))
	require.NoError(t, err)
	assert.Len(t, left, 2, "the root and its lock: %q", left)
}

// A root that was made without a sandbox, and lacks what needs one, does not stay.
func TestABrokenBubblewrapLeavesNoRoot(t *testing.T) {
	cache := cacheFor(t)
	for _, bwrap := range []string{"true", "false"} {
		j := jail.New(jail.Options{Bwrap: bwrap, Cache: cache})
		assert.NotEmpty(t, j.Why())
		require.NoError(t, j.Close())
	}
	roots, err := filepath.Glob(filepath.Join(cache, "jail-*"))
	require.NoError(t, err)
	assert.Empty(t, roots)
}

// What a killed process left behind goes when the next jail is made; what is in use stays.
func TestDirectoriesOfTheDeadGo(t *testing.T) {
	first := open(t)
	scratch := cacheFor(t)
	o := jail.Options{Scratch: scratch, Slots: 1}
	dir := func(name, lock string, age time.Duration) string {
		p := filepath.Join(scratch, "bashguard-jail-"+name)
		require.NoError(t, os.MkdirAll(filepath.Join(p, "world-1/closed"), 0o700))
		require.NoError(t, os.Chmod(filepath.Join(p, "world-1/closed"), 0))
		at := time.Now().Add(-age)
		if lock != "" {
			require.NoError(t, os.WriteFile(filepath.Join(p, lock), nil, 0o600))
			require.NoError(t, os.Chtimes(filepath.Join(p, lock), at, at))
		}
		require.NoError(t, os.Chtimes(p, at, at))
		return p
	}
	killed, justBegun := dir("killed", "lock", time.Hour), dir("begun", "lock", 0)
	unlocked, old := dir("unlocked", "", time.Hour), dir("old", "", 48*time.Hour)

	living := jail.New(o)
	require.Empty(t, living.Why())
	assert.NoDirExists(t, killed)
	assert.NoDirExists(t, old)
	assert.DirExists(t, justBegun)
	assert.DirExists(t, unlocked)

	locks, err := filepath.Glob(filepath.Join(scratch, "*", "lock"))
	require.NoError(t, err)
	past := time.Now().Add(-time.Hour)
	for _, lock := range locks {
		require.NoError(t, os.Chtimes(lock, past, past))
	}
	other := jail.New(o)
	require.Empty(t, other.Why())
	assert.NoDirExists(t, justBegun, "its hour has come")
	assert.Equal(t, jail.Ended, run(t, living, nil, ":").Outcome, "a jail that lives keeps its own")
	require.NoError(t, living.Close())
	require.NoError(t, other.Close())
	assert.Equal(t, jail.Ended, run(t, first, nil, ":").Outcome)
}

// Who gives up, or has a deadline, says nothing about the text, and spoils the world for nobody.
func TestContextsEnd(t *testing.T) {
	j := open(t)
	w := &jail.World{ID: "slow", Setup: "touch made"}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	res := j.Run(gone, jail.Run{World: w, Text: ":"})
	assert.Equal(t, jail.Unproven, res.Outcome)
	assert.Equal(t, "context canceled", res.Reason)
	res = run(t, j, w, "ls")
	assert.Equal(t, "made\n", res.Stdout, res.Reason)

	soon, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	res = j.Run(soon, jail.Run{Text: "sleep 20"})
	assert.Equal(t, jail.Unproven, res.Outcome)
	assert.Less(t, res.Took, 3*time.Second)
}
