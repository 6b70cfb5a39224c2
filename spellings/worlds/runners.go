package worlds

import "github.com/bashguard/bashguard/spellings/jail"

// Runners are stubs of programs that run another one, on this machine or as if on another. They run
// it in the world itself.
func Runners() []jail.Stub {
	return []jail.Stub{
		{Name: "sudo", Script: sudoScript},
		{Name: "doas", Script: `while [ $# -gt 0 ]; do case $1 in -*[uC]) shift 2;; -s) exec bash;; -*) shift;; *) break;; esac; done; exec "$@"`},
		{Name: "su", Script: suScript},
		{Name: "pkexec", Script: `while [ $# -gt 0 ]; do case $1 in --user) shift 2;; -*) shift;; *) break;; esac; done; exec "$@"`},
		{Name: "gosu", Script: `shift; exec "$@"`},
		{Name: "ssh", Script: sshScript},
		{Name: "systemd-run", Script: systemdRunScript},
		{Name: "at", Script: atScript},
		{Name: "batch", Script: "exec sh"},
		{Name: "watch", Script: `while [ $# -gt 0 ]; do case $1 in -n|--interval) shift 2;; -*) shift;; *) break;; esac; done; exec sh -c "$*"`},
		{Name: "parallel", Script: parallelScript},
	}
}

// sudoScript takes the options of sudo away, sets variables, and runs the rest.
const sudoScript = `shell=
while [ $# -gt 0 ]; do
	case $1 in
	--) shift; break ;;
	--user|--group|--prompt|--chdir|--chroot|--close-from|--host|--role|--type|--other-user|--command-timeout) shift 2 ;;
	-s|-i|--shell|--login) shell=1; shift ;;
	--*) shift ;;
	-[lvVkK]) shift; [ $# -gt 0 ] || exit 0 ;;
	-*[ugpDRChrtUT]) shift 2 ;;
	-*) shift ;;
	*=*) export "$1"; shift ;;
	*) break ;;
	esac
done
if [ -n "$shell" ]; then
	[ $# -gt 0 ] || exec bash
	exec bash -c "$*"
fi
[ $# -gt 0 ] || exit 1
exec "$@"`

// suScript runs what -c gives, or a shell.
const suScript = `command=
while [ $# -gt 0 ]; do
	case $1 in
	-c|--command|-lc) command=$2; shift 2 ;;
	--command=*) command=${1#*=}; shift ;;
	-s|-g|-G|-w|--shell|--group) shift 2 ;;
	--) shift; break ;;
	*) shift ;;
	esac
done
[ -n "$command" ] || exec bash
exec bash -c "$command"`

// sshScript runs the command of an ssh as if the other host were this one.
const sshScript = `while [ $# -gt 0 ]; do
	case $1 in
	-[BbcDEeFIiJLlmOoPpQRSWw]) shift 2 ;;
	-*) shift ;;
	*) break ;;
	esac
done
[ $# -gt 0 ] || exit 255
shift
[ "$1" != -- ] || shift
[ $# -gt 0 ] || exec bash
exec bash -c "$*"`

const systemdRunScript = `while [ $# -gt 0 ]; do
	case $1 in
	--) shift; break ;;
	-p|-u|-M|-H|-E|--property|--unit|--on-active|--setenv|--working-directory|--uid|--gid|--slice) shift 2 ;;
	-*) shift ;;
	*) break ;;
	esac
done
exec "$@"`

const atScript = `file=
while [ $# -gt 0 ]; do
	case $1 in
	-f) file=$2; shift 2 ;;
	-[lcdr]|-V) exit 0 ;;
	*) shift ;;
	esac
done
if [ -n "$file" ]; then exec sh "$file"; fi
exec sh`

// parallelScript runs one command after the other: those after ":::", or the lines of its input, put
// at the end of the words before or in the place of {}.
const parallelScript = `words=
while [ $# -gt 0 ] && [ "$1" != ::: ]; do
	case $1 in
	-j|-n|-N|--jobs) shift ;;
	-*) [ -z "$words" ] || words="$words $1" ;;
	*) words="$words $1" ;;
	esac
	shift
done
one() {
	case $words in
	*"{}"*) sh -c "${words%%"{}"*}$1${words#*"{}"}" </dev/null ;;
	*) sh -c "$words $1" </dev/null ;;
	esac
}
if [ "$1" = ::: ]; then
	shift
	for a; do one "$a"; done
	exit 0
fi
while read -r a; do one "$a"; done`
