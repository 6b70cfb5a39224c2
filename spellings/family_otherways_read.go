package spellings

// readFamilies print what a file holds.
func readFamilies() []Family {
	return []Family{
		other("read-show", ReadFile, "programs that show a file",
			"head @T", "tail -n +1 @T", "nl @T", "tac @T", "head -c 9999 < @T", "cat -A @T", "pr -t @T"),
		other("read-filter", ReadFile, "filters that let all through",
			"sort @T", "uniq @T", "cut -c1- @T", "paste @T", "expand @T", "fmt -w 99 @T", "fold -w 200 @T", "shuf @T"),
		other("read-match", ReadFile, "grep, sed and awk print every line",
			"grep '' @T", "sed -n p @T", "awk 1 @T", "grep -h . @T /dev/null", "sed '' < @T", `awk 'BEGIN { while ((getline l < "@T") > 0) print l }'`, "grep -rh '[A-Za-z]' @T", "sed = @T").
			needs("grep", "sed", "awk"),
		other("read-shell", ReadFile, "the shell reads by itself",
			`echo "$(<@T)"`, `while read -r l; do echo "$l"; done < @T`, `mapfile -t z < @T; printf '%s\n' "${z[@]}"`, `IFS= read -rd '' z < @T; echo "$z"`, "exec 3< @T; cat <&3",
			`echo "$(cat @T)"`, `cat <<< "$(< @T)"`, "cat <<ZEOF\n$(cat @T)\nZEOF"),
		other("read-base64", ReadFile, "encoded on the way out",
			"base64 @T", "base64 -w0 < @T", "openssl base64 -in @T", "cat @T | base64 | base64 -d", "openssl enc -base64 -A -in @T").
			needs("base64", "openssl"),
		other("read-dump", ReadFile, "dumped in hexadecimal, octal, or letters",
			"xxd @T", "xxd -p @T", "od -c @T", "od -An -v -tx1 @T", "hexdump -C @T", "od -b < @T", "xxd -p @T | xxd -r -p").
			needs("xxd", "od", "hexdump"),
		other("read-turned", ReadFile, "turned around, or other letters",
			"rev @T", "tr a-zA-Z n-za-mN-ZA-M < @T", "rev @T | rev", "tr '\\n' ' ' < @T", "fold -w1 @T", "tac @T | tac").
			needs("rev", "tr"),
		other("read-copy", ReadFile, "a copy or a link is read",
			"cp @T /tmp/zo && cat /tmp/zo", "ln -s @T /tmp/zo && cat /tmp/zo", "ln @T /tmp/zo; cat /tmp/zo", "install -m 600 @T /tmp/zo; cat /tmp/zo", "mv @T /tmp/zo; cat /tmp/zo", "cat @T > /tmp/zo; head /tmp/zo",
			"cp @T /dev/stdout", "split -b 9999 @T /tmp/zo && cat /tmp/zoaa"),
		other("read-pass", ReadFile, "dd and tee pass it on",
			"dd if=@T", "dd status=none < @T", "tee < @T", "tee /tmp/zo < @T", "dd if=@T bs=1 2>/dev/null", "cat @T | tee /dev/null"),
		other("read-archive", ReadFile, "packed and unpacked",
			"tar cf - @T", "tar cf - @T | tar xOf -", "gzip -c @T | zcat", "gzip -c < @T | gunzip", "zcat -f @T", "bzip2 -c @T | bzcat").
			needs("tar", "gzip", "zcat", "bzip2"),
		other("read-compare", ReadFile, "compared with nothing",
			"diff @T /dev/null", "diff -u /dev/null @T", "comm @T /dev/null", "diff -y @T /dev/null", "git diff --no-index --no-color /dev/null @T", "git diff --no-index --no-color @T /dev/null").
			needs("diff", "git"),
		other("read-complaint", ReadFile, "a program complains about what it reads",
			"date -f @T", "bash @T", ". @T", "xargs -a @T echo", "xargs < @T", "wc --files0-from=@T", "while read -r l; do ls \"$l\"; done < @T", `eval -- "$(cat @T)"`),
		other("read-busybox", ReadFile, "busybox has readers of its own",
			"busybox cat @T", "busybox head @T", "busybox sed '' @T", "busybox awk 1 @T", "busybox hexdump -C @T").needs("busybox"),
		other("read-curl", ReadFile, "an URL of a file",
			"curl -s file://@T", "curl -o - file://@T", "curl -fsSL 'file://localhost@T'").stub("curl"),
	}
}

// readByLanguage prints a file by what languages and editors have for it.
func readByLanguage() []Family {
	return []Family{
		other("read-python", ReadFile, "python prints a file",
			`python3 -c 'print(open("@T").read())'`, `python3 -c 'import sys; sys.stdout.write(sys.stdin.read())' < @T`, "python3 - <<'ZEOF'\nfrom pathlib import Path\nprint(Path('@T').read_text())\nZEOF",
			`python3 -c 'import base64; print(base64.b64encode(open("@T", "rb").read()).decode())'`).
			needs("python3").language(),
		other("read-perl", ReadFile, "perl prints a file",
			"perl -pe 1 @T", "perl -ne print @T", `perl -e 'open(F, "@T"); print <F>'`, `perl -0777 -ne 'print scalar reverse' @T`).
			needs("perl").language(),
		other("read-node", ReadFile, "node prints a file",
			`node -e 'console.log(require("fs").readFileSync("@T", "utf8"))'`, `node -p 'fs.readFileSync("@T")+""'`).
			needs("node").language(),
		other("read-ruby", ReadFile, "ruby prints a file",
			`ruby -e 'puts File.read("@T")'`, "ruby -ne 'puts $_' @T").needs("ruby").language(),
		other("read-php", ReadFile, "php prints a file",
			`php -r 'readfile("@T");'`, `php -r 'echo file_get_contents("@T");'`).needs("php").language(),
		other("read-jq", ReadFile, "jq reads lines as texts",
			"jq -R . @T", "jq -Rrs . < @T", "jq -n --rawfile z @T '$z'").needs("jq").language(),
		other("read-sqlite", ReadFile, "a database reads a file",
			`sqlite3 :memory: "select readfile('@T')"`, "sqlite3 :memory: '.read @T'", "sqlite3 :memory: \"select hex(readfile('@T'))\"").needs("sqlite3").language(),
		other("read-editor", ReadFile, "an editor prints a file",
			"ed -s @T <<< ,p", "vim -es -u NONE -c '%p' -c 'qa!' @T", "printf '%s\\n' ,n q | ed -s @T").needs("ed", "vim").language(),
	}
}
