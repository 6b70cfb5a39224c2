package battery

import (
	"path"
	"strings"
)

// ruleCovers tells whether a hook with an `if` is run for a command. The host's own matching is best effort:
// it sees through compounds, assignments and quotes, and not through wrappers, paths and other programs. What follows
// the measured cases; where they leave it open, the hook is run.
func ruleCovers(rule, command string) bool {
	rule = strings.TrimSpace(rule)
	if rule == "Bash" {
		return true
	}
	pattern, ok := strings.CutPrefix(rule, "Bash(")
	if !ok || !strings.HasSuffix(pattern, ")") || strings.Contains(pattern, ") ") {
		return false
	}
	pattern = strings.TrimSuffix(pattern, ")")
	if prefix, ok := strings.CutSuffix(pattern, ":*"); ok {
		pattern = prefix + " *"
	}
	for _, part := range parts(command) {
		if strings.HasPrefix(part, "$") || globCovers(pattern, part) {
			return true
		}
	}
	return false
}

// globCovers matches a rule's pattern; its last " *" stands for nothing, too.
func globCovers(pattern, text string) bool {
	if bare, ok := strings.CutSuffix(pattern, " *"); ok && text == bare {
		return true
	}
	escape := strings.NewReplacer("/", "\x01", "[", "\x02", "]", "\x03", "?", "\x04", `\`, "\x05")
	ok, _ := path.Match(escape.Replace(pattern), escape.Replace(text))
	return ok
}

// parts are the simple commands of a text, by the operators between them, without quotes, assignments and keywords.
func parts(command string) []string {
	var all []string
	for _, piece := range strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune("\n;|&(){}`", r) }) {
		words := strings.Fields(strings.NewReplacer(`"`, "", "'", "", `\`, "").Replace(piece))
		for len(words) > 0 && isLead(words[0]) {
			words = words[1:]
		}
		if len(words) > 0 {
			all = append(all, strings.Join(words, " "))
		}
	}
	return all
}

// isLead tells whether a word comes before a program: a keyword, an assignment.
func isLead(word string) bool {
	switch word {
	case "if", "then", "else", "elif", "do", "while", "until", "!", "xargs", "$":
		return true
	}
	name, _, assigns := strings.Cut(word, "=")
	return assigns && name != "" && !strings.ContainsAny(name, "/-$")
}
