// Package delta reads the log of a Delta Lake table: which files, and which of their rows, make a version of the
// table, under which names and types its columns stand, and the values of its partitions. The protocol is
// https://github.com/delta-io/delta/blob/master/PROTOCOL.md.
//
// A table that needs more of a reader than the package knows is refused by the name of what it needs. The package must
// not know how the files of rows are read. It knows only the tables of checkpoints.
package delta
