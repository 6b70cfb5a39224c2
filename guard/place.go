package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
)

// Place is a set of facts about where a path lies.
type Place uint32

// The places. A path can be several.
const (
	PlaceRoot        Place = 1 << iota // /
	PlaceSystemDir                     // a directory whose loss breaks the system: /etc, /usr, /usr/lib, /var ...
	PlaceInSystem                      // below one of those
	PlaceHome                          // a home directory itself: ~, /root, /home/x
	PlaceHomesParent                   // /home, /Users
	PlaceInHome                        // below the user's home
	PlaceProject                       // the project root itself
	PlaceInProject                     // below it
	PlaceAncestor                      // an ancestor of the project root, of the session's or the leaf's cwd
	PlaceGitDir                        // .git of a repository, or in it
	PlaceGitHooks                      // .git/hooks or in it
	PlaceTemp                          // below a temporary directory (or one itself: see PlaceTempRoot)
	PlaceTempRoot                      // /tmp itself
	PlaceTrusted                       // a trusted directory of the policy, or below it
	PlaceDevice                        // a block device or a name of one: /dev/sda
	PlaceHarmlessDev                   // /dev/null, /dev/stdout, /dev/fd/1, /dev/tty
	PlaceSystemFile                    // passwd, shadow, sudoers, fstab, boot ...
	PlaceStartup                       // shell start-up files: ~/.bashrc, /etc/profile, ~/.ssh/rc ...
	PlaceCron                          // crontabs
	PlaceAuthKeys                      // authorized_keys
	PlaceKey                           // keys and credentials: content is secret (read), loss is harm (write)
	PlaceKeyish                        // may be a key, by its name or its directory: *.pem, ~/.ssh/$NAME
	PlaceEnvFile                       // .env and its kin (ask), not .env.example
	PlaceSecretDir                     // a directory that holds keys: ~/.ssh, ~/.aws, ~/.gnupg
	PlaceProcEnv                       // /proc/*/environ, mem
	PlaceGuard                         // the guard's settings, hooks, binary, policy; agents' settings and hooks
	PlaceGuardDir                      // a directory that holds them: .claude, ~/.claude, ~/.config/bashguard
	PlaceProtected                     // protected by the user's policy
	PlaceHolds                         // a directory above something that the user's policy protects
	PlaceSysrq                         // /proc/sysrq-trigger and the like
	PlaceArtifact                      // a name that is made again by a build: node_modules, dist, target, __pycache__
)

// Has tells whether any of the places is in the set.
func (p Place) Has(q Place) bool { return p&q != 0 }

// Classify tells what kind of place a path is. A path that is not wholly known is classified by
// what is known and by what its pattern can match. A pattern that takes everything in a
// directory has the places of the directory too.
func (c *Context) Classify(l *shell.Leaf, p Path) Place {
	if p.Known {
		return c.placeOf(l, p.Abs) | p.hint
	}
	if p.Anywhere {
		return namesOf(p.pat) | p.hint
	}
	dir := c.placeOf(l, p.Abs)
	in := inside(dir)
	switch {
	case p.All:
		in |= dir | c.candidates(l, p.Abs, p.pat)
	case p.Glob:
		in |= c.candidates(l, p.Abs, p.pat) | namesBelow(p.Abs, p.pat)
		if artifactName(p.pat) {
			in |= PlaceArtifact
		}
	default:
		in |= c.unknownIn(p, dir) | namesBelow(p.Abs, p.pat)
		if dir.Has(PlaceProject|PlaceInProject) && artifactName(baseName(p.pat)) && !strings.Contains(p.pat, "..") {
			in |= PlaceArtifact // packages/$name/dist
		}
	}
	return in | p.hint
}

// inside is what is true of everything in a directory of these places.
func inside(dir Place) Place {
	in := dir & (PlaceInSystem | PlaceInHome | PlaceInProject | PlaceGitDir | PlaceGitHooks | PlaceTemp |
		PlaceTrusted | PlaceGuard | PlaceProtected | PlaceArtifact | PlaceCron | PlaceProcEnv)
	if dir.Has(PlaceSystemDir) && !dir.Has(PlaceHomesParent|PlaceRoot) {
		in |= PlaceInSystem
	}
	if dir.Has(PlaceHome) {
		in |= PlaceInHome
	}
	if dir.Has(PlaceProject) {
		in |= PlaceInProject
	}
	return in
}

// unknownIn is what can be said of an unknown name in a known directory: what all names there
// are, and no more.
func (c *Context) unknownIn(p Path, dir Place) Place {
	var in Place
	name, rest, more := strings.Cut(p.pat, "/")
	bare := name == string(anyPath) || name == string(anyName)
	switch {
	case dir.Has(PlaceHomesParent) && bare && !more:
		in |= PlaceHome // /home/$USER
	case dir.Has(PlaceSecretDir) && !strings.HasSuffix(p.pat, ".pub"):
		in |= PlaceKeyish
	case p.Abs == "/proc" && (rest == "environ" || rest == "mem"):
		in |= PlaceProcEnv
	case p.Abs == "/dev" && !more && (bare || deviceName(strings.TrimRight(name, "\x00\x01")+"a1")):
		in |= PlaceDevice // /dev/$DISK, /dev/sd$X
	case p.Abs == "/dev/disk", p.Abs == "/dev/mapper":
		in |= PlaceDevice
	}
	return in
}

// placeOf classifies a known path.
func (c *Context) placeOf(l *shell.Leaf, abs string) Place {
	pc := c.prepare()
	if abs == "/" {
		return PlaceRoot | PlaceSystemDir | PlaceAncestor
	}
	pl := systemPlace(abs)
	rel, inHome := below(abs, pc.home)
	switch {
	case inHome:
		pl |= PlaceInHome | homePlace(rel)
	case abs == pc.home:
		pl |= PlaceHome
	case pl.Has(PlaceHome) || abs[1] == 'r' || abs[1] == 'h' || abs[1] == 'U':
		pl |= otherHome(abs)
	}
	if rel, ok := below(abs, pc.root); ok {
		pl |= PlaceInProject
		if pc.root != "/" {
			pl &^= PlaceInSystem
		}
		if hasArtifact(rel) {
			pl |= PlaceArtifact
		}
	} else if abs == pc.root {
		pl |= PlaceProject
	} else if strongArtifact(abs) {
		pl |= PlaceArtifact
	}
	if above(abs, pc.root) || above(abs, pc.cwd) || pc.home != abs && above(abs, pc.home) {
		pl |= PlaceAncestor
	}
	pl = c.exempted(abs, pl|namePlace(abs)|c.policyPlace(abs))
	if !pl.Has(PlaceAncestor|PlaceTemp|PlaceArtifact) && l != nil && l.Cwd.Known && !l.Remote && above(abs, l.Cwd.Path) {
		pl |= PlaceAncestor
	}
	if pl.Has(PlaceTempRoot) {
		pl &^= PlaceProject // a cwd of /tmp makes no project of it
	}
	if pl.Has(PlaceTemp | PlaceTrusted) {
		pl &^= PlaceInSystem
		if !pl.Has(PlaceTempRoot) {
			pl &^= PlaceSystemDir
		}
	}
	if st := c.Command.cfg.state; st != nil && strings.HasPrefix(abs, "/dev/") && !pl.Has(PlaceDevice|PlaceHarmlessDev) &&
		(l == nil || !l.Remote) && st.Stat(abs) == FileDevice {
		pl |= PlaceDevice
	}
	return pl
}

// above tells whether a path is a proper ancestor of a directory.
func above(path, dir string) bool {
	_, ok := below(dir, path)
	return ok && path != ""
}

// policyPlace adds what the policy says of a path.
func (c *Context) policyPlace(abs string) Place {
	pol := c.Policy
	if pol == nil {
		return 0
	}
	pc := &c.paths
	var pl Place
	for _, dir := range pol.TempDirs {
		if strings.HasPrefix(dir, "~") {
			dir = pc.home + dir[1:]
		}
		if dir == abs {
			pl |= PlaceTemp | PlaceTempRoot
		} else if _, ok := below(abs, dir); ok {
			pl |= PlaceTemp
		}
	}
	for _, dir := range pol.GuardDirs {
		pl |= guardPlace(abs, dir)
	}
	if pol.OwnFile != nil {
		pl |= guardPlace(abs, pol.OwnFile())
	}
	for _, dir := range pol.TrustedDirs {
		if covers, _ := patternMatches(dir, abs, pc.home, pc.root); covers {
			pl |= PlaceTrusted
		}
	}
	for _, pat := range pol.SecretPaths {
		if pat, not := strings.CutPrefix(pat, "!"); !not {
			if covers, _ := patternMatches(pat, abs, pc.home, pc.root); covers {
				pl |= PlaceKey
			}
		}
	}
	for _, pat := range pol.ProtectedPaths {
		if pat, not := strings.CutPrefix(pat, "!"); !not {
			covers, holds := patternMatches(pat, abs, pc.home, pc.root)
			if covers {
				pl |= PlaceProtected
			} else if holds {
				pl |= PlaceHolds
			}
		}
	}
	return pl
}

// guardPlace is what a path is by a place of the guard's own.
func guardPlace(abs, own string) Place {
	if own == "" {
		return 0
	}
	if own == abs {
		return PlaceGuardDir | PlaceGuard
	}
	if _, ok := below(abs, own); ok {
		return PlaceGuard
	}
	return 0
}

// exempted takes out what the policy takes out with a leading !.
func (c *Context) exempted(abs string, pl Place) Place {
	pol := c.Policy
	if pol == nil || !pl.Has(PlaceKey|PlaceKeyish|PlaceEnvFile|PlaceProtected|PlaceSystemFile|PlaceStartup) {
		return pl
	}
	pc := &c.paths
	for _, pat := range pol.SecretPaths {
		if pat, not := strings.CutPrefix(pat, "!"); not {
			if covers, _ := patternMatches(pat, abs, pc.home, pc.root); covers {
				pl &^= PlaceKey | PlaceKeyish | PlaceEnvFile
			}
		}
	}
	for _, pat := range pol.ProtectedPaths {
		if pat, not := strings.CutPrefix(pat, "!"); not {
			if covers, _ := patternMatches(pat, abs, pc.home, pc.root); covers {
				pl &^= PlaceProtected | PlaceSystemFile | PlaceStartup
			}
		}
	}
	return pl
}

// describe names the place in messages.
func (pl Place) describe() string {
	switch {
	case pl.Has(PlaceRoot):
		return "the whole file system"
	case pl.Has(PlaceHomesParent):
		return "all home directories"
	case pl.Has(PlaceHome):
		return "a home directory"
	case pl.Has(PlaceProject):
		return "the whole project"
	case pl.Has(PlaceGitDir):
		return "the repository's history"
	case pl.Has(PlaceAncestor):
		return "a directory above the one you work in"
	case pl.Has(PlaceSystemDir):
		return "a system directory"
	case pl.Has(PlaceDevice):
		return "a block device"
	case pl.Has(PlaceAuthKeys):
		return "the keys that may log in"
	case pl.Has(PlaceKey):
		return "a key or credential file"
	case pl.Has(PlaceSecretDir):
		return "a directory of keys"
	case pl.Has(PlaceCron):
		return "scheduled jobs"
	case pl.Has(PlaceStartup):
		return "a shell start-up file"
	case pl.Has(PlaceSystemFile):
		return "a system file"
	case pl.Has(PlaceProtected | PlaceHolds):
		return "a path that the policy protects"
	}
	return "a path"
}
