// Package changes says which rows were added, removed and changed between two versions of a table. Rows are matched by
// key columns.
//
// A column has one type in both versions (union.Align), and values are equal if they are equal in that type. Nulls are
// equal to each other, and so are NaN and NaN, and -0 and 0. A text may have several codes in a version, and another
// code in the other one. Few texts are numbered anew, so that equal texts of both versions have one number. Many texts
// are hashed, and compared by their bytes.
//
// The keys of all rows are hashed, and the rows are dealt out by their hash to parts that fit the cache of a core. Each
// part has a hash table of its own. Most hashes occur once in each version. Their rows are compared afterwards, in the
// order of the rows before and a column at a time: first the keys, whose hashes may be equal by chance, and then the
// other columns. If a hash repeats, its rows are parted by their keys. If a key repeats, equal rows are matched first,
// and the others in their order. Without other columns than keys, the result is that of EXCEPT ALL in SQL.
//
// Duplicates finds the equal rows of one table in the same way.
//
// The package must not know files.
package changes
