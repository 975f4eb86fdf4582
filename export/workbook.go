package export

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/localfile"
)

// The names of the sheets.
const (
	pivotSheet   = "Pivot"
	profileSheet = "Profile"
	rowsSheet    = "Rows"
)

// workbook writes an Excel workbook of two sheets: the grid as on the screen, with numbers and dates as such, and the query with
// the profile. Texts are never formulas. A grid that no sheet can hold is an error before anything is written.
func workbook(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	g := p.Grid
	if g.Rows > maxSheetRows || g.Cols > maxSheetCols {
		return Report{}, fmt.Errorf("a sheet holds %s rows and %s columns, and this pivot has %s and %s: fold or filter it, keep the top rows only, or save it as CSV or Parquet",
			whole(maxSheetRows), whole(maxSheetCols), whole(g.Rows), whole(g.Cols))
	}
	return book(ctx, w, "Pivot", pivotSheet, g, func(f *excelize.File, s *styles) error {
		q := g.Tab().Query
		q.Layout = g.Layout
		if err := writeProfile(f, s, &q, p.Profile); err != nil {
			return fmt.Errorf("cannot write the sheet %s: %w", profileSheet, err)
		}
		return nil
	})
}

// rowsBook writes an Excel workbook of one sheet, with rows of a table under the names of its columns.
func rowsBook(ctx context.Context, w io.Writer, l pivot.Listing) (Report, error) {
	if rows, cols, _, _ := l.Size(); rows > maxSheetRows || cols > maxSheetCols {
		return Report{}, fmt.Errorf("a sheet holds %s rows and %s columns, and these have %s and %s with the header: save them as CSV",
			whole(maxSheetRows), whole(maxSheetCols), whole(rows), whole(cols))
	}
	return book(ctx, w, "Rows", rowsSheet, l, func(*excelize.File, *styles) error { return nil })
}

// book writes a workbook with one sheet of cells, to which more adds others.
func book(ctx context.Context, w io.Writer, title, name string, cells Cells, more func(*excelize.File, *styles) error) (Report, error) {
	localfile.Sweep(os.TempDir())
	dir, remove, err := localfile.TempDir() // for what the library does not keep in memory
	if err != nil {
		return Report{}, fmt.Errorf("cannot keep temporary files: %w", err)
	}
	defer remove()
	f := excelize.NewFile(excelize.Options{TmpDir: dir})
	defer f.Close()
	// The zip goes straight to w instead of into memory; the buffer that excelize offers stays empty.
	s := &sheet{ctx: ctx, name: name, cells: cells, styles: newStyles(f)}
	f.SetZipWriter(func(io.Writer) excelize.ZipWriter { return &extended{Writer: zip.NewWriter(w), bars: &s.bars} })
	if err := f.SetSheetName(f.GetSheetName(0), name); err != nil {
		return Report{}, err
	}
	if err := f.SetDocProps(&excelize.DocProperties{Creator: "Cardinal", Title: title}); err != nil {
		return Report{}, err
	}
	if err := f.SetAppProps(&excelize.AppProperties{Application: "Cardinal"}); err != nil {
		return Report{}, err
	}
	if err := s.write(f); err != nil {
		return Report{}, fmt.Errorf("cannot write the sheet %s: %w", name, err)
	}
	if err := s.setTitles(f); err != nil {
		return Report{}, fmt.Errorf("cannot name the headers of the sheet %s: %w", name, err)
	}
	if err := more(f, s.styles); err != nil {
		return Report{}, err
	}
	if _, err := f.WriteToBuffer(); err != nil {
		return Report{}, fmt.Errorf("cannot write the workbook: %w", err)
	}
	return s.report, nil
}
