// Package encrypted opens workbooks that are encrypted with a password. It opens workbooks of Excel 2007 and later
// (MS-OFFCRYPTO, standard and agile encryption) and of Excel 97 to 2003 (RC4). It opens OpenDocument spreadsheets, too
// (ODF 1.2 and 1.3, and the encrypted package of LibreOffice). It writes encrypted workbooks for Excel 2007 and later.
//
// Decrypted contents and passwords exist only in memory. A new workbook is first written to a temporary file, which has
// only encrypted bytes. Package encrypted must know neither tables nor cells.
package encrypted
