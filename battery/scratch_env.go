package battery

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// environ is the environment of a guard: the user's own, as the host would hand it on, but with scratch places,
// without what a hook of the host sets by itself, and without what would let a guard log in somewhere.
func (s *scratch) environ(more []string) []string {
	var env []string
	seen := func(name string) bool {
		return slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, name+"=") })
	}
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !isPlace(name) && !isCredential(name) {
			env = append(env, v)
		}
	}
	// Version managers look for their programs below the home, which is another one now.
	for _, manager := range [...][2]string{
		{"PYENV_ROOT", ".pyenv"},
		{"RBENV_ROOT", ".rbenv"},
		{"ASDF_DATA_DIR", ".asdf"},
		{"MISE_DATA_DIR", ".local/share/mise"},
		{"VOLTA_HOME", ".volta"},
		{"NVM_DIR", ".nvm"},
		{"PYTHONUSERBASE", ".local"},
	} {
		if home, err := os.UserHomeDir(); err == nil && !seen(manager[0]) {
			if dir := filepath.Join(home, manager[1]); isDir(dir) {
				env = append(env, manager[0]+"="+dir)
			}
		}
	}
	env = append(env, "HOME="+s.home, "TMPDIR="+s.temp, "PYTHONDONTWRITEBYTECODE=1",
		"CLAUDE_PROJECT_DIR="+s.project, "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID="+sessionID, "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_EFFORT=medium")
	return append(env, more...)
}

// isPlace tells whether a variable says where something of the user's is, or is the host's own.
func isPlace(name string) bool {
	switch name {
	case "HOME", "TMPDIR", "TMP", "TEMP", "PWD", "OLDPWD", "BASH_ENV", "ENV", "CDPATH", "KUBECONFIG", "DOCKER_HOST", "DOCKER_CONFIG":
		return true
	}
	for _, prefix := range [...]string{"XDG_", "CLAUDE", "GIT_", "DBUS_", "TOOL_", "HOOK_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// isCredential tells whether a variable looks as if it let somebody in.
func isCredential(name string) bool {
	upper := strings.ToUpper(name)
	for _, prefix := range [...]string{"AWS_", "AZURE_", "GOOGLE_", "GCP_", "SSH_", "GPG_", "VAULT_", "ANTHROPIC_", "OPENAI_"} {
		if strings.HasPrefix(upper, prefix) {
			return true
		}
	}
	for _, word := range [...]string{"TOKEN", "SECRET", "PASSW", "CREDENTIAL", "_KEY", "APIKEY", "_PAT", "_DSN", "DATABASE_URL"} {
		if i := strings.Index(upper, word); i >= 0 && (word != "_PAT" || strings.HasSuffix(upper, word)) {
			return true
		}
	}
	return false
}

// with sets a variable, replacing the one that is there.
func with(env []string, name, value string) []string {
	return append(without(env, name), name+"="+value)
}

// without takes a variable out.
func without(env []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool { return strings.HasPrefix(v, name+"=") })
}

func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v
		}
	}
	return ""
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
