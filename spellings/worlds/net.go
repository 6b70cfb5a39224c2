package worlds

import (
	"slices"

	"github.com/bashguard/bashguard/spellings/jail"
)

// ServedMark is the file that each program served by the network of these worlds leaves when it runs.
const ServedMark = "/home/dev/.ran-from-network"

// Uploaded is the name under which stubs record what is sent away, as the standard input of a call:
// jail.Sent and [Leaked] see it.
const Uploaded = "net-uploaded"

// NetFiles are what the stubs of NetStubs serve, whatever the host: by the end of the URL a program in
// python, perl or javascript, a document, or a script for sh.
func NetFiles() []jail.File {
	return []jail.File{
		{Path: "/srv/net/install.sh", Text: "# installs\ntouch " + ServedMark + "\n"},
		{Path: "/srv/net/install.py", Text: "# installs\nopen('" + ServedMark + "', 'w').close()\n"},
		{Path: "/srv/net/install.pl", Text: "# installs\nopen(my $f, '>', '" + ServedMark + "');\n"},
		{Path: "/srv/net/install.js", Text: "require('fs').writeFileSync('" + ServedMark + "', '')\n"},
		{Path: "/srv/net/data.json", Text: "{\"version\": \"1.2.3\"}\n"},
	}
}

// NetStubs are programs that fetch from the network and send to it. What they fetch comes from NetFiles,
// what they send is recorded: the arguments, files that the arguments name, and standard input where the
// program would read it.
func NetStubs() []jail.Stub {
	return []jail.Stub{
		{Name: Uploaded, Stdin: true},
		{Name: "curl", Script: serve + curlScript},
		{Name: "wget", Script: serve + wgetScript},
		{Name: "nc", Script: ncScript},
		{Name: "ncat", Script: ncScript},
		{Name: "netcat", Script: ncScript},
		{Name: "telnet", Script: Uploaded},
		{Name: "socat", Script: socatScript},
		{Name: "ssh", Script: Uploaded},
		{Name: "scp", Script: copyScript},
		{Name: "rsync", Script: copyScript},
		{Name: "sftp", Script: copyScript},
		{Name: "mail", Script: Uploaded},
		{Name: "sendmail", Script: Uploaded},
		{Name: "dig"},
		{Name: "nslookup"},
		{Name: "host"},
		{Name: "ping"},
		{Name: "npx", Script: runScript},
		{Name: "bunx", Script: runScript},
		{Name: "uvx", Script: runScript},
		{Name: "pipx", Script: runScript},
		{Name: "pip", Script: runScript},
		{Name: "deno", Script: runScript},
	}
}

// serve defines the function that prints what stands at a URL.
const serve = `serve() {
	case $1 in
	file://localhost/*) cat "/${1#file://localhost/}" ;;
	file:*) cat "/${1#file:*/}" ;;
	*.py) cat /srv/net/install.py ;;
	*.pl) cat /srv/net/install.pl ;;
	*.js) cat /srv/net/install.js ;;
	*.json|*/api/*) cat /srv/net/data.json ;;
	*) cat /srv/net/install.sh ;;
	esac
}
`

// curlScript reads the options of curl that take a value, one by one and in clusters.
const curlScript = `urls= out= name= get=
put() { case $1 in -) ` + Uploaded + ` ;; *) ` + Uploaded + ` <"$1" ;; esac; }
value() {
	case $1 in
	d) case $2 in @*) put "${2#@}" ;; esac ;;
	u) case $2 in *=*) ;; *@*) put "${2#*@}" ;; esac ;;
	F) case $2 in *=@*|*=\<*) f=${2#*=?}; put "${f%%;*}" ;; esac ;;
	T) put "$2" ;;
	H) case $2 in @*) put "${2#@}" ;; esac ;;
	o) out=$2 ;;
	U) urls="$urls $2" ;;
	esac
}
while [ $# -gt 0 ]; do
	case $1 in
	--data|--data-binary|--data-ascii|--json) value d "$2"; shift ;;
	--data-urlencode|--url-query) value u "$2"; shift ;;
	--data-raw|--form-string|--request|--user|--user-agent|--referer|--cookie|--cookie-jar|--proxy|--max-time|--connect-timeout|--retry|--write-out|--cacert|--cert|--key|--config|--proto|--resolve) shift ;;
	--form) value F "$2"; shift ;;
	--upload-file) value T "$2"; shift ;;
	--header) value H "$2"; shift ;;
	--output) value o "$2"; shift ;;
	--remote-name) name=1 ;;
	--url) value U "$2"; shift ;;
	--*) ;;
	-?*)
		flags=${1#-}
		while [ -n "$flags" ]; do
			rest=${flags#?} flag=${flags%"${flags#?}"}
			flags=$rest
			case $flag in
			O) name=1 ;;
			[dFTHoXuAebcxmwKyYzrtQPE])
				flags=
				if [ -z "$rest" ]; then rest=$2; shift; fi
				case $flag in [dFTHo]) value $flag "$rest" ;; esac ;;
			esac
		done ;;
	*) urls="$urls $1" ;;
	esac
	shift
done
for url in $urls; do
	if [ -n "$name" ]; then
		serve "$url" >"${url##*/}"
	elif [ -n "$out" ] && [ "$out" != - ]; then
		serve "$url" >"$out"
	else
		serve "$url"
	fi
done`

const wgetScript = `urls= out=
put() { case $1 in -) ` + Uploaded + ` ;; *) ` + Uploaded + ` <"$1" ;; esac; }
while [ $# -gt 0 ]; do
	case $1 in
	--post-file=*|--body-file=*) put "${1#*=}" ;;
	--post-file|--body-file) put "$2"; shift ;;
	--output-document=*) out=${1#*=} ;;
	-O|--output-document) out=$2; shift ;;
	--post-data|--body-data|--header|--method|--user-agent|--tries|--timeout|-t|-T|-U|-P) shift ;;
	--*) ;;
	-*O) out=$2; shift ;;
	-*O*) out=${1#*O} ;;
	-*) ;;
	*) urls="$urls $1" ;;
	esac
	shift
done
for url in $urls; do
	case $out in
	"") serve "$url" >"${url##*/}" ;;
	-) serve "$url" ;;
	*) serve "$url" >"$out" ;;
	esac
done`

// ncScript sends standard input; with -e or -c it gives a program to the other side, which types the
// script for sh.
const ncScript = `while [ $# -gt 0 ]; do
	case $1 in
	-e|-c|--exec|--sh-exec) exec sh -c "$2" </srv/net/install.sh ;;
	--*) ;;
	-*[ec]) exec sh -c "$2" </srv/net/install.sh ;;
	-*l*) exec cat /srv/net/install.sh ;;
	esac
	shift
done
` + Uploaded

const socatScript = `for a; do
	case $a in
	EXEC:*|exec:*|SYSTEM:*|system:*) a=${a#*:}; exec sh -c "${a%%,*}" </srv/net/install.sh ;;
	FILE:*|OPEN:*|file:*|open:*|GOPEN:*|gopen:*) a=${a#*:}; ` + Uploaded + ` <"${a%%,*}"; exit ;;
	/*) ` + Uploaded + ` <"$a"; exit ;;
	esac
done
` + Uploaded

// copyScript sends the files among its arguments, when one of the others is on another host.
const copyScript = `far=
for a; do case $a in -*) ;; *:*) far=1 ;; esac; done
[ -n "$far" ] || exit 0
for a; do
	if [ -f "$a" ]; then ` + Uploaded + ` <"$a"; elif [ -d "$a" ]; then find "$a" -type f -exec cat {} + | ` + Uploaded + `; fi
done`

// runScript runs what stands at the URLs among its arguments, as runners and installers of packages do.
const runScript = serve + `for a; do
	case $a in
	*://*) serve "${a#*+}.sh" | sh ;;
	esac
done`

var net lazy

// Net is Home with a network: programs fetch an installer that leaves [ServedMark] when it runs, and
// what is sent is recorded. Other programs print secrets: [SecretStubs]. The environment holds a token,
// EnvCanary.
func Net() *jail.World {
	return net.get(func() *jail.World {
		w := Extend(Home(), "net", slices.Concat(NetFiles(), []jail.File{
			{Path: "/home/dev/app/report.json", Text: "{\"ok\": true}\n"},
		}), slices.Concat(NetStubs(), SecretStubs()))
		w.Env = []string{"DEPLOY_TOKEN=" + EnvCanary}
		return w
	})
}
