// Package arrow reads Arrow IPC files and streams (also called Feather, version 2) into a table.
//
// The reader of arrow-go decodes the file. Arrow files have no checksums, and the reader believes any size that a file
// declares. Therefore this package compares every declared size with the file and the free memory, and turns a panic of
// the reader into an error that says that the file is damaged. If the file is not compressed, only the buffers of the
// wanted columns are read. A struct becomes a column for each of its fields, as in Parquet. Of several lists, a person
// chooses the one whose elements become rows. Other lists, maps and unions are left out, and a note names them.
//
// Package arrow must not know what the table is for.
package arrow
