package policy

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/bashguard/bashguard/guard"
)

// FuzzLoad reads any text as each layer's file. It must not panic, every error must have a line,
// and an untrusted project must not loosen.
func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob(testdata + "/*/*.yaml")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, layer := range []Layer{Managed, User, Project} {
			m := &merger{all: *builtIn()}
			errs := m.load(Source{Layer: layer, File: "policy.yaml", Text: text})
			for _, e := range errs {
				if e.Line < 1 || e.Message == "" || e.Line > len(text)+1 {
					t.Fatalf("%s: error without a line: %#v", layer, e)
				}
			}
			if len(errs) > 0 || layer != Project {
				continue
			}
			strict, p := guard.DefaultPolicy(), m.all.policy()
			if p.Mode > strict.Mode || p.OnError > strict.OnError || p.UnseenAsk != strict.UnseenAsk || p.AllowUnmatched == guard.Allow ||
				p.FileGate != strict.FileGate || len(p.TempDirs) > len(strict.TempDirs) || len(p.TrustedDirs) > 0 || len(p.TrustedHosts) > 0 ||
				p.Limits.Steps > strict.Limits.Steps || p.Limits.Time > strict.Limits.Time || len(p.ProtectedBranches) < len(strict.ProtectedBranches) {
				t.Fatalf("an untrusted project loosened the policy: %#v", p)
			}
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	text, err := os.ReadFile(testdata + "/bench.yaml")
	if err != nil {
		b.Fatal(err)
	}
	o := Options{Home: dir, Root: dir + "/app", Managed: dir + "/none", Env: func(string) string { return "" }}
	if err := os.MkdirAll(dir+"/.config/bashguard", 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(dir+"/.config/bashguard/policy.yaml", text, 0o644); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Load(o); err != nil {
			b.Fatal(err)
		}
	}
}
