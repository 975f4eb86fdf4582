package export

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
)

// parts writes the files of which a workbook consists. It escapes underscores that look like the beginning of an
// escaped character. To a sheet of the library it adds what the library does not write: the rows, and at the end the
// extensions of conditional formats.
type parts struct {
	*zip.Writer
	book *book // complete before the first part is written

	name  string       // the file of a sheet with rows, while the library writes it
	sheet bytes.Buffer // what the library has written of the sheet
	to    io.Writer
}

const (
	noRows     = "<sheetData></sheetData>"
	endOfSheet = "</worksheet>"
)

// newZip begins an archive. It does not use the standard library's deflate, which takes three times as long.
func newZip(w io.Writer) *zip.Writer {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(to, flate.DefaultCompression)
	})
	return z
}

// Create begins a file of the workbook.
func (z *parts) Create(name string) (io.Writer, error) {
	if err := z.finish(); err != nil {
		return nil, err
	}
	w, err := z.Writer.Create(name)
	switch {
	case err != nil:
		return nil, err
	case z.book.rows[name] != nil:
		z.name, z.to = name, w
		z.sheet.Reset()
		return &z.sheet, nil
	case strings.HasSuffix(name, ".xml"): // XML ends in ">", so that escaping keeps no bytes back
		return &escaping{to: w}, nil
	}
	return w, nil
}

// finish writes the last sheet, with what the library does not write.
func (z *parts) finish() error {
	if z.to == nil {
		return nil
	}
	to := z.to
	z.to = nil
	before, after, found := strings.Cut(z.sheet.String(), noRows)
	after, ends := strings.CutSuffix(after, endOfSheet)
	if !found || !ends {
		return fmt.Errorf("BUG: the sheet %s has rows, or no end", z.name)
	}
	library := &escaping{to: to}
	if _, err := io.WriteString(library, before+"<sheetData>"); err != nil {
		return err
	}
	rows := z.book.rows[z.name]
	if _, err := rows.file.WriteTo(to); err != nil {
		return err
	}
	if rows.extended.Len() > 0 {
		after += `<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main">` +
			`<x14:conditionalFormattings>` + rows.extended.String() + `</x14:conditionalFormattings></ext></extLst>`
	}
	_, err := io.WriteString(library, "</sheetData>"+after+endOfSheet)
	return err
}

// Close ends the workbook.
func (z *parts) Close() error {
	if err := z.finish(); err != nil {
		return err
	}
	return z.Writer.Close()
}
