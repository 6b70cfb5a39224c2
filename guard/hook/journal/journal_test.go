package journal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRedact(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"rm -rf build", "rm -rf build"},
		{"PASSWORD=hunter2 ./run", "PASSWORD=[redacted] ./run"},
		{"export DB_PASSWORD='a b' && x", "export DB_PASSWORD='[redacted]' && x"},
		{`API_KEY="abc;def"; ls`, `API_KEY="[redacted]"; ls`},
		{"GITHUB_TOKEN=abc gh pr list", "GITHUB_TOKEN=[redacted] gh pr list"},
		{"AWS_SECRET_ACCESS_KEY=abc/def+g aws s3 ls", "AWS_SECRET_ACCESS_KEY=[redacted] aws s3 ls"},
		{"psql --password hunter2 db", "psql --password [redacted] db"},
		{"x --token=abc --force", "x --token=[redacted] --force"},
		{"x --password --force", "x --password --force"},
		{"x --token $TOKEN", "x --token $TOKEN"},
		{"curl -H 'Authorization: Bearer abc.def' https://a", "curl -H 'Authorization: [redacted]' https://a"},
		{`curl -H "X-Api-Key: abc" https://a`, `curl -H "X-Api-Key: [redacted]" https://a`},
		{"curl -H Bearer\\ x; echo Bearer abcdefghij", "curl -H Bearer\\ x; echo Bearer [redacted]"},
		{`curl -d '{"user":"a","password":"hunter2","n":1}'`, `curl -d '{"user":"a","password":"[redacted]","n":1}'`},
		{"git clone https://me:hunter2@host/x.git", "git clone https://me:[redacted]@host/x.git"},
		{"git clone https://0123456789abcdefghijk@host/x", "git clone https://[redacted]@host/x"},
		{"git clone https://host/a@b", "git clone https://host/a@b"},
		{"git clone ssh://git@host/x", "git clone ssh://git@host/x"},
		{"curl -u me:hunter2 https://a", "curl -u me:[redacted] https://a"},
		{"mysql -uroot -phunter2 -e 'DROP TABLE a'", "mysql -uroot -p[redacted] -e 'DROP TABLE a'"},
		{"sshpass -p hunter2 ssh a", "sshpass -p [redacted] ssh a"},
		{"mkdir -p a/b", "mkdir -p a/b"},
		{"echo ghp_abcdefghijklmnopqrstuvwxyz0123456789", "echo [redacted]"},
		{"echo AKIAIOSFODNN7EXAMPLE", "echo [redacted]"},
		{"echo sk-ant-api03-abcdefghijkl", "echo [redacted]"},
		{"x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def_ghi", "x [redacted]"},
		{"x 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "x [redacted]"},
		{"git checkout 0123456789abcdef0123456789abcdef01234567", "git checkout 0123456789abcdef0123456789abcdef01234567"},
		{"x Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MEFCQ0RFRg==", "x [redacted]"},
		{"cat /home/dev/app/very/long/path/that/is/no/key/2024/file.txt", "cat /home/dev/app/very/long/path/that/is/no/key/2024/file.txt"},
		{"npm run build-the-whole-application-in-production-mode", "npm run build-the-whole-application-in-production-mode"},
		{"echo '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----'", "echo '[redacted]-----END RSA PRIVATE KEY-----'"},
		{"curl --user me:hunter2 https://a", "curl --user me:[redacted] https://a"},
		{"curl --proxy-user=me:hunter2 https://a", "curl --proxy-user=me:[redacted] https://a"},
		{"curl -su me:hunter2 https://a", "curl -su me:[redacted] https://a"},
		{"curl -b session=hunter2 https://a", "curl -b [redacted] https://a"},
		{"sshpass -phunter2secret ssh a", "sshpass -p[redacted] ssh a"},
		{"redis-cli -a hunter2 ping", "redis-cli -a [redacted] ping"},
		{"ldapsearch -w hunter2 -x", "ldapsearch -w [redacted] -x"},
		{"zip -P hunter2 a.zip b", "zip -P [redacted] a.zip b"},
		{"7z x -phunter2 a.7z", "7z x -p[redacted] a.7z"},
		{"openssl enc -k hunter2", "openssl enc -k [redacted]"},
		{"openssl rsa -passin pass:hunter2", "openssl rsa -passin [redacted]"},
		{"MYSQL_PWD=hunter2 mysql", "MYSQL_PWD=[redacted] mysql"},
		{"x 'AccountName=a;AccountKey=hunter2;b'", "x 'AccountName=a;AccountKey=[redacted];b'"},
		{"curl 'https://a?sig=hunter2'", "curl 'https://a?sig=[redacted]'"},
		{`curl -H "X-Auth: hunter2" https://a`, `curl -H "X-Auth: [redacted]" https://a`},
		{"kubectl create secret generic x --from-literal=k=hunter2", "kubectl create secret generic x --from-literal=[redacted]"},
		{"aws configure set aws_secret_access_key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws configure set aws_secret_access_key [redacted]"},
		{"sort -u a:b", "sort -u a:b"},
		{"zip -r a.zip b", "zip -r a.zip b"},
		{"rm -rf tokens passwords", "rm -rf tokens passwords"},
		{"cat secrets.yaml", "cat secrets.yaml"},
	} {
		require.Equal(t, tt.want, Redact(tt.in))
	}
}

func TestRedactIsLinear(t *testing.T) {
	for _, unit := range []string{"a", "password ", "://", "-u ", "a:", "-----BEGIN ", "Bearer ", "= "} {
		start := time.Now()
		Redact(strings.Repeat(unit, 1<<20/len(unit)))
		require.Less(t, time.Since(start), 5*time.Second, unit)
	}
}

func FuzzRedact(f *testing.F) {
	f.Add("PASSWORD=x --token y https://a:b@c -p")
	f.Fuzz(func(t *testing.T, s string) { Redact(s) })
}

func entries(t *testing.T, path string) (out []Entry) {
	t.Helper()
	skipped, err := Read(path, func(e Entry, _ []byte) { out = append(out, e) })
	require.NoError(t, err)
	require.Zero(t, skipped)
	return out
}

func TestAppendAndRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "bashguard", "decisions.jsonl")
	require.Empty(t, entries(t, path))
	require.NoError(t, Append(path, Entry{Verdict: "deny", Outcome: Refused, Cwd: "/x/ghp_abcdefghijklmnopqrstuvwxyz0123456789", Command: "PASSWORD=hunter2 x", Reason: "TOKEN=abc", Paths: []string{"https://a:b@c"}, Rules: []string{"a/b"}}))
	require.NoError(t, Append(path, Entry{Verdict: "ask", Outcome: Asked, Command: strings.Repeat("x ", MaxCommand)}))
	got := entries(t, path)
	require.Len(t, got, 2)
	require.Equal(t, "PASSWORD=[redacted] x", got[0].Command)
	require.Equal(t, "TOKEN=[redacted]", got[0].Reason)
	require.Equal(t, "/x/[redacted]", got[0].Cwd)
	require.Equal(t, []string{"https://a:[redacted]@c"}, got[0].Paths)
	require.Len(t, got[1].Command, MaxCommand)

	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	info, err = os.Stat(filepath.Dir(path))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
}

// What is written by hand is what encoding/json would write.
func TestEntryIsItsJSON(t *testing.T) {
	full := Entry{
		Time: time.Date(2026, 11, 30, 1, 2, 3, 456789000, time.UTC), Verdict: "deny", Outcome: Refused, Agent: "claude", Event: "PreToolUse", Tool: "Bash", Mode: "plan",
		Session: "s", Cwd: "/a b", Command: "echo \"x\"\n\x01é", Paths: []string{"/p", "/q"}, Rules: []string{"a/b"}, Reason: "r", Policy: []string{"not taken: mode"}, Micros: 7,
	}
	for _, e := range []Entry{full, {}} {
		want, err := json.Marshal(e)
		require.NoError(t, err)
		require.JSONEq(t, string(want), string(e.line()))
	}
}

// What a project's policy tried fills no log.
func TestEntryBoundsWhatItSaysOfThePolicy(t *testing.T) {
	notes := make([]string, 1000)
	for i := range notes {
		notes[i] = strings.Repeat("x", 5000)
	}
	var e Entry
	require.NoError(t, json.Unmarshal(Entry{Policy: notes}.line(), &e))
	require.Len(t, e.Policy, maxNotes)
	for _, note := range e.Policy {
		require.LessOrEqual(t, len(note), maxNote)
	}
}

func TestAppendClosesAnOpenLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	require.NoError(t, Append(path, Entry{}))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestAppendFollowsNoLinkAndWaitsForNobody(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "other"), []byte("x"), 0o600))
	require.NoError(t, os.Symlink("other", filepath.Join(dir, "decisions.jsonl")))
	require.Error(t, Append(filepath.Join(dir, "decisions.jsonl"), Entry{}))
	data, err := os.ReadFile(filepath.Join(dir, "other"))
	require.NoError(t, err)
	require.Equal(t, "x", string(data))
}

func TestAppendIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	require.NoError(t, os.WriteFile(path, make([]byte, MaxSize), 0o600))
	require.NoError(t, Append(path, Entry{Reason: "first of the new log"}))
	require.NoError(t, Append(path, Entry{Reason: "second"}))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Less(t, info.Size(), int64(1000))
	info, err = os.Stat(path + ".1")
	require.NoError(t, err)
	require.Equal(t, int64(MaxSize), info.Size())

	big := Entry{Cwd: strings.Repeat("\x01", 9999), Command: strings.Repeat("\x01", 9999), Reason: strings.Repeat("\x01", 9999)}
	for range 99 {
		big.Paths = append(big.Paths, strings.Repeat("\x01", 9999))
		big.Rules = append(big.Rules, "a/b")
	}
	line := big.line()
	require.LessOrEqual(t, len(line), maxLine)
	require.True(t, json.Valid(line))
}

func TestConcurrentAppendsDoNotMix(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if err := Append(path, Entry{Command: strings.Repeat("x", 3000)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	require.Len(t, entries(t, path), 160)
}

// Reading waits for nobody either: what is no file is said to be none.
func TestReadWaitsForNobody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	_, err := Read(path, func(Entry, []byte) {})
	require.ErrorContains(t, err, "no regular file")
}

func TestReadSkipsACutLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	require.NoError(t, os.WriteFile(path+".1", []byte(`{"reason":"old"}`+"\n"), 0o600))
	require.NoError(t, os.WriteFile(path, []byte(`{"reason":"new"}`+"\n\n"+`{"rea`), 0o600))
	var got []string
	skipped, err := Read(path, func(e Entry, line []byte) { got = append(got, e.Reason+string(line)) })
	require.NoError(t, err)
	require.Equal(t, 1, skipped)
	require.Equal(t, []string{`old{"reason":"old"}`, `new{"reason":"new"}`}, got)
}

func TestPath(t *testing.T) {
	for _, tt := range []struct{ xdg, home, want string }{
		{"/x", "/h", "/x/bashguard/decisions.jsonl"},
		{"", "/h", "/h/.local/state/bashguard/decisions.jsonl"},
		{"rel", "/h", "/h/.local/state/bashguard/decisions.jsonl"},
		{"", "", ""},
	} {
		require.Equal(t, tt.want, Path(func(name string) string {
			return map[string]string{"XDG_STATE_HOME": tt.xdg, "HOME": tt.home}[name]
		}))
	}
}
