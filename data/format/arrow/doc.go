// Package arrow reads Arrow IPC files and streams (also called Feather, version 2) into a table.
//
// The reader of arrow-go decodes the file. Arrow files have no checksums, and their readers trust sizes: every
// size that a file declares is held against the file and the free memory, and a panic of the reader is a
// sentence on a damaged file. Structs are flattened, as in Parquet. Lists, maps and unions are left out, and a
// note names them.
//
// Package arrow must not know what the table is for.
package arrow
