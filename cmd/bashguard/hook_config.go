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

// managedSettings is where an administrator puts settings of Claude Code.
const managedSettings = "/etc/claude-code/managed-settings.json"

// ruleConfig judges a change of the host's settings: one that unhooks the guard is refused, so
// that the session goes on with the settings it has. What the file said before is not known,
// so the question is whether the guard is still wired after the change.
func (g *gatekeeper) ruleConfig() ruling {
	e := g.event
	switch e.Source {
	case "policy_settings", "skills":
		return ruling{verdict: guard.None} // the administrator's, and those that hold no hooks of ours
	}
	wiredCommands, wiredChanges := false, false
	for _, name := range g.settingsFiles() {
		settings, err := readSettings(name)
		changed := e.ConfigPath != "" && name == e.ConfigPath
		if err != nil && changed {
			return unhooks(name + " would be ignored as a whole, hooks included: " + err.Error())
		}
		if err != nil || settings == nil {
			continue
		}
		if settings.Disabled && (changed || e.ConfigPath == "") {
			return unhooks(name + " sets disableAllHooks")
		}
		for _, plugin := range settings.Plugins {
			if strings.Contains(plugin, "bashguard") {
				wiredCommands, wiredChanges = true, true
			}
		}
		for i := range settings.Handlers {
			h := &settings.Handlers[i]
			switch {
			case h.Weak != "" || !g.isOurs(h):
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
		managedSettings, filepath.Join(user, "settings.json"),
		filepath.Join(g.root, ".claude", "settings.json"), filepath.Join(g.root, ".claude", "settings.local.json"),
	}
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
// handler's: by itself, by `... || exit 2`, or through a script that names it.
func (g *gatekeeper) isOurs(h *hook.Handler) bool {
	if len(h.Args) > 0 {
		return isGuard(h.Command) && h.Args[0] == "hook"
	}
	text := strings.TrimSpace(h.Command)
	if before, after, ok := strings.Cut(text, "||"); ok {
		if !strings.Contains(after, "exit 2") {
			return false
		}
		text = before
	}
	if strings.ContainsAny(text, "|&;\n#<>`") {
		return false
	}
	words := strings.Fields(text)
	for len(words) > 0 && (words[0] == "exec" || words[0] == "command" || strings.Contains(words[0], "=")) {
		words = words[1:]
	}
	for i := range words {
		words[i] = strings.NewReplacer(`"`, "", "'", "", "$HOME", g.home(), "${HOME}", g.home(), "$CLAUDE_PROJECT_DIR", g.root, "${CLAUDE_PROJECT_DIR}", g.root).Replace(words[i])
	}
	if len(words) >= 2 && isGuard(words[0]) && words[1] == "hook" {
		return true
	}
	for _, word := range words {
		if rest, ok := strings.CutPrefix(word, "~/"); ok {
			word = filepath.Join(g.home(), rest)
		}
		if !filepath.IsAbs(word) {
			continue
		}
		if script, err := readBounded(word, 64<<10); err == nil {
			return strings.Contains(string(script), "bashguard hook")
		}
	}
	return false
}

// isGuard tells whether a program's path is this program's, by its usual or its present name.
func isGuard(name string) bool {
	name = filepath.Base(name)
	return name == "bashguard" || name == filepath.Base(os.Args[0])
}
