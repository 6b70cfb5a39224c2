package battery

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// startedBy are the interpreters without which the hooks do not even start: the one that a hook's command begins
// with, and those of the scripts that it names.
func (h *Hooks) startedBy() []string {
	h.once.Do(func() {
		for i := range h.handlers {
			all := h.handlers[i].argv
			if all == nil {
				all = words(h.handlers[i].shell)
			}
			first := true
			for _, word := range all {
				h.addStarters(interpreter(h.scratch.file(word))...)
				if name := filepath.Base(word); first && !strings.Contains(name, "=") && !isPrefix(name) {
					first = false
					if isInterpreter(name) {
						h.addStarters(name)
					}
				}
			}
		}
	})
	return h.starters
}

// addStarters adds programs by their base names, and what they start in turn.
func (h *Hooks) addStarters(names ...string) {
	for _, name := range names {
		name = filepath.Base(name)
		switch name {
		case "uv", "uvx", "pipx", "poetry":
			h.starters = append(h.starters, "python3")
		case "npx", "npm", "pnpm", "tsx", "ts-node", "bun", "deno", "nodejs":
			h.starters = append(h.starters, "node")
		}
		if strings.HasPrefix(name, "python") {
			name = "python3" // its other names are missing with it
		}
		if !slices.Contains(h.starters, name) {
			h.starters = append(h.starters, name)
		}
	}
}

// isPrefix tells whether a program runs the one that is named after it.
func isPrefix(name string) bool {
	switch name {
	case "env", "exec", "command", "nice", "timeout", "nohup", "setsid":
		return true
	}
	return false
}

// isInterpreter tells whether a program runs scripts.
func isInterpreter(name string) bool {
	switch name {
	case "node", "nodejs", "bun", "deno", "tsx", "ts-node", "npx", "npm", "pnpm", "uv", "uvx", "pipx", "poetry", "ruby", "perl", "php", "lua",
		"sh", "bash", "dash", "zsh", "fish":
		return true
	}
	return strings.HasPrefix(name, "python")
}

// file is the file in the scratch world that a word of a hook's command names.
func (s *scratch) file(word string) string {
	for _, place := range [...][2]string{
		{"${CLAUDE_PROJECT_DIR}/", s.project},
		{"$CLAUDE_PROJECT_DIR/", s.project},
		{"${HOME}/", s.home},
		{"$HOME/", s.home},
		{"~/", s.home},
	} {
		if rest, ok := strings.CutPrefix(word, place[0]); ok {
			return filepath.Join(place[1], rest)
		}
	}
	if filepath.IsAbs(word) {
		return word
	}
	return filepath.Join(s.project, word)
}

// interpreter are the words of a script's first line, when it names an interpreter.
func interpreter(file string) []string {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	line := make([]byte, 128)
	n, _ := f.Read(line)
	first, _, _ := strings.Cut(string(line[:n]), "\n")
	rest, ok := strings.CutPrefix(first, "#!")
	if !ok {
		return nil
	}
	return strings.Fields(rest)
}
