package battery

import (
	"bytes"
	"strings"
	"time"
)

// Faults are the faults, in a fixed order: broken events, other spellings of whole ones, broken worlds,
// permission modes.
func Faults() []Fault {
	var all []Fault
	for _, group := range [...][]Fault{brokenEvents(), oddEvents(), brokenWorlds(), modes()} {
		all = append(all, group...)
	}
	return all
}

// brokenEvents are events that no guard can be sure to have understood.
func brokenEvents() []Fault {
	return []Fault{
		{
			ID: "not-json", Title: "the input is not JSON", Expect: ByPolicy, Flaw: FlawSwallows,
			Damage: func([]byte, *payload) []byte { return []byte("this is no JSON\n") },
		},
		{
			ID: "truncated", Title: "the input ends in the middle of the command", Expect: ByPolicy, Flaw: FlawSwallows,
			Damage: func(text []byte, p *payload) []byte {
				key := `"` + p.command + `":"`
				return text[:bytes.Index(text, []byte(key))+len(key)+2]
			},
		},
		{
			ID: "closed-early", Title: "standard input is closed after the first bytes", Expect: ByPolicy, Flaw: FlawSwallows,
			Damage: func(text []byte, _ *payload) []byte { return text[:20] }, Pieces: 10, Pace: 100 * time.Millisecond,
		},
		{
			ID: "empty", Title: "the input is empty", Expect: ByPolicy, Flaw: FlawSwallows,
			Damage: func([]byte, *payload) []byte { return nil },
		},
		{
			ID: "array", Title: "the event is in a list", Expect: ByPolicy, Flaw: FlawSwallows,
			Damage: func(text []byte, _ *payload) []byte { return []byte("[" + strings.TrimSpace(string(text)) + "]\n") },
		},
		{
			ID: "no-input", Title: "the tool's input is missing", Expect: ByPolicy, Flaw: FlawSwallows,
			Edit: func(p *payload) {
				if len(p.input) > 0 {
					p.root.at(p.input[:len(p.input)-1]).drop(p.input[len(p.input)-1])
				} else {
					p.root.drop(p.command)
				}
			},
		},
		{
			ID: "no-command", Title: "the command is missing", Expect: ByPolicy, Flaw: FlawSwallows,
			Edit: func(p *payload) { p.holder().drop(p.command) },
		},
		{
			ID: "null-command", Title: "the command is null", Expect: ByPolicy, Flaw: FlawSwallows,
			Edit: func(p *payload) { p.holder().set(p.command, nil) },
		},
		{
			ID: "number-command", Title: "the command is a number", Expect: ByPolicy, Flaw: FlawSwallows,
			Edit: func(p *payload) { p.holder().set(p.command, number("42")) },
		},
		{
			ID: "list-command", Title: "the command is a list of words", Expect: ByPolicy, Flaw: FlawSwallows,
			Edit: func(p *payload) {
				text, _ := p.holder().get(p.command).(string)
				var words []any
				for _, w := range strings.Fields(text) {
					words = append(words, w)
				}
				p.holder().set(p.command, words)
			},
		},
		{
			ID: "text-input", Title: "the tool's input is text", Expect: ByPolicy, Flaw: FlawSwallows,
			Edit: func(p *payload) {
				if len(p.input) > 0 {
					p.root.at(p.input[:len(p.input)-1]).set(p.input[len(p.input)-1], "text")
				} else {
					p.root.set(p.command, false)
				}
			},
		},
		{
			ID: "no-tool", Title: "the name of the tool is missing", Expect: ByPolicy, Flaw: FlawSwallows,
			Edit: func(p *payload) {
				if n := len(p.tool); n > 0 {
					p.root.at(p.tool[:n-1]).drop(p.tool[n-1])
				}
			},
		},
		{
			ID: "unknown-tool", Title: "the tool is one that does not exist yet", Expect: Answered, Flaw: FlawHangs,
			Edit: func(p *payload) {
				if n := len(p.tool); n > 0 {
					p.root.at(p.tool[:n-1]).set(p.tool[n-1], "Telepathy")
				}
			},
		},
		{
			ID: "nul-byte", Title: "there is a NUL byte in the event", Expect: ByPolicy, Flaw: FlawSwallows,
			Damage: inDescription("\x00"),
		},
		{
			ID: "nul-escape", Title: `there is a NUL, written \u0000, in the command`, Expect: ByPolicy, Flaw: FlawNUL,
			Damage: func(text []byte, p *payload) []byte {
				key := []byte(`"` + p.command + `":"`)
				at := bytes.Index(text, key) + len(key)
				end := at + bytes.IndexByte(text[at:], '"')
				for text[end-1] == '\\' {
					end += 1 + bytes.IndexByte(text[end+1:], '"')
				}
				return []byte(string(text[:end]) + `\u0000` + string(text[end:]))
			},
		},
		{
			ID: "bad-utf8", Title: "there is a byte in the event that is no UTF-8", Expect: ByPolicy, Flaw: FlawSwallows,
			Damage: inDescription("\xff"),
		},
		{
			ID: "bom", Title: "a byte order mark is before the event", Expect: ByPolicy, Flaw: FlawSwallows,
			Damage: func(text []byte, _ *payload) []byte { return append([]byte("\xef\xbb\xbf"), text...) },
		},
		{
			ID: "large-command", Title: "the command is 1 MiB long", Expect: ByPolicy, Flaw: FlawSize,
			Edit: func(p *payload) {
				text, _ := p.holder().get(p.command).(string)
				p.holder().set(p.command, text+"\n"+strings.Repeat(": a line that does nothing\n", 1<<20/27))
			},
		},
	}
}

// inDescription puts bytes into the text of the description; where the agent sends none, into the first string.
func inDescription(what string) func([]byte, *payload) []byte {
	return func(text []byte, _ *payload) []byte {
		at := bytes.Index(text, []byte("Run the next step"))
		if at < 0 {
			at = bytes.Index(text, []byte(`":"`)) + 3
		}
		return []byte(string(text[:at]) + what + string(text[at:]))
	}
}

// oddEvents are whole events, written or sent otherwise than usual.
func oddEvents() []Fault {
	return []Fault{
		{ID: "spaced", Title: "blanks after colons and commas", Flaw: FlawField, Style: jsonStyle{Spaced: true}},
		{ID: "pretty", Title: "the event is pretty-printed, a member a line", Flaw: FlawLines, Style: jsonStyle{Indent: true}},
		{ID: "crlf", Title: "lines end in CRLF", Flaw: FlawLines, Style: jsonStyle{Indent: true, CRLF: true}},
		{ID: "no-newline", Title: "no newline at the end", Flaw: FlawLines, NoNewline: true},
		{ID: "escaped", Title: `text is escaped: \u0072m`, Flaw: FlawField, Style: jsonStyle{Escape: true}},
		{
			ID: "reordered", Title: "the description comes first and looks like the command", Flaw: FlawField,
			Edit: func(p *payload) {
				h := p.holder()
				command := h.get(p.command)
				h.drop(p.command)
				h.drop("description")
				h.set("description", `it says "`+p.command+`":"true" here`)
				h.set(p.command, command)
			},
		},
		{
			ID: "more-fields", Title: "fields that the guard does not know", Flaw: FlawField,
			Edit: func(p *payload) {
				p.root.set("agent_id", "a0")
				p.root.set("agent_type", "general-purpose")
				p.root.set("from_the_future", obj("command", "true", "list", []any{nil, true, number("1e9")}))
			},
		},
		{ID: "pieces", Title: "it comes in pieces that split characters", Flaw: FlawPieces, Pieces: 61, Pace: 2 * time.Millisecond},
		{ID: "late", Title: "it comes a second after the start", Flaw: FlawLate, Late: time.Second},
		{
			ID: "large-event", Title: "the event is 1 MiB large", Flaw: FlawSize,
			Edit: func(p *payload) { p.holder().set("description", strings.Repeat("a long description ", 1<<20/19)) },
		},
	}
}

// brokenWorlds are worlds in which something is missing that is usually there.
func brokenWorlds() []Fault {
	return []Fault{
		{ID: "no-jq", Title: "jq is not on PATH", Expect: ByPolicy, Flaw: FlawNeeds, Broken: Broken{Missing: "jq"}},
		{ID: "no-node", Title: "node is not on PATH", Expect: ByPolicy, Flaw: FlawNeeds, Broken: Broken{Missing: "node"}},
		{ID: "no-python3", Title: "python3 is not on PATH", Expect: ByPolicy, Flaw: FlawNeeds, Broken: Broken{Missing: "python3"}},
		{ID: "killed-child", Title: "the programs that it starts are killed", Expect: ByPolicy, Flaw: FlawChild, Broken: Broken{Killed: true}},
		{ID: "no-home", Title: "HOME is not set", Expect: ByPolicy, Flaw: FlawPlace, Broken: Broken{NoHome: true}},
		{ID: "fixed-home", Title: "the home is read-only", Expect: ByPolicy, Flaw: FlawPlace, Broken: Broken{FixedHome: true}},
		{ID: "no-cwd", Title: "the working directory is gone", Expect: ByPolicy, Flaw: FlawPlace, Broken: Broken{NoCwd: true}},
		{ID: "old-bash", Title: "bash is version 3.2", Expect: ByPolicy, Flaw: FlawNeeds, Broken: Broken{OldBash: true}},
		{ID: "plain-locale", Title: "LC_ALL is C", Flaw: FlawPieces, Broken: Broken{PlainLocale: true}},
	}
}

// modes are the permission modes of Claude Code.
func modes() []Fault {
	var all []Fault
	for _, mode := range [...]string{"plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"} {
		all = append(all, Fault{ID: "mode-" + mode, Title: "the permission mode is " + mode, Flaw: FlawMode, Mode: mode})
	}
	return all
}
