package patch

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFiles(t *testing.T) {
	for text, want := range map[string][]File{
		"":      nil,
		"hello": nil,
		"*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch":                  {{"a.txt", Add}},
		"*** Update File: a b\n@@\n-x\n+y\n*** Delete File: /etc/passwd\r\n":        {{"a b", Update}, {"/etc/passwd", Delete}},
		"*** Update File: a\n*** Move to: ../b\n@@\n":                               {{"a", MoveFrom}, {"../b", MoveTo}},
		"  *** Add File: indented\n+*** Add File: in the content\n*** Add File: \n": {{"indented", Add}},
	} {
		require.Equal(t, want, Files(text), text)
	}
}
