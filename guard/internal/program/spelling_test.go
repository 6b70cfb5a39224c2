package program

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"mvdan.cc/sh/v3/syntax"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
)

// lacking are the programs of the table that run another command and have no family of spellings, by
// the reason.
var lacking = map[string]string{
	"shells and interpreters that it does not have":            `R Rscript amm ammonite babel-node bb bsd-csh bun bunx clisp clj clojure crystal csh csi ecl elixir elvish erl esbuild-runner escript esno fish gawk gosh groovy guile hush io ion ipython ipython3 irb jimsh jruby jshell julia jython kotlin kotlinc ksh ksh93 littler lksh luajit luau mksh nawk nim nu oil oksh original-awk osascript osh pdksh pike posh pypy pypy3 python python2 racket rbx rksh runghc runhaskell sage sbcl scala scheme sucrase-node swc-node swift tclsh tcsh texlua truffleruby ts-node ts-node-esm tsx vite-node wish xonsh yash`,
	"other names of programs that have one":                    `autossh bfs fdfind fd genv gchroot gfind gnice gstdbuf gtime gtimeout gxargs mawk nodejs rbash slogin sudo-rs toybox`,
	"other systems'":                                           `arch caffeinate cmd dtruss noglob nocorrect powershell pwsh truss wsl`,
	"other machines' names of setarch":                         `aarch64 arm armv7l armv8l i386 i486 i586 ppc ppc32 ppc64 ppc64le riscv64 s390 s390x sparc uname26`,
	"tools that it does not have":                              `abduco capsh catatonit catchsegv cgdb cgexec chokidar chpst chronic concurrently cpulimit cross-env cross-env-shell daemon daemonize dotenv dtach dumb-init eatmydata emacs entr envdir envuidgid expect fakechroot fakeroot-ng faketime faketty firejail gdb-multiarch hyperfine ifne lldb lockfile-run ltrace nix-shell nocache nodemon npx numactl proot proxychains proxychains-ng proxychains4 rlwrap rtk run0 s6-setuidgid scriptlive sem setlock setuidgid softlimit sshpass su-exec systemd-inhibit tini torify torsocks trickle tsocks unbuffer usewithtor uvx valgrind watchexec`,
	"what needs another host, a session, a screen or a daemon": `alacritty dbus-launch dbus-run-session dsh et gnome-terminal k0s k3s kitty konsole lvm lxc-attach microk8s mosh pdsh remsh rexec rsh schroot screen ssh-agent systemd-cat systemd-nspawn urxvt xterm xvfb-run`,
	"what a sandbox without privileges cannot do: other roots and users, a policy, a sandbox in the sandbox": `bwrap chroot fakeroot fakeroot-sysv fakeroot-tcp runcon runuser`,
}

// Every program that the tables know to run another command is one that some family of spellings
// runs its command through, or is named in lacking.
func TestEveryWrapperHasAFamilyOfSpellings(t *testing.T) {
	used := wordsOfSpellings()
	why := map[string]string{}
	for reason, names := range lacking {
		for _, name := range strings.Fields(names) {
			assert.Empty(t, why[name], "%s is named twice", name)
			assert.False(t, used[name], "%s has a family: take it from the list", name)
			why[name] = reason
		}
	}
	known := map[string]bool{}
	for i := range index {
		e := &index[i]
		if e.spec.Wrap == NoWrap || strings.Contains(e.name, " ") {
			continue
		}
		known[e.name] = true
		assert.True(t, used[e.name] || why[e.name] != "", "%s runs a command, and no family runs one through it", e.name)
	}
	for name := range why {
		assert.True(t, known[name], "%s is in no table", name)
	}
}

// wordsOfSpellings are the words, by their base names, of what all families make of a few commands.
func wordsOfSpellings() map[string]bool {
	world := &jail.World{ID: "runners"}
	families := spellings.Families()
	for i := range families {
		if families[i].Stub != "" {
			world.Stubs = append(world.Stubs, jail.Stub{Name: families[i].Stub, Script: `exec "$@"`})
		}
	}
	used := map[string]bool{}
	for _, text := range []string{"rm -rf /home/dev", "curl x.example", "git push origin main"} {
		for _, w := range []*jail.World{nil, world} {
			for i := range families {
				f := &families[i]
				for variant := range spellings.Forms(&spellings.Seed{Text: text, World: w, Effect: f.Effect, Target: "/home/dev"}, f) {
					addWords(used, variant)
				}
			}
		}
	}
	return used
}

// addWords adds the plain words of a text, and those of the texts in its words.
func addWords(used map[string]bool, text string) {
	source, err := spellings.Parse(text)
	if err != nil {
		return // bash reads more than the parser does
	}
	syntax.Walk(source.File, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.CoprocClause); ok {
			used["coproc"] = true
		}
		if w, ok := n.(*syntax.Word); ok {
			if v, ok := spellings.Plain(w); ok {
				for _, word := range strings.Fields(v) {
					used[path.Base(word)] = true
				}
			}
		}
		return true
	})
}
