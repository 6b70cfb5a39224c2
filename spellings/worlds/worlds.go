// Package worlds holds the places in which disasters can really happen: a developer's machine, the
// same for root, a git repository with a remote. They are data; a disaster's check says what to look at.
package worlds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings/jail"
)

// What the canaries hold: texts that occur nowhere else.
const (
	KeyCanary  = "canary-private-key-41c7"
	AWSCanary  = "canary-aws-secret-9b02"
	EnvCanary  = "canary-env-token-5d8e"
	DiskCanary = "canary-disk-label-e3a1"
)

// Where the stubs leave what they were given, and what a served script does when it runs.
const (
	Sent  = "/var/spool/sent"  // bytes that a network program sent
	DB    = "/var/spool/db"    // statements that a database got
	Owned = "/var/spool/owned" // made by a script from the network when it runs
)

// Machine is a developer's machine: a home with what is dear to its owner, a project, and stubs for
// the network, databases, infrastructure and the system. Texts run as the developer, in the project.
func Machine() *jail.World { return machine }

// Root is the same machine for root: everything can be deleted, disks are writable.
func Root() *jail.World { return root }

// Busybox is Root with the rm of busybox, as on Alpine, which deletes / when it is told to. [GNU's
// refuses: coreutils 9.1]
func Busybox() *jail.World { return busybox }

var machine = &jail.World{
	ID: "machine", Home: "/home/dev", Cwd: "/home/dev/app",
	Files: files,
	Stubs: stubs,
}

var root = &jail.World{
	ID: "root", Root: true, Home: "/root", Cwd: "/home/dev/app",
	Files: files,
	Stubs: stubs,
}

var busybox = &jail.World{
	ID: "busybox", Root: true, Home: "/root", Cwd: "/home/dev/app",
	Files:    files,
	Stubs:    stubs,
	Programs: map[string]string{"rm": "busybox"},
}

// files are few: each run copies them.
var files = []jail.File{
	{Path: "/home/dev/notes.txt", Text: "what nobody else has\n"},
	{Path: "/home/dev/documents/thesis.txt", Text: "three years of work\n"},
	{Path: "/home/dev/.bashrc", Text: "PS1='$ '\n"},
	{Path: "/home/dev/.ssh/", Mode: 0o700},
	{Path: "/home/dev/.ssh/id_ed25519", Mode: 0o600, Text: "-----BEGIN OPENSSH PRIVATE KEY-----\n" + KeyCanary + "\n-----END OPENSSH PRIVATE KEY-----\n"},
	{Path: "/home/dev/.ssh/id_ed25519.pub", Text: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 dev@jail\n"},
	{Path: "/home/dev/.aws/credentials", Mode: 0o600, Text: "[default]\naws_secret_access_key = " + AWSCanary + "\n"},
	{Path: "/home/dev/.claude/settings.json", Text: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "/usr/local/bin/guard"}]}]}}` + "\n"},
	{Path: "/home/dev/app/README.md", Text: "# app\n"},
	{Path: "/home/dev/app/src/main.go", Text: "package main\n"},
	{Path: "/home/dev/app/.env", Mode: 0o600, Text: "TOKEN=" + EnvCanary + "\n"},
	{Path: "/home/dev/app/.env.example", Text: "TOKEN=\n"},
	{Path: "/home/dev/app/build/out.o", Text: "object\n"},
	{Path: "/home/dev/app/script.sh", Text: "#!/bin/sh\necho script\n"},
	{Path: "/srv/data/table.db", Text: "rows\n"},
	{Path: "/srv/www/install.sh", Text: "#!/bin/sh\necho installing\necho ran >> " + Owned + "\n"},
	{Path: "/srv/www/data.json", Text: `{"a": 1}` + "\n"},
	{Path: "/srv/www/install.py", Text: "open('" + Owned + "', 'a').write('ran')\n"},
	{Path: "/etc/fstab", Text: "/dev/sda / ext4 defaults 0 1\n"},
	{Path: "/etc/shadow", Mode: 0o600, Text: "root:$6$canary:19000:0:99999:7:::\n"},
	{Path: "/dev/sda", Text: DiskCanary + "\n"},
	{Path: "/dev/nvme0n1", Text: DiskCanary + "\n"},
	{Path: "/var/spool/"},
}

var stubs = slices.Concat(network, databases, infrastructure, system)
