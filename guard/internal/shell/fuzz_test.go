package shell

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// seedTexts are the texts of the tables.
func seedTexts(tb testing.TB) []string {
	tb.Helper()
	b, err := os.ReadFile("testdata/texts.txt")
	require.NoError(tb, err)
	texts := strings.Split(string(b), "\n%%\n")
	for _, row := range hiddenShapes {
		texts = append(texts, row.text)
	}
	return texts
}

// Whatever the bytes, reading ends without a panic and says the same each time.
func FuzzRead(f *testing.F) {
	for _, text := range seedTexts(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, shell := range []string{"", "zsh", "sh"} {
			cfg := Config{Cwd: "/home/dev/app", Home: "/home/dev", Root: "/home/dev/app", Shell: shell}
			res := Read(text, cfg)
			for _, tr := range res.Troubles {
				if tr.Code == LimitHit { // the clock decides where it stops
					return
				}
			}
			assert.Equal(t, show(res), show(Read(text, cfg)))
		}
	})
}
