package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
	"github.com/bashguard/bashguard/guard/hook/journal"
	"github.com/bashguard/bashguard/guard/policy"
	"github.com/bashguard/bashguard/guard/state"
)

const (
	// readLimit bounds the wait for the event. A host writes it at once; the shortest default
	// timeout of a host is 30 seconds, after which most let the command run.
	readLimit = 2500 * time.Millisecond
	// judgeLimit bounds everything after that but the user's own file gate. Reading has a limit of its
	// own, of a fraction of this; the rest is for a machine that is busy.
	judgeLimit = 10 * time.Second
	// memoryLimit bounds the heap, in bytes, and memoryTick is how often it is looked at.
	memoryLimit = 512 << 20
	memoryTick  = 50 * time.Millisecond
	// stackLimit bounds a goroutine's stack, in bytes. Past it the runtime ends the process by exit
	// code 2 and a message, which is a refusal.
	stackLimit = 128 << 20
)

// gatekeeper answers one call of the hook. Its fields are what a test may put in place of the
// real thing.
type gatekeeper struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	load     func(policy.Options) (*guard.Policy, *policy.Report, error)
	judge    func(g *gatekeeper, p *guard.Policy) ruling
	exit     func(int)

	readLimit, judgeLimit time.Duration
	memoryLimit           uint64

	start    time.Time
	watchdog *time.Timer
	expiry   atomic.Pointer[expiry] // what it is when time is up now
	answered atomic.Int32           // the exit code of who answers first, plus one; 0 before

	situation
	root string // of the project
}

// situation is what is known of the call so far. Its fields are nil before they are known.
type situation struct {
	event  *hook.Event
	policy *guard.Policy
	report *policy.Report
}

// expiry is the failure of a limit that is reached, and the situation in which it is.
type expiry struct {
	situation
	code  hook.FailureCode
	limit fmt.Stringer
}

// mebibytes is a size in bytes that is shown in MiB.
type mebibytes uint64

func (m mebibytes) String() string { return strconv.FormatUint(uint64(m>>20), 10) + " MiB" }

// ruling is what the guard says of an event.
type ruling struct {
	verdict guard.Verdict
	reason  string
	rules   []string
	failure *hook.Failure
}

// isHookCall tells whether the program is called as a hook. Whatever else stands behind the
// verb, hosts call it: only a person asks for help.
func isHookCall(args []string) bool {
	return len(args) > 0 && args[0] == "hook" && !(len(args) == 2 && (args[1] == "--help" || args[1] == "-h"))
}

// newHookCommand is the verb as the command tree shows it. It never runs: see isHookCall.
func newHookCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "hook",
		Short: "answer one event of an agent's hook, read from standard input",
		Long: `hook reads the event that an agent's host sends before a tool call, from standard input, and
answers in the host's protocol. bashguard init wires it to the shell and the file tools of the
agents that are installed; docs/agents has the snippets, and the reasons. For Claude Code:

  {"hooks": {"PreToolUse": [{"matcher": "Bash|PowerShell|Write|Edit|NotebookEdit", "hooks": [
    {"type": "command", "command": "/usr/local/bin/bashguard hook || exit 2", "timeout": 60, "onFailure": "block"}]}]}}

Exit code 0 and silence is no opinion; 2 with a reason on standard error refuses the call.
Whatever keeps it from judging refuses the call, too (on_error in the policy).`,
		Args: cobra.NoArgs,
		Run:  func(*cobra.Command, []string) { s.code = newGatekeeper(s.in, s.out, s.err).run(nil) },
	}
}

func newGatekeeper(in io.Reader, out, err io.Writer) *gatekeeper {
	return &gatekeeper{
		in: in, out: out, err: err,
		env:         os.Getenv,
		load:        policy.Load,
		judge:       (*gatekeeper).rule,
		exit:        os.Exit,
		readLimit:   readLimit,
		judgeLimit:  judgeLimit,
		memoryLimit: memoryLimit,
		start:       time.Now(),
	}
}

// run answers the event on standard input. The result is the exit code.
func (g *gatekeeper) run(args []string) (code int) {
	debug.SetMaxStack(stackLimit)
	g.watch()
	defer func() {
		if fault := recover(); fault != nil {
			code = g.crashed(fault)
		}
		g.watchdog.Stop()
	}()
	if len(args) > 0 {
		return g.failed(hook.Fail(hook.CallUsage, strings.Join(args, " ")))
	}
	data, failure := g.read()
	if failure == nil {
		g.within(g.judgeLimit, hook.TimeLimit)
		g.event, failure = hook.Decode(data)
	}
	if failure != nil {
		return g.failed(failure)
	}
	if g.event.Kind == hook.NothingToJudge {
		return g.pass()
	}
	if failure := g.readPolicy(); failure != nil {
		return g.failed(failure)
	}
	g.within(g.judgeLimit, hook.TimeLimit)
	if g.policy.Mode == guard.Off {
		return g.pass()
	}
	r := g.judge(g, g.policy)
	if r.failure != nil {
		return g.failed(r.failure)
	}
	return g.conclude(r)
}

// read takes the event in. It stops one byte behind the limit: Decode then names it.
func (g *gatekeeper) read() ([]byte, *hook.Failure) {
	data := make([]byte, 0, 4<<10)
	for len(data) <= hook.MaxInput {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := g.in.Read(data[len(data):min(cap(data), hook.MaxInput+1)])
		data = data[:len(data)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, hook.Fail(hook.InputUnreadable, err.Error())
		}
	}
	return data, nil
}

// readPolicy finds the project and loads its policy.
func (g *gatekeeper) readPolicy() *hook.Failure {
	dir := "/"
	if g.event != nil && g.event.Cwd != "" {
		dir = g.event.Cwd
	}
	if g.root = g.env("CLAUDE_PROJECT_DIR"); !contains(g.root, dir) {
		g.root = policy.FindRoot(dir)
	}
	p, report, err := g.load(policy.Options{Cwd: dir, Root: g.root, Home: g.home(), Env: g.env})
	g.report = report
	if err != nil {
		return hook.Fail(hook.PolicyUnreadable, err.Error())
	}
	g.policy = p
	guardSelf(p)
	return nil
}

// guardSelf makes the running program one of the files that the guard keeps from being changed:
// it may be installed anywhere, under any name. Only a command with a path in it asks for its own.
func guardSelf(p *guard.Policy) {
	if p != nil {
		p.OwnFile = sync.OnceValue(ownFile)
	}
}

// ownFile is the file of the running program, "" when it cannot be told.
func ownFile() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	return name
}

// contains tells whether the directory is absolute and is or holds path.
func contains(dir, path string) bool {
	if !filepath.IsAbs(dir) {
		return false
	}
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(filepath.Clean(dir), "/"))
	return ok && (rest == "" || rest[0] == '/')
}

// home is the user's home. Where the environment does not say, it is what systems have by
// custom: a guess that lets ~ be judged as a home at all.
func (g *gatekeeper) home() string {
	if home := g.env("HOME"); filepath.IsAbs(home) {
		return filepath.Clean(home)
	}
	if user := g.env("USER"); os.Getuid() != 0 && user != "" && !strings.Contains(user, "/") {
		return "/home/" + user
	}
	return "/root"
}

// shell is the shell that runs the command: hosts take $SHELL if it is bash or zsh.
func (g *gatekeeper) shell() string {
	if name := filepath.Base(g.env("SHELL")); name == "zsh" && g.event.Agent == hook.Claude {
		return name
	}
	return "bash"
}

func (g *gatekeeper) options() []guard.Option {
	home := g.home()
	return []guard.Option{
		guard.In(g.event.Cwd), guard.Home(home), guard.Root(g.root), guard.Shell(g.shell()),
		guard.With(state.New(state.Home(home))), guard.Limit(g.policy.Limits),
	}
}

// rule judges the event.
func (g *gatekeeper) rule(p *guard.Policy) ruling {
	e := g.event
	switch e.Kind {
	case hook.ShellCommand:
		cmd := guard.Parse(e.Command, g.options()...)
		r := rulingOf(guard.Check(cmd, p))
		if p.FileGate.Command != "" && r.verdict != guard.Deny {
			r = g.askFileGate(cmd, r)
		}
		return r
	case hook.FileChange:
		return rulingOf(guard.CheckFiles(p, e.Files, g.options()...))
	case hook.ConfigChange:
		return g.ruleConfig()
	case hook.OtherShellCommand:
		return ruling{
			verdict: guard.Ask, rules: []string{"reader/shell"},
			reason: "bashguard asks: " + e.Tool + " is a shell that is not read here, so a human should look at the command. Instead: use the Bash tool [reader/shell]",
		}
	}
	return ruling{verdict: guard.None}
}

// pass answers that there is nothing to say.
func (g *gatekeeper) pass() int {
	out := hook.Pass(g.event)
	g.answer(out)
	return out.Code
}

// conclude answers with a ruling.
func (g *gatekeeper) conclude(r ruling) int {
	verdict, reason, outcome := r.verdict, r.reason, journal.Refused
	if verdict == guard.Ask {
		outcome = journal.Asked
		if !g.event.Seen() {
			verdict = g.policy.UnseenAsk
			reason += g.unseen()
			if outcome = journal.Refused; verdict == guard.None || verdict == guard.Allow {
				verdict, outcome = guard.None, journal.Unseen
			}
		}
	}
	out := g.event.Encode(hook.Answer{Verdict: verdict, Reason: reason})
	if g.policy.Mode == guard.Observe {
		out, outcome = hook.Pass(g.event), journal.Observed
	}
	g.answer(out)
	if r.verdict == guard.Deny || r.verdict == guard.Ask {
		g.record(g.situation, r, outcome)
	}
	return out.Code
}

// unseen says why an ask is no ask.
func (g *gatekeeper) unseen() string {
	why := " (this needs a human's consent, and nobody would be asked "
	switch e := g.event; {
	case e.Agent != hook.Claude:
		return why + "by this agent)"
	case e.Name != "PreToolUse":
		return why + "while a skill is loaded)"
	default:
		return why + "in mode " + hook.Cut(e.Mode, 40) + ")"
	}
}

// failed answers a call that could not be judged. The failure policy is the user's to choose, so
// it is read if it was not yet; where it cannot be read it is closed.
func (g *gatekeeper) failed(failure *hook.Failure) int {
	if g.policy == nil && failure.Code != hook.PolicyUnreadable {
		_ = g.readPolicy()
	}
	return g.refuse(g.situation, failure)
}

// refuse answers a call that could not be judged, by the failure policy.
func (g *gatekeeper) refuse(s situation, failure *hook.Failure) int {
	out, outcome := hook.Refuse(s.event, failure), journal.Refused
	if s.policy != nil {
		switch {
		case s.policy.Mode == guard.Off:
			out = hook.Pass(s.event)
			g.answer(out)
			return out.Code
		case s.policy.Mode == guard.Observe:
			out, outcome = hook.Pass(s.event), journal.Observed
		case s.policy.OnError == guard.FailOpen:
			out, outcome = hook.Pass(s.event), journal.Open
		}
	}
	g.answer(out)
	g.record(s, ruling{verdict: guard.Deny, reason: failure.Error(), rules: []string{"failure/" + string(failure.Code)}}, outcome)
	return out.Code
}

// crashed answers after a panic. What broke may break again: then it is the plain refusal.
func (g *gatekeeper) crashed(fault any) (code int) {
	failure := hook.Fail(hook.InternalError, fmt.Sprint(fault))
	defer func() {
		if recover() != nil {
			out := hook.Refuse(nil, failure)
			write(g.err, out.Stderr)
			code = out.Code
		}
	}()
	return g.failed(failure)
}

// watch starts the clock: when time or memory is up before the answer, the call is refused.
func (g *gatekeeper) watch() {
	g.expiry.Store(&expiry{code: hook.InputTimeout, limit: g.readLimit})
	g.watchdog = time.AfterFunc(g.readLimit, func() { g.expire(g.expiry.Load()) })
	time.AfterFunc(memoryTick, g.watchMemory)
}

func (g *gatekeeper) watchMemory() {
	var stats runtime.MemStats
	if runtime.ReadMemStats(&stats); stats.HeapAlloc <= g.memoryLimit {
		time.AfterFunc(memoryTick, g.watchMemory)
		return
	}
	g.expire(&expiry{g.expiry.Load().situation, hook.MemoryLimit, mebibytes(g.memoryLimit)})
}

// within gives what comes next a time limit of its own.
func (g *gatekeeper) within(limit time.Duration, code hook.FailureCode) {
	g.expiry.Store(&expiry{g.situation, code, limit})
	g.watchdog.Reset(limit)
}

// expire ends the process with a refusal, or, when the answer is out, with that. It opens no file
// before that: one that does not answer may be what used the time up.
func (g *gatekeeper) expire(e *expiry) {
	defer func() {
		if recover() != nil {
			g.exit(hook.ExitRefuse)
		}
	}()
	if code := g.answered.Load(); code != 0 { // the answer stands; what came after it hangs
		g.exit(int(code - 1))
		return
	}
	g.exit(g.refuse(e.situation, hook.Fail(e.code, e.limit.String())))
}

// answer writes what the host reads, once: whoever comes second waits for the process to end.
// Stderr comes first, for it is what every host reads; a stream that the host has closed does
// not keep the exit code from it.
func (g *gatekeeper) answer(out hook.Output) {
	if !g.answered.CompareAndSwap(0, int32(out.Code)+1) {
		select {}
	}
	if len(out.Stderr)+len(out.Stdout) == 0 {
		return
	}
	write(g.err, out.Stderr)
	write(g.out, out.Stdout)
}

// write writes to a stream of the host. What is a file is written to by the system call itself:
// package os ends a process that writes to a closed pipe by a signal, and most hosts let the
// command run then.
func write(w io.Writer, data []byte) {
	f, ok := w.(*os.File)
	if !ok {
		_, _ = w.Write(data)
		return
	}
	for fd := int(f.Fd()); len(data) > 0; {
		n, err := syscall.Write(fd, data)
		if err == syscall.EINTR || err == syscall.EAGAIN {
			continue
		}
		if err != nil || n <= 0 {
			return
		}
		data = data[n:]
	}
}

// record adds the ruling to the decision log. It comes after the answer, and what goes wrong
// with it changes nothing.
func (g *gatekeeper) record(s situation, r ruling, outcome string) {
	path := journal.Path(g.env)
	if path == "" {
		return
	}
	entry := journal.Entry{
		Time: g.start.UTC(), Verdict: r.verdict.String(), Outcome: outcome, Rules: r.rules,
		Reason: hook.OneLine(r.reason, hook.MaxReason), Micros: time.Since(g.start).Microseconds(),
	}
	if s.report != nil {
		for i := range s.report.Loosened {
			entry.Policy = append(entry.Policy, "not taken: "+s.report.Loosened[i].String())
		}
		entry.Policy = append(entry.Policy, s.report.Warnings...)
	}
	if e := s.event; e != nil {
		entry.Agent, entry.Event, entry.Tool, entry.Mode = e.Agent.String(), e.Name, e.Tool, e.Mode
		entry.Session, entry.Cwd, entry.Command = e.Session, e.Cwd, e.Command
		for _, f := range e.Files {
			entry.Paths = append(entry.Paths, f.Path)
		}
		if e.ConfigPath != "" {
			entry.Paths = append(entry.Paths, e.ConfigPath)
		}
	}
	_ = journal.Append(path, entry)
}
