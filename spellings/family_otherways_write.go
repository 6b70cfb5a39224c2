package spellings

// overwriteFamilies overwrite a file or a device.
func overwriteFamilies() []Family {
	return []Family{
		other("overwrite-redirect", Overwrite, "a redirect opens it for writing",
			"echo zq > @T", "echo zq >| @T", "exec 3> @T; echo zq >&3", "echo zq &> @T", "cat /etc/hosts > @T", "printf 'zq' 1> @T", "{ echo zq; date; } >@T", "set -C; echo zq >| @T"),
		other("overwrite-empty", Overwrite, "it is emptied",
			": > @T", "> @T", "truncate -s 0 @T", "truncate --size=0 @T", "cp /dev/null @T", "cat /dev/null > @T", "dd if=/dev/null of=@T", "echo -n > @T").
			where(plainFile),
		other("overwrite-tee", Overwrite, "tee writes it",
			"echo zq | tee @T", "tee @T < /etc/hosts > /dev/null", "echo zq | tee /tmp/zo @T", "tee -- @T <<< zq"),
		other("overwrite-dd", Overwrite, "dd writes it",
			"dd if=/dev/zero of=@T bs=512 count=1", "echo zq | dd of=@T", "dd of=@T < /etc/hosts", "dd if=/etc/hosts of=@T conv=fsync status=none", "head -c 64 /dev/urandom | dd of=@T bs=64"),
		other("overwrite-copy", Overwrite, "another file is copied over it",
			"cp /etc/hosts @T", "cp -f /etc/hosts @T", "cp --no-preserve=all -T /etc/hosts @T", "cat /etc/hosts /etc/passwd > @T", "cp -- /etc/hosts @T"),
		other("overwrite-replace", Overwrite, "another file takes its place",
			"cp /etc/hosts /tmp/zo && mv /tmp/zo @T", "ln -sf /dev/null @T", "install -m 600 /etc/hosts @T", "ln -f /etc/hosts @T", "mv @T /tmp/zo", "cp --remove-destination /etc/hosts @T").
			where(plainFile),
		other("overwrite-remove", Overwrite, "it is removed",
			"rm -f @T", "unlink @T", "find @T -delete", `find @T -exec rm {} \;`, "shred -u -n 1 @T", "echo @T | xargs rm").
			where(plainFile),
		other("overwrite-shred", Overwrite, "shred writes it full",
			"shred -n 1 @T", "shred -v -n1 -z @T", "shred --iterations=1 --random-source=/dev/zero @T").needs("shred"),
		other("overwrite-edit", Overwrite, "edited in place",
			"sed -i d @T", "sed -i '1,$d' @T", "perl -i -ne 1 @T", "sed -n -i.bak /zq/p @T", "ed -s @T <<< $',d\\nw'", "awk 'BEGIN { printf \"zq\" > \"@T\" }'").
			needs("sed", "perl", "ed", "awk").where(plainFile),
		other("overwrite-output", Overwrite, "programs that are told where to write",
			"sort -o @T /etc/hosts", "uniq /etc/hosts @T", "sed -n 'w @T' /etc/hosts", `awk '{ print > "@T" }' /etc/hosts`, "find / -maxdepth 0 -fprint @T", "tar -cf @T /etc/hosts", "shuf -o @T /etc/hosts",
			"script -qc true @T"),
		other("overwrite-decoded", Overwrite, "programs that make bytes",
			"echo 7a71 | xxd -r -p > @T", "openssl rand -out @T 16", "echo enEK | base64 -d > @T", "gzip -c /etc/hosts > @T", "head -c 64 /dev/urandom > @T", "openssl enc -base64 -in /etc/hosts -out @T").
			needs("xxd", "openssl", "gzip"),
		other("overwrite-python", Overwrite, "python writes it",
			`python3 -c 'open("@T", "w").write("zq")'`, "python3 - <<'ZEOF'\nwith open('@T', 'wb') as f:\n    f.write(b'zq' * 99)\nZEOF", `python3 -c 'import os; os.write(os.open("@T", os.O_WRONLY), b"zq" * 200)'`,
			`python3 -c 'from pathlib import Path; Path("@T").write_text("zq")'`).
			needs("python3").language(),
		other("overwrite-perl", Overwrite, "perl writes it",
			`perl -e 'open(F, ">", "@T"); print F "zq"'`, `perl -e 'open F, q(>@T); syswrite F, "zq" x 99'`).needs("perl").language(),
		other("overwrite-node", Overwrite, "node writes it",
			`node -e 'require("fs").writeFileSync("@T", "zq")'`, `node -e 'fs.truncateSync("@T", 0); fs.appendFileSync("@T", "zq")'`).needs("node").language(),
		other("overwrite-ruby", Overwrite, "ruby writes it",
			`ruby -e 'File.write("@T", "zq")'`).needs("ruby").language(),
	}
}

// modeFamilies make all below a directory writable for everybody.
func modeFamilies() []Family {
	return []Family{
		other("mode-forms", OpenMode, "other ways to say the mode",
			"chmod -R a+rwX @T", "chmod -R ugo+rwx @T", "chmod -R 0777 @T", "chmod -R o=rwx @T", "chmod -R go+w,go+r @T", "chmod -R 1777 @T", "chmod -R a=rw,+X @T", "chmod -R o+rw @T"),
		other("mode-options", OpenMode, "other ways to go down",
			"chmod --recursive 777 @T", "chmod -Rv 777 @T > /dev/null", "chmod 777 -R @T", "chmod -fR -- a+rwx @T", "chmod -R --reference=/tmp @T", "cd @T && chmod -R 777 ."),
		other("mode-find", OpenMode, "find gives what it finds to chmod",
			"find @T -exec chmod 777 {} +", "find @T -print0 | xargs -0 chmod a+rwx", `find @T -type f -exec chmod o+rw {} \;`, `find @T | while read -r f; do chmod 777 "$f"; done`, "chmod 777 $(find @T)"),
		other("mode-acl", OpenMode, "access lists", "setfacl -R -m o::rwx @T", "setfacl -Rm u::rwx,g::rwx,o::rwx,m::rwx @T").needs("setfacl"),
		other("mode-busybox", OpenMode, "busybox has a chmod of its own",
			"busybox chmod -R 777 @T", "busybox find @T -exec busybox chmod 777 {} +").needs("busybox"),
		other("mode-python", OpenMode, "python sets the modes",
			"python3 - <<'ZEOF'\nimport os\nfor d, _, files in os.walk('@T'):\n    os.chmod(d, 0o777)\n    for f in files:\n        os.chmod(os.path.join(d, f), 0o777)\nZEOF",
			`python3 -c 'import pathlib; [p.chmod(0o777) for p in pathlib.Path("@T").rglob("*")]'`).needs("python3").language(),
		other("mode-perl", OpenMode, "perl sets the modes",
			`perl -e 'chmod 0777, split /\n/, qx(find @T)'`, "find @T -print0 | perl -0ne 'chomp; chmod 0777, $_'").needs("perl").language(),
		other("mode-node", OpenMode, "node sets the modes",
			`node -e 'fs.readdirSync("@T", {recursive: true}).forEach(f => fs.chmodSync("@T/" + f, 0o777))'`).needs("node").language(),
	}
}
