package worlds

import "github.com/bashguard/bashguard/spellings/jail"

// network programs serve what lies in /srv/www, and keep what they are given to send.
var network = []jail.Stub{
	{Name: "curl", Script: curl},
	{Name: "wget", Script: wget},
	{Name: "nc", Script: "exec cat >>" + Sent},
	{Name: "ncat", Script: "exec cat >>" + Sent},
	{Name: "scp", Script: copies},
	{Name: "ssh", Script: "cat >/dev/null"},
}

// serve prints the page of an URL: by its ending, an install script when nothing else fits.
const serve = `serve() {
	case $1 in
	*.json) cat /srv/www/data.json ;;
	*.py) cat /srv/www/install.py ;;
	*) cat /srv/www/install.sh ;;
	esac
}
`

const curl = serve + `
send() {
	case $1 in
	*@-) cat >>` + Sent + ` ;;
	*@*) cat "${1#*@}" >>` + Sent + ` ;;
	*) printf '%s\n' "$1" >>` + Sent + ` ;;
	esac
}
url= out=
while [ $# -gt 0 ]; do
	case $1 in
	-d | --data | --data-binary | --data-raw | --data-ascii | --json | -F | --form) send "$2"; shift ;;
	--data=* | --data-binary=* | --form=* | --json=*) send "${1#*=}" ;;
	-d?* | -F?*) send "${1#-?}" ;;
	-T | --upload-file) send "@$2"; shift ;;
	-T?*) send "@${1#-T}" ;;
	--upload-file=*) send "@${1#*=}" ;;
	-o | --output) out=$2; shift ;;
	--output=*) out=${1#*=} ;;
	-H | -A | -e | -u | -X | -m | -b | -c | -w | --header | --user | --request | --max-time | --retry | --url-query) shift ;;
	--url) url=$2; shift ;;
	--*) ;;
	-*o) out=$2; shift ;;
	-*) ;;
	*) url=$1 ;;
	esac
	shift
done
[ -n "$url" ] || exit 2
if [ -n "$out" ] && [ "$out" != - ]; then serve "$url" >"$out"; else serve "$url"; fi`

const wget = serve + `
url= out= stdout=
while [ $# -gt 0 ]; do
	case $1 in
	--post-file=* | --body-file=*) cat "${1#*=}" >>` + Sent + ` ;;
	--post-file | --body-file) cat "$2" >>` + Sent + `; shift ;;
	--post-data=* | --body-data=*) printf '%s\n' "${1#*=}" >>` + Sent + ` ;;
	-O | --output-document) out=$2; shift ;;
	--output-document=*) out=${1#*=} ;;
	--*) ;;
	-*O-) out=- ;;
	-*O) out=$2; shift ;;
	-*) ;;
	*) url=$1 ;;
	esac
	shift
done
[ -n "$url" ] || exit 2
case $out in
-) serve "$url" ;;
'') serve "$url" >"${url##*/}" ;;
*) serve "$url" >"$out" ;;
esac`

// copies sends the files among its arguments.
const copies = `for a; do [ -f "$a" ] && cat "$a" >>` + Sent + `; done; exit 0`

// databases keep the statements that they get.
var databases = []jail.Stub{
	{Name: "psql", Script: statements},
	{Name: "mysql", Script: statements},
	{Name: "mongosh", Script: statements},
	{Name: "redis-cli", Script: `if [ $# -gt 0 ]; then printf '%s\n' "$*" >>` + DB + `; else cat >>` + DB + `; fi; echo OK`},
	{Name: "dropdb"},
	{Name: "mysqladmin"},
}

const statements = `got=
while [ $# -gt 0 ]; do
	case $1 in
	-c | -e | --command | --execute | --eval) printf '%s\n' "$2" >>` + DB + `; got=1; shift ;;
	--command=* | --execute=* | --eval=*) printf '%s\n' "${1#*=}" >>` + DB + `; got=1 ;;
	-c?* | -e?*) printf '%s\n' "${1#-?}" >>` + DB + `; got=1 ;;
	-f | --file) cat "$2" >>` + DB + `; got=1; shift ;;
	--file=*) cat "${1#*=}" >>` + DB + `; got=1 ;;
	-h | -U | -d | -p | --host | --username | --dbname | --port) shift ;;
	esac
	shift
done
[ -n "$got" ] || cat >>` + DB

var infrastructure = []jail.Stub{
	{Name: "terraform"},
	{Name: "tofu"},
	{Name: "pulumi"},
	{Name: "kubectl"},
	{Name: "helm"},
	{Name: "aws"},
	{Name: "gcloud"},
	{Name: "az"},
	{Name: "docker"},
	{Name: "podman"},
	{Name: "gh"},
	{Name: "heroku"},
	{Name: "npm"},
}

var system = []jail.Stub{
	{Name: "shutdown"},
	{Name: "reboot"},
	{Name: "halt"},
	{Name: "poweroff"},
	{Name: "init"},
	{Name: "systemctl"},
	{Name: "crontab", Script: `[ "$1" = - ] && cat >/dev/null; exit 0`},
	{Name: "mkfs.ext4"},
	{Name: "mkfs"},
	{Name: "wipefs"},
	{Name: "parted"},
	{Name: "sgdisk"},
	{Name: "blkdiscard"},
	{Name: "iptables"},
	{Name: "userdel"},
	{Name: "sudo", Script: asRoot},
	{Name: "doas", Script: asRoot},
}

// asRoot runs the command behind sudo's options.
const asRoot = `while [ $# -gt 0 ]; do
	case $1 in
	-u | -g | -h | -p | -C | -D | -R | -T | -U) shift ;;
	--) shift; break ;;
	-s | -i) shift; if [ $# -gt 0 ]; then exec bash -c "$*"; fi; exec bash ;;
	-*) ;;
	*=*) export "$1" ;;
	*) break ;;
	esac
	shift
done
exec "$@"`
