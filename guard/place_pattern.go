package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
)

// What a pattern is tried against when no file system says what it matches: paths whose reading
// or loss matters, one or two of each kind.
var (
	systemSamples = []string{
		"/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64", "/boot", "/dev", "/opt", "/proc", "/sys", "/run", "/srv", "/var", "/home",
		"/root", "/mnt", "/media", "/System", "/Library", "/Applications", "/Users", "/Volumes", "/private",
		"/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib64", "/usr/local", "/usr/share", "/usr/include", "/usr/libexec",
		"/usr/local/bin", "/usr/local/lib", "/var/lib", "/var/spool", "/var/lib/dpkg", "/var/lib/docker", "/var/lib/mysql",
		"/var/lib/postgresql", "/etc/ssh", "/etc/ssl", "/etc/pam.d", "/etc/systemd", "/etc/apt", "/boot/grub", "/boot/vmlinuz",
		"/etc/passwd", "/etc/shadow", "/etc/gshadow", "/etc/group", "/etc/sudoers", "/etc/sudoers.d", "/etc/fstab", "/etc/profile",
		"/etc/bash.bashrc", "/etc/crontab", "/etc/cron.d", "/etc/ssh/sshd_config", "/etc/ssh/ssh_host_rsa_key",
		"/etc/ssh/ssh_host_ed25519_key", "/etc/claude-code", "/usr/local/bin/bashguard", "/usr/bin/bashguard", "/usr/bin/bash", "/bin/sh",
		"/dev/sda", "/dev/sda1", "/dev/sdb", "/dev/nvme0n1", "/dev/nvme0n1p1", "/dev/vda", "/dev/xvda", "/dev/mmcblk0", "/dev/disk2",
		"/dev/mapper/root", "/dev/disk/by-id/x", "/proc/1/environ", "/proc/self/environ", "/proc/1/mem", "/proc/sysrq-trigger",
		"/root/.ssh/id_rsa", "/root/.bashrc", "/var/spool/cron/crontabs", "/run/secrets/x", "/mnt/c", "/Library/Keychains",
	}
	homeSamples = []string{
		".ssh", ".ssh/id_rsa", ".ssh/id_ed25519", ".ssh/id_ecdsa", ".ssh/key.pem", ".ssh/authorized_keys", ".ssh/rc",
		".aws", ".aws/credentials", ".gnupg", ".gnupg/secring.gpg", ".gnupg/private-keys-v1.d", ".gnupg/private-keys-v1.d/x.key",
		".kube", ".kube/config", ".azure", ".azure/accessTokens.json", ".azure/msal_token_cache.json", ".docker/config.json",
		".netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".my.cnf", ".vault-token", ".cargo/credentials", ".cargo/credentials.toml",
		".gem/credentials", ".terraform.d/credentials.tfrc.json", ".config/gh/hosts.yml", ".config/gcloud", ".config/gcloud/credentials.db",
		".config/gcloud/application_default_credentials.json", ".config/rclone/rclone.conf", ".password-store", ".local/share/keyrings",
		".local/share/keyrings/x.keyring", "Library/Keychains", "Library/Keychains/login.keychain-db",
		".mozilla/firefox/x/key4.db", ".mozilla/firefox/x/logins.json", ".config/google-chrome/Default/Login Data", ".config/google-chrome/Default/Cookies",
		".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".zprofile", ".config/fish/config.fish",
		".claude", ".claude/settings.json", ".claude/settings.local.json", ".claude/hooks", ".claude/hooks/x", ".claude/commands", ".claude/skills", ".claude/agents",
		".claude.json", ".claude/.credentials.json", ".codex", ".codex/config.toml", ".codex/hooks.json", ".codex/auth.json", ".gemini", ".gemini/settings.json",
		".cursor", ".cursor/hooks.json", ".copilot", ".copilot/hooks", ".factory", ".factory/hooks.json", ".kimi", ".kimi/config.toml",
		".config/bashguard", ".config/bashguard/policy.yaml", ".local/state/bashguard", ".local/bin/bashguard", "go/bin/bashguard",
	}
	projectSamples = []string{
		".git", ".git/hooks", ".git/hooks/pre-commit", ".git/config", ".env", ".env.local", ".env.production", ".envrc",
		".claude", ".claude/settings.json", ".claude/settings.local.json", ".claude/hooks", ".claude/hooks/x", ".claude/commands", ".claude/skills", ".claude/agents",
		".bashguard", ".bashguard/policy.yaml", ".codex", ".codex/config.toml", ".codex/hooks.json", ".gemini", ".gemini/settings.json",
		".cursor", ".cursor/hooks.json", ".github/hooks", ".github/hooks/x.json", ".opencode", ".opencode/plugin", ".windsurf", ".windsurf/hooks.json",
		".devin", ".devin/hooks.v1.json", ".factory", ".factory/hooks.json",
	}
)

// candidates is the union of the places that a pattern below a directory can match.
func (c *Context) candidates(l *shell.Leaf, dir, pat string) Place {
	pc := c.prepare()
	var pl Place
	first, _ := cutFirst(dir)
	switch first {
	case "", "etc", "usr", "var", "boot", "bin", "dev", "proc", "home", "root", "run", "lib", "mnt", "Library":
		for _, s := range systemSamples {
			if rel, ok := below(s, dir); ok && matchTail(pat, rel) {
				pl |= c.placeOf(l, s)
			}
		}
	}
	pl |= c.sampled(l, dir, pat, pc.home, homeSamples)
	pl |= c.sampled(l, dir, pat, pc.root, projectSamples)
	for _, at := range [...]string{pc.home, pc.root, pc.cwd} {
		pl |= c.ancestors(l, dir, pat, at)
	}
	if pol := c.Policy; pol != nil && len(pol.SecretPaths)+len(pol.ProtectedPaths) > 0 {
		// A pattern that is written as the policy's own is covered by it.
		pl |= c.policyPlace(joinPath(dir, pat)) & (PlaceKey | PlaceProtected)
		pl |= c.policySamples(dir, pat, pol.SecretPaths, PlaceKey) | c.policySamples(dir, pat, pol.ProtectedPaths, PlaceProtected)
	}
	return pl
}

// sampled tries a pattern below dir against the samples below base.
func (c *Context) sampled(l *shell.Leaf, dir, pat, base string, samples []string) Place {
	if base == "" {
		return 0
	}
	prefix := ""
	if up, ok := below(base, dir); ok {
		// base lies below dir: the first components of the pattern must lead to it.
		for range strings.Count(up, "/") + 1 {
			p, rest, _ := strings.Cut(pat, "/")
			u, more, _ := strings.Cut(up, "/")
			if rest == "" || !matchComponent(p, u) {
				return 0
			}
			pat, up = rest, more
		}
	} else if rel, ok := below(dir, base); ok {
		prefix = rel + "/"
	} else if dir != base {
		return 0
	}
	var pl Place
	for _, s := range samples {
		if rel, ok := strings.CutPrefix(s, prefix); ok && matchTail(pat, rel) {
			pl |= c.placeOf(l, joinPath(base, s))
		}
	}
	return pl
}

// ancestors tries a pattern below dir against a directory and all that are above it.
func (c *Context) ancestors(l *shell.Leaf, dir, pat, at string) Place {
	rel, ok := below(at, dir)
	if !ok {
		return 0
	}
	for i := 0; i <= len(rel); i++ {
		if (i == len(rel) || rel[i] == '/') && matchTail(pat, rel[:i]) {
			return c.placeOf(l, joinPath(dir, rel[:i]))
		}
	}
	return 0
}

func (c *Context) policySamples(dir, pat string, patterns []string, place Place) Place {
	pc := &c.paths
	for _, s := range patterns {
		if hasMeta(s) || strings.HasPrefix(s, "!") {
			continue
		}
		switch {
		case strings.HasPrefix(s, "~/"):
			s = joinPath(pc.home, s[2:])
		case !strings.HasPrefix(s, "/"):
			s = joinPath(pc.root, strings.TrimPrefix(s, "./"))
		}
		if rel, ok := below(s, dir); ok && matchTail(pat, rel) {
			return place
		}
	}
	return 0
}

// namesBelow is namesOf for a tail below a known directory.
func namesBelow(dir, pat string) Place {
	i := strings.LastIndex(dir, "/.")
	if i < 0 {
		return namesOf(pat)
	}
	return namesOf(escapePattern(dir[i+1:]) + "/" + pat)
}

// namesOf is namePlace for a pattern: components that are known speak for themselves, the last
// one may be a pattern.
func namesOf(pat string) Place {
	if pat == "" {
		return 0
	}
	var pl Place
	for rest, more := pat, true; more; {
		var comp string
		comp, rest, more = strings.Cut(rest, "/")
		if comp == "" || comp[0] != '.' || hasMeta(comp) {
			continue
		}
		if comp = unescapePattern(comp); !hasMeta(rest) {
			pl |= dotPlace(comp, unescapePattern(rest))
			continue
		}
		if strings.IndexByte(rest, anyPath) >= 0 {
			if dotPlace(comp, "").Has(PlaceSecretDir) && !strings.HasSuffix(rest, ".pub") {
				pl |= PlaceKeyish
			}
			continue
		}
		for _, s := range homeSamples {
			if rel, ok := below(s, comp); ok && matchTail(rest, rel) {
				pl |= namePlace("/" + s)
			}
		}
	}
	base := baseName(pat)
	if !hasMeta(base) {
		dir := ""
		if i := strings.LastIndexByte(pat, '/'); i > 0 {
			dir = pat[:i]
		}
		return pl | basePlace(unescapePattern(base), unescapePattern(dir))
	}
	switch {
	case strings.HasPrefix(base, ".e") && matchComponent(base, ".env"), strings.HasPrefix(base, ".env") && matchComponent(base, ".env.local"),
		strings.HasSuffix(base, ".env") && strings.IndexByte(base, anyPath) < 0:
		pl |= PlaceEnvFile
	case strings.HasPrefix(base, "id") && (matchComponent(base, "id_rsa") || matchComponent(base, "id_ed25519")):
		pl |= PlaceKey
	}
	return pl
}

// artifactName tells whether a name is one that tools make again: what a build, a package
// manager or a cache leaves behind.
func artifactName(name string) bool {
	switch name {
	case "node_modules", "dist", "build", "target", "out", "__pycache__", "coverage", "htmlcov", "vendor-cache", "bower_components",
		".next", ".nuxt", ".output", ".turbo", ".cache", ".parcel-cache", ".svelte-kit", ".vite", ".angular", ".vercel", ".expo",
		".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".venv", "venv", ".eggs", ".nyc_output", ".hypothesis",
		".ipynb_checkpoints", ".gradle", ".dart_tool", ".build", ".stack-work", "dist-newstyle", "elm-stuff", "_build", "DerivedData",
		"Pods", ".terraform", ".serverless", ".pnpm-store", "jspm_packages", "storybook-static", "tmp", "temp", ".tmp", ".temp",
		"test-results", "playwright-report", ".coverage", ".zig-cache", "zig-cache", "zig-out", "obj", "Debug", "Release", ".eslintcache",
		".sass-cache", ".docusaurus", ".astro", ".swc", "*.egg-info", "*.pyc", "*.o", "*.tmp", "cmake-build-*":
		return true
	}
	return strings.HasSuffix(name, ".egg-info") || strings.HasPrefix(name, "cmake-build-")
}

// hasArtifact tells whether a component of a path below the project is such a name.
func hasArtifact(rel string) bool {
	for {
		comp, rest, more := strings.Cut(rel, "/")
		if artifactName(comp) {
			return true
		}
		if !more {
			return false
		}
		rel = rest
	}
}

// strongArtifact is for paths outside the project, where a name must be sure: build may be
// anything there, node_modules is not.
func strongArtifact(abs string) bool {
	switch baseName(abs) {
	case "node_modules", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".next", ".turbo", ".parcel-cache", ".tox":
		return true
	}
	return false
}
