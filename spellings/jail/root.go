package jail

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// rootVersion changes when what is built changes for the same sources.
const rootVersion = "7"

// stubsPrefix begins the names of directories beside the roots, where jails keep their stubs.
const stubsPrefix = "jail-stubs-"

// emptyDir of the root stands in for what no text needs to see.
const emptyDir = "empty"

// binDirs are where programs are looked for, and libDirs where their libraries are.
var (
	binDirs = []string{"/usr/bin", "/usr/sbin", "/bin", "/sbin"}
	libDirs = []string{
		"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu",
		"/usr/lib64", "/usr/lib", "/lib64", "/lib",
	}
)

// smallRoot is a /usr of few programs, built once and bound read-only.
type smallRoot struct {
	dir string // holds usr/bin, usr/lib, usr/lib64
	has map[string]bool
}

// rootFile is a file of the host that the root gets a copy of.
type rootFile struct {
	from string // on the host
	to   string // below the root, "usr/bin/rm"
	link string // for a symbolic link: where it leads
}

// buildRoot finds or makes the small root below cache.
func buildRoot(cache, bwrap string) (*smallRoot, error) {
	files, has, err := rootFiles()
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	fmt.Fprintln(sum, rootVersion)
	for _, f := range files {
		fmt.Fprintln(sum, f.to, f.link)
		if f.link == "" {
			info, err := os.Stat(f.from)
			if err != nil {
				return nil, fmt.Errorf("the jail's root: %w", err)
			}
			fmt.Fprintln(sum, info.Size(), info.ModTime().UnixNano())
		}
	}
	root := &smallRoot{dir: filepath.Join(cache, "jail-"+hex.EncodeToString(sum.Sum(nil)[:8])), has: has}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, fmt.Errorf("the jail's root: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(cache, "jail.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the jail's root: %w", err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return nil, fmt.Errorf("the lock of the jail's root %s: %w", lock.Name(), err)
	}
	if _, err := os.Stat(root.dir); err == nil {
		now := time.Now()
		_ = os.Chtimes(root.dir, now, now) // in use: see removeOldRoots
		return root, nil
	}
	if err := copyRoot(files, root.dir, bwrap); err != nil {
		return nil, fmt.Errorf("building the jail's root: %w", err)
	}
	removeOldRoots(cache, filepath.Base(root.dir))
	return root, nil
}

// copyRoot fills a new directory and gives it its name when all of it is there.
func copyRoot(files []rootFile, dir, bwrap string) error {
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "jail-new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	for _, d := range []string{emptyDir, "usr/bin", "usr/lib", "usr/lib64", "usr/sbin", "usr/local/bin", "usr/share"} {
		if err := os.MkdirAll(filepath.Join(tmp, d), 0o755); err != nil {
			return err
		}
	}
	for _, f := range files {
		to := filepath.Join(tmp, f.to)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if f.link != "" {
			err = os.Symlink(f.link, to)
		} else {
			err = copyHostFile(f.from, to)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	// What comes next needs the sandbox, and a root made without it must not stay.
	if err := sandboxWorks(bwrap, tmp); err != nil {
		return err
	}
	if err := errors.Join(compile(bwrap, tmp), closeDirs(tmp)); err != nil {
		return err
	}
	return os.Rename(tmp, dir)
}

func copyHostFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// removeOldRoots takes away what an upgrade of the host left behind. A root in use by another
// process stays mounted there, so that removing its files would break that process: only what nobody
// began to use for a day goes.
func removeOldRoots(cache, keep string) {
	const old = 24 * time.Hour
	entries, _ := os.ReadDir(cache)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || e.Name() == keep || !e.IsDir() || !strings.HasPrefix(e.Name(), "jail-") || strings.HasPrefix(e.Name(), stubsPrefix) {
			continue
		}
		if time.Since(info.ModTime()) > old {
			os.RemoveAll(filepath.Join(cache, e.Name()))
		}
	}
}

// rootFiles lists what goes into the root: programs, the libraries that they name, and trees.
func rootFiles() (files []rootFile, has map[string]bool, err error) {
	has = map[string]bool{}
	b := &rootBuilder{seen: map[string]bool{}}
	for _, name := range programs {
		path := findIn(binDirs, name)
		if path == "" || !b.program(name, path) {
			continue
		}
		has[name] = true
	}
	if !has["bash"] || !has["dash"] {
		return nil, nil, errors.New("the jail needs bash and dash in /usr/bin: apt-get install bash dash")
	}
	for _, t := range trees {
		if has[t.program] {
			for _, dir := range t.dirs {
				b.tree(dir, t.without)
			}
		}
	}
	slices.SortFunc(b.files, func(x, y rootFile) int { return strings.Compare(x.to, y.to) })
	return b.files, has, nil
}

func findIn(dirs []string, name string) string {
	for _, dir := range dirs {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

type rootBuilder struct {
	files []rootFile
	seen  map[string]bool
}

func (b *rootBuilder) add(f rootFile) bool {
	if b.seen[f.to] {
		return false
	}
	b.seen[f.to] = true
	b.files = append(b.files, f)
	return true
}

// program adds a program under its own name, as a link where the host has one, so that programs
// that look at their name keep it.
func (b *rootBuilder) program(name, path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	base := filepath.Base(real)
	if base != name {
		b.add(rootFile{to: "usr/bin/" + name, link: base})
	}
	if filepath.Dir(path) == "/usr/sbin" {
		b.add(rootFile{to: "usr/sbin/" + name, link: "../bin/" + name})
	}
	if b.add(rootFile{from: real, to: "usr/bin/" + base}) {
		b.libraries(real)
	}
	return true
}

// libraries adds the loader and the shared libraries that an ELF file names, and theirs.
func (b *rootBuilder) libraries(path string) {
	f, err := elf.Open(path)
	if err != nil {
		return // a script
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type != elf.PT_INTERP {
			continue
		}
		text, err := io.ReadAll(p.Open())
		if err != nil {
			continue
		}
		interp := strings.TrimRight(string(text), "\x00")
		if real, err := filepath.EvalSymlinks(interp); err == nil {
			b.add(rootFile{from: real, to: "usr/" + strings.TrimPrefix(strings.TrimPrefix(interp, "/"), "usr/")})
		}
	}
	needed, _ := f.ImportedLibraries()
	for _, name := range needed {
		lib := findIn(libDirs, name)
		if lib == "" {
			continue
		}
		real, err := filepath.EvalSymlinks(lib)
		if err != nil {
			continue
		}
		to := "usr/" + strings.TrimPrefix(strings.TrimPrefix(lib, "/"), "usr/")
		if b.add(rootFile{from: real, to: to}) {
			b.libraries(real)
		}
	}
}

// tree adds a directory, but for what is named in without. Native modules bring their libraries.
func (b *rootBuilder) tree(pattern string, without []string) {
	dirs, _ := filepath.Glob(pattern)
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			for _, w := range without {
				if ok, _ := filepath.Match(w, d.Name()); ok && path != dir || strings.HasSuffix(path, "/"+w) {
					if d.IsDir() {
						return fs.SkipDir
					}
					return nil
				}
			}
			to := strings.TrimPrefix(path, "/")
			switch {
			case d.Type()&fs.ModeSymlink != 0:
				if target, err := os.Readlink(path); err == nil {
					if real, err := filepath.EvalSymlinks(path); err == nil {
						b.add(rootFile{to: to, link: target})
						b.linked(real)
					}
				}
			case d.Type().IsRegular():
				if b.add(rootFile{from: path, to: to}) && strings.Contains(d.Name(), ".so") {
					b.libraries(path)
				} else if info, err := d.Info(); err == nil && info.Mode()&0o111 != 0 {
					b.libraries(path)
				}
			}
			return nil
		})
	}
}

// linked adds what a link in a tree leads to, when that lies in /usr.
func (b *rootBuilder) linked(real string) {
	if info, err := os.Stat(real); err == nil && info.Mode().IsRegular() && strings.HasPrefix(real, "/usr/") {
		if b.add(rootFile{from: real, to: strings.TrimPrefix(real, "/")}) {
			b.libraries(real)
		}
	}
}
