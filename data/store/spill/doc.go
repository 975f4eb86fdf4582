// Package spill gives arrays that do not fit the memory a place on the disk. An array is a temporary file that
// is mapped into memory: the system reads its pages when they are used and takes their memory back when it is
// wanted elsewhere. Whoever reads such an array sees a slice like any other, so a table of spilled columns
// gives the same answers, bit for bit, as one in memory, and every step of a pivot works on it.
//
// The alternative is to read the file again for every pivot, a stretch at a time, and to merge the groups of
// the stretches. A second pivot would then cost as much as the first. A spilled column costs its reading once,
// and takes the disk a byte or two a row.
//
// Arrays are filled through Write and Fill, which write to the file. A page of the mapping that is written to
// is cleared first, and noted as changed: that took more of the processor's time than to decode a column of
// Parquet.
//
// A file has no name once it is mapped, so that the end of the process, whatever ends it, gives its disk back.
// Its blocks are taken before it is mapped: a full disk is an error then, and not a signal at some later write.
// A mapping of a table is undone only where reading the table failed, because key columns and labels hold parts
// of columns longer than the table lives.
//
// On systems without such mappings Make is an error, and a table that does not fit is refused.
//
// Package spill must not know what the arrays hold.
package spill
