package policy

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

func TestTrustIsOfOneContentAtOneRoot(t *testing.T) {
	pl := newPlace(t).write(Project, "mode: observe")
	trusted := func() (guard.Mode, Trust) {
		p, report := pl.load()
		return p.Mode, report.Sources[2].Trust
	}
	expect := func(wantMode guard.Mode, want Trust) {
		t.Helper()
		mode, trust := trusted()
		assert.Equal(t, wantMode, mode)
		assert.Equal(t, want, trust)
	}
	expect(guard.Enforce, NotTrusted)

	file, err := TrustProject(pl.options, []byte("mode: observe"))
	require.NoError(t, err)
	assert.Equal(t, pl.file(Project), file)
	expect(guard.Observe, Trusted)

	// One byte more and it is another policy.
	pl.write(Project, "mode: observe\n")
	expect(guard.Enforce, Changed)
	pl.write(Project, "mode: enforce") // as long
	expect(guard.Enforce, Changed)
	pl.write(Project, "mode: observe")
	expect(guard.Observe, Trusted)

	// The same policy elsewhere is not trusted.
	elsewhere := *pl
	elsewhere.options.Root += "2"
	elsewhere.write(Project, "mode: observe")
	p, report := elsewhere.load()
	assert.Equal(t, guard.Enforce, p.Mode)
	assert.Equal(t, NotTrusted, report.Sources[2].Trust)

	_, was, err := UntrustProject(pl.options)
	require.NoError(t, err)
	assert.True(t, was)
	expect(guard.Enforce, NotTrusted)
	_, was, err = UntrustProject(pl.options)
	require.NoError(t, err)
	assert.False(t, was)
}

func TestTrustDoesNotUndoManaged(t *testing.T) {
	pl := newPlace(t).write(Managed, "mode: enforce").write(Project, "mode: off")
	_, err := TrustProject(pl.options, []byte("mode: off"))
	require.NoError(t, err)
	p, report := pl.load()
	assert.Equal(t, guard.Enforce, p.Mode)
	require.Len(t, report.Loosened, 1)
	assert.Equal(t, whyManaged, report.Loosened[0].Why)
}

func TestTrustRecordIsTheUsersOwn(t *testing.T) {
	pl := newPlace(t).write(Project, "mode: observe")
	_, err := TrustProject(pl.options, []byte("mode: observe"))
	require.NoError(t, err)
	record := pl.options.paths().trust
	info, err := os.Stat(record)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	require.NoError(t, os.Chmod(record, 0o666))
	_, report := pl.load()
	assert.Equal(t, NotTrusted, report.Sources[2].Trust, "anybody could have written it")

	require.NoError(t, os.Remove(record))
	require.NoError(t, os.Symlink(pl.file(Project), record))
	_, report = pl.load()
	assert.Equal(t, NotTrusted, report.Sources[2].Trust, "a link to the policy trusts every policy")
}

func TestTrustNeedsAPolicyThatIsRight(t *testing.T) {
	pl := newPlace(t)
	_, err := TrustProject(pl.options, nil)
	require.ErrorIs(t, err, ErrNoPolicy)

	pl.write(Project, "mode: none")
	_, err = TrustProject(pl.options, []byte("mode: none"))
	require.ErrorContains(t, err, "policy.yaml:1:7: ")

	pl.write(Project, "mode: off")
	require.NoError(t, os.Chmod(pl.file(Project), 0o666))
	_, err = TrustProject(pl.options, []byte("mode: observe"))
	require.ErrorContains(t, err, "changed in the meantime")
	_, err = TrustProject(pl.options, []byte("mode: off"))
	require.ErrorContains(t, err, "everybody may write it")
	_, report := pl.load()
	assert.Equal(t, NotTrusted, report.Sources[2].Trust)
}
