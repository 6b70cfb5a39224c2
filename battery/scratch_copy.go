package battery

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// maxCopied bounds what is copied into the scratch world for one target, in bytes, and maxFiles in files: a guard's
	// own files have a few hundred kilobytes, node_modules beside it may have tens of megabytes.
	maxCopied = 96 << 20
	maxFiles  = 20_000
	// maxDepth bounds how deep directories are followed; links may go in circles.
	maxDepth = 24
)

// copier copies files into the scratch world. Links become copies of what they point to, so that nothing
// in there leads out.
type copier struct {
	into         string
	bytes, files int
	notes        []string
}

func newCopier(into string) *copier { return &copier{into: into, bytes: maxCopied, files: maxFiles} }

// leftOut are names below ~/.claude and the like which a guard does not read and which are large or let somebody in.
var leftOut = [...]string{
	"projects", "todos", "shell-snapshots", "statsig", "file-history", "history.jsonl", "ide", "debug", "cache", "worktrees", "logs",
	"sessions", "telemetry", "paste-cache", "image-cache", ".credentials.json", "auth.json", "oauth_creds.json", "session-env", "backups",
}

// copy copies what there is, a file or a directory. What is not there is no error.
func (c *copier) copy(from, to string) {
	if !c.tree(from, to, 0) {
		c.note("not all of " + from + " was copied: it is larger than the scratch copy may be")
	}
}

func (c *copier) note(text string) {
	if !slices.Contains(c.notes, text) {
		c.notes = append(c.notes, text)
	}
}

// tree is false when the budget is used up.
func (c *copier) tree(from, to string, depth int) bool {
	info, err := os.Stat(from)
	if err != nil || depth > maxDepth || strings.HasPrefix(from+"/", c.into+"/") {
		return true
	}
	switch {
	case info.Mode().IsRegular():
		return c.file(from, to, info)
	case info.IsDir():
		entries, err := os.ReadDir(from)
		if err != nil {
			return true
		}
		_ = os.MkdirAll(to, 0o700)
		whole := true
		for _, e := range entries {
			if slices.Contains(leftOut[:], e.Name()) {
				continue
			}
			whole = c.tree(filepath.Join(from, e.Name()), filepath.Join(to, e.Name()), depth+1) && whole
		}
		return whole
	}
	return true
}

func (c *copier) file(from, to string, info os.FileInfo) bool {
	if _, err := os.Lstat(to); err == nil {
		return true
	}
	if c.files == 0 || int64(c.bytes) < info.Size() {
		return false
	}
	c.files--
	c.bytes -= int(info.Size())
	in, err := os.Open(from)
	if err != nil {
		return true
	}
	defer in.Close()
	if os.MkdirAll(filepath.Dir(to), 0o700) != nil {
		return true
	}
	// The owner may write: the guard runs as the user, who could change the mode anyway.
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o600)
	if err != nil {
		return true
	}
	_, _ = io.Copy(out, io.LimitReader(in, info.Size()))
	_ = out.Close()
	return true
}

// beside copies a file below a place and what is in the directories around it: the topmost one below the
// place, or only the file's own when that is too large, or only the file.
func (c *copier) beside(place, to, name string) {
	c.tree(filepath.Join(place, name), filepath.Join(to, name), 0)
	dir := filepath.Dir(name)
	if dir == "." {
		return
	}
	top, _, _ := strings.Cut(name, "/")
	small := func(dir string) bool {
		files, size := 0, int64(0)
		err := filepath.WalkDir(filepath.Join(place, dir), func(_ string, d os.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if info, err := d.Info(); err == nil && !d.IsDir() {
				files, size = files+1, size+info.Size()
			}
			if files > c.files || size > int64(c.bytes) {
				return filepath.SkipAll
			}
			return nil
		})
		return err == nil && files <= c.files && size <= int64(c.bytes)
	}
	for _, d := range [...]string{top, dir} {
		if small(d) {
			c.tree(filepath.Join(place, d), filepath.Join(to, d), 0)
			return
		}
	}
	c.note("of " + filepath.Join(place, dir) + " only " + filepath.Base(name) + " was copied: the directory is larger than the scratch copy may be")
}

// repository makes a repository that has the branch, refs, index and settings of the user's and reads its
// objects where they are.
func (c *copier) repository(from, to string) {
	if !isDir(from) {
		return
	}
	for _, name := range [...]string{"HEAD", "config", "packed-refs", "refs", "index"} {
		c.copy(filepath.Join(from, name), filepath.Join(to, name))
	}
	info := filepath.Join(to, "objects", "info")
	if os.MkdirAll(info, 0o700) == nil {
		_ = os.MkdirAll(filepath.Join(to, "refs"), 0o700)
		_ = os.WriteFile(filepath.Join(info, "alternates"), []byte(filepath.Join(from, "objects")+"\n"), 0o600)
	}
}
