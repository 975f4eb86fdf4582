// Package parallel runs the independent pieces of a load on all processors. A panic in a piece becomes an
// error, because a damaged file must not end the program. The package must not know files or tables.
package parallel
