//go:build unix

package state

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the end of its time end all that a command started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
