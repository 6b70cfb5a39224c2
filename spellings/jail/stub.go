package jail

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// stubDir is a /usr/bin with the programs of the root, as hard links, but for those that stubs
// stand in for: these are found there by name and by path.
type stubDir struct {
	dir string
	// over are files and directories of stubs that lie elsewhere, by the path that they are bound to.
	over map[string]string
}

// adminPrograms are the names, up to a dot, of stubs that are found in /usr/sbin too, as on real hosts.
func adminPrograms() []string {
	return []string{
		"adduser", "blkdiscard", "cfdisk", "chroot", "cryptsetup", "debugfs", "deluser", "fdisk", "fsck", "groupdel", "halt", "ifconfig", "init",
		"insmod", "ip", "ip6tables", "iptables", "losetup", "lvremove", "mke2fs", "mkfs", "mkswap", "modprobe", "nft", "parted", "pivot_root",
		"poweroff", "pvremove", "reboot", "rmmod", "route", "runuser", "service", "sfdisk", "sgdisk", "shutdown", "start-stop-daemon",
		"swapoff", "sysctl", "telinit", "tune2fs", "ufw", "update-grub", "useradd", "userdel", "usermod", "vgremove", "visudo", "wipefs", "zpool",
	}
}

// dashBuffer is what dash writes at once, less what a record holds beside what the stub measures.
const dashBuffer = 8192 - 1000

// helpers are programs that stubs call, found under hidden names, since they may be recorded themselves.
func helpers() []string { return []string{"base64", "dd"} }

// script is the stub's text for dash. It is written with builtins, so that a call costs one start. Its
// variables have names that no text exports.
func (s *Stub) script() string {
	var b strings.Builder
	b.WriteString("#!/usr/bin/dash\n")
	// The name is written out, so that a copy under another name still records it.
	fields, size := shellQuote(path.Base(s.Name))+` "$PWD" "$#" "$@"`, "$PWD$*"
	for _, name := range s.Env {
		fields += fmt.Sprintf(` "${%s+%s=$%s}"`, name, name, name)
		size += "${" + name + "}"
	}
	if s.Stdin {
		b.WriteString("_jail_in=$(/usr/bin/.base64 -w0)\n")
		fields += ` "$_jail_in"`
		size += "$_jail_in"
	}
	b.WriteString("cd -P . 2>/dev/null\n_jail_size=\"" + size + "\"\n_jail_call() { printf '%s\\0' '" + callMark + "' " + fields + "; }\n")
	// One printf is one write, so that calls at the same time do not mix, unless it is a long one.
	fmt.Fprintf(&b, "if [ ${#_jail_size} -lt %d ]; then _jail_call \"$@\" >>%s\n", dashBuffer, callsPath)
	b.WriteString("else _jail_call \"$@\" | /usr/bin/.dd of=" + callsPath + " oflag=append conv=notrunc iflag=fullblock bs=16M status=none; fi\n")
	if s.Script == "" {
		return b.String()
	}
	b.WriteString("PATH=" + defaultPath + "\n")
	if s.Stdin {
		b.WriteString("printf %s \"$_jail_in\" | /usr/bin/.base64 -d | {\n" + s.Script + "\n}\n")
	} else {
		b.WriteString(s.Script + "\n")
	}
	return b.String()
}

// stubDir writes the scripts of a world and of recorders, once for each such set.
func (j *Jail) stubDir(w *World, record []string) (*stubDir, map[string]*Stub, error) {
	key := stubKey{w, strings.Join(record, "\x00")}
	j.mu.Lock()
	set, ok := j.sets[key]
	j.mu.Unlock()
	if ok {
		return set.dir, set.byName, nil
	}
	dir, byName, err := j.makeStubs(w, record)
	if err != nil {
		return nil, nil, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sets[key] = stubSet{dir, byName}
	return dir, byName, nil
}

// stubKey tells the sets of stubs of this jail apart without reading their scripts.
type stubKey struct {
	world  *World
	record string
}

type stubSet struct {
	dir    *stubDir
	byName map[string]*Stub
}

func (j *Jail) makeStubs(w *World, record []string) (*stubDir, map[string]*Stub, error) {
	stubs := make([]Stub, 0, len(w.Stubs)+len(record))
	byName := map[string]*Stub{}
	for _, name := range record {
		s := Stub{Name: name}
		if slices.Contains(Filters(), name) {
			s.Script = "exec /usr/bin/." + name + ` "$@"`
		}
		stubs = append(stubs, s)
	}
	stubs = append(stubs, w.Stubs...)
	sum := sha256.New()
	for i := range stubs {
		s := &stubs[i]
		byName[path.Base(s.Name)] = s
		fmt.Fprintf(sum, "%q %q\n", s.Name, s.script())
	}
	for _, name := range slices.Sorted(maps.Keys(w.Programs)) {
		fmt.Fprintf(sum, "%q=%q\n", name, w.Programs[name])
	}
	key := hex.EncodeToString(sum.Sum(nil)[:8])
	j.mu.Lock()
	defer j.mu.Unlock()
	if d := j.stubs[key]; d != nil {
		return d, byName, nil
	}
	d := &stubDir{dir: filepath.Join(j.links, key), over: map[string]string{}}
	bin := filepath.Join(d.dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return nil, nil, err
	}
	for i := range stubs {
		if err := d.write(&stubs[i], i); err != nil {
			return nil, nil, err
		}
	}
	if sbin := filepath.Join(d.dir, "sbin"); d.over["/usr/sbin"] != "" {
		if err := linkAll(filepath.Join(j.root.dir, "usr/sbin"), sbin, false); err != nil {
			return nil, nil, err
		}
	}
	if err := j.linkPrograms(bin, w.Programs); err != nil {
		return nil, nil, err
	}
	j.stubs[key] = d
	return d, byName, nil
}

// write puts the script of the world's nth stub where its name says. A later stub of the same path wins.
func (d *stubDir) write(s *Stub, n int) error {
	base := path.Base(s.Name)
	file := filepath.Join(d.dir, "bin", base)
	sbin := false
	switch dir := path.Dir(s.Name); dir {
	case ".", "/bin", "/usr/bin", "/sbin":
		name, _, _ := strings.Cut(base, ".")
		sbin = slices.Contains(adminPrograms(), name)
	case "/usr/sbin":
		sbin = true
	case "/usr/local/bin":
		// Nothing is there that could be bound over, so that the whole directory is.
		file = filepath.Join(d.dir, "local", base)
		d.over[dir] = filepath.Dir(file)
	default:
		file = filepath.Join(d.dir, strconv.Itoa(n)+"-"+base)
		d.over[s.Name] = file
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if sbin {
		dir := filepath.Join(d.dir, "sbin")
		d.over["/usr/sbin"] = dir
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := os.Symlink("../bin/"+base, filepath.Join(dir, base)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return os.WriteFile(file, []byte(s.script()), 0o755)
}

// linkPrograms puts the programs of the root into bin, where no stub stands yet.
func (j *Jail) linkPrograms(bin string, programs map[string]string) error {
	from := filepath.Join(j.root.dir, "usr/bin")
	for name, other := range programs {
		if err := os.Symlink(other, filepath.Join(bin, name)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	for _, name := range helpers() {
		if err := os.Link(filepath.Join(from, name), filepath.Join(bin, "."+name)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return linkAll(from, bin, true)
}

// linkAll puts what is in one directory into another, where it is not yet. What a stub stands for stays
// within reach of it, hidden, when asked.
func linkAll(from, to string, hidden bool) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		old, file := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		if e.Type()&fs.ModeSymlink != 0 {
			var target string
			if target, err = os.Readlink(old); err == nil {
				err = os.Symlink(target, file)
			}
		} else {
			err = os.Link(old, file)
		}
		if errors.Is(err, fs.ErrExist) && hidden {
			err = os.Link(old, filepath.Join(to, "."+e.Name()))
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// Filters are programs that only turn input into output. As recorders they do so too, since a
// spelling may use them on the way.
func Filters() []string {
	return []string{
		"awk", "base32", "base64", "basename", "bzip2", "cat", "cut", "dirname", "echo", "fold", "head", "hexdump", "mawk",
		"od", "paste", "printf", "rev", "seq", "sort", "tac", "tail", "tr", "true", "uniq", "wc", "which", "xxd",
	}
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
