// Package worlds holds the places in which disasters are proven: a home with keys, a machine's root, a
// repository with a remote, a network, databases, clouds, disks. They are data for package jail.
//
// Each world is a function that returns the same pointer every time, since a jail makes one template
// for each pointer. Worlds are small on purpose: every proof copies one.
//
// Programs that a proof must not or cannot run are stubs with a memory: the psql of these worlds removes
// the files of a database when it is told to drop it, mkfs overwrites its device, terraform empties its
// state. A check then looks at what is left, and holds for every way to write the command; a check of the
// words of a call would hold for one.
//
// What a stub keeps stands beside it: [DatabaseDir], [VolumeDir] and so on. [Extend] makes a world out of
// another one; the lists of files and stubs ([HomeFiles], [NetStubs], [Runners] ...) are there to be put
// together.
package worlds
