//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// isTTY tells whether a file is a terminal. Unlike isTerminal it is sure: /dev/null, which is
// what agents give for stdin, is a character device too.
func isTTY(f *os.File) bool {
	var state syscall.Termios
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), getTermios, uintptr(unsafe.Pointer(&state)))
	return errno == 0
}
