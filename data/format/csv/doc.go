// Package csv reads delimited text (comma, semicolon, tab, bar) into tables. It reads the file in parallel blocks
// that end where a record ends, and hands their fields to package infer, which finds the types of the columns. If
// quotes do not close as they should, the first reading is tried in other dialects.
//
// encoding/csv is not used, because it alters data (line ends inside quotes, blank lines, byte order marks) and is
// slow. It reads 100 MB a second on one core; package cut reads 320.
//
// The rules of reading follow. A note of the table names whatever they leave out or change:
//   - lines below the table are left out where more than a word speaks for it;
//   - a quote opens a field only where the closing quote ends the field; else both are characters. Quotes are
//     characters in the whole file where that makes fewer ragged rows. A backslash escapes quotes where that leaves
//     fewer of them unclosed. Blanks before a quote do not belong to the field where most such quotes close as they
//     should. A quote that never closes is a character where no row is lost by it;
//   - comments and titles above the table are left out. A first line that holds values like those below it is a row;
//   - a row that is longer than the first line adds columns, 64 at most.
//
// Package charset finds the encoding, and package cut the records and fields. This package decides which lines are rows
// and how many columns they have. Package infer converts the values.
//
// The package must not know other file formats, file names or what the table is for.
package csv
