// Package encrypted opens workbooks that are encrypted with a password. It knows workbooks of Excel 2007 and later
// (MS-OFFCRYPTO, standard and agile encryption) and of Excel 97 to 2003 (RC4). It also knows OpenDocument
// spreadsheets (ODF 1.2 and 1.3, and the encrypted package of LibreOffice). It also writes encrypted workbooks for
// Excel 2007 and later.
//
// Decrypted contents and passwords exist only in memory. A workbook that is written lies in a temporary file first,
// already encrypted. Package encrypted must know neither tables nor cells.
package encrypted
