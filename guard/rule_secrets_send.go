package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// matchSend looks at everything that leaves the machine: files that are sent, text that is, what a
// network program reads on standard input.
func matchSend(c *Context) {
	env := false // something in the command prints the environment
	for _, l := range c.Command.leaves {
		env = env || printsEnvironment(l)
	}
	for i, l := range c.Command.leaves {
		c.leaf = i
		socket := toSocket(l)
		if l.Kinds&program.Send == 0 && !socket && !sendsAway(l) {
			continue
		}
		c.sendsOf(l, socket, env)
	}
}

// sendsAway tells whether a program sends its arguments or its standard input to another machine.
func sendsAway(l *shell.Leaf) bool {
	if s := l.Parsed.Spec; s != nil && s.Flags&(program.Network|program.Sends) != 0 {
		return l.Program != "git"
	}
	switch l.Program {
	case "nc", "ncat", "netcat", "telnet", "socat", "dig", "nslookup", "host", "ping", "drill", "mail", "mailx", "sendmail", "mutt", "ftp", "sftp", "tftp",
		"websocat", "wscat", "mosquitto_pub", "croc", "wormhole", "xh", "http", "https", "logger", "ntfy":
		return true
	}
	return false
}

// toSocket tells whether the output goes to /dev/tcp.
func toSocket(l *shell.Leaf) bool {
	for i := range l.Redirects {
		text, _ := l.Redirects[i].Word.Prefix()
		if strings.HasPrefix(text, "/dev/tcp/") || strings.HasPrefix(text, "/dev/udp/") {
			return true
		}
	}
	return false
}

// printsEnvironment tells whether a leaf prints all variables.
func printsEnvironment(l *shell.Leaf) bool {
	if s := l.Parsed.Spec; s != nil && s.Flags&program.PrintsEnv != 0 && len(l.Parsed.Operands) == 0 && l.Parsed.Rest < 0 {
		return true
	}
	switch l.Program {
	case "env", "printenv":
		return len(l.Parsed.Operands) == 0 && l.Parsed.Rest < 0
	case "export", "declare", "typeset":
		return len(l.Parsed.Operands) == 0
	case "set":
		return len(l.Args) == 0
	}
	return false
}

// sendsOf reports the first secret that a leaf sends.
func (c *Context) sendsOf(l *shell.Leaf, socket, env bool) {
	if socket && l.Kinds&program.Read != 0 {
		for i := range l.Effects {
			if e := &l.Effects[i]; e.Kind&program.Read != 0 && c.reportSentFile(l, e) {
				return
			}
		}
	}
	if socket && printsEnvironment(l) {
		c.Report(l, "sends the whole environment to a socket")
		return
	}
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&program.Send == 0 {
			continue
		}
		if !e.Text && c.reportSentFile(l, e) {
			return
		}
		if e.Text && !credentialOption(l, e.Via) && c.reportSentText(l, &e.Word, e.Via, env) {
			return
		}
	}
	if !sendsAway(l) && !socket {
		return
	}
	if l.Stdin != nil && c.reportSentText(l, l.Stdin, "standard input", env) {
		return
	}
	for i := range l.Redirects {
		// A program of which the table says nothing more still gets what < gives it.
		if d := &l.Redirects[i]; d.Op == "<" && !socket {
			e := program.Effect{Kind: program.Send, Word: d.Word, Via: "<"}
			if c.reportSentFile(l, &e) {
				return
			}
		}
	}
	for i := range l.Args {
		if c.reportSentText(l, &l.Args[i], argument(l, i), env) {
			return
		}
	}
}

// credentialOption tells whether an option carries a credential by its purpose.
func credentialOption(l *shell.Leaf, via string) bool {
	if l.Program == "gh" || l.Program == "glab" {
		return strings.TrimLeft(via, "-") == "H" // their -b is a body
	}
	switch strings.TrimLeft(via, "-") {
	case "H", "header", "u", "user", "b", "cookie", "oauth2-bearer", "a", "auth", "A", "user-agent", "e", "referer", "proxy-user", "proxy-header", "password", "http-password":
		return true
	}
	return false
}

// argument names the option before an argument, "" for an operand.
func argument(l *shell.Leaf, i int) string {
	for j := range l.Parsed.Options {
		if o := &l.Parsed.Options[j]; o.HasValue && (o.Index == i || o.Index == i-1) {
			return o.Name
		}
	}
	return ""
}

// reportSentFile reports a file or a directory that is sent and holds secrets.
func (c *Context) reportSentFile(l *shell.Leaf, e *program.Effect) bool {
	path, place := c.Locate(l, &e.Word)
	switch {
	case storesSecrets(l) && !place.Has(PlaceSecretDir):
		return false
	case place.Has(secretPlaces) && (path.Known || path.Glob || path.All):
		c.Report(l, "sends `"+path.String()+"`, a key, a credential file or an environment")
	case place.Has(PlaceSecretDir) && (e.Recursive || readsTrees(l) || path.All):
		c.Report(l, "sends `"+path.String()+"`, a directory of keys")
	case place.Has(PlaceEnvFile) && deploys(l):
		c.ReportAsk(l, "sends `"+path.String()+"`, which holds passwords as a rule, to another host")
	case place.Has(PlaceEnvFile):
		c.Report(l, "sends `"+path.String()+"`, which holds passwords as a rule")
	case place.Has(PlaceKeyish) && !path.Anywhere:
		c.ReportAsk(l, "sends `"+path.String()+"`, which may be a key")
	default:
		return false
	}
	return true
}

// storesSecrets tells whether a program puts what it is given into a store of secrets.
func storesSecrets(l *shell.Leaf) bool {
	k := readCall(l)
	for _, w := range k.words[:min(k.n, 3)] {
		switch w {
		case "secret", "secrets", "secretsmanager", "ssm", "keyvault", "config:set", "env:import", "env:set", "variable", "variables", "kv":
			return true
		}
	}
	return false
}

// deploys tells whether a program copies files to a host of the user's.
func deploys(l *shell.Leaf) bool {
	switch l.Program {
	case "scp", "rsync", "sftp", "ssh", "kubectl", "docker":
		return true
	}
	return false
}

// reportSentText reports text that is sent and holds a secret.
func (c *Context) reportSentText(l *shell.Leaf, w *value.Word, via string, env bool) bool {
	if w.Pieces == nil {
		return false
	}
	if path, place := c.fromSecret(l, w); path != "" && !storesSecrets(l) {
		if place.Has(PlaceEnvFile) && !place.Has(secretPlaces) && (deploys(l) || credentialOption(l, via)) {
			c.ReportAsk(l, "sends what stands in `"+path+"` to another host")
		} else {
			c.Report(l, "sends what stands in `"+path+"`")
		}
		return true
	}
	for i := range w.Pieces {
		p := &w.Pieces[i]
		if p.Kind != value.Unknown {
			continue
		}
		switch {
		case wholeEnvironment(p), env && p.Origin&value.Env != 0 && p.Origin&value.Output != 0:
			c.Report(l, "sends the whole environment")
			return true
		case credentialOption(l, via):
			continue
		case p.Origin&value.Env != 0 && p.Origin&value.Output == 0 && p.Name != "":
			if c.sendsVariable(l, p.Name, w) {
				return true
			}
		case p.Name != "" && c.printsSecret(p.Name, l):
			c.Report(l, "sends a secret that `"+p.Name+"` prints")
			return true
		}
	}
	return false
}

// wholeEnvironment tells whether a piece is the output of a program that prints all variables.
func wholeEnvironment(p *value.Piece) bool {
	switch p.Name {
	case "environ": // of another language: os.environ, process.env
		return p.Origin&value.Env != 0
	case "env", "printenv":
		return p.Origin&(value.Env|value.Output) != 0 && !strings.Contains(p.Text, "printenv ") && !strings.Contains(p.Text, "env ")
	}
	return false
}

// printsSecret tells whether a leaf of that program prints a secret and the request does not go to the
// service that gave it.
func (c *Context) printsSecret(name string, to *shell.Leaf) bool {
	for _, l := range c.Command.leaves {
		if l.Program != name || !hasName(printerPrograms, name) {
			continue
		}
		k := readCall(l)
		if a, _, _ := actOf(printerCalls, &k); a != nil && a.severity == Deny {
			return !goesHome(to, name) && !takesPassword(to)
		}
	}
	return false
}

// sendsVariable reports a variable that holds a secret by its name. Names that programs log in
// with every day pass in data, since a login is data: only those that no service takes in clear
// are refused, and any in the name of a host that is looked up.
func (c *Context) sendsVariable(l *shell.Leaf, name string, w *value.Word) bool {
	lookup := false
	switch l.Program {
	case "dig", "nslookup", "host", "ping", "drill", "nc", "ncat", "netcat", "telnet":
		lookup = true
	}
	switch name {
	case "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_SECRET_KEY", "SSH_PRIVATE_KEY", "GPG_PRIVATE_KEY", "GOOGLE_APPLICATION_CREDENTIALS_JSON", "KUBECONFIG_DATA", "SSH_KEY":
		c.Report(l, "sends $"+name+", which no service takes in clear")
		return true
	case "GITHUB_TOKEN", "GH_TOKEN", "NPM_TOKEN", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AZURE_CLIENT_SECRET", "GITLAB_TOKEN", "DATABASE_URL", "PGPASSWORD", "STRIPE_SECRET_KEY", "HF_TOKEN":
		if !lookup {
			c.ReportAsk(l, "sends $"+name+" as data")
			return true
		}
	}
	if !lookup {
		return false
	}
	upper := strings.ToUpper(name)
	for _, part := range [...]string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "PRIVATE_KEY", "ACCESS_KEY", "CREDENTIAL", "DATABASE_URL"} {
		if strings.Contains(upper, part) {
			c.Report(l, "sends $"+name+" in `"+w.String()+"`")
			return true
		}
	}
	return false
}
