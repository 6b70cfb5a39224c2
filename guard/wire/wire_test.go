package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/hook"
)

const program = "/usr/local/bin/bashguard"

// place is a home and a project of their own, with the newest client.
func place(t *testing.T) *Place {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	p := &Place{
		Home: filepath.Join(dir, "home"), Project: filepath.Join(dir, "app"), Program: program,
		Env: func(string) string { return "" }, Version: func(*Agent) string { return "2.1.400" },
	}
	require.NoError(t, os.MkdirAll(p.Home, 0o755))
	require.NoError(t, os.MkdirAll(p.Project, 0o755))
	return p
}

func agent(t *testing.T, id hook.Agent) *Agent {
	t.Helper()
	for _, a := range Agents() {
		if a.Agent == id {
			return a
		}
	}
	t.Fatalf("no agent %s", id)
	return nil
}

// put writes the agent's settings file.
func (p *Place) put(t *testing.T, a *Agent, text string) string {
	t.Helper()
	path := a.File(p.Scope, p.Home, p.Project, p.Env)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o640))
	return path
}

func (p *Place) do(t *testing.T, plan func(*Agent) (*Change, error), a *Agent) *Change {
	t.Helper()
	c, err := plan(a)
	require.NoError(t, err)
	require.NoError(t, p.Apply(c))
	return c
}

// files are all files below a directory, with what they hold.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		found[strings.TrimPrefix(path, dir+"/")] = string(data)
		return err
	}))
	return found
}

// Into nothing and out again: no trace is left, and a second time changes nothing.
func TestNewFileComesAndGoes(t *testing.T) {
	for _, a := range Agents() {
		for _, scope := range []Scope{User, Project} {
			if scope == Project && a.project == "" {
				continue
			}
			t.Run(a.Name+" "+scope.String(), func(t *testing.T) {
				p := place(t)
				p.Scope = scope
				c := p.do(t, p.Install, a)
				require.False(t, c.Same())
				data, err := os.ReadFile(c.Path)
				require.NoError(t, err)
				require.Contains(t, string(data), program)
				require.Equal(t, byte('\n'), data[len(data)-1])
				c, err = p.Install(a)
				require.NoError(t, err)
				require.True(t, c.Same(), "a second time:\n%s", c.After)
				p.do(t, p.Uninstall, a)
				require.Empty(t, files(t, filepath.Dir(p.Home)))
				require.NoDirExists(t, filepath.Join(p.Home, ".copilot"), "directories that were made go, too")
			})
		}
	}
}

// settings are files that people have, each with what is special about it.
var settings = []struct{ name, text string }{
	{"empty file", ""},
	{"empty object", "{}"},
	{"other keys", "{\n  \"model\": \"opus\",\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\"]\n  }\n}\n"},
	{"tabs", "{\n\t\"model\": \"opus\",\n\t\"env\": {\"A\": \"b\"}\n}"},
	{"four blanks", "{\n    \"z\": 1,\n    \"a\": [\n        1,\n        2\n    ]\n}\n"},
	{"one line", `{"model":"opus","env":{}}`},
	{"windows line ends", "{\r\n  \"model\": \"opus\"\r\n}\r\n"},
	{"byte order mark", "\uFEFF{\n  \"model\": \"opus\"\n}\n"},
	{"strange layout", "\n\n  { \"a\" :1\n ,\"b\":[ ]  , \"ü\\\"\\u00e9\": \"}{][,:\" }\n\n"},
	{"empty hooks", "{\n  \"hooks\": {},\n  \"a\": 1e400\n}\n"},
	{"other hooks", `{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "prettier"}]}
    ],
    "PreToolUse": [
      {
        "matcher": "Bash|PowerShell",
        "hooks": [
          {
            "type": "command",
            "command": "other"
          }
        ]
      }
    ],
    "BeforeTool": [],
    "preToolUse": []
  },
  "last": null
}
`},
	{"hooks without groups", `{"version": 1, "hooks": {
  "beforeShellExecution": [{"command": "audit.sh"}],
  "pre_run_command": [{"command": "x"}], "preToolUse": [
    {
      "command": "y" }
  ]
}}`},
}

func jsonAgents() (list []*Agent) {
	for _, a := range Agents() {
		if a.format == jsonFile {
			list = append(list, a)
		}
	}
	return list
}

func parsed(t testing.TB, data []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), string(data))
	return v
}

// What was there stays as it was, byte by byte; taken out again, the file is what it was.
func TestOtherKeysStay(t *testing.T) {
	for _, a := range jsonAgents() {
		for _, tt := range settings {
			if a.Agent == hook.Claude && tt.name == "hooks without groups" {
				continue // Claude Code drops such a file
			}
			t.Run(a.Name+", "+tt.name, func(t *testing.T) {
				p := place(t)
				path := p.put(t, a, tt.text)
				c := p.do(t, p.Install, a)
				require.Len(t, c.After, len(tt.text)+added(t, tt.text, string(c.After)), "only added to")
				parsed(t, c.After)
				again, err := p.Install(a)
				require.NoError(t, err)
				require.True(t, again.Same(), "a second time:\n%s", again.After)
				info, err := os.Stat(path)
				require.NoError(t, err)
				require.Equal(t, fs.FileMode(0o640), info.Mode().Perm())
				require.Equal(t, map[string]string{filepath.Base(path): string(c.After), filepath.Base(path) + BackupSuffix: tt.text}, files(t, filepath.Dir(path)))

				// Somebody changes the file: what is ours goes, and what is theirs stays.
				if tt.text != "" {
					d, err := openDocument(path, bytes.Clone(c.After))
					require.NoError(t, err)
					d.add(d.root, "theirs", "true")
					require.NoError(t, os.WriteFile(path, d.data, 0o600))
					gone, err := p.Uninstall(a)
					require.NoError(t, err)
					require.NotContains(t, string(gone.After), "bashguard")
					want := parsed(t, []byte(tt.text)).(map[string]any)
					want["theirs"] = true
					got := parsed(t, gone.After).(map[string]any)
					require.Equal(t, withoutEmpty(want), withoutEmpty(got))
					require.NoError(t, os.WriteFile(path, c.After, 0o600))
				}
				p.do(t, p.Uninstall, a)
				data, err := os.ReadFile(path)
				require.NoError(t, err)
				require.Equal(t, tt.text, string(data))
			})
		}
	}
}

// added is the number of bytes that after has more, provided that before is left when they go.
func added(t *testing.T, before, after string) int {
	t.Helper()
	i := 0
	for j := 0; j < len(after) && i < len(before); j++ {
		if before[i] == after[j] {
			i++
		}
	}
	require.Equal(t, len(before), i, "every byte is still there, in order:\n%s", after)
	return len(after) - len(before)
}

// withoutEmpty leaves version 1 and empty hooks out: with them a file says what it says without.
func withoutEmpty(v map[string]any) map[string]any {
	delete(v, "version")
	if hooks, ok := v["hooks"].(map[string]any); ok {
		for event, list := range hooks {
			if l, ok := list.([]any); ok && len(l) == 0 {
				delete(hooks, event)
			}
		}
		if len(hooks) == 0 {
			delete(v, "hooks")
		}
	}
	return v
}

// An older way to run it is renewed where it stands.
func TestOldHookIsRenewed(t *testing.T) {
	a := agent(t, hook.Claude)
	p := place(t)
	p.put(t, a, `{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash|PowerShell", "hooks": [{"type": "command", "command": "other"}, {"type": "command", "command": "/old/bin/bashguard hook", "timeout": 30}]}
    ]
  }
}
`)
	c := p.do(t, p.Install, a)
	text := string(c.After)
	require.Contains(t, text, `"hooks": [{"type": "command", "command": "other"}, {"type": "command", "command": "/usr/local/bin/bashguard hook || exit 2", "timeout": 60, "onFailure": "block"}]`)
	require.NotContains(t, text, "/old/")
	require.Equal(t, 4, strings.Count(text, "bashguard hook"))
	p.do(t, p.Uninstall, a)
	data, err := os.ReadFile(c.Path)
	require.NoError(t, err)
	require.NotContains(t, string(data), "bashguard")
	require.Contains(t, string(data), `"command": "other"`)
}

func TestSkillEventOnlyWhereTheClientKnowsIt(t *testing.T) {
	for version, want := range map[string]bool{"2.1.331": false, "2.1.332": true, "2.2": true, "10.0.0": true, "1.9.9": false, "": true} {
		p := place(t)
		p.Version = func(*Agent) string { return version }
		c := p.do(t, p.Install, agent(t, hook.Claude))
		require.Equal(t, want, strings.Contains(string(c.After), "PreSkillShellCommand"), version)
		require.Equal(t, !want || version == "", len(c.Notes) == 1, version)
		p.Version = func(*Agent) string { return "3.0.0" } // updated since
		p.do(t, p.Uninstall, agent(t, hook.Claude))
		require.Empty(t, files(t, p.Home))
	}
}

// A file that cannot be read as the agent reads it is left alone, and the fault is named.
func TestFaultsAreNamed(t *testing.T) {
	for _, tt := range []struct {
		name  string
		agent hook.Agent
		text  string
		says  string
	}{
		{"trailing comma", hook.Claude, "{\n  \"a\": 1,\n}\n", "settings.json:3:1: not valid JSON"},
		{"comment", hook.Gemini, "{\n  // hi\n  \"a\": 1\n}\n", "settings.json:2:3: not valid JSON"},
		{"unfinished", hook.Claude, "{\n  \"a\": [1\n", "settings.json:2:10: not valid JSON"},
		{"two values", hook.Claude, "{}\n{}", "settings.json:2:1: not valid JSON"},
		{"a list", hook.Claude, " []", "settings.json:1:2: expected an object"},
		{"bad UTF-8", hook.Claude, "{\n \"\xff\": 1}", "settings.json:2:3: this is not UTF-8"},
		{"hooks twice", hook.Claude, "{\n \"hooks\": {},\n \"hooks\": {}\n}", `settings.json:3:2: the key "hooks" is there twice`},
		{"hooks a list", hook.Claude, "{\"hooks\": []}", `settings.json:1:11: "hooks" must be an object`},
		{"event an object", hook.Gemini, "{\"hooks\": {\"BeforeTool\": {}}}", `settings.json:1:26: "BeforeTool" must be a list`},
		{"group a text", hook.Cursor, "{\"hooks\": {\"beforeShellExecution\": [\"x\"]}}", "must hold objects"},
		{"what the client drops", hook.Claude, `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": "5"}]}]}}`, "would ignore the whole file"},
		{"bad TOML", hook.Codex, "model = \"x\"\nbad line\n", "config.toml:2:"},
		{"TOML key twice", hook.Kimi, "a = 1\na = 2\n", "config.toml"},
		{"inline hooks", hook.Codex, "model = \"x\"\nhooks = {PreToolUse = []}\n", "config.toml:2:1: `hooks` is written inline"},
		{"inline list", hook.Kimi, "hooks = [{event = \"Stop\", command = \"x\"}]\n", "config.toml:1:1: `hooks` is written inline"},
		{"inline event", hook.Codex, "[hooks]\nPreToolUse = [{matcher = \"x\"}]\n", "[[hooks.PreToolUse]]"},
		{"somebody's plugin", hook.OpenCode, "export const X = 1\n", "somebody else's"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := place(t)
			path := p.put(t, agent(t, tt.agent), tt.text)
			_, err := p.Install(agent(t, tt.agent))
			require.Error(t, err)
			require.Contains(t, err.Error(), tt.says)
			require.Contains(t, err.Error(), path)
			require.Equal(t, map[string]string{filepath.Base(path): tt.text}, files(t, filepath.Dir(path)))
		})
	}
}

func TestTOMLStays(t *testing.T) {
	for _, id := range []hook.Agent{hook.Codex, hook.Kimi} {
		for name, text := range map[string]string{
			"empty":            "",
			"keys":             "# mine\nmodel = \"x\" # this one\n\n[a.b]\nc = [\n  1, # one\n]\n",
			"no end of line":   "model = \"x\"",
			"windows":          "model = \"x\"\r\n\r\n[t]\r\na = 1\r\n",
			"empty list":       "a = 1\nhooks = [] # none\nb = 2\n",
			"blank lines":      "a = 1\n\n\n\n",
			"other hooks":      "[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"other\"\n\n[z]\ny = 1\n",
			"other flat hooks": "[[hooks]]\nevent = \"Stop\"\ncommand = \"x\"\n\n# about z\n[z]\ny = 1\n",
		} {
			if id == hook.Codex && (name == "empty list" || name == "other flat hooks") || id == hook.Kimi && name == "other hooks" {
				continue // hooks mean something else there
			}
			t.Run(id.String()+", "+name, func(t *testing.T) {
				p, a := place(t), agent(t, id)
				path := p.put(t, a, text)
				c := p.do(t, p.Install, a)
				if name != "empty list" {
					require.True(t, strings.HasPrefix(string(c.After), strings.TrimRight(text, "\r\n")), "%s", c.After)
				}
				require.Equal(t, name == "windows", strings.Contains(string(c.After), "\"\r\n"))
				again, err := p.Install(a)
				require.NoError(t, err)
				require.True(t, again.Same(), "a second time:\n%s", again.After)

				changed := string(c.After) + "\n[theirs]\nx = 1\n"
				require.NoError(t, os.WriteFile(path, []byte(changed), 0o600))
				gone, err := p.Uninstall(a)
				require.NoError(t, err)
				require.NotContains(t, string(gone.After), "bashguard")
				var got, want map[string]any
				require.NoError(t, toml.Unmarshal(gone.After, &got), string(gone.After))
				require.NoError(t, toml.Unmarshal([]byte(text+"\n[theirs]\nx = 1\n"), &want))
				if list, ok := want["hooks"].([]any); ok && len(list) == 0 {
					delete(want, "hooks")
				}
				require.Equal(t, want, got)

				require.NoError(t, os.WriteFile(path, c.After, 0o600))
				p.do(t, p.Uninstall, a)
				data, err := os.ReadFile(path)
				require.NoError(t, err)
				require.Equal(t, text, string(data))
			})
		}
	}
}

// What stands in TOML is what is meant.
func TestTOMLSaysWhatIsMeant(t *testing.T) {
	p := place(t)
	var codex struct {
		Hooks struct {
			PreToolUse []struct {
				Matcher string
				Hooks   []struct {
					Type, Command string
					Timeout       int
				}
			}
		}
	}
	c := p.do(t, p.Install, agent(t, hook.Codex))
	require.NoError(t, toml.Unmarshal(c.After, &codex))
	require.Len(t, codex.Hooks.PreToolUse, 1)
	require.Equal(t, "^(Bash|apply_patch)$", codex.Hooks.PreToolUse[0].Matcher)
	require.Equal(t, program+" hook || exit 2", codex.Hooks.PreToolUse[0].Hooks[0].Command)
	require.Equal(t, Seconds, codex.Hooks.PreToolUse[0].Hooks[0].Timeout)

	p.put(t, agent(t, hook.Codex), strings.ReplaceAll(string(c.After), "60", "5")+"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"other\"\n")
	c = p.do(t, p.Install, agent(t, hook.Codex))
	codex.Hooks.PreToolUse = nil
	require.NoError(t, toml.Unmarshal(c.After, &codex))
	require.Len(t, codex.Hooks.PreToolUse, 2, "%s", c.After)
	require.Equal(t, "other", codex.Hooks.PreToolUse[0].Hooks[0].Command)
	require.Equal(t, Seconds, codex.Hooks.PreToolUse[1].Hooks[0].Timeout)
}

// errPower is the end of the power: nothing is done after it, no clean-up either.
var errPower = errors.New("power")

// However far the writing comes, each file is the old one or the new one: when a step fails, and
// when the power goes.
func TestEveryStepMayFail(t *testing.T) {
	const before = "{\n  \"model\": \"opus\"\n}\n"
	for _, tt := range []struct {
		name  string
		agent hook.Agent
		text  string // "" for no file
		out   bool   // taken out, not put in
	}{
		{"put into a file", hook.Claude, before, false},
		{"put into nothing", hook.Claude, "", false},
		{"taken out of a file", hook.Claude, before, true},
		{"taken out of a file of ours", hook.Copilot, "", true},
	} {
		for _, power := range []bool{false, true} {
			name := tt.name + ", a step fails"
			if power {
				name = tt.name + ", the power goes"
			}
			t.Run(name, func(t *testing.T) {
				for n := 0; ; n++ {
					p, a := place(t), agent(t, tt.agent)
					path := a.File(p.Scope, p.Home, p.Project, p.Env)
					if tt.text != "" {
						p.put(t, a, tt.text)
					}
					plan := p.Install
					if tt.out {
						p.do(t, p.Install, a)
						plan = p.Uninstall
					}
					c, err := plan(a)
					require.NoError(t, err)
					require.False(t, c.Same())
					step, steps := "", 0
					p.disk.before = func(s string) error {
						if steps++; steps <= n {
							return nil
						}
						step = s
						if power {
							panic(errPower)
						}
						return errors.New("disk full")
					}
					failed := func() (failed bool) {
						defer func() {
							if fault := recover(); fault != nil {
								require.Equal(t, errPower, fault)
								failed = true
							}
						}()
						return p.Apply(c) != nil
					}()
					data, err := os.ReadFile(path)
					isOld := errors.Is(err, fs.ErrNotExist) && c.Before == nil || err == nil && c.Before != nil && string(data) == string(c.Before)
					isNew := errors.Is(err, fs.ErrNotExist) && c.After == nil || err == nil && c.After != nil && string(data) == string(c.After)
					require.True(t, isOld || isNew, "before %q: %q", step, data)
					if !failed {
						require.Greater(t, n, 1)
						require.True(t, isNew)
						return
					}
					if !power && step != "sync the directory" {
						for name := range files(t, filepath.Dir(path)) {
							require.NotContains(t, name, ".bashguard-1", "a half file is left after %q", step)
							require.False(t, strings.HasPrefix(name, "."), "a half file is left after %q: %s", step, name)
						}
					}
					// Done again, it comes through, whatever was left.
					p.disk.before = nil
					p.do(t, plan, a)
					data, _ = os.ReadFile(path)
					require.Equal(t, string(c.After), string(data))
				}
			})
		}
	}
}

func TestLinksAreFollowed(t *testing.T) {
	p, a := place(t), agent(t, hook.Claude)
	real := filepath.Join(p.Project, "dotfiles.json")
	require.NoError(t, os.WriteFile(real, []byte("{}\n"), 0o600))
	path := a.File(User, p.Home, "", p.Env)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.Symlink(real, path))
	p.do(t, p.Install, a)
	info, err := os.Lstat(path)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&fs.ModeSymlink, "it is still a link")
	data, err := os.ReadFile(real)
	require.NoError(t, err)
	require.Contains(t, string(data), "bashguard hook")

	require.NoError(t, os.Remove(real))
	_, err = p.Install(a)
	require.ErrorContains(t, err, "a link to a file that is not there")
}

func TestChangedMeanwhile(t *testing.T) {
	p, a := place(t), agent(t, hook.Claude)
	path := p.put(t, a, "{}\n")
	c, err := p.Install(a)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("{\"a\": 1}\n"), 0o600))
	require.ErrorContains(t, p.Apply(c), "has changed since")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "{\"a\": 1}\n", string(data))
}

// The environment may put an agent's directory elsewhere.
func TestDirectoriesFromTheEnvironment(t *testing.T) {
	env := func(name string) string {
		return map[string]string{"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x", "XDG_CONFIG_HOME": "/xdg"}[name]
	}
	require.Equal(t, "/c/settings.json", agent(t, hook.Claude).File(User, "/home/dev", "", env))
	require.Equal(t, "/x/config.toml", agent(t, hook.Codex).File(User, "/home/dev", "", env))
	require.Equal(t, "/xdg/opencode/plugins/bashguard.js", agent(t, hook.OpenCode).File(User, "/home/dev", "", env))
	require.Equal(t, "/home/dev/.gemini/settings.json", agent(t, hook.Gemini).File(User, "/home/dev", "", env))
}

// Whatever valid file there is: what is put in can be taken out, a second time changes nothing, and
// the rest is the same.
func FuzzInstall(f *testing.F) {
	for _, tt := range settings {
		f.Add([]byte(tt.text), uint8(0))
	}
	f.Add([]byte("a = 1\n[[hooks]]\nevent = \"x\"\n"), uint8(7))
	f.Add([]byte("[hooks]\nx = 1 # c\n[[hooks.PreToolUse]]\n"), uint8(1))
	agents := Agents()
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		a := agents[int(which)%len(agents)]
		p := &Place{Program: program}
		if bytes.Contains(data, []byte("hook")) && bytes.Contains(data, []byte("guard")) || a.format == pluginFile {
			return
		}
		after, err := p.install(a, a.hooks, "f", data)
		if err != nil {
			return
		}
		again, err := p.install(a, a.hooks, "f", after)
		require.NoError(t, err)
		require.Equal(t, string(after), string(again))
		out, err := p.uninstall(a, "f", after, false)
		require.NoError(t, err)
		require.NotContains(t, string(out), program)
		if a.format == tomlFile {
			var got, want map[string]any
			require.NoError(t, toml.Unmarshal(out, &got))
			require.NoError(t, toml.Unmarshal(data, &want))
			if list, ok := want["hooks"].([]any); ok && len(list) == 0 {
				delete(want, "hooks")
			}
			require.Equal(t, toJSON(t, want), toJSON(t, got))
			return
		}
		if len(bytes.TrimSpace(bytes.TrimPrefix(data, []byte(byteOrderMark)))) == 0 {
			return
		}
		require.Equal(t, withoutEmpty(parsed(t, data).(map[string]any)), withoutEmpty(parsed(t, out).(map[string]any)))
	})
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := toml.Marshal(v)
	if err != nil {
		t.Skip(err)
	}
	return string(b)
}
