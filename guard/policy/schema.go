package policy

import _ "embed"

//go:embed schema.json
var schema string

// Schema is the JSON schema of a policy file. Editors read it; the loader does not, it says
// more.
func Schema() string { return schema }
