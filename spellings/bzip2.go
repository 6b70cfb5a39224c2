package spellings

import (
	"encoding/base64"
	"slices"
	"strings"
)

// bzipped compresses a short text as bzip2 does, in base64. The standard library can only read the
// format, and a library that writes it would be there for one family. The text must be shorter than one
// block, and without four equal bytes in a row, which the format would count. It returns "" otherwise.
func bzipped(text string) string {
	const most = 4000
	if text == "" || len(text) > most {
		return ""
	}
	for i := 3; i < len(text); i++ {
		if text[i] == text[i-1] && text[i] == text[i-2] && text[i] == text[i-3] {
			return ""
		}
	}
	last, origin := transform(text)
	symbols, used := moveToFront(last)
	w := &bitWriter{}
	w.write(24, 0x425a68) // BZh
	w.write(8, '9')
	crc := blockCRC(text)
	w.write(24, 0x314159)
	w.write(24, 0x265359)
	w.write(32, crc)
	w.write(1, 0)
	w.write(24, uint32(origin))
	w.bytesInUse(used)
	w.huffman(symbols, len(used)+2)
	w.write(24, 0x177245)
	w.write(24, 0x385090)
	w.write(32, crc) // of one block, the whole's sum is the block's
	return base64.StdEncoding.EncodeToString(w.bytes())
}

// transform is the Burrows-Wheeler transform: the last column of the sorted rotations, and where
// the text itself stands among them.
func transform(text string) (last []byte, origin int) {
	double := text + text
	rows := make([]int, len(text))
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		return strings.Compare(double[a:a+len(text)], double[b:b+len(text)])
	})
	for i, r := range rows {
		if r == 0 {
			origin = i
		}
		last = append(last, double[r+len(text)-1])
	}
	return last, origin
}

// moveToFront writes bytes as their place in a list of those last used, zeros as run lengths, and
// the end as a symbol of its own.
func moveToFront(data []byte) (symbols []int, used []byte) {
	used = slices.Compact(slices.Sorted(slices.Values(data)))
	list := slices.Clone(used)
	run := 0
	flush := func() {
		for ; run > 0; run = (run - 1) / 2 {
			symbols = append(symbols, 1-run&1) // RUNA is 0, RUNB is 1
		}
	}
	for _, c := range data {
		at := slices.Index(list, c)
		if at == 0 {
			run++
			continue
		}
		flush()
		symbols = append(symbols, at+1)
		list = slices.Insert(slices.Delete(list, at, at+1), 0, c)
	}
	flush()
	return append(symbols, len(used)+1), used
}

func blockCRC(text string) uint32 {
	crc := ^uint32(0)
	for i := range len(text) {
		crc ^= uint32(text[i]) << 24
		for range 8 {
			if crc&(1<<31) != 0 {
				crc = crc<<1 ^ 0x04c11db7
			} else {
				crc <<= 1
			}
		}
	}
	return ^crc
}

type bitWriter struct {
	out  []byte
	free int // bits of the last byte not used yet
}

func (w *bitWriter) write(n int, v uint32) {
	for i := n - 1; i >= 0; i-- {
		if w.free == 0 {
			w.out, w.free = append(w.out, 0), 8
		}
		w.free--
		w.out[len(w.out)-1] |= byte(v>>i&1) << w.free
	}
}

func (w *bitWriter) bytes() []byte { return w.out }

// bytesInUse is the map of the bytes that occur, in two levels.
func (w *bitWriter) bytesInUse(used []byte) {
	var groups uint32
	var in [16]uint32
	for _, c := range used {
		groups |= 1 << (15 - c>>4)
		in[c>>4] |= 1 << (15 - c&15)
	}
	w.write(16, groups)
	for i, bits := range in {
		if groups>>(15-i)&1 == 1 {
			w.write(16, bits)
		}
	}
}

// huffman writes the symbols with a code of one length: two equal tables, as the format wants two at
// least.
func (w *bitWriter) huffman(symbols []int, alphabet int) {
	const groupSize = 50
	length := 1
	for 1<<length < alphabet {
		length++
	}
	selectors := (len(symbols) + groupSize - 1) / groupSize
	w.write(3, 2)
	w.write(15, uint32(selectors))
	for range selectors {
		w.write(1, 0)
	}
	for range 2 {
		w.write(5, uint32(length))
		for range alphabet {
			w.write(1, 0)
		}
	}
	for _, s := range symbols {
		w.write(length, uint32(s))
	}
}
