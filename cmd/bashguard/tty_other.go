//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package main

import "os"

// isTTY cannot tell here, so it says no.
func isTTY(*os.File) bool { return false }
