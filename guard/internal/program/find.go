package program

import "strings"

// entry is a row of the index: a name and the row that it stands for.
type entry struct {
	name string
	spec *Spec
	like bool // the name is only read like the row's, see Spec.Like
}

// canonical is the name by which the program or subcommand is known.
func (e *entry) canonical() string {
	if e.like {
		return e.name
	}
	return e.spec.Name
}

// Find returns the row of a program or a subcommand ("git", "git push"), looked up by its name
// or another of its names; nil when it is not in the table.
func Find(name string) *Spec {
	if e := find(name); e != nil {
		return e.spec
	}
	return nil
}

// Same tells whether two names are those of one program or subcommand: gmv and mv, but not swapon
// and swapoff, which only take the same options.
func Same(a, b string) bool {
	x, y := find(a), find(b)
	return x != nil && y != nil && x.spec == y.spec && x.canonical() == y.canonical()
}

func find(name string) *entry {
	if e := search(name); e != nil {
		return e
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
	if root.spec.Name == program {
		return nil
	}
	return search(root.spec.Name + " " + sub)
}

// search looks a name up in the index.
func search(name string) *entry {
	if name == "" {
		return nil
	}
	lo, hi := int(firstByte[name[0]]), int(firstByte[int(name[0])+1])
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch e := &index[mid]; {
		case e.name == name:
			return e
		case e.name < name:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return nil
}

// findProgram is search for a program as it was called: with a version, a suffix or another
// decoration that does not change what it is.
func findProgram(name string) *entry {
	if name == "" {
		return nil
	}
	if e := search(name); e != nil {
		return e
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
		if e := search(base); e != nil && (e.spec.Wrap == WrapInterp || e.spec.Wrap == WrapShell) && e.spec.Flags&SlashOptions == 0 {
			return e
		}
	}
	return nil
}

// findSub returns the row of a subcommand, without building the name on the heap.
func findSub(above *entry, word string) *entry {
	e := searchPair(above.canonical(), word)
	if e == nil && above.like && strings.IndexByte(above.name, ' ') < 0 {
		// pyenv exec is read as rbenv exec is.
		e = searchPair(above.spec.Name, word)
	}
	return e
}

func searchPair(name, word string) *entry {
	var buf [80]byte
	if len(name)+1+len(word) > len(buf) {
		return nil
	}
	b := append(buf[:0], name...)
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
	return p.canonical
}
