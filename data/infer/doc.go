// Package infer makes columns of the cells of a document. It chooses the types of the columns, and notes whatever the
// columns change or lack. All formats without types of their own use it: delimited text, JSON, SQLite, and the texts of
// sheets.
//
// A reader passes on batches of cells, either in blocks of rows on all cores (Worker), or row by row (Rows). A cell is
// a range of bytes of the document; only a cell with escapes is copied. The first pass over the document looks at all
// values. It also converts a column, as long as all values have the type of the first ones (draft). If other columns
// remain, the reader adds the same rows again, and the second pass converts these columns. A third pass, which is rare,
// compares the spellings of numbers.
//
//	document --> batches of cells --> drafts, statistics --> chunks of a block --> columns, with notes
//	                                           |                                       ^
//	                                           +--> what each column becomes ----------+
//
// The rules follow. A note names whatever they change or leave out:
//   - an empty cell is null; an empty cell in quotes is the empty text in a text column and null in others;
//   - texts such as NA, n/a, \N, - and ? (nullTexts) are null in a column whose other values are all numbers, dates or
//     truth values; in a text column they are text;
//   - a number with leading zeros, an integer beyond 64 bits or any other text makes its column text. If such values
//     are few, a note names the first one;
//   - a decimal with at most 9 decimal places that fits 64 bits is exact; other numbers are 64-bit floats, and a note
//     counts the numbers with more digits than a float;
//   - the decimal separator of a column is the sign, a point or a comma, with which all of its values are numbers. If
//     both signs fit, other columns decide, then the delimiter;
//   - plus and minus signs, thousands separators, parentheses around negative numbers, a currency and a per cent sign
//     belong to numbers. The column keeps them as its data.NumberFormat. 30% is 0.3;
//   - dates and times have any form that data/number/datetime reads. A date with the year last is read only if the
//     column shows which number is the day, or if points separate its numbers;
//   - times of day are text, written with 24 hours; yes and no are truth values if both occur;
//   - a leap second, such as 23:59:60, is read as the next second, and a note says so.
//
// The package must not know file formats, file names or what the table is for.
package infer
