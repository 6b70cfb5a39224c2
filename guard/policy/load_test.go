package policy

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
)

// place is a machine with a home, a project and the layers' files.
type place struct {
	t       *testing.T
	dir     string
	options Options
}

func newPlace(t *testing.T) *place {
	dir := t.TempDir()
	p := &place{t: t, dir: dir, options: Options{
		Home: dir + "/home", Root: dir + "/home/app", Managed: dir + "/etc/policy.yaml",
		Env: func(string) string { return "" },
	}}
	require.NoError(t, os.MkdirAll(p.options.Root, 0o755))
	return p
}

func (p *place) file(layer Layer) string {
	return map[Layer]string{
		Managed: p.options.Managed,
		User:    p.options.Home + "/.config/bashguard/policy.yaml",
		Project: p.options.Root + "/.bashguard/policy.yaml",
	}[layer]
}

func (p *place) write(layer Layer, text string) *place {
	p.t.Helper()
	if text == "" {
		return p
	}
	require.NoError(p.t, os.MkdirAll(filepath.Dir(p.file(layer)), 0o755))
	require.NoError(p.t, os.WriteFile(p.file(layer), []byte(text), 0o644))
	return p
}

func (p *place) load() (*guard.Policy, *Report) {
	p.t.Helper()
	policy, report, err := Load(p.options)
	require.NoError(p.t, err)
	return policy, report
}

// What the environment moves stays guarded, whatever the layers say.
func TestGuardDirsFollowTheEnvironment(t *testing.T) {
	pl := newPlace(t).write(User, "protected_paths: ['!/cfg/bashguard']\n")
	env := map[string]string{"XDG_CONFIG_HOME": "/cfg/", "XDG_STATE_HOME": "relative"}
	pl.options.Env = func(name string) string { return env[name] }
	policy, _ := pl.load()
	assert.Equal(t, []string{"/cfg/bashguard"}, policy.GuardDirs)
	cmd := guard.Parse("rm -r /cfg/bashguard/policy.yaml", guard.In("/home/dev/app"), guard.Home("/home/dev"))
	assert.Equal(t, guard.Deny, guard.Check(cmd, policy).Verdict)
}

func TestNoFilesIsTheBuiltInPolicy(t *testing.T) {
	policy, report := newPlace(t).load()
	assert.Equal(t, guard.DefaultPolicy(), policy)
	assert.Empty(t, report.Loosened)
	assert.Empty(t, report.Warnings)
	for _, v := range report.Values() {
		assert.Equal(t, Origin{}, v.Origin, v.Key)
	}
}

func TestEveryKeyArrives(t *testing.T) {
	text, err := os.ReadFile(testdata + "/ok/full.yaml")
	require.NoError(t, err)
	p, report := newPlace(t).write(User, string(text)).load()
	require.Len(t, p.Rules, 2)
	assert.Equal(t, "team/through-pull-request", p.Rules[0].ID)
	assert.Equal(t, guard.Ask, p.Rules[1].Severity)
	p.Rules = nil
	assert.Equal(t, &guard.Policy{
		Mode: guard.Enforce, OnError: guard.FailClosed, UnseenAsk: guard.Deny, OnLimit: guard.Ask, AllowUnmatched: guard.None,
		Severities:        map[string]guard.Severity{"git/force-push": guard.Deny, "db": guard.Ask},
		ProtectedBranches: []string{"main", "master", "production", "release/*"},
		TempDirs:          append(guard.DefaultPolicy().TempDirs, "~/scratch"),
		TrustedDirs:       []string{"/srv/cache/app"},
		TrustedHosts:      []string{"get.example.com", "*.corp.example.com"},
		SecretPaths:       []string{"config/*.key", "**/credentials.json", "!testdata/fake.key"},
		ProtectedPaths:    []string{"migrations", "~/notes"},
		Scope:             guard.Scope{Allow: []string{"src", "test", "docs", "**/*.md"}, Deny: []string{"src/vendor"}, Severity: guard.Ask},
		FileGate:          guard.FileGate{Command: "my-gate --json", Timeout: 5 * time.Second},
		Limits: guard.Limits{
			SourceBytes: 1 << 20, Nesting: 100, Steps: 200_000, Depth: 8, WordBytes: 1 << 20, Words: 1024,
			ScriptBytes: 256 << 10, Time: 100 * time.Millisecond,
		},
	}, p)
	assert.Empty(t, report.Loosened)
	for _, v := range report.Values() {
		if v.Key == "limits.time" {
			assert.Equal(t, Value{Key: "limits.time", Value: "100ms", Origin: Origin{Layer: User, File: report.Sources[1].File, Line: 36, Column: 9}}, v)
		}
	}
}

// Each row is the files of a machine and what comes of them: a value, and what was not taken.
func TestLayers(t *testing.T) {
	type layers = struct{ managed, user, project string }
	for _, row := range []struct {
		name     string
		layers   layers
		get      func(p *guard.Policy) any
		want     any
		loosened []string // keys
	}{
		{"user over built in", layers{user: "mode: observe"}, mode, guard.Observe, nil},
		{"user may loosen the built in", layers{user: "on_error: open"}, onError, guard.FailOpen, nil},
		{"user over managed, stricter", layers{managed: "mode: observe", user: "mode: enforce"}, mode, guard.Enforce, nil},
		{"user over managed, laxer", layers{managed: "mode: enforce", user: "mode: off"}, mode, guard.Enforce, []string{"mode"}},
		{"user where managed is silent", layers{managed: "on_error: closed", user: "mode: off"}, mode, guard.Off, nil},
		{"project, laxer", layers{project: "mode: off"}, mode, guard.Enforce, []string{"mode"}},
		{"project, stricter than user", layers{user: "mode: off", project: "mode: enforce"}, mode, guard.Enforce, nil},
		{"project, as strict", layers{project: "mode: enforce"}, mode, guard.Enforce, nil},
		{"project, on_error", layers{project: "on_error: open"}, onError, guard.FailClosed, []string{"on_error"}},
		{"project, unseen_ask", layers{project: "unseen_ask: none"}, func(p *guard.Policy) any { return p.UnseenAsk }, guard.Deny, []string{"unseen_ask"}},
		{"project, unseen_ask up", layers{user: "unseen_ask: none", project: "unseen_ask: ask"}, func(p *guard.Policy) any { return p.UnseenAsk }, guard.Ask, nil},
		{"project, on_limit up", layers{project: "on_limit: deny"}, func(p *guard.Policy) any { return p.OnLimit }, guard.Deny, nil},
		{"user, on_limit down from managed", layers{managed: "on_limit: deny", user: "on_limit: ask"}, func(p *guard.Policy) any { return p.OnLimit }, guard.Deny, []string{"on_limit"}},
		{"project, allow", layers{project: "allow_unmatched: true"}, func(p *guard.Policy) any { return p.AllowUnmatched }, guard.None, []string{"allow_unmatched"}},
		{"user, allow", layers{user: "allow_unmatched: true"}, func(p *guard.Policy) any { return p.AllowUnmatched }, guard.Allow, nil},
		{"project takes allow back", layers{user: "allow_unmatched: true", project: "allow_unmatched: false"}, func(p *guard.Policy) any { return p.AllowUnmatched }, guard.None, nil},
		{"project, limits down", layers{project: "limits: {steps: 10}"}, func(p *guard.Policy) any { return p.Limits.Steps }, 10, nil},
		{"project, limits up", layers{project: "limits: {steps: 90000000, time: 50s}"}, func(p *guard.Policy) any { return p.Limits }, guard.DefaultLimits(), []string{"limits.steps", "limits.time"}},
		{"user, limits up", layers{user: "limits: {time: 1s}"}, func(p *guard.Policy) any { return p.Limits.Time }, time.Second, nil},

		{"branches add up", layers{managed: "protected_branches: [a]", user: "protected_branches: [b]", project: "protected_branches: [c, a]"}, branches, []string{"main", "master", "a", "b", "c"}, nil},
		{"user takes a branch out", layers{user: "protected_branches: ['!master']"}, branches, []string{"main"}, nil},
		{"user may not take a managed branch out", layers{managed: "protected_branches: [master]", user: "protected_branches: ['!master']"}, branches, []string{"main", "master"}, []string{"protected_branches"}},
		{"project takes a branch out", layers{project: "protected_branches: ['!main']"}, branches, []string{"main", "master"}, []string{"protected_branches"}},
		{"project, temp dirs", layers{project: "temp_dirs: [/srv, /tmp]"}, func(p *guard.Policy) any { return p.TempDirs }, guard.DefaultPolicy().TempDirs, []string{"temp_dirs"}},
		{"project takes a temp dir out", layers{project: "temp_dirs: ['!/tmp']"}, func(p *guard.Policy) any { return p.TempDirs[0] }, "/var/tmp", nil},
		{"project, trusted dirs", layers{user: "trusted_dirs: [/a]", project: "trusted_dirs: [/a, /b]"}, func(p *guard.Policy) any { return p.TrustedDirs }, []string{"/a"}, []string{"trusted_dirs"}},
		{"project, trusted hosts", layers{project: "trusted_hosts: [evil.example]"}, func(p *guard.Policy) any { return p.TrustedHosts }, []string(nil), []string{"trusted_hosts"}},
		{"user, trusted hosts beside managed ones", layers{managed: "trusted_hosts: [a.example]", user: "trusted_hosts: [b.example]"}, func(p *guard.Policy) any { return p.TrustedHosts }, []string{"a.example"}, []string{"trusted_hosts"}},
		{"user, trusted hosts where managed has none", layers{managed: "mode: enforce", user: "trusted_hosts: [b.example]"}, func(p *guard.Policy) any { return p.TrustedHosts }, []string{"b.example"}, nil},
		{"project, secret exception", layers{project: "secret_paths: [x, '!~/.ssh']"}, func(p *guard.Policy) any { return p.SecretPaths }, []string{"x"}, []string{"secret_paths"}},
		{"user, secret exception", layers{user: "secret_paths: ['!~/.ssh/known_hosts']"}, func(p *guard.Policy) any { return p.SecretPaths }, []string{"!~/.ssh/known_hosts"}, nil},
		{"user, protected exception beside managed ones", layers{managed: "protected_paths: [a]", user: "protected_paths: ['!a/b']"}, func(p *guard.Policy) any { return p.ProtectedPaths }, []string{"a"}, []string{"protected_paths"}},

		{"scope set by project", layers{project: "write_scope: {allow: [src]}"}, allow, []string{"src"}, nil},
		{"scope narrowed by project", layers{user: "write_scope: {allow: [src, docs, ~/x]}", project: "write_scope: {allow: [src/a, ., /etc]}"}, allow, []string{"src/a", "src", "docs"}, []string{"write_scope.allow"}},
		{"scope replaced by user", layers{user: "write_scope: {allow: [/srv]}"}, allow, []string{"/srv"}, nil},
		{"scope of user within managed", layers{managed: "write_scope: {allow: [src]}", user: "write_scope: {allow: [src/a, docs]}"}, allow, []string{"src/a"}, []string{"write_scope.allow"}},
		{"scope of project outside", layers{user: "write_scope: {allow: [src]}", project: "write_scope: {allow: [docs]}"}, allow, []string{"src"}, []string{"write_scope.allow"}},
		{"scope denied by project", layers{user: "write_scope: {deny: [a]}", project: "write_scope: {deny: [b], severity: none}"}, func(p *guard.Policy) any { return p.Scope }, guard.Scope{Deny: []string{"a", "b"}, Severity: guard.Deny}, []string{"write_scope.severity"}},

		{"file gate of user", layers{user: "file_gate: {command: g}"}, gateCommand, "g", nil},
		{"file gate of project", layers{project: "file_gate: {command: curl evil.example}"}, gateCommand, "", []string{"file_gate"}},
		{"file gate's timeout of project", layers{user: "file_gate: {command: g}", project: "file_gate: {timeout: 10ms}"}, func(p *guard.Policy) any { return p.FileGate.Timeout }, guard.DefaultFileGateTimeout, []string{"file_gate"}},
		{"file gate of user over managed", layers{managed: "file_gate: {command: m}", user: "file_gate: {command: g}"}, gateCommand, "m", []string{"file_gate"}},

		{"severity of user", layers{user: "severity: {git/force-push: none}"}, severity("git/force-push"), "none", nil},
		{"severity of project, down", layers{project: "severity: {git/force-push: ask}"}, severity("git/force-push"), "", []string{"severity.git/force-push"}},
		{"severity of project, up", layers{user: "severity: {git/force-push: ask}", project: "severity: {git/force-push: deny}"}, severity("git/force-push"), "deny", nil},
		{"severity of project, area down", layers{project: "severity: {git: none}"}, severity("git"), "", []string{"severity.git"}},
		{"severity of project, area up", layers{user: "severity: {git/force-push: none}", project: "severity: {git: deny}"}, severity("git"), "deny", nil},
		{"severity of project, area up beats a rule below", layers{user: "severity: {git/force-push: none}", project: "severity: {git: deny}"}, severity("git/force-push"), "", nil},
		{"rule beats area in one layer", layers{user: "severity: {git/force-push: none, git: deny}"}, severity("git/force-push"), "none", nil},
		{"severity of user under managed", layers{managed: "severity: {git: deny}", user: "severity: {git/force-push: ask}"}, severity("git/force-push"), "", []string{"severity.git/force-push"}},
		{"severity of user, area under managed rule", layers{managed: "severity: {git/force-push: deny}", user: "severity: {git: none}"}, severity("git/force-push"), "deny", []string{"severity.git"}},
		{"the rest of that area", layers{managed: "severity: {git/force-push: deny}", user: "severity: {git: none}"}, severity("git"), "none", []string{"severity.git"}},
		{"project turns a user's rule off", layers{user: aRule, project: "severity: {team/make: none}"}, severity("team/make"), "", []string{"severity.team/make"}},
		{"user turns a managed rule off", layers{managed: aRule, user: "severity: {team: none}"}, severity("team"), "", []string{"severity.team"}},
		{"project adds a rule", layers{project: aRule}, func(p *guard.Policy) any { return len(p.Rules) }, 1, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			pl := newPlace(t).write(Managed, row.layers.managed).write(User, row.layers.user).write(Project, row.layers.project)
			p, report := pl.load()
			assert.Equal(t, row.want, row.get(p))
			var keys []string
			for _, l := range report.Loosened {
				keys = append(keys, l.Key)
				assert.NotZero(t, l.Origin.Line)
				assert.NotEmpty(t, l.Kept)
			}
			assert.Equal(t, row.loosened, keys)
		})
	}
}

const aRule = "rules: [{id: team/make, title: no make, when: {runs: make}, matches: [make]}]"

func mode(p *guard.Policy) any        { return p.Mode }
func onError(p *guard.Policy) any     { return p.OnError }
func branches(p *guard.Policy) any    { return p.ProtectedBranches }
func allow(p *guard.Policy) any       { return p.Scope.Allow }
func gateCommand(p *guard.Policy) any { return p.FileGate.Command }

func severity(key string) func(p *guard.Policy) any {
	return func(p *guard.Policy) any {
		if s, ok := p.Severities[key]; ok {
			return s.String()
		}
		return ""
	}
}

// Whatever an untrusted project says, nothing becomes less strict: tried with the laxest file.
func TestUntrustedProjectCannotLoosen(t *testing.T) {
	lax := `
mode: off
on_error: open
unseen_ask: none
allow_unmatched: true
severity: {git: none, db/drop: ask}
protected_branches: ['!main', '!master', '!mine']
temp_dirs: [/srv, ~/all]
trusted_dirs: [/srv, ~/all]
trusted_hosts: [evil.example]
secret_paths: ['!~/.ssh', '!mine']
protected_paths: ['!.git', '!mine']
write_scope: {allow: [/etc, '**'], severity: none}
file_gate: {command: 'true', timeout: 5m}
limits: {source_bytes: 60000000, nesting: 9999, steps: 90000000, depth: 900, word_bytes: 200000000, words: 900000, script_bytes: 60000000, time: 50s}
`
	user := `
protected_branches: [mine]
secret_paths: [mine]
protected_paths: [mine]
write_scope: {allow: [src]}
file_gate: {command: my-gate}
`
	strict, _ := newPlace(t).write(User, user).load()
	pl := newPlace(t).write(User, user).write(Project, lax)
	got, report := pl.load()
	got.Severities = nil // built-in severities are written out: TestLayers looks at them
	assert.Equal(t, strict, got)
	assert.Len(t, report.Loosened, 29)

	_, err := TrustProject(pl.options, []byte(lax))
	require.NoError(t, err)
	got, report = pl.load()
	assert.Empty(t, report.Loosened)
	assert.Equal(t, guard.Off, got.Mode)
	assert.Equal(t, "true", got.FileGate.Command)
}

func TestErrorsOfAllLayersAreTold(t *testing.T) {
	pl := newPlace(t).write(Managed, "mod: off").write(User, "mode: of").write(Project, "mode: [")
	policy, report, err := Load(pl.options)
	require.Error(t, err)
	assert.Nil(t, policy)
	require.NotNil(t, report)
	var errs Errors
	require.ErrorAs(t, err, &errs)
	require.Len(t, errs, 3)
	for i, layer := range []Layer{Managed, User, Project} {
		assert.Equal(t, pl.file(layer), errs[i].File)
		assert.Equal(t, 1, errs[i].Line)
	}
}

func TestLayerThatCannotBeReadIsAnError(t *testing.T) {
	t.Run("directory", func(t *testing.T) {
		pl := newPlace(t)
		require.NoError(t, os.MkdirAll(pl.file(User), 0o755))
		_, _, err := Load(pl.options)
		assert.ErrorContains(t, err, "is no regular file")
	})
	t.Run("too large", func(t *testing.T) {
		pl := newPlace(t).write(User, "# "+string(make([]byte, maxFileBytes)))
		_, _, err := Load(pl.options)
		assert.ErrorContains(t, err, "larger than")
	})
	t.Run("symlink in the project", func(t *testing.T) {
		pl := newPlace(t).write(User, "mode: observe").write(Project, "mode: observe")
		require.NoError(t, os.Remove(pl.file(Project)))
		require.NoError(t, os.Symlink(pl.file(User), pl.file(Project)))
		_, _, err := Load(pl.options)
		assert.ErrorContains(t, err, "symbolic link")
	})
	t.Run("symlink of the user", func(t *testing.T) {
		pl := newPlace(t).write(Managed, "mode: observe").write(User, "mode: enforce")
		require.NoError(t, os.Remove(pl.file(User)))
		require.NoError(t, os.Symlink(pl.file(Managed), pl.file(User)))
		p, _ := pl.load()
		assert.Equal(t, guard.Observe, p.Mode)
	})
	t.Run("not permitted", func(t *testing.T) {
		if os.Getuid() == 0 {
			t.Skip("root may read everything")
		}
		pl := newPlace(t).write(User, "mode: observe")
		require.NoError(t, os.Chmod(pl.file(User), 0))
		_, _, err := Load(pl.options)
		assert.ErrorContains(t, err, "permission denied")
	})
	t.Run("a file in place of its directory is no layer", func(t *testing.T) {
		pl := newPlace(t)
		require.NoError(t, os.WriteFile(pl.options.Root+"/.bashguard", nil, 0o644))
		pl.load()
	})
}

func TestOddFilesAreWarnedOf(t *testing.T) {
	pl := newPlace(t).write(User, "protected_branches: ['!none']")
	require.NoError(t, os.Chmod(pl.file(User), 0o666))
	_, report := pl.load()
	require.Len(t, report.Warnings, 2)
	assert.Contains(t, report.Warnings[0], "everybody may write")
	assert.Contains(t, report.Warnings[1], "policy.yaml:1: protected_branches: `!none` takes nothing out")
}

func TestHomeThatIsNotKnownIsWarnedOf(t *testing.T) {
	pl := newPlace(t)
	pl.options.Home = ""
	_, report := pl.load()
	assert.Len(t, report.Warnings, 1)
}

func TestXDGDirectoriesAreKept(t *testing.T) {
	pl := newPlace(t)
	config := t.TempDir()
	require.NoError(t, os.MkdirAll(config+"/bashguard", 0o755))
	require.NoError(t, os.WriteFile(config+"/bashguard/policy.yaml", []byte("mode: observe"), 0o644))
	pl.options.Env = func(name string) string {
		return map[string]string{"XDG_CONFIG_HOME": config, "XDG_STATE_HOME": "relative/ignored"}[name]
	}
	p, _ := pl.load()
	assert.Equal(t, guard.Observe, p.Mode)
}

func TestFindRoot(t *testing.T) {
	dir := t.TempDir()
	at := func(path string) string { return filepath.Join(dir, path) }
	for _, d := range []string{"a/b/c", "repo/.git", "repo/sub/.git", "repo/sub/deep", "team/.bashguard", "team/clone/.git", "team/clone/.bashguard", "bare/.bashguard"} {
		require.NoError(t, os.MkdirAll(at(d), 0o755))
	}
	for _, f := range []string{"team/.bashguard/policy.yaml", "team/clone/.bashguard/policy.yaml"} {
		require.NoError(t, os.WriteFile(at(f), nil, 0o644))
	}
	for cwd, want := range map[string]string{
		"a/b/c":         "a/b/c",
		"repo":          "repo",
		"repo/sub/deep": "repo/sub",
		"team/clone":    "team",
		"bare":          "bare",
	} {
		assert.Equal(t, at(want), FindRoot(at(cwd)), cwd)
	}
	assert.Empty(t, FindRoot("relative"))
}

func TestBuiltInAreasAreKnown(t *testing.T) {
	for _, r := range guard.Rules() {
		assert.Contains(t, builtInAreas, r.Area(), r.ID)
	}
}
