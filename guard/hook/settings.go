package hook

import (
	"regexp"
	"strconv"
	"strings"
)

// minTimeout is the shortest timeout of a handler, in seconds, that leaves the guard time to
// answer on a busy machine. A client lets the call run when it is over.
const minTimeout = 1

// Settings is what a settings file of Claude Code says about hooks.
type Settings struct {
	// Disabled: disableAllHooks is set.
	Disabled bool
	// Handlers are the hooks, in order.
	Handlers []Handler
	// Env are the variables that the client sets for itself and what it runs.
	Env map[string]string
	// Plugins are the names of enabled plugins; they may bring hooks of their own.
	Plugins []string
}

// Handler is one hook of a settings file.
type Handler struct {
	Event   string
	Matcher string
	Command string
	Args    []string // the exec form: Command is a program, and there is no shell
	// Weak says why the handler does not gate what it matches, "" when it does.
	Weak string
}

// ParseSettings reads the hooks of a settings file as Claude Code does. What makes the client
// drop the file, and the hooks in it, is a failure.
func ParseSettings(data []byte) (*Settings, *Failure) {
	root, err := parseJSON([]byte(strings.TrimPrefix(string(data), "\uFEFF")))
	if err != nil {
		return nil, err
	}
	if root.kind != jsonObject {
		return nil, Fail(FieldType, "expected an object, found "+root.kind.String())
	}
	s := &Settings{}
	if v := root.get("disableAllHooks"); v != nil {
		if v.kind != jsonBool {
			return nil, Fail(FieldType, "`disableAllHooks` must be a boolean, found "+v.kind.String())
		}
		s.Disabled = v.text == "true"
	}
	if v := root.get("enabledPlugins"); v != nil {
		for i := range v.members {
			if m := &v.members[i]; m.value.text != "false" {
				s.Plugins = append(s.Plugins, m.key)
			}
		}
	}
	if v := root.get("env"); v != nil {
		for i := range v.members {
			if s.Env == nil {
				s.Env = make(map[string]string, len(v.members))
			}
			s.Env[v.members[i].key] = v.members[i].value.text
		}
	}
	hooks := root.get("hooks")
	if hooks == nil {
		return s, nil
	}
	if hooks.kind != jsonObject {
		return nil, Fail(FieldType, "`hooks` must be an object, found "+hooks.kind.String())
	}
	for i := range hooks.members {
		if err := s.event(hooks.members[i].key, &hooks.members[i].value); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Settings) event(name string, groups *jsonValue) *Failure {
	wrong := func(what string, v *jsonValue) *Failure {
		found := "none"
		if v != nil {
			found = v.kind.String()
		}
		return Fail(FieldType, "`hooks."+Cut(name, 40)+"`: "+what+", found "+found)
	}
	if groups.kind != jsonArray {
		return wrong("must be an array", groups)
	}
	for i := range groups.items {
		group := &groups.items[i]
		matcher, handlers := group.get("matcher"), group.get("hooks")
		if matcher != nil && matcher.kind != jsonString {
			return wrong("`matcher` must be a string", matcher)
		}
		if handlers == nil || handlers.kind != jsonArray {
			return wrong("`hooks` must be an array", handlers)
		}
		for j := range handlers.items {
			v := &handlers.items[j]
			kind := v.get("type")
			if kind == nil || kind.kind != jsonString {
				return wrong("`type` must be a string", kind)
			}
			if t := v.get("timeout"); t != nil {
				if seconds, err := strconv.ParseFloat(t.text, 64); t.kind != jsonNumber || err != nil || seconds <= 0 {
					return wrong("`timeout` must be a positive number", t)
				}
			}
			if f := v.get("onFailure"); f != nil && f.text != "block" && f.text != "continue" {
				return wrong("`onFailure` must be block or continue", f)
			}
			if kind.text == "command" {
				s.Handlers = append(s.Handlers, handler(name, matcher, v))
			}
		}
	}
	return nil
}

func handler(event string, matcher, v *jsonValue) Handler {
	h := Handler{Event: event}
	if matcher != nil {
		h.Matcher = matcher.text
	}
	if c := v.get("command"); c != nil {
		h.Command = c.text
	}
	if a := v.get("args"); a != nil {
		for i := range a.items {
			h.Args = append(h.Args, a.items[i].text)
		}
	}
	if t := v.get("timeout"); t != nil {
		if seconds, err := strconv.ParseFloat(t.text, 64); err == nil && seconds < minTimeout {
			h.Weak = "its timeout ends before the guard can answer, and the client goes on"
		}
	}
	if a := v.get("async"); a != nil && a.text == "true" {
		h.Weak = "it runs in the background"
	}
	if c := v.get("if"); c != nil && c.text != "" {
		h.Weak = "its `if` lets other spellings by"
	}
	return h
}

// Covers tells whether the handler fires for a tool, by the client's rules for matchers: names
// if there are only letters, digits and separators in it, else an unanchored pattern; either
// way case counts.
func (h *Handler) Covers(tool string) bool {
	m := h.Matcher
	if m == "" || m == "*" {
		return true
	}
	plain := strings.IndexFunc(m, func(r rune) bool {
		return !(r < 0x80 && (isAlnum(byte(r)) || strings.ContainsRune("_- ,|", r)))
	}) < 0
	if plain {
		for _, name := range strings.FieldsFunc(m, func(r rune) bool { return r == ',' || r == '|' }) {
			if strings.TrimSpace(name) == tool {
				return true
			}
		}
		return false
	}
	if goOnly(m) {
		return false
	}
	re, err := regexp.Compile(m)
	return err == nil && re.MatchString(tool)
}

// goOnly tells whether a pattern has what the client's engine reads in another way or not at all:
// flags as in (?i), \A, \z, \Q, [[:alpha:]].
func goOnly(pattern string) bool {
	for i := 0; i+2 < len(pattern); i++ {
		if pattern[i:i+2] == "(?" && pattern[i+2] != ':' && pattern[i+2] != '<' {
			return true
		}
	}
	for _, s := range [...]string{`\A`, `\z`, `\Q`, `\C`, "[[:", "(?P"} {
		if strings.Contains(pattern, s) {
			return true
		}
	}
	return false
}
