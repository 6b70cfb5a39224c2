package lang

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/guard/internal/value"
)

func allTests() map[string][]scanTest {
	return map[string][]scanTest{
		"python": pythonTests, "javascript": javascriptTests, "perl": perlTests, "ruby": rubyTests,
		"php": phpTests, "awk": awkTests, "lua": luaTests, "applescript": appleScriptTests,
	}
}

func unknownPiece(text, name string) value.Piece {
	return value.Piece{Text: text, Name: name, Kind: value.Unknown, Origin: value.Env}
}

func TestUnknownPiecesOfTheCodeStayUnknown(t *testing.T) {
	code := value.Of(
		value.Piece{Text: "import os; os.remove('/a/"}, unknownPiece("$F", "F"),
		value.Piece{Text: ".txt'); x = "}, unknownPiece("$X", "X"),
		value.Piece{Text: "; os.system(x)"},
	)
	calls := Scan("python", code)
	require.Equal(t, "delete /a/${F}....txt\nshell ${X}...", show(calls))
	src := code.String()
	assert.Equal(t, "os.remove('/a/$F.txt')", src[calls[0].Start:calls[0].End])
	assert.Equal(t, "os.system(x)", src[calls[1].Start:calls[1].End])
}

func TestWhollyUnknownCodeGivesNothing(t *testing.T) {
	assert.Empty(t, Scan("python", value.Of(unknownPiece("$CODE", "CODE"))))
}

func TestLanguagesThatAreNotRead(t *testing.T) {
	assert.Nil(t, Scan("cobol", value.Lit("os.system('x')")))
	assert.Nil(t, Scan("", value.Lit("os.system('x')")))
}

func TestSpansAndNames(t *testing.T) {
	src := "import shutil as s\nif x:\n    s.rmtree('/a', True)\n"
	calls := Scan("python", value.Lit(src))
	require.Len(t, calls, 1)
	assert.Equal(t, "shutil.rmtree", calls[0].Name)
	assert.Equal(t, "s.rmtree('/a', True)", src[calls[0].Start:calls[0].End])

	src = `x = 1; exec("import os; os.system('id')")`
	calls = Scan("python", value.Lit(src))
	require.Len(t, calls, 1)
	assert.Equal(t, `exec("import os; os.system('id')")`, src[calls[0].Start:calls[0].End])
}

func TestOriginsAreKept(t *testing.T) {
	for code, want := range map[string]value.Origin{
		"import os; os.system(open('/a').read())":                                             value.File,
		"import os; os.system(input())":                                                       value.Stdin,
		"import os, sys; os.system(sys.stdin.read().strip())":                                 value.Stdin,
		"import os, subprocess; os.system(subprocess.getoutput('id'))":                        value.Output,
		"import os, sys; os.system('rm ' + sys.argv[1])":                                      value.Positional,
		"import os, requests\nr = requests.get('http://x')\nos.system(r.text)":                value.Network,
		"import urllib.request as u\nexec(u.urlopen('http://x').read())":                      value.Network,
		"import os\nos.system(os.environ['CMD'])":                                             value.Env,
		"import os, base64, requests\nos.system(base64.b64decode(requests.get('u').content))": value.Network,
	} {
		calls := Scan("python", value.Lit(code))
		require.NotEmpty(t, calls, code)
		last := calls[len(calls)-1]
		require.NotEmpty(t, last.Args, code)
		assert.NotZero(t, last.Args[0].Origin()&want, "%s: %s", code, last.Args[0].Origin())
	}
}

func TestDeepAndLargeTextsGiveALimit(t *testing.T) {
	for name, code := range map[string]string{
		"parentheses": "os.system(" + strings.Repeat("(", 200_000),
		"brackets":    "os.system(" + strings.Repeat("[", 200_000),
		"braces":      "os.system({" + strings.Repeat("a:{", 60_000),
		"large":       "import os\n" + strings.Repeat("x = 1\n", 100_000),
		"calls":       "import os\n" + strings.Repeat("os.remove('a')\n", 10_000),
		"eval":        nestedEval(20),
		"growth":      "import os\nx='aaaaaaaaaaaaaaaa'\n" + strings.Repeat("x=x+x\n", 5000) + "os.system(x)",
		"loops":       "import os\n" + strings.Repeat("[", 60) + "os.remove(x)" + strings.Repeat(" for x in ['a','b','c']]", 60),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			calls := Scan("python", value.Lit(code))
			assert.Less(t, time.Since(start), 2*time.Second)
			require.NotEmpty(t, calls)
			if name != "growth" && name != "eval" {
				assert.Equal(t, Limit, calls[len(calls)-1].Kind)
			}
			assert.LessOrEqual(t, len(calls), maxCalls+1)
		})
	}
}

func nestedEval(n int) string {
	code := "__import__('os').system('id')"
	for range n {
		code = "exec(chr(101)[:0] + bytes.fromhex('" + hexOf(code) + "').decode())"
		if len(code) > 60_000 {
			break
		}
	}
	return code
}

func hexOf(s string) string {
	const digits = "0123456789abcdef"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(digits[s[i]>>4])
		b.WriteByte(digits[s[i]&15])
	}
	return b.String()
}

// TestNoShapeIsReadAgainAndAgain has texts that a reader with a quadratic corner takes seconds for.
func TestNoShapeIsReadAgainAndAgain(t *testing.T) {
	const size, most = 240_000, time.Second
	for language, units := range map[string][]string{
		"python":     {"x = f'{a}{b}'\n", "y = x + 'a'\n", "'''", "((", "[x for y in z]\n", "a.b.c(d)[e]\n", "x += 'a'\n"},
		"javascript": {"`${`${a}`}`;", "/[/ ", "a => b => ", "${`", "{a:"},
		"perl":       {"$a[0", "qw(", "<<A ", "@{[", "$h{$a}{b} ", "unlink for "},
		"ruby":       {"\"#{", "%w[", "<<~A\n", "do |x| "},
		"php":        {"\"{$a", "<?php ?>", "$a->b "},
		"awk":        {"a b c ", "\"a\" | getline x; "},
		"lua":        {"[[", "--[[", "a..b.."},
	} {
		for _, unit := range units {
			start := time.Now()
			Scan(language, value.Lit("os.system eval(x) "+strings.Repeat(unit, size/len(unit))))
			assert.Less(t, time.Since(start), most, "%s: %q", language, unit)
		}
	}
	for _, unit := range []string{"'", "/*", "$a$", "${", "[a", "(", "DELETE ", "x, ", "\\i a\n", "DROP TABLE a\nGO\n"} {
		start := time.Now()
		SQL(strings.Repeat(unit, 250_000/len(unit)))
		assert.Less(t, time.Since(start), most, "%q", unit)
	}
}

func FuzzScan(f *testing.F) {
	for language, tests := range allTests() {
		for _, tt := range tests {
			f.Add(language, tt.code)
		}
	}
	f.Fuzz(func(t *testing.T, language, code string) {
		calls := Scan(language, value.Lit(code))
		w := value.Of(value.Piece{Text: code}, unknownPiece("$X", "X"), value.Piece{Text: code})
		size := len(w.String())
		calls = append(calls, Scan(language, w)...)
		for _, c := range calls {
			if c.Start < 0 || c.End < c.Start || c.End > size {
				t.Fatalf("%s: span %d-%d of %d", c.Name, c.Start, c.End, size)
			}
			if c.Kind == 0 {
				t.Fatal("a call without a kind")
			}
		}
	})
}

func FuzzSQL(f *testing.F) {
	for _, tt := range sqlTests {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range SQL(text) {
			if s.Start < 0 || s.End < s.Start || s.End > len(text) || s.Kind == 0 {
				t.Fatalf("%v: span %d-%d of %d", s.Kind, s.Start, s.End, len(text))
			}
		}
	})
}

const harmlessPython = `import json, sys, re
from collections import Counter

def parse(line):
    """Parse one line of the log."""
    m = re.match(r'^(\S+) (\S+) (\d+)$', line)
    if not m:
        return None
    return {'host': m.group(1), 'path': m.group(2), 'size': int(m.group(3))}

counts = Counter()
total = 0
for line in sys.stdin:
    row = parse(line.strip())
    if row is None:
        continue
    counts[row['path']] += 1
    total += row['size']

for path, n in counts.most_common(10):
    print(f'{n:6d} {path}')
print(json.dumps({'total': total, 'paths': len(counts)}, indent=2))

class Table:
    def __init__(self, rows):
        self.rows = rows

    def width(self, column):
        return max(len(str(r[column])) for r in self.rows)

    def show(self):
        for r in self.rows:
            print(' | '.join(str(v).ljust(self.width(c)) for c, v in r.items()))

Table([{'a': 1, 'b': 2}, {'a': 10, 'b': 20}]).show()
`

func TestHarmlessCodeIsSilent(t *testing.T) {
	assert.Nil(t, Scan("python", value.Lit(harmlessPython)))
}

func BenchmarkHarmlessPython(b *testing.B) {
	code := value.Lit(harmlessPython)
	b.SetBytes(int64(len(harmlessPython)))
	b.ReportAllocs()
	for b.Loop() {
		Scan("python", code)
	}
}

func BenchmarkPythonThatOpensFiles(b *testing.B) {
	code := value.Lit("import os\n" + harmlessPython)
	b.SetBytes(int64(len(harmlessPython)))
	b.ReportAllocs()
	for b.Loop() {
		Scan("python", code)
	}
}
