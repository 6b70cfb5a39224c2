package spellings

import (
	"iter"
	"slices"
	"strings"
)

// gitFamilies write calls of git in other ways that git reads alike.
func gitFamilies() []Family {
	list := []Family{
		{
			ID:    "git/globals",
			Title: "global options before the subcommand",
			From:  "git push x", To: "git -C . push x",
			Rewrite: gitHead("-C .", "--no-pager", "-c color.ui=never", "-p", "--literal-pathspecs", "--no-optional-locks", "--config-env=zw.x=HOME", "--exec-path=/usr/lib/git-core"),
		},
		{
			ID:    "git/directory",
			Title: "the directories named",
			From:  "git push x", To: "git --git-dir=.git push x",
			Rewrite: gitHead("--git-dir=.git", "--git-dir .git --work-tree .", `-C "$PWD"`, "-C . -C .", `--git-dir="$(git rev-parse --git-dir)" --work-tree=.`, "-C . --no-pager -c core.pager=cat"),
		},
		{
			ID:    "git/environment",
			Title: "settings from the environment",
			From:  "git push x", To: "GIT_DIR=.git git push x",
			Rewrite: func(s *Source) iter.Seq[string] {
				return gitOnly(s, inFront("GIT_DIR=.git", "GIT_PAGER=cat", "GIT_DIR=.git GIT_WORK_TREE=.", "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=zw.x GIT_CONFIG_VALUE_0=y"))
			},
		},
		{
			ID:    "git/alias",
			Title: "an alias of the subcommand",
			From:  "git push x", To: "git -c alias.zw=push zw x",
			Rewrite: gitWords(func(words []string) []string {
				if !allSimple(words) {
					return nil
				}
				all := strings.Join(words, " ")
				return []string{
					"git -c alias.zw=" + words[0] + " zw " + strings.Join(words[1:], " "), "git -c alias.zw='" + all + "' zw",
					"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.zw GIT_CONFIG_VALUE_0='" + all + "' git zw", "git -c alias.zw='" + words[0] + "' -c alias.zv=zw zv " + strings.Join(words[1:], " "),
				}
			}),
		},
		{
			ID:    "git/alias-saved",
			Title: "an alias that is saved first",
			From:  "git push x", To: "{ git config --global alias.zw 'push x'; git zw; }",
			Rewrite: gitWords(func(words []string) []string {
				if !allSimple(words) {
					return nil
				}
				return []string{"{ git config --global alias.zw '" + strings.Join(words, " ") + "'; git zw; }", "{ git config --global alias.zw " + words[0] + "; git zw " + strings.Join(words[1:], " ") + "; }"}
			}),
		},
		{
			ID:    "git/program",
			Title: "git's programs where they lie",
			From:  "git push x", To: `"$(git --exec-path)"/git push x`,
			Rewrite: gitWords(func(words []string) []string {
				if strings.HasPrefix(words[0], "-") {
					return nil
				}
				all := strings.Join(words, " ")
				return []string{`"$(git --exec-path)"/git ` + all, "/usr/lib/git-core/git " + all}
			}),
		},
		{
			ID:    "git/branch-name",
			Title: "another name of the branch that is pushed",
			From:  "git push origin main", To: "git push origin main:main",
			Rewrite: pushes(func(ref string) []string {
				if ref == "" || strings.ContainsAny(ref, ":+*/~^@") || ref == "HEAD" {
					return nil
				}
				full := "refs/heads/" + ref
				return []string{ref + ":" + ref, full, full + ":" + full, "heads/" + ref, ref + ":" + full, full + ":" + ref}
			}),
		},
		{
			ID:    "git/plus",
			Title: "force as a plus before the ref",
			From:  "git push --force origin main", To: "git push origin +main",
			Rewrite: forced,
		},
		{
			ID:    "git/delete-ref",
			Title: "a branch of the remote deleted in another way",
			From:  "git push origin --delete old", To: "git push origin :old",
			Rewrite: deletions,
		},
		{
			ID:    "git/remote",
			Title: "the remote by its address",
			From:  "git push --force origin main", To: `git push --force "$(git remote get-url origin)" main`,
			Rewrite: func(s *Source) iter.Seq[string] {
				return gitOnly(s, word("git", func(v string) []string {
					// What is configured for the name does not hold for the address.
					if v != "origin" || strings.Contains(s.Text, "remote.") {
						return nil
					}
					return []string{`"$(git remote get-url origin)"`, "$(git remote)", `"$(git config remote.origin.url)"`}
				}))
			},
		},
		{
			ID:    "git/commit-name",
			Title: "the commit named that is meant without",
			From:  "git reset --hard", To: "git reset --hard HEAD",
			Rewrite: gitWords(func(words []string) []string {
				if words[0] != "reset" || slices.ContainsFunc(words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") || w == "--" }) {
					return nil
				}
				all := "git " + strings.Join(words, " ")
				return []string{all + " HEAD", all + " @", all + " HEAD~0", all + " HEAD^0", all + " $(git rev-parse HEAD)", all + " HEAD@{0}"}
			}),
		},
		{
			ID:    "git/pathspec",
			Title: "the current directory as another pathspec",
			From:  "git checkout -- .", To: "git checkout -- ./",
			Rewrite: func(s *Source) iter.Seq[string] {
				return gitOnly(s, word("git", func(v string) []string {
					if v != "." {
						return nil
					}
					return []string{"./", ":/", "':(top)'", `"$PWD"`, "':(glob)**'", "':./'"}
				}))
			},
		},
	}
	for i := range list {
		list[i].Group, list[i].Needs, list[i].WorldOnly = Options, []string{"git"}, true
	}
	return list
}

// gitOnly holds back texts with a call of anything but git.
func gitOnly(s *Source, rewrite func(s *Source) iter.Seq[string]) iter.Seq[string] {
	for _, p := range s.places() {
		if p.Name != "git" {
			return none
		}
	}
	return rewrite(s)
}

// gitHead puts global options before git's subcommand.
func gitHead(list ...string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, p := range s.places() {
				if base(p.Name) != "git" || len(p.Node.Args) < 2 {
					continue
				}
				at := p.Node.Args[0].End().Offset()
				for _, text := range list {
					if !yield(s.patched(patch{at, at, " " + text})) {
						return
					}
				}
			}
		}
	})
}

// gitWords replaces calls of git that begin with their subcommand by what write makes of the words
// from it on, as they stand.
func gitWords(write func(words []string) []string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, p := range s.places() {
				if p.Name != "git" || len(p.Node.Args) < 2 || !s.contiguous(p.Call) || p.start() != p.Node.Args[0].Pos().Offset() {
					continue
				}
				words := texts(s, p.Node.Args[1:])
				if strings.HasPrefix(words[0], "-") {
					continue
				}
				for _, text := range write(words) {
					if !yield(s.argv(p.Call, text)) {
						return
					}
				}
			}
		}
	})
}

func allSimple(words []string) bool {
	for _, w := range words {
		if !simple(w) {
			return false
		}
	}
	return true
}

// pushes writes the refs of pushes otherwise: the operands after the remote.
func pushes(write func(ref string) []string) func(s *Source) iter.Seq[string] {
	return upTo(maxVariants, func(s *Source) iter.Seq[string] {
		return options(func(r *optionRow, items []item) [][]string {
			if r.program != "git push" || slices.ContainsFunc(items, func(it item) bool { return it.value == "--delete" }) {
				return nil
			}
			var out [][]string
			n := 0
			for i, it := range items {
				if it.kind != operand {
					continue
				}
				if n++; n == 1 {
					continue
				}
				for _, ref := range write(it.value) {
					out = append(out, slices.Concat(itemTexts(items[:i]), []string{ref}, itemTexts(items[i+1:])))
				}
			}
			return out
		})(s)
	})
}

// forced takes the option that forces away, and puts a plus before the refs.
func forced(s *Source) iter.Seq[string] {
	return options(func(r *optionRow, items []item) [][]string {
		i := slices.IndexFunc(items, func(it item) bool { return it.text == "--force" || it.text == "-f" })
		if r.program != "git push" || i < 0 {
			return nil
		}
		kept := slices.Concat(items[:i], items[i+1:])
		var out [][]string
		for _, form := range []string{"+&", "+&:&", "+refs/heads/&", "+refs/heads/&:refs/heads/&", "+&:refs/heads/&"} {
			n := 0
			words := itemTexts(kept)
			for j, it := range kept {
				if it.kind != operand {
					continue
				}
				if n++; n > 1 {
					if !simple(it.value) || strings.ContainsAny(it.value, ":+*") {
						return nil
					}
					words[j] = strings.ReplaceAll(form, "&", it.value)
				}
			}
			if n < 2 {
				return nil
			}
			out = append(out, words)
		}
		return out
	})(s)
}

// deletions writes a push that deletes.
func deletions(s *Source) iter.Seq[string] {
	return options(func(r *optionRow, items []item) [][]string {
		var names []string
		deletes := false
		for _, it := range items {
			switch {
			case it.value == "--delete":
				deletes = true
			case it.kind != operand:
				return nil
			default:
				names = append(names, it.value)
			}
		}
		if r.program != "git push" || len(names) != 2 || !allSimple(names) {
			return nil
		}
		remote, ref := names[0], names[1]
		if bare, colon := strings.CutPrefix(ref, ":"); colon {
			deletes, ref = true, bare
		}
		if !deletes || strings.ContainsAny(ref, ":+") {
			return nil
		}
		return [][]string{
			{remote, ":" + ref},
			{remote, "--delete", ref},
			{"-d", remote, ref},
			{remote, ":refs/heads/" + strings.TrimPrefix(ref, "refs/heads/")},
			{"--delet", remote, ref},
			{remote, "+:" + ref},
		}
	})(s)
}
