package jail

import "slices"

// programs are what the small root holds, as far as the host has them. They are looked for in
// /usr/bin, /bin, /usr/sbin and /sbin, never in directories of a user.
var programs = []string{
	// Shells.
	"bash", "dash", "sh", "zsh", "busybox",
	// GNU coreutils.
	"[", "arch", "b2sum", "base32", "base64", "basename", "basenc", "cat", "chcon", "chgrp", "chmod", "chown", "chroot",
	"cksum", "comm", "cp", "csplit", "cut", "date", "dd", "df", "dir", "dirname", "du", "echo", "env", "expand", "expr",
	"factor", "false", "fmt", "fold", "groups", "head", "hostid", "id", "install", "join", "link", "ln", "logname", "ls",
	"md5sum", "mkdir", "mkfifo", "mknod", "mktemp", "mv", "nice", "nl", "nohup", "nproc", "numfmt", "od", "paste",
	"pathchk", "pr", "printenv", "printf", "pwd", "readlink", "realpath", "rm", "rmdir", "seq", "sha1sum", "sha256sum",
	"sha512sum", "shred", "shuf", "sleep", "sort", "split", "stat", "stdbuf", "stty", "sum", "sync", "tac", "tail", "tee",
	"test", "timeout", "touch", "tr", "true", "truncate", "tsort", "tty", "uname", "unexpand", "uniq", "unlink", "vdir",
	"wc", "whoami", "yes",
	// Text, search, archives.
	"find", "xargs", "grep", "egrep", "fgrep", "sed", "awk", "mawk", "gawk", "ed", "diff", "cmp", "patch", "rev", "column",
	"col", "colrm", "xxd", "hexdump", "hd", "tar", "cpio", "gzip", "gunzip", "zcat", "bzip2", "bunzip2", "bzcat", "xz",
	"unxz", "xzcat", "rsync", "openssl", "jq", "which", "file", "strings", "split",
	// Programs that run programs.
	"script", "flock", "setsid", "ionice", "taskset", "chrt", "unshare", "nsenter", "setarch", "linux32", "linux64",
	"setpriv", "runuser", "prlimit", "choom", "uclampset", "time", "watch", "parallel", "entr", "make", "strace", "tmux",
	"screen", "socat", "ncat", "expect", "rename", "run-parts", "start-stop-daemon", "ld.so",
	// Languages and others.
	"git", "perl", "python3", "node", "ruby", "php", "lua", "sqlite3", "ps", "kill", "pkill", "pgrep", "killall", "getent",
	"getopt", "getconf", "envsubst", "fallocate", "mountpoint", "hostname", "setfacl", "chattr", "lsattr", "wipefs", "vim", "gdb",
}

// trees are directories that programs need beside their libraries, with what is left out of them:
// where all of /usr is there, one deletion of everything takes seconds to walk it.
var trees = []struct {
	program string
	dirs    []string
	without []string
}{
	{"git", []string{"/usr/lib/git-core", "/usr/share/git-core/templates"}, []string{"mergetools", "hooks"}},
	{"perl", []string{"/usr/lib/x86_64-linux-gnu/perl-base", "/usr/lib/aarch64-linux-gnu/perl-base"}, []string{"unicore/lib"}},
	{"python3", []string{"/usr/lib/python3.*"}, []string{
		"__pycache__", "test", "idlelib", "tkinter", "lib2to3", "pydoc_data", "distutils", "ensurepip", "turtledemo", "dist-packages",
		"config-*", "unittest", "xmlrpc", "wsgiref", "sqlite3", "curses", "dbm", "venv", "asyncio", "multiprocessing", "concurrent",
		"xml", "ctypes", "zoneinfo", "tomllib", "logging",
	}},
	{"ruby", []string{"/usr/lib/ruby/3.*/fileutils.rb", "/usr/lib/x86_64-linux-gnu/ruby/3.*/rbconfig.rb", "/usr/lib/x86_64-linux-gnu/ruby/3.*/etc.so"}, nil},
	{"bash", []string{"/usr/lib/locale/C.utf8"}, nil}, // the LANG of all runs
	{"watch", []string{"/usr/lib/terminfo/d/dumb"}, nil},
	{"stdbuf", []string{"/usr/libexec/coreutils"}, nil},
	{"zsh", []string{"/usr/lib/x86_64-linux-gnu/zsh", "/usr/lib/aarch64-linux-gnu/zsh"}, nil},
}

// Programs lists the names of the programs that the small root holds where the host has them.
func Programs() []string { return slices.Clone(programs) }
