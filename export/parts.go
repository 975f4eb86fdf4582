package export

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
)

// parts writes the parts of a workbook. It escapes the underscores of texts that look like escaped characters. It
// adds to a sheet of the library what the library does not write: the sheet's rows, and at its end the extended data
// bars.
type parts struct {
	*zip.Writer
	book *book // complete before the first part is written

	name  string       // of the sheet to extend, while the library writes it
	sheet bytes.Buffer // as the library writes it
	to    io.Writer
}

const (
	noRows     = "<sheetData></sheetData>"
	endOfSheet = "</worksheet>"
)

// newZip begins an archive. The standard library's deflate takes three times as long.
func newZip(w io.Writer) *zip.Writer {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(to, flate.DefaultCompression)
	})
	return z
}

// Create begins a part.
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
	case strings.HasSuffix(name, ".xml"): // does not end with a piece of an underscore
		return &escaping{to: w}, nil
	}
	return w, nil
}

// finish writes the extended sheet.
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
