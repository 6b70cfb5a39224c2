package jail

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// lockName is the file that a jail's own directories hold, locked as long as the jail lives.
const lockName = "lock"

// unlockedAge is when a directory without a lock is taken for one that nobody uses, and justMade is how
// long one that is not locked yet is left alone.
const (
	unlockedAge = 24 * time.Hour
	justMade    = time.Minute
)

// ownDir is a directory of one jail, known by its lock to be in use.
type ownDir struct {
	path string
	lock *os.File
}

// newOwnDir makes a directory of a jail below parent, and removes those of jails that were killed:
// in memory they would fill the machine in time.
func newOwnDir(parent, prefix string) (*ownDir, error) {
	removeDead(parent, prefix)
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	d := &ownDir{path: path}
	d.lock, err = os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		err = syscall.Flock(int(d.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err == nil {
		// Runs under other uids must reach what lies below, not list it.
		err = os.Chmod(path, 0o711)
	}
	if err != nil {
		return nil, errors.Join(err, d.remove())
	}
	return d, nil
}

func (d *ownDir) remove() error {
	if d == nil {
		return nil
	}
	err := removeTree(d.path)
	if d.lock != nil {
		d.lock.Close()
	}
	return err
}

func removeDead(parent, prefix string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		path := filepath.Join(parent, e.Name())
		// A directory for all may hold other users' traps.
		if info, err := os.Lstat(path); err != nil || !ownedByUs(info) {
			continue
		}
		if dead(path) {
			_ = removeTree(path)
		}
	}
}

func ownedByUs(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// dead says that no jail uses a directory any more.
func dead(dir string) bool {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		info, err := os.Lstat(dir)
		return err == nil && time.Since(info.ModTime()) > unlockedAge
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || time.Since(info.ModTime()) < justMade {
		return false
	}
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
