package spellings

import (
	"iter"
	"slices"
	"strings"
)

// identityFamilies call a program by another path or under another name.
func identityFamilies() []Family {
	return usable([]Family{
		{
			ID: "name/absolute", Group: Identity, Techniques: []string{"K01"},
			Title: "the program's path",
			From:  "rm -rf x", To: "/usr/bin/rm -rf x",
			Rewrite: asNamed("", "/usr/bin/&", "/bin/&"),
		},
		{
			ID: "name/dotted", Group: Identity, Techniques: []string{"K02"},
			Title: "a path that goes around",
			From:  "rm -rf x", To: "/usr/./lib/../bin//rm -rf x",
			Rewrite: asNamed("", "/usr/./lib/../bin//&", "/bin/./&", "//usr//bin//&", "/usr/bin/../bin/&"),
		},
		{
			ID: "name/relative", Group: Identity, Techniques: []string{"K01"},
			Title: "a path that climbs to the root first",
			From:  "rm -rf x", To: "../../../../../../../../usr/bin/rm -rf x",
			Rewrite: asNamed("", "../../../../../../../../usr/bin/&", "./../../../../../../../../bin/&"),
		},
		{
			ID: "name/home", Group: Identity, Techniques: []string{"K01", "D18"},
			Title: "a path from a directory that has a name",
			From:  "rm -rf x", To: "~/../../../../usr/bin/rm -rf x",
			Rewrite: asNamed("", "~/../../../../usr/bin/&", `"$HOME"/../../../../bin/&`, "${PWD%%/*}/usr/bin/&", "/proc/self/root/usr/bin/&"),
		},
		{
			ID: "name/looked-up", Group: Identity, Techniques: []string{"F10"},
			Title: "the shell looks the path up",
			From:  "rm -rf x", To: `"$(command -v rm)" -rf x`,
			Rewrite: asNamed("", `"$(command -v &)"`, "$(type -P &)", "`type -p &`", `"$(hash -t & 2>/dev/null || type -P &)"`),
		},
		{
			ID: "name/which", Group: Identity, Techniques: []string{"F10"}, Needs: []string{"which"},
			Title: "which looks the path up",
			From:  "rm -rf x", To: `"$(which rm)" -rf x`,
			Rewrite: asNamed("", `"$(which &)"`, "`which &`"),
		},
		{
			ID: "name/search-path", Group: Identity, Techniques: []string{"K06"},
			Title: "another search path",
			From:  "rm -rf x", To: "PATH=/usr/bin:/bin rm -rf x",
			Rewrite: inFront("PATH=/usr/bin:/bin", `PATH=.:$PATH`, "PATH=$PATH:/tmp"),
		},
		{
			ID: "name/search-path-link", Group: Identity, Techniques: []string{"K06"}, Needs: []string{"ln", "mkdir"},
			Title: "a link with another name on the search path",
			From:  "rm -rf x", To: "mkdir -p /tmp/zwb; ln -s /usr/bin/rm /tmp/zwb/zwp; PATH=/tmp/zwb:$PATH; zwp -rf x",
			Rewrite: renames("mkdir -p /tmp/zwb; ln -s /usr/bin/& /tmp/zwb/zwp; PATH=/tmp/zwb:$PATH; ", "zwp"),
		},
		{
			ID: "name/copy", Group: Identity, Techniques: []string{"K04"}, Needs: []string{"cp"},
			Title: "a copy with another name",
			From:  "rm -rf x", To: "cp /usr/bin/rm /tmp/zwc; /tmp/zwc -rf x",
			Rewrite: renames("cp /usr/bin/& /tmp/zwc; ", "/tmp/zwc"),
		},
		{
			ID: "name/copy-bytes", Group: Identity, Techniques: []string{"K04"}, Needs: []string{"cat", "chmod", "install"},
			Title: "a copy that is made of the program's bytes, or installed",
			From:  "rm -rf x", To: "cat /usr/bin/rm > /tmp/zwt; chmod +x /tmp/zwt; /tmp/zwt -rf x",
			Rewrite: renames("cat /usr/bin/& > /tmp/zwt; chmod +x /tmp/zwt; ", "/tmp/zwt", `install -m 755 "$(type -P &)" /tmp/zwt; `, "/tmp/zwt"),
		},
		{
			ID: "name/link", Group: Identity, Techniques: []string{"K04"}, Needs: []string{"ln"},
			Title: "a link with another name",
			From:  "rm -rf x", To: "ln -s /usr/bin/rm /tmp/zwy; /tmp/zwy -rf x",
			Rewrite: renames("ln -s /usr/bin/& /tmp/zwy; ", "/tmp/zwy", `ln -sf "$(command -v &)" /tmp/zwy; `, "/tmp/zwy"),
		},
		{
			ID: "name/hash", Group: Identity, Techniques: []string{"K05"},
			Title: "another name in the shell's table of paths",
			From:  "rm -rf x", To: "hash -p /usr/bin/rm zwh; zwh -rf x",
			Rewrite: renames("hash -p /usr/bin/& zwh; ", "zwh", `hash -p "$(type -P &)" zwh; `, "zwh"),
		},
		{
			ID: "name/hash-harmless", Group: Identity, Techniques: []string{"K05"},
			Title: "a harmless name in the shell's table of paths",
			From:  "rm -rf x", To: "hash -p /usr/bin/rm ls; ls -rf x",
			Rewrite: func(s *Source) iter.Seq[string] {
				if strings.Contains(s.Text, "ls") || strings.Contains(s.Seed.Text, "ls") {
					return none
				}
				return renames("hash -p /usr/bin/& ls; ", "ls")(s)
			},
		},
		{
			ID: "name/loader", Group: Identity, Techniques: []string{"K07"}, Needs: []string{"ld.so"}, WorldOnly: true,
			Title: "the loader runs the program's file",
			From:  "rm -rf x", To: "ld.so /usr/bin/rm -rf x",
			Rewrite: realOnly(coreutils, asNamed("", "ld.so /usr/bin/&", "/usr/bin/ld.so --inhibit-cache /bin/&")),
		},
		{
			ID: "name/busybox", Group: Identity, Techniques: []string{"K03"}, Needs: []string{"busybox"}, WorldOnly: true,
			Title: "busybox's own program of that name",
			From:  "rm -rf x", To: "busybox rm -rf x",
			Rewrite: realOnly(busyboxAlike, asNamed("", "busybox &", "/bin/busybox &", "busybox busybox &")),
		},
	})
}

// asNamed replaces the names of programs, with & for the name, after a text at the start.
func asNamed(before string, names ...string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			places := s.places()
			for _, name := range names {
				for i := range places {
					p := &places[i]
					if strings.Contains(p.Name, "/") || !simple(p.Name) {
						continue
					}
					w := p.Node.Args[0]
					to := strings.ReplaceAll(name, "&", p.Name)
					if !yield(strings.ReplaceAll(before, "&", p.Name) + s.patched(patch{w.Pos().Offset(), w.End().Offset(), to})) {
						return
					}
				}
			}
		}
	})
}

// renames gives a program another name: pairs of the text that makes the name, which stands before all
// else, and the name.
func renames(pairs ...string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			places := s.places()
			if s.exportsFunctions() {
				places = nil // a child shell would not know the name
			}
			for i := 0; i < len(pairs); i += 2 {
				for j := range places {
					p := &places[j]
					w := s.Seed.World
					if strings.Contains(p.Name, "/") || !simple(p.Name) || asksName(p.Name) || large(p.Name) || p.coproc || w != nil && w.Programs[p.Name] != "" {
						continue
					}
					word := p.Node.Args[0]
					text := s.patched(patch{word.Pos().Offset(), word.End().Offset(), pairs[i+1]})
					if !yield(strings.ReplaceAll(pairs[i], "&", p.Name) + text) {
						return
					}
				}
			}
		}
	})
}

// large says that a program is too big to be copied for a proof, or looks for its parts where it lies.
func large(name string) bool {
	return slices.Contains([]string{"node", "npm", "npx", "gdb", "ruby", "php", "lua", "perl", "git"}, name)
}

// realOnly passes on what a rewrite makes of a source whose programs are all the host's own and among
// those that alike knows.
func realOnly(alike func(s *Source, c Call) bool, rewrite func(s *Source) iter.Seq[string]) func(s *Source) iter.Seq[string] {
	return func(s *Source) iter.Seq[string] {
		for _, p := range s.places() {
			w := s.Seed.World
			if strings.Contains(p.Name, "/") || !alike(s, p.Call) || w != nil && (!s.real(p.Name) || w.Programs[p.Name] != "") {
				return none
			}
		}
		return rewrite(s)
	}
}

// coreutils says that a program is a plain binary.
func coreutils(_ *Source, c Call) bool {
	return slices.Contains(strings.Fields("rm cp mv chmod chown ln cat head tail dd shred tee truncate touch mkdir rmdir find git sed tar grep ls"), c.Name)
}

// busyboxAlike says that busybox's own program does the same with these options.
func busyboxAlike(_ *Source, c Call) bool {
	options, ok := map[string]string{
		"rm": "rRf", "cat": "", "chmod": "R", "cp": "rRaf", "mv": "f", "ln": "sf", "mkdir": "p", "rmdir": "", "touch": "", "tee": "a", "dd": "", "head": "", "tail": "",
	}[c.Name]
	for _, w := range c.Node.Args[1:] {
		v, plain := Plain(w)
		if plain && strings.HasPrefix(v, "-") && (len(v) == 1 || strings.Trim(v[1:], options) != "") {
			return false
		}
	}
	return ok
}
