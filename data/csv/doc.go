// Package csv reads delimited text (comma, semicolon, tab, bar) into tables. The file is gone through twice, in
// parallel chunks that end where a record ends: the first pass finds out what every column can be, over all of its
// values and never a sample; the second converts straight into the columns.
//
// encoding/csv is not used, because it alters data: line ends inside quotes, blank lines, byte order marks.
//
// The rules, which a reader of the table can rely on:
//   - an empty field is null; an empty quoted one is the empty text in a text column and null in others;
//   - NA, N/A, NULL, null and NaN are null in a column whose other values are all numbers, dates or truth values, and
//     a note counts them; in a text column they are text;
//   - a number with leading zeros or a plus sign, or an integer beyond 64 bits, makes its column text;
//   - a decimal of at most 9 places that fits 64 bits is exact; other numbers with a point are 64-bit floats;
//   - a comma is a decimal one only between semicolons, and only where the column shows that it does not group thousands;
//   - a date written with the year last is read only where the column settles which of the two others is the day.
//
// The package must not know other file formats, file names or what the table is for.
package csv
