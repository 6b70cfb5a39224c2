package jail_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the host's root does by privileges of the host, others do without: the tests of checks, limits and
// stubs are run again as a user who has none.
func TestTheJailOfAUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("the other tests run as a user already")
	}
	open(t)
	const uid = 61234 // nobody's, and no slot's
	home := cacheFor(t)
	require.NoError(t, os.Chown(home, uid, uid))
	program := filepath.Join(home, "test")
	require.NoError(t, copyProgram(os.Args[0], program))
	cmd := exec.Command(program, "-test.count=1", "-test.run",
		"^(TestATextRunsInItsWorld|TestTheHostIsOutOfReach|TestEveryRunHasAFreshWorld|TestLimitsHold|TestChecks|TestChecksSeeThroughLinksAndModes|TestStubsRecordAndAnswer)$")
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "TMPDIR="+home, "XDG_CACHE_HOME=")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

func copyProgram(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		return err
	}
	return out.Close()
}
