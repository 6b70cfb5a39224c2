//go:build unix

package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// readFile reads a regular file of at most limit bytes. It calls the system directly: the
// runtime's poller is no use here and takes as long as the reading. O_NONBLOCK keeps a FIFO from
// stopping the hook.
func readFile(path string, limit int, follow bool) (*file, error) {
	flags := syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_CLOEXEC | syscall.O_NOCTTY
	if !follow {
		flags |= syscall.O_NOFOLLOW
	}
	fd, err := retry(func() (int, error) { return syscall.Open(path, flags, 0) })
	if err != nil {
		if !follow && errors.Is(err, syscall.ELOOP) {
			err = errors.New("is a symbolic link, which is not followed here")
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer syscall.Close(fd) //nolint:errcheck // it was only read
	var stat syscall.Stat_t
	if err := syscall.Fstat(fd, &stat); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	if stat.Size > int64(limit) {
		return nil, tooLarge(path, limit)
	}
	buf := make([]byte, stat.Size+1) // one more, so that the end is seen in one read
	n := 0
	for {
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
		got, err := retry(func() (int, error) { return syscall.Read(fd, buf[n:]) })
		if err != nil {
			return nil, &fs.PathError{Op: "read", Path: path, Err: err}
		}
		if got <= 0 {
			break
		}
		if n += got; n > limit {
			return nil, tooLarge(path, limit)
		}
	}
	uid := os.Getuid()
	return &file{
		text:    buf[:n],
		foreign: int(stat.Uid) != uid && stat.Uid != 0,
		open:    stat.Mode&0o002 != 0,
	}, nil
}

func tooLarge(path string, limit int) error {
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d bytes", limit)}
}

// retry calls again while a signal interrupts.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}

// isNotDir tells whether a component of the path is a file.
func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
