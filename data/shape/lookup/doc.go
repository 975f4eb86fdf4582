// Package lookup adds columns of a second table to a table, by a key that both have: a left join, many to one. The
// number of rows does not change, unless the spec asks for a right, full or anti join, or for every line of a key.
//
// The package must not know files: the caller reads the second table. A Spec names that table in words.
package lookup
