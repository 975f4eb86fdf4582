// Package unnest chooses the list of a file that a person means, and describes what happened to the lists of a file.
// All formats with lists use it.
//
// At most one list of a table is unnested. Each element of the list is a row. The other columns repeat in the rows of
// the elements. A row of the file whose list is null or empty is one row of the table, in which the columns of the
// elements are null.
//
// The package must not know file formats.
package unnest
