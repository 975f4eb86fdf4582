// Package delta reads the log of a Delta Lake table. The log says which files make a version of the table, and which of
// their rows were deleted. It also has the names and the types of the columns, and the values by which the table is
// partitioned. The protocol is https://github.com/delta-io/delta/blob/master/PROTOCOL.md.
//
// A table can need features of the protocol that this package does not have. The error then names such a feature. The
// package must not know how files of rows are read. The only files of rows that it reads are the checkpoints of the
// log.
package delta
