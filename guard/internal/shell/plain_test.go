package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"
)

// samePlain tells whether a text is plain; then its tree must be the parser's.
func samePlain(tb testing.TB, text string) bool {
	tb.Helper()
	tree := plainCommand(text, "", DefaultNesting)
	if tree == nil {
		return false
	}
	defer tree.done()
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	require.NoError(tb, err, "%q", text)
	require.Equal(tb, file.Stmts, tree.list[:], "%q", text)
	return true
}

func TestPlainTexts(t *testing.T) {
	for _, tc := range []struct {
		text string
		want bool
	}{
		{"ls", true},
		{"  ls\t-la  ", true},
		{"git commit -m 'a (b) $c' --author=\"A B\"", true},
		{"a'b'\"c\"d '' \"\" x=\"y\"z", true},
		{"./x/y.sh ~ ~/a *.go ? a=b c+=d @e +f %1 :g", true},
		{": if then", true},
		{"-x", true},
		{"a:b,c@d", true},
		{"echo [a]", false},
		{"a=b", false}, {"a=b c", false}, {"a+=b c", false}, {"=a b", false},
		{"if a", false}, {"time a", false}, {"export a", false}, {"! a", false}, {"}", false}, {"{ a", false},
		{"'ls' a", false}, {"a'b'", true}, {"if'' a", false}, {"@test a", false},
		{"", false}, {" ", false}, {"\n", false}, {"a\n", false}, {"a\rb", false}, {"a\x00", false}, {"a é", false}, {"a 'é'", false},
		{"a 'b", false}, {"a \"b", false}, {"a \"$b\"", false}, {"a \"`b`\"", false}, {"a \"\\b\"", false}, {"a $'b'", false}, {"a 'b\nc'", false},
		{"a\\ b", false}, {"a #b", false}, {"a#b", false}, {"a {b,c}", false}, {"a; b", false}, {"a | b", false}, {"a > b", false}, {"a &", false},
		{"a $b", false}, {"a `b`", false}, {"a (b)", false}, {"a() b", false}, {"a @(b)", false}, {"a b=(c)", false}, {"a !b", false}, {"a ^b", false},
		{"a " + strings.Repeat("b ", maxPlainWords-1), true},
		{"a " + strings.Repeat("b ", maxPlainWords), false},
		{"a " + strings.Repeat("b'c'", maxPlainParts/2-1), true},
		{"a " + strings.Repeat("b'c'", maxPlainParts/2), false},
		{"a " + strings.Repeat("b", maxPlainText-2), true},
		{"a " + strings.Repeat("b", maxPlainText-1), false},
		{"a '" + strings.Repeat("(", DefaultNesting) + "'", true},
		{"a '" + strings.Repeat("(", DefaultNesting+1) + "'", false},
	} {
		assert.Equal(t, tc.want, samePlain(t, tc.text), "%q", tc.text)
	}
	assert.Nil(t, plainCommand("ls", "zsh", DefaultNesting), "words of zsh end elsewhere")
}

// What is taken for plain among ordinary and odd texts has the tree that the parser gives it.
func TestPlainTextsOfTheCorpora(t *testing.T) {
	n, plains := 0, 0
	for _, name := range []string{"tldr", "nl2bash"} {
		for _, text := range corpusTexts(t, name) {
			n++
			if samePlain(t, text) {
				plains++
			}
		}
	}
	for _, text := range seedTexts(t) {
		samePlain(t, text)
		for line := range strings.Lines(text) {
			samePlain(t, strings.TrimSpace(line))
		}
	}
	assert.Greater(t, plains, n/2, "most commands are plain")
}

func FuzzPlain(f *testing.F) {
	for _, text := range seedTexts(f) {
		f.Add(text)
	}
	f.Add("git commit -m 'a (b)' --author=\"A B\" x=\"y\"z ''")
	f.Add("if a=b then @test ~/a *.go ?")
	f.Fuzz(func(t *testing.T, text string) { samePlain(t, text) })
}
