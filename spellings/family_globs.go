package spellings

import (
	"path"
	"strings"

	"github.com/bashguard/bashguard/spellings/jail"
)

func globFamilies() []Family {
	return []Family{
		{
			ID: "glob/question", Group: Globs, Techniques: []string{"E01"},
			Title: "a question mark in the program's path",
			From:  "shred x", To: "/usr/bin/shre? x",
			Rewrite: named(func(v string) (string, string) {
				return globbed(v, func(n string) string { return n[:len(n)-1] + "?" })
			}, func(v string) (string, string) {
				return globbed(v, func(n string) string { return "?" + n[1:] })
			}),
		},
		{
			ID: "glob/star", Group: Globs, Techniques: []string{"E01"},
			Title: "a star in the program's path",
			From:  "shred x", To: "/usr/bin/shre* x",
			Rewrite: named(func(v string) (string, string) {
				return globbed(v, func(n string) string { return n[:len(n)-1] + "*" })
			}, func(v string) (string, string) {
				return globbed(v, func(n string) string { return n[:1] + "*" + n[len(n)-1:] })
			}),
		},
		{
			ID: "glob/bracket", Group: Globs, Techniques: []string{"E02"},
			Title: "a bracket in the program's path",
			From:  "rm -rf x", To: "/usr/bin/r[m] -rf x",
			Rewrite: named(func(v string) (string, string) {
				return globbed(v, func(n string) string { return n[:len(n)-1] + "[" + n[len(n)-1:] + "]" })
			}, func(v string) (string, string) {
				return globbed(v, func(n string) string { return "[" + n[:1] + "]" + n[1:] })
			}, func(v string) (string, string) {
				return globbed(v, func(n string) string { return "[" + n[:1] + "-" + n[:1] + "]" + n[1:] })
			}),
		},
		{
			ID: "glob/directories", Group: Globs, Techniques: []string{"E03"},
			Title: "patterns for the directories too",
			From:  "rm -rf x", To: "/???/b[i]n/r[m] -rf x",
			Rewrite: named(func(v string) (string, string) {
				return globbedIn("/???/b[i]n/", v, func(n string) string { return n[:len(n)-1] + "[" + n[len(n)-1:] + "]" })
			}, func(v string) (string, string) {
				return globbedIn("/us*/bin/", v, func(n string) string { return n })
			}, func(v string) (string, string) {
				return globbedIn("/[u]sr/b?n/", v, func(n string) string { return n })
			}),
		},
		{
			ID: "glob/extended", Group: Globs, Techniques: []string{"E02"},
			Title: "an extended pattern in the program's path",
			From:  "rm -rf x", To: "shopt -s extglob\n/usr/bin/@(rm) -rf x",
			Rewrite: eachCall(func(s *Source, c Call) []string {
				word, ok := extended(c)
				if !ok || c.Params || strings.Contains(s.Text, "<<") {
					return nil
				}
				return []string{"shopt -s extglob\n" + s.Edit(Edit{Node: c.Node.Args[0], Text: word})}
			}),
		},
	}
}

func extended(c Call) (string, bool) {
	if !c.Program || !simple(c.Name) || strings.Contains(c.Name, "/") {
		return "", false
	}
	return "/usr/bin/@(" + c.Name + ")", true
}

// globbed writes the path of a program in /usr/bin with a pattern for its name that matches nothing
// else there, as far as the jail's programs tell.
func globbed(name string, pattern func(n string) string) (before, word string) {
	return globbedIn("/usr/bin/", name, pattern)
}

func globbedIn(dir, name string, pattern func(n string) string) (before, word string) {
	n := strings.TrimPrefix(strings.TrimPrefix(name, "/usr/bin/"), "/bin/")
	if strings.Contains(n, "/") || len(n) < 2 {
		return "", ""
	}
	p := pattern(n)
	for _, other := range append(jail.Programs(), common...) {
		if ok, _ := path.Match(p, other); ok && other != n {
			return "", ""
		}
	}
	return "", dir + p
}

// common are short names of programs that many hosts have beside those of the jail.
var common = []string{
	"ag", "as", "at", "aws", "az", "bat", "cc", "c++", "fd", "fzf", "g++", "gcc", "gh", "go", "ip", "jj", "ld", "less", "lsof", "man", "nc",
	"nm", "npm", "npx", "pip", "rg", "ss", "ssh", "scp", "su", "sudo", "tig", "top", "ul", "vi", "w", "wget", "zip",
	"batch", "docker-compose", "dockerd", "git-receive-pack", "git-shell", "git-upload-archive", "git-upload-pack", "mkfs.ext2", "mkfs.ext3",
}
