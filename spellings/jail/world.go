package jail

import "io/fs"

// World is everything that a text finds when it runs: files, repositories, stub programs, and who
// runs it. It is data, made once as a template and copied fresh for every run.
type World struct {
	// ID names the world in records and messages: "home", "repo".
	ID string
	// Root says that the text runs as uid 0 of its own user namespace, else as uid 1000.
	Root bool
	// Home and Cwd are absolute paths inside; both are made when no file makes them.
	Home, Cwd string
	// Env is added to the small default environment (PATH, HOME, USER, LANG, TERM, PWD), as NAME=value.
	Env []string
	// Files are made in order.
	Files []File
	// Setup is a text for bash that is run once, in the jail, with real programs and no stubs, in
	// Cwd, when the template is made: git init and the like. A world whose setup fails is an error.
	// Each run copies what it leaves, file by file: let git pack what it made (git gc -q).
	Setup string
	// Stubs stand in for programs. They are found by name and at the real program's own path.
	Stubs []Stub
	// Programs replaces one program by another: {"rm": "busybox"} gives the rm of Alpine images.
	Programs map[string]string
	// Needs names the programs without which nothing can be proven here: "git".
	Needs []string
}

// File is a file, directory or link of a world.
type File struct {
	// Path is absolute inside the jail. A final slash makes a directory.
	Path string
	// Text is what a file holds.
	Text string
	// Link makes a symbolic link with this target.
	Link string
	// Mode is 0644 for files and 0755 for directories when it is zero.
	Mode fs.FileMode
}

// Stub is a program that records how it was called, and may answer.
type Stub struct {
	// Name is the program's name, or an absolute path.
	Name string
	// Stdin records standard input as well, to its end, before Script runs.
	Stdin bool
	// Env names the environment variables to record.
	Env []string
	// Script is run by sh after the call was recorded, with the call's arguments and, when Stdin
	// was recorded, that text as standard input: "cat /srv/install.sh", `exec "$@"`. Empty exits 0.
	Script string
}

// Call is one recorded call of a stub.
type Call struct {
	// Name is the stub's base name; Args are its arguments, without the name.
	Name string
	Args []string
	// Cwd is the directory it was called in.
	Cwd string
	// Stdin is what it read, when its stub records that.
	Stdin string
	// Env holds the recorded variables that were set, as NAME=value, in the stub's order.
	Env []string
}
