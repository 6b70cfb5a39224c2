package jail

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"time"
)

// diskPeriod is how often a run's world is measured: most runs end before the first time. A text writes
// a gigabyte a second at most, so that it cannot get far in between.
const diskPeriod = 50 * time.Millisecond

// watchDisk stops a run whose world has grown beyond a limit: each file is limited by the kernel, their
// number is not, and the scratch directory is the host's memory as a rule.
func watchDisk(ctx context.Context, dir string, limit int64, stop context.CancelCauseFunc) {
	before, ok := freeBytes(dir)
	if !ok {
		return
	}
	tick := time.NewTicker(diskPeriod)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		// Asking the file system costs nothing; only when it says that somebody writes are files counted.
		if now, ok := freeBytes(dir); ok && before-now > limit && diskUse(dir) > limit {
			stop(fmt.Errorf("its files grew beyond %d MiB", limit>>20))
			return
		}
	}
}

func freeBytes(dir string) (int64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bfree) * int64(s.Bsize), true
}

// diskUse is what the files below a directory take.
func diskUse(dir string) int64 {
	const block = 512 // what st_blocks counts in
	var sum int64
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // gone in between, or closed
		}
		if info, err := d.Info(); err == nil {
			if stat, ok := info.Sys().(*syscall.Stat_t); ok {
				sum += stat.Blocks * block
			}
		}
		return nil
	})
	return sum
}
