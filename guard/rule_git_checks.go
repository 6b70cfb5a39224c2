package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// matchGitSkipChecks reports what keeps hooks from running.
func matchGitSkipChecks(c *Context, l *shell.Leaf) {
	p := l.Parsed
	switch l.Program {
	case "pre-commit", "prek", "lefthook", "husky", "overcommit":
		uninstallsHooks(c, l, l.Program, operand(p, 0), p.Sub)
		return
	case "npx", "bunx", "pnpx", "pnpm", "yarn", "npm", "bun", "uvx", "pipx":
		for i := 0; i+1 < len(l.Args); i++ {
			switch name, _ := l.Args[i].Known(); name {
			case "husky", "lefthook", "pre-commit", "prek":
				next, _ := l.Args[i+1].Known()
				uninstallsHooks(c, l, name, next, "")
			}
		}
		return
	}
	if onlyHelps(p) {
		return
	}
	g := c.gitCall(l)
	g.hooksConfig()
	if !runsHooks(p) {
		return
	}
	switch p.Sub {
	case "commit", "merge", "am", "pull", "rebase":
		if p.Has("no-verify") && !(p.Sub == "commit" && p.Has("dry-run")) || p.Sub == "am" && p.Has("n") {
			c.Report(l, "git "+p.Sub+" --no-verify skips the checks")
		}
	case "push":
		if p.Has("no-verify") && !p.Has("dry-run") {
			c.Report(l, "git push --no-verify skips the checks")
		}
	}
	if v, ok := g.override("core.hooksPath"); ok && !g.hasHooks(&v) {
		c.Report(l, "core.hooksPath="+v.String()+" skips the checks")
	}
	if v, ok := leafEnv(l, "GIT_CONFIG_PARAMETERS"); ok && strings.Contains(strings.ToLower(v.String()), "core.hookspath") {
		c.Report(l, "GIT_CONFIG_PARAMETERS sets core.hooksPath, which skips the checks")
	}
	for i := range l.Env {
		if a := &l.Env[i]; skipsHooks(a) {
			c.Report(l, a.Name+"="+a.Value.String()+" skips the checks")
			return
		}
	}
}

// runsHooks tells whether a subcommand runs hooks that check something. What is not known to git
// is an alias.
func runsHooks(p *program.Parsed) bool {
	switch p.Sub {
	case "commit", "push", "merge", "rebase", "am", "pull", "cherry-pick", "revert":
		return true
	case "":
		return false
	}
	return p.Spec == nil || p.Spec.Name == "git"
}

// skipsHooks tells whether a variable switches a hook manager off.
func skipsHooks(a *shell.Assign) bool {
	v, known := a.Value.Known()
	if !known {
		return false
	}
	switch a.Name {
	case "HUSKY", "LEFTHOOK":
		return v == "0" || strings.EqualFold(v, "false") || v == "no" || v == "off"
	case "HUSKY_SKIP_HOOKS", "SKIP_SIMPLE_GIT_HOOKS", "OVERCOMMIT_DISABLE", "SKIP_HOOKS", "PRE_COMMIT_ALLOW_NO_CONFIG", "GIT_HOOKS_DISABLED":
		return v != "" && v != "0" && !strings.EqualFold(v, "false")
	case "SKIP", "LEFTHOOK_EXCLUDE", "PREK_SKIP":
		return v != ""
	}
	return false
}

// hooksConfig reports git config that changes where hooks are looked for.
func (g *gitCall) hooksConfig() {
	p := g.p
	if p.Sub != "config" {
		return
	}
	if key, val, set := g.configSet(); set {
		if strings.EqualFold(key, "core.hooksPath") && !g.hasHooks(val) {
			g.c.Report(g.l, "git config core.hooksPath "+val.String()+" switches the hooks off")
		}
		return
	}
	words := p.Operands
	switch first := operand(p, 0); {
	case first == "unset" || first == "remove-section":
		words = words[1:]
	case p.Has("unset", "unset-all", "remove-section"):
	default:
		return
	}
	if len(words) == 0 {
		return
	}
	key, _ := words[0].Known()
	if !strings.EqualFold(key, "core.hooksPath") && !strings.EqualFold(key, "core") {
		return
	}
	// To take it back is right when it switched them off, and switches off what it named.
	r := g.repo()
	if r == nil {
		g.c.ReportAsk(g.l, "this unsets core.hooksPath; whether hooks are there cannot be told")
		return
	}
	if now, ok := r.Config("core.hooksPath"); ok {
		if w := value.Lit(now); g.hasHooks(&w) {
			g.c.Report(g.l, "core.hooksPath is "+now+"; without it the hooks there are off")
		}
	}
}

// hasHooks tells whether a directory of hooks has some, so that to name it switches them on.
func (g *gitCall) hasHooks(w *value.Word) bool {
	text, known := w.Known()
	st := g.c.Command.cfg.state
	base := g.root()
	if base == "" {
		base = g.dir()
	}
	if !known || text == "" || st == nil || base == "" {
		return false
	}
	if rest, ok := strings.CutPrefix(text, "~/"); ok {
		text = joinPath(g.c.Command.cfg.home, rest)
	}
	dir, _ := g.c.walk(g.l, base, text)
	for _, name := range [...]string{"pre-commit", "commit-msg", "pre-push", "prepare-commit-msg", "pre-rebase", "pre-merge-commit"} {
		if kind := st.Stat(joinPath(dir, name)); kind == FileRegular || kind == FileSymlink {
			return true
		}
	}
	return false
}

// uninstallsHooks reports the uninstalling of a hook manager's hooks.
func uninstallsHooks(c *Context, l *shell.Leaf, tool, first, sub string) {
	if first == "uninstall" || sub == "uninstall" || l.Parsed.Given("--uninstall") == 1 && tool == "overcommit" {
		c.Report(l, tool+" uninstall takes the hooks away")
	}
}

// matchGitHooks reports what deletes or disables hooks.
func matchGitHooks(c *Context, l *shell.Leaf) {
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&(program.Delete|program.Move|program.Write|program.Append|program.Edit|program.Attr) == 0 {
			continue
		}
		at, place := c.Locate(l, &e.Word)
		if !place.Has(PlaceGitHooks) {
			c.hookSettings(l, e, &at)
			continue
		}
		if strings.HasSuffix(at.Abs, ".sample") || strings.HasSuffix(at.Tail, ".sample") {
			continue
		}
		switch {
		case e.Kind&(program.Delete|program.Move) != 0:
			c.Report(l, "this takes hooks away: "+at.String())
		case e.Kind&program.Attr != 0:
			if mode := chmodMode(l); mode < 0 {
				c.Report(l, "this switches hooks off: "+at.String())
			}
		default:
			// A new hook is one more check; over one that is there a human should look.
			if st := c.Command.cfg.state; st == nil || !at.Known || st.Stat(at.Abs) != FileMissing {
				c.ReportAsk(l, "this overwrites a hook: "+at.String())
			}
		}
	}
}

// hookSettings reports what takes a hook manager's files away, or writes core.hooksPath into a
// configuration without git.
func (c *Context) hookSettings(l *shell.Leaf, e *program.Effect, at *Path) {
	if !at.Known {
		return
	}
	if e.Kind&(program.Delete|program.Move) != 0 {
		base := baseName(at.Abs)
		switch parent := baseName(parentDir(at.Abs)); {
		case base == ".husky", base == ".githooks", parent == ".husky" || parent == ".githooks",
			base == ".pre-commit-config.yaml", base == "lefthook.yml", base == ".lefthook.yml":
			c.ReportAsk(l, "this takes the settings of hooks away: "+at.String())
		}
		return
	}
	if !strings.HasSuffix(at.Abs, "/.git/config") && !strings.HasSuffix(at.Abs, "/.gitconfig") {
		return
	}
	for i := range l.Args {
		if strings.Contains(strings.ToLower(l.Args[i].String()), "hookspath") {
			c.Report(l, "this sets core.hooksPath in "+at.String())
			return
		}
	}
}

// chmodMode tells whether chmod makes files executable: 1 yes, -1 it takes that away, 0 neither.
func chmodMode(l *shell.Leaf) int {
	if l.Program != "chmod" {
		return 0
	}
	for i := range l.Args {
		text, known := l.Args[i].Known()
		if !known || text == "" {
			continue
		}
		if text[0] >= '0' && text[0] <= '7' {
			for _, c := range text[max(0, len(text)-3):] {
				if (c-'0')&1 != 0 {
					return 1
				}
			}
			return -1
		}
		if j := strings.IndexAny(text, "+-="); j >= 0 && strings.Trim(text[:j], "ugoa") == "" && strings.Contains(text, "x") {
			switch text[j] {
			case '-':
				if j > 0 || len(text) < 5 {
					return -1
				}
			default:
				return 1
			}
		} else if j >= 0 && text[j] == '=' && strings.Trim(text[:j], "ugoa") == "" {
			return -1
		}
	}
	return 0
}
