// Package csv reads delimited text (comma, semicolon, tab, bar) into tables. It reads the file in parallel blocks
// that end where a record ends. The first pass finds the possible types of every wanted column, over all of its
// values. It already converts the columns whose values all have the type of their first values. The second pass
// converts the other columns, if any. If quotes do not close as they should, further first passes try other dialects.
//
// encoding/csv is not used. It alters data (line ends inside quotes, blank lines, byte order marks), and it cuts
// records at a third of the speed (100 MB/s against 320 on one core).
//
// The rules of reading follow. A note of the table names whatever they leave out or change:
//   - an empty field is null; an empty quoted field is the empty text in a text column and null in others;
//   - texts such as NA, n/a, \N, - and ? (nullTexts) are null in a column whose other values are all numbers, dates or
//     truth values; in a text column they are text;
//   - a number with leading zeros, an integer beyond 64 bits or any other text makes its column text. Where such values
//     are few, a note names the first one;
//   - a decimal of at most 9 places that fits 64 bits is exact; other numbers are 64-bit floats, and a note counts
//     those that a float does not hold;
//   - the decimal sign of a column, a point or a comma, must make all of its values numbers. Where both do, the other
//     columns decide, then the delimiter;
//   - signs, thousands, brackets around negative numbers, a currency and per cent belong to numbers. The column keeps
//     them as its data.NumberFormat. 30% is 0.3;
//   - dates and times have any form that data/number/datetime reads. A date written with the year last is read only
//     where the column tells the day from the month, or points stand between its numbers;
//   - times of day are text, written with 24 hours; yes and no are truth values where both occur;
//   - lines below the table are left out where more than a word speaks for it;
//   - a leap second, such as 23:59:60, is read as the second that follows, and a note says so;
//   - a quote opens a field only where the closing quote ends the field; else both are characters. Quotes are
//     characters in the whole file where that makes fewer ragged rows. A backslash escapes quotes where that leaves
//     fewer of them unclosed. Blanks before a quote do not belong to the field where most such quotes close as they
//     should. A quote that never closes is a character where no row is lost by it;
//   - comments and titles above the table are left out. A first line that holds values like those below it is a row;
//   - a row that is longer than the first line adds columns, 64 at most.
//
// Package cut finds the records and fields, and package charset the encoding. This package decides what the lines and
// the columns are, and converts the values.
//
// The package must not know other file formats, file names or what the table is for.
package csv
