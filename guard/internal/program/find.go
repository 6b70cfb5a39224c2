package program

import "strings"

// entry is a row of the index: a name and the row that it stands for.
type entry struct {
	name string
	spec *Spec
}

// Find returns the row of a program or a subcommand ("git", "git push"), looked up by its name
// or another of its names; nil when it is not in the table.
func Find(name string) *Spec {
	if name == "" {
		return nil
	}
	if s := search(name); s != nil {
		return s
	}
	// podman run is docker run, docker-compose down is docker compose down.
	program, sub, ok := strings.Cut(name, " ")
	if !ok {
		return nil
	}
	root := search(program)
	if root == nil {
		group, of, ok := strings.Cut(program, "-")
		if !ok {
			return nil
		}
		return search(group + " " + of + " " + sub)
	}
	if root.Name == program {
		return nil
	}
	return search(root.Name + " " + sub)
}

// search looks a name up in the index.
func search(name string) *Spec {
	lo, hi := int(firstByte[name[0]]), int(firstByte[int(name[0])+1])
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch e := &index[mid]; {
		case e.name == name:
			return e.spec
		case e.name < name:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return nil
}

// findProgram is Find for a program as it was called: with a version, a suffix or another
// decoration that does not change what it is.
func findProgram(name string) *Spec {
	if name == "" {
		return nil
	}
	if s := search(name); s != nil {
		return s
	}
	if s, ok := strings.CutSuffix(name, ".exe"); ok {
		return findProgram(s)
	}
	if strings.HasPrefix(name, "mkfs.") {
		return search("mkfs")
	}
	if strings.HasPrefix(name, "ld-linux") || strings.HasPrefix(name, "ld-musl") {
		return search("ld.so")
	}
	// python3.12, lua5.4, php8.2, bash5, ruby3.1
	if base := strings.TrimRight(name, "0123456789.-"); base != name && base != "" {
		if s := search(base); s != nil && (s.Wrap == WrapInterp || s.Wrap == WrapShell) {
			return s
		}
	}
	return nil
}

// findSub returns the row of a subcommand below a row, without building the name on the heap.
func findSub(above *Spec, word string) *Spec {
	var buf [80]byte
	if len(above.Name)+1+len(word) > len(buf) {
		return nil
	}
	b := append(buf[:0], above.Name...)
	b = append(b, ' ')
	b = append(b, word...)
	return search(string(b))
}

// Canonical is the name of the program in the table: mv for gmv, python for python3.12. It is
// Program when the table does not have it.
func (p *Parsed) Canonical() string {
	if p.root == nil {
		return p.Program
	}
	return p.root.Name
}
