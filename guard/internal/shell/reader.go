package shell

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/bashguard/bashguard/guard/internal/value"
	"mvdan.cc/sh/v3/syntax"
)

// Config is what a reading starts from.
type Config struct {
	Cwd, Home, Root string // absolute paths, "" when not known
	Shell           string // bash, sh, dash, zsh ...; "" is bash
	Files           Files  // nil knows nothing
	GitAlias        func(dir, name string) (text string, ok bool)
	Limits          Limits
}

// source is a text that is being read: the outermost one, or one that it executes.
type source struct {
	text string
	// nested texts have no offsets of their own in the outermost source: all of it stands at span.
	nested   bool
	pos, end int
	holes    []value.Piece
	// removed are the offsets of backslash-newline pairs that were taken out before parsing.
	removed []int
}

// reader reads one outermost text.
type reader struct {
	cfg    *Config
	limits Limits
	res    *Result
	st     state
	src    *source

	out   *sink       // where standard output goes, nil when nobody looks
	stdin *value.Word // what standard input holds, nil when that is the host's

	via       []string
	env       []Assign // assignments that wrappers made
	remote    bool
	elevated  bool
	maybe     bool
	depth     int
	steps     int
	total     int // bytes of text read again
	deadline  time.Time
	stopped   bool
	limitSaid map[string]bool

	calls      []string // functions being run, outermost first
	inPipe     int      // length of calls when a pipeline or a background command began, plus one
	choices    []choice
	noChoice   bool // too many combinations: what may have several values is unknown
	locals     []localMark
	frames     []frame
	traps      []trapText
	dirs       []*Dir
	procs      int
	temps      int
	size       int                // bytes of the outermost text
	fds        map[int]value.Word // what descriptors above 2 were opened to read
	outFds     map[int]string     // the files that they were opened to write
	procOut    map[string]body    // the commands of >(...) by the path that stands for it
	sinks      int
	zero       *value.Word // $0 of the next shell, when not its name
	lastArg    value.Word
	lastBg     bool
	ifs        string
	seen       map[leafKey]bool
	loops      int
	branch     int  // branches around what is being read
	loopBranch int  // branches around the innermost loop over words
	terminated bool // the last command was exit, return, break, continue or exec
	isCd       bool // the last command was a cd
	sourcing   []string
	exports    []string // names that were exported, to be looked up
	begin      beginning
}

// choice is which of its values a variable has while a statement is read. A variable is told by
// the value that it was given, so that one that is set anew is chosen anew.
type choice struct {
	v    *variable // nil: told by p or name
	p    *params
	name string
	n, i int
}

type localMark struct {
	name string
	old  *variable
}

// beginning is what every reading starts with.
type beginning struct {
	cfg    Config
	dir    Dir
	params params
	opts   options
	src    source
}

// readers are used again: a reader is large, and a short command needs little of it.
var readers = sync.Pool{New: func() any { return new(reader) }}

// Read reads a text into leaves. It never fails: what could not be read is in Troubles.
func Read(text string, cfg Config) *Result {
	r := readers.Get().(*reader)
	defer func() {
		*r = reader{}
		readers.Put(r)
	}()
	b := &r.begin
	b.cfg, b.params.outer, b.opts.aliases = cfg, true, true
	b.dir.Path, b.dir.Known = cfg.Cwd, cfg.Cwd != ""
	b.src.text, b.src.end = text, len(text)
	r.size, r.cfg, r.limits, r.res, r.ifs = len(text), &b.cfg, cfg.Limits.withDefaults(), &Result{}, " \t\n"
	if len(text) > clockFrom {
		r.deadline = time.Now().Add(r.limits.Time)
	}
	r.st.cwd = &b.dir
	if cfg.Cwd == "" {
		r.st.cwd.Word = value.Of(value.Piece{Kind: value.Unknown, Text: "the working directory", NonEmpty: true})
	}
	r.st.params = &b.params
	r.st.opts = &b.opts
	if len(text) > r.limits.SourceBytes {
		r.trouble(LimitHit, fmt.Sprintf("the command has %d bytes; the limit SourceBytes is %d", len(text), r.limits.SourceBytes), 0, 0)
		return r.res
	}
	tree := plainCommand(text, cfg.Shell, r.limits.Nesting)
	if tree == nil {
		r.gateBytes(text)
	}
	if cfg.Shell != "" && readable(baseName(cfg.Shell)) == "" {
		r.trouble(OtherShell, fmt.Sprintf("%q is a shell that is not read here", cfg.Shell), 0, len(text))
	}
	if tree != nil {
		r.runPlain(&b.src, tree)
	} else {
		r.readText(&b.src, cfg.Shell)
	}
	r.src = &b.src
	r.runTraps(0)
	return r.res
}

func (r *reader) trouble(code TroubleCode, why string, pos, end int) {
	end = min(end, r.size) // the parser points behind a text that ends too early
	pos = min(pos, end)
	if len(r.res.Troubles) < 32 {
		r.res.Troubles = append(r.res.Troubles, Trouble{Code: code, Why: why, Pos: pos, End: end})
	}
}

// limit notes that a limit was hit, once for each, and stops the reading when fatal.
func (r *reader) limit(name, why string, stop bool) {
	if r.limitSaid == nil {
		r.limitSaid = map[string]bool{}
	}
	if !r.limitSaid[name] {
		r.limitSaid[name] = true
		pos, end := r.span(0, 0)
		r.trouble(LimitHit, why+" (limit "+name+")", pos, end)
	}
	r.stopped = r.stopped || stop
}

// step counts one node; it says whether to go on.
func (r *reader) step() bool {
	if r.stopped {
		return false
	}
	r.steps++
	if r.steps > r.limits.Steps {
		r.limit("Steps", fmt.Sprintf("more than %d steps", r.limits.Steps), true)
		return false
	}
	if r.steps&0xff == 0 {
		now := time.Now()
		if r.deadline.IsZero() {
			r.deadline = now.Add(r.limits.Time)
		} else if now.After(r.deadline) {
			r.limit("Time", fmt.Sprintf("reading took longer than %v", r.limits.Time), true)
			return false
		}
	}
	return true
}

// span maps offsets of the text being read to the outermost source.
func (r *reader) span(pos, end uint) (int, int) {
	s := r.src
	if s == nil {
		return 0, 0
	}
	if s.nested {
		return s.pos, s.end
	}
	if s.removed == nil {
		return int(pos), int(end)
	}
	return s.original(int(pos)), s.original(int(end))
}

func (s *source) original(off int) int {
	for _, at := range s.removed {
		if at > off {
			break
		}
		off += 2
	}
	return off
}

func (r *reader) nodeSpan(n syntax.Node) (int, int) {
	if r.src.nested {
		return r.src.pos, r.src.end
	}
	return r.span(n.Pos().Offset(), n.End().Offset())
}

var parserPools [2]sync.Pool // bash, zsh

func getParser(shell string) (*syntax.Parser, *sync.Pool) {
	i, lang := 0, syntax.LangBash
	if shell == "zsh" {
		i, lang = 1, syntax.LangZsh
	}
	pool := &parserPools[i]
	if p, ok := pool.Get().(*syntax.Parser); ok {
		return p, pool
	}
	return syntax.NewParser(syntax.Variant(lang)), pool
}

// readText parses a text and runs it in the current state.
func (r *reader) readText(s *source, shell string) {
	if r.stopped {
		return
	}
	saved := r.src
	r.src = s
	defer func() { r.src = saved }()
	if why := tooDeep(s.text, r.limits.Nesting); why != "" {
		r.limit("Nesting", why, false)
		return
	}
	if strings.Contains(s.text, "\\\n") {
		r.readContinued(s, shell)
		return
	}
	r.parseAndRun(s, shell)
}

func (r *reader) parseAndRun(s *source, shell string) {
	parser, pool := getParser(shell)
	file, err := parser.Parse(&textReader{text: s.text}, "")
	if err == nil {
		pool.Put(parser)
	}
	if errors.Is(err, errTooDeep) {
		r.limit("Nesting", "syntax nested too deeply for the parser", false)
		return
	}
	if err != nil {
		pos, end := s.pos, s.end
		if !s.nested {
			if pe, ok := err.(syntax.ParseError); ok {
				pos, end = r.span(pe.Pos.Offset(), pe.Pos.Offset()+1)
			}
		}
		r.trouble(SyntaxError, "the text is not read to its end: "+errText(err), pos, end)
	}
	if file == nil {
		return
	}
	defer r.notUnderstood(s)
	r.stmts(file.Stmts)
}

// runPlain runs the tree of a plain command.
func (r *reader) runPlain(s *source, tree *plainTree) {
	saved := r.src
	r.src = s
	defer func() { r.src = saved }()
	defer r.notUnderstood(s)
	r.stmts(tree.list[:])
	tree.done()
}

// notUnderstood ends a panic. A partial tree can hold what no whole tree does. Not read is asked about.
func (r *reader) notUnderstood(s *source) {
	if p := recover(); p != nil {
		r.trouble(OddShape, fmt.Sprintf("a part that the reader does not understand (%v)", p), s.pos, s.end)
	}
}

func errText(err error) string {
	switch e := err.(type) {
	case syntax.ParseError:
		return e.Text
	case syntax.LangError:
		return e.Feature + " is of another shell"
	}
	return err.Error()
}

// readAgain reads text that is executed. A word that is not wholly known is read with its unknown
// pieces standing for words.
func (r *reader) readAgain(w value.Word, by, shell string, pos, end int) {
	if r.stopped {
		return
	}
	if w.IsEmpty() {
		return
	}
	if r.depth >= r.limits.Depth {
		r.limit("Depth", fmt.Sprintf("executed text inside executed text, more than %d levels", r.limits.Depth), false)
		return
	}
	s := &source{nested: true, pos: pos, end: end}
	if text, ok := w.Known(); ok {
		s.text = text
	} else {
		s.text, s.holes = holed(&w)
		known := false
		for i := range w.Pieces {
			known = known || w.Pieces[i].Kind != value.Unknown && strings.TrimSpace(w.Pieces[i].Text) != ""
		}
		if !known {
			s.text = ""
		}
		r.res.Executed = append(r.res.Executed, Executed{
			Word: w, By: by, Via: r.via, Pos: pos, End: end, Remote: r.remote,
		})
	}
	r.total += len(s.text)
	if r.total > maxTotalText {
		r.limit("TotalText", fmt.Sprintf("more than %d bytes of executed text", maxTotalText), true)
		return
	}
	r.depth++
	if tree := plainCommand(s.text, shell, r.limits.Nesting); tree != nil {
		r.runPlain(s, tree)
	} else {
		r.readText(s, shell)
	}
	r.depth--
}

// A hole stands for an unknown piece in text that is read again: a private-use character, the
// piece's index, another one.
const (
	holeOpen  = '\uE000'
	holeClose = '\uE001'
)

func holed(w *value.Word) (string, []value.Piece) {
	var b strings.Builder
	var holes []value.Piece
	for i := range w.Pieces {
		p := &w.Pieces[i]
		if p.Kind != value.Unknown {
			b.WriteString(p.Text)
			continue
		}
		if p.Name == maybeName {
			b.WriteString(p.Text)
			continue
		}
		fmt.Fprintf(&b, "%c%d%c", holeOpen, len(holes), holeClose)
		holes = append(holes, *p)
	}
	return b.String(), holes
}

// appendHoled adds text that may hold holes to a word; quoted says that unknown pieces do not split.
func (r *reader) appendHoled(w *value.Word, text string, quoted bool) {
	if len(r.src.holes) == 0 {
		w.AppendText(text)
		return
	}
	for {
		i := strings.IndexRune(text, holeOpen)
		if i < 0 {
			w.AppendText(text)
			return
		}
		rest := text[i+len(string(holeOpen)):]
		j := strings.IndexRune(rest, holeClose)
		n := 0
		ok := j > 0
		for k := 0; ok && k < j; k++ {
			if rest[k] < '0' || rest[k] > '9' {
				ok = false
				break
			}
			n = n*10 + int(rest[k]-'0')
		}
		if !ok || n >= len(r.src.holes) {
			w.AppendText(text)
			return
		}
		w.AppendText(text[:i])
		p := r.src.holes[n]
		p.Quoted = quoted
		w.Append(p)
		text = rest[j+len(string(holeClose)):]
	}
}
