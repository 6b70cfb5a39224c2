package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
	"github.com/bashguard/bashguard/guard/internal/value"
)

// loss is what a delete or a move amounts to.
type loss uint8

const (
	noLoss      loss = iota
	lossRoot         // the system, a home, the project: fs/delete-root
	lossUnset        // one of those when a variable is empty: fs/delete-unset
	lossOutside      // a tree outside the project: fs/delete-outside
	lossInside       // something in the project; whether git can give it back is still to be asked
)

// deletion is an effect that takes files away, with what is known of where.
type deletion struct {
	e      *program.Effect
	path   Path
	place  Place
	all    bool // the thing and all below it, or all that is in it
	some   bool // only what a filter lets through
	moved  bool
	found  bool // names that find or ls found below path.Abs
	loss   loss
	ask    bool   // at most ask
	what   string // the sentence for a finding
	advice string
}

// places whose loss is a disaster as a whole.
const wholePlaces = PlaceRoot | PlaceSystemDir | PlaceHome | PlaceHomesParent | PlaceProject | PlaceAncestor

// judgeDeletion says what an effect takes away. It asks the file system about symlinks only.
func (c *Context) judgeDeletion(l *shell.Leaf, e *program.Effect) (d deletion) {
	d.e = e
	if e.Kind&(program.Delete|program.Move) == 0 {
		return d
	}
	if l.Program == "rm" && !e.Recursive && l.Parsed.Unsure && !e.Word.HasUnknown() {
		// rm $FLAGS /: a word that is not known may be -rf, and the rest says what would go then.
		whole := *e
		whole.Recursive = true
		if d = c.judgeDeletion(l, &whole); d.loss == lossRoot {
			d.ask = true
			return d
		}
		d = deletion{e: e}
	}
	switch l.Program {
	case "git", "rclone", "rmdir":
		return d // git has rules of its own, a remote is no path, and rmdir takes empty directories only
	}
	d.moved = e.Kind&program.Delete == 0
	if d.moved && !e.Recursive && !movesTrees(l) {
		return d // gzip FILE: one file becomes another
	}
	toNull := d.moved && c.movesToNull(l)
	d.path, d.place = c.Locate(l, &e.Word)
	if !e.Contents && !d.path.Slash && d.path.Known && d.path.Literal != d.path.Abs {
		d.path = d.path.Unfollowed()
		d.place = c.Classify(l, d.path)
	}
	if d.moved && d.path.dots && !toNull {
		return d // mv refuses . and ..
	}
	d.some = e.Filtered && !wideFind(l) || e.Via == "-delete" && execFilters(l)
	if !d.path.Known && !d.path.Anywhere && fromNames(&e.Word) {
		d.some, d.found = true, true
		d.place = c.placeOf(l, d.path.Abs)
	}
	d.all = e.Recursive || d.moved || d.found
	if d.found || !d.all && d.place.Has(wholePlaces) {
		if find := c.findBefore(l, d.path.Abs); find != nil && wideFind(find) {
			// What find passes on is next to everything there is.
			d.some, d.found, d.all = false, false, true
			d.path = Path{Abs: d.path.Abs, Literal: d.path.Abs, Known: true, All: true, Tail: "*"}
			if shallowFind(find) {
				c.judgePlainAll(&d)
				return d
			}
		}
	}
	if shallowFind(l) && e.Kind&program.Delete != 0 && e.Filtered && !d.some {
		d.path.All = true
		c.judgePlainAll(&d)
		return d
	}
	if !d.all && d.path.All {
		c.judgePlainAll(&d)
		return d
	}
	if !d.all {
		if d.place.Has(PlaceInProject) && !d.place.Has(PlaceArtifact|PlaceTemp|PlaceTrusted) {
			d.loss = lossInside
		}
		return d
	}
	if d.path.Anywhere && d.place&wholePlaces == 0 {
		if c.judgeUnset(l, &d); d.loss == noLoss && c.Command.cfg.cwd == "" && !l.Remote && !d.moved && e.Word.Pieces != nil && takesAll(e.Word.String()) {
			d.loss, d.ask, d.what = lossRoot, true, "this deletes everything in a directory that was not told"
		}
		return d
	}
	if c.reaches(l, &d) {
		d.loss = lossRoot
		d.what = c.deletes(l, &d, toNull)
		return d
	}
	if c.judgeElse(l, &d); d.loss != noLoss {
		return d
	}
	if d.moved && !toNull {
		return d
	}
	if c.judgeUnset(l, &d); d.loss != noLoss {
		return d
	}
	c.judgeOrdinary(l, &d)
	return d
}

// judgePlainAll is for rm DIR/*, which leaves the directories in DIR.
func (c *Context) judgePlainAll(d *deletion) {
	switch {
	case d.place.Has(PlaceTemp | PlaceTrusted | PlaceArtifact):
	case d.place.Has(PlaceRoot | PlaceSystemDir):
		d.loss, d.what = lossRoot, fmt.Sprintf("this would delete every file in %s, %s", d.path.Abs, d.place.describe())
	case d.place.Has(PlaceHome):
		d.loss, d.what = lossOutside, fmt.Sprintf("this would delete every file in %s, %s", d.path.Abs, d.place.describe())
	case d.place.Has(PlaceInProject | PlaceProject):
		d.loss, d.all = lossInside, true
	}
}

// reaches tells whether a deletion takes a whole place whose loss is a disaster.
func (c *Context) reaches(l *shell.Leaf, d *deletion) bool {
	whole := d.place & wholePlaces
	if d.place.Has(PlaceGitDir) && !d.some && c.takesHistory(d) {
		return true
	}
	if whole == 0 {
		return false
	}
	if d.some {
		return false // a filter spares most: judgeOrdinary asks
	}
	if d.place.Has(PlaceTemp|PlaceTrusted) && whole&^(PlaceSystemDir|PlaceAncestor) == 0 {
		// The temporary directory itself, or a directory in it above the leaf's own: not the
		// project's ancestors, which placeOf tells apart.
		pc := c.prepare()
		return above(d.path.Abs, pc.root) || above(d.path.Abs, pc.cwd) || above(d.path.Abs, pc.home)
	}
	if l.Program == "unlink" {
		return false
	}
	if d.moved && d.path.All && whole&^PlaceProject == 0 {
		return c.movesToNull(l) // mv * sub/ sorts a project, it does not lose it
	}
	if l.Program == "rsync" && !c.emptySource(l) {
		// What a full source replaces is lost all the same where it is a whole home or system.
		return whole&^PlaceAncestor != 0
	}
	return true
}

// takesHistory tells whether a deletion within .git takes what git cannot make again.
func (c *Context) takesHistory(d *deletion) bool {
	if !d.all {
		return false
	}
	root := c.prepare().root
	if d.path.Glob && !d.path.All {
		return d.path.Abs == root // .g* in the project root
	}
	rel, ok := below(d.path.Abs, root)
	if !ok || d.place.Has(PlaceTrusted) {
		return false
	}
	switch rel {
	case ".git", ".git/objects", ".git/refs", ".git/logs":
		return true
	}
	return false
}

// judgeUnset is for a target that becomes a disaster when a variable is empty.
func (c *Context) judgeUnset(l *shell.Leaf, d *deletion) {
	if d.moved || d.found {
		return
	}
	path, ok := c.ResolveEmpty(l, &d.e.Word)
	if !ok {
		if l.Program != "find" && !slices.Contains(l.Via, "find") || !d.path.Anywhere || !d.e.Word.Splits() || d.e.Word.Pieces[0].NonEmpty || len(d.e.Word.Pieces) > 1 {
			return
		}
		// find without a starting point starts here.
		dot := value.Lit(".")
		path = c.Resolve(l, &dot)
		path.Unset = []string{d.e.Word.String()}
	}
	if l.Program == "rm" && path.dots && !slices.Contains(l.Via, "find") {
		return // rm refuses . and ..
	}
	place := c.Classify(l, path)
	if path.Anywhere {
		return
	}
	empty := *d
	empty.path, empty.place, empty.some = path, place, d.e.Filtered && !wideFind(l)
	if !c.reaches(l, &empty) {
		return
	}
	d.loss = lossUnset
	what := place.describe()
	if path.All {
		what = "everything in " + what
	}
	name := strings.Join(path.Unset, " and ")
	d.what = fmt.Sprintf("when %s is empty this deletes %s: %s", name, path.String(), what)
	if v := variableName(path.Unset[0]); v != "" {
		d.advice = fmt.Sprintf("stop when it is empty: write ${%s:?} in place of $%s", v, v)
	}
}

// variableName is the name in $NAME or ${NAME}; "" when it is none.
func variableName(s string) string {
	s = strings.Trim(s, "${}")
	for i := 0; i < len(s); i++ {
		if b := s[i]; b != '_' && (b|0x20 < 'a' || b|0x20 > 'z') && (b < '0' || b > '9') {
			return ""
		}
	}
	return s
}

// judgeElse is for the directory in which a leaf runs when the cd before it fails.
func (c *Context) judgeElse(l *shell.Leaf, d *deletion) {
	path, ok := c.ResolveElse(l, &d.e.Word)
	if !ok {
		return
	}
	other := *d
	other.path, other.place = path, c.Classify(l, path)
	if !c.reaches(l, &other) {
		return
	}
	kind := FileUnknown
	if st := c.Command.cfg.state; st != nil && l.Cwd.Known {
		kind = st.Stat(l.Cwd.Path)
	}
	if kind == FileDir || kind == FileSymlink || c.madeBefore(l, l.Cwd.Path) {
		return
	}
	d.loss, d.ask = lossRoot, kind != FileMissing
	d.what = fmt.Sprintf("when the cd before it fails this deletes %s: %s", path.String(), other.place.describe())
	d.advice = "join them with &&, so that nothing is deleted when the cd fails"
}

// madeBefore tells whether a leaf before this one writes a path: mkdir -p build; cd build.
func (c *Context) madeBefore(l *shell.Leaf, dir string) bool {
	for _, before := range c.Command.leaves {
		if before == l {
			return false
		}
		if before.Program == "mkdir" || before.Program == "git" {
			for i := range before.Parsed.Operands {
				if c.resolve(before, &before.Parsed.Operands[i]).Abs == dir {
					return true
				}
			}
		}
	}
	return false
}

// judgeOrdinary sorts a deletion that reaches no disaster: outside the project, or inside.
func (c *Context) judgeOrdinary(l *shell.Leaf, d *deletion) {
	switch {
	case d.place.Has(PlaceTempRoot) && !d.path.All && !d.some && !d.e.Contents:
		d.loss, d.what = lossOutside, "this deletes the temporary directory itself, which other programs use"
		d.advice = "delete what you put there, by name"
	case d.place.Has(PlaceTemp|PlaceTrusted|PlaceDevice|PlaceHarmlessDev) && !d.place.Has(PlaceRoot|PlaceHome):
	case d.place.Has(PlaceInProject | PlaceProject):
		if !d.some && !d.place.Has(PlaceArtifact) {
			d.loss = lossInside
		}
	case d.place.Has(PlaceArtifact) && !d.place.Has(PlaceInSystem|PlaceSystemDir):
	case l.Remote && !d.place.Has(wholePlaces):
	case d.path.Anywhere, d.path.Abs == "/" && !d.path.Known && !d.path.Glob && !d.found:
	case l.Program == "rsync" && !c.emptySource(l):
	default:
		d.loss = lossOutside
		d.what = fmt.Sprintf("this deletes %s with all below it, outside the project", d.path.String())
		if d.some {
			d.what = fmt.Sprintf("this deletes files all over %s, outside the project", d.path.Abs)
		}
	}
}

func (c *Context) deletes(l *shell.Leaf, d *deletion, toNull bool) string {
	verb := "deletes"
	switch {
	case toNull:
		verb = "moves into the void"
	case d.moved:
		verb = "moves away"
	}
	where := d.path.String()
	what := d.place.describe()
	if d.path.All || d.e.Contents {
		return fmt.Sprintf("this %s everything in %s: %s", verb, d.path.Abs, what)
	}
	if d.path.Glob {
		return fmt.Sprintf("this %s all that matches %s, and that can be %s", verb, where, what)
	}
	return fmt.Sprintf("this %s %s: %s", verb, where, what)
}

// movesToNull tells whether a leaf moves things to /dev/null.
func (c *Context) movesToNull(l *shell.Leaf) bool {
	for i := range l.Effects {
		if e := &l.Effects[i]; e.Kind&program.Write != 0 && e.Via != ">" && e.Via != "&>" && e.Via != ">|" && e.Via != ">&" {
			if text, ok := e.Word.Known(); ok && strings.HasPrefix(text, "/dev/null") {
				return true
			}
		}
	}
	return false
}

// emptySource tells whether what rsync copies is an empty directory: by its name, by a look, or
// because it was just made.
func (c *Context) emptySource(l *shell.Leaf) bool {
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&program.Read == 0 {
			continue
		}
		if e.Word.Origin()&value.Random != 0 {
			return true // $(mktemp -d)
		}
		p := c.Resolve(l, &e.Word)
		if strings.Contains(baseName(p.Abs), "empty") || p.Known && c.madeBefore(l, p.Abs) {
			return true
		}
		if st := c.Command.cfg.state; st != nil && p.Known && !l.Remote && st.Stat(p.Abs) == FileDir {
			if found, ok := st.Glob(escapePattern(p.Abs)+"/*", 1); ok && len(found) == 0 {
				return true
			}
		}
	}
	return false
}

// movesTrees tells whether a program moves directories with all that is in them.
func movesTrees(l *shell.Leaf) bool {
	switch l.Parsed.Canonical() {
	case "gzip", "gunzip", "rsync", "7z", "zip", "install":
		return false
	}
	return true
}
