package jail

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
)

// maxRead is how much of one file a check reads.
const maxRead = 4 << 20

// maxLinks is how many links the kernel follows in one path.
const maxLinks = 40

// view is a world's files as a path finds them from inside: a link that begins with a slash leads to
// the world's own root, where os.Root would call it an escape. What a text has closed to its owner is
// opened for us: that it cannot be read from outside does not mean that it is gone.
type view struct {
	root *os.Root

	mu     sync.Mutex
	closed map[string]fs.FileMode // what was opened, with the mode that it had
}

// openView looks at the world in dir.
func openView(dir string) (*view, error) {
	v := &view{closed: map[string]fs.FileMode{}}
	info, err := os.Lstat(dir)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o700 != 0o700 {
		if err := os.Chmod(dir, info.Mode().Perm()|0o700); err != nil {
			return nil, err
		}
		v.closed["."] = info.Mode()
	}
	v.root, err = os.OpenRoot(dir)
	return v, err
}

func (v *view) close() { v.root.Close() }

// lstat looks at a path without following a link at its end.
func (v *view) lstat(p string) (fs.FileInfo, error) {
	at, err := v.find(p, false)
	if err != nil {
		return nil, err
	}
	return v.look(at)
}

// read returns what a plain file holds, its first bytes when it is long.
func (v *view) read(p string) ([]byte, error) {
	at, err := v.find(p, true)
	if err != nil {
		return nil, err
	}
	info, err := v.look(at)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file", p) // opening a pipe would wait
	}
	f, err := v.root.Open(at)
	if errors.Is(err, fs.ErrPermission) && v.open(at, 0o400) {
		f, err = v.root.Open(at)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxRead))
}

// find gives the name below the root that a path has when all links in it are followed, the one at
// its end only when asked.
func (v *view) find(p string, follow bool) (string, error) {
	at, rest := ".", strings.Split(path.Clean(p), "/")
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, name)
		if len(rest) == 0 && !follow {
			return next, nil
		}
		info, err := v.look(next)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return "", &fs.PathError{Op: "follow", Path: p, Err: syscall.ELOOP}
		}
		target, err := v.root.Readlink(next)
		if err != nil {
			return "", err
		}
		if path.IsAbs(target) {
			at = "."
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return at, nil
}

// look is Lstat of a name without links in it, with the mode that the text left.
func (v *view) look(at string) (fs.FileInfo, error) {
	info, err := v.root.Lstat(at)
	if errors.Is(err, fs.ErrPermission) && v.open(path.Dir(at), 0o700) {
		info, err = v.root.Lstat(at)
	}
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if mode, ok := v.closed[at]; ok {
		return modeInfo{info, mode}, nil
	}
	return info, nil
}

// open gives the owner of a file bits that its mode lacks.
func (v *view) open(at string, bits fs.FileMode) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	info, err := v.root.Lstat(at)
	if err != nil || info.Mode()&bits == bits {
		return err == nil // another check was quicker
	}
	if _, ok := v.closed[at]; !ok {
		v.closed[at] = info.Mode()
	}
	return v.root.Chmod(at, info.Mode()|bits) == nil
}

// modeInfo is a file with the mode that it had before it was opened.
type modeInfo struct {
	fs.FileInfo
	mode fs.FileMode
}

func (i modeInfo) Mode() fs.FileMode { return i.mode }

// absent says that an error means that a path leads to nothing.
func absent(err error) bool { return err != nil && !errors.Is(err, fs.ErrPermission) }
