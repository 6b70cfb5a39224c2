package jail

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// callsPath is where stubs write, inside: a file of the host bound there, which a text that deletes
// everything cannot remove, since a mount point is busy.
const callsPath = "/.jail/calls"

// callMark begins each call in the record.
const callMark = "\x01call"

// stubDir is a directory with the scripts of a set of stubs.
type stubDir struct {
	dir string
	// over are the stubs that stand in for a program of the root or lie at a path of their own:
	// where they are bound to. The others are found in /usr/local/bin.
	over map[string]string
	env  map[string]int // how many variables a stub records
}

// script is the stub's text for dash. It is written with builtins, so that a call costs one start.
func (s *Stub) script() string {
	var b strings.Builder
	b.WriteString("#!/usr/bin/dash\n")
	fields := `"${0##*/}" "$PWD" "$#" "$@"`
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
	stubs := make([]Stub, 0, len(w.Stubs)+len(record))
	byName := map[string]*Stub{}
	for _, name := range record {
		stubs = append(stubs, Stub{Name: name})
	}
	stubs = append(stubs, w.Stubs...)
	sum := sha256.New()
	for i := range stubs {
		s := &stubs[i]
		byName[path.Base(s.Name)] = s
		fmt.Fprintf(sum, "%q %q\n", s.Name, s.script())
	}
	key := hex.EncodeToString(sum.Sum(nil)[:8])
	j.mu.Lock()
	defer j.mu.Unlock()
	if d := j.stubs[key]; d != nil {
		return d, byName, nil
	}
	d := &stubDir{dir: filepath.Join(j.scratch, "stubs-"+key), over: map[string]string{}}
	for _, sub := range []string{"", "bin", "over"} {
		if err := os.Mkdir(filepath.Join(d.dir, sub), 0o755); err != nil {
			return nil, nil, err
		}
	}
	for _, s := range byName {
		base, sub := path.Base(s.Name), "bin"
		inside := ""
		switch {
		case path.IsAbs(s.Name) && !strings.HasPrefix(s.Name, "/usr/local/bin/"):
			inside = s.Name
		case j.root != nil && j.root.has[base]:
			inside = "/usr/bin/" + base
		}
		if inside != "" {
			sub = "over"
			d.over[inside] = filepath.Join(d.dir, sub, base)
		}
		if err := os.WriteFile(filepath.Join(d.dir, sub, base), []byte(s.script()), 0o755); err != nil {
			return nil, nil, err
		}
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
