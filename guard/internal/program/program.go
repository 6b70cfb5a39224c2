// Package program says what programs mean: their options and operands, which of them
// run another program, and what each reads, writes, deletes and sends. It is tables, with
// a function only where a table will not do.
package program

import "github.com/bashguard/bashguard/guard/internal/value"

// Flags are facts about a program as a whole.
type Flags uint32

// The flags of a program.
const (
	// Subcommands: the first operand chooses a row of its own, named "git push"; options
	// before it are the program's global ones.
	Subcommands Flags = 1 << iota
	// LongSingle: long options begin with one dash (find, java, terraform); no clusters.
	LongSingle
	// StopAtOperand: the first operand ends the options (POSIX order: sudo, env, timeout, bash).
	StopAtOperand
	// NoAbbrev: long options cannot be abbreviated (everything that does not use getopt_long
	// or git's parse-options: cobra, clap, argparse-free programs).
	NoAbbrev
	// Network: its output is bytes from the network (curl, wget, nc, ssh, dig).
	Network
	// Sends: what stands in its data operands and its stdin leaves the machine.
	Sends
	// StdinIsData: it reads its stdin as data when no operand names a file (cat, sort, jq).
	StdinIsData
	// Lister: its output is file names (ls, find).
	Lister
	// PrintsSecret: its output is a secret whatever it is given (gh auth token).
	PrintsSecret
	// PrintsEnv: its output is the environment (env and printenv without operands, export -p).
	PrintsEnv
	// Generator: its output is meant to be evaluated by a shell and comes from an installed
	// program (ssh-agent, direnv hook, kubectl completion).
	Generator
	// TempPath: its output is a fresh path below a temporary directory (mktemp).
	TempPath
	// Clock: its output is the time (date).
	Clock
	// Silent: nothing on its standard output.
	Silent
	// Builtin: also a shell builtin; a path or env before it reaches the program.
	Builtin
	// OldStyle: a first operand without a dash is a cluster of options (tar, ar, ps).
	OldStyle
	// SlashOptions: not a Unix option grammar (Windows programs).
	SlashOptions
	// GlobalsAnywhere: the global options are also taken after the subcommand (kubectl, docker compose).
	GlobalsAnywhere
	// PlusOptions: a word that begins with + is a cluster of options, turned off (shells).
	PlusOptions
	// DeepSub: without a row the subcommand is all words up to a verb (gcloud, az).
	DeepSub
	// PairSub: without a row the subcommand is two words (aws).
	PairSub
)

// Wrap says how a program runs another command.
type Wrap uint8

// The kinds of wrapper.
const (
	NoWrap         Wrap = iota
	WrapArgv            // the rest of the operands is an argv: timeout, nice, sudo
	WrapAssign          // like WrapArgv, NAME=value operands before it set the environment: env, sudo, doas
	WrapText            // the rest of the operands, joined by blanks, is shell text: watch, ssh
	WrapXargs           // an argv to which words from stdin are added
	WrapParallel        // GNU parallel: text with {} and words from ::: or stdin
	WrapFind            // find: -exec, -execdir, -ok, -okdir
	WrapShell           // a shell: -c text, -s, a script operand, or stdin
	WrapMulti           // a multi-call binary: the first operand is the program's name (busybox, toybox)
	WrapRemote          // like WrapText, in another host or container where local paths mean nothing: ssh, docker exec
	WrapRemoteArgv      // like WrapArgv, in another host or container: docker run, kubectl exec
	WrapInterp          // an interpreter of another language: -c/-e code, a script operand, or stdin
)

// Spec is one row: a program, or a subcommand of one ("git push").
type Spec struct {
	Name string
	// Also lists other names of the same program, blank separated: "gmv g-mv". In the row of a
	// subcommand they are other names of its last word; one with slashes replaces all words after
	// the program's name: "container/rm" in the row "docker rm".
	Also string
	// Like lists other programs or subcommands, as in Also, that are read by the same grammar but
	// are not the same: swapon, read as swapoff is.
	Like string
	// Opts is the option grammar, one token an option, blank separated:
	//
	//	f,force          a flag; the first name is the canonical one
	//	o,output:        takes an argument (attached, the next word, or after =)
	//	color::          takes an optional argument (attached or after = only)
	//	o,output:w       the argument has a role, see Args
	//	name:            with LongSingle programs names are written without their dash
	//	#                a number: -5, -20
	//	c:e!             ! ends the options: what follows are operands (python -c)
	//	arg:2            takes two words, of which the first is its Value (jq --arg)
	//	l::#             an optional argument of digits only (perl -lane)
	//
	// One-letter names are short options, longer ones long options. An argument with the role c
	// begins a command that takes the rest of the words.
	Opts string
	// Args gives the operands' roles, blank separated; a trailing * repeats, and rows after a
	// repeated one are taken from the end: "r* w" is cp. Roles:
	//
	//	-  no path     r  read      w  written (created or overwritten)   a  appended
	//	d  deleted     D  deleted with all below it      m  attributes changed
	//	v  moved away (read, then deleted)               s  sent away (a file's content)
	//	S  sent away (the text itself)                   W  a directory that is written into
	//	x  a script or program file that is run          t  shell text that is run
	//	c  begins a command (an argv)                    u  a URL     k  an edited file (read and written)
	//	h  a host      b  a block device                 C  the directory the program changes to first
	//	e  code in the program's own language
	Args  string
	Flags Flags
	Wrap  Wrap
	// Recursive names the options (canonical, blank separated) that make it work on whole trees.
	Recursive string
	// Effects replaces Args for programs that a table cannot describe. It may be nil.
	Effects func(p *Parsed) []Effect
}

// Kind is what an effect does.
type Kind uint16

// The kinds of effect. They are bits, so that a rule can ask for several.
const (
	Read   Kind = 1 << iota // reads content
	Write                   // creates or overwrites
	Append                  // adds to the end
	Edit                    // changes in place: sed -i
	Delete                  // removes
	Move                    // moves away: the source of mv
	Attr                    // changes mode, owner, attributes
	Send                    // sends the file's content (Word names it) or the text (Text is set)
	Run                     // runs the file
	Device                  // formats, wipes, repartitions, detaches a device or a volume
	Name                    // only names it: lists, stats
)

// Effect is one thing that a leaf does to one path (or, for Send with Text, with one text).
type Effect struct {
	Kind      Kind
	Word      value.Word
	Recursive bool   // all below it too
	Contents  bool   // what is in it, not itself: find -mindepth 1 -delete, rsync --delete, a trailing /*
	Filtered  bool   // only some of what is below it: find -name '*.o' -delete
	Text      bool   // Word is what is sent itself, not a path
	Via       string // the option or operand that says so, for messages: -delete, of=
}

// Option is an option as it was given.
type Option struct {
	Name     string     // canonical: the first name of its token; as written when not in the table
	Value    value.Word // its argument; the zero word when it has none
	HasValue bool
	Known    bool // in the program's grammar
	Negated  bool // --no-NAME
	Role     byte // role of its argument, 0 for none
	Index    int  // index in Args of the word it stood in

	names string // all its names, comma separated
}

// Parsed is an argument list read by a program's grammar. With subcommands, Spec is the row
// of the subcommand, Sub its name ("push"), and Global holds the options before it.
type Parsed struct {
	Program string // base name: git
	Spec    *Spec  // nil for a program that is not in the table: then a generic GNU grammar is used
	Sub     string // "push", "compose down": the subcommand words, blank separated
	// Called is Sub as it was given: rows stand for several subcommands that take the same options.
	Called   string
	Global   []Option
	Options  []Option
	Operands []value.Word
	// OperandIndex[i] is the index in Args of Operands[i].
	OperandIndex []int
	// Rest is the index in Args where a wrapped command begins, -1 without one.
	Rest int
	// DashDash: "--" was given; the index in Operands from which operands came after it, else -1.
	DashDash int
	// Unsure: a word that may split or be an option was met: what follows is a guess.
	Unsure bool
	Args   []value.Word

	root      *Spec  // row of the program itself
	canonical string // name of the program in the table
}
