// Package unnest says which list of a file a person means, and what became of the lists of a file. The formats
// with lists have that in common.
//
// A table has one list unnested at most. Each element of the list is a row. The other columns repeat in the
// rows of the elements. A row of the file whose list is null or empty is one row of the table, in which the
// columns of the elements are null.
//
// The package must not know file formats.
package unnest
