package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// generated tells whether the program's output is shell text that it makes itself, though it also talks to
// servers: kubectl completion, docker-machine env.
func (c *Context) generated(name string) bool {
	if name == "" {
		return false
	}
	any := false
	for _, l := range c.Command.leaves {
		if l.Program != name {
			continue
		}
		k := readCall(l)
		if !isGenerator(&k) {
			return false
		}
		any = true
	}
	return any
}

func isGenerator(k *call) bool {
	if s := k.leaf.Parsed.Spec; s != nil && s.Flags&program.Generator != 0 {
		return true
	}
	for _, w := range k.words[:min(k.n, 3)] {
		switch w {
		case "completion", "completions", "hook", "shellenv", "env", "init", "docker-env", "podman-env", "export-credentials",
			"shell-init", "shell-integration", "activate", "complete", "shell", "alias", "setup", "get-login":
			return true
		}
	}
	return k.given("--completion --completions --shell-completion --init -completion") == 1
}

// fromTrusted tells whether everything that the program fetches comes from hosts that the policy trusts.
func (c *Context) fromTrusted(name string) bool {
	if c.Policy == nil || len(c.Policy.TrustedHosts) == 0 {
		return false
	}
	urls := 0
	for _, l := range c.Command.leaves {
		if name != "" && l.Program != name || !fetches(l) {
			continue
		}
		for i := range l.Args {
			host, is := urlHost(&l.Args[i])
			if !is {
				continue
			}
			urls++
			if !c.trusts(host) {
				return false
			}
		}
	}
	return urls > 0
}

func fetches(l *shell.Leaf) bool {
	switch l.Program {
	case "curl", "wget", "http", "https", "xh", "aria2c", "lynx", "w3m", "lwp-request", "GET", "fetch", "wget2", "curlie":
		return true
	}
	return l.Parsed.Spec != nil && l.Parsed.Spec.Flags&program.Network != 0
}

// urlHost returns the host of a URL; "" when the word is a URL whose host is not known.
func urlHost(w *value.Word) (host string, is bool) {
	text, _ := w.Prefix()
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		// curl x.example/i: a host without a scheme.
		name, _, _ := strings.Cut(text, "/")
		if !strings.Contains(name, ".") || strings.HasPrefix(text, "-") || strings.ContainsAny(name, " @%{}") || !strings.Contains(text, "/") ||
			strings.HasPrefix(text, "/") || strings.HasPrefix(text, ".") {
			return "", false
		}
		rest = text
	} else if i := strings.LastIndexAny(scheme, "+ "); i >= 0 {
		scheme = scheme[i+1:]
	}
	if scheme == "file" {
		return "", false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 && w.Pieces != nil {
		return "", true // https://x$Y
	}
	if end >= 0 {
		rest = rest[:end]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	host, _, _ = strings.Cut(rest, ":")
	return strings.ToLower(host), true
}

// trusts tells whether a host is one of the policy's trusted hosts.
func (c *Context) trusts(host string) bool {
	for _, pattern := range c.Policy.TrustedHosts {
		pattern = strings.ToLower(pattern)
		if domain, wild := strings.CutPrefix(pattern, "*."); wild && strings.HasSuffix(host, "."+domain) || host != "" && host == pattern {
			return true
		}
	}
	return false
}

// runnerWithURL finds package runners that are given a URL: npx https://x.
func (c *Context) runnerWithURL(l *shell.Leaf) {
	sub := ""
	switch l.Program {
	case "npx", "bunx", "pnpx", "uvx", "deno", "pipx", "uv", "pnpm", "yarn", "npm", "bun", "nix", "go", "pwsh", "powershell", "mshta":
		sub, _, _ = strings.Cut(l.Parsed.Sub, " ")
		if sub == "" && len(l.Parsed.Operands) > 0 {
			sub, _ = l.Parsed.Operands[0].Known()
		}
	default:
		return
	}
	switch l.Program {
	case "npx", "bunx", "pnpx", "uvx", "mshta":
		sub = "" // the first operand is what is run
	case "deno", "pipx", "uv", "nix":
		if sub != "run" && sub != "tool" && sub != "eval" && sub != "serve" {
			return
		}
	case "pnpm", "yarn", "npm", "bun":
		if sub != "dlx" && sub != "exec" && sub != "x" {
			return
		}
	case "pwsh", "powershell":
		if text := strings.ToLower(joined(l)); (strings.Contains(text, "iex") || strings.Contains(text, "invoke-expression")) &&
			(strings.Contains(text, "iwr") || strings.Contains(text, "irm") || strings.Contains(text, "download") || strings.Contains(text, "invoke-webrequest") ||
				strings.Contains(text, "invoke-restmethod") || strings.Contains(text, "http")) {
			c.Report(l, "`"+l.Program+"` runs what comes over the network")
		}
		return
	default:
		return
	}
	switch l.Program {
	case "npx", "npm", "pnpm", "yarn":
		if l.Parsed.Option("c") != nil || l.Parsed.Option("call") != nil {
			return // shell text, which is read by itself
		}
	}
	for i := range l.Args {
		w := &l.Args[i]
		text, all := w.Prefix()
		if strings.ContainsAny(text, " \n") && !strings.Contains(text, "import") {
			continue // code, and no URL
		}
		if all && text == "--" {
			return
		}
		forge, _, _ := strings.Cut(text, ":")
		if !strings.Contains(text, "://") && forgeHost(forge) == "" || strings.Contains(text, "=") && strings.HasPrefix(text, "--") && !strings.HasPrefix(text, "--from=") {
			continue
		}
		if i > 0 && !packageOption(l.Args[i-1].Lit) && i > firstOperand(l, sub) {
			continue // an argument of what is run
		}
		if forge, _, is := strings.Cut(text, ":"); is && forgeHost(forge) != "" {
			if c.Policy == nil || !c.trusts(forgeHost(forge)) {
				c.Report(l, "`"+l.Program+"` fetches and runs "+w.String())
				return
			}
			continue
		}
		if host, is := urlHost(w); is && (c.Policy == nil || !c.trusts(host)) {
			c.Report(l, "`"+l.Program+"` fetches and runs "+w.String())
			return
		}
	}
}

// forgeHost is the host that a runner's shorthand stands for: github:owner/repo.
func forgeHost(shorthand string) string {
	switch shorthand {
	case "github", "gist":
		return "github.com"
	case "gitlab":
		return "gitlab.com"
	case "bitbucket":
		return "bitbucket.org"
	case "sourcehut":
		return "git.sr.ht"
	}
	return ""
}

// packageOption tells whether an option of a runner names what is run.
func packageOption(option string) bool {
	switch option {
	case "--from", "--package", "-p", "--spec", "--with", "--import", "--preload":
		return true
	}
	return false
}

// firstOperand is the index in Args of the first operand after the subcommand.
func firstOperand(l *shell.Leaf, sub string) int {
	for i := range l.Args {
		text, known := l.Args[i].Known()
		if known && (text == sub || text == "run" || strings.HasPrefix(text, "-")) {
			continue
		}
		return i
	}
	return len(l.Args)
}

func joined(l *shell.Leaf) string {
	var b strings.Builder
	for i := range l.Args {
		b.WriteString(l.Args[i].String())
		b.WriteByte(' ')
	}
	return b.String()
}
