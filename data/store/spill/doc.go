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
// A table of Parquet or delimited text whose columns would take more than half of the memory that it may take is
// spilled (data/store/spill): the columns are mapped temporary files without a name. A row group or a piece of a
// column is decoded into a buffer and written to the file, because the system clears each page of a mapping before
// its first value is written. What the first pass over a text converts, and the codes of a row group's texts, go to
// such files, too, when they do not fit. (In a file of many row groups the first one suggests the width of the
// codes, and the others write to the column at once.) A spilled column is a slice like any other, so every later
// step is the same, and so is every bit of the answer. Pages are given back to the system when they are filled and
// when a pass has read them, and a hundred times a second where those in use are more than a quarter of the limit.
//
// On systems without such mappings Make is an error, and a table that does not fit is refused.
//
// Package spill must not know what the arrays hold.
package spill
