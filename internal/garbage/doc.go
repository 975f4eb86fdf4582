// Package garbage lets Go's collector begin late: a short command ends before it collects anything. The package is
// initialised before the packages of other modules, since its path precedes theirs. Those packages allocate most of the
// memory of a start.
package garbage
