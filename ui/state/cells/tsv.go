package cells

import (
	"context"
	"errors"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// Form is a way to write cells as text.
type Form struct {
	Title string // its name in menus
	write func(ctx context.Context, src Source, p part) (string, error)
}

// The forms are text with tabs, HTML and Markdown.
var (
	Tabbed   = Form{lang.Key("Text"), tsv}
	HTML     = Form{lang.Key("HTML"), html}
	Markdown = Form{lang.Key("Markdown"), markdown}
)

// copyLimit is the greatest number of cells in a copy. RichLimit is the greatest number of cells that are also copied
// as HTML.
const (
	copyLimit = 5_000_000
	RichLimit = 100_000
)

// Write writes the cells of a rectangle. If there are several rectangles, it writes all cells in their rows and
// columns. If headers is true, it adds the row labels and the header rows. It returns an error for more than copyLimit
// cells.
func Write(ctx context.Context, src Source, areas []Rect, headers bool, f Form) (string, error) {
	if n := Len(areas); n > copyLimit {
		return "", errors.New(lang.L("copy {{.Cells}} cells: the limit is {{.Limit}}",
			lang.With{"Cells": profiler.Count(n), "Limit": profiler.Count(copyLimit)}))
	}
	return f.write(ctx, src, newPart(src, areas, headers))
}

// Len returns the number of cells of some areas.
func Len(areas []Rect) int {
	return each.Sum(areas, Rect.Len)
}

// part is what is written of a source: the cells in some rows and columns.
type part struct{ rows, cols []int }

func newPart(src Source, areas []Rect, headers bool) (p part) {
	_, _, headRows, labels := src.Size()
	list := func(to *[]int, first, end int) {
		for i := first; i < end; i++ {
			*to = append(*to, i)
		}
	}
	for _, r := range areas {
		if headers {
			list(&p.rows, 0, min(headRows, r.FirstRow))
			list(&p.cols, 0, min(labels, r.FirstCol))
		}
		list(&p.rows, r.FirstRow, r.LastRow+1)
		list(&p.cols, r.FirstCol, r.LastCol+1)
	}
	if len(areas) > 1 {
		slices.Sort(p.rows)
		slices.Sort(p.cols)
		p.rows, p.cols = slices.Compact(p.rows), slices.Compact(p.cols)
	}
	return p
}

// rowsBetweenLooks is how many rows are written before the context is checked.
const rowsBetweenLooks = 256

// tsv writes a line for each row, with tabs between the cells. Figures have all their digits, without separators
// between thousands. Repeated labels are written even if they are blank on the screen.
func tsv(ctx context.Context, src Source, p part) (string, error) {
	var b strings.Builder
	for n, row := range p.rows {
		if n%rowsBetweenLooks == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		for i, col := range p.cols {
			if i > 0 {
				b.WriteByte('\t')
			}
			c := src.Cell(row, col)
			b.WriteString(field(Plain(&c)))
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// Plain returns the text of a cell for spreadsheets to read. Figures, and numbers in a list of values, have all their
// digits. Their only separator is the decimal separator that this process uses.
func Plain(c *pivot.Cell) string {
	switch {
	case c.Role == pivot.Body && c.Format.List != data.Null:
		return pivot.Format{List: c.Format.List, Places: pivot.Shortest, Ungrouped: true}.Text(c.Value)
	case c.Role == pivot.Body && c.Value.Type.Numeric():
		return separators.Show(c.Value.String())
	case c.Role == pivot.Body:
		return c.Value.String()
	}
	return c.Text()
}

// field quotes a text with tabs or line breaks in the way in which spreadsheets read it.
func field(s string) string {
	if strings.ContainsAny(s, "\t\r\n") || strings.HasPrefix(s, `"`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
