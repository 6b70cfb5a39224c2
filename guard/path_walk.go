package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
)

// maxLinks is how many symlinks one path may go through: what the Linux kernel follows.
const maxLinks = 40

// walk makes an absolute path of a text that is relative to dir ("" for the root), as the kernel
// does: component by component, each symlink followed before the next .. is taken. literal has
// a symlink in the last component not followed. Without a state the text alone decides.
func (c *Context) walk(l *shell.Leaf, dir, text string) (abs, literal string) {
	st := c.Command.cfg.state
	if l.Remote {
		st = nil
	}
	if dir != "" {
		dir = c.physical(st, dir)
	}
	if plainPath(text) {
		full := text
		if text[0] != '/' {
			full = joinPath(dir, text)
		}
		if st == nil || !hasLink(st, full, len(dir)) {
			return full, full
		}
	}
	if strings.HasPrefix(text, "/") {
		dir = ""
	}
	return follow(st, dir, text)
}

// plainPath tells whether a text has no empty, . or .. component and no slash at its end.
func plainPath(s string) bool {
	if s == "" || s[len(s)-1] == '/' {
		return false
	}
	start := 0
	if s[0] == '/' {
		start = 1
	}
	for i := start; i <= len(s); i++ {
		if i < len(s) && s[i] != '/' {
			continue
		}
		switch n := i - start; {
		case n == 0, n == 1 && s[start] == '.', n == 2 && s[start:i] == "..":
			return false
		}
		start = i + 1
	}
	return true
}

// hasLink tells whether a component after the first from bytes of a clean path is a symlink.
func hasLink(st State, full string, from int) bool {
	for i := from + 1; i <= len(full); i++ {
		if i < len(full) && full[i] != '/' {
			continue
		}
		switch st.Stat(full[:i]) {
		case FileMissing:
			return false
		case FileSymlink:
			return true
		}
	}
	return false
}

func follow(st State, dir, text string) (abs, literal string) {
	out := strings.TrimSuffix(dir, "/")
	pending := text
	missing := -1 // length of out from which nothing exists
	for links := 0; pending != ""; {
		var comp string
		comp, pending, _ = strings.Cut(pending, "/")
		switch comp {
		case "", ".":
			continue
		case "..":
			out = out[:max(strings.LastIndexByte(out, '/'), 0)]
			if len(out) < missing {
				missing = -1
			}
			continue
		}
		next := out + "/" + comp
		if st != nil && missing < 0 && links < maxLinks {
			switch st.Stat(next) {
			case FileMissing:
				missing = len(next)
			case FileSymlink:
				target, ok := st.Readlink(next)
				if !ok || target == "" {
					break
				}
				if literal == "" && strings.Trim(pending, "/") == "" {
					literal = next
				}
				links++
				if target[0] == '/' {
					out = ""
				}
				if pending == "" {
					pending = target
				} else {
					pending = target + "/" + pending
				}
				continue
			}
		}
		out = next
	}
	if out == "" {
		out = "/"
	}
	if literal == "" {
		literal = out
	}
	return out, literal
}

// physical is a directory without symlinks. The two last ones are kept: the working directory
// is asked for again and again.
func (c *Context) physical(st State, dir string) string {
	if st == nil {
		return dir
	}
	pc := &c.paths
	for i := range pc.dirs {
		if pc.dirs[i][0] == dir {
			return pc.dirs[i][1]
		}
	}
	real := dir
	if !plainPath(dir) || hasLink(st, dir, 0) {
		real, _ = follow(st, "", dir)
	}
	pc.dirs[pc.nextDir] = [2]string{dir, real}
	pc.nextDir = (pc.nextDir + 1) % len(pc.dirs)
	return real
}

// prepare fills in the directories that all places are measured by.
func (c *Context) prepare() *pathCache {
	pc := &c.paths
	if pc.ready {
		return pc
	}
	cfg := &c.Command.cfg
	pc.ready = true
	pc.cwd, pc.home, pc.root = trimSlash(cfg.cwd), trimSlash(cfg.home), trimSlash(cfg.root)
	if pc.root == "" {
		pc.root = pc.cwd
	}
	if cfg.state != nil {
		pc.home = c.physicalOnce(pc.home)
		pc.root = c.physicalOnce(pc.root)
		pc.cwd = c.physicalOnce(pc.cwd)
	}
	return pc
}

func (c *Context) physicalOnce(dir string) string {
	if dir == "" {
		return ""
	}
	return c.physical(c.Command.cfg.state, dir)
}

func trimSlash(s string) string {
	if len(s) > 1 && s[len(s)-1] == '/' {
		return s[:len(s)-1]
	}
	return s
}

func joinPath(dir, rel string) string {
	if dir == "/" || dir == "" {
		return "/" + rel
	}
	return dir + "/" + rel
}

func parentDir(p string) string {
	i := strings.LastIndexByte(p, '/')
	if i <= 0 {
		return "/"
	}
	return p[:i]
}

func baseName(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }

// below tells whether a clean absolute path lies in dir, and how it continues there. A path is
// not below itself.
func below(path, dir string) (rel string, ok bool) {
	if dir == "/" {
		return path[min(1, len(path)):], len(path) > 1
	}
	if len(path) > len(dir)+1 && path[len(dir)] == '/' && path[:len(dir)] == dir {
		return path[len(dir)+1:], dir != ""
	}
	return "", false
}

// atOrBelow is below that takes the directory itself too.
func atOrBelow(path, dir string) bool {
	if path == dir {
		return dir != ""
	}
	_, ok := below(path, dir)
	return ok
}
