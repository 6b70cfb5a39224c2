package main

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
)

const (
	// maxGateCalls bounds how often the user's own file gate is asked about one command. A command
	// that writes more files than this is a matter for a human.
	maxGateCalls = 32
	// maxGateTime bounds all calls together.
	maxGateTime = 20 * time.Second
	// maxGateOutput bounds what is kept of a gate's answer, in bytes.
	maxGateOutput = 64 << 10
)

// askFileGate asks the user's own file gate about each path that a command writes, as the host
// would ask it about a Write of that path, and takes its refusal over. A gate that fails, or a
// path that cannot be told, is no consent.
func (g *gatekeeper) askFileGate(cmd *guard.Command, r ruling) ruling {
	paths, known := cmd.WriteTargets()
	gate := g.policy.FileGate
	limit := gate.Timeout
	if limit <= 0 {
		limit = guard.DefaultFileGateTimeout
	}
	if !known {
		r = worse(r, ruling{
			verdict: guard.Ask, rules: []string{"scope/file-gate"},
			reason: "bashguard asks: the command writes to a path that cannot be told, so the file gate cannot be asked about it. Instead: write to paths that stand in the command [scope/file-gate]",
		})
	}
	if len(paths) > maxGateCalls {
		paths = paths[:maxGateCalls]
		r = worse(r, ruling{
			verdict: guard.Ask, rules: []string{"scope/file-gate"},
			reason: "bashguard asks: the command writes more than " + strconv.Itoa(maxGateCalls) + " files, more than the file gate is asked about. Instead: write fewer files in one command [scope/file-gate]",
		})
	}
	end := time.Now().Add(maxGateTime)
	g.within(maxGateTime+g.judgeLimit, hook.TimeLimit)
	for _, path := range paths {
		reply, failure := g.callFileGate(gate.Command, path, min(limit, time.Until(end)))
		if failure != nil {
			return ruling{failure: failure}
		}
		if reply.Verdict != guard.Deny && reply.Verdict != guard.Ask {
			continue
		}
		verb := "refuses"
		if reply.Verdict == guard.Ask {
			verb = "asks"
		}
		reason := "the file gate " + verb + " the write to " + hook.Cut(path, maxMessage)
		if said := strings.TrimSpace(reply.Reason); said != "" {
			reason += ": " + hook.Cut(hook.OneLine(said, hook.MaxReason), hook.MaxReason/2)
		}
		r = worse(r, ruling{reply.Verdict, "bashguard " + verb + ": " + reason + " [scope/file-gate]", []string{"scope/file-gate"}, nil})
		if r.verdict == guard.Deny {
			return r
		}
	}
	return r
}

// worse is the worse of two rulings, the first of equals.
func worse(a, b ruling) ruling {
	if a.verdict != b.verdict && guard.Worse(a.verdict, b.verdict) == b.verdict {
		return b
	}
	return a
}

// callFileGate runs the gate once. It gets what the host would send, by the shell that the host
// would use, in the session's directory.
func (g *gatekeeper) callFileGate(command, path string, limit time.Duration) (hook.Reply, *hook.Failure) {
	if limit <= 0 {
		return hook.Reply{}, hook.Fail(hook.GateFailed, "all calls together took more than "+maxGateTime.String())
	}
	if !filepath.IsAbs(path) {
		return hook.Reply{}, hook.Fail(hook.GateFailed, "the path `"+hook.Cut(path, 80)+"` is not absolute")
	}
	var stdout, stderr bounded
	cmd := exec.Command("/bin/sh", "-c", command)
	cmd.Dir = g.event.Cwd
	cmd.Stdin = bytes.NewReader(g.event.WritePayload(path))
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 100 * time.Millisecond // a child that keeps a stream open does not keep us
	if err := cmd.Start(); err != nil {
		return hook.Reply{}, hook.Fail(hook.GateFailed, err.Error())
	}
	late := time.AfterFunc(limit, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	err := cmd.Wait()
	if !late.Stop() {
		return hook.Reply{}, hook.Fail(hook.GateFailed, "it took more than "+limit.String())
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) && !errors.Is(err, syscall.EPIPE) {
		return hook.Reply{}, hook.Fail(hook.GateFailed, err.Error())
	}
	return hook.ParseReply(cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes())
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if room := maxGateOutput - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
