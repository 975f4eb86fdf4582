// Package garbage lets Go's collector begin late: a short command ends before it collects anything. The package is
// initialised before those of other modules, since its path is less than theirs, and they allocate most of a start.
package garbage
