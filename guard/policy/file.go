package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// maxFileBytes is the largest policy file that is read: some two thousand lines. A project may
// bring any file along, and a larger one would make every call of the hook late.
const maxFileBytes = 64 << 10

// file is what was read of a file, with what was seen of its state on the way.
type file struct {
	text []byte
	// foreign: it belongs to somebody else than the user or root.
	foreign bool
	// open: others than its owner and group may write it.
	open bool
}

var errNotRegular = errors.New("is no regular file")

// readLayer reads a policy file; nil without an error when there is none. follow says whether
// a symlink is followed.
func readLayer(path string, follow bool) (*file, *Error) {
	f, err := readFile(path, maxFileBytes, follow)
	switch {
	case err == nil:
		return f, nil
	case errors.Is(err, fs.ErrNotExist) || isNotDir(err):
		return nil, nil
	}
	var pathError *fs.PathError
	message := err.Error()
	if errors.As(err, &pathError) {
		message = pathError.Err.Error()
	}
	return nil, &Error{File: path, Message: "policy cannot be read: " + message, Err: err}
}

// warnings says what is odd about a file's state.
func (f *file) warnings(path string, layer Layer) (list []string) {
	if f.open {
		list = append(list, fmt.Sprintf("%s: everybody may write the %s policy: chmod o-w it", path, layer))
	}
	if f.foreign && layer != Project {
		list = append(list, fmt.Sprintf("%s: the %s policy belongs to another user", path, layer))
	}
	return list
}

// join joins a directory and what is below it. It does not clean.
func join(dir, rest string) string { return strings.TrimSuffix(dir, "/") + "/" + rest }
