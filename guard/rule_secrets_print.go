package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// printerPrograms are the programs of printerCalls; a test keeps the two together.
const printerPrograms = "ansible-vault aws az bao bw chamber cloak doctl doppler fly flyctl gcloud getent gh git glab gopass gpg gpg2 heroku infisical keepassxc-cli keyctl keyring kubectl " +
	"kwallet-query lpass netlify npm oc op pass ps pulumi rails railway rclone secret-tool security sops supabase vault vercel wg " +
	"docker-credential-osxkeychain docker-credential-secretservice docker-credential-pass docker-credential-desktop git-credential-osxkeychain git-credential-manager git-credential-store"

// printerCalls are the calls that print secrets. Severity says how bad that is as a rule.
var printerCalls = []calls{
	{"gh", []act{
		{words: "auth token", severity: Deny, what: printsToken},
		{words: "auth status", need: "-t --show-token", open: true, severity: Deny, what: printsToken},
		{words: "auth git-credential get", severity: Deny, what: printsToken},
	}},
	{"glab", []act{
		{words: "auth status", need: "-t --show-token", open: true, severity: Deny, what: printsToken},
		{words: "config get token", severity: Deny, what: printsToken},
	}},
	{"security", []act{
		{words: "find-generic-password|find-internet-password", need: "-w -g", severity: Deny, open: true, what: printsPassword},
		{words: "dump-keychain", need: "-d", severity: Deny, open: true, what: printsPassword},
		{words: "export", severity: Deny, what: "prints keys"},
	}},
	{"pass gopass", []act{
		{words: "show|cat", not: "-c --clip -q --qrcode -o", severity: Deny, what: printsPassword},
		{words: "show", need: "-o", open: true, severity: Deny, what: printsPassword},
		{words: "ls|list|search|find|grep|insert|add|edit|generate|rm|remove|delete|mv|rename|cp|copy|git|init|help|version|otp|clone|sync|audit|config|setup|mounts|recipients|create|new|completion|env|fsck|history|link|process|sum|templates|unclip|update|convert|age|alias|pwgen|import|tail|open|tomb", severity: None},
		{words: "*", not: "-c --clip -q --qrcode", severity: Deny, what: printsPassword},
	}},
	{"op", []act{
		{words: "read", severity: Deny, what: printsPassword},
		{words: "item get", need: "--reveal --fields --field --otp", open: true, severity: Deny, what: printsPassword},
		{words: "document get", what: "prints a document of the vault"},
	}},
	{"bw", []act{
		{words: "get password|item|notes|totp", severity: Deny, what: printsPassword},
		{words: "list items", severity: Deny, what: printsPassword},
		{words: "export", need: "--raw", open: true, severity: Deny, what: printsPassword},
	}},
	{"lpass", []act{{words: "show", not: "-c --clip", severity: Deny, what: printsPassword}, {words: "export", severity: Deny, what: printsPassword}}},
	{"keepassxc-cli", []act{{words: "show", need: "-s --show-protected -a --attributes", open: true, severity: Deny, what: printsPassword}, {words: "export", severity: Deny, what: printsPassword}}},
	{"secret-tool", []act{{words: "lookup|search", severity: Deny, what: printsPassword}}},
	{"kwallet-query", []act{{words: "", need: "-r --read-password", open: true, severity: Deny, what: printsPassword}}},
	{"keyring", []act{{words: "get", severity: Deny, what: printsPassword}}},
	{"keyctl", []act{{words: "print|pipe|read", severity: Deny, what: "prints a key"}}},
	{"wg", []act{{words: "showconf", severity: Deny, what: "prints a private key"}, {words: "show * private-key|preshared-keys", severity: Deny, what: "prints a private key"}}},
	{"aws", []act{
		{words: "configure get", when: func(k *call) bool {
			return k.anyWord(func(w string) bool {
				return strings.HasSuffix(w, "secret_access_key") || strings.HasSuffix(w, "session_token")
			})
		}, severity: Deny, what: "prints a key"},
		{words: "configure export-credentials", severity: Deny, what: "prints keys"},
		{words: "secretsmanager get-secret-value|batch-get-secret-value", severity: Deny, what: printsPassword},
		{words: "ssm get-parameter|get-parameters|get-parameters-by-path", need: "--with-decryption", open: true, severity: Deny, what: printsPassword},
		{words: "ecr get-login-password", severity: Deny, what: printsToken},
		{words: "ecr-public get-login-password", severity: Deny, what: printsToken},
		{words: "codeartifact get-authorization-token", severity: Deny, what: printsToken},
		{words: "sts get-session-token|assume-role|assume-role-with-web-identity|get-federation-token", what: "prints temporary keys"},
	}},
	{"gcloud", []act{
		{words: "** auth print-access-token|print-identity-token|print-refresh-token", severity: Deny, what: printsToken},
		{words: "** auth application-default print-access-token", severity: Deny, what: printsToken},
		{words: "** secrets versions access", severity: Deny, what: printsPassword},
		{words: "** iam service-accounts keys create", when: func(k *call) bool { return k.has("-") || k.has("/dev/stdout") }, severity: Deny, what: "prints a key"},
	}},
	{"az", []act{
		{words: "account get-access-token", severity: Deny, what: printsToken},
		{words: "keyvault secret show|download", severity: Deny, what: printsPassword},
		{words: "storage account keys list", severity: Deny, what: "prints keys"},
		{words: "storage account show-connection-string", severity: Deny, what: "prints keys"},
		{words: "acr credential show", severity: Deny, what: printsPassword},
		{words: "cosmosdb keys list|list-keys", severity: Deny, what: "prints keys"},
	}},
	{"kubectl oc", []act{
		{words: "get", when: kubeSecret, severity: Deny, what: "with this output prints the content of secrets", instead: "`kubectl describe secret NAME` shows the keys without their values"},
		{words: "config view", need: "--raw", open: true, severity: Deny, what: "with --raw prints the keys of every cluster"},
		{words: "create token", what: printsToken},
		{words: "whoami", need: "-t --show-token", open: true, severity: Deny, what: printsToken},
		{words: "extract", when: func(k *call) bool {
			return k.anyWord(func(w string) bool { return strings.HasPrefix(w, "secret") }) && k.option("to") != nil && k.option("to").Lit == "-"
		}, severity: Deny, what: "prints the content of a secret"},
	}},
	{"vault bao", []act{
		{words: "kv get", severity: Deny, what: printsPassword, instead: "`vault kv list PATH` and `vault kv metadata get PATH` show what is there without the values"},
		{words: "kv list|metadata|put|patch", severity: None},
		{words: "read", what: "may print a secret"},
		{words: "print token", severity: Deny, what: printsToken},
		{words: "token create", what: printsToken},
	}},
	{"pulumi", []act{
		{words: "config", need: "--show-secrets", open: true, severity: Deny, what: printsPassword},
		{words: "stack output", need: "--show-secrets", open: true, severity: Deny, what: printsPassword},
		{words: "stack export", need: "--show-secrets", open: true, severity: Deny, what: printsPassword},
	}},
	{"doppler", []act{
		{words: "secrets get|download", not: "--no-file", severity: Deny, what: printsPassword, instead: "`doppler run -- make` gives them to a command unseen, `doppler secrets --only-names` lists their names"},
		{words: "secrets download", need: "--no-file", open: true, severity: Deny, what: printsPassword},
		{words: "secrets .", not: "--only-names", severity: Deny, what: printsPassword, instead: "`doppler secrets --only-names` lists their names"},
		{words: "configure get token", severity: Deny, what: printsToken},
	}},
	{"infisical", []act{{words: "secrets", not: "--plain=false", severity: Deny, what: printsPassword, instead: "`infisical run -- make` gives them to a command unseen"}, {words: "export", severity: Deny, what: printsPassword}}},
	{"chamber", []act{{words: "read|export|env", severity: Deny, what: printsPassword, instead: "`chamber exec SERVICE -- make` gives them to a command unseen"}}},
	{"sops", []act{
		{words: "", need: "-d --decrypt", open: true, not: "-i --in-place --output", severity: Deny, what: "prints what is encrypted", instead: "`sops exec-env FILE make` gives it to a command unseen"},
		{words: "decrypt", not: "-i --in-place --output", severity: Deny, what: "prints what is encrypted", instead: "`sops exec-env FILE make` gives it to a command unseen"},
	}},
	{"ansible-vault", []act{{words: "view", severity: Deny, what: "prints what is encrypted"}, {words: "decrypt", need: "--output", open: true, when: func(k *call) bool { w := k.option("output"); return w != nil && w.Lit == "-" }, severity: Deny, what: "prints what is encrypted"}}},
	{"gpg gpg2", []act{
		{words: "", need: "--export-secret-keys --export-secret-subkeys --export-secret-key", open: true, not: "-o --output", severity: Deny, what: "prints private keys"},
		{words: "", need: "--export-secret-keys --export-secret-subkeys --export-secret-key", open: true, what: "writes private keys to a file"},
	}},
	{"git", []act{{words: "credential fill", severity: Deny, what: printsPassword}, {words: "credential-* get", severity: Deny, what: printsPassword}}},
	{"docker-credential-osxkeychain docker-credential-secretservice docker-credential-pass docker-credential-desktop git-credential-osxkeychain git-credential-manager git-credential-store", []act{
		{words: "get", severity: Deny, what: printsPassword},
	}},
	{"npm", []act{
		{words: "config get", when: func(k *call) bool {
			return k.anyWord(func(w string) bool { return strings.HasSuffix(w, "_authToken") || strings.HasSuffix(w, "_auth") })
		}, severity: Deny, what: printsToken},
		{words: "token create", what: printsToken},
	}},
	{"heroku", []act{
		{words: "auth:token", severity: Deny, what: printsToken},
		{words: "config:get", what: "prints a setting that may be a password"},
		{words: "config .", what: "prints all settings with their passwords"},
	}},
	{"fly flyctl", []act{{words: "auth token", severity: Deny, what: printsToken}, {words: "tokens create", what: printsToken}}},
	{"netlify railway supabase vercel doctl", []act{
		{words: "env:get", what: "prints a setting that may be a password"},
		{words: "variables .", what: "prints all settings with their passwords"},
	}},
	{"rclone", []act{{words: "config show|dump", severity: Deny, what: printsPassword}, {words: "reveal", severity: Deny, what: printsPassword}}},
	{"rails", []act{{words: "credentials:show|encrypted:show|secrets:show", severity: Deny, what: printsPassword}}},
	{"getent", []act{{words: "shadow|gshadow", severity: Deny, what: "prints the hashes of passwords"}}},
	{"ps", []act{{words: "", when: psEnvironment, what: "with the BSD option e shows the environments of processes", instead: "`ps aux` or `ps -ef`"}}},
	{"cloak", []act{{words: "view", severity: Deny, what: printsPassword}}},
}

const (
	printsToken    = "prints a token"
	printsPassword = "prints a password or another secret"
)

// psEnvironment tells whether ps is asked for environments: ps auxe, ps eww. ps -e is another option.
func psEnvironment(k *call) bool {
	if len(k.leaf.Args) == 0 {
		return false
	}
	text, known := k.leaf.Args[0].Known()
	return known && text != "" && text[0] != '-' && strings.Contains(text, "e") && strings.Trim(text, "aeuxwfgjlrsvS") == ""
}

// kubeSecret tells whether kubectl get shows what secrets hold.
func kubeSecret(k *call) bool {
	if k.n < 2 {
		return false
	}
	secret := false
	for i := 1; i < k.n && !secret; i++ {
		rest := k.words[i]
		if i > 1 && !strings.Contains(rest, "/") {
			break
		}
		for rest != "" && !secret {
			var kind string
			kind, rest, _ = strings.Cut(rest, ",")
			kind, _, _ = strings.Cut(kind, "/")
			secret = strings.EqualFold(kind, "secret") || strings.EqualFold(kind, "secrets")
		}
	}
	if !secret {
		return false
	}
	w := k.option("o", "output", "template")
	if w == nil {
		return false
	}
	format, known := w.Prefix()
	if known && namesOfSecrets(format) {
		return false
	}
	return format == "" || strings.HasPrefix(format, "y") || strings.HasPrefix(format, "js") || strings.HasPrefix(format, "go-") ||
		strings.HasPrefix(format, "template") || strings.HasPrefix(format, "custom") && strings.Contains(w.String(), "data") || strings.HasPrefix(format, "{")
}

// namesOfSecrets tells whether an output format of kubectl shows nothing of a secret but its name, type,
// labels and the like: -o jsonpath='{.items[*].metadata.name}', -o custom-columns=NAME:.metadata.name.
func namesOfSecrets(format string) bool {
	kind, expr, _ := strings.Cut(format, "=")
	switch kind {
	case "custom-columns":
		for expr != "" {
			var column string
			column, expr, _ = strings.Cut(expr, ",")
			if _, path, ok := strings.Cut(column, ":"); !ok || !namesPath(path) {
				return false
			}
		}
		return true
	case "jsonpath":
		for {
			_, rest, ok := strings.Cut(expr, "{")
			if !ok {
				return true
			}
			path, after, ok := strings.Cut(rest, "}")
			if !ok || !namesPath(path) && path != "end" && !strings.HasPrefix(path, "range .items[*]") && !(len(path) > 1 && strings.Trim(path[1:len(path)-1], `\ntr,:;=- `) == "") {
				return false
			}
			expr = after
		}
	}
	return false
}

// namesPath tells whether a path in an object ends at what is no secret.
func namesPath(path string) bool {
	if strings.Contains(strings.ToLower(strings.ReplaceAll(path, "metadata", "")), "data") {
		return false
	}
	for _, end := range [...]string{".metadata.name", ".metadata.namespace", ".metadata.creationTimestamp", ".metadata.labels", ".metadata.uid", ".type", ".kind"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return strings.Contains(path, ".metadata.labels.")
}

// matchPrinter finds calls that print a secret where it is seen. A secret that only goes into a
// variable or into the program that needs it is not seen.
func matchPrinter(c *Context, l *shell.Leaf) {
	k := readCall(l)
	a, _, took := actOf(printerCalls, &k)
	if a == nil || a.severity == None {
		return
	}
	message := k.name(took) + " " + a.what
	switch {
	case c.unseen(l, &k):
		return
	case a.severity == Ask:
		c.report(l, Ask, message, a.instead)
	default:
		c.ReportInstead(l, message, a.instead)
	}
}

// unseen tells whether what the leaf prints goes where nobody sees it: into a login, a variable that
// nothing shows, or a header of a request to the service that gave it.
func (c *Context) unseen(l *shell.Leaf, k *call) bool {
	takes := func(w *value.Word) bool {
		for i := range w.Pieces {
			if p := &w.Pieces[i]; p.Kind == value.Unknown && p.Name == l.Program {
				return true
			}
		}
		return false
	}
	used := false
	for _, other := range c.Command.leaves {
		if other == l {
			continue
		}
		if other.Stdin != nil && takes(other.Stdin) {
			if !takesPassword(other) {
				return false
			}
			used = true
		}
		for i := range other.Args {
			if !takes(&other.Args[i]) {
				continue
			}
			switch {
			case other.Program == "export" || other.Program == "declare" || other.Program == "test" || other.Program == "[" || other.Program == "local" || other.Program == "readonly":
			case takesPassword(other), goesHome(other, k.program):
			default:
				return false
			}
			used = true
		}
		for i := range other.Env {
			used = used || takes(&other.Env[i].Value)
		}
	}
	return used || c.assigned(l)
}

// takesPassword tells whether a program takes a password to log in with it.
func takesPassword(l *shell.Leaf) bool {
	switch l.Program {
	case "docker", "podman", "helm", "nerdctl", "crane", "skopeo", "oras", "buildah", "gh", "glab", "npm", "az", "cosign", "regctl", "vault", "op", "bw", "kubectl":
		for i := range l.Args {
			if text, _ := l.Args[i].Known(); text == "login" {
				return true
			}
		}
		return l.Program == "kubectl" && l.Parsed.Has("from-literal", "docker-password")
	case "sudo", "openssl", "sshpass", "pbcopy", "xclip", "wl-copy", "xsel", "clip.exe", "gpg":
		return true
	}
	return false
}

// goesHome tells whether a request carries the token to the service that gave it.
func goesHome(l *shell.Leaf, program string) bool {
	if !fetches(l) {
		return false
	}
	home := ""
	switch program {
	case "gh":
		home = "github.com githubusercontent.com ghcr.io"
	case "glab":
		home = "gitlab.com"
	case "gcloud":
		home = "googleapis.com pkg.dev gcr.io run.app google.internal cloudfunctions.net google.com"
	case "az":
		home = "azure.com azure.net windows.net microsoft.com azurecr.io"
	case "aws":
		home = "amazonaws.com"
	case "fly", "flyctl":
		home = "fly.io machines.dev"
	case "heroku":
		home = "heroku.com"
	}
	found := false
	for i := range l.Parsed.Operands {
		host, is := urlHost(&l.Parsed.Operands[i])
		if !is {
			continue
		}
		found = true
		if !belowDomain(host, home) {
			return false
		}
	}
	return found
}

func belowDomain(host, domains string) bool {
	for domains != "" {
		var d string
		d, domains, _ = strings.Cut(domains, " ")
		if host == d || strings.HasSuffix(host, "."+d) {
			return true
		}
	}
	return false
}

// assigned tells whether the leaf is the substitution of an assignment: TOKEN=$(gh auth token).
func (c *Context) assigned(l *shell.Leaf) bool {
	return strings.HasSuffix(strings.TrimSuffix(c.substitutedInto(l), `"`), "=")
}

// substitutedInto is the source text before the substitution that the leaf stands in, "" when it stands in none.
func (c *Context) substitutedInto(l *shell.Leaf) string {
	if l.Pos <= 0 || l.Pos > len(c.Command.Source) {
		return ""
	}
	before := c.Command.Source[:l.Pos]
	i := max(strings.LastIndex(before, "$("), strings.LastIndexByte(before, '`'))
	if i < 0 || strings.IndexByte(before[i:], ')') >= 0 {
		return ""
	}
	return before[:i]
}
