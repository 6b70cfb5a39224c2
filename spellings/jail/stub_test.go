package jail_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings/jail"
)

func args(res *jail.Result) [][]string {
	var all [][]string
	for _, c := range res.Calls {
		all = append(all, append([]string{c.Name}, c.Args...))
	}
	return all
}

// A stub stands wherever the real program would, whatever the text does to its search path.
func TestStubsStandAtThePathsOfPrograms(t *testing.T) {
	j := open(t)
	stubs := func(names ...string) *jail.World {
		w := &jail.World{ID: "stubs", Root: true}
		for _, n := range names {
			w.Stubs = append(w.Stubs, jail.Stub{Name: n})
		}
		return w
	}
	type calls = [][]string
	for name, c := range map[string]struct {
		w    *jail.World
		text string
		want calls
	}{
		"by name and by path":      {stubs("rm"), "rm 1; /bin/rm 2; /usr/bin/rm 3; /sbin/rm 4; ../bin/rm 5", calls{{"rm", "1"}, {"rm", "2"}, {"rm", "3"}, {"rm", "4"}, {"rm", "5"}}},
		"the path is the text's":   {stubs("rm"), "PATH=/bin; rm 1; unset PATH; rm 2; PATH=.; cd /usr/bin; rm 3; env -i rm 4; env -i /bin/rm 5", calls{{"rm", "1"}, {"rm", "3"}, {"rm", "4"}, {"rm", "5"}}},
		"found by other programs":  {stubs("rm"), "echo 1 | xargs rm; find /root -maxdepth 0 -exec rm 2 {} +; \"$(which rm)\" 3; \"$(command -v rm)\" 4; timeout 2 rm 5", calls{{"rm", "1"}, {"rm", "2", "/root"}, {"rm", "3"}, {"rm", "4"}, {"rm", "5"}}},
		"copied":                   {stubs("rm"), "cp /bin/rm x; ./x 1; ln -s /bin/rm y; ./y 2", calls{{"rm", "1"}, {"rm", "2"}}},
		"programs of the admin":    {stubs("mkfs.ext4", "shutdown"), "/usr/sbin/mkfs.ext4 1; /sbin/shutdown 2; /usr/sbin/shutdown 3; shutdown 4", calls{{"mkfs.ext4", "1"}, {"shutdown", "2"}, {"shutdown", "3"}, {"shutdown", "4"}}},
		"the admin's, by path":     {stubs("/usr/sbin/tool", "/sbin/other"), "/usr/sbin/tool 1; /sbin/other 2; other 3", calls{{"tool", "1"}, {"other", "2"}, {"other", "3"}}},
		"elsewhere":                {stubs("/opt/x/tool", "/usr/local/bin/tool2", "/home/dev/bin/t"), "/opt/x/tool 1; tool2 2; /usr/local/bin/tool2 3; /home/dev/bin/t 4", calls{{"tool", "1"}, {"tool2", "2"}, {"tool2", "3"}, {"t", "4"}}},
		"two of one name":          {stubs("/opt/a/tool", "/opt/b/tool", "tool"), "/opt/a/tool 1; /opt/b/tool 2; tool 3", calls{{"tool", "1"}, {"tool", "2"}, {"tool", "3"}}},
		"real ones in /usr/sbin":   {stubs("chroot"), "/usr/sbin/chroot 1", calls{{"chroot", "1"}}},
		"arguments, byte by byte":  {stubs("rm"), `rm '' $'\xff\xfe' $'a\nb' $'\x01call' -- " " '\0%s' $'\x01call'; rm $'\x01call' rm / 1; rm ''; rm`, calls{{"rm", "", "\xff\xfe", "a\nb", "\x01call", "--", " ", `\0%s`, "\x01call"}, {"rm", "\x01call", "rm", "/", "1"}, {"rm", ""}, {"rm"}}},
		"from a removed directory": {stubs("curl"), "mkdir d; cd d; rmdir ../d; curl 1", calls{{"curl", "1"}}},
		"before the end of all":    {stubs("curl"), "curl 1; rm -rf --no-preserve-root / 2>/dev/null; curl 2; rm -rf /.jail; : > /.jail/other", calls{{"curl", "1"}}},
		"before the end of home":   {stubs("curl"), "curl 1; rm -rf /.jail /root /home 2>/dev/null; curl 2", calls{{"curl", "1"}, {"curl", "2"}}},
	} {
		t.Run(name, func(t *testing.T) {
			res := run(t, j, c.w, c.text)
			require.Equal(t, jail.Ended, res.Outcome, res.Reason)
			assert.Equal(t, c.want, args(&res), "%+v", res)
		})
	}
}

func TestStubsRecordAndAnswer(t *testing.T) {
	j := open(t)
	w := &jail.World{
		ID:    "answer",
		Files: []jail.File{{Path: "/srv/install.sh", Text: "touch ~/installed"}},
		Stubs: []jail.Stub{
			{Name: "curl", Script: "cat /srv/install.sh"},
			{Name: "sudo", Script: `exec "$@"`},
			{Name: "/opt/a/tool", Script: "echo a"},
			{Name: "/opt/b/tool", Script: "echo b"},
			{Name: "nc", Stdin: true, Env: []string{"SET", "EMPTY", "UNSET"}, Script: "wc -c; exit 9"},
		},
	}
	res := run(t, j, w, "curl u | sudo bash; cd /tmp; printf 'a\\0b\\n' | SET=$'x\\ny' EMPTY= nc; echo $?", jail.Made("/home/dev/installed"))
	assert.Equal(t, []bool{true}, res.Happened, "%+v", res)
	assert.Equal(t, "4\n9\n", res.Stdout)
	require.Len(t, res.Calls, 3)
	assert.Equal(t, jail.Call{Name: "nc", Args: []string{}, Cwd: "/tmp", Stdin: "a\x00b\n", Env: []string{"SET=x\ny", "EMPTY="}}, res.Calls[2])

	res = run(t, j, w, "/opt/a/tool; /opt/b/tool")
	assert.Equal(t, "a\nb\n", res.Stdout)

	// A recorder stands in for a program that has none; a filter that is recorded still filters.
	res = j.Run(context.Background(), jail.Run{World: w, Text: "rm -rf /; echo abc | rev", Record: []string{"rm", "rev"}})
	assert.Equal(t, [][]string{{"rm", "-rf", "/"}, {"rev"}}, args(&res))
	assert.Equal(t, "cba\n", res.Stdout)
	res = run(t, j, w, "echo abc | rev")
	assert.Empty(t, res.Calls, "the next run has no recorders")
}

// Calls at the same time do not mix, be they short, as long as a buffer of dash, or long.
func TestCallsAtTheSameTime(t *testing.T) {
	j := open(t)
	w := &jail.World{ID: "many", Stubs: []jail.Stub{{Name: "curl"}, {Name: "nc", Stdin: true}}}
	for range 8 {
		const n = 12
		// Twenty arguments are as many writes of a long call.
		res := run(t, j, w, "for i in {1..3}; do for l in 10 300 360 20000; do printf -v x %$l.s; set -- \"$x\"{,,,,,,,,,,,,,,,,,,,}; curl $l $i \"$@\" $i & done; done; wait; head -c 1000000 /dev/zero | nc")
		require.True(t, len(res.Calls) == n+1, "%d calls of %d, %s", len(res.Calls), n+1, res.Stderr)
		for _, c := range res.Calls[:n] {
			require.Len(t, c.Args, 23)
			for _, arg := range c.Args[2:22] {
				assert.Equal(t, c.Args[0], strconv.Itoa(len(arg)))
			}
			assert.Equal(t, c.Args[1], c.Args[22])
		}
		assert.Equal(t, strings.Repeat("\x00", 1000000), res.Calls[n].Stdin)
	}
}

// A stub's own helpers are no calls of the text, and what a stub keeps does not reach what it runs.
func TestStubsLeaveNoTrace(t *testing.T) {
	j := open(t)
	w := &jail.World{ID: "trace", Stubs: []jail.Stub{{Name: "nc", Stdin: true, Script: `exec env`}}}
	res := j.Run(context.Background(), jail.Run{World: w, Record: []string{"base64", "dd"}, Text: "export in=a size=b; x=$(printf %9000s); echo hi | nc \"$x\" | grep -E '^(in|size|_jail.*)=' | sort"})
	require.Len(t, res.Calls, 1, "%v", args(&res))
	assert.Equal(t, "hi\n", res.Calls[0].Stdin)
	assert.Equal(t, "in=a\nsize=b\n", res.Stdout)
}

func TestAProgramInAnothersPlace(t *testing.T) {
	j := open(t)
	w := &jail.World{ID: "other", Programs: map[string]string{"rm": "busybox", "vi": "no-editor"}}
	res := run(t, j, w, ":")
	assert.Equal(t, jail.Unproven, res.Outcome)
	assert.Contains(t, res.Reason, "no-editor")
	if !j.Has("busybox") {
		t.Skip("NOT PROVEN: this host lacks busybox")
	}
	delete(w.Programs, "vi")
	res = run(t, j, w, "rm --help 2>&1 | head -1 | cut -d' ' -f1")
	assert.Equal(t, "BusyBox\n", res.Stdout)
}
