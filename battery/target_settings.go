package battery

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bashguard/bashguard/guard/hook"
)

// ManagedSettings is where an administrator wires hooks of Claude Code.
const ManagedSettings = "/etc/claude-code/managed-settings.json"

// maxSettings bounds a settings file, in bytes.
const maxSettings = 1 << 20

// NewWired is the hooks that the project's and the user's settings files wire for the Bash tool of Claude Code, all
// together. When there are none, Len is 0.
func NewWired(o Options) (*Hooks, error) {
	w := &wiring{}
	managed := o.Managed
	if managed == "" {
		managed = ManagedSettings
	}
	// The strongest first: what one says of disableAllHooks and env holds against those after it.
	files := []string{managed}
	more, _ := filepath.Glob(filepath.Join(strings.TrimSuffix(managed, ".json")+".d", "*.json"))
	files = append(files, more...)
	w.managed = len(files)
	if o.Project != "" {
		files = append(files, filepath.Join(o.Project, ".claude", "settings.local.json"))
		if root := repositoryOf(o.Project); root != "" && root != filepath.Clean(o.Project) {
			files = append(files, filepath.Join(root, ".claude", "settings.local.json"))
		}
		files = append(files, filepath.Join(o.Project, ".claude", "settings.json"))
	}
	user := o.ConfigDir
	if user == "" && o.Home != "" {
		user = filepath.Join(o.Home, ".claude")
	}
	if user != "" {
		files = append(files, filepath.Join(user, "settings.json"))
	}
	for i, name := range slices.Compact(files) {
		if err := w.file(name, i < w.managed); err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.note("%s is ignored as a whole, hooks included: %v", name, err)
		}
	}
	return w.hooks(o, "the hooks that are wired for the Bash tool")
}

// NewSettings is the hooks of one settings file.
func NewSettings(o Options, file string) (*Hooks, error) {
	w := &wiring{}
	if err := w.file(file, false); err != nil {
		return nil, fmt.Errorf("reading hooks from %s: %w", file, err)
	}
	return w.hooks(o, "the hooks of "+file)
}

// repositoryOf is the root of the git repository that holds a directory, "" when there is none.
func repositoryOf(dir string) string {
	for dir = filepath.Clean(dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == "/" || dir == "." {
			return ""
		}
	}
}

// wiring gathers the hooks of settings files.
type wiring struct {
	managed  int // how many files are the administrator's
	handlers []wired
	disabled *bool // by the strongest file that says anything of it
	only     bool  // allowManagedHooksOnly
	env      []string
	notes    []string
}

// wired is a hook and whether it is the administrator's.
type wired struct {
	handler
	managed bool
	id      string
}

func (w *wiring) note(format string, args ...any) {
	w.notes = append(w.notes, fmt.Sprintf(format, args...))
}

func (w *wiring) hooks(o Options, name string) (*Hooks, error) {
	var handlers []handler
	dropped := 0
	for _, h := range w.handlers {
		if !h.managed && (w.disabled != nil && *w.disabled || w.only) {
			dropped++
			continue
		}
		handlers = append(handlers, h.handler)
	}
	switch {
	case dropped > 0 && w.only:
		w.note("%d hooks are off: the administrator allows only those of managed settings", dropped)
	case dropped > 0:
		w.note("%d hooks are off: disableAllHooks is set", dropped)
	}
	if n := len(handlers); n != 1 {
		name += fmt.Sprintf(" (%d)", n)
	}
	h, err := newHooks(o, name, handlers)
	if err != nil {
		return nil, err
	}
	h.notes, h.env = append(w.notes, h.notes...), w.env
	return h, nil
}

// file takes the hooks of a settings file in, as the client reads it.
func (w *wiring) file(name string, managed bool) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSettings {
		return errors.New("no regular file of an ordinary size")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	root, ok := parseFields(trimJSON(data))
	if !ok {
		return errors.New("it is not valid JSON")
	}
	if _, failure := hook.ParseSettings(data); failure != nil && failure.Code == hook.KeyDuplicate {
		w.note("%s has %s twice: the client takes the last", name, failure.Detail)
	}
	events, _, ok := root.object("hooks")
	if !ok {
		return errors.New("`hooks` must be an object")
	}
	// What is wrong with a hook for another event drops only that hook; here it drops the file.
	ours := fields{}
	for _, key := range [...]string{"disableAllHooks", "env"} {
		if raw, found := root[key]; found {
			ours[key] = raw
		}
	}
	if raw, found := events["PreToolUse"]; found {
		hooks, _ := json.Marshal(fields{"PreToolUse": raw})
		ours["hooks"] = hooks
	}
	text, _ := json.Marshal(ours)
	if _, failure := hook.ParseSettings(text); failure != nil && failure.Code != hook.KeyDuplicate {
		return errors.New(failure.Detail)
	}
	found, err := w.groups(events["PreToolUse"], name, managed)
	if err != nil {
		return err
	}
	for _, h := range found {
		if !slices.ContainsFunc(w.handlers, func(o wired) bool { return o.id == h.id }) {
			w.handlers = append(w.handlers, h) // the same hook in two files runs once
		}
	}
	if _, said := root["disableAllHooks"]; said && w.disabled == nil {
		w.disabled = new(root.isTrue("disableAllHooks"))
	}
	w.only = w.only || managed && root.isTrue("allowManagedHooksOnly")
	w.variables(root)
	if plugins, _, _ := root.object("enabledPlugins"); len(plugins) > 0 {
		w.note("%s enables plugins: hooks that they bring are not run here", name)
	}
	return nil
}

// variables takes the env of a settings file in, but what would lead out of the scratch world.
func (w *wiring) variables(root fields) {
	env, _, _ := root.object("env")
	names := make([]string, 0, len(env))
	for name := range env {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		value, _, ok := env.text(name)
		taken := slices.ContainsFunc(w.env, func(v string) bool { return strings.HasPrefix(v, name+"=") })
		if ok && !taken && !isPlace(name) && !isCredential(name) {
			w.env = append(w.env, name+"="+value)
		}
	}
}

// group is a matcher and its hooks, in the words of a settings file.
type group struct {
	Matcher string `json:"matcher"`
	Hooks   []struct {
		Type        string            `json:"type"`
		Command     string            `json:"command"`
		Args        []string          `json:"args"`
		Shell       string            `json:"shell"`
		Timeout     float64           `json:"timeout"`
		If          string            `json:"if"`
		OnFailure   string            `json:"onFailure"`
		Async       bool              `json:"async"`
		AsyncRewake bool              `json:"asyncRewake"`
		URL         string            `json:"url"`
		Headers     map[string]string `json:"headers"`
	} `json:"hooks"`
}

// groups reads the hooks for PreToolUse that cover the Bash tool.
func (w *wiring) groups(raw json.RawMessage, file string, managed bool) ([]wired, error) {
	var groups []group
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &groups); err != nil {
			return nil, fmt.Errorf("`hooks.PreToolUse`: %w", err)
		}
	}
	var found []wired
	for i := range groups {
		g := &groups[i]
		covers := (&hook.Handler{Matcher: g.Matcher}).Covers("Bash")
		if !covers && strings.EqualFold(g.Matcher, "bash") {
			w.note("%s: the matcher `%s` never fires: case counts, write Bash", file, g.Matcher)
		}
		for j := range g.Hooks {
			h := &g.Hooks[j]
			one := wired{managed: managed, handler: handler{
				timeout: time.Duration(h.Timeout * float64(time.Second)), blockOnFailure: h.OnFailure == "block",
				async: h.Async, rewake: h.AsyncRewake, rule: h.If,
			}}
			one.async = one.async || one.rewake
			switch h.Type {
			case "command":
				one.shell, one.id = h.Command, h.Shell+"\x00"+h.Command+"\x00"+strings.Join(h.Args, "\x00")
				if h.Args != nil {
					one.shell, one.argv = "", append([]string{h.Command}, h.Args...)
				}
				if h.Shell == "bash" {
					one.program = "/bin/bash"
				}
				if h.Shell == "powershell" {
					w.note("%s: a hook for PowerShell is not run: %s", file, hook.OneLine(h.Command, 80))
					continue
				}
			case "http":
				one.url, one.headers, one.id = h.URL, h.Headers, h.URL
				if covers && !isLocal(h.URL) {
					w.note("%s: the HTTP hook %s is not asked, since it is not on this machine; name it by its address to have it tested", file, hook.OneLine(h.URL, 120))
					continue
				}
			case "prompt", "agent", "mcp_tool":
				if covers {
					w.note("%s: a hook of type %s is not run: it needs the host", file, h.Type)
				}
				continue
			default:
				return nil, fmt.Errorf("`hooks.PreToolUse`: there is no type `%s`", hook.Cut(h.Type, 40))
			}
			if covers && one.id != "" {
				found = append(found, one)
			}
		}
	}
	return found, nil
}

// isLocal tells whether an address is on this machine.
func isLocal(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := u.Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
