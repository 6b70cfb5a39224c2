// Package jail runs shell texts in a sandbox of the kernel's and says what happened there.
//
// A [World] is what the text finds: files, repositories, stub programs. [Jail.Run] copies it, runs
// the text with real bash under bubblewrap, with no network and nothing of the host to write to, asks
// the [Check]s what happened, and removes the copy. Where the sandbox cannot be made, every run is
// [Unproven] with the reason: nothing is ever run outside it.
package jail

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Options says where a jail keeps its things. The zero value is good.
type Options struct {
	// Bwrap is the bubblewrap program: a path, or a name to look up. Empty is "bwrap".
	Bwrap string
	// Cache is the directory of the small root that is built once. Empty is the user's cache
	// directory; for root, who runs texts under a uid that may not look there, /var/cache/bashguard.
	Cache string
	// Scratch is where worlds are copied to, in memory as a rule. Empty is /dev/shm where that
	// is there, else the directory for temporary files.
	Scratch string
	// Slots is how many texts run at once. Zero is SlotsPerCPU for each processor.
	Slots int
}

// SlotsPerCPU is how many texts run at once for each processor: a run waits longer for the kernel to take
// its namespaces apart than it computes, and with three the rate is up to twice that of one.
const SlotsPerCPU = 3

// Jail runs texts. It is made by New and is safe for concurrent use.
type Jail struct {
	o        Options
	bwrap    string
	scratch  string // this jail's own directory
	links    string // its directory beside the root, for hard links
	own      []*ownDir
	root     *smallRoot
	slots    chan int
	starters []*starter // by slot, made by who first holds it
	version  string

	start sync.Once
	why   string

	mu        sync.Mutex
	templates map[*World]*template
	stubs     map[string]*stubDir // by what is in it
	sets      map[stubKey]stubSet
}

// New makes a jail. It is never nil: where texts cannot be run, Why says why. Nothing is started
// or built before the first use.
func New(o Options) *Jail {
	if o.Slots <= 0 {
		o.Slots = SlotsPerCPU * runtime.NumCPU()
	}
	j := &Jail{o: o, slots: make(chan int, o.Slots), templates: map[*World]*template{}, stubs: map[string]*stubDir{}, sets: map[stubKey]stubSet{}}
	for i := range o.Slots {
		j.slots <- i
	}
	return j
}

// Why is empty when texts can be run, else the reason for which every run will be Unproven.
func (j *Jail) Why() string {
	j.start.Do(func() {
		if err := j.prepare(); err != nil {
			j.why = err.Error()
		}
	})
	return j.why
}

// Slots is how many texts run at once.
func (j *Jail) Slots() int { return j.o.Slots }

// Has tells whether the small root has a program.
func (j *Jail) Has(program string) bool { return j.Why() == "" && j.root.has[program] }

// Version is what the jail's bash says of itself: "GNU bash, version 5.2.15(1)-release ...".
func (j *Jail) Version() string {
	if j.Why() != "" {
		return ""
	}
	return j.version
}

// Close removes what the jail made, the cached root excepted. No run may be under way.
func (j *Jail) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, t := range j.templates {
		t.close()
	}
	for i, s := range j.starters {
		if s != nil {
			s.stop()
			j.starters[i] = nil
		}
	}
	var errs []error
	for _, d := range j.own {
		errs = append(errs, d.remove())
	}
	j.own = nil
	return errors.Join(errs...)
}

// prepare finds bubblewrap, builds the root, and runs a first harmless text to see that all of it works.
func (j *Jail) prepare() error {
	if runtime.GOOS != "linux" {
		return errors.New("the jail needs Linux and bubblewrap")
	}
	name := j.o.Bwrap
	if name == "" {
		name = "bwrap"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return fmt.Errorf("no bubblewrap, so nothing can be run: install the package bubblewrap (%w)", err)
	}
	if j.bwrap, err = filepath.Abs(path); err != nil {
		return fmt.Errorf("bubblewrap: %w", err)
	}
	cache := j.o.Cache
	if cache == "" {
		cache = cacheDir()
	}
	if j.root, err = buildRoot(cache, j.bwrap); err != nil {
		return err
	}
	scratch := j.o.Scratch
	if scratch == "" {
		scratch = os.TempDir()
		if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
			scratch = "/dev/shm"
		}
	}
	for _, d := range []struct {
		parent, prefix string
		path           *string
	}{{scratch, "bashguard-jail-", &j.scratch}, {cache, stubsPrefix, &j.links}} {
		own, err := newOwnDir(d.parent, d.prefix)
		if err != nil {
			return fmt.Errorf("the jail's directory in %s: %w", d.parent, err)
		}
		j.own = append(j.own, own)
		*d.path = own.path
	}
	j.starters = make([]*starter, j.o.Slots)
	return j.probe()
}

func cacheDir() string {
	if os.Geteuid() == 0 {
		return "/var/cache/bashguard"
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "bashguard")
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("bashguard-%d", os.Geteuid()))
}

// probe sees whether the kernel lets us make the namespaces: some hardened hosts do not.
func (j *Jail) probe() error {
	r := j.run(context.Background(), &Run{World: &World{ID: "probe"}, Text: `echo "$BASH_VERSION $EUID"`})
	if r.Outcome == Unproven {
		return errors.New(r.Reason)
	}
	version, uid, _ := strings.Cut(strings.TrimSpace(r.Stdout), " ")
	if r.Outcome != Ended || r.Status != 0 || uid != "1000" {
		return fmt.Errorf("bubblewrap cannot make a sandbox here: status %d, %s", r.Status, strings.TrimSpace(r.Stderr+r.Stdout))
	}
	j.version = version
	return nil
}
