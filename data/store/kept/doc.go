// Package kept stores tables that took long to read, in their columnar form, in a folder of the user's cache. The
// next opening of the same file maps the columns into memory and reads nothing of the file.
//
// A kept table is a file of three parts. They are a head of a fixed size, the arrays of the columns as in memory, and
// a description (gob). The description covers the table, its columns and the place of every array. The form is
// Cardinal's own and not Arrow's, for two reasons. A column of package data has codes of several widths, bases,
// ranges and notes, for which Arrow has no place. And a form that is written and read by one build of one program
// needs no conversion and no compatibility.
//
// A kept table is used only if nothing has changed: the path, how the file is read, the file's size, its time of
// modification, on Unix the time at which the system last changed the file in any way, the fingerprint of its begin,
// middle and end, and the build of Cardinal. A kept table that does not match is removed, and the file is read.
//
// A damaged kept table must never give a wrong number. Every byte of the file is therefore under a checksum (CRC-32C),
// and all of them are checked by all cores before the table is handed out: no reader of a column meets a code outside
// its dictionary, so no reader has to check. The check reads the whole kept table, which is less than half the size of
// a typical text. It runs at the speed of memory if the system still has the file in its cache. If a column were
// checked at its first use, every reader of a column would have to ask for the check, and an answer could begin before
// the damage is known.
//
// A mapping is never undone. Texts of the table are parts of the mapping, and labels, filters and undo hold such
// texts longer than the table lives. The pages of a mapping leave the process once nothing refers to the table's
// columns; what remains are addresses. It is private, so that a write never reaches the file. On systems without a
// mapping the file is read into memory.
//
// A kept table is written to a temporary file that is held by a lock and renamed when it is whole and on the disk.
// Two programs that keep the same table write the same bytes, and a reader gets one of the two files completely. The
// name contains the file's size and time, so that a newer table never has to replace one that is mapped, which
// Windows refuses.
//
// The folder also has ranges of bytes of files at addresses (Ranges). They are under checksums, too, and are not used
// if another user may write to them.
//
// Package kept must not know how files are read, nor when there is time to keep a table.
package kept
