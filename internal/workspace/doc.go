// Package workspace is the file in which a person keeps pivots: where the table comes from, and the fields on the
// shelves of every tab, in the query language. The file never holds data.
//
// The package reads and writes that file, finds and recognises the file of the table, and keeps copies in the user's
// cache folder. It must not know widgets, commands, or how a pivot runs.
package workspace
