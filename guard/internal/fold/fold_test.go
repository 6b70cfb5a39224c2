package fold

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rows are calls that must be folded. The referee is the real program: TestRealPrograms runs
// it and compares bytes.
var rows = []struct {
	name  string
	args  []string
	stdin string
}{
	{"echo", []string{"hello", "world"}, ""},
	{"echo", []string{"-n", "hello"}, ""},
	{"echo", []string{}, ""},
	{"echo", []string{"-ne", `a\tb\n`}, ""},
	{"echo", []string{"-en", `\x72\155\0155\u0072\U00000073\e[0m\\\q\"`}, ""},
	{"echo", []string{"-e", `stop\chere`, "more"}, ""},
	{"echo", []string{"-E", `a\tb`}, ""},
	{"echo", []string{"-nee", "-n", "x"}, ""},
	{"echo", []string{"-nx", "y"}, ""},
	{"echo", []string{"-", "--", "z"}, ""},
	{"echo", []string{"-e", `\xZZ\uZ\08\0777\01234\'\?`}, ""},
	{"echo", []string{"-e", `end\`}, ""},
	{"printf", []string{"%s\n", "a", "b", "c"}, ""},
	{"printf", []string{"%s-%s|", "a", "b", "c"}, ""},
	{"printf", []string{"no newline"}, ""},
	{"printf", []string{`\x72\155\0155\1554\u0073\"\'\?\\\q`}, ""},
	{"printf", []string{`a\cb`}, ""},
	{"printf", []string{"%b|", `\x41\101\0101\01015\"\'\?`, `x\cy`, "z"}, ""},
	{"printf", []string{"%d %i %u %o %x %X %c", "10", "-3", "7", "8", "255", "255", "abc"}, ""},
	{"printf", []string{"%d %d %d", "'a", "\"b", "0x1f"}, ""},
	{"printf", []string{"%d", "010"}, ""},
	{"printf", []string{"%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|", "42", "42", "42", "42", "42", "42", "42", "42"}, ""},
	{"printf", []string{"%5s|%-5s|%.2s|%*s|%-*s|%.*s|", "abc", "abc", "abc", "6", "abc", "6", "abc", "1", "abc"}, ""},
	{"printf", []string{"%#x %#o", "255", "8"}, ""},
	{"printf", []string{"%q %q %q", "a b", "", "it's$x"}, ""},
	{"printf", []string{"%q|", "a=b", "~x", "a~b", "x:~", "a#b", "#b", "{a,b}", "a^b", "a%b", "a!b", "x]", "a-b/c.d@e+f", "x=~y"}, ""},
	{"printf", []string{"--", "-%s", "x"}, ""},
	{"printf", []string{"100%%"}, ""},
	{"printf", []string{"%s %d"}, ""},
	{"printf", []string{"fixed", "extra", "words"}, ""},
	{"printf", []string{`\162\155%.0s`, "x", "y"}, ""},
	{"printf", []string{"%-10s|%3c|", "e", "x"}, ""},
	{"cat", nil, "as it is\nend"},
	{"cat", []string{"-u", "-"}, "x\n"},
	{"tee", []string{"-a"}, "through\n"},
	{"rev", nil, "olleh\ndlrow"},
	{"rev", nil, "abc\n\nxyz\n"},
	{"tac", nil, "1\n2\n3\n"},
	{"tac", nil, "1\n2\n3"},
	{"base64", nil, "hello world"},
	{"base64", []string{"-w0"}, strings.Repeat("hello", 40)},
	{"base64", nil, strings.Repeat("hello", 40)},
	{"base64", []string{"-d"}, "aGVsbG8gd29ybGQ="},
	{"base64", []string{"--decode"}, "aGVsbG8g\nd29ybGQ=\n"},
	{"base64", []string{"--dec", "-"}, "aGk="},
	{"base64", []string{"-di"}, "aG!Vs#bG8=\n"},
	{"base64", []string{"-d"}, "aGk=aGk="},
	{"base32", nil, "hello"},
	{"base32", []string{"-d"}, "NBSWY3DP"},
	{"xxd", []string{"-p"}, "hello"},
	{"xxd", []string{"-p"}, strings.Repeat("hello ", 20)},
	{"xxd", []string{"-p", "-c", "4"}, "hello"},
	{"xxd", []string{"-r", "-p"}, "68656c6c6f"},
	{"xxd", []string{"-r", "-p"}, "68 65 6C\n6c6f\n"},
	{"openssl", []string{"base64", "-d"}, "aGVsbG8=\n"},
	{"openssl", []string{"enc", "-base64", "-d"}, "aGVsbG8=\n"},
	{"openssl", []string{"base64", "-d", "-A"}, "aGVsbG8="},
	{"openssl", []string{"base64"}, strings.Repeat("hello", 30)},
	{"openssl", []string{"enc", "-a", "-A"}, strings.Repeat("hello", 30)},
	{"tr", []string{"a-z", "A-Z"}, "hello world\n"},
	{"tr", []string{"A-Za-z", "N-ZA-Mn-za-m"}, "uryyb\n"},
	{"tr", []string{"-d", `\n`}, "a\nb\nc\n"},
	{"tr", []string{"-d", "0-9 "}, "a1 b2"},
	{"tr", []string{"-s", " "}, "a   b  c"},
	{"tr", []string{"-s", "a-z", "A-Z"}, "aabbcc"},
	{"tr", []string{"-ds", "x", "a"}, "xaaxbaa"},
	{"tr", []string{"-cd", "[:alnum:]"}, "a-b_c 1\n"},
	{"tr", []string{"-c", "a-z", "_"}, "ab cd-e"},
	{"tr", []string{"[:upper:]", "[:lower:]"}, "HeLLo"},
	{"tr", []string{"abc", "x"}, "aabbccdd"},
	{"tr", []string{"_", " "}, "a_b_c"},
	{"tr", []string{`\101-\103`, "x-z"}, "ABCD"},
	{"tr", []string{"abc", "[x*]"}, "abcd"},
	{"tr", []string{"abc", "[x*2]y"}, "abcd"},
	{"tr", []string{`\\/`, `/\\`}, `a\b/c`},
	{"tr", []string{"ab", "-x"}, "a-b"},
	{"tr", []string{"a-", "xy"}, "a-b"},
	{"tr", []string{"-d", "[:space:]"}, "a b\tc\n"},
	{"head", nil, strings.Repeat("x\n", 12)},
	{"head", []string{"-n", "2"}, "1\n2\n3\n"},
	{"head", []string{"-2"}, "1\n2\n3\n"},
	{"head", []string{"-n-1"}, "1\n2\n3\n"},
	{"head", []string{"-c", "4"}, "hello"},
	{"head", []string{"-c-1"}, "hello"},
	{"head", []string{"--lines=1", "-"}, "1\n2\n3\n"},
	{"tail", []string{"-n", "1"}, "1\n2\n3"},
	{"tail", []string{"-n", "+2"}, "1\n2\n3\n"},
	{"tail", []string{"+2"}, "1\n2\n3\n"},
	{"tail", []string{"-1"}, "1\n2\n3\n"},
	{"tail", []string{"-c", "3"}, "hello"},
	{"tail", []string{"-c", "+3"}, "hello"},
	{"tail", []string{"-n", "0"}, "hello"},
	{"tail", []string{"-n", "+0"}, "hello"},
	{"cut", []string{"-c1-3"}, "hello\nworld"},
	{"cut", []string{"-c", "2,4-"}, "hello\n"},
	{"cut", []string{"-b-2"}, "hello\n"},
	{"cut", []string{"-d", ":", "-f", "2"}, "a:b:c\nnone\n"},
	{"cut", []string{"-d:", "-f1,3", "-s"}, "a:b:c\nnone\n"},
	{"cut", []string{"-f2"}, "a\tb\tc\n"},
	{"cut", []string{"-d", " ", "-f2-"}, "one two three\n"},
	{"cut", []string{"-f3", "-d,"}, "a,b\n"},
	{"sort", nil, "b\na\nc\n"},
	{"sort", []string{"-r"}, "b\na\nc"},
	{"sort", []string{"-u"}, "b\na\nb\n"},
	{"sort", []string{"-n"}, "10\n9\n100\n"},
	{"sort", []string{"-rn"}, "10\n9\n100\n"},
	{"uniq", nil, "a\na\nb\na\n"},
	{"uniq", []string{"-d"}, "a\na\nb\na\n"},
	{"uniq", []string{"-u"}, "a\na\nb\na"},
	{"fold", []string{"-w", "3"}, "abcdefgh\nij\n"},
	{"fold", []string{"-w2"}, "abc"},
	{"paste", []string{"-s", "-d", ""}, "a\nb\nc\n"},
	{"paste", []string{"-sd,"}, "a\nb\nc\n"},
	{"paste", []string{"-s", "-d", `\0`}, "a\nb\nc"},
	{"paste", []string{"-sd", `+\n`, "-"}, "a\nb\nc\n"},
	{"paste", []string{"-d,", "-", "-"}, "a\nb\nc\n"},
	{"paste", []string{"-s"}, ""},
	{"paste", nil, "a\nb\n"},
	{"seq", []string{"3"}, ""},
	{"seq", []string{"2", "4"}, ""},
	{"seq", []string{"10", "-3", "1"}, ""},
	{"seq", []string{"-s", " ", "3"}, ""},
	{"seq", []string{"-w", "8", "11"}, ""},
	{"seq", []string{"5", "1"}, ""},
	{"wc", []string{"-l"}, "a\nb\n"},
	{"wc", []string{"-c"}, "a\nb\n"},
	{"wc", []string{"-w"}, "a b c\n"},
	{"basename", []string{"/usr/lib/x.so", ".so"}, ""},
	{"basename", []string{"/usr/lib/"}, ""},
	{"basename", []string{"/"}, ""},
	{"basename", []string{"-a", "a/b", "c/d"}, ""},
	{"basename", []string{"-s", ".c", "a/b.c", ".c"}, ""},
	{"dirname", []string{"/usr/lib/x.so"}, ""},
	{"dirname", []string{"x"}, ""},
	{"dirname", []string{"/x"}, ""},
	{"dirname", []string{"a//b//", "/", "a/b/c"}, ""},
	{"expr", []string{"2", "+", "3"}, ""},
	{"expr", []string{"7", "%", "4"}, ""},
	{"expr", []string{"substr", "hello", "2", "3"}, ""},
	{"expr", []string{"length", "hello"}, ""},
	{"true", nil, ""},
	{":", nil, ""},

	{"sed", []string{"s/a/b/"}, "banana\n"},
	{"sed", []string{"s/a/b/g"}, "banana"},
	{"sed", []string{"s/a/b/2"}, "banana\n"},
	{"sed", []string{"s/a/b/2g"}, "banana\n"},
	{"sed", []string{"s|/|_|g"}, "a/b/c\n"},
	{"sed", []string{"s,a\\,b,c,"}, "xa,by\n"},
	{"sed", []string{"s/HELLO/bye/I"}, "hello\n"},
	{"sed", []string{`s/\(h\)\(e\)/\2\1/`}, "hello\n"},
	{"sed", []string{"-E", `s/(h)(e)/\2\1/`}, "hello\n"},
	{"sed", []string{"-r", `s/l+/[&]/`}, "hello\n"},
	{"sed", []string{`s/l\+/[\&]/`}, "hello\n"},
	{"sed", []string{"s/x*/-/g"}, "abc\n"},
	{"sed", []string{"s/b*/-/g"}, "abc\n"},
	{"sed", []string{"s/^/> /"}, "a\nb\n"},
	{"sed", []string{"s/$/ </"}, "a\nb\n"},
	{"sed", []string{"s/.*/\\U&/"}, "hello\n"},
	{"sed", []string{`s/\(.\)\(.*\)/\u\1\U\2\E!/`}, "hello\n"},
	{"sed", []string{"s/./&\\n/2"}, "hello\n"},
	{"sed", []string{"s/[aeiou]//g;s/l/L/"}, "hello\n"},
	{"sed", []string{"-e", "s/a/b/", "-e", "s/b/c/"}, "abc\n"},
	{"sed", []string{"-n", "2p"}, "1\n2\n3\n"},
	{"sed", []string{"-n", "$p"}, "1\n2\n3"},
	{"sed", []string{"2,3d"}, "1\n2\n3\n4\n"},
	{"sed", []string{"1!d"}, "1\n2\n3\n4\n"},
	{"sed", []string{"/b/d"}, "a\nb\nc\n"},
	{"sed", []string{"/b/!d"}, "a\nb\nc\n"},
	{"sed", []string{"-n", "/b/,/c/p"}, "a\nb\nc\nd\n"},
	{"sed", []string{"-n", "2,$p"}, "a\nb\nc\nd\n"},
	{"sed", []string{"-n", "s/a/b/p"}, "a\nx\n"},
	{"sed", []string{"2q"}, "1\n2\n3\n"},
	{"sed", []string{"y/abc/xyz/"}, "aabbcc\n"},
	{"sed", []string{"1d;$d"}, "1\n2\n3\n"},
	{"sed", []string{"s/a.c/X/; s/[^X]/o/"}, "abcd\n"},
	{"sed", []string{`s/[][x]/X/g`}, "a[b]xc\n"},
	{"sed", []string{`s/a\{2,3\}/X/`}, "baaaab\n"},
	{"sed", []string{"-E", `s/a{2}|b/X/g`}, "baaaab\n"},
	{"sed", []string{`s/*/X/`}, "a*b\n"},
	{"sed", []string{`s/a+b/X/`}, "a+b\n"},
	{"sed", []string{`s/a|b/X/`}, "a|b\n"},
	{"sed", []string{`s/[[:digit:]]\+/N/`}, "ab123\n"},
	{"sed", []string{`s/\./,/g`}, "a.b.c\n"},
	{"sed", []string{`s/\t/ /`}, "a\tb\n"},
	{"sed", []string{`s/(x)/y/`}, "(x)\n"},
	{"sed", []string{`s/\s\+/ /g`}, "a   b\n"},
	{"sed", []string{`s/\w/X/`}, "ab\n"},
	{"sed", []string{`s_a_b_`}, "ab\n"},
	{"sed", []string{`s/a\|ab/X/`}, "abc\n"},
	{"sed", []string{"--expression=s/a/b/", "--quiet"}, "a\n"},
	{"sed", []string{"$!d"}, "1\n2\n3\n"},
	{"sed", []string{"-n", "2,2p;3p"}, "1\n2\n3\n"},
	{"sed", []string{"-s", "s#x##g"}, "rxmx\n"},

	{"awk", []string{`BEGIN{printf "%c%c", 104, 105}`}, ""},
	{"awk", []string{`BEGIN { print "a" "b", "c" }`}, ""},
	{"awk", []string{`BEGIN { printf("%s-%d\n", "x", 42); print "done" }`}, ""},
	{"awk", []string{"{print $1}"}, "one two\nthree four\n"},
	{"awk", []string{"{ print $2, $1 }"}, "one two three\n"},
	{"awk", []string{"-F:", "{print $2}"}, "a:b:c\n"},
	{"awk", []string{"-F", ",", "{print $NF}"}, "a,b,c\n"},
	{"awk", []string{"{print $0}"}, "as it is\n"},
	{"awk", []string{"{print}"}, "as it is"},
	{"awk", []string{"{print NR, NF}"}, "a b\nc\n"},
	{"awk", []string{"-v", "x=hello", "BEGIN{print x}"}, ""},
	{"awk", []string{`{printf "%s ", $1}`}, "a 1\nb 2\n"},
	{"awk", []string{`{print "<" $9 ">"}`}, "a\n"},
	{"awk", []string{`BEGIN{print "a\tb\x41\101\\\""}`}, ""},
	{"awk", []string{`BEGIN{print "x"} {print $1} END{print "y"}`}, "a\n"},
	{"awk", []string{"NR==2{print $1}"}, "a\nb\nc\n"},
	{"awk", []string{"NR==2"}, "a\nb\nc\n"},
	{"awk", []string{`BEGIN{x="a"; y="b"; print x y}`}, ""},
	{"awk", []string{`BEGIN{print toupper("a") tolower("B") substr("hello", 2, 3) length("abc")}`}, ""},
	{"awk", []string{`{print $1 "-" $2 # note` + "\n}"}, "a b\n"},
}

// TestRealPrograms holds the folder against the programs of this machine.
func TestRealPrograms(t *testing.T) {
	for _, r := range rows {
		t.Run(r.name+" "+strings.Join(r.args, " "), func(t *testing.T) {
			got, ok := Fold(r.name, r.args, r.stdin, true)
			require.True(t, ok, "not folded")
			if _, err := exec.LookPath(r.name); err != nil && r.name != ":" {
				t.Skip("no such program here")
			}
			// bash runs the builtins itself and the others as programs.
			cmd := exec.Command("bash", append([]string{"-c", r.name + ` "$@"`, "bash"}, r.args...)...)
			cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"}
			cmd.Stdin = strings.NewReader(r.stdin)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			want, err := cmd.Output()
			require.NoError(t, err, stderr.String())
			assert.Equal(t, string(want), got)
		})
	}
}

// TestNotFolded has what must be left unknown.
func TestNotFolded(t *testing.T) {
	tests := []struct {
		name  string
		args  []string
		stdin string
	}{
		{"cat", []string{"file"}, "x"},
		{"cat", []string{"-n"}, "x"},
		{"cat", []string{"-", "file"}, "x"},
		{"base64", []string{"-d"}, "!!!!"},
		{"base64", []string{"--help"}, ""},
		{"base64", []string{"-d", "secret"}, ""},
		{"xxd", nil, "x"},
		{"xxd", []string{"-r", "-p"}, "zz"},
		{"tr", []string{"z-a", "x"}, "x"},
		{"tr", []string{"a"}, "x"},
		{"tr", []string{"a-z", "A-Z"}, "é"},
		{"rev", nil, "é"},
		{"printf", []string{"%f", "1"}, ""},
		{"printf", []string{"%d", "abc"}, ""},
		{"printf", []string{"%(%Y)T", "1"}, ""},
		{"printf", []string{"-v", "x", "y"}, ""},
		{"printf", []string{"%n", "x"}, ""},
		{"printf", []string{"%-10s", "é"}, ""},
		{"printf", []string{"%999999999s", "x"}, ""},
		{"head", []string{"-n", "1", "file"}, "x"},
		{"head", []string{"-n", "1k"}, "x"},
		{"sed", []string{"s/a/b/e"}, "a"},
		{"sed", []string{"s/a/b/w out"}, "a"},
		{"sed", []string{"1e date"}, "a"},
		{"sed", []string{"r file"}, "a"},
		{"sed", []string{"-i", "s/a/b/"}, "a"},
		{"sed", []string{"s/a/b/", "file"}, "a"},
		{"sed", []string{`s/\(a\)\1/b/`}, "aa"},
		{"sed", []string{"s/a"}, "a"},
		{"sed", []string{"-E", "s/(a/b/"}, "a"},
		{"sed", []string{"N;s/a/b/"}, "a"},
		{"awk", []string{`BEGIN{system("date")}`}, ""},
		{"awk", []string{`BEGIN{print "x" | "sh"}`}, ""},
		{"awk", []string{`BEGIN{print "x" > "file"}`}, ""},
		{"awk", []string{`BEGIN{"date" | getline x; print x}`}, ""},
		{"awk", []string{`{print $1}`, "file"}, "a"},
		{"awk", []string{"-f", "prog"}, "a"},
		{"awk", []string{`BEGIN{print ENVIRON["HOME"]}`}, ""},
		{"seq", []string{"1", "999999999"}, ""},
		{"seq", []string{"1.5"}, ""},
		{"gzip", nil, "x"},
		{"gunzip", nil, "x"},
		{"openssl", []string{"enc", "-aes-256-cbc", "-d", "-base64"}, ""},
		{"sort", nil, "b\nA\n"},
		{"date", nil, ""},
		{"xargs", nil, ""},
		{"expr", []string{"a", ":", "b"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+strings.Join(tt.args, " "), func(t *testing.T) {
			out, ok := Fold(tt.name, tt.args, tt.stdin, true)
			assert.False(t, ok, "folded to %q", out)
			assert.Empty(t, out)
		})
	}
}

func TestUnknownInputIsNotFolded(t *testing.T) {
	for _, r := range rows {
		switch r.name {
		case "echo", "printf", "seq", "basename", "dirname", "expr", "true", ":", "awk":
			continue
		}
		_, ok := Fold(r.name, r.args, "", false)
		assert.False(t, ok, "%s %q", r.name, r.args)
	}
	_, ok := Fold("awk", []string{"{print}"}, "", false)
	assert.False(t, ok)
	out, ok := Fold("awk", []string{`BEGIN{print "x"}`}, "", false)
	assert.True(t, ok)
	assert.Equal(t, "x\n", out)
}

func TestCompressed(t *testing.T) {
	for _, tt := range []struct{ pack, unpack string }{{"gzip", "gunzip"}, {"gzip", "zcat"}, {"bzip2", "bunzip2"}} {
		cmd := exec.Command(tt.pack, "-c")
		cmd.Stdin = strings.NewReader("packed text\n")
		packed, err := cmd.Output()
		if err != nil {
			t.Skip("no " + tt.pack + " here")
		}
		out, ok := Fold(tt.unpack, nil, string(packed), true)
		assert.True(t, ok, tt.unpack)
		assert.Equal(t, "packed text\n", out)
		out, ok = Fold(tt.pack, []string{"-dc"}, string(packed), true)
		assert.True(t, ok, tt.pack)
		assert.Equal(t, "packed text\n", out)
	}
}

func TestOutputIsBounded(t *testing.T) {
	for name, args := range map[string][]string{
		"printf": {"%1000000s%1000000s", "a", "b"},
		"seq":    {"1", "99999999"},
		"sed":    {"s/x/" + strings.Repeat("&", 3000) + "/g"},
	} {
		_, ok := Fold(name, args, strings.Repeat("x", 60000), true)
		assert.False(t, ok, name)
	}
	_, ok := Fold("cat", nil, strings.Repeat("x", MaxOutput+1), true)
	assert.False(t, ok)
}

func TestPure(t *testing.T) {
	assert.True(t, Pure("base64"))
	assert.False(t, Pure("date"))
	assert.False(t, Pure(""))
}

// FuzzFold asserts that nothing panics and that output stays within its bound.
func FuzzFold(f *testing.F) {
	for _, r := range rows {
		f.Add(r.name, strings.Join(r.args, "\x00"), r.stdin)
	}
	f.Fuzz(func(t *testing.T, name, args, stdin string) {
		out, ok := Fold(name, strings.Split(args, "\x00"), stdin, true)
		if len(out) > MaxOutput || !ok && out != "" {
			t.Fatalf("%s: %d bytes, ok = %v", name, len(out), ok)
		}
	})
}
