package shell

import "time"

// Limits bound a reading. Zero fields take the defaults.
type Limits struct {
	SourceBytes int
	Nesting     int
	Steps       int
	Depth       int
	WordBytes   int
	Words       int
	ScriptBytes int
	Time        time.Duration
}

// The default limits. Real agent commands have a p99 of 5 KB and a longest of 18 KB; every
// default leaves a wide margin and keeps the worst case under a quarter of a second.
const (
	// DefaultSourceBytes: the parser takes about 30 ms for a MiB; a larger command is no command.
	DefaultSourceBytes = 2 << 20
	// DefaultNesting: the parser has no limit of its own and recurses; nobody nests deeper by hand.
	DefaultNesting = 200
	// DefaultSteps: nodes evaluated, loop rounds and re-read text included.
	DefaultSteps = 400_000
	// DefaultDepth: executed text inside executed text.
	DefaultDepth = 16
	// DefaultWordBytes: one expanded word, or the captured output of one command.
	DefaultWordBytes = 4 << 20
	// DefaultWords: words made by one expansion.
	DefaultWords = 4096
	// DefaultScriptBytes: a script on disk that is read because it is run.
	DefaultScriptBytes = 512 << 10
	// DefaultTime: wall clock of one reading.
	DefaultTime = 150 * time.Millisecond

	maxAlternatives  = 8       // values that a variable may have at once
	maxConditions    = 16      // conditions of one && chain that are learned from
	maxChoices       = 16      // combinations of alternatives that one command is read in
	maxIterations    = 64      // rounds of a loop that are run one by one
	maxExits         = 256     // ways out of one loop, function or subshell
	maxRecursion     = 3       // calls of one function inside itself
	maxCalls         = 40      // function calls inside function calls
	maxSubstitutions = 100_000 // $(, ${, $(( and backquotes in one text: what the tree of them takes in memory
	maxParserFrames  = 60_000  // frames of the parser's stack, some 8 for each level: about 10 MiB
	openersPerLook   = 2000    // opening brackets between two looks at that stack, which cost a millisecond at most
	maxKeywords      = 20_000  // if, while, case ... in one text: each may nest in the one before
	maxReparse       = 8       // times that a text is parsed again because of an odd comment
	maxTotalText     = 8 << 20 // bytes of text read again, in all
	maxWrappers      = 64      // wrappers around wrappers: each takes its arguments apart again
	maxArguments     = 16_384  // words of one command; each may be a path that has to be looked at
	maxRedirects     = 1024    // redirects of one command
	maxPieces        = 1024    // pieces of one word
	clockFrom        = 4 << 10 // bytes of source from which the clock runs from the start
)

func (l Limits) withDefaults() Limits {
	set := func(p *int, v int) {
		if *p <= 0 {
			*p = v
		}
	}
	set(&l.SourceBytes, DefaultSourceBytes)
	set(&l.Nesting, DefaultNesting)
	set(&l.Steps, DefaultSteps)
	set(&l.Depth, DefaultDepth)
	set(&l.WordBytes, DefaultWordBytes)
	set(&l.Words, DefaultWords)
	set(&l.ScriptBytes, DefaultScriptBytes)
	if l.Time <= 0 {
		l.Time = DefaultTime
	}
	return l
}
