package spellings

import (
	"iter"
	"path"
	"strings"
)

// pathFamilies write paths in other ways that lead to the same file.
func pathFamilies() []Family {
	list := []Family{
		{
			ID:    "path/double-slash",
			Title: "slashes doubled",
			From:  "rm -rf /home/dev", To: "rm -rf //home//dev",
			Rewrite: eachPath(func(s *pathSpot) []string {
				return []string{strings.ReplaceAll(s.raw, "/", "//"), strings.Replace(s.raw, "/", "///", 1)}
			}),
		},
		{
			ID:    "path/dot",
			Title: "parts that are a dot",
			From:  "rm -rf /home/dev", To: "rm -rf /./home/./dev",
			Rewrite: eachPath(func(s *pathSpot) []string {
				out := []string{strings.ReplaceAll(s.raw, "/", "/./")}
				if !strings.HasPrefix(s.raw, "/") && !strings.HasPrefix(s.raw, "~") {
					out = append(out, "./"+s.raw, ".//./"+s.raw)
				}
				if strings.HasSuffix(s.raw, "/") {
					return nil // rm refuses to end there
				}
				return out
			}),
		},
		{
			ID:    "path/parent",
			Title: "into a directory and out of it",
			From:  "rm -rf /home/dev", To: "rm -rf /usr/../home/dev",
			Rewrite: eachPath(func(s *pathSpot) []string {
				if !strings.HasPrefix(s.abs, "/") || s.abs == "/" {
					return nil
				}
				out := []string{"/usr/.." + s.abs, "/usr/bin/../.." + s.abs, "/../../" + s.abs[1:]}
				if i := strings.LastIndexByte(s.abs, '/'); i > 0 {
					out = append(out, s.abs[:i]+"/../"+path.Base(s.abs[:i])+s.abs[i:])
				}
				return out
			}),
		},
		{
			ID:    "path/slash",
			Title: "a slash at the end of a directory",
			From:  "rm -rf /home/dev", To: "rm -rf /home/dev/",
			Rewrite: eachPath(func(s *pathSpot) []string {
				if !s.directory() {
					return nil
				}
				return []string{s.raw + "/", s.raw + "//"}
			}),
		},
		{
			ID:    "path/tilde",
			Title: "the home directory by its tilde",
			From:  "rm -rf /home/dev", To: "rm -rf ~",
			Rewrite: eachPath(func(s *pathSpot) []string { return s.fromHome("~", "~"+s.user) }),
		},
		{
			ID:    "path/home",
			Title: "the home directory by its variable",
			From:  "rm -rf /home/dev", To: "rm -rf $HOME",
			Rewrite: eachPath(func(s *pathSpot) []string {
				return s.fromHome("$HOME", "${HOME}", `"$HOME"`, "${HOME:-/root}", "$(echo ~)")
			}),
		},
		{
			ID:    "path/absolute",
			Title: "the path from the root on",
			From:  "rm -rf ~", To: "rm -rf /home/dev",
			Rewrite: eachPath(func(s *pathSpot) []string {
				if s.abs == s.raw {
					return nil
				}
				if strings.ContainsAny(s.abs, "*?[") {
					return []string{s.abs}
				}
				return []string{s.abs, "'" + s.abs + "'"}
			}),
		},
		{
			ID:    "path/relative",
			Title: "the path from the working directory on",
			From:  "rm -rf /home/dev/x", To: "rm -rf ./x",
			Rewrite: eachPath(func(s *pathSpot) []string { return s.relative("", "./") }),
		},
		{
			ID:    "path/climb",
			Title: "up to the root, and down",
			From:  "rm -rf /home/dev", To: "rm -rf ../../../../../../..//home/dev",
			Rewrite: eachPath(func(s *pathSpot) []string {
				if !strings.HasPrefix(s.abs, "/") || s.abs == "/" {
					return nil
				}
				return []string{"../../../../../../../" + s.abs, "./../../../../../../.." + s.abs}
			}),
		},
		{
			ID:    "path/working-directory",
			Title: "the path after the name of the working directory",
			From:  "rm -rf x", To: `rm -rf "$PWD"/x`,
			Rewrite: eachPath(func(s *pathSpot) []string {
				if strings.ContainsAny(s.abs, "*?[") && !strings.HasPrefix(s.abs, s.cwd+"/") {
					return nil // the working directory may be the first match to go, and the others are reached through it
				}
				return s.relative(`"$PWD"/`, "~+/", "$(pwd)/", "${PWD}/", "`pwd -P`/")
			}),
		},
		{
			ID:    "path/proc",
			Title: "the path through /proc",
			From:  "rm -rf /home/dev", To: "rm -rf /proc/self/root/home/dev",
			Rewrite: eachPath(func(s *pathSpot) []string {
				if !strings.HasPrefix(s.abs, "/") || s.abs == "/" {
					return nil
				}
				return append([]string{"/proc/self/root" + s.abs, "/proc/self/cwd/../../../../.." + s.abs}, s.relative("/proc/self/cwd/")...)
			}),
		},
		{
			ID:    "path/glob",
			Title: "a bracket that matches one letter",
			From:  "rm -rf /home/dev", To: "rm -rf /home/de[v]",
			Rewrite: eachPath(func(s *pathSpot) []string {
				n := len(s.raw) - 1
				if n < 1 || strings.ContainsAny(s.raw, "*?[") || !letter(s.raw[n]) || strings.LastIndexByte(s.raw, '/') == n || s.noGlob {
					return nil
				}
				out := []string{s.raw[:n] + "[" + s.raw[n:] + "]"}
				if i := strings.LastIndexByte(s.raw, '/') + 1; i < n && letter(s.raw[i]) && (i > 0 || s.raw[0] != '~') {
					out = append(out, s.raw[:i]+"["+s.raw[i:i+1]+"]"+s.raw[i+1:])
				}
				return out
			}),
		},
		{
			ID:    "path/substituted",
			Title: "the path printed by a program",
			From:  "rm -rf /home/dev", To: `rm -rf "$(realpath /home/dev)"`, Needs: []string{"realpath", "dirname", "basename", "readlink"},
			Rewrite: eachPath(func(s *pathSpot) []string {
				if strings.ContainsAny(s.raw, "*?[") || s.linked() {
					return nil
				}
				return []string{
					`"$(realpath ` + s.raw + `)"`, "$(readlink -f " + s.raw + ")", `"$(dirname ` + s.raw + `)/$(basename ` + s.raw + `)"`, "`echo " + s.raw + "`",
				}
			}),
		},
		{
			ID:    "path/link",
			Title: "through a link that the text makes",
			From:  "rm -rf /home/dev", To: "ln -s /home /tmp/zwlink; rm -rf /tmp/zwlink/dev", Needs: []string{"ln"},
			Rewrite: upTo(maxVariants, func(s *Source) iter.Seq[string] {
				return func(yield func(string) bool) {
					for _, p := range pathSpots(s) {
						dir, name := p.split()
						if name == "" {
							continue
						}
						if !yield("ln -s " + dir + " /tmp/zwlink; " + p.replaced("/tmp/zwlink/"+name)) {
							return
						}
					}
				}
			}),
		},
		{
			ID:    "path/cd",
			Title: "from the directory that it lies in",
			From:  "rm -rf /home/dev", To: "( cd /home && rm -rf ./dev )",
			Rewrite: fromDirectory(func(dir, words string) []string {
				if strings.HasSuffix(words, " .") || strings.Contains(words, " . ") {
					return nil // another directory then
				}
				return []string{"( cd " + dir + " && " + words + " )", "( cd " + dir + "; " + words + " )", "( pushd " + dir + " >/dev/null; " + words + " )"}
			}),
		},
		{
			ID:    "path/env-directory",
			Title: "from the directory that env goes to",
			From:  "rm -rf /home/dev", To: "env -C /home rm -rf ./dev", Needs: []string{"env", "find", "sh"},
			Rewrite: fromDirectory(func(dir, words string) []string {
				out := []string{"env -C " + dir + " " + words, "env --chdir=" + dir + " " + words}
				if strings.ContainsAny(words, "*?[") {
					return nil // the shell would look in its own directory
				}
				return append(out, "find "+dir+" -maxdepth 0 -execdir env -C "+dir+" "+words+` \;`)
			}),
		},
	}
	for i := range list {
		list[i].Group, list[i].WorldOnly = Options, true
	}
	return list
}
