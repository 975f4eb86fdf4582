// Package encrypted opens and writes workbooks that are encrypted with a password: those of Excel 2007 and later (MS-OFFCRYPTO, standard and
// agile encryption) and OpenDocument spreadsheets (ODF 1.2 and 1.3, and the encrypted package of LibreOffice).
//
// What was encrypted is in memory alone, and so are passwords. Package encrypted must know neither tables nor cells.
package encrypted
