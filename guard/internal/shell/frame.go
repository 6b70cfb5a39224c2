package shell

// frameKind says what return, break, continue and exit leave.
type frameKind uint8

const (
	loopFrame  frameKind = iota
	callFrame            // a function
	shellFrame           // a subshell, or a shell that is started
)

// frame is a part of the text that can be left in its middle; exits is what had changed by then.
type frame struct {
	kind  frameKind
	mark  int
	exits []*delta
}

// inFrame runs f and joins the states in which it was left to the one in which it ended.
func (r *reader) inFrame(kind frameKind, f func()) {
	r.st.enter()
	defer r.st.leave()
	mark := r.st.mark()
	r.frames = append(r.frames, frame{kind: kind, mark: mark})
	f()
	exits := r.frames[len(r.frames)-1].exits
	r.frames = r.frames[:len(r.frames)-1]
	if len(exits) == 0 {
		return
	}
	d := r.st.rollback(mark)
	if !r.terminated {
		exits = append(exits, d)
	}
	r.st.join(false, exits...)
}

// leave notes the state in which a command leaves what it stands in.
func (r *reader) leave(by string) {
	for i := len(r.frames) - 1; i >= 0; i-- {
		f := &r.frames[i]
		found := f.kind == shellFrame
		switch by {
		case "return":
			found = found || f.kind == callFrame
		case "break", "continue":
			found = true
		}
		if !found {
			continue
		}
		if len(f.exits) < maxExits {
			f.exits = append(f.exits, r.st.since(f.mark))
		} else {
			r.limit("Exits", "too many ways out of a loop or a function", false)
		}
		return
	}
}
