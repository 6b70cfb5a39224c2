package spellings

import (
	"iter"
	"slices"
	"strings"
)

// programFamilies write what one program reads in more than one way.
func programFamilies() []Family {
	return []Family{
		{
			ID:    "option/mode",
			Title: "another way to write a mode",
			From:  "chmod -R 777 x", To: "chmod -R a+rwx x",
			Rewrite: word("chmod", func(v string) []string {
				switch v {
				case "777", "0777":
					return []string{"a+rwx", "0777", "a=rwx", "ugo+rwx", "u+rwx,g=rwx,o+wrx", "00777", "+777", "a=xwr"}
				case "+x":
					return []string{"a+x", "ugo+x", "+111", "u+x,g+x,o+x", "a+x,+x"}
				case "666":
					return []string{"a=rw", "0666", "u=rw,g=rw,o=rw", "=666"}
				}
				return nil
			}),
		},
		{
			ID:    "option/dd",
			Title: "the operands of dd in another order, twice, or with more of them",
			From:  "dd if=/dev/zero of=x bs=1k count=1", To: "dd count=1 bs=1k of=x if=/dev/zero",
			Rewrite: rest("dd", func(words []string) [][]string {
				turned := slices.Clone(words)
				slices.Reverse(turned)
				out := [][]string{
					turned, append(slices.Clone(words), "status=none"), append([]string{"conv=notrunc"}, words...), append([]string{"of=/tmp/zwdd"}, words...),
					append([]string{"iflag=fullblock"}, words...),
				}
				for i, w := range words {
					if size, ok := strings.CutPrefix(w, "bs="); ok {
						more := slices.Clone(words)
						more[i] = "ibs=" + size + " obs=" + size
						out = append(out, more)
					}
				}
				return out
			}),
		},
		{
			ID:    "option/find",
			Title: "tests and options of find that change nothing",
			From:  "find x -name '*.o' -delete", To: "find -P x -name '*.o' -delete",
			Rewrite: rest("find", func(words []string) [][]string {
				at := slices.IndexFunc(words, func(w string) bool { return w != "" && strings.ContainsAny(w[:1], `-(!\`) })
				if at <= 0 || strings.HasPrefix(words[at], "-files0") {
					return nil
				}
				paths, tests := words[:at], words[at:]
				with := func(more ...string) []string { return slices.Concat(paths, more, tests) }
				return [][]string{
					slices.Concat([]string{"-P"}, words), slices.Concat([]string{"-O2"}, words), with("-mindepth", "0"), with("-true"), with("-noleaf"), with("!", "-false"),
				}
			}),
		},
		{
			ID:    "option/terraform",
			Title: "the options of terraform with two dashes, with a value, and with others",
			From:  "terraform destroy -auto-approve", To: "terraform destroy --auto-approve",
			Rewrite: rest("terraform", func(words []string) [][]string {
				if len(words) < 2 || strings.HasPrefix(words[0], "-") {
					return nil
				}
				out := [][]string{
					append([]string{words[0], "-no-color"}, words[1:]...), append(slices.Clone(words), "-input=false", "-lock=false"), append([]string{"-chdir=."}, words...),
				}
				if i := slices.Index(words, "-auto-approve"); i > 0 {
					for _, form := range []string{"-auto-approve=true", "--auto-approve"} {
						other := slices.Clone(words)
						other[i] = form
						out = append(out, other)
					}
				}
				return out
			}),
		},
		{
			ID:    "option/equals-true",
			Title: "a flag that is given the value true",
			From:  "docker volume rm -f data", To: "docker volume rm -f=true data",
			Rewrite: func(s *Source) iter.Seq[string] {
				return options(func(r *optionRow, items []item) [][]string {
					if !strings.HasPrefix(r.program, "docker") && !strings.HasPrefix(r.program, "kubectl") {
						return nil
					}
					out := each(items, func(it item) []string {
						if it.cluster() && len(it.value) == 2 || it.kind == longFlag && !strings.Contains(it.value, "=") {
							return []string{it.text + "=true"}
						}
						return nil
					})
					for _, more := range strings.Fields(r.harmless) {
						out = append(out, append([]string{more + "=true"}, itemTexts(items)...))
					}
					return out
				})(s)
			},
		},
		{
			ID:    "option/resource",
			Title: "another name of a kind of resource",
			From:  "kubectl delete namespace prod", To: "kubectl delete ns prod",
			Rewrite: func(s *Source) iter.Seq[string] {
				return options(func(r *optionRow, items []item) [][]string {
					i := slices.IndexFunc(items, func(it item) bool { return it.kind == operand })
					if !strings.HasPrefix(r.program, "kubectl") || i < 0 || i+1 >= len(items) || items[i+1].kind != operand {
						return nil
					}
					var out [][]string
					for _, name := range map[string][]string{
						"namespace": {"ns", "namespaces"}, "ns": {"namespace", "namespaces"}, "pod": {"po", "pods"}, "deployment": {"deploy", "deployments"},
					}[items[i].value] {
						out = append(out, slices.Concat(itemTexts(items[:i]), []string{name}, itemTexts(items[i+1:])), slices.Concat(itemTexts(items[:i]), []string{name + "/" + items[i+1].text}, itemTexts(items[i+2:])))
					}
					return out
				})(s)
			},
		},
		{
			ID:    "option/statement",
			Title: "a statement from standard input",
			From:  "psql -c 'SELECT 1'", To: "psql <<< 'SELECT 1'",
			Rewrite: func(s *Source) iter.Seq[string] {
				return replaceWords(s, func(p *place, words []string) []string {
					if !slices.Contains([]string{"psql", "mysql"}, p.Name) || p.start() != p.Node.Args[0].Pos().Offset() {
						return nil
					}
					i := slices.IndexFunc(words, func(w string) bool { return w == "-c" || w == "-e" })
					if i < 0 || i+2 != len(words) {
						return nil
					}
					front := strings.Join(words[:i], " ")
					return []string{front + " <<< " + words[i+1], "echo " + words[i+1] + " | " + front, front + " < <(echo " + words[i+1] + ")", "printf '%s;\\n' " + words[i+1] + " | " + front}
				})
			},
		},
		{
			ID:    "option/operand",
			Title: "another operand, which does not matter",
			From:  "rm -rf x", To: "rm -rf /tmp/zwnone x",
			Rewrite: func(s *Source) iter.Seq[string] {
				return options(func(r *optionRow, items []item) [][]string {
					i := slices.IndexFunc(items, func(it item) bool { return it.kind == operand })
					forced := slices.ContainsFunc(items, func(it item) bool { return it.cluster() && strings.Contains(it.value, "f") || it.value == "--force" })
					if i < 0 || r.program != "cat" && (r.program != "rm" || !forced) {
						return nil
					}
					more := "/tmp/zwnone"
					if r.program == "cat" {
						more = "/dev/null"
					}
					return [][]string{slices.Concat(itemTexts(items[:i]), []string{more}, itemTexts(items[i:])), append(itemTexts(items), more)}
				})(s)
			},
		},
	}
}

// word replaces the plain words of a program's calls by what write makes of their values.
func word(program string, write func(value string) []string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, p := range s.places() {
				if base(p.Name) != program {
					continue
				}
				for _, w := range p.Node.Args[1:] {
					v, _ := Plain(w)
					for _, text := range write(v) {
						if !yield(s.patched(patch{w.Pos().Offset(), w.End().Offset(), text})) {
							return
						}
					}
				}
			}
		}
	})
}

// rest replaces all words after a program's name.
func rest(program string, write func(words []string) [][]string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, p := range s.places() {
				if base(p.Name) != program || len(p.Node.Args) < 2 || !s.contiguous(p.Call) {
					continue
				}
				all := texts(s, p.Node.Args)
				for _, words := range write(all[1:]) {
					if !yield(s.argv(p.Call, all[0]+" "+strings.Join(words, " "))) {
						return
					}
				}
			}
		}
	})
}
