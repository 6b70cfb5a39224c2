package battery

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

// place is a user's home and project, and a machine without an administrator.
type place struct{ home, project, managed string }

func newPlace(t *testing.T) place {
	return place{t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "managed-settings.json")}
}

func (p place) options() Options {
	return Options{Home: p.home, Project: p.project, Managed: p.managed, Timeout: 5 * time.Second}
}

// wires is a settings file with one hook.
func wires(matcher, handler string) string {
	return `{"hooks":{"PreToolUse":[{"matcher":"` + matcher + `","hooks":[{"type":"command",` + handler + `}]}]}}`
}

const (
	denies = `"command":"echo no >&2; exit 2"`
	allows = `"command":"echo '{\"decision\":\"approve\"}'"`
	fails  = `"command":"exit 1"`
)

func TestWiredHooks(t *testing.T) {
	const local, project, user = "P/.claude/settings.local.json", "P/.claude/settings.json", "H/.claude/settings.json"
	off, on := `{"disableAllHooks":true}`, `{"disableAllHooks":false}`
	for _, test := range []struct {
		name  string
		files map[string]string
		len   int
		want  guard.Verdict
		note  string
	}{
		{"none", nil, 0, guard.None, ""},
		{"project", map[string]string{project: wires("Bash", denies)}, 1, guard.Deny, ""},
		{"local", map[string]string{local: wires("Bash", denies)}, 1, guard.Deny, ""},
		{"user", map[string]string{user: wires("", denies)}, 1, guard.Deny, ""},
		{"all together, worst wins", map[string]string{user: wires("*", denies), project: wires("Bash", allows), local: wires("Bash|Edit", fails)}, 3, guard.Deny, ""},
		{"the same in two files runs once", map[string]string{user: wires("*", denies), project: wires("Bash", denies)}, 1, guard.Deny, ""},
		{"pattern", map[string]string{project: wires("^B.*", denies)}, 1, guard.Deny, ""},
		{"matcher for another tool", map[string]string{project: wires("Edit|Write", denies)}, 0, guard.None, ""},
		{"matcher in lower case", map[string]string{project: wires("bash", denies)}, 0, guard.None, "case counts"},
		{"permission rule as matcher", map[string]string{project: wires("Bash(rm *)", denies)}, 0, guard.None, ""},
		{"another event", map[string]string{project: strings.Replace(wires("Bash", denies), "PreToolUse", "PostToolUse", 1)}, 0, guard.None, ""},
		{"not JSON", map[string]string{project: wires("Bash", denies) + ","}, 0, guard.None, "ignored as a whole"},
		{"byte order mark", map[string]string{project: "\xef\xbb\xbf" + wires("Bash", denies)}, 1, guard.Deny, ""},
		{"timeout as text", map[string]string{project: wires("Bash", denies+`,"timeout":"5"`)}, 0, guard.None, "ignored as a whole"},
		{"unknown type", map[string]string{project: strings.Replace(wires("Bash", denies), `"command",`, `"shell",`, 1)}, 0, guard.None, "no type `shell`"},
		{"a wrong hook for another event", map[string]string{project: `{"hooks":{"Stop":[{"hooks":[{"type":"command","timeout":"5"}]}],` + wires("Bash", denies)[len(`{"hooks":{`):]}, 1, guard.Deny, ""},
		{"disabled", map[string]string{project: wires("Bash", denies), user: off}, 0, guard.None, "disableAllHooks"},
		{"local disables user's", map[string]string{user: wires("Bash", denies), local: off}, 0, guard.None, "disableAllHooks"},
		{"project says no to user's off", map[string]string{user: off, project: `{"disableAllHooks":false,` + wires("Bash", denies)[1:]}, 1, guard.Deny, ""},
		{"administrator's survive", map[string]string{"M": wires("Bash", denies), user: off}, 1, guard.Deny, ""},
		{"only the administrator's", map[string]string{"M": `{"allowManagedHooksOnly":true}`, user: wires("Bash", denies)}, 0, guard.None, "managed"},
		{"only the administrator's, said by the user", map[string]string{user: `{"allowManagedHooksOnly":true,` + wires("Bash", denies)[1:], local: on}, 1, guard.Deny, ""},
		{"timeout", map[string]string{project: wires("Bash", `"command":"sleep 3; exit 2","timeout":0.2`)}, 1, guard.None, ""},
		{"timeout, onFailure block", map[string]string{project: wires("Bash", `"command":"sleep 3","timeout":0.2,"onFailure":"block"`)}, 1, guard.Deny, ""},
		{"exit 1, onFailure block", map[string]string{project: wires("Bash", fails+`,"onFailure":"block"`)}, 1, guard.Deny, ""},
		{"async", map[string]string{project: wires("Bash", denies+`,"async":true`)}, 1, guard.None, ""},
		{"asyncRewake", map[string]string{project: wires("Bash", denies+`,"asyncRewake":true`)}, 1, guard.Deny, ""},
		{"exec form", map[string]string{project: wires("Bash", `"command":"sh","args":["-c","echo $1 >&2; exit 2","sh","${CLAUDE_PROJECT_DIR}"]`)}, 1, guard.Deny, ""},
		{"shell bash", map[string]string{project: wires("Bash", `"command":"[[ a == a ]] && exit 2","shell":"bash"`)}, 1, guard.Deny, ""},
		{"if that covers", map[string]string{project: wires("Bash", denies+`,"if":"Bash(rm *)"`)}, 1, guard.Deny, ""},
		{"if that does not", map[string]string{project: wires("Bash", denies+`,"if":"Bash(git *)"`)}, 1, guard.None, ""},
		{"env of the settings", map[string]string{project: `{"env":{"ANSWER":"2","HOME":"/nowhere"},` + wires("Bash", `"command":"cd \"$HOME\" && exit $ANSWER"`)[1:]}, 1, guard.Deny, ""},
		{"HTTP hook elsewhere", map[string]string{project: `{"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"https://guard.example/x"}]}]}}`}, 0, guard.None, "not on this machine"},
		{"HTTP hook here", map[string]string{project: `{"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"http://127.0.0.1:1/","onFailure":"block"}]}]}}`}, 1, guard.Deny, ""},
		{"prompt hook", map[string]string{project: `{"hooks":{"PreToolUse":[{"hooks":[{"type":"prompt","prompt":"?"}]}]}}`}, 0, guard.None, "needs the host"},
		{"hooks twice", map[string]string{project: `{"hooks":{"PreToolUse":[]},` + wires("Bash", denies)[1:]}, 1, guard.Deny, "the client takes the last"},
		{"script of the project", map[string]string{
			project:                    wires("Bash", `"command":"\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh"`),
			"P/.claude/hooks/guard.sh": "#!/bin/sh\nexit 2\n",
		}, 1, guard.Deny, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			for name, content := range test.files {
				write(t, strings.NewReplacer("P/", p.project+"/", "H/", p.home+"/", "M", p.managed).Replace(name), content)
			}
			h, err := NewWired(p.options())
			require.NoError(t, err)
			defer h.Close()
			assert.Equal(t, test.len, h.Len())
			assert.Contains(t, strings.Join(h.Notes(), "\n"), test.note)
			if test.note == "" {
				assert.Empty(t, h.Notes())
			}
			a := judge(h, "rm x")
			assert.Equal(t, test.want, a.Verdict, "%+v", a)
		})
	}
}

// The local settings of a repository count in its directories, the project's do not.
func TestWiredHooksBelowTheRepositorysRoot(t *testing.T) {
	p := newPlace(t)
	write(t, filepath.Join(p.project, ".git", "HEAD"), "ref: refs/heads/main\n")
	write(t, filepath.Join(p.project, ".claude", "settings.json"), wires("Bash", allows))
	write(t, filepath.Join(p.project, ".claude", "settings.local.json"), wires("Bash", denies))
	write(t, filepath.Join(p.project, "sub", "x"), "")
	o := p.options()
	o.Project = filepath.Join(p.project, "sub")
	h, err := NewWired(o)
	require.NoError(t, err)
	defer h.Close()
	assert.Equal(t, 1, h.Len())
	a := judge(h, "ls")
	assert.True(t, a.Refused())
}

func TestSettingsFile(t *testing.T) {
	p := newPlace(t)
	file := filepath.Join(p.project, "x.json")
	_, err := NewSettings(p.options(), file)
	assert.ErrorContains(t, err, file)
	write(t, file, wires("Bash", denies))
	h, err := NewSettings(p.options(), file)
	require.NoError(t, err)
	defer h.Close()
	a := judge(h, "ls")
	assert.Equal(t, "no", a.Reason)
	write(t, file, "{")
	_, err = NewSettings(p.options(), file)
	assert.ErrorContains(t, err, "not valid JSON")
}
