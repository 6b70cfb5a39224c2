package spellings

import (
	"slices"
	"strings"
)

// optionRow says how a program, or a subcommand of one, reads its words. It knows as much as is needed
// to write them otherwise; a word that it does not know keeps the families away.
type optionRow struct {
	program string // "rm", "git push"
	// flags are letters without a value, values letters with one.
	flags, values string
	// longs are long options, as letter=name or =name; a colon at the end is a value's.
	longs string
	// harmless are options that may be added, and same pairs that mean the same.
	harmless, same string
	// abbreviates, permutes and dashes say that long options may be cut short, that options may follow
	// operands, and that -- ends them.
	abbreviates, permutes, dashes bool
	// counts says that an option given twice is another one; ordered that the order of options counts;
	// apart that a long option's value is the next word, never behind an equals sign.
	counts, ordered, apart bool
	// paths says that the operands from number first on are paths: see the path families.
	paths bool
	first int
}

// optionTable lists the programs. GNU's read alike.
func optionTable() []optionRow {
	return []optionRow{
		{program: "rm", flags: "rRfivId", longs: "r=recursive f=force v=verbose d=dir =no-preserve-root =preserve-root =one-file-system =interactive =help =version", harmless: "-v -d --verbose --one-file-system", same: "r=R", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "cp", flags: "rRafvpdLPiu", values: "tS", longs: "r=recursive a=archive f=force v=verbose =no-clobber =no-dereference =no-target-directory =interactive =dereference =preserve =parents =link =update =help =version", harmless: "-v -f", same: "r=R", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "mv", flags: "fvn", values: "tS", longs: "f=force v=verbose n=no-clobber =no-target-directory =interactive =update =backup =help =version", harmless: "-v -f", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "chmod", flags: "Rfvc", longs: "R=recursive v=verbose c=changes =silent =quiet =reference: =no-preserve-root =preserve-root =help =version", harmless: "-v -f --changes", abbreviates: true, permutes: true, dashes: true, paths: true, first: 1},
		{program: "chown", flags: "Rfvch", longs: "R=recursive v=verbose c=changes =silent =quiet =reference: =from: =no-dereference =dereference =no-preserve-root =preserve-root =help =version", harmless: "-v -f", abbreviates: true, permutes: true, dashes: true, paths: true, first: 1},
		{program: "ln", flags: "sfvnrT", longs: "s=symbolic f=force v=verbose n=no-dereference r=relative =interactive =backup =logical =physical =directory =help =version", harmless: "-v", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "cat", flags: "nbsAeEtTuv", longs: "n=number b=number-nonblank s=squeeze-blank A=show-all E=show-ends T=show-tabs v=show-nonprinting =help =version", harmless: "-u -n -E --squeeze-blank", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "head", flags: "qvz", values: "nc", longs: "n=lines: c=bytes: q=quiet v=verbose =silent =zero-terminated =help =version", harmless: "-q -v", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "tail", flags: "qvz", values: "nc", longs: "n=lines: c=bytes: q=quiet v=verbose =silent =follow =pid: =retry =zero-terminated =sleep-interval: =help =version", harmless: "-q -v", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "shred", flags: "fuvxz", values: "ns", longs: "f=force n=iterations: s=size: v=verbose x=exact z=zero =remove =random-source: =help =version", harmless: "-v -f", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "truncate", flags: "co", values: "sr", longs: "s=size: c=no-create r=reference: =io-blocks =help =version", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "tee", flags: "aip", longs: "a=append i=ignore-interrupts =output-error =help =version", harmless: "-i", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "touch", flags: "acmfh", longs: "c=no-create =no-dereference =reference: =date: =time: =help =version", harmless: "-f", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "mkdir", flags: "pv", values: "m", longs: "p=parents v=verbose m=mode: =context =help =version", harmless: "-v", abbreviates: true, permutes: true, dashes: true, paths: true},
		{program: "git push", flags: "fuvqn", longs: "f=force u=set-upstream v=verbose q=quiet n=dry-run =force-with-lease =force-if-includes =follow-tags =tags =all =mirror =delete =prune =progress =verify =thin =atomic =porcelain =no-verify =no-thin =no-progress =no-follow-tags =recurse-submodules: =receive-pack: =exec: =repo: =push-option: =signed =ipv4 =ipv6", harmless: "-v -q --no-verify --no-thin --progress --follow-tags", abbreviates: true, permutes: true, dashes: true},
		{program: "git reset", flags: "qN", longs: "q=quiet =hard =soft =mixed =merge =keep =recurse-submodules =patch =intent-to-add =refresh =pathspec-from-file: =pathspec-file-nul =no-recurse-submodules =no-refresh", harmless: "-q --no-recurse-submodules", abbreviates: true, permutes: true},
		{program: "git clean", flags: "fdxXqn", longs: "f=force q=quiet n=dry-run =interactive =exclude:", harmless: "-q", counts: true, abbreviates: true, permutes: true, dashes: true},
		{program: "git checkout", flags: "fq", values: "bB", longs: "f=force q=quiet =track =detach =merge =ours =theirs =orphan: =progress =no-progress =overlay =no-overlay =guess =patch =conflict: =ignore-other-worktrees =ignore-skip-worktree-bits =recurse-submodules =overwrite-ignore =pathspec-from-file: =pathspec-file-nul", harmless: "-q --no-progress"},
		{program: "git commit", flags: "aqnvs", values: "m", longs: "a=all q=quiet n=no-verify m=message: v=verbose s=signoff =amend =allow-empty =no-edit =edit =verify =author: =date: =file: =fixup: =squash: =reset-author =reuse-message: =reedit-message: =template: =trailer: =cleanup: =status =no-status =gpg-sign =no-gpg-sign =include =interactive =patch =only =no-post-rewrite =dry-run =short =branch =ahead-behind =porcelain =long =null =untracked-files =allow-empty-message =pathspec-from-file: =pathspec-file-nul", harmless: "-q -s --no-status --no-gpg-sign", abbreviates: true, permutes: true},
		{program: "git restore", flags: "SWq", values: "s", longs: "S=staged W=worktree q=quiet s=source: =progress =no-progress =ours =theirs =merge =overlay =no-overlay =patch =conflict: =ignore-unmerged =ignore-skip-worktree-bits =recurse-submodules =pathspec-from-file: =pathspec-file-nul", harmless: "-q --no-progress", abbreviates: true, permutes: true},
		{program: "git branch", flags: "qv", longs: "q=quiet v=verbose =no-color =color", harmless: "-q"},
		{program: "curl", flags: "fsSLgikN", values: "dFToHX", longs: "f=fail s=silent S=show-error L=location k=insecure d=data: F=form: T=upload-file: H=header: X=request: i=include g=globoff N=no-buffer =proto: =tlsv1.2 =compressed =data-binary: =data-raw: o=output:", harmless: "-g -k -N --compressed --tlsv1.2", permutes: true, apart: true},
		{program: "wget", flags: "qnvcN", values: "OP", longs: "q=quiet O=output-document: =no-verbose =continue =no-check-certificate =post-file: =post-data: =no-hsts =timestamping =tries: =timeout:", harmless: "--no-hsts --no-check-certificate", permutes: true},
		{program: "psql", flags: "qAtXae", values: "chUdpf", longs: "q=quiet c=command: h=host: U=username: d=dbname: p=port: f=file: A=no-align t=tuples-only X=no-psqlrc =single-transaction", harmless: "-q -X -A -t --no-psqlrc", permutes: true},
		{program: "docker volume rm", flags: "f", longs: "f=force", harmless: "-f --force", permutes: true},
		{program: "docker rm", flags: "fvl", longs: "f=force v=volumes l=link", harmless: "--force", permutes: true},
		{program: "docker system prune", flags: "af", longs: "a=all f=force =volumes", permutes: true},
		{program: "kubectl delete", flags: "A", values: "nfl", longs: "n=namespace: =all =dry-run: =force =wait =now =grace-period: =context: f=filename: l=selector:", harmless: "--wait --now", permutes: true},
	}
}

// names are the long options, each with a colon at the end when it has a value.
func (r *optionRow) each(visit func(letter, name string, value bool) bool) {
	for _, pair := range strings.Fields(r.longs) {
		letter, name, _ := strings.Cut(pair, "=")
		trimmed := strings.TrimSuffix(name, ":")
		if !visit(letter, trimmed, trimmed != name) {
			return
		}
	}
}

// long is the long name of a letter, or "".
func (r *optionRow) long(letter string) (long string) {
	r.each(func(l, name string, _ bool) bool {
		if l == letter {
			long = name
		}
		return long == ""
	})
	return long
}

// short is the letter of a long option, or "".
func (r *optionRow) short(option string) (letter string) {
	r.each(func(l, name string, _ bool) bool {
		if "--"+name == option {
			letter = l
		}
		return letter == ""
	})
	return letter
}

// abbreviation is the shortest beginning of a long option that no other has.
func (r *optionRow) abbreviation(name string) string {
	if strings.HasPrefix(name, "no-") {
		return name // git's are read as those without the no, too; rm wants this one in full
	}
	for n := 1; n < len(name); n++ {
		clear := true
		r.each(func(_, other string, _ bool) bool {
			clear = other == name || !strings.HasPrefix(other, name[:n])
			return clear
		})
		if clear {
			return name[:n]
		}
	}
	return name
}

// spelledOut writes a cluster whose letters all have long names.
func (r *optionRow) spelledOut(it item, write func(name string) string) []string {
	if !it.cluster() {
		return nil
	}
	var out []string
	for _, c := range it.value[1:] {
		name := r.long(string(c))
		if name == "" {
			return nil
		}
		out = append(out, write(name))
	}
	return out
}

// kind is what a word is to its program.
type kind int8

const (
	operand    kind = iota
	shortFlags      // -rf
	longFlag        // --force, --size=3
	shortValue      // -m, with its value in the next word
	longValue       // --message, with its value in the next word
	value           // the value of the option before
	dashes          // --
)

// item is a word of a call after its name and subcommand.
type item struct {
	kind  kind
	text  string // as it stands in the source
	value string // without quotes; empty when it is no plain word
}

func (it *item) cluster() bool { return it.kind == shortFlags }

// option says that it may be moved before or behind operands, with its value.
func (it *item) option() bool { return it.kind != operand && it.kind != dashes }

func itemTexts(items []item) []string {
	out := make([]string, len(items))
	for i, it := range items {
		out[i] = it.text
	}
	return out
}

// readOptions reads a call by its row. head is the name with what goes before the options: the
// subcommand and the global options of git.
func readOptions(rows []optionRow, s *Source, p *place) (row *optionRow, head []string, items []item) {
	if !s.contiguous(p.Call) {
		return nil, nil, nil
	}
	args := p.Node.Args
	words := []string{base(p.Name)}
	for i := range args[1:] {
		if v, ok := Plain(args[i+1]); ok {
			words = append(words, v)
		} else {
			words = append(words, "")
		}
	}
	at := 1
	if words[0] == "git" {
		at = gitGlobals(words)
	}
	n := slices.IndexFunc(rows, func(r optionRow) bool {
		parts := strings.Fields(r.program)
		return parts[0] == words[0] && len(words) >= at+len(parts)-1 && slices.Equal(words[at:at+len(parts)-1], parts[1:])
	})
	if n < 0 || s.Seed.World != nil && s.Seed.World.Programs[words[0]] != "" {
		return nil, nil, nil
	}
	row = &rows[n]
	at += strings.Count(row.program, " ")
	head = texts(s, args[:at])
	for i := at; i < len(args); i++ {
		it := item{text: s.Slice(args[i]), value: words[i]}
		_, plain := Plain(args[i])
		after := slices.ContainsFunc(items, func(it item) bool { return it.kind == dashes })
		switch {
		case !plain && !pathLike(it.text):
			return nil, nil, nil // it may be an option
		case after || !plain || len(it.value) < 2 || it.value[0] != '-':
		case it.value == "--":
			it.kind = dashes
		case strings.HasPrefix(it.value, "--"):
			if it.kind = row.longKind(it.value); it.kind == operand {
				return nil, nil, nil
			}
		case strings.Trim(it.value[1:], row.flags) == "":
			it.kind = shortFlags
		case len(it.value) == 2 && strings.Contains(row.values, it.value[1:]):
			it.kind = shortValue
		default:
			return nil, nil, nil
		}
		items = append(items, it)
		if it.kind == shortValue || it.kind == longValue {
			if i++; i == len(args) {
				return nil, nil, nil
			}
			items = append(items, item{kind: value, text: s.Slice(args[i]), value: words[i]})
		}
	}
	return row, head, items
}

func (r *optionRow) longKind(word string) kind {
	name, _, equals := strings.Cut(word[2:], "=")
	found := operand
	r.each(func(_, n string, takes bool) bool {
		if n == name {
			found = longFlag
			if takes && !equals {
				found = longValue
			}
		}
		return found == operand
	})
	return found
}

// pathLike says that a word that is not plain begins as no option does.
func pathLike(text string) bool {
	return strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") ||
		strings.HasPrefix(text, "$HOME") || strings.HasPrefix(text, `"$HOME`) || strings.HasPrefix(text, "*")
}

// gitGlobals is the number of the word after git's global options.
func gitGlobals(words []string) int {
	i := 1
	for i < len(words) && strings.HasPrefix(words[i], "-") {
		if words[i] == "-C" || words[i] == "-c" || words[i] == "--git-dir" || words[i] == "--work-tree" {
			i++
		}
		i++
	}
	return min(i, len(words))
}
