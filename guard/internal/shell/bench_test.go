package shell

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

func corpusTexts(tb testing.TB, name string) []string {
	f, err := os.Open("../../../testdata/corpora/" + name + ".jsonl.gz")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	sc := bufio.NewScanner(z)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var row struct{ Command string }
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			tb.Fatal(err)
		}
		out = append(out, row.Command)
	}
	return out
}

// BenchmarkRead is what reading costs beside the parser alone, over ordinary commands.
func BenchmarkRead(b *testing.B) {
	texts := corpusTexts(b, "tldr")
	cfg := Config{Cwd: "/home/dev/app", Home: "/home/dev", Root: "/home/dev/app"}
	b.Run("parse", func(b *testing.B) {
		p := syntax.NewParser()
		b.ReportAllocs()
		for i := 0; i < b.N; i++ {
			_, _ = p.Parse(strings.NewReader(texts[i%len(texts)]), "")
		}
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; i < b.N; i++ {
			Read(texts[i%len(texts)], cfg)
		}
	})
}
