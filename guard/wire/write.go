package wire

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// BackupSuffix is what is added to the name of a file for its backup.
const BackupSuffix = ".bashguard-backup"

// maxFile bounds a settings file, in bytes.
const maxFile = 8 << 20

// disk writes files so that at any moment a file is the old one or the new one.
type disk struct {
	// before is called ahead of each step; its error is that of the step. It is for tests.
	before func(step string) error
}

func (d disk) step(name string, do func() error) error {
	if d.before != nil {
		if err := d.before(name); err != nil {
			return err
		}
	}
	return do()
}

// write puts data into a file by way of a new file beside it. mode is for a file that is not there yet.
func (d disk) write(path string, data []byte, mode fs.FileMode) error {
	dir := filepath.Dir(path)
	if err := d.step("make the directory", func() error { return os.MkdirAll(dir, 0o755) }); err != nil {
		return err
	}
	old, statErr := os.Stat(path)
	if statErr == nil {
		mode = old.Mode().Perm()
	}
	var f *os.File
	err := d.step("create", func() (err error) {
		f, err = os.CreateTemp(dir, "."+filepath.Base(path)+".bashguard-*") // 0600 until it is whole
		return err
	})
	if err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		do   func() error
	}{
		{"write the first half", func() error { _, err := f.Write(data[:len(data)/2]); return err }},
		{"write the rest", func() error { _, err := f.Write(data[len(data)/2:]); return err }},
		{"set the mode", func() error { return f.Chmod(mode) }},
		{"set the owner", func() error { return keepOwner(f, old) }},
		{"sync", f.Sync},
		{"close", f.Close},
		{"rename", func() error { return os.Rename(f.Name(), path) }},
	} {
		if err := d.step(s.name, s.do); err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
			return fmt.Errorf("%s: %s: %w; the file is as it was", path, s.name, err)
		}
	}
	return d.step("sync the directory", func() error { return syncDir(dir) })
}

// remove takes a file away.
func (d disk) remove(path string) error {
	if err := d.step("remove", func() error { return os.Remove(path) }); err != nil {
		return err
	}
	return d.step("sync the directory", func() error { return syncDir(filepath.Dir(path)) })
}

// keepOwner gives a new file the owner of the old one. Only root can, and has to.
func keepOwner(f *os.File, old fs.FileInfo) error {
	if old == nil || os.Geteuid() != 0 {
		return nil
	}
	if stat, ok := old.Sys().(*syscall.Stat_t); ok {
		return f.Chown(int(stat.Uid), int(stat.Gid))
	}
	return nil
}

// syncDir makes a rename in a directory last. File systems that cannot do it say EINVAL.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}

// read reads a settings file through links, and says where it really is. A file that is not there
// is nil, and so is one in a directory that is not there.
func read(path string) (real string, data []byte, err error) {
	real, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", nil, &Fault{Path: path, What: "it is a link to a file that is not there: make that file, or remove the link"}
		}
		return path, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", nil, err
	case !info.Mode().IsRegular():
		return "", nil, &Fault{Path: path, What: "it is no regular file"}
	case info.Size() > maxFile:
		return "", nil, &Fault{Path: path, What: "it is larger than any settings file"}
	}
	if data, err = os.ReadFile(real); err != nil {
		return "", nil, err
	}
	if data == nil {
		data = []byte{}
	}
	return real, data, nil
}
