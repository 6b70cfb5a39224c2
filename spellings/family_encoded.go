package spellings

import (
	"bytes"
	"compress/gzip"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"strings"
)

func encodedFamilies() []Family {
	return []Family{
		{
			ID: "encoded/base64", Group: Encoded, Techniques: []string{"H01"},
			Title: "base64 is decoded and piped to a shell",
			From:  "rm -rf x", To: "echo cm0gLXJmIHg= | base64 -d | bash",
			Rewrite: piped(func(t string) []string {
				code := base64.StdEncoding.EncodeToString([]byte(t))
				return []string{"echo " + code + " | base64 -d | bash", "base64 -d <<< " + code + " | bash -s", "base64 --decode <<'Z' | bash\n" + code + "\nZ"}
			}),
		},
		{
			ID: "encoded/base64-argument", Group: Encoded, Techniques: []string{"H02"},
			Title: "base64 is decoded in the argument of a shell",
			From:  "rm -rf x", To: `bash -c "$(base64 --decode <<< cm0gLXJmIHg=)"`,
			Rewrite: whole(func(t string) []string {
				code := base64.StdEncoding.EncodeToString([]byte(t))
				return []string{
					`bash -c "$(base64 --decode <<< ` + code + `)"`, `eval "$(echo ` + code + ` | base64 -d)"`, "eval \"`echo " + code + " | base64 -di`\"",
					"source <(base64 -d <<< " + code + ")", "zb=" + code + `; eval "$(printf %s "$zb" | base64 -d)"`,
				}
			}),
		},
		{
			ID: "encoded/base64-nested", Group: Encoded, Techniques: []string{"H01", "H02"},
			Title: "base64 of base64, three deep",
			From:  "rm -rf x", To: deepBase64("rm -rf x", 2),
			Rewrite: piped(func(t string) []string { return []string{deepBase64(t, 2), deepBase64(t, 3)} }),
		},
		{
			ID: "encoded/base32", Group: Encoded, Techniques: []string{"H03"},
			Title: "base32 is decoded for a shell",
			From:  "rm -rf x", To: "echo OJWSALLSMYQHQ=== | base32 -d | bash",
			Rewrite: piped(func(t string) []string {
				code := base32.StdEncoding.EncodeToString([]byte(t))
				return []string{"echo " + code + " | base32 -d | bash", `bash -c "$(base32 --decode <<< ` + code + `)"`, "basenc --base32 -d <<< " + code + " | bash"}
			}),
		},
		{
			ID: "encoded/hex", Group: Encoded, Techniques: []string{"H04"},
			Title: "printf writes hexadecimal escapes to a shell",
			From:  "rm -rf x", To: `printf '\x72\x6d\x20\x2d\x72\x66\x20\x78' | bash`,
			Rewrite: piped(func(t string) []string {
				code := eachByte(t, `\x%02x`)
				return []string{"printf '" + code + "' | bash", "echo -e '" + code + "' | bash", "eval \"$(printf '" + code + "')\"", "eval $'" + code + "'", "bash -c $'" + code + "'"}
			}),
		},
		{
			ID: "encoded/octal", Group: Encoded, Techniques: []string{"H05"},
			Title: "printf writes octal escapes to a shell",
			From:  "rm -rf x", To: `printf '\162\155\040\055\162\146\040\170' | bash`,
			Rewrite: piped(func(t string) []string {
				code := eachByte(t, `\%03o`)
				return []string{"printf '" + code + "' | bash", "printf %b '" + eachByte(t, `\0%03o`) + "' | bash", "eval $'" + code + "'", "bash <<< $'" + code + "'"}
			}),
		},
		{
			ID: "encoded/xxd", Group: Encoded, Techniques: []string{"F08", "H04"}, Needs: []string{"xxd"},
			Title: "xxd turns hexadecimal digits into the text",
			From:  "rm -rf x", To: "echo 726d202d72662078 | xxd -r -p | bash",
			Rewrite: piped(func(t string) []string {
				code := fmt.Sprintf("%x", t)
				return []string{"echo " + code + " | xxd -r -p | bash", `eval "$(xxd -p -r <<< ` + code + `)"`, "bash <(xxd -r -ps <<< " + code + ")"}
			}),
		},
		{
			ID: "encoded/gzip", Group: Encoded, Techniques: []string{"H06"}, Needs: []string{"gzip", "gunzip"},
			Title: "a compressed text",
			From:  "rm -rf x", To: "echo " + gzipped("rm -rf x") + " | base64 -d | gunzip -c | bash",
			Rewrite: piped(func(t string) []string {
				code := gzipped(t)
				return []string{"echo " + code + " | base64 -d | gunzip -c | bash", "base64 -d <<< " + code + " | gzip -dc | bash", `eval "$(echo ` + code + ` | base64 -d | zcat)"`}
			}),
		},
		{
			ID: "encoded/bzip2", Group: Encoded, Techniques: []string{"H07"}, Needs: []string{"bzip2", "bunzip2"},
			Title: "a text compressed by bzip2",
			From:  "rm -rf x", To: "echo " + bzipped("rm -rf x") + " | base64 -d | bunzip2 -c | bash",
			Rewrite: piped(func(t string) []string {
				code := bzipped(t)
				if code == "" {
					return nil
				}
				return []string{"echo " + code + " | base64 -d | bunzip2 -c | bash", "base64 -d <<< " + code + " | bzip2 -dc | bash"}
			}),
		},
		{
			ID: "encoded/rev", Group: Encoded, Techniques: []string{"H08"}, Needs: []string{"rev"},
			Title: "the text is turned round",
			From:  "rm -rf x", To: "rev <<< 'x fr- mr' | bash",
			Rewrite: piped(func(t string) []string {
				if !ascii(t) {
					return nil
				}
				code := Quote(reversed(t))
				return []string{"rev <<< " + code + " | bash", "echo " + code + " | rev | bash -s", `eval "$(rev <<< ` + code + `)"`, `bash -c "$(echo ` + code + ` | rev)"`}
			}),
		},
		{
			ID: "encoded/rot13", Group: Encoded, Techniques: []string{"H09"},
			Title: "the letters are rotated",
			From:  "rm -rf x", To: "tr a-zA-Z n-za-mN-ZA-M <<< 'ez -es k' | bash",
			Rewrite: piped(func(t string) []string {
				code := Quote(rot13(t))
				return []string{"tr a-zA-Z n-za-mN-ZA-M <<< " + code + " | bash", "echo " + code + " | tr '[A-Za-z]' '[N-ZA-Mn-za-m]' | bash", `eval "$(tr a-zA-Z n-za-mN-ZA-M <<< ` + code + `)"`}
			}),
		},
		{
			ID: "encoded/openssl", Group: Encoded, Techniques: []string{"H10"}, Needs: []string{"openssl"},
			Title: "openssl decodes base64",
			From:  "rm -rf x", To: "echo cm0gLXJmIHg= | openssl base64 -d -A | bash",
			Rewrite: piped(func(t string) []string {
				code := base64.StdEncoding.EncodeToString([]byte(t))
				return []string{"echo " + code + " | openssl base64 -d -A | bash", `eval "$(openssl enc -base64 -d -A <<< ` + code + `)"`}
			}),
		},
		{
			ID: "encoded/sed", Group: Encoded, Techniques: []string{"H11"},
			Title: "sed takes junk out of the text",
			From:  "rm -rf x", To: "echo 'r~m~ ~-~r~f~ ~x' | sed 's/~//g' | bash",
			Rewrite: piped(func(t string) []string {
				if !ascii(t) || strings.Contains(t, "~") {
					return nil
				}
				code := Quote(strings.Join(strings.Split(t, ""), "~"))
				return []string{"echo " + code + " | sed 's/~//g' | bash", "sed -e 's,~,,g' <<< " + code + " | bash", "echo " + code + " | tr -d '~' | bash"}
			}),
		},
		{
			ID: "encoded/lines", Group: Encoded, Techniques: []string{"H11"},
			Title: "the text is picked out of other lines",
			From:  "rm -rf x", To: "printf '%s\\n' '# a' 'rm -rf x' '# b' | sed -n 2p | bash",
			Rewrite: piped(func(t string) []string {
				if strings.Contains(t, "\n") {
					return nil
				}
				lines := "printf '%s\\n' '# a' " + Quote(t) + " '# b' | "
				return []string{lines + "sed -n 2p | bash", lines + "head -2 | tail -n 1 | bash", lines + "grep -v '^#' | bash", lines + "tac | bash", lines + "awk 'NR==2' | bash"}
			}),
		},
		{
			ID: "encoded/python", Group: Encoded, Techniques: []string{"H12"}, Needs: []string{"python3"},
			Title: "python decodes and a shell runs",
			From:  "rm -rf x", To: `python3 -c "import base64;print(base64.b64decode('cm0gLXJmIHg=').decode())" | bash`,
			Rewrite: piped(func(t string) []string {
				code := base64.StdEncoding.EncodeToString([]byte(t))
				return []string{
					`python3 -c "import base64;print(base64.b64decode('` + code + `').decode())" | bash`,
					`eval "$(python3 -c "print(bytes.fromhex('` + fmt.Sprintf("%x", t) + `').decode())")"`,
				}
			}),
		},
		{
			ID: "encoded/perl", Group: Encoded, Techniques: []string{"H12"}, Needs: []string{"perl"},
			Title: "perl decodes and a shell runs",
			From:  "rm -rf x", To: `perl -e 'print pack("H*","726d202d72662078")' | bash`,
			Rewrite: piped(func(t string) []string {
				code := fmt.Sprintf("%x", t)
				return []string{`perl -e 'print pack("H*","` + code + `")' | bash`, `perl -e 'print "` + eachByte(t, `\x%02x`) + `"' | bash`}
			}),
		},
		{
			ID: "encoded/awk", Group: Encoded, Techniques: []string{"H13"}, Needs: []string{"awk"},
			Title: "awk writes a list of character codes",
			From:  "rm -rf x", To: `awk 'BEGIN{printf "%c%c%c%c%c%c%c%c",114,109,32,45,114,102,32,120}' | bash`,
			Rewrite: piped(func(t string) []string {
				if !ascii(strings.ReplaceAll(t, "\n", "")) || len(t) > 400 {
					return nil
				}
				var codes []string
				for i := range len(t) {
					codes = append(codes, fmt.Sprint(t[i]))
				}
				return []string{`awk 'BEGIN{printf "` + strings.Repeat("%c", len(t)) + `",` + strings.Join(codes, ",") + `}' | bash`}
			}),
		},
		{
			ID: "encoded/file-tail", Group: Encoded, Techniques: []string{"F11"},
			Title: "a number of bytes of a longer text",
			From:  "rm -rf x", To: "printf %s 'zzzrm -rf x' | tail -c +4 | bash",
			Rewrite: piped(func(t string) []string {
				return []string{
					"printf %s " + Quote("zzz"+t) + " | tail -c +4 | bash",
					fmt.Sprintf("printf %%s %s | head -c %d | bash", Quote(t+"zzz"), len(t)),
					fmt.Sprintf("printf %%s %s | dd bs=1 skip=3 2>/dev/null | bash", Quote("zzz"+t)),
				}
			}),
		},
	}
}

func deepBase64(text string, depth int) string {
	for range depth {
		text = "echo " + base64.StdEncoding.EncodeToString([]byte(text)) + " | base64 -d | bash"
	}
	return text
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // a buffer takes all
	_ = w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}
