package state

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/bashguard/bashguard/guard"
)

// ReadFile reads a regular file of at most limit bytes. Nothing else is opened: opening a
// device or a named pipe can do things.
func (m *machine) ReadFile(name string, limit int) ([]byte, bool) {
	if m.base != "" {
		name = m.realpath(name) // links must not lead out of the base
	}
	name = m.host(name)
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > int64(limit) {
		return nil, false
	}
	f, err := os.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !now.Mode().IsRegular() {
		return nil, false
	}
	content := make([]byte, 0, info.Size()+1)
	for {
		if len(content) == cap(content) {
			content = append(content, 0)[:len(content)]
		}
		n, err := f.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		if len(content) > limit {
			return nil, false
		}
		if err == io.EOF {
			return content, true
		}
		if err != nil {
			return nil, false
		}
	}
}

// Glob returns what an absolute pattern matches, sorted. A wildcard at the beginning of a name
// matches no leading dot, as in a shell.
func (m *machine) Glob(pattern string, limit int) ([]string, bool) {
	if len(pattern) == 0 || pattern[0] != '/' {
		return nil, false
	}
	seen := 0
	paths, ok := m.glob("/", strings.Trim(path.Clean(pattern), "/"), limit, &seen, nil)
	if !ok {
		return nil, false
	}
	sort.Strings(paths)
	return paths, true
}

func (m *machine) glob(dir, pattern string, limit int, seen *int, paths []string) ([]string, bool) {
	head, tail, more := strings.Cut(pattern, "/")
	if !strings.ContainsAny(head, `*?[\`) {
		next := filepath.Join(dir, head)
		if more {
			return m.glob(next, tail, limit, seen, paths)
		}
		switch m.Stat(next) {
		case guard.FileMissing:
			return paths, true
		case guard.FileUnknown:
			return nil, false
		}
		if len(paths) >= limit {
			return nil, false
		}
		return append(paths, next), true
	}
	names, ok := m.names(dir, seen)
	if !ok {
		return nil, false
	}
	for _, name := range names {
		if name[0] == '.' && head[0] != '.' {
			continue
		}
		if match, err := path.Match(head, name); err != nil {
			return nil, false
		} else if !match {
			continue
		}
		next := filepath.Join(dir, name)
		if more {
			if paths, ok = m.glob(next, tail, limit, seen, paths); !ok {
				return nil, false
			}
			continue
		}
		if len(paths) >= limit {
			return nil, false
		}
		paths = append(paths, next)
	}
	return paths, true
}

// names lists a directory; what is no directory has no names.
func (m *machine) names(dir string, seen *int) ([]string, bool) {
	real := m.realpath(dir)
	switch m.Stat(real) {
	case guard.FileDir:
	case guard.FileUnknown:
		return nil, false
	default:
		return nil, true
	}
	f, err := os.Open(m.host(real))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	names, err := f.Readdirnames(globEntries + 1 - *seen)
	if err != nil && err != io.EOF {
		return nil, false
	}
	if *seen += len(names); *seen > globEntries {
		return nil, false
	}
	return names, true
}
