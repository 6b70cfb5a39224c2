package spellings

import (
	"encoding/base64"
	"fmt"
	"strings"
)

func substitutionFamilies() []Family {
	return []Family{
		{
			ID: "subst/echo", Group: Substitution, Techniques: []string{"F01"},
			Title: "the program's name is printed by echo or printf",
			From:  "rm -rf x", To: "$(echo rm) -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", "$(echo " + v + ")" },
				func(v string) (string, string) { return "", `"$(printf %s ` + v + `)"` },
				func(v string) (string, string) { return "", "$(cat <<< " + v + ")" },
			),
		},
		{
			ID: "subst/backticks", Group: Substitution, Techniques: []string{"F02"},
			Title: "the program's name is printed in backticks",
			From:  "rm -rf x", To: "`echo rm` -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", "`echo " + v + "`" },
				func(v string) (string, string) { return "", "`printf " + v + "`" },
			),
		},
		{
			ID: "subst/hex", Group: Substitution, Techniques: []string{"F03"},
			Title: "printf with hexadecimal escapes",
			From:  "rm -rf x", To: `$(printf '\x72\x6d') -rf x`,
			Rewrite: named(
				func(v string) (string, string) { return "", "$(printf '" + eachByte(v, `\x%02x`) + "')" },
				func(v string) (string, string) { return "", "$(printf %b '" + eachByte(v, `\x%02x`) + "')" },
			),
		},
		{
			ID: "subst/octal", Group: Substitution, Techniques: []string{"F04"},
			Title: "echo -e with octal escapes",
			From:  "rm -rf x", To: `$(echo -e '\0162\0155') -rf x`,
			Rewrite: named(
				func(v string) (string, string) { return "", "$(echo -e '" + eachByte(v, `\0%03o`) + "')" },
				func(v string) (string, string) { return "", "$(printf '" + eachByte(v, `\%03o`) + "')" },
			),
		},
		{
			ID: "subst/rev", Group: Substitution, Techniques: []string{"F05"}, Needs: []string{"rev"},
			Title: "the name is turned round",
			From:  "rm -rf x", To: "$(rev <<< mr) -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", "$(rev <<< " + reversed(v) + ")" },
				func(v string) (string, string) { return "", "$(echo " + reversed(v) + " | rev)" },
			),
		},
		{
			ID: "subst/tr", Group: Substitution, Techniques: []string{"F06"},
			Title: "the name is rotated by thirteen letters",
			From:  "rm -rf x", To: "$(tr a-zA-Z n-za-mN-ZA-M <<< ez) -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", "$(tr a-zA-Z n-za-mN-ZA-M <<< " + rot13(v) + ")" },
				func(v string) (string, string) { return lowered("", "$(tr A-Z a-z <<< "+strings.ToUpper(v)+")", v) },
				func(v string) (string, string) { return "", "$(echo " + v[:1] + "_" + v[1:] + " | tr -d _)" },
			),
		},
		{
			ID: "subst/base64", Group: Substitution, Techniques: []string{"F07"},
			Title: "the words come out of base64",
			From:  "rm -rf x", To: "$(base64 -d <<< cm0gLXJmIHg=)",
			Rewrite: simpleCalls(func(values []string) []string {
				line := strings.Join(values, " ")
				return []string{
					"$(base64 -d <<< " + base64.StdEncoding.EncodeToString([]byte(line)) + ")",
					"$(echo " + base64.StdEncoding.EncodeToString([]byte(values[0])) + " | base64 --decode) " + strings.Join(values[1:], " "),
				}
			}),
		},
		{
			ID: "subst/xxd", Group: Substitution, Techniques: []string{"F08"}, Needs: []string{"xxd"},
			Title: "the words come out of hexadecimal digits",
			From:  "rm -rf x", To: "$(xxd -r -p <<< 726d202d72662078)",
			Rewrite: simpleCalls(func(values []string) []string {
				return []string{fmt.Sprintf("$(xxd -r -p <<< %x)", strings.Join(values, " "))}
			}),
		},
		{
			ID: "subst/letter", Group: Substitution, Techniques: []string{"F09"},
			Title: "one letter of the name is printed",
			From:  "rm -rf x", To: "r$(echo m) -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", v[:1] + "$(echo " + v[1:2] + ")" + v[2:] },
				func(v string) (string, string) { return "", "`echo " + v[:1] + "`" + v[1:] },
			),
		},
		{
			ID: "subst/lookup", Group: Substitution, Techniques: []string{"F10"},
			Title: "the shell is asked for the program's path",
			From:  "rm -rf x", To: "$(command -v rm) -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", "$(command -v " + v + ")" },
				func(v string) (string, string) { return "", "$(type -P " + v + ")" },
				func(v string) (string, string) { return "", "`type -p " + v + "`" },
			),
		},
		{
			ID: "subst/which", Group: Substitution, Techniques: []string{"F10"}, Needs: []string{"which"},
			Title: "which is asked for the program's path",
			From:  "rm -rf x", To: "$(which rm) -rf x",
			Rewrite: named(func(v string) (string, string) { return "", "$(which " + v + ")" }),
		},
		{
			ID: "subst/operand", Group: Substitution, Techniques: []string{"F01"},
			Title: "the last operand is printed",
			From:  "rm -rf x", To: `rm -rf "$(printf %s 'x')"`,
			Rewrite: lastWord(
				func(v string) (string, string) {
					if strings.HasSuffix(v, "\n") {
						return "", "" // a substitution drops it
					}
					return "", `"$(printf %s ` + Quote(v) + `)"`
				},
				func(v string) (string, string) {
					if !simple(v) {
						return "", ""
					}
					return "", "$(echo " + v + ")"
				},
			),
		},
		{
			ID: "subst/option", Group: Substitution, Techniques: []string{"F01"},
			Title: "the options are printed",
			From:  "rm -rf x", To: "rm $(echo '' -rf) x",
			Rewrite: firstOption(
				func(v string) (string, string) { return "", "$(echo '' " + v + ")" },
				func(v string) (string, string) { return "", "$(printf %s%s - " + Quote(v[1:]) + ")" },
			),
		},
		{
			ID: "subst/filters", Group: Substitution, Techniques: []string{"F11"},
			Title: "the name is cut, edited or picked from a longer text",
			From:  "rm -rf x", To: "$(echo zzrm | cut -c3-) -rf x",
			Rewrite: named(
				func(v string) (string, string) { return "", "$(echo zz" + v + " | cut -c3-)" },
				func(v string) (string, string) { return "", "$(echo " + v[:1] + "QX" + v[1:] + " | sed s/QX//)" },
				func(v string) (string, string) { return "", "$(echo a:" + v + ":b | cut -d: -f2)" },
				func(v string) (string, string) { return "", fmt.Sprintf("$(echo zz%s | tail -c %d)", v, len(v)+1) },
				func(v string) (string, string) { return "", fmt.Sprintf("$(printf %%s %szz | head -c %d)", v, len(v)) },
				func(v string) (string, string) { return "", "$(echo a " + v + " | awk '{print $2}')" },
			),
		},
		{
			ID: "subst/arithmetic", Group: Substitution, Techniques: []string{"F03"},
			Title: "letters from numbers by way of printf",
			From:  "rm -rf x", To: `$(printf "\\$(printf %03o 114)\\$(printf %03o 109)") -rf x`,
			Rewrite: named(func(v string) (string, string) {
				return "", `$(printf "` + eachByte(v, `\\$(printf %%03o %d)`) + `")`
			}),
		},
	}
}

func reversed(v string) string {
	out := []byte(v)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
}

func rot13(v string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, v)
}
