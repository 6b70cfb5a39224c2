package lang

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
)

func (p *parser) decodeBase64(v val) val {
	return p.mapText(v, func(s string) (string, bool) {
		s = strings.NewReplacer("\n", "", "\r", "", " ", "", "-", "+", "_", "/").Replace(s)
		b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
		return string(b), err == nil
	}, false)
}

func (p *parser) decodeBase32(v val) val {
	return p.mapText(v, func(s string) (string, bool) {
		b, err := base32.StdEncoding.DecodeString(s)
		return string(b), err == nil
	}, false)
}

func (p *parser) decodeHex(v val) val {
	return p.mapText(v, func(s string) (string, bool) {
		b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
		return string(b), err == nil
	}, false)
}

func (p *parser) decodeURL(v val) val {
	return p.mapText(v, func(s string) (string, bool) {
		r, err := url.PathUnescape(s)
		return r, err == nil
	}, false)
}

func (p *parser) rot13(v val) val {
	return p.mapText(v, func(s string) (string, bool) {
		b := []byte(s)
		for i, c := range b {
			switch {
			case 'a' <= c|0x20 && c|0x20 <= 'z':
				b[i] = (c|0x20-'a'+13)%26 + 'a' | c&0x20
				if c&0x20 == 0 {
					b[i] = (c-'A'+13)%26 + 'A'
				}
			}
		}
		return string(b), true
	}, true)
}
