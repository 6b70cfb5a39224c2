// Command bashguard reads shell commands before an agent runs them.
package main

import (
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the program as a function of its streams; the result is the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if isHookCall(args) {
		return newGatekeeper(stdin, stdout, stderr).run(args[1:])
	}
	return runCommand(args, stdin, stdout, stderr)
}
