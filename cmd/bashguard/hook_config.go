package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

// maxSettings bounds a settings file that is read, in bytes.
const maxSettings = 1 << 20

// managedSettings and the files of managedSettingsDir are where an administrator puts settings of
// Claude Code.
const (
	managedSettings    = "/etc/claude-code/managed-settings.json"
	managedSettingsDir = "/etc/claude-code/managed-settings.d/*.json"
)

// ruleConfig judges a change of the host's settings: one that unhooks the guard is refused, so
// that the session goes on with the settings it has. What the file said before is not known,
// so the question is whether the guard is still wired after the change.
func (g *gatekeeper) ruleConfig() ruling {
	e := g.event
	switch e.Source {
	case "policy_settings", "skills":
		return ruling{verdict: guard.None} // the administrator's, and those that hold no hooks of ours
	}
	var all []*hook.Settings
	path := g.env("PATH")
	for _, name := range g.settingsFiles() {
		settings, err := readSettings(name)
		changed := e.ConfigPath == "" || name == e.ConfigPath
		if err != nil && name == e.ConfigPath {
			return unhooks(name + " would be ignored as a whole, hooks included: " + err.Error())
		}
		if err != nil || settings == nil {
			continue
		}
		if settings.Disabled && changed {
			return unhooks(name + " sets disableAllHooks")
		}
		for variable, value := range settings.Env {
			if changed && misleads(variable) && value != g.env(variable) {
				return unhooks(name + " sets " + hook.Cut(variable, 40) + " in env, by which the guard finds its policy")
			}
		}
		if value, ok := settings.Env["PATH"]; ok {
			path = value
		}
		all = append(all, settings)
	}
	wiredCommands, wiredChanges := false, false
	for _, settings := range all {
		for _, plugin := range settings.Plugins {
			if strings.Contains(plugin, "bashguard") {
				wiredCommands, wiredChanges = true, true
			}
		}
		for i := range settings.Handlers {
			h := &settings.Handlers[i]
			switch {
			case h.Weak != "" || !g.isOurs(h, path):
			case h.Event == "PreToolUse":
				wiredCommands = wiredCommands || h.Covers("Bash")
			case h.Event == "ConfigChange":
				wiredChanges = wiredChanges || h.Covers(e.Source)
			}
		}
	}
	switch {
	case !wiredCommands:
		return unhooks("no settings file would run `bashguard hook` before Bash commands any more")
	case !wiredChanges:
		return unhooks("no settings file would run `bashguard hook` on ConfigChange any more")
	}
	return ruling{verdict: guard.None}
}

func unhooks(what string) ruling {
	return ruling{
		verdict: guard.Deny, rules: []string{"guard/tamper"},
		reason: "bashguard refuses: this change of the settings would unhook it: " + what +
			"; the session keeps the settings it has. Instead: let the user change the hooks, outside of a session [guard/tamper]",
	}
}

// settingsFiles are the files from which Claude Code takes hooks, and the one that changed.
func (g *gatekeeper) settingsFiles() []string {
	user := g.env("CLAUDE_CONFIG_DIR")
	if !filepath.IsAbs(user) {
		user = filepath.Join(g.home(), ".claude")
	}
	files := []string{
		filepath.Join(user, "settings.json"),
		filepath.Join(g.root, ".claude", "settings.json"), filepath.Join(g.root, ".claude", "settings.local.json"),
	}
	managed, _ := filepath.Glob(managedSettingsDir)
	files = append(append(files, managedSettings), managed...)
	if p := g.event.ConfigPath; p != "" && !seen(files, p) {
		files = append(files, p)
	}
	return files
}

// readSettings reads a settings file; one that does not exist is nil.
func readSettings(name string) (*hook.Settings, error) {
	data, err := readBounded(name, maxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	settings, failure := hook.ParseSettings(data)
	if failure != nil {
		return nil, errors.New(strings.TrimSuffix(string(failure.Code)+": "+failure.Detail, ": "))
	}
	return settings, nil
}

// readBounded reads a regular file of at most limit bytes.
func readBounded(name string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, errors.New("no regular file of an ordinary size")
	}
	return io.ReadAll(io.LimitReader(f, limit))
}

// isOurs tells whether a handler runs this program as a hook, so that its exit code is the
// handler's: by itself, by `... || exit 2`, or through a script that names it. path is the PATH by
// which the host finds a bare name.
func (g *gatekeeper) isOurs(h *hook.Handler, path string) bool {
	if len(h.Args) > 0 {
		return len(h.Args) == 1 && h.Args[0] == "hook" && g.isGuard(h.Command, path)
	}
	text := strings.TrimSpace(h.Command)
	if before, after, ok := strings.Cut(text, "||"); ok {
		if !endsByRefusal(after) {
			return false
		}
		text = before
	}
	if strings.ContainsAny(text, "|&;\n#<>`") {
		return false
	}
	words := strings.Fields(text)
	for len(words) > 0 {
		name, _, assigns := strings.Cut(words[0], "=")
		if assigns && misleads(name) || !assigns && words[0] != "exec" && words[0] != "command" {
			break
		}
		words = words[1:]
	}
	for i := range words {
		words[i] = strings.NewReplacer(`"`, "", "'", "", "$HOME", g.home(), "${HOME}", g.home(), "$CLAUDE_PROJECT_DIR", g.root, "${CLAUDE_PROJECT_DIR}", g.root).Replace(words[i])
		if rest, ok := strings.CutPrefix(words[i], "~/"); ok {
			words[i] = filepath.Join(g.home(), rest)
		}
	}
	if len(words) == 2 && words[1] == "hook" && g.isGuard(words[0], path) {
		return true
	}
	for _, word := range words {
		if name, _, assigns := strings.Cut(word, "="); assigns && misleads(name) {
			return false
		}
		if filepath.IsAbs(word) {
			return runsGuard(word, "bashguard hook")
		}
	}
	return false
}

// endsByRefusal tells whether what comes after || does nothing but say something and exit 2.
func endsByRefusal(after string) bool {
	after = strings.TrimRight(after, " \t\n;})")
	before, ok := strings.CutSuffix(after, "exit 2")
	if before = strings.ReplaceAll(before, ">&2", ""); !ok || strings.ContainsAny(before, "|&") || strings.Contains(before, "exit") {
		return false
	}
	return before == "" || strings.ContainsAny(before[len(before)-1:], " \t;{(")
}

// misleads tells whether a variable says where the guard finds its policy, its log or itself.
func misleads(variable string) bool {
	switch variable {
	case "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_PROJECT_DIR", "CLAUDE_CONFIG_DIR":
		return true
	}
	return false
}

// isGuard tells whether a host that runs a name runs this very file. Each call of the hook is a
// process of its own, so the program that the host is wired to is the one that asks.
func (g *gatekeeper) isGuard(name, path string) bool {
	if !strings.Contains(name, "/") {
		name = lookUp(name, path)
	}
	if !filepath.IsAbs(name) {
		return false
	}
	if own, err := os.Executable(); err == nil && sameFile(name, own) {
		return true
	}
	return filepath.Base(name) == "bashguard" && runsGuard(name, "bashguard") // what a version manager puts there
}

// lookUp finds a program by PATH, "" when it is not there.
func lookUp(name, path string) string {
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file
		}
	}
	return ""
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	two, err := os.Stat(b)
	return err == nil && os.SameFile(one, two)
}

// runsGuard tells whether a file is a script with a line, and no comment, that has the words.
func runsGuard(name, words string) bool {
	script, err := readBounded(name, 64<<10)
	if err != nil || !strings.HasPrefix(string(script), "#!") {
		return false
	}
	for line := range strings.Lines(string(script)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") && strings.Contains(line, words) {
			return true
		}
	}
	return false
}
