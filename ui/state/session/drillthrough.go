package session

import (
	"context"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// Rows are listed rows: the rows behind a cell of the pivot, or all rows of the table. They are immutable.
type Rows struct {
	pivot.Listing
	Title string  // the number of rows and the labels of the cell
	Sort  RowSort // the order of the rows in Listing
	Some  bool    // the rows are a sample from a server, in no order

	found pivot.Listing // the rows in the order of the table
	of    int           // the number of rows that could be listed; Listing may have fewer
}

// RowSort says by which column listed rows are sorted.
type RowSort struct {
	Col  int  // position of the column; -1: the rows are in the order of the table
	Desc bool // descending
}

// next returns the order after a click on the heading of a column. The first click sorts numbers in descending order
// and other values in ascending order. The second click reverses that order, and the third one restores the order of
// the table.
func (o RowSort) next(col int, numeric bool) RowSort {
	switch {
	case o.Col != col:
		return RowSort{col, numeric}
	case o.Desc == numeric:
		return RowSort{col, !numeric}
	}
	return RowSort{Col: -1}
}

// maxListed is the greatest number of rows that are listed. It is the number of rows of an Excel sheet without the
// header.
const maxListed = 1<<20 - 1

// maxServed is the greatest number of rows that are listed of a table on a server.
const maxServed = 10_000

// mostListed returns the greatest number of rows of a table that are listed: `most`, or maxServed for a table on a
// server.
func (s *Session) mostListed(t *data.Table, most int) int {
	if s.engine.Served(t) {
		return maxServed
	}
	return most
}

// DrillThrough lists the rows behind a cell of the shown answer. row and col are the nodes of the cell's row and
// column. An edit ends the work.
func (s *Session) DrillThrough(row, col int) {
	a := s.answer
	if a == nil {
		return
	}
	table := a.table
	if a.Tab.Empty(row, col) {
		s.screen.Say(Message{Text: lang.L("No row of the table is behind this cell.")})
		return
	}
	start(s, &s.rows, Work{What: lang.L("Finding the rows"), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (*Rows, error) {
			found, n, err := s.engine.RowsUnder(ctx, table, a.Tab, row, col, s.mostListed(table, maxListed))
			if err != nil {
				return nil, err
			}
			found.Numbered = true
			r := &Rows{Listing: found, found: found, Sort: RowSort{Col: -1}}
			r.Title = rowsTitle(found.Len(), n, s.engine.Served(table), append(pathLabels(&a.Tab.Rows, row),
				pathLabels(&a.Tab.Cols, col)...))
			return r, nil
		},
		showResult(s, s.screen.ShowRows))
}

// SortRows sorts the rows behind a cell after a click on the heading of column col.
func (s *Session) SortRows(r *Rows, col int) { s.OrderRows(r, r.nextSort(col)) }

// OrderRows sorts the rows behind a cell, or the rows of the whole table.
func (s *Session) OrderRows(r *Rows, order RowSort) {
	show := s.screen.ShowRows
	if r == s.whole {
		show = s.showWhole
	}
	start(s, &s.rows, Work{What: lang.L("Sorting the rows"), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (*Rows, error) { return r.sortedBy(ctx, order) },
		showResult(s, show))
}

// nextSort returns the order after a click on the heading of a column.
func (r *Rows) nextSort(col int) RowSort {
	return r.Sort.next(col, r.Table.Columns[col].Type.Numeric())
}

// sortedBy returns the same rows sorted in another order.
func (r *Rows) sortedBy(ctx context.Context, order RowSort) (*Rows, error) {
	sorted := *r
	sorted.Sort, sorted.Listing = order, r.found
	if order.Col < 0 {
		return &sorted, nil
	}
	var err error
	sorted.Listing, err = r.found.Sorted(ctx, order.Col, order.Desc)
	return &sorted, err
}

// pathLabels returns the labels on the path to a node as people read them.
func pathLabels(a *pivot.Axis, node int) (labels []string) {
	for i, v := range a.Path(node) {
		labels = append(labels, view.LabelOf(a.Fields[i], v))
	}
	return labels
}

// rowsTitle says which rows are listed. Rows from a server are in no order, and the title says so.
func rowsTitle(listed, n int, served bool, labels []string) string {
	if len(labels) == 0 {
		labels = []string{lang.L("the grand total")}
	}
	with := lang.With{"Labels": strings.Join(labels, ", "), "Listed": profiler.Count(listed)}
	switch {
	case listed < n && served:
		return lang.N("Some {{.Listed}} of {{.N}} row, in no order, behind {{.Labels}}",
			"Some {{.Listed}} of {{.N}} rows, in no order, behind {{.Labels}}", n, with)
	case listed < n:
		return lang.N("The first {{.Listed}} of {{.N}} row behind {{.Labels}}",
			"The first {{.Listed}} of {{.N}} rows behind {{.Labels}}", n, with)
	}
	return lang.N("{{.N}} row behind {{.Labels}}", "{{.N}} rows behind {{.Labels}}", n, with)
}
