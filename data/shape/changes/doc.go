// Package changes says which rows of a table were added, removed and changed since another version of it. Rows are
// matched by key columns.
//
// Both versions stand in one table, one below the other, as package union stacks them: a column then has one type, and
// values are equal if they are equal in that type. Nulls are equal to each other, and so are NaN and NaN, and -0 and 0.
// Equal texts may have several codes. The texts of a small dictionary are numbered anew. Those of a dictionary with
// more than a text for eight rows are hashed, and compared by their bytes.
//
// The keys of all rows are hashed, and the rows are dealt out by their hash to parts that fit the cache of a core. Each
// part has a hash table of its own. Rows whose hash stands once in each version are compared afterwards, in the order
// of the rows before and a column at a time: first the keys, whose hashes may be equal by chance, and then the other
// columns. If a hash repeats, the rows are parted by their keys; of a key that repeats, equal rows are matched first,
// and what is left over in order. Without other columns than keys, the result is that of EXCEPT ALL in SQL. Duplicates
// finds the equal rows of one table in the same way.
//
// The package must not know files.
package changes
