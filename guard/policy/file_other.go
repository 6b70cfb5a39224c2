//go:build !unix

package policy

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// readFile reads a regular file of at most limit bytes.
func readFile(path string, limit int, follow bool) (*file, error) {
	stat := os.Stat
	if !follow {
		stat = os.Lstat
	}
	info, err := stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > limit {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d bytes", limit)}
	}
	return &file{text: text}, nil
}

func isNotDir(error) bool { return false }
