package export

import (
	"context"
	_ "embed"
	"fmt"
	"io"

	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/textwidth"
	"cardinal/profiler"
)

// paperStyle is the style for printing, which is added to the style that every web page has.
//
//go:embed paper.css
var paperStyle string

// ToPrint is the name of the format of pages to print.
const ToPrint = "paper"

// Widths on paper, in pixels of style sheets, 96 per inch. A line fits both A4 and Letter.
const (
	uprightLine = 690
	acrossLine  = 940
	charWidth   = 5.6 // mean width of a letter
	cellPadding = 12
	widestText  = 260 // the widest column of texts; longer texts are wrapped
	pageRows    = 36  // rows on a page in landscape
)

// printAtOnce is a script that opens the browser's print dialog when the page has loaded.
const printAtOnce = "addEventListener('load', () => print())"

// mostPages is the largest number of printed pages.
const mostPages = 1000

// paper writes a pivot as a web page that opens the browser's print dialog. Columns that do not fit the width of a page
// are in further tables, each of which repeats the row labels. The chart is above the first table.
func paper(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	drawings, report, err := drawElements(ctx, p, 1, false)
	if err != nil {
		return Report{}, err
	}
	return report, paperPage(w, p.Grid, drawings)
}

func paperRows(_ context.Context, w io.Writer, l pivot.Listing) (Report, error) {
	return Report{}, paperPage(w, l, "")
}

func paperPage(w io.Writer, g Cells, drawings string) error {
	tables, upright := sheets(g)
	rows, _, headerRows, _ := g.Size()
	if pages := len(tables) * (1 + (rows-headerRows)/pageRows); pages > mostPages {
		return fmt.Errorf("%s rows would fill about %s pages: filter the rows, fold labels, or export them instead",
			profiler.Count(rows-headerRows), profiler.Count(pages))
	}
	style := paperStyle
	if !upright {
		style += "@page { size: landscape; }\n"
	}
	return writePage(w, g, pageParts{style: style, tables: tables, script: printAtOnce,
		drawings: drawings + "<script>" + printAtOnce + "</script>\n"})
}

// sheets divides the columns into tables that fit the width of a page. upright is true if a single table fits a page in
// portrait.
func sheets(g Cells) (tables [][]int, upright bool) {
	_, cols, _, labelCols := g.Size()
	widths := paperWidths(g)
	labels := each.Sum(widths[:labelCols], func(width float64) float64 { return width })
	line, all := labels, labels
	table := each.Index(labelCols)
	for col := labelCols; col < cols; col++ {
		if line+widths[col] > acrossLine && len(table) > labelCols {
			tables = append(tables, table)
			table, line = each.Index(labelCols), labels
		}
		table, line, all = append(table, col), line+widths[col], all+widths[col]
	}
	return append(tables, table), all <= uprightLine
}

// paperWidths returns the widths of the columns, estimated from the first rows.
func paperWidths(g Cells) []float64 {
	rows, cols, headerRows, labelCols := g.Size()
	widths := make([]float64, cols)
	for row := range min(rows, lookedAt) {
		for col := range cols {
			if row < headerRows && col+1 < cols && g.Cell(row, col+1).Blank {
				continue // the heading spans several columns
			}
			c := g.Cell(row, col)
			text := charWidth*float64(textwidth.Of(cellText(c))+2*c.Indent) + cellPadding
			if col < labelCols || row < headerRows {
				text = min(text, widestText)
			}
			widths[col] = max(widths[col], text)
		}
	}
	return widths
}
