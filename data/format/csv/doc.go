// Package csv reads delimited text (comma, semicolon, tab, bar) into tables. It reads the file in parallel blocks
// that end where a record ends, and hands their fields to package infer, which finds the types of the columns. If
// quotes do not close as they should, the first pass is repeated in other dialects.
//
// encoding/csv is not used, because it alters data (line ends inside quotes, blank lines, byte order marks) and is
// slow. It reads 100 MB a second on one core; package cut reads 320.
//
// The rules of reading follow. A note of the table names whatever they leave out or change:
//   - lines below the table are left out only if they clearly are no rows. They have few fields or are totals, and
//     either a blank line precedes them or their values are of other kinds;
//   - a quote begins a quoted field only if the closing quote ends the field; else both are plain characters. Quotes
//     are plain characters in the whole file if this makes fewer rows ragged. A backslash escapes quotes if this leaves
//     fewer of them unclosed. Blanks before a quote do not belong to the field if most such quotes close properly. A
//     quote that never closes is a plain character if no row is lost by this;
//   - comments and titles above the table are left out. If the first line has values like the lines below it, it is a
//     row;
//   - a row that is longer than the first line adds columns, 64 at most.
//
// Package charset finds the encoding, and package cut the records and fields. This package decides which lines are rows
// and how many columns they have. Package infer converts the values.
//
// The package must not know other file formats, file names or what the table is for.
package csv
