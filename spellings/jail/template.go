package jail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// template is a world made once: a directory that checks compare with, and the same in memory,
// to be copied from.
type template struct {
	once    sync.Once
	err     error
	dir     string
	view    *view
	entries []entry
	devices []string // the world's own files in /dev, to be bound over the sandbox's
}

type entry struct {
	path string // relative
	mode fs.FileMode
	link string
	data []byte
}

func (t *template) close() {
	if t.view != nil {
		t.view.close()
	}
}

// system is what every world has below its own files.
func system() []File {
	return []File{
		{Path: "/bin", Link: "usr/bin"},
		{Path: "/sbin", Link: "usr/bin"},
		{Path: "/lib", Link: "usr/lib"},
		{Path: "/lib64", Link: "usr/lib64"},
		{Path: "/usr/"},
		{Path: "/proc/"},
		{Path: "/tmp/", Mode: fs.ModeSticky | 0o777},
		{Path: "/var/tmp/", Mode: fs.ModeSticky | 0o777},
		{Path: "/root/", Mode: 0o700},
		{Path: "/.jail/"},
		{Path: callsPath},
		{Path: "/etc/passwd", Text: "root:x:0:0:root:/root:/bin/bash\ndev:x:1000:1000:Dev:/home/dev:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/false\n"},
		{Path: "/etc/group", Text: "root:x:0:\ndev:x:1000:\nnogroup:x:65534:\n"},
		{Path: "/etc/hosts", Text: "127.0.0.1 localhost\n127.0.1.1 jail\n"},
		{Path: "/etc/hostname", Text: "jail\n"},
		{Path: "/etc/nsswitch.conf", Text: "passwd: files\ngroup: files\nhosts: files\n"},
		{Path: "/dev/"},
	}
}

// template returns a world's template, made on first use.
func (j *Jail) template(ctx context.Context, w *World) (*template, error) {
	j.mu.Lock()
	t := j.templates[w]
	if t == nil {
		t = &template{}
		j.templates[w] = t
	}
	j.mu.Unlock()
	// Who asks first may give up; the world is made for all.
	t.once.Do(func() { t.err = j.makeTemplate(context.WithoutCancel(ctx), w, t) })
	return t, t.err
}

func (j *Jail) makeTemplate(ctx context.Context, w *World, t *template) error {
	files := slices.Concat(system(), []File{{Path: dirPath(w.HomeDir())}, {Path: dirPath(w.Dir())}}, w.Files)
	for _, f := range files {
		e, err := f.entry()
		if err != nil {
			return fmt.Errorf("world %s: %w", w.ID, err)
		}
		t.add(e)
	}
	if w.Setup != "" {
		if err := j.setup(ctx, w, t); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp(j.scratch, "world-")
	if err != nil {
		return err
	}
	t.dir = dir
	if err := t.copy(dir, -1); err != nil {
		return fmt.Errorf("world %s: %w", w.ID, err)
	}
	for _, e := range t.entries {
		if strings.HasPrefix(e.path, "dev/") && e.mode.IsRegular() {
			t.devices = append(t.devices, e.path)
		}
	}
	t.view, err = openView(dir)
	return err
}

// setup runs the world's setup in the jail, on the files so far, and takes what it left.
func (j *Jail) setup(ctx context.Context, w *World, t *template) error {
	slot := <-j.slots
	defer func() { j.slots <- slot }()
	dir, err := os.MkdirTemp(j.scratch, "setup-")
	if err != nil {
		return err
	}
	defer removeTree(dir)
	if err := t.copy(dir, j.uid(slot)); err != nil {
		return err
	}
	bare := *w
	bare.Stubs, bare.Programs = nil, nil
	r := &Run{World: &bare, Text: "set -e\n" + w.Setup}
	res := j.launch(ctx, r, dir, nil, slot)
	if res.Outcome != Ended || res.Status != 0 {
		return fmt.Errorf("the setup of world %s failed: status %d, %s%s", w.ID, res.Status, res.Reason, strings.TrimSpace(res.Stderr))
	}
	t.entries = nil
	return t.load(dir)
}

// load reads a tree into memory.
func (t *template) load(dir string) error {
	return filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		e := entry{path: p[len(dir)+1:], mode: info.Mode()}
		switch {
		case e.mode.IsRegular():
			e.data, err = os.ReadFile(p)
		case e.mode&fs.ModeSymlink != 0:
			e.link, err = os.Readlink(p)
		case !e.mode.IsDir():
			return nil // pipes and sockets are not kept
		}
		t.entries = append(t.entries, e)
		return err
	})
}

func dirPath(p string) string { return strings.TrimSuffix(p, "/") + "/" }

func (f *File) entry() (entry, error) {
	if !path.IsAbs(f.Path) || path.Clean(f.Path) != strings.TrimSuffix(f.Path, "/") || f.Path == "/" {
		return entry{}, fmt.Errorf("the path %q of a file is not absolute and clean", f.Path)
	}
	e := entry{path: strings.Trim(f.Path, "/"), mode: f.Mode, link: f.Link, data: []byte(f.Text)}
	switch {
	case f.Link != "":
		e.mode = fs.ModeSymlink
	case strings.HasSuffix(f.Path, "/"):
		if e.mode == 0 {
			e.mode = 0o755
		}
		e.mode |= fs.ModeDir
	case e.mode == 0:
		e.mode = 0o644
	}
	return e, nil
}

// add appends an entry after the directories that it lies in, or takes the place of one.
func (t *template) add(e entry) {
	for i := range t.entries {
		if t.entries[i].path == e.path {
			t.entries[i] = e
			return
		}
	}
	for i := 1; i < len(e.path); i++ {
		if e.path[i] == '/' {
			t.addDir(e.path[:i])
		}
	}
	t.entries = append(t.entries, e)
}

func (t *template) addDir(p string) {
	if !slices.ContainsFunc(t.entries, func(e entry) bool { return e.path == p }) {
		t.entries = append(t.entries, entry{path: p, mode: fs.ModeDir | 0o755})
	}
}

// copy makes the world below dir, owned by uid, unless that is negative.
func (t *template) copy(dir string, uid int) error {
	own := func(p string) error {
		if uid < 0 {
			return nil
		}
		return os.Lchown(p, uid, uid)
	}
	if err := errors.Join(os.Chmod(dir, 0o755), own(dir)); err != nil {
		return err
	}
	for i := range t.entries {
		e := &t.entries[i]
		p := dir + "/" + e.path
		var err error
		switch {
		case e.mode&fs.ModeSymlink != 0:
			err = os.Symlink(e.link, p)
		case e.mode.IsDir():
			// What is in it must be made first.
			if err = os.Mkdir(p, e.mode.Perm()|0o700); err == nil && needsChmod(e.mode) {
				err = os.Chmod(p, e.mode|0o700)
			}
			if e.mode.Perm()&0o700 != 0o700 {
				defer os.Chmod(p, e.mode)
			}
		default:
			if err = writeNew(p, e.data, e.mode.Perm()); err == nil && needsChmod(e.mode) {
				err = os.Chmod(p, e.mode)
			}
		}
		if err == nil {
			err = own(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// needsChmod says that a mode holds bits that the umask or the call itself drops.
func needsChmod(mode fs.FileMode) bool {
	return mode.Perm()&0o022 != 0 || mode&(fs.ModeSticky|fs.ModeSetuid|fs.ModeSetgid) != 0
}

func writeNew(p string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(p, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// removeTree removes a directory whose contents a text may have made unwritable.
func removeTree(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(p, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// WorldDir is a directory that holds a world's files as a run finds them, without the programs: for
// those who want to look at what a text would see. It must not be changed, and is gone after Close.
func (j *Jail) WorldDir(ctx context.Context, w *World) (string, error) {
	if why := j.Why(); why != "" {
		return "", errors.New(why)
	}
	t, err := j.template(ctx, w)
	if err != nil {
		return "", err
	}
	return t.dir, nil
}
