//go:build !unix

package state

import (
	"errors"
	"io/fs"
	"os"

	"github.com/bashguard/bashguard/guard"
)

const nonBlocking = 0

// Stat tells what stands at a path, without following it.
func (m *machine) Stat(path string) guard.FileKind {
	info, err := os.Lstat(m.host(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return guard.FileMissing
	case err != nil:
		return guard.FileUnknown
	case info.Mode().IsRegular():
		return guard.FileRegular
	case info.IsDir():
		return guard.FileDir
	case info.Mode()&fs.ModeSymlink != 0:
		return guard.FileSymlink
	case info.Mode()&fs.ModeDevice != 0 && info.Mode()&fs.ModeCharDevice == 0:
		return guard.FileDevice
	}
	return guard.FileOther
}

// Readlink returns what a symbolic link says.
func (m *machine) Readlink(path string) (string, bool) {
	target, err := os.Readlink(m.host(path))
	return target, err == nil
}
