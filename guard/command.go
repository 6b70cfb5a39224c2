package guard

import (
	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// Command is a source text as it was read: the programs that it would run, and what of it could
// not be read. It is made by Parse and always exists, whatever the text is.
//
// The predicates answer in three values. What cannot be decided is maybe, with its reason; it is
// never silently no.
type Command struct {
	// Source is the text.
	Source string

	leaves   []*shell.Leaf
	executed []shell.Executed
	troubles []shell.Trouble
	cfg      config
}

type config struct {
	cwd, home, root, shell string
	state                  State
	limits                 Limits
}

// Option says from where a command is read.
type Option func(*config)

// In sets the working directory, an absolute path. Without it relative paths are not known.
func In(dir string) Option { return func(c *config) { c.cwd = dir } }

// Home sets the home directory of the user, an absolute path.
func Home(dir string) Option { return func(c *config) { c.home = dir } }

// Root sets the project's root directory, an absolute path. Without it the repository that the
// working directory is in counts, when the state knows it, and else the working directory.
func Root(dir string) Option { return func(c *config) { c.root = dir } }

// Shell sets the shell that runs the text: bash (the default), zsh, sh, dash.
func Shell(name string) Option { return func(c *config) { c.shell = name } }

// With sets what is known of the machine: which files exist, what git has.
func With(s State) Option { return func(c *config) { c.state = s } }

// Limit bounds the work of reading. Zero fields take their defaults.
func Limit(l Limits) Option { return func(c *config) { c.limits = l } }

// Parse reads a text as the shell would. It never fails and runs nothing: what it cannot read is
// in the command as Troubles, and is asked about by Check.
func Parse(source string, opts ...Option) *Command {
	c := &Command{Source: source}
	for _, o := range opts {
		o(&c.cfg)
	}
	if c.cfg.root == "" {
		c.cfg.root = c.cfg.cwd
		if c.cfg.state != nil && c.cfg.cwd != "" {
			if repo := c.cfg.state.Repo(c.cfg.cwd, ""); repo != nil && repo.Root() != "" {
				c.cfg.root = repo.Root()
			}
		}
	}
	cfg := shell.Config{Cwd: c.cfg.cwd, Home: c.cfg.home, Root: c.cfg.root, Shell: c.cfg.shell, Limits: shell.Limits(c.cfg.limits)}
	if c.cfg.state != nil {
		cfg.Files = stateFiles{c.cfg.state}
		cfg.GitAlias = c.gitAlias
	}
	res := shell.Read(source, cfg)
	c.leaves, c.executed, c.troubles = res.Leaves, res.Executed, res.Troubles
	return c
}

// gitAlias looks a git alias up in the repository's and the user's configuration.
func (c *Command) gitAlias(dir, name string) (string, bool) {
	repo := c.cfg.state.Repo(dir, "")
	if repo == nil {
		return "", false
	}
	return repo.Config("alias." + name)
}

// stateFiles gives the reader the little that it may ask of the file system.
type stateFiles struct{ state State }

func (f stateFiles) ReadFile(path string, limit int) ([]byte, bool) {
	return f.state.ReadFile(path, limit)
}

func (f stateFiles) Glob(pattern string, limit int) ([]string, bool) {
	return f.state.Glob(pattern, limit)
}

func (f stateFiles) IsDir(path string) (is, known bool) {
	switch f.state.Stat(path) {
	case FileUnknown:
		return false, false
	case FileDir, FileSymlink:
		return true, true
	}
	return false, true
}

// Leaves are the programs that the command would run, in the order in which they were read.
func (c *Command) Leaves() []Leaf {
	out := make([]Leaf, len(c.leaves))
	for i, l := range c.leaves {
		out[i] = Leaf{l}
	}
	return out
}

// Trouble is a part of the source that could not be read or decided.
type Trouble struct {
	// Code is its class: syntax, bytes, limit, shape or shell.
	Code string
	// Why is the reason, a sentence without a full stop.
	Why  string
	Span Span
}

// Troubles are what could not be read. A command with troubles is never judged better than ask.
func (c *Command) Troubles() []Trouble {
	out := make([]Trouble, len(c.troubles))
	for i, t := range c.troubles {
		out[i] = Trouble{string(t.Code), t.Why, Span{t.Pos, t.End}}
	}
	return out
}

// context makes a context for a question outside of a check.
func (c *Command) context() *Context { return &Context{Command: c, leaf: -1} }

// each asks every leaf until one says yes. With troubles, or with text that is run and not known,
// no is not certain.
func (c *Command) each(ask func(ctx *Context, l *shell.Leaf) Answer) Answer {
	ctx := c.context()
	answer := No
	for i, l := range c.leaves {
		ctx.leaf = i
		a := ask(ctx, l)
		if a.IsYes() && l.Maybe {
			a = MaybeBecause("one of several readings of the text")
		}
		answer = answer.Or(a)
		if answer.IsYes() {
			return answer
		}
	}
	if answer.IsNo() {
		return c.openness()
	}
	return answer
}

// openness is no, or maybe when something that is run could not be read.
func (c *Command) openness() Answer {
	if len(c.troubles) > 0 {
		return MaybeBecause(c.troubles[0].Why)
	}
	for i := range c.executed {
		if e := &c.executed[i]; e.Word.Origin()&(value.Network|value.Stdin) != 0 || e.Word.Pieces != nil && e.Word.Pieces[0].Kind == value.Unknown {
			return MaybeBecause(e.By + " runs text that is not known: " + e.Word.String())
		}
	}
	return No
}

// Runs tells whether the command runs a program or a subcommand ("rm", "git push") with all of
// the given options. Options are asked for as a person writes them and found by meaning: -f in a
// cluster, abbreviated, with =value, negated later or after -- (which makes it no option).
func (c *Command) Runs(name string, flags ...string) Answer {
	return c.each(func(_ *Context, l *shell.Leaf) Answer {
		a := runsOne(l, name)
		for _, f := range flags {
			if a.IsNo() {
				return a
			}
			a = both(a, given(l, f))
		}
		if a.IsMaybe() && a.why == "" {
			a = MaybeBecause("an argument or the program of `" + l.Name.String() + "` is not known")
		}
		return a
	})
}

// both is yes when both are, no when one is.
func both(a, b Answer) Answer {
	switch {
	case a.IsNo() || b.IsNo():
		return No
	case a.IsYes():
		return b
	}
	return a
}

// Touches tells whether the command reads or names a path or something that a pattern names.
// Patterns are absolute, begin with ~/ or are relative to the project root; ** crosses
// directories; a directory stands for all below it.
func (c *Command) Touches(pattern string) Answer {
	return c.each(func(ctx *Context, l *shell.Leaf) Answer {
		return why(ctx.touches(l, []string{pattern}), l)
	})
}

// WritesTo tells whether the command creates or changes a file at or below a path.
func (c *Command) WritesTo(pattern string) Answer {
	return c.each(func(ctx *Context, l *shell.Leaf) Answer {
		return why(ctx.effectOn(l, changing, []string{pattern}), l)
	})
}

// Deletes tells whether the command removes a path, something below it, or moves it away.
func (c *Command) Deletes(pattern string) Answer {
	return c.each(func(ctx *Context, l *shell.Leaf) Answer {
		return why(ctx.effectOn(l, program.Delete|program.Move, []string{pattern}), l)
	})
}

func why(a Answer, l *shell.Leaf) Answer {
	if a.IsMaybe() && a.why == "" {
		return MaybeBecause("a path of `" + l.Name.String() + "` is not wholly known")
	}
	return a
}

// Sends tells whether the command sends data to another machine.
func (c *Command) Sends() Answer {
	return c.each(func(_ *Context, l *shell.Leaf) Answer { return sends(l) })
}

// PipesToShell tells whether the command runs text that comes from the network or that is not
// known, by a shell, eval, source or an interpreter.
func (c *Command) PipesToShell() Answer {
	answer := No
	for i := range c.executed {
		e := &c.executed[i]
		if e.Word.Origin()&value.Network != 0 {
			return Answer{level: 1, why: e.By + " runs what comes from the network"}
		}
		if !e.Word.HasUnknown() || e.Word.Pieces[0].Kind != value.Unknown {
			continue // known text with a value in it
		}
		answer = answer.Or(MaybeBecause(e.By + " runs text that is not known: " + e.Word.String()))
	}
	if answer.IsNo() && len(c.troubles) > 0 {
		return MaybeBecause(c.troubles[0].Why)
	}
	return answer
}

// WriteTargets are the paths that the command writes: absolute where they are known. Known tells
// whether all of them are.
func (c *Command) WriteTargets() (paths []string, known bool) {
	known = len(c.troubles) == 0
	ctx := c.context()
	seen := map[string]bool{}
	for i, l := range c.leaves {
		if l.Remote || l.Kinds&(changing|program.Delete|program.Move) == 0 {
			continue
		}
		ctx.leaf = i
		for k := range l.Effects {
			e := &l.Effects[k]
			if e.Kind&(program.Write|program.Append|program.Edit) == 0 || e.Text {
				continue
			}
			p := ctx.Resolve(l, &e.Word)
			if !p.Known {
				known = false
				continue
			}
			if ctx.Classify(l, p).Has(PlaceHarmlessDev) || seen[p.Abs] {
				continue
			}
			seen[p.Abs] = true
			paths = append(paths, p.Abs)
		}
	}
	return paths, known
}
