// Package xlsb reads a sheet of a binary Excel workbook into a table. Package sheet decides which rows are the header.
//
// A binary workbook is a zip archive with the same parts as an .xlsx workbook. But the parts with sheets, texts and
// formats have records instead of XML ([MS-XLSB]). A part is inflated while it is read. Each part is read to its end,
// so that its checksum is verified.
//
// The package must not know other file formats, file names or what the table is for.
package xlsb
