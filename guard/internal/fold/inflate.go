package fold

import "strings"

// Package compress/gzip would do this too, but it and what it imports make tables when the process
// starts, which a hook has no time for.

// ungzip expands the members of gzip data (RFC 1952). It fails on data that is broken, and on more
// than MaxOutput bytes of text.
func ungzip(in string) (string, bool) {
	var out []byte
	for {
		rest, ok := skipHeader(in)
		if !ok {
			return "", false
		}
		d := inflater{in: rest, out: out}
		if !d.inflate() || len(d.in) < 8 {
			return "", false
		}
		member := d.out[len(out):]
		if little32(d.in) != crc32(member) || little32(d.in[4:]) != uint32(len(member)) {
			return "", false
		}
		out = d.out
		if in = d.in[8:]; in == "" {
			return string(out), true
		}
	}
}

// skipHeader returns what comes after the header of a member.
func skipHeader(in string) (string, bool) {
	const checked, extra, named, commented = 2, 4, 8, 16
	if len(in) < 10 || in[:3] != "\x1f\x8b\x08" || in[3]&0xe0 != 0 {
		return "", false
	}
	flags, whole := in[3], in
	in = in[10:]
	if flags&extra != 0 {
		if len(in) < 2 || len(in) < 2+int(in[0])+int(in[1])<<8 {
			return "", false
		}
		in = in[2+int(in[0])+int(in[1])<<8:]
	}
	for _, flag := range [...]byte{named, commented} {
		if flags&flag != 0 {
			end := strings.IndexByte(in, 0)
			if end < 0 || end > 500 {
				return "", false
			}
			in = in[end+1:]
		}
	}
	if flags&checked != 0 {
		sum := crc32([]byte(whole[:len(whole)-len(in)]))
		if len(in) < 2 || in[0] != byte(sum) || in[1] != byte(sum>>8) {
			return "", false
		}
		in = in[2:]
	}
	return in, true
}

func little32(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// crc32 is the checksum of gzip.
func crc32(data []byte) uint32 {
	crc := ^uint32(0)
	for _, c := range data {
		crc ^= uint32(c)
		for range 8 {
			crc = crc>>1 ^ 0xedb88320&-(crc&1)
		}
	}
	return ^crc
}

// inflater expands DEFLATE data (RFC 1951). After a success in is what comes after the data.
type inflater struct {
	in    string
	out   []byte
	start int // of this member in out: what may be referred to
	held  uint32
	count uint // bits held
	bad   bool // the data ended early
}

// bits takes the next n bits, at most 16.
func (d *inflater) bits(n uint) int {
	for d.count < n {
		if d.in == "" {
			d.bad = true
			return 0
		}
		d.held |= uint32(d.in[0]) << d.count
		d.in = d.in[1:]
		d.count += 8
	}
	v := d.held & (1<<n - 1)
	d.held >>= n
	d.count -= n
	return int(v)
}

func (d *inflater) inflate() bool {
	d.start = len(d.out)
	for last := false; !last; {
		last = d.bits(1) == 1
		ok := false
		switch d.bits(2) {
		case 0:
			ok = d.stored()
		case 1:
			ok = d.fixed()
		case 2:
			ok = d.dynamic()
		}
		if !ok || d.bad {
			return false
		}
	}
	return true
}

// stored copies a block that is not compressed.
func (d *inflater) stored() bool {
	d.held, d.count = 0, 0 // the rest of the byte
	if len(d.in) < 4 {
		return false
	}
	n := int(little32(d.in) & 0xffff)
	if n != int(^little32(d.in)>>16) || len(d.in) < 4+n || len(d.out)+n > MaxOutput {
		return false
	}
	d.out = append(d.out, d.in[4:4+n]...)
	d.in = d.in[4+n:]
	return true
}

func (d *inflater) fixed() bool {
	var lengths [288]byte
	for i := range lengths {
		switch {
		case i < 144, i >= 280:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		default:
			lengths[i] = 7
		}
	}
	var distances [32]byte // two of them stand for nothing
	for i := range distances {
		distances[i] = 5
	}
	text, _ := newHuffman(lengths[:])
	distance, _ := newHuffman(distances[:])
	return d.codes(text, distance)
}

func (d *inflater) dynamic() bool {
	texts, distances, codes := d.bits(5)+257, d.bits(5)+1, d.bits(4)+4
	if texts > 286 || distances > 30 {
		return false
	}
	var lengths [286 + 30]byte
	for _, at := range []byte("\x10\x11\x12\x00\x08\x07\x09\x06\x0a\x05\x0b\x04\x0c\x03\x0d\x02\x0e\x01\x0f")[:codes] {
		lengths[at] = byte(d.bits(3))
	}
	code, ok := newHuffman(lengths[:19])
	if !ok {
		return false
	}
	lengths = [len(lengths)]byte{}
	for i := 0; i < texts+distances; {
		n, value := 1, byte(0)
		switch symbol := d.symbol(code); {
		case symbol < 0:
			return false
		case symbol < 16:
			value = byte(symbol)
		case symbol == 16:
			if i == 0 {
				return false
			}
			n, value = 3+d.bits(2), lengths[i-1]
		case symbol == 17:
			n = 3 + d.bits(3)
		default:
			n = 11 + d.bits(7)
		}
		if i+n > texts+distances {
			return false
		}
		for ; n > 0; n-- {
			lengths[i] = value
			i++
		}
	}
	text, ok := newHuffman(lengths[:texts])
	if !ok || lengths[256] == 0 {
		return false
	}
	distance, ok := newHuffman(lengths[texts : texts+distances])
	return ok && d.codes(text, distance)
}

// codes expands one block's symbols: bytes, and references to what was there before.
func (d *inflater) codes(text, distance *huffman) bool {
	for {
		symbol := d.symbol(text)
		switch {
		case symbol < 0 || symbol > 285:
			return false
		case symbol < 256:
			if len(d.out) >= MaxOutput {
				return false
			}
			d.out = append(d.out, byte(symbol))
			continue
		case symbol == 256:
			return true
		}
		n := 3 + symbol - 257 // up to 264
		if symbol == 285 {
			n = 258
		} else if symbol > 264 {
			extra := uint(symbol-261) / 4
			n = 3 + (4+(symbol-261)%4)<<extra + d.bits(extra)
		}
		symbol = d.symbol(distance)
		if symbol < 0 || symbol > 29 {
			return false
		}
		back := 1 + symbol // up to 3
		if symbol > 3 {
			extra := uint(symbol-2) / 2
			back = 1 + (2+symbol%2)<<extra + d.bits(extra)
		}
		if d.bad || back > len(d.out)-d.start || len(d.out)+n > MaxOutput {
			return false
		}
		for ; n > 0; n-- {
			d.out = append(d.out, d.out[len(d.out)-back])
		}
	}
}

// huffman is a canonical code: how many codes there are of each length, and their symbols in order.
type huffman struct {
	count   [16]int
	symbols []uint16
}

// newHuffman makes the code of symbols that have these lengths in bits. A code must be complete, or
// have one symbol or none.
func newHuffman(lengths []byte) (*huffman, bool) {
	h := &huffman{}
	for _, n := range lengths {
		h.count[n]++
	}
	used := len(lengths) - h.count[0]
	h.count[0] = 0
	var next [17]int
	left := 1
	for n := 1; n < 16; n++ {
		left = left<<1 - h.count[n]
		if left < 0 {
			return nil, false
		}
		next[n+1] = next[n] + h.count[n]
	}
	if left > 0 && !(used == 0 || used == 1 && h.count[1] == 1) {
		return nil, false
	}
	h.symbols = make([]uint16, used)
	for symbol, n := range lengths {
		if n > 0 {
			h.symbols[next[n]] = uint16(symbol)
			next[n]++
		}
	}
	return h, true
}

// symbol takes the next symbol of a code, -1 when there is none.
func (d *inflater) symbol(h *huffman) int {
	code, first, index := 0, 0, 0
	for n := 1; n < 16 && !d.bad; n++ {
		code |= d.bits(1)
		count := h.count[n]
		if code-first < count {
			if d.bad {
				return -1
			}
			return int(h.symbols[index+code-first])
		}
		index += count
		first = (first + count) << 1
		code <<= 1
	}
	return -1
}
