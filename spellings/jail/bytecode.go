package jail

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// compile has Python translate its library once, in the sandbox: the root is read-only for texts, so
// that each start would do it again, which takes longer than all the rest of a run. Where that fails,
// texts run all the same. The times of files in the root are not those of their sources, so that
// they are not to be looked at.
func compile(bwrap, root string) {
	usr := filepath.Join(root, "usr")
	libs, _ := filepath.Glob(filepath.Join(usr, "lib", "python3*"))
	if _, err := os.Stat(filepath.Join(usr, "bin", "python3")); err != nil || libs == nil {
		return
	}
	args := []string{
		"--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--bind", usr, "/usr", "--symlink", "usr/lib", "/lib",
		"--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--",
		"/usr/bin/python3", "-I", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash",
	}
	for _, lib := range libs {
		args = append(args, "/usr"+strings.TrimPrefix(lib, usr))
	}
	cmd := exec.Command(bwrap, args...)
	cmd.Env = []string{}
	_ = cmd.Run() // one file of the library that cannot be translated is no matter
}
