// Package spill stores arrays that do not fit into memory on the disk. An array is a temporary file that is mapped
// into memory. The system reads its pages when they are used, and takes their memory back when it is needed
// elsewhere. For its readers, such an array is a slice like any other. Therefore a table of spilled columns gives the
// same answers, bit for bit, as a table in memory, and every step of a pivot works on it.
//
// The alternative is to read the file again for every pivot, one range of rows at a time, and to merge the groups of
// the ranges. A second pivot would then cost as much as the first. A spilled column is read only once, and takes one or
// two bytes of the disk for each row.
//
// Arrays are filled through Write and Fill, which write to the file. A write to a page of the mapping would make the
// system clear the page first, and mark it as changed. That took more processor time than decoding a column of
// Parquet.
//
// A file has no name once it is mapped, so its disk space is freed at the end of the process, even if the process is
// killed. Its blocks are allocated before it is mapped, so that a full disk is an error at once, and not a signal at
// some later write. A mapping of a table is undone only if reading the table failed, because key columns and labels use
// parts of columns longer than the table lives.
//
// A table of Parquet or delimited text is spilled if its columns would take more than half of the memory that it may
// take. A row group or a piece of a column is decoded into a buffer, which is then written to the file. The values that
// the first pass over a text converts, and the codes of a row group's texts, also go to such files if they do not fit.
// (In a file of many row groups, the first row group suggests the width of the codes, and the others write to the
// column at once.) Pages are returned to the system when they are filled and when a pass has read them. If more than a
// quarter of the limit is in use, this also happens a hundred times a second.
//
// On systems without such mappings Make returns an error, and a table that does not fit is refused.
//
// Package spill must not know what the arrays hold.
package spill
