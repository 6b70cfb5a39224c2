package program

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// FuzzParse checks that reading never fails, keeps every operand in Args and gives the same
// twice, whatever the program and the words.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"rm -rf $X", "git -C d push --forc=$X -- a", "tar czf $X", "find . -exec rm {} ; -delete", "bash -euo pipefail +x -c $X",
		"flock f -c", "env -S", "curl -d @$X -F a=@ -K", "dd of= if=$X", "docker compose -f", "aws s3 cp $X s3://b", "-- - -- -",
		"socat EXEC:$X,pty -", "chmod -x", "nice -5 -$X", "git --$X --no-", "kubectl exec p --", "split $X", "http POST h a@ b=",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		name, rest, _ := strings.Cut(line, " ")
		args := words(rest)
		p := Parse(name, args)
		for i, at := range p.OperandIndex {
			if at < 0 || at >= len(args) {
				t.Fatalf("operand %d of %q stands at %d of %d words", i, line, at, len(args))
			}
		}
		if len(p.Operands) != len(p.OperandIndex) || p.Rest >= len(args) || p.DashDash > len(p.Operands) {
			t.Fatalf("%q: %+v", line, p)
		}
		assert.Equal(t, render(p), render(Parse(name, args)))
		Effects(p)
		p.Given("--force")
		p.Has("f", "force")
	})
}

// TestEveryRowReadsAnything runs the fuzz words through every row of the table.
func TestEveryRowReadsAnything(t *testing.T) {
	lines := []string{
		"", "-", "--", "$X", `"$X"`, "-$X", "--$X", "-a$X", "--x=$X", "-- $X", "a b c d e", "-a -b -c", "$X $Y a -f", "=", "a=", "@", "-F a=@ -d @ -T -",
		"x:", "$X:y", "user@$X:y", "-t", "-o", "-f -", "c f g h", "-x a ; -y", "OPEN:", "if= of=", "--a --no-b --c=false",
	}
	for i := range index {
		name, sub, _ := strings.Cut(index[i].name, " ")
		for _, line := range lines {
			p := Parse(name, words(sub+" "+line))
			assert.NotPanics(t, func() { Effects(p) }, "%s %s", index[i].name, line)
			if p.Spec == nil && !strings.Contains(index[i].name, " ") {
				t.Errorf("%s has no row", index[i].name)
			}
		}
	}
}
