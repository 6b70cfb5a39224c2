package jail

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Run is a text to be run in a world.
type Run struct {
	// World is copied fresh for the run. Worlds are told apart by their pointers; one must not be
	// changed after its first run. Nil is an empty world.
	World *World
	// Shell runs the text: "bash" (the default), "dash", "zsh", "bash --posix", "busybox sh".
	Shell string
	Text  string
	// Checks are asked after the run, before the world is removed.
	Checks []Check
	// Record names programs that are replaced by recorders, beside the world's stubs.
	Record []string
	Limits Limits
}

// defaultPath is the search path inside.
const defaultPath = "/usr/local/bin:/usr/bin:/bin"

// firstUID is the uid of slot 0 when the host's root runs the jail: its process limits bind no root.
const firstUID = 60001

var emptyWorld = &World{ID: "empty"}

// HomeDir is the home directory of who runs the texts.
func (w *World) HomeDir() string {
	switch {
	case w.Home != "":
		return w.Home
	case w.Root:
		return "/root"
	}
	return "/home/dev"
}

// Dir is the directory that texts run in.
func (w *World) Dir() string {
	if w.Cwd != "" {
		return w.Cwd
	}
	return w.HomeDir()
}

// Run runs a text and says what happened. It waits while all slots are taken.
func (j *Jail) Run(ctx context.Context, r Run) Result {
	if why := j.Why(); why != "" {
		return Result{Outcome: Unproven, Reason: why, Happened: make([]bool, len(r.Checks))}
	}
	res := j.run(ctx, &r)
	if res.Happened == nil {
		res.Happened = make([]bool, len(r.Checks))
	}
	return res
}

func unproven(format string, args ...any) Result {
	return Result{Outcome: Unproven, Reason: fmt.Sprintf(format, args...)}
}

func (j *Jail) run(ctx context.Context, r *Run) Result {
	start := time.Now()
	if r.World == nil {
		r.World = emptyWorld
	}
	if why := j.missing(r); why != "" {
		return unproven("%s", why)
	}
	if strings.IndexByte(r.Text, 0) >= 0 {
		return unproven("the text holds a NUL byte, which no argument can")
	}
	t, err := j.template(ctx, r.World)
	if err != nil {
		return unproven("%v", err)
	}
	var slot int
	select {
	case slot = <-j.slots:
	case <-ctx.Done():
		return unproven("%v", ctx.Err())
	}
	defer func() { j.slots <- slot }()
	if err := ctx.Err(); err != nil {
		return unproven("%v", err) // a slot was free all the same
	}
	dir, err := os.MkdirTemp(j.scratch, "run-")
	if err != nil {
		return unproven("%v", err)
	}
	defer removeTree(dir)
	if err := t.copy(dir, j.uid(slot)); err != nil {
		return unproven("copying the world: %v", err)
	}
	res := j.launch(ctx, r, dir, t.devices, slot)
	if res.Outcome != Unproven {
		if err := ask(&res, r, dir, t); err != nil {
			return unproven("%v", err)
		}
	}
	res.Took = time.Since(start)
	return res
}

// ask puts the checks to what the run left.
func ask(res *Result, r *Run, dir string, t *template) error {
	v, err := openView(dir)
	if err != nil {
		return err
	}
	defer v.close()
	after := &After{Result: res, after: v, before: t.view}
	res.Happened = make([]bool, len(r.Checks))
	for i, c := range r.Checks {
		res.Happened[i] = c.Happened != nil && c.Happened(after)
	}
	return nil
}

// missing says what the run needs and the root lacks.
func (j *Jail) missing(r *Run) string {
	shell, _, _ := strings.Cut(r.Shell, " ")
	needs := append([]string{}, r.World.Needs...)
	if shell != "" {
		needs = append(needs, shell)
	}
	for _, p := range r.World.Programs {
		needs = append(needs, p)
	}
	var lack []string
	for _, n := range needs {
		if !j.root.has[n] {
			lack = append(lack, n)
		}
	}
	if lack == nil {
		return ""
	}
	return "this host lacks " + strings.Join(lack, ", ")
}

// uid is the host's uid that a slot's runs have, -1 for our own.
func (j *Jail) uid(slot int) int {
	if os.Geteuid() == 0 {
		return firstUID + slot
	}
	return -1
}

// launch runs the text on the files in dir.
func (j *Jail) launch(ctx context.Context, r *Run, dir string, devices []string, slot int) Result {
	limits := r.Limits.withDefaults()
	stubs, byName, err := j.stubDir(r.World, r.Record)
	if err != nil {
		return unproven("the stubs: %v", err)
	}
	calls, err := j.callsFile(slot)
	if err != nil {
		return unproven("the record of calls: %v", err)
	}
	if j.starters[slot] == nil {
		j.starters[slot] = newStarter()
	}
	timed, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	timed, kill := context.WithCancelCause(timed)
	defer kill(nil)
	cmd := exec.CommandContext(timed, j.bwrap, j.arguments(r, dir, calls, stubs, devices, limits, j.starters[slot].shared)...)
	cmd.Env = []string{}
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid := j.uid(slot); uid >= 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
	}
	stdout, err := newOutput(limits.Output, j.uid(slot))
	if err != nil {
		return unproven("a pipe: %v", err)
	}
	stderr, err := newOutput(limits.Output, j.uid(slot))
	if err != nil {
		stdout.write.Close()
		return unproven("a pipe: %v", err)
	}
	cmd.Stdout, cmd.Stderr = stdout.write, stderr.write
	err = j.starters[slot].start(cmd)
	stdout.write.Close()
	stderr.write.Close()
	if err != nil {
		return unproven("bubblewrap does not start: %v", err)
	}
	go watchDisk(timed, dir, limits.Disk, kill)
	err = cmd.Wait()
	res := Result{Outcome: Ended, Stdout: stdout.text(), Stderr: stderr.text()}
	var exit *exec.ExitError
	switch cause := context.Cause(timed); {
	case err == nil: // done, whatever the clock says since
	case ctx.Err() != nil:
		return unproven("%v", ctx.Err()) // nobody waits for an answer
	case errors.Is(cause, context.DeadlineExceeded):
		res.Outcome = TimedOut
		res.Reason = fmt.Sprintf("still running after %v", limits.Time)
	case cause != nil:
		res.Outcome = TimedOut
		res.Reason = cause.Error()
	case errors.As(err, &exit):
		res.Status = exit.ExitCode()
	case err != nil:
		return unproven("bubblewrap: %v", err)
	}
	if res.Status == 1 && strings.HasPrefix(res.Stderr, "bwrap: ") {
		return unproven("bubblewrap cannot make a sandbox here: %s", strings.TrimSpace(res.Stderr))
	}
	if data, err := os.ReadFile(calls); err == nil {
		res.Calls = parseCalls(string(data), byName)
	}
	return res
}

// callsFile is the slot's record of calls, emptied.
func (j *Jail) callsFile(slot int) (string, error) {
	path := filepath.Join(j.scratch, "calls-"+strconv.Itoa(slot))
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if uid := j.uid(slot); uid >= 0 {
		return path, f.Chown(uid, uid)
	}
	return path, nil
}

// arguments are bubblewrap's: the world is the whole of /, the small root's /usr and the stubs are
// read-only over it.
func (j *Jail) arguments(r *Run, dir, calls string, stubs *stubDir, devices []string, limits Limits, ownNet bool) []string {
	w := r.World
	uid, user := "1000", "dev"
	if w.Root {
		uid, user = "0", "root"
	}
	args := []string{
		"--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--uid", uid, "--gid", uid, "--hostname", "jail",
		"--bind", dir, "/", "--ro-bind", j.root.dir + "/usr", "/usr", "--proc", "/proc", "--dev", "/dev", "--bind", calls, callsPath,
		"--ro-bind", filepath.Join(stubs.dir, "bin"), "/usr/bin",
	}
	if w.Root {
		// Half of what a text that deletes everything would try in vain.
		for _, p := range []string{"/proc/sys", "/proc/irq"} {
			args = append(args, "--ro-bind", filepath.Join(j.root.dir, emptyDir), p)
		}
	}
	if ownNet {
		args = append(args, "--share-net") // the slot's own, see starter
	}
	for _, d := range devices {
		args = append(args, "--bind", dir+"/"+d, "/"+d)
	}
	for inside, host := range stubs.over {
		args = append(args, "--ro-bind", host, inside)
	}
	env := []string{
		"PATH=" + defaultPath, "HOME=" + w.HomeDir(), "USER=" + user, "LOGNAME=" + user, "SHELL=/bin/bash", "LANG=C.UTF-8", "TERM=dumb",
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
	}
	for _, kv := range append(env, w.Env...) {
		name, val, _ := strings.Cut(kv, "=")
		args = append(args, "--setenv", name, val)
	}
	const block = 512 // what ulimit -f counts in
	const kilo = 1024 // what ulimit -d counts in
	// Where memory runs out all the same, the kernel ends what runs here, and nothing else of the host.
	ulimits := fmt.Sprintf("echo 1000 2>/dev/null >/proc/self/oom_score_adj; ulimit -c 0; ulimit -p %d; ulimit -f %d; ulimit -d %d; exec \"$@\" </dev/null",
		limits.Processes, limits.FileSize/block, limits.Memory/kilo)
	args = append(args, "--chdir", w.Dir(), "--", "/usr/bin/dash", "-c", ulimits, "sh")
	shell := strings.Fields(r.Shell)
	if len(shell) == 0 {
		shell = []string{"bash"}
	}
	shell[0] = "/usr/bin/" + shell[0]
	return append(append(args, shell...), "-c", r.Text)
}
