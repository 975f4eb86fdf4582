// Package kept stores tables that took long to read, in their columnar form, in a folder of the user's cache. When the
// same file is opened again, the columns are mapped into memory, and the file is not read.
//
// A kept table is a file of three parts. They are a head of a fixed size, the arrays of the columns as in memory, and a
// description (gob). The description covers the table, its columns and the offset of every array. The form is
// Cardinal's own and not Arrow's, for two reasons. Arrow has no fields for the width of a column's codes, its base, its
// ranges and its notes. And a form that only one build of one program writes and reads needs no conversion and no
// compatibility.
//
// A kept table is used only if none of these has changed: the path, how the file is read, the file's size, its time of
// modification, the fingerprint of its beginning, middle and end, and the build of Cardinal. On Unix, the time at which
// the system last changed the file in any way must not have changed either. A kept table that does not match is
// removed, and the file is read.
//
// A damaged kept table must never give a wrong number. A checksum (CRC-32C) therefore covers every byte of the file,
// and all cores check the sums before the table is used. A reader of a column then never meets a code outside its
// dictionary, and need not check. The check reads the whole kept table, which is less than half the size of a typical
// text. It runs at the speed of memory if the system still has the file in its cache. If a column were checked at its
// first use, every reader of a column would have to ask for the check, and an answer could begin before the damage is
// known.
//
// A mapping is never undone. Texts of the table are parts of the mapping, and labels, filters and undo refer to such
// texts longer than the table lives. Once nothing refers to the table's columns, the memory of the mapping goes back to
// the system, and the mapping takes only addresses. The mapping is private, so a write never reaches the file. On
// systems without a mapping the file is read into memory.
//
// A kept table is written to a locked temporary file, which is renamed when it is complete and on the disk. Two
// programs that keep the same table write the same bytes, and a reader gets one of the two files completely. The name
// contains the size and time of the table's source. A newer table thus has another name, and never replaces a mapped
// file, which Windows would refuse.
//
// The folder also has ranges of bytes of files at addresses (Ranges). They are under checksums, too, and are not used
// if another user may write to them.
//
// Package kept must not know how files are read, nor when there is time to keep a table.
package kept
