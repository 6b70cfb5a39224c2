package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
	"github.com/bashguard/bashguard/guard/policy"
	"github.com/bashguard/bashguard/guard/state"
)

// request is one command to be judged and where it would run. Empty fields take the process's own.
type request struct {
	Command string
	Cwd     string // made absolute against the process's working directory
	Home    string
	Root    string // the project's root; found from Cwd when empty
	Shell   string // bash, zsh, sh ...
	Mode    string // the host's permission mode; empty is an interactive host
}

// judgement is what was said of a request.
type judgement struct {
	command *guard.Command
	result  *guard.Result
	policy  *guard.Policy
	report  *policy.Report
	// verdict is the effective one: ask where nobody sees it has become what the policy says.
	verdict guard.Verdict
	took    time.Duration
}

// judge answers one request after another and keeps what it read for the next: the policy of
// each project is read once. It is not safe for concurrent use.
type judge struct {
	// state is what verdicts may depend on, looked at anew for each request.
	state      func(home string) guard.State
	here, home string
	loaded     map[loadKey]*loadedPolicy
}

type loadKey struct{ root, home string }

type loadedPolicy struct {
	policy *guard.Policy
	report *policy.Report
	err    error
}

func newJudge() (*judge, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, fail(exitInternal, fmt.Errorf("finding the working directory: %w", err))
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/root"
	}
	return &judge{
		state:  func(home string) guard.State { return state.New(state.Home(home)) },
		here:   here,
		home:   home,
		loaded: map[loadKey]*loadedPolicy{},
	}, nil
}

// complete fills in what the request leaves open.
func (j *judge) complete(r request) request {
	switch {
	case r.Cwd == "":
		r.Cwd = j.here
	case !filepath.IsAbs(r.Cwd):
		r.Cwd = filepath.Join(j.here, r.Cwd)
	}
	if r.Home == "" {
		r.Home = j.home
	}
	if r.Root == "" {
		r.Root = policy.FindRoot(r.Cwd)
	} else if !filepath.IsAbs(r.Root) {
		r.Root = filepath.Join(j.here, r.Root)
	}
	return r
}

// judge reads the command and checks it under the policy of its project. The error is about the
// policy: a command that cannot be read has a verdict that says so.
func (j *judge) judge(r request) (*judgement, error) {
	r = j.complete(r)
	p := j.policy(r)
	if p.err != nil {
		return nil, fail(exitConfig, p.err)
	}
	start := time.Now()
	cmd := guard.Parse(r.Command, guard.In(r.Cwd), guard.Home(r.Home), guard.Root(r.Root), guard.Shell(r.Shell),
		guard.With(j.state(r.Home)), guard.Limit(p.policy.Limits))
	result := guard.Check(cmd, p.policy)
	return &judgement{
		command: cmd,
		result:  result,
		policy:  p.policy,
		report:  p.report,
		verdict: effective(result.Verdict, p.policy, r.Mode),
		took:    time.Since(start),
	}, nil
}

// policy is the effective policy of the request's project, read once.
func (j *judge) policy(r request) *loadedPolicy {
	key := loadKey{r.Root, r.Home}
	if p := j.loaded[key]; p != nil {
		return p
	}
	p := new(loadedPolicy)
	p.policy, p.report, p.err = policy.Load(policy.Options{Cwd: r.Cwd, Home: r.Home, Root: r.Root, Env: j.env(r.Home)})
	guardSelf(p.policy)
	j.loaded[key] = p
	return p
}

// effective is the verdict that the host would act on: an ask becomes what the policy says where
// the permission mode shows it to nobody, and a policy that does not enforce refuses nothing.
func effective(v guard.Verdict, p *guard.Policy, mode string) guard.Verdict {
	switch {
	case p.Mode != guard.Enforce:
		return guard.None
	case v == guard.Ask && !hook.ModeAsks(mode):
		return p.UnseenAsk
	}
	return v
}

// env is the environment in which the policy of a home is looked for: where this process has its
// configuration says nothing about another home.
func (j *judge) env(home string) func(string) string {
	return func(name string) string {
		if home != j.home && strings.HasPrefix(name, "XDG_") {
			return ""
		}
		return os.Getenv(name)
	}
}
