package battery

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestJSONStyles(t *testing.T) {
	o := obj("a", "r/m", "b", obj("c", nil, "d", []any{number("1"), true}), "e", obj())
	for _, test := range []struct {
		style jsonStyle
		want  string
	}{
		{jsonStyle{}, `{"a":"r/m","b":{"c":null,"d":[1,true]},"e":{}}`},
		{jsonStyle{Spaced: true}, `{"a": "r/m", "b": {"c": null, "d": [1, true]}, "e": {}}`},
		{jsonStyle{Indent: true}, "{\n  \"a\": \"r/m\",\n  \"b\": {\n    \"c\": null,\n    \"d\": [\n      1,\n      true\n    ]\n  },\n  \"e\": {}\n}"},
		{jsonStyle{Indent: true, CRLF: true}, "{\r\n  \"a\": \"r/m\",\r\n  \"b\": {\r\n    \"c\": null,\r\n    \"d\": [\r\n      1,\r\n      true\r\n    ]\r\n  },\r\n  \"e\": {}\r\n}"},
		{jsonStyle{Escape: true}, `{"a":"\u0072\/\u006d","b":{"c":null,"d":[1,true]},"e":{}}`},
	} {
		assert.Equal(t, test.want, string(test.style.encode(o)))
	}
}
