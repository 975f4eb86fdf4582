// Package ods reads OpenDocument spreadsheets into tables.
//
// All sheets of a spreadsheet are in one XML part, which is read as a stream. A cell or row that is repeated is written
// once, with a number; an empty sheet declares a million rows of 16,384 columns. Repeated cells take memory only if
// they have a value, and only after a check of the free memory.
//
// The package must not know other file formats, file names or what the table is for.
package ods
