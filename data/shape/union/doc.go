// Package union joins several tables into one, with their rows below each other. Columns are matched by their names.
//
// The package must not know files or formats: a part has a table, and a name for sentences.
package union
