// Package csv reads delimited text (comma, semicolon, tab, bar) into tables. The file is gone through twice, in
// parallel chunks that end where a record ends: the first pass finds out what every column can be, over all of its
// values and never a sample; the second converts straight into the columns. A further first pass tries another way to
// read quotes where the first one does not explain them.
//
// encoding/csv is not used, because it alters data: line ends inside quotes, blank lines, byte order marks.
//
// The rules, which a reader of the table can rely on. What they take away or change is a note of the table:
//   - an empty field is null; an empty quoted one is the empty text in a text column and null in others;
//   - markers such as NA, n/a, \N, - and ? (marks) are null in a column whose other values are all numbers, dates or
//     truth values; in a text column they are text;
//   - a number with leading zeros, or an integer beyond 64 bits, makes its column text; so does any other text. A note
//     names the first one where they are few;
//   - a decimal of at most 9 places that fits 64 bits is exact; other numbers are 64-bit floats, and a note counts those
//     that a float does not hold;
//   - the decimal sign of a column, a point or a comma, must make all of its values numbers. Where both do, the other
//     columns decide, then the delimiter;
//   - signs, thousands, brackets around negative numbers, a currency and per cent belong to numbers. The column keeps
//     them as its data.Format. 30% is 0.3;
//   - a date written with the year last is read only where the column settles which of the two others is the day;
//   - a quote opens a field only where the closing one ends it; else both are characters. Quotes are characters in the
//     whole file where that makes fewer ragged rows, and a backslash escapes quotes where that leaves fewer unclosed;
//   - comments and titles above the table are left out. A first line that holds what the rows hold is a row;
//   - a row that is longer than the first line adds columns, 64 at most.
//
// The package must not know other file formats, file names or what the table is for.
package csv
