package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

const cleanInstead = "`git clean -n -d` lists them, `git stash -u` keeps them"

// clean reports git clean when it deletes what no commit has.
func (g *gitCall) clean() {
	p := g.p
	if p.Has("dry-run") {
		return
	}
	force := p.Given("-f")
	if v, ok := g.config("clean.requireForce"); ok && gitFalse(v) {
		force = 1
	}
	if p.Has("interactive") {
		if force = -1; g.l.Stdin != nil {
			force = 1 // somebody answers for the human
		}
	}
	if force < 0 {
		return
	}
	what := UntrackedNew
	switch {
	case p.Has("X"):
		what = IgnoredNew
	case p.Has("x"):
		what |= IgnoredNew
	}
	operands := p.Operands
	if len(operands) == 0 {
		operands = []value.Word{value.Lit(".")}
	}
	if what = g.unsaved(what); what == 0 {
		return
	}
	specs, known := g.pathspecs(operands)
	tree := false
	var paths []string
	for i := range specs {
		tree = tree || specs[i].tree
		paths = append(paths, specs[i].path)
	}
	if !known {
		paths = nil
	}
	for _, p := range paths {
		if p == "" {
			paths = nil
		}
	}
	s := g.changes(what, paths...)
	if g.fresh {
		return
	}
	severity := g.c.rule.Severity
	if !tree || force == 0 {
		severity = Ask // a part of the tree, or perhaps not at all
	}
	if !s.known {
		if what == IgnoredNew {
			severity = Ask
		}
		g.c.report(g.l, severity, "git clean deletes files that git cannot give back; whether there are any cannot be told", cleanInstead)
		return
	}
	var lost, precious stake
	for i := range s.list {
		u := s.list[i]
		if known && !matchAny(specs, u.Path, false) || g.excluded(u.Path) {
			continue
		}
		switch {
		case u.Kind&UntrackedNew != 0:
			lost.list = append(lost.list, u)
		case isPrecious(u.Path):
			precious.list = append(precious.list, u)
		}
	}
	switch {
	case len(lost.list) > 0:
		g.c.report(g.l, severity, "git clean deletes files that git cannot give back: "+lost.samples(g.root()), cleanInstead)
	case len(precious.list) > 0:
		g.c.askInstead(g.l, "git clean deletes ignored files that no build makes again: "+precious.samples(g.root()), "keep it with -e: `git clean -nX` lists what would go")
	}
}

// excluded tells whether -e keeps a path.
func (g *gitCall) excluded(path string) bool {
	path = strings.TrimSuffix(path, "/")
	for i := range g.p.Options {
		o := &g.p.Options[i]
		if o.Name != "e" {
			continue
		}
		pattern, known := o.Value.Known()
		if !known {
			continue
		}
		pattern = strings.Trim(pattern, "/")
		if wildMatch(pattern, baseName(path)) || strings.HasSuffix(path, "/"+pattern) {
			return true
		}
	}
	return false
}

// isPrecious tells whether an ignored file is likely not the product of a build: settings,
// keys and databases are ignored because they must not be published.
func isPrecious(path string) bool {
	if strings.HasSuffix(path, "/") {
		return false
	}
	name := strings.ToLower(baseName(path))
	if strings.HasPrefix(name, ".env") || strings.HasPrefix(name, "id_") {
		return true
	}
	switch name {
	case ".envrc", "credentials.json", "secrets.yaml", "secrets.yml", "secrets.json", "local.properties", "local.settings.json",
		".npmrc", ".netrc", "terraform.tfstate", "settings.local.json", "master.key", "kubeconfig":
		return true
	}
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "pem", "key", "p12", "pfx", "jks", "keystore", "sqlite", "sqlite3", "db", "tfstate", "tfvars":
		return true
	}
	return false
}

// gitFalse tells whether git reads a value of its configuration as false.
func gitFalse(v string) bool {
	switch strings.ToLower(v) {
	case "false", "no", "off", "0", "":
		return true
	}
	return false
}
