package wire

import (
	_ "embed"
	"strings"
)

//go:embed opencode.js
var openCodePlugin string

const (
	// openCodeMark begins the plugin: a file that begins otherwise is somebody else's.
	openCodeMark = "// bashguard for OpenCode"
	// openCodeProgram is the line of the plugin that names the program.
	openCodeProgram = `const program = "/usr/local/bin/bashguard"`
)

// OpenCodePlugin is a plugin for OpenCode that puts every tool call to the program. OpenCode has no
// hooks that are commands.
func OpenCodePlugin(program string) string {
	return strings.Replace(openCodePlugin, openCodeProgram, `const program = `+quoted(program), 1)
}
