// Package infer makes columns of the cells of a document. It finds the types of the columns, and notes whatever the
// columns leave out or change. Readers of all formats without types of their own use it: delimited text, JSON, SQLite,
// and the texts of sheets.
//
// A reader hands over batches of cells, in blocks of rows, on all cores (Worker), or row by row (Rows). A cell is a
// range of bytes of the document, which is copied only if it has escapes. The first reading looks at all values. It
// converts a column on the way while all of its values have the type of the first ones (draft). The other columns are
// converted at a second reading, if there are any: the reader then adds the same rows again. A third reading compares
// the writings of numbers. It is rare.
//
//	document --> batches of cells --> drafts, statistics --> chunks of a block --> columns, with notes
//	                                          |                                       ^
//	                                          +--> what each column becomes ----------+
//
// The rules follow. A note names whatever they leave out or change:
//   - an empty cell is null; an empty cell in quotes is the empty text in a text column and null in others;
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
//   - a leap second, such as 23:59:60, is read as the second that follows, and a note says so.
//
// The package must not know file formats, file names or what the table is for.
package infer
