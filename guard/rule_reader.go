package guard

import "github.com/bashguard/bashguard/guard/internal/shell"

// readerRules ask about what the reader could not read. What is not read is not harmless.
var readerRules = []Rule{
	{
		ID: "reader/syntax", Severity: Ask,
		Title:        "the text is not read to its end",
		Why:          "a shell runs the lines before a mistake, and takes some texts that the reader does not",
		Instead:      "write it so that `bash -n` takes it, or one command at a time",
		MatchCommand: func(c *Context) { c.matchTroubles(shell.SyntaxError) },
		Matches:      []string{"echo 'a", "if true; then ls", "ls )"},
		Passes:       []string{"ls", "bash -n x.sh", "echo ')'"},
	},
	{
		ID: "reader/bytes", Severity: Ask,
		Title:        "the text holds bytes that shells treat differently",
		Why:          "a control byte or a broken character hides text from who looks at it",
		Instead:      "write it in plain UTF-8; for control bytes say `printf 'a\\r\\n'`",
		MatchCommand: func(c *Context) { c.matchTroubles(shell.OddBytes) },
		Matches:      []string{"echo a\r", "ls\x00", "echo \xff"},
		Passes:       []string{"echo 'grün'", "printf 'a\\r\\n'", "echo\ta"},
	},
	{
		ID: "reader/limit", Severity: Ask,
		Title:        "the text is beyond a limit of the reader",
		Why:          "what comes after the limit was not judged",
		Instead:      "split it, or put data into a file with the file tools",
		MatchCommand: matchLimit,
		Matches:      []string{"echo {1..100000}", "f() { f2; }; echo {{a,b},{c,d}}{1..3000}"},
		Passes:       []string{"ls", "echo {1..20}"},
	},
	{
		ID: "reader/shape", Severity: Ask,
		Title:        "bash may read the text differently",
		Why:          "parser and bash disagree about such texts, and the difference can hide a command",
		Instead:      "write it more plainly, one command a line",
		MatchCommand: func(c *Context) { c.matchTroubles(shell.OddShape) },
		Matches:      []string{"cat <<A\n$(cat <<B\nB\n)\nA"},
		Passes:       []string{"ls", "(cd x && ls)"},
	},
	{
		ID: "reader/shell", Severity: Ask,
		Title:        "the text is for a shell that is not read here",
		Why:          "PowerShell, fish and csh have a syntax of their own",
		Instead:      "write it for bash",
		MatchCommand: matchOtherShell,
		Matches:      []string{"pwsh -c 'Get-ChildItem'", "powershell -Command ls"},
		Passes:       []string{"bash -c ls", "zsh -c ls", "echo pwsh"},
	},
}

// matchTroubles reports the troubles of one code.
func (c *Context) matchTroubles(code shell.TroubleCode) {
	for i := range c.Command.troubles {
		if t := &c.Command.troubles[i]; t.Code == code {
			c.reportSpan(t.Pos, t.End, c.rule.Severity, t.Why, "")
		}
	}
}

// matchLimit reports limits at the severity that the policy names.
func matchLimit(c *Context) {
	severity := c.rule.Severity
	if c.Policy != nil {
		severity = Worse(severity, c.Policy.OnLimit)
	}
	for i := range c.Command.troubles {
		if t := &c.Command.troubles[i]; t.Code == shell.LimitHit {
			c.reportSpan(t.Pos, t.End, severity, t.Why, "")
		}
	}
}

// matchOtherShell asks about text for shells that are not read. PowerShell is always asked about:
// where its words look like those of bash they mean something else.
func matchOtherShell(c *Context) {
	c.matchTroubles(shell.OtherShell)
	if len(c.findings) > 0 && c.findings[len(c.findings)-1].Rule == c.rule {
		return
	}
	for i, l := range c.Command.leaves {
		if (l.Program == "pwsh" || l.Program == "powershell") && len(l.Args) > 0 && !l.Parsed.Has("version", "v", "help", "h") {
			c.leaf = i
			c.Report(l, "`"+l.Program+"` is a shell that is not read here")
		}
	}
}
