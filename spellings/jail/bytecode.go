package jail

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

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
	args := []string{
		"--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--bind", usr, "/usr", "--symlink", "usr/lib", "/lib",
		"--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--", "/usr/bin/python3", "-I", "-m", "compileall", "-q", "-b",
	}
	for _, lib := range libs {
		args = append(args, "/usr"+strings.TrimPrefix(lib, usr))
	}
	cmd := exec.Command(bwrap, args...)
	cmd.Env = []string{}
	_ = cmd.Run() // some file of the library may be none that can be translated
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
	for _, pattern := range []string{"usr/lib64", "usr/lib/*-linux-gnu", "usr/lib/git-core", "usr/lib/*-linux-gnu/perl-base", "usr/share"} {
		dirs, _ := filepath.Glob(filepath.Join(root, pattern))
		for _, dir := range dirs {
			if err := os.Chmod(dir, 0o711); err != nil {
				return err
			}
		}
	}
	return nil
}
