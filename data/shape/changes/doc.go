// Package changes says which rows of a table were added, removed and changed since another version of it. Rows are
// matched by key columns.
//
// Both versions are in one table, one below the other, as package union stacks them. So a column has one type in both
// versions, and values are compared in that type. Null equals null, NaN equals NaN, and -0 equals 0. Equal texts may
// have several codes. If a dictionary has at least eight rows for each text, equal texts get one new number. Otherwise
// the texts are hashed, and compared by their bytes.
//
// The keys of all rows are hashed, and the rows are partitioned by their hash. A part fits the cache of a core. Each
// part has a hash table of its own. If a hash occurs once in each version, its two rows are compared later, a column at
// a time, in the order of the earlier version. The keys come first, because hashes may be equal by chance. If a hash
// repeats, its rows are grouped by their keys. If a key repeats, equal rows are matched first, and then the other rows
// in their order. If all columns are keys, the result is that of EXCEPT ALL in SQL. Duplicates finds the equal rows of
// one table in the same way.
//
// The package must not know files.
package changes
