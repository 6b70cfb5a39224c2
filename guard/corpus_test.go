package guard_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// corpusRow is one ordinary command.
type corpusRow struct{ ID, Command string }

// corpus reads one of the collections in testdata/corpora.
func corpus(t testing.TB, name string) []corpusRow {
	t.Helper()
	f, err := os.Open("../testdata/corpora/" + name + ".jsonl.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var rows []corpusRow
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row corpusRow
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		rows = append(rows, row)
	}
	require.NoError(t, lines.Err())
	return rows
}
