// Package lookup adds columns of a second table to a table, by a key that both have: a left join, many to one. The
// number of rows never changes.
//
// The package must not know files: the caller reads the second table. A Spec names that table in words.
package lookup
