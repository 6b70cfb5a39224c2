// Package policy puts the layers of a policy together: built in, the managed one of the
// machine, the user's and the project's. Files are read strictly: what is not understood is an
// error with its line. A project's layer may only tighten until the user trusts it, for it
// comes with the repository and the agent can write it.
package policy

import (
	"os"
	"path/filepath"

	"github.com/bashguard/bashguard/guard"
)

// ManagedFile is where the machine's administrator puts a policy.
const ManagedFile = "/etc/bashguard/policy.yaml"

// projectFile is the project's policy below its root.
const projectFile = ".bashguard/policy.yaml"

// Options say whose policy is loaded, and for which project. The zero value is the policy of
// the calling process.
type Options struct {
	// Cwd is where the search for the project's root begins when Root is "". "" is the
	// process's own.
	Cwd string
	// Root is the project's root.
	Root string
	// Home is the user's home, $HOME when "".
	Home string
	// Env looks up an environment variable; os.Getenv when nil. XDG_CONFIG_HOME and XDG_STATE_HOME are
	// asked for.
	Env func(name string) string
	// Managed is the managed layer's file, ManagedFile when "".
	Managed string
}

// paths are the files of a policy.
type paths struct {
	root                   string
	managed, user, project string   // "" where there can be none
	trust                  string   // the record that the user trusts this project
	guard                  []string // where the environment puts what is bashguard's own
}

func (o Options) paths() paths {
	env := o.Env
	if env == nil {
		env = os.Getenv
	}
	home := o.Home
	if home == "" {
		home = env("HOME")
	}
	p := paths{root: o.Root, managed: o.Managed}
	if p.managed == "" {
		p.managed = ManagedFile
	}
	if p.root == "" {
		cwd := o.Cwd
		if cwd == "" {
			cwd, _ = os.Getwd()
		}
		p.root = FindRoot(cwd)
	}
	for _, name := range [...]string{"XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		if dir := env(name); filepath.IsAbs(dir) {
			p.guard = append(p.guard, join(filepath.Clean(dir), "bashguard"))
		}
	}
	if dir := xdg(env("XDG_CONFIG_HOME"), home, ".config"); dir != "" {
		p.user = join(dir, "bashguard/policy.yaml")
	}
	if p.root != "" {
		p.project = join(p.root, projectFile)
		if dir := xdg(env("XDG_STATE_HOME"), home, ".local/state"); dir != "" {
			p.trust = trustRecord(join(dir, "bashguard"), p.root)
		}
	}
	return p
}

// xdg is a directory of the XDG base directory specification: a relative value is ignored.
func xdg(value, home, fallback string) string {
	switch {
	case filepath.IsAbs(value):
		return value
	case home != "":
		return join(home, fallback)
	}
	return ""
}

// Load reads all layers and puts them together. A file that is missing is no layer; one that
// cannot be read or is wrong is an error (Errors, with lines), and the caller refuses. The report
// is there with an error too, as far as it got.
//
// At most four files are opened: the three layers, and when the project has one, the record that
// the user trusts it.
func Load(o Options) (*guard.Policy, *Report, error) {
	paths := o.paths()
	m := &merger{all: *builtIn()}
	report := &Report{Root: paths.root}
	var errs Errors
	for _, layer := range [...]struct {
		Layer
		path string
	}{{Managed, paths.managed}, {User, paths.user}, {Project, paths.project}} {
		if layer.path == "" {
			continue
		}
		f, err := readLayer(layer.path, layer.Layer != Project)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		source := Source{Layer: layer.Layer, File: layer.path, Present: f != nil}
		if f != nil {
			source.Text = f.text
			m.warnings = append(m.warnings, f.warnings(layer.path, layer.Layer)...)
			if layer.Layer == Project {
				source.Trust = trustOf(paths.trust, f.text)
			}
			errs = append(errs, m.load(source)...)
		}
		report.Sources = append(report.Sources, source)
	}
	if paths.user == "" {
		m.warnings = append(m.warnings, "no home directory is known: the user's policy is not read")
	}
	report.Loosened, report.Warnings, report.values = m.loosened, m.warnings, &m.all
	if len(errs) > 0 {
		return nil, report, errs
	}
	p := m.all.policy()
	p.GuardDirs = paths.guard
	return p, report, nil
}

// load decodes a layer's text and puts it on top.
func (m *merger) load(source Source) Errors {
	d := fileDecoder{decoder: decoder{file: source.File}, layer: source.Layer}
	v := d.decode(source.Text)
	d.compile(v)
	errs := d.errs
	if len(errs) == 0 {
		errs = m.add(v, source.Layer, source.Trust == Trusted)
	}
	errs.sort()
	return errs
}

// Check reads one policy file by itself, as the layer's file, and returns all that is wrong in it
// (Errors, with lines).
func Check(path string, layer Layer) error {
	f, err := readLayer(path, true)
	if err != nil {
		return Errors{err}
	}
	if f == nil {
		return Errors{{File: path, Message: "there is no such file"}}
	}
	m := &merger{all: *builtIn()}
	if errs := m.load(Source{Layer: layer, File: path, Text: f.text, Trust: Trusted}); len(errs) > 0 {
		return errs
	}
	return nil
}

// FindRoot is the root of the project that a directory belongs to: the outermost directory at or
// above it that has a .bashguard/policy.yaml, else the nearest that has a .git, else the
// directory itself. The outermost one counts so that a repository cloned or made inside the
// project does not take its policy's place. It stats two names a level and opens nothing.
func FindRoot(cwd string) string {
	if !filepath.IsAbs(cwd) {
		return ""
	}
	cwd = filepath.Clean(cwd)
	policy, repository := "", ""
	for dir := cwd; ; dir = filepath.Dir(dir) {
		if exists(join(dir, projectFile)) {
			policy = dir
		}
		if repository == "" && exists(join(dir, ".git")) {
			repository = dir
		}
		if parent := filepath.Dir(dir); parent == dir {
			break
		}
	}
	switch {
	case policy != "":
		return policy
	case repository != "":
		return repository
	}
	return cwd
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
