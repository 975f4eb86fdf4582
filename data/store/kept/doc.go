// Package kept keeps tables that took long to read, in their columnar form, in a folder of the user's cache.
// The next opening of the same file maps the columns into memory and reads nothing of the file.
//
// A kept table is a file of three parts: a head of a fixed size, the arrays of the columns as they stand in
// memory, and a description (gob) of the table, its columns and the place of every array. The form is
// Cardinal's own and not Arrow's, because a column of package data has codes of several widths, bases, ranges
// and notes that Arrow has no place for, and because a form that is written and read by one build of one
// program needs no conversion and no compatibility.
//
// A kept table is used only if everything is as it was: the path, how the file is read, the file's size, its
// time of modification, on Unix the time at which the system last changed the file in any way, the fingerprint
// of its begin, middle and end, and the build of Cardinal. A kept table that does not fit is removed, and the
// file is read.
//
// A damaged kept table must never give a wrong number. Every byte of the file is therefore under a checksum
// (CRC-32C), and all of them are checked by all cores before the table is handed out: a code that points out of
// its dictionary never reaches anybody, and no place that reads a column has to check. The check reads what is
// kept, which is less than half of a typical text, at the speed of memory where the system still has it in its
// cache. Checking a column at its first use would be lazier, but every reader of a column would have to ask,
// and an answer could begin before the damage is known.
//
// A mapping is never undone. Texts of the table are parts of the mapping, and labels, filters and undo hold
// such texts longer than the table lives. The pages of a mapping leave the process once nothing refers to the
// table's columns; what remains are addresses. It is private, so that a write never reaches the file. On
// systems without a mapping the file is read into memory.
//
// A kept table is written to a temporary file that is held by a lock and renamed when it is whole and on the
// disk. Two programs that keep the same table write the same; whoever reads gets one of them whole. The name
// has the file's size and time in it, so that a newer table never has to replace one that is mapped, which
// Windows refuses.
//
// Package kept must not know how files are read, nor when there is time to keep a table.
package kept
