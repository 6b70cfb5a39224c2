package jail_test

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/spellings/jail"
)

// A check sees what a path leads to inside, whoever runs the jail: what is closed, or was moved behind a
// link, is not gone.
func TestChecksSeeThroughLinksAndModes(t *testing.T) {
	j := open(t)
	w := &jail.World{
		ID: "view", Cwd: "/home/dev",
		Files: []jail.File{{Path: "/home/dev/d/a", Text: "a"}, {Path: "/home/dev/closed/", Mode: 0o100}, {Path: "/home/dev/closed/b", Text: "b"}},
	}
	gone, changed, wrote := jail.Gone("/home/dev/d/a"), jail.Changed("/home/dev/d/a"), jail.Wrote("/home/dev/d/a", "new")
	mode, closed := jail.Mode("/home/dev/d", fs.ModeSticky), jail.Gone("/home/dev/closed/b")
	for text, want := range map[string][]bool{
		":":                                  {false, false, false, false, false},
		"chmod 000 d":                        {false, false, false, false, false},
		"chmod 000 d/a; chmod 000 d":         {false, false, false, false, false},
		"chmod 000 d ~ /home /":              {false, false, false, false, false},
		"echo new > d/a; chmod 000 d/a d":    {false, true, true, false, false},
		"rm d/a; chmod 000 d":                {true, true, false, false, false},
		"chmod 1000 d":                       {false, false, false, true, false},
		"mv d /tmp/e; ln -s /tmp/e d":        {false, false, false, false, false},
		"mv d e; ln -s e d":                  {false, false, false, false, false},
		"mv d e; ln -s ../../home/dev/e d":   {false, false, false, false, false},
		"mv d e; ln -s d d":                  {true, true, false, false, false},
		"mv d e; touch d":                    {true, true, false, false, false},
		"mv d/a e; ln -s /home/dev/e d/a":    {false, false, false, false, false},
		"rm d/a; ln -s /dev/null d/a":        {false, true, false, false, false},
		"rm d/a; mkdir d/a":                  {false, true, false, false, false},
		"chmod 700 closed; rm closed/b":      {false, false, false, false, true},
		"chmod 700 closed; echo > closed/b2": {false, false, false, false, false},
	} {
		res := run(t, j, w, text, gone, changed, wrote, mode, closed)
		assert.Equal(t, want, res.Happened, "after %q: %+v", text, res)
	}
}
