package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkProcess times the whole hook as a host starts it, with a policy file to read, against
// /bin/true, in pairs so that both see the same machine. "trues" is the promise: the median of the
// hook in medians of /bin/true, at most 3.
func BenchmarkProcess(b *testing.B) {
	dir := b.TempDir()
	linked, binary := filepath.Join(dir, "linked"), filepath.Join(dir, "bashguard")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", linked, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(b, err, string(out))
	program, err := os.ReadFile(linked)
	require.NoError(b, err)
	require.NoError(b, os.WriteFile(binary, program, 0o755)) // a copy, as make builds and installs it

	config := filepath.Join(dir, ".config/bashguard")
	require.NoError(b, os.MkdirAll(config, 0o700))
	require.NoError(b, os.WriteFile(filepath.Join(config, "policy.yaml"), []byte("protected_branches: [release]\ntrusted_hosts: [get.example.com]\n"), 0o600))
	payload, err := os.ReadFile(filepath.Join(repository, "testdata/payloads/bash.json"))
	require.NoError(b, err)

	once := func(args ...string) time.Duration {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = []string{"HOME=" + dir, "PATH=/usr/bin:/bin"}
		cmd.Stdin = bytes.NewReader(payload)
		start := time.Now()
		err := cmd.Run()
		took := time.Since(start)
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != exitDeny {
			require.NoError(b, err)
		}
		return took
	}
	for range 20 {
		once("/bin/true")
		once(binary, "hook")
	}
	var yardstick, hook []time.Duration
	for b.Loop() {
		yardstick = append(yardstick, once("/bin/true"))
		hook = append(hook, once(binary, "hook"))
	}
	slices.Sort(yardstick)
	slices.Sort(hook)
	median := func(d []time.Duration) float64 { return float64(d[len(d)/2].Nanoseconds()) }
	b.ReportMetric(median(hook)/median(yardstick), "trues")
	b.ReportMetric(median(yardstick)/1000, "µs/true")
	b.ReportMetric(median(hook)/1000, "µs/hook")
	b.ReportMetric(float64(hook[len(hook)*99/100].Nanoseconds())/1000, "p99-µs")
	b.ReportMetric(0, "ns/op")
}
