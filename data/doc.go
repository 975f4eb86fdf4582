// Package data holds tables: immutable, typed columns in Arrow layout (contiguous values and a validity
// bitmap) and the values that go in and come out of them.
//
// The packages below it read files into tables (csv, xlsx, parquet; load picks one) and write workbooks.
// data must not know the engine, queries or windows: it is given bytes and gives columns.
package data
