// Package encrypted opens workbooks that are encrypted with a password: those of Excel 2007 and later
// (MS-OFFCRYPTO, standard and agile encryption) and of Excel 97 to 2003 (RC4), and OpenDocument spreadsheets
// (ODF 1.2 and 1.3, and the encrypted package of LibreOffice). It writes those of Excel 2007 and later.
//
// What was encrypted and is opened is in memory alone, and so are passwords. What is written lies encrypted in
// a temporary file before. Package encrypted must know neither tables nor cells.
package encrypted
