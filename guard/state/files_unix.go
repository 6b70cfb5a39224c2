//go:build unix

package state

import (
	"errors"
	"syscall"

	"github.com/bashguard/bashguard/guard"
)

// nonBlocking keeps the opening of a pipe, put in a file's place meanwhile, from waiting.
const nonBlocking = syscall.O_NONBLOCK

// Stat tells what stands at a path, without following it.
func (m *machine) Stat(path string) guard.FileKind {
	if len(path) == 0 || path[0] != '/' {
		return guard.FileUnknown
	}
	var st syscall.Stat_t
	err := syscall.Lstat(m.host(path), &st)
	for errors.Is(err, syscall.EINTR) {
		err = syscall.Lstat(m.host(path), &st)
	}
	switch {
	case err == nil:
	case errors.Is(err, syscall.ENOENT), errors.Is(err, syscall.ENOTDIR):
		return guard.FileMissing
	default:
		return guard.FileUnknown
	}
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		return guard.FileRegular
	case syscall.S_IFDIR:
		return guard.FileDir
	case syscall.S_IFLNK:
		return guard.FileSymlink
	case syscall.S_IFBLK:
		return guard.FileDevice
	}
	return guard.FileOther
}

// Readlink returns what a symbolic link says.
func (m *machine) Readlink(path string) (string, bool) {
	if len(path) == 0 || path[0] != '/' {
		return "", false
	}
	var room [4096]byte
	n, err := syscall.Readlink(m.host(path), room[:])
	if err != nil || n <= 0 || n == len(room) {
		return "", false
	}
	return string(room[:n]), true
}
