package spellings

import "slices"

// deleteFamilies remove a directory and all below it.
func deleteFamilies() []Family {
	return []Family{
		other("delete-find", DeleteTree, "find deletes",
			"find @T -delete", "find @T -mindepth 1 -delete", "find @T -depth -type f -delete", "find -H @T -xdev -not -name zq -delete"),
		other("delete-find-exec", DeleteTree, "find gives what it finds to rm",
			"find @T -exec rm -rf {} +", "find @T -mindepth 1 -maxdepth 1 -execdir rm -rf '{}' ';'", "find @T -type f -exec sh -c 'rm -f \"$@\"' _ {} +"),
		other("delete-xargs", DeleteTree, "names come to rm through a pipe",
			"find @T -type f -print0 | xargs -0 rm -f", "find @T -mindepth 1 -maxdepth 1 | xargs rm -rf", "ls -A @T | sed 's|^|@T/|' | xargs rm -rf", "find @T -depth | xargs -d '\\n' rm -df"),
		other("delete-loop", DeleteTree, "the shell goes through the names",
			`for f in @T/*; do rm -rf "$f"; done`, `find @T -type f | while read -r f; do rm -f "$f"; done`, `for f in $(ls @T); do rm -rf "@T/$f"; done`,
			`shopt -s globstar; for f in @T/**; do [ -f "$f" ] && rm "$f"; done`, `mapfile -t z < <(find @T -type f); rm -f "${z[@]}"`).
			where(below),
		other("delete-contents", DeleteTree, "all that is in it, from inside",
			"cd @T && rm -rf *", "(cd @T; rm -rf -- ./* .[!.]*)", "cd @T && find . -delete", "pushd @T && rm -rf ./*", "rm -rf @T/*", "rm -rf @T/{*,.[!.]*}"),
		other("delete-rsync", DeleteTree, "rsync makes it like an empty directory",
			"mkdir -p /tmp/zo && rsync -a --delete /tmp/zo/ @T/", "rsync -r --delete --exclude=/x $(mktemp -d)/ @T", "rsync -a --delete-before --ignore-errors --include='*' $(mktemp -d)/ @T/").
			needs("rsync").where(below),
		other("delete-busybox", DeleteTree, "busybox has a find and an rm of its own",
			`busybox find @T -depth -exec busybox rm -rf {} \;`, "busybox find @T -type f -exec rm -f {} +", "busybox find @T -type f | busybox xargs busybox rm -f", "cd @T; busybox rm -rf *").
			needs("busybox").where(below),
		other("delete-move", DeleteTree, "it is moved away",
			"mv @T /tmp/zo && rm -rf /tmp/zo", "mv @T /tmp/zo", "mkdir /tmp/zo && mv @T/* /tmp/zo", "mv -t /tmp @T; rm -rf /tmp/${PWD##*/}", "mv -T -f @T /tmp/zo; find /tmp/zo -delete").
			where(below),
		other("delete-tar", DeleteTree, "tar removes what it packs",
			"tar -cf /dev/null --remove-files @T", "tar --remove-files -czf /tmp/zo.tgz @T", "tar c --remove-files -C @T . > /dev/null", "tar cf - @T --remove-files | cat > /dev/null").
			needs("tar", "gzip").where(below),
		other("delete-unlink", DeleteTree, "each file by unlink or shred",
			`find @T -type f -exec unlink {} \;`, `find @T -type f -exec rm -f {} \;`, "find @T -type f -print0 | xargs -0 -n1 unlink", "find @T -type f -exec shred -n1 -u {} +", `for f in $(find @T -type f); do unlink "$f"; done`).
			needs("unlink", "shred").where(below),
		other("delete-git", DeleteTree, "git removes what it tracks",
			"git rm -rfq .", "git rm -rf --ignore-unmatch @T", "git ls-files -z | xargs -0 rm -f", "git clean -fdxq; git rm -rqf -- ':/'", "git -C @T rm -rqf .").
			needs("git").where(func(s *Source) bool {
			return s.Seed.World != nil && s.Seed.World.Cwd == s.Seed.Target && slices.Contains(s.Seed.World.Needs, "git")
		}),
	}
}

// deleteByLanguage removes a directory by what languages have for it.
func deleteByLanguage() []Family {
	return []Family{
		other("delete-python", DeleteTree, "python removes a tree",
			`python3 -c 'import shutil; shutil.rmtree("@T", ignore_errors=True)'`,
			`python3 -c 'from shutil import rmtree as r; r("@T", True)'`,
			"python3 - <<'ZEOF'\nimport os\nfor d, _, files in os.walk('@T', topdown=False):\n    for f in files:\n        try:\n            os.remove(os.path.join(d, f))\n        except OSError:\n            pass\nZEOF",
			"python3 -c 'import glob, shutil\nfor f in glob.glob(\"@T/*\"): shutil.rmtree(f, True)\n[__import__(\"os\").unlink(f) for f in glob.glob(\"@T/*\")]'").
			needs("python3").language().where(below),
		other("delete-perl", DeleteTree, "perl removes a tree",
			`cd /; perl -MFile::Path -e 'rmtree("@T")'`, `cd / && perl -MFile::Path=remove_tree -e 'remove_tree(q(@T), {safe => 1})'`,
			`perl -e 'use strict; sub z { my $d = shift; opendir(my $h, $d) or return; for (grep { !/^\.\.?$/ } readdir $h) { -d "$d/$_" ? z("$d/$_") : unlink "$d/$_" } rmdir $d } z("@T")'`,
			`find @T -type f | perl -nle unlink`).
			needs("perl").language().where(below),
		other("delete-node", DeleteTree, "node removes a tree",
			`node -e 'require("fs").rmSync("@T", {recursive: true, force: true})'`, `node - <<< 'require("fs").rmSync("@T", {recursive: true})'`).
			needs("node").language().where(below),
		other("delete-ruby", DeleteTree, "ruby removes a tree",
			`ruby -rfileutils -e 'FileUtils.rm_rf("@T")'`, `ruby -e 'require "fileutils"; FileUtils.rm_r Dir["@T/*"]'`).
			needs("ruby").language().where(below),
		other("delete-php", DeleteTree, "php removes files",
			`php -r 'foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("@T", 4096), 2) as $f) { $f->isDir() ? rmdir($f) : unlink($f); }'`).
			needs("php").language().where(below),
		other("delete-vim", DeleteTree, "an editor removes a tree",
			`vim -es -u NONE -c 'call delete("@T", "rf")' -c 'qa!'`, `vim -Nes -u NONE --cmd 'call delete("@T","rf")|qa!'`).
			needs("vim").language().where(below),
	}
}
