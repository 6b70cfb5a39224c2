package lang

import (
	"strings"
)

// textMethod folds methods of texts and lists.
func (p *parser) textMethod(self val, name string, a *arguments) (val, bool) {
	first, has := a.arg(0)
	switch name {
	case "join":
		if self.kind == vList || self.class == "glob" || p.lang != python {
			sep := text(",")
			if p.lang == ruby {
				sep = text("")
			}
			if has {
				sep = first
			}
			return p.join(self, sep), true
		}
		if has {
			return p.join(first, self), true
		}
	case "concat":
		if self.kind == vUnknown && self.class != "" && p.lang == python {
			return val{}, false
		}
		out := self
		for _, x := range a.pos {
			if out.kind == vList && x.kind != vList {
				x = val{kind: vList, items: []val{x}}
			}
			out = p.concat(out, x)
		}
		return out, true
	case "format":
		if p.lang == python {
			return p.braceFormat(self, a), true
		}
	case "lower", "toLowerCase", "downcase":
		return p.mapText(self, func(s string) (string, bool) { return strings.ToLower(s), true }, true), true
	case "upper", "toUpperCase", "upcase":
		return p.mapText(self, func(s string) (string, bool) { return strings.ToUpper(s), true }, true), true
	case "strip", "trim", "chomp", "rstrip", "lstrip", "trimEnd", "trimStart", "strip!", "chomp!":
		if !has {
			return p.mapText(self, func(s string) (string, bool) { return strings.TrimSpace(s), true }, false), true
		}
	case "replace", "replaceAll", "gsub", "sub", "tr":
		old, ok := first.known()
		second, ok2 := a.arg(1)
		repl, ok3 := second.known()
		if ok && ok2 && ok3 && first.kind == vText && name != "tr" {
			n := -1
			if p.lang == javascript && name == "replace" || name == "sub" {
				n = 1
			}
			if old == "" {
				return val{}, false
			}
			return p.mapText(self, func(s string) (string, bool) {
				if len(repl) > 0 && strings.Count(s, old)*len(repl) > maxValue {
					return "", false
				}
				return strings.Replace(s, old, repl, n), true
			}, true), true
		}
	case "split":
		s, ok := self.known()
		if !ok {
			return val{}, false
		}
		sep, hasSep := first.known()
		switch {
		case !has && p.lang != javascript:
			return p.list(strings.Fields(s)), true
		case has && hasSep && first.kind == vText && len(s) <= maxItems:
			return p.list(strings.Split(s, sep)), true
		}
	case "reverse", "reverse!":
		if self.kind == vList {
			out := val{kind: vList}
			for i := len(self.items) - 1; i >= 0; i-- {
				out.items = append(out.items, self.items[i])
			}
			return out, true
		}
		if p.lang == ruby {
			return p.mapText(self, func(s string) (string, bool) { return reverse(s), true }, false), true
		}
	case "toString", "to_s", "str", "decode", "encode", "to_path", "valueOf", "freeze", "dup", "flatten", "sort", "uniq", "to_a", "compact", "force_encoding", "toPath", "as_posix", "expanduser", "resolve", "absolute", "fspath":
		if self.kind != vRef {
			if name == "expanduser" {
				return p.tilde(self), true
			}
			return self, true
		}
	case "each", "forEach", "select", "filter", "reject", "each_with_index", "each_entry":
		return self, true
	case "map", "flatMap", "collect":
		// The function was read with its parameter bound to an element.
		if has && first.kind == vRef && first.self == nil && self.kind == vList {
			out := val{kind: vList}
			for _, x := range self.items {
				b := arguments{pos: []val{x}, from: a.from, to: a.to}
				v, ok := p.function(first.ref, &b)
				if !ok {
					v = unknownOf("...", "", x.origin())
				}
				out.items = append(out.items, v)
			}
			return out, true
		}
		if has && first.class == "lambda" {
			first.class = "glob"
			return first, true
		}
	case "then":
		if has && first.kind == vRef && first.self == nil {
			e := self
			e.class = ""
			b := arguments{pos: []val{e}, from: a.from, to: a.to}
			if v, ok := p.function(first.ref, &b); ok {
				return v, true
			}
		}
		if has && first.class == "lambda" {
			first.class = ""
			return first, true
		}
		return self, true
	case "charAt", "slice", "substring", "substr":
		s, ok := self.known()
		from, ok2 := first.known()
		if ok && ok2 && first.kind == vText {
			i, ok := integer(from)
			if ok && i <= len(s) {
				end := len(s)
				if name == "charAt" {
					end = min(i+1, len(s))
				} else if second, has := a.arg(1); has {
					t, _ := second.known()
					n, ok := integer(t)
					if !ok {
						return val{}, false
					}
					if name == "substr" || p.lang == ruby {
						n += i
					}
					end = max(min(n, len(s)), i)
				}
				return text(s[i:end]), true
			}
		}
	case "pack":
		return p.pack(self, first)
	case "chr":
		return p.chr(self), true
	case "unpack", "unpack1":
		return val{}, false
	}
	return val{}, false
}

// pack is ruby's [..].pack and perl's pack with the directives that make texts.
func (p *parser) pack(list, format val) (val, bool) {
	f, ok := format.known()
	if !ok {
		return val{}, false
	}
	items := list.items
	if list.kind != vList {
		items = []val{list}
	}
	switch {
	case strings.HasPrefix(f, "C") || strings.HasPrefix(f, "c") || strings.HasPrefix(f, "U") || strings.HasPrefix(f, "W"):
		out := val{kind: vList}
		for _, x := range items {
			out.items = append(out.items, p.chr(x))
		}
		return p.join(out, text("")), true
	case strings.HasPrefix(f, "H") && len(items) > 0:
		return p.decodeHex(items[0]), true
	case strings.HasPrefix(f, "a") && len(items) > 0, strings.HasPrefix(f, "A") && len(items) > 0:
		return items[0], true
	}
	return val{}, false
}

// property reads an attribute that is not called.
func (p *parser) property(self val, name string, a arguments) val {
	if p.lang == ruby || p.lang == perl {
		if v, ok := p.method(self, name, &a); ok {
			return v
		}
	}
	switch name {
	case "text", "content", "body", "data", "raw", "stdout", "read", "url", "href", "value", "result", "name", "path":
		if self.kind == vFile || self.kind == vText && (name == "name" || name == "path") {
			return words(self.alts...)
		}
		self.class = ""
		return unknownOf("...", "", self.origin())
	case "parent":
		if self.kind == vText {
			return p.mapTextKeep(p.parent(self))
		}
	case "stem", "suffix", "length", "size":
		return unknownOf("...", "", 0)
	}
	v := unknownOf("...", name, self.origin())
	v.class = self.class
	return v
}

func (p *parser) mapTextKeep(v val) val {
	v.class = "path"
	return v
}
