// Package arrow reads Arrow IPC files and streams (also called Feather, version 2) into a table.
//
// The reader of arrow-go decodes the file. Arrow files have no checksums, and the reader trusts sizes. Therefore this
// package compares every declared size with the file and the free memory, and turns a panic of the reader into a
// sentence on a damaged file. If the file is not compressed, only the buffers of the wanted columns are read. Structs
// are flattened, as in Parquet. Lists, maps and unions are left out, and a note names them.
//
// Package arrow must not know what the table is for.
package arrow
