package battery

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/bashguard/bashguard/guard/hook"
)

// DefaultTimeout is how long a hook may take that is wired with no timeout, or a longer one. Hosts wait up to
// ten minutes; a guard that takes ten seconds for a command is none that anybody keeps.
const DefaultTimeout = 10 * time.Second

// Options say how a hook is wired. The zero value is a hook of Claude Code outside of any project.
type Options struct {
	// Agent is whose contract holds; Claude Code's when it is not known.
	Agent hook.Agent
	// Project and Home are the user's own, of which the scratch world is a copy; "" for none.
	Project, Home string
	// ConfigDir is where the user's settings are, as CLAUDE_CONFIG_DIR says; Home/.claude when "".
	ConfigDir string
	// Managed is the administrator's settings file, ManagedSettings when "".
	Managed string
	// Timeout bounds each call, DefaultTimeout when 0. A hook that is wired with a shorter one has that.
	Timeout time.Duration
	// BlockOnFailure is Claude Code's onFailure: block and Cursor's failClosed.
	BlockOnFailure bool
}

// Hooks are the hooks that a host runs for one event, all at once: the strongest answer counts.
// It is safe for concurrent use. Close removes the scratch copies.
type Hooks struct {
	name     string
	options  Options
	scratch  *scratch
	handlers []handler
	notes    []string
	env      []string // of the settings files

	once     sync.Once
	starters []string
}

// handler is one hook as it is wired.
type handler struct {
	shell   string   // the command's text, for a shell; "" in the exec form
	program string   // the shell that runs it: /bin/sh
	argv    []string // the exec form
	url     string   // an HTTP hook
	headers map[string]string
	timeout time.Duration // 0 is the target's
	rule    string        // its `if`, "" for every command

	blockOnFailure, async, rewake bool
}

// NewHook is a hook command. Without arguments it is text for /bin/sh, as in a settings file; with arguments it
// is a program, which no shell reads.
func NewHook(o Options, command string, args ...string) (*Hooks, error) {
	if command == "" {
		return nil, errors.New("no hook command was given")
	}
	h := handler{shell: command, blockOnFailure: o.BlockOnFailure}
	name := command
	if len(args) > 0 {
		h.shell, h.argv = "", append([]string{command}, args...)
		name = strings.Join(h.argv, " ")
	}
	return newHooks(o, "the hook `"+hook.OneLine(name, 120)+"`", []handler{h})
}

func newHooks(o Options, name string, handlers []handler) (*Hooks, error) {
	if o.Agent == hook.UnknownAgent {
		o.Agent = hook.Claude
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	s, err := newScratch(o.Project, o.Home)
	if err != nil {
		return nil, err
	}
	for i := range handlers {
		h := &handlers[i]
		s.named(h.shell)
		for _, arg := range h.argv {
			s.named(`"` + arg + `"`)
		}
	}
	for i := range handlers {
		h := &handlers[i]
		h.shell = s.moved(h.shell)
		for j := range h.argv {
			h.argv[j] = s.moved(strings.ReplaceAll(h.argv[j], "${CLAUDE_PROJECT_DIR}", s.project))
		}
	}
	return &Hooks{name: name, options: o, scratch: s, handlers: handlers, notes: s.notes}, nil
}

// String names the target.
func (h *Hooks) String() string { return h.name }

// Notes says what of the user's set-up is not as it would be under the host.
func (h *Hooks) Notes() []string { return h.notes }

// Len is how many hooks are run for an event.
func (h *Hooks) Len() int { return len(h.handlers) }

// Project and Home are the scratch copies in which events take place.
func (h *Hooks) Project() string { return h.scratch.project }

// Home is the scratch copy of the home.
func (h *Hooks) Home() string { return h.scratch.home }

// Close removes the scratch copies.
func (h *Hooks) Close() error { return h.scratch.close() }

// Judge runs every hook on the event, all at once as the host does.
func (h *Hooks) Judge(ctx context.Context, e Event) Answer {
	if e.Cwd == "" {
		e.Cwd = h.scratch.project
	}
	if len(h.handlers) == 0 {
		return none("", "no hook is wired for the shell tool")
	}
	answers := make([]Answer, len(h.handlers))
	var wg sync.WaitGroup
	for i := range h.handlers {
		if one := &h.handlers[i]; one.rule != "" && !ruleCovers(one.rule, e.Command) {
			answers[i] = none(SlipIf, "not run: the host leaves it out, because of its `if` "+hook.Cut(one.rule, 60))
		} else {
			wg.Go(func() { answers[i] = h.ask(ctx, one, &e) })
		}
	}
	wg.Wait()
	for i := range answers {
		if answers[i].Skipped != "" {
			return answers[i]
		}
	}
	return strongest(answers)
}

// ask runs one hook.
func (h *Hooks) ask(ctx context.Context, one *handler, e *Event) Answer {
	timeout, own := h.options.Timeout, false
	if one.timeout > 0 && one.timeout <= timeout {
		timeout, own = one.timeout, true
	}
	contract := contract{agent: h.options.Agent, blockOnFailure: one.blockOnFailure, async: one.async, rewake: one.rewake}
	input := deliver(h.options.Agent, e, h.scratch.home)
	if one.url != "" {
		if e.fault != nil && e.fault.Broken != (Broken{}) {
			return skipped("an HTTP hook has an environment of its own")
		}
		return contract.http(post(ctx, one, input.text(), timeout))
	}
	c := command{dir: h.scratch.project, env: append(h.scratch.environ(h.env), e.env...), input: input, timeout: timeout}
	if isDir(e.Cwd) {
		c.dir = e.Cwd
	}
	if c.argv = one.argv; c.argv == nil {
		c.argv = []string{"/bin/sh", "-c", one.shell}
		if one.program != "" {
			c.argv[0] = one.program
		}
	}
	undo := func() {}
	if e.fault != nil {
		var why string
		if why, undo = h.breakWorld(&c, &e.fault.Broken); why != "" {
			return skipped(why)
		}
	}
	defer undo()
	if one.shell == "" {
		program, err := find(c.argv[0], lookup(c.env, "PATH"), c.dir)
		if err != nil {
			return contract.read(&process{code: -1, startErr: err})
		}
		c.argv = append([]string{program}, c.argv[1:]...)
	}
	p := c.run(ctx)
	a := contract.read(p)
	if p.timedOut && !own && a.Slip == SlipTimeout {
		a.Why = fmt.Sprintf("no answer within %s: the host would wait on, up to the hook's timeout, and then let the command run", round(timeout))
	}
	return a
}

// find looks a program up as a host does that starts it without a shell.
func find(name, path, dir string) (string, error) {
	if strings.Contains(name, "/") {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		_, err := os.Stat(name)
		return name, err
	}
	for _, d := range filepath.SplitList(path) {
		file := filepath.Join(d, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file, nil
		}
	}
	return "", fmt.Errorf("%s: no such program on PATH", name)
}
