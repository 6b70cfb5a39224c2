package fold

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func gzipped(t testing.TB, text string, level int) string {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	require.NoError(t, err)
	w.Name, w.Comment, w.Extra = "name", "comment", []byte("extra")
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}

// What the standard library packs is unpacked: stored, fixed and dynamic blocks, near and far references.
func TestUngzip(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	noise := make([]byte, 100_000)
	random.Read(noise)
	words := strings.Builder{}
	for range 30_000 {
		words.WriteString([]string{"rm ", "-rf ", "/home/dev ", "&& ", "echo ", "\n"}[random.Intn(6)])
	}
	for name, text := range map[string]string{
		"empty": "", "short": "echo hi\n", "run": strings.Repeat("a", 70_000), "noise": string(noise), "words": words.String(),
		"far": string(noise[:32_000]) + strings.Repeat("x", 500) + string(noise[:32_000]),
	} {
		for _, level := range []int{gzip.NoCompression, gzip.BestSpeed, gzip.BestCompression, gzip.HuffmanOnly} {
			packed := gzipped(t, text, level)
			got, ok := ungzip(packed)
			require.True(t, ok, "%s at level %d", name, level)
			require.Equal(t, text, got, "%s at level %d", name, level)
			got, ok = ungzip(packed + gzipped(t, "more", level))
			require.True(t, ok, "%s in two members", name)
			require.Equal(t, text+"more", got)
			for _, cut := range []int{1, 8, 9, len(packed) / 2} {
				_, ok = ungzip(packed[:len(packed)-cut])
				require.False(t, ok, "%s cut by %d", name, cut)
			}
			_, ok = ungzip(packed + "x")
			require.False(t, ok, "%s with more behind it", name)
		}
	}
	for _, size := range []int{MaxOutput, MaxOutput + 1} {
		_, ok := ungzip(gzipped(t, strings.Repeat("a", size), gzip.BestCompression))
		require.Equal(t, size == MaxOutput, ok)
	}
}

// What is accepted is what the standard library reads, whatever the bytes.
func FuzzUngzip(f *testing.F) {
	for _, level := range []int{gzip.NoCompression, gzip.BestSpeed, gzip.BestCompression, gzip.HuffmanOnly} {
		f.Add(gzipped(f, "rm -rf build; rm -rf build/x; echo done", level))
		f.Add(gzipped(f, strings.Repeat("abcdefgh", 100)+"!", level))
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, ok := ungzip(in)
		r, err := gzip.NewReader(strings.NewReader(in))
		var want []byte
		if err == nil {
			want, err = io.ReadAll(io.LimitReader(r, MaxOutput+1))
		}
		if ok && (err != nil || got != string(want)) {
			t.Fatalf("read %q, the library %q %v", got, want, err)
		}
		usual := len(in) > 3 && strings.Count(in, "\x1f\x8b") == 1 && in[3]&0xf0 == 0 // the library reads flags that nobody knows
		if !ok && err == nil && len(want) <= MaxOutput && usual {
			t.Fatalf("failed, the library reads %q", want)
		}
	})
}
