package program

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// words makes arguments of a line: blanks part words, $X is an unknown word or piece that may
// split, "$X" (with the quotes) one that does not.
func words(line string) []value.Word {
	var args []value.Word
	for _, field := range strings.Fields(line) {
		var w value.Word
		for field != "" {
			quoted := strings.HasPrefix(field, `"$`)
			switch {
			case quoted || field[0] == '$':
				field = strings.TrimPrefix(field, `"`)
				end := 1
				for end < len(field) && field[end] >= 'A' && field[end] <= 'Z' {
					end++
				}
				w.Append(value.Piece{Text: field[:end], Name: field[1:end], Kind: value.Unknown, Quoted: quoted})
				field = field[end:]
				if quoted {
					field = strings.TrimPrefix(field, `"`)
				}
			default:
				end := strings.IndexAny(field, `$"`)
				if end < 0 {
					end = len(field)
				}
				w.AppendText(field[:max(end, 1)])
				field = field[max(end, 1):]
			}
		}
		args = append(args, w)
	}
	return args
}

func parse(line string) *Parsed {
	name, rest, _ := strings.Cut(line, " ")
	return Parse(name, words(rest))
}

// render writes what was parsed: global options, subcommand, options, operands, the wrapped command.
func render(p *Parsed) string {
	var b strings.Builder
	options := func(list []Option) {
		for _, o := range list {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			if o.Negated {
				b.WriteByte('!')
			}
			b.WriteString(o.Name)
			if !o.Known {
				b.WriteByte('?')
			}
			if o.HasValue {
				b.WriteString("=" + o.Value.String())
			}
		}
	}
	options(p.Global)
	if p.Sub != "" {
		b.WriteString(" <" + p.Sub + ">")
	}
	options(p.Options)
	b.WriteString(" |")
	for i := range p.own() {
		if i == p.DashDash {
			b.WriteString(" --")
		}
		b.WriteString(" " + p.Operands[i].String())
	}
	if p.Rest >= 0 {
		b.WriteString(" >")
		for i := range p.Args[p.Rest:] {
			b.WriteString(" " + p.Args[p.Rest+i].String())
		}
	}
	if p.Unsure {
		b.WriteString(" (unsure)")
	}
	return strings.TrimSpace(b.String())
}

func TestParseReadsOptionSpellings(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"rm -rf x", "r f | x"},
		{"rm -r -f x y", "r f | x y"},
		{"rm x -rf", "r f | x"},
		{"rm --recursive --force x", "r f | x"},
		{"rm --recurs --forc x", "r f | x"},
		{"rm -- -rf", "| -- -rf"},
		{"rm --no-pres x", "no-preserve-root | x"},
		{"rm -rf $X", "r f | $X (unsure)"},
		{`rm "$X"`, `| $X (unsure)`},
		{`rm "$X"/a`, `| $X/a`},
		{`rm -- "$X"`, `| -- $X`},
		{"head -n5 f", "n=5 | f"},
		{"head -20 f", "#=20 | f"},
		{"head -n 5 f", "n=5 | f"},
		{"head --lines=5 f", "n=5 | f"},
		{"sort -o out in", "o=out | in"},
		{"sort -oout in", "o=out | in"},
		{"sort --output=$X in", "o=$X | in"},
		{"sed -i.bak s/a/b/ f", "i=.bak | s/a/b/ f"},
		{"sed -i -e s/a/b/ f", "i e=s/a/b/ | f"},
		{"tar czf a.tgz d", "c z f=a.tgz | d"},
		{"tar xf a.tgz -C /d", "x f=a.tgz C=/d |"},
		{"tar cfC a.tgz /d .", "c f=a.tgz C=/d | ."},
		{"find . -name *.o -delete", "name=*.o delete | ."},
		{"find -O3 . ( -type f ) -exec rm -f {} ; -print", "O=3 type=f exec print | ."},
		{"frobnicate -xy --deep=3 --no-net z", "x? y? deep?=3 !net? | z"},
		{"bash -euo pipefail -c text name", "e u o=pipefail c | text name"},
		{"bash -oc pipefail text", "o=pipefail c | text"},
		{"bash +x -c text", "!x c | text"},
		{"python -c code -v", "c=code | -v"},
		{"python3.12 -m http.server 80", "m=http.server | 80"},
		{"perl -ne code -i f", "n e=code i | f"},
		{"perl -lane code f", "l a n e=code | f"},
		{"perl -0777 -i.bak -pe code f", "0=777 i=.bak p e=code | f"},
		{"jq --arg a b .x f", "arg=a | .x f"},
		{"node -pe code", "pe=code |"},
	} {
		assert.Equal(t, row.want, render(parse(row.line)), row.line)
	}
}

func TestParseFindsTheWrappedCommand(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"sudo -u root rm -rf x", "u=root | > rm -rf x"},
		{"sudo A=1 -n rm x", "n | A=1 > rm x"},
		{"sudo -- rm -x", "| > rm -x"},
		{"env -i A=1 B=$X rm x", "i | A=1 B=$X > rm x"},
		{"env -u HOME rm", "u=HOME | > rm"},
		{"timeout -s KILL 5 rm x", "s=KILL | 5 > rm x"},
		{"timeout --sig=KILL 5s rm -x", "s=KILL | 5s > rm -x"},
		{"nice -n 5 rm", "n=5 | > rm"},
		{"nice -10 rm", "#=10 | > rm"},
		{"xargs -0 -n1 rm -f", "0 n=1 | > rm -f"},
		{"xargs -I{} rm {}", "I={} | > rm {}"},
		{"xargs -i rm {}", "i | > rm {}"},
		{"flock /l rm x", "| /l > rm x"},
		{"flock /l -c text", "c=text | /l"},
		{"chroot /m rm x", "| /m > rm x"},
		{"watch -n 1 rm x", "n=1 | > rm x"},
		{"ssh -p 22 h rm -rf x", "p=22 | h > rm -rf x"},
		{"parallel -j4 rm {} ::: a", "j=4 | > rm {} ::: a"},
		{"busybox rm -rf x", "| > rm -rf x"},
		{"gdb --args rm x", "args | > rm x"},
		{"fd -e o -x rm -f", "e=o x | > rm -f"},
		{"nix develop -c rm x", "<develop> c | > rm x"},
		{"runuser -l me -c text", "l c=text | me"},
		{"runuser -u me -- rm x", "u=me | > rm x"},
		{"runcon -t x rm y", "t=x | > rm y"},
		{"runcon ctx rm y", "| ctx > rm y"},
		{"script -q out rm -f x", "q | out > rm -f x"},
		{"script out -c text", "c=text | out"},
		{"bwrap --bind / / --dev /dev rm x", "bind=/ dev=/dev | > rm x"},
		{"mosh h -- rm x", "| h > rm x"},
		{"ssh h -p 22 rm -f x", "p=22 | h > rm -f x"},
		{"env - A=1 rm x", "i | A=1 > rm x"},
		{"env - rm -f x", "i | > rm -f x"},
		{"mise exec node@20 -- rm -f x", "<exec> | node@20 > rm -f x"},
		{"setarch x86_64 -R rm -f x", "| > x86_64 -R rm -f x"},
		{"setarch -R rm -f x", "R | > rm -f x"},
		{"timeout 5 -- rm -f x", "| 5 > rm -f x"},
		{"uvx --from a b -c", "from=a | > b -c"},
	} {
		assert.Equal(t, row.want, render(parse(row.line)), row.line)
	}
}
