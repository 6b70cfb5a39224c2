package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Trust is whether the user trusts a project's policy.
type Trust uint8

// The states of trust. The zero value is the safe one.
const (
	NotTrusted Trust = iota
	Changed          // it was trusted, and has been changed since: it is not trusted now
	Trusted
)

var trustNames = [...]string{"not trusted", "changed since it was trusted", "trusted"}

// String says it in words.
func (t Trust) String() string { return trustNames[t] }

// MarshalText writes the words.
func (t Trust) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// ErrNoPolicy says that a project has no policy file.
var ErrNoPolicy = errors.New("the project has no " + projectFile)

// trustRecord is the file that says that a project's policy is trusted: a copy of it, at the
// project's path below the state directory. A copy can be compared byte by byte, has no
// collisions, and shows what it was that was trusted. The odd name is no directory's.
func trustRecord(state, root string) string {
	below := filepath.ToSlash(root[len(filepath.VolumeName(root)):])
	return join(join(state, "trust"+below), "%trusted.yaml")
}

// trustOf compares a project's policy with the record.
func trustOf(record string, text []byte) Trust {
	if record == "" {
		return NotTrusted
	}
	f, err := readLayer(record, false)
	switch {
	case err != nil || f == nil || f.open || f.foreign:
		return NotTrusted
	case !bytes.Equal(f.text, text):
		return Changed
	}
	return Trusted
}

// TrustProject records that the user trusts the policy of a project, as the text that the user
// was shown. The caller makes sure that it is the user who asks. A policy that is wrong, or that
// is not what was shown any more, is not recorded. It returns the policy's file.
func TrustProject(o Options, shown []byte) (string, error) {
	p := o.paths()
	if p.project == "" || p.trust == "" {
		return "", errors.New("no project root or no home is known: nothing can be trusted")
	}
	f, fault := readLayer(p.project, false)
	switch {
	case fault != nil:
		return "", Errors{fault}
	case f == nil:
		return "", fmt.Errorf("%s: %w", p.root, ErrNoPolicy)
	case !bytes.Equal(f.text, shown):
		return "", fmt.Errorf("%s has changed in the meantime: look at it again", p.project)
	case f.open:
		return "", fmt.Errorf("%s: everybody may write it, so it cannot be trusted: chmod o-w it first", p.project)
	}
	if _, _, err := Load(o); err != nil {
		return "", err
	}
	if err := writeRecord(p.trust, f.text); err != nil {
		return "", fmt.Errorf("trust cannot be recorded: %w", err)
	}
	return p.project, nil
}

// UntrustProject takes the record back; was tells whether there was one. It returns the
// policy's file.
func UntrustProject(o Options) (file string, was bool, err error) {
	p := o.paths()
	if p.trust == "" {
		return "", false, errors.New("no project root or no home is known")
	}
	switch err := os.Remove(p.trust); {
	case err == nil:
		return p.project, true, nil
	case errors.Is(err, fs.ErrNotExist):
		return p.project, false, nil
	default:
		return p.project, false, fmt.Errorf("trust cannot be taken back: %w", err)
	}
}

// writeRecord writes a file in one step, for its owner only.
func writeRecord(path string, text []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".tmp-*") // made with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) //nolint:errcheck // it is gone when all went well
	_, err = tmp.Write(text)
	if err == nil {
		err = tmp.Sync()
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
