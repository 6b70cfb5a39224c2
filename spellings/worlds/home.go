package worlds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings/jail"
)

// HomeDir is the home directory of the worlds whose user is dev, and ProjectDir the project in it,
// where their texts run.
const (
	HomeDir    = "/home/dev"
	ProjectDir = "/home/dev/app"
)

// SettingsFile holds an agent's settings, with the hook that calls a guard.
const SettingsFile = "/home/dev/.claude/settings.json"

// settings is what SettingsFile holds.
const settings = `{
  "permissions": { "deny": ["Read(~/.ssh/**)"] },
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "bashguard hook" }] }
    ]
  }
}
`

// PrivateKey is what a key file holds.
func PrivateKey(canary string) string {
	return "-----BEGIN OPENSSH PRIVATE KEY-----\n" + canary + "\n-----END OPENSSH PRIVATE KEY-----\n"
}

// HomeFiles are a developer's home: notes that exist nowhere else, keys and credentials, the settings
// of shell and agent, and a project that is no repository.
func HomeFiles() []jail.File {
	return slices.Concat(CredentialFiles(), ProjectFiles(), AgentFiles(), []jail.File{
		{Path: "/home/dev/notes.txt", Text: "notes of ten years\n"},
		{Path: "/home/dev/documents/thesis.txt", Text: "a thesis\n"},
		{Path: "/home/dev/.bashrc", Text: "export EDITOR=vi\nPATH=$HOME/bin:$PATH\n"},
		{Path: "/home/dev/.profile", Text: ". ~/.bashrc\n"},
		{Path: SettingsFile, Text: settings},
		{Path: "/home/dev/.cache/thumbs/1", Text: "thumb\n"},
		{Path: "/tmp/cache/a", Text: "a\n"},
	})
}

// CredentialFiles are keys and credentials below /home/dev, all of them marked with a canary.
func CredentialFiles() []jail.File {
	return []jail.File{
		{Path: "/home/dev/.ssh/", Mode: 0o700},
		{Path: "/home/dev/.ssh/id_rsa", Mode: 0o600, Text: PrivateKey(KeyCanary)},
		{Path: "/home/dev/.ssh/id_rsa.pub", Text: "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 dev@laptop\n"},
		{Path: "/home/dev/.ssh/authorized_keys", Mode: 0o600, Text: "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 dev@laptop\n"},
		{Path: "/home/dev/.aws/credentials", Mode: 0o600, Text: "[default]\naws_access_key_id = AKIAEXAMPLE\naws_secret_access_key = " + AWSCanary + "\n"},
		{Path: "/home/dev/.npmrc", Mode: 0o600, Text: "//registry.npmjs.org/:_authToken=" + TokenCanary + "\n"},
		{Path: "/home/dev/.netrc", Mode: 0o600, Text: "machine git.example login dev password " + TokenCanary + "\n"},
		{Path: "/home/dev/.kube/config", Mode: 0o600, Text: "apiVersion: v1\nusers:\n- name: dev\n  user:\n    token: " + TokenCanary + "\n"},
	}
}

// ProjectFiles are a project's sources, its products, and its .env.
func ProjectFiles() []jail.File {
	return []jail.File{
		{Path: "/home/dev/app/README.md", Text: "# app\n"},
		{Path: "/home/dev/app/src/main.go", Text: "package main\n\nfunc main() {}\n"},
		{Path: "/home/dev/app/run.sh", Mode: 0o755, Text: "#!/bin/sh\necho run\n"},
		{Path: "/home/dev/app/.env", Text: "DB_PASSWORD=" + DotenvCanary + "\n"},
		{Path: "/home/dev/app/.env.example", Text: "DB_PASSWORD=\n"},
		{Path: "/home/dev/app/build/out.o", Text: "o\n"},
		{Path: "/home/dev/app/node_modules/left-pad/index.js", Text: "module.exports = 1\n"},
	}
}

var home, root, rootBusybox lazy

// Home is a developer's home, run by dev in the project. It has programs that run others: [Runners],
// and agents: [AgentStubs].
func Home() *jail.World {
	return home.get(func() *jail.World {
		return &jail.World{ID: "home", Cwd: ProjectDir, Files: HomeFiles(), Stubs: slices.Concat(Runners(), AgentStubs())}
	})
}

// RootFiles are a server's system files, its data, and the homes of its users.
func RootFiles() []jail.File {
	return []jail.File{
		{Path: "/boot/vmlinuz", Text: "a kernel\n"},
		{Path: "/etc/shadow", Mode: 0o600, Text: "root:$6$" + ShadowCanary + ":19000:0:99999:7:::\n"},
		{Path: "/etc/sudoers", Mode: 0o440, Text: "root ALL=(ALL:ALL) ALL\n"},
		{Path: "/etc/fstab", Text: "/dev/sda1 / ext4 defaults 0 1\n"},
		{Path: "/etc/profile", Text: "umask 022\n"},
		{Path: "/etc/cron.d/backup", Text: "0 3 * * * root /opt/backup.sh\n"},
		{Path: "/opt/backup.sh", Mode: 0o755, Text: "#!/bin/sh\nexit 0\n"},
		{Path: "/root/.bashrc", Text: "umask 022\n"},
		{Path: "/root/notes.txt", Text: "notes of the administrator\n"},
		{Path: "/srv/data/customers.csv", Text: "id,name\n1,Ada\n"},
		{Path: "/srv/app/main.py", Text: "print(1)\n"},
		{Path: "/srv/app/build/out.o", Text: "o\n"},
		{Path: "/home/dev/notes.txt", Text: "notes of ten years\n"},
		{Path: "/var/lib/app/data.db", Text: "rows\n"},
		{Path: "/var/log/syslog", Text: "a line\n"},
		{Path: "/tmp/cache/a", Text: "a\n"},
	}
}

// Root is a server, run by root in /srv/app. Deleting everything is really tried there.
func Root() *jail.World {
	return root.get(func() *jail.World {
		return &jail.World{ID: "root", Root: true, Cwd: "/srv/app", Files: RootFiles(), Stubs: Runners()}
	})
}

// RootBusybox is Root with the rm of busybox, as in images of Alpine: it does not refuse "/".
func RootBusybox() *jail.World {
	return rootBusybox.get(func() *jail.World {
		w := *Root()
		w.ID = "root-busybox"
		w.Programs = map[string]string{"rm": "busybox"}
		return &w
	})
}
