// Package data holds tables of immutable, typed columns. A column has Arrow's layout: contiguous values and a
// validity bitmap. A Value is one cell of a column.
//
// The packages below data read files into tables. Each package of format reads one format, and load picks the package
// for a file. Package data is given bytes and gives columns. It must not know the engine, queries or windows.
package data
