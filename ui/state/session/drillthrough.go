package session

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/profiler"
	"cardinal/ui/state/view"
)

// Rows are the rows of the table behind a cell of the pivot, or all rows of the table. They are immutable.
type Rows struct {
	pivot.Listing
	Title string  // the number of rows and the labels of the cell
	Sort  RowSort // the order of Listing
	Some  bool    // they are some of the rows of a table on a server, in no order

	found pivot.Listing // in the order of the table
	of    int           // the rows that there are, of which some are listed
}

// RowSort is the order of listed rows: by column Col of the table, or in the order of the table if Col is below 0.
type RowSort struct {
	Col  int  // -1: the order of the table
	Desc bool // descending
}

// next is the order after a click on the heading of a column. The first click sorts numbers in descending order
// and other values in ascending order, the second click reverses that, and the third one restores the order of
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

// maxListed is the largest number of rows listed: the rows of an Excel sheet without its header.
const maxListed = 1<<20 - 1

// maxServed is the largest number of rows of a table on a server that are listed.
const maxServed = 10_000

// mostListed is how many rows of a table are listed, where most of a table of this machine are.
func (s *Session) mostListed(t *data.Table, most int) int {
	if s.engine.Served(t) {
		return maxServed
	}
	return most
}

// DrillThrough finds the rows behind a pair of nodes of the answer on the screen. An edit ends it.
func (s *Session) DrillThrough(row, col int) {
	a := s.answer
	if a == nil {
		return
	}
	table := a.table
	if a.Tab.Empty(row, col) {
		s.screen.Say(Message{Text: "No row of the table is behind this cell."})
		return
	}
	start(s, &s.rows, Work{What: "Finding the rows", Done: -1},
		func(ctx context.Context, _ func(string, float64)) (*Rows, error) {
			found, n, err := s.engine.RowsUnder(ctx, table, a.Tab, row, col, s.mostListed(table, maxListed))
			if err != nil {
				return nil, err
			}
			found.Numbered = true
			r := &Rows{Listing: found, found: found, Sort: RowSort{Col: -1}}
			r.Title = rowsTitle(found.Len(), n, s.engine.Served(table), append(shownPath(&a.Tab.Rows, row), shownPath(&a.Tab.Cols, col)...))
			return r, nil
		},
		said(s, s.screen.ShowRows))
}

// SortRows sorts the rows behind a cell by a column of the table, in the order that follows the present one.
func (s *Session) SortRows(r *Rows, col int) { s.OrderRows(r, r.after(col)) }

// OrderRows puts the rows behind a cell, or the rows of the whole table, in an order.
func (s *Session) OrderRows(r *Rows, order RowSort) {
	show := s.screen.ShowRows
	if r == s.whole {
		show = s.showWhole
	}
	start(s, &s.rows, Work{What: "Sorting the rows", Done: -1},
		func(ctx context.Context, _ func(string, float64)) (*Rows, error) { return r.in(ctx, order) },
		said(s, show))
}

// after is the order that follows the present one where a column is chosen.
func (r *Rows) after(col int) RowSort { return r.Sort.next(col, r.Table.Columns[col].Type.Numeric()) }

// in is the same rows in an order.
func (r *Rows) in(ctx context.Context, order RowSort) (*Rows, error) {
	sorted := *r
	sorted.Sort, sorted.Listing = order, r.found
	if order.Col < 0 {
		return &sorted, nil
	}
	var err error
	sorted.Listing, err = r.found.Sorted(ctx, order.Col, order.Desc)
	return &sorted, err
}

// shownPath is the labels on the path to a node, as people read them.
func shownPath(a *pivot.Axis, node int) (labels []string) {
	for i, v := range a.Path(node) {
		labels = append(labels, view.LabelOf(a.Fields[i], v))
	}
	return labels
}

// rowsTitle says which rows are listed. Those of a table on a server are in no order.
func rowsTitle(listed, n int, served bool, labels []string) string {
	rows := profiler.Count(n) + " rows"
	switch {
	case n == 1:
		rows = "1 row"
	case listed < n && served:
		rows = fmt.Sprintf("Some %s of %s rows, in no order,", profiler.Count(listed), profiler.Count(n))
	case listed < n:
		rows = fmt.Sprintf("The first %s of %s rows", profiler.Count(listed), profiler.Count(n))
	}
	if len(labels) == 0 {
		labels = []string{"the grand total"}
	}
	return rows + " behind " + strings.Join(labels, ", ")
}
