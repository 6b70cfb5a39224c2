package battery

// FlawID names a mistake in a guard.
type FlawID string

// The flaws. Those of Slip are flaws, too: a guard that says no in a way that the host does not hear.
const (
	FlawDeaf     FlawID = "refuses-nothing"
	FlawFails    FlawID = "always-fails"
	FlawEnv      FlawID = "reads-environment"
	FlawAllows   FlawID = "explicit-allow"
	FlawText     FlawID = "matches-anywhere"
	FlawPrefix   FlawID = "path-prefix"
	FlawHarmless FlawID = "refuses-harmless"
	FlawSwallows FlawID = "swallows-errors"
	FlawLines    FlawID = "reads-one-line"
	FlawField    FlawID = "greps-json"
	FlawPieces   FlawID = "splits-text"
	FlawLate     FlawID = "does-not-wait"
	FlawSize     FlawID = "large-input"
	FlawNUL      FlawID = "nul"
	FlawNeeds    FlawID = "needs-program"
	FlawChild    FlawID = "child-fails"
	FlawPlace    FlawID = "needs-place"
	FlawMode     FlawID = "permission-mode"
	FlawHangs    FlawID = "hangs"
)

// Flaw is a mistake that guards make, and what to do about it.
type Flaw struct {
	ID FlawID
	// Title says what the guard does, Fix what to change in it.
	Title, Fix string
}

// Flaws are the mistakes that the battery can name, in a fixed order, the gravest first.
func Flaws() []Flaw {
	return []Flaw{
		{FlawDeaf, "it refuses nothing", "read the command from the JSON on standard input, and refuse by exit 2 with a reason on standard error"},
		{FlawID(SlipNotStarted), "it does not start", "wire it by an absolute path or $CLAUDE_PROJECT_DIR in quotes, make it executable, and check its first line"},
		{FlawFails, "it fails on every event", "run it by hand with an event on its standard input, and see what it says"},
		{FlawEnv, "it reads an environment variable", "hosts send the event on standard input and set no such variable: read standard input to its end"},
		{FlawID(SlipTimeout), "it answers too late", "answer within the hook's timeout: after that the host runs the command"},
		{FlawID(SlipExitCode), "it refuses by an exit code that is not 2", "exit 2, with a reason on standard error: every other code is an error of the hook, and the command runs"},
		{FlawID(SlipStderrJSON), "it writes its decision to standard error", "print the decision to standard output, or exit 2 with the reason on standard error"},
		{FlawID(SlipTextBefore), "it prints a line before its JSON", "print nothing but the JSON on standard output: send logs to a file"},
		{FlawID(SlipTextAfter), "it prints more after its JSON", "print one JSON object and nothing else on standard output"},
		{FlawID(SlipPlainText), "it says no in plain text", "exit 2 with the reason on standard error: text on standard output is no decision"},
		{FlawID(SlipWordsError), "it says no and exits 0", "exit 2 after the reason: with exit 0 the command runs"},
		{FlawID(SlipBadJSON), "its JSON cannot be read", "make the JSON by a JSON writer, not by pasting text together"},
		{FlawID(SlipEventName), "its answer has the wrong event name", `write "hookEventName": "PreToolUse" beside the decision`},
		{FlawID(SlipField), "its decision stands where the host does not look", `write {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": ...}}`},
		{FlawID(SlipValue), "its decision is a word that the host does not know", "the decisions are deny, ask and allow, in lower case"},
		{FlawID(SlipNoReason), "it refuses without a reason", "say why: this host lets the command run when there is no reason"},
		{FlawID(SlipUnknownKey), "its answer has a key that the host does not know", "leave it out: this host drops the whole answer"},
		{FlawID(SlipContinue), "it says continue: false, which stops no command", "add a decision, or exit 2 with a reason on standard error"},
		{FlawID(SlipBackground), "the host does not wait for it", "wire it without async"},
		{FlawID(SlipKilled), "it is ended by a signal", "find out what kills it: the host then runs the command"},
		{FlawID(SlipHTTP), "its HTTP answers are no decisions", "answer 200 with the decision, and wire it with onFailure: block"},
		{FlawID(SlipAskIgnored), "it asks, and this host runs the command", "refuse by exit 2 and a reason: this host has no ask"},
		{FlawID(SlipRewrite), "it changes the command instead of refusing it", "refuse it: other hooks do not see the change, and no two may make one"},
		{FlawID(SlipIf), "its `if` leaves commands out", "wire it without if: the host's pattern does not see every spelling"},
		{FlawSwallows, "it lets pass what it cannot read", "end every way out of an error by exit 2, also the catch-all: what cannot be judged is refused"},
		{FlawLines, "it reads one line of standard input", "read standard input to its end, then parse it: JSON may have line breaks, and none at the end"},
		{FlawField, "it looks for the command in the text of the JSON", "parse the JSON: keys may stand in any order, with blanks, and text may be escaped"},
		{FlawNeeds, "it lets everything pass where a program is missing", "when the program is not there, exit 2"},
		{FlawChild, "it lets everything pass when a program that it runs fails", "check the exit code of each program that it runs, and exit 2 when it is not as expected"},
		{FlawPlace, "it lets everything pass where its directory or home is not as usual", "wire it by an absolute path, write nothing that it needs, and exit 2 on every error"},
		{FlawNUL, "a NUL in the command lets it pass", "refuse a command in which there is a NUL: the shell drops it"},
		{FlawPieces, "it does not read the characters as they are sent", "read all bytes first, then decode them as UTF-8"},
		{FlawLate, "it does not wait for the event", "read standard input to its end, however long that takes"},
		{FlawSize, "it does not stand large events", "pass the command through a pipe, not in arguments or the environment, which are limited"},
		{FlawMode, "it does not refuse in every permission mode", "judge the command, whatever permission_mode is: no prompt comes after it in most of them"},
		{FlawHangs, "it hangs", "answer every event in time"},
		{FlawAllows, "it says allow to what it has nothing against", "print nothing and exit 0: allow skips the host's own prompts and checks"},
		{FlawText, "it refuses words that are not run", "look at what the command runs: words in a message, a search or a comment do nothing"},
		{FlawPrefix, "it compares paths by their beginning", "compare paths by components: ~/.sshrc is not below ~/.ssh"},
		{FlawHarmless, "it refuses harmless commands", "let pass what does no harm"},
	}
}

// Finding is a flaw of a guard, with what shows it.
type Finding struct {
	Flaw
	// Cases say what shows it, one sentence each.
	Cases []string
}
