package guard

import "strings"

// namePlace classifies by the names in a path, wherever they stand: .ssh/id_rsa is a key in a
// home, in a backup of one, and below a directory that is not known.
func namePlace(p string) Place {
	var pl Place
	for i := strings.Index(p, "/."); i >= 0; {
		comp, rest, _ := strings.Cut(p[i+1:], "/")
		pl |= dotPlace(comp, rest)
		next := strings.Index(p[i+1:], "/.")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	slash := strings.LastIndexByte(p, '/')
	pl |= basePlace(p[slash+1:], p[:max(slash, 0)])
	switch {
	case strings.HasPrefix(p, "/etc/"), strings.HasPrefix(p, "/private/etc/"):
		pl |= etcSecret(p[strings.Index(p, "etc/")+4:])
	case strings.HasPrefix(p, "/run/secrets/"), strings.HasPrefix(p, "/var/run/secrets/"):
		pl |= PlaceKey
	}
	return pl
}

// dotPlace classifies a component that begins with a dot and what comes below it.
func dotPlace(comp, rest string) Place {
	switch comp {
	case ".ssh":
		return sshPlace(rest)
	case ".git":
		if rest == "hooks" || strings.HasPrefix(rest, "hooks/") {
			return PlaceGitDir | PlaceGitHooks
		}
		return PlaceGitDir
	case ".aws":
		return secretIn(rest, rest == "credentials" || strings.HasPrefix(rest, "sso/cache/") || strings.HasPrefix(rest, "cli/cache/"))
	case ".gnupg":
		if rest == "private-keys-v1.d" {
			return PlaceSecretDir
		}
		return secretIn(rest, rest == "secring.gpg" || strings.HasPrefix(rest, "private-keys-v1.d/"))
	case ".kube":
		return secretIn(rest, rest == "config")
	case ".azure":
		return secretIn(rest, rest == "accessTokens.json" || strings.HasPrefix(rest, "msal_token_cache.") || strings.HasPrefix(rest, "service_principal_entries."))
	case ".password-store":
		return secretIn(rest, strings.HasSuffix(rest, ".gpg"))
	case ".docker":
		return keyIf(rest == "config.json")
	case ".cargo":
		return keyIf(rest == "credentials" || rest == "credentials.toml")
	case ".gem":
		return keyIf(rest == "credentials")
	case ".terraform.d":
		return keyIf(rest == "credentials.tfrc.json")
	case ".config":
		return configPlace(rest)
	case ".local":
		return localPlace(rest)
	case ".ethereum", ".electrum", ".bitcoin", ".solana", ".monero":
		first, more := cutFirst(rest)
		return keyIf(more != "" && (first == "keystore" || first == "wallets") || rest == "wallet.dat" || rest == "id.json")
	case ".composer":
		return keyIf(rest == "auth.json")
	case ".fly", ".netlify", ".oci", ".snowsql":
		return keyIf(rest == "config.yml" || rest == "config.json" || rest == "config" || strings.HasSuffix(rest, ".pem"))
	case ".m2", ".gradle", ".dbt":
		if rest == "settings.xml" || rest == "settings-security.xml" || rest == "gradle.properties" || rest == "profiles.yml" {
			return PlaceKeyish
		}
	}
	return agentPlace(comp, rest)
}

func keyIf(is bool) Place {
	if is {
		return PlaceKey
	}
	return 0
}

// secretIn is for a directory that holds keys: the directory itself, and a key in it.
func secretIn(rest string, key bool) Place {
	switch {
	case rest == "":
		return PlaceSecretDir
	case key:
		return PlaceKey
	}
	return 0
}

func sshPlace(rest string) Place {
	if rest == "" {
		return PlaceSecretDir
	}
	base := baseName(rest)
	switch {
	case base == "authorized_keys", base == "authorized_keys2":
		return PlaceAuthKeys
	case base == "rc", base == "environment":
		return PlaceStartup
	case strings.HasSuffix(base, ".pub"), strings.HasPrefix(base, "known_hosts"), strings.HasPrefix(base, "config"), strings.HasSuffix(base, ".conf"):
		return 0
	case strings.HasPrefix(base, "id_"), strings.HasSuffix(base, ".pem"), strings.HasSuffix(base, ".key"), strings.HasSuffix(base, ".ppk"),
		base == "identity", strings.Contains(base, "rsa"), strings.Contains(base, "ed25519"), strings.Contains(base, "ecdsa"), strings.HasSuffix(base, "_key"):
		return PlaceKey
	case strings.ContainsRune(base, '.'):
		return 0
	}
	return PlaceKeyish
}

func configPlace(rest string) Place {
	first, more := cutFirst(rest)
	switch first {
	case "gh", "hub":
		return keyIf(more == "hosts.yml" || rest == "hub")
	case "gcloud":
		switch {
		case more == "":
			return PlaceSecretDir
		case more == "credentials.db", more == "access_tokens.db", more == "application_default_credentials.json", strings.HasPrefix(more, "legacy_credentials/"):
			return PlaceKey
		}
	case "glab-cli", "doctl", "rclone", "stripe", "op", "pypoetry":
		return keyIf(more == "config.yml" || more == "config.yaml" || more == "rclone.conf" || more == "config.toml" || more == "config" || more == "auth.toml")
	case "solana":
		return keyIf(more == "id.json")
	case "composer":
		return keyIf(more == "auth.json")
	case "bashguard":
		if more == "" {
			return PlaceGuardDir
		}
		return PlaceGuard
	case "opencode":
		name, _ := cutFirst(more)
		if strings.HasPrefix(name, "plugin") || strings.HasPrefix(name, "opencode.json") {
			return PlaceGuard
		}
	case "git":
		return keyIf(more == "credentials")
	}
	return 0
}

func localPlace(rest string) Place {
	switch {
	case rest == "share/keyrings", rest == "share/kwalletd":
		return PlaceSecretDir
	case strings.HasPrefix(rest, "share/keyrings/"), strings.HasPrefix(rest, "share/kwalletd/"),
		rest == "share/com.vercel.cli/auth.json", rest == "share/opencode/auth.json":
		return PlaceKey
	case rest == "state/bashguard", rest == "share/bashguard":
		return PlaceGuardDir | PlaceGuard
	case strings.HasPrefix(rest, "state/bashguard/"), strings.HasPrefix(rest, "share/bashguard/"):
		return PlaceGuard
	}
	return 0
}

// agentPlace marks the settings and hooks of coding agents and of this guard.
func agentPlace(comp, rest string) Place {
	first, more := cutFirst(rest)
	guarded := false
	switch comp {
	case ".bashguard":
		guarded = rest != ""
	case ".claude":
		switch first {
		case "settings.json", "settings.local.json", "managed-settings.json", "hooks", "commands", "skills", "agents", "plugins":
			guarded = true
		case ".credentials.json":
			return PlaceKey
		}
	case ".codex":
		switch first {
		case "config.toml", "hooks.json", "hooks", "rules", "requirements.toml", "managed_config.toml":
			guarded = true
		case "auth.json":
			return PlaceKey
		}
	case ".gemini", ".qwen":
		guarded = first == "settings.json" || first == "hooks" || first == "policies" || first == "extensions"
		if first == "oauth_creds.json" {
			return PlaceKey
		}
	case ".cursor":
		guarded = first == "hooks.json" || first == "hooks" || first == "cli.json" || first == "cli-config.json" || first == "permissions.json"
	case ".github":
		if first != "hooks" {
			return 0
		}
		guarded = true
	case ".copilot":
		guarded = first == "hooks" || first == "config.json" || first == "settings.json"
	case ".opencode":
		guarded = strings.HasPrefix(first, "plugin") || strings.HasPrefix(first, "opencode.json")
	case ".windsurf":
		guarded = strings.HasPrefix(first, "hooks")
	case ".codeium":
		if first != "windsurf" {
			return 0
		}
		guarded = strings.HasPrefix(more, "hooks")
	case ".devin", ".factory", ".kimi", ".kimi-code":
		guarded = strings.HasPrefix(first, "hooks") || first == "config.toml" || first == "config.json" || first == "settings.json" || first == "settings.local.json"
	default:
		return 0
	}
	switch {
	case guarded:
		return PlaceGuard
	case rest == "":
		return PlaceGuardDir
	}
	return 0
}

// basePlace classifies by the last component. dir is what is above it.
func basePlace(base, dir string) Place {
	switch base {
	case "":
		return 0
	case "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk",
		".netrc", "_netrc", ".git-credentials", ".pgpass", ".my.cnf", ".mylogin.cnf", ".vault-token", ".pypirc", ".s3cfg", ".boto",
		".dockercfg", ".databrickscfg", ".passwd-s3fs", ".terraformrc", "key4.db", "key3.db", "signons.sqlite", "wallet.dat",
		"application_default_credentials.json", "krb5.keytab":
		return PlaceKey
	case "Login Data", "Login Data For Account", "Cookies", "cookies.sqlite", "logins.json", "Local State", "Web Data":
		for _, browser := range [...]string{"hrom", "Brave", "Edge", "Vivaldi", "Opera", "irefox", "mozilla", "Arc/"} {
			if strings.Contains(dir, browser) {
				return PlaceKey
			}
		}
		return 0
	case ".claude.json", "bashguard.yaml":
		return PlaceGuard
	case "bashguard", "bashguard.exe":
		switch baseName(dir) {
		case "bin", "sbin", ".bin", "libexec":
			return PlaceGuard
		}
		return 0
	case "Keychains":
		return keyDirIf(strings.HasSuffix(dir, "Library"))
	}
	if envFile(base) {
		return PlaceEnvFile
	}
	if strings.Contains(dir, "Library/Keychains") {
		return PlaceKey
	}
	if strings.Contains(dir, "/ClaudeCode") || base == "ClaudeCode" {
		return PlaceGuard
	}
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 {
		return 0
	}
	switch base[dot:] {
	case ".ppk", ".kdbx", ".keytab":
		return PlaceKey
	case ".pem", ".key":
		if strings.HasPrefix(base, "privkey") || strings.HasSuffix(dir, "/private") && strings.HasPrefix(dir, "/etc/") {
			return PlaceKey
		}
		return PlaceKeyish
	case ".p12", ".pfx", ".jks", ".keystore", ".p8":
		return PlaceKeyish
	case ".json":
		if strings.Contains(base, "service-account") || strings.Contains(base, "service_account") || strings.Contains(base, "credentials") {
			return PlaceKeyish
		}
	}
	return 0
}

func keyDirIf(is bool) Place {
	if is {
		return PlaceSecretDir
	}
	return 0
}

// envFile tells whether a name is that of a file of settings with secrets: .env, .env.local,
// prod.env; not of an example of one.
func envFile(base string) bool {
	if rest, ok := strings.CutPrefix(base, ".env"); ok {
		switch rest {
		case "", "rc":
			return true
		}
		return (rest[0] == '.' || rest[0] == '-' || rest[0] == '_') && !exampleName(rest)
	}
	name, ok := strings.CutSuffix(base, ".env")
	return ok && !exampleName("."+name)
}

func exampleName(rest string) bool {
	for _, word := range [...]string{"example", "sample", "template", "dist", "defaults", "schema", "tpl", "tmpl", "enc", "vault"} {
		if strings.HasSuffix(rest, word) || strings.Contains(rest, "."+word) {
			return true
		}
	}
	return false
}

// etcSecret classifies what lies below /etc and is for root's eyes.
func etcSecret(rest string) Place {
	first, more := cutFirst(rest)
	switch first {
	case "shadow", "shadow-", "gshadow", "gshadow-", "master.passwd", "ipsec.secrets":
		return PlaceKey
	case "ssh":
		return keyIf(strings.HasPrefix(more, "ssh_host_") && strings.HasSuffix(more, "_key"))
	case "security":
		return keyIf(more == "opasswd")
	case "ssl":
		return keyIf(strings.HasPrefix(more, "private/"))
	case "pki":
		return keyIf(strings.HasPrefix(more, "tls/private/"))
	case "wireguard":
		return keyIf(strings.HasSuffix(more, ".conf") || strings.HasSuffix(more, ".key"))
	case "NetworkManager":
		return keyIf(strings.HasPrefix(more, "system-connections/"))
	case "kubernetes":
		return keyIf(strings.HasSuffix(more, ".conf") || strings.HasPrefix(more, "pki/") && strings.HasSuffix(more, ".key"))
	case "rancher":
		return keyIf(more == "k3s/k3s.yaml")
	case "claude-code", "bashguard", "codex", "windsurf":
		if more == "" {
			return PlaceGuard | PlaceGuardDir
		}
		return PlaceGuard
	}
	return 0
}

// homePlace classifies what only means something in a home directory.
func homePlace(rel string) Place {
	switch rel {
	case ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile",
		".zlogin", ".zlogout", ".kshrc", ".mkshrc", ".cshrc", ".tcshrc", ".login", ".xprofile", ".xinitrc", ".xsession", ".xsessionrc",
		".pam_environment", ".config/fish/config.fish", ".config/zsh/.zshrc", ".config/zsh/.zshenv":
		return PlaceStartup
	case ".npmrc", ".yarnrc.yml":
		return keyIf(rel == ".npmrc")
	}
	if strings.HasPrefix(rel, ".config/") {
		for _, dir := range [...]string{"fish/conf.d/", "autostart/", "environment.d/"} {
			if strings.HasPrefix(rel[len(".config/"):], dir) {
				return PlaceStartup
			}
		}
	}
	return 0
}

// otherHome is homePlace for the homes of other users.
func otherHome(abs string) Place {
	first, rest := cutFirst(abs)
	switch first {
	case "root":
		return homePlace(rest)
	case "home", "Users":
		_, rel := cutFirst(rest)
		return homePlace(rel)
	}
	return 0
}
