//go:build race

package guard_test

// slower is how much slower everything is in this build.
const slower = 10
