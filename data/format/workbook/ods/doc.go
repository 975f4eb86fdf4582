// Package ods reads OpenDocument spreadsheets into tables.
//
// All sheets of such a file lie in one XML part, which is read as a stream. Cells and rows that repeat are
// written once with a number, and an empty sheet says that it has a million rows of 16,384 columns: what
// repeats takes memory only where it has a value, and only after the memory has been asked for.
//
// The package must not know other file formats, file names or what the table is for.
package ods
