package battery

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"syscall"
	"time"
)

const (
	// maxOutput bounds what is kept of a guard's standard output and error each, in bytes. Answers have a
	// few hundred; hosts pass on 20 kB and more.
	maxOutput = 1 << 20
	// lingering bounds the wait for a process that is over and whose children keep its output open.
	lingering = 300 * time.Millisecond
)

// pause is a time span in a table.
type pause = time.Duration

// command is a hook's process to be.
type command struct {
	argv, env []string
	dir       string
	input     *delivery
	timeout   time.Duration
}

// run runs a hook: the event on its standard input, its own process group, a bounded time, bounded
// output. The whole group is killed before run returns.
func (c *command) run(ctx context.Context) *process {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
	cmd.Dir, cmd.Env = c.dir, c.env
	stdout, stderr := &bounded{}, &bounded{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.Stdin = &feeder{ctx: ctx, delivery: c.input}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = lingering

	p := &process{code: -1}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		p.startErr = err
		return p
	}
	err := cmd.Wait()
	p.took = time.Since(start)
	// What the guard left behind goes, too: its group outlives it as long as a child is in it.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)

	p.stdout, p.stderr = stdout.take(), stderr.take()
	p.code = cmd.ProcessState.ExitCode()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		p.signal = status.Signal().String()
	}
	switch {
	case ctx.Err() != nil && p.signal != "":
		p.timedOut = true
	case err != nil && !errors.As(err, new(*exec.ExitError)) && !errors.Is(err, exec.ErrWaitDelay) && p.code != 0:
		p.startErr = err
	}
	return p
}

// feeder hands out what is delivered, at its pace.
type feeder struct {
	ctx      context.Context
	delivery *delivery
	next     int
	rest     []byte
}

func (f *feeder) Read(b []byte) (int, error) {
	for len(f.rest) == 0 {
		if f.next == len(f.delivery.pieces) {
			return 0, io.EOF
		}
		wait := f.delivery.pace
		if f.next == 0 {
			wait = f.delivery.start
		}
		if wait > 0 {
			timer := time.NewTimer(wait)
			select {
			case <-timer.C:
			case <-f.ctx.Done():
				timer.Stop()
				return 0, io.EOF
			}
		}
		f.rest = f.delivery.pieces[f.next]
		f.next++
	}
	n := copy(b, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}
