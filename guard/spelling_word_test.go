package guard_test

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// each writes every byte by itself.
func each(s string, f func(i int, c byte) string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteString(f(i, s[i]))
	}
	return b.String()
}

func hexBytes(s string) string {
	return each(s, func(_ int, c byte) string { return fmt.Sprintf(`\x%02x`, c) })
}

func octBytes(s string) string {
	return each(s, func(_ int, c byte) string { return fmt.Sprintf(`\%03o`, c) })
}

func reversed(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

func rot13(s string) string {
	return each(s, func(_ int, c byte) string {
		switch {
		case c >= 'a' && c <= 'z':
			c = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			c = 'A' + (c-'A'+13)%26
		}
		return string(c)
	})
}

func b64(s string) string     { return base64.StdEncoding.EncodeToString([]byte(s)) }
func b32(s string) string     { return base32.StdEncoding.EncodeToString([]byte(s)) }
func hexText(s string) string { return hex.EncodeToString([]byte(s)) }

// around puts quotes around an expansion of what is not plain.
func around(raw, expansion string) string {
	if isPlain(raw) {
		return expansion
	}
	return `"` + expansion + `"`
}

// middle puts something that expands to nothing inside a word.
func middle(raw, nothing string) string {
	if !isPlain(raw) || len(raw) < 2 {
		return ""
	}
	return raw[:1] + nothing + raw[1:]
}

// wordSpellings write single words.
func wordSpellings() []spelling {
	q := func(name string, f func(raw string) string) spelling {
		return spelling{name: name, family: "quoting", word: func(_ *draft, raw string) string { return f(raw) }}
	}
	e := func(name, nothing string) spelling {
		return spelling{name: name, family: "empty", params: strings.ContainsAny(nothing, "@*") && !strings.Contains(nothing, "{"), word: func(_ *draft, raw string) string { return middle(raw, nothing) }}
	}
	sub := func(name string, f func(raw string) string) spelling {
		return spelling{name: name, family: "substitution", word: func(_ *draft, raw string) string {
			if x := f(raw); x != "" {
				return around(raw, x)
			}
			return ""
		}}
	}
	v := func(name string, f func(n, raw string) (prelude, text string)) spelling {
		return spelling{name: name, family: "variables", word: func(d *draft, raw string) string {
			n := d.name()
			prelude, text := f(n, raw)
			if text == "" {
				return ""
			}
			if prelude != "" {
				d.prelude += prelude + "; "
			}
			return around(raw, text)
		}}
	}
	lower := func(s string) bool { return isPlain(s) && strings.ToLower(s) == s }
	return []spelling{
		q("single quotes apart", func(s string) string {
			return each(s, func(i int, c byte) string {
				if i%2 == 1 {
					return single(string(c))
				}
				return quoteWord(string(c))
			})
		}),
		q("double quotes apart", func(s string) string {
			return each(s, func(i int, c byte) string {
				if i%2 == 0 && strings.IndexByte("\"\\$`!", c) < 0 {
					return `"` + string(c) + `"`
				}
				return quoteWord(string(c))
			})
		}),
		q("empty quotes", func(s string) string { return middle(s, `''""`) }),
		q("backslashes", func(s string) string {
			if strings.Contains(s, "\n") {
				return ""
			}
			return each(s, func(_ int, c byte) string { return `\` + string(c) })
		}),
		q("ansi hex", func(s string) string { return "$'" + hexBytes(s) + "'" }),
		q("ansi octal", func(s string) string { return "$'" + octBytes(s) + "'" }),
		q("ansi unicode", func(s string) string {
			return "$'" + each(s, func(_ int, c byte) string { return fmt.Sprintf(`\u%04x`, c) }) + "'"
		}),
		q("ansi long unicode", func(s string) string {
			return "$'" + each(s, func(_ int, c byte) string { return fmt.Sprintf(`\U%08x`, c) }) + "'"
		}),
		q("ansi one letter", func(s string) string {
			if !isPlain(s) {
				return ""
			}
			return fmt.Sprintf(`$'\x%x'%s`, s[0], s[1:])
		}),
		q("locale quotes", func(s string) string {
			if strings.ContainsAny(s, "\"\\$`!") {
				return ""
			}
			return `$"` + s + `"`
		}),
		q("continued word", func(s string) string { return middle(s, "\\\n") }),
		q("double quoted", func(s string) string {
			if strings.ContainsAny(s, "\"\\$`!") {
				return ""
			}
			return `"` + s + `"`
		}),
		q("single quoted", single),
		q("mixed quotes", func(s string) string {
			if !isPlain(s) {
				return ""
			}
			return each(s, func(i int, c byte) string {
				return [...]string{string(c), `\` + string(c), "'" + string(c) + "'", `"` + string(c) + `"`, fmt.Sprintf(`$'\%03o'`, c)}[i%5]
			})
		}),

		e("empty $@", "$@"), e("empty $*", "$*"), e("empty quoted $@", `"$@"`), e("empty variable", "${zq}"),
		e("empty $()", "$()"), e("empty backquotes", "``"), e("empty prefix", "${HOME##*}"), e("empty $9", "$9"),
		e("empty alternate", "${zq:+x}"), e("empty array", `"${zq[@]}"`), e("empty true", "$(true)"), e("empty colon", "$(:)"),
		e("empty suffix", "${PATH%%*}"), e("empty slice", "${HOME:0:0}"), e("empty default", "${zq-}"), e("empty names", "${!zqzq*}"),
		e("empty printf", "$(printf '')"), e("empty replaced", "${HOME//?/}"), e("empty file", "$(</dev/null)"),

		sub("$(echo)", func(s string) string { return "$(echo " + quoteWord(s) + ")" }),
		sub("backquoted printf", func(s string) string {
			if !isPlain(s) {
				return ""
			}
			return "`printf %s " + s + "`"
		}),
		sub("printf hex", func(s string) string { return "$(printf '" + hexBytes(s) + "')" }),
		sub("printf octal", func(s string) string { return "$(printf '" + octBytes(s) + "')" }),
		sub("printf %b", func(s string) string { return "$(printf %b '" + hexBytes(s) + "')" }),
		sub("printf %s parts", func(s string) string {
			if !isPlain(s) {
				return ""
			}
			return "$(printf %s%s " + s[:1] + " '" + s[1:] + "')"
		}),
		sub("printf chars", func(s string) string {
			if !isPlain(s) {
				return ""
			}
			return "$(printf %s " + strings.Join(strings.Split(s, ""), " ") + ")"
		}),
		sub("echo -e octal", func(s string) string {
			return "$(echo -e '" + each(s, func(_ int, c byte) string { return fmt.Sprintf(`\0%03o`, c) }) + "')"
		}),
		sub("echo -e hex", func(s string) string { return "$(echo -ne '" + hexBytes(s) + "')" }),
		sub("rev word", func(s string) string { return "$(rev <<< " + quoteWord(reversed(s)) + ")" }),
		sub("tr word", func(s string) string { return "$(tr a-zA-Z n-za-mN-ZA-M <<< " + quoteWord(rot13(s)) + ")" }),
		sub("base64 word", func(s string) string { return "$(base64 -d <<< " + b64(s) + ")" }),
		sub("base32 word", func(s string) string { return "$(echo " + b32(s) + " | base32 -d)" }),
		sub("xxd word", func(s string) string { return "$(xxd -r -p <<< " + hexText(s) + ")" }),
		sub("sed word", func(s string) string {
			return "$(echo " + quoteWord(each(s, func(_ int, c byte) string { return string(c) + "QX" })) + " | sed s/QX//g)"
		}),
		sub("tr -d word", func(s string) string {
			return "$(echo " + quoteWord(each(s, func(_ int, c byte) string { return string(c) + "~" })) + " | tr -d '~')"
		}),
		sub("cut word", func(s string) string { return "$(printf %s " + quoteWord("zz"+s) + " | cut -c3-)" }),
		sub("cut field", func(s string) string {
			if strings.Contains(s, "#") {
				return ""
			}
			return "$(echo " + quoteWord("a#"+s+"#b") + " | cut -d'#' -f2)"
		}),
		sub("tail bytes", func(s string) string { return "$(tail -c +3 <<< " + quoteWord("zz"+s) + ")" }),
		sub("head bytes", func(s string) string {
			return fmt.Sprintf("$(head -c%d <<< %s)", len(s), quoteWord(s+"zz"))
		}),
		sub("awk word", func(s string) string {
			codes := each(s, func(_ int, c byte) string { return fmt.Sprintf(",%d", c) })
			return `$(awk 'BEGIN{printf "` + strings.Repeat("%c", len(s)) + `"` + codes + `}')`
		}),
		sub("awk field", func(s string) string {
			if !isPlain(s) {
				return ""
			}
			return "$(echo a " + s + " b | awk '{print $2}')"
		}),
		sub("cat word", func(s string) string { return "$(cat <<< " + quoteWord(s) + ")" }),
		sub("nested word", func(s string) string { return "$(echo $(echo " + quoteWord(s) + "))" }),
		sub("bash -c word", func(s string) string { return "$(bash -c " + single("echo "+quoteWord(s)) + ")" }),
		sub("tac word", func(s string) string { return "$(tac <<< " + quoteWord(s) + ")" }),
		sub("one letter", func(s string) string {
			if !isPlain(s) {
				return ""
			}
			return "$(echo " + s[:1] + ")" + s[1:]
		}),
		sub("basename word", func(s string) string {
			if !isPlain(s) || strings.Contains(s, "/") || s[0] == '-' {
				return ""
			}
			return "$(basename /x/y/" + s + ")"
		}),

		v("two variables", func(n, s string) (string, string) {
			return n + "a=" + quoteWord(s[:1]) + "; " + n + "b=" + single(s[1:]), "$" + n + "a${" + n + "b}"
		}),
		v("default value", func(_, s string) (string, string) { return "", "${zq:-" + plainOnly(s) + "}" }),
		v("default if unset", func(_, s string) (string, string) { return "", "${zq-" + plainOnly(s) + "}" }),
		v("assigned default", func(n, s string) (string, string) { return "", "${" + n + ":=" + plainOnly(s) + "}" }),
		v("assigned before", func(n, s string) (string, string) {
			return ": \"${" + n + ":=" + plainOnly(s) + "}\"", "$" + n
		}),
		v("alternate value", func(_, s string) (string, string) { return "", "${HOME:+" + plainOnly(s) + "}" }),
		v("substring", func(n, s string) (string, string) {
			return n + "=" + quoteWord("zz"+s+"zz"), fmt.Sprintf("${%s:2:%d}", n, len(s))
		}),
		v("negative substring", func(n, s string) (string, string) {
			return n + "=" + quoteWord("zz"+s), fmt.Sprintf("${%s: -%d}", n, len(s))
		}),
		v("pattern replaced", func(n, s string) (string, string) {
			return n + "=" + quoteWord(each(s, func(_ int, c byte) string { return string(c) + "QX" })), "${" + n + "//QX/}"
		}),
		v("pattern at the start", func(n, s string) (string, string) {
			if !isPlain(s) || s[0] == '/' || s[0] == '%' {
				return "", ""
			}
			return n + "=" + quoteWord("zz"+s[1:]), "${" + n + "/#zz/" + s[:1] + "}"
		}),
		v("prefix removed", func(n, s string) (string, string) { return n + "=" + quoteWord("junk"+s), "${" + n + "#junk}" }),
		v("long prefix removed", func(n, s string) (string, string) { return n + "=" + quoteWord("a~b~"+s), "${" + n + "##*~}" }),
		v("suffix removed", func(n, s string) (string, string) { return n + "=" + quoteWord(s+"~x"), "${" + n + "%~*}" }),
		v("indirect", func(n, s string) (string, string) {
			return n + "p=" + quoteWord(s) + "; " + n + "=" + n + "p", "${!" + n + "}"
		}),
		v("array element", func(n, s string) (string, string) { return n + "=(zz " + quoteWord(s) + ")", "${" + n + "[1]}" }),
		v("last element", func(n, s string) (string, string) { return n + "=(zz " + quoteWord(s) + ")", "${" + n + "[-1]}" }),
		v("named element", func(n, s string) (string, string) {
			return "declare -A " + n + "; " + n + "[k]=" + quoteWord(s), "${" + n + "[k]}"
		}),
		v("appended", func(n, s string) (string, string) {
			return n + "=" + quoteWord(s[:1]) + "; " + n + "+=" + single(s[1:]), "$" + n
		}),
		v("nameref", func(n, s string) (string, string) {
			return n + "p=" + quoteWord(s) + "; declare -n " + n + "=" + n + "p", "$" + n
		}),
		v("printf -v", func(n, s string) (string, string) { return "printf -v " + n + " %s " + quoteWord(s), "$" + n }),
		v("printf -v hex", func(n, s string) (string, string) { return "printf -v " + n + " '" + hexBytes(s) + "'", "$" + n }),
		v("read here-string", func(n, s string) (string, string) {
			return "IFS= read -r " + n + " <<< " + quoteWord(s), "$" + n
		}),
		v("read from procsub", func(n, s string) (string, string) {
			return "IFS= read -r " + n + " < <(echo " + quoteWord(s) + ")", "$" + n
		}),
		v("read -a", func(n, s string) (string, string) {
			if !isPlain(s) {
				return "", ""
			}
			return "read -ra " + n + " <<< 'a " + s + " b'", "${" + n + "[1]}"
		}),
		v("read by colon", func(n, s string) (string, string) {
			if !isPlain(s) || strings.Contains(s, ":") {
				return "", ""
			}
			return "IFS=: read -r " + n + "x " + n + " <<< a:" + s, "$" + n
		}),
		v("swapped case", func(n, s string) (string, string) {
			if !lower(s) {
				return "", ""
			}
			return n + "=" + strings.ToUpper(s), "${" + n + "~~}"
		}),
		v("lower case", func(n, s string) (string, string) {
			if !lower(s) {
				return "", ""
			}
			return n + "=" + strings.ToUpper(s), "${" + n + ",,}"
		}),
		v("@L", func(n, s string) (string, string) {
			if !lower(s) {
				return "", ""
			}
			return n + "=" + strings.ToUpper(s), "${" + n + "@L}"
		}),
		v("declare -l", func(n, s string) (string, string) {
			if !lower(s) {
				return "", ""
			}
			return "declare -l " + n + "=" + strings.ToUpper(s), "$" + n
		}),
		v("@E", func(n, s string) (string, string) { return n + "='" + hexBytes(s) + "'", "${" + n + "@E}" }),
		v("mapfile", func(n, s string) (string, string) {
			return "mapfile -t " + n + " <<< " + quoteWord(s), "${" + n + "[0]}"
		}),
		v("loop variable", func(n, s string) (string, string) {
			return "for " + n + " in " + quoteWord(s) + "; do :; done", "$" + n
		}),
		v("set by a function", func(n, s string) (string, string) {
			return n + "f() { " + n + "=" + quoteWord(s) + "; }; " + n + "f", "$" + n
		}),
		v("set by eval", func(n, s string) (string, string) { return "eval " + single(n+"="+quoteWord(s)), "$" + n }),
		v("set by case", func(n, s string) (string, string) {
			return "case a in b) " + n + "=;; a) " + n + "=" + quoteWord(s) + ";; esac", "$" + n
		}),
		v("set by if", func(n, s string) (string, string) {
			return "if true; then " + n + "=" + quoteWord(s) + "; fi", "$" + n
		}),
		v("captured", func(n, s string) (string, string) { return n + "=$(echo " + quoteWord(s) + ")", "$" + n }),
		v("exported", func(n, s string) (string, string) { return "export " + n + "=" + quoteWord(s), "$" + n }),
		v("readonly", func(n, s string) (string, string) { return "readonly " + n + "=" + quoteWord(s), "$" + n }),
		v("picked letters", func(n, s string) (string, string) {
			if !isPlain(s) {
				return "", ""
			}
			pool := "x" + reversed(s)
			return n + "=" + quoteWord(pool), each(s, func(i int, _ byte) string { return fmt.Sprintf("${%s:%d:1}", n, len(s)-i) })
		}),
		v("joined letters", func(n, s string) (string, string) {
			if !isPlain(s) || strings.Contains(s, "=") {
				return "", ""
			}
			return n + "=(" + strings.Join(strings.Split(s, ""), " ") + "); printf -v " + n + "j %s \"${" + n + "[@]}\"", "$" + n + "j"
		}),
		v("loop of letters", func(n, s string) (string, string) {
			if !isPlain(s) {
				return "", ""
			}
			return n + "=; for c in " + strings.Join(strings.Split(s, ""), " ") + "; do " + n + "+=$c; done", "$" + n
		}),
		v("arithmetic index", func(n, s string) (string, string) { return n + "=(a b c " + quoteWord(s) + ")", "${" + n + "[2*2-1]}" }),
		v("from a file", func(n, s string) (string, string) {
			return "printf %s " + quoteWord(s) + " > /tmp/" + n, "$(cat /tmp/" + n + ")"
		}),
		v("from a file by <", func(n, s string) (string, string) {
			return "printf %s " + quoteWord(s) + " > /tmp/" + n, "$(</tmp/" + n + ")"
		}),
	}
}

// plainOnly leaves out words that would need quotes inside ${...}.
func plainOnly(s string) string {
	if isPlain(s) {
		return s
	}
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`", "}", `\}`).Replace(s)
}
