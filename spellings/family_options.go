package spellings

import (
	"iter"
	"slices"
	"strings"
)

// optionFamilies write a program's options and operands in other ways that it reads alike.
func optionFamilies() []Family {
	list := append(clusterFamilies(), programFamilies()...)
	for i := range list {
		list[i].Group, list[i].WorldOnly = Options, true
	}
	return list
}

func clusterFamilies() []Family {
	return []Family{
		{
			ID:    "option/split",
			Title: "a cluster of short options taken apart",
			From:  "rm -rf x", To: "rm -r -f x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				return each(items, func(it item) []string {
					if !it.cluster() || len(it.value) < 3 {
						return nil
					}
					var out []string
					for _, c := range it.value[1:] {
						out = append(out, "-"+string(c))
					}
					return out
				})
			}),
		},
		{
			ID:    "option/merge",
			Title: "short options put into one cluster",
			From:  "rm -r -f x", To: "rm -rf x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				all, at := "", -1
				var rest []string
				for i, it := range items {
					switch {
					case it.cluster():
						all += it.value[1:]
						if at < 0 {
							at = len(rest)
							rest = append(rest, "")
						}
						continue
					case it.kind == longFlag && r.short(it.value) != "" && at >= 0:
						all += r.short(it.value)
						continue
					}
					rest = append(rest, items[i].text)
				}
				if at < 0 {
					return nil
				}
				rest[at] = "-" + all
				other := slices.Clone(rest)
				other[at] = "-" + reversed(all)
				return [][]string{rest, other}
			}),
		},
		{
			ID:    "option/order",
			Title: "the letters of a cluster, or the options, in another order",
			From:  "rm -rf x", To: "rm -fr x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				out := each(items, func(it item) []string {
					if !it.cluster() || len(it.value) < 3 {
						return nil
					}
					return []string{"-" + reversed(it.value[1:])}
				})
				n := 0
				for n < len(items) && items[n].option() {
					n++
				}
				var turned []string
				for i := n - 1; i >= 0 && !r.ordered; i-- {
					if items[i].kind == value && i > 0 {
						i--
						turned = append(turned, items[i].text, items[i+1].text)
						continue
					}
					turned = append(turned, items[i].text)
				}
				return append(out, append(turned, itemTexts(items[n:])...))
			}),
		},
		{
			ID:    "option/long",
			Title: "long options for short ones",
			From:  "rm -rf x", To: "rm --recursive --force x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				return each(items, func(it item) []string { return r.spelledOut(it, func(name string) string { return "--" + name }) })
			}),
		},
		{
			ID:    "option/short",
			Title: "a short option for a long one",
			From:  "rm --recursive --force x", To: "rm -r -f x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				return each(items, func(it item) []string {
					if it.kind != longFlag || r.short(it.value) == "" {
						return nil
					}
					return []string{"-" + r.short(it.value)}
				})
			}),
		},
		{
			ID:    "option/abbreviated",
			Title: "long options cut short, as far as they stay clear",
			From:  "rm -rf x", To: "rm --r --f x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				if !r.abbreviates {
					return nil
				}
				return append(
					each(items, func(it item) []string {
						return r.spelledOut(it, func(name string) string { return "--" + r.abbreviation(name) })
					}),
					each(items, func(it item) []string {
						name, value, equals := strings.Cut(it.text, "=")
						if it.kind != longFlag && it.kind != longValue || !strings.HasPrefix(name, "--") || r.abbreviation(name[2:]) == name[2:] {
							return nil
						}
						if equals {
							value = "=" + value
						}
						return []string{"--" + r.abbreviation(name[2:]) + value}
					})...)
			}),
		},
		{
			ID:    "option/dashes",
			Title: "two dashes before the operands",
			From:  "rm -rf x", To: "rm -rf -- x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				i := slices.IndexFunc(items, func(it item) bool { return !it.option() })
				if !r.dashes || i < 0 || items[i].kind == dashes || slices.ContainsFunc(items[i:], func(it item) bool { return it.option() || it.kind == dashes }) {
					return nil
				}
				return [][]string{slices.Concat(itemTexts(items[:i]), []string{"--"}, itemTexts(items[i:]))}
			}),
		},
		{
			ID:    "option/last",
			Title: "options after the operands",
			From:  "rm -rf x", To: "rm x -rf",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				i := slices.IndexFunc(items, func(it item) bool { return !it.option() })
				if !r.permutes || i <= 0 || slices.ContainsFunc(items[i:], func(it item) bool { return it.option() || it.kind == dashes }) {
					return nil
				}
				return [][]string{slices.Concat(itemTexts(items[i:]), itemTexts(items[:i])), slices.Concat(itemTexts(items[1:]), itemTexts(items[:1]))}
			}),
		},
		{
			ID:    "option/repeated",
			Title: "an option given twice",
			From:  "rm -rf x", To: "rm -rf -rf x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				return append(
					each(items, func(it item) []string {
						if it.kind != shortFlags && it.kind != longFlag || r.counts {
							return nil
						}
						return []string{it.text, it.text}
					}),
					each(items, func(it item) []string {
						if !it.cluster() || r.counts {
							return nil
						}
						return []string{"-" + it.value[1:] + reversed(it.value[1:])}
					})...)
			}),
		},
		{
			ID:    "option/more",
			Title: "another option that does not matter here",
			From:  "rm -rf x", To: "rm -v -rf x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				var out [][]string
				for _, more := range strings.Fields(r.harmless) {
					out = append(out, append([]string{more}, itemTexts(items)...))
				}
				return out
			}),
		},
		{
			ID:    "option/same",
			Title: "another letter for the same option",
			From:  "rm -rf x", To: "rm -Rf x",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				var out [][]string
				for _, pair := range strings.Fields(r.same) {
					from, to, _ := strings.Cut(pair, "=")
					out = append(out, each(items, func(it item) []string {
						switch {
						case it.kind == longFlag && it.value == from:
							return []string{to}
						case len(from) == 1 && it.cluster() && strings.Contains(it.value[1:], from):
							return []string{"-" + strings.ReplaceAll(it.value[1:], from, to)}
						}
						return nil
					})...)
				}
				return out
			}),
		},
		{
			ID:    "option/value",
			Title: "an option's value attached, apart, or after an equals sign",
			From:  "psql -c 'SELECT 1'", To: "psql -c'SELECT 1'",
			Rewrite: options(func(r *optionRow, items []item) [][]string {
				return eachPair(items, func(name, value item) [][]string {
					var out [][]string
					if name.kind == shortValue {
						out = append(out, []string{name.text + value.text})
						long := r.long(name.value[1:])
						if long != "" {
							out = append(out, []string{"--" + long, value.text})
						}
						if long != "" && !r.apart {
							out = append(out, []string{"--" + long + "=" + value.text})
						}
					} else if name.kind == longValue {
						if !r.apart {
							out = append(out, []string{name.text + "=" + value.text})
						}
						if short := r.short(name.value); short != "" {
							out = append(out, []string{"-" + short, value.text})
						}
					}
					return out
				})
			}),
		},
	}
}

// each applies write to all items at once: those for which it returns nothing stay.
func each(items []item, write func(it item) []string) [][]string {
	var out []string
	done := false
	for _, it := range items {
		if words := write(it); words != nil {
			out, done = append(out, words...), true
			continue
		}
		out = append(out, it.text)
	}
	if !done {
		return nil
	}
	return [][]string{out}
}

// eachPair writes options that have their value in the next word.
func eachPair(items []item, write func(name, value item) [][]string) [][]string {
	var out [][]string
	for i := 0; i+1 < len(items); i++ {
		if items[i].kind != shortValue && items[i].kind != longValue {
			continue
		}
		for _, words := range write(items[i], items[i+1]) {
			out = append(out, slices.Concat(itemTexts(items[:i]), words, itemTexts(items[i+2:])))
		}
	}
	return out
}

// options yields what write makes of the options and operands of calls that the table knows.
func options(write func(r *optionRow, items []item) [][]string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			rows := optionTable()
			for _, p := range s.places() {
				r, head, items := readOptions(rows, s, &p)
				if r == nil {
					continue
				}
				if p.output {
					r.harmless = "" // they print more
				}
				for _, words := range write(r, items) {
					if !yield(s.argv(p.Call, strings.Join(append(head, words...), " "))) {
						return
					}
				}
			}
		}
	})
}
