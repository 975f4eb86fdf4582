// Package parallel runs the independent pieces of a load on all processors. A panic in a piece becomes an error:
// a damaged file must not end the program. It knows nothing of files or tables.
package parallel
