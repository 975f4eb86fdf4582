// Package data holds tables of immutable, typed columns. A column is in Arrow's layout: contiguous values and a
// validity bitmap. A Value is one cell of a column.
//
// The packages below data read files into tables: csv, json, xlsx, xls, parquet and others read one format
// each, and load picks one of them. Package data is given bytes and gives columns. It must not know the engine,
// queries or windows.
package data
