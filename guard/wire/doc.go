// Package wire puts the guard's hook into the settings of AI coding agents and takes it out again.
//
// It changes what is its own and nothing else: other keys, their order, indentation and line ends
// stay. A file that it cannot parse it leaves alone. What is to be written is planned first, as a
// list of changes that can be shown, and is then written file by file, each the old or the new one
// at any moment.
package wire
