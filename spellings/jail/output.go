package jail

import (
	"errors"
	"io"
	"os"
	"time"
)

// output is a pipe that keeps the first bytes that come through it. It is no file, since a text that
// opens /dev/stdout anew would cut that.
type output struct {
	read, write *os.File
	done        chan []byte
}

func newOutput(limit, uid int) (*output, error) {
	o := &output{done: make(chan []byte, 1)}
	var err error
	if o.read, o.write, err = os.Pipe(); err != nil {
		return nil, err
	}
	if uid >= 0 {
		// A text that opens /dev/stdout anew needs to be its owner.
		if err = o.write.Chown(uid, uid); err != nil {
			return nil, errors.Join(err, o.read.Close(), o.write.Close())
		}
	}
	go func() {
		data, _ := io.ReadAll(io.LimitReader(o.read, int64(limit)))
		o.read.Close() // who writes more gets a broken pipe
		o.done <- data
	}()
	return o, nil
}

// text is called once, when the process has ended, and all of its kind with it: nobody is left to hold
// the pipe open, and if somebody were, we would not wait.
func (o *output) text() string {
	const grace = time.Second
	_ = o.read.SetReadDeadline(time.Now().Add(grace))
	return string(<-o.done)
}
