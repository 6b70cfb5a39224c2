package jail

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// inside is a command in a sandbox that has a root's /usr, to be written to, and nothing else.
func inside(bwrap, usr string, args ...string) *exec.Cmd {
	cmd := exec.Command(bwrap, append([]string{
		"--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--bind", usr, "/usr", "--symlink", "usr/lib", "/lib",
		"--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--",
	}, args...)...)
	cmd.Env = []string{}
	return cmd
}

// sandboxWorks sees whether the kernel lets us make a sandbox, and a program of the root runs there.
func sandboxWorks(bwrap, root string) error {
	var stderr strings.Builder
	cmd := inside(bwrap, filepath.Join(root, "usr"), "/usr/bin/dash", "-c", "echo works")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil && string(out) == "works\n" {
		return nil
	}
	return fmt.Errorf("bubblewrap cannot make a sandbox here: %s", strings.TrimSpace(fmt.Sprint(err, " ", stderr.String())))
}

// compile has Python translate its library once, in the sandbox: the root is read-only for texts, so
// that each start would do it again, which takes longer than all the rest of a run. The sources go
// then, since each file is one more for a text that deletes everything. Where it fails, texts run all
// the same.
func compile(bwrap, root string) error {
	usr := filepath.Join(root, "usr")
	libs, _ := filepath.Glob(filepath.Join(usr, "lib", "python3*"))
	if _, err := os.Stat(filepath.Join(usr, "bin", "python3")); err != nil || libs == nil {
		return nil
	}
	args := []string{"/usr/bin/python3", "-I", "-B", "-m", "compileall", "-q", "-b"}
	for _, lib := range libs {
		args = append(args, "/usr"+strings.TrimPrefix(lib, usr))
	}
	_ = inside(bwrap, usr, args...).Run() // some file of the library may be none that can be translated
	for _, lib := range libs {
		err := filepath.WalkDir(lib, func(path string, _ fs.DirEntry, err error) error {
			source, ok := strings.CutSuffix(path, ".pyc")
			// Python knows its library by os.py.
			if err != nil || !ok || source == filepath.Join(lib, "os") {
				return err
			}
			if err := os.Remove(source + ".py"); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// closeDirs makes directories unreadable in which programs only look up names that they know. A text
// that deletes everything stops there, instead of failing at each file.
func closeDirs(root string) error {
	for _, pattern := range []string{"usr/lib64", "usr/lib/*-linux-gnu", "usr/lib/git-core", "usr/lib/*-linux-gnu/perl-base", "usr/lib/locale", "usr/lib/terminfo", "usr/share"} {
		dirs, _ := filepath.Glob(filepath.Join(root, pattern))
		for _, dir := range dirs {
			if err := os.Chmod(dir, 0o711); err != nil {
				return err
			}
		}
	}
	return nil
}
