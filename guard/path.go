package guard

import (
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// Path is a word taken as a path: absolute, clean, symlinks resolved for the part that exists.
type Path struct {
	// Abs is the resolved path. When the word is not wholly known it is the longest known
	// directory, and Tail holds what comes below it.
	Abs string
	// Literal is the same without symlinks resolved: what rm of a link itself removes.
	Literal string
	// Known: Abs is the whole path.
	Known bool
	// Tail is what comes after Abs when not Known: a glob ("*"), or unknown ("$X").
	Tail string
	// Glob: Tail is a pattern only, no unknown piece.
	Glob bool
	// All: Tail is a pattern that takes everything in Abs: *, {*,.*}, ./*
	All bool
	// Anywhere: nothing is known of the path, not even a directory.
	Anywhere bool
	// Unset lists variables that were taken as empty to get this path (see ResolveEmpty).
	Unset []string
}

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
	PlaceAncestor                      // an ancestor of the cwd or the project root, or the cwd itself
	PlaceGitDir                        // .git of a repository, or in it
	PlaceGitHooks                      // .git/hooks or in it
	PlaceTemp                          // below a temporary directory (or one itself: see PlaceTempRoot)
	PlaceTempRoot                      // /tmp itself
	PlaceTrusted                       // below a trusted directory of the policy
	PlaceDevice                        // a block device or a name of one: /dev/sda
	PlaceHarmlessDev                   // /dev/null, /dev/stdout, /dev/fd/1, /dev/tty
	PlaceSystemFile                    // passwd, shadow, sudoers, fstab, boot ...
	PlaceStartup                       // shell start-up files: ~/.bashrc, /etc/profile, ~/.ssh/rc ...
	PlaceCron                          // crontabs, systemd units
	PlaceAuthKeys                      // authorized_keys
	PlaceKey                           // keys and credentials: content is secret (read), loss is harm (write)
	PlaceEnvFile                       // .env and its kin (ask), not .env.example
	PlaceSecretDir                     // a directory that holds keys: ~/.ssh, ~/.aws, ~/.gnupg
	PlaceProcEnv                       // /proc/*/environ, mem
	PlaceGuard                         // the guard's settings, hooks, binary, policy; agents' settings and hooks
	PlaceGuardDir                      // a directory that holds them: .claude, ~/.claude, ~/.config/bashguard
	PlaceProtected                     // protected by the user's policy
	PlaceSysrq                         // /proc/sysrq-trigger and the like
	PlaceArtifact                      // a name that is made again by a build: node_modules, dist, target, __pycache__
)

// Has tells whether any of the places is in the set.
func (p Place) Has(q Place) bool { return p&q != 0 }

// Resolve takes a word of a leaf as a path.
func (c *Context) Resolve(l *shell.Leaf, w *value.Word) Path { return Path{} }

// ResolveEmpty is Resolve with unknown pieces that can be empty taken as empty; ok is false when
// there are none such.
func (c *Context) ResolveEmpty(l *shell.Leaf, w *value.Word) (p Path, ok bool) {
	return Path{}, false
}

// Classify tells what kind of place a path is. A path that is not wholly known is classified by
// what is known and by what its pattern can match.
func (c *Context) Classify(l *shell.Leaf, p Path) Place { return 0 }
