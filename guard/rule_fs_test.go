package guard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// appState is a machine with the project of the examples: tracked sources, docs/journeys that git
// has never seen, a changed README, ignored build output.
func appState(clean bool) *fakeState {
	st := newFakeState("/home/dev/app/.git/", "/home/dev/app/src/main.go", "/home/dev/app/docs/journeys/a.md", "/home/dev/app/docs/guide.md",
		"/home/dev/app/README.md", "/home/dev/app/app.log", "/home/dev/app/build/x.o", "/home/dev/app/notes.txt", "/home/dev/app/secret-out/x",
		"/home/dev/app/home->/home/dev", "/home/dev/.bashrc", "/home/dev/.ssh/id_rsa", "/home/dev/.ssh/id_rsa.pub", "/tmp/empty/", "/etc/passwd", "/home/dev/projects/other/x")
	st.repo = &fakeRepo{root: "/home/dev/app", ignored: []string{"/home/dev/app/build", "/home/dev/app/secret-out", "/home/dev/app/app.log"}}
	if !clean {
		st.repo.untracked = []string{"/home/dev/app/docs/journeys/a.md", "/home/dev/app/notes.txt"}
		st.repo.dirty = []string{"/home/dev/app/README.md"}
	}
	return st
}

func checkIn(text string, clean bool) *Result {
	cmd := Parse(text, In("/home/dev/app"), Home("/home/dev"), Root("/home/dev/app"), With(appState(clean)))
	return Check(cmd, DefaultPolicy())
}

func found(r *Result, id string) Verdict {
	v := None
	for i := range r.Findings {
		if r.Findings[i].Rule.ID == id {
			v = Worse(v, r.Findings[i].Severity)
		}
	}
	return v
}

func TestFileDiskAndSystemRulesKeepTheirExamples(t *testing.T) {
	var rules []Rule
	rules = append(rules, fsRules...)
	rules = append(rules, diskRules...)
	rules = append(rules, systemRules...)
	for i := range rules {
		r := &rules[i]
		for _, example := range r.Matches {
			want := r.Severity
			text, clean := strings.CutPrefix(example, "clean: ")
			text, ask := strings.CutPrefix(text, "ask: ")
			if ask {
				want = Ask
			}
			assert.Equal(t, want.String(), found(checkIn(text, clean), r.ID).String(), "%s finds %s", r.ID, text)
		}
		for _, example := range r.Passes {
			text, clean := strings.CutPrefix(example, "clean: ")
			assert.Equal(t, "none", found(checkIn(text, clean), r.ID).String(), "%s passes %s", r.ID, text)
		}
	}
}

func TestVerdictsOnFiles(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		// through links, as the kernel goes
		{"rm -rf home", "none"}, // the link, which git has
		{"rm -rf home/*", "deny"},
		{"rm -rf home/notes.txt", "ask"},
		{"find home/ -delete", "deny"},
		{"cat x > home/.bashrc", "deny"},
		// inside the project
		{"rm -rf src", "none"},
		{"rm -rf docs", "ask"},
		{"rm -rf docs/guide.md", "none"},
		{"rm -rf secret-out", "none"},
		{"rm -f README.md", "ask"},
		{"rm notes.txt", "none"},
		{"rm *", "ask"},
		{"rm -f *.log", "none"},
		{"rm -rf do*", "ask"},
		{"rm -rf sr*", "none"},
		{"rm -rf nowhere", "none"},
		{"find docs -delete", "ask"},
		{"find docs -name '*.bak' -delete", "none"},
		{"find . -maxdepth 1 -type f -delete", "ask"},
		{"mv README.md /dev/null", "ask"},
		// where a cd may fail
		{"cd build; rm -rf *", "none"},
		{"cd nowhere; rm -rf *", "deny"},
		{"cd nowhere && rm -rf *", "none"},
		{"mkdir -p out2; cd out2; rm -rf *", "none"},
		{"cd /nowhere; rm -rf ./x", "ask"},
		// on other machines only roots and homes are known
		{"ssh h 'rm -rf ~'", "deny"},
		{"ssh h 'cd ~; rm -rf *'", "deny"},
		{"ssh h 'rm -rf ~/x'", "none"},
		{"ssh h 'rm -rf *'", "none"},
		{"ssh h 'cd / && rm -rf *'", "deny"},
		{"docker exec c rm -rf /etc", "deny"},
		{"docker exec c rm -rf /app/x", "none"},
		{"ssh h 'cat >> ~/.ssh/authorized_keys' < k.pub", "ask"},
		// names that find hands on
		{"find ~ -name '*.bak' -exec rm {} +", "ask"},
		{"find . -type f | xargs rm -f", "deny"},
		{"find ~ -exec chown root {} +", "deny"},
		{"find $DIR -exec rm -rf {} +", "deny"},
		// multi-call binaries, other names
		{"busybox rm -rf /", "deny"},
		{"doas rm -rf /etc", "deny"},
		{"unlink /etc/passwd", "deny"},
		{"truncate -s0 /etc/passwd", "deny"},
		{"install /dev/null /etc/shadow", "deny"},
		{"cp /dev/null ~/.ssh/id_rsa", "deny"},
		{"mv / /tmp/x", "deny"},
		{"echo x | sponge /etc/fstab", "deny"},
		{"dd if=/dev/null of=/etc/passwd conv=notrunc", "deny"},
		{"gzip ~/.ssh/id_rsa", "deny"},
	} {
		r := checkIn(tc.text, false)
		v := r.Verdict
		assert.Equal(t, tc.want, v.String(), "%s: %v", tc.text, messages(r))
	}
}

func messages(r *Result) (out []string) {
	for i := range r.Findings {
		out = append(out, r.Findings[i].Rule.ID+": "+r.Findings[i].Message)
	}
	return out
}

func TestPolicyPathsAreHonoured(t *testing.T) {
	p := DefaultPolicy()
	p.ProtectedPaths = []string{"infra/prod.tf", "/srv/data", "!~/.zshrc"}
	p.SecretPaths = []string{"conf/*.token", "!~/.npmrc"}
	p.TrustedDirs = []string{"/scratch", "~/playground"}
	for text, want := range map[string]string{
		"echo x > infra/prod.tf":           "deny",
		"rm -rf infra":                     "deny",
		"rm -rf infr*":                     "ask",
		"rm infra/prod.t*":                 "deny",
		"echo x > infra/prod.tf.bak":       "none",
		"rm -rf /srv/data/x":               "deny",
		"echo x > ~/.zshrc":                "none",
		"echo x > conf/a.token":            "deny",
		"echo x > ~/.npmrc":                "none",
		"rm -rf /scratch/x ~/playground/y": "none",
		"rm -rf /scratch-x":                "ask",
	} {
		r := Check(Parse(text, In("/home/dev/app"), Home("/home/dev"), Root("/home/dev/app")), p)
		assert.Equal(t, want, r.Verdict.String(), "%s: %v", text, messages(r))
	}
}

func TestNoFileRuleRefusesItsOwnAdvice(t *testing.T) {
	for _, text := range []string{
		"rm -rf ./build", `rm -rf "${DIR:?}"/*`, "mv old old.bak", "git stash push -u -- docs", "cd build && rm -rf *", "chmod u+x run.sh", "truncate -s 1G disk.img; mkfs.ext4 disk.img",
		"lsblk -f", "crontab -l > jobs.txt", `for i in 1 2 3; do work "$i" & done; wait`, "systemctl restart nginx", "kill 1234",
	} {
		r := checkIn(text, false)
		assert.Equal(t, "none", r.Verdict.String(), "%s: %v", text, messages(r))
	}
}
