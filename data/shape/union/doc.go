// Package union makes one table of several, one below the other. Columns are matched by their names.
//
// The package must not know files or formats: a part has a table, and a name for sentences.
package union
