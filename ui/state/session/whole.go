package session

import (
	"context"
	"errors"
	"math"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// Whole returns the rows of the open table that pass the filters, in the chosen order. It returns nil if no table is
// open.
func (s *Session) Whole() *Rows { return s.whole }

// Listed returns all rows that pass the filters if they are shown in place of a pivot. It returns nil if a pivot is
// shown, if the filtering is under way, or if only some rows were read from a server.
func (s *Session) Listed() *Rows {
	now := s.State()
	if s.whole == nil || s.answer != nil || !now.Empty() || !s.listed.SameQuery(now) || s.whole.Some &&
		s.whole.Len() < s.whole.of {
		return nil
	}
	return s.whole
}

// SortWhole sorts the rows of the table after a click on the heading of column col.
func (s *Session) SortWhole(col int) {
	if s.whole != nil {
		s.OrderRows(s.whole, s.whole.nextSort(col))
	}
}

// showWhole sets the rows of the table, and shows them if the shelves are empty.
func (s *Session) showWhole(r *Rows) {
	s.whole = r
	if s.answer == nil && s.State().Empty() {
		s.screen.ShowAnswer(nil)
	}
}

func allRows(t *data.Table) *Rows {
	l := pivot.Listing{Table: t, Numbered: true}
	return &Rows{Listing: l, found: l, Sort: RowSort{Col: -1}}
}

// withTable returns the same rows for a table with other calculated fields. If the rows are sorted by a calculated
// field, they return to the order of the table.
func (r *Rows) withTable(t *data.Table, source int) *Rows {
	out := *r
	if r.Sort.Col >= source {
		out.Sort, out.Listing = RowSort{Col: -1}, r.found
	}
	out.Table, out.found.Table = t, t
	return &out
}

// list shows the rows of the table that pass the filters, in place of a pivot.
func (s *Session) list() {
	now, table, old := s.State(), s.table, s.whole
	where := now.Query().Filter
	if s.Served() && (!old.Some || !s.listed.SameQuery(now)) {
		s.page()
		return
	}
	if s.listed.SameQuery(now) || where == nil && old.found.Rows == nil {
		s.run.stop()
		s.showWork()
		s.listed, s.answer = now, nil
		s.screen.ShowAnswer(nil)
		return
	}
	if s.answer == nil {
		s.screen.ShowAnswer(nil)
	}
	start(s, &s.run, Work{What: lang.L("Filtering the rows"), Done: -1, Pivot: true},
		func(ctx context.Context, _ func(string, float64)) (*Rows, error) {
			found, _, err := s.engine.Passing(ctx, table, now.Lets, where, s.mostListed(table, math.MaxInt))
			if err != nil {
				return nil, err
			}
			r := allRows(found.Table)
			r.found.Rows = found.Rows
			if old.Sort.Col >= len(table.Columns) {
				return r.sortedBy(ctx, RowSort{Col: -1})
			}
			return r.sortedBy(ctx, old.Sort)
		}, func(r *Rows, err error) {
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				s.answer = nil
				s.screen.ShowFailure(err)
			default:
				s.listed, s.answer = now, nil
				s.showWhole(r)
			}
		})
}

// Labels returns the value of a cell of listed rows as a label of its column, and the column's name. If the cell is one
// of the chosen cells, the values of the other chosen rows are added. ok is false for a heading. column is "" for row
// numbers.
func (r *Rows) Labels(row, col int, chosen cells.Rect) (l Labels, column string, ok bool) {
	if col == 0 {
		return l, "", false
	}
	c := r.Table.Columns[col-1]
	l = Labels{Field: query.Field{Column: c.Name}}
	if row == 0 {
		return l, c.Name, false
	}
	l.text = view.LabelText(r.Cell(row, col).Value, c.Format)
	l.Values = []data.Value{r.Cell(row, col).Value}
	if chosen.Contains(row, col) && chosen.LastRow-chosen.FirstRow < mostLines {
		seen := map[data.Value]bool{l.Values[0]: true}
		for other := chosen.FirstRow; other <= chosen.LastRow; other++ {
			if v := r.Cell(other, col).Value; !seen[v] {
				seen[v] = true
				l.Values = append(l.Values, v)
			}
		}
	}
	return l, c.Name, true
}
