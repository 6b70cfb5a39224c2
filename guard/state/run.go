package state

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/bashguard/bashguard/guard"
)

// safePath is where git is looked for, and the PATH that it gets. The PATH of the process
// is not used: what it names may be anybody's.
const safePath = "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin:/opt/local/bin:/run/current-system/sw/bin"

// findGit returns the path of git, "" when there is none.
func (m *machine) findGit() string {
	if m.git == "" {
		m.git = "-"
		for dir := range strings.SplitSeq(safePath, ":") {
			if info, err := os.Stat(dir + "/git"); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				m.git = dir + "/git"
				break
			}
		}
	}
	if m.git == "-" {
		return ""
	}
	return m.git
}

// output is what git said.
type output struct {
	text string
	code int
	cut  bool   // there was more
	why  string // why there is no answer, "" when there is one
}

// run runs git in the repository.
func (r *repo) run(args ...string) output {
	m := r.m
	git := m.findGit()
	if git == "" {
		return output{why: "there is no git in " + safePath}
	}
	left := min(m.timeout, m.budget-m.spent)
	if left <= 0 {
		return output{why: "looking git repositories up took longer than " + m.budget.String()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), left)
	defer cancel()
	cmd := exec.CommandContext(ctx, git, args...)
	cmd.Dir = m.host(r.runDir())
	cmd.Env = r.environment()
	var out, errs capped
	out.limit, errs.limit = gitOutput, 1024
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = 50 * time.Millisecond // a grandchild that keeps the pipe open is not waited for
	ownGroup(cmd)
	start := time.Now()
	err := cmd.Run()
	m.spent += time.Since(start)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return output{why: "git took longer than " + left.String()}
	case errors.As(err, &exit):
		o := output{text: out.String(), code: exit.ExitCode(), cut: out.cut}
		if o.code != 1 {
			o.why = "git failed: " + firstLine(errs.String())
		}
		return o
	case err != nil:
		return output{why: "git did not run: " + err.Error()}
	}
	return output{text: out.String(), cut: out.cut}
}

// environment is what git gets to see: none of the variables that make it run or trust
// anything. Transports are off because a partial clone fetches what it lacks.
func (r *repo) environment() []string {
	m := r.m
	env := []string{
		"PATH=" + safePath,
		"HOME=" + m.host(m.home),
		"LC_ALL=C",
		"GIT_OPTIONAL_LOCKS=0",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_ALLOW_PROTOCOL=none",
		"GIT_NO_LAZY_FETCH=1",
		"GIT_PAGER=cat",
		"GIT_EDITOR=:",
		"GIT_ASKPASS=",
		"SSH_ASKPASS=",
	}
	if m.xdg != "" {
		env = append(env, "XDG_CONFIG_HOME="+m.xdg)
	}
	// With sudo git trusts the files of the user behind it.
	if uid := os.Getenv("SUDO_UID"); uid != "" {
		env = append(env, "SUDO_UID="+uid)
	}
	if r.explicit {
		// The command names its git directory, so git does not look for one, nor ask whether
		// it is trusted.
		env = append(env, "GIT_DIR="+m.host(r.gitDir))
		if r.root != "" {
			env = append(env, "GIT_WORK_TREE="+m.host(r.root))
		}
	}
	return env
}

// runDir is the directory that git runs in.
func (r *repo) runDir() string {
	if r.root == "" || r.explicit && r.m.Stat(r.root) != guard.FileDir {
		return r.gitDir
	}
	return r.root
}

// quiet are the options that keep git from running what the configuration names. Filters have
// names of their own: they are listed first, by a git command that runs nothing.
func (r *repo) quiet() ([]string, string) {
	if r.options != nil || r.optionsWhy != "" {
		return r.options, r.optionsWhy
	}
	options := []string{
		"--no-pager", "--no-optional-locks", "--literal-pathspecs",
		"-c", "core.fsmonitor=false",
		"-c", "core.hooksPath=/dev/null",
		"-c", "core.sshCommand=false",
		"-c", "core.askPass=",
		"-c", "core.editor=:",
		"-c", "diff.external=",
		"-c", "credential.helper=",
		"-c", "core.alternateRefsCommand=:",
		"-c", "status.submoduleSummary=false",
	}
	o := r.run("--no-pager", "config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	if o.why == "" && o.cut {
		o.why = "the configuration has too many filters"
	}
	if o.why != "" {
		r.optionsWhy = o.why
		return nil, o.why
	}
	last := ""
	for key := range strings.SplitSeq(o.text, "\x00") {
		end := strings.LastIndexByte(key, '.')
		if end <= len("filter") {
			continue
		}
		if key = key[:end]; key == last {
			continue
		}
		last = key
		if strings.ContainsAny(key, "=\n") {
			// -c cannot name it.
			r.optionsWhy = "a filter of the configuration has an odd name"
			return nil, r.optionsWhy
		}
		options = append(options,
			"-c", key+".clean=", "-c", key+".smudge=", "-c", key+".process=", "-c", key+".required=false")
	}
	r.options = options
	return options, ""
}

// ask runs git with every configured program off.
func (r *repo) ask(args ...string) output {
	options, why := r.quiet()
	if why != "" {
		return output{why: why}
	}
	all := make([]string, 0, len(options)+len(args))
	all = append(append(all, options...), args...)
	if args[0] == "check-ignore" {
		all[2] = "--no-literal-pathspecs"
	}
	return r.run(all...)
}

// capped keeps the first bytes of what is written to it.
type capped struct {
	bytes.Buffer
	limit int
	cut   bool
}

func (c *capped) Write(p []byte) (int, error) {
	if room := c.limit - c.Len(); len(p) > room {
		c.cut = true
		c.Buffer.Write(p[:max(room, 0)])
		return len(p), nil
	}
	return c.Buffer.Write(p)
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}
