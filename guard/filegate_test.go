package guard_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/state"
)

// project makes a home with a project in it: src, src-secret, a link out of src and one into it.
func project(t *testing.T) (home, root string) {
	home = t.TempDir()
	root = filepath.Join(home, "app")
	for _, dir := range []string{"src/sub", "src-secret", "lib", ".git/hooks", ".claude"} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
	}
	require.NoError(t, os.Symlink(filepath.Join(root, "lib"), filepath.Join(root, "src", "out")))
	require.NoError(t, os.Symlink("src", filepath.Join(root, "in")))
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(root, "src", "users")))
	return home, root
}

// A Write is judged as what it does: the scope by path components, links resolved, and every
// rule that speaks of files.
func TestCheckFiles(t *testing.T) {
	home, root := project(t)
	for _, tt := range []struct {
		path   string
		change guard.Change
		allow  []string
		deny   []string
		want   guard.Verdict
		rule   string
	}{
		{"a.txt", guard.Writes, nil, nil, guard.None, ""},
		{"src/a", guard.Writes, []string{"src"}, nil, guard.None, ""},
		{"src/sub/deep/a", guard.Edits, []string{"src"}, nil, guard.None, ""},
		{"src/a", guard.Writes, []string{"src/"}, nil, guard.None, ""},
		{"src/a", guard.Writes, []string{"./src"}, nil, guard.None, ""},
		{"src/a", guard.Writes, []string{"lib", "src"}, nil, guard.None, ""},
		{"src-secret/a", guard.Writes, []string{"src"}, nil, guard.Deny, "scope/write"},
		{"srcx", guard.Writes, []string{"src"}, nil, guard.Deny, "scope/write"},
		{"src/../lib/a", guard.Writes, []string{"src"}, nil, guard.Deny, "scope/write"},
		{"src/out/a", guard.Writes, []string{"src"}, nil, guard.Deny, "scope/write"},
		{"in/a", guard.Writes, []string{"src"}, nil, guard.None, ""},
		{"in/a", guard.Writes, []string{"in"}, nil, guard.Deny, "scope/write"},
		{"lib/a", guard.Deletes, []string{"src"}, nil, guard.Deny, "scope/write"},
		{"src/a.go", guard.Writes, []string{"src/*.go"}, nil, guard.None, ""},
		{"src/a.c", guard.Writes, []string{"src/*.go"}, nil, guard.Deny, "scope/write"},
		{"src/sub/a.go", guard.Writes, []string{"**/*.go"}, nil, guard.None, ""},
		{"a.go", guard.Writes, []string{"**/*.go"}, nil, guard.None, ""},
		{"pkg/x/src/a", guard.Writes, []string{"pkg/*/src"}, nil, guard.None, ""},
		{"pkg/x/y/src/a", guard.Writes, []string{"pkg/*/src"}, nil, guard.Deny, "scope/write"},
		{"src/a", guard.Writes, nil, []string{"src"}, guard.Deny, "scope/write"},
		{"in/a", guard.Writes, nil, []string{"src"}, guard.Deny, "scope/write"},
		{"src-secret/a", guard.Writes, nil, []string{"src"}, guard.None, ""},
		{"src/sub/a", guard.Writes, []string{"src"}, []string{"src/sub"}, guard.Deny, "scope/write"},
		{"src/a", guard.Writes, []string{"src"}, []string{"src/sub"}, guard.None, ""},
		{"~/notes/a", guard.Writes, []string{"~/notes"}, nil, guard.None, ""},
		{"~/notes-old/a", guard.Writes, []string{"~/notes"}, nil, guard.Deny, "scope/write"},
		{filepath.Join(root, "src", "a"), guard.Writes, []string{filepath.Join(root, "src")}, nil, guard.None, ""},
		{"/etc/passwd", guard.Writes, nil, nil, guard.Deny, "fs/system-file"},
		{"src/users", guard.Edits, []string{"src"}, nil, guard.Deny, "fs/system-file"},
		{"~/.ssh/authorized_keys", guard.Writes, nil, nil, guard.Deny, "fs/system-file"},
		{"~/.ssh/id_ed25519", guard.Deletes, nil, nil, guard.Deny, "fs/system-file"},
		{"/dev/sda", guard.Writes, nil, nil, guard.Deny, "disk/wipe"},
		{".claude/settings.json", guard.Edits, nil, nil, guard.Deny, "guard/tamper"},
		{"~/.config/bashguard/policy.yaml", guard.Writes, nil, nil, guard.Deny, "guard/tamper"},
		{".bashguard/policy.yaml", guard.Deletes, nil, nil, guard.Deny, "guard/tamper"},
	} {
		t.Run(tt.path, func(t *testing.T) {
			p := guard.DefaultPolicy()
			p.TempDirs = nil // the home of the test lies in one
			p.Scope.Allow, p.Scope.Deny = tt.allow, tt.deny
			res := guard.CheckFiles(p, []guard.FileChange{{Path: tt.path, Change: tt.change}},
				guard.In(root), guard.Home(home), guard.Root(root), guard.With(state.New(state.Home(home))))
			require.Equal(t, tt.want, res.Verdict, describe(res))
			if tt.rule != "" {
				require.NotEqual(t, guard.None, found(res, tt.rule), describe(res))
			}
		})
	}
}

// The worst of several files counts.
func TestCheckWriteOfSeveralFiles(t *testing.T) {
	home, root := project(t)
	p := guard.DefaultPolicy()
	p.Scope.Allow = []string{"src"}
	opts := []guard.Option{guard.In(root), guard.Home(home), guard.Root(root)}
	require.Equal(t, guard.None, guard.CheckWrite(p, []string{"src/a", "src/b"}, opts...).Verdict)
	res := guard.CheckWrite(p, []string{"src/a", "lib/b"}, opts...)
	require.Equal(t, guard.Deny, res.Verdict)
	require.Equal(t, guard.Span{Start: 6, End: 11}, res.Findings[0].Span)
	require.Contains(t, res.Findings[0].Message, "lib/b")
}

// A command is refused exactly where a Write of the same path is, and asked about where the
// policy asks.
func TestScopeHoldsForCommandsAsForWrites(t *testing.T) {
	home, root := project(t)
	opts := []guard.Option{guard.In(root), guard.Home(home), guard.Root(root), guard.With(state.New(state.Home(home)))}
	for _, severity := range []guard.Severity{guard.Deny, guard.Ask} {
		p := guard.DefaultPolicy()
		p.Scope = guard.Scope{Allow: []string{"src"}, Deny: []string{"src/sub"}, Severity: severity}
		for _, path := range []string{"src/a", "src/sub/a", "lib/a", "src-secret/a", "src/out/a", "in/a", "in/sub/a", "~/x", "src/../src/b"} {
			want := guard.CheckWrite(p, []string{path}, opts...).Verdict
			for _, command := range []string{"echo x > ", "echo x >> ", "echo x | tee ", "cp src/z ", "install src/z ", "touch ", "sed -i s/a/b/ ", "truncate -s 1 "} {
				got := guard.Check(guard.Parse(command+path, opts...), p)
				require.Equal(t, want, found(got, "scope/write"), "%s%s\n%s", command, path, describe(got))
			}
		}
	}
}
