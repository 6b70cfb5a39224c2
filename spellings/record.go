package spellings

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// proofs is the record of the last proof of everything, made by `make prove`.
//
//go:embed testdata/proofs.txt
var proofs string

// Record says which spellings were proven: sets of variants by family and seed. A host without a
// jail that generates the same set knows that bash has seen it.
type Record struct {
	// Shell is the version of the bash that proved it.
	Shell string
	// Sets are by family and seed: "quote/single home".
	Sets map[string]Set
	// Compositions is the sample of compositions, and Seed what it was drawn by.
	Compositions Set
	Seed         uint64
}

// Set is a set of proven texts.
type Set struct {
	// N is how many there are, Digest a hash over them in their order.
	N      int
	Digest string
	// Lacks names the programs for want of which none of it was proven. They are the family's.
	Lacks string
}

// Proven reads the record that this package carries.
func Proven() (*Record, error) { return ReadRecord(strings.NewReader(proofs)) }

// Holds tells whether a family's variants of a seed are those that were proven.
func (r *Record) Holds(seed *Seed, f *Family) bool {
	set, ok := r.Sets[f.ID+" "+seed.ID]
	return ok && set.Lacks == "" && set == SetOf(slices.Collect(Variants(seed, f)))
}

// SetOf describes texts.
func SetOf(texts []string) Set {
	sum := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(sum, "%d:%s", len(t), t)
	}
	return Set{N: len(texts), Digest: hex.EncodeToString(sum.Sum(nil)[:6])}
}

const recordHead = "# Spellings that bash proved equivalent, by family and seed: how many, and a digest of them. Written by make prove.\n"

// Write writes a record: a line for each family, with the programs that were missing, then one for
// each seed that it can write. So two hosts' records differ in lines of families only, when one has
// programs that the other lacks.
func (r *Record) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString(recordHead)
	fmt.Fprintf(b, "shell %s\n", r.Shell)
	fmt.Fprintf(b, "compositions %d %s %d\n", r.Compositions.N, r.Compositions.Digest, r.Seed)
	keys := slices.Sorted(maps.Keys(r.Sets))
	last := ""
	for _, k := range keys {
		family, seed, _ := strings.Cut(k, " ")
		set := r.Sets[k]
		if family != last {
			fmt.Fprintln(b, strings.TrimSuffix("family "+family+" lacks "+set.Lacks, " lacks "))
			last = family
		}
		fmt.Fprintf(b, " %s %d %s\n", seed, set.N, set.Digest)
	}
	return b.Flush()
}

// ReadRecord reads what Write wrote.
func ReadRecord(from io.Reader) (*Record, error) {
	r := &Record{Sets: map[string]Set{}}
	family, lacks := "", ""
	lines := bufio.NewScanner(from)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		var err error
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "shell "):
			r.Shell = line[len("shell "):]
		case strings.HasPrefix(line, "compositions "):
			_, err = fmt.Sscanf(line, "compositions %d %s %d", &r.Compositions.N, &r.Compositions.Digest, &r.Seed)
		case strings.HasPrefix(line, "family "):
			family, lacks, _ = strings.Cut(line[len("family "):], " lacks ")
		case strings.HasPrefix(line, " "):
			fields := strings.Fields(line)
			if len(fields) != 3 {
				return nil, fmt.Errorf("line %d of the record of proofs: want a seed, a number and a digest", n)
			}
			set := Set{Digest: fields[2], Lacks: lacks}
			_, err = fmt.Sscan(fields[1], &set.N)
			r.Sets[family+" "+fields[0]] = set
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the record of proofs: %w", n, err)
		}
	}
	return r, lines.Err()
}
