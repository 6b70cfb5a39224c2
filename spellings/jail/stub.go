package jail

import (
	"crypto/sha256"
	"encoding/base64"
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

// callsPath is where stubs write, inside: a file of the host bound there, which a text that deletes
// everything cannot remove, since a mount point is busy.
const callsPath = "/.jail/calls"

// callMark begins each call in the record.
const callMark = "\x01call"

// stubDir is a /usr/bin with the programs of the root, as hard links, but for those that stubs
// stand in for: these are found there by name and by path.
type stubDir struct {
	dir string
	// over are the stubs that lie at a path elsewhere: where they are bound to.
	over map[string]string
}

// script is the stub's text for dash. It is written with builtins, so that a call costs one start.
func (s *Stub) script() string {
	var b strings.Builder
	b.WriteString("#!/usr/bin/dash\n")
	// The name is written out, so that a copy under another name still records it.
	fields := shellQuote(path.Base(s.Name)) + ` "$PWD" "$#" "$@"`
	for _, name := range s.Env {
		fields += fmt.Sprintf(` "${%s+%s=$%s}"`, name, name, name)
	}
	if s.Stdin {
		b.WriteString("in=$(/usr/bin/base64 -w0)\n")
		fields += ` "$in"`
	}
	// One printf is one write, so that calls at the same time do not mix.
	b.WriteString("cd -P . 2>/dev/null\nprintf '%s\\0' '" + callMark + "' " + fields + " >>" + callsPath + "\n")
	if s.Script == "" {
		return b.String()
	}
	b.WriteString("PATH=" + defaultPath + "\n")
	if s.Stdin {
		b.WriteString("printf %s \"$in\" | /usr/bin/base64 -d | {\n" + s.Script + "\n}\n")
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
	for base, s := range byName {
		file := filepath.Join(bin, base)
		if path.IsAbs(s.Name) && path.Dir(s.Name) != "/usr/bin" && path.Dir(s.Name) != "/bin" {
			file = filepath.Join(d.dir, base)
			d.over[s.Name] = file
		}
		if err := os.WriteFile(file, []byte(s.script()), 0o755); err != nil {
			return nil, nil, err
		}
	}
	if err := j.linkPrograms(bin, w.Programs); err != nil {
		return nil, nil, err
	}
	j.stubs[key] = d
	return d, byName, nil
}

// parseCalls reads what stubs recorded.
func parseCalls(data string, stubs map[string]*Stub) []Call {
	var calls []Call
	for _, record := range strings.Split(data, callMark+"\x00")[min(1, strings.Count(data, callMark)):] {
		fields := strings.Split(strings.TrimSuffix(record, "\x00"), "\x00")
		if len(fields) < 3 {
			continue
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil || len(fields) < 3+n {
			continue
		}
		c := Call{Name: fields[0], Cwd: fields[1], Args: fields[3 : 3+n]}
		rest := fields[3+n:]
		if s := stubs[c.Name]; s != nil {
			for range s.Env {
				if len(rest) > 0 {
					if rest[0] != "" {
						c.Env = append(c.Env, rest[0])
					}
					rest = rest[1:]
				}
			}
			if s.Stdin && len(rest) > 0 {
				if in, err := base64.StdEncoding.DecodeString(rest[0]); err == nil {
					c.Stdin = string(in)
				}
			}
		}
		calls = append(calls, c)
	}
	return calls
}

// linkPrograms puts the programs of the root into bin, where no stub stands yet.
func (j *Jail) linkPrograms(bin string, programs map[string]string) error {
	from := filepath.Join(j.root.dir, "usr/bin")
	for name, other := range programs {
		if err := os.Symlink(other, filepath.Join(bin, name)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		old, file := filepath.Join(from, e.Name()), filepath.Join(bin, e.Name())
		if e.Type()&fs.ModeSymlink != 0 {
			var to string
			if to, err = os.Readlink(old); err == nil {
				err = os.Symlink(to, file)
			}
		} else {
			err = os.Link(old, file)
		}
		if errors.Is(err, fs.ErrExist) {
			err = os.Link(old, filepath.Join(bin, "."+e.Name())) // for the stub, which may run it
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
