package spellings

import (
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/bashguard/bashguard/spellings/jail"
)

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// pathSpot is a path in a source.
type pathSpot struct {
	s        *Source
	place    *place
	from, to uint
	// raw is how it stands there, without quotes; abs is the path from the root on, with the globs of raw.
	raw, abs string
	user     string
	home     string
	cwd      string
	// noGlob says that nothing is matched here: the target of a redirect, a part of a word.
	noGlob bool
}

func (p *pathSpot) replaced(text string) string { return p.s.patched(patch{p.from, p.to, text}) }

// fromHome writes a path at or below the home directory.
func (p *pathSpot) fromHome(names ...string) []string {
	rest, ok := strings.CutPrefix(p.abs, p.home)
	if !ok || rest != "" && rest[0] != '/' || p.home == "/" {
		return nil
	}
	var out []string
	for _, n := range names {
		if n[0] != '~' || !p.noGlob || p.raw == p.s.Text[p.from:p.to] && p.s.Text[p.from-1] == ' ' {
			out = append(out, n+rest)
		}
	}
	return out
}

// relative writes the path from the working directory on, after prefixes.
func (p *pathSpot) relative(prefixes ...string) []string {
	if !strings.HasPrefix(p.abs, "/") {
		return nil
	}
	rel, err := filepath.Rel(p.cwd, p.abs)
	if err != nil || rel == "." || rel == ".." || strings.HasSuffix(rel, "/..") {
		return nil // rm refuses to end there
	}
	var out []string
	for _, prefix := range prefixes {
		if prefix == "" || prefix[0] != '~' || !p.noGlob {
			out = append(out, prefix+rel)
		}
	}
	return out
}

// split is the directory and the last part of the path.
func (p *pathSpot) split() (dir, name string) {
	if !strings.HasPrefix(p.abs, "/") || strings.HasSuffix(p.abs, "/") {
		return "", ""
	}
	i := strings.LastIndexByte(p.abs, '/')
	if dir = p.abs[:max(i, 1)]; strings.ContainsAny(dir, "*?[") {
		return "", ""
	}
	return dir, p.abs[i+1:]
}

// directory says that the world has files below the path.
func (p *pathSpot) directory() bool {
	w := p.s.Seed.World
	if w == nil {
		return p.raw == p.home // for the example
	}
	if strings.HasSuffix(p.raw, "/") {
		return false
	}
	return slices.ContainsFunc(w.Files, func(f jail.File) bool { return strings.HasPrefix(f.Path, p.abs+"/") })
}

// linked says that the world has a link there, which a program would not follow.
func (p *pathSpot) linked() bool {
	w := p.s.Seed.World
	return w != nil && slices.ContainsFunc(w.Files, func(f jail.File) bool { return f.Path == p.abs && f.Link != "" })
}

// pathSpots finds the paths of a source: operands of programs that the option table knows, what curl sends,
// what dd reads and writes, targets of redirects.
func pathSpots(s *Source) []pathSpot {
	for _, c := range s.calls {
		if slices.Contains([]string{"cd", "pushd", "popd", "chroot"}, c.Name) {
			return nil // relative paths mean something else afterwards
		}
	}
	var list []pathSpot
	rows := optionTable()
	places := s.places()
	for i := range places {
		p := &places[i]
		for _, r := range p.Stmt.Redirs {
			if r.Op == syntax.RdrOut || r.Op == syntax.AppOut || r.Op == syntax.RdrIn || r.Op == syntax.RdrClob {
				list = s.addSpot(list, p, r.Word, "", true)
			}
		}
		if base(p.Name) == "dd" || base(p.Name) == "curl" {
			for _, w := range p.Node.Args[1:] {
				for _, prefix := range []string{"of=", "if=", "@"} {
					if strings.HasPrefix(s.Slice(w), prefix) {
						list = s.addSpot(list, p, w, prefix, true)
					}
				}
			}
			continue
		}
		row, head, items := readOptions(rows, s, p)
		if row == nil || !row.paths {
			continue
		}
		n := 0
		for j, it := range items {
			if it.kind != operand {
				continue
			}
			if n++; n > row.first {
				// What a program makes is not there to be matched.
				makes := slices.Contains([]string{"mkdir", "touch", "tee", "cp", "mv", "ln", "truncate"}, row.program)
				list = s.addSpot(list, p, p.Node.Args[len(head)+j], "", makes)
			}
		}
	}
	return list
}

// addSpot adds a word that is a path without anything to be expanded but a tilde and globs.
func (s *Source) addSpot(list []pathSpot, p *place, w *syntax.Word, prefix string, noGlob bool) []pathSpot {
	text := s.Slice(w)
	raw := strings.TrimPrefix(text, prefix)
	if raw == "" || strings.Trim(raw, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-~*") != "" || raw[0] == '-' || strings.LastIndexByte(raw, '~') > 0 {
		return list
	}
	sp := pathSpot{s: s, place: p, from: w.Pos().Offset() + uint(len(prefix)), to: w.End().Offset(), raw: raw, noGlob: noGlob, home: "/home/dev", cwd: "/home/dev", user: "dev"}
	if world := s.Seed.World; world != nil {
		if world.Root {
			sp.home, sp.user = "/root", "root"
		}
		if world.Home != "" {
			sp.home = world.Home
		}
		if sp.cwd = sp.home; world.Cwd != "" {
			sp.cwd = world.Cwd
		}
	}
	switch rest, tilde := strings.CutPrefix(raw, "~"); {
	case tilde && (rest == "" || rest[0] == '/') && prefix == "":
		sp.abs = sp.home + rest
	case tilde:
		return list
	case raw[0] == '/':
		sp.abs = raw
	default:
		sp.abs = strings.TrimSuffix(sp.cwd, "/") + "/" + raw
		if raw == "." || strings.HasPrefix(raw, "./") || strings.Contains(raw, "..") {
			return list
		}
	}
	return append(list, sp)
}

// eachPath yields the source with one path after the other written otherwise.
func eachPath(write func(p *pathSpot) []string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, p := range pathSpots(s) {
				for _, text := range write(&p) {
					if !yield(p.replaced(text)) {
						return
					}
				}
			}
		}
	})
}

// fromDirectory yields what write makes of a call with one path, which becomes relative to its
// directory.
func fromDirectory(write func(dir, words string) []string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			all := pathSpots(s)
			for _, p := range all {
				dir, name := p.split()
				same := slices.DeleteFunc(slices.Clone(all), func(o pathSpot) bool { return o.place != p.place })
				if name == "" || len(same) != 1 || len(p.place.Stmt.Redirs) > 0 || len(p.place.Node.Assigns) > 0 || !p.place.movable() || p.from != wordOf(&p) {
					continue
				}
				from, to := p.place.start(), p.place.end()
				words := s.Text[from:p.from] + "./" + name + s.Text[p.to:to]
				for _, text := range write(dir, words) {
					if !yield(s.patched(patch{from, to, text})) {
						return
					}
				}
			}
		}
	})
}

// wordOf is where the word begins whose end is the path's.
func wordOf(p *pathSpot) uint {
	for _, w := range p.place.Node.Args {
		if w.End().Offset() == p.to {
			return w.Pos().Offset()
		}
	}
	return p.to
}
