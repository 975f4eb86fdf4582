package export

import (
	"archive/zip"
	"context"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// The names of the sheets.
const (
	pivotSheet   = "Pivot"
	profileSheet = "Profile"
)

// Workbook writes an Excel workbook of two sheets: the grid as it is on the screen, with numbers and dates as such,
// and the profile with the query (p nil: the query alone). Texts are never formulas. A grid that no sheet can hold
// is refused before anything is written.
func Workbook(w io.Writer, g *pivot.Grid, p *profiler.Record) (Report, error) {
	return workbook(context.Background(), w, g, p)
}

func workbook(ctx context.Context, w io.Writer, g *pivot.Grid, p *profiler.Record) (Report, error) {
	if g.Rows > maxSheetRows || g.Cols > maxSheetCols {
		return Report{}, fmt.Errorf("a sheet holds %s rows and %s columns, and this pivot has %s and %s: fold or filter it, keep the top rows only, or save it as CSV or Parquet",
			whole(maxSheetRows), whole(maxSheetCols), whole(g.Rows), whole(g.Cols))
	}
	f := excelize.NewFile()
	defer f.Close()
	// The zip goes straight to w instead of into memory; the buffer that excelize offers stays empty.
	f.SetZipWriter(func(io.Writer) excelize.ZipWriter { return zip.NewWriter(w) })
	if err := f.SetSheetName(f.GetSheetName(0), pivotSheet); err != nil {
		return Report{}, err
	}
	if err := f.SetDocProps(&excelize.DocProperties{Creator: "Cardinal", Title: "Pivot"}); err != nil {
		return Report{}, err
	}
	s := &sheet{ctx: ctx, grid: g, styles: newStyles(f)}
	if err := s.write(f); err != nil {
		return Report{}, fmt.Errorf("cannot write the sheet %s: %w", pivotSheet, err)
	}
	if err := writeProfile(f, s.styles, &g.Tab().Query, p); err != nil {
		return Report{}, fmt.Errorf("cannot write the sheet %s: %w", profileSheet, err)
	}
	if _, err := f.WriteToBuffer(); err != nil {
		return Report{}, fmt.Errorf("cannot write the workbook: %w", err)
	}
	return s.report, nil
}
