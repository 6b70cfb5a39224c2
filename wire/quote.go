package wire

import "github.com/bashguard/bashguard/guard/hook"

// quoteJSON is a text as a JSON string, which is a JavaScript and a TOML string as well.
func quoteJSON(s string) string { return string(hook.AppendJSON(nil, s)) }
