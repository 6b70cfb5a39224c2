package shell

import "strings"

// cleanPath makes an absolute path lexically clean without allocating when it is so already.
func cleanPath(p string) string {
	if isClean(p) {
		return p
	}
	parts := make([]string, 0, 16)
	for p != "" {
		i := strings.IndexByte(p, '/')
		part := p
		if i >= 0 {
			part, p = p[:i], p[i+1:]
		} else {
			p = ""
		}
		switch part {
		case "", ".":
		case "..":
			if len(parts) > 0 {
				parts = parts[:len(parts)-1]
			}
		default:
			parts = append(parts, part)
		}
	}
	return "/" + strings.Join(parts, "/")
}

func isClean(p string) bool {
	if p == "/" {
		return true
	}
	if p == "" || p[0] != '/' || p[len(p)-1] == '/' {
		return false
	}
	for i := 0; i+1 < len(p); i++ {
		if p[i] != '/' {
			continue
		}
		switch p[i+1] {
		case '/':
			return false
		case '.':
			if i+2 == len(p) || p[i+2] == '/' || p[i+2] == '.' && (i+3 == len(p) || p[i+3] == '/') {
				return false
			}
		}
	}
	return true
}

// baseName is the last component of a program's path.
func baseName(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[i+1:]
	}
	return p
}
