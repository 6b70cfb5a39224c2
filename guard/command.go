package guard

import "github.com/bashguard/bashguard/guard/internal/shell"

// Command is a source text as read: its leaves and what could not be read.
type Command struct {
	Source string
	leaves []*shell.Leaf
	cfg    config
}

type config struct {
	cwd, home, root, shell string
	state                  State
}

type compiled struct{}
