package program

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var (
	tokenPattern = regexp.MustCompile(`^[^\s,:]+(,[^\s,:]+)*(::?([-rwadDmvsSWxtcuknhbCe2#])?!?)?$`)
	argsPattern  = regexp.MustCompile(`^([-rwadDmvsSWxtcuknhbCe]\*?( |$))*$`)
)

func TestEveryRowIsValid(t *testing.T) {
	for _, table := range tables() {
		for i := range table.rows {
			s := &table.rows[i]
			where := table.name + ": " + s.Name
			assert.NotEmpty(t, s.Name, where)
			seen := map[string]bool{}
			shared := strings.Contains(s.Opts, gitRevOpts) || strings.Contains(s.Opts, gitDiffOpts)
			for _, token := range strings.Fields(s.Opts) {
				assert.Regexp(t, tokenPattern, token, where)
				listed, _, _ := strings.Cut(token, ":")
				for _, name := range strings.Split(listed, ",") {
					assert.False(t, seen[name] && !shared, "%s: option %s stands twice", where, name)
					seen[name] = true
				}
			}
			assert.Equal(t, strings.Join(strings.Fields(s.Opts), " "), s.Opts, "%s: blanks", where)
			assert.Regexp(t, argsPattern, s.Args, where)
			assert.LessOrEqual(t, strings.Count(s.Args, "*"), 1, "%s: one repeated role", where)
			for _, name := range strings.Fields(s.Recursive) {
				token, ok := lookup(s.Opts, name)
				assert.True(t, ok && token.name == name, "%s: Recursive names %s, which is no canonical option", where, name)
			}
			switch s.Wrap {
			case WrapArgv, WrapAssign, WrapText, WrapXargs, WrapParallel, WrapMulti, WrapRemote, WrapRemoteArgv:
				assert.True(t, commandAt(s.Args) >= 0 || s.Wrap == WrapArgv && s.Args == "-*" || strings.Contains(s.Opts, ":t") || strings.Contains(s.Opts, ":c"),
					"%s: a wrapper says where its command is", where)
			}
			if i := strings.LastIndexByte(s.Name, ' '); i > 0 {
				above := Find(s.Name[:i])
				if assert.NotNil(t, above, where) {
					assert.NotZero(t, above.Flags&Subcommands, "%s: the row above has subcommands", where)
				}
			}
		}
	}
}

func TestOperandRole(t *testing.T) {
	for _, row := range []struct {
		args string
		n    int
		want string
	}{
		{"r* w", 3, "rrw"},
		{"r* w", 1, "w"},
		{"- r*", 3, "-rr"},
		{"- r*", 1, "-"},
		{"r w", 3, "rw-"},
		{"- r* w x", 4, "-rwx"},
		{"- r* w x", 2, "wx"},
		{"", 2, "--"},
	} {
		var have strings.Builder
		for i := range row.n {
			have.WriteByte(operandRole(row.args, i, row.n))
		}
		assert.Equal(t, row.want, have.String(), "%q with %d operands", row.args, row.n)
	}
}
