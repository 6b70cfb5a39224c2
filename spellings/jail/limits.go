package jail

import "time"

// Limits bound one run. A zero field is the default.
type Limits struct {
	// Time is wall clock; after it the whole process tree is killed.
	Time time.Duration
	// Processes is how many may exist at once. A fork bomb ends there.
	Processes int
	// Memory is what one process may allocate, in bytes.
	Memory int64
	// FileSize is what one file may grow to, in bytes.
	FileSize int64
	// Disk is what all files of the run's world may grow to, in bytes.
	Disk int64
	// Output is how much of each of stdout and stderr is kept, in bytes. The pipe is closed there.
	Output int
}

const (
	// DefaultTime is a hundred times what the slowest known proof takes.
	DefaultTime = 5 * time.Second
	// DefaultProcesses is several times what nested pipelines of shells need.
	DefaultProcesses = 80
	// DefaultMemory lets node start, which is the largest program of the root.
	DefaultMemory = 768 << 20
	// DefaultFileSize is above what any world holds; sixteen such files fit in a small machine's memory.
	DefaultFileSize = 16 << 20
	// DefaultDisk is what every slot of a small machine can hold in memory.
	DefaultDisk = 256 << 20
	// DefaultOutput is more than any check reads.
	DefaultOutput = 1 << 20
)

func (l Limits) withDefaults() Limits {
	if l.Time <= 0 {
		l.Time = DefaultTime
	}
	if l.Processes <= 0 {
		l.Processes = DefaultProcesses
	}
	if l.Memory <= 0 {
		l.Memory = DefaultMemory
	}
	if l.FileSize <= 0 {
		l.FileSize = DefaultFileSize
	}
	if l.Disk <= 0 {
		l.Disk = DefaultDisk
	}
	if l.Output <= 0 {
		l.Output = DefaultOutput
	}
	return l
}
