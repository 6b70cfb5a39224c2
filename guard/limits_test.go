//go:build !race

// The race detector makes everything ten times slower, so that the clock is all that is seen.

package guard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/state"
)

// What one answer may cost, whatever the input.
const (
	maxTime   = 250 * time.Millisecond
	maxMemory = 64 << 20 // bytes of resident memory, of the whole process
)

// repeat makes a text of n parts.
func repeat(n int, part string) string { return strings.Repeat(part, n) }

// script is at least size bytes of the kind of script that people write.
func script(size int) string {
	const part = `# build step %[1]d
set -euo pipefail
out=build/%[1]d
mkdir -p "$out" && cd "$out"
for f in ../src/*.c; do
	name=$(basename "$f" .c)
	if [ "$f" -nt "$name.o" ]; then
		cc -O2 -Wall -c "$f" -o "$name.o" || { echo "failed: $f" >&2; exit 1; }
	fi
done
case "${1:-all}" in
all) ar rcs "lib%[1]d.a" ./*.o | tee -a log.txt ;;
clean) echo "nothing to clean in $out" ;;
esac
cat > config.h <<EOF
#define STEP %[1]d
#define WHEN "$(date +%%F)"
EOF
cd - > /dev/null
`
	var b strings.Builder
	for n := 0; b.Len() < size; n++ {
		fmt.Fprintf(&b, part, n)
	}
	return b.String()
}

// heredocs is a shell in a shell n levels deep, by heredocs, which need no quoting.
func heredocs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "bash <<'E%d'\n", i)
	}
	b.WriteString("ls\n")
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "E%d\n", i)
	}
	return b.String()
}

// limitCases are inputs made to exhaust a reader. Those with a limit must be at least asked
// about, with that word in the reason; those without one must be read to the end.
var limitCases = []struct {
	name  string
	text  func() string
	limit string // a word of the name of the limit that is hit; "any" when several may be
	want  guard.Verdict
}{
	{"1 MiB of ordinary script", func() string { return script(1<<20 - 1024) }, "any", 0},
	{"32 KiB of ordinary script", func() string { return script(32 << 10) }, "", guard.None},
	{"4 MiB of ordinary script", func() string { return script(4 << 20) }, "any", 0},
	{"200,000 nested parentheses", func() string { return repeat(200_000, "(") + "ls" + repeat(200_000, ")") }, "any", 0},
	{"100,000 parentheses closed in quotes only", func() string { return repeat(100_000, "( : ')';\n") }, "any", 0},
	{"50,000 braces closed in comments only", func() string { return repeat(50_000, "{ # }\n") }, "any", 0},
	{"50,000 substitutions closed in quotes only", func() string { return repeat(50_000, "$(echo ')' ") }, "any", 0},
	{"200,000 open parentheses", func() string { return repeat(200_000, "(") }, "any", 0},
	{"200,000 nested substitutions", func() string { return "echo " + repeat(200_000, "$(") + "ls" + repeat(200_000, ")") }, "any", 0},
	{"200,000 nested braces", func() string { return repeat(200_000, "{ ") + "ls" + repeat(200_000, "; }") }, "any", 0},
	{"200,000 nested expansions", func() string { return "echo " + repeat(200_000, "${x:-") + repeat(200_000, "}") }, "any", 0},
	{"200,000 nested arithmetic", func() string { return "echo $((" + repeat(200_000, "(") + "1" + repeat(200_000, ")") + "))" }, "any", 0},
	{"200,000 backquotes", func() string { return "echo " + repeat(100_000, "`ls`") }, "", 0},
	{"10,000 &&", func() string { return repeat(10_000, "true && ") + "true" }, "", guard.None},
	{"10,000 pipes", func() string { return repeat(10_000, "cat | ") + "cat" }, "", guard.None},
	{"10,000 lines", func() string { return repeat(10_000, "echo a\n") }, "", guard.None},
	{"10,000 assignments", func() string { return "x=a\n" + repeat(10_000, "x=${x}b\n") }, "", 0},
	{"doubling assignments", func() string { return "x=ab\n" + repeat(64, "x=$x$x\n") + "echo $x" }, "", 0},
	{"1 MiB word", func() string { return "echo " + repeat(1<<20-16, "a") }, "", 0},
	{"1 MiB quoted word", func() string { return "echo '" + repeat(1<<20-16, "a") + "'" }, "", 0},
	{"1 MiB heredoc", func() string { return "cat <<'E'\n" + repeat((1<<20)/8-8, "aaaaaaa\n") + "E\n" }, "", 0},
	{"1 MiB comment", func() string { return "ls #" + repeat(1<<20-16, "a") }, "", 0},
	{"1 MiB of blanks", func() string { return "ls" + repeat(1<<20-16, " ") }, "", 0},
	{"brace sequence bomb", func() string { return "echo {1..1000000000}" }, "", 0},
	{"brace product bomb", func() string { return "echo " + repeat(40, "{a,b}") }, "", 0},
	{"brace sequences' product", func() string { return "echo {1..1000}{1..1000}{1..1000}" }, "", 0},
	{"nested braces", func() string { return "echo " + repeat(5000, "{a,") + repeat(5000, "}") }, "", 0},
	{"brace bomb as a program", func() string { return repeat(40, "{a,b}") }, "any", 0},
	{"64 levels of bash -c by arguments", func() string { return repeat(64, `bash -c '"$@"' _ `) + "ls" }, "", 0},
	{"64 levels of bash by heredoc", func() string { return heredocs(64) }, "any", 0},
	{"64 levels of eval", func() string { return repeat(64, "eval ") + "ls" }, "", 0},
	{"a growing eval", func() string { return `x='eval "$x;$x"'; eval "$x"` }, "any", 0},
	{"a function that calls itself", func() string { return "f() { f; f; }; f" }, "", 0},
	{"functions that call each other", func() string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, "f%d() { f%d; f%d; }\n", i, i+1, i+1)
		}
		return b.String() + "f60() { ls; }\nf0"
	}, "", 0},
	{"nested loops", func() string {
		return repeat(40, "for i in 1 2 3 4 5 6 7 8 9; do ") + "x=$x$i" + repeat(40, "; done")
	}, "", 0},
	{"nested branches", func() string { return repeat(60, "if a; then x=1; else x=2; ") + repeat(60, "fi;") + "$x" }, "", 0},
	{"many branches", func() string {
		var b strings.Builder
		for i := range 2000 {
			fmt.Fprintf(&b, "if a; then x%d=1; else x%d=2; fi\n", i, i)
		}
		return b.String()
	}, "", 0},
	{"a cyclic source", func() string { return "source ./a.sh" }, "", 0},
	{"a script that runs itself", func() string { return "bash ./self.sh; bash ./self.sh" }, "", 0},
	{"many wrappers", func() string { return repeat(20_000, "env ") + "ls" }, "", 0},
	{"100,000 arguments", func() string { return "rm " + repeat(100_000, "a ") }, "", 0},
	{"100,000 redirects", func() string { return "ls " + repeat(100_000, ">a ") }, "", 0},
}

// cycleDir makes a directory with scripts that run each other.
func cycleDir(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.sh":    "source ./b.sh\nsource ./b.sh\n",
		"b.sh":    "source ./a.sh\nsource ./a.sh\n",
		"self.sh": "bash ./self.sh; bash \"$0\"; ./self.sh\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
	}
	return dir
}

// judged is what the child process tells its parent.
type judged struct {
	Verdict  string
	Messages []string
	Time     time.Duration
}

// slack is how much more than the promised time a test lets pass. Promises are held to with nothing
// beside them (make test does that in a step of its own); among other tests only what is out of
// all proportion fails.
func slack() float64 {
	if os.Getenv("BASHGUARD_TIMING") == "strict" {
		return 1
	}
	return 5
}

const limitCaseEnv = "BASHGUARD_TEST_LIMIT_CASE"

// TestLimitChild is one judgement in a process of its own, so that its memory can be measured.
// It does nothing unless TestNoInputCostsMoreThanItsBound runs it.
func TestLimitChild(t *testing.T) {
	name := os.Getenv(limitCaseEnv)
	if name == "" {
		return
	}
	// A case that fails must not take the machine with it.
	most := syscall.Rlimit{Cur: 1 << 30, Max: 1 << 30}
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_DATA, &most))
	for _, c := range limitCases {
		if c.name != name {
			continue
		}
		text := c.text()
		start := time.Now()
		here, err := os.Getwd()
		require.NoError(t, err)
		clock := guard.DefaultTime
		if c.want == guard.None { // to be read to its end, however busy the machine is
			clock = time.Duration(float64(clock) * slack())
		}
		cmd := guard.Parse(text, guard.In(here), guard.Home("/home/dev"), guard.Root(here), guard.With(state.New()), guard.Limit(guard.Limits{Time: clock}))
		result := guard.Check(cmd, guard.DefaultPolicy())
		got := judged{Verdict: result.Verdict.String(), Time: time.Since(start)}
		for _, f := range result.Findings {
			got.Messages = append(got.Messages, f.Message)
		}
		require.NoError(t, json.NewEncoder(os.Stderr).Encode(got))
	}
}

func TestNoInputCostsMoreThanItsBound(t *testing.T) {
	dir := cycleDir(t)
	self, err := os.Executable()
	require.NoError(t, err)
	most := time.Duration(float64(maxTime) * slack())
	for _, c := range limitCases {
		t.Run(c.name, func(t *testing.T) {
			var got judged
			var memory int64
			// The best of a few: what the code costs, not what else the machine did.
			for range 5 {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				child := exec.CommandContext(ctx, self, "-test.run=^TestLimitChild$")
				child.Dir = dir
				child.Env = append(os.Environ(), limitCaseEnv+"="+c.name)
				var report strings.Builder
				child.Stderr = &report
				require.NoError(t, child.Run(), "%.500s", report.String())
				got = judged{}
				require.NoError(t, json.Unmarshal([]byte(report.String()), &got), report.String())
				memory = child.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
				if got.Time <= most && memory <= maxMemory {
					break
				}
			}
			t.Logf("%v, %d MiB, %s %.300q", got.Time, memory>>20, got.Verdict, got.Messages)
			assert.LessOrEqual(t, got.Time, most)
			assert.LessOrEqual(t, memory>>20, int64(maxMemory>>20), "MiB")
			said := strings.Join(got.Messages, "\n")
			if c.limit == "any" {
				c.limit = "limit"
			}
			if c.limit != "" {
				assert.Contains(t, []string{"ask", "deny"}, got.Verdict)
				assert.Contains(t, said, c.limit, "the limit has its name in the reason")
			}
			if c.want != 0 {
				assert.Equal(t, c.want.String(), got.Verdict, said)
			}
		})
	}
}

// growing are texts whose cost must grow no faster than they do. Sizes stay below the limits.
var growing = []struct {
	name string
	n    int
	text func(n int) string
}{
	{"script", 100 << 10, script},
	{"list of &&", 2000, func(n int) string { return repeat(n, "true && ") + "true" }},
	{"list of lines", 2000, func(n int) string { return repeat(n, "rm -f a.o\n") }},
	{"pipeline", 500, func(n int) string { return repeat(n, "cat | ") + "cat" }},
	{"arguments", 10_000, func(n int) string { return "rm " + repeat(n, "a ") }},
	{"word", 200 << 10, func(n int) string { return "echo " + repeat(n, "a") }},
	{"quoted word", 200 << 10, func(n int) string { return `echo "` + repeat(n, "a") + `"` }},
	{"expansions in a word", 2000, func(n int) string { return `echo "` + repeat(n, "$x ") + `"` }},
	{"heredoc", 10_000, func(n int) string { return "cat <<E\n" + repeat(n, "some $x text\n") + "E\n" }},
	{"assignments", 1000, func(n int) string { return repeat(n, "x=$y\n") }},
	{"appending assignments", 1000, func(n int) string { return "x=\n" + repeat(n, "x+=ab\n") }},
	{"different variables", 1000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "v%d=a; if b; then v%d=c; fi\n", i, i)
		}
		return b.String()
	}},
	{"functions", 1000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "f%d() { ls; }; f%d\n", i, i)
		}
		return b.String()
	}},
	{"redirects", 2000, func(n int) string { return "ls " + repeat(n, ">>a ") }},
	{"substitutions", 1000, func(n int) string { return "echo " + repeat(n, "$(ls) ") }},
	{"subshells", 1000, func(n int) string { return repeat(n, "(cd a && ls)\n") }},
	{"files written", 1000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "echo ls > f%d; sh f%d\n", i, i)
		}
		return b.String()
	}},
	{"comments", 5000, func(n int) string { return repeat(n, "# words about rm\n") }},
	{"other language", 2000, func(n int) string { return "python3 -c '" + repeat(n, "print(1)\n") + "'" }},
	{"backslash newlines", 2000, func(n int) string { return "echo " + repeat(n, "a \\\n") + "b" }},
	{"nesting", 20, func(n int) string { return repeat(n, "(") + "ls" + repeat(n, ")") }},
}

// maxGrowth is what twice the input may cost, in times of the input.
const maxGrowth = 2.2

func TestTwiceTheInputCostsAboutTwiceTheTime(t *testing.T) {
	policy := guard.DefaultPolicy()
	// Garbage is collected between the measurements: whether a collection falls into one is chance,
	// and the hook ends before its first.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	cost := func(text string) time.Duration {
		best := time.Duration(1 << 62)
		for range 3 {
			runtime.GC()
			start := time.Now()
			guard.Check(guard.Parse(text, guard.In("/home/dev/app"), guard.Home("/home/dev")), policy)
			best = min(best, time.Since(start))
		}
		return best
	}
	for _, g := range growing {
		t.Run(g.name, func(t *testing.T) {
			once, twice := g.text(g.n), g.text(2*g.n)
			cost(once)
			ratio := 1e9
			for range 25 {
				a, b := cost(once), cost(twice)
				// Below a tenth of a millisecond the clock and the allocator are what is measured.
				a = max(a, 100*time.Microsecond)
				if ratio = min(ratio, float64(b)/float64(a)); ratio <= maxGrowth {
					break
				}
			}
			t.Logf("%.2f times", ratio)
			assert.LessOrEqual(t, ratio, maxGrowth*min(slack(), 2))
		})
	}
}
