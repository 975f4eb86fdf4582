package export

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/internal/localfile"
	"cardinal/internal/wording"
	"cardinal/internal/workspace"
)

// The names of the sheets.
const (
	pivotSheet   = "Pivot"
	aboutSheet   = "About"
	profileSheet = "Profile"
	rowsSheet    = "Rows"
)

// filling adds the sheets of one pivot to a workbook.
type filling func(ctx context.Context, b *book, p Pivot) error

// workbook writes an Excel workbook with the figures, a sheet that says what is counted, and the profile.
func workbook(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	return bookOfOne(ctx, w, p, "xlsx", figures)
}

// bookOfOne writes a workbook of one pivot.
func bookOfOne(ctx context.Context, w io.Writer, p Pivot, format string, fill filling) (Report, error) {
	b := newBook(w, p)
	b.format = format
	defer b.close()
	if err := fill(ctx, b, p); err != nil {
		return Report{}, err
	}
	return b.finish(p)
}

// figures adds the grid as the screen shows it, and its chart. Numbers and dates are cells with numbers and dates;
// texts are never formulas. If no sheet can hold the grid, figures returns an error before anything is written.
func figures(ctx context.Context, b *book, p Pivot) error {
	if err := checkSize(p.Grid); err != nil {
		return err
	}
	return b.addPivot(ctx, p)
}

// checkSize returns an error if a sheet cannot hold the grid.
func checkSize(g *pivot.Grid) error {
	if g.Rows <= maxSheetRows && g.Cols <= maxSheetCols {
		return nil
	}
	return fmt.Errorf("a sheet holds %s rows and %s columns, and this pivot has %s and %s: fold or filter it, keep "+
		"the top rows only, or save it as CSV or Parquet",
		whole(maxSheetRows), whole(maxSheetCols), whole(g.Rows), whole(g.Cols))
}

// checkRows returns an error if a sheet cannot hold rows of a table below the names of its columns.
func checkRows(l pivot.Listing) error {
	if rows, cols, _, _ := l.Size(); rows > maxSheetRows || cols > maxSheetCols {
		return fmt.Errorf("a sheet holds %s rows and %s columns, and these have %s and %s with the header: save them "+
			"as CSV", whole(maxSheetRows), whole(maxSheetCols), whole(rows), whole(cols))
	}
	return nil
}

// rowsBook writes an Excel workbook with one sheet: the names of a table's columns, and rows of the table below them.
func rowsBook(ctx context.Context, w io.Writer, l pivot.Listing) (Report, error) {
	if err := checkRows(l); err != nil {
		return Report{}, err
	}
	b := newBook(w, Pivot{})
	defer b.close()
	b.title, b.source = "Rows of "+l.Table.Name, l.Table.Name
	if err := b.addSheet(ctx, rowsSheet, l); err != nil {
		return Report{}, err
	}
	return b.report, b.write()
}

// book is a workbook that is being written.
type book struct {
	file   *excelize.File
	styles *styles
	title  string
	source string // the name of the table
	words  *wording.Words
	report Report
	sheets int
	tables int                   // number of PivotTables so far
	rows   map[string]*sheetRows // the rows of sheets with many rows, by the name of the sheet's file
	names  sheetNames            // names of the current pivot's sheets
	about  string                // the name of the sheet About
	format string                // Format.Name of the workbook
	sums   []SheetSum            // checksums of the sheets with figures, and of the sheet About
}

// noFolder is not a valid path: if the library finds no folder for its temporary files, it keeps everything in memory.
const noFolder = "\x00"

// newBook begins a workbook that is written to w.
func newBook(w io.Writer, p Pivot) *book {
	f := excelize.NewFile(excelize.Options{TmpDir: noFolder})
	b := &book{file: f, styles: newStyles(f), rows: map[string]*sheetRows{}}
	b.speak(nil)
	// The archive is written to w directly. The buffer in memory that excelize offers is not used.
	f.SetZipWriter(func(io.Writer) excelize.ZipWriter { return &parts{Writer: newZip(w), book: b} })
	if p.Grid != nil {
		b.speak(p.Grid.Tab().Words())
		b.title = pivotTitle(p.Grid)
	}
	if p.Profile != nil {
		b.source = p.Profile.Source
	}
	return b
}

// speak sets the language of the workbook.
func (b *book) speak(w *wording.Words) {
	b.words, b.names = w, sheetNames{w.L(pivotSheet), w.L(chartSheet), nativeSheet, w.L(dataSheet)}
}

// pivotTitle returns the title of a pivot in the language of its grid.
func pivotTitle(g *pivot.Grid) string { return g.Tab().Query.TitleIn(g.Tab().Words()) }

func (b *book) close() {
	_ = b.file.Close()
	for _, r := range b.rows {
		r.file.Close()
	}
}

// rowsOf begins the rows of the sheet with the given name, which must not have rows yet.
func (b *book) rowsOf(name string) (*sheetRows, error) {
	i, err := b.file.GetSheetIndex(name)
	if err != nil {
		return nil, err
	}
	file, err := localfile.NewScratch()
	if err != nil {
		return nil, err
	}
	r := &sheetRows{file: file}
	b.rows[fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)] = r
	return r, nil
}

// addPivot adds a sheet with the grid as the screen shows it and, if there is a chart, the sheet of the chart.
func (b *book) addPivot(ctx context.Context, p Pivot) error {
	if err := b.addSheet(ctx, b.names.pivot, unfold(p.Grid, &b.report)); err != nil {
		return err
	}
	return b.addChart(ctx, p)
}

// newSheet adds an empty sheet. The first sheet replaces the sheet that every new workbook of the library has.
func (b *book) newSheet(name string) error {
	b.sheets++
	if b.sheets == 1 {
		return b.file.SetSheetName(b.file.GetSheetName(0), name)
	}
	_, err := b.file.NewSheet(name)
	return err
}

// addSheet adds a sheet of cells.
func (b *book) addSheet(ctx context.Context, name string, cells Cells) error {
	if err := b.newSheet(name); err != nil {
		return err
	}
	return b.fill(ctx, name, cells)
}

// fill writes cells into an empty sheet.
func (b *book) fill(ctx context.Context, name string, cells Cells) error {
	rows, err := b.rowsOf(name)
	if err != nil {
		return err
	}
	s := &sheet{ctx: ctx, name: name, title: b.title, foot: b.foot(), cells: cells, styles: b.styles,
		sum: NewCellSum()}
	if err := s.write(b.file, rows); err != nil {
		return fmt.Errorf("cannot write the sheet %s: %w", name, err)
	}
	if err := s.setTitles(b.file); err != nil {
		return fmt.Errorf("cannot name the headers of the sheet %s: %w", name, err)
	}
	b.report.Losses = append(b.report.Losses, s.report.Losses...)
	b.sums = append(b.sums, SheetSum{name, s.sum.Sum()})
	return nil
}

// finish adds the sheets About and Profile, and writes the workbook.
func (b *book) finish(p Pivot) (Report, error) {
	if err := b.addAbout(p); err != nil {
		return Report{}, fmt.Errorf("cannot write the sheet %s: %w", b.about, err)
	}
	if p.Profile != nil {
		if err := b.addProfile(p.Profile); err != nil {
			return Report{}, fmt.Errorf("cannot write the sheet %s: %w", profileSheet, err)
		}
	}
	if err := b.addCurve(p.Curve, p.Profile); err != nil {
		return Report{}, err
	}
	if p.Origin != nil {
		if err := b.addProof(proofSheet, false, []workspace.Tab{keptTab(b.names.pivot, p)}, p.Origin); err != nil {
			return Report{}, err
		}
	}
	return b.report, b.write()
}

// write writes the workbook with its properties.
func (b *book) write() error {
	now := time.Now().UTC().Format(time.RFC3339)
	if err := b.file.SetDocProps(&excelize.DocProperties{Creator: "Cardinal", LastModifiedBy: "Cardinal",
		Title: b.title, Subject: b.source, Created: now, Modified: now}); err != nil {
		return err
	}
	if err := b.file.SetAppProps(&excelize.AppProperties{Application: "Cardinal"}); err != nil {
		return err
	}
	if _, err := b.file.WriteToBuffer(); err != nil {
		return fmt.Errorf("cannot write the workbook: %w", err)
	}
	return nil
}
