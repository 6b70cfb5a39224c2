package jail

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// starter starts the commands of one slot.
type starter struct {
	// shared says that the commands run in a network namespace that the starter made, empty but
	// for a loopback that is down. The kernel takes milliseconds to make one and more to take it
	// apart, so that a slot keeps its own. Only the host's root can do that; for others bubblewrap
	// makes one for each run.
	shared bool
	work   chan startWork
}

type startWork struct {
	cmd  *exec.Cmd
	done chan error
}

// newStarter makes the network namespace, on a thread of its own that ends with the starter.
func newStarter() *starter {
	if os.Geteuid() != 0 {
		return &starter{}
	}
	s := &starter{work: make(chan startWork)}
	ready := make(chan error)
	go func() {
		// Never unlocked: the thread must not be used for anything else, and ends with the goroutine.
		runtime.LockOSThread()
		err := ownNetwork()
		ready <- err
		if err != nil {
			return
		}
		for w := range s.work {
			w.done <- w.cmd.Start() // the child is a copy of this thread
		}
	}()
	if err := <-ready; err != nil {
		return &starter{} // bubblewrap will make it
	}
	s.shared = true
	return s
}

// ownNetwork moves the calling thread to a new network namespace, and makes sure that it did.
func ownNetwork() error {
	const self = "/proc/thread-self/ns/net"
	before, err := os.Readlink(self)
	if err != nil {
		return err
	}
	if err := syscall.Unshare(syscall.CLONE_NEWNET); err != nil {
		return fmt.Errorf("a network namespace: %w", err)
	}
	after, err := os.Readlink(self)
	if err == nil && after == before {
		err = errors.New("the network namespace is still the host's")
	}
	return err
}

func (s *starter) start(cmd *exec.Cmd) error {
	if !s.shared {
		return cmd.Start()
	}
	w := startWork{cmd, make(chan error, 1)}
	s.work <- w
	return <-w.done
}

func (s *starter) stop() {
	if s.shared {
		close(s.work)
	}
}
