package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/textwidth"
)

// The names of the sheets of a PivotTable and of its source.
const (
	nativeSheet = "PivotTable"
	dataSheet   = "Data"
)

// maxSourceCells is the largest number of cells of the sheet Data. With more cells, a workbook would be too large for
// mail and for Excel.
const maxSourceCells = 20_000_000

// pivotTableBook writes a workbook like the function workbook, with a PivotTable.
func pivotTableBook(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	return bookOfOne(ctx, w, p, "pivottable", withPivotTable)
}

// withPivotTable adds the figures, and a PivotTable that Excel computes from the rows of the table. The Report says
// what Excel cannot express.
func withPivotTable(ctx context.Context, b *book, p Pivot) error {
	if err := checkSize(p.Grid); err != nil {
		return err
	}
	if p.Source == nil {
		return errors.New("a PivotTable needs the rows of the table, and they are not at hand: export to Excel " +
			"without the PivotTable")
	}
	rows, n, err := p.Source(ctx, maxSheetRows-1)
	if err != nil {
		return err
	}
	if n > maxSheetRows-1 {
		return fmt.Errorf("a PivotTable needs its rows on a sheet, which holds %s below the header, and %s rows pass "+
			"the filter: filter more of them out, or export to Excel without the PivotTable",
			whole(maxSheetRows-1), whole(n))
	}
	plan := newNative(p.Grid, rows)
	if cells := len(plan.columns) * n; cells > maxSourceCells {
		return fmt.Errorf("the rows of a PivotTable would fill %s cells, and Cardinal writes at most %s: filter more "+
			"rows out, or export to Excel without the PivotTable",
			whole(cells), whole(maxSourceCells))
	}
	if err := b.addPivot(ctx, p); err != nil {
		return err
	}
	if len(plan.figures) > 0 {
		if err := b.addPivotTable(ctx, plan); err != nil {
			return fmt.Errorf("cannot write the PivotTable: %w", err)
		}
	}
	why := each.Of(plan.why, func(s string) Loss { return Loss{Kind: s} })
	b.report.Losses = append(why, b.report.Losses...)
	return nil
}

// addPivotTable adds the sheets PivotTable and Data. The library makes the files of the PivotTable and their relations,
// for which it reads the headings. But it cannot write orders of labels, number formats, or measures on the rows. So
// addPivotTable replaces the XML of these files.
func (b *book) addPivotTable(ctx context.Context, n *native) error {
	for _, name := range []string{b.names.native, b.names.data} {
		if err := b.newSheet(name); err != nil {
			return err
		}
	}
	headings := each.Of(n.columns, func(c nativeColumn) string { return c.name })
	if err := b.file.SetSheetRow(b.names.data, "A1", &headings); err != nil {
		return err
	}
	at := n.place()
	err := b.file.AddPivotTable(&excelize.PivotTableOptions{
		Name: "PivotTable", DataRange: b.names.data + "!" + n.sourceRange(), PivotTableRange: b.names.native + "!" + at,
		Data: []excelize.PivotTableField{{Data: headings[n.figures[0].column], Name: n.figures[0].name}},
	})
	if err != nil {
		return err
	}
	b.tables++
	tablePart, cachePart := fmt.Sprintf(tablePart, b.tables), fmt.Sprintf(cachePart, b.tables)
	id := "2"
	if made, ok := b.file.Pkg.Load(tablePart); ok {
		if _, after, found := bytes.Cut(made.([]byte), []byte(`cacheId="`)); found {
			id = string(after[:bytes.IndexByte(after, '"')])
		}
	}
	table, err := n.table(b, id, at)
	if err != nil {
		return err
	}
	if err := b.layNative(n); err != nil {
		return err
	}
	b.file.Pkg.Store(tablePart, table)
	b.file.Pkg.Store(cachePart, n.cache(b.names.data))
	return b.fill(ctx, b.names.data, sourceRows{n})
}

// figureWidth returns the width, in characters, of the figures of a grid and the names of its columns. It estimates the
// width from the first and the last rows and columns, which include grand totals.
func figureWidth(g *pivot.Grid) int {
	const looked = 200
	width := len("Total Result")
	for col := g.LabelCols; col < g.Cols; col++ {
		if col == g.LabelCols+looked {
			col = max(col, g.Cols-looked)
		}
		for row := max(g.HeaderRows-1, 0); row < g.Rows; row++ {
			if row == g.HeaderRows+looked {
				row = max(row, g.Rows-looked)
			}
			if c := g.Cell(row, col); !c.Empty() {
				width = max(width, textwidth.Of(c.Text()))
			}
		}
	}
	return width
}

// layNative sets the widths of the columns of the PivotTable, and how its sheet is printed.
func (b *book) layNative(n *native) error {
	widths := []int{8}
	for i, f := range n.fields[0] {
		width := textwidth.Of(n.columns[f].name)
		for _, v := range n.columns[f].labels {
			width = max(width, textwidth.Of(v.Text)+len(" Total"))
		}
		widths = append(widths[:i], width)
	}
	figures := figureWidth(n.grid)
	for _, f := range n.figures {
		figures = max(figures, textwidth.Of(f.name))
	}
	labels := len(widths)
	for range min(n.grid.Cols-n.grid.LabelCols, maxSheetCols-labels) {
		widths = append(widths, figures)
	}
	total := 0.0
	for col, width := range widths {
		w := float64(min(max(width+4, 12), 60)) // includes the button of a field
		total += w
		if err := b.file.SetColWidth(b.names.native, columnLetters(col), columnLetters(col), w); err != nil {
			return err
		}
	}
	fit := true
	if err := b.file.SetSheetProps(b.names.native, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	return setPrint(b.file, b.names.native, b.title, b.foot(), total)
}
