// Package patch reads which files a patch in the apply_patch format changes.
package patch

import "strings"

// Op is what a patch does to a file.
type Op uint8

// The operations.
const (
	Add      Op = iota // created or overwritten
	Update             // edited in place
	Delete             // removed
	MoveFrom           // updated and moved away
	MoveTo             // where it is moved to
)

// File is one file that a patch changes. Path is as written.
type File struct {
	Path string
	Op   Op
}

// Files lists the files that a patch changes, in order. A line that opens a file counts
// wherever it stands: what applies a patch is more tolerant than its format says. It is nil
// when there is none.
func Files(text string) []File {
	var files []File
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "*** ")
		if !ok {
			continue
		}
		for _, h := range [...]struct {
			prefix string
			op     Op
		}{{"Add File:", Add}, {"Update File:", Update}, {"Delete File:", Delete}, {"Move to:", MoveTo}} {
			name, ok := strings.CutPrefix(rest, h.prefix)
			if name = strings.TrimSpace(name); !ok || name == "" {
				continue
			}
			if h.op == MoveTo && len(files) > 0 && files[len(files)-1].Op == Update {
				files[len(files)-1].Op = MoveFrom
			}
			files = append(files, File{name, h.op})
		}
	}
	return files
}
