package guard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/guard/internal/value"
)

var placeNames = []string{
	"root", "systemdir", "insystem", "home", "homes", "inhome", "project", "inproject", "ancestor", "git", "hooks", "temp", "temproot",
	"trusted", "device", "harmless", "systemfile", "startup", "cron", "authkeys", "key", "keyish", "env", "secretdir", "procenv",
	"guard", "guarddir", "protected", "holds", "sysrq", "artifact",
}

// String lists the places, for tests.
func (p Place) names() string {
	var out []string
	for i, n := range placeNames {
		if p&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return strings.Join(out, " ")
}

func TestPlaces(t *testing.T) {
	for _, tc := range []struct{ word, want string }{
		// roots and system directories
		{"/", "root systemdir ancestor"},
		{"/*", "root systemdir home homes ancestor"},
		{"/etc", "systemdir"},
		{"/usr", "systemdir"},
		{"/usr/bin", "systemdir insystem"},
		{"/usr/local", "systemdir insystem"},
		{"/usr/local/share/x", "insystem"},
		{"/usr/lib/node_modules", "insystem artifact"},
		{"/var", "systemdir"},
		{"/var/lib", "systemdir insystem"},
		{"/var/log", "insystem"},
		{"/var/log/app.log", "insystem"},
		{"/var/www/html", ""},
		{"/opt/x", "insystem"},
		{"/srv/app", ""},
		{"/e*", "systemdir"},
		{"/ho*", "systemdir homes ancestor"},
		{"/us[r]", "systemdir"},
		{"/data", ""},
		{"/var/lib/apt/lists/*", "artifact"},
		{"/var/cache/apt/x", "artifact"},
		{"/private/etc", "systemdir"},
		{"/private/etc/passwd", "insystem systemfile"},
		{"/System", "systemdir"},
		{"/Applications", "systemdir"},
		{"/mnt/c", "systemdir"},
		{"/mnt/c/Users/x", "home"},
		{"/mnt/c/proj/x", ""},
		{`C:\Windows`, "systemdir insystem"},
		// homes
		{"/home", "systemdir homes ancestor"},
		{"/home/dev", "home ancestor"},
		{"/home/dev/*", "home inhome project ancestor"},
		{"/home/dev/.[!.]*", "home inhome startup key secretdir guarddir guard|"},
		{"/home/eve", "home"},
		{"/root", "home"},
		{"/Users/x", "home"},
		{"/home/*", "systemdir home homes ancestor"},
		{"/home/d*", "home ancestor"},
		{"/home/{USER}", "home"},
		{"/home/{USER}/x", ""},
		{"/home/dev/projects/other", "inhome"},
		{"~eve", "inhome inproject"},
		// the project
		{".", "inhome project"},
		{"*", "inhome project inproject"},
		{"src", "inhome inproject"},
		{"..", "home ancestor"},
		{"/home/dev/ap*", "inhome project"},
		{".git", "inhome inproject git"},
		{".git/hooks", "inhome inproject git hooks"},
		{".g*", "inhome inproject git guarddir"},
		{".gitignore", "inhome inproject"},
		{"sub/.git/hooks/x", "inhome inproject git hooks"},
		{"node_modules", "inhome inproject artifact"},
		{"web/dist/x.js", "inhome inproject artifact"},
		{"distant", "inhome inproject"},
		// temporary directories
		{"/tmp", "temp temproot"},
		{"/tmp/x", "temp"},
		{"/tmp/*", "temp temproot"},
		{"/tmpfile", ""},
		{"/var/tmp/x", "temp"},
		{"/dev/shm/x", "temp"},
		{"/private/var/folders/zz/x", "temp"},
		{"/var/folders/zz/x/T/app", "temp"},
		// devices
		{"/dev/sda", "device"},
		{"/dev/sda1", "device"},
		{"/dev/sdX1", "device"},
		{"/dev/nvme0n1p2", "device"},
		{"/dev/mmcblk0", "device"},
		{"/dev/vda", "device"},
		{"/dev/xvda1", "device"},
		{"/dev/dm-0", "device"},
		{"/dev/mapper/vg-root", "device"},
		{"/dev/disk/by-id/ata-x", "device"},
		{"/dev/disk2", "device"},
		{"/dev/rdisk2s1", "device"},
		{"/dev/loop0", "device"},
		{"/dev/sd*", "insystem device"},
		{"/dev/sd{X.}", "insystem device"},
		{"/dev/{DISK}", "insystem device"},
		{"/dev/null", "harmless"},
		{"/dev/fd/1", "harmless"},
		{"/dev/ttyUSB0", "harmless"},
		{"/dev/stdout", "harmless"},
		{"/dev/video0", "insystem"},
		{"/dev/tcp/x/1", "harmless"},
		// system files
		{"/etc/passwd", "insystem systemfile"},
		{"/etc/shadow", "insystem systemfile key"},
		{"/etc/sudoers.d/x", "insystem systemfile"},
		{"/etc/fstab", "insystem systemfile"},
		{"/etc/nginx/nginx.conf", "insystem"},
		{"/boot/vmlinuz", "insystem systemfile"},
		{"/etc/cron.d/x", "insystem cron"},
		{"/etc/profile.d/x.sh", "insystem startup"},
		{"/proc/sysrq-trigger", "insystem sysrq"},
		{"/proc/1/environ", "insystem procenv"},
		{"/proc/*/environ", "insystem procenv"},
		{"/proc/{PID}/environ", "insystem procenv"},
		{"/proc/cpuinfo", "insystem"},
		{"/bin/sh", "insystem systemfile"},
		{"/bin/foo", "insystem"},
		// start-up files
		{"/home/dev/.bashrc", "inhome startup"},
		{"/root/.bashrc", "startup"},
		{"/home/eve/.profile", "startup"},
		{".bashrc", "inhome inproject"},
		{"/home/dev/.config/fish/config.fish", "inhome startup"},
		{"/home/dev/.ssh/rc", "inhome startup"},
		// keys
		{"/home/dev/.ssh", "inhome secretdir"},
		{"/home/dev/.ssh/id_rsa", "inhome key"},
		{"/home/dev/.ssh/id_rsa.pub", "inhome"},
		{"/home/dev/.ssh/known_hosts", "inhome"},
		{"/home/dev/.ssh/config", "inhome"},
		{"/home/dev/.ssh/authorized_keys", "inhome authkeys"},
		{"/home/dev/.ssh/deploy.pem", "inhome key|"},
		{"/home/dev/.ssh/work", "inhome keyish"},
		{"/home/dev/.ssh/*", "inhome secretdir startup authkeys key|"},
		{"/home/dev/.ssh/*.pub", "inhome"},
		{"/home/dev/.ss*/id_*", "inhome key"},
		{"/home/*/.ssh/id_rsa", "key|"},
		{"/home/dev/.ssh/{K}", "inhome keyish"},
		{"{H}/.ssh/id_rsa", "key"},
		{"{H}/.ssh/id_*", "key"},
		{"{H}/.aws/credentials", "key"},
		{"{H}/x", ""},
		{"/backup/eve/.ssh/id_ed25519", "key"},
		{"/home/dev/.aws/credentials", "inhome key"},
		{"/home/dev/.aws/config", "inhome"},
		{"/home/dev/.netrc", "inhome key"},
		{"/home/dev/.n*rc", "inhome key"},
		{"/home/dev/.npmrc", "inhome key"},
		{".npmrc", "inhome inproject"},
		{"/home/dev/.docker/config.json", "inhome key"},
		{"/home/dev/.kube/config", "inhome key"},
		{"/home/dev/.config/gh/hosts.yml", "inhome key"},
		{"/home/dev/.config/gcloud/application_default_credentials.json", "inhome key"},
		{"/home/dev/.config/google-chrome/Default/Login Data", "inhome key"},
		{"/home/dev/.mozilla/firefox/a.default/key4.db", "inhome key"},
		{"/home/dev/Library/Keychains/login.keychain-db", "inhome key"},
		{"/home/dev/.gnupg/private-keys-v1.d/A.key", "inhome key|"},
		{"/etc/ssh/ssh_host_rsa_key", "insystem key"},
		{"/etc/ssh/ssh_host_rsa_key.pub", "insystem"},
		{"certs/server.key", "inhome inproject keyish"},
		{"certs/ca.pem", "inhome inproject keyish"},
		{".env", "inhome inproject env"},
		{".env.local", "inhome inproject env"},
		{"prod.env", "inhome inproject env"},
		{".env*", "inhome inproject env"},
		{".env.example", "inhome inproject"},
		{".env.sample", "inhome inproject"},
		{"example.env", "inhome inproject"},
		{".environment", "inhome inproject"},
		// the guard and the agents' settings
		{".claude", "inhome inproject guarddir"},
		{".claude/settings.json", "inhome inproject guard"},
		{".claude/hooks/x.sh", "inhome inproject guard"},
		{".claude/hooks", "inhome inproject guard"},
		{".claude/plans/x.md", "inhome inproject"},
		{".cl*", "inhome inproject guarddir"},
		{".claude/*.json", "inhome inproject guard"},
		{"/home/dev/.claude.json", "inhome guard"},
		{"/home/dev/.codex/config.toml", "inhome guard"},
		{".github/hooks/x.json", "inhome inproject guard"},
		{".github/workflows/x.yml", "inhome inproject"},
		{"/home/dev/.config/bashguard/policy.yaml", "inhome guard"},
		{".bashguard/policy.yaml", "inhome inproject guard"},
		{"/home/dev/go/bin/bashguard", "inhome guard"},
		{"/usr/local/bin/bashguard", "insystem guard"},
		{"cmd/bashguard", "inhome inproject"},
		{"{$(which bashguard)}", "guard"},
		{"{$(which go)}", ""},
		{"/etc/claude-code/managed-settings.json", "insystem guard"},
	} {
		c := testContext(nil)
		w := word(tc.word)
		if strings.Contains(tc.word, `\`) {
			w = value.Lit(tc.word)
		}
		_, pl := c.Locate(leafIn("/home/dev/app"), &w)
		want, some := strings.CutSuffix(tc.want, "|")
		if !some {
			assert.Equal(t, want, pl.names(), tc.word)
			continue
		}
		for _, n := range strings.Fields(want) {
			assert.Contains(t, strings.Fields(pl.names()), n, tc.word)
		}
	}
}

// The guard's own file is kept from changes whatever its name, and asked for only when there is a
// path to compare it with.
func TestOwnFile(t *testing.T) {
	for _, tc := range []struct {
		command string
		want    Verdict
		asked   bool
	}{
		{"git status", None, false},
		{"go test ./...", None, false},
		{"rm /srv/tools/gate", Deny, true},
		{"cp /bin/true /srv/tools/gate", Deny, true},
		{"cat /srv/tools/gate", None, true},
		{"cp /bin/true /srv/tools/gates", None, true},
	} {
		asked := false
		p := DefaultPolicy()
		p.OwnFile = func() string { asked = true; return "/srv/tools/gate" }
		res := Check(Parse(tc.command, In("/srv/tools"), Root("/srv/tools"), Home("/home/dev")), p)
		assert.Equal(t, tc.want, res.Verdict, tc.command)
		assert.Equal(t, tc.asked, asked, tc.command)
	}
}
