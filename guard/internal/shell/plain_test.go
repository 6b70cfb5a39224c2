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
	for _, text := range []string{
		"ls", "  ls\t-la  ", "-x", "./x/y.sh ~ ~/a *.go ? a=b c+=d @e +f %1 :g", ": if then", "a:b,c@d",
		"git commit -m 'a (b) $c' --author=\"A B\"", "a'b'\"c\"d '' \"\" x=\"y\"z", "a'b'",
		"a " + strings.Repeat("b ", maxPlainWords-1),
		"a " + strings.Repeat("b'c'", maxPlainParts/2-1),
		"a " + strings.Repeat("b", maxPlainText-2),
		"a '" + strings.Repeat("(", DefaultNesting) + "'",
	} {
		assert.True(t, samePlain(t, text), "%q", text)
	}
	for _, text := range []string{
		"a=b", "a=b c", "a+=b c", "=a b", "if a", "if'' a", "time a", "export a", "@test a", "! a", "}", "{ a", "'ls' a",
		"", " ", "\n", "a\n", "a\rb", "a\x00", "a é", "a 'é'", "a\\ b", "a #b", "a#b", "a {b,c}", "a [b]", "a !b", "a ^b",
		"a 'b", "a \"b", "a \"$b\"", "a \"`b`\"", "a \"\\b\"", "a $'b'", "a 'b\nc'", "a $b", "a `b`",
		"a; b", "a | b", "a > b", "a < b", "a &", "a (b)", "a() b", "a @(b)", "a b=(c)",
		"a " + strings.Repeat("b ", maxPlainWords),
		"a " + strings.Repeat("b'c'", maxPlainParts/2),
		"a " + strings.Repeat("b", maxPlainText-1),
		"a '" + strings.Repeat("(", DefaultNesting+1) + "'",
	} {
		assert.False(t, samePlain(t, text), "%q", text)
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
