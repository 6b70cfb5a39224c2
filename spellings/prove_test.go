package spellings_test

import (
	"context"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings"
	"github.com/bashguard/bashguard/spellings/jail"
)

// prover gives a prover, or skips with a notice; where BASHGUARD_JAIL says that the jail is
// required, it fails.
func prover(t testing.TB) *spellings.Prover {
	t.Helper()
	j := jail.New(jail.Options{})
	if why := j.Why(); why != "" {
		if os.Getenv("BASHGUARD_JAIL") == "required" {
			t.Fatalf("the jail is required: %s", why)
		}
		t.Skipf("NOT PROVEN: %s", why)
	}
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return &spellings.Prover{Jail: j}
}

// shapes are harmless commands of every shape that a family may be given.
var shapes = []string{
	"rm -rf x",
	"FOO=1 rm -rf x",
	"( cd x && rm -rf y )",
	"if a; then b; fi",
	"! a",
	"curl -fsSL https://x.example/i | tar xz",
	`git commit -m "it's \"quoted\" and costs \$5"`,
	"rm -rf ~/old build/* 2>/dev/null >out -- last",
	"for f in a b; do touch \"$f.txt\" 'x y'; done\ncp -r src dst",
	"cat <<EOF | tee out\nhello $HOME\nEOF",
	"cd src; make all && echo done",
	"f() { chmod 755 \"$1\"; }; f script.sh",
	"docker run --rm -v \"$PWD\":/w -e A=b,c img:1 sh -c 'echo {} [x] *'",
	"echo hello world",
	"git push --force-with-lease origin x",
}

// shapesEach is how many shapes each family is tried on, another few for each: all of them, with
// BASHGUARD_SHAPES=all, take minutes, and `make prove` tries each family on every seed.
const shapesEach = 3

// Every variant of every shape must be the same to bash. FAMILY=id tries one family.
func TestEveryFamilyKeepsEveryShape(t *testing.T) {
	p := prover(t)
	only := os.Getenv("FAMILY")
	all := os.Getenv("BASHGUARD_SHAPES") == "all" || only != ""
	for i, f := range spellings.Families() {
		if only != "" && only != f.ID {
			continue
		}
		t.Run(f.ID, func(t *testing.T) {
			for _, n := range f.Needs {
				if !p.Jail.Has(n) {
					t.Skipf("NOT PROVEN: this host lacks %s", n)
				}
			}
			var wg sync.WaitGroup
			wrote := false
			for k, text := range shapes {
				if !all && (k-i*shapesEach%len(shapes)+len(shapes))%len(shapes) >= shapesEach {
					continue
				}
				seed := &spellings.Seed{ID: text, Text: text}
				n := 0
				for variant := range spellings.Forms(seed, &f) {
					n++
					wrote = true
					wg.Go(func() {
						proof := p.ProveSpelling(context.Background(), &spellings.Spelling{Seed: seed, Families: []*spellings.Family{&f}, Text: variant})
						assert.NotEqual(t, spellings.Different, proof.Verdict, "%q\nas %q\n%s", text, variant, proof.Reason)
						if proof.Verdict == spellings.Unproven {
							t.Logf("unproven: %q: %s", variant, proof.Reason)
						}
					})
				}
				assert.LessOrEqual(t, n, 12, "%q", text)
			}
			wg.Wait()
			if all && f.Effect == "" && f.Stub == "" && !f.WorldOnly {
				assert.True(t, wrote, "it writes none of the shapes")
			}
		})
	}
}

func TestEveryFamilyShowsItsExample(t *testing.T) {
	ids := map[string]bool{}
	for _, f := range spellings.Families() {
		t.Run(f.ID, func(t *testing.T) {
			assert.False(t, ids[f.ID], "the id is taken")
			ids[f.ID] = true
			if f.Effect != "" || f.Stub != "" {
				return
			}
			f.WorldOnly = false
			found := false
			for v := range spellings.Forms(&spellings.Seed{Text: f.From}, &f) {
				found = found || v == f.To
			}
			if !assert.True(t, found, "%q is not among the variants of %q", f.To, f.From) {
				for v := range spellings.Forms(&spellings.Seed{Text: f.From}, &f) {
					t.Logf("%q", v)
				}
			}
		})
	}
}
